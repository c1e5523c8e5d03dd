"""Questions and their choices in English.

Works from an observation, so a text holds no more than its seat may know. "You" is that seat. The
printed text of a card is quoted unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from deathdome.model.actions import NOBODY, PUNCH, ActionKind, a_of, b_of, kind_of, subject_of
from deathdome.model.decisions import Question
from deathdome.model.frames import (
    Attack,
    Dealing,
    Drawing,
    Dying,
    Moving,
    Push,
    ReactionWindow,
    Rolling,
    Turn,
    UnitPhase,
)
from deathdome.model.state import UNITS_PER_TEAM, fee, price
from deathdome.model.vocabulary import Shape, Trigger, WeaponKind
from deathdome.rules.futile_choices import Shortfall
from deathdome.rules.stack import acting_unit
from deathdome.text.cards import facts, in_edition
from deathdome.text.labels import label
from deathdome.text.names import (
    ability_card,
    capitalised,
    compact,
    counted,
    id_name,
    jail_name,
    listed,
    place_name,
    price_words,
    team_name,
    the_item,
    the_units,
    token_name,
    unit_name,
    where_words,
    with_article,
)

if TYPE_CHECKING:
    from deathdome.model.actions import Action
    from deathdome.model.frames import Frame
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup

_KINDS: Final = {WeaponKind.CLOSE: "close combat", WeaponKind.RANGED: "ranged"}


# -- choices ---------------------------------------------------------------------------------------


def describe_option(action: Action, seen: Observation) -> str:
    """Describe the result of a legal choice in one or two sentences."""
    setup = seen.setup
    kind, a = kind_of(action), a_of(action)
    match kind:
        case ActionKind.BUY:
            card = setup.catalog.store_cards[a]
            cost = price_words(fee(setup, a, seen.credits[seen.seat]))
            about = in_edition(facts(card), setup.ruleset)
            return f"Buy {the_item(setup, a)} for {cost}: {about}. {card.text}".rstrip()
        case ActionKind.SELL:
            return f"Sell {the_item(setup, a)} for {price_words(price(setup, a))}."
        case (
            ActionKind.EQUIP
            | ActionKind.UNEQUIP
            | ActionKind.ROLL
            | ActionKind.DRAW
            | ActionKind.DEAL
            | ActionKind.REVEAL
        ):
            return _as_sentence(action, seen)
        case (
            ActionKind.DONE
            | ActionKind.PASS
            | ActionKind.END_TURN
            | ActionKind.END_PHASE
            | ActionKind.STOP
            | ActionKind.COMMIT
        ):
            return _ending(kind, seen)
        case ActionKind.ACTIVATE:
            where = where_words(setup, seen.space[a], a // UNITS_PER_TEAM)
            return f"Start a phase of {unit_name(setup, a)} {where}, {_health(a, seen)}."
        case ActionKind.WALK:
            return f"{capitalised(_going(seen))} to {_ground(a, seen)}."
        case ActionKind.PUSH_TO:
            return f"Push it to {_ground(a, seen)}."
        case ActionKind.ATTACK:
            return _attacking(action, seen)
        case ActionKind.CAPTURE | ActionKind.RELEASE:
            return _standing_act(kind, seen)
        case ActionKind.USE:
            printed = ability_card(setup, a)
            return f"{_as_sentence(action, seen, ':')} {'' if printed is None else printed.text}"
        case ActionKind.PLAY:
            return f"{_as_sentence(action, seen, ':')} {setup.catalog.power_cards[a].text}"
        case ActionKind.LAY:
            side = "attack" if _question(seen) is Question.ATTACK_CARDS else "defence"
            return f"{capitalised(label(action, setup))} in the {side}."
        case ActionKind.HIT:
            return f"{capitalised(unit_name(setup, a))} is hit next, {_health(a, seen)}."
        case ActionKind.JAIL:
            return _jailing(a, seen)
        case ActionKind.DECLINE:
            asked = _question(seen)
            return "Sell nothing." if asked is Question.AUCTION else "Do not react."
        case ActionKind.CONCEDE:
            return _as_sentence(action, seen)
        case ActionKind.AUCTION:
            return _auctioning(a, seen)
        case _:
            assert_never(kind)


def _as_sentence(action: Action, seen: Observation, stop: str = ".") -> str:
    return capitalised(label(action, seen.setup)) + stop


def _ending(kind: ActionKind, seen: Observation) -> str:
    setup = seen.setup
    match kind:
        case ActionKind.DONE:
            return "End this purchasing turn."
        case ActionKind.PASS:
            if not setup.ruleset.pass_is_final:
                return "Stop buying and selling until another team trades."
            return "Stop buying and selling for this match."
        case ActionKind.END_TURN:
            left = _find(seen, Turn)
            lost = left.phases if isinstance(left, Turn) else 0
            unused = f", with {counted(lost, 'unit phase')} unused"
            return f"End the turn{unused if lost else ''}."
        case ActionKind.END_PHASE:
            return "End this unit phase."
        case ActionKind.COMMIT:
            return "Play no more cards."
        case _:
            stops = {
                Question.FURTHER_ATTACK: "Make no further attack.",
                Question.FOLLOW: "Do not follow.",
                Question.JUMP: "Do not jump.",
            }
            top = seen.stack[-1] if seen.stack else None
            walks = isinstance(top, UnitPhase) and top.walking
            unit = top.unit if isinstance(top, UnitPhase | Moving) else -1
            if unit >= 0 and (walks or _question(seen) is Question.WALK):
                where = where_words(setup, seen.space[unit], unit // UNITS_PER_TEAM)
                return f"End the walk {where}."
            return stops.get(_question(seen), "Stop here.")


def _going(seen: Observation) -> str:
    """Return the verb of the question: walk, follow or jump."""
    question = _question(seen)
    return question.value if question in (Question.FOLLOW, Question.JUMP) else "walk"


def _question(seen: Observation) -> Question:
    return seen.question or Question.UNIT_PHASE


def _ground(space: int, seen: Observation) -> str:
    """Return a space with its features: a point and its owner, a release point, lava, a token."""
    setup = seen.setup
    board = setup.board
    remarks = []
    if space in board.points:
        owner = seen.owners[board.points.index(space)]
        colour = "uncaptured" if owner < 0 else f"{team_name(owner)}'s"
        kind = "tower centre" if space in board.tower_centres else "control point"
        remarks.append(f"{colour} {kind}")
    for point, jail in zip(board.release_points, board.release_jails, strict=True):
        if point == space:
            remarks.append(f"release point of the {jail_name(setup, jail)}")
    if board.lava >> space & 1:
        remarks.append("lava")
    if board.bridges >> space & 1:
        remarks.append("bridge")
    if board.tower_edge >> space & 1:
        remarks.append("tower edge")
    remarks += [
        f"with {with_article(token_name(setup, placed.token))}"
        for placed in seen.tokens
        if placed.space == space
    ]
    unit = _mover(seen)
    name = place_name(setup, space, unit // UNITS_PER_TEAM if unit >= 0 else seen.seat)
    return f"{name} ({', '.join(remarks)})" if remarks else name


def _mover(seen: Observation) -> int:
    for frame in reversed(seen.stack):
        if isinstance(frame, UnitPhase | Moving | Push):
            return frame.unit
    return -1


def _attacking(action: Action, seen: Observation) -> str:
    """Return an attack with its strength before cards."""
    setup = seen.setup
    item, target = a_of(action), b_of(action)
    frame = seen.stack[-1]
    attacker = acting_unit(frame) if isinstance(frame, UnitPhase | Attack) else -1
    text = capitalised(label(action, setup))
    arm = next((arm for arm in seen.gear.weapons[attacker] if arm.item == item), None)
    if attacker < 0 or arm is None:
        return f"{text}."
    details = [f"{_KINDS[arm.kind]}, strength {arm.strength}"]
    if arm.shape is Shape.SPLASH:
        details.append("splash damage")
    if arm.attacks > 1:
        details.append(f"{arm.attacks} attacks")
    if target != NOBODY:
        details.append(f"target {_health(target, seen)}")
    weapon = setup.catalog.items[item].text if item != PUNCH else ""
    return f"{text}: {', '.join(details)}. {weapon}".rstrip()


def _standing_act(kind: ActionKind, seen: Observation) -> str:
    """Return the two actions that depend on the unit's space."""
    setup = seen.setup
    unit = _mover(seen)
    place = seen.space[unit]
    if kind is ActionKind.CAPTURE:
        return f"Capture {_ground(place, seen)}."
    board = setup.board
    jail = board.release_jails[board.release_points.index(place)]
    inmates = [other for other, where in enumerate(seen.space) if where == -1 - jail]
    return f"Release the {jail_name(setup, jail)}: free {the_units(setup, inmates)}."


def _jailing(jail: int, seen: Observation) -> str:
    setup = seen.setup
    dying = _find(seen, Dying)
    who = unit_name(setup, dying.unit) if isinstance(dying, Dying) else "the unit"
    inmates = [other for other, where in enumerate(seen.space) if where == -1 - jail]
    company = f", with {the_units(setup, inmates)}" if inmates else ", which is empty"
    return f"Send {who} to the {jail_name(setup, jail)}{company}."


def _auctioning(unit: int, seen: Observation) -> str:
    """Return the cards that a sale of this unit sends back to the store, with their prices."""
    setup = seen.setup
    cards = list(seen.items[unit])
    if setup.ruleset.auction_sells_character:
        cards += [
            card
            for name, card in setup.catalog.character_cards.items()
            if name == setup.units[unit].id
        ]
    priced = [f"{the_item(setup, card)} for {price_words(price(setup, card))}" for card in cards]
    return f"Auction off {unit_name(setup, unit)}: {listed(priced)}."


def _health(unit: int, seen: Observation) -> str:
    """'vitae 3 of 5', and that it is incapacitated."""
    most = seen.gear.vitae[unit]
    left = most - seen.wounds[unit]
    return f"vitae {left} of {most}" + (", incapacitated" if seen.down[unit] else "")


def _find(seen: Observation, kind: type[Frame]) -> Frame | None:
    """Return the topmost frame of a kind."""
    return next((frame for frame in reversed(seen.stack) if isinstance(frame, kind)), None)


# -- questions -------------------------------------------------------------------------------------


def describe_question(question: Question, seen: Observation, unit: int = -1) -> str:
    """Return the open question as one sentence; `unit` is the unit asked about, or -1."""
    setup = seen.setup
    name = unit_name(setup, unit) if unit >= 0 else ""
    the_name = unit_name(setup, unit) if unit >= 0 else ""
    match question:
        case Question.DEAL:
            frame = _find(seen, Dealing)
            seat = frame.dealt // UNITS_PER_TEAM if isinstance(frame, Dealing) else seen.seat
            return f"Which starting character is dealt to {team_name(seat)}?"
        case Question.ROLL:
            frame = _find(seen, Rolling)
            rolled = len(frame.rolls) if isinstance(frame, Rolling) else 0
            roller = frame.contenders[rolled] if isinstance(frame, Rolling) else seen.seat
            return f"Which number does {team_name(roller)} roll to play first?"
        case Question.DRAW:
            frame = _find(seen, Drawing)
            seat = frame.seat if isinstance(frame, Drawing) else seen.seat
            return f"Which power card does {team_name(seat)} draw?"
        case Question.REVEAL:
            return "Which item is revealed?"
        case Question.PURCHASE:
            return f"What do you buy, sell or equip, with {_purse(seen)}?"
        case Question.TURN:
            frame = _find(seen, Turn)
            left = frame.phases if isinstance(frame, Turn) else 0
            if not left:
                return "Do you play anything more before your turn ends?"
            return f"Which unit do you activate, with {counted(left, 'unit phase')} left?"
        case Question.UNIT_PHASE:
            return f"What does {the_name} do, with {_budget(seen)}?"
        case Question.WALK:
            return f"Where does {the_name} walk?"
        case Question.FOLLOW:
            return f"Does {the_name} follow, and where to?"
        case Question.JUMP:
            return f"Does {the_name} jump, and where to?"
        case Question.ATTACK_CARDS:
            return f"Which cards do you add to {_attack_words(seen)}?"
        case Question.DEFENCE_CARDS:
            return f"Which cards do you play against {_attack_words(seen)}?"
        case Question.FURTHER_ATTACK:
            return f"Which enemy does {the_name} attack next with the same action?"
        case Question.HIT_ORDER:
            return "Which of your units is hit next?"
        case Question.PUSH_SPACE:
            return f"Where is {the_name} pushed?"
        case Question.JAIL:
            return f"Which jail do you send {the_name} to?"
        case Question.REACTION:
            return f"{capitalised(_occasion(seen, name))}. Do you react?"
        case Question.AUCTION:
            return "Which unit in jail do you auction off?"
        case _:
            assert_never(question)


def _purse(seen: Observation) -> str:
    return f"{compact(seen.credits[seen.seat])} credits"


def _budget(seen: Observation) -> str:
    """Return the movement and actions left in a unit phase, in words."""
    frame = _find(seen, UnitPhase)
    if not isinstance(frame, UnitPhase):
        return "its unit phase"
    if frame.walking:
        walk = f"a walk after {counted(frame.steps, 'step')}"
    else:
        walk = counted(frame.movements, "movement phase")
    return f"{walk} and {counted(frame.actions, 'action')} left"


def _attack_words(seen: Observation) -> str:
    """Return the open attack: attacker, target, weapon, strength so far."""
    setup = seen.setup
    attack = _find(seen, Attack)
    if not isinstance(attack, Attack):
        return "the attack"
    declared = attack.declared
    if declared.unit < 0:
        who, means = id_name(setup, declared.card), ""
    else:
        who = unit_name(setup, declared.unit)
        means = "a punch" if declared.item == PUNCH else id_name(setup, declared.card)
    own = declared.unit >= 0 and declared.card == setup.units[declared.unit].id
    whom = unit_name(setup, attack.target) if attack.target >= 0 else "all adjacent enemies"
    text = f"the attack by {who} on {whom}"
    if means and not own:
        text += f" with {means}"
    strength = declared.strength
    if declared.item >= 0:
        arms = seen.gear.weapons[declared.unit]
        strength = next((arm.strength for arm in arms if arm.item == declared.item), strength)
    return f"{text} (strength {strength}, cards {attack.bonus})"


def _occasion(seen: Observation, name: str) -> str:
    """Describe the event that a team may react to."""
    setup = seen.setup
    event = _find(seen, ReactionWindow)
    if not isinstance(event, ReactionWindow):
        return "something happened"
    whom = the_units(setup, event.subjects) if min(event.subjects, default=-1) >= 0 else ""
    match event.trigger:
        case Trigger.DECLARED:
            source = unit_name(setup, event.source) if event.source >= 0 else "an effect"
            return f"{source} attacks {whom}"
        case Trigger.WOUNDED:
            return f"{name} is wounded"
        case Trigger.RESOLVED:
            return f"the attack on {whom} is over"
        case Trigger.DIED:
            return f"{name} has died"
        case Trigger.MOVED:
            return f"{name} has moved"
        case Trigger.CAPTURED:
            return f"{name} has captured a control point"
        case Trigger.STARTED:
            return "your turn begins"
        case _:
            return "something happened"


SHORT: Final = {Shortfall.FAR: "too far", Shortfall.LATE: "too late"}


def shortfall_words(setup: Setup, action: Action, short: Shortfall) -> str:
    """'Too far to help the blue gunner': the reason why a reaction has no effect."""
    return f"{capitalised(SHORT[short])} to help {unit_name(setup, subject_of(action))}"
