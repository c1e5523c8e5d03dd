"""The titles of both games, one after the other: neither game knows the other."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from deathdome.cli.display import crash_line, run_screen, show

if TYPE_CHECKING:
    from deathdome.powerdome.tui.app import PowerDomeApp
    from deathdome.tui.display import DisplaySettings
    from deathdome.tui.lobby import Lobby


def show_title(lobby: Lobby, display: DisplaySettings) -> None:
    """Show the title screen of a lobby, or that of PowerDome, until the player leaves."""
    from deathdome.tui.app import DomeApp

    only_options = False
    while True:
        app = DomeApp(lobby=lobby, has_second_game=True, only_options=only_options)
        show(app, display)
        display = app.settings
        if not app.second_game_wanted:
            return
        second = _show_powerdome(display, lesson=app.second_lesson_wanted)
        if not second.first_game_wanted:
            return
        only_options = second.options_wanted


def _show_powerdome(display: DisplaySettings, *, lesson: bool) -> PowerDomeApp:
    """Show the title of PowerDome, or its lesson; return what was shown.

    The process ends here if the program crashed (1), or on a signal.
    """
    from deathdome.cli.powerdome import tome_with
    from deathdome.cli.powerdome_games import table_again, table_from
    from deathdome.cli.powerdome_lobby import LocalLobby
    from deathdome.powerdome.play.lesson import bundled_lesson
    from deathdome.powerdome.tui.app import PowerDomeApp

    app = PowerDomeApp(
        lobby=LocalLobby(),
        teaches=lambda: bundled_lesson(tome_with([])),
        again=lambda host: table_again(host).host(),
        forks=lambda timeline: table_from(timeline).host(),
        has_first_game=True,
        begins_with_lesson=lesson,
    )
    error = run_screen(app, display)
    if error is not None:
        print(crash_line(error, None, ""), file=sys.stderr)
        sys.exit(1)
    if app.return_code:
        sys.exit(app.return_code)
    return app
