"""Markdown tables of measured figures, one for each command that measures."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from deathdome.arena.report_tables import points, spanned, thousands, whole
from deathdome.tables import NOTHING, hundredths, percent
from deathdome.text.names import counted
from lab.ladder.solving import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.arena.report import Document

    Letters = Mapping[str, str]  # name of a row to the letter of its run; empty: one run only


@dataclass(frozen=True, slots=True)
class Table:
    """One table between two marks of a page."""

    part: str
    target: str  # of make
    lines: Callable[[Sequence[Document], Letters], list[str]]
    groups: tuple[str, ...] = ()  # of the rows that it shows; (): of any

    def has(self, row: Document) -> bool:
        """Return True if the table shows a row of its part."""
        return not self.groups or row["group"] in self.groups


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
    gate = "lead above 0" if row["by_lead"] else f"{percent(row['gate'])} %"
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


def levels(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return the pairs with their results alone, for players."""
    head = ("pair", "wins of the first, %", "rating of the first", "games")
    found = [
        [
            row["title"],
            spanned(row["win_share"]),
            spanned(row["rating"], whole) + ("*" if row["rating"]["bounded"] else ""),
            f"{row['games']:,}",
            *_letter(row, letters),
        ]
        for row in rows
    ]
    return grid(_lettered(head, letters), found)


def seasons(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return the pairs that played seasons, with what the first was ahead at the end."""
    head = ("pair", "aim", "gate", "wins, %", "final lead", "seasons", "seed", "faults", "passed")
    found = []
    for row in rows:
        pair, aim, gate, wins, _, *counts, _, passed = _target(row)
        lead = spanned(row["lead"], thousands)
        found.append([pair, aim, gate, wins, lead, *counts, passed, *_letter(row, letters)])
    return grid(_lettered(head, letters), found, right=3)


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


# -- balance ---------------------------------------------------------------------------------------


def balance(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return a table of each manager that plays all seats, with a column a number of teams."""
    lines: list[str] = []
    for manager in dict.fromkeys(row["manager"] for row in rows):
        own = [row for row in rows if row["manager"] == manager]
        figures: dict[str, dict[int, list[str]]] = {}
        for row in reversed(own):  # the most teams have the most places
            for name, *found in row["figures"]:
                figures.setdefault(name, {})[row["seats"]] = found
        teams = [" ".join([f"{row['seats']} teams", *_letter(row, letters)]) for row in own]
        played = [
            ["matches", "", *(f"{row['games']:,}" for row in own)],
            ["faults", "", *(str(row["faults"]) for row in own)],
        ]
        for name, found in figures.items():
            bands = " / ".join(dict.fromkeys(band for band, _ in reversed(found.values())))
            values = [found[row["seats"]][1] if row["seats"] in found else NOTHING for row in own]
            played.append([name, bands, *values])
        lines += [*_headed(manager, bool(lines)), *grid(("figure", "band", *teams), played)]
    return lines


_CARDS: Final = (
    *("card", "price", "picked, %", "to the mean", "with less without"),
    *("wins added", "lead added", "out of band"),
)


def cards(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return the cards that are outside a band."""
    lines: list[str] = []
    for row in rows:
        lines += _headed(" ".join([row["title"], *_letter(row, letters)]), bool(lines))
        power = counted(len(row["power"]), "power card")
        lines.append(
            f"{row['out']} of {row['of']} store cards and {power} are outside a band, "
            f"in {row['games']:,} matches."
        )
        if row["seldom"]:
            seldom = f"Bought too seldom for their price: {', '.join(row['seldom'])}."
            lines += ["", *wrap(seldom, 100, break_on_hyphens=False)]
        if row["cards"]:
            lines += ["", *grid(_CARDS, row["cards"])]
        if row["power"]:
            lines += ["", *grid(("power card", "for its ability, %"), row["power"])]
    return lines


def _headed(title: str, later: bool) -> list[str]:
    return [*([""] if later else []), f"### {title}", ""]


# -- equal managers, and outfits -------------------------------------------------------------------


def habits(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return the habits of equal managers, and how open their matches are, a column a line-up."""
    titles = [" ".join([row["title"], *_letter(row, letters)]) for row in rows]
    found = [["matches", "", *(f"{row['games']:,}" for row in rows)]]
    by_name = [{name: text for name, _, text in row["figures"]} for row in rows]
    for name, aim, _ in rows[0]["figures"]:
        found.append([name, aim, *(own.get(name, NOTHING) for own in by_name)])
    return grid(("figure", "aim", *titles), found)


def outfits(rows: Sequence[Document], letters: Letters) -> list[str]:
    """Return the outfits that won most in each search."""
    rivals = list(dict.fromkeys(name for row in rows for name in row["against"]))
    head = ("teams", "cards", "purchases", *(f"wins against {name}, %" for name in rivals))
    found = []
    for row in rows:
        outfit = ", ".join(" ".join(worn.split(":")) for worn in row["outfit"].split())
        shares = [
            f"{spanned(one['share'])} of {one['games']:,}" if one else NOTHING
            for one in (row["against"].get(name) for name in rivals)
        ]
        found.append([str(row["seats"]), row["theme"], outfit, *shares, *_letter(row, letters)])
    return grid(_lettered(head, letters), found, right=3)


TABLES: Final = {
    "targets": Table("targets", "ladder", targets, ("rungs", "levels", "personalities")),
    "levels": Table("targets", "ladder", levels, ("levels", "personalities")),
    "hints": Table("targets", "ladder", levels, ("hints",)),
    "seasons": Table("targets", "ladder", seasons, ("seasons",)),
    "cards": Table("cards", "balance", cards),
    **{
        name: Table(name, name, lines)
        for name, lines in (
            ("exploits", exploits),
            ("puzzles", puzzles),
            ("markers", markers),
            ("pace", pace),
            ("balance", balance),
            ("habits", habits),
            ("outfits", outfits),
        )
    },
}


def shown(rows: Sequence[Document], name: str) -> str:
    """Return a table to print, before or instead of the page."""
    return "\n".join(TABLES[name].lines(rows, {}))
