"""A client of `mem mcp` that speaks bare JSON-RPC, so that every line of the server is seen."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from queue import Queue
from threading import Thread

MODERN = "2026-07-28"
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "sketchpad", "version": "7"},
}
PATIENCE = 60  # seconds for one answer on a busy machine


class Wire:
    """One server process. `lines` is all it printed; `errors` what it said on the other stream."""

    def __init__(self, env: Mapping[str, str], cwd: Path, *flags: str, modern: bool = False) -> None:
        self.modern = modern
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mem", "mcp", *flags],
            env=dict(env),
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._arrived: Queue[dict] = Queue()
        self._kept: dict[int, dict] = {}
        self._last = 0
        self.errors = ""
        self._threads = [Thread(target=self._read, daemon=True), Thread(target=self._read_errors, daemon=True)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Wire:
        if not self.modern:
            self.ask(
                "initialize",
                protocolVersion="2025-06-18",
                capabilities={},
                clientInfo={"name": "sketchpad", "version": "7"},
            )
            self.tell("notifications/initialized")
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, method: str, **params: object) -> int:
        """Send a request without waiting, and give its number."""
        self._last += 1
        if self.modern:
            params["_meta"] = ENVELOPE
        self._write({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        return self._last

    def tell(self, method: str) -> None:
        self._write({"jsonrpc": "2.0", "method": method})

    def answer(self, number: int) -> dict:
        """Wait for the answer to one request, in whichever order answers come."""
        while number not in self._kept:
            message = self._arrived.get(timeout=PATIENCE)
            assert message["id"] not in self._kept, message
            self._kept[message["id"]] = message
        return self._kept[number]

    def ask(self, method: str, **params: object) -> dict:
        return self.answer(self.send(method, **params))

    def call(self, tool: str, **arguments: object) -> dict:
        """Call a tool that is to succeed, and give its structured answer, which its text repeats."""
        result = self.result(self.send_call(tool, **arguments))
        assert not result["isError"], result
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
        return result["structuredContent"]

    def refused(self, tool: str, **arguments: object) -> dict:
        """Call a tool that is to fail, and give its error."""
        result = self.result(self.send_call(tool, **arguments))
        assert result["isError"], result
        return json.loads(result["content"][0]["text"])

    def send_call(self, tool: str, **arguments: object) -> int:
        return self.send("tools/call", name=tool, arguments=arguments)

    def result(self, number: int) -> dict:
        return self.answer(number)["result"]

    def results(self, numbers: Sequence[int]) -> list[dict]:
        return [self.result(number) for number in numbers]

    def close(self) -> int:
        """End the input and give the exit status; every line printed must have been JSON-RPC."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        code = self.process.wait(timeout=PATIENCE)
        for thread in self._threads:
            thread.join(timeout=PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
        assert all(json.loads(line)["jsonrpc"] == "2.0" for line in self.lines), self.lines
        assert "Traceback" not in self.errors, self.errors
        return code

    def _write(self, message: dict) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line)
            self._arrived.put(json.loads(line))

    def _read_errors(self) -> None:
        assert self.process.stderr
        self.errors = self.process.stderr.read()
