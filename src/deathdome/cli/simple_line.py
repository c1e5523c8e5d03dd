"""The simple command lines of `deathdome play`, read without Typer.

Typer and pydantic, which it needs, take longer to load than everything that a match needs. A line
of known options with plain values has one meaning. Every other line, a wrong one too, is Typer's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

FLAGS: Final = {
    "--quick": "quick",
    "--series": "series",
    "--ascii": "ascii_only",
    "--no-mouse": "no_mouse",
    "--no-animation": "no_animation",
}
TEXTS: Final = {
    "--seats": "seats",
    "--board": "board",
    "--rounds": "rounds",
    "--edition": "edition",
    "--scenario": "scenario",
    "--theme": "theme",
    "--keys": "keys",
}
NUMBERS: Final = {"--seed": "seed"}
_MAX_DIGITS: Final = 9  # of a number that needs no check


def simple_options(words: Sequence[str]) -> dict[str, bool | str | int] | None:
    """Return the values after `play`, by the name of their parameter; None if Typer must say."""
    values: dict[str, bool | str | int] = {}
    left = iter(words)
    for word in left:
        name = FLAGS.get(word) or TEXTS.get(word) or NUMBERS.get(word)
        if name is None or name in values:
            return None
        if word in FLAGS:
            values[name] = True
            continue
        value = next(left, "")
        if word in NUMBERS:
            if not (value.isascii() and value.isdigit() and len(value) <= _MAX_DIGITS):
                return None
            values[name] = int(value)
        elif not value.strip() or value.startswith("-"):
            return None
        else:
            values[name] = value
    return values
