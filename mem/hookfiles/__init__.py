"""Hooks on disk: where they are, how they are read and written without harm."""
