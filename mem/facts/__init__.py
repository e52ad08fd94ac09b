"""Facts as plain values: everything about them that can be decided without touching the world."""
