"""Data files to frozen records, checked at the door."""
