"""Refusals: the first reason against an action that is not a legal answer.

Reasons are checked in a fixed order (see `nearest`). A refusal is data: the action, the question,
the reason with its rule, numbers and operands, and the nearest legal action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import IllegalAction
from deathdome.model.actions import (
    COMMIT,
    DECLINE,
    END_PHASE,
    NOBODY,
    PUNCH,
    STOP,
    Action,
    ActionKind,
    a_of,
    b_of,
    c_of,
    kind_of,
    place_of,
)
from deathdome.model.decisions import CHANCE, Question, Reason, Refusal
from deathdome.model.frames import Turn, UnitPhase
from deathdome.model.notation import action_text
from deathdome.rules.moving import shares_space
from deathdome.rules.refusals.abilities import (
    nearest_use,
    why_not_lay,
    why_not_play,
    why_not_use,
)
from deathdome.rules.refusals.missing import timeless_reason
from deathdome.rules.refusals.nearest import first, offered, seat_of
from deathdome.rules.refusals.purchases import why_not_purchase
from deathdome.rules.refusals.series import why_not_auction
from deathdome.rules.refusals.unit_phases import (
    must_go_on,
    why_not_attack,
    why_not_capture,
    why_not_go,
    why_not_hit,
    why_not_push,
    why_not_stop,
    why_not_walk,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.model.decisions import Decision
    from deathdome.model.state import State

    WhyNot = Callable[[State, Decision, Action], Reason]


def refusal(state: State, asked: Decision | None, action: Action) -> IllegalAction:
    """Return the rules' reason to refuse an action that does not answer the open question."""
    if asked is None:
        return IllegalAction(Refusal(action, Reason("over", "END-1")))
    assert action not in asked.options, "a legal action has no reason to be refused"
    well_formed = is_well_formed(action)
    reason = _reason(state, asked, action) if well_formed else Reason("malformed")
    near = "" if reason.near is None else action_text(state.setup, reason.near, asked.seat)
    return IllegalAction(Refusal(action, reason, asked.question, asked.seat, asked.unit), near)


_OF_CHANCE: Final = {
    ActionKind.DEAL: "SETUP-9",
    ActionKind.ROLL: "SETUP-11",
    ActionKind.DRAW: "DRAW-6",
    ActionKind.REVEAL: "SCEN-DRAFT-1",
}
_OF_CARDS: Final = frozenset({ActionKind.LAY, ActionKind.PLAY, ActionKind.USE})


def _reason(state: State, asked: Decision, action: Action) -> Reason:
    kind = kind_of(action)
    if kind in _OF_CARDS and asked.seat != CHANCE:
        reason = _unknown(state, asked, action) or timeless_reason(state, asked, action)
        if reason is not None:
            return reason._replace(near=nearest_use(asked, action))
    if kind is ActionKind.CONCEDE and a_of(action) and state.setup.series is None:
        return Reason("no-season", "AMB-152")
    why_not = _WHY_NOT[asked.question].get(kind)
    if why_not is None:
        return _wrong_question(asked, kind)
    frame = state.stack[-1]
    if (
        isinstance(frame, UnitPhase)
        and kind is not ActionKind.WALK
        and END_PHASE not in asked.options
    ):
        assert shares_space(state, frame.unit)
        return must_go_on(state, asked, frame.unit)
    return _unknown(state, asked, action) or why_not(state, asked, action)


# -- numbers ---------------------------------------------------------------------------------------

# Number of operands (a, b, c) of each kind.
_OPERANDS: Final = {
    ActionKind.EQUIP: 2,
    ActionKind.ATTACK: 2,
    ActionKind.USE: 3,
    ActionKind.PLAY: 3,
    **dict.fromkeys(
        (
            ActionKind.DONE,
            ActionKind.PASS,
            ActionKind.END_TURN,
            ActionKind.STOP,
            ActionKind.CAPTURE,
            ActionKind.RELEASE,
            ActionKind.END_PHASE,
        ),
        0,
    ),
    ActionKind.COMMIT: 0,
    ActionKind.DECLINE: 0,
}
_HIGHEST_A: Final = {ActionKind.CONCEDE: 1}
_HIGHEST_C: Final = {ActionKind.USE: 0xFFFF, ActionKind.PLAY: 0xFFFFFF}


def is_well_formed(act: object) -> bool:
    """Return True if a number spells an action: a known kind, and only its own operands."""
    if not isinstance(act, int) or act < 0 or act >> 24 & 0x3F not in _VERBS:
        return False
    number = Action(act)
    operands = _OPERANDS.get(kind_of(number), 1)
    if a_of(number) > _HIGHEST_A.get(kind_of(number), 0xFFF):
        return False
    if c_of(number) > _HIGHEST_C.get(kind_of(number), 0):
        return False
    return (operands > 0 or not a_of(number)) and (operands > 1 or not b_of(number))


_VERBS: Final = frozenset(int(kind) for kind in ActionKind)


def _unknown(state: State, asked: Decision, action: Action) -> Reason | None:
    """Refuse an action with a number that names nothing."""
    setup, kind, a, b = state.setup, kind_of(action), a_of(action), b_of(action)
    items, units = len(setup.catalog.items), len(setup.units)
    item_kinds = (
        *(ActionKind.EQUIP, ActionKind.UNEQUIP, ActionKind.ATTACK),
        ActionKind.REVEAL,
    )
    store_cards = len(setup.catalog.store_cards)
    if kind in (ActionKind.BUY, ActionKind.SELL) and a >= store_cards:
        return _names_nothing("item", store_cards)
    if kind is ActionKind.DEAL and a >= len(setup.catalog.characters):
        return _names_nothing("character", len(setup.catalog.characters))
    if kind in item_kinds and a >= items and (kind, a) != (ActionKind.ATTACK, PUNCH):
        return _names_nothing("item", items)
    if kind in (ActionKind.ACTIVATE, ActionKind.HIT, ActionKind.AUCTION) and a >= units:
        return _names_nothing("unit", units)
    if (
        kind in (ActionKind.EQUIP, ActionKind.ATTACK)
        and b >= units
        and (kind, b) != (ActionKind.ATTACK, NOBODY)
    ):
        return _names_nothing("unit", units)
    cards = len(setup.catalog.power_cards)
    if kind in (ActionKind.DRAW, ActionKind.LAY, ActionKind.PLAY) and a >= cards:
        return _names_nothing("card", cards)
    abilities = len(setup.catalog.abilities)
    if kind is ActionKind.USE and a >= abilities:
        return _names_nothing("ability", abilities)
    if kind is ActionKind.PLAY:
        # A card without abilities is refused as such; otherwise check the ability's index.
        abilities = max(1, len(setup.catalog.power_cards[a].abilities))
        if place_of(action) >= abilities:
            return _names_nothing("ability", abilities)
    if kind is ActionKind.JAIL:
        return Reason("unknown-jail", "JAIL-7", near=first(asked.options))
    return None


def _names_nothing(what: str, number: int) -> Reason:
    return Reason(f"unknown-{what}", operands={"amount": number})


# -- chance and turns ------------------------------------------------------------------------------


def _why_not_chance(state: State, asked: Decision, action: Action) -> Reason:
    """Refuse a number that the die does not have, or a character or card that is not there."""
    del state
    if kind_of(action) is ActionKind.ROLL:
        return Reason("no-such-number", "SETUP-11", need=12, have=a_of(action))
    if kind_of(action) is ActionKind.DEAL:
        return Reason("not-dealt", "SETUP-9", near=first(asked.options))
    if kind_of(action) is ActionKind.REVEAL:
        return Reason("not-face-down", "SCEN-DRAFT-1", near=first(asked.options))
    return Reason("not-in-deck", "DRAW-6", need=1, have=0)


def _why_not_activate(state: State, asked: Decision, action: Action) -> Reason:
    frame = state.stack[-1]
    assert isinstance(frame, Turn)
    unit = a_of(action)
    near = first(offered(asked, ActionKind.ACTIVATE))
    if frame.phases <= 0:
        near = first(offered(asked, ActionKind.END_TURN))
        return Reason("no-phases", "PHASE-1", need=1, have=0, near=near)
    if seat_of(unit) != frame.seat:
        return Reason("not-own-unit", "PHASE-1", {"unit": unit}, near=near)
    place = state.space[unit]
    if place < 0:
        return Reason("jailed", "PHASE-6", {"unit": unit, "jail": -1 - place}, near=near)
    return Reason("incapacitated", "PHASE-6", {"unit": unit}, near=near)


def _why_not_decline(state: State, asked: Decision, action: Action) -> Reason:
    del state, action
    return Reason("must-answer", near=first(asked.options))


# -- questions -------------------------------------------------------------------------------------


def _wrong_question(asked: Decision, kind: ActionKind) -> Reason:
    """Refuse an action that answers another question."""
    question, options = asked.question, asked.options
    if kind in _OF_CHANCE:
        return Reason("not-chance", _OF_CHANCE[kind])
    if asked.seat == CHANCE:
        rule = next(_OF_CHANCE[kind] for kind in _WHY_NOT[question])
        return Reason("chance-first", rule)
    if kind in _WHY_NOT[Question.PURCHASE]:
        return Reason("store-closed", "BUY-1")
    if question is Question.PURCHASE:
        near = first(offered(asked, ActionKind.DONE, ActionKind.PASS))
        return Reason("store-open", "GAME-3", near=near)
    if question is Question.UNIT_PHASE and kind in (ActionKind.ACTIVATE, ActionKind.END_TURN):
        near = END_PHASE if END_PHASE in options else first(options)
        return Reason("phase-open", "PHASE-4", near=near)
    if question is Question.TURN and kind in _WHY_NOT[Question.UNIT_PHASE]:
        near = first(offered(asked, ActionKind.ACTIVATE))
        return Reason("no-phase", "PHASE-2", near=near)
    if kind in (ActionKind.LAY, ActionKind.COMMIT):
        return Reason("no-card-step", "ATTACK-5")
    if kind is ActionKind.AUCTION:
        return Reason("no-auction", "AUCTION-2")
    near = None
    if question not in (Question.TURN, Question.UNIT_PHASE):
        near = next((option for option in (COMMIT, DECLINE, STOP) if option in options), None)
    return Reason("wrong-question", _RULE_OF.get(question, ""), near=near)


_RULE_OF: Final = {
    Question.TURN: "TURN-2",
    Question.UNIT_PHASE: "PHASE-2",
    Question.FOLLOW: "NOTE-VAN-1",
    Question.ATTACK_CARDS: "ATTACK-5",
    Question.DEFENCE_CARDS: "ATTACK-5",
    Question.FURTHER_ATTACK: "AMB-57",
    Question.HIT_ORDER: "MULTI-3",
    Question.PUSH_SPACE: "PUSH-5",
    Question.JAIL: "DEATH-3",
    Question.REACTION: "ATTACK-12",
    Question.AUCTION: "AUCTION-2",
}
_PURCHASE: Final = (
    ActionKind.BUY,
    ActionKind.SELL,
    ActionKind.EQUIP,
    ActionKind.UNEQUIP,
    ActionKind.DONE,
    ActionKind.PASS,
)
_ABILITIES: Final[dict[ActionKind, WhyNot]] = {
    ActionKind.USE: why_not_use,
    ActionKind.PLAY: why_not_play,
}


def _always_legal(state: State, asked: Decision, action: Action) -> Reason:
    """Fail on END_TURN in a turn or COMMIT in a card step: both are always legal."""
    raise AssertionError(f"{action} is legal here: {state.stack[-1]}, {asked.question}")


_MOVES: Final[dict[ActionKind, WhyNot]] = {
    ActionKind.WALK: why_not_go,
    ActionKind.STOP: why_not_stop,
}
_CARDS: Final[dict[ActionKind, WhyNot]] = {
    ActionKind.LAY: why_not_lay,
    ActionKind.COMMIT: _always_legal,
    **_ABILITIES,
}
# Action kinds that answer each question, with the function that refuses one.
_WHY_NOT: Final[dict[Question, dict[ActionKind, WhyNot]]] = {
    Question.DEAL: {ActionKind.DEAL: _why_not_chance},
    Question.ROLL: {ActionKind.ROLL: _why_not_chance},
    Question.DRAW: {ActionKind.DRAW: _why_not_chance},
    Question.REVEAL: {ActionKind.REVEAL: _why_not_chance},
    Question.PURCHASE: dict.fromkeys(_PURCHASE, why_not_purchase),
    Question.TURN: {
        ActionKind.ACTIVATE: _why_not_activate,
        ActionKind.END_TURN: _always_legal,
        **_ABILITIES,
    },
    Question.UNIT_PHASE: {
        ActionKind.WALK: why_not_walk,
        ActionKind.STOP: why_not_stop,
        ActionKind.END_PHASE: why_not_stop,
        ActionKind.ATTACK: why_not_attack,
        ActionKind.CAPTURE: why_not_capture,
        ActionKind.RELEASE: why_not_capture,
        **_ABILITIES,
    },
    Question.WALK: _MOVES,
    Question.FOLLOW: _MOVES,
    Question.JUMP: _MOVES,
    Question.ATTACK_CARDS: _CARDS,
    Question.DEFENCE_CARDS: _CARDS,
    Question.FURTHER_ATTACK: {ActionKind.ATTACK: why_not_attack, ActionKind.STOP: _always_legal},
    Question.HIT_ORDER: {ActionKind.HIT: why_not_hit},
    Question.PUSH_SPACE: {ActionKind.PUSH_TO: why_not_push},
    Question.JAIL: {ActionKind.JAIL: _always_legal},
    Question.AUCTION: {ActionKind.AUCTION: why_not_auction, ActionKind.DECLINE: _always_legal},
    Question.REACTION: {ActionKind.DECLINE: _why_not_decline, **_ABILITIES},
}
