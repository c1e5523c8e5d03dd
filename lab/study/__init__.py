"""Studies of the game: balance, boards, shopping, calibration, use of cards."""
