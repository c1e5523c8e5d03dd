"""The rulebook, one module a chapter. Pure: no clock, no randomness, no input or output."""
