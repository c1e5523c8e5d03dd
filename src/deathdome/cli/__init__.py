"""Commands, one module each. Answers go to standard output, remarks to standard error."""
