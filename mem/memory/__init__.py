"""The verbs of mem: each joins pure logic, the store and the index."""

from mem.memory.memory import Memory
from mem.memory.results import Added, Answer, Draft, Forgotten, Merged, Shown, Standing, Updated

__all__ = ["Added", "Answer", "Draft", "Forgotten", "Memory", "Merged", "Shown", "Standing", "Updated"]
