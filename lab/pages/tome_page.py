"""docs/powerdome/tome.md: every power, ally and affliction of PowerDome, for players to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.text.tome import WORDS, kinds_of, named_in
from lab.pages.markdown import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.powerdome.model.tome import Power, Tome

_HEAD: Final = """\
# The PowerTome

<!-- Written by `make docs` from data/powerdome/tome.toml. -->

The {count} powers of PowerDome, by kind. The manual promises a PowerTome and does not contain one,
so these powers are ours; [powers.md](powers.md) shows how to write your own.
`deathdome powerdome tome TEXT` searches them, and `t` opens them in a game.

**Worth** is in vitality: what a duellist who starts behind by it makes up with the power, measured
by `make powerdome-powers ARGS=--worth`. Bots bid by it. A power with several kinds of effect is
listed under the first of them."""
_ALLIES: Final = "## Allies"
_AFFLICTIONS: Final = """\
## Afflictions

An affliction lasts until the end of the game."""


def tome_page(tome: Tome) -> str:
    """Return the page."""
    parts = [_HEAD.format(count=len(tome.powers)), *_powers(tome)]
    parts += [_ALLIES, table(("ally", "vitality", "effect"), _allies(tome))]
    afflictions = [(one.name, one.text) for one in tome.afflictions]
    parts += [_AFFLICTIONS, table(("affliction", "effect"), afflictions)]
    return "\n\n".join(parts) + "\n"


def _powers(tome: Tome) -> Iterator[str]:
    """Yield a section for each kind of power."""
    for kind in (*WORDS.values(), "modifier"):
        powers = [power for power in tome.powers if kinds_of(power)[0] == kind]
        if powers:
            yield f"## {kind[0].upper()}{kind[1:]}"
            yield table(("no", "power", "effect", "worth"), (_row(tome, one) for one in powers))


def _row(tome: Tome, power: Power) -> tuple[str, str, str, str]:
    more = "".join(f"<br>{line}" for line in named_in(tome, power))
    worth = "" if power.modifier else f"{power.worth:g}"
    return str(power.no), power.name, power.text + more, worth


def _allies(tome: Tome) -> Iterator[tuple[str, str, str]]:
    for ally in tome.allies:
        yield ally.name, str(ally.vitality), ally.text
