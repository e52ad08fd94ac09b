"""What scripts/bench_recall is made of: data read, things measured, and who is measured."""
