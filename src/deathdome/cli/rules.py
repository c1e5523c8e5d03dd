"""`deathdome rules`: rules by number, area, or words."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Annotated, Final

import typer

from deathdome.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.content.rulebook import Rule

MAX_IN_FULL: Final = 6  # rules shown in full for words; with more, each gets a line


def rules(
    text: Annotated[
        list[str] | None,
        typer.Argument(help="ID of a rule (AMB-85), an area (PUSH), or words.", metavar="TEXT"),
    ] = None,
    editions: Annotated[
        bool,
        typer.Option("--editions", help="Show what differs between 2018, 2019 and 2021."),
    ] = False,
) -> None:
    """Find rules by ID, area or words, or list the areas."""
    from deathdome.content.rulebook import find_rules, rulebook

    if editions:
        if text:
            raise UsageError("--editions stands alone: leave the words out")
        print("\n".join(_editions()))
        return
    wanted = " ".join(text or [])
    if not wanted.strip():
        print("\n".join(_areas(rulebook())))
        return
    found = find_rules(wanted)
    words = wanted.split() if sys.stdout.isatty() and not _by_id(found, wanted) else []
    full = len(found) <= MAX_IN_FULL and (len(found) == 1 or not _by_id(found, wanted))
    lines = "\n\n".join(_full(rule) for rule in found) if full else "\n".join(_list(found))
    print(_highlighted(lines, words))


def _editions() -> Iterator[str]:
    """Yield what differs in play, by subject, the switches behind it, and the rest in one line."""
    from deathdome.content.rulebook import differences
    from deathdome.model.ruleset import EDITIONS
    from deathdome.text.scenarios import edition_switches

    rows = differences()
    subject = ""
    for row in rows:
        if not row.plays:
            continue
        if row.subject != subject:
            subject = row.subject
            yield from (subject, "")
        yield f"  {row.id}  {row.topic}"
        for years, words in row.grouped().items():
            yield from _wrapped(f"{years}: {words}", "      ")
        yield from _wrapped(f"rules: {row.note}", "      ")
        yield ""
    switches = edition_switches()
    name_width = max(map(len, switches))
    yield from ("Switches", "")
    lines = [("", tuple(EDITIONS)), *switches.items()]
    widths = [max(len(values[at]) for _, values in lines) for at in range(len(EDITIONS))]
    for name, values in lines:
        cells = "  ".join(f"{value:<{width}}" for value, width in zip(values, widths, strict=True))
        yield f"  {name:<{name_width}}  {cells}".rstrip()
    same = sum(not row.plays for row in rows)
    yield ""
    yield from _wrapped(f"{same} more rows of the area D are only wording or the box.", "")
    yield "deathdome rules D lists all rows."


def _wrapped(text: str, indent: str) -> list[str]:
    width = min(shutil.get_terminal_size().columns, 80)
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=f"{indent}  ")


def _by_id(found: Sequence[Rule], wanted: str) -> bool:
    """Return True if the rules were found by ID or area, not by words."""
    return found[0].id.startswith(wanted.strip().upper())


def _areas(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield each area with its number of rules and its chapter."""
    areas: dict[str, list[Rule]] = {}
    for rule in rules:
        areas.setdefault(rule.area, []).append(rule)
    width = max(map(len, areas))
    for area, its in areas.items():
        chapters = list(dict.fromkeys(rule.chapter for rule in its))
        chapter = chapters[0] if len(chapters) == 1 else "Rulings"
        yield f"{area:<{width}}  {len(its):>3}  {chapter}"


def _full(rule: Rule) -> str:
    width = min(shutil.get_terminal_size().columns, 80)
    body = textwrap.wrap(rule.text, width, initial_indent="  ", subsequent_indent="  ")
    return "\n".join([f"{rule.id}  ({rule.chapter})", *body])


def _list(found: Sequence[Rule]) -> Iterator[str]:
    """Yield one rule a line, cut off at the edge of a terminal but not in a pipe."""
    width = max(len(rule.id) for rule in found)
    edge = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for rule in found:
        yield f"{rule.id:<{width}}  {rule.text}"[:edge]


def _highlighted(text: str, words: Sequence[str]) -> str:
    """Return the text with the words in bold, in any case."""
    if not words:
        return text
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return re.sub("|".join(longest_first), "\033[1m\\g<0>\033[0m", text, flags=re.IGNORECASE)
