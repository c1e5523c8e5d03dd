"""The targets of the ladder: pairs of managers with shares of wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.arena.sprt import Hypotheses
from deathdome.errors import UsageError
from deathdome.managers.manager_name import PERSONALITIES
from lab.ladder.running import Row

if TYPE_CHECKING:
    from collections.abc import Sequence

NEUTRAL = "veteran"  # compared with personalities
TESTED = 100  # blocks for a published row that a test decided early

# In order of cost.
ROWS = (
    Row("greedy", "random", 0.99, 0.97, 320, group="rungs"),
    Row("greedy", "random", 0.90, 0.85, 200, seats=4, group="rungs"),
    Row("tactical", "random", 0.995, 0.985, 620, group="rungs"),
    Row("tactical", "greedy", 0.80, 0.75, 460, group="rungs"),
    Row("tactical", "greedy", 0.60, 0.52, 200, seats=4, note="chance gives 25 %", group="rungs"),
    Row("regular", "rookie", 0.60, 0.55, 640, note="adjacent levels", group="levels"),
    Row("veteran", "regular", 0.60, 0.55, 640, note="adjacent levels", group="levels"),
    *(
        Row(
            *(f"{NEUTRAL}+{personality}", NEUTRAL, 0.42, 0.40, 400),
            note="no weaker than neutral",
            group="personalities",
        )
        for personality in PERSONALITIES
    ),
    Row("elite", "tactical", 0.62, 0.57, 640, note="searcher fast", group="levels"),
    Row(
        *("lab.yardsticks.clairvoyant:elite", "elite", None, 0.50, 400),
        note="sees all hands; what hidden cards cost",
        group="yardsticks",
        label="clairvoyant elite",
    ),
    Row(
        *("lab.yardsticks.wide:elite", "elite", 0.55, 0.50, 1_200),
        test=Hypotheses(0.50, 0.55),
        least=TESTED,
        note="four times the worlds",
        group="yardsticks",
        label="wide elite",
    ),
    Row("champion", "tactical", 0.70, 0.65, 580, note="searcher standard", group="levels"),
    Row(
        *("champion", "tactical", 0.50, 0.40, 80),  # 320 games: enough if the aim is true
        seats=4,
        least=80,
        note="chance gives 25 %",
        group="rungs",
    ),
    Row("champion", "elite", 0.60, 0.55, 640, note="adjacent levels", group="levels"),
    Row(
        *("elite", "tactical", 0.80, 0.72, 200),
        series=True,
        note="five matches, fast",
        group="series",
    ),
    Row(
        *("champion", "tactical", 0.80, 0.72, 200),
        series=True,
        note="five matches, standard",
        group="series",
    ),
    Row(
        *("legend", "champion", 0.60, 0.50, 400),
        test=Hypotheses(0.50, 0.58),
        least=TESTED,
        note="searcher strong against standard",
        group="levels",
    ),
)
GROUPS = tuple(dict.fromkeys(row.group for row in ROWS))


def chosen(names: Sequence[str]) -> list[Row]:
    """Return the rows of these names or groups, or all rows.

    Raises:
        UsageError: there is no such row.
    """
    known = [row.name for row in ROWS]
    for name in names:
        if name not in known and name not in GROUPS:
            raise UsageError(
                f'no row "{name}" in the ladder; there are {", ".join(known)}, '
                f"and the groups {', '.join(GROUPS)}"
            )
    return [row for row in ROWS if not names or row.name in names or row.group in names]
