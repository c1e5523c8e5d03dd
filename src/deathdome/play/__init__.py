"""The referee and whoever answers for a seat."""
