"""Plans that were shown, in short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.text import plain_mode as say
from deathdome.powerdome.text.persons import YOU, called

if TYPE_CHECKING:
    from deathdome.powerdome.model.answers import Plan
    from deathdome.powerdome.model.state import State


def plan_words(view: State, who: int, plan: Plan, you: int = ABSENT) -> str:
    """Return a plan that was shown, in short; `you` is the seat of the reader."""
    names = called(character_names(view.now, view.seats), you, YOU)
    stats = f"{plan.agility}/{plan.strike}/{plan.resist}"
    at = "" if plan.attack is None else f" at {names[plan.attack]}"
    return f"{stats}{at}{say.with_words(acts_words(view, who, plan))}"


def acts_words(view: State, who: int, plan: Plan) -> str:
    """Return the activations of a plan, in the notation."""
    speller = Speller(view)
    return ", ".join(speller.act_text(who, act) for act in plan.activate)
