"""The nasty inputs that every entry point of the program is given.

Players type and paste `TEXTS`, and write them into names and cards. Files may have `FILE_NAMES` and
`TOML_VALUES`, messages of managers `JSON_VALUES`. `ODD_FILES` are in place of a file.
`hostile.mutants` damages good files at random.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

WIDE: Final = "\u6f22\u5b57\u6f22\u5b57"  # two columns a symbol
PILE: Final = "Z" + "\u0301" * 40 + "algo"
TEXTS: Final[Mapping[str, str]] = {
    "markup": "[/ [red]x[/blue] {up} {0} %s $(x)",
    "commands": "\x1b[2J\x1b]0;bell\x07\r\n\tnext",
    "wide": WIDE * 50,
    "open tag": "[/b]x[@click=quit]",
    "colours": "\x1b[31mfire\x1b[0m\x1b[2J",
    "lines": "two\nlines\r\x07",
    "long": "a" * 200,
    "marks": PILE + "\u202egnp\u2066\u200f",
    "leading mark": "\u0301leading mark",
    "other way": "\u202egnp.live\u2066\u200b",
    "pictures": "\u2764\ufe0f\u200d\U0001f525\U0001f468\u200d\U0001f469",
    "drawing": "\u2588\u2500\u2502 box \u28ff\u2801",
    "prompt": "red> quit",
    "next command": "; quit",
}
# The kinds that differ most on a screen, where each takes a second.
FEW: Final = ("markup", "commands", "wide")

FILE_NAMES: Final = (
    *("-x", "--help", " ", "a b", "*", "$(x)", "`x`", "'", '"', "\\", "~", "~root", "x" * 240),
    *("\n", "a\nb", "\t", "\r", "\x1b[31mred", "\u202e", "[b]bold", "[link=x]", "{0}%s", "\u00e9"),
    *("\udcff", "\udc9b\udc80x", "\U0001f3f4", "\u0301", "a.match", ".match", "..", "#", "!"),
)

# Values as a file of cards, boards or options spells them.
TOML_VALUES: Final[tuple[str, ...]] = (
    *('""', '"x"', '"[b]x[/b]"', '"\\u001b[31m"', '"\\u0000"', '"\\u202e"', '"{0}%s$(x)`"'),
    *("0", "-1", "true", "false", "1.5", "nan", "-inf", "1979-05-27", "07:32:00"),
    *("9" * 4_000, "0x" + "f" * 5_000, "0b" + "1" * 20_000, "-" + "9" * 4_000),
    *("[]", "{}", "[[]]", "[{}]", "[1, 'a', {}]", "{ a = { b = { c = 1 } } }", "[" * 80 + "]" * 80),
    f'"{"a" * 50_000}"',
)

# Values in a message of a manager.
JSON_VALUES: Final[Mapping[str, object]] = {
    "number": 7,
    "fraction": 1.5,
    "truth": True,
    "text": "2",
    "object": {"a": 1},
    "list of nothing": [None],
    "list of texts": ["2"],
    "list of truths": [True],
    "list of fractions": [2.0],
    "half a reason": [["a"]],
    "reason with a fraction": [["a", 1.5]],
}


def _pipe(path: Path, _good: bytes) -> None:
    os.mkfifo(path)


def _folder(path: Path, _good: bytes) -> None:
    path.mkdir()


def _ring(path: Path, _good: bytes) -> None:
    path.symlink_to(path)


def _device(path: Path, _good: bytes) -> None:
    path.symlink_to("/dev/zero")


def _nowhere(path: Path, _good: bytes) -> None:
    path.symlink_to("nowhere")


def _huge(path: Path, _good: bytes) -> None:
    with path.open("wb") as file:
        file.truncate(40_000_000_000)


def _nothing(path: Path, _good: bytes) -> None:
    del path


def _of(change: Callable[[bytes], bytes]) -> Callable[[Path, bytes], None]:
    def make(path: Path, good: bytes) -> None:
        path.write_bytes(change(good))

    return make


# Each puts something at a path; `good` is what a file of that kind may have in it.
ODD_FILES: Final[Mapping[str, Callable[[Path, bytes], None]]] = {
    "no file": _nothing,
    "a pipe": _pipe,
    "a folder": _folder,
    "a ring of links": _ring,
    "a device without end": _device,
    "a link to nothing": _nowhere,
    "a huge file": _huge,
    "no text": _of(lambda _: b"\xff\xfe\x00\x1b[2J"),
    "noughts": _of(lambda _: b"\x00" * 99),
    "notes": _of(lambda _: b"notes [b]\x1b[31m\n"),
    "brackets": _of(lambda _: b"[" * 20_000),
    "a byte order mark": _of(lambda good: b"\xef\xbb\xbf" + good),
    "UTF-16": _of(lambda good: good.decode().encode("utf-16")),
    "half of UTF-16": _of(lambda good: good.decode().encode("utf-16")[:-7]),
    "UTF-16 the other way": _of(lambda good: ("\ufeff" + good.decode()).encode("utf-16-be")),
    "a byte that is no text": _of(lambda good: good[:40] + b"\xff" + good[40:]),
}
