"""Widgets that draw lines, and cache what they have drawn."""
