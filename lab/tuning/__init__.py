"""Weights of the planning managers, measured in matches (`make tune`)."""
