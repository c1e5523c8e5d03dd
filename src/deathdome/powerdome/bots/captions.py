"""Captions: the line that a bot writes on its sheet, and its last line when it wins (AM-5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from deathdome.powerdome.bots.memory import Memory
    from deathdome.powerdome.bots.personality import Personality
    from deathdome.powerdome.model.answers import Sheet
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.state import State

EVENTS: Final = (
    "opening",  # the first round
    "betrayal",  # it attacks a player it has a truce with
    "revenge",  # it attacks the player that hit it last round
    "kill",  # a rival died last round
    "alliance",  # it has a deal this round
    "last-two",
    "ahead",
    "behind",
    "wall",  # it attacks no player
    "any",
    "win",  # the last line of a winner
)
OFTEN: Final = 0.45  # of the rounds with nothing special


@dataclass(frozen=True, slots=True)
class Caption:
    """A line of the show."""

    event: str
    text: str
    trait: str = ""  # a personality that says it, any without


def caption(
    captions: Sequence[Caption],
    view: State,
    sheet: Sheet,
    memory: Memory,
    personality: Personality,
    dice: Random,
) -> str:
    """Return the caption of a sheet, often none; no line is said twice in a game."""
    mine = _share(captions, memory.seat, view.dome.seats, view.dome.round)
    for event in _events(view, sheet, memory):
        special = event not in ("ahead", "behind", "any")
        if dice.random() < (0.8 if special else OFTEN):
            text = _line(mine, event, memory, personality, dice)
            if text:
                return text
    return ""


def last_line(captions: Sequence[Caption], memory: Memory, personality: Personality) -> str:
    """Return what a winner says."""
    from random import Random

    dice = Random(f"{memory.seat}/{memory.round}/last line")
    return _line(captions, "win", memory, personality, dice)


def _share(captions: Sequence[Caption], seat: Seat, seats: int, round_: int) -> list[Caption]:
    """Return the lines that a seat may say in a round: no other bot may say them then.

    Sheets are written at the same time, so a bot cannot hear what the others say.
    """
    found = []
    number: dict[str, int] = {}  # of the lines of each event so far
    for one in captions:
        at = number[one.event] = number.get(one.event, 0) + 1
        if (at + round_) % seats == seat:
            found.append(one)
    return found


def _line(
    captions: Sequence[Caption],
    event: str,
    memory: Memory,
    personality: Personality,
    dice: Random,
) -> str:
    """Return a line that no player has said yet; one of its own trait twice as likely."""
    trait = personality.strongest
    fit = [one for one in captions if one.event == event and one.trait in ("", trait)]
    fresh = [one for one in fit if one.text not in memory.said]
    if not fresh:
        return ""
    return dice.choices(fresh, [2 if one.trait else 1 for one in fresh])[0].text


def _events(view: State, sheet: Sheet, memory: Memory) -> list[str]:
    """Return what could be said something about, the most special first."""
    dome, me = view.dome, memory.seat
    living = dome.living()
    attack = sheet.plans[me].attack
    target = dome.characters[attack].controller if attack is not None else None
    partners = {
        one
        for deal in view.deals
        if deal.round == dome.round and me in deal.partners
        for one in deal.partners
        if one != me
    }
    found = []
    if dome.round == 1:
        found.append("opening")
    if target in partners:
        found.append("betrayal")
    elif target is not None and memory.aimed[target]:
        found.append("revenge")
    if memory.died and dome.round > 1:
        found.append("kill")
    if partners and target not in partners:
        found.append("alliance")
    if len(living) == 2 < dome.seats:
        found.append("last-two")
    if target is None and view.options.declare == "sheet":
        found.append("wall")
    found.append(_standing(view, me, living))
    found.append("any")
    return found


def _standing(view: State, me: Seat, living: Sequence[Seat]) -> str:
    characters = view.dome.characters
    others = [characters[seat].vitality for seat in living if seat != me]
    mean = sum(others) / max(len(others), 1)
    return "ahead" if characters[me].vitality >= mean else "behind"
