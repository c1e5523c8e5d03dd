"""Trials of a sheet against plans that rivals have shown, by the real rules (AM-10)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from deathdome.powerdome.model.answers import (
    Activation,
    Answer,
    Chance,
    Order,
    Plan,
    Sheet,
    Target,
)
from deathdome.powerdome.model.asks import CHANCE, AskKind
from deathdome.powerdome.model.events import PlansShown
from deathdome.powerdome.rules.fight import targets
from deathdome.powerdome.rules.game import rotation
from deathdome.powerdome.rules.rounds import play_round
from deathdome.powerdome.rules.sheets import attack_targets, complete, points_spent, usable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Character, CharacterId, Dome, Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State

LAST: int = 3  # plans of each rival


class Outcome(NamedTuple):
    """The end of a round that was tried out."""

    dome: Dome
    log: list[Event]


class Trial(NamedTuple):
    """A sheet against one rival with one of its former plans; the others do nothing."""

    rival: Seat
    ago: int  # rounds since that plan, 1 for the last one
    plan: Plan
    outcome: Outcome


class Change(NamedTuple):
    """The vitality of a character before and after a trial."""

    who: CharacterId
    old: int
    new: int
    alive: bool  # after it


def past_plans(events: Iterable[Event]) -> dict[CharacterId, list[Plan]]:
    """Return the plans that each character has shown, the latest first."""
    found: dict[CharacterId, list[Plan]] = {}
    for event in events:
        if isinstance(event, PlansShown):
            for who, plan in event.plans:
                found.setdefault(who, []).insert(0, plan)
    return found


def trials(view: State, seat: Seat, sheet: Sheet, events: Iterable[Event]) -> list[Trial]:
    """Return a trial of a sheet against each of the last three plans of each living rival."""
    past = past_plans(events)
    found = []
    for rival in view.dome.living():
        if rival == seat:
            continue
        for ago, plan in enumerate(past.get(rival, [])[:LAST], 1):
            fitted = fit(view.dome, rival, plan, at=seat)
            sheets = {seat: sheet, rival: Sheet({rival: fitted})}
            found.append(Trial(rival, ago, fitted, resolve(view, sheets, aim=(seat, rival))))
    return found


def changes(view: State, seat: Seat, outcome: Outcome) -> list[Change]:
    """Return the changes of vitality: all on the side of the seat, on others those that differ."""
    after = outcome.dome.characters
    return [
        Change(one.id, one.vitality, after[one.id].vitality, after[one.id].alive)
        for one in view.dome.characters
        if one.alive and (one.vitality != after[one.id].vitality or one.controller == seat)
    ]


def resolve(
    view: State, sheets: Mapping[Seat, Sheet], aim: tuple[Seat, Seat] | None = None
) -> Outcome:
    """Resolve sheets in the open round; players without one do nothing.

    Chance gives the middle of its choices. Targets that are declared in combat (AM-2) are the two
    of `aim`, each for the other.
    """
    dome = view.dome.copy()
    order = rotation(dome)
    full = {seat: complete(dome, seat, sheets.get(seat, Sheet({}))) for seat in order}
    if view.options.declare == "combat":
        full = {seat: aimless(sheet) for seat, sheet in full.items()}
    log: list[Event] = []

    def answer(ask: Ask) -> Answer:
        character = dome.characters[ask.character]
        if ask.seat == CHANCE:
            return Chance(ask.choices[len(ask.choices) // 2])
        if ask.kind is AskKind.ORDER:
            planned = full[ask.seat].plans[ask.character].activate
            return Order(tuple(_aim(dome, character, act) for act in planned))
        foe = next((two for one, two in _both(aim) if one == ask.seat), None)
        choices = attack_targets(dome, character)
        return Target(foe if foe in choices else next(iter(choices), None))

    play_round(dome, full, order, view.options, answer, log)
    return Outcome(dome, log)


def _both(aim: tuple[Seat, Seat] | None) -> tuple[tuple[Seat, Seat], ...]:
    return () if aim is None else (aim, (aim[1], aim[0]))


def aimless(sheet: Sheet) -> Sheet:
    """Return a sheet whose activations have no targets: those are declared in combat (AM-2)."""
    plans = {
        who: replace(plan, activate=tuple(replace(act, target=None) for act in plan.activate))
        for who, plan in sheet.plans.items()
    }
    return replace(sheet, plans=plans)


def _aim(dome: Dome, character: Character, act: Activation) -> Activation:
    kinds = (
        dome.tome.allies[character.kind].effects
        if act.power is None
        else dome.tome.powers[act.power].effects
    )
    kind = kinds[act.effect].target
    choices = [] if kind is None else targets(dome, character, kind)
    return replace(act, target=choices[0] if choices else None)


def fit(dome: Dome, who: CharacterId, plan: Plan, *, at: CharacterId) -> Plan:
    """Return a former plan as it could be written now: legal, and within the action points."""
    character = dome.characters[who]
    now = {(one.power, one.number): one for one in usable(dome, character)}
    acts = []
    for act in plan.activate:
        one = now.get((act.power, act.effect))
        if one is None:
            continue
        target = act.target if act.target in one.targets else next(iter(one.targets), None)
        acts.append(replace(act, target=target, x=min(max(act.x, one.least), one.most)))
    choices = attack_targets(dome, character)
    attack = plan.attack
    if attack is not None and attack not in choices:
        attack = at if at in choices else None
    fitted = replace(plan, attack=attack, activate=tuple(acts))
    over = points_spent(dome, character, fitted) - character.vitality
    while over > 0 and fitted.activate and fitted.points < over:
        fitted = replace(fitted, activate=fitted.activate[:-1])
        over = points_spent(dome, character, fitted) - character.vitality
    if over <= 0:
        return fitted
    keep, all_ = max(fitted.points - over, 0), max(fitted.points, 1)
    return replace(
        fitted,
        agility=fitted.agility * keep // all_,
        strike=fitted.strike * keep // all_,
        resist=fitted.resist * keep // all_,
    )
