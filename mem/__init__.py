"""mem: long-term memory for agents and people, as Markdown facts in git."""

__version__ = "0.1.0"
