"""Good files with damage in them, drawn at random; the same seed draws the same damage."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

import tomlkit

from deathdome.journal.words import check_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

MARK: Final = "Q"  # fills texts that are too long: its longest run is how much was quoted
# Values that no good file has, as TOML, JSON and plain lines spell them.
ODD_NUMBERS: Final = (
    *("-1", "0", "-3", "3", "255", "65536", "4294967296", "99999999999999999999", "1" * 4_299),
    *("9" * 5_000, "-" + "9" * 5_000, "0x" + "f" * 5_000, "1.5", "1e999", "nan", "-inf", "true"),
    *("1979-05-27", "1979-05-27T07:32:00Z", "07:32:00", "9999-12-31T23:59:60Z"),
)
ODD_TEXTS: Final = (
    *("", " ", "x", "all", "1", "nobody", "human", "\x00", "\x1b[31mred", "\u202eback", "\r", "\n"),
    *(
        "[b]bold[/b]",
        "{0}%s$(x)`x`",
        "../../etc/passwd",
        "/dev/zero",
        "/etc/passwd.toml",
        "~",
        "-x",
    ),
    *('\\u0000"', '\\ud800"', '\\u202e"', '\\"', MARK * 100, MARK * 5_000, MARK * 50_000),
    *("\ufeff", "\u2066", "\u0301" * 200, "\U0001f3f4" * 60, "=", ": ", "#", '"""', "'''"),
)
ODD_VALUES: Final = (
    *("[]", "{}", "[[]]", "[{}]", "[1, 'a', {}]", "{ a = { b = { c = 1 } } }", "[" * 90 + "]" * 90),
    *("(" * 90 + ")" * 90, "[" * 20_000, '"x"', "'x'", '""', "x", "", "(a=1)", "[1,[2,[3]]]"),
)
_NUMBER: Final = re.compile(rb"-?[0-9]+")
_TEXT: Final = re.compile(rb'"[^"\n]*"|(?<=[=(,\[])[a-z][a-z0-9.-]*')
_VALUE: Final = re.compile(rb"(?<==)[^=\n]+|(?<=: )[^\n]+")
_WORD: Final = re.compile(rb"[A-Za-z0-9_.-]+")
_BYTES: Final = (b"\x00", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x1b[2J")


def damaged(raw: bytes, dice: Random) -> bytes:
    """A good file with one to three kinds of damage."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        raw = dice.choice(_KINDS)(raw, dice)
    return raw


def resealed(raw: bytes) -> bytes:
    """A text of a position or match with the checksum that its damaged text should have."""
    text = raw.decode("utf-8", "replace")
    if text.startswith("DDR"):
        lines = [" ".join(re.split("[ \t]+", line.strip(" \t"))) for line in text.split("\n")]
        body = "\n".join(line for line in lines if line and not line.startswith("check: "))
        return f"{body}\ncheck: {check_of(body)}\n".encode()
    body = " ".join(text.split()).rpartition(" ")[0]
    return f"{body} {check_of(body)}".encode()


def _span(raw: bytes, dice: Random) -> tuple[int, int]:
    first = dice.randrange(len(raw) + 1)
    return first, min(len(raw), first + dice.choice((0, 1, 1, 2, 10, 200)))


def _replaced(pattern: re.Pattern[bytes], texts: tuple[str, ...]) -> Callable[..., bytes]:
    """Damage that puts an odd word in the place of one that matches."""

    def replace(raw: bytes, dice: Random) -> bytes:
        found = [*pattern.finditer(raw)]
        if not found:
            return raw
        one = dice.choice(found)
        new = dice.choice(texts).encode("utf-8", "surrogatepass")
        if one[0][:1] == b'"' and pattern is _TEXT:
            new = b'"' + new + b'"'
        return raw[: one.start()] + new + raw[one.end() :]

    return replace


def _flip(raw: bytes, dice: Random) -> bytes:
    if not raw:
        return raw
    at = dice.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ 1 << dice.randrange(8)]) + raw[at + 1 :]


def _put(raw: bytes, dice: Random) -> bytes:
    first, end = _span(raw, dice)
    return raw[:first] + dice.choice(_BYTES) + raw[end:]


def _drop(raw: bytes, dice: Random) -> bytes:
    first, end = _span(raw, dice)
    return raw[:first] + raw[end:]


def _repeat(raw: bytes, dice: Random) -> bytes:
    first, end = _span(raw, dice)
    return raw[:end] + raw[first:end] * dice.choice((1, 2, 50)) + raw[end:]


def _cut(raw: bytes, dice: Random) -> bytes:
    return raw[: dice.randrange(len(raw) + 1)]


def _drop_line(raw: bytes, dice: Random) -> bytes:
    lines = raw.split(b"\n")
    del lines[dice.randrange(len(lines))]
    return b"\n".join(lines)


def _repeat_line(raw: bytes, dice: Random) -> bytes:
    lines = raw.split(b"\n")
    at = dice.randrange(len(lines))
    lines[at:at] = [lines[at]] * dice.choice((1, 1, 2, 300))
    return b"\n".join(lines)


def _move_line(raw: bytes, dice: Random) -> bytes:
    lines = raw.split(b"\n")
    line = lines.pop(dice.randrange(len(lines)))
    lines.insert(dice.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def _swap_lines(raw: bytes, dice: Random) -> bytes:
    lines = raw.split(b"\n")
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _swap_words(raw: bytes, dice: Random) -> bytes:
    """Damage that no grammar notices: two words of the file change places."""
    found = [*_WORD.finditer(raw)]
    if len(found) < 2:
        return raw
    one, other = sorted(dice.sample(found, 2), key=lambda word: word.start())
    between = raw[one.end() : other.start()]
    return raw[: one.start()] + other[0] + between + one[0] + raw[other.end() :]


def _copy_word(raw: bytes, dice: Random) -> bytes:
    """Damage that no grammar notices: a word of the file also appears in another place."""
    found = [*_WORD.finditer(raw)]
    if not found:
        return raw
    one, other = dice.choice(found), dice.choice(found)
    return raw[: one.start()] + other[0] + raw[one.end() :]


def _graft(raw: bytes, dice: Random) -> bytes:
    """Damage that is good TOML: a value replaces another one, or is gone."""
    try:
        document = tomllib.loads(raw.decode())
    except (ValueError, RecursionError):
        return raw
    places = [*_places(document)]
    if not places:
        return raw
    for _ in range(dice.choice((1, 1, 2))):
        inside, key = dice.choice(places)
        other, source = dice.choice(places)
        try:
            if dice.random() < 0.1:
                del inside[key]
            else:
                inside[key] = deepcopy(other[source])
        except LookupError:
            continue  # it is gone already
    try:
        return tomlkit.dumps(document).encode()
    except (ValueError, RecursionError):  # such as an empty key
        return raw


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """All (container, key or index) in a document."""
    keys = value if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def _long_line(raw: bytes, dice: Random) -> bytes:
    lines = raw.split(b"\n")
    at = dice.randrange(len(lines))
    lines[at] += MARK.encode() * dice.choice((300, 5_000, 200_000))
    return b"\n".join(lines)


def _whole(raw: bytes, dice: Random) -> bytes:
    """Damage to the file as a whole."""
    text = raw.decode("utf-8", "replace")
    return dice.choice(
        (
            b"",
            b"\n",
            b"\xef\xbb\xbf" + raw,
            raw.replace(b"\n", b"\r\n"),
            raw.replace(b"\n", b"\r"),
            text.encode("utf-16"),
            text.encode("utf-16-le"),
            raw + raw,
            raw.replace(b"\n", b""),
            b"[" * 100_000,
            b"\x00" * 4_096,
        )
    )


_odd_number = _replaced(_NUMBER, ODD_NUMBERS)
_odd_text = _replaced(_TEXT, ODD_TEXTS)
_odd_value = _replaced(_VALUE, (*ODD_VALUES, *ODD_NUMBERS, *ODD_TEXTS))
_KINDS: Final[tuple[Callable[[bytes, Random], bytes], ...]] = (
    *(_odd_number, _odd_number, _odd_text, _odd_text, _odd_value, _odd_value, _odd_value),
    *(_flip, _put, _drop, _repeat, _cut, _drop_line, _repeat_line, _move_line, _swap_lines),
    *(_graft,) * 6,
    *(_long_line, _whole, _swap_words, _swap_words, _copy_word, _copy_word),
)
