"""The round: Reset, the two passes of combat, and its end (PD-RESET, PD-COMBAT, PD-WIN)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.answers import Order, Target
from deathdome.powerdome.model.asks import Ask, AskKind
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.options import CLOSING_LOSS, CLOSING_ROUND
from deathdome.powerdome.model.tome import EventKind
from deathdome.powerdome.rules.book import book_of
from deathdome.powerdome.rules.fight import NO_PATH, Fight, Happening

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.powerdome.model.answers import Answer, Plan, Sheet
    from deathdome.powerdome.model.dome import Character, CharacterId, Dome, Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.options import Options


def reset(dome: Dome, log: list[Event] | None = None) -> None:
    """Begin a round (PD-RESET-01 to -07)."""
    dome.round += 1
    for character in dome.characters:
        character.end_round()
        if character.alive:
            character.ap = character.vitality
    for card in dome.cards.values():
        card.moved = card.disabled = False
        card.answers.clear()
    dome.ally_answers.clear()
    for key, level in dome.lasting.items():
        setattr(dome, key, level)
    dome.lasting.clear()
    living = dome.living()
    dome.first = next((seat for seat in living if seat > dome.first), min(living, default=ABSENT))
    if not dome.closing and all(dome.characters[seat].vitality == 0 for seat in living):
        dome.closing = dome.round  # PD-WIN-05
    if log is not None:
        log.append(say.RoundBegan(dome.round))


def initiative(dome: Dome, commit: Sequence[Seat]) -> list[Seat]:
    """Return the order of action of the living players, then the dead in seat order.

    The fastest acts first, or the slowest by option; ties go by commit order (PD-COMBAT-02, -03).
    """
    sign = 1 if dome.initiative == "low" else -1
    characters = dome.characters
    living = sorted(
        dome.living(), key=lambda seat: (sign * characters[seat].agility, commit.index(seat))
    )
    return living + [seat for seat in range(dome.seats) if not characters[seat].alive]


def play_round(
    dome: Dome,
    sheets: Mapping[Seat, Sheet],
    commit: Sequence[Seat],
    options: Options,
    asks: Callable[[Ask], Answer],
    log: list[Event] | None = None,
) -> None:
    """Play Combat and the end of the round on a dome that was reset.

    The sheets have their Autos placed (`sheets.complete`).
    """
    fight = Fight(dome, book_of(dome.tome), asks, log)
    plans = {who: plan for sheet in sheets.values() for who, plan in sheet.plans.items()}
    _show_agility(dome, plans, commit, log)
    if log is not None:
        log.extend(
            say.Captioned(seat, sheets[seat].caption)
            for seat in dome.order
            if seat in sheets and sheets[seat].caption
        )
    declared = options.declare == "combat"
    fight.happen(EventKind.COMBAT_START, NO_PATH, {})
    if (
        not fight.settle()
        and not _activations(fight, plans, declared=declared)
        and not _attacks(fight, plans, declared=declared)
    ):
        _end_round(fight, options)
    for who, plan in plans.items():  # of a bearer that died before its place, too
        for act in plan.activate:
            fight.unmask(who, act.power)
    if log is not None:
        log.append(say.PlansShown(tuple(sorted(plans.items()))))


def _show_agility(
    dome: Dome,
    plans: Mapping[CharacterId, Plan],
    commit: Sequence[Seat],
    log: list[Event] | None,
) -> None:
    """Put the planned stats in force; what is left is the reserve (PD-COMBAT-01)."""
    for who, plan in plans.items():
        character = dome.characters[who]
        if character.player:
            character.agility = plan.agility
        character.strike = plan.strike
        character.resist = plan.resist
        character.ap -= plan.points
    dome.order = initiative(dome, commit)
    if log is not None:
        shown = [seat for seat in dome.order if dome.characters[seat].alive]
        agility = tuple((seat, dome.characters[seat].agility) for seat in shown)
        log.append(say.Revealed(agility, tuple(shown)))


def _turns(fight: Fight) -> list[Character]:
    """Return everyone with a place in a pass: players, each followed by its allies.

    Allies of a player who died this round still act (PD-DEATH-06).
    """
    return [one for one in fight.in_order() if not one.new]


def _activations(fight: Fight, plans: Mapping[CharacterId, Plan], *, declared: bool) -> bool:
    """Play the activation pass (PD-COMBAT-05); True if the game is over."""
    for character in _turns(fight):
        if not character.can_act():
            continue
        for affliction in character.afflictions[:]:
            if not character.can_act():
                break
            if affliction not in character.afflictions:
                continue
            fight.suffer(character, affliction)
            if fight.settle():
                return True
        plan = plans.get(character.id)
        if plan is None or not character.can_act():
            continue
        acts = plan.activate
        if declared and acts:
            answer = fight.asks(Ask(character.controller, AskKind.ORDER, character=character.id))
            assert isinstance(answer, Order)
            acts = answer.activate
        for act in acts:
            if not character.can_act():
                break
            fight.activate(character, act)
            if fight.settle():
                return True
    return False


def _attacks(fight: Fight, plans: Mapping[CharacterId, Plan], *, declared: bool) -> bool:
    """Play the attack pass (PD-COMBAT-05); True if the game is over."""
    for character in _turns(fight):
        plan = plans.get(character.id)
        if plan is None or not character.can_act():
            if plan is not None and plan.attack is not None:
                fight.write(say.AttackLost(character.id, plan.attack, "attacker-died"))
            continue
        attack = plan.attack
        if declared:
            answer = fight.asks(Ask(character.controller, AskKind.TARGET, character=character.id))
            assert isinstance(answer, Target)
            attack = answer.attack
        if attack is None:
            continue
        reason = _attack_lost(fight, character, attack)
        if reason:
            fight.write(say.AttackLost(character.id, attack, reason))
            continue
        fight.attack(character.id, attack)
        if fight.settle():
            return True
    return False


def _attack_lost(fight: Fight, character: Character, target: CharacterId) -> str:
    """Return why an attack does not take place, or "" (PD-COMBAT-14)."""
    if not fight.characters[target].alive:
        return "target-died"
    if character.no_attack:
        return "no-attack"
    return "no-strike" if character.strike < 1 else ""


def _end_round(fight: Fight, options: Options) -> None:
    """Let the allies of the dead die, answer the end of the round, close the dome."""
    follow(fight)
    if fight.settle():
        return
    if EventKind.ROUND_END in fight.heard:
        fight.react(Happening(EventKind.ROUND_END, NO_PATH))
        if fight.settle():
            return
    close(fight, options)
    if not fight.dome.over:
        follow(fight)
        fight.settle()


def follow(fight: Fight) -> None:
    """Let the allies of dead players die (PD-DEATH-06)."""
    characters = fight.characters
    lost = [
        one.id
        for one in fight.in_order()
        if not one.player and one.alive and not characters[one.controller].alive
    ]
    if lost:
        fight.die(lost, ABSENT, NO_PATH, with_player=True)


def close(fight: Fight, options: Options) -> None:
    """Take vitality from all living players, more each round (PD-WIN-04, -05)."""
    dome = fight.dome
    if not options.closing_dome:
        if dome.round >= options.max_rounds:
            fight.end(ABSENT, "round-limit")
        return
    first = min(dome.closing or CLOSING_ROUND, CLOSING_ROUND)
    if dome.round < first:
        return
    loss = CLOSING_LOSS * (dome.round - first + 1)
    before = {seat: dome.characters[seat].vitality for seat in dome.living()}
    fight.write(say.DomeCloses(loss))
    dead = []
    for seat, old in before.items():
        dome.characters[seat].vitality = old - loss
        fight.write(say.VitalityChanged(seat, old, old - loss, "dome"))
        if old < loss:
            dead.append(seat)
    if dead:
        fight.die(dead, ABSENT, NO_PATH)
    if len(dead) < len(before) or dome.living():
        fight.settle()
        return
    most = max(before.values())
    best = [seat for seat, old in before.items() if old == most]
    fight.end(best[0] if len(best) == 1 else ABSENT, "closing-dome")
