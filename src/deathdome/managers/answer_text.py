"""Figures of managers as people are told them: in thousands of credits that add up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.notation import action_text
from deathdome.text.phrases import motives as say
from deathdome.text.phrases.terms import HOW_THE_MATCH_ENDS, OTHER, PHASE_AFTER_IT, PLAYED_ON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Terms
    from deathdome.model.actions import Action
    from deathdome.model.state import Setup

MOST_TERMS: Final = 4  # told of a plan, besides what comes after it
SMALL: Final = 0.03  # share of the largest term below which one is not told by name

LATER: Final = (PHASE_AFTER_IT, PLAYED_ON, HOW_THE_MATCH_ENDS)


def deed_text(setup: Setup, deeds: Sequence[Action], seat: int) -> str:
    """Answers in the notation, one after the other, as they can be typed."""
    return "; ".join(action_text(setup, deed, seat) for deed in deeds)


def purpose_text(setup: Setup, deeds: Sequence[Action]) -> list[str]:
    """Return the text of the first card or item in use; [] without one."""
    catalog = setup.catalog
    for deed in deeds:
        if kind_of(deed) is ActionKind.PLAY:
            card = catalog.power_cards[a_of(deed)]
            return [f"{card.name}: {card.text}"]
        if kind_of(deed) is ActionKind.USE:
            source = catalog.abilities[a_of(deed)].card
            for item in catalog.items:
                if item.id == source:
                    return [f"{item.name}: {item.text}"]
    return []


def signed(amount: float) -> str:
    """Credits with their sign, no finer than a thousand: `+81,000`."""
    whole = round(amount, -3)
    return f"{whole:+,.0f}" if whole else "0"


def worth_text(terms: Terms) -> str:
    """Return a value and its terms in thousands, rounded so that they add up."""
    total = round(sum(amount for _, amount in terms), -3)
    least = SMALL * max((abs(amount) for name, amount in terms if name not in LATER), default=0)
    large = [(name, round(amount, -3)) for name, amount in terms if abs(amount) >= least]
    large = [(name, amount) for name, amount in large if amount]
    now = [term for term in large if term[0] not in LATER][:MOST_TERMS]
    told = [*now, *(term for term in large if term[0] in LATER)]
    other = total - sum(amount for _, amount in told)
    if not told:
        return say.WORTH_IN_ALL.format(total=signed(total))
    told += [(OTHER, other)] * bool(other)
    parts = ", ".join(f"{name} {signed(much)}" for name, much in told)
    return say.WORTH_IN_PARTS.format(total=signed(total), terms=parts)


def beside(worth: float, best: float) -> str:
    """Return a figure relative to the advised one; it exceeds it by chance only."""
    if round(worth, -3) > round(best, -3):
        return say.ABOUT_AS_GOOD
    return signed(worth)
