"""A match between people and managers, hosted without a user interface."""
