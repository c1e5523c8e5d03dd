"""The terminal itself, asked before any screen is opened. Knows nothing of the game."""
