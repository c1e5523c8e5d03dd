"""Scenario files: one phase of a game from a file, resolved (docs/powerdome/scenarios.md)."""
