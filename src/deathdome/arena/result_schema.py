"""Schema of the lines in a results file, and the checks of a line against its run.

Players pass such files on, and edit them. No statistic of a report checks its input again, so each
line is checked once, where it is read.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, Final, NotRequired

from pydantic import AfterValidator, Field, PlainValidator, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError
from typing_extensions import TypedDict  # pydantic needs this one below Python 3.12

from deathdome.arena.arena import opening
from deathdome.lineups import rotations
from deathdome.model.events import STOPPED
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.programs.faults import FaultKind  # noqa: TC001 - pydantic reads it
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY
from deathdome.run_file import MAX_SEED
from deathdome.toml.words import shown, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pydantic_core import ErrorDetails

    from deathdome.arena.arena import Arena

_MAX_TEXT: Final = 1_000  # characters
_MIN_SECONDS: Final = 1e-9  # the least that a clock measures


def _printable(value: object) -> str:
    if isinstance(value, str) and len(value) <= _MAX_TEXT and value.isprintable():
        return value
    raise PydanticCustomError("text", "no text that can be shown")


def _any_text(value: object) -> str:
    """Accept any text: the detail of a fault is never printed."""
    if isinstance(value, str):
        return value
    raise PydanticCustomError("text", "no text")


def _measurable(value: float) -> float:
    if 0 < value < _MIN_SECONDS:
        raise PydanticCustomError("time", "a time that no clock measures")
    return value


def _different(teams: list[int]) -> list[int]:
    if len(set(teams)) == len(teams):
        return teams
    raise PydanticCustomError("teams", "a team is named twice")


Count = Annotated[int, Field(strict=True, ge=0, lt=2**64)]
Text = Annotated[str, PlainValidator(_printable)]
Fingerprint = Annotated[str, Field(strict=True, pattern="^[0-9a-f]{16}$")]
Seconds = Annotated[
    float, Field(strict=True, ge=0, lt=2**64, allow_inf_nan=False), AfterValidator(_measurable)
]
Step = Annotated[str, Field(strict=True, pattern="^-?[0-9]{1,3}$")]
Teams = Annotated[list[Count], AfterValidator(_different)]
Winners = Annotated[Teams, Field(min_length=1)]
Cards = list[list[Text]]
Pair = Annotated[list[Count], Field(min_length=2, max_length=2)]
Inmates = Annotated[int, Field(strict=True, ge=0, le=UNITS_PER_TEAM)]


class Fault(TypedDict):
    """A fault of a manager."""

    seat: Count
    # Number of the question in this match; -1 before the first and after the last.
    question: Annotated[int, Field(strict=True, ge=-1, lt=2**64)]
    kind: FaultKind
    detail: Annotated[str, PlainValidator(_any_text)]


class Played(TypedDict):
    """The result of one match of a series."""

    winners: list[Count]
    payouts: list[Count]
    values: NotRequired[list[Count]]  # team values after it; not in older files
    rounds: NotRequired[Count]  # played


class PayoutHistory(TypedDict):
    """Captures and payouts by round; lists are by seat, those of `paid` within each round."""

    captured: list[list[tuple[Count, Text]]]  # every capture: round, space
    paid: list[list[Count]]  # payouts as if each round had been the last; credits


class Match(TypedDict):
    """One match of a block; lists are by seat."""

    places: list[Count]  # in the line-up
    first: Count  # seat of the first player
    winners: Winners  # seats; several share the match
    reason: Text
    rounds: Count  # played
    payouts: list[Count]  # credits
    points: list[Count]
    towers: list[Count]
    shells: list[Count]
    jailed: list[Inmates]
    deaths: list[Count]
    rushed: Teams  # seats that took a tower in the first round
    held: Cards  # ids of the store cards when the store closed
    bought: Cards  # including cards that were sold again
    used: dict[Text, Count]  # "card#0": uses of its first ability; "card": attacks with it
    power: dict[Text, Pair]  # card: times played for its value, played for its ability
    decisions: list[Count]
    fingerprint: Fingerprint
    marks: NotRequired[dict[Text, list[Count]]]  # see counting; not of a series
    course: NotRequired[PayoutHistory]  # not of a series
    series: NotRequired[list[Played]]  # its matches, only of a series
    # Seats that the fallback took over because their managers had struck out, if any.
    taken_over: NotRequired[Teams]
    faults: NotRequired[list[Fault]]  # if any


class Without(TypedDict):
    """A match of the block, replayed with one card taken out of the store."""

    match: Count  # index in the block
    card: Text
    winners: Winners
    payouts: list[Count]
    fingerprint: Fingerprint
    faults: NotRequired[list[Fault]]


class Block(TypedDict):
    """The matches of one line-up with one seed."""

    block: Count
    lineup: Count  # index in the line-ups of the run
    seed: Annotated[int, Field(strict=True, ge=0, lt=MAX_SEED)]
    matches: list[Match]
    without: NotRequired[list[Without]]  # if cards are taken out


class Times(TypedDict):
    """Thinking time of one manager in one or many matches."""

    decisions: dict[Step, Count]  # step of seconds -> number of decisions
    turns: dict[Step, Count]  # the same, of its own whole turns
    seconds: Seconds
    nodes: Count
    node_seconds: Seconds  # of the decisions that reported their nodes


class BlockTimes(TypedDict):
    """The time that a block took; no part of its result."""

    block: Count
    lineup: Count
    seconds: Seconds
    managers: dict[Text, Times]


_BY_SEAT: Final = (
    *("places", "payouts", "points", "towers", "shells", "jailed", "deaths"),
    *("held", "bought", "decisions"),
)
_TEAMS: Final = ("winners", "rushed", "taken_over")
_REASONS: Final = (
    *("payout", "towers", "shells", "fewest jailed"),
    *("shared", "last team standing", "series", STOPPED),
)


@cache
def _blocks() -> TypeAdapter[Block]:
    return TypeAdapter(Block)


@cache
def _times() -> TypeAdapter[BlockTimes]:
    return TypeAdapter(BlockTimes)


def block_of(row: Mapping[str, Any], arena: Arena, task: int) -> Block:
    """Return a row as the result of a task of the run.

    Raises:
        ValueError: the row is malformed; says where and why.
    """
    number, lineup = divmod(task, len(arena.lineups))
    if (row.get("block"), row.get("lineup")) != (number, lineup):
        raise ValueError(f"this is not block {number} of line-up {lineup}")
    try:
        block = _blocks().validate_python(row)
    except ValidationError as error:
        raise ValueError(_explained(error.errors(include_url=False)[0])) from error
    for problem in _problems(block, arena):
        raise ValueError(problem)
    return block


def times_of(row: Mapping[str, Any]) -> BlockTimes | None:
    """Return a row as the times of a block; None if it is not valid."""
    try:
        return _times().validate_python(row)
    except ValidationError:
        return None


def _problems(block: Block, arena: Arena) -> Iterator[str]:
    """Yield what does not fit the run, each with its place."""
    if block["seed"] != arena.match_seed(block["block"]):
        yield "seed: this is not the seed of the block"
    matches, seats = block["matches"], arena.seats
    orders = [list(order) for order in rotations(seats, block["block"])]
    if [match["places"] for match in matches] != orders:
        yield "matches: these are not the rotations of the seats"
    for number, match in enumerate(matches, 1):
        for key, problem in chain(_unseated(match, seats), _impossible(match, arena)):
            yield f"matches {number}.{key}: {problem}"
    for number, again in enumerate(block.get("without", ()), 1):
        if again["match"] >= len(matches):
            yield f"without {number}.match: there is no such match"
        for key, problem in chain(_unseated(again, seats), _unknown_cards(again, arena)):
            yield f"without {number}.{key}: {problem}"


def _explained(detail: ErrorDetails) -> str:
    """Return a shape error as text, with its place: 'matches 1.payouts 2: ...'."""
    *loc, last = detail["loc"] or ("it",)
    context = detail.get("ctx", {})
    value = "null" if detail["input"] is None else written(detail["input"])
    match detail["type"]:
        case "missing" if isinstance(last, str):
            return f"{_place(loc)}: {last} is missing"
        case "text" if last == "[key]":
            return f"{_place(loc[:-1])}: {detail['msg']}"
        case "string_pattern_mismatch":
            text = "sixteen hexadecimal digits are needed"
        case "literal_error":
            text = f"it can be {context['expected']}, not {value}"
        case "list_type" | "tuple_type":
            text = f"a list is needed, not {value}"
        case "dict_type":
            text = f"an object is needed, not {value}"
        case "too_short":
            text = f"too few entries: {context['actual_length']}, not {context['min_length']}"
        case "too_long":
            text = f"too many entries: {context['actual_length']}, not {context['max_length']}"
        case "missing":
            text = "an entry is missing"
        case "greater_than_equal":
            text = f"{value} is too small; the minimum is {context['ge']}"
        case "less_than_equal":
            text = f"{value} is too large; the maximum is {context['le']}"
        case "less_than":
            text = f"{value} is too large"
        case kind if kind.startswith("int"):
            text = f"a whole number is needed, not {value}"
        case kind if kind.startswith("string"):
            text = f"a text is needed, not {value}"
        case _:
            text = detail["msg"]
    return f"{_place((*loc, last))}: {text}"


def _place(loc: Sequence[int | str]) -> str:
    text = ""
    for part in loc:
        text += f" {part + 1}" if isinstance(part, int) else f".{part}" if text else part
    return text or "it"


def _unseated(match: Mapping[str, Any], seats: int) -> Iterator[tuple[str, str]]:
    """Yield (key, problem) where a match does not have the teams of the run."""
    wrong = f"{seats} teams played"
    by_seat = [(key, match[key]) for key in _BY_SEAT if key in match]
    by_seat += [("marks", counts) for counts in match.get("marks", {}).values()]
    if history := match.get("course"):
        by_seat += [("course", row) for row in (history["captured"], *history["paid"])]
    by_seat += [("series", played["payouts"]) for played in match.get("series", ())]
    named = [(key, seat) for key in _TEAMS for seat in match.get(key, ())]
    named += [("first", match["first"])] if "first" in match else []
    named += [("faults", fault["seat"]) for fault in match.get("faults", ())]
    named += [("series", seat) for played in match.get("series", ()) for seat in played["winners"]]
    yield from ((key, wrong) for key, row in by_seat if len(row) != seats)
    yield from ((key, wrong) for key, seat in named if seat >= seats)


def _impossible(match: Match, arena: Arena) -> Iterator[tuple[str, str]]:
    """Yield (key, problem) where a match of the run cannot have gone like that."""
    setup = opening(arena).setup
    yield from _unknown_cards(match, arena)
    reason, single = match["reason"], len(match["winners"]) == 1
    if reason not in _REASONS or (reason == "series" and not arena.series):
        yield "reason", "no match ends for that"
    if single == (reason in ("shared", STOPPED)):
        yield "reason", f"{len(match['winners'])} won"
    most = _most_rounds(arena) if arena.series else setup.rounds
    if not (0 if reason == STOPPED else 1) <= match["rounds"] <= most:
        yield "rounds", f"there are {most} at most"
    if arena.series:
        return  # payouts are team values
    if sum(match["points"]) + sum(match["towers"]) > len(setup.board.points):
        yield "points", f"the board has {len(setup.board.points)}"
    counts = zip(match["towers"], match["points"], match["shells"], strict=True)
    due = [
        TOWER_PAY * tower + POINT_PAY * point + SHELL_PAY * shell for tower, point, shell in counts
    ]
    if match["payouts"] != due:
        yield "payouts", "this is not what towers, points and shells pay"


def _most_rounds(arena: Arena) -> int:
    """Return the rounds of a season, without those that Hyper Cube repeats."""
    ruleset = arena.ruleset
    further = ruleset.extra_matches_max * ruleset.extra_match_rounds
    return sum(arena.series) + further * ruleset.conglamagragon


def _unknown_cards(match: Mapping[str, Any], arena: Arena) -> Iterator[tuple[str, str]]:
    """Yield (key, problem) for cards and abilities that the game does not have."""
    catalog = opening(arena).setup.catalog
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
