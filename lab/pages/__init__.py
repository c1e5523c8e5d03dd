"""Pages of the documentation generated from cards, words and keys (`make docs`)."""
