"""Setup decisions: nominations, protection, bids, trades, discards (D.2)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.choice import Choice, Option, Term, milli, term
from deathdome.powerdome.bots.worth import condition
from deathdome.powerdome.model.answers import (
    Bids,
    Discards,
    Nomination,
    Offer,
    Protection,
    Reply,
    Side,
    Trade,
)
from deathdome.powerdome.model.options import NOMINATIONS, OFFERS, PROTECTION
from deathdome.powerdome.rules.exchange import why_not_trade
from deathdome.powerdome.rules.setup import slot_count
from deathdome.powerdome.text.bots import trade_reason

if TYPE_CHECKING:
    from random import Random

    from deathdome.powerdome.bots.memory import Memory
    from deathdome.powerdome.bots.personality import Personality
    from deathdome.powerdome.bots.worth import Appraiser
    from deathdome.powerdome.model.dome import Dome, PowerId, Seat
    from deathdome.powerdome.model.state import State

TEMPERATURE: Final = 3.0  # of the nominations
SAME_CONDITION: Final = 2  # nominations
SAVING: Final = (4.0, 2.5)  # least worth times chance that pays for a protection; with high greed
SHARE: Final = (0.6, 0.75)  # of the worth, bid
PURSE: Final = (0.25, 0.35)  # of the vitality, for all bids
GAIN: Final = 1.0  # least gain of a trade that is accepted
OFFER: Final = 2.0  # least gain on both sides of a trade that is offered
PROMISE: Final = 2.0  # times trust


class Dealer:
    """The setup decisions of one bot."""

    def __init__(self, appraiser: Appraiser, personality: Personality, memory: Memory) -> None:
        self.appraiser = appraiser
        self.seat = appraiser.seat
        self.greedy = personality.greedy
        self.memory = memory

    def nominate(self, view: State, dice: Random) -> Choice:
        """Name three powers by softmax over their worth."""
        dome, powers = view.dome, view.dome.tome.powers
        worth = [self.appraiser.worth(dome, power) for power in range(len(powers))]
        named: list[PowerId] = []
        while len(named) < NOMINATIONS:
            allowed = [power for power in range(len(powers)) if self._allowed(dome, named, power)]
            top = max(worth[power] for power in allowed)
            weights = [math.exp((worth[power] - top) / TEMPERATURE) for power in allowed]
            named += dice.choices(allowed, weights)
        terms = [one for power in named for one in self.appraiser.terms(dome, power)]
        return Choice(Option(Nomination(tuple(named)), tuple(terms)))

    @staticmethod
    def _allowed(dome: Dome, named: list[PowerId], power: PowerId) -> bool:
        powers = dome.tome.powers
        if power in named:
            return False
        if powers[power].modifier:
            return not any(powers[one].modifier for one in named)
        same = sum(
            condition(powers[one]) is condition(powers[power])
            for one in named
            if not powers[one].modifier
        )
        return same < SAME_CONDITION or len(powers) < 2 * NOMINATIONS

    def protect(self, view: State) -> Choice:
        """Protect the best own nominee if losing it would cost enough; at most one."""
        dome, progress = view.now, view.progress
        refused = Option(Protection(None), ())
        taken = [power for power, _ in progress.protected]
        left = slot_count(dome.seats) - len(taken)
        loose = len(progress.pool) - len(taken)
        mine = [power for power in view.nominations[self.seat] if power not in taken]
        spent = any(seat == self.seat for _, seat in progress.protected)
        poor = dome.characters[self.seat].vitality < PROTECTION
        if spent or poor or not mine or left <= 0 or loose <= left:
            return Choice(refused)
        best = max(mine, key=lambda power: (self.appraiser.worth(dome, power), -power))
        culled = 1 - left / loose
        worth = self.appraiser.worth(dome, best)
        terms = (term("saved", worth * culled, best), term("bar", -SAVING[self.greedy]))
        option = Option(Protection(best), terms)
        if option.total >= 0:
            return Choice(option, (refused,))
        return Choice(refused, (option,))

    def bid(self, view: State, dice: Random) -> Choice:
        """Bid a share of each worth, scaled to the purse."""
        dome = view.dome
        vitality = dome.characters[self.seat].vitality
        worth = {
            power: self.appraiser.worth(dome, power)
            for power in view.slots
            if not dome.tome.powers[power].modifier
        }
        wanted = {
            power: min(SHARE[self.greedy] * amount + dice.choice((-1, 0, 1)), amount)
            for power, amount in worth.items()
        }
        total = sum(max(amount, 0) for amount in wanted.values())
        purse = PURSE[self.greedy] * vitality
        scale = min(1.0, purse / total) if total > 0 else 1.0
        bids = {power: int(amount * scale + 0.5) for power, amount in wanted.items()}
        bids = {
            power: min(amount, int(worth[power])) for power, amount in bids.items() if amount > 0
        }
        bids = {power: amount for power, amount in bids.items() if amount > 0}
        while sum(bids.values()) > vitality:  # rounding, with next to no vitality
            bids.popitem()
        terms: list[Term] = []
        for power, amount in bids.items():
            terms += [*self.appraiser.terms(dome, power), term("price", -amount, power)]
        return Choice(Option(Bids(bids), tuple(terms)))

    # Trades

    def gain(self, dome: Dome, get: Side, give: Side, partner: Seat) -> tuple[Term, ...]:
        """Return what a trade is worth to this bot, as terms."""
        found = [one for power in get.powers for one in self.appraiser.terms(dome, power)]
        for power in give.powers:
            found += [
                Term(f"lost-{one.name}", -one.amount, power)
                for one in self.appraiser.terms(dome, power)
            ]
        change = get.vitality - give.vitality
        if change:
            found.append(term("vitality", change))
        if get.promise:
            found.append(term("promise", PROMISE * self.memory.trust[partner], partner))
        return tuple(found)

    def _their_gain(self, dome: Dome, trade: Trade) -> float:
        """Return what a rival gains by a trade of this bot's, as the bot sees it."""
        appraise, rival = self.appraiser, trade.to
        return (
            appraise.total(dome, trade.give.powers, rival)
            - appraise.total(dome, trade.want.powers, rival)
            + trade.give.vitality
            - trade.want.vitality
        )

    def offer(self, view: State) -> Choice:
        """Offer for the rival's power with the greatest difference of opinion, or pass."""
        dome = view.now
        passed = Option(Offer(None), ())
        options = []
        made = view.progress.offers[self.seat] if view.progress.offers else 0
        for rival in range(dome.seats):
            if rival == self.seat:
                continue
            for power in dome.hands[rival]:
                options += self._purchase(dome, rival, power, made)
        options.sort(key=lambda option: -option.total)
        if not options:
            return Choice(passed)
        return Choice(options[0], (passed, *options[1:2]))

    def _purchase(self, dome: Dome, rival: Seat, power: PowerId, made: int) -> list[Option]:
        """Return offers for a power: at the midpoint, or against another power."""
        mine = self.appraiser.worth(dome, power)
        theirs = self.appraiser.worth(dome, power, rival)
        found = []
        price = round((mine + theirs) / 2) - made  # less hope, less greed
        price = max(price, math.ceil(theirs + OFFER))
        vitality = dome.characters[self.seat].vitality
        if 0 < price <= vitality // 4:
            found.append(Trade(rival, Side(vitality=price), Side((power,))))
        for own in dome.hands[self.seat]:
            change = round(
                (
                    mine
                    - self.appraiser.worth(dome, own)
                    + theirs
                    - self.appraiser.worth(dome, own, rival)
                )
                / 2
            )
            give, want = max(change, 0), max(-change, 0)
            if give <= vitality // 4 and want <= dome.characters[rival].vitality // 4:
                found.append(Trade(rival, Side((own,), give), Side((power,), want)))
        return [
            option
            for trade in found
            if (option := self._worthwhile(dome, trade)) is not None
            and why_not_trade(dome, self.seat, trade) is None
        ]

    def _worthwhile(self, dome: Dome, trade: Trade) -> Option | None:
        terms = self.gain(dome, trade.want, trade.give, trade.to)
        mine = sum(one.amount for one in terms) / 1000
        theirs = self._their_gain(dome, trade)
        if mine < OFFER or theirs < OFFER:
            return None
        reason = trade_reason(round(mine), round(theirs))
        trade = Trade(trade.to, trade.give, trade.want, reason)
        return Option(Offer(trade), terms)

    def reply(self, view: State) -> Choice:
        """Accept a trade that gains enough, or ask for the difference, or refuse."""
        dome = view.now
        assert view.progress.table is not None
        maker, trade = view.progress.table
        terms = self.gain(dome, trade.give, trade.want, maker)
        terms += (term("bar", -GAIN),)
        accept = Option(Reply(accept=True), terms)
        refuse = Option(Reply(accept=False), ())
        if accept.total >= 0:
            return Choice(accept, (refuse,))
        counter = self._counter(view, maker, trade, -accept.total)
        if counter is not None:
            return Choice(counter, (refuse, accept))
        return Choice(refuse, (accept,))

    def _counter(self, view: State, maker: Seat, trade: Trade, short: int) -> Option | None:
        """Return the same trade for more vitality, if the maker seems to lose nothing by it."""
        dome = view.now
        if view.progress.offers[self.seat] >= OFFERS:
            return None
        more = math.ceil(short / 1000)
        give, want = trade.want, trade.give
        back = min(give.vitality, more)
        give = Side(give.powers, give.vitality - back, give.promise)
        want = Side(want.powers, want.vitality + more - back, "")
        other = Trade(maker, give, want)
        theirs = self._their_gain(dome, other)
        if theirs < 0 or why_not_trade(dome, self.seat, other) is not None:
            return None
        terms = self.gain(dome, want, give, maker)
        mine = sum(one.amount for one in terms)
        if mine < milli(GAIN):
            return None
        reason = trade_reason(round(mine / 1000), round(theirs))
        other = Trade(maker, give, want, reason)
        return Option(Reply(accept=False, counter=other), terms)

    def discard(self, view: State) -> Choice:
        """Discard the powers that hurt their owner."""
        dome = view.dome
        bad = [power for power in dome.hands[self.seat] if self.appraiser.worth(dome, power) < 0]
        terms = [
            Term(f"lost-{one.name}", -one.amount, power)
            for power in bad
            for one in self.appraiser.terms(dome, power)
        ]
        return Choice(Option(Discards(tuple(bad)), tuple(terms)))
