"""What is kept of the blocks of a run: a line of its file each."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    NotRequired,
    TypedDict,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from deathdome.arena.arena import MOST_SEED, opening
from deathdome.arena.clock import Times  # noqa: TC001 - lines are checked against the types
from deathdome.arena.counting import Course  # noqa: TC001
from deathdome.arena.lineups import rotations
from deathdome.arena.series import schedule
from deathdome.content.words import shown
from deathdome.match.guard import FaultKind
from deathdome.model.outcome import STOPPED
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deathdome.arena.arena import Arena


class Fault(TypedDict):
    """One thing that a manager did wrong."""

    seat: int
    question: int  # number of the question in this match; -1 before the first, after the last
    kind: str
    detail: str


class Played(TypedDict):
    """How one match of a series ended."""

    winners: list[int]
    payouts: list[int]


class Match(TypedDict):
    """One match of a block; lists are by seat."""

    places: list[int]  # in the line-up
    first: int  # seat of the first player
    winners: list[int]  # seats; several share the match
    reason: str
    rounds: int  # played
    payouts: list[int]  # credits
    points: list[int]
    towers: list[int]
    shells: list[int]
    jailed: list[int]
    deaths: list[int]
    rushed: list[int]  # seats that took a tower in the first round
    held: list[list[str]]  # ids of the store cards when the store closed
    bought: list[list[str]]  # also what was sold again
    used: dict[str, int]  # "card#0": times its first ability took effect; "card": attacks with it
    power: dict[str, list[int]]  # card: times laid for its value, played for its ability
    decisions: list[int]
    fingerprint: str
    marks: NotRequired[dict[str, list[int]]]  # see counting; not of a series
    course: NotRequired[Course]  # not of a series
    series: NotRequired[list[Played]]  # its matches, only of a series
    # Seats that the fallback played to the end, because their managers had struck out. Only if
    # there were any.
    taken_over: NotRequired[list[int]]
    faults: NotRequired[list[Fault]]  # only if there were any


class Without(TypedDict):
    """A match of the block played again, with one card taken out of the store."""

    match: int  # which one of the block
    card: str
    winners: list[int]
    payouts: list[int]
    fingerprint: str
    faults: NotRequired[list[Fault]]


class Block(TypedDict):
    """One line-up's matches of one seed."""

    block: int
    lineup: int  # index in the line-ups of the run
    seed: int
    matches: list[Match]
    without: NotRequired[list[Without]]  # only if cards are taken out


class BlockTimes(TypedDict):
    """How long a block took; no part of its result."""

    block: int
    lineup: int
    seconds: float
    managers: dict[str, Times]


_LONGEST: Final = 1_000  # characters of a text
_MOST: Final = 2**64  # of a number that is no seed
_BY_SEAT: Final = (
    *("places", "payouts", "points", "towers", "shells", "jailed", "deaths"),
    *("held", "bought", "decisions"),
)
_STEP: Final = re.compile(r"-?[0-9]{1,3}")  # what times are counted by
_SEATS: Final = ("winners", "rushed", "taken_over")  # lists of seats
_REASONS: Final = (
    *("payout", "towers", "shells", "fewest jailed"),
    *("shared", "last team standing", "series", STOPPED),
)
_FINGERPRINT: Final = re.compile("[0-9a-f]{16}")
_SHORTEST: Final = 1e-9  # seconds that a clock can tell from none


def block_problem(row: Mapping[str, Any], arena: Arena, task: int) -> str:
    """Why a row cannot be the result of this task of a run, with the place in it; "" if it can."""
    block, lineup = divmod(task, len(arena.lineups))
    if (row.get("block"), row.get("lineup")) != (block, lineup):
        return f"this is not block {block} of line-up {lineup}"
    if problem := _misshapen(row, Block):
        return problem
    if row["seed"] != arena.match_seed(block):
        return "seed: this is not the seed of the block"
    matches, seats = row["matches"], arena.seats
    orders = [list(order) for order in rotations(seats, block)]
    if [match["places"] for match in matches] != orders:
        return "matches: these are not the rotations of the seats"
    for number, match in enumerate(matches, 1):
        for key, problem in chain(_unseated(match, seats), _impossible(match, arena)):
            return f"matches {number}.{key}: {problem}"
    for number, again in enumerate(row.get("without", ()), 1):
        if not 0 <= again["match"] < len(matches):
            return f"without {number}.match: there is no such match"
        for key, problem in chain(_unseated(again, seats), _unheard_of(again, arena)):
            return f"without {number}.{key}: {problem}"
    return ""


def times_fit(row: Mapping[str, Any]) -> bool:
    """Whether a row says how long a block took."""
    if _misshapen(row, BlockTimes):
        return False
    counted = (read[what] for read in row["managers"].values() for what in ("decisions", "turns"))
    return all(_STEP.fullmatch(step) for steps in counted for step in steps)


def _unseated(match: Mapping[str, Any], seats: int) -> Iterator[tuple[str, str]]:
    """(key, what is wrong) where a match does not speak of the teams that played it."""
    for key in _BY_SEAT:
        if key in match and len(match[key]) != seats:
            yield key, f"{seats} teams played"
    told = [(key, seat) for key in _SEATS for seat in match.get(key, ())]
    told += [("first", match["first"])] if "first" in match else []
    told += [("faults", fault["seat"]) for fault in match.get("faults", ())]
    for key, seat in told:
        if not 0 <= seat < seats:
            yield key, f"{seats} teams played"
    for key in _SEATS:
        if len(set(match.get(key, ()))) != len(match.get(key, ())):
            yield key, "a team is named twice"
    if not match["winners"]:
        yield "winners", "somebody wins every match"
    for counts in match.get("marks", {}).values():
        if len(counts) != seats:
            yield "marks", f"{seats} teams played"
    course = match.get("course")
    if course is not None:
        lists = [course["captured"], *course["paid"]]
        if any(len(each) != seats for each in lists):
            yield "course", f"{seats} teams played"
    for card, counts in match.get("power", {}).items():
        if len(counts) != 2:
            yield f"power.{card}", "two numbers are needed"
    for played in match.get("series", ()):
        if len(played["payouts"]) != seats or not all(
            0 <= one < seats for one in played["winners"]
        ):
            yield "series", f"{seats} teams played"


def _impossible(match: Mapping[str, Any], arena: Arena) -> Iterator[tuple[str, str]]:
    """(key, what is wrong) where a match of the run cannot have gone like that."""
    setup = opening(arena).setup
    yield from _unheard_of(match, arena)
    reason, single = match["reason"], len(match["winners"]) == 1
    if reason not in _REASONS or (reason == "series" and not arena.series):
        yield "reason", "no match ends for that"
    if single == (reason in ("shared", STOPPED)):
        yield "reason", f"{len(match['winners'])} won"
    most = sum(schedule(arena.ruleset, arena.rounds)) if arena.series else setup.rounds
    if not (0 if reason == STOPPED else 1) <= match["rounds"] <= most:
        yield "rounds", f"there are {most} at most"
    if any(jailed > UNITS_PER_TEAM for jailed in match["jailed"]):
        yield "jailed", f"a team has {UNITS_PER_TEAM} units"
    for fault in match.get("faults", ()):
        if fault["kind"] not in get_args(FaultKind):
            yield "faults", "there is no such kind"
    if arena.series:
        return  # what teams are worth stands for what they were paid
    if sum(match["points"]) + sum(match["towers"]) > len(setup.board.points):
        yield "points", f"the board has {len(setup.board.points)}"
    counts = zip(match["towers"], match["points"], match["shells"], strict=True)
    due = [
        TOWER_PAY * tower + POINT_PAY * point + SHELL_PAY * shell for tower, point, shell in counts
    ]
    if match["payouts"] != due:
        yield "payouts", "this is not what towers, points and shells pay"


def _unheard_of(match: Mapping[str, Any], arena: Arena) -> Iterator[tuple[str, str]]:
    """(key, what is wrong) where a match is told with words that the game does not have."""
    catalog = opening(arena).setup.catalog
    if not _FINGERPRINT.fullmatch(match["fingerprint"]):
        yield "fingerprint", "sixteen hexadecimal digits are needed"
    abilities = {card.id: len(card.abilities) for card in catalog.store_cards}
    named = [("card", match["card"])] if "card" in match else []
    named += [
        (key, card) for key in ("held", "bought") for row in match.get(key, ()) for card in row
    ]
    for use in match.get("used", ()):
        card, _, place = use.partition("#")
        known = not place or place in map(str, range(abilities.get(card, 0)))
        named.append(("used", card if known else use))
    for key, card in named:
        if card not in abilities:
            yield key, f'there is no card "{shown(card)}" in the store'
    power = {card.id for card in catalog.power_cards}
    for card in match.get("power", ()):
        if card not in power:
            yield "power", f'there is no power card "{shown(card)}"'


def _misshapen(value: object, hint: Any, place: str = "") -> str:
    """Where a value is of another kind than a hint says; "" if it is of that kind."""
    if hint is str:  # nearly all of a row is texts and numbers
        # The word of a manager on its own fault is shown nowhere.
        fits = _told(value) or place.endswith(".detail")
        return "" if fits else f"{place}: no {_named(hint)}"
    if hint is int or hint is float:
        counts = type(value) is int or type(value) is hint
        least = -1 if place.endswith(".question") else 0
        most = MOST_SEED if place == "seed" else _MOST
        fits = counts and least <= value < most  # type: ignore[operator]
        if type(value) is float and 0 < value < _SHORTEST:
            fits = False
        return "" if fits else f"{place}: no {_named(hint)}"
    wrong = f"{place or 'it'}: no {_named(hint)}"
    origin, inner = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        if not isinstance(value, dict):
            return wrong
        for key, (part, needed) in _fields(hint).items():
            if key in value:
                at = f"{place}.{key}" if place else key
                if problem := _misshapen(value[key], part, at):
                    return problem
            elif needed:
                return f"{place or 'it'}: {key} is missing"
        return ""
    if origin is list:
        if not isinstance(value, list):
            return wrong
        for number, one in enumerate(value, 1):
            if problem := _misshapen(one, inner[0], f"{place} {number}"):
                return problem
        return ""
    if origin is tuple:
        if not isinstance(value, list) or len(value) != len(inner):
            return wrong
        found = (_misshapen(one, part, place) for one, part in zip(value, inner, strict=True))
        return next(filter(None, found), "")
    if not isinstance(value, dict) or not all(_told(key) for key in value):  # origin is dict
        return wrong
    found = (_misshapen(one, inner[1], f"{place}.{key}") for key, one in value.items())
    return next(filter(None, found), "")


def _told(value: object) -> bool:
    """Whether a value is a text that a table can show."""
    return isinstance(value, str) and len(value) <= _LONGEST and value.isprintable()


def _named(hint: Any) -> str:
    """What a hint asks for, in a word."""
    if is_typeddict(hint) or get_origin(hint) is dict:
        return "object that can be used"
    if hint is str:
        return "text that can be shown"
    return "list that fits" if get_origin(hint) else "number that can be reckoned with"


@cache
def _fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """The fields of a kind of object: what each has to be, and whether it has to be there."""
    found = get_type_hints(kind, include_extras=True)
    return {
        key: (get_args(hint)[0], False) if get_origin(hint) is NotRequired else (hint, True)
        for key, hint in found.items()
    }
