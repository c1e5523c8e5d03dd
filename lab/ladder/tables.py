"""Markdown tables of measured figures, one for each command that measures."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from deathdome.arena.report_tables import points, spanned, whole
from deathdome.tables import NOTHING, hundredths, percent
from lab.ladder.solving import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.arena.report import Document

    Letters = Mapping[str, str]  # name of a row to the letter of its run; empty: one run only


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the page."""

    title: str
    target: str  # of make
    says: str  # text above it
    lines: Callable[[Sequence[Document], Letters], list[str]]

    @property
    def introduction(self) -> list[str]:
        """Lines of its text."""
        return wrap(self.says, 100)


def runs_of(rows: Sequence[Document]) -> tuple[dict[str, str], list[str]]:
    """Return the letter of each row's run (none for a single run) and a note for each run."""
    runs: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for row in rows:
        runs.setdefault(tuple(sorted(row["run"].items())), []).append(row["row"])
    notes: list[str] = []
    letters: dict[str, str] = {}
    for number, (kept, names) in enumerate(runs.items()):
        run = dict(kept)
        letter = chr(ord("a") + number) if number < 26 else str(number + 1)
        letters |= dict.fromkeys(names, letter)
        said = (
            f"`{run['command']}`, {run['date']}, deathdome {run['version']}, rules "
            f"`{run['rules']}`, code `{run['code']}`."
        )
        notes.append(f"- {letter}: {said}" if len(runs) > 1 else said)
    return (letters if len(runs) > 1 else {}), notes


def grid(head: Sequence[str], rows: Sequence[Sequence[str]], right: int = 1) -> list[str]:
    """Return a table with columns from number `right` aligned right."""
    sides = ["---" if place < right else "---:" for place in range(len(head))]
    return [f"| {' | '.join(cells)} |" for cells in (head, sides, *rows)]


def _lettered(head: Sequence[str], letters: Letters) -> list[str]:
    return [*head, "run"] if letters else list(head)


def _letter(row: Document, letters: Letters) -> list[str]:
    return [letters[row["row"]]] if letters else []


def _verdict(passed: bool) -> str:
    return "yes" if passed else "**no**"


# -- who beats whom --------------------------------------------------------------------------------

_HEAD: Final = (
    *("pair", "aim", "gate", "wins, %", "rating of the first", "games", "seed", "faults"),
    *("turn p50, p99", "passed"),
)


def targets(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return the pairs with aim, gate and result."""
    return grid(
        _lettered(_HEAD, letters),
        [[*_target(row), *_letter(row, letters)] for row in rows],
        right=len(_HEAD) + 1,
    )


def _target(row: Document) -> list[str]:
    gate = f"{percent(row['gate'])} %"
    verdict = _verdict(row["passed"])
    if row["sprt"]:
        test = row["sprt"]
        gate = f"SPRT {test['worse']:.2f} / {test['better']:.2f}"
        verdict += f" ({test['verdict']}, {test['blocks']} blocks)"
    return [
        row["title"] + (f" ({row['note']})" if row["note"] else ""),
        "" if row["aim"] is None else f"{percent(row['aim'])} %",
        gate,
        spanned(row["win_share"]),
        spanned(row["rating"], whole) + ("*" if row["rating"]["bounded"] else ""),
        f"{row['games']:,}",
        str(row["seed"]),
        str(row["faults"]),
        f"{seconds(row['turn_p50'])}, {seconds(row['turn_p99'])}",
        verdict,
    ]


def by_seat(rows: Sequence[Document], _: Letters) -> list[str]:
    """Return the share of wins of each seat and each place in the order of play."""
    found = []
    for row in rows:
        seats = row["seats"]
        found.append(
            [
                row["title"],
                "; ".join(f"{e['seat']} {spanned(e['win_share'])}" for e in seats["by_seat"]),
                "; ".join(f"{e['turn']}. {spanned(e['win_share'])}" for e in seats["by_turn"]),
            ]
        )
    return grid(("pair", "by seat, %", "by order of play, %"), found, right=3)


# -- exploits --------------------------------------------------------------------------------------


def exploits(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return a line an exploit and a column a manager."""
    managers = list(dict.fromkeys(row["manager"] for row in rows))
    lines: dict[str, dict[str, Document]] = {}
    for row in rows:
        lines.setdefault(row["exploit"], {})[row["manager"]] = row
    found = []
    for name, cells in lines.items():
        about = next(iter(cells.values()))["about"]
        found.append([name, about, *(share_cell(cells.get(one), letters) for one in managers)])
    return grid(("exploit", "idea", *(f"against {one}" for one in managers)), found, right=2)


def share_cell(row: Document | None, letters: Letters) -> str:
    """Return a share of wins of so many matches, bold if it is too much."""
    if row is None:
        return NOTHING
    text = f"{spanned(row['win_share'])} of {row['games']:,}"
    if row["faults"]:
        text += f", {row['faults']} faults"
    if not row["passed"]:
        text = f"**{text}**"
    return " ".join([text, *_letter(row, letters)])


# -- searched exploiters ---------------------------------------------------------------------------


def exploiter(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return the wins of each manager against the exploiter found."""
    head = (
        *(
            "manager",
            "matches of the search",
            "seed",
            "wins before, %",
            "wins against the exploiter, %",
        ),
        *("games", "gate", "passed", "weights moved most"),
    )
    found = [
        [
            row["row"],
            f"{row['matches']:,}",
            str(row["seed"]),
            spanned(row["before"]),
            spanned(row["win_share"]),
            f"{row['games']:,}",
            f"{percent(row['gate'])} %",
            _verdict(row["passed"]),
            ", ".join(f"{name} {turned:+.1f}" for name, turned in row["moved"]) or "nothing",
            *_letter(row, letters),
        ]
        for row in rows
    ]
    return grid(_lettered(head, letters), found, right=len(head) + 1)


# -- puzzles ---------------------------------------------------------------------------------------


def puzzles(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return the puzzles solved: a line a theme and a column a manager."""
    head = ["theme", "puzzles", *(" ".join([r["manager"], *_letter(r, letters)]) for r in rows)]
    themes = [*THEMES, "open", "kept", "all"]
    found = []
    for theme in themes:
        cells = [row["solved"].get(theme) for row in rows]
        known = [cell for cell in cells if cell]
        if known:
            found.append([theme, str(max(of for _, of in known)), *map(_solved, cells)])
    found.append(["share, %", "", *(spanned(row["share"]) for row in rows)])
    gates = [NOTHING if row["gate"] is None else f"{percent(row['gate'])} %" for row in rows]
    found.append(["gate", "", *gates])
    passed = [NOTHING if row["passed"] is None else _verdict(row["passed"]) for row in rows]
    found.append(["passed", "", *passed])
    return grid(head, found)


def _solved(cell: Sequence[int] | None) -> str:
    return NOTHING if cell is None else f"{cell[0]} ({cell[0] / cell[1]:.0%})"


# -- personalities ---------------------------------------------------------------------------------


def markers(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return the marker of each personality next to that of a neutral manager."""
    head = (
        "personality",
        "marker, a match",
        "personality's",
        "neutral's",
        "difference, %",
        "wanted",
    )
    found = [
        [
            row["personality"],
            row["marker"],
            spanned(row["own"], hundredths),
            spanned(row["neutral"], hundredths),
            spanned(row["change"], points),
            f"{'+' if row['more'] else '-'}{row['least']:.0%}".removesuffix("%") + " %",
            f"{row['games']:,}",
            _verdict(row["passed"]),
            *_letter(row, letters),
        ]
        for row in rows
    ]
    return grid(_lettered((*head, "games", "passed"), letters), found, right=2)


# -- time to move ----------------------------------------------------------------------------------


def pace(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return the thinking times of the managers."""
    head = (
        *("manager", "teams", "purse", "move p50", "move p99", "turn p50", "turn p99"),
        *("clock: move p99", "nodes/s", "moves", "gate", "passed"),
    )
    found = [
        [
            row["manager"],
            str(row["seats"]),
            f"{row['credits'] / 1_000_000:.0f}M",
            seconds(row["move"]["p50"]),
            spanned(row["move"]["p99"], seconds),
            seconds(row["turn"]["p50"]),
            spanned(row["turn"]["p99"], seconds),
            seconds(row["clock"]["p99"]["value"]),
            NOTHING if row["nodes_a_second"] is None else f"{row['nodes_a_second']:,}",
            f"{row['moves']:,}",
            NOTHING if row["gate"] is None else f"move p99 < {row['gate']:g} s",
            NOTHING if row["passed"] is None else _verdict(row["passed"]),
            *_letter(row, letters),
        ]
        for row in rows
    ]
    return grid(_lettered(head, letters), found)


def seconds(number: float | None) -> str:
    """Return a time with two digits."""
    if number is None:
        return NOTHING
    return f"{number:.2g} s" if number < 10 else f"{number:.0f} s"


TABLES: Final = {
    "targets": Table(
        "Who beats whom",
        "ladder",
        (
            "Intervals come from blocks resampled 2,000 times; a block is one seed in every "
            "rotation of the seats. A row passes if the lower end of its interval reaches the "
            'gate, or if its test says "better". Matches have two players unless the row says '
            "otherwise."
        ),
        targets,
    ),
    "exploits": Table(
        "Exploits",
        "exploits",
        (
            "An exploit is one idea on top of the planner: an outfit that it buys first, other "
            "weights, and a goal that adds credits to its plans (`lab/exploits/ideas.py`). "
            "Everything else it does as tactical. The table has the exploit's wins in percent and "
            "the number of matches, **bold** if it wins more than 45 %."
        ),
        exploits,
    ),
    "exploiter": Table(
        "Against searched exploiters",
        "exploiter",
        (
            "An exploiter at level `veteran` tunes all its weights against the manager, which "
            "stays fixed ([tuning.md](tuning.md)). Then both meet on other seeds. The manager "
            "passes if the lower end of its share of wins reaches the gate: an exploiter that wins "
            "60 % would be a hole. *Before* is against the original weights. The last column lists "
            "the weights that moved most, in the units of the search."
        ),
        exploiter,
    ),
    "puzzles": Table(
        "Puzzles",
        "puzzles",
        (
            "Puzzles ([puzzles.md](puzzles.md)) that each manager solves. Managers are never tuned "
            "on the *kept* ones. The interval of the share is Wilson's. The gate applies to the "
            "share itself, since the set is fixed."
        ),
        puzzles,
    ),
    "markers": Table(
        "Markers of personalities",
        "markers",
        (
            "Each personality plays a neutral manager of its level, and a neutral manager does the "
            "same with the same dice. A personality passes if its marker differs by as much as "
            "wanted, and the interval of the difference excludes 0."
        ),
        markers,
    ),
    "pace": Table(
        "Time to move",
        "pace",
        (
            "Seconds of one core, with all cards in the store. A move is the choice between unit "
            "phases, with plans and rollouts. A turn is everything from its first question to its "
            "last. Intervals of p99 come from resampled matches. The clock includes other work of "
            "the machine."
        ),
        pace,
    ),
}
BY_SEAT: Final = Table(
    "By seat",
    "ladder",
    "Share of wins of each seat and each place in the order of play.",
    by_seat,
)


def shown(rows: Sequence[Document], name: str) -> str:
    """Return a table to print, before or instead of the page."""
    return "\n".join(TABLES[name].lines(rows, {}))
