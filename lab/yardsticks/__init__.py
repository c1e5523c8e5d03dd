"""Managers with more knowledge or thinking time, as yardsticks; players never meet them."""
