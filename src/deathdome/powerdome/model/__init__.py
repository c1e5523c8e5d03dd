"""The records of PowerDome: powers, positions, questions, answers and events."""
