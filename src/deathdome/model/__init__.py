"""What is true in a position, and what may be said about it."""
