"""Managers for comparison only; players never meet them."""
