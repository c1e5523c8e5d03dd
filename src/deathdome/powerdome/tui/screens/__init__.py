"""Screens of PowerDome, one module each."""
