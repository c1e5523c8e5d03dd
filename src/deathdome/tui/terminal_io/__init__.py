"""Between Textual and the terminal: input, output, and how the program ends."""
