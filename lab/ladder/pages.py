"""Pages with measured tables, written from measured figures. `make tables`.

Each command that measures stores its part in a file of docs/ladder. A page has marks, with a table
of a part between each pair of them; everything else on a page is written by hand. New figures
replace the old ones of their rows; other rows stay, with their command and date.
"""

from __future__ import annotations

import argparse
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from deathdome.arena.arena import Arena
from deathdome.arena.results_file import header
from deathdome.bundled import data_folder
from deathdome.errors import UsageError
from deathdome.files import replace_file
from deathdome.managers.manager_name import CALLED, FILE, MEASURE, Strength, strength_text
from deathdome.text.phrases.motives import ABOUT
from lab.command import DOCS, run_main
from lab.ladder.tables import TABLES, runs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deathdome.arena.report import Document
    from lab.ladder.tables import Table


def strength_file(rows: Sequence[Document]) -> str:
    """Return the whole file; "" while there is no measurement."""
    found = strengths_of(rows)
    commands = sorted({str(row["run"]["command"]) for row in rows if "run" in row})
    return strength_text(found, commands or ["make ladder"]) if found else ""


def strengths_of(rows: Sequence[Document]) -> list[tuple[str, Strength]]:
    """Return every manager that played pairs connect to the veteran, in order of the list."""
    pairs: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        first, _, other = str(row["row"]).partition("-")
        ends = CALLED.get(first, first), CALLED.get(other, other)
        if row.get("players") == 2 and set(ends) <= set(ABOUT) and "win_share" in row:
            pairs[ends] = row
    # Pairs with the veteran come first: direct measurements are preferred.
    order = sorted(pairs, key=lambda ends: MEASURE not in ends)
    known = {MEASURE: Strength(None, MEASURE, 0, 0, "")}
    for _ in order:
        for first, other in order:
            row = pairs[first, other]
            share, rating = row["win_share"]["value"], row["rating"]["value"]
            games, date = int(row["games"]), str(row["run"]["date"])
            if other in known and first not in known:
                above = (known[other].rating or 0) + round(rating)
                known[first] = Strength(share, other, above, games, date)
            elif first in known and other not in known:
                below = (known[first].rating or 0) - round(rating)
                known[other] = Strength(1 - share, first, below, games, date)
    if len(known) == 1:
        return []
    sole = [one for name, one in known.items() if name != MEASURE]
    games, date = sum(one.games for one in sole), max(one.date for one in sole)
    known[MEASURE] = Strength(None, MEASURE, 0, games, date)
    return [(name, known[name]) for name in ABOUT if name in known]


PAGES: Final = ("ladder.md", "managers.md", "balance.md")
FORMAT: Final = 1
NOTHING: Final = "Not measured yet."
MARKS: Final = re.compile(
    r"<!-- (?P<name>[a-z-]+): written by make (?P<target>[a-z-]+), not by hand -->\n"
    r".*?<!-- end of (?P=name) -->\n",
    re.DOTALL,
)


def circumstances(command: str) -> dict[str, str]:
    """Return the origin of a figure: command, date, version, rules and code."""
    head = header(Arena(("greedy", "random")))
    date = datetime.now(UTC).date().isoformat()
    known = {key: str(head[key]) for key in ("version", "rules", "code")}
    return {"command": command, "date": date, **known}


def part(out: Path, name: str) -> list[Document]:
    """Return the stored rows of a part, none if it was never measured.

    Raises:
        UsageError: the file does not belong to the page, or has a row that cannot be shown.
    """
    path = out / "ladder" / f"{name}.json"
    if not path.exists():
        return []
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        assert kept["deathdome measured"] == FORMAT
        rows: list[Any] = kept["rows"]
        assert isinstance(rows, list)
    except (OSError, ValueError, KeyError, TypeError, AssertionError) as error:
        raise UsageError(
            f"{path} is no file of measured rows ({error}); delete it, and measure again"
        ) from error
    for number, row in enumerate(rows, 1):
        if problem := _problem(name, row):
            called = f' "{row["row"]}"' if isinstance(row, dict) and "row" in row else ""
            raise UsageError(
                f"{path}: row {number}{called} cannot be shown: {problem}; "
                "delete the row, and measure it again"
            )
    return rows


def _problem(name: str, row: Document) -> str:
    """Return why a row does not fit its tables, or ""."""
    try:
        for table in TABLES.values():
            if table.part == name:
                section(table, [row])
    except KeyError as error:
        return f"there is no {error.args[0]} where one is needed"
    except (IndexError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        return str(error)
    return ""


def merged(
    old: Iterable[Document], new: Iterable[Document], order: Sequence[str]
) -> list[Document]:
    """Return the rows of both that `order` names; new rows replace old ones."""
    rows = {row["row"]: row for row in [*old, *new]}
    return [rows[name] for name in order if name in rows]


def keep(out: Path, name: str, rows: Iterable[Document], order: Sequence[str]) -> None:
    """Store rows in their part, and write the pages."""
    both = merged(part(out, name), rows, order)
    (out / "ladder").mkdir(parents=True, exist_ok=True)
    document: dict[str, Any] = {"deathdome measured": FORMAT, "part": name, "rows": both}
    path = out / "ladder" / f"{name}.json"
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    replace_file(path, text.encode())
    for written in (path, *write(out)):
        print(f"wrote {written}")


def write(out: Path) -> list[Path]:
    """Write the pages from all parts, and return those that changed.

    A page that the folder lacks begins as the one in docs, without its figures.
    """
    parts = {table.part: part(out, table.part) for table in TABLES.values()}
    pages = {out / name: filled(_text(out, name), parts) for name in PAGES}
    figures = strength_file(parts["targets"])
    if figures and out == DOCS:  # only for the page in docs
        pages[data_folder() / FILE] = figures
    changed = []
    for path, text in pages.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            replace_file(path, text.encode())
            changed.append(path)
    return changed


def _text(out: Path, name: str) -> str:
    path = out / name
    return (path if path.exists() else DOCS / name).read_text(encoding="utf-8")


def filled(text: str, parts: Mapping[str, Sequence[Document]]) -> str:
    """Return a page with the tables of the parts between its marks."""

    def between(found: re.Match[str]) -> str:
        first, *_, last = found[0].splitlines()
        table = TABLES[found["name"]]
        return "\n".join([first, "", *section(table, parts[table.part]), "", last, ""])

    return MARKS.sub(between, text)


def section(table: Table, rows: Sequence[Document]) -> list[str]:
    """Return a table with the origin of its figures, or a note that it has none."""
    shown = [row for row in rows if table.has(row)]
    if not shown:
        return [f"{NOTHING} `make {table.target}`"]
    letters, notes = runs_of(shown)
    return [*table.lines(shown, letters), "", *notes]


def main(words: list[str]) -> int:
    """Write the pages from stored figures."""
    parser = argparse.ArgumentParser(
        prog="make tables",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, default=DOCS, metavar="DIR", help="of the pages")
    for written in write(parser.parse_args(words).out):
        print(f"wrote {written}")
    return 0


if __name__ == "__main__":
    raise SystemExit(run_main("tables", main))
