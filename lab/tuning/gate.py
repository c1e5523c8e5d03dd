"""T5: a test of the new weights against the old ones, on seeds that the tuning has not seen.

A block is one seed played twice, with the seats changed; the sequential test uses the share of
wins, not the lead that was tuned for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.statistics import Bootstrap, Hypotheses, Sprt
from lab.record import each
from lab.tuning.matches import play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deathdome.statistics import Interval, Walk
    from lab.record import Record, Row
    from lab.tuning.knobs import Team
    from lab.tuning.matches import Setting

ASKED: Final = Hypotheses(0.5, 0.55)


def hold_out(
    record: Record,
    setting: Setting,
    new: Team,
    old: Team,
    blocks: int,
    jobs: int = 1,
    player: Callable[..., Row] | None = None,
) -> Iterator[int]:
    """Play until the test has decided or there are so many blocks; yield their number."""
    while len(record.rows) < blocks and standing(record.rows).verdict == "open":
        numbers = range(len(record.rows), blocks)
        tasks = [(setting, number, new, old) for number in numbers]
        for row in each(player or block, tasks, jobs):
            record.add(row)
            yield len(record.rows)
            if standing(record.rows).verdict != "open":
                return


def block(setting: Setting, number: int, new: Team, old: Team) -> Row:
    """Play both matches of a block, from the new weights' side."""
    first = play(setting, "gate", number, (new, old))
    second = play(setting, "gate", number, (old, new))
    return {
        "seed": first["seed"],
        "won": [first["won"], 1 - second["won"]],
        "lead": [first["lead"], -second["lead"]],
    }


def standing(rows: Sequence[Row]) -> Walk:
    """Return the state of the test."""
    test = Sprt(ASKED)
    for row in rows:
        test.add(sum(row["won"]) / 2)
    return test.state


def share(rows: Sequence[Row]) -> Interval | None:
    """Return the share of matches that the new weights won."""
    bootstrap = Bootstrap(len(rows))
    return bootstrap.share([sum(row["won"]) for row in rows], [2.0] * len(rows)) if rows else None
