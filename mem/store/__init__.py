"""The files and the git history that are the truth; nothing here knows of the index."""
