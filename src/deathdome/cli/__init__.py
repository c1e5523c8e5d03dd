"""Commands by subject. Answers go to standard output, remarks to standard error."""
