"""Switches and scenarios in position files."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final, NoReturn, get_args, get_type_hints

from deathdome.errors import ContentError, nearest
from deathdome.model.ruleset import EDITIONS, SCENARIOS, SETTLED, Ruleset, with_characters
from deathdome.toml.words import suggestion, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.content.positions.schema import PositionSheet

_OTHER_NAMES: Final = {
    "holographic-johnny-cash-bonanza": "bonanza",
    "bird-heardsworths-birthday": "birthday",
    "the-dual": "dual",
    "handicap-cards": "handicap",
    "bonus-matches": "bonus",
    "conglamagragons-return": "conglamagragon",
}


class _Refusal:
    """Errors about the switches of one file."""

    def __init__(self, shown: str) -> None:
        self.shown: Final = shown

    def __call__(self, name: str, reason: str) -> NoReturn:
        raise ContentError(f"{self.shown}: {name}: {reason}")


# -- scenarios -------------------------------------------------------------------------------------


def scenario_name(switch: str) -> str:
    """Return the name of a scenario as people write it: `handicap-points`."""
    return switch.replace("_", "-")


def scenario_switches(words: Iterable[str], shown: str) -> list[str]:
    """Return the switches of scenarios by their names.

    Raises:
        ContentError: there is no such scenario.
    """
    known = {scenario_name(switch): switch for switch in SCENARIOS}
    found: list[str] = []
    for word in words:
        name = re.sub(r"[\s_-]+", "-", re.sub(r"[^\w\s-]", "", word.strip().lower()))
        name = _OTHER_NAMES.get(name, name)
        if name in ("", "none"):
            continue
        if name not in known:
            near = nearest(name, known) or f" There are: {', '.join(known)}."
            raise ContentError(f'{shown}: scenario: no scenario "{word}".{near}')
        found.append(known[name])
    return found


# -- switches --------------------------------------------------------------------------------------


def ruleset_of(sheet: PositionSheet, editions: Mapping[str, Ruleset], shown: str) -> Ruleset:
    """Return the ruleset of a file; switches missing from it are as in `editions`.

    Raises:
        ContentError: there is no such edition, switch or scenario, or no such value.
    """
    refuse = _Refusal(shown)
    if sheet.edition not in editions:
        near = suggestion("", editions)
        refuse("edition", f'no edition "{sheet.edition}".{near}')
    known = {field.name for field in fields(Ruleset)} - {"edition"}
    hints = get_type_hints(Ruleset)
    switches: dict[str, Any] = {}
    for name, value in sheet.ruleset.items():
        if name not in known:
            near = nearest(name, known) or f" There are: {', '.join(sorted(known))}."
            refuse("ruleset", f'no switch "{name}".{near}')
        switch = tuple(value) if isinstance(value, list) else value
        choices = get_args(hints[name])
        words = [choice for choice in choices if isinstance(choice, str)]
        if words and isinstance(switch, str):
            switch = switch.lower()
        if words and switch not in words:
            refuse(f"ruleset.{name}", f"{written(value)} is not possible.{suggestion('', words)}")
        default = getattr(Ruleset(), name)
        expected_type = int if default is None else type(default)  # the limit is absent: none
        numbers = switch if isinstance(switch, tuple) else ()
        if not words and (
            type(switch) is not expected_type or any(type(n) is not int for n in numbers)
        ):
            kind = "true or false" if expected_type is bool else "a whole number"
            kind = "a list of whole numbers" if expected_type is tuple else kind
            refuse(f"ruleset.{name}", f"{written(value)} does not work; it must be {kind}")
        if name in SETTLED and switch != default:
            refuse(f"ruleset.{name}", f"{written(value)} does not work: {SETTLED[name]}")
        switches[name] = switch
    for name in scenario_switches(sheet.scenario, shown):
        if switches.get(name) is False:
            refuse("scenario", f"ruleset.{name} is false; give only one")
        switches[name] = True
    edition = editions[sheet.edition]
    if editions is EDITIONS and "characters" in switches:
        edition = with_characters(edition, switches["characters"])
    return replace(edition, **switches)


def switch_fields(ruleset: Ruleset, editions: Mapping[str, Ruleset]) -> dict[str, Any]:
    """Return the switches that differ from what the reader of the edition supposes."""
    named = "characters"
    edition = editions[ruleset.edition]
    default = edition
    if editions is EDITIONS and ruleset.characters != edition.characters:
        default = with_characters(edition, ruleset.characters)
    return {
        field.name: getattr(ruleset, field.name)
        for field in fields(Ruleset)
        if getattr(ruleset, field.name)
        != getattr(edition if field.name == named else default, field.name)
    }
