"""A running match without files: controllers of the seats, and the referee between them."""
