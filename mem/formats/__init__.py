"""How a report is printed: one module per format."""
