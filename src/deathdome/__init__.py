"""Death Dome 3,000 in the terminal: a rules engine, managers, and a screen to play on."""

__version__ = "0.1.0"
