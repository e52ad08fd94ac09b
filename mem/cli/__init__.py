"""The command line: words into requests, results into words."""
