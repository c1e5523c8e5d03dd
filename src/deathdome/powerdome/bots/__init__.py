"""Bots: computer players of PowerDome."""
