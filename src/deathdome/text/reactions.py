"""Reactions in words, as lists and hints say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import subject_of
from deathdome.text.names import the_unit

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.state import Setup
    from deathdome.rules.wasted_reactions import Shortfall


def shortfall_words(setup: Setup, action: Action, short: Shortfall) -> str:
    """'Too far to help the blue gunner': why a reaction misses what it is for."""
    return f"{short.value.capitalize()} to help {the_unit(setup, subject_of(action))}"
