"""Odds of an attack: exact, counted from the facts that one seat may know."""
