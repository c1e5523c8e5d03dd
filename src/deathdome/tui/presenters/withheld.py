"""What is given away by committing no card, where one would decide something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.decisions import Question
from deathdome.odds.attack_odds import odds_of
from deathdome.rules.analysis import open_attack
from deathdome.text.phrases import attacks as say
from deathdome.tui.presenters.pieces import unit_token

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.tui.presenters.menus import Menu


def withheld(request: Request, menu: Menu) -> str:
    """`@w dies as it lies, 4 more saves it`; '' where to lay nothing costs nothing for certain.

    Asked is only where the own cards suffice: for a unit that dies without them, and for an attack
    that does nothing without them.
    """
    seen = request.seen
    frame = open_attack(seen)
    held = sum(max(0, entry.value) for entry in menu.entries if not entry.closed)
    if frame is None or not held:
        return ""
    odds = odds_of(seen, frame)
    if request.question is Question.DEFENCE_CARDS:
        for struck in odds.struck:
            if struck.side.seat == seen.seat and 0 < struck.need <= held:
                token = unit_token(seen.setup, struck.unit)
                return say.DIES_AS_IT_LIES.format(token=token, need=struck.need)
    target = odds.target
    if request.question is Question.ATTACK_CARDS and target is not None and not target.spared:
        short = target.defence - target.attack + 1
        if 0 < short <= held:
            return say.ATTACK_DOES_NOTHING.format(short=short)
    return ""
