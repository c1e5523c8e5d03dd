"""Display settings of the screen, from the player's options, the command line and the terminal.

Used by every command that opens the screen. Imports nothing that draws.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import DeathdomeError, UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.settings import Loaded
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
    from deathdome.settings import KeyOptions
    from deathdome.tui.display import DisplaySettings
    from deathdome.tui.keys import keyset

    check_look(theme, keys)
    changes: dict[str, Any] = {}
    if theme is not None:
        changes["theme"] = theme
    loaded = loaded_options()
    if keys is not None:
        own = loaded.options.keys.own
        fits = not keyset.problems(keys, own)
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
    from deathdome.settings import load
    from deathdome.tui.keys import keyset

    return load(keyset, path, _unknown)


def _unknown(seats: Sequence[str]) -> str:
    """Return which of these names are unknown, with a suggestion; "" if all are known."""
    from deathdome.cli.new_match import known_seats

    try:
        known_seats(seats)
    except DeathdomeError as error:
        return str(error)
    return ""


def problems_line(loaded: Loaded) -> str:
    """Return the message of play about errors in a file of options."""
    from deathdome.content.words import shown

    count = len(loaded.problems)
    things = f"{count} thing{'s' * (count > 1)} in {shown(str(loaded.path), 200)}"
    return f"{things} cannot be used; `deathdome config validate` says what"


def check_look(theme: str | None, keys: str | None) -> None:
    """Check that the named theme and preset of keys exist.

    Raises:
        UsageError: there is no such theme or preset.
    """
    if theme is not None:
        from deathdome.settings import choices_of

        _known("theme", theme, choices_of("theme"))
    if keys is not None:
        from deathdome.tui.keys import keyset

        _known("preset of keys", keys, keyset.presets())


def _known(what: str, word: str, known: Sequence[str]) -> None:
    if word not in known:
        hint = nearest(word, known) or f" It can be {', '.join(known)}."
        raise UsageError(f'no {what} "{word}".{hint}')


def with_glyphs(look: DisplaySettings) -> DisplaySettings:
    """Return the look with signs that this terminal can draw; asks the terminal if needed."""
    return replace(look, glyphs=glyphs_for(look.options.glyphs))


def glyphs_for(wanted: str) -> GlyphSet:
    """Return the signs of the board: as wanted, or with "auto" shapes if all are one column wide.

    An output that cannot encode shapes gets ASCII, whatever is wanted.
    """
    from deathdome.terminal import in_browser, screen_can_encode
    from deathdome.tui.glyphs import ASCII as PLAIN
    from deathdome.tui.glyphs import SETS, SHAPES

    if not (in_browser() or screen_can_encode(SHAPES.signs())):
        return PLAIN
    if wanted != "auto":
        return SETS[wanted]
    return SHAPES if _drawn_narrow(SHAPES.signs()) else PLAIN


def _drawn_narrow(signs: Sequence[str]) -> bool:
    from deathdome.terminal import widths, worth_asking

    if worth_asking(os.environ, terminal=sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    sys.stdout.flush()
    try:
        found = widths(signs, sys.stdin.fileno(), sys.stdout.fileno())
    except OSError:  # a terminal that cannot be asked
        return False
    return bool(found) and set(found.values()) == {1}


def need_terminal(command: str, without: str) -> None:
    """End a command that needs a screen if there is none; `without` names what needs none.

    A browser that Textual draws in is a screen too.

    Raises:
        UsageError: there is no terminal, it cannot place text, or Textual is told of colours that
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
