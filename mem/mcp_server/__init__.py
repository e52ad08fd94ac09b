"""The Model Context Protocol: a table of tools, free of any SDK, and the wire that serves it."""
