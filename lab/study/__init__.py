"""Studies of the game: balance, seats, habits, outfits, seasons, calibration, use of cards."""
