"""Keys of both games: names, and sets of them."""
