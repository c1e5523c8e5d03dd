"""Code between Textual and the terminal: input, output, the end of the program."""
