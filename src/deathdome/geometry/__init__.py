"""Spaces, sets of spaces, lines and distances on a grid, independent of the game."""
