"""The PowerTome in words: lists, full entries, search."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING, Any

from deathdome.powerdome.model.naming import folded
from deathdome.powerdome.model.tome import Afflict, Condition, Summon
from deathdome.powerdome.text.persons import capital

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.powerdome.model.tome import Power, Tome

WORDS = {
    Condition.ACTIVE: "active",
    Condition.PAYMENT: "payment",
    Condition.REACTIVE: "reactive",
    Condition.AUTO: "Auto",
    Condition.START: "start of game",
    Condition.INTERACTION: "interaction",
}


_SHORT = {"start of game": "start", "interaction": "inter.", "modifier": "modif."}
KIND = 18  # columns of all kinds of a power


def kinds_of(power: Power) -> list[str]:
    """Return the kinds of activation of a power, modifiers first."""
    found = ["modifier"] if power.modifier else []
    held = {condition for effect in power.effects for condition in effect.on}
    return found + [word for condition, word in WORDS.items() if condition in held]


def short_kinds(power: Power) -> str:
    """Return all kinds of a power in a column of a list."""
    kinds = kinds_of(power)
    return ", ".join(kinds if len(kinds) == 1 else [_SHORT.get(one, one) for one in kinds])


def text_after_kinds(power: Power) -> str:
    """Return the text of a power where its kinds stand before it, and need not be repeated."""
    for kind in kinds_of(power):
        for gap in (": ", ", "):
            if power.text.casefold().startswith(f"{kind}{gap}".casefold()):
                return capital(power.text[len(kind) + len(gap) :])
    return power.text


def search(tome: Tome, text: str) -> Sequence[Power]:
    """Return powers with that name, id or number, or with it as a part, or with all its words."""
    wanted = folded(text)
    if not wanted:
        return tome.powers
    powers = tome.powers
    words = wanted.split()
    return (
        [one for one in powers if wanted in (folded(one.id), folded(one.name), str(one.no))]
        or [one for one in powers if wanted in folded(one.name) or wanted in folded(one.id)]
        or [one for one in powers if wanted in map(folded, kinds_of(one))]
        or [one for one in powers if all(word in _everything(one) for word in words)]
    )


def _everything(power: Power) -> str:
    return folded(f"{power.name} {power.text} {' '.join(kinds_of(power))}")


def power_list(powers: Sequence[Power]) -> Iterator[str]:
    """Yield a line for each power."""
    if not powers:
        return
    names = max(len(power.name) for power in powers)
    kinds = max(len(", ".join(kinds_of(power))) for power in powers)
    for power in powers:
        kind, text = ", ".join(kinds_of(power)), text_after_kinds(power)
        yield f"{power.no:>3}  {power.name:<{names}}  {kind:<{kinds}}  {text}"


def power_full(tome: Tome, power: Power) -> Iterator[str]:
    """Yield everything about a power, with the allies and afflictions that it names."""
    width = min(shutil.get_terminal_size().columns, 80)
    yield f"{power.no}  {power.name}  ({', '.join(kinds_of(power))})"
    for line in (power.text, *named_in(tome, power)):
        yield from textwrap.wrap(line, width, initial_indent="  ", subsequent_indent="  ")


def named_in(tome: Tome, power: Power) -> list[str]:
    """Return a line about each ally and affliction that a power names."""
    lines = []
    for step in (step for effect in power.effects for step in effect.do):
        if isinstance(step, Summon):
            ally = tome.allies[tome.ally[step.ally]]
            lines.append(f"{ally.name}, an ally with {ally.vitality} vitality: {ally.text}")
        elif isinstance(step, Afflict):
            affliction = tome.afflictions[tome.affliction[step.affliction]]
            lines.append(f"{affliction.name}, an affliction: {affliction.text}")
    return [*dict.fromkeys(lines)]


def power_fields(power: Power) -> dict[str, Any]:
    """Return a power for programs."""
    return {
        "no": power.no,
        "id": power.id,
        "name": power.name,
        "kinds": kinds_of(power),
        "text": power.text,
        "worth": power.worth,
    }
