"""Display settings of the screen, from the player's options, the command line and the terminal.

Used by every command that opens the screen. Imports nothing that draws.
"""

from __future__ import annotations

import os
import platform
import sys
import traceback
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import DeathdomeError, UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import TextIO

    from deathdome.session.host import MatchHost
    from deathdome.settings import Loaded
    from deathdome.stage.app import StageApp
    from deathdome.tui.app import DomeApp
    from deathdome.tui.display import DisplaySettings
    from deathdome.tui.glyphs import GlyphSet

COLOURS: Final = "TEXTUAL_COLOR_SYSTEM"  # Textual only accepts these words
COLOUR_SYSTEMS: Final = ("auto", "standard", "256", "truecolor", "windows")
# Commands that work without a screen.
WITHOUT: Final = "`deathdome play --plain` and `deathdome sim` need none"


def look_of(
    *,
    theme: str | None = None,
    keys: str | None = None,
    ascii_only: bool = False,
    no_mouse: bool = False,
    no_animation: bool = False,
) -> DisplaySettings:
    """Return the player's options, overridden by those of this run.

    The screen reports errors in the file of options. The board is drawn in ASCII until
    `with_glyphs` asks for shapes, last of all.

    Raises:
        UsageError: there is no such theme or preset.
    """
    from deathdome.cli.keys import ALL_KEYS
    from deathdome.settings import KeyOptions
    from deathdome.tui.display import DisplaySettings

    check_look(theme, keys)
    changes: dict[str, Any] = {}
    if theme is not None:
        changes["theme"] = theme
    loaded = loaded_options()
    if keys is not None:
        own = loaded.options.keys.own
        fits = not ALL_KEYS.problems(keys, own)
        changes["keys"] = KeyOptions(preset=keys, own=own if fits else {})
    if ascii_only:
        changes["glyphs"] = "ascii"
    if no_mouse:
        changes["mouse"] = False
    if no_animation:
        changes["animation"] = "none"
    remark = problems_line(loaded) if loaded.problems else ""
    return DisplaySettings(replace(loaded.options, **changes), remark=remark)


def loaded_options(path: Path | None = None) -> Loaded:
    """Load the options of a file, by default the player's own, and check seats and keys."""
    from deathdome.cli.keys import ALL_KEYS
    from deathdome.settings import load

    return load(ALL_KEYS, path, _seated)


def _seated(seats: Sequence[str]) -> tuple[list[str] | None, str]:
    """Return the seats with today's names, and which were unknown or are retired, or ""."""
    from deathdome.cli.sessions import known_seats
    from deathdome.managers.manager_name import current_name, retired_note
    from deathdome.match.protocol import HUMAN

    try:
        known_seats(seats)
    except DeathdomeError as error:
        return None, str(error)
    notes = [retired_note(name) for name in seats if name != HUMAN]
    return [current_name(name) for name in seats], next(filter(None, notes), "")


def problems_line(loaded: Loaded) -> str:
    """Return the message of play about errors in a file of options."""
    from deathdome.text.names import counted
    from deathdome.toml.words import shown

    problems = f"{counted(len(loaded.problems), 'problem')} in {shown(str(loaded.path), 200)}"
    return f"{problems}; `deathdome config validate` lists them"


def check_look(theme: str | None, keys: str | None) -> None:
    """Check that the named theme and preset of keys exist.

    Raises:
        UsageError: there is no such theme or preset.
    """
    if theme is not None:
        from deathdome.settings import choices_of

        _known("theme", theme, choices_of("theme"))
    if keys is not None:
        from deathdome.cli.keys import ALL_KEYS

        _known("preset of keys", keys, ALL_KEYS.presets())


def _known(what: str, word: str, known: Sequence[str]) -> None:
    if word not in known:
        hint = nearest(word, known) or f" It can be {', '.join(known)}."
        raise UsageError(f'no {what} "{word}".{hint}')


def with_glyphs(look: DisplaySettings) -> DisplaySettings:
    """Return the look with symbols that this terminal can draw; asks the terminal if needed."""
    return replace(look, glyphs=glyphs_for(look.options.glyphs))


def glyphs_for(wanted: str) -> GlyphSet:
    """Return the symbols of the board: as wanted, or with "auto" shapes if all are one column wide.

    An output that cannot encode shapes gets ASCII, whatever is wanted.
    """
    from deathdome.stage.text import ELLIPSIS
    from deathdome.terminal import in_browser, screen_can_encode
    from deathdome.tui.glyphs import ASCII as PLAIN
    from deathdome.tui.glyphs import SETS, SHAPES

    if not (in_browser() or screen_can_encode(SHAPES.signs())):
        return PLAIN
    if wanted != "auto":
        return SETS[wanted]
    found = _widths((*SHAPES.signs(), ELLIPSIS))
    ellipsis = found.pop(ELLIPSIS, 0)
    if set(found.values()) != {1}:
        return PLAIN
    return SHAPES if ellipsis == 1 else replace(SHAPES, ellipsis=PLAIN.ellipsis)


def _widths(signs: Sequence[str]) -> dict[str, int]:
    """Ask the terminal how wide it draws the symbols; return {} if it does not say."""
    from deathdome.terminal import widths, worth_asking

    if worth_asking(os.environ, terminal=sys.stdin.isatty() and sys.stdout.isatty()):
        return {}
    sys.stdout.flush()
    try:
        return widths(signs, sys.stdin.fileno(), sys.stdout.fileno())
    except OSError:  # a terminal that cannot be asked
        return {}


def need_terminal(command: str, without: str) -> None:
    """End a command that needs a screen if there is none; `without` names what needs none.

    A browser that Textual draws in is a screen too.

    Raises:
        UsageError: there is no terminal, it cannot place text, or Textual is set to colours that
            no terminal has.
    """
    from deathdome.terminal import in_browser

    colours = os.environ.get(COLOURS, "auto")
    if colours not in COLOUR_SYSTEMS:
        raise UsageError(f'{COLOURS} is "{colours}"; it can be {", ".join(COLOUR_SYSTEMS)}')
    if in_browser():
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(f"{command} needs a terminal for input and output; {without}")
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        raise UsageError(
            f"{command} needs a terminal that can place its text, and TERM says this one cannot; "
            f"{without}"
        )


# -- showing ---------------------------------------------------------------------------------------

_LONG: Final = 400  # columns of a line that must not wrap
RESUME: Final = "deathdome play --resume"


def show(app: DomeApp, display: DisplaySettings) -> None:
    """Open the screen with a display, and print the state of the match when it closes.

    In a browser standard output belongs to Textual, so the last words go to the server's log. The
    process ends here if the program crashed or a match could not be saved (1), or on a signal.
    """
    from deathdome.terminal import in_browser

    error = run_screen(app, display)
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


def run_screen(app: StageApp, display: DisplaySettings) -> Exception | None:
    """Run the screen of a game until it closes; return its error, if any."""
    from deathdome.stage.terminal_io.exits import discard_input
    from deathdome.terminal import in_browser

    # Last of all: output in between would move the cursor that the terminal reports.
    app.settings = with_glyphs(display)
    error: Exception | None = None
    try:
        app.run(mouse=display.options.mouse)
    except Exception as failure:  # noqa: BLE001 - after any error the game is on disk
        error = failure
    if not in_browser():
        discard_input()
    return app.failure or error


def _print_farewell(session: MatchHost, out: TextIO) -> None:
    from deathdome.stage.text import text_of
    from deathdome.tui.drawing.replay import fork_lines
    from deathdome.tui.presenters.status import result_line

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
    from deathdome.errors import printable
    from deathdome.files import replace_private_file
    from deathdome.folders import matches_folder
    from deathdome.records.library import CRASH

    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].name}" if frames else ""
    parts = [f"deathdome crashed ({type(error).__name__}{place})"]
    if record is None:
        file = matches_folder() / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}{CRASH}"
    else:
        file = record.with_name(record.name + CRASH)
    with suppress(OSError):
        replace_private_file(file, _crash_text(error, record).encode(errors="replace"))
        parts.append(f"details: {printable(str(file))}")
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
            lines += ("", "caused by:", "")
    return "\n".join(line.rstrip("\n") for line in lines) + "\n"
