"""Default answer when the player makes none: the least committal legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import ActionKind, kind_of

if TYPE_CHECKING:
    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action

_SAFE: Final = (
    ActionKind.DECLINE,
    ActionKind.COMMIT,
    ActionKind.STOP,
    ActionKind.END_PHASE,
    ActionKind.END_TURN,
    ActionKind.PASS,
    ActionKind.DONE,
    ActionKind.EQUIP,
    ActionKind.SELL,
)


def default_action(request: Request) -> Action:
    """Return the least committal legal action."""
    by_verb = {kind_of(action): action for action in reversed(request.options)}
    for kind in _SAFE:
        if kind in by_verb:
            return by_verb[kind]
    return request.options[0]
