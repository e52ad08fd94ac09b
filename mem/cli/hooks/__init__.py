"""The commands of `memhooks`, one file each."""
