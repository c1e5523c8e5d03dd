"""A sentence for each event of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.answers import DealKind
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.tome import TargetKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deathdome.powerdome.model.answers import Plan, Proposal, Side, Trade
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import Deal
    from deathdome.powerdome.model.tome import Tome

FAILED: Final[Mapping[str, str]] = {
    "disabled": "the power is disabled",
    "gone": "the power has left the game",
    "moved": "the power changed owner this round",
    "owner-died": "the owner of the power died",
    "limit": "its Limit is used up",
    "target": "its target is no longer legal",
    "condition": "its condition is not met",
    "cost": "the cost cannot be paid",
}
LOST: Final[Mapping[str, str]] = {
    "attacker-died": "the attacker is dead",
    "target-died": "the target is dead",
    "no-attack": "the attacker does not attack this round",
    "no-strike": "there is no strike left",
}
_CAUSES: Final[Mapping[str, str]] = {
    "attack": "attack",
    "power": "power",
    "affliction": "affliction",
    "burn": "Burn",
    "dome": "closing dome",
}
_TRAITS: Final[Mapping[str, str]] = {
    "bypass": "its attacks have Bypass",
    "no_attack": "it does not attack",
    "steady": "agility changes no damage of its attacks, nor of attacks on it",
    "reflect": "attackers lose a share of the damage they deal to it",
}
_ENDS: Final[Mapping[str, str]] = {
    "last-alive": "the last one alive",
    "none-alive": "no player lives",
    "closing-dome": "the most vitality when the dome closed",
    "round-limit": "the last round is over",
}

_DRAWS: Final[Mapping[str, str]] = {"closing dome": "equal vitality when the dome closed"}


def all_of(words: Sequence[str]) -> str:
    """Return 'a, b and c'; "" if there are no words."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


class Narrator:
    """Makes sentences for the characters and powers of one game."""

    def __init__(self, tome: Tome, names: Sequence[str]) -> None:
        self.tome = tome
        self.names = names

    def who(self, character: int) -> str:
        """Return the name of a character; of a modifier, the dome."""
        if 0 <= character < len(self.names):
            return self.names[character]
        return "the dome" if character == ABSENT else f"ally {character}"

    def power(self, index: int | None) -> str:
        """Return the name of a power."""
        return "its effect" if index is None else self.tome.powers[index].name

    def powers(self, indices: Iterable[int]) -> str:
        """Return the names of powers."""
        return all_of([self.power(one) for one in indices]) or "nothing"

    def sentence(self, event: Event) -> str:
        """Return the sentence of an event."""
        match event:
            case say.Nominated():
                by = (
                    f"{self.who(seat)} {self.powers(three)}" for seat, three in enumerate(event.by)
                )
                return f"Nominations: {'; '.join(by)}."
            case say.Filled():
                return f"{self.power(event.power)} joins the pool, which is too small."
            case say.FirstProtector():
                return f"{self.who(event.seat)} may protect first."
            case say.Protected(power=None):
                return f"{self.who(event.seat)} passes for good."
            case say.Protected():
                return f"{self.who(event.seat)} protects {self.power(event.power)} for 5 vitality."
            case say.Drawn():
                return f"{self.power(event.power)} reaches the auction."
            case say.Culled():
                return f"Culled: {self.powers(event.powers)}."
            case say.BidsShown():
                return f"Bids: {self._bids(event)}."
            case say.InForce():
                return f"{self.power(event.power)} comes into force."
            case say.Won():
                tied = " by the coin" if event.tied else ""
                won = f"{self.power(event.power)}{tied} for {event.price}"
                return f"{self.who(event.seat)} wins {won}."
            case say.Unsold():
                return f"{self.power(event.power)} is unsold and leaves the game."
            case say.Offered(trade=None):
                return f"{self.who(event.seat)} offers nothing."
            case say.Offered(trade=trade) if trade is not None:
                word = "answers with a counter-offer" if event.counter else "offers a trade"
                return f"{self.who(event.seat)} {word}: {self.trade(event.seat, trade)}."
            case say.Traded():
                return f"The trade is made: {self.trade(event.seat, event.trade)}."
            case say.Declined():
                return f"{self.who(event.trade.to)} declines."
            case say.Discarded():
                return f"{self.who(event.seat)} discards {self.powers(event.powers)}."
            case say.Introduced():
                name, look = event.persona.name, event.persona.look
                entered = f" as {name}" if name else ""
                return f"{self.who(event.seat)} enters{entered}{f', {look}' if look else ''}."
            case say.Given():
                return f"{self.power(event.power)} is given to {self._bearer(event.seat)}."
            case say.Unmasked():
                return f"{self.who(event.seat)} bears {self.power(event.power)}."
            case _:
                return self._in_round(event)

    def _in_round(self, event: Event) -> str:
        match event:
            case say.RoundBegan():
                return f"Round {event.round} begins."
            case say.Proposed():
                return f"{self.who(event.seat)} proposes {self.proposal(event.proposal)}."
            case say.Agreed():
                word = "accepts" if event.accepted else "declines"
                offer = "truce"
                if event.proposal.kind is not DealKind.TRUCE:
                    offer = f"offer against {self.who(event.proposal.against)}"
                return f"{self.who(event.proposal.to)} {word} {self.who(event.seat)}'s {offer}."
            case say.Revealed():
                shown = ", ".join(f"{self.who(seat)} {agility}" for seat, agility in event.agility)
                return f"Agility, in the order of action: {shown}."
            case say.Captioned():
                return f"{self.who(event.seat)}: {event.text}"
            case say.Suffered():
                affliction = self.tome.afflictions[event.affliction].name
                return f"{affliction} acts on {self.who(event.character)}."
            case say.Activated():
                return self._activated(event)
            case say.Failed():
                why = FAILED.get(event.reason, event.reason)
                return f"{self.who(event.character)}: {self.power(event.power)} fails: {why}."
            case say.Paid():
                word = "Burn" if event.burn else "Utilize"
                return f"{self.who(event.character)} pays {word} {event.n}."
            case say.Disabled():
                return f"{self.power(event.power)} is disabled for the round."
            case say.Forfeited():
                return f"{self.power(event.power)} leaves the game."
            case say.Moved():
                origin = "the culled pile" if event.old == ABSENT else self.who(event.old)
                return f"{self.power(event.power)} goes from {origin} to {self.who(event.new)}."
            case say.Summoned():
                kind = self.tome.allies[event.kind].name
                ally = self.who(event.character)
                return f"{self.who(event.controller)} summons {ally}, a {kind}."
            case say.Revived():
                return f"{self.who(event.character)} lives again with {event.vitality} vitality."
            case say.Rolled():
                return f"The die of {event.sides} sides shows {event.result}."
            case say.RuleSet():
                return f"A rule changes: {event.key} is {event.value}."
            case _:
                return self._changed(event)

    def _changed(self, event: Event) -> str:
        match event:
            case say.VitalityChanged():
                change = f"{event.old} to {event.new} ({_CAUSES.get(event.cause, event.cause)})"
                return f"{self.who(event.character)}: vitality {change}."
            case say.StatChanged():
                stat = "reserve" if event.stat == "ap" else event.stat
                return f"{self.who(event.character)}: {stat} {event.old} to {event.new}."
            case say.TraitGiven():
                if event.key == "taken_max":
                    return f"{self.who(event.character)}: no attack deals it more than {event.n}."
                return f"{self.who(event.character)}: {_TRAITS.get(event.key, event.key)}."
            case say.CounterChanged():
                on = (
                    self.power(event.power)
                    if event.character is None
                    else self.who(event.character)
                )
                return f"{on}: {event.name} counters {event.old} to {event.new}."
            case say.Afflicted():
                affliction = self.tome.afflictions[event.affliction].name
                return f"{self.who(event.character)} is afflicted with {affliction}."
            case say.Cured():
                affliction = self.tome.afflictions[event.affliction].name
                return f"{self.who(event.character)} is cured of {affliction}."
            case say.AttackBegan():
                more = " with a further attack" if event.further else ""
                return (
                    f"{self.who(event.attacker)} attacks {self.who(event.defender)}{more}, "
                    f"strike {event.strike}."
                )
            case say.AttackLost():
                why = LOST.get(event.reason, event.reason)
                attacker, defender = self.who(event.attacker), self.who(event.defender)
                return f"The attack of {attacker} on {defender} is lost: {why}."
            case say.Redirected():
                return f"The attack hits {self.who(event.new)} instead of {self.who(event.old)}."
            case say.Struck():
                return self._struck(event)
            case say.DamageChanged():
                word = "is capped" if event.cap else "changes"
                return f"The damage {word}: {event.old} to {event.new}."
            case say.Died():
                how = " with its player" if event.with_player else ""
                return f"{self.who(event.character)} dies{how}."
            case say.PlansShown():
                plans = "; ".join(self._plan(who, plan) for who, plan in event.plans)
                return f"Plans: {plans}."
            case say.DealsJudged():
                return "Deals: " + "; ".join(self._deal(deal) for deal in event.deals) + "."
            case say.DomeCloses():
                return f"The dome closes: every living player loses {event.loss}."
            case say.GameOver():
                how = _ENDS.get(event.reason, event.reason)
                if event.winner == ABSENT:
                    how = _DRAWS.get(event.reason, how)
                    return f"The game is a draw: {how}."
                return f"{self.who(event.winner)} wins: {how}."
            case _:
                return type(event).__name__

    def _bearer(self, seat: int) -> str:
        return "a player, in secret" if seat == ABSENT else self.who(seat)

    def _bids(self, event: say.BidsShown) -> str:
        rows = []
        for seat, bids in enumerate(event.by):
            mine = ", ".join(f"{self.power(power)} {amount}" for power, amount in bids)
            rows.append(f"{self.who(seat)} {mine or 'nothing'}")
        return "; ".join(rows)

    def trade(self, seat: int, trade: Trade) -> str:
        """Return both sides of a trade."""
        give, want = self._side(trade.give), self._side(trade.want)
        return f"{self.who(seat)} gives {give}, {self.who(trade.to)} gives {want}"

    def _side(self, side: Side) -> str:
        things = [self.power(power) for power in side.powers]
        if side.vitality:
            things.append(f"{side.vitality} vitality")
        if side.promise:
            things.append(f'a promise, "{side.promise}"')
        return all_of(things) or "nothing"

    def proposal(self, proposal: Proposal) -> str:
        """Return an offer of the Strategy phase."""
        if proposal.kind is DealKind.TRUCE:
            return f"a truce with {self.who(proposal.to)}"
        return f"{self.who(proposal.to)} together against {self.who(proposal.against)}"

    def _deal(self, deal: Deal) -> str:
        words = f"{self.who(deal.seat)} and {self.who(deal.proposal.to)}"
        broken = ", ".join(map(self.who, deal.broken_by))
        return f"{words}: {f'broken by {broken}' if broken else 'honoured'}"

    def _activated(self, event: say.Activated) -> str:
        words = "answers with" if event.reaction else "activates"
        text = f"{self.who(event.character)} {words} {self.power(event.power)}"
        if event.x:
            text += f", X {event.x}"
        if event.target is not None:
            effects = () if event.power is None else self.tome.powers[event.power].effects
            of_power = any(
                effect.target is TargetKind.RIVAL_POWER
                for effect in effects[event.effect : event.effect + 1]
            )
            text += f" on {self.power(event.target) if of_power else self.who(event.target)}"
        return f"{text[0].upper()}{text[1:]}."

    def _struck(self, event: say.Struck) -> str:
        if event.bypass:
            text = f"Strike {event.strike} passes the resist of {event.resist}"
        else:
            text = f"Strike {event.strike} against resist {event.resist}: {event.through}"
            if event.worn != event.resist:
                text += f", resist falls to {event.worn}"
        speed = event.speed if event.through else 1  # there is nothing to double or halve
        if speed == 2:
            text += f"; doubled, agility {event.attacker_agility} to {event.defender_agility}"
        elif speed == -2:
            text += f"; halved, agility {event.attacker_agility} to {event.defender_agility}"
        return f"{text}. Damage {event.damage}."

    def _plan(self, who: int, plan: Plan) -> str:
        stats = f"{plan.agility}/{plan.strike}/{plan.resist}"
        aim = "" if plan.attack is None else f" at {self.who(plan.attack)}"
        acts = [self.power(act.power) for act in plan.activate]
        return f"{self.who(who)} {stats}{aim}{' with ' + ', '.join(acts) if acts else ''}"
