"""Every sentence that a player reads: events, choices, refusals, cards and odds in English."""
