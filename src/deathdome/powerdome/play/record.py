"""Records of PowerDome: a game as its options, its seed and a line for every answer (R-36).

    powerdome record 1
    version: 0.9
    began: 2026-11-27 10:00:00
    tome: 0123456789abcdef
    seed: 12345
    seat: Brass Widow = human
    seat: Rust Abbot = hard
    option: declare = combat
    mark: #1f0c2b3a

    Brass Widow: Feint, Bodyguard, All In #0a1b2c3d
    chance: 1 #...

Each line ends in a mark of everything before it, as in the records of Death Dome. A phase whose
answers are secret is written when all of them are in, so no record shows a hand that is hidden
(R-35).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, get_args, get_type_hints

from deathdome.errors import NotationError, RecordError, nearest, printable
from deathdome.journal.chain import CLOSED, Chain, unmarked
from deathdome.powerdome.model.asks import CHANCE
from deathdome.powerdome.model.naming import folded, one_of, several
from deathdome.powerdome.model.options import MAX_SEATS, MIN_SEATS, Options
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.play.referee import Referee
from deathdome.powerdome.rules.game import ask_of, commit, gathers, new_game
from deathdome.powerdome.rules.refusals import RefusedError
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.tome import Tome

FORMAT: Final = 1
FIRST: Final = "powerdome record"
_MARK: Final = "mark:"
_DICE: Final = "chance"
_MAX_LINES: Final = 20_000
_SEED: Final = re.compile(r"[0-9]{1,40}")
_DIGEST: Final = re.compile(r"[0-9a-f]{16}")
NAME: Final = 24  # characters of a player's name


@dataclass(frozen=True, slots=True)
class Header:
    """The setup of a recorded game."""

    version: str  # of the program
    began: str  # date and time, UTC
    tome: str  # digest of the tome
    seed: int
    seats: tuple[tuple[str, str], ...]  # name of the player, and "human" or the name of a bot
    options: Options = field(default_factory=Options)
    packs: tuple[tuple[str, str], ...] = ()  # digest and path
    fork: str = ""  # "NAME at answer 57"
    setting: str = ""  # chooses words of the log, never numbers (PD-SETUP-06)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players, in seat order."""
        return tuple(name for name, _ in self.seats)


def name_problem(names: Sequence[str]) -> str:
    """Return why players may not be called so; "" if they may."""
    if not MIN_SEATS <= len(names) <= MAX_SEATS:
        return f"PowerDome takes {MIN_SEATS} to {MAX_SEATS} players, not {len(names)}"
    for name in names:
        if (
            not folded(name)
            or len(name) > NAME
            or not name.isprintable()
            or set(name) & set(";:=,#")
        ):
            return (
                f'"{shown(name)}" is not a name: 1 to {NAME} letters or digits, without ; : = , #'
            )
        if folded(name) in (_DICE, CLOSED):
            return f'"{name}" means something else here'
    twice = several(names)
    return f'two players are called "{twice[0]}"' if twice else ""


# Writing


def header_text(header: Header) -> bytes:
    """Return the header as in a file, with its mark and the blank line that ends it."""
    lines = [
        f"{FIRST} {FORMAT}",
        f"version: {header.version}",
        f"began: {header.began}",
        f"tome: {header.tome}",
        f"seed: {header.seed}",
        *(f"seat: {name} = {printable(bot)}" for name, bot in header.seats),
        *(
            f"option: {one.name} = {_option_text(getattr(header.options, one.name))}"
            for one in fields(Options)
        ),
        *(f"pack: {digest} {printable(path)}" for digest, path in header.packs),
    ]
    if header.setting:
        lines.append(f"setting: {printable(header.setting)}")
    if header.fork:
        lines.append(f"fork of: {printable(header.fork)}")
    text = "".join(f"{line}\n" for line in lines).encode()
    return text + Chain(text).marked(_MARK) + b"\n"


def _option_text(value: object) -> str:
    return (
        {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    )


class RecordText:
    """The text of a record, which grows with the game."""

    def __init__(self, header: Header, referee: Referee) -> None:
        self.referee = referee
        self.text = bytearray(header_text(header))
        self._chain = Chain(self.text)
        self._state = referee.initial
        self._written = 0  # answers
        self._closed = False
        self.update()

    def update(self) -> bytes:
        """Write the answers since, except those that are still secret; return the whole text."""
        journal = self.referee.journal
        ready = len(journal) - self._secret()
        for entry in journal[self._written : ready]:
            ask = ask_of(self._state, entry.seat)
            assert ask is not None
            name = _DICE if entry.seat == CHANCE else self._state.seats[entry.seat]
            line = Speller(self._state).text(ask, entry.answer)
            self.text += self._chain.marked(f"{name}: {line}")
            self._state, _ = commit(self._state, entry.seat, entry.answer)
        self._written = max(self._written, ready)
        if self.referee.over and not self._closed:
            self._closed = True
            self.text += self._chain.closing()
        return bytes(self.text)

    def _secret(self) -> int:
        """Return the number of last answers that the others must not see yet."""
        state = self.referee.state
        return len(state.gathered) if gathers(state) and not state.over else 0


# Reading


@dataclass(slots=True)
class Record:
    """A record that was read: its header, its answers as lines, and the state of its marks."""

    header: Header
    lines: list[str]
    first_line: int  # number of the first answer's line in the file
    wrong: int | None = None  # number of the first line whose mark is wrong
    closed: bool = False


def read_record(raw: bytes, source: str) -> Record:
    """Read a record. Its lines may end in CRLF, as programs of Windows write them.

    Raises:
        RecordError: it is not a record, or its header cannot be used; names the line.
    """
    raw = raw.replace(b"\r\n", b"\n")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        row = raw.count(b"\n", 0, error.start) + 1
        raise RecordError(f"{source}:{row}: not UTF-8 text") from error
    head, blank, _ = text.partition("\n\n")
    header = _read_header(head.split("\n"), source)
    if not blank:
        raise RecordError(f"{source}: the header has no end")
    start = len(head.encode()) + 2
    record = Record(header, [], head.count("\n") + 3)
    marked, _, mark_line = raw[: start - 1].rpartition(b"\n" + _MARK.encode())
    chain = Chain(marked + b"\n")
    if not chain.holds(_MARK.encode() + mark_line):
        record.wrong = head.count("\n") + 1
    chain = Chain(raw[:start])
    for number, line in enumerate(raw[start:].split(b"\n")[:-1], record.first_line):
        right = _read_line(record, chain, line + b"\n")
        if not right and record.wrong is None:
            record.wrong = number
    return record


def _read_line(record: Record, chain: Chain, line: bytes) -> bool:
    """Read a line after the header; return True if its mark is right."""
    if record.closed or len(record.lines) > _MAX_LINES:
        return False
    if line.startswith(f"{CLOSED}: ".encode()):
        record.closed = True
        return chain.closes(line)
    record.lines.append(unmarked(line.decode().removesuffix("\n")))
    return chain.holds(line)


def _read_header(lines: list[str], source: str) -> Header:
    if lines[0].strip() != f"{FIRST} {FORMAT}":
        raise RecordError(f'{source}:1: no record of PowerDome: it begins with "{FIRST} {FORMAT}"')
    found: dict[str, Any] = {"seats": [], "options": {}, "packs": []}
    for number, line in enumerate(lines[1:], 2):
        if line.startswith(_MARK):
            continue
        key, _, value = line.partition(": ")
        read = _HEAD.get(key)
        if read is None:
            raise RecordError(f'{source}:{number}: no key "{shown(key)}".{nearest(key, _HEAD)}')
        try:
            read(found, value.strip())
        except ValueError as error:
            raise RecordError(f"{source}:{number}: {error}") from error
    missing = [key for key in ("version", "began", "tome", "seed") if key not in found]
    if missing:
        raise RecordError(f"{source}: the header has no {missing[0]}")
    problem = name_problem([name for name, _ in found["seats"]])
    if problem:
        raise RecordError(f"{source}: {problem}")
    found["seats"], found["packs"] = tuple(found["seats"]), tuple(found["packs"])
    found["options"] = Options(**found["options"])
    return Header(**found)


def _read_once(key: str, pattern: re.Pattern[str] | None = None) -> Callable[..., None]:
    def read(found: dict[str, Any], value: str) -> None:
        if key in found:
            raise ValueError(f"two lines of {key}")
        if pattern is not None and not pattern.fullmatch(value):
            raise ValueError(f'{key} cannot be "{shown(value)}"')
        found[key] = int(value) if key == "seed" else value

    return read


def _read_seat(found: dict[str, Any], value: str) -> None:
    name, equals, bot = value.rpartition(" = ")
    if not equals:
        raise ValueError('a seat is a name and a player: "seat: Widow = human"')
    found["seats"].append((name, bot))


def _read_pack(found: dict[str, Any], value: str) -> None:
    digest, _, path = value.partition(" ")
    if not _DIGEST.fullmatch(digest) or not path:
        raise ValueError("a pack is 16 hexadecimal digits and a path")
    found["packs"].append((digest, path))


def read_option(name: str, value: str) -> Any:
    """Read the value of an option of a game.

    Raises:
        ValueError: there is no such option, or no such value.
    """
    types = get_type_hints(Options)
    if name not in types:
        raise ValueError(f'no option "{shown(name)}".{nearest(name, types)}')
    kind = types[name]
    if kind is bool:
        if value not in ("on", "off"):
            raise ValueError(f'{name} is on or off, not "{shown(value)}"')
        return value == "on"
    if kind is int:
        if not re.fullmatch(r"[1-9][0-9]{0,3}", value):
            raise ValueError(f'{name} is a number from 1 to 9999, not "{shown(value)}"')
        return int(value)
    choices = get_args(kind)
    if value not in choices:
        near = nearest(value, choices)
        wrong = f'{name} is {" or ".join(choices)}, not "{shown(value)}"'
        raise ValueError(f"{wrong}.{near}" if near else wrong)
    return value


def _read_option(found: dict[str, Any], value: str) -> None:
    name, equals, word = value.partition(" = ")
    if not equals or name in found["options"]:
        raise ValueError('an option is written once: "option: declare = combat"')
    found["options"][name] = read_option(name, word)


_HEAD: Final[dict[str, Callable[[dict[str, Any], str], None]]] = {
    "version": _read_once("version"),
    "began": _read_once("began"),
    "tome": _read_once("tome", _DIGEST),
    "seed": _read_once("seed", _SEED),
    "seat": _read_seat,
    "option": _read_option,
    "pack": _read_pack,
    "setting": _read_once("setting"),
    "fork of": _read_once("fork"),
}


@dataclass(slots=True)
class Replay:
    """A game played again from its record."""

    referee: Referee
    problem: str = ""  # why it stops before its last line
    rolled: bool = True  # chance is what the seed gives


def replay(record: Record, tome: Tome, source: str) -> Replay:
    """Play a recorded game again, as far as its lines allow.

    Chance is answered as recorded; `rolled` is False if the seed gives something else.
    """
    header = record.header
    found = Replay(Referee(new_game(tome, header.names, header.options), header.seed))
    referee = found.referee
    known = {folded(name): seat for seat, name in enumerate(header.names)}
    known[_DICE] = CHANCE
    for number, line in enumerate(record.lines, record.first_line):
        try:
            _take(referee, line, known, found)
        except (NotationError, RefusedError) as error:
            found.problem = f"{source}:{number}: {error}"
            break
    return found


def _take(referee: Referee, line: str, known: dict[str, int], found: Replay) -> None:
    name, colon, words = line.partition(":")
    seat = one_of(name, known) if colon else None
    if seat is None:
        raise NotationError(f'no player is called "{shown(name)}"')
    ask = ask_of(referee.state, seat)
    if ask is None:
        raise NotationError(f"{name} has nothing to answer now")
    answer: Answer = Speller(referee.state).read(ask, words)
    if seat == CHANCE and answer != referee.draw(ask):
        found.rolled = False
    referee.replay([(seat, answer)])
