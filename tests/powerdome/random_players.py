"""Random legal answers to every question of PowerDome."""

from __future__ import annotations

from deathdome.powerdome.bots.random_bot import random_answer as answer
from deathdome.powerdome.bots.random_bot import random_plan as plan

__all__ = ["answer", "plan"]
