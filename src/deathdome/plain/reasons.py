"""The command `why`: the rule behind a refusal, its numbers, and what would work."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, UsageError
from deathdome.model.actions import PUNCH, ActionKind, kind_of, make_action
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import Decision, Question
from deathdome.model.identifiers import find_cards
from deathdome.model.lookup import store_cards
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.plain.choices import refused, spelled_action, with_near
from deathdome.plain.view import own_units, sentences
from deathdome.rules.analysis import state_in_phase
from deathdome.rules.engine import decision
from deathdome.rules.refusals.refusal import refusal
from deathdome.text.phrases import questions as say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.actions import Action
    from deathdome.plain.view import View

_DEEDS: Final = (ActionKind.WALK, ActionKind.ATTACK, ActionKind.CAPTURE, ActionKind.RELEASE)


def why(view: View, words: str) -> Iterator[str]:
    """Explain why an action is not legal now; a space, unit or card means its action.

    With a unit before it, as if the phase of that unit had begun.
    """
    if view.request is None:
        raise UsageError("there is nothing to choose, so nothing is refused")
    if not words:
        raise UsageError('why what? For example "why q8", "why attack blue.gunner"')
    unit, rest = view.with_unit(words)
    if not rest:
        unit, rest = view.active, words
    named = unit if rest != words else -1
    acts = _meant(view, rest, unit)
    if not acts:
        acts = [spelled_action(view, rest, ())]
    if named >= 0 and named != view.active:
        for action in acts:
            yield from _why_begun(view, named, action)
        return
    if view.request.question is Question.TURN and _are_deeds(acts):
        able = [
            one
            for one in own_units(view.seat)
            if make_action(ActionKind.ACTIVATE, one) in view.options
        ]
        for one in able:
            for action in _meant(view, rest, one) or acts:
                yield from _why_begun(view, one, action)
        if able:
            return
    for action in acts:
        if action in view.options:
            yield say.LEGAL_NOW.format(action=view.spelled(action))
        else:
            yield from sentences([refused(view, action)])


def _are_deeds(acts: list[Action]) -> bool:
    """Return True if units take such actions in their phase."""
    return all(kind_of(action) in _DEEDS for action in acts)


def _meant(view: View, words: str, unit: int) -> list[Action]:
    """Return the actions that a space, unit or card alone means; [] if none."""
    text = words.strip()
    assert view.request is not None
    with suppress(NotationError):
        space = view.plain_space(text)
        if view.request.question is Question.PUSH_SPACE:
            return [make_action(ActionKind.PUSH_TO, space)]
        return [make_action(ActionKind.WALK, space)]
    with suppress(NotationError):
        target = view.unit(text)
        if target // UNITS_PER_TEAM == view.seat:
            return [make_action(ActionKind.ACTIVATE, target)]
        return [make_action(ActionKind.ATTACK, _farthest(view, unit), target)]
    catalog = view.setup.catalog
    if cards := find_cards(view.setup, text):
        number = cards[0]
        lays = view.request.question in (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)
        able = catalog.power_cards[number].abilities
        plays = [make_action(ActionKind.PLAY, number)] if able or not lays else []
        return [*([make_action(ActionKind.LAY, number)] if lays else []), *plays]
    return [make_action(ActionKind.BUY, number) for number in store_cards(catalog).find(text)[:1]]


def _farthest(view: View, unit: int) -> int:
    """Return the weapon that a refusal is about: the one with the longest range."""
    if unit < 0 or view.setup.units[unit] == VACANT:
        return PUNCH
    return int(max(view.seen.gear.weapons[unit], key=lambda arm: arm.range).item)


def _why_begun(view: View, unit: int, action: Action) -> Iterator[str]:
    """Explain a refusal as if the unit's phase had begun."""
    begin = make_action(ActionKind.ACTIVATE, unit)
    if begin not in view.options:
        yield from sentences([refused(view, begin)])
        return
    state = state_in_phase(view.spoken, unit)
    asked: Decision | None = decision(state) if state is not None else None
    if state is None or asked is None:
        raise UsageError("its unit phase can't start")
    if action in asked.options:
        yield say.LEGAL_AFTER.format(first=view.spelled(begin), then=view.spelled(action))
    else:
        yield from sentences([with_near(refusal(state, asked, action), view.spoken.setup)])
