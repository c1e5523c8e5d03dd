"""The table of keys, presets of it, and names of keys."""
