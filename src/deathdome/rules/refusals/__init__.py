"""Refusals: the first rule against an action, with its numbers and the nearest legal choice."""
