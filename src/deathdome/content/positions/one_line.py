"""A position as one line of text, to be copied into a chat and loaded again (docs/notation.md).

A line names the switches that differ from the defaults of its format, and those are frozen
(`model/frozen_editions.py`). So it says the same when the game has other defaults.

Two forms: *full*, from which the very same position comes back, and the *view of a seat*, which
says no more than that seat may know. The words of the line are the keys of position files.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from deathdome.content.packs import load_packs
from deathdome.content.positions.codec import LENIENT, place_pieces, position_fields
from deathdome.content.positions.compact import key_word, value_of, word_of
from deathdome.content.positions.files import explained, telling
from deathdome.content.positions.schema import PositionSheet
from deathdome.content.positions.stack_checks import STUMBLES, try_out
from deathdome.content.words import shown as quoted
from deathdome.errors import DeathdomeError, NotationError, nearest
from deathdome.model.frozen_editions import FROZEN
from deathdome.model.identifiers import TEAMS
from deathdome.model.ruleset import EDITIONS
from deathdome.rules.engine import advance
from deathdome.rules.observing import determinize, observe, unseen, visible_state

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deathdome.content.packs import Collection
    from deathdome.model.observation import Observation
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

FORMAT: Final = 1
FULL: Final = "full"
LONGEST: Final = 40_000  # characters
_BEGINNING: Final = re.compile(r"DD([0-9]{1,9})(?:\s|$)")
_CHECK: Final = re.compile(r"[0-9a-f]{8}")
_BOARD: Final = re.compile(r"[a-z0-9-]+")
_RUN: Final = re.compile(r"([1-9][0-9]{0,3})?([^0-9])")
_LARGEST: Final = 4000  # spaces of a board that is drawn
_KEYS: Final = (
    "edition",
    "board",
    "map",
    "first_row",
    "bases",
    "jails",
    "release_points",
    "thin_walls",
    "seating",
    "seats",
    "round",
    "rounds",
    "first",
    "turn",
    "ruleset",
    "tokens",
    "cards",
    "used",
    "effects",
    "stack",
)


@dataclass(frozen=True, slots=True)
class Copied:
    """A position that was read from its line."""

    seat: int | None  # whose view it is; None: full
    whole: State  # where it is a view, other hands hold any cards: see `state`

    @property
    def seen(self) -> Observation:
        """What the seat sees; of a full text, what the first seat does."""
        return observe(self.whole, self.seat or 0)

    def state(self, rng: Random) -> State:
        """The position; of a view one that fits it, the unseen cards dealt at random by `rng`."""
        if self.seat is None:
            return self.whole.copy()
        state = determinize(self.seen, rng)
        advance(state)
        return state


# -- writing ------------------------------------------------------------------------------------


def position_line(state: State) -> str:
    """The whole position on one line, secrets included."""
    return _line(FULL, position_fields(state, FROZEN))


def view_line(seen: Observation) -> str:
    """What a seat may know, on one line; of other hands only how many cards they hold.

    Raises:
        NotationError: cards are out of the game, so that it cannot be said how many are hidden.
    """
    return _line(TEAMS[seen.seat], view_fields(seen, FROZEN))


def view_fields(seen: Observation, editions: Mapping[str, Ruleset] = EDITIONS) -> dict[str, Any]:
    """The keys of a position file that says what a seat may know; raises what `view_line` does."""
    hidden = seen.deck_size + sum(seen.hand_sizes) - len(seen.hand)
    pool = unseen(seen)
    if min(pool) < 0 or sum(pool) != hidden:
        raise NotationError(
            "here cards are out of the game, as no match has it: what a seat may know of that has "
            "no text; the whole position has one"
        )
    found = position_fields(visible_state(seen), editions)
    teams = {team: {**one} for team, one in found.get("teams", {}).items()}
    for seat, size in enumerate(seen.hand_sizes):
        if seat != seen.seat and size:
            teams[TEAMS[seat]] = {"hand": size, **teams.get(TEAMS[seat], {})}
    found["teams"] = {team: teams[team] for team in TEAMS if teams.get(team)}
    return found


def _line(view: str, found: dict[str, Any]) -> str:
    words = [f"DD{FORMAT}", view]
    for key, value in found.items():
        if key == "units":
            words += (
                f"{name}={word_of(one['at'] if [*one] == ['at'] else one)}"
                for name, one in value.items()
            )
        elif key == "teams":
            words += (f"{team}={word_of(one)}" for team, one in value.items() if one)
        elif key == "map":
            words.append(f"map={_runs(value)}")
        elif key in ("edition", "board"):  # texts, though they may look like numbers
            words.append(f"{key}={value}")
        else:
            words.append(f"{key_word(key)}={word_of(value)}")
    text = " ".join(words)
    return f"{text} {check_of(text)}"


def check_of(text: str) -> str:
    """Eight hexadecimal digits (CRC-32): no change of one or a few neighbouring signs keeps it."""
    return f"{zlib.crc32(text.encode()):08x}"


def _runs(drawing: str) -> str:
    """A drawn board as in chess: `3.2#` is three floors and two walls, rows end with `/`."""
    return "/".join(
        "".join(f"{n if n > 1 else ''}{glyph}" for glyph, n in _counted(row))
        for row in drawing.splitlines()
    )


def _counted(row: str) -> list[tuple[str, int]]:
    return [(glyph, len([*same])) for glyph, same in groupby(row)]


def broken(text: str, width: int) -> Iterator[str]:
    """The text in rows that can be put together again: no row begins or ends with a blank."""
    while len(text) > width:
        cut = width
        while cut > 1 and " " in text[cut - 1 : cut + 1]:
            cut -= 1
        yield text[:cut]
        text = text[cut:]
    yield text


# -- reading ------------------------------------------------------------------------------------


def is_position_line(text: str) -> bool:
    """Whether a text begins as these lines do, so that `read_line` has something to say to it."""
    return _BEGINNING.match(text.strip()) is not None


def read_line(text: str, collection: Collection | None = None, shown: str = "position") -> Copied:
    """The position that a line spells; it may have been wrapped on the way.

    `collection` has the cards and boards that it may speak of, by default those of the game;
    `shown` begins its errors.

    Raises:
        NotationError: it spells none; says where, and whether it was damaged on the way.
    """
    if len(text) > LONGEST:
        raise NotationError(f"{shown}: {len(text):,} characters; the most is {LONGEST:,}")
    text = _unwrapped(text)
    begun = _BEGINNING.match(text)
    if begun is None:
        begins = f'"{quoted(text, 20)}"' if text else "nothing"
        raise NotationError(f"{shown}: it begins with {begins}, not with DD{FORMAT}")
    if int(begun[1]) != FORMAT:
        raise NotationError(
            f"{shown}: written in format {int(begun[1])}; this program reads format {FORMAT}: "
            f"use a newer version of it"
        )
    odd = next((at for at, sign in enumerate(text) if not " " <= sign <= "~"), None)
    if odd is not None:
        raise NotationError(
            f"{shown}: character {odd + 1}: {quoted(text[odd])} (U+{ord(text[odd]):04X}) is no "
            f"sign of such a text"
        )
    body, _, check = text.rpartition(" ")
    if not _CHECK.fullmatch(check):
        raise NotationError(
            f"{shown}: at the end: the checksum is missing, eight signs such as 0c1d2e3f; it ends "
            f'with "{quoted(check, 20)}". Was the text cut off?'
        )
    intact = check_of(body) == check
    try:
        copied = _Words(body, shown).position(collection)
    except NotationError as error:
        if intact:
            raise
        stop = "" if str(error).endswith((".", "?")) else "."
        raise NotationError(f"{error}{stop} {_DAMAGED}") from error
    if not intact:
        raise NotationError(
            f"{shown}: at the end: the checksum of this text is {check_of(body)}, not {check}. "
            f"{_DAMAGED}"
        )
    return copied


def _unwrapped(text: str) -> str:
    """The text as one line: ends of lines are blanks, or nothing where that is right."""
    spaced = " ".join(text.split())
    if "\n" not in text.strip():
        return spaced
    joined = " ".join("".join(line.strip() for line in text.splitlines()).split())
    body, _, check = joined.rpartition(" ")
    return joined if check_of(body) == check else spaced


_DAMAGED: Final = "The text is not as it was written: copy it again."


class _Words:
    """Reads the words of one line."""

    def __init__(self, body: str, shown: str) -> None:
        self.body = body
        self.shown = shown
        self.seat: int | None = None

    def position(self, collection: Collection | None) -> Copied:
        """The position, checked as far as it can be without playing on from it."""
        found = self.fields()
        try:
            sheet = PositionSheet.model_validate(found)
        except ValidationError as error:
            raise NotationError(f"{self.shown}: {explained(telling(error))}") from error
        try:
            collection = collection or load_packs([])
            folder = Path()
            state, _ = place_pieces(sheet, self.shown, folder, collection, FROZEN, tried=False)
            copied = Copied(self.seat, state)
            self.must_hold(copied, sheet)
        except NotationError:
            raise
        except DeathdomeError as error:
            raise NotationError(str(error).replace(LENIENT, "")) from error
        except STUMBLES as error:
            raise NotationError(
                f"{self.shown}: its words are right, but no match can reach this position"
            ) from error
        return copied

    def must_hold(self, copied: Copied, sheet: PositionSheet) -> None:
        """That the position can be asked about, written and, if it is a view, dealt."""
        state = copied.whole
        if self.seat is None:
            try_out(state, self.shown)
            position_line(state)
            return
        if self.seat >= state.setup.seats:
            raise NotationError(f"{self.shown}: view: {TEAMS[self.seat]} does not play")
        for team, one in sheet.teams.items():
            held = len(state.hands[TEAMS.index(team)])
            if isinstance(one.hand, int) and one.hand != held:
                raise NotationError(f"{self.shown}: {team}: hand: {one.hand}, but {held} are left")
        view_line(copied.seen)
        try_out(copied.state(Random(0)), self.shown)

    def fields(self) -> dict[str, Any]:
        """The tables of the position file that says the same."""
        found: dict[str, Any] = {"units": {}, "teams": {}}
        start = 1
        for number, word in enumerate(self.body.split(" ")):
            if number == 1:
                self.view(word, start)
            elif number > 1:
                self.word(found, word, start)
            start += len(word) + 1
        if start <= len("DD1 full "):
            raise NotationError(f"{self.shown}: character {start}: it ends too early")
        self.hands(found["teams"])
        return found

    def fail(self, start: int, text: str) -> NotationError:
        return NotationError(f"{self.shown}: character {start}: {text}")

    def view(self, word: str, start: int) -> None:
        if word != FULL and word not in TEAMS:
            known = ", ".join((FULL, *TEAMS))
            raise self.fail(start, f'whose view? It can be {known}, not "{quoted(word, 20)}"')
        self.seat = None if word == FULL else TEAMS.index(word)

    def word(self, found: dict[str, Any], word: str, start: int) -> None:
        """One word into the tables."""
        key, sign, text = word.partition("=")
        team, dot, _ = key.partition(".")
        inside, name = found, key
        if team in TEAMS:
            inside = found["units" if dot else "teams"]
        elif key not in _KEYS:
            raise self.fail(start, f'no word "{quoted(key, 20)}" here.{nearest(key, _KEYS)}')
        if not sign or not text:
            raise self.fail(start, f'behind "{quoted(key, 20)}" stands = and a value')
        if name in inside:
            raise self.fail(start, f'"{quoted(key, 20)}" is said twice')
        behind = start + len(key) + 1
        if key == "map":
            inside[name] = self.drawing(text, behind)
        elif key == "board" and not _BOARD.fullmatch(text):  # no paths: a text opens no files
            raise self.fail(behind, f'no id of a board: "{quoted(text, 20)}"')
        elif key in ("edition", "board"):
            inside[name] = text
        else:
            try:
                inside[name] = value_of(text, behind)
            except NotationError as error:
                raise NotationError(f"{self.shown}: {key}: {error}") from error

    def drawing(self, text: str, start: int) -> str:
        """A board that is drawn in run lengths."""
        rows: list[str] = []
        spaces = 0
        for row in text.split("/"):
            at, drawn = 0, ""
            while at < len(row):
                run = _RUN.match(row, at)
                if run is None:
                    raise self.fail(start + at, "behind a number stands what is drawn so often")
                spaces += int(run[1] or 1)
                if spaces > _LARGEST:
                    raise self.fail(start + at, f"more than {_LARGEST:,} spaces")
                drawn += run[2] * int(run[1] or 1)
                at = run.end()
            rows.append(drawn)
            start += len(row) + 1
        return "\n".join(rows)

    def hands(self, teams: dict[str, Any]) -> None:
        """A full text tells every hand; a view tells its own, and of others how many cards."""
        for team, one in teams.items():
            hand = one.get("hand") if isinstance(one, dict) else None
            mine = self.seat is None or team == TEAMS[self.seat]
            if hand is None or isinstance(hand, list) is mine:
                continue
            wanted = "its cards are needed" if mine else "only how many cards it has may be said"
            raise NotationError(f"{self.shown}: {team}: hand: {wanted}")
