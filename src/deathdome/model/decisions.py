"""Decisions: a question, the seat asked, and every legal answer."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from deathdome.model.actions import Action

Seat: TypeAlias = int  # 0 to 3, clockwise
UnitId: TypeAlias = int  # seat * 4 + line of the registry

CHANCE: Final[Seat] = -1  # the seat that rolls dice and draws cards


class Question(Enum):
    """Kinds of question; every kind has a prompt on the screen."""

    DEAL = "deal"  # of starting characters
    ROLL = "roll"
    DRAW = "draw"
    PURCHASE = "purchase"
    TURN = "turn"
    UNIT_PHASE = "unit phase"
    WALK = "walk"  # a walk given by an ability
    FOLLOW = "follow"
    JUMP = "jump"
    ATTACK_CARDS = "attack cards"
    DEFENCE_CARDS = "defence cards"
    FURTHER_ATTACK = "further attack"
    HIT_ORDER = "hit order"
    PUSH_SPACE = "push space"
    JAIL = "jail"
    REACTION = "reaction"


class Decision(NamedTuple):
    """One question. `options` is never empty and in a fixed order; `weights` only for CHANCE."""

    seat: Seat
    question: Question
    options: list[Action]
    weights: list[int] = []  # noqa: RUF012 - never written to; relative frequency of each option
    unit: UnitId = -1  # the unit concerned, if any
