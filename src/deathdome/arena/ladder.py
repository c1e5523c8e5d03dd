"""The ladder: who should beat whom how often, and the page that says what came of it.

Every row is a run of the arena with a file of its own, so a ladder that was broken off goes on. A
row passes when the lower end of its interval reaches the gate; where the test decides instead, when
that says "better".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from deathdome.arena.blocks import Arena, check_arena
from deathdome.arena.ledger import resume_run
from deathdome.arena.report import report
from deathdome.arena.running import play_on
from deathdome.arena.sprt import Hypotheses
from deathdome.arena.tables import percent, spanned, whole
from deathdome.errors import UsageError
from deathdome.managers.registry import known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from deathdome.arena.report import Document

LEAST_BLOCKS: Final = 200  # fewer make no table
QUICK_BLOCKS: Final = 4
HEAD: Final = (
    *("pair", "aim", "gate", "wins, %", "rating of the first", "games", "seed", "faults"),
    *("turn p50, p99", "passed"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of targets."""

    first: str  # whose share of wins is looked at
    others: str  # in every other seat
    aim: float | None  # share of wins
    gate: float  # that the lower end of the interval is to reach
    blocks: int
    seats: int = 2
    test: Hypotheses | None = None  # decides by itself, and ends the row early
    note: str = ""

    @property
    def name(self) -> str:
        """Of the row, and of its file."""
        behind = f"-{self.seats}" if self.seats > 2 else ""
        return f"{self.first}-{self.others}{behind}"

    @property
    def title(self) -> str:
        """The row for people."""
        if self.seats == 2:
            return f"{self.first} v. {self.others}"
        return f"{self.seats} players: one {self.first}, {self.seats - 1} {self.others}"


# In the order of what they cost.
ROWS: Final = (
    Row("greedy", "random", 0.99, 0.97, 320),
    Row("greedy", "random", 0.90, 0.85, 200, seats=4),
    Row("tactical", "random", 0.995, 0.985, 620),
    Row("tactical", "greedy", 0.80, 0.75, 460),
    Row("tactical", "greedy", 0.60, 0.52, 200, seats=4, note="chance gives 25 %"),
    Row("regular", "rookie", 0.60, 0.55, 640, note="adjacent levels"),
    Row("veteran", "regular", 0.60, 0.55, 640, note="adjacent levels"),
    Row("elite", "tactical", 0.62, 0.57, 640, note="searcher fast"),
    Row("champion", "tactical", 0.70, 0.65, 580, note="searcher standard"),
    Row("champion", "tactical", 0.50, 0.40, 200, seats=4, note="chance gives 25 %"),
    Row(
        *("champion", "elite", 0.55, 0.50, 1_200),
        test=Hypotheses(0.50, 0.55),
        note="five times the nodes",
    ),
    Row(
        *("legend", "champion", 0.60, 0.50, 400),
        test=Hypotheses(0.50, 0.58),
        note="searcher strong against standard",
    ),
)


def chosen(names: Sequence[str]) -> list[Row]:
    """The rows of these names, or all of them.

    Raises:
        UsageError: there is no such row.
    """
    rows = {row.name: row for row in ROWS}
    for name in names:
        if name not in rows:
            raise UsageError(f'no row "{name}" in the ladder; there are {", ".join(rows)}')
    return [row for row in ROWS if not names or row.name in names]


def missing(row: Row) -> str:
    """What keeps a row from being played, "" if nothing does."""
    try:
        known(row.first)
        known(row.others)
    except UsageError as error:
        return str(error)
    return ""


@dataclass(frozen=True, slots=True)
class Effort:
    """How a ladder is played."""

    folder: Path  # of the files of the rows
    seed: int = 0
    jobs: int = 1
    backend: str = "loky"
    scheduler: str | None = None
    quick: bool = False  # a few blocks a row, for a look


def climb(
    rows: Iterable[Row], effort: Effort, watch: Callable[[Row, int, int], None]
) -> list[Document]:
    """Plays the rows; gives for each what it says.

    `watch` is told the row, and how many blocks of how many are played, now and then.
    """
    found = []
    for row in rows:
        lack = missing(row)
        if lack:
            found.append(_head(row) | {"missing": lack})
        else:
            found.append(_head(row) | _climbed(row, effort, watch))
    return found


def _head(row: Row) -> Document:
    return {
        "row": row.name,
        "title": row.title,
        "note": row.note,
        "players": row.seats,
        "aim": row.aim,
        "gate": row.gate,
    }


def _climbed(row: Row, effort: Effort, watch: Callable[[Row, int, int], None]) -> Document:
    arena = Arena((row.first, row.others), row.seats, seed=effort.seed)
    check_arena(arena)
    effort.folder.mkdir(parents=True, exist_ok=True)
    wanted = min(QUICK_BLOCKS, row.blocks) if effort.quick else row.blocks
    ledger = resume_run(arena, effort.folder / f"{row.name}.jsonl")

    def enough() -> bool:
        """Whether a test has decided, and what was played makes a table."""
        return (
            row.test is not None and len(ledger.blocks) >= LEAST_BLOCKS and ledger.decided(row.test)
        )

    try:
        watch(row, len(ledger.blocks), wanted)
        if not enough():
            for _ in play_on(ledger, wanted, effort.jobs, effort.backend, effort.scheduler):
                watch(row, len(ledger.blocks), wanted)
                if enough():
                    break
    finally:
        ledger.close()
    document = report(ledger, row.test)
    lineup = document["lineups"][0]
    share = lineup["managers"][0]["win_share"]
    test = lineup["sprt"] if row.test else None
    times = {entry["manager"]: entry for entry in document["timing"]["managers"]}
    return {
        "blocks": document["blocks"],
        "games": document["matches"],
        "seed": effort.seed,
        "rules": document["run"]["rules"],
        "code": document["run"]["code"],
        "version": document["run"]["version"],
        "win_share": share,
        "lead": lineup["managers"][0]["lead"],
        "rating": document["managers"][0]["rating"]
        if document["anchor"] != row.first
        else _turned(document["managers"][1]["rating"]),
        "sprt": test,
        "seats": document["seats"],
        "faults": document["faults"],
        "turn_p50": times.get(row.first, {}).get("turn_p50"),
        "turn_p99": times.get(row.first, {}).get("turn_p99"),
        "passed": test["verdict"] == "better" if test else share["low"] >= row.gate,
    }


def _turned(rating: dict[str, Any]) -> dict[str, Any]:
    """The rating of the anchor from the other's side."""
    return {
        "value": -rating["value"],
        "low": -rating["high"],
        "high": -rating["low"],
        "bounded": rating["bounded"],
    }


def check_publishable(found: Iterable[Document]) -> None:
    """Makes sure that every row played has blocks enough for a table.

    Raises:
        UsageError: one has not.
    """
    for row in found:
        if "missing" not in row and row["blocks"] < LEAST_BLOCKS:
            raise UsageError(
                f"{row['row']} has {row['blocks']} blocks, and a table needs {LEAST_BLOCKS}; "
                "--quick writes one that says so"
            )


def page(found: Sequence[Document], command: str, date: str, quick: bool) -> str:
    """The table as Markdown, written by nobody's hand."""
    played = [row for row in found if "missing" not in row]
    lines = ["# The ladder", ""]
    if quick:
        lines += [
            f"**A quick look on {QUICK_BLOCKS} blocks a row: no figure here is worth anything.**",
            "",
        ]
    lines += [
        f"Written by `{command}` on {date}; not edited by hand.",
        "A block is one seed played in every rotation of the seats; intervals are of 95 %, from",
        "blocks drawn again 2,000 times. A row passes when the lower end of its interval reaches",
        'the gate, or, where a test is named, when that says "better". [arena.md](arena.md) tells',
        "how it is measured.",
        "",
    ]
    versions = sorted({(row["version"], row["rules"], row["code"]) for row in played})
    lines += [
        f"deathdome {version}, rules `{rules}`, code `{code}`." for version, rules, code in versions
    ]
    lines += [
        "",
        f"| {' | '.join(HEAD)} |",
        f"|{' --- |' * len(HEAD)}",
        *(_table_row(row) for row in found),
        "",
        "## By seat",
        "",
        "Share of wins of whoever sits there, and of who is first to play.",
        "",
        "| pair | by seat, % | by order of play, % |",
        "| --- | --- | --- |",
        *(_seat_row(row) for row in played),
    ]
    return "\n".join(lines) + "\n"


def _table_row(row: Document) -> str:
    aim = "" if row["aim"] is None else f"{percent(row['aim'])} %"
    title = row["title"] + (f" ({row['note']})" if row["note"] else "")
    if "missing" in row:
        return (
            f"| {title} | {aim} | {percent(row['gate'])} % | not played |{' |' * (len(HEAD) - 4)}"
        )
    gate = f"{percent(row['gate'])} %"
    verdict = "yes" if row["passed"] else "**no**"
    if row["sprt"]:
        test = row["sprt"]
        gate = f"SPRT {test['worse']:.2f} / {test['better']:.2f}"
        verdict += f" ({test['verdict']}, {test['blocks']} blocks)"
    rating = spanned(row["rating"], whole) + ("*" if row["rating"]["bounded"] else "")
    cells = [
        title,
        aim,
        gate,
        spanned(row["win_share"]),
        rating,
        f"{row['games']:,}",
        str(row["seed"]),
        str(row["faults"]),
        f"{_seconds(row['turn_p50'])}, {_seconds(row['turn_p99'])}",
        verdict,
    ]
    return f"| {' | '.join(cells)} |"


def _seat_row(row: Document) -> str:
    seats = row["seats"]
    by_seat = "; ".join(f"{e['seat']} {spanned(e['win_share'])}" for e in seats["by_seat"])
    by_turn = "; ".join(f"{e['turn']}. {spanned(e['win_share'])}" for e in seats["by_turn"])
    return f"| {row['title']} | {by_seat} | {by_turn} |"


def _seconds(number: float | None) -> str:
    return "" if number is None else f"{number:.2g} s"
