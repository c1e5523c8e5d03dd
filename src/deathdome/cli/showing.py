"""Opening the screen, and the last words in the shell when it closes."""

from __future__ import annotations

import platform
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TextIO

    from deathdome.session.host import MatchHost
    from deathdome.tui.app import DomeApp
    from deathdome.tui.display import DisplaySettings
    from deathdome.tui.lobby import Lobby

_LONG: Final = 400  # columns of a line that must not wrap
RESUME: Final = "deathdome play --resume"


def show_title(lobby: Lobby, display: DisplaySettings) -> None:
    """Show the title screen of a lobby until the player leaves it."""
    from deathdome.tui.app import DomeApp

    show(DomeApp(lobby=lobby), display)


def show(app: DomeApp, display: DisplaySettings) -> None:
    """Open the screen with a display, and print the state of the match when it closes.

    In a browser standard output belongs to Textual, so the last words go to the server's log. The
    process ends here if the program crashed or a match could not be saved (1), or on a signal.
    """
    from deathdome.cli.display import with_glyphs
    from deathdome.terminal import in_browser

    # Last of all: output in between would move the cursor that the terminal reports.
    app.settings = with_glyphs(display)
    error: Exception | None = None
    try:
        app.run(mouse=display.options.mouse)
    except Exception as failure:  # noqa: BLE001 - whatever it was, the match is on disk
        error = failure
    error = app.failure or error
    session = app.session if app.in_match else None
    if error is not None:
        goes_on = session is not None and session.saved and session.outcome is None
        record = session.record if session is not None else None
        resume = resume_words(record) if goes_on and record is not None else ""
        print(crash_line(error, record, resume), file=sys.stderr)
        sys.exit(1)
    if session is not None:
        _print_farewell(session, sys.stderr if in_browser() else sys.stdout)
    for lost in app.lost:
        print(f"deathdome: the match could not be saved: {lost}", file=sys.stderr)
    if app.return_code:
        sys.exit(app.return_code)
    if app.lost or (session is not None and session.lost):
        sys.exit(1)


def _print_farewell(session: MatchHost, out: TextIO) -> None:
    from deathdome.tui.drawing.replay import fork_lines
    from deathdome.tui.presenters.status import result_line
    from deathdome.tui.presenters.text import text_of

    if session.teaches:
        return  # there is no result
    print(result_line(session.outcome, session.known_seed, session.names), file=out)
    if session.fork:
        print(text_of(fork_lines(session.fork, _LONG)), file=out)
    if session.outcome is None and session.saved:
        print(f"resume with: {resume_words(session.record)}", file=out)
    for fault in session.faults:
        print(f"deathdome: {fault}", file=sys.stderr)


def resume_words(record: Path | None) -> str:
    """Return the command that resumes a match, without a name for the last one played."""
    from deathdome.records.library import is_newest, name_of

    return RESUME if record is None or is_newest(record) else f"{RESUME} {name_of(record)}"


def crash_line(error: Exception, record: Path | None, resume: str = "") -> str:
    """Write a crash report; return the line with its place and the way to resume.

    `record` is that of the match, `resume` the command that resumes it, if possible. Neither the
    line
    nor the file contains any value: it would reveal hands.
    """
    from deathdome.content.words import printable
    from deathdome.files import replace_private_file
    from deathdome.folders import matches_folder
    from deathdome.records.library import CRASH

    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].name}" if frames else ""
    parts = [f"deathdome: stopped by a mistake of the program ({type(error).__name__}{place})"]
    if record is None:
        file = matches_folder() / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}{CRASH}"
    else:
        file = record.with_name(record.name + CRASH)
    with suppress(OSError):
        replace_private_file(file, _crash_text(error, record).encode(errors="replace"))
        parts.append(f"told in {printable(str(file))}")
    if resume:
        parts.append(f"resume with: {resume}")
    return "; ".join(parts)


def _crash_text(error: Exception, record: Path | None) -> str:
    """Return the crash report: the traceback, and the record that reproduces it."""
    from importlib.metadata import version

    from deathdome import __version__

    python = f"Python {platform.python_version()} on {platform.system()}"
    lines = [
        f"deathdome {__version__}, Textual {version('textual')}, {python}",
        f"record: {record if record is not None else 'none'}",
        "",
    ]
    told: BaseException | None = error
    while told is not None:
        lines += traceback.format_list(traceback.extract_tb(told.__traceback__))
        lines.append(f"{type(told).__name__}: (its text may name cards of a hand, and is left out)")
        told = told.__cause__ or told.__context__
        if told is not None:
            lines += ("", "which came of:", "")
    return "\n".join(line.rstrip("\n") for line in lines) + "\n"
