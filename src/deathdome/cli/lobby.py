"""Matches for the title screen, with the installed managers and the packs of this run."""

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
    from deathdome.tui.lobby import SavedMatch, Unfinished, Wishes


class LocalLobby:
    """Implementation of `tui.lobby.Lobby`, which the title screen uses."""

    def __init__(self, collection: Collection | None = None, packs: Sequence[str] = ()) -> None:
        self._given = collection  # None: the game's own, loaded on first use
        self._packs = packs  # paths, for the record of a match

    @property
    def _collection(self) -> Collection:
        from deathdome.cli.options import collection_of

        return self._given or collection_of(None)

    @property
    def catalog(self) -> Catalog:
        """Return the cards in use."""
        return self._collection.catalog

    @property
    def boards(self) -> tuple[str, ...]:
        """Return the ids of the boards, the default one first."""
        from deathdome.content.board_files import board_ids
        from deathdome.content.bundled import DEFAULT_BOARD

        known = {*board_ids(), *self._collection.boards}
        return (DEFAULT_BOARD, *sorted(known - {DEFAULT_BOARD}))

    @property
    def managers(self) -> tuple[str, ...]:
        """Return the installed managers: the levels by measured strength, then the others."""
        from deathdome.managers import registry
        from deathdome.managers.strength import ranked

        names = registry.names()
        levels = tuple(level for level in ranked() if level in names)
        return (*levels, *(name for name in names if name not in levels))

    def about(self, manager: str) -> str:
        """Return a description of a manager with its measured strength."""
        from deathdome.managers.strength import told

        return told(manager)

    def ranking(self) -> str:
        """Return a sentence about the order of the levels."""
        from deathdome.managers.strength import ranking_note

        return ranking_note()

    def seats_of(self, board: str) -> tuple[int, ...]:
        """Return the numbers of teams for which a board has room."""
        seatings = self._collection.board(board).seatings
        return tuple(sorted(number for number in seatings if number > 1))

    def any_unfinished(self) -> bool:
        """Return True if there seems to be an unfinished match."""
        from deathdome.records.peek import any_unfinished

        return any_unfinished()

    def unfinished(self) -> Unfinished | None:
        """Return the newest unfinished match."""
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
        """Start a new match.

        Raises:
            DeathdomeError: it cannot be played.
        """
        from deathdome.cli.options import ruleset_of
        from deathdome.cli.sessions import known_seats, new_referee, new_session, opponent_words
        from deathdome.match.protocol import HUMAN
        from deathdome.match.seeds import cosmetic_for

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
        return new_session(
            referee,
            names,
            board=wishes.board,
            packs=self._packs,
            people=people,
            note=opponent_words(names) if wishes.quick else "",
            cosmetic=cosmetic_for(wishes.seed, wishes.cosmetic),
        )

    def quick_seats(self, wished: Sequence[str]) -> tuple[tuple[str, ...], str]:
        """Return the seats of a quick match, and why these; `wished` are those of the options."""
        from deathdome.cli.sessions import opponent_words, quick_seats

        names = quick_seats(wished)
        return names, opponent_words(names)

    def resume(self, key: str, typed: Sequence[str] | None = None) -> tuple[MatchHost, Wishes]:
        """Resume a match; return it with the wishes for another one like it.

        Without a key it is the match played last. `typed` are the seats of the command line, if
        given.

        Raises:
            DeathdomeError: its record cannot be resumed.
        """
        from deathdome.cli.sessions import resumed_session
        from deathdome.records.format import read_record
        from deathdome.records.library import newest_unfinished
        from deathdome.records.packs import located

        path = Path(key) if key else newest_unfinished()
        session = resumed_session(path, typed, self._packs)
        header = located(read_record(path), self._packs).header
        # Without the record's names, which may name programs that no file may start.
        return session, _wishes(header, session.names)

    # -- saved matches -------------------------------------------------------------------------

    def saved_matches(self) -> list[SavedMatch]:
        """Return the saved matches: the unfinished ones first, the last played on top.

        Raises:
            RecordError: the folder cannot be read.
        """
        from deathdome.records.library import check_folder, summaries
        from deathdome.tui.lobby import SavedMatch

        found = []
        for one in summaries():
            readable = one.header is not None
            found.append(
                SavedMatch(
                    str(one.path), one.when(), one.seats(), one.how, one.unfinished, readable
                )
            )
        if not found:
            check_folder()
        return found

    def watch(self, key: str) -> Timeline:
        """Replay a saved match as far as possible.

        Raises:
            DeathdomeError: not even its beginning can be replayed.
        """
        from deathdome.records.timeline import read_timeline

        return read_timeline(Path(key), packs=self._packs)

    def load(self, text: str) -> Copied | Timeline:
        """Load a copied text, or the file that it names.

        Raises:
            DeathdomeError: it is neither a position nor a replay.
        """
        from deathdome.cli.position import load_copied

        return load_copied(text, self._collection, self._packs)

    def play_on(self, copied: Copied, seats: Sequence[str]) -> MatchHost:
        """Start a match from a position.

        Raises:
            DeathdomeError: it cannot be played.
        """
        from deathdome.cli.sessions import known_seats, position_session

        return position_session(copied, known_seats(seats), packs=self._packs)

    def seat_choices(self, timeline: Timeline) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the managers that may continue a match, and the default for each seat.

        A record may come from anywhere: a manager that it names is the default only if installed.
        """
        from deathdome.cli.sessions import STAND_IN
        from deathdome.managers.manager_name import parse_spec

        installed = self.managers

        def default_manager(name: str) -> str:
            try:
                spec = parse_spec(name)
            except UsageError:
                return STAND_IN
            return name if not spec.foreign and spec.name in installed else STAND_IN

        defaults = tuple(map(default_manager, timeline.header.names))
        return tuple(dict.fromkeys((*installed, *defaults))), defaults

    def fork(
        self, timeline: Timeline, stop: Stop, seats: Sequence[str]
    ) -> tuple[MatchHost, Wishes]:
        """Start a separate match from a stop of another one.

        Raises:
            DeathdomeError: it cannot be played from there.
        """
        from deathdome.cli.sessions import forked_session, known_seats

        names = known_seats(seats)
        return forked_session(timeline, stop, names), _wishes(timeline.header, tuple(names))


def _wishes(header: Header, names: tuple[str, ...]) -> Wishes:
    """Return the wishes for another match like one with this header, with these seats."""
    from deathdome.tui.lobby import Wishes

    return Wishes(
        names,
        header.people,
        header.seed,
        header.rounds,
        header.board,
        header.ruleset.edition,
        header.ruleset.characters,
        secret=header.secret,
        cosmetic=header.cosmetic_seed,
    )
