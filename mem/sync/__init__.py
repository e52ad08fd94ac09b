"""Meeting other machines: a plan made of two states and their last common one, a way over the network, and a report."""
