"""What a player reads: events, choices, cards and odds in English."""
