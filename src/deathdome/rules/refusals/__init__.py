"""Why not: the first rule that refuses an action, with its numbers and the nearest legal choice."""
