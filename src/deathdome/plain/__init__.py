"""A match line by line, without drawing: for screen readers, pipes and scripts."""
