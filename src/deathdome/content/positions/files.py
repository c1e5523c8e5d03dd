"""Position files as TOML: reading, writing, and the lines of errors."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import chain, count
from string import ascii_letters
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from deathdome.content.board_files import board_from_text
from deathdome.content.default_boards import POSITION_BOARD
from deathdome.content.positions.schema import PositionSheet
from deathdome.errors import ContentError, UsageError, without_file
from deathdome.geometry.grid import column_letters
from deathdome.model.board import GLYPH_OF, GLYPHS, Kind
from deathdome.model.identifiers import TEAMS
from deathdome.toml.files import parse_toml, read_text
from deathdome.toml.words import suggestion, text_problem, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from pydantic_core import ErrorDetails

    from deathdome.content.collection import Collection
    from deathdome.model.board import Board

_NEEDED: Final = {
    "int_type": "a whole number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list in [brackets]",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "dict_type": "a table",
}
# The kinds of value that a key takes, by the last part of the key.
_EITHER: Final = {
    "hand": "a list of power cards, or how many",
    "points": "a list of spaces, or how many",
    "discard": "a list of power cards, or how many",
    "events": "a piece of a sentence, or a table with event = ...",
    "not_told": "a piece of a sentence, or a table with event = ...",
    "refused": 'a refusal code, such as "out-of-range", or true',
    "refuses": 'a table of actions and refusal codes, such as { "walk k5" = "too-far" }',
    "options_of": "a list of operands, a number, or true or false",
    "winner": 'a team, a list of teams, or "shared"',
    "series": "a list of rounds, a table, or true",
    "incapacitated": 'true, false, "fresh" or "recovering"',
}
_MAX_KEY: Final = 80  # characters
_MAX_LINE: Final = (240, 20_000)  # of a text that errors may quote; of a note
_OF_LINES: Final = ("map", "note", "actions")  # keys of texts with several lines
_BLANKS: Final = str.maketrans("\r\t", "  ")
_MAX_BITS: Final = 10_000  # bits; a set of spaces is written as one number
# Tags in pydantic's paths that separate the members of a union.
_MARK: Final = re.compile(r"^(list|dict|literal|constrained|function|json)\W|^(int|str|bool)$")


def read_sheet(path: Path, shown: str) -> PositionSheet:
    """Read the tables of one position file; `shown` is the name of the file in errors.

    Raises:
        ContentError: the file cannot be read, is not TOML, or has an invalid key or value.
    """
    return parse_sheet(read_text(path, shown), shown)


def parse_sheet(text: str, shown: str) -> PositionSheet:
    """Parse the tables of a position.

    Raises:
        ContentError: the text is not TOML, or has an invalid key or value.
    """
    document = parse_toml(text, shown)
    if problem := _unquotable(document):
        raise ContentError(f"{shown}: {problem}")
    try:
        return PositionSheet.model_validate(document)
    except ValidationError as error:
        raise ContentError(f"{shown}: {error_text(most_telling(error))}") from error


def _unquotable(document: dict[str, Any]) -> str:
    """Return what no error could quote in a document, with its place, or "".

    Later readers of the tables may quote keys, texts and numbers in errors.
    """
    waiting: list[tuple[tuple[int | str, ...], object]] = [((), document)]
    while waiting:
        loc, value = waiting.pop()
        problem = ""
        match value:
            case dict():
                for key, inside in value.items():
                    if problem := text_problem(key.strip(" "), 0, _MAX_KEY):
                        break
                    waiting.append(((*loc, key), inside))
            case list():
                waiting += (((*loc, number), inside) for number, inside in enumerate(value))
            case str():
                key = next(part for part in reversed(loc) if isinstance(part, str))
                most = _MAX_LINE[key == "note"]
                lines = value.translate(_BLANKS).split("\n") if key in _OF_LINES else [value]
                problems = (text_problem(line.strip(" "), 0, most) for line in lines)
                problem = next(filter(None, problems), "")
            case int() if value.bit_length() > _MAX_BITS:
                problem = "a number with too many digits"
        if problem:
            place = place_of(loc)
            return f"{place}: {problem}" if place else problem
    return ""


def most_telling(error: ValidationError) -> ErrorDetails:
    """Return the clearest of the errors."""
    details = error.errors(include_url=False)
    return min(details, key=lambda one: (one["type"] != "unknown_key", one["type"] == "missing"))


def error_text(detail: ErrorDetails) -> str:
    """Return one error as text."""
    place = place_of(detail["loc"])
    return f"{place}: {_reason(detail)}" if place else _reason(detail)


def place_of(loc: tuple[int | str, ...]) -> str:
    """Return the path of a key, list entries counted from 1: 'units.red.warrior.items 2'."""
    text = ""
    for part in loc:
        if isinstance(part, int):
            text += f" {part + 1}"
        elif not _is_mark(part):
            text += f".{part}" if text else part
    return text


def _is_mark(part: str) -> bool:
    return bool(_MARK.search(part)) or part in ("EventExpected", "TokenExpected")


def _reason(detail: ErrorDetails) -> str:
    value: Any = detail["input"]
    context = detail.get("ctx", {})
    keys = [part for part in detail["loc"] if isinstance(part, str)]
    if any(_is_mark(part) for part in keys):
        named = [part for part in keys if part in _EITHER]
        if named and detail["type"] != "unknown_key":
            return f"{_EITHER[named[-1]]} is needed, not {written(value)}"
    match detail["type"]:
        case "unknown_key":
            return detail["msg"]
        case "missing":
            return "this key is missing"
        case "literal_error":
            words = re.findall(r"'([^']*)'", context["expected"])
            return f"{written(value)} is not possible.{suggestion(value, words)}"
        case "greater_than_equal":
            return f"{written(value)} is too small; the minimum is {context['ge']}"
        case "less_than_equal":
            return f"{written(value)} is too large; the maximum is {context['le']}"
        case "too_short":
            return "at least one entry is needed"
        case known if known in _NEEDED:
            return f"{_NEEDED[known]} is needed, not {written(value)}"
        case _:
            return detail["msg"]


# -- writing ---------------------------------------------------------------------------------------

_WIDTH: Final = 100
# Keys written as tables of their own, in this order.
_ARRAYS: Final = ("effects", "stack")
_TABLES: Final = (
    "turn",
    "series",
    "ruleset",
    "units",
    "teams",
    "tokens",
    "cards",
    "used",
    *_ARRAYS,
)


def fields_text(found: dict[str, Any], title: str = "") -> str:
    """Return the position file with these keys and values."""
    return "\n".join(_lines(found, title)) + "\n"


def _lines(found: dict[str, Any], title: str) -> Iterator[str]:
    """Yield all lines; plain keys first, as TOML requires."""
    yield f"title = {_value(title or 'Exported position')}"
    for key, value in found.items():
        if key == "map":
            yield f'map = """\n{value}\n"""'
        elif key not in _TABLES:
            yield f"{key} = {_value(value)}"
    for key in _TABLES:
        value = found.get(key, {})
        if key in _ARRAYS:
            for one in value:
                yield from _table(key, one, array=True)
        elif key == "teams":
            for team, one in value.items():
                yield from _table(f"teams.{team}", one)
        else:
            yield from _table(key, value)


def _table(name: str, values: Mapping[str, Any], *, array: bool = False) -> Iterator[str]:
    if not values:
        return
    yield ""
    yield f"[[{name}]]" if array else f"[{name}]"
    for key, value in values.items():
        if value != [] or array:
            yield f"{_key(key)} = {_value(value, len(key) + 3)}"


def _key(key: str) -> str:
    plain = key.replace("-", "").replace("_", "").isalnum() and key.isascii()
    return key if plain else _quoted(key)


def _quoted(text: str) -> str:
    """Return a quoted TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    signs = (sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in escaped)
    return f'"{"".join(signs)}"'


def _value(value: Any, margin: int = 0) -> str:
    """Return a value as TOML; a long list has several lines."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value:_}" if value >= 100_000 else str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    parts = [_value(part) for part in value]
    line = f"[{', '.join(parts)}]"
    if margin and len(line) + margin > _WIDTH:
        return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    return line


# -- lines of errors -------------------------------------------------------------------------------

_PLACE: Final = re.compile(r'([A-Za-z][\w.-]*)(?: ([0-9]+)| "[^"]*")?[.:] ?')
_NEW: Final = re.compile(r'no (?:key|unit|team) "([^"]+)"')  # keys under that place in the file
_HEADER: Final = re.compile(r"\s*(\[\[?)([^\[\]]*)\]")
_KEY: Final = re.compile(
    r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_QUOTES: Final = ('"""', "'''")

Keys = tuple[str, ...]


def with_line(error: str, source: str, text: str) -> str:
    """Return an error that begins with a file name, with the line in the file if it is known."""
    message = without_file(error, source)
    line = line_of(message, text) if message != error else None
    return error if line is None else f"{source}:{line}: {message}"


def line_of(message: str, text: str) -> int | None:
    """Return the line, from 1, of a word that an error quotes, or of its key or table."""
    path = _key_path(message)
    if not path:
        return None
    keys = list(_keys(text))
    places = [path]
    if path[0] == "actions":  # they may be in a table that errors do not name
        places.append(("play", *path))
    if path[0] == "map":  # parts of a drawing have their own keys
        places.insert(0, path[1:])
    at = next(
        (index for place in places if (index := _nearest(keys, place)) is not None),
        None,
    )
    return None if at is None else _line_of_quote(message, text, keys, at)


def line_of_path(text: str, path: Sequence[int | str]) -> int:
    """Return the line, from 1, of keys and indices of lists from 0; of their table if not found."""
    keys = list(_keys(text))
    parts = [str(part + 1) if isinstance(part, int) else part for part in path]
    at = _nearest(keys, tuple(chain.from_iterable(part.split(".") for part in parts)))
    return 1 if at is None else keys[at][0]


def _nearest(keys: Sequence[tuple[int, Keys]], path: Keys) -> int | None:
    """Return the index of the key that shares the longest path with a place."""
    best, nearest = 0, None
    for index, (_, known) in enumerate(keys):
        shared = _shared(known, path)
        # A key around the place, or the first one of a table at the place.
        if shared > best and (shared == len(known) or shared == len(path)):
            best, nearest = shared, index
    return nearest


def _line_of_quote(message: str, text: str, keys: Sequence[tuple[int, Keys]], at: int) -> int:
    """Return the first line under a key that has a quoted word of the error."""
    first, name = keys[at]
    rest = (number for number, known in keys[at + 1 :] if _shared(known, name) < len(name))
    inside = text.split("\n")[first - 1 : next(rest, text.count("\n") + 2) - 1]
    for word in re.findall('"([^"]+)"', message):
        whole = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        for number, line in enumerate(inside, first):
            if whole.search(line):
                return number
    return first


def _key_path(message: str) -> Keys:
    """Return the keys of the place: 'then 2: expect.round: ...' is then, 2, expect, round."""
    keys: list[str] = []
    at = 0
    while match := _PLACE.match(message, at):
        if not message[: match.end()].rstrip().endswith((".", ":")):
            break
        keys += match[1].split(".")
        keys += [match[2]] if match[2] else []
        at = match.end()
    new = _NEW.match(message, at)
    parts = new[1].split(".") if new else []
    return tuple(keys) if keys[-len(parts) :] == parts else (*keys, *parts)


def _keys(text: str) -> Iterator[tuple[int, Keys]]:
    """Yield (line, path of keys) of every header and key; tables of a list are counted."""
    header: Keys = ()
    counts: Counter[Keys] = Counter()  # of the tables in each list
    quotes = ""
    for number, line in enumerate(text.split("\n"), 1):
        if quotes:
            quotes = "" if quotes in line else quotes
            continue
        quotes = next((mark for mark in _QUOTES if line.count(mark) % 2), "")
        if table := _HEADER.match(line):
            header, parts = (), _parts(table[2].strip())
            for place, part in enumerate(parts, 1):
                header = (*header, part)
                counts[header] += table[1] == "[[" and place == len(parts)
                if counts[header]:
                    header = (*header, str(counts[header]))
            yield number, header
        elif key := _KEY.match(line):
            yield number, (*header, *_parts(key[1]))


def _parts(key: str) -> Keys:
    """Split a dotted key; a quoted part may have dots of its own."""
    return tuple(part.strip(" \"'") for part in key.split("."))


def _shared(one: Keys, other: Keys) -> int:
    """Return the length of the common beginning of two paths."""
    same = 0
    for mine, its in zip(one, other, strict=False):
        if mine != its:
            break
        same += 1
    return same


# -- boards ----------------------------------------------------------------------------------------

MAX_SPACES: Final = 4000  # spaces, margin included: the range of an action's operand
_DRAWN: Final = (
    *("legend", "bases", "jails", "release_points", "thin_walls", "seating", "later_seating"),
)


def board_of(
    sheet: PositionSheet,
    shown: str,
    folder: Path,
    order: Sequence[int],
    collection: Collection,
    *,
    later: bool = False,
) -> Board:
    """Return the board of a position; `later` if the teams sit as in a match after the first.

    Raises:
        ContentError: there is no such board, or the drawing is not valid.
    """
    seats = len(order)
    if sheet.map is None:
        for name in (*_DRAWN, "first_row"):
            if name in sheet.model_fields_set:
                raise ContentError(f"{shown}: {name}: belongs to a board that is drawn under map")
        board = _known(sheet.board or POSITION_BOARD, shown, folder, collection)
        if seats not in board.seatings:
            known = ", ".join(str(number) for number in sorted(board.seatings))
            raise ContentError(f"{shown}: seats: board {board.id} seats {known} teams, not {seats}")
        return board
    if sheet.board is not None:
        raise ContentError(f"{shown}: board and map: give only one")
    return _drawn(sheet, shown, order, later=later)


def _known(name: str, shown: str, folder: Path, collection: Collection) -> Board:
    try:
        return collection.board(str(folder / name) if name.endswith(".toml") else name)
    except (UsageError, ContentError) as error:
        raise ContentError(f"{shown}: board: {error}") from error


def _drawn(sheet: PositionSheet, shown: str, order: Sequence[int], *, later: bool) -> Board:
    assert sheet.map is not None
    seats = len(order)
    rows = ["".join(line.split()) for line in sheet.map.strip().splitlines()]
    legend = _legend(sheet.legend, "".join(rows))
    more: dict[str, Any] = {
        "bases": sheet.bases,
        "jails": sheet.jails,
        "release_points": sheet.release_points,
        "thin_walls": sheet.thin_walls,
        "first_row": sheet.first_row,
    }
    if sheet.legend is not None:
        more["legend"] = legend
    source = f"{shown}: map"
    base, jail, wall = (_glyph(legend, kind) for kind in (Kind.BASE, Kind.JAIL, Kind.WALL))
    named = "jails" in sheet.model_fields_set  # an empty table means no jails
    cells = [] if named or jail in "".join(rows) else [jail]
    board = board_from_text(_with_bases_below(rows, cells, wall), source=source, **more)
    missing = seats - len(board.bases)
    if missing > 0:
        cells = [base] * missing + cells
        if sheet.bases:
            more["bases"] = {**sheet.bases, **_names_for(sheet, shown, len(rows), seats)}
        board = board_from_text(_with_bases_below(rows, cells, wall), source=source, **more)
    if board.grid.size > MAX_SPACES:
        raise ContentError(f"{shown}: map: {board.grid.size} spaces; {MAX_SPACES} is the maximum")
    seating = _seating(sheet, shown, board, order, later=later)
    afterwards = {seats: _later_seating(sheet, shown, board, seats)} if sheet.later_seating else {}
    return replace(board, seatings={seats: seating}, later_seatings=afterwards)


def _legend(given: dict[str, str] | None, drawn: str) -> dict[str, str]:
    """Return the legend of the drawing, with symbols for what may be added below it."""
    if given is None:
        return {glyph: kind.value for glyph, kind in GLYPHS.items()}
    legend = dict(given)
    for kind in (Kind.BASE, Kind.JAIL, Kind.WALL):
        if kind.value not in legend.values():
            signs = chain(GLYPH_OF[kind], ascii_letters, map(chr, count(0x100)))
            legend[next(sign for sign in signs if sign not in legend and sign not in drawn)] = (
                kind.value
            )
    return legend


def _glyph(legend: dict[str, str], kind: Kind) -> str:
    return next(glyph for glyph, word in legend.items() if word == kind.value)


def _with_bases_below(rows: list[str], cells: list[str], wall: str) -> str:
    """Return the drawing with unreachable bases and jails added below it."""
    if not cells or not rows:
        return "\n".join(rows)
    strip = wall.join(cells)
    width = max(len(strip), len(rows[0]))
    wider = [row + wall * (width - len(rows[0])) for row in rows]
    return "\n".join([*wider, wall * width, strip + wall * (width - len(strip))])


def _names_for(sheet: PositionSheet, shown: str, rows: int, seats: int) -> dict[str, str]:
    """Name the bases below the drawing after the teams whose base is not drawn."""
    left = [team for team in TEAMS[:seats] if team not in sheet.bases]
    if len(left) + len(sheet.bases) != seats:
        raise ContentError(
            f"{shown}: bases: {len(sheet.bases)} for {seats} teams; name them after the teams"
        )
    row = sheet.first_row + rows + 1
    return {team: f"{column_letters(2 * place)}{row}" for place, team in enumerate(left)}


def _seating(
    sheet: PositionSheet, shown: str, board: Board, order: Sequence[int], *, later: bool
) -> tuple[int, ...]:
    """Give bases named by colour to that team, the others to the teams in reading order.

    The result is in order of play, as for a first match.
    """
    seats, names = len(order), list(board.base_names)
    wanted = list(sheet.seating)
    colours = [team for team in TEAMS[:seats] if team in names]
    if not wanted and len(colours) == seats:
        wanted = colours
    bases = _named_bases(wanted, "seating", shown, names) if wanted else list(range(len(names)))
    if len(bases) < seats or len(set(bases)) < len(bases):
        raise ContentError(f"{shown}: seating: {seats} different bases are needed")
    found = tuple(bases[seat] for seat in order)
    if later and seats == 3 and not sheet.later_seating:
        return (*found[1:], found[0])  # the middle base is the first player's, not the last's
    return found


def _later_seating(sheet: PositionSheet, shown: str, board: Board, seats: int) -> tuple[int, ...]:
    """Return the bases of a later match in order of play."""
    names = list(board.base_names)
    bases = _named_bases(sheet.later_seating, "later_seating", shown, names)
    if len(bases) != seats or len(set(bases)) < seats:
        raise ContentError(f"{shown}: later_seating: {seats} different bases are needed")
    return tuple(bases)


def _named_bases(wanted: Sequence[str], name: str, shown: str, names: list[str]) -> list[int]:
    for base in wanted:
        if base not in names:
            known = ", ".join(names)
            raise ContentError(f'{shown}: {name}: no base "{base}"; there are {known}')
    return [names.index(base) for base in wanted]
