"""Programs that play a seat: started with limits, asked by lines, ended with the game."""
