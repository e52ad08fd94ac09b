"""The one thread that touches the store: calls wait their turn, and the wire never waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


class Worker:
    """Carries out jobs in the order they came. A job given up before its turn is not begun.

    The thread is a daemon: a server whose client is gone does not wait for it.
    """

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        Thread(target=self._work, name="mem-worker", daemon=True).start()

    async def do(self, job: Callable[[], T]) -> T:
        """Wait for what a job gives, or for what it raises."""
        future: Future[T] = Future()
        self._jobs.put(lambda: _settle(future, job))
        return await asyncio.wrap_future(future)

    def _work(self) -> None:
        while True:
            self._jobs.get()()


def _settle(future: Future[T], job: Callable[[], T]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(job())
    except BaseException as error:  # noqa: BLE001  # it is raised where the job was asked for
        future.set_exception(error)
