"""The screen a person plays on. Only `play` imports it: Textual alone takes half a second."""
