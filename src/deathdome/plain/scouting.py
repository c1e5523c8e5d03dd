"""Commands about what could be done, and what could happen: reach, targets, threat, odds, why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import IllegalAction, UsageError
from deathdome.managers.odds import hand_sums, wound_odds
from deathdome.model.actions import NOBODY, Act, a_of, action, b_of, verb_of
from deathdome.model.decisions import Decision, Question
from deathdome.model.frames import UnitPhase
from deathdome.model.names import capitalised, counted, item_name, listed, team_name, the_unit
from deathdome.model.spelling import TEAMS
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.plain.choices import numbered, refused, spelled_action, with_near
from deathdome.plain.view import own_units, sentences, spaces_words
from deathdome.rules.engine import decision
from deathdome.rules.foresight import (
    begun_phase,
    forecast_declaration,
    forecast_open,
    open_attack,
    reach_by_steps,
    threats_to,
)
from deathdome.rules.observing import unseen, visible_state
from deathdome.rules.refusals.judging import refusal
from deathdome.rules.units import in_base, movement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.actions import Action
    from deathdome.plain.view import View
    from deathdome.rules.foresight import Defender, Forecast

_CARD_STEPS: Final = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)


def reach(view: View, words: str) -> Iterator[str]:
    """Where a unit can walk in one movement phase, by steps."""
    unit = view.unit(words) if words else view.active
    if unit < 0:
        raise UsageError('whose reach? For example "reach red.warrior"')
    if view.table.terrain is None:
        raise UsageError("nobody is on the board before the teams have their bases")
    seen = view.seen
    steps = movement(visible_state(seen), unit)
    for frame in seen.stack:
        if isinstance(frame, UnitPhase) and frame.unit == unit:
            steps = max(0, steps - frame.steps) if frame.walking or frame.movements else 0
    rings = reach_by_steps(seen, unit, steps)
    if not any(rings):
        yield f"{capitalised(view.who(unit))} {view.where(unit)} cannot walk anywhere."
        return
    yield f"{capitalised(view.who(unit))} {view.where(unit)} has {counted(steps, 'step')}."
    for number, ring in enumerate(rings, 1):
        if ring:
            yield f"{capitalised(counted(number, 'step'))}: {view.marked(ring)}."


def targets(view: View, words: str) -> Iterator[str]:
    """Whom the active unit, or each own unit, can attack from where it stands."""
    if view.request is None or view.table.terrain is None:
        raise UsageError("nobody can be attacked now")
    attacks = [n for n, act in enumerate(view.options) if verb_of(act) is Act.ATTACK]
    if attacks and not words:
        for number in attacks:
            yield from numbered(view, [number])
            yield from sentences([_short(view, view.active, view.options[number])])
        return
    one = view.unit(words) if words else view.active
    any_found = False
    for unit in [one] if one >= 0 else own_units(view.seat):
        for act in _attacks_of(view, unit):
            any_found = True
            who = f"{capitalised(view.who(unit))} {view.where(unit)}"
            yield f"{who}: {view.spelled(act)}; {_short(view, unit, act)}."
    if not any_found:
        whom = the_unit(view.spoken.table, one) if one >= 0 else team_name(view.seat)
        yield f"Nobody is in range and sight of {whom} without a walk; foes tells how far they are."


def _attacks_of(view: View, unit: int) -> list[Action]:
    """The attacks a unit has now, or once its phase has begun."""
    if unit == view.active:
        return [act for act in view.options if verb_of(act) is Act.ATTACK]
    state = begun_phase(view.seen, unit)
    asked = decision(state) if state is not None else None
    return [act for act in asked.options if verb_of(act) is Act.ATTACK] if asked else []


def threat(view: View, words: str) -> Iterator[str]:
    """Who could hit a unit of this seat on a space, in one unit phase."""
    if view.table.terrain is None:
        raise UsageError("nobody is on the board before the teams have their bases")
    if not words and view.active < 0:
        raise UsageError('a threat to which space? For example "threat k5"')
    space = view.space(words) if words else view.seen.space[view.active]
    name = view.name(space)
    if space in (view.table.terrain.home[view.seat], -1):
        yield f"Nobody is hit in {name}."
        return
    found = threats_to(view.seen, view.seat, space)
    for one in found:
        walk = f"after {counted(one.steps, 'step')}" if one.steps else "from where it stands"
        who = capitalised(view.who(one.unit))
        yield (
            f"{who} {view.where(one.unit)} could hit {name} with "
            f"{item_name(view.table, one.item)} {walk}."
        )
    if not found:
        yield f"No enemy could hit {name} in one unit phase, abilities of cards aside."


# -- before an attack ------------------------------------------------------------------------------


def odds(view: View, words: str) -> Iterator[str]:
    """The numbers of an attack before anything is committed."""
    seen, frame = view.seen, open_attack(view.seen)
    in_cards = view.request is not None and view.request.question in _CARD_STEPS
    if frame is not None and (in_cards or not words):
        staged = 0
        if words:
            act = spelled_action(view, words, ())
            if verb_of(act) is not Act.LAY:
                raise UsageError('in a card step only "odds lay CARD" can be reckoned')
            staged = view.table.catalog.power_cards[a_of(act)].value
        yield from _forecast_lines(view, forecast_open(seen, frame, staged))
        return
    if not words:
        raise UsageError('the odds of what? For example "odds attack blue.gunner with punch"')
    unit, rest = _with_unit(view, words)
    if unit < 0:
        raise UsageError('which unit attacks? For example "odds red.warrior attack blue.gunner"')
    act = spelled_action(view, rest, ())
    if verb_of(act) is not Act.ATTACK:
        raise UsageError('only attacks have odds, for example "odds attack blue.gunner"')
    if act not in _attacks_of(view, unit):
        yield from why(view, words)
        if not seen.space[unit] >= 0 or in_base(visible_state(seen), unit):
            return
    arms = [arm.item for arm in seen.gear.arms[unit]]
    target = b_of(act)
    placed = seen.space[unit] >= 0 and (target == NOBODY or seen.space[target] >= 0)
    if a_of(act) in arms and placed:
        yield from _forecast_lines(view, forecast_declaration(seen, unit, act))


def _with_unit(view: View, words: str) -> tuple[int, str]:
    """The unit named before the action, else the active one; and the action."""
    first, _, rest = words.partition(" ")
    if "." in first and first.partition(".")[0].lower() in TEAMS:
        return view.unit(first), rest.strip()
    return view.active, words


def _forecast_lines(view: View, forecast: Forecast) -> Iterator[str]:
    who = view.who(forecast.attacker) if forecast.attacker >= 0 else "a token"
    parts = [f"strength {forecast.strength}"]
    if 0 <= forecast.own < forecast.strength:
        parts = [f"own strength {forecast.own}", f"weapon {forecast.strength - forecast.own}"]
    if forecast.cards:
        parts.append(f"cards {forecast.cards}")
    total = f", together {forecast.strength + forecast.cards}" if len(parts) > 1 else ""
    yield f"{capitalised(who)} with {forecast.weapon}: {', '.join(parts)}{total}."
    if forecast.distance >= 0:
        yield f"Distance {spaces_words(forecast.distance)}, range {forecast.range}."
    for defender in forecast.defenders:
        yield from _defender_lines(view, defender)
    if not forecast.defenders:
        yield "It would hit nobody."


def _defender_lines(view: View, defender: Defender) -> Iterator[str]:
    who = capitalised(view.who(defender.unit))
    known = f" and cards {defender.known}" if defender.known else ""
    yield (
        f"{who} {view.where(defender.unit)}: toughness {defender.toughness}{known}, "
        f"{defender.vitae} vitae left; without {'more ' if known else ''}cards "
        f"{_wounds(defender)}."
    )
    if not defender.hand:
        return
    team = team_name(defender.unit // UNITS_PER_TEAM)
    held = counted(defender.hand, "card")
    margin = defender.attack - defender.toughness - defender.known
    sums = hand_sums(_pool(view), defender.hand)
    kill, wounds = wound_odds(sums, margin, defender.vitae)
    yield (
        f"{team} holds {held} and may add up to {defender.best}: at worst "
        f"{counted(defender.at_worst, 'wound')}."
    )
    yield (
        f"Counted over all unseen cards, if {team} added its whole hand: {wounds:.1f} wounds on "
        f"average, death in {kill:.0%} of the cases."
    )


def _pool(view: View) -> tuple[int, ...]:
    """Unseen cards by value, from value 1 on."""
    cards = view.table.catalog.power_cards
    pool = [0] * max((card.value for card in cards), default=1)
    for card, copies in zip(cards, unseen(view.seen), strict=True):
        if card.value > 0:
            pool[card.value - 1] += copies
    return tuple(pool)


def _wounds(defender: Defender) -> str:
    text = counted(defender.undefended, "wound")
    return f"{text}, death" if defender.undefended >= defender.vitae else text


def _short(view: View, unit: int, act: Action) -> str:
    """'blue gunner on e3: without cards 3 wounds'."""
    found = forecast_declaration(view.seen, unit, act).defenders
    texts = [
        f"{view.who(one.unit)} {view.where(one.unit)}, without cards {_wounds(one)}"
        for one in found
    ]
    return listed(texts) or "hits nobody"


# -- why not ---------------------------------------------------------------------------------------


def why(view: View, words: str) -> Iterator[str]:
    """Why an action is not legal now; with a unit before it, as if its phase had begun."""
    if view.request is None:
        raise UsageError("nothing is asked, so nothing is refused")
    if not words:
        raise UsageError('why what? For example "why walk k5", "why red.warrior walk k5"')
    unit, rest = _with_unit(view, words)
    if not rest:
        raise UsageError(f'why what? For example "why {words} walk k5"')
    if rest != words and unit != view.active:
        yield from _why_begun(view, unit, rest)
        return
    act = spelled_action(view, rest, ())
    if act in view.options:
        yield f"That is legal now: {view.spelled(act)}."
    else:
        yield from sentences([refused(view, act)])


def _why_begun(view: View, unit: int, words: str) -> Iterator[str]:
    """The same, in the unit phase of a unit that has not begun it."""
    begin = action(Act.ACTIVATE, unit)
    if begin not in view.options:
        yield from sentences([refused(view, begin)])
        return
    state = begun_phase(view.spoken, unit)
    asked: Decision | None = decision(state) if state is not None else None
    if state is None or asked is None:
        raise IllegalAction("its unit phase cannot begin", code="no-phase")
    act = spelled_action(view, words, ())
    if act in asked.options:
        yield f"That is legal once {view.spelled(begin)} is done: {view.spelled(act)}."
    else:
        yield from sentences([with_near(refusal(state, asked, act))])
