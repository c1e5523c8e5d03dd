"""From an observation to words and glyphs with named looks; no Textual in here."""
