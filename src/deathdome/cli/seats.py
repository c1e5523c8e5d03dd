"""Who sits where, as it is typed or written down at this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

HUMAN: Final = "human"
DEFAULT_SEATS: Final = "human,regular"
STAND_IN: Final = "greedy"  # plays on for a manager that is not to be started


def seat_names(seats: str) -> list[str]:
    """The names in `--seats`, all known.

    Raises:
        UsageError: not two to four, or a name that is neither "human" nor that of a manager.
    """
    from deathdome.managers.registry import check_level
    from deathdome.managers.specs import split_specs

    names = split_specs(seats)
    if not 2 <= len(names) <= 4:
        raise UsageError(
            f'--seats takes two to four names, such as "{DEFAULT_SEATS}"; got "{seats}"'
        )
    known = known_seats(names)
    for name in known:
        if name != HUMAN:
            check_level(name)
    return known


def known_seats(names: Sequence[str]) -> list[str]:
    """Names that were typed at this machine, all known: "human", or a manager of any kind.

    Raises:
        UsageError: somebody is not known.
    """
    from deathdome.managers import registry
    from deathdome.managers.specs import parse_spec, quoted

    known = [HUMAN, *registry.names()]
    for name in names:
        if name == HUMAN:
            continue
        said = parse_spec(name)
        if said.name == HUMAN:
            raise UsageError(f'"{quoted(name)}": people have no level and no personality')
        if not said.foreign and said.name not in known:
            listed = ", ".join(known)
            raise UsageError(
                f'nobody called "{quoted(name)}" to take a seat; known: {listed}.'
                f"{nearest(said.name, known)}"
            )
        registry.load(name)
    return list(names)
