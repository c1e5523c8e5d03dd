"""The output of the program equals the frozen outputs in tests/frozen.

`python tests/frozen/freeze.py` shows every difference, and with --write takes what is new.
"""

from __future__ import annotations

from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from frozen import archive
from frozen.freeze import GROUPS, found
from frozen.matches import records

SHOWN = 3  # differences
SCREENS = [group for group in GROUPS if group.startswith("screens")]
DRAWN = {"help": ("typer", "click"), **dict.fromkeys(SCREENS, ("textual", "rich"))}
# These replay all records first: together they do that once.
TOGETHER = ("lines", "exports", "refusals", "events")
# These take 80 of the 90 seconds: `make check` compares them, `make test` every tenth record.
LARGE = ("records", "positions", *TOGETHER, *SCREENS)


def pinned(package: str) -> bool:
    """True if the package is there in the version that the constraints name."""
    text = (Path(__file__).parents[1] / "constraints.txt").read_text(encoding="utf-8")
    return f"{package}=={version(package)}" in text.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize(
    "group",
    [
        pytest.param(
            group,
            marks=[
                pytest.mark.xdist_group("replays" if group in TOGETHER else f"frozen {group}"),
                *[pytest.mark.frozen] * (group in LARGE),
                pytest.mark.skipif(
                    not all(map(pinned, DRAWN.get(group, ()))),
                    reason="compared with the pinned versions of what writes them",
                ),
            ],
        )
        for group in GROUPS
    ],
)
def test_what_is_frozen_comes_out_again(group: str) -> None:
    same(group, archive.read(group), found(group))


@pytest.mark.slow
def test_every_tenth_frozen_record_comes_out_again() -> None:
    frozen = archive.read("records")
    some = [*frozen][:: len(frozen) // 20]
    with archive.sealed() as home:
        again = archive.plain(records(some), home)
    same("records", {name: frozen[name] for name in some}, again)


def same(group: str, frozen: Any, now: Any) -> None:
    """Fail with the first differences."""
    differ = [*islice(archive.differences(frozen, now), SHOWN)]
    assert not differ, "\n".join([f"python tests/frozen/freeze.py {group} shows all of", *differ])
