"""Replay of a record: to the same position, or as far as it is still the same.

The dice of a referee come from its seed, so it rolls and draws again; what the record says of
chance must agree with that, and every checking line with the position.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.content.collection import bundled_collection
from deathdome.errors import (
    ContentError,
    NotationError,
    PackError,
    RecordError,
    UsageError,
    bounded,
    printable,
)
from deathdome.files import FileError, is_there, path_problem, plain_bytes, replace_private_file
from deathdome.folders import at_home, data_folder, packs_folder
from deathdome.match.referee import Referee
from deathdome.model.actions import CONCESSIONS
from deathdome.model.decisions import CHANCE
from deathdome.model.identifiers import TEAMS
from deathdome.model.notation import action_text, parse_action
from deathdome.records.format import (
    CHANCE_NAME,
    CHECKED,
    HINTED,
    HintTaken,
    answer_text,
    digest,
    moment,
    result_text,
)
from deathdome.records.header import Pack
from deathdome.rules.engine import why_not
from deathdome.rules.setup import new_game
from deathdome.text.names import team_name
from deathdome.toml.files import MAX_BYTES
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deathdome.content.collection import Collection
    from deathdome.model.board import Board
    from deathdome.model.state import State
    from deathdome.records.format import Entry, Record
    from deathdome.records.header import Header

# A record may name any file. A path in it is read if the player has played with it before. Of all
# other paths only the last name counts: a pack or board of that name is looked for among those
# named on the command line and in the known folders.

BOARD_FILE = ".toml"  # ends a board that is a path; all others are ids


def packs_of(paths: Sequence[str]) -> tuple[Pack, ...]:
    """Return the packs at some paths with digests of their present content."""
    found = [at_home(path).absolute() for path in paths]
    return tuple(Pack(pack_digest(path), str(path)) for path in dict.fromkeys(found))


def pack_digest(path: Path) -> str:
    """Return sixteen hexadecimal digits of the files of a pack, which may have none."""
    from deathdome.content.packs import MAX_FILES

    summed = sha256()
    for file in sorted(_files_of(path))[:MAX_FILES]:
        summed.update(f"{file.relative_to(path).as_posix()}\n".encode(errors="replace"))
        try:
            summed.update(sha256(plain_bytes(file, MAX_BYTES)).digest())
        except FileError:
            continue  # loading the pack says what is wrong with it
    return summed.hexdigest()[:16]


def _files_of(path: Path) -> list[Path]:
    from deathdome.content.packs import pack_files

    try:
        return pack_files(path)
    except UsageError:
        return [path]


def located(record: Record, named: Sequence[str] = ()) -> Record:
    """Return the record with the paths of its packs and board on this computer.

    `named` are paths of packs and boards from the command line. They are taken first, by digest or
    by name.

    Raises:
        RecordError: the record needs a pack or board that is in no known place; says which one and
            what to do.
    """
    header = record.header
    given = packs_of(named)
    packs = tuple(
        Pack(pack.digest, _place_of(pack.path, pack.digest, given, record)) for pack in header.packs
    )
    board = header.board
    if not header.start and board.endswith(BOARD_FILE):
        board = _place_of(board, "", given, record)
    return replace(record, header=replace(header, packs=packs, board=board), own=True)


def _place_of(path: str, digest: str, given: Sequence[Pack], record: Record) -> str:
    """Return the path of a record's pack (with a digest) or board file on this computer."""
    name = re.split(r"[\\/]", path.rstrip("\\/"))[-1]
    places = [pack for pack in given if digest and pack.digest == digest]
    places += [pack for pack in given if Path(pack.path).name == name]
    if places:
        return places[0].path
    if record.own or path in known_paths():
        return path
    for place in _known_places(name):
        if is_there(place):
            return str(place)
    kind, key = ("pack", "pack") if digest else ("board file", "board")
    raise RecordError(
        f'{record.place(key, digest)}: this match needs the {kind} "{shown(name)}". '
        "Name it with --pack, or copy it to "
        f"{shown(str(packs_folder()), 200)}"
    )


def _known_places(name: str) -> Iterator[Path]:
    """Return the paths of a name in the folders that every record may use."""
    if name not in ("", ".", ".."):
        for folder in (packs_folder(), Path("packs").absolute()):
            yield folder / name


def collection_for(record: Record) -> Collection:
    """Load the cards and boards of a recorded match.

    Its fingerprint chooses today's cards or an earlier set of the game's own, with its packs as
    they are now. If no set has that fingerprint, the cards are today's.

    Raises:
        RecordError: a pack is not there any more, or cannot be used any more; or a file of earlier
            cards is damaged.
    """
    header = located(record).header
    packs = [Path(pack.path) for pack in header.packs]
    try:
        today = _collection_now(packs)
        if today.catalog.fingerprint == header.cards:
            return today
        from deathdome.content.earlier_cards import earlier_collection  # loads the schema of files

        return earlier_collection(header.cards, packs) or today
    except (UsageError, PackError) as error:
        digest = next((pack.digest for pack in header.packs if pack.path in str(error)), "")
        raise RecordError(
            f"{record.place('pack', digest)}: its packs cannot be used now: {error}"
        ) from error
    except ContentError as error:
        raise RecordError(
            f"{record.place('cards')}: its cards cannot be loaded: {error}"
        ) from error


def _collection_now(packs: Sequence[Path]) -> Collection:
    if not packs:
        return bundled_collection()
    from deathdome.content.packs import load_packs

    return load_packs(packs, in_progress=True)


def paths_of(header: Header) -> list[str]:
    """Return the paths of the packs and the board file of a match."""
    board = [header.board] if header.board.endswith(BOARD_FILE) and not header.start else []
    return [*(pack.path for pack in header.packs), *board]


def changes(record: Record, collection: Collection) -> list[str]:
    """Return in words what has changed since the match began."""
    header = located(record).header
    found = [
        f"the pack {printable(pack.path)} has changed"
        for pack in header.packs
        if pack_digest(Path(pack.path)) != pack.digest
    ]
    if header.cards != collection.catalog.fingerprint:
        found.append("the cards have changed")
    return found


# -- files that the player has used ----------------------------------------------------------------

# A record's header is not a reason to read a file: anyone may have written it.
KNOWN_FILE: Final = "known-packs.json"
MOST_KNOWN: Final = 500  # paths; the ones that were used last
_LARGEST: Final = 5_000_000  # bytes


def known_paths() -> tuple[str, ...]:
    """Return absolute paths, the last used at the end; none if the file cannot be read."""
    try:
        found = json.loads(plain_bytes(data_folder() / KNOWN_FILE, _LARGEST))
    except (FileError, ValueError, RecursionError):
        return ()
    paths = found if isinstance(found, list) else []
    return tuple(
        path
        for path in paths
        if isinstance(path, str) and not path_problem(path) and Path(path).is_absolute()
    )


def remember(paths: Iterable[str]) -> None:
    """Add the paths of a match. If the list cannot be written it stays as it is."""
    new = list(dict.fromkeys(paths))
    old = known_paths()
    if not new or old[-len(new) :] == tuple(new):
        return
    kept = [*(path for path in old if path not in new), *new][-MOST_KNOWN:]
    with suppress(OSError):
        replace_private_file(data_folder() / KNOWN_FILE, f"{json.dumps(kept, indent=1)}\n".encode())


# Kinds of differences, as a player may read them during the match.
_DRAW: Final = "a draw"
_ANSWER: Final = "an answer"
_WHERE: Final = "the position"
_RESULT: Final = "the result"
_POSITION: Final = "position: its text no longer makes sense"


class Point(NamedTuple):
    """The position before an answer that can be undone."""

    state: State
    answers: int
    events: int


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of replaying a record."""

    referee: Referee
    differs: str  # file, line and kind of the first difference, without names; "" if there is none
    where: str  # the moment of the last checking line that agrees; "" if none does
    answers: int  # replayed, chance included
    rolled: int  # of these, by chance
    checked: int  # checking lines that agree
    points: tuple[Point, ...]  # before the last answers of the seat that is asked
    last_person: int  # seat that answered last; -1 if none did
    begun: State | None = None  # the position before the first answer; not to be changed
    hints: tuple[HintTaken, ...] = ()
    named: str = ""  # `differs` with the names of cards, for when the match is over
    over: bool = False  # the answers led to the end that the record says: every hand may be shown

    @property
    def difference(self) -> str:
        """Return the first difference in words; "" without one.

        It names cards only if the match is over: they may be in another player's hand, or about to
        be drawn.
        """
        return self.named if self.over else self.differs


# -- the beginning ------------------------------------------------------------------------------


def opening_of(header: Header, collection: Collection, board: Board | None = None) -> State:
    """Return the position before the first answer of a match.

    `board` is its board, if the caller has read it already.

    Raises:
        NotationError: the header has a position that cannot be read any more.
        UsageError: there is no such board now, or it has no room for the seats.
        ContentError: the board cannot be used.
    """
    if header.start:
        from deathdome.content.positions.one_line import read_line  # loads the schema of files

        return read_line(header.start, collection).whole
    return new_game(
        collection.catalog,
        board or collection.board(header.board),
        seats=len(header.names),
        ruleset=header.ruleset,
        rounds=header.rounds,
        purses=header.credits or None,
        series=header.series or None,
    )


def opening(record: Record, collection: Collection) -> State:
    """Return the position before the first answer of a recorded match.

    Raises:
        RecordError: there is no such board now, or it has no room for the seats.
    """
    header = located(record).header
    key = "position" if header.start else "board"
    board = None
    try:
        if not header.start:
            board = collection.board(header.board)
            key = "seat"
        state = opening_of(header, collection, board)
    except (UsageError, ContentError, NotationError) as error:
        # An error about a position may quote a hand, and nothing shows that the match is over.
        why = _POSITION if header.start else str(error)
        raise RecordError(f"{record.place(key)}: cannot start: {why}") from error
    if state.setup.seats != len(header.names):
        seats = state.setup.seats
        raise RecordError(f"{record.place(key)}: cannot start: its position has {seats} seats")
    return state


# -- replaying ----------------------------------------------------------------------------------


def replay(record: Record, collection: Collection | None = None) -> Replay:
    """Replay the match of a record as far as it goes.

    Where cards, rules or packs have changed since, it may not come out as recorded: then it stops
    at the last checking line before that, and `differs` says so.

    Raises:
        RecordError: it cannot be replayed at all; names file and line.
    """
    collection = collection or collection_for(record)
    told = _Replayer(record, collection).replay(record.entries)
    told = replace(told, over=_is_over(record, collection, told))
    if not told.differs:
        return told
    why = _why(record, collection)
    if not told.checked:
        raise RecordError(f"{told.difference}; nothing before that can be checked{why}")
    # Repeat up to the difference only: the referee's dice must not be ahead.
    good = 0
    left = told.checked
    for at, entry in enumerate(record.entries):
        left -= entry.who == "="
        if not left:
            good = at + 1
            break
    again = _Replayer(record, collection).replay(record.entries[:good])
    # A hint counts even if its answer was undone.
    later = [entry for entry in record.entries[good:] if entry.who == HINTED]
    taken = (HintTaken(again.answers, TEAMS.index(entry.text)) for entry in later)
    return replace(
        again,
        differs=f"{told.differs}{why}",
        named=f"{told.named}{why}",
        hints=(*again.hints, *taken),
        over=told.over,
    )


def _is_over(record: Record, collection: Collection, told: Replay) -> bool:
    """Return True if the answers alone lead to the recorded result.

    A line that says so can be added to a match that is not over. What the record says of chance and
    of positions may be wrong in a match that is.
    """
    if not record.ended or not told.differs:
        return record.ended
    answers = [entry for entry in record.entries if entry.who not in (CHANCE_NAME, CHECKED, HINTED)]
    return not _Replayer(replace(record, rolls=False), collection).replay(answers).differs


def _why(record: Record, collection: Collection) -> str:
    found = changes(record, collection)
    return f" ({', '.join(found)} since it started)" if found else ""


class _DiffersError(Exception):
    """The match does not continue as recorded.

    `kind` is safe to show during the match, the text is not: it names cards.
    """

    def __init__(self, kind: str, named: str) -> None:
        super().__init__(bounded(named))
        self.kind: Final = kind


class _Replayer:
    """Replay of one record with a new referee."""

    def __init__(self, record: Record, collection: Collection) -> None:
        self.record = record
        self.begun = opening(record, collection)
        self.referee = Referee(self.begun.copy(), record.header.seed, record.header.secret)
        self.given = 0  # entries of the journal that the record has confirmed
        self.rolled = 0
        self.checked = 0
        self.compared = -1  # answers before the last checking line
        self.where = ""
        self.points: list[Point] = []
        self.last = -1
        self.hints: list[HintTaken] = []

    def replay(self, entries: Sequence[Entry]) -> Replay:
        """Give the answers until one is not legal."""
        differs = named = ""
        for entry in entries:
            try:
                self._take(entry)
            except _DiffersError as error:
                place = f"{self.record.source}:{entry.line}"
                differs = f"{place}: {self._safe(entry, error)}"
                named = f"{place}: {error}"
                break
        return Replay(
            self.referee,
            differs,
            self.where,
            self.given,
            self.rolled,
            self.checked,
            tuple(self.points),
            self.last,
            self.begun,
            tuple(self.hints),
            named,
        )

    def _safe(self, entry: Entry, error: _DiffersError) -> str:
        """Return the difference in words that do not depend on any hand.

        A line of a replay text has many answers, so the text of a finished match is quoted. It says
        every answer, so quoting it shows its reader nothing.
        """
        record = self.record
        if error.kind == _RESULT and self.referee.over:
            return str(error)
        said = f"{error.kind} does not match the record"
        if record.rolls or not record.ended or error.kind != _ANSWER:
            return said
        try:
            parse_action(self.referee.state.setup, entry.text)
        except NotationError as wrong:
            return str(wrong)
        return f'"{shown(entry.text)}" is refused: {said}'

    def _take(self, entry: Entry) -> None:
        referee = self.referee
        if not self.record.rolls:
            self.rolled += len(referee.journal) - self.given
            self.given = len(referee.journal)
        if entry.who == HINTED:
            self.hints.append(HintTaken(self.given, TEAMS.index(entry.text)))
            return
        behind = len(referee.journal) - self.given
        if entry.who == CHANCE_NAME:
            self._agree(entry)
        elif behind:
            seat, action = referee.journal[self.given]
            meant = answer_text(referee.state, seat, action)
            raise _DiffersError(_DRAW, f'"{meant}" was expected here')
        elif entry.who == "=":
            self._check(entry)
        elif entry.who == "end":
            state = referee.state
            result = "" if state.outcome is None else result_text(state)
            if result != entry.text:
                now = f'ended so: "{result}"' if result else "is not over"
                raise _DiffersError(_RESULT, f"the match {now}")
        else:
            self._answer(entry)

    def _agree(self, entry: Entry) -> None:
        """Check the recorded roll or draw against the seeded dice."""
        referee = self.referee
        if self.given == len(referee.journal):
            raise _DiffersError(_DRAW, "nothing is rolled or drawn here")
        _, action = referee.journal[self.given]
        if answer_text(referee.state, CHANCE, action) != f"{CHANCE_NAME}: {entry.text}":
            try:
                same = parse_action(referee.state.setup, entry.text) == action
            except NotationError:
                same = False
            if not same:
                meant = action_text(referee.state.setup, action)
                raise _DiffersError(_DRAW, f'chance says "{meant}", not "{entry.text}"')
        self.given += 1
        self.rolled += 1

    def _check(self, entry: Entry) -> None:
        state = self.referee.state
        if self.compared == self.given:
            raise _DiffersError(_WHERE, "the position was compared in a line before")
        self.compared = self.given
        if entry.text != moment(state) or entry.digest != digest(state):
            now = f"; it is {moment(state)} now" if entry.text != moment(state) else ""
            named = f"the position is not as recorded ({entry.text}{now})"
            raise _DiffersError(_WHERE, named)
        self.checked += 1
        self.where = entry.text

    def _answer(self, entry: Entry) -> None:
        referee = self.referee
        asked = referee.asked
        seat = TEAMS.index(entry.who)
        if asked is None:
            raise _DiffersError(_ANSWER, "the match is over before this")
        if asked.seat != seat:
            named = f"{team_name(asked.seat)} is asked here, not {team_name(seat)}"
            raise _DiffersError(_ANSWER, named)
        try:
            action = parse_action(referee.state.setup, entry.text, seat, asked.options)
        except NotationError as error:
            raise _DiffersError(_ANSWER, str(error)) from None
        if action not in (*asked.options, *CONCESSIONS):
            named = f'"{entry.text}" is refused: {why_not(referee.state, action)}'
            raise _DiffersError(_ANSWER, named)
        point = Point(referee.state.copy(), len(referee.journal), len(referee.events))
        if seat != self.last:
            self.points.clear()
        self.points.append(point)
        self.last = seat
        referee.answer(action)
        self.given += 1
        if len(referee.journal) > self.given or (
            referee.asked is not None and referee.asked.seat != seat
        ):
            self.points.clear()
