"""A position as one line of text, to copy into a chat and load again (docs/notation.md).

A line names the switches that differ from the defaults of its format, and these defaults are frozen
(`model/frozen_editions.py`). So a line means the same when the game has other defaults.

There are two forms: a *full* line gives back exactly the same position; the *view of a seat* says
no more than that seat may know. Its words are the keys of position files.

Words are spelled as in `journal.words`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from deathdome.content.packs import load_packs
from deathdome.content.positions.codec import LENIENT, place_pieces
from deathdome.content.positions.files import error_text, most_telling
from deathdome.content.positions.schema import PositionSheet
from deathdome.content.positions.stack_checks import STUMBLES, try_out
from deathdome.content.positions.writing import position_fields
from deathdome.errors import DeathdomeError, NotationError, nearest
from deathdome.journal.words import check_of, key_word, unwrapped, value_of, word_of
from deathdome.model.identifiers import TEAMS
from deathdome.model.ruleset import EDITIONS, FROZEN
from deathdome.rules.engine import advance
from deathdome.rules.observing import determinize, observe, unseen, visible_state
from deathdome.toml.words import shown as quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deathdome.content.collection import Collection
    from deathdome.model.observation import Observation
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

FORMAT: Final = 1
FULL: Final = "full"
MAX_LENGTH: Final = 40_000  # characters
_BEGINNING: Final = re.compile(r"DD([0-9]{1,9})(?:\s|$)")
_CHECK: Final = re.compile(r"[0-9a-f]{8}")
_BOARD: Final = re.compile(r"[a-z0-9-]+")
_RUN: Final = re.compile(r"([1-9][0-9]{0,3})?([^0-9])")
_MAX_SPACES: Final = 4000  # spaces of a drawn board
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
    "later_seating",
    "seats",
    "round",
    "rounds",
    "first",
    "order",
    "series",
    "store",
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
    """A position read from its line."""

    seat: int | None  # seat of a view; None: full
    whole: State  # in a view, other hands hold arbitrary cards: see `state`

    @property
    def seen(self) -> Observation:
        """The view of the seat; of a full text, that of the first seat."""
        return observe(self.whole, self.seat or 0)

    def state(self, rng: Random) -> State:
        """Return the position; for a view, one that fits it, with unseen cards dealt by `rng`."""
        if self.seat is None:
            return self.whole.copy()
        state = determinize(self.seen, rng)
        advance(state)
        return state


# -- writing ------------------------------------------------------------------------------------


def position_line(state: State) -> str:
    """Return the whole position on one line, secrets included."""
    return _line(FULL, position_fields(state, FROZEN))


def view_line(seen: Observation) -> str:
    """Return the view of a seat on one line; of other hands only the sizes.

    Raises:
        NotationError: cards are out of the game, so the number of hidden cards is unknown.
    """
    return _line(TEAMS[seen.seat], view_fields(seen, FROZEN))


def view_fields(seen: Observation, editions: Mapping[str, Ruleset] = EDITIONS) -> dict[str, Any]:
    """Return the keys of a position file with the view of a seat; raises like `view_line`."""
    hidden = seen.deck_size + sum(seen.hand_sizes) - len(seen.hand)
    pool = unseen(seen)
    if min(pool) < 0 or sum(pool) != hidden:
        raise NotationError(
            "this position removes cards from the game, so a seat's view of it has "
            "no text. Export the whole position instead"
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
        elif key in ("edition", "board"):  # texts, even if they look like numbers
            words.append(f"{key}={value}")
        else:
            words.append(f"{key_word(key)}={word_of(value)}")
    text = " ".join(words)
    return f"{text} {check_of(text)}"


def _runs(drawing: str) -> str:
    """Return a drawn board as in chess: `3.2#` is three floors and two walls, rows end with `/`."""
    return "/".join(
        "".join(f"{n if n > 1 else ''}{glyph}" for glyph, n in _counted(row))
        for row in drawing.splitlines()
    )


def _counted(row: str) -> list[tuple[str, int]]:
    return [(glyph, len([*same])) for glyph, same in groupby(row)]


# -- reading ------------------------------------------------------------------------------------


def is_position_line(text: str) -> bool:
    """Return True if a text begins like a position line, so that `read_line` can explain errors."""
    return _BEGINNING.match(text.strip()) is not None


def read_line(text: str, collection: Collection | None = None, shown: str = "position") -> Copied:
    """Parse a position line; it may have been wrapped on the way.

    `collection` has the cards and boards that the line may name, by default those of the game;
    `shown` begins the errors.

    Raises:
        NotationError: the line is not valid; says where, and whether it was damaged on the way.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(f"{shown}: {len(text):,} characters; the maximum is {MAX_LENGTH:,}")
    text = unwrapped(text)
    start = _BEGINNING.match(text)
    if start is None:
        begins = f'"{quoted(text, 20)}"' if text else "nothing"
        raise NotationError(f"{shown}: it begins with {begins}, not with DD{FORMAT}")
    if int(start[1]) != FORMAT:
        raise NotationError(
            f"{shown}: written in format {int(start[1])}; this program reads format {FORMAT}: "
            f"use a newer version of it"
        )
    bad = next((at for at, sign in enumerate(text) if not " " <= sign <= "~"), None)
    if bad is not None:
        raise NotationError(
            f"{shown}: character {bad + 1}: {quoted(text[bad])} (U+{ord(text[bad]):04X}) does not "
            f"belong in such a text"
        )
    body, _, check = text.rpartition(" ")
    if not _CHECK.fullmatch(check):
        raise NotationError(
            f"{shown}: at the end: the checksum is missing, eight digits such as 0c1d2e3f; it ends "
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


_DAMAGED: Final = "The text has changed: copy it again."


class _Words:
    """Parser of one line."""

    def __init__(self, body: str, shown: str) -> None:
        self.body = body
        self.shown = shown
        self.seat: int | None = None

    def position(self, collection: Collection | None) -> Copied:
        """Return the position, checked as far as possible without playing it."""
        found = self.fields()
        try:
            sheet = PositionSheet.model_validate(found)
        except ValidationError as error:
            raise NotationError(f"{self.shown}: {error_text(most_telling(error))}") from error
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
        """Check that the position has a question, can be written and, if it is a view, dealt."""
        state = copied.whole
        if self.seat is None:
            try_out(state, self.shown)
            position_line(state)
            return
        if self.seat >= state.setup.seats:
            raise NotationError(f"{self.shown}: view: {TEAMS[self.seat]} is not in this match")
        for team, one in sheet.teams.items():
            held = len(state.hands[TEAMS.index(team)])
            if isinstance(one.hand, int) and one.hand != held:
                raise NotationError(f"{self.shown}: {team}: hand: {one.hand}, but {held} are left")
        view_line(copied.seen)
        try_out(copied.state(Random(0)), self.shown)

    def fields(self) -> dict[str, Any]:
        """Return the tables of the equivalent position file."""
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
        """Enter one word into the tables."""
        key, sign, text = word.partition("=")
        team, dot, _ = key.partition(".")
        inside, name = found, key
        if team in TEAMS:
            inside = found["units" if dot else "teams"]
        elif key not in _KEYS:
            raise self.fail(start, f'no word "{quoted(key, 20)}" here.{nearest(key, _KEYS)}')
        if not sign or not text:
            raise self.fail(start, f'write = and a value after "{quoted(key, 20)}"')
        if name in inside:
            raise self.fail(start, f'"{quoted(key, 20)}" appears twice')
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
        """Return the board of a drawing in run lengths."""
        rows: list[str] = []
        spaces = 0
        for row in text.split("/"):
            at, drawn = 0, ""
            while at < len(row):
                run = _RUN.match(row, at)
                if run is None:
                    raise self.fail(start + at, "a number needs a symbol after it")
                spaces += int(run[1] or 1)
                if spaces > _MAX_SPACES:
                    raise self.fail(start + at, f"more than {_MAX_SPACES:,} spaces")
                drawn += run[2] * int(run[1] or 1)
                at = run.end()
            rows.append(drawn)
            start += len(row) + 1
        return "\n".join(rows)

    def hands(self, teams: dict[str, Any]) -> None:
        """Check that a full text has every hand, and a view its own and the sizes of others."""
        for team, one in teams.items():
            hand = one.get("hand") if isinstance(one, dict) else None
            mine = self.seat is None or team == TEAMS[self.seat]
            if hand is None or isinstance(hand, list) is mine:
                continue
            wanted = "its cards are needed" if mine else "only its number of cards may be given"
            raise NotationError(f"{self.shown}: {team}: hand: {wanted}")
