"""`deathdome doctor`: abilities of this terminal, and parts of the environment that affect a match.

It answers the first question of every bug report, and why the board is drawn in ASCII.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

MIN_SIZE: Final = (80, 24)
ROOMY: Final = (120, 40)
_ESCAPE: Final = "escape"


class Finding(NamedTuple):
    """One line: the subject, the finding, and whether it is a problem."""

    what: str
    found: str
    bad: bool = False


def doctor(
    keys: Annotated[
        bool,
        typer.Option("--keys", help="Then name each key you press. Esc twice or Ctrl-C ends."),
    ] = False,
) -> None:
    """Check your terminal, files and options."""
    from deathdome.errors import printable

    findings = list(all_findings())
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        mark = "!" if finding.bad else " "
        print(f"{mark} {finding.what:<{width}}  {printable(finding.found)}")
    if keys:
        _echo_keys()
    if any(finding.bad for finding in findings):
        raise typer.Exit(1)


def all_findings() -> Iterator[Finding]:
    """Yield all findings in order."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    yield from _terminal(os.environ, terminal=terminal)
    yield _signs(os.environ, terminal=terminal)
    yield from _files()
    yield from _versions()


def _terminal(environ: Mapping[str, str], *, terminal: bool) -> Iterator[Finding]:
    term = environ.get("TERM", "")
    if not terminal:
        yield Finding("terminal", "no terminal here: play needs one, or --plain")
    else:
        size = os.get_terminal_size(sys.stdout.fileno())
        room = f"{size.columns}x{size.lines}"
        if size.columns < MIN_SIZE[0] or size.lines < MIN_SIZE[1]:
            yield Finding("terminal", f"{room}: {MIN_SIZE[0]}x{MIN_SIZE[1]} is needed", bad=True)
        else:
            more = "" if size >= ROOMY else f" ({ROOMY[0]}x{ROOMY[1]} shows more at once)"
            yield Finding("terminal", room + more)
    cannot = terminal and term in ("", "dumb", "unknown")
    yield Finding("TERM", f"{term or 'not set'}{': it cannot place text' * cannot}", bad=cannot)
    yield Finding("colours", _colours(environ, term))
    yield Finding("inside", ", ".join(_layers(environ)) or "neither tmux nor screen nor SSH")
    encoding = (sys.stdout.encoding or "unknown").lower()
    yield Finding("encoding", encoding)


def _colours(environ: Mapping[str, str], term: str) -> str:
    """Return the number of colours in the environment; Textual uses the same variables."""
    if environ.get("NO_COLOR"):
        return "none: NO_COLOR is set"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return f"16 million (COLORTERM={environ['COLORTERM']})"
    if "256" in term:
        return "256; COLORTERM=truecolor if yours has more"
    return "16, according to TERM"


def _layers(environ: Mapping[str, str]) -> Iterator[str]:
    """Yield programs between this one and the window: each reserves some keys."""
    if environ.get("TMUX"):
        yield "tmux (takes Ctrl-B)"
    if environ.get("STY"):
        yield "screen (takes Ctrl-A)"
    if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"):
        yield "SSH"
    if environ.get("TERM_PROGRAM") == "vscode":
        yield "VS Code (takes Ctrl-P and Ctrl-Q)"


def _signs(environ: Mapping[str, str], *, terminal: bool) -> Finding:
    """Check how this terminal draws the shapes of the board."""
    from deathdome.terminal import encoding_of, screen_can_encode, widths, worth_asking
    from deathdome.tui.glyphs import SHAPES

    signs = SHAPES.signs()
    if not screen_can_encode(signs):
        encoding = encoding_of(sys.stdout).lower()
        return Finding("shapes", f"{encoding} has none of them: the board is drawn in ASCII")
    if why := worth_asking(environ, terminal=terminal):
        return Finding("shapes", f"not asked ({why}): the board is drawn in ASCII")
    sys.stdout.flush()
    found = widths(signs, sys.stdin.fileno(), sys.stdout.fileno())
    if not found:
        return Finding("shapes", "the terminal does not answer: the board is drawn in ASCII")
    drawn = " ".join(f"{sign} {width}" for sign, width in found.items())
    good = set(found.values()) == {1}
    return Finding("shapes", f"{drawn} ({'good' if good else 'the board is drawn in ASCII'})")


def _files() -> Iterator[Finding]:
    from deathdome.cli.keys import ALL_KEYS
    from deathdome.folders import data_folder
    from deathdome.settings import is_missing, load

    loaded = load(ALL_KEYS)
    there = " (not found: using defaults)" if is_missing(loaded.path) else ""
    yield Finding("options", f"{loaded.path}{there}")
    for problem in loaded.problems:
        yield Finding("", str(problem), bad=True)
    options = loaded.options
    preset = f"{options.keys.preset} (--keys names what arrives)"
    yield Finding("keys, theme", f"{preset}, {options.theme}")
    folder = data_folder()
    can = _writable(folder)
    yield Finding("matches", f"{folder}{'' if can else ': cannot be written'}", bad=not can)


def _writable(folder: Path) -> bool:
    """Return True if files can be created in the folder or its parent, without creating any.

    A file system may still be full; then the match reports it.
    """
    from deathdome.settings import is_missing

    while is_missing(folder):
        if folder.parent == folder:
            return False
        folder = folder.parent
    try:
        return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
    except OSError:  # the path cannot even be looked up
        return False


def _versions() -> Iterator[Finding]:
    import platform
    from importlib.metadata import version

    from deathdome import __version__

    yield Finding("deathdome", __version__)
    yield Finding("Python", f"{platform.python_version()} on {platform.system()}")
    yield Finding("Textual", version("textual"))


def _echo_keys() -> None:
    """Print the name of every key that arrives, until Esc twice or Ctrl-C."""
    if not sys.stdin.isatty():
        print("no terminal: there are no keys to name")
        return
    from deathdome.stage.terminal_io.input_parser import HAS_PARSER, reading_keys

    if not HAS_PARSER:
        print("this version of Textual does not name keys outside a screen")
        return
    before = ""
    with reading_keys(sys.stdin.fileno()) as keys:
        print("\nPress keys; Esc twice or Ctrl-C ends.")
        sys.stdout.flush()
        for key in keys:
            print(f"  {key}")
            sys.stdout.flush()
            if key == "ctrl+c" or (key == _ESCAPE and before == _ESCAPE):
                return
            before = key
