"""A digest of a position, the same in every process and on every system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from hashlib import sha256
from typing import TYPE_CHECKING

from deathdome.model.wire import FRAMES

if TYPE_CHECKING:
    from deathdome.model.board import Board
    from deathdome.model.catalog import Catalog
    from deathdome.model.frames import Frame
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State


def canonical_text(state: State) -> str:
    """Write every part of a position, in a fixed order."""
    parts = (
        [who.id for who in state.setup.units],
        state.space,
        state.wounds,
        state.down,
        state.items,
        state.spare,
        state.hands,
        state.deck,
        state.discard,
        state.owners,
        state.shells,
        state.credits,
        state.store,
        [tuple(effect) for effect in state.timed],
        [tuple(token) for token in state.tokens],
        sorted(state.uses.items()),
        state.round,
        state.setup.order,
        [_frame_text(frame) for frame in state.stack],
    )
    return repr([_plain(part) for part in parts])


def _frame_text(frame: Frame) -> str:
    wire = FRAMES[type(frame)]
    return f"{wire.name}{_plain(wire.values(frame))}"


def _plain(value: object) -> object:
    """Replace enums by names and flags by values, so that the text is always the same."""
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int):
        return int(value)
    return str(getattr(value, "value", value))


def fingerprint(state: State) -> str:
    """Return sixteen hexadecimal digits that identify the position."""
    return sha256(canonical_text(state).encode()).hexdigest()[:16]


def rules_hash(catalog: Catalog, board: Board, ruleset: Ruleset) -> str:
    """Return sixteen hexadecimal digits that identify cards, board and switches.

    Statistics and weights are valid for one hash. Names of boards do not count.
    """
    parts = [catalog.fingerprint]
    parts += (
        f"{field.name}={_sorted(getattr(record, field.name))}"
        for record in (board, ruleset)
        for field in fields(record)
        if field.name not in _DISPLAY_ONLY
    )
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


_DISPLAY_ONLY = frozenset({"id", "name", "base_names", "jail_names", "armor_word"})


def _sorted(value: object) -> str:
    """Write a field independently of the order in which a mapping was filled."""
    return repr(sorted(value.items()) if isinstance(value, Mapping) else value)
