"""Settings of the planning managers: weights, levels, personalities, limits.

The figures are in data/managers/weights.toml, with the hash of the rules they were tuned for.
"""

from __future__ import annotations

from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deathdome.bundled import data_folder
from deathdome.errors import ContentError, nearest, printable
from deathdome.model.actions import ActionKind, kind_of
from deathdome.rules.stack import chain_length
from deathdome.toml.files import read_toml
from deathdome.toml.words import shown, written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from deathdome.model.actions import Action
    from deathdome.model.state import State

FILE: Final = "managers/weights.toml"
_MOST: Final = 1_000_000_000  # more than a match is about; sums of it are still numbers


class Weights(NamedTuple):
    """One set of weights. Those without a unit are factors; the rest are credits."""

    # what a team has (factors on what the rulebook pays)
    shells: float
    points: float
    towers: float
    supply: float
    floor_hold: float  # of a floor point's pay, for each own turn that it is still to be held
    tower_hold: float  # of a tower's
    lead: float  # of the best other team's worth
    # units
    warrior: float  # a unit on the field, with all rounds left
    gunner: float
    scout: float
    medic: float
    rich: float  # share of that, decided by the load of the unit
    few: float  # extra for the second to last unit of a team: the next death may end the match
    fewer: float  # the third to last
    wound: float  # a lost point of vitae
    frail: float  # extra risk of a unit with one point left; less with more
    down: float  # an incapacitated unit
    in_base: float  # a unit that is still in its base, with all rounds left
    # hand
    card_step: float  # an additional card of the hand target, per own turn left
    card: float  # any card in the hand
    card_point: float  # a point of its value
    attack_price: float  # factor on both when a card is played in an attack
    defence_price: float  # ... or in a defence
    last_card: float  # factor in the last own turn
    # jobs
    wish: float  # share of a job's payout, for being on the way to it
    fade: float  # lost with each unit phase that it takes to get there
    step: float  # a step away from the next job
    guard: float  # of the team's tower that others could come to last, for being there
    fight: float  # an enemy to fight
    freed: float  # factor on the value of a unit that comes back from jail to its base
    jailed: float  # factor on the value of an enemy in jail, for kills and against releases
    jail_phase: float  # a phase that the killed unit's team needs to come to its jail
    # enemies' next turn
    danger: float  # what they could do
    recapture: float  # own points that they could take, in all rounds but the last
    denied: float  # other points that they could take
    cover: float  # of the hand that is left between a threat and its wounds
    menace: float  # of the cards of a hand that one threat is expected to bring
    removal: float  # of a threat, for the death of its attacker
    # attacks
    block: float  # how far a defender is expected to spend its whole hand
    drawn_out: float  # a card that a defender has to spend
    parry: float  # how far it is expected to use what it wears that lets a unit take no wounds
    worn_out: float  # equipment that has done so for the last time
    again: float  # each further attack of one action
    lies_down: float  # an enemy that a wound incapacitates
    pushed: float  # an enemy that a wound pushes, over open ground
    later: float  # of an action, if a walk comes first
    act: float  # between equals, do something


class LeafWeights(NamedTuple):
    """Factors of the terms of a position at the start of the team's turn.

    The order is that of `evaluate.PARTS`; the two behind it are about what may come.
    """

    shells: float
    points: float
    towers: float
    supply: float
    hand: float
    units: float
    wounds: float
    down: float
    base: float
    effects: float
    jobs: float  # what a team is on its way to
    danger: float  # what the others could do if the team did nothing in its turn


class SeasonWeights(NamedTuple):
    """Weight of a match in its season; zero in a single match."""

    win: float  # credits; first purchase and the auction, for the winner of a match
    sold: float  # of the price of what a unit carries: ends the match in jail, and is auctioned off
    late: float  # of that, for each own turn in which the unit may still be freed
    gang: float  # how much more the loss of the leader of the season is worth with three or four
    spread: float  # of the uncertainty of this match, for each match that follows
    caution: float  # of danger: more to the leader of the season, less to a team behind


class Tuned(NamedTuple):
    """Weights with where they come from."""

    weights: Weights
    leaf: LeafWeights
    season: SeasonWeights
    outfit: Mapping[str, float]  # factors on kinds of store cards, and on single ones by id
    rules: str  # hash of the rules they are good for
    source: str
    matches: int


def read_weights(path: Path) -> Tuned:
    """Read the weights of one file.

    Raises:
        ContentError: it cannot be read, or a weight is missing, unknown or no number.
    """
    source = printable(str(path))
    table = read_toml(path, source)
    matches = table.get("matches", 0)
    if type(matches) is not int:
        raise ContentError(f"{source}: matches is {written(matches)}, not a whole number")
    return Tuned(
        Weights(**_all(source, table, "weights", Weights._fields)),
        LeafWeights(**_all(source, table, "leaf", LeafWeights._fields)),
        SeasonWeights(**_all(source, table, "season", SeasonWeights._fields)),
        _numbers(source, table, "outfit"),
        shown(str(table.get("rules", ""))),
        shown(str(table.get("source", "")), 200),
        matches,
    )


def _all(source: str, table: dict[str, Any], part: str, fields: Sequence[str]) -> dict[str, float]:
    """Return the numbers of a table with exactly these keys."""
    found = _numbers(source, table, part)
    for name in found:
        if name not in fields:
            raise ContentError(
                f"{source}: there is no weight {written(name)} in [{part}].{nearest(name, fields)}"
            )
    missing = [name for name in fields if name not in found]
    if missing:
        raise ContentError(f"{source}: [{part}] lacks {', '.join(missing)}")
    return found


def _numbers(source: str, table: dict[str, Any], name: str) -> dict[str, float]:
    part = table.get(name, {})
    if not isinstance(part, dict):
        raise ContentError(f"{source}: [{name}] is not a table")
    found = {}
    for key, value in part.items():
        number = _number(value)
        if number is None:
            raise ContentError(
                f"{source}: {shown(key)} in [{name}] is {written(value)}, not a number"
            )
        if abs(number) > _MOST:
            raise ContentError(
                f"{source}: {shown(key)} in [{name}] is {written(value)}; "
                f"no weight is more than {_MOST:,} either way"
            )
        found[key] = number
    return found


def _number(value: object) -> float | None:
    """Return a finite number; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:  # a whole number that is too long for a float
        return None
    return number if isfinite(number) else None


@cache
def tuned() -> Tuned:
    """Return the bundled weights."""
    return read_weights(data_folder() / FILE)


NEUTRAL: Final = tuned().weights
LEAF: Final = tuned().leaf


# -- levels ----------------------------------------------------------------------------------------
# A lower level makes the mistakes of a person and then plays what it thinks best. It never breaks a
# rule. A personality wants other things; it never thinks that others do.


class Breadth(NamedTuple):
    """Size of the rollouts: plans at first, and worlds for each plan at each halving."""

    plans: int
    worlds: tuple[int, ...]


class Level(NamedTuple):
    """Strength settings of a planning manager."""

    overlooks: float = 0.0  # chance that it sees an enemy, or a point, only in the next round
    forgets: float = 0.0  # chance that it forgets a unit for a round, or all those in jail
    overrates: float = 1.0  # how many times their worth an enemy's wounds and death count
    careless: float = 0.0  # credits that its choice among good plans may cost
    fearless: bool = False  # sees no danger
    single: bool = False  # thinks of one unit phase, never of the one after it
    rough: bool = False  # only estimates the phase after it
    breadth: Breadth | None = None  # None: no rollouts
    noise: float = 1.0  # weight of the team's taste in the store, against results of cards

    @property
    def mistaken(self) -> bool:
        """True if it judges positions with mistakes (mistakes.py)."""
        return self.overlooks > 0 or self.forgets > 0 or self.overrates != 1


# The manager `greedy`; no other manager can have this level.
GREEDY: Final = Level(fearless=True, single=True)

LEVELS: Final[dict[str, Level]] = {
    "rookie": Level(
        overlooks=0.65, forgets=0.65, overrates=2.0, careless=60_000, rough=True, noise=2.0
    ),
    "regular": Level(overlooks=0.3, forgets=0.3, overrates=1.5, careless=30_000, noise=1.5),
    "veteran": Level(),
    "elite": Level(breadth=Breadth(8, (2, 4, 8)), noise=0.6),
    "champion": Level(breadth=Breadth(12, (6, 12, 24, 32)), noise=0.4),
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
    return weights._replace(danger=0.0) if level.fearless else weights


# -- bounds ----------------------------------------------------------------------------------------

LONG_CHAIN: Final = 16  # effects; no manager sees a longer chain through to its end
MOST_USES: Final = 24  # abilities and cards that are tried at one question


def fewer_uses(world: State, options: Sequence[Action]) -> Sequence[Action]:
    """Cut options to the first MOST_USES abilities and cards; to one in a long chain.

    Every match with the cards of the game alone stays below both bounds.
    """
    most = MOST_USES if chain_length(world) <= LONG_CHAIN else 1
    uses = [action for action in options if kind_of(action) in (ActionKind.USE, ActionKind.PLAY)]
    dropped = set(uses[most:])
    return [action for action in options if action not in dropped] if dropped else options
