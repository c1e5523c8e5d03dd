"""The table of keys, and presets of it."""
