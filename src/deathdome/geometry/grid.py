"""Rectangular grid of spaces, and sets of spaces as integers with one bit a space.

A space is `row * stride + column` with rows and columns from 0 and `stride = width + 1`: one
column more than the board has, always empty, so that shifting a whole set sideways never carries
a space into the next row. Numeric order is reading order.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from deathdome.errors import NotationError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

Space: TypeAlias = int  # row * stride + column
SpaceSet: TypeAlias = int  # bit s is set for every space s of the set

LARGEST_SIDE: Final = 60  # spaces; a space still fits into the twelve bits of an action
_MIN_FOR_TABLES: Final = 5  # spaces; smaller sets are faster bit by bit than by byte tables
_NAME: Final = re.compile(r"([a-z]{1,3})([0-9]{1,4})")
_SWAPPED: Final = re.compile(r"([0-9]{1,4})([a-z]{1,3})")

# One table per byte of a set: the spaces of its 256 values. Grows with the largest board.
_byte_tables: list[list[tuple[Space, ...]]] = []


def spaces_in(spaces: SpaceSet) -> list[Space]:
    """Return the spaces of a set in reading order."""
    found: list[Space] = []
    if spaces.bit_count() < _MIN_FOR_TABLES:
        while spaces:
            lowest = spaces & -spaces
            found.append(lowest.bit_length() - 1)
            spaces ^= lowest
        return found
    size = spaces.bit_length() + 7 >> 3
    if size > len(_byte_tables):
        _grow_byte_tables(size)
    for table, byte in zip(_byte_tables, spaces.to_bytes(size, "little"), strict=False):
        if byte:
            found += table[byte]
    return found


def _grow_byte_tables(size: int) -> None:
    for index in range(len(_byte_tables), size):
        table: list[tuple[Space, ...]] = [()]
        for space in range(8 * index, 8 * index + 8):
            table += [(*below, space) for below in table]
        _byte_tables.append(table)


def set_of(spaces: Iterable[Space]) -> SpaceSet:
    """Return the set of the given spaces."""
    result = 0
    for space in spaces:
        result |= 1 << space
    return result


def column_letters(column: int) -> str:
    """Return the letters of a column counted from 0: a to z, then aa, ab and so on."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def _column_of_letters(letters: str) -> int:
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column - 1


class Grid:
    """Spaces of a board and their distances, independent of the pieces on them.

    `first_row` is the number printed for the top row: a board that is a part of another one keeps
    the names of its spaces. Everything else counts rows and columns from 0.
    """

    __slots__ = (
        "_distances",
        "_within",
        "columns",
        "everything",
        "first_row",
        "height",
        "rows",
        "size",
        "stride",
        "width",
    )

    def __init__(self, width: int, height: int, first_row: int = 1) -> None:
        """Precompute rows and columns.

        Raises:
            ValueError: a side is not between 1 and 255 spaces.
        """
        if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE):
            message = f"a board of {width} by {height} spaces; sides go from 1 to {LARGEST_SIDE}"
            raise ValueError(message)
        self.width: Final = width
        self.height: Final = height
        self.first_row: Final = first_row
        self.stride: Final = width + 1
        self.size: Final = self.stride * height  # largest space + 1
        line = (1 << width) - 1
        everything = 0
        for row in range(height):
            everything |= line << row * self.stride
        self.everything: Final[SpaceSet] = everything
        # Index is Space; entries of the empty column are meaningless.
        self.columns: Final = tuple(space % self.stride for space in range(self.size))
        self.rows: Final = tuple(space // self.stride for space in range(self.size))
        self._distances: list[bytes | None] = [None] * self.size
        self._within: dict[int, SpaceSet] = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self._shape == other._shape

    def __hash__(self) -> int:
        return hash(self._shape)

    def __repr__(self) -> str:
        return f"Grid({self.width}, {self.height}, first_row={self.first_row})"

    def __reduce__(self) -> tuple[type[Grid], tuple[int, int, int]]:
        return Grid, self._shape

    @property
    def _shape(self) -> tuple[int, int, int]:
        return self.width, self.height, self.first_row

    def space(self, column: int, row: int) -> Space:
        """Return the space in this column and row, both from 0.

        Raises:
            ValueError: it is off the board.
        """
        if not (0 <= column < self.width and 0 <= row < self.height):
            message = f"no space in column {column}, row {row} of {self.width} by {self.height}"
            raise ValueError(message)
        return row * self.stride + column

    def column(self, space: Space) -> int:
        """Return the column, from 0 at the left."""
        return self.columns[space]

    def row(self, space: Space) -> int:
        """Return the row, from 0 at the top."""
        return self.rows[space]

    def name(self, space: Space) -> str:
        """Return the name: column letters and row number, such as `k11`."""
        return f"{column_letters(self.columns[space])}{self.rows[space] + self.first_row}"

    def names(self, spaces: SpaceSet) -> list[str]:
        """Return the names of the spaces of a set in reading order."""
        return [self.name(space) for space in spaces_in(spaces)]

    def parse(self, text: str) -> Space:
        """Return the space of this name.

        Raises:
            NotationError: there is none; suggests a similar name.
        """
        word = text.strip().lower()
        match = _NAME.fullmatch(word)
        if match is None:
            raise NotationError(self._not_a_space(text, self._likeliest(word)))
        column = _column_of_letters(match[1])
        row = int(match[2]) - self.first_row
        if column < self.width and 0 <= row < self.height:
            return row * self.stride + column
        inside = self.space(min(column, self.width - 1), min(max(row, 0), self.height - 1))
        raise NotationError(self._not_a_space(text, f' Did you mean "{self.name(inside)}"?'))

    def parse_all(self, text: str) -> SpaceSet:
        """Return the set of the spaces named in a text, separated by blanks.

        Raises:
            NotationError: a name is unknown.
        """
        return set_of(self.parse(word) for word in text.split())

    def _not_a_space(self, text: str, suggestion: str) -> str:
        last = self.space(self.width - 1, self.height - 1)
        return (
            f'"{text}" is not a space: they are a{self.first_row} to {self.name(last)}.{suggestion}'
        )

    def _likeliest(self, word: str) -> str:
        swapped = _SWAPPED.fullmatch(word)
        if swapped is not None:
            return f' Did you mean "{swapped[2]}{swapped[1]}"?'
        return nearest(word, self.names(self.everything))

    def distance_row(self, space: Space) -> bytes:
        """Return the king's moves from a space to every other.

        Index is Space; entries of the empty column are meaningless.
        """
        row = self._distances[space]
        if row is None:
            here = self.columns[space]
            across = bytes(abs(column - here) for column in range(self.stride))
            lines = []
            for line in range(self.height):
                down = abs(line - self.rows[space])
                lines.append(across.translate(_AT_LEAST[down]))
            row = self._distances[space] = b"".join(lines)
        return row

    def distance(self, a: Space, b: Space) -> int:
        """Return the king's moves between two spaces: the larger of column and row difference."""
        return self.distance_row(a)[b]

    def squared(self, a: Space, b: Space) -> int:
        """Return the square of the straight distance, for breaking ties."""
        across, down = self.columns[a] - self.columns[b], self.rows[a] - self.rows[b]
        return across * across + down * down

    def within(self, space: Space, n: int) -> SpaceSet:
        """Return the spaces at most n king's moves away, including the space itself."""
        key = n * self.size + space
        found = self._within.get(key)
        if found is None:
            column, row = self.columns[space], self.rows[space]
            left, right = max(column - n, 0), min(column + n, self.width - 1)
            line = (1 << right - left + 1) - 1 << left
            found = 0
            for line_row in range(max(row - n, 0), min(row + n, self.height - 1) + 1):
                found |= line << line_row * self.stride
            self._within[key] = found
        return found

    def neighbours(self, space: Space) -> SpaceSet:
        """Return the up to eight spaces around a space."""
        return self.within(space, 1) ^ 1 << space

    def dilate(self, spaces: SpaceSet) -> SpaceSet:
        """Return the set together with every neighbour of its spaces."""
        sideways = spaces | spaces << 1 | spaces >> 1
        return (sideways | sideways << self.stride | sideways >> self.stride) & self.everything


_AT_LEAST: Final = tuple(
    bytes(max(value, least) for value in range(256)) for least in range(LARGEST_SIDE + 1)
)
