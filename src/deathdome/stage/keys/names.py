"""Names of keys: Textual's, the terminal's, the player's, and those on the screen.

Knows no action of any key.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from deathdome.stage import phrases as say

_SHOWN: Final = {
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "backspace": "Backspace",
    "delete": "Del",
    "insert": "Ins",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
}
_FUNCTION: Final = {f"f{number}": f"F{number}" for number in range(1, 13)}
NAMED: Final = {**_SHOWN, **_FUNCTION}
_ALSO: Final = {
    "esc": "escape",
    "return": "enter",
    "pgup": "pageup",
    "pgdn": "pagedown",
    "del": "delete",
    "ins": "insert",
}
# Textual names symbols by their Unicode names, with these exceptions.
_RENAMED: Final = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}


def key_name(text: str) -> str:
    """Return Textual's name of a key as written: `?`, `U`, `esc`, `ctrl+e`; '' for none."""
    if len(text) == 1:
        return _of_sign(text)
    *modifiers, last = text.split("+") if not text.endswith("++") else [*text[:-2].split("+"), "+"]
    held = [word.lower() for word in modifiers]
    name = last if len(last) == 1 else _ALSO.get(last.lower(), last.lower())
    name = _of_sign(name) if len(name) == 1 else name
    known = name in NAMED or len(name) == 1 or name in _SIGNS
    if not known or not set(held) <= {"shift", "ctrl", "alt"} or len(set(held)) < len(held):
        return ""
    if "shift" in held and len(name) == 1 and name.isalpha():
        name = name.upper()
        held.remove("shift")
    elif "ctrl" in held and len(name) == 1:
        name = name.lower()
    return "+".join([*sorted(held), name])


def _of_sign(sign: str) -> str:
    if sign.isalnum():
        return sign if sign.isascii() or sign.isprintable() else ""
    if sign == " ":
        return "space"
    if not sign.isprintable():
        return ""
    name = unicodedata.name(sign, "").lower().replace("-", "_").replace(" ", "_")
    return _RENAMED.get(name, name)


_SIGNS: Final = {_of_sign(chr(code)): chr(code) for code in range(33, 127)}


def pressed_name(pressed: str) -> str:
    """Return the table's name of a key as a terminal reports it.

    Terminals that report all keys say `shift+t` for T and `shift+question_mark` for ?.
    """
    plain = pressed.removeprefix("shift+")
    if plain == pressed:
        return pressed
    if len(plain) == 1:
        return plain.upper()
    return plain if plain in _SIGNS else pressed


def written_as(name: str) -> str:
    """Return a key as it is written for readers: `Shift+Up`, `?`, `u`."""
    *held, last = name.split("+")
    shown = NAMED.get(last) or _SIGNS.get(last) or last
    return "+".join([*(word.capitalize() for word in held), shown])


def refused(name: str) -> str:
    """Return why no action can use a key; '' if it can."""
    if name.startswith("alt+") or "+alt+" in name:
        return say.ALT_UNRELIABLE
    if name.startswith("ctrl+shift+"):
        return say.CTRL_SHIFT_UNRELIABLE
    return say.RESERVED.get(name, "")
