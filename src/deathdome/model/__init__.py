"""Records of a position, and the notation of actions."""
