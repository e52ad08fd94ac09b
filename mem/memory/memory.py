"""All verbs in one class: reading, asking, tracing, adding, changing and merging, each in a file of its own."""

from __future__ import annotations

from mem.memory.merging import Merging


class Memory(Merging):
    """A store of facts: remember, correct, ask. Every verb takes the moment it happens at.

    Each change is one commit, and refuses before anything touches the disk.
    """
