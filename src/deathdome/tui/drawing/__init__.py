"""Panels of a screen: the state of an interaction as lines and pictures. No Textual in here."""
