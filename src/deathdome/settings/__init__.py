"""The options of a player: the record, the file it is read from, and how it is written back."""
