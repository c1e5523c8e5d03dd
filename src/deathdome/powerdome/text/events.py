"""A sentence for each event of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.answers import DealKind
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.tome import TargetKind
from deathdome.powerdome.text.persons import YOU, YOUR, all_of, capital, plural, possessive

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
    "no-attack": "the attacker may not attack this round",
    "no-strike": "there is no strike left",
}
_CAUSES: Final[Mapping[str, str]] = {
    "attack": "attack",
    "power": "power",
    "affliction": "affliction",
    "burn": "Burn",
    "dome": "closing dome",
}
_WINS: Final[Mapping[str, str]] = {
    "last-alive": ", the last one alive",
    "closing-dome": " with the most vitality when the dome closed",
}
_DRAWS: Final[Mapping[str, str]] = {
    "none-alive": "no player lives",
    "closing-dome": "equal vitality when the dome closed",
    "round-limit": "the last round is over",
}
_RULES: Final[Mapping[str, str]] = {
    "speed_ratio": "the multiple of agility that doubles damage is now",
    "initiative": "the agility that acts first is now",
}


class Narrator:
    """Makes sentences for the characters and powers of one game."""

    def __init__(self, tome: Tome, names: Sequence[str], you: int = ABSENT) -> None:
        """`you` is the seat of the reader, if the reader plays."""
        self.tome = tome
        self.names = names
        self.you = you

    def who(self, character: int) -> str:
        """Return the name of a character; of a modifier, the dome."""
        if character == self.you != ABSENT:
            return YOU
        if 0 <= character < len(self.names):
            return self.names[character]
        return "the dome" if character == ABSENT else f"ally {character}"

    def title(self, character: int) -> str:
        """Return the name of a character in a table or at the beginning of a line."""
        text = self.who(character)
        return capital(text) if character in (self.you, ABSENT) else text

    def does(self, character: int, verb: str) -> str:
        """Return a character with what it does, as 'Widow strikes' or 'you strike'."""
        who = self.who(character)
        return f"{who} {plural(verb) if who == YOU else verb}"

    def whose(self, character: int) -> str:
        """Return the possessive of a character."""
        return possessive(self.who(character))

    def power(self, index: int | None) -> str:
        """Return the name of a power."""
        return "its effect" if index is None else self.tome.powers[index].name

    def powers(self, indices: Iterable[int]) -> str:
        """Return the names of powers."""
        return all_of([self.power(one) for one in indices]) or "nothing"

    def sentence(self, event: Event) -> str:
        """Return the sentence of an event."""
        text = self._sentence(event)
        reader = text.startswith((f"{YOU} ", f"{YOUR} "))
        return text if text.startswith(tuple(self.names)) and not reader else capital(text)

    def _sentence(self, event: Event) -> str:
        match event:
            case say.Nominated():
                by = (
                    f"{self.does(seat, 'names')} {self.powers(three)}"
                    for seat, three in enumerate(event.by)
                )
                return f"{'; '.join(by)}."
            case say.Filled():
                return f"The pool is too small, so {self.power(event.power)} joins it."
            case say.FirstProtector():
                return f"{self.who(event.seat)} may protect first."
            case say.Protected(power=None):
                return f"{self.does(event.seat, 'passes')} for good."
            case say.Protected():
                protects = self.does(event.seat, "protects")
                return f"{protects} {self.power(event.power)} for 5 vitality."
            case say.Drawn():
                return f"{self.power(event.power)} reaches the auction."
            case say.Culled():
                return f"Culled: {self.powers(event.powers)}."
            case say.BidsShown():
                return f"{self._bids(event)}."
            case say.InForce():
                return f"{self.power(event.power)} comes into force."
            case say.Won():
                tied = ", by the toss of a coin" if event.tied else ""
                won = f"{self.power(event.power)} for {event.price}{tied}"
                return f"{self.does(event.seat, 'wins')} {won}."
            case say.Unsold():
                return f"{self.power(event.power)} goes unsold and leaves the game."
            case say.Offered(trade=None):
                return f"{self.does(event.seat, 'offers')} nothing."
            case say.Offered(trade=trade) if trade is not None:
                word = "answers with a counter-offer" if event.counter else "offers a trade"
                offer = f"{self.does(event.seat, word)} to {self.who(trade.to)}"
                return f"{offer}: {self.trade(event.seat, trade)}."
            case say.Traded():
                return f"The trade is made: {self.trade(event.seat, event.trade)}."
            case say.Declined():
                return f"{self.does(event.trade.to, 'declines')} the trade."
            case say.Discarded():
                return f"{self.does(event.seat, 'discards')} {self.powers(event.powers)}."
            case say.Introduced():
                name, look = event.persona.name, event.persona.look
                entered = f" as {name}" if name else ""
                return f"{self.does(event.seat, 'enters')}{entered}{f', {look}' if look else ''}."
            case say.Given():
                return f"{self.power(event.power)} is given to {self._bearer(event.seat)}."
            case say.Unmasked():
                power = self.power(event.power)
                return f"{power} is revealed: {self.does(event.seat, 'bears')} it."
            case _:
                return self._in_round(event)

    def _in_round(self, event: Event) -> str:
        match event:
            case say.RoundBegan():
                return f"Round {event.round} begins."
            case say.Proposed():
                return f"{self.proposed(event.seat, event.proposal)}."
            case say.Agreed():
                return f"{self._answered(event)}."
            case say.Revealed():
                shown = ", ".join(f"{self.who(seat)} {agility}" for seat, agility in event.agility)
                return f"Agility, in the order of action: {shown}."
            case say.Captioned():
                return f'{self.title(event.seat)}: "{event.text}"'
            case say.Suffered():
                affliction = self.tome.afflictions[event.affliction].name
                return f"{affliction} acts on {self.who(event.character)}."
            case say.Activated():
                return f"{self.activated(event, 'activates', 'answers with')}."
            case say.Failed():
                return f"{self.failed(event)}."
            case say.Paid():
                word = "Burn" if event.burn else "Utilize"
                return f"{self.does(event.character, 'pays')} {word} {event.n}."
            case say.Disabled():
                return f"{self.power(event.power)} is disabled for the round."
            case say.Forfeited():
                return f"{self.power(event.power)} leaves the game."
            case say.Moved():
                origin = "the culled pile" if event.old == ABSENT else self.who(event.old)
                return f"{self.power(event.power)} goes from {origin} to {self.who(event.new)}."
            case say.Summoned():
                return f"{self.does(event.controller, 'summons')} {self._ally(event)}."
            case say.Revived():
                lives = self.does(event.character, "lives")
                return f"{lives} again with {event.vitality} vitality."
            case say.Rolled():
                return f"The die of {event.sides} sides shows {event.result}."
            case say.RuleSet():
                return f"A rule changes: {_RULES.get(event.key, event.key)} {event.value}."
            case _:
                return self._changed(event)

    def _changed(self, event: Event) -> str:
        match event:
            case say.VitalityChanged():
                cause = _CAUSES.get(event.cause, event.cause)
                change = change_words("vitality", event.old, event.new)
                return f"{self.whose(event.character)} {change} ({cause})."
            case say.StatChanged():
                stat = "reserve" if event.stat == "ap" else event.stat
                change = change_words(stat, event.old, event.new)
                return f"{self.whose(event.character)} {change}."
            case say.TraitGiven():
                return f"{self.trait(event)}."
            case say.CounterChanged():
                verb = "fall" if event.new < event.old else "rise"
                return f"{self.counters(event)} {verb} from {event.old} to {event.new}."
            case say.Afflicted():
                affliction = self.tome.afflictions[event.affliction].name
                return f"{self.does(event.character, 'is')} afflicted with {affliction}."
            case say.Cured():
                affliction = self.tome.afflictions[event.affliction].name
                return f"{self.does(event.character, 'is')} cured of {affliction}."
            case say.AttackBegan():
                more = " as well," if event.further else ""
                attacks = f"{self.does(event.attacker, 'attacks')} {self.who(event.defender)}"
                return f"{attacks}{more} with a strike of {event.strike}."
            case say.AttackLost():
                return f"{self.lost(event)}."
            case say.Redirected():
                return f"The attack hits {self.who(event.new)} instead of {self.who(event.old)}."
            case say.Struck():
                return self._struck(event)
            case say.DamageChanged():
                word = "is capped" if event.cap else "changes"
                return f"The damage {word}: {event.old} becomes {event.new}."
            case say.Died():
                how = " with its player" if event.with_player else ""
                return f"{self.does(event.character, 'dies')}{how}."
            case say.PlansShown():
                plans = "; ".join(self._plan(who, plan) for who, plan in event.plans)
                return f"Plans (agility/strike/resist): {plans}."
            case say.DealsJudged():
                return "; ".join(self.deal(deal) for deal in event.deals) + "."
            case say.DomeCloses():
                return f"The dome closes: every living player loses {event.loss} vitality."
            case say.GameOver():
                if event.winner == ABSENT:
                    return f"The game is a draw: {_DRAWS.get(event.reason, event.reason)}."
                how = _WINS.get(event.reason, event.reason)
                return f"{self.does(event.winner, 'wins')}{how}."
            case _:
                return type(event).__name__

    def _bearer(self, seat: int) -> str:
        return "a player, in secret" if seat == ABSENT else self.who(seat)

    def _bids(self, event: say.BidsShown) -> str:
        rows = []
        for seat, bids in enumerate(event.by):
            mine = all_of([f"{amount} on {self.power(power)}" for power, amount in bids])
            rows.append(f"{self.does(seat, 'bids')} {mine or 'nothing'}")
        return "; ".join(rows)

    def _ally(self, event: say.Summoned) -> str:
        """Return a summoned ally: 'a Hound', or 'Hound 2' if there is one already."""
        kind, name = self.tome.allies[event.kind].name, self.who(event.character)
        if name != kind:
            return name
        return f"{'an' if kind[:1].casefold() in 'aeiou' else 'a'} {kind}"

    def trade(self, seat: int, trade: Trade) -> str:
        """Return both sides of a trade."""
        give, want = self._side(trade.give), self._side(trade.want)
        return f"{self.does(seat, 'gives')} {give}, {self.does(trade.to, 'gives')} {want}"

    def _side(self, side: Side) -> str:
        things = [self.power(power) for power in side.powers]
        if side.vitality:
            things.append(f"{side.vitality} vitality")
        if side.promise:
            things.append(f'a promise, "{side.promise}"')
        return all_of(things) or "nothing"

    def proposed(self, seat: int, proposal: Proposal) -> str:
        """Return a proposal, with its maker."""
        to = self.who(proposal.to)
        if proposal.kind is DealKind.TRUCE:
            return f"{self.does(seat, 'proposes')} a truce to {to}"
        return f"{self.does(seat, 'asks')} {to} to join an attack on {self.who(proposal.against)}"

    def _answered(self, event: say.Agreed) -> str:
        to, maker = event.proposal.to, event.seat
        if event.proposal.kind is DealKind.TRUCE:
            word = "accepts" if event.accepted else "declines"
            return f"{self.does(to, word)} {self.whose(maker)} truce"
        word = "agrees" if event.accepted else "declines"
        third = self.who(event.proposal.against)
        return f"{self.does(to, word)} to join {self.whose(maker)} attack on {third}"

    def deal(self, deal: Deal) -> str:
        """Return what became of a deal."""
        one, other = deal.partners
        third = deal.proposal.against
        what = "truce" if third == ABSENT else "deal"
        against = "" if third == ABSENT else f" against {self.who(third)}"
        if len(deal.broken_by) == 1:
            breaker = deal.broken_by[0]
            partner = self.who(other if breaker == one else one)
            return f"{self.does(breaker, 'breaks')} the {what} with {partner}{against}"
        if self.you == other:
            one, other = other, one
        word, whose = "break" if deal.broken_by else "honour", "their"
        if one == self.you:
            whose = YOUR
        return f"{self.who(one)} and {self.who(other)} {word} {whose} {what}{against}"

    def activated(self, event: say.Activated, verb: str, reply: str) -> str:
        """Return who activates what on whom."""
        text = f"{self.does(event.character, reply if event.reaction else verb)}"
        text += f" {self.power(event.power)}"
        if event.target is not None:
            of_power = self.aims_at_power(event)
            text += f" on {self.power(event.target) if of_power else self.who(event.target)}"
        return f"{text} with X {event.x}" if event.x else text

    def aims_at_power(self, event: say.Activated) -> bool:
        """True if the target of an activation is a power, and no character."""
        effects = () if event.power is None else self.tome.powers[event.power].effects
        return any(
            effect.target is TargetKind.RIVAL_POWER
            for effect in effects[event.effect : event.effect + 1]
        )

    def failed(self, event: say.Failed) -> str:
        """Return what fails, and why."""
        power = "effect" if event.power is None else self.power(event.power)
        why = FAILED.get(event.reason, event.reason)
        return f"{self.whose(event.character)} {power} fails: {why}"

    def lost(self, event: say.AttackLost) -> str:
        """Return which attack is lost, and why."""
        why = LOST.get(event.reason, event.reason)
        attack = f"{self.whose(event.attacker)} attack on {self.who(event.defender)}"
        return f"{attack} is lost: {why}"

    def trait(self, event: say.TraitGiven) -> str:
        """Return what a character can do, or cannot, for the round."""
        who = self.who(event.character)
        match event.key:
            case "bypass":
                return f"{self.whose(event.character)} attacks have Bypass"
            case "no_attack":
                return f"{self.does(event.character, 'does')} not attack this round"
            case "steady":
                return f"agility neither doubles nor halves damage by {who} or to {who}"
            case "reflect":
                return f"attackers lose a share of the damage they deal to {who}"
            case "taken_max":
                return f"no attack does more than {event.n} damage to {who}"
            case _:
                return f"{who}: {event.key}"

    def counters(self, event: say.CounterChanged) -> str:
        """Return which counters change, and on what."""
        on = self.power(event.power) if event.character is None else self.who(event.character)
        return f"{event.name} counters on {on}"

    def _struck(self, event: say.Struck) -> str:
        if not event.through:
            text = f"Strike {event.strike} against resist {event.resist}: no damage"
            fallen = event.worn != event.resist
            return f"{text}, and the resist falls to {event.worn}." if fallen else f"{text}."
        if event.bypass:
            text = f"Strike {event.strike} bypasses resist {event.resist}: {event.through} damage"
        else:
            text = f"Strike {event.strike} against resist {event.resist}: {event.through} damage"
        against = f"agility {event.attacker_agility} against {event.defender_agility}"
        if event.speed > 1:
            text += f", doubled to {event.damage} ({against})"
        elif event.speed < 0:
            text += f", halved to {event.damage} ({against})"
        return f"{text}."

    def _plan(self, who: int, plan: Plan) -> str:
        stats = f"{plan.agility}/{plan.strike}/{plan.resist}"
        aim = "" if plan.attack is None else f" at {self.who(plan.attack)}"
        acts = [self.power(act.power) for act in plan.activate]
        return f"{self.who(who)} {stats}{aim}{' with ' + all_of(acts) if acts else ''}"


def change_words(what: str, old: int, new: int) -> str:
    """Return a change of a number: 'resist falls from 30 to 8'."""
    return f"{what} {'falls' if new < old else 'rises'} from {old} to {new}"
