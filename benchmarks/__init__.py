"""How fast the game is, beside its peers: `python -m benchmarks`, or `make bench`."""
