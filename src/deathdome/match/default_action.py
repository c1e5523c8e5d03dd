"""Default answer when the player makes none: the least committal legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import Act, verb_of

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action

_SAFE: Final = (
    Act.DECLINE,
    Act.COMMIT,
    Act.STOP,
    Act.END_PHASE,
    Act.END_TURN,
    Act.PASS,
    Act.DONE,
    Act.EQUIP,
    Act.SELL,
)


def default_action(request: Request) -> Action:
    """The legal answer that does least."""
    by_verb = {verb_of(act): act for act in reversed(request.options)}
    for verb in _SAFE:
        if verb in by_verb:
            return by_verb[verb]
    return request.options[0]
