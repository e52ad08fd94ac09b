"""mem: long-term memory for agents and people, as Markdown facts in git."""

__version__ = "0.1.0"

TYPE_CHECKING = False  # the hot lane imports this: nothing is loaded until somebody asks for it
if TYPE_CHECKING:
    from mem.library import Memory as Memory

__all__ = ["Memory", "__version__"]


def __getattr__(name: str) -> object:
    if name == "Memory":
        from mem.library import Memory

        return Memory
    raise AttributeError(f"module 'mem' has no attribute {name!r}")
