"""What texts mean, as vectors: providers that make them, and how near two of them are."""
