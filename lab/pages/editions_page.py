"""docs/editions.md: what differs between the editions, for players to read."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from deathdome.content.rulebook import differences, switch_notes
from deathdome.model.ruleset import EDITIONS, SCENARIOS, SETTLED, Ruleset
from deathdome.records.header import values_of
from deathdome.text.phrases.scenarios import SCENARIOS as SCENARIO_WORDS
from deathdome.text.scenarios import edition_switches, value_words
from lab.pages.markdown import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.content.rulebook import Difference

_HEAD: Final = """\
# Editions

<!-- Written by `make docs` from parts 3 and 5 of rules.md and the presets of model/ruleset.py. -->

Death Dome 3,000 was printed in 2018, 2019 and 2021. You play 2021 unless you choose another
edition: under **New match** on the title screen, or with `--edition 2018`.
`deathdome rules --editions` prints what changes play. [rules.md](rules.md) has the rules by
number; `deathdome rules TIE-3` prints one."""
_PLAY: Final = "## What changes play"
_SWITCHES: Final = """\
## Switches

A switch is one rule that you can set. An edition is a set of values. Change a switch under
**New match**, **More rules**, or with `--rule NAME=VALUE`, such as `--rule wall_squeeze=yes`.
Repeat `--rule` for several. The header of a match names every switch that differs from its edition.

### Where the editions differ"""
_OTHERS: Final = "### The same in every edition"
_SCENARIOS: Final = """\
### Scenarios

Scenarios are off in every edition. Switch them on under **New match**, **Scenarios**, or with
`--scenario`, such as `--scenario bonanza,birthday`."""
_SAME: Final = """\
## What changes nothing in play

The rulebooks differ in these rows too. The last column says why you play the same game."""


def editions_page() -> str:
    """Return the page."""
    rows = differences()
    parts = [_HEAD, _PLAY]
    parts += _play([row for row in rows if row.plays])
    parts += [_SWITCHES, _switches(list(edition_switches()))]
    others = [
        field.name
        for field in fields(Ruleset)
        if field.name not in ("edition", *SCENARIOS, *edition_switches())
    ]
    parts += [_OTHERS, _switches(others), _SCENARIOS, _scenarios()]
    parts += [_SAME, *_same([row for row in rows if not row.plays])]
    return "\n\n".join(parts) + "\n"


def _play(rows: list[Difference]) -> Iterator[str]:
    subject = ""
    for row in rows:
        if row.subject != subject:
            subject = row.subject
            yield f"### {subject}"
        lines = [f"- {years}: {words}" for years, words in row.grouped().items()]
        yield "\n".join([f"**{row.topic}** ({row.id}; {row.note})", "", *lines])


def _same(rows: list[Difference]) -> Iterator[str]:
    for subject in dict.fromkeys(row.subject for row in rows):
        yield f"### {subject}"
        lines = (
            [
                row.id,
                row.topic,
                "<br>".join(f"{y}: {w}" for y, w in row.grouped().items()),
                row.note,
            ]
            for row in rows
            if row.subject == subject
        )
        yield table(["", "topic", "printed", "why play is the same"], lines)


def _switches(names: list[str]) -> str:
    notes = switch_notes()
    differing = edition_switches()
    rows = []
    for name in names:
        values = "no other" if name in SETTLED else _values(name)
        same = value_words(getattr(EDITIONS["2021"], name))
        printed = differing.get(name, (same,))
        rows.append([f"`{name}`", notes[name], values, *printed])
    years = list(EDITIONS) if names[0] in differing else ["printed"]
    return table(["switch", "what it decides", "values", *years], rows)


def _values(name: str) -> str:
    """Return what can be typed, in the marks of code where it is a word."""
    return re.sub(
        r"^(\w+) or (\w+)$",
        r"`\1`, `\2`",
        values_of(name).replace("a number or none", "a number, `none`"),
    )


def _scenarios() -> str:
    notes = switch_notes()
    rows = (
        [f"`{name.replace('_', '-')}`", *SCENARIO_WORDS[name], notes[name].rpartition("; ")[2]]
        for name in SCENARIOS
    )
    return table(["scenario", "name", "effect", "rules"], rows)
