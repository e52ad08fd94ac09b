"""Remotes on the loopback: git over http, one that wants a password, one that never answers, and a stand-in for ssh."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@contextmanager
def http_remote(folder: Path, *, password: bool = False) -> Iterator[str]:
    """Serve the repositories in a folder through git's own `http-backend`."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"

        def do_GET(self) -> None:
            self.answer()

        def do_POST(self) -> None:
            self.answer()

        def answer(self) -> None:
            if password:
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="closed"')
                self.end_headers()
                return
            path, _, query = self.path.partition("?")
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            done = subprocess.run(
                ["git", "http-backend"],
                env={
                    "PATH": os.environ["PATH"],
                    "GIT_PROJECT_ROOT": str(folder),
                    "GIT_HTTP_EXPORT_ALL": "1",
                    "PATH_INFO": path,
                    "QUERY_STRING": query,
                    "REQUEST_METHOD": self.command,
                    "CONTENT_TYPE": self.headers.get("Content-Type") or "",
                    "CONTENT_LENGTH": str(len(body)),
                    "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding") or "",
                    "GIT_PROTOCOL": self.headers.get("Git-Protocol") or "",
                    "REMOTE_USER": "tester",
                    "REMOTE_ADDR": "127.0.0.1",
                },
                input=body,
                capture_output=True,
                check=False,
            )
            head, _, data = done.stdout.partition(b"\r\n\r\n")
            lines = [line.partition(": ") for line in head.decode().split("\r\n")]
            status = next((int(value.split()[0]) for name, _, value in lines if name == "Status"), 200)
            self.send_response(status)
            for name, _, value in lines:
                if name != "Status":
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def black_hole() -> Iterator[str]:
    """A remote that takes every call and never says a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=16) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/r.git"


def closed_port() -> str:
    """The address of nobody."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    return f"http://127.0.0.1:{port}/r.git"


def program(path: Path, script: str) -> Path:
    """A small shell program."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path
