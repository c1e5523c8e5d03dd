"""Phrases of the shows: the reveal of a combat, its log, the end of a game, and the coach."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.powerdome.model.events import Struck

# -- the reveal ----------------------------------------------------------------------------------

POWERDOME: Final = "POWERDOME"
REVEAL: Final = "round {round}"
PARTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "order": "agility",
        "activations": "activations",
        "attacks": "attacks",
        "end": "end of the round",
    }
)
COUNT: Final = "{at} of {all}"
ORDER: Final = "ORDER"
NEXT: Final = "NEXT"
THE_ORDER: Final = "ORDER OF ACTION"
DOUBLES: Final = {2: "twice as fast as {names}", 3: "three times as fast as {names}"}
TIMES: Final = "{ratio} times as fast as {names}"
TIED: Final = "same agility as {name}; the earlier sheet acts first"
SAYS: Final = '"{text}"'
STRIKES: Final = "strikes"
FURTHER: Final = "{strikes} AS WELL"
LOST: Final = "{whose} ATTACK IS LOST"
LOST_WHY: Final = "The attack on {defender} is lost: {why}."
ACTIVATES: Final = "{name}: {power}"
ANSWERS: Final = "answers with"
FAILS: Final = "It fails: {why}. It costs nothing."
SUFFERS: Final = "suffers"
STRIKE: Final = "strike"
RESIST: Final = "resist"
DAMAGE: Final = "damage"
NO_DAMAGE: Final = "no damage"
VITALITY: Final = "vitality"
TARGET: Final = "target"
COST: Final = "cost"
STATS: Final[Mapping[str, str]] = MappingProxyType(
    {"agility": "agility", "strike": "strike", "resist": "resist", "ap": "reserve"}
)
PAID: Final = "{word} {n}"
BURN: Final = "Burn"
UTILIZE: Final = "Utilize"
FREE: Final = "nothing"
AMOUNT: Final = "X is {x}."
CHANGE: Final = "{old} > {new}"
WORN_BY: Final = "{by}: {old} > {new}"
DIES: Final = "dies"
REVIVED: Final = "lives again"
HITS_INSTEAD: Final = "The attack hits {new} instead of {old}."
DAMAGE_CHANGES: Final = "damage {old} > {new}"
DAMAGE_CAPPED: Final = "damage {old} > {new}, the maximum"
DEAD: Final = "DEAD"
KILLED_BY: Final = "Killed by {name}"
LEFT_ALIVE: Final = "Left: {names}"
START_OF_COMBAT: Final = "START OF COMBAT"
VITALITY_NOW: Final = "VITALITY"
SO_FAR: Final = "SO FAR"
ROUND_ENDS: Final = "END OF ROUND {round}"
DEALS: Final = "DEALS"
DOME_TAKES: Final = "The closing dome takes {loss} vitality from every living player."
HEADS: Final = ("player", "agility", "strike", "resist", "at", "vitality")
NO_TARGET: Final = "-"
WINS: Final = "{name} wins: {why}."
DRAW: Final = "The game is a draw: {why}."
BY_ONE_STEP: Final = "card by card"
TIMED: Final = "timed"
INSTANT: Final = "instant"
SPEED: Final = "Speed: {speed}."
FIRST_CARD: Final = "This is the first card."


def times(ratio: int, names: Sequence[str]) -> str:
    """Return whom a player is so much faster than."""
    words = DOUBLES.get(ratio, TIMES)
    return words.format(ratio=ratio, names=", ".join(names))


def sum_words(blow: Struck) -> str:
    """Return the sum of a blow, before it is doubled or halved."""
    if blow.bypass:
        return f"{blow.strike} past {blow.resist} resist"
    if not blow.through:
        return f"{blow.strike} against {blow.resist}"
    return f"{blow.strike} - {blow.resist} = {blow.through}"


def speed_words(blow: Struck, ratio: int, *, players: bool) -> str:
    """Return why the damage is doubled, halved, or neither."""
    fast = {2: "twice", 3: "three times"}.get(ratio, f"{ratio} times")
    mine, theirs = blow.attacker_agility, blow.defender_agility
    if not blow.through:
        return ""
    if not players:
        return "an ally: neither doubled nor halved"
    if blow.speed > 1:
        return f"{mine} is at least {fast} {theirs}: doubled"
    if blow.speed < 0:
        return f"{theirs} is at least {fast} {mine}: halved"
    high, low = max(mine, theirs), min(mine, theirs)
    if high > low and high >= ratio * low:
        return "agility changes nothing here"
    return f"{high} is not {fast} {low}: no doubling" if high > low else "same agility: no doubling"


def act_next(name: str, power: str) -> str:
    """Return what the next card shows: an activation."""
    return f"{name}: {power}"


END_NEXT: Final = "End of the round"
