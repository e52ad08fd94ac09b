"""What other tools remember, read as facts: one file a source, one line in the list."""
