"""Compare the present output of the program with the frozen outputs, or write it again.

    python tests/frozen/freeze.py [--write] [--play] [GROUP...]

Without --write it prints what differs, and ends with 1 if anything does. --play plays the matches
of `records` afresh: without it the stored ones are replayed.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if __name__ == "__main__":
    here = Path(__file__).parents[1]
    sys.path[:0] = map(str, (here, here / "support", here.parent))

from frozen import archive, commands, matches, positions, screens

if TYPE_CHECKING:
    from collections.abc import Callable

GROUPS: Final[dict[str, Callable[[], Any]]] = {
    "records": matches.records,
    "positions": positions.positions,
    "lines": positions.lines,
    "exports": positions.exports,
    "refusals": positions.refusals,
    "events": positions.events,
    **{group: partial(commands.sim, group) for group in ("sim", "sim-greedy")},
    "protocol": partial(commands.protocol, "protocol"),
    **{group: partial(commands.plain, group) for group in ("plain", "advice")},
    "whole": commands.whole,
    "printed": partial(commands.printed, "printed"),
    "help": commands.help_tree,
    "keys": commands.keys,
    **{f"screens-{size}": partial(screens.screens, size) for size in screens.SIZES},
}
SHOWN: Final = 20  # differences of a group


def found(group: str, *, play: bool = False) -> Any:
    """Return the present output of the program."""
    make = partial(matches.records, play=True) if play and group == "records" else GROUPS[group]
    with archive.sealed() as home:
        return archive.plain(make(), home)


def main() -> int:
    """Compare or write the groups that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--write", action="store_true", help="write what differs anew")
    parser.add_argument("--play", action="store_true", help="play the record matches afresh")
    wanted = parser.parse_args()
    if unknown := sorted(set(wanted.groups) - set(GROUPS)):
        parser.error(f"no group {unknown[0]}; there are {', '.join(GROUPS)}")
    differ = 0
    for group in wanted.groups or GROUPS:
        began = time.process_time()
        now = found(group, play=wanted.play)
        path = archive.path_of(group)
        said = [*archive.differences(archive.read(group), now)] if path.exists() else ["new"]
        differ += bool(said)
        if wanted.write and said:
            path.write_bytes(archive.packed(now))
        spent, size = time.process_time() - began, path.stat().st_size if path.exists() else 0
        print(f"{group}: {len(said)} differences, {spent:.1f} s, {size:,} bytes", flush=True)
        for difference in islice(said, 0 if wanted.write else SHOWN):
            print(difference)
    return int(differ > 0 and not wanted.write)


if __name__ == "__main__":
    sys.exit(main())
