"""Limits of managers' search for packs with far more options than the game's cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import ActionKind, kind_of
from deathdome.rules.stack import chain_length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.actions import Action
    from deathdome.model.state import State

LONG_CHAIN: Final = 16  # effects; no manager sees a longer chain through to its end
MOST_USES: Final = 24  # abilities and cards that are tried at one question


def fewer_uses(world: State, options: Sequence[Action]) -> Sequence[Action]:
    """Cut options to the first MOST_USES abilities and cards; to one in a long chain.

    Every match with the cards of the game alone stays below both bounds.
    """
    most = MOST_USES if chain_length(world) <= LONG_CHAIN else 1
    uses = [action for action in options if kind_of(action) in (ActionKind.USE, ActionKind.PLAY)]
    dropped = set(uses[most:])
    return [action for action in options if action not in dropped] if dropped else options
