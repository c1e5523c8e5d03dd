"""Widgets: each draws what a presenter has made of an observation."""
