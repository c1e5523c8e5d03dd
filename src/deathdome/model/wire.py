"""Frames and events outside the program: their names, and a digest of a position.

They are fixed, because players' records and texts contain them. A class or an attribute can be
renamed if its row stays: for an attribute with another name than its field, the row says
`field:attribute`, which may be an attribute of a part, as in `seat:declared.seat`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from hashlib import sha256
from operator import attrgetter
from typing import TYPE_CHECKING, Final, Generic, TypeVar, get_type_hints

from deathdome.model import events, frames
from deathdome.model.ruleset import SCENARIOS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deathdome.model.board import Board
    from deathdome.model.catalog import Catalog
    from deathdome.model.frames import Frame
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

T = TypeVar("T")
_WORD: Final = re.compile(r"(?<!^)(?=[A-Z])")


class Wire(Generic[T]):
    """Fixed names of one kind of record: its own, and those of its fields in order."""

    def __init__(self, kind: type[T], row: str) -> None:
        self.kind: Final = kind
        self.name, *fields = row.split()  # "UnitPhase"
        self.words: Final = _WORD.sub(" ", self.name).lower()  # "unit phase"
        self.word: Final = self.name.lower()  # "unitphase"
        parts = (field.partition(":") for field in fields)
        self.attributes: Final = {field: attribute or field for field, _, attribute in parts}
        self.fields: Final = (*self.attributes,)
        names = (*self.attributes.values(),)
        dotted = {name.partition(".")[0] for name in names if "." in name}
        hints = get_type_hints(kind) if dotted else {}
        self._parts: Final[dict[str, type]] = {part: hints[part] for part in dotted}
        self.defaults: Final[dict[str, object]] = {}
        for field in self.fields:
            owner, attribute = self.owner(field)
            defaults = getattr(owner, "_field_defaults", {})
            if attribute in defaults:
                self.defaults[field] = defaults[attribute]
        self._make: Final[Callable[..., T]] = kind
        self._get: Final = _getter(names)
        own = getattr(kind, "_fields", getattr(kind, "__dataclass_fields__", ()))
        self._in_order: Final = names == (*own,)

    def owner(self, field: str) -> tuple[type, str]:
        """Return the class that has a field, this kind or one of its parts, and its attribute."""
        part, _, attribute = self.attributes[field].rpartition(".")
        return self._parts[part] if part else self.kind, attribute

    def values(self, record: T) -> tuple[object, ...]:
        """Return the values of a record's fields, in order."""
        return self._get(record)

    def value(self, record: T, field: str) -> object:
        """Return the value of one field."""
        return attrgetter(self.attributes[field])(record)

    def record(self, values: Sequence[object]) -> T:
        """Build the record from the values of its fields, in order."""
        if self._in_order:
            return self._make(*values)
        given: dict[str, dict[str, object]] = {"": {}, **{part: {} for part in self._parts}}
        for name, value in zip(self.attributes.values(), values, strict=True):
            part, _, attribute = name.rpartition(".")
            given[part][attribute] = value
        parts = {part: kind(**given[part]) for part, kind in self._parts.items()}
        return self._make(**given[""], **parts)


def _getter(names: Sequence[str]) -> Callable[[object], tuple[object, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    single = attrgetter(*names) if names else None
    return lambda record: () if single is None else (single(record),)


def _table(rows: Mapping[type[T], str]) -> dict[type[T], Wire[T]]:
    return {kind: Wire(kind, row) for kind, row in rows.items()}


_FRAMES: Final[Mapping[type[frames.Frame], str]] = {
    frames.Dealing: "Dealing dealt",
    frames.Rolling: "Rolling contenders rolls",
    frames.Revealing: "Revealing left",
    frames.Purchase: "Purchase seat passed turns bought sold placed",
    frames.Opening: "Opening dealt",
    frames.Interval: "Interval step",
    frames.Auction: "Auction seat",
    frames.Replacing: "Replacing unit sold",
    frames.Ranking: "Ranking groups rolls buyer",
    frames.Turn: "Turn seat step phases effects",
    frames.UnitPhase: (
        "UnitPhase unit movements actions walking start steps near:adjacent_seen_by "
        "seen:adjacent_sees trail intent closing"
    ),
    frames.Drawing: "Drawing seat left",
    frames.Attack: (
        "Attack seat:declared.seat unit:declared.unit space:declared.space item:declared.item "
        "card:declared.card strength:declared.strength kind:declared.kind shape "
        "sight:declared.sight target step laid bonus boosts denied hits states begun team "
        "answers values defences left current stage struck wounded spared used "
        "again:declared.again payback:declared.payback token:declared.token "
        "came_from:declared.came_from trail:declared.trail pusher:declared.pusher"
    ),
    frames.ReactionWindow: (
        "Event trigger subjects source card seats used attack start steps cause "
        "near:adjacent_seen_by seen:adjacent_sees point lava own_card"
    ),
    frames.Resolve: (
        "Resolve ability seat bearer subject source picked choice next_effect attack card space "
        "point steps near:adjacent_seen_by seen:adjacent_sees"
    ),
    frames.Moving: (
        "Moving unit cause limit goals start steps near:adjacent_seen_by seen:adjacent_sees "
        "trail done"
    ),
    frames.Push: (
        "Push unit origin seat pusher shell card left step start near:adjacent_seen_by "
        "seen:adjacent_sees"
    ),
    frames.Back: "Back unit came_from trail",
    frames.Dying: "Dying unit seat shells taker",
}
_EVENTS: Final[Mapping[type[events.Event], str]] = {
    events.Rolled: "Rolled seat number",
    events.OrderSet: "OrderSet order",
    events.Dealt: "Dealt unit character",
    events.Revealed: "Revealed card",
    events.Bought: "Bought seat card paid",
    events.Sold: "Sold seat card",
    events.Equipped: "Equipped seat item unit",
    events.Passed: "Passed seat",
    events.StoreClosed: "StoreClosed",
    events.RoundBegan: "RoundBegan round",
    events.TurnBegan: "TurnBegan seat supply target",
    events.TurnEnded: "TurnEnded seat",
    events.Drew: "Drew seat card",
    events.Reshuffled: "Reshuffled cards",
    events.PhaseBegan: "PhaseBegan unit",
    events.PhaseEnded: "PhaseEnded unit",
    events.Walked: "Walked unit start path cause",
    events.Declared: "Declared unit seat item target strength card payback",
    events.Laid: "Laid seat card attacking",
    events.CardPlayed: "CardPlayed seat card",
    events.AbilityUsed: "AbilityUsed unit ability",
    events.Redirected: "Redirected target",
    events.Reckoned: "Reckoned attacker unit strength attack_cards toughness defence_cards wounds",
    events.Wounded: "Wounded unit wounds vitae",
    events.Unhurt: "Unhurt unit dropped",
    events.Incapacitated: "Incapacitated unit",
    events.Recovered: "Recovered unit",
    events.Pushed: "Pushed unit start end",
    events.PushCancelled: "PushCancelled unit",
    events.Died: "Died unit lava",
    events.Jailed: "Jailed unit jail seat",
    events.ShellTaken: "ShellTaken seat shells",
    events.Captured: "Captured unit seat space before",
    events.Released: "Released unit jail units",
    events.Returned: "Returned unit",
    events.Healed: "Healed unit wounds cured",
    events.Changed: "Changed unit text:effect",
    events.Granted: "Granted seat unit what",
    events.TokenPlaced: "TokenPlaced token space seat",
    events.ChainBroken: "ChainBroken effects",
    events.CounterMoved: "CounterMoved round",
    events.Swapped: "Swapped unit other",
    events.WalkCutShort: "WalkCutShort unit",
    events.MatchEnded: "MatchEnded outcome",
    events.Conceded: "Conceded seat season",
    events.BonusPaid: "BonusPaid paid",
    events.Auctioned: "Auctioned seat unit cards refund",
    events.MatchBegan: "MatchBegan match rounds",
    events.HandicapGiven: "HandicapGiven seat cards shells",
    events.SeriesEnded: "SeriesEnded outcome values",
    events.Hidden: "Hidden",
}
FRAMES: Final = _table(_FRAMES)
EVENTS: Final = _table(_EVENTS)


# -- fingerprint -----------------------------------------------------------------------------------


def canonical_text(state: State) -> str:
    """Write every part of a position, in a fixed order."""
    parts: list[object] = [
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
    ]
    if state.setup.series is not None:
        parts += [state.setup.rounds, tuple(state.setup.series)]
    if any(state.setup.gifts):
        parts.append(state.setup.gifts)
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

    Statistics and weights are valid for one hash. Names of boards do not count, nor do scenarios
    that are not played.
    """
    parts = [catalog.fingerprint]
    parts += (
        f"{field.name}={_sorted(getattr(record, field.name))}"
        for record in (board, ruleset)
        for field in fields(record)
        if field.name not in _DISPLAY_ONLY
        and (field.name not in SCENARIOS or getattr(record, field.name))
    )
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


_DISPLAY_ONLY = frozenset({"id", "name", "base_names", "jail_names", "armor_word"})


def _sorted(value: object) -> str:
    """Write a field independently of the order in which a mapping was filled."""
    return repr(sorted(value.items()) if isinstance(value, Mapping) else value)
