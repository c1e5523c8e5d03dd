"""PowerDome line by line, for screen readers, pipes and scripts."""
