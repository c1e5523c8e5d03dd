"""Cards and totals of both sides in an attack (ATTACK-4, DEFEND, MULTI): steps A2 to A4."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome.model.actions import (
    COMMIT,
    Action,
    ActionKind,
    a_of,
    choice_of,
    kind_of,
    make_action,
    picked_of,
)
from deathdome.model.decisions import Decision, Deferred, Question
from deathdome.model.events import Laid, Reckoned
from deathdome.model.vocabulary import Deny, Per, Rating, Shape, Trigger, WeaponKind
from deathdome.rules.abilities import ABILITIES, window_actions
from deathdome.rules.attack.declare import ATTACK_CARDS, DEFENCE_CARDS, HITS, weapon_of
from deathdome.rules.drawing import take_from_hand
from deathdome.rules.effects import use_ability
from deathdome.rules.gear import hands_of
from deathdome.rules.stack import clockwise, is_dying, swap
from deathdome.rules.targeting import around, higher_ground, state_before, window_context
from deathdome.rules.units import boost, denies, in_base

if TYPE_CHECKING:
    from deathdome.model.frames import Attack
    from deathdome.model.state import State

# -- A2: the attacker's cards ----------------------------------------------------------------------


def lay_actions(state: State, seat: int) -> list[Action]:
    """List one LAY action for each kind of card in the hand (CARD-9)."""
    options: list[Action] = []
    last = -1
    for card in state.hands[seat]:
        if card != last:
            options.append(make_action(ActionKind.LAY, card))
            last = card
    return options


def attack_card_actions(state: State, frame: Attack) -> list[Action]:
    """List the attacker's options: cards for their value, abilities of the attack window."""
    return lay_actions(state, frame.declared.seat) + _attack_abilities(state, frame)


def _attack_abilities(state: State, frame: Attack) -> list[Action]:
    declared = frame.declared
    depth = len(state.stack) - 1
    return window_actions(state, Trigger.ATTACK, declared.seat, declared.unit, depth)


def fix_hits(state: State, frame: Attack) -> None:
    """End A2: fix the set of defenders (AMB-55, SPLASH, SWEEP)."""
    hits = units_hit(state, frame)
    states = tuple(state_before(state, frame, unit) for unit in hits)
    swap(state, frame._replace(step=DEFENCE_CARDS, begun=False, hits=hits, states=states))


def units_hit(state: State, frame: Attack) -> tuple[int, ...]:
    """Return the units hit, in play order of their teams; never one in its base."""
    declared = frame.declared
    if frame.shape is Shape.ADJACENT:
        found = set(around(state, declared.unit, declared.space, sight=declared.sight))
    else:
        target = frame.target
        found = {target}
        if state.space[target] < 0 or in_base(state, target):
            found = set()
        elif frame.shape is Shape.SPLASH:
            found |= set(_neighbours(state, frame))
    order = clockwise(state, declared.seat)
    return tuple(sorted(found, key=lambda unit: (order.index(unit >> 2), unit)))


def _neighbours(state: State, frame: Attack) -> list[int]:
    """Return enemies next to the target in plain sight (SPLASH-1, AMB-56, AMB-135)."""
    terrain = state.setup.terrain
    here = state.space[frame.target]
    return [
        unit
        for unit, place in enumerate(state.space)
        if unit >> 2 != frame.declared.seat
        and place >= 0
        and unit != frame.target
        and not in_base(state, unit)
        and terrain.distance(here, place) == 1
        and not denies(state, unit) & Deny.SPLASH
        and (not frame.declared.sight or terrain.sees(here, place))
        and not is_dying(state, unit)
    ]


# -- A3: the defenders' cards ----------------------------------------------------------------------


def defending_teams(state: State, frame: Attack) -> list[int]:
    """Return teams with a unit among those hit, in play order from the attacker (AMB-54)."""
    struck = {unit >> 2 for unit in frame.hits}
    return [seat for seat in clockwise(state, frame.declared.seat) if seat in struck]


def defence_card_actions(state: State, frame: Attack, seat: int) -> list[Action]:
    """List a defending team's options: cards unless denied, abilities of its items."""
    options = [] if (-1, Deny.CARDS) in frame.denied else lay_actions(state, seat)
    return options + _defence_abilities(state, frame, seat)


def _defence_abilities(state: State, frame: Attack, seat: int) -> list[Action]:
    depth = len(state.stack) - 1
    options: list[Action] = []
    for unit in frame.hits:
        if unit >> 2 != seat:
            continue
        options += [
            action
            for action in window_actions(state, Trigger.DEFEND, seat, unit, depth)
            if kind_of(action) is ActionKind.USE
        ]
    if (-1, Deny.CARDS) not in frame.denied:
        # Each own unit hit is the bearer of a power card, so the context has none.
        cards = hands_of(state.setup.catalog).by_trigger[Trigger.DEFEND]
        if any(card in cards for card in state.hands[seat]):
            options += [
                action
                for action in window_actions(state, Trigger.DEFEND, seat, -1, depth)
                if kind_of(action) is ActionKind.PLAY
            ]
    return options


def run_cards(state: State, frame: Attack) -> bool:
    """Run A2 and A3: ask each team that has something to play."""
    if frame.step == ATTACK_CARDS:
        # Any card can be played for its value, so abilities matter only to an empty hand.
        if frame.begun or state.hands[frame.declared.seat] or attack_card_actions(state, frame):
            return True
        fix_hits(state, frame)
        return False
    teams = defending_teams(state, frame)
    while frame.team < len(teams):
        seat = teams[frame.team]
        if frame.begun or (state.hands[seat] and (-1, Deny.CARDS) not in frame.denied):
            return True
        if defence_card_actions(state, frame, seat):
            return True
        frame = frame._replace(team=frame.team + 1)
        swap(state, frame)
    fix_totals(state, frame)
    return False


def ask_cards(state: State, frame: Attack) -> Decision:
    """Ask the next side for its cards."""
    declared = frame.declared
    if frame.step == ATTACK_CARDS:
        seat, unit, question = declared.seat, declared.unit, Question.ATTACK_CARDS
        cards = lay_actions(state, seat)
        abilities = Deferred(ABILITIES, state, partial(_attack_abilities, state, frame))
    else:
        seat = defending_teams(state, frame)[frame.team]
        unit, question = frame.hits[0], Question.DEFENCE_CARDS
        cards = [] if (-1, Deny.CARDS) in frame.denied else lay_actions(state, seat)
        abilities = Deferred(ABILITIES, state, partial(_defence_abilities, state, frame, seat))
    return Decision(seat, question, (cards, abilities, _COMMIT), unit=unit)


_COMMIT: Final = [COMMIT]


def answer_cards(state: State, frame: Attack, action: Action) -> None:
    """Play one more card, or stop."""
    kind = kind_of(action)
    attacking = frame.step == ATTACK_CARDS
    seat = frame.declared.seat if attacking else defending_teams(state, frame)[frame.team]
    if kind is ActionKind.COMMIT:
        if attacking:
            fix_hits(state, frame)
        else:
            swap(state, frame._replace(begun=False, team=frame.team + 1))
    elif kind is ActionKind.LAY:
        _lay(state, frame, seat, a_of(action), attacking=attacking)
    else:
        _use(state, frame, seat, action, Trigger.ATTACK if attacking else Trigger.DEFEND)


def _lay(state: State, frame: Attack, seat: int, card: int, *, attacking: bool) -> None:
    take_from_hand(state, seat, card)
    value = hands_of(state.setup.catalog).values[card]
    if state.emit is not None:
        state.emit(Laid(seat, card, attacking))
    if attacking:
        frame = frame._replace(begun=True, laid=(*frame.laid, card), bonus=frame.bonus + value)
    else:
        answers = dict(frame.answers)
        answers[seat] = answers.get(seat, 0) + value
        laid = (*frame.laid, card)
        frame = frame._replace(begun=True, laid=laid, answers=tuple(answers.items()))
    swap(state, frame)


def _use(state: State, frame: Attack, seat: int, action: Action, trigger: Trigger) -> None:
    """Use an ability in a card step."""
    depth = len(state.stack) - 1
    ability = state.setup.catalog.ability_of(action)
    if kind_of(action) is ActionKind.PLAY:
        card = a_of(action)
        bearer = frame.declared.unit if trigger is Trigger.ATTACK else -1
    else:
        card = -1
        bearer = state.gear.bearer[int(ability.id)]
    context = window_context(state, trigger, seat, bearer, depth)
    swap(state, frame._replace(begun=True))
    use_ability(state, ability, context, picked_of(action), choice_of(action), card)


# -- totals ----------------------------------------------------------------------------------------


def strength_against(state: State, frame: Attack, unit: int, condition: int) -> int:
    """Return strength before cards against a unit (ATTACK-4).

    `condition` is the unit's state: 1 wounded, 2 incapacitated.
    """
    declared = frame.declared
    if declared.item < 0:
        return declared.strength  # fixed: the unit adds nothing (PAYBACK-4)
    attacker = declared.unit
    weapon = weapon_of(state, attacker, declared.item)
    total = weapon.strength
    if state.timed:
        total += boost(state.timed, attacker, Rating.STRENGTH)
    for rule, effect in weapon.dynamic:
        if rule is not None:
            if rule.higher_ground and not higher_ground(state, declared.space, unit):
                continue
            if rule.state and not (
                ("wounded" in rule.state and condition & 1)
                or ("incapacitated" in rule.state and condition & 2)
            ):
                continue
        total += effect.n * times_counted(state, attacker, effect.per, effect.maximum)
    return total


def times_counted(state: State, unit: int, per: Per | None, maximum: int | None) -> int:
    """Return how often a modifier counts (effects.md part 6 `per`)."""
    if per is None:
        return 1
    if per is Per.OWN_WOUNDS:
        number = state.wounds[unit]
    else:
        number = sum(
            1 for other, place in enumerate(state.space) if place < 0 and other >> 2 != unit >> 2
        )
    return number if maximum is None else min(number, maximum)


def toughness_against(state: State, frame: Attack, unit: int) -> int:
    """Return a unit's toughness before cards in this attack (DEFEND-1, DEFEND-3, DEFEND-4)."""
    gear = state.gear
    total = gear.toughness[unit]
    if frame.declared.kind is WeaponKind.CLOSE:
        total += gear.tough_close[unit]
    elif frame.declared.kind is WeaponKind.RANGED:
        total += gear.tough_ranged[unit]
    if state.timed:
        total += boost(state.timed, unit, Rating.TOUGHNESS)
    for boosted, amount in frame.boosts:
        if boosted == unit:
            total += amount
    return total


def fix_totals(state: State, frame: Attack) -> None:
    """Run A4: fix both totals of every unit hit before any hit (AMB-55)."""
    answers = dict(frame.answers)
    values: list[int] = []
    defences: list[int] = []
    for unit, condition in zip(frame.hits, frame.states or (0,) * len(frame.hits), strict=True):
        strength = strength_against(state, frame, unit, condition)
        toughness = toughness_against(state, frame, unit)
        cards = answers.get(unit >> 2, 0)
        values.append(strength + frame.bonus)
        defences.append(toughness + cards)
        if state.emit is not None:
            wounds = 0 if takes_no_wounds(frame, unit) else max(0, values[-1] - defences[-1])
            state.emit(
                Reckoned(frame.declared.unit, unit, strength, frame.bonus, toughness, cards, wounds)
            )
    swap(
        state,
        frame._replace(step=HITS, values=tuple(values), defences=tuple(defences), left=frame.hits),
    )


def takes_no_wounds(frame: Attack, unit: int) -> bool:
    """Return True if the unit takes no wounds from this attack (`deny wounds`)."""
    return (unit, Deny.WOUNDS) in frame.denied
