"""Many matches: played one after the other or on every core, and counted."""
