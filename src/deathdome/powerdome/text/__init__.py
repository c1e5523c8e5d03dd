"""English of PowerDome: every sentence that people read."""
