"""Matches on disk: written during the match, listed, replayed, and copied as text."""
