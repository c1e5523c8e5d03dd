"""The terminal stage for both games: lines, keys, widgets and screens that know neither."""
