"""The six levels and five personalities of the planning managers (managers.md, decision 0014).

A lower level chooses worse; it never sees less, and never breaks a rule. A personality wants other
things; it never thinks that others do.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from deathdome.managers.planner.weights import NEUTRAL, Weights


class Breadth(NamedTuple):
    """Size of the rollouts: plans at first, and worlds for each plan at each halving."""

    plans: int
    worlds: tuple[int, ...]


class Level(NamedTuple):
    """Strength settings of a planning manager."""

    temperature: float = 0.0  # credits of regret; the more, the more it errs; 0: never
    worst: float = 0.0  # credits of regret that are never exceeded
    fearless: bool = False  # sees no danger
    lavish: bool = False  # gives cards away as if they were worth nothing
    single: bool = False  # thinks of one unit phase, never of the one after it
    breadth: Breadth | None = None  # None: plans are not played on
    noise: float = 1.0  # how far in the store its own taste goes over what cards have done


# The manager `greedy`; nobody else can be given this level.
GREEDY: Final = Level(fearless=True, single=True)

LEVELS: Final[dict[str, Level]] = {
    "rookie": Level(150_000, 450_000, fearless=True, lavish=True, noise=2.0),
    "regular": Level(75_000, 220_000, noise=1.5),
    "veteran": Level(),
    "elite": Level(breadth=Breadth(8, (2, 4, 8)), noise=0.6),
    "champion": Level(breadth=Breadth(16, (4, 8, 16, 32)), noise=0.4),
    "legend": Level(breadth=Breadth(16, (16, 32, 64, 128)), noise=0.3),
}

# Factors on the weights; a personality leaves the others as they are.
PERSONALITIES: Final[dict[str, dict[str, float]]] = {
    "aggressor": {
        "shells": 1.6,
        "points": 0.8,
        "danger": 0.5,
        "attack_price": 0.5,
        "fight": 2.0,
        "drawn_out": 2.0,
    },
    "banker": {
        "shells": 0.6,
        "points": 0.5,
        "towers": 2.0,
        **dict.fromkeys(("warrior", "gunner", "scout", "medic"), 0.6),
        "danger": 0.6,
        "guard": 2.0,
        "recapture": 2.0,
    },
    "raider": {
        "shells": 0.8,
        "points": 2.0,
        "floor_hold": 1.1,
        "danger": 1.1,
        "denied": 0.5,
        "step": 2.0,
    },
    "jailer": {
        "shells": 1.2,
        "points": 0.8,
        "jailed": 2.0,
        "jail_phase": 2.0,
        "danger": 0.7,
        "attack_price": 0.5,
        "fight": 1.5,
        "drawn_out": 2.0,
    },
    "turtle": {
        "shells": 0.7,
        "few": 2.0,
        "fewer": 2.0,
        "frail": 2.0,
        "in_base": 0.5,
        "card": 1.2,
        "danger": 2.0,
        "cover": 0.5,
        "removal": 2.0,
        "attack_price": 1.8,
        "defence_price": 0.5,
        "fight": 0.5,
    },
}

# ... and on what kinds of store cards, and cards with what traits, are worth to it.
SHOPPING: Final[dict[str, dict[str, float]]] = {
    "aggressor": {"ranged": 1.25, "close": 1.35, "boost": 1.2},
    "banker": {"armor": 1.4, "movement": 1.3},
    "raider": {"movement": 1.7},
    "jailer": {"knocks": 1.5, "close": 1.3},
    "turtle": {"armor": 2.0, "healing": 2.0},
}


def level_of(name: str) -> Level:
    """Return the level of that name, `greedy` included."""
    return GREEDY if name == "greedy" else LEVELS[name]


def weights_for(level: Level, personality: str = "", base: Weights = NEUTRAL) -> Weights:
    """Return the weights of a level with a personality ("": neutral)."""
    factors = PERSONALITIES.get(personality, {})
    weights = base._replace(**{name: getattr(base, name) * by for name, by in factors.items()})
    if level.fearless:
        weights = weights._replace(danger=0.0)
    if level.lavish:
        weights = weights._replace(card=0.0, card_point=0.0)
    return weights
