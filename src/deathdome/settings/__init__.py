"""The options of a player and their file."""
