"""Two boards side by side, and which one is better: by a rule that was written before measuring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.bundled import DEFAULT_BOARD
from lab.study.ab_test import Side, markdown
from lab.study.fairness import FAIRNESS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.study.ab_test import Part

BOARDS: Final = (Side("waspworth", "waspworth"), Side("plaza", "plaza"))
# For the page. The rule stood here before the first match of the comparison was played.
RULE: Final = """\
Every pairing below is one manager in all seats, for 2, 3 and 4 teams. In each of them a board gets

- one point for every figure that has a band and lies inside it (the figure itself, not its whole
  interval; both boards are played equally often). The bands are those of the balance report, see
  [arena.md](arena.md). Of the order of play one figure counts, the share of wins that lies
  farthest from chance, so that four teams do not count for more than two;
- one point for every figure that has no band but a better side, if the 95 % interval of the paired
  difference leaves out zero: matches won with a tower of round 1 (fewer), openings (more).

The board with more points is the better one. If they have as many, it is the one whose farthest
place in the order of play is nearer to chance, on average over the pairings; if that is level too,
the default stays."""
HEAD: Final = f"""\
# Two centres

`waspworth` and `plaza` differ in the middle tile only. There every tower has bridges of its own
from outside; here two bent bridges meet in a plaza between the towers, and a tower costs more
steps. `deathdome board` shows either. Which of the two new matches are played on is decided by this
comparison, not by taste: it is `{DEFAULT_BOARD}`, and `--board` plays on the other.

The managers are those of its date. What matches on the default are like with those in force stands
in [balance.md](balance.md).
"""
HOW: Final = """\
Both boards play the same blocks: the same dice and deck, every rotation of the seats. Intervals are
of 95 %, from blocks drawn again 2,000 times; the difference, `plaza` less `waspworth`, comes from
the same draws of both. **Bold** lies outside its band, a star says that the interval leaves out
zero. Shares are in percent."""
MEANINGS: Final = """\
- *tower rush*: teams that took a tower in round 1, in matches where another did not; *won with a
  tower of round 1*: matches that such a team won, of all.
- *round of the elimination*: of the matches that ended by it. *extra rounds*: brought back by a
  card.
- *lead*: what a team would be paid, less the best of the others. *decided before the last round*:
  ended by elimination before it, or won by a team that led alone by more than 1,000,000 when it
  began; by so much a tower that changes hands moves a lead.
- *openings*: which points a team took in rounds 1 and 2, by their steps from its base; as how many
  equally frequent ones they are as varied."""
SHOWN_ONLY: Final = "wins of the "  # each place in the order of play: counted together


@dataclass(frozen=True)
class Verdict:
    """Which board is better, and by how much."""

    points: tuple[int, int]
    farthest: tuple[float, float]  # from chance, of a place in the order of play; mean
    better: int  # 0 or 1
    why: str

    def document(self) -> dict[str, Any]:
        """For JSON."""
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
    """The points of both boards in one pairing."""
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
    """The verdict by the rule; None if nothing was played."""
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


def page(parts: Sequence[Part], command: str, date: str) -> str:
    """The comparison as Markdown, written by nobody's hand."""
    lines = [HEAD, "## The rule", "", RULE, "", "## The verdict", ""]
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
        "## The figures",
        "",
        f"Written by `{command}` on {date}; not edited by hand.",
        "",
        HOW,
        "",
        MEANINGS,
    ]
    for part in parts:
        versions = f"rules `{part.rules[0]}` and `{part.rules[-1]}`, code `{part.code}`"
        lines += ["", f"### {part.title}", "", f"{part.blocks:,} blocks, {versions}.", ""]
        lines += markdown(part, names)
    return "\n".join(lines) + "\n"


def _said(verdict: Verdict) -> str:
    """The verdict in two sentences."""
    first, second = BOARDS
    points, far = verdict.points, [f"{100 * value:.1f}" for value in verdict.farthest]
    return (
        f"**`{BOARDS[verdict.better].name}` is the better one: {verdict.why}.** Points: "
        f"{points[0]} for `{first.name}`, {points[1]} for `{second.name}`. The farthest place in "
        f"the order of play lies {far[0]} and {far[1]} points from chance, on average over the "
        "pairings."
    )
