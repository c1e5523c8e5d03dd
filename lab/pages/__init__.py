"""Pages of the documentation that are written from cards, words and keys (`make docs`)."""
