"""Spaces, sets of spaces, straight lines and reach: knows the grid, not the game."""
