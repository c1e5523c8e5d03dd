"""What a line in the file of a run must look like before anything is reckoned from it.

Files are handed round, and edited. The figures of a report go through many hands, none of which
looks again at what it is given; so a row is looked at once, where it is read.
"""

from __future__ import annotations

import re
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    NotRequired,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from deathdome.arena.blocks import Block, BlockTimes
from deathdome.arena.lineups import rotations
from deathdome.arena.simulation import match_seed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deathdome.arena.blocks import Arena

_MOST: Final = 2**64  # of any number: seeds are the largest
_LONGEST: Final = 1_000  # characters of a text
_BY_SEAT: Final = (
    *("places", "payouts", "points", "towers", "shells", "jailed", "deaths"),
    *("held", "bought", "decisions"),
)
_STEP: Final = re.compile(r"-?[0-9]{1,3}")  # what times are counted by
_SEATS: Final = ("winners", "rushed", "taken_over")  # lists of seats


def block_problem(row: Mapping[str, Any], arena: Arena, task: int) -> str:
    """Why a row cannot be the result of this task of a run, with the place in it; "" if it can."""
    block, lineup = divmod(task, len(arena.lineups))
    if (row.get("block"), row.get("lineup")) != (block, lineup):
        return f"this is not block {block} of line-up {lineup}"
    if problem := _misshapen(row, Block):
        return problem
    if row["seed"] != match_seed(arena.seed, block):
        return "seed: this is not the seed of the block"
    matches, seats = row["matches"], arena.seats
    orders = [list(order) for order in rotations(seats, block)]
    if [match["places"] for match in matches] != orders:
        return "matches: these are not the rotations of the seats"
    for number, match in enumerate(matches, 1):
        for key, problem in _unseated(match, seats):
            return f"matches {number}.{key}: {problem}"
    for number, again in enumerate(row.get("without", ()), 1):
        if not 0 <= again["match"] < len(matches):
            return f"without {number}.match: there is no such match"
        for key, problem in _unseated(again, seats):
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


def _misshapen(value: object, hint: Any, place: str = "") -> str:
    """Where a value is of another kind than a hint says; "" if it is of that kind."""
    if hint is str:  # nearly all of a row is texts and numbers
        # The word of a manager on its own fault is shown nowhere.
        fits = _told(value) or place.endswith(".detail")
        return "" if fits else f"{place}: no {_named(hint)}"
    if hint is int or hint is float:
        counts = type(value) is int or type(value) is hint
        fits = counts and -_MOST < value < _MOST  # type: ignore[operator]
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
