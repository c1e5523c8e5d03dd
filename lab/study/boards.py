"""Comparison of the board's two centres, and the page about all boards. `make boards`.

    make boards ARGS="--jobs 2"
    make boards ARGS="--blocks greedy=40 --seats 2 --out ."

Every pairing has a results file, from which an interrupted comparison resumes. Writes
docs/boards.md and docs/boards.json, with the verdict by the rule in the page.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.default_boards import DEFAULT_BOARD
from lab.command import command_of, print_progress, run_main
from lab.study.ab_test import Side, effort_of, markdown, options, study, written
from lab.study.fairness import FAIRNESS
from lab.study.seats import seats_section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.study.ab_test import Part

BOARDS: Final = (Side("waspworth", "waspworth"), Side("plaza", "plaza"))
# This rule was written before the first match of the comparison.
RULE: Final = """\
Every pairing below is one manager in all seats, for 2, 3 and 4 teams. In each pairing a board gets
one point for

- every figure inside its band (the figure, not its whole interval; both boards are played equally
  often). The bands are those of the balance report ([arena.md](arena.md)). The order of play counts
  once, as the share of wins farthest from chance, so that four teams do not count more than two;
- every figure with a better side but no band, if the 95 % interval of the paired difference
  excludes zero: matches won with a tower of round 1 (fewer is better), openings (more is better).

The board with more points is the better one. If they have as many, it is the board with the fairer
order of play: its farthest place is nearer to chance, on average over the pairings. If that is
equal too, the default stays."""
HEAD: Final = """\
# Boards

`--board` picks a board, and `deathdome board ID` shows it with the steps from every base.

| board | teams | floor points | towers | jails | in one sentence |
| --- | --- | ---: | ---: | ---: | --- |
| `plaza` | 2 to 4 | 16 | 2 | 4 | Two bent bridges meet between the towers. |
| `waspworth` | 2 to 4 | 16 | 2 | 4 | Every tower has its own bridges. |
| `fortnight` | 2 to 4 | 14 | 2 | 4 | A river of lava from corner to corner, with two islands. |
| `trivet` | 2 or 3 | 15 | 2 | 3 | Three causeways over a lake, and no base in the middle. |
| `dual` | 2 | 4 | 2 | none | The middle tiles of `waspworth`, for The Dual. |

The box of 2018 has 15 ordinary markers in each colour and one for a tower (BOX-10, BOX-11). On
`fortnight` a team that holds everything still has a marker for each point.

## Trivet

On the boards with four bases, three teams sit north, east and south. East is between the others, so
it plays last (ORDER-3). On `trivet` all three bases have the same steps, exactly:

| from each base to | steps |
| --- | --- |
| the floor points | 2 2 6 6 8 8 10 10 14 14 16 17 17 18 18 |
| both tower centres | 11 11 |
| the release points | 7 7 9 9 17 17 |
| the other bases | 16 16 |

The steps agree in pairs as well: if two bases trade places, as many points are as far from each of
the three. So no base is between the others, and the rule has nothing to correct. The lava in the
upper corners leaves the north base as little room as the two in the corners have. Only lines of
sight differ, because squares cannot be turned by a third: the north base looks down a straight
causeway, the other two along diagonals.

The Dual of 2021 needs two bases in the middle row of tiles, and `trivet` has none there. The Dual
of 2018 and 2019 uses the whole board.
"""
CENTRES: Final = f"""\
## Two centres

`waspworth` and `plaza` differ only in the middle tile. On `waspworth` every tower has its own
bridges from outside. On `plaza` two bent bridges meet between the towers, and a tower costs more
steps.

This comparison decides the board of new matches: `{DEFAULT_BOARD}`.
The managers are those of its date; [balance.md](balance.md) measures the default with current
managers.
"""
HOW: Final = """\
Both boards play the same blocks: the same dice and deck, every rotation of the seats. Intervals are
95 %, from blocks resampled 2,000 times. The difference is `plaza` minus `waspworth`, from the same
samples. **Bold** is outside its band. A star marks a difference whose interval excludes zero.
Shares are in percent."""
MEANINGS: Final = """\
- *tower rush*: teams that captured a tower in round 1, in matches where another team did not. *won
  with a tower of round 1*: share of all matches won by such a team.
- *round of the elimination*: in matches that ended by one. *extra rounds*: added by a card.
- *lead*: a team's payout minus the best other payout. *decided before the last round*: ended by
  elimination before it, or won by a team that led alone by more than 1,000,000 at its start (a
  tower that changes hands moves a lead by that much).
- *openings*: the points that a team captured in rounds 1 and 2, by their steps from its base. The
  figure is the number of equally frequent openings with the same variety."""
SHOWN_ONLY: Final = "wins of the "  # each place in the order of play: counted together


@dataclass(frozen=True)
class Verdict:
    """The better board, and the margin."""

    points: tuple[int, int]
    farthest: tuple[float, float]  # from chance, of a place in the order of play; mean
    better: int  # 0 or 1
    why: str

    def document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "better": BOARDS[self.better].name,
            "why": self.why,
            "points": {side.name: points for side, points in zip(BOARDS, self.points, strict=True)},
            "farthest_from_chance": {
                side.name: round(value, 6)
                for side, value in zip(BOARDS, self.farthest, strict=True)
            },
        }


def points_of(part: Part) -> tuple[int, int]:
    """Return the points of both boards in one pairing."""
    found = [0, 0]
    for figure in part.figures:
        name = figure.quantity.name
        inside = None if _is_one_place(name) else figure.inside()
        if inside is not None:
            found[0] += inside[0]
            found[1] += inside[1]
        better = figure.better()
        if better:
            found[better > 0] += 1
    return found[0], found[1]


def _is_one_place(name: str) -> bool:
    return name.startswith(SHOWN_ONLY) and name.endswith(" to play")


def judged(parts: Sequence[Part]) -> Verdict | None:
    """Return the verdict by the rule, or None without a pairing."""
    if not parts:
        return None
    points = [points_of(part) for part in parts]
    first, second = sum(one for one, _ in points), sum(other for _, other in points)
    distances = [
        (figure.before.value, figure.after.value)
        for part in parts
        for figure in part.figures
        if figure.quantity.name == FAIRNESS and figure.before and figure.after
    ]
    farthest = (
        sum(one for one, _ in distances) / len(distances),
        sum(other for _, other in distances) / len(distances),
    )
    if first != second:
        return Verdict((first, second), farthest, int(second > first), "it has more points")
    if farthest[0] != farthest[1]:
        why = "as many points, and nearer to chance by the order of play"
        return Verdict((first, second), farthest, int(farthest[1] < farthest[0]), why)
    return Verdict((first, second), farthest, 0, "level in everything, so the default stays")


def page(parts: Sequence[Part], command: str, date: str, seats: str = "") -> str:
    """Return the page as Markdown; `seats` is the section of `make seats`."""
    lines = [HEAD, *([seats] if seats else []), CENTRES]
    lines += ["### The rule", "", RULE, "", "### The verdict", ""]
    verdict = judged(parts)
    if verdict is None:
        return "\n".join([*lines, f"Not measured yet; `{command}` does."]) + "\n"
    names = [side.name for side in BOARDS]
    lines += [
        _said(verdict),
        "",
        f"| pairing | blocks | matches a board | {names[0]} | {names[1]} | faults |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        *(
            f"| {part.title} | {part.blocks:,} | {part.blocks * part.seats:,} | "
            f"{' | '.join(map(str, points_of(part)))} | {part.faults} |"
            for part in parts
        ),
        "",
        "### The figures",
        "",
        f"Written by `{command}` on {date}; not edited by hand.",
        "",
        HOW,
        "",
        MEANINGS,
    ]
    for part in parts:
        versions = f"rules `{part.rules[0]}` and `{part.rules[-1]}`, code `{part.code}`"
        lines += ["", f"#### {part.title}", "", f"{part.blocks:,} blocks, {versions}.", ""]
        lines += markdown(part, names)
    return "\n".join(lines) + "\n"


def _said(verdict: Verdict) -> str:
    """Return the verdict in sentences."""
    first, second = BOARDS
    points, far = verdict.points, [f"{100 * value:.1f}" for value in verdict.farthest]
    return (
        f"**`{BOARDS[verdict.better].name}` is the better one: {verdict.why}.** Points: "
        f"{points[0]} for `{first.name}`, {points[1]} for `{second.name}`. The farthest place in "
        f"the order of play is {far[0]} and {far[1]} points from chance, on average over the "
        "pairings."
    )


def main(words: list[str]) -> int:
    """Play, judge and write."""
    wanted = options("boards", __doc__).parse_args(words)
    parts = list(study(BOARDS, effort_of(wanted), print_progress))
    command = command_of("boards", words)
    date = datetime.now(UTC).date().isoformat()
    verdict = judged(parts)
    document = {
        "command": command,
        "date": date,
        "verdict": verdict and verdict.document(),
        "parts": [part.document() for part in parts],
    }
    if verdict is not None:
        print(f"better: {BOARDS[verdict.better].name}, {verdict.why}, points {verdict.points}")
    text = page(parts, command, date, seats_section(wanted.out / "boards.md"))
    written(wanted.out, "boards", text, document)
    return 0


if __name__ == "__main__":
    sys.exit(run_main("boards", main))
