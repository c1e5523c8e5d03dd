"""Checks of a whole tome: names that are taken, references, texts that say what effects do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import nearest
from deathdome.powerdome.model.naming import folded
from deathdome.powerdome.model.tome import (
    Afflict,
    Affliction,
    AllyKind,
    Condition,
    Disable,
    Forfeit,
    GiveTrait,
    Pass,
    Power,
    Regenerate,
    Revive,
    Summon,
    Weaken,
)
from deathdome.toml.words import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.powerdome.content.entries import Entry
    from deathdome.powerdome.model.tome import Effect, Number, Step

    Problem = tuple["Entry", tuple[str | int, ...], str]

# Words with a meaning of their own where powers are named.
RESERVED: Final = frozenset(
    {
        *("pass", "none", "nothing", "nobody", "no", "yes", "keep", "all", "any", "chance", "dome"),
        *("effect", "agility", "strike", "resist", "attack", "say", "on", "at", "x", "confirm"),
    }
)
_NUMBERED: Final = re.compile(r"\b(Utilize|Burn|Limit) (\d+|X)\b")
_STEP_WORDS: Final[dict[type[Any], str]] = {
    Disable: "Disable",
    Forfeit: "Forfeit",
    Pass: "Pass",
}


def problems(entries: Sequence[Entry]) -> Iterator[Problem]:
    """Yield what is wrong with entries that are used together: entry, key, sentence."""
    yield from _taken(entries)
    yield from _references(entries)
    yield from _counters(entries)
    for entry in entries:
        yield from _texts(entry, entries)


# Names


def _taken(entries: Sequence[Entry]) -> Iterator[Problem]:
    seen: dict[tuple[str, object], Entry] = {}
    for entry in entries:
        record = entry.record
        keys: list[tuple[str, object, str]] = [
            ("id", folded(record.id), f'the id "{record.id}"'),
            ("name", folded(record.name), f'the name "{record.name}"'),
        ]
        if isinstance(record, Power):
            keys.append(("no", record.no, f"the number {record.no}"))
        for key, value, words in keys:
            if key != "no" and not value:
                yield entry, (key,), "this name has no letters or digits"
                continue
            if key != "no" and (value in RESERVED or str(value).isdecimal()):
                yield entry, (key,), f"{words} has a meaning of its own; choose another"
                continue
            # Ids and names share a space: each is a way to name the thing.
            space = f"{entry.kind} number" if key == "no" else entry.kind
            other = seen.setdefault((space, value), entry)
            if other is not entry:
                where = "the game" if other.file.ours else other.file.source
                yield entry, (key,), f"{words} is taken already by {other.words} of {where}"


# References


def _references(entries: Sequence[Entry]) -> Iterator[Problem]:
    known = {
        "allies": [one.record.id for one in entries if isinstance(one.record, AllyKind)],
        "afflictions": [one.record.id for one in entries if isinstance(one.record, Affliction)],
    }
    for entry in entries:
        for kind, what in (("allies", "ally"), ("afflictions", "affliction")):
            for name, path in getattr(entry.found, kind):
                if name not in known[kind]:
                    near = suggestion(name, known[kind]) if known[kind] else ""
                    yield entry, path[2:], f'no {what} "{name[:60]}".{near}'


def _counters(entries: Sequence[Entry]) -> Iterator[Problem]:
    """Yield counters that are read and never changed: most likely a slip."""
    on_characters = {name for entry in entries for name in entry.found.changed_on}
    for entry in entries:
        for known, read in (
            (entry.found.changed_here, entry.found.read_here),
            (on_characters, entry.found.read_on),
        ):
            for name, path in read:
                if name not in known:
                    yield entry, path[2:], f'nothing puts "{name}" counters.{nearest(name, known)}'


# Texts


def _texts(entry: Entry, entries: Sequence[Entry]) -> Iterator[Problem]:
    """Yield keywords that a text lacks, or has with another number (docs/powerdome/powers.md)."""
    record = entry.record
    text = record.text
    numbered: set[str] = set()
    if isinstance(record, Affliction):
        effects: tuple[Effect, ...] = ()
        steps: tuple[Step, ...] = record.do
    else:
        effects = record.effects
        steps = tuple(step for effect in effects for step in effect.do)
    for effect in effects:
        for words, pattern in _effect_words(effect):
            numbered.add(words)
            if not re.search(pattern, text):
                yield entry, ("text",), _missing(words)
    names = {
        "ally": {one.record.id: one.record.name for one in entries if one.kind == "ally"},
        "affliction": {
            one.record.id: one.record.name for one in entries if one.kind == "affliction"
        },
    }
    for step in steps:
        for words, pattern in _step_words(step, names):
            if not re.search(pattern, text):
                yield entry, ("text",), _missing(words)
    for keyword, number in _NUMBERED.findall(text):
        words = f"{keyword} {number}"
        if words not in numbered:
            yield entry, ("text",), f'the text says "{words}", and no effect has it'


def _missing(words: str) -> str:
    return f'the text needs "{words}", since an effect has it'


def _effect_words(effect: Effect) -> Iterator[tuple[str, str]]:
    """Yield the words that the text of an effect needs, each with a pattern that finds them."""
    cost = effect.cost
    if cost is not None:
        word = "Burn" if cost.burn else "Utilize"
        number = "X" if cost.chosen else str(cost.n)
        yield f"{word} {number}", rf"\b{word} {number}\b"
        if cost.chosen:
            yield f"at most {cost.max}", rf"\b{cost.max}\b"
    if effect.limit is not None:
        yield f"Limit {effect.limit}", rf"\bLimit {effect.limit}\b"
    for condition, word in (
        (Condition.REACTIVE, "If"),
        (Condition.AUTO, "Auto"),
        (Condition.START, "Start of game"),
        (Condition.INTERACTION, "Interaction"),
    ):
        if condition in effect.on:
            yield word, rf"\b{word}\b" if word != "If" else r"\b[Ii]f\b"


def _step_words(step: Step, names: dict[str, dict[str, str]]) -> Iterator[tuple[str, str]]:
    match step:
        case Weaken():
            yield _numbered("Weaken", step.n)
        case Regenerate():
            yield _numbered("Regenerate", step.n)
        case Revive():
            number = step.vitality
            if isinstance(number, int):
                yield f"Revive with {number}", rf"\bRevived?s?\b[^.]*\b{number}\b"
            else:
                yield "Revive", r"\bRevive"
        case Afflict():
            yield from _named("Afflict", names["affliction"].get(step.affliction))
        case Summon():
            yield from _named("Summon", names["ally"].get(step.ally))
        case GiveTrait(key="bypass"):
            yield "Bypass", r"\bBypass"
        case _:
            word = _STEP_WORDS.get(type(step))
            if word is not None:
                yield word, rf"\b{word}"


def _numbered(word: str, number: Number) -> tuple[str, str]:
    if isinstance(number, int):
        return f"{word} {number}", rf"\b{word}s? {number}\b"
    return word, rf"\b{word}"


def _named(word: str, name: str | None) -> Iterator[tuple[str, str]]:
    yield word, rf"\b{word}"
    if name is not None:
        yield name, re.escape(name)
