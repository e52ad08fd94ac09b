"""The MEMHOOKS.md protocol, `memhooks/v2`: what is worth recalling beside which code."""
