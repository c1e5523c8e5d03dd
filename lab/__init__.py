"""Tools that measure and tune the game; they import the program, which never imports them."""
