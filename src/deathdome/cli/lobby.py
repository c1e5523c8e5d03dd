"""Opens matches for the title screen: with the installed managers and the packs of this run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.packs import Collection
    from deathdome.content.positions.one_line import Copied
    from deathdome.model.catalog import Catalog
    from deathdome.records.header import Header
    from deathdome.records.timeline import Stop, Timeline
    from deathdome.session.host import MatchHost
    from deathdome.tui.lobby import Kept, Unfinished, Wishes


class HouseLobby:
    """What the title screen asks for; see `tui.lobby.Lobby`."""

    def __init__(self, collection: Collection | None = None, packs: Sequence[str] = ()) -> None:
        self._given = collection  # without one the game's own, read when they are needed
        self._packs = packs  # paths, for the record of a match

    @property
    def _collection(self) -> Collection:
        from deathdome.cli.options import collection_of

        return self._given or collection_of(None)

    @property
    def catalog(self) -> Catalog:
        """The cards that are played with."""
        return self._collection.catalog

    @property
    def boards(self) -> tuple[str, ...]:
        """Ids of the boards, the default one first."""
        from deathdome.content.board_files import board_ids
        from deathdome.content.bundled import DEFAULT_BOARD

        known = {*board_ids(), *self._collection.boards}
        return (DEFAULT_BOARD, *sorted(known - {DEFAULT_BOARD}))

    @property
    def managers(self) -> tuple[str, ...]:
        """Names of the installed managers: the levels by measured strength, then the others."""
        from deathdome.managers import registry
        from deathdome.managers.strength import ranked

        names = registry.names()
        levels = tuple(level for level in ranked() if level in names)
        return (*levels, *(name for name in names if name not in levels))

    def about(self, manager: str) -> str:
        """What a manager is like and how strong it was measured to be."""
        from deathdome.managers.strength import told

        return told(manager)

    def ranking(self) -> str:
        """A sentence about the order of the levels."""
        from deathdome.managers.strength import ranking_note

        return ranking_note()

    def seats_of(self, board: str) -> tuple[int, ...]:
        """Numbers of teams that a board has room for."""
        seatings = self._collection.board(board).seatings
        return tuple(sorted(number for number in seatings if number > 1))

    def any_unfinished(self) -> bool:
        """Whether there seems to be a match that is not over."""
        from deathdome.records.peek import any_unfinished

        return any_unfinished()

    def unfinished(self) -> Unfinished | None:
        """The newest match that is not over."""
        from deathdome.content.words import shown
        from deathdome.records.library import summaries
        from deathdome.tui.lobby import Unfinished

        newest = next((one for one in summaries() if one.unfinished), None)
        if newest is None or newest.header is None:
            return None
        names = ", ".join(shown(name, 20) for name in newest.header.names)
        words = f"{newest.where}, {names}, {newest.when('%d %b %H:%M')}"
        return Unfinished(str(newest.path), words.removeprefix(", "))

    def open(self, wishes: Wishes) -> MatchHost:
        """A new match.

        Raises:
            DeathdomeError: it cannot be played.
        """
        from deathdome.cli.new_match import HUMAN, known_seats, new_referee
        from deathdome.cli.options import ruleset_of
        from deathdome.cli.sessions import new_session

        names = known_seats(wishes.seats)
        referee = new_referee(
            names,
            wishes.seed,
            wishes.rounds,
            wishes.board,
            quick=wishes.quick,
            ruleset=ruleset_of(wishes.edition, wishes.characters),
            collection=self._collection,
            secret=wishes.secret,
        )
        people = [
            person if name == HUMAN else ""
            for name, person in zip(names, wishes.people, strict=False)
        ]
        return new_session(referee, names, board=wishes.board, packs=self._packs, people=people)

    def resume(self, key: str, typed: Sequence[str] | None = None) -> tuple[MatchHost, Wishes]:
        """Goes on with a match; with it what it was begun with, for another like it.

        Without a key it is the one that was played last. `typed` is who sits where as the command
        line says, if it does.

        Raises:
            DeathdomeError: its record cannot be gone on with.
        """
        from deathdome.cli.sessions import resumed_session
        from deathdome.records.format import read_record
        from deathdome.records.library import newest_unfinished
        from deathdome.records.packs import located

        path = Path(key) if key else newest_unfinished()
        session = resumed_session(path, typed, self._packs)
        begun = located(read_record(path), self._packs).header
        # Not the names of the record, which may name what no file may start.
        return session, _wishes(begun, session.names)

    # -- matches that are kept -----------------------------------------------------------------

    def kept(self) -> list[Kept]:
        """The matches that are kept: the unfinished ones first, the last played on top.

        Raises:
            RecordError: nobody can tell which there are.
        """
        from deathdome.records.library import check_folder, summaries
        from deathdome.tui.lobby import Kept

        found = []
        for one in summaries():
            readable = one.header is not None
            found.append(
                Kept(str(one.path), one.when(), one.seats(), one.how, one.unfinished, readable)
            )
        if not found:
            check_folder()
        return found

    def watch(self, key: str) -> Timeline:
        """A kept match, told again as far as it can be.

        Raises:
            DeathdomeError: not even its beginning can be.
        """
        from deathdome.records.timeline import read_timeline

        return read_timeline(Path(key), packs=self._packs)

    def load(self, text: str) -> Copied | Timeline:
        """What a text that was copied says, or the file that it names.

        Raises:
            DeathdomeError: it is neither a position nor a replay.
        """
        from deathdome.cli.loading import loaded

        return loaded(text, self._collection, self._packs)

    def play_on(self, copied: Copied, seats: Sequence[str]) -> MatchHost:
        """A match that begins with a position.

        Raises:
            DeathdomeError: it cannot be played on.
        """
        from deathdome.cli.new_match import known_seats
        from deathdome.cli.sessions import position_session

        return position_session(copied, known_seats(seats), packs=self._packs)

    def sitters(self, timeline: Timeline) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The managers that may play on in a match, and which of them does in each seat.

        A record may come from anywhere: whom it names sits there only if installed.
        """
        from deathdome.cli.new_match import STAND_IN
        from deathdome.managers.specs import parse_spec

        installed = self.managers

        def sitter(name: str) -> str:
            try:
                spec = parse_spec(name)
            except UsageError:
                return STAND_IN
            return name if not spec.foreign and spec.name in installed else STAND_IN

        seated = tuple(map(sitter, timeline.header.names))
        return tuple(dict.fromkeys((*installed, *seated))), seated

    def fork(
        self, timeline: Timeline, stop: Stop, seats: Sequence[str]
    ) -> tuple[MatchHost, Wishes]:
        """A match of its own that begins at a stop of another one.

        Raises:
            DeathdomeError: it cannot be played on from there.
        """
        from deathdome.cli.new_match import known_seats
        from deathdome.cli.sessions import forked_session

        names = known_seats(seats)
        return forked_session(timeline, stop, names), _wishes(timeline.header, tuple(names))


def _wishes(begun: Header, names: tuple[str, ...]) -> Wishes:
    """Another match like one that was begun so, with these in the seats."""
    from deathdome.tui.lobby import Wishes

    return Wishes(
        names,
        begun.people,
        begun.seed,
        begun.rounds,
        begun.board,
        begun.ruleset.edition,
        begun.ruleset.characters,
        secret=begun.secret,
    )
