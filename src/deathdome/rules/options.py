"""From sets to rows of actions.

Turning sets into lists costs more than finding them. So it goes by table, eight members a look-up,
and a set that has been asked about before is only looked up: in the store the same few sets come
again and again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import Action

if TYPE_CHECKING:
    from collections.abc import Callable

_FEW = 5  # members; fewer are found one by one
_REMEMBERED = 4096  # sets, of about 200 bytes each, in one lister


def lister(prototype: int) -> Callable[[int], tuple[Action, ...]]:
    """A function from a set (bits) to the actions like `prototype` with each member as operand a.

    In ascending order: spaces in reading order, items in catalogue order.
    """
    table: list[dict[int, tuple[Action, ...]]] = []
    known: dict[int, tuple[Action, ...]] = {}

    def actions_in(members: int) -> tuple[Action, ...]:
        found = known.get(members)
        if found is None:
            if len(known) >= _REMEMBERED:
                known.clear()
            found = known[members] = tuple(_listed(members, prototype, table))
        return found

    return actions_in


def _listed(
    members: int, prototype: int, table: list[dict[int, tuple[Action, ...]]]
) -> list[Action]:
    options: list[Action] = []
    if members.bit_count() < _FEW:
        while members:
            lowest = members & -members
            options.append(Action(prototype | (lowest.bit_length() - 1) << 12))
            members ^= lowest
        return options
    size = (members.bit_length() + 7) >> 3
    while len(table) < size:
        table.append({})
    index = 0
    for byte in members.to_bytes(size, "little"):
        if byte:
            row = table[index]
            if byte not in row:
                row[byte] = tuple(
                    Action(prototype | (index * 8 + bit) << 12)
                    for bit in range(8)
                    if byte >> bit & 1
                )
            options += row[byte]
        index += 1  # noqa: SIM113 - enumerate makes a tuple a byte
    return options
