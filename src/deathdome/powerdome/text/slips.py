"""Sentences about what is legal on a sheet and likely a slip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.text.events import FAILED, Narrator
from deathdome.powerdome.text.persons import capital

if TYPE_CHECKING:
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.play.drafts import Oddity


def slip_text(view: State, seat: Seat, slip: Oddity) -> str:
    """Return the sentence of a slip on the sheet of a seat, which reads it."""
    narrator = Narrator(view.now.tome, character_names(view.now, view.seats), seat)
    who = slip.character
    match slip.code:
        case "empty":
            text = f"{narrator.does(who, 'spends')} nothing."
        case "no-target":
            text = f"{narrator.does(who, 'has')} strike but no target."
        case "no-strike":
            text = f"{narrator.does(who, 'has')} a target but no strike."
        case "left":
            text = f"{narrator.does(who, 'keeps')} {slip.n} points in reserve."
        case _:
            power = "its effect" if slip.power is None else narrator.power(slip.power)
            reason = FAILED.get(slip.reason, slip.reason)
            return f"As things stand, {power} fails: {reason}."
    return capital(text) if who == seat else text
