"""Deprecated: old paths of `deathdome.match`, gone after the next release."""
