"""The verbs of mem: each joins pure logic, the store and the index."""

from mem.memory.results import Added, Answer, Draft, Forgotten, Merged, Shown, Standing, Updated
from mem.memory.writing import Memory

__all__ = ["Added", "Answer", "Draft", "Forgotten", "Memory", "Merged", "Shown", "Standing", "Updated"]
