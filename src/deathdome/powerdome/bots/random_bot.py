"""The random bot: a uniformly random legal answer to every question, as a yardstick."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from deathdome.powerdome.bots.protocol import moment
from deathdome.powerdome.model.answers import (
    Activation,
    Bids,
    Chance,
    Consents,
    DealKind,
    Discards,
    Nomination,
    Offer,
    Order,
    Persona,
    Plan,
    Proposal,
    Protection,
    Reply,
    Sheet,
    Side,
    Talk,
    Target,
    Trade,
)
from deathdome.powerdome.model.asks import Ask, AskKind
from deathdome.powerdome.rules.fight import targets
from deathdome.powerdome.rules.game import why_not
from deathdome.powerdome.rules.sheets import attack_targets, planners, usable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.bots.protocol import Briefing
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import Character, Dome
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State


class RandomBot:
    """Answers at random, the same to the same question of a game."""

    def __init__(self) -> None:
        self._seed = 0

    def begin(self, briefing: Briefing) -> None:
        """Take the seed."""
        self._seed = briefing.seed

    def decide(self, view: State, ask: Ask) -> Answer:
        """Return a random legal answer."""
        return random_answer(view, ask, Random(f"{self._seed}/{moment(view, ask)}"))

    def observe(self, events: Sequence[Event]) -> None:
        """Remember nothing."""


def random_answer(state: State, ask: Ask, dice: Random) -> Answer:
    """Return a random legal answer to a question, of chance as well."""
    dome, seat = state.now, ask.seat
    powers = dome.tome.powers
    match ask.kind:
        case AskKind.CHANCE:
            return Chance(dice.choice(ask.choices))
        case AskKind.NOMINATE:
            return Nomination(tuple(dice.sample(range(len(powers)), 3)))
        case AskKind.PROTECT:
            power = dice.choice([None, *state.progress.pool])
            protection = Protection(power)
            return protection if why_not(state, seat, protection) is None else Protection(None)
        case AskKind.BID:
            left = dome.characters[seat].vitality
            bids = {}
            for power in state.slots:
                if not powers[power].modifier:
                    bids[power] = dice.randint(0, min(left, 20))
                    left -= bids[power]
            return Bids(bids)
        case AskKind.TRADE:
            return Offer(_trade(state, seat, dice))
        case AskKind.REPLY:
            counter = _trade(state, seat, dice)
            reply = Reply(accept=False, counter=counter)
            if counter is not None and why_not(state, seat, reply) is None:
                return reply
            return Reply(accept=dice.random() < 0.5)
        case AskKind.DISCARD:
            return Discards(tuple(p for p in dome.hands[seat] if dice.random() < 0.1))
        case AskKind.PERSONA:
            return Persona("Somebody", "grey")
        case AskKind.TALK:
            return Talk(tuple(_proposals(state, seat, dice)))
        case AskKind.CONSENT:
            makers = [maker for maker, proposal in state.talk if proposal.to == seat]
            return Consents(tuple(maker for maker in makers if dice.random() < 0.5))
        case AskKind.SHEET:
            declared = state.options.declare == "combat"
            return Sheet(
                {
                    who: random_plan(dome, dome.characters[who], dice, declared=declared)
                    for who in planners(dome, seat)
                }
            )
        case AskKind.ORDER:
            sheet = state.gathered[seat]
            assert isinstance(sheet, Sheet)
            acts = list(sheet.plans[ask.character].activate)
            dice.shuffle(acts)
            return Order(tuple(_aimed(dome, ask.character, act, dice) for act in acts))
        case AskKind.TARGET:
            choices = attack_targets(dome, dome.characters[ask.character])
            return Target(dice.choice([None, *choices]))


def _aimed(dome: Dome, who: int, act: Activation, dice: Random) -> Activation:
    character = dome.characters[who]
    effects = (
        dome.tome.allies[character.kind].effects
        if act.power is None
        else dome.tome.powers[act.power].effects
    )
    kind = effects[act.effect].target
    choices = [] if kind is None else targets(dome, character, kind)
    aim = dice.choice(choices) if choices else None
    return Activation(act.power, act.effect, aim, act.x)


def random_plan(dome: Dome, who: Character, dice: Random, *, declared: bool = False) -> Plan:
    """Return a random legal plan of a character."""
    left = max(who.vitality, 0)  # of the dead it is negative
    acts = []
    usables = usable(dome, who)
    left -= sum(one.cost(one.least) for one in usables if one.auto)
    for one in usables:
        if not one.auto and dice.random() < 0.4:
            continue
        x = dice.randint(one.least, one.most) if one.most else 0
        if one.auto:
            x = one.least
        elif one.cost(x) > left:
            continue
        else:
            left -= one.cost(x)
        target = None if declared or not one.targets else dice.choice(one.targets)
        acts.append(Activation(one.power, one.number, target, x))
    dice.shuffle(acts)
    cuts = sorted(dice.randint(0, left) for _ in range(3))
    agility = cuts[0] if who.player else 0
    foes = attack_targets(dome, who)
    foe = dice.choice(foes) if foes and not declared and dice.random() < 0.9 else None
    return Plan(agility, cuts[1] - cuts[0], cuts[2] - cuts[1], foe, tuple(acts))


def _trade(state: State, seat: int, dice: Random) -> Trade | None:
    dome = state.now
    if dice.random() < 0.5:
        return None
    to = dice.choice([other for other in range(dome.seats) if other != seat])
    give = tuple(p for p in dome.hands[seat] if dice.random() < 0.3)
    want = tuple(p for p in dome.hands[to] if dice.random() < 0.3)
    trade = Trade(to, Side(give, dice.randint(0, 5)), Side(want, 0, "peace"), "why not")
    refusal = why_not(state, seat, Offer(trade))
    return trade if refusal is None or refusal.code in ("wrong-answer", "not-asked") else None


def _proposals(state: State, seat: int, dice: Random) -> list[Proposal]:
    living = state.dome.living()
    found = []
    for to in living:
        others = [one for one in living if one not in (seat, to)]
        if to == seat or dice.random() < 0.5:
            continue
        if others and dice.random() < 0.5:
            found.append(Proposal(to, DealKind.TOGETHER, dice.choice(others)))
        elif seat in living:
            found.append(Proposal(to, DealKind.TRUCE))
    return found
