"""Rows of PowerDome's screens, from the state as a player may see it."""
