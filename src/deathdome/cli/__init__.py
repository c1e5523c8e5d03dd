"""Commands, one module each. Thin: standard output is the answer, standard error is talk."""
