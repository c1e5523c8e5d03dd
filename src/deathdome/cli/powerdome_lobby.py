"""New and saved games of PowerDome at this terminal, for its title."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from deathdome.cli import powerdome_games as tables
from deathdome.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.powerdome.play.host import GameHost
    from deathdome.powerdome.play.library import Summary
    from deathdome.powerdome.play.lobby import Wishes
    from deathdome.powerdome.play.timeline import Timeline


class LocalLobby:
    """The games in the player's folder (powerdome.play.lobby)."""

    def bots(self) -> Sequence[str]:
        """Return the names of the installed bots."""
        from deathdome.powerdome.bots.registry import names

        return names()

    def names(self, wishes: Wishes) -> tuple[str, ...]:
        """Return the names of all players: those asked for, and others from the list.

        Raises:
            UsageError: two players have the same name.
        """
        from deathdome.powerdome.model.naming import folded
        from deathdome.powerdome.text.bots import NAMES

        usual = tables.read_names(None, wishes.seats)
        given = [*wishes.names, *[""] * len(usual)][: len(usual)]
        taken = {folded(name) for name in given if name}
        spare = iter(name for name in (*usual, *NAMES) if folded(name) not in taken)
        named: list[str] = []
        for asked in given:
            name = asked or next(one for one in spare if one not in named)
            named.append(name)
        return tables.read_names(",".join(named), wishes.seats)

    def begin(self, wishes: Wishes) -> GameHost:
        """Begin a new game.

        Raises:
            DeathdomeError: the wishes do not fit.
        """
        given = {
            one.name: _option(getattr(wishes.options, one.name)) for one in fields(wishes.options)
        }
        return tables.new_table(
            ",".join(wishes.seats),
            ",".join(self.names(wishes)),
            wishes.seed,
            given,
            wishes.setting or None,
            (),
        ).host()

    def resume(self, path: Path) -> GameHost:
        """Resume a saved game.

        Raises:
            DeathdomeError: it cannot be resumed.
        """
        return tables.resumed_table(str(path), ()).host()

    def games(self) -> Sequence[Summary]:
        """Return the saved games, unfinished ones first."""
        from deathdome.powerdome.play.library import summaries

        return summaries()

    def delete(self, path: Path) -> None:
        """Delete a saved game.

        Raises:
            RecordError: it cannot be deleted.
        """
        from deathdome.errors import printable
        from deathdome.journal.record_file import remove_unused

        if not remove_unused(path):
            name = printable(path.name)
            raise RecordError(f"{name} cannot be deleted: another program may be playing it")

    def timeline(self, path: Path) -> Timeline:
        """Return a saved game to watch.

        Raises:
            RecordError: it cannot be read.
        """
        return tables.timeline_of(path, ())


def _option(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
