"""The managers of a run as they were named, with the level that was asked for."""

from __future__ import annotations

from dataclasses import replace

from deathdome.errors import UsageError, nearest
from deathdome.managers.registry import check_level, create
from deathdome.managers.specs import LEVELS, parse_spec, quoted, split_specs
from deathdome.text.names import listed


def named(text: str, level: str | None = None) -> tuple[str, ...]:
    """The managers of a list with commas, those without a level at this one.

    An installed manager takes a level if it has an attribute `level`; one that is not installed is
    told, whatever it makes of it. Others play as always.

    Raises:
        UsageError: no such manager or level, or a level that nobody takes.
        ManagerError: a manager cannot be imported.
    """
    names = split_specs(text)
    for name in names:
        check_level(name)
    if level is None:
        return tuple(names)
    if level not in LEVELS:
        raise UsageError(
            f'no level "{quoted(level)}"; there are {", ".join(LEVELS)}.{nearest(level, LEVELS)}'
        )
    found = []
    for name in names:
        said = parse_spec(name)
        takes = not said.level and (said.foreign or hasattr(create(said.name), "level"))
        found.append(str(replace(said, level=level)) if takes else name)
    if found == names:
        reasons = []
        have = [quoted(name) for name in names if parse_spec(name).level]
        if have:
            reasons.append(f"{listed(have)} {'has' if len(have) == 1 else 'have'} one already")
        others = [quoted(name) for name in names if not parse_spec(name).level]
        if others:
            reasons.append(f"none of {', '.join(others)} takes a level")
        raise UsageError(f"--level {level}: {', and '.join(reasons)}")
    return tuple(found)
