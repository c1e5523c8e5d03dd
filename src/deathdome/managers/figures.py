"""Figures of managers as people are told them: in thousands of credits that add up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.notation import action_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.protocol import Terms
    from deathdome.model.actions import Action
    from deathdome.model.state import Setup

MOST_TERMS: Final = 4  # told of a plan, besides what comes after it
SMALL: Final = 0.03  # share of the largest term below which one is not told by name

AFTER: Final = "the phase after it"
PLAYED_ON: Final = "played on"
WINNING: Final = "how the match ends"
LATER: Final = (AFTER, PLAYED_ON, WINNING)


def deed_text(setup: Setup, deeds: Sequence[Action], seat: int) -> str:
    """Answers in the notation, one after the other, as they can be typed."""
    return "; ".join(action_text(setup, deed, seat) for deed in deeds)


def purpose_text(setup: Setup, deeds: Sequence[Action]) -> list[str]:
    """What the first card or item that is used says of itself; [] where none is."""
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
    """What something is worth, and what makes that up: in thousands that add up."""
    total = round(sum(amount for _, amount in terms), -3)
    least = SMALL * max((abs(amount) for name, amount in terms if name not in LATER), default=0)
    large = [(name, round(amount, -3)) for name, amount in terms if abs(amount) >= least]
    large = [(name, amount) for name, amount in large if amount]
    now = [term for term in large if term[0] not in LATER][:MOST_TERMS]
    told = [*now, *(term for term in large if term[0] in LATER)]
    other = total - sum(amount for _, amount in told)
    if not told:
        return f"Worth {signed(total)}."
    told += [("other", other)] * bool(other)
    return f"Worth {signed(total)}: {', '.join(f'{name} {signed(much)}' for name, much in told)}."


def beside(worth: float, best: float) -> str:
    """A figure beside that of what is advised; where it is the higher one, by chance alone."""
    if round(worth, -3) > round(best, -3):
        return "about as good"
    return signed(worth)
