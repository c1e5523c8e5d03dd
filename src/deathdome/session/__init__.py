"""A match between players and managers, hosted without a user interface."""
