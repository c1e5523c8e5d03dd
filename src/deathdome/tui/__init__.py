"""The screen of a match. Only `play` imports it: Textual alone takes half a second."""
