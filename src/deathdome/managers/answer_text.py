"""Answers of managers in the notation, and the printed texts of what they use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.notation import action_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.actions import Action
    from deathdome.model.state import Setup


def deed_text(setup: Setup, deeds: Sequence[Action], seat: int) -> str:
    """Return answers in the notation, one after the other, as they can be typed."""
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
