"""Schema of position files: the keys of each table and the values they may have.

A model checks one table alone; names are looked up where they are used. Every key is explained
in docs/positions.md.
"""

# No postponed annotations: pydantic would evaluate every one of them again.
import re
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from deathdome.errors import nearest
from deathdome.model.identifiers import TEAMS
from deathdome.model.ruleset import SCENARIOS, Ruleset
from deathdome.toml.words import suggestion

# Likely misspellings of keys, for suggestions only.
_SUGGESTED: Final = {
    "hp": "wounds",
    "damage": "wounds",
    "position": "at",
    "space": "at",
    "place": "at",
    "where": "at",
    "gear": "items",
    "equipment": "items",
    "item": "items",
    "weapons": "items",
    "cards": "hand",
    "money": "credits",
    "down": "incapacitated",
    "name": "title",
    "description": "note",
    "players": "seats",
    "action": "actions",
    "moves": "actions",
    "switches": "ruleset",
    "active": "phase",
    "unit": "phase",
    "phases": "unit_phases",
    "error": "refused",
    "code": "refused",
    "told": "events",
    "legal": "includes",
    "illegal": "excludes",
    "expected": "expect",
    "owners": "points",
    "scenarios": "scenario",
    "variant": "scenario",
    "season": "series",
    "schedule": "rounds",
    "matches": "rounds",
    "number": "match",
    "game": "match",
    "winner": "last_winner",
    "winners": "last_winner",
    "reason": "last_reason",
    "sold": "auctioned",
    "auction": "auctioned",
    "conglamagragon": "returned",
    "buys": "buyer",
    "base": "bases",
    "purse": "credits",
    "given": "handicap_shells",
    "gifts": "handicap_shells",
    "handicap_points": "handicap_shells",
    "handicap_cards": "handicap",
}


# What to write in place of keys of the file that authors try.
_WRITE: Final = {
    **dict.fromkeys(Ruleset.__dataclass_fields__, "ruleset.{}"),
    **{name: f'scenario = "{name.replace("_", "-")}"' for name in SCENARIOS},
    **dict.fromkeys(("auction", "auctions"), 'turn.at = "auction"'),
    **dict.fromkeys(("match", "last_winner", "results", "auctioned", "returned"), "series.{}"),
}


# Keys that belong into a table, by the table that authors forget.
_INNER: Final = {
    "units.red.warrior": ("wounds", "vitae", "items", "incapacitated", "character", "strength"),
    "teams.red": ("hand", "hand_size", "shells", "credits", "towers", "supply", "payout", "jailed"),
    "cards": ("deck", "discard"),
}


class Sheet(BaseModel):
    """A table of a position file; it refuses an unknown key and suggests the nearest one."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        if isinstance(value, dict):
            for key in value:
                if key not in cls.model_fields:
                    raise PydanticCustomError(
                        "unknown_key", "{text}", {"text": _unknown(key, list(cls.model_fields))}
                    )
        return value


def _year(value: Any) -> Any:
    """Read a year without quotes as the name of an edition."""
    return str(value) if type(value) is int else value


def _unknown(key: str, known: list[str]) -> str:
    if key in PositionSheet.model_fields and key not in _SUGGESTED:
        return (
            f'no key "{key}" here. It is a key of the whole file: put it above the first '
            f"[table]. Actions may also have a table, [play]."
        )
    if key.lower() in TEAMS:
        return f'no key "{key}" here. Units belong under [units], the rest of a team under [teams].'
    word = key.lower().replace("-", "_")
    if "ruleset" in known and word in _WRITE:
        return f'no key "{key}" here. Write {_WRITE[word].format(word)}.'
    near = nearest(key, known)
    if not near and _SUGGESTED.get(key.lower()) in known:
        near = f' Did you mean "{_SUGGESTED[key.lower()]}"?'
    inner = next((table for table, keys in _INNER.items() if key in keys), "")
    if "teams" in known and inner:
        return f'no key "{key}" here. It belongs under {inner}.{key}.'
    return f'no key "{key}" here.{near or suggestion(key, known)}'


def _text(value: Any) -> Any:
    """Read a number among cards as the plain card of that value."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _placed(value: Any) -> Any:
    """Read a plain text as the place of a unit or token."""
    return {"at": value} if isinstance(value, str) else value


def _one_team(value: Any) -> Any:
    return {"team": value} if isinstance(value, str) else value


def _schedule(value: Any) -> Any:
    """Read a list as the rounds of each match; `true` is the series of the rulebook."""
    if isinstance(value, bool):
        return {} if value else None
    return {"rounds": value} if isinstance(value, list) else value


def _rounds(value: Any) -> Any:
    """Read the rounds of one match as a list."""
    return [value] if type(value) is int else value


def _listed(value: Any) -> Any:
    """Read "handicap, bonus" as a list."""
    return [part.strip() for part in value.split(",")] if isinstance(value, str) else value


def _several(value: Any) -> Any:
    """Read a single value as a list of one."""
    return [value] if isinstance(value, str | dict) else value


def _small(value: Any) -> Any:
    """Ignore case in a word of a fixed list."""
    if isinstance(value, list):
        return [_small(one) for one in value]
    return value.lower() if isinstance(value, str) else value


def _lines(value: Any) -> Any:
    """Split a text with an action on each line."""
    return value.splitlines() if isinstance(value, str) else value


def _is_team(key: str, value: Any) -> bool:
    """Return True if a table of units is under a word that is not a team."""
    known = {*UnitSheet.model_fields, *UnitExpected.model_fields, *_SUGGESTED}
    return (
        isinstance(value, dict)
        and bool(value)
        and re.search(r"[.\s]", key) is None
        and all(isinstance(one, str | dict) and word not in known for word, one in value.items())
    )


def _flat(table: Any) -> Any:
    """Read `red.warrior = ...` without quotes and `[units.red]` like "red.warrior"."""
    if not isinstance(table, dict):
        return table
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if key in Expected.model_fields or key in PositionSheet.model_fields:
            text = f'"{key}" is not a unit; as a key it belongs above the table of the units'
            raise PydanticCustomError("unknown_key", "{text}", {"text": text})
        nested = key.lower() in TEAMS and isinstance(value, dict)
        if not nested and _is_team(key, value):
            text = f'no team "{key}" here.{suggestion(key.lower(), TEAMS)}'
            raise PydanticCustomError("unknown_key", "{text}", {"text": text})
        for name, unit in value.items() if nested else ():
            flat[f"{key}.{name}"] = unit
        if not nested:
            flat[key] = value
    return flat


Count = Annotated[int, Field(ge=0)]
CardName = Annotated[str, BeforeValidator(_text)]
Cards = Annotated[list[CardName], BeforeValidator(_several)]
Spaces = Annotated[list[str], BeforeValidator(_several)]
Words = Annotated[list[str], BeforeValidator(_several)]
Reason = Annotated[
    Literal[
        "payout",
        "towers",
        "shells",
        "fewest jailed",
        "shared",
        "last team standing",
        "team value",
        "latest match",
    ],
    BeforeValidator(_small),
]
MatchReason = Annotated[
    Literal[
        "payout",
        "towers",
        "shells",
        "fewest jailed",
        "shared",
        "last team standing",
        "decision limit",
    ],
    BeforeValidator(_small),
]
Actions = Annotated[list[str], BeforeValidator(_lines)]


# -- the position ----------------------------------------------------------------------------------


class EffectSheet(Sheet):
    """One timed effect on a unit."""

    unit: str | None = None
    strength: int | None = None
    movement: int | None = None
    toughness: int | None = None
    range: int | None = None
    allow: str | None = None
    deny: str | None = None
    acts: Annotated[
        list[Literal["attack", "capture"]], BeforeValidator(_small), BeforeValidator(_several)
    ] = []
    until: Annotated[str, BeforeValidator(_small)] = "turn"
    by: str | None = None
    begun: bool = False
    card: str | None = None


class UnitSheet(Sheet):
    """A unit."""

    at: str = "base"
    character: str | None = None
    items: Words = []
    wounds: Count = 0
    incapacitated: Annotated[bool | Literal["fresh", "recovering"], BeforeValidator(_small)] = False
    effects: Annotated[list[EffectSheet], BeforeValidator(_several)] = []


class TeamSheet(Sheet):
    """A team."""

    hand: Cards | Count = []
    points: Spaces | Count = []
    towers: Count = 0
    shells: Count = 0
    handicap_shells: Count = 0
    credits: Count | None = None
    aside: Words = []


class TokenSheet(Sheet):
    """A bug token on a point."""

    at: str
    team: str | None = None


class CardsSheet(Sheet):
    """Draw deck and discard pile."""

    deck: Cards = []
    discard: Cards = []
    rest: Annotated[Literal["deck", "discard", "none"], BeforeValidator(_small)] = "deck"


class ResultSheet(Sheet):
    """A finished match of a series."""

    winner: Words | None = None
    reason: MatchReason | None = None
    rounds: Count | None = None
    payouts: dict[str, Count] = {}
    values: dict[str, Count] | None = None


class SeriesSheet(Sheet):
    """The series that the match belongs to."""

    rounds: Annotated[list[int] | None, BeforeValidator(_rounds)] = None
    match: Annotated[int, Field(ge=1)] | None = None
    last_winner: Words | None = None
    last_reason: MatchReason | None = None
    payouts: dict[str, Count] | None = None
    values: dict[str, Count] | None = None
    results: Annotated[list[ResultSheet], BeforeValidator(_several)] = []
    auctioned: Words = []
    returned: bool = False


class TurnSheet(Sheet):
    """Position in the order of play: whose turn it is, and the step."""

    team: str | None = None
    at: Annotated[
        Literal[
            "open",
            "start",
            "purchase",
            "deal",
            "teams",
            "roll",
            "payout",
            "auction",
            "replacement",
            "over",
        ],
        BeforeValidator(_small),
    ] = "open"
    phase: str | None = None
    unit_phases: Count | None = None
    moved: bool = False
    acted: bool = False
    movements: Count | None = None
    actions: Count | None = None
    walked: Words = []
    passed: Words = []


Units = Annotated[dict[str, Annotated[UnitSheet, BeforeValidator(_placed)]], BeforeValidator(_flat)]


# -- expectations ----------------------------------------------------------------------------------


class UnitExpected(Sheet):
    """Expected values of a unit; missing keys are not compared."""

    at: str | None = None
    wounds: int | None = None
    vitae: int | None = None
    max_vitae: int | None = None
    strength: int | None = None
    movement: int | None = None
    toughness: int | None = None
    incapacitated: bool | None = None
    items: Words | None = None
    character: str | None = None


class TeamExpected(Sheet):
    """Expected values of a team."""

    hand: Cards | Count | None = None
    hand_size: int | None = None
    hand_has: Cards | None = None
    shells: int | None = None
    credits: int | None = None
    points: Spaces | Count | None = None
    towers: int | None = None
    supply: int | None = None
    payout: int | None = None
    jailed: int | None = None
    aside: Words | None = None
    value: int | None = None
    handicap: int | None = None
    handicap_shells: int | None = None


class TokenExpected(Sheet):
    """Expected place of a bug token."""

    at: str | None = None
    team: str | None = None


class CardsExpected(Sheet):
    """Expected draw deck and discard pile."""

    deck: int | None = None
    discard: Cards | Count | None = None
    discard_has: Cards | None = None


class SeriesExpected(Sheet):
    """Expected course of the series."""

    match: int | None = None
    last_winner: Words | None = None
    last_reason: MatchReason | None = None
    payouts: dict[str, int] = {}
    values: dict[str, int] = {}
    auctioned: Words | None = None
    returned: bool | None = None


class EventExpected(Sheet):
    """An expected event; which fields it has depends on the event."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    event: str

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        return value


ExpectedEvents = Annotated[list[str | EventExpected], BeforeValidator(_several)]


class Expected(Sheet):
    """Expectations after the actions."""

    units: Annotated[
        dict[str, Annotated[UnitExpected, BeforeValidator(_placed)]], BeforeValidator(_flat)
    ] = {}
    teams: dict[str, TeamExpected] = {}
    points: dict[str, str] = {}
    tokens: dict[str, Annotated[TokenExpected, BeforeValidator(_placed)]] = {}
    cards: CardsExpected = CardsExpected()
    series: SeriesExpected = SeriesExpected()
    round: int | None = None
    rounds: int | None = None
    first: str | None = None
    order: Words | None = None
    bases: dict[str, str] = {}
    turn: str | None = None
    phase: str | None = None
    unit_phases: int | None = None
    buyer: str | None = None
    asked: str | None = None
    question: str | None = None
    about: str | None = None
    options: Words | None = None
    includes: Words = []
    excludes: Words = []
    options_of: dict[str, bool | int | Cards] = {}
    events: ExpectedEvents = []
    not_told: ExpectedEvents = []
    refused: bool | str | None = None
    rule: str | None = None
    need: int | None = None
    have: int | None = None
    refuses: dict[str, bool | str] | Words = {}
    over: bool | None = None
    winner: str | list[str] | None = None
    reason: Reason | None = None


class Step(Sheet):
    """More actions, with the expectations after them."""

    actions: Actions = []
    expect: Expected = Expected()


class PlaySheet(Sheet):
    """The actions of the file, in a table of their own."""

    actions: Actions = []


class PuzzleSheet(Sheet):
    """The right answer to the open question; docs/puzzles.md."""

    theme: str
    reason: str
    kept: bool = False
    accept: Actions = []
    forbid: Actions = []
    until: Literal["answer", "attack", "phase", "turn"] = "answer"
    goal: Annotated[list[Expected], BeforeValidator(_several)] = []
    places: Annotated[dict[str, Words], BeforeValidator(_flat)] = {}
    others: Actions = []
    solution: Actions = []


class PositionSheet(Sheet):
    """A whole position file."""

    title: str = ""
    rules: Words = []
    note: str = ""
    edition: Annotated[str, BeforeValidator(_year)] = "2021"
    ruleset: dict[str, Any] = {}
    scenario: Annotated[list[str], BeforeValidator(_listed)] = []
    lenient: bool = False
    # board
    board: str | None = None
    map: str | None = None
    first_row: Annotated[int, Field(ge=1)] = 1
    legend: dict[str, str] | None = None
    bases: dict[str, str] = {}
    jails: dict[str, str] = {}
    release_points: dict[str, str] = {}
    thin_walls: Words = []
    seating: Words = []
    later_seating: Words = []
    # match
    seats: Annotated[int, Field(ge=2, le=4)] | None = None
    round: Count = 1
    rounds: Annotated[int, Field(ge=1, le=99)] | None = None
    first: str = "red"
    order: Words = []
    series: Annotated[SeriesSheet | None, BeforeValidator(_schedule)] = None
    store: Words = []
    turn: Annotated[TurnSheet, BeforeValidator(_one_team)] = TurnSheet()
    units: Units = {}
    teams: dict[str, TeamSheet] = {}
    points: dict[str, str] = {}
    tokens: dict[str, Annotated[TokenSheet, BeforeValidator(_placed)]] = {}
    cards: CardsSheet = CardsSheet()
    effects: Annotated[list[EffectSheet], BeforeValidator(_several)] = []
    used: dict[str, Count] = {}
    stack: list[dict[str, Any]] = []
    # actions and expectations
    actions: Actions = []
    play: PlaySheet = PlaySheet()
    expect: Expected = Expected()
    then: Annotated[list[Step], BeforeValidator(_several)] = []
    puzzle: PuzzleSheet | None = None

    @property
    def first_player(self) -> str:
        """The first player: of `order`, or `first`."""
        return self.order[0] if self.order else self.first
