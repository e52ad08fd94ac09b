"""Agent harnesses: what each says at an event, what it wants to hear, and how it is wired up."""
