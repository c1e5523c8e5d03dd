"""Attacks up to their totals (ATTACK, DEFEND, MULTI): steps A0 to A4 of effects.md part 9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import (
    COMMIT,
    NOBODY,
    STOP,
    Act,
    Action,
    a_of,
    action,
    b_of,
    choice_of,
    picked_of,
    verb_of,
)
from deathdome.model.decisions import Decision, Question
from deathdome.model.events import Declared, Laid, Reckoned
from deathdome.model.frames import Attack, AttackSetup, Event
from deathdome.model.vocabulary import Deny, Per, Rating, Shape, Trigger, WeaponKind
from deathdome.rules.abilities import WEAPON_KEY, count_use, window_actions
from deathdome.rules.drawing import take_from_hand
from deathdome.rules.effects import use_ability
from deathdome.rules.gear import hands_of
from deathdome.rules.picks import around, higher_ground, state_before, window_moment
from deathdome.rules.raising import listened
from deathdome.rules.stack import clockwise, is_dying, pop, push, swap
from deathdome.rules.units import boost, denies, foes, in_base

if TYPE_CHECKING:
    from deathdome.model.gear import Arm
    from deathdome.model.state import State

# Steps of an attack frame. What comes after the totals stands in `hits`.
DECLARED, ATTACK_CARDS, DEFENCE_CARDS, TOTALS, HITS, RESOLVED, OVER, FURTHER = range(1, 9)


# -- A0: weapon and target -------------------------------------------------------------------------


def arm_of(state: State, unit: int, item: int) -> Arm:
    """The unit's way of attacking with that item (PUNCH for its punch)."""
    for arm in state.gear.arms[unit]:
        if arm.item == item:
            return arm
    raise LookupError(f"unit {unit} has no weapon {item}")


def targets_of(state: State, unit: int, arm: Arm) -> list[int]:
    """Enemies the unit can target with that weapon (ATTACK-3, ATTACK-9, RANGE-2, SIGHT-1)."""
    here = state.space[unit]
    terrain = state.table.terrain
    spaces = arm.range
    if state.timed:
        spaces = max(1, spaces + boost(state.timed, unit, Rating.RANGE))
    near = terrain.within(here, spaces) & foes(state, unit >> 2)
    if not near:
        return []
    seat = unit >> 2
    return [
        other
        for other, place in enumerate(state.space)
        if place >= 0
        and near >> place & 1
        and other >> 2 != seat
        and place != terrain.home[other >> 2]
        and (not arm.sight or terrain.sees(here, place, arm.through_walls))
    ]


def attack_actions(state: State, unit: int, arms: tuple[Arm, ...]) -> list[Action]:
    """Every weapon with every target it can be declared against."""
    options: list[Action] = []
    enemies = foes(state, unit >> 2)
    if not enemies:
        return options
    reach = max(arm.range for arm in arms) if arms else 0
    if state.timed:
        reach = max(1, reach + boost(state.timed, unit, Rating.RANGE))
    if not state.table.terrain.within(state.space[unit], max(reach, 1)) & enemies:
        return options
    for arm in arms:
        if arm.limit is not None and state.uses.get(WEAPON_KEY | arm.item, 0) >= arm.limit:
            continue
        if arm.shape is Shape.ADJACENT:
            if around(state, unit, -1, sight=arm.sight):  # SWEEP-5
                options.append(action(Act.ATTACK, arm.item, NOBODY))
        else:
            options += [
                action(Act.ATTACK, arm.item, target) for target in targets_of(state, unit, arm)
            ]
    return options


def attack_with(state: State, unit: int, arm: Arm, target: int, again: int | None = None) -> Attack:
    """The attack that the unit declares from where it stands; `target` -1: all adjacent.

    `again` is the number of further attacks of the same action, by default those of the arm.
    """
    return Attack(
        AttackSetup(
            unit >> 2,
            unit,
            state.space[unit],
            item=arm.item,
            card=arm.card,
            kind=arm.kind,
            sight=arm.sight,
            again=arm.attacks - 1 if again is None else again,
        ),
        target,
        arm.shape,
        DECLARED,
        denied=((-1, Deny.CARDS),) if arm.denies_cards else (),
    )


def target_of(act: Action) -> int:
    """The unit that an ATTACK action is aimed at; -1 for all adjacent."""
    return -1 if b_of(act) == NOBODY else b_of(act)


def declare(state: State, unit: int, act: Action, again: int | None = None) -> None:
    """Starts an attack, with `again` as in `attack_with`."""
    arm = arm_of(state, unit, a_of(act))
    attack = attack_with(state, unit, arm, target_of(act), again)
    if arm.limit is not None:
        count_use(state, WEAPON_KEY | arm.item)
    if state.tell is not None:
        state.tell(Declared(unit, unit >> 2, arm.item, attack.target, arm.strength, arm.card))
    push(state, attack)


def begin(state: State, frame: Attack) -> None:
    """A1: tells that there is a target, so that somebody may take its place."""
    setup = frame.setup
    swap(state, frame._replace(step=ATTACK_CARDS))
    if frame.target >= 0 and listened(state, Trigger.DECLARED):
        push(
            state,
            Event(
                Trigger.DECLARED,
                (frame.target,),
                setup.unit,
                setup.card,
                clockwise(state, setup.seat),
                attack=len(state.stack) - 1,
            ),
        )


# -- A2: the attacker's cards ----------------------------------------------------------------------


def lay_actions(state: State, seat: int) -> list[Action]:
    """Each kind of card in the hand, for its value (CARD-9)."""
    options: list[Action] = []
    last = -1
    for card in state.hands[seat]:
        if card != last:
            options.append(action(Act.LAY, card))
            last = card
    return options


def attack_card_actions(state: State, frame: Attack) -> list[Action]:
    """What the attacker may add: values, and abilities of the attack window."""
    setup = frame.setup
    depth = len(state.stack) - 1
    return lay_actions(state, setup.seat) + window_actions(
        state, Trigger.ATTACK, setup.seat, setup.unit, depth
    )


def fix_hits(state: State, frame: Attack) -> None:
    """The end of A2: the set of defenders is fixed now (AMB-55, SPLASH, SWEEP)."""
    hits = units_hit(state, frame)
    states = tuple(state_before(state, frame, unit) for unit in hits)
    swap(state, frame._replace(step=DEFENCE_CARDS, begun=False, hits=hits, states=states))


def units_hit(state: State, frame: Attack) -> tuple[int, ...]:
    """Units that the attack hits, in play order of their teams; never one in its base."""
    setup = frame.setup
    if frame.shape is Shape.ADJACENT:
        found = set(around(state, setup.unit, setup.space, sight=setup.sight))
    else:
        target = frame.target
        found = {target}
        if state.space[target] < 0 or in_base(state, target):
            found = set()
        elif frame.shape is Shape.SPLASH:
            found |= set(_neighbours(state, frame))
    order = clockwise(state, setup.seat)
    return tuple(sorted(found, key=lambda unit: (order.index(unit >> 2), unit)))


def _neighbours(state: State, frame: Attack) -> list[int]:
    """Enemies of the attacker next to the target (SPLASH-1, AMB-56; plain sight, AMB-135)."""
    terrain = state.table.terrain
    here = state.space[frame.target]
    return [
        unit
        for unit, place in enumerate(state.space)
        if unit >> 2 != frame.setup.seat
        and place >= 0
        and unit != frame.target
        and not in_base(state, unit)
        and terrain.distance(here, place) == 1
        and not denies(state, unit) & Deny.SPLASH
        and (not frame.setup.sight or terrain.sees(here, place))
        and not is_dying(state, unit)
    ]


# -- A3: the defenders' cards ----------------------------------------------------------------------


def defending_teams(state: State, frame: Attack) -> list[int]:
    """Teams with a unit among those hit, in play order from the attacker (AMB-54)."""
    struck = {unit >> 2 for unit in frame.hits}
    return [seat for seat in clockwise(state, frame.setup.seat) if seat in struck]


def defence_card_actions(state: State, frame: Attack, seat: int) -> list[Action]:
    """What a defending team may play: cards unless denied, and abilities of its items."""
    depth = len(state.stack) - 1
    denied = (-1, Deny.CARDS) in frame.denied
    options = [] if denied else lay_actions(state, seat)
    for unit in frame.hits:
        if unit >> 2 != seat:
            continue
        for act in window_actions(state, Trigger.DEFEND, seat, unit, depth):
            if verb_of(act) is Act.USE:
                options.append(act)
    if not denied:
        # A power card's bearer is each own unit hit, so it is asked without one.
        cards = hands_of(state.table.catalog).by_trigger[Trigger.DEFEND]
        if any(card in cards for card in state.hands[seat]):
            options += [
                act
                for act in window_actions(state, Trigger.DEFEND, seat, -1, depth)
                if verb_of(act) is Act.PLAY
            ]
    return options


def run_cards(state: State, frame: Attack) -> bool:
    """A2 and A3: waits for whoever has something to play, on public grounds or items alone."""
    if frame.step == ATTACK_CARDS:
        if frame.begun or attack_card_actions(state, frame):
            return True
        fix_hits(state, frame)
        return False
    teams = defending_teams(state, frame)
    while frame.team < len(teams):
        if frame.begun or defence_card_actions(state, frame, teams[frame.team]):
            return True
        frame = frame._replace(team=frame.team + 1)
        swap(state, frame)
    reckon(state, frame)
    return False


def ask_cards(state: State, frame: Attack) -> Decision:
    """The card step of one side."""
    setup = frame.setup
    if frame.step == ATTACK_CARDS:
        options = attack_card_actions(state, frame)
        return Decision(setup.seat, Question.ATTACK_CARDS, [*options, COMMIT], unit=setup.unit)
    seat = defending_teams(state, frame)[frame.team]
    options = defence_card_actions(state, frame, seat)
    return Decision(seat, Question.DEFENCE_CARDS, [*options, COMMIT], unit=frame.hits[0])


def answer_cards(state: State, frame: Attack, act: Action) -> None:
    """One card more, or no more."""
    verb = verb_of(act)
    attacking = frame.step == ATTACK_CARDS
    seat = frame.setup.seat if attacking else defending_teams(state, frame)[frame.team]
    if verb is Act.COMMIT:
        if attacking:
            fix_hits(state, frame)
        else:
            swap(state, frame._replace(begun=False, team=frame.team + 1))
    elif verb is Act.LAY:
        _lay(state, frame, seat, a_of(act), attacking=attacking)
    else:
        _use(state, frame, seat, act, Trigger.ATTACK if attacking else Trigger.DEFEND)


def _lay(state: State, frame: Attack, seat: int, card: int, *, attacking: bool) -> None:
    take_from_hand(state, seat, card)
    value = hands_of(state.table.catalog).values[card]
    if state.tell is not None:
        state.tell(Laid(seat, card, attacking))
    if attacking:
        frame = frame._replace(begun=True, laid=(*frame.laid, card), bonus=frame.bonus + value)
    else:
        answers = dict(frame.answers)
        answers[seat] = answers.get(seat, 0) + value
        laid = (*frame.laid, card)
        frame = frame._replace(begun=True, laid=laid, answers=tuple(answers.items()))
    swap(state, frame)


def _use(state: State, frame: Attack, seat: int, act: Action, trigger: Trigger) -> None:
    """An ability in a card step."""
    depth = len(state.stack) - 1
    ability = state.table.catalog.ability_of(act)
    if verb_of(act) is Act.PLAY:
        card = a_of(act)
        bearer = frame.setup.unit if trigger is Trigger.ATTACK else -1
    else:
        card = -1
        bearer = state.gear.bearer[int(ability.id)]
    moment = window_moment(state, trigger, seat, bearer, depth)
    swap(state, frame._replace(begun=True))
    use_ability(state, ability, moment, picked_of(act), choice_of(act), card)


# -- A4: totals ------------------------------------------------------------------------------------


def strength_against(state: State, frame: Attack, unit: int, condition: int) -> int:
    """Strength before cards against a unit (ATTACK-4); `condition`: 1 wounded, 2 incapacitated."""
    setup = frame.setup
    if setup.item < 0:
        return setup.strength  # fixed: nothing of the unit is added (PAYBACK-4)
    attacker = setup.unit
    arm = arm_of(state, attacker, setup.item)
    total = arm.strength
    if state.timed:
        total += boost(state.timed, attacker, Rating.STRENGTH)
    for rule, effect in arm.dynamic:
        if rule is not None:
            if rule.higher_ground and not higher_ground(state, setup.space, unit):
                continue
            if rule.state and not (
                ("wounded" in rule.state and condition & 1)
                or ("incapacitated" in rule.state and condition & 2)
            ):
                continue
        total += effect.n * counted(state, attacker, effect.per, effect.maximum)
    return total


def counted(state: State, unit: int, per: Per | None, maximum: int | None) -> int:
    """How often a modifier counts (effects.md part 6 `per`)."""
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
    """Toughness before cards of one unit in this attack (DEFEND-1, DEFEND-3, DEFEND-4)."""
    gear = state.gear
    total = gear.toughness[unit]
    if frame.setup.kind is WeaponKind.CLOSE:
        total += gear.tough_close[unit]
    elif frame.setup.kind is WeaponKind.RANGED:
        total += gear.tough_ranged[unit]
    if state.timed:
        total += boost(state.timed, unit, Rating.TOUGHNESS)
    for boosted, amount in frame.boosts:
        if boosted == unit:
            total += amount
    return total


def reckon(state: State, frame: Attack) -> None:
    """A4: both totals for every unit hit, fixed before any hit (AMB-55)."""
    answers = dict(frame.answers)
    values: list[int] = []
    defences: list[int] = []
    for unit, condition in zip(frame.hits, frame.states or (0,) * len(frame.hits), strict=True):
        strength = strength_against(state, frame, unit, condition)
        toughness = toughness_against(state, frame, unit)
        cards = answers.get(unit >> 2, 0)
        values.append(strength + frame.bonus)
        defences.append(toughness + cards)
        if state.tell is not None:
            wounds = 0 if spared(frame, unit) else max(0, values[-1] - defences[-1])
            state.tell(
                Reckoned(frame.setup.unit, unit, strength, frame.bonus, toughness, cards, wounds)
            )
    swap(
        state,
        frame._replace(step=HITS, values=tuple(values), defences=tuple(defences), left=frame.hits),
    )


def spared(frame: Attack, unit: int) -> bool:
    """Whether the unit takes no wounds from this attack (`deny wounds`)."""
    return (unit, Deny.WOUNDS) in frame.denied


# -- A7: further attacks of the same action --------------------------------------------------------


def further_actions(state: State, frame: Attack) -> list[Action]:
    """Targets for a further attack of a weapon with several (AMB-57)."""
    setup = frame.setup
    place = state.space[setup.unit]
    if place < 0 or state.down[setup.unit] or in_base(state, setup.unit):
        return []
    return attack_actions(state, setup.unit, (arm_of(state, setup.unit, setup.item),))


def ask_further(state: State, frame: Attack) -> Decision:
    """A further attack, or STOP."""
    options = [*further_actions(state, frame), STOP]
    return Decision(frame.setup.seat, Question.FURTHER_ATTACK, options, unit=frame.setup.unit)


def answer_further(state: State, frame: Attack, act: Action) -> None:
    """The next attack of the same action, or none."""
    pop(state)
    if verb_of(act) is Act.ATTACK:
        declare(state, frame.setup.unit, act, frame.setup.again - 1)
