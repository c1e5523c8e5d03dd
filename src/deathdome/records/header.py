"""The header of a record: the setup of a match as lines of text."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from deathdome.errors import RecordError, nearest, printable
from deathdome.files import path_problem
from deathdome.journal.chain import Chain
from deathdome.model.identifiers import TEAMS
from deathdome.model.ruleset import EDITIONS, FORMER, FROZEN, SETTLED, SWITCHES, Ruleset
from deathdome.seeds import read_secret
from deathdome.toml.words import shown

FORMAT: Final = 2  # of new records
UNMARKED: Final = 1  # the format before lines had marks, and headers all switches
MARK: Final = "mark:"  # begins the last line of a header with marks
COPIED: Final = "a copied position"  # what a match is a fork of that began with one
LONGEST: Final = 40  # digits of a number, such as the seed
_NUMBER: Final = re.compile(rf"[0-9]{{1,{LONGEST}}}")
_NUMBERS: Final = re.compile(r"[0-9]{1,9}( [0-9]{1,9}){0,29}")
_SEED: Final = re.compile(r"-?[0-9]{1,1000}")
_DIGEST: Final = re.compile(r"[0-9a-f]{16}")
_ROUNDS: Final = range(1, 100)
_MOST_LINES: Final = 250  # every switch, four seats, and more packs than a match ever has
_LONGEST_LINE: Final = 5_000  # characters; a path and a position may be longer
_ONCE: Final = ("version", "began", "cards", "edition", "board", "rounds", "seed")
_AT_MOST_ONCE: Final = ("series", "credits", "secret", "cosmetic", "from", "fork of", "position")
_SINGLE: Final = frozenset((*_ONCE, *_AT_MOST_ONCE))
_LONG: Final = ("board", "from", "pack", "position")


class Pack(NamedTuple):
    """A pack of the match."""

    digest: str
    path: str


@dataclass(frozen=True, slots=True)
class Header:
    """The setup of a recorded match."""

    version: str  # of the program
    began: str  # date and time, UTC
    cards: str  # fingerprint of the catalog
    ruleset: Ruleset
    board: str  # id, or path of a file
    rounds: int
    seed: int
    names: tuple[str, ...]  # index is seat: "human", or a manager's name
    people: tuple[str, ...] = ()  # name of the player in each seat; "" for a manager
    packs: tuple[Pack, ...] = ()
    origin: str = ""  # name of the record that this one continues
    origin_digest: str = ""  # of all bytes of that record; "" in format 1
    fork: str = ""  # "NAME at answer 57": the match it was forked from
    start: str = ""  # the position that it began with, on one line; "": everything in the box
    secret: bytes | None = None  # what seats receive comes from it; None: no line says it
    cosmetic: int | None = None  # chooses names and remarks; None: no line says it
    series: tuple[int, ...] = ()  # rounds of each match; (): a stand-alone match
    credits: tuple[int, ...] = ()  # of each team at the start; (): as the ruleset says
    format: int = FORMAT
    # Switches newer than the record, which no line states. Without them the rules are the same.
    unsaid: tuple[str, ...] = field(default=(), compare=False)

    @property
    def cosmetic_seed(self) -> int:
        """The seed of names and remarks; an older record has one from its public lines.

        The lines are those that stay the same when the match is continued in another file.
        """
        if self.cosmetic is not None:
            return self.cosmetic
        lines = (self.began, self.ruleset.edition, str(self.rounds), *self.names)
        return int.from_bytes(sha256("\n".join(lines).encode()).digest()[:6], "big")


def header_text(header: Header) -> str:
    """Return the header as in a file, with its mark and the blank line that ends it."""
    text = "\n".join(_header_lines(header)) + "\n"
    if header.format != UNMARKED:
        text += Chain(text.encode()).marked(MARK).decode()
    return f"{text}\n"


def _header_lines(header: Header) -> list[str]:
    rules = header.ruleset
    frozen = SWITCHES[rules.edition]
    lines = [
        f"deathdome match {header.format}",
        f"version: {header.version}",
        f"began: {header.began}",
        f"cards: {header.cards}",
        f"edition: {rules.edition}",
    ]
    lines += (
        f"switch: {name} = {json.dumps(value)}"
        for name, value in ((name, getattr(rules, name, old)) for name, old in frozen.items())
        if name not in header.unsaid and (header.format != UNMARKED or value != frozen[name])
    )
    lines += (
        f"board: {path_text(header.board)}",
        f"rounds: {header.rounds}",
        *_numbers_line("series", header.series),
        *_numbers_line("credits", header.credits),
        f"seed: {header.seed}",
    )
    if header.secret is not None:
        lines.append(f"secret: {header.secret.hex()}")
    if header.cosmetic is not None:
        lines.append(f"cosmetic: {header.cosmetic}")
    lines += (f"seat: {TEAMS[seat]} = {printable(name)}" for seat, name in enumerate(header.names))
    lines += (
        f"person: {TEAMS[seat]} = {printable(person.strip())}"
        for seat, person in enumerate(header.people[: len(header.names)])
        if person.strip()
    )
    lines += (f"pack: {pack.digest} {path_text(pack.path)}" for pack in header.packs)
    if header.origin:
        digest = f"{header.origin_digest} " if header.origin_digest else ""
        lines.append(f"from: {digest}{path_text(header.origin)}")
    if header.fork:
        lines.append(f"fork of: {printable(header.fork.strip())}")
    if header.start:
        lines.append(f"position: {header.start}")
    return lines


def _numbers_line(key: str, numbers: tuple[int, ...]) -> list[str]:
    return [f"{key}: {' '.join(map(str, numbers))}"] if numbers else []


def seed_problem(seed: int) -> str:
    """Return why a number cannot be a seed, to follow the name of an option; "" if it can."""
    if seed < 0:
        return f"must be 0 or more, not {shown(str(seed))}"
    if seed >= 10**LONGEST:
        return f"takes a number of {LONGEST} digits at most"
    return ""


def path_text(path: str) -> str:
    """Return a path on one line of text, whatever characters it has."""
    plain = path.isprintable() and path[:1] != '"' and path == path.strip()  # as it is read
    return path if plain else json.dumps(path)


def read_header(lines: list[str], source: str, number: int = FORMAT) -> Header:
    """Parse the header from the lines after the first; `number` is its format.

    A switch that is not there has the value that is frozen for format 1, in format 2 as well: the
    switch is newer than the record.

    Raises:
        RecordError: a line is missing or makes no sense; names it.
    """
    return _Head(source).read(lines, number)


class _Head:
    """Parser of the lines of a header."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.line = 1

    def fail(self, text: str) -> RecordError:
        """Return an error about the current line."""
        return RecordError(f"{self.source}:{self.line}: {text}")

    def read(self, lines: list[str], number: int) -> Header:
        """Parse the header from the lines after the first."""
        once: dict[str, str] = {}
        switches: dict[str, Any] = {}
        lines_of: dict[str, int] = {}
        names: list[str] = []
        people: dict[int, str] = {}
        packs: list[Pack] = []
        secret: bytes | None = None
        origin_digest = ""
        for self.line, text in enumerate(lines, 2):
            if number != UNMARKED and text.startswith(MARK):
                continue
            key, colon, value = text.partition(": ")
            if self.line > _MOST_LINES:
                raise self.fail(f"a header has {_MOST_LINES} lines at most")
            if len(text) > _LONGEST_LINE and key not in _LONG:
                raise self.fail(f"a line of a header has {_LONGEST_LINE:,} characters at most")
            if not colon or not text.isprintable():
                # Quote only the first word: this may be a line after the header, with a card in it.
                what = shown(text.partition(" ")[0])
                raise self.fail(f'a header has lines like "rounds: 6"; this one begins "{what}"')
            value = value.strip()
            if key == "switch":
                try:
                    name, set_to = _switch(value)
                except ValueError as error:
                    raise self.fail(str(error)) from error
                if name in switches:
                    raise self.fail(f'switch "{name}" appears twice')
                switches[name] = set_to
                lines_of[name] = self.line
                continue
            if key in _SINGLE:
                if key in once:
                    raise self.fail(f'"{key}" appears twice')
                if not value and key in _ONCE:
                    raise self.fail(f'"{key}" says nothing')
                first, blank, rest = value.partition(" ")
                if key == "from" and number != UNMARKED and blank and _DIGEST.fullmatch(first):
                    origin_digest, value = first, rest
                once[key] = self._path(value) if key in ("board", "from") else value
            elif key == "seat":
                names.append(self._seat(value, len(names)))
            elif key == "person":
                seat, called = self._person(value, len(names))
                people[seat] = called
            elif key == "pack":
                digest, _, path = value.partition(" ")
                if not _DIGEST.fullmatch(digest):
                    raise self.fail(f'no digest of a pack: "{shown(digest)}"')
                packs.append(Pack(digest, self._path(path)))
            else:
                known = (*_ONCE, "switch", "seat", "person", "pack", *_AT_MOST_ONCE)
                raise self.fail(f'no key "{shown(key)}" here.{nearest(key, known)}')
            if key == "seed" and _SEED.fullmatch(value) and (wrong := seed_problem(int(value))):
                raise self.fail(f"seed {wrong}")
            if key in ("rounds", "seed", "cosmetic") and not _NUMBER.fullmatch(value):
                raise self.fail(f'{key} is a whole number from 0, not "{shown(value)}"')
            if key in ("series", "credits") and not _NUMBERS.fullmatch(value):
                raise self.fail(
                    f'{key} lists whole numbers, such as "6 8 10", not "{shown(value)}"'
                )
            if key == "secret":
                try:
                    secret = read_secret(value)
                except ValueError as error:
                    raise self.fail(str(error)) from error
            if key == "rounds" and int(value) not in _ROUNDS:
                raise self.fail(f"a match has 1 to {_ROUNDS[-1]} rounds, not {value}")
            if key == "edition" and value not in EDITIONS:
                raise self.fail(f'no edition "{shown(value)}"; there are {", ".join(EDITIONS)}')
        series = tuple(map(int, once.get("series", "").split()))
        if series and series[0] != int(once.get("rounds", 0)):
            raise self.fail(
                f"the first match has {once.get('rounds')} rounds, the series {series[0]}"
            )
        self.line = 1
        missing = [key for key in _ONCE if key not in once]
        if missing or len(names) < 2:
            raise self.fail(f"the header lacks: {', '.join(missing) or 'seat'}")
        frozen = SWITCHES[once["edition"]]
        for name, self.line in lines_of.items():
            if name in (*SETTLED, *FORMER) and switches[name] != frozen[name]:
                only = json.dumps(frozen[name])
                raise self.fail(f"{name} can only be {only}: another value would do nothing")
        return Header(
            version=once["version"],
            began=once["began"],
            cards=once["cards"],
            ruleset=replace(
                FROZEN[once["edition"]],
                **{name: value for name, value in switches.items() if name not in FORMER},
            ),
            board=once["board"],
            rounds=int(once["rounds"]),
            seed=int(once["seed"]),
            cosmetic=int(once["cosmetic"]) if "cosmetic" in once else None,
            names=tuple(names),
            people=tuple(people.get(seat, "") for seat in range(len(names))) if people else (),
            packs=tuple(packs),
            origin=once.get("from", ""),
            origin_digest=origin_digest,
            fork=once.get("fork of", ""),
            start=once.get("position", ""),
            secret=secret,
            series=series,
            credits=tuple(map(int, once.get("credits", "").split())),
            format=number,
            unsaid=() if number == UNMARKED else tuple(n for n in frozen if n not in switches),
        )

    def _seat(self, value: str, seat: int) -> str:
        team, _, name = value.partition(" = ")
        if seat >= len(TEAMS) or team != TEAMS[seat] or not name:
            raise self.fail(f'list the seats in the order {", ".join(TEAMS)}, as "red = human"')
        return name

    def _person(self, value: str, seats: int) -> tuple[int, str]:
        team, _, called = value.partition(" = ")
        if team not in TEAMS[:seats] or not called:
            raise self.fail('write the name of a player after the seat, as "red = Bo"')
        return TEAMS.index(team), called

    def _path(self, text: str) -> str:
        path: object = text
        if text[:1] == '"':
            try:
                path = json.loads(text)
            except ValueError:
                path = None
        if not isinstance(path, str):
            raise self.fail(f"no path: {shown(text)}")
        if problem := path_problem(path):
            raise self.fail(f"no path: {shown(text)}: {problem}")
        return path


_WORDS: Final = {"yes": True, "on": True, "no": False, "off": False, "none": None}


def switch_of(name: str, text: str) -> object:
    """Return the value of a switch as a person types it: "yes", "12", "by_value", "6,8,10".

    Raises:
        ValueError: there is no such switch, or it cannot have this value; says which.
    """
    if name not in _kinds():
        raise ValueError(f'no switch "{shown(name)}".{nearest(name, _kinds())}')
    plain = text.strip().lower()
    said: object = _WORDS[plain] if plain in _WORDS else text.strip()
    if re.fullmatch(r"[0-9_]{1,12}", plain):
        said = int(plain)
    elif re.fullmatch(r"true|false", plain):
        said = plain == "true"
    elif re.fullmatch(r"\[?[0-9]{1,3}([, ]+[0-9]{1,3})*\]?", plain):
        said = tuple(map(int, re.findall("[0-9]+", plain)))
    if isinstance(said, int) and not isinstance(said, bool) and _takes_list(name):
        said = (said,)
    if not _kinds()[name](said):
        raise ValueError(f"{name} cannot be {shown(text)}. It can be {values_of(name)}")
    return said


def _takes_list(name: str) -> bool:
    return get_origin(get_type_hints(Ruleset)[name]) is tuple


def values_of(name: str) -> str:
    """Return the possible values of a switch in words."""
    hint = get_type_hints(Ruleset)[name]
    if get_origin(hint) is Literal:
        return " or ".join(map(str, get_args(hint)))
    if hint is bool:
        return "yes or no"
    if get_origin(hint) is tuple:
        return "a list of numbers, such as 6,8,10"
    return "a number" if hint is int else "a number or none"


@lru_cache(maxsize=512)  # a list of records has the same few lines again and again
def _switch(line: str) -> tuple[str, object]:
    """Parse a switch and its value.

    Raises:
        ValueError: there is no such switch, or it cannot have this value; says which.
    """
    name, _, text = line.partition(" = ")
    kinds = _kinds() | dict.fromkeys(FORMER, lambda value: type(value) is int)
    if name not in kinds:
        raise ValueError(f'no switch "{shown(name)}".{nearest(name, kinds)}')
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = object()
    if isinstance(said, list):
        said = tuple(said)
    if not kinds[name](said):
        raise ValueError(f"{name} cannot be {shown(text)}")
    return name, said


def is_switch(name: object) -> bool:
    """Return True if a header may have a line for this switch."""
    return isinstance(name, str) and (name in _kinds() or name in FORMER)


@cache
def _kinds() -> dict[str, Any]:
    """Return a function for every switch that checks a value."""
    hints = get_type_hints(Ruleset)
    del hints["edition"]  # shown by a line of its own
    return {name: lambda value, hint=hint: _fits(value, hint) for name, hint in hints.items()}


def _fits(value: object, hint: Any) -> bool:
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(_fits(part, int) for part in value)
    if get_args(hint):  # int | None
        return any(_fits(value, part) for part in get_args(hint))
    return type(value) is hint
