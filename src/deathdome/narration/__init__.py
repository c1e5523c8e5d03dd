"""What happened, what is asked and what may be answered, as plain English sentences."""
