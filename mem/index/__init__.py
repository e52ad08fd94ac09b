"""A lookup over the facts that may be deleted at any moment; files and history rebuild it."""
