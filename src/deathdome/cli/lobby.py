"""Opens matches for the title screen: with the installed managers and the packs of this run."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.cli.options import ruleset_of
from deathdome.cli.play import DEFAULT_BOARD, HUMAN, known_seats, new_referee

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.packs import Collection
    from deathdome.model.catalog import Catalog
    from deathdome.tui.lobby import Unfinished, Wishes
    from deathdome.tui.session import Session


class HouseLobby:
    """What the title screen asks for; see `tui.lobby.Lobby`."""

    def __init__(self, collection: Collection, packs: Sequence[str] = ()) -> None:
        self._collection = collection
        self._packs = packs  # paths, for the record of a match

    @property
    def catalog(self) -> Catalog:
        """The cards that are played with."""
        return self._collection.catalog

    @property
    def boards(self) -> tuple[str, ...]:
        """Ids of the boards, the default one first."""
        from deathdome.content.board_files import board_ids

        known = {*board_ids(), *self._collection.boards}
        return (DEFAULT_BOARD, *sorted(known - {DEFAULT_BOARD}))

    @property
    def managers(self) -> tuple[str, ...]:
        """Names of the installed managers."""
        from deathdome.managers import registry

        return tuple(registry.names())

    def seats_of(self, board: str) -> tuple[int, ...]:
        """Numbers of teams that a board has room for."""
        seatings = self._collection.board(board).seatings
        return tuple(sorted(number for number in seatings if number > 1))

    def unfinished(self) -> Unfinished | None:
        """The newest match that is not over."""
        from deathdome.play.shelf import summaries
        from deathdome.tui.lobby import Unfinished

        newest = next((one for one in summaries() if one.unfinished), None)
        if newest is None or newest.header is None:
            return None
        when = datetime.fromtimestamp(newest.played, tz=UTC).astimezone()
        words = f"{newest.where}, {', '.join(newest.header.names)}, {when:%d %b %H:%M}"
        return Unfinished(str(newest.path), words.removeprefix(", "))

    def open(self, wishes: Wishes) -> Session:
        """A new match.

        Raises:
            DeathdomeError: it cannot be played.
        """
        from deathdome.cli.saved import new_session

        names = known_seats(wishes.seats)
        referee = new_referee(
            names,
            wishes.seed,
            wishes.rounds,
            wishes.board,
            quick=wishes.quick,
            ruleset=ruleset_of(wishes.edition, wishes.characters),
            collection=self._collection,
        )
        people = [
            person if name == HUMAN else ""
            for name, person in zip(names, wishes.people, strict=False)
        ]
        return new_session(referee, names, board=wishes.board, packs=self._packs, people=people)

    def resume(self, key: str, typed: Sequence[str] | None = None) -> tuple[Session, Wishes]:
        """Goes on with a match; with it what it was begun with, for another like it.

        `typed` is who sits where as the command line says, if it does.

        Raises:
            DeathdomeError: its record cannot be gone on with.
        """
        from deathdome.cli.saved import resumed_session
        from deathdome.play.record import read_record
        from deathdome.tui.lobby import Wishes

        session = resumed_session(Path(key), typed)
        begun = read_record(Path(key)).header
        return session, Wishes(
            session.names,  # not those of the record, which may name what no file may start
            begun.people,
            begun.seed,
            begun.rounds,
            begun.board,
            begun.ruleset.edition,
            begun.ruleset.characters,
        )
