"""Studies of PowerDome."""
