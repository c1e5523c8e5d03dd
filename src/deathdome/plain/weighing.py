"""The command `odds`: what an attack comes to, counted from what its seat may know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, UsageError
from deathdome.model.actions import NOBODY, Act, a_of, b_of, verb_of
from deathdome.model.decisions import Question
from deathdome.model.names import capitalised, counted, team_name
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.narration.chances import (
    bare_sentence,
    chances,
    holding_sentence,
    play_sentences,
)
from deathdome.odds.answers import holding
from deathdome.odds.reckoning import odds_of, undeclared
from deathdome.plain.choices import spelled_action
from deathdome.plain.reasons import why
from deathdome.plain.view import own_units, spaces_words
from deathdome.rules.engine import decision
from deathdome.rules.foresight import (
    attacks_from,
    begun_phase,
    forecast_declaration,
    forecast_open,
    open_attack,
)
from deathdome.rules.observing import visible_state
from deathdome.rules.units import in_base

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.actions import Action
    from deathdome.plain.view import View
    from deathdome.rules.foresight import Forecast

_CARD_STEPS: Final = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)
_STAGED: Final = (Act.LAY, Act.PLAY, Act.USE)
_FROM: Final = re.compile(r"(?:(.*\S)\s+)?from\s+(\S+)")
_NEXT: Final = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")


def odds(view: View, words: str) -> Iterator[str]:
    """What an attack comes to: the open one, one in words, or all on a unit or a space."""
    frame = open_attack(view.seen)
    in_cards = view.request is not None and view.request.question in _CARD_STEPS
    if frame is not None and not frame.values and (in_cards or not words):
        staged = _staged(view, words) if words else []
        values = [view.table.catalog.power_cards[a_of(a)].value for a in staged if _lays(a)]
        yield from _sum_lines(view, forecast_open(view.seen, frame, sum(values)))
        yield from chances(view.spoken, frame, staged)
        return
    if not words:
        raise UsageError(
            'the odds of what? For example "odds n8", "odds attack blue.gunner with punch"'
        )
    words, place = with_place(view, words)
    unit, rest = view.with_unit(words)
    if rest.partition(" ")[0].lower() != "attack":
        # A unit or a space alone: everything that could be done to whoever is there.
        yield from _odds_on(view, view.with_unit(words)[0] if rest else -1, rest or words, place)
        return
    if unit < 0:
        raise UsageError('which unit attacks? For example "odds red.warrior attack blue.gunner"')
    act = spelled_action(view, rest, ())
    if place < 0 and act not in attacks_of(view, unit):
        yield from why(view, words)
        if not view.seen.space[unit] >= 0 or in_base(visible_state(view.seen), unit):
            return
    elif place >= 0 and act not in attacks_from(view.seen, unit, place):
        yield f"From {view.name(place)} that attack is not possible."
        return
    arms = [arm.item for arm in view.seen.gear.arms[unit]]
    target = b_of(act)
    placed = view.seen.space[unit] >= 0 and (target == NOBODY or view.seen.space[target] >= 0)
    if a_of(act) in arms and placed:
        yield from _sum_lines(view, forecast_declaration(view.seen, unit, act, place))
        yield from chances(view.spoken, undeclared(view.seen, unit, act, place))


def attacks_of(view: View, unit: int, place: int = -1) -> Sequence[Action]:
    """The attacks a unit has now, or once its phase has begun; `place`: if it stood there."""
    if place >= 0:
        return attacks_from(view.seen, unit, place)
    if unit == view.active:
        options: Sequence[Action] = view.options
    else:
        state = begun_phase(view.seen, unit)
        asked = decision(state) if state is not None else None
        options = asked.options if asked is not None else ()
    return [act for act in options if verb_of(act) is Act.ATTACK]


def short_odds(view: View, unit: int, act: Action, place: int = -1) -> list[str]:
    """An attack in two or three sentences: nobody lays a card more, and what a hand could do."""
    found = odds_of(view.spoken, undeclared(view.seen, unit, act, place))
    lines = []
    for struck in found.struck:
        lines.append(bare_sentence(view.spoken.table, struck))
        lines += play_sentences(view.spoken.table, found, struck)[:1]
    return lines or ["The attack hits nobody."]


def hands(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """What the hands of the others may be, counted from the cards this seat has not seen."""
    for seat in range(view.table.seats):
        if seat == view.seat:
            continue
        held = holding(view.seen, seat)
        if not held.cards:
            yield f"{team_name(seat)} has no power cards."
            continue
        yield holding_sentence(held)
        yield (
            f"Counted from {counted(held.pool, 'card')} that {team_name(view.seat)} has not seen; "
            "hidden cards are never looked at."
        )


# -- reading ---------------------------------------------------------------------------------------


def _lays(act: Action) -> bool:
    return verb_of(act) is Act.LAY


def _staged(view: View, words: str) -> list[Action]:
    """The cards that `odds lay crowd-roar, loud-noise` names, as answers to the card step."""
    found: list[Action] = []
    verb = ""
    for part in _NEXT.split(words):
        first = part.partition(" ")[0].lower()
        verb = first if first in ("lay", "play", "use") else verb
        text = part if first == verb else f"{verb} {part}"
        act = spelled_action(view, text, ())
        if verb_of(act) not in _STAGED:
            raise UsageError('in a card step only cards can be reckoned: "odds lay CARD, CARD"')
        if act not in view.options:
            raise UsageError(f"{view.spelled(act)} is not possible now; why says more")
        found.append(act)
    for act in found:
        if _lays(act) and found.count(act) > view.seen.hand.count(a_of(act)):
            raise UsageError(f"there are not so many in the hand: {view.spelled(act)}")
    return found


def with_place(view: View, words: str) -> tuple[str, int]:
    """`attack blue.gunner from k5`: the words before, and the space; -1 without one."""
    found = _FROM.fullmatch(words)
    if found is None:
        return words, -1
    return found[1] or "", view.space(found[2])


def _odds_on(view: View, unit: int, words: str, place: int) -> Iterator[str]:
    """Every attack on a unit, or on whoever stands on a space."""
    target = _target(view, words)
    who = f"{view.who(target)} {view.where(target)}"
    units = [unit] if unit >= 0 else [view.active] if view.active >= 0 else own_units(view.seat)
    found = [
        (one, act)
        for one in units
        for act in attacks_of(view, one, place)
        if b_of(act) in (target, NOBODY)
    ]
    if not found:
        yield from why(view, words)
        return
    if len(found) == 1:
        one, act = found[0]
        yield from _sum_lines(view, forecast_declaration(view.seen, one, act, place))
        yield from chances(view.spoken, undeclared(view.seen, one, act, place))
        return
    yield f"{len(found)} attacks on {who}; odds with the whole attack tells more."
    for one, act in found:
        begin = "" if one == view.active else f"{view.unit_name(one)} "
        yield f"{begin}{view.spelled(act)}:"
        yield from short_odds(view, one, act, place)


def _target(view: View, words: str) -> int:
    """The unit that is meant, or that stands on the space.

    Raises:
        NotationError, UsageError: there is none.
    """
    try:
        space = view.space(words)
    except NotationError:
        return view.unit(words)
    others = [unit for unit in view.standing(space) if unit // UNITS_PER_TEAM != view.seat]
    if not others:
        raise UsageError(f"no enemy stands on {view.name(space)}; foes tells where they are")
    return others[0]


# -- saying ----------------------------------------------------------------------------------------


def _sum_lines(view: View, forecast: Forecast) -> Iterator[str]:
    """Who attacks with what, and how the value comes about."""
    who = view.who(forecast.attacker) if forecast.attacker >= 0 else "a token"
    parts = [f"strength {forecast.strength}"]
    if 0 <= forecast.own < forecast.strength:
        parts = [f"own strength {forecast.own}", f"weapon {forecast.strength - forecast.own}"]
    if forecast.cards:
        parts.append(f"cards {forecast.cards}")
    total = f", together {forecast.strength + forecast.cards}" if len(parts) > 1 else ""
    where = ""
    if forecast.distance >= 0:
        where = f"; distance {spaces_words(forecast.distance)}, range {forecast.range}"
    yield f"{capitalised(who)} with {forecast.weapon}: {', '.join(parts)}{total}{where}."
