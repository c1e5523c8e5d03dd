"""Data files, checked and turned into frozen records."""
