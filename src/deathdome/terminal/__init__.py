"""Facts about the terminal, found before any screen opens. Knows nothing of the game."""
