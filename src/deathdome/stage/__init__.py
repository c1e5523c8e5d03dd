"""The terminal stage that both games play on: lines, keys, widgets and screens of no game."""
