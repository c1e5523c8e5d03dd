"""Foreign managers: programs behind a pipe, whose faults cannot reach the match."""
