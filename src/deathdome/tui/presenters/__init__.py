"""From an observation to words and symbols with named styles; no Textual in here."""
