"""A running match: who answers for a seat, and the referee between them. No files."""
