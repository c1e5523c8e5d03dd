"""The rules of PowerDome, docs/powerdome/rules.md, as a list that can be searched."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from deathdome.bundled import powerdome_rules_file
from deathdome.errors import ContentError, UsageError, nearest, printable
from deathdome.toml.files import read_text

_RULE: Final = re.compile(r"^- \*\*((?:PD-[A-Z]+|R|AM|F)-\d+)(?:,[^*]*)?\*\*[.:]? (.+)")
_MARKUP: Final = re.compile(r"\*\*|`|\[([^]]*)\]\([^)]*\)")


class Rule(NamedTuple):
    """One rule or ruling."""

    id: str  # "PD-DEATH-01"
    text: str  # without Markdown

    @property
    def area(self) -> str:
        """The part of its ID that names what it is about: DEATH, or R for rulings."""
        return self.id.removeprefix("PD-").rpartition("-")[0]


@cache
def rulebook() -> tuple[Rule, ...]:
    """Return every rule and ruling, in the order of the page.

    Raises:
        ContentError: the page is missing, cannot be read, or holds no rule.
    """
    path = powerdome_rules_file()
    source = printable(str(path))
    found: list[list[str]] = []
    open_rule = False
    for line in read_text(path, source).splitlines():
        if rule := _RULE.match(line):
            found.append([rule[1], rule[2]])
            open_rule = True
        elif open_rule and line.startswith("  ") and line.strip():
            found[-1].append(line.strip())
        else:
            open_rule = False
    if not found:
        raise ContentError(f"{source}: there is no rule in it, such as - **PD-DEATH-01** and text")
    return tuple(Rule(rule, _plain(" ".join(words))) for rule, *words in found)


def areas() -> dict[str, int]:
    """Return the areas, each with its number of rules."""
    counts: dict[str, int] = {}
    for rule in rulebook():
        counts[rule.area] = counts.get(rule.area, 0) + 1
    return counts


def find_rules(text: str) -> tuple[Rule, ...]:
    """Return the rule with this ID, or those of this area, or those with all these words.

    Case does not matter, and the PD- in front may be left out.

    Raises:
        UsageError: nothing found; suggests the nearest.
    """
    rules = rulebook()
    wanted = text.strip().upper()
    words = text.casefold().split()
    bare = wanted.removeprefix("PD-")
    found = (
        [rule for rule in rules if rule.id in (wanted, f"PD-{wanted}")]
        or [rule for rule in rules if rule.area == bare]
        or [rule for rule in rules if words and all(word in rule.text.casefold() for word in words)]
    )
    if not found:
        known = [*areas(), *(rule.id for rule in rules)]
        raise UsageError(f'no rule like "{text}".{nearest(wanted, known)}')
    return tuple(found)


def _plain(text: str) -> str:
    return _MARKUP.sub(lambda mark: mark[1] or "", text)
