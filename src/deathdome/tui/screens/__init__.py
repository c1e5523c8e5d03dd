"""Whole screens: they compose widgets, pass keys on, and hold no rules."""
