"""A running game of PowerDome without a user interface: referee, host, records."""
