"""Bots in processes of their own, asked by lines of JSON."""
