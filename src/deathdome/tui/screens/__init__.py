"""Screens: the match, the store, the end, help, dialogs. They know sessions, not the engine."""
