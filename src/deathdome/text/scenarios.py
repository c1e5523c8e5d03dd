"""Scenarios and switches in words: names, values, and the rules that differ from an edition."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deathdome.model.ruleset import EDITIONS, SCENARIOS
from deathdome.text.phrases import scenarios as say

if TYPE_CHECKING:
    from deathdome.model.ruleset import Ruleset

_THOUSANDS: Final = 10_000  # from which numbers have a comma


def switch_name(name: str) -> str:
    """Return a switch or scenario as a player reads it: "wall squeeze"."""
    named = say.SCENARIOS.get(name)
    return named[0] if named is not None else name.replace("_", " ")


def value_words(value: object) -> str:
    """Return the value of a switch: "yes", "by value", "500,000", "6, 8, 10"."""
    if value is None:
        return say.NONE
    if isinstance(value, bool):
        return say.YES if value else say.NO
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, int):
        return f"{value:,}" if value >= _THOUSANDS else str(value)
    return str(value).replace("_", " ")


def scenarios_on(ruleset: Ruleset) -> list[str]:
    """Return the switches of the scenarios that are played, in the order of the rules."""
    return [name for name in SCENARIOS if getattr(ruleset, name)]


def edition_switches() -> dict[str, tuple[str, ...]]:
    """Return the switches on which the editions differ, with the value in each."""
    values = {
        field.name: tuple(getattr(edition, field.name) for edition in EDITIONS.values())
        for field in fields(EDITIONS["2021"])
        if field.name != "edition"
    }
    return {name: tuple(map(value_words, its)) for name, its in values.items() if len(set(its)) > 1}


def edition_of(ruleset: Ruleset) -> Ruleset:
    """Return the edition that a ruleset changes, with or without characters as it has them."""
    edition = EDITIONS[ruleset.edition]
    if edition.characters == ruleset.characters:
        return edition
    return replace(
        edition, characters=ruleset.characters, auction_sells_character=ruleset.characters
    )


@lru_cache(maxsize=16)  # a header has them in every frame
def changed_switches(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the switches that differ from the edition, without scenarios."""
    edition = edition_of(ruleset)
    return tuple(
        field.name
        for field in fields(ruleset)
        if field.name not in SCENARIOS
        and getattr(ruleset, field.name) != getattr(edition, field.name)
    )


def changed_words(ruleset: Ruleset) -> list[str]:
    """Return the differences from the edition: "wall squeeze: yes"."""
    return [
        f"{switch_name(name)}: {value_words(getattr(ruleset, name))}"
        for name in changed_switches(ruleset)
    ]
