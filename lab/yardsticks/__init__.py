"""Managers that measure what knowing or thinking more is worth; no one plays against them."""
