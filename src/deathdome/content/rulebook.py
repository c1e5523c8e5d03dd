"""The rule reference, docs/rules.md, as a searchable list of rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from deathdome.bundled import rules_file
from deathdome.errors import ContentError, UsageError, nearest, printable
from deathdome.text.names import listed
from deathdome.toml.files import read_text

_HEADING: Final = re.compile(r"^###? (?:[\d.]+ )?(.+)")
_RULE: Final = re.compile(r"^- \*\*([A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+)\*\* (.+)")
_DIFFERENCES: Final = re.compile(r"^\| # \| Topic \|.*\| ([^|]+) \|$")
_DIFFERENCE: Final = re.compile(r"^\| (D-\d+) \| (.+) \|$")
_SWITCH: Final = re.compile(r"^\| `(\w+)` \|.+\| (.+) \|$")
_NUMBERED: Final = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+|SCEN-[A-Z]+")
_YEARS: Final = ("2018", "2019", "2021")  # editions, in the order of the columns
_MARKUP: Final = re.compile(r"\*\*|`|\[([^]]*)\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of the reference."""

    id: str  # 'PUSH-3'
    chapter: str  # its heading
    text: str  # without Markdown

    @property
    def area(self) -> str:
        """The prefix of its number: 'PUSH', 'SCEN-DUAL'."""
        return self.id.rpartition("-")[0]


@dataclass(frozen=True, slots=True)
class Difference:
    """One row of part 3: what the editions print about a topic."""

    id: str  # 'D-30'
    subject: str  # heading of its table: 'Ties'
    topic: str
    editions: dict[str, str]  # by year, in the order of publication
    plays: bool  # False: only wording, or only the box
    note: str  # the rules of a difference in play; otherwise why play is the same

    @property
    def text(self) -> str:
        """The whole row in one line."""
        printed = "; ".join(f"{years}: {words}" for years, words in self.grouped().items())
        why = "" if self.plays else f" Play is the same: {self.note}."
        return f"{self.topic}. {printed}.{why}"

    def grouped(self) -> dict[str, str]:
        """Return the words once for editions that follow each other: {'2018 and 2019': ...}."""
        groups: list[tuple[list[str], str]] = []
        for year, words in self.editions.items():
            if groups and groups[-1][1] == words:
                groups[-1][0].append(year)
            else:
                groups.append(([year], words))
        return {listed(years): words for years, words in groups}


def rulebook() -> tuple[Rule, ...]:
    """Return every rule, example, edition difference and ruling, in the order of the reference.

    Raises:
        ContentError: the reference is missing, cannot be read, or holds no rule.
    """
    return reference()[0]


def differences() -> tuple[Difference, ...]:
    """Return every row of part 3, in the order of the reference.

    Raises:
        ContentError: the reference is missing, cannot be read, or holds no rule.
    """
    return reference()[1]


@cache
def reference() -> tuple[tuple[Rule, ...], tuple[Difference, ...]]:
    """Return the rules and the rows of part 3, read once.

    Raises:
        ContentError: the reference is missing, cannot be read, or holds no rule.
    """
    rules, rows = [], []
    part = chapter = last = ""
    path = rules_file()
    source = printable(str(path))
    for number, line in enumerate(read_text(path, source).splitlines(), 1):
        if heading := _HEADING.match(line):
            chapter = heading[1].rpartition(" - ")[2].capitalize()
            part = chapter if line.startswith("## ") else part
        elif rule := _RULE.match(line):
            rules.append(Rule(rule[1], chapter, _plain(rule[2])))
        elif head := _DIFFERENCES.match(line):
            last = head[1]
        elif row := _DIFFERENCE.match(line):
            cells = [_plain(cell) for cell in row[2].split(" | ")]
            if len(cells) != 2 + len(_YEARS):
                raise ContentError(
                    f"{source}:{number}: {row[1]} has {len(cells)} cells after its number, not a "
                    f"topic, what holds in {listed(_YEARS)}, and a note"
                )
            rows.append(_difference(row[1], chapter, cells, plays=last == "Rules"))
            rules.append(Rule(row[1], part, rows[-1].text))
    if not rules:
        raise ContentError(f"{source}: there is no rule in it, such as - **PUSH-1** and its text")
    return tuple(rules), tuple(rows)


def _difference(number: str, subject: str, cells: list[str], *, plays: bool) -> Difference:
    topic, *printed, note = cells
    for at, words in enumerate(printed):
        if words == "=":
            printed[at] = printed[at - 1]
    return Difference(number, subject, topic, dict(zip(_YEARS, printed, strict=True)), plays, note)


@cache
def switch_notes() -> dict[str, str]:
    """Return the last cell of each row of part 5 by switch: "credits; CHAR-4, CHAR-5".

    Raises:
        ContentError: the reference is missing or cannot be read.
    """
    path = rules_file()
    lines = read_text(path, printable(str(path))).splitlines()
    return {row[1]: _plain(row[2]) for line in lines if (row := _SWITCH.match(line))}


@cache
def rules_of_switch(name: str) -> tuple[Rule, ...]:
    """Return the rules and rulings that part 5 names for a switch.

    Raises:
        ContentError: the reference is missing or cannot be read.
    """
    named = _NUMBERED.findall(switch_notes().get(name, ""))
    return tuple(rule for wanted in named for rule in rulebook() if wanted in (rule.id, rule.area))


def find_rules(text: str) -> tuple[Rule, ...]:
    """Return the rule with this ID, or those of this area, or those with all these words.

    Case does not matter. An area is the beginning of an ID: PUSH, NOTE, SCEN-DUAL.

    Raises:
        UsageError: nothing found; suggests the nearest.
    """
    rules = rulebook()
    rule_id = text.strip().upper()
    words = text.casefold().split()
    found = (
        [rule for rule in rules if rule.id == rule_id]
        or [rule for rule in rules if rule.id.startswith(f"{rule_id}-")]
        or [rule for rule in rules if words and all(word in rule.text.casefold() for word in words)]
    )
    if not found:
        raise UsageError(f'no rule like "{text}".{_near(rule_id, words)}')
    return tuple(found)


def _near(wanted: str, words: list[str]) -> str:
    """Suggest an ID or area, or a word that occurs in a rule: ' Did you mean ...?'."""
    rules = rulebook()
    if wanted[-1:].isdigit():
        area = [rule.id for rule in rules if rule.area == wanted.rpartition("-")[0]]
        if area:
            return f" There are {area[0]} to {area[-1]}."
    names = dict.fromkeys(rule.area for rule in rules)
    near = nearest(wanted, [*names, *(rule.id for rule in rules)])
    if near and len(words) == 1:
        return near
    known = {word for rule in rules for word in re.findall(r"\w{3,}", rule.text.casefold())}
    missing = [word for word in words if not any(word in rule.text.casefold() for rule in rules)]
    if not missing:
        return " Rules have these words, but none has all of them." if words else ""
    return nearest(missing[0], sorted(known))


def _plain(text: str) -> str:
    return _MARKUP.sub(lambda mark: mark[1] or "", text)
