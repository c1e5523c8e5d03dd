"""Strength: managers against each other, and the pages with the results."""
