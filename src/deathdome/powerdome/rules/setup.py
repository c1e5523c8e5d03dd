"""Setup: nomination, culling, auction, start of the game (PD-NOMINATE, PD-CULL, PD-AUCTION)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.answers import Chance, Protection
from deathdome.powerdome.model.asks import CHANCE, Ask, AskKind, ChanceKind
from deathdome.powerdome.model.dome import ABSENT, Card
from deathdome.powerdome.model.options import NOMINATIONS, PROTECTION
from deathdome.powerdome.model.tome import Given
from deathdome.powerdome.rules.book import book_of
from deathdome.powerdome.rules.fight import Fight
from deathdome.powerdome.rules.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.powerdome.model.answers import Answer, Bids, Nomination
    from deathdome.powerdome.model.dome import Dome, PowerId, Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.options import Options
    from deathdome.powerdome.model.state import Progress
    from deathdome.powerdome.model.tome import Tome


def slot_count(seats: int) -> int:
    """Return how many powers the auction has (PD-CULL-01)."""
    return 2 * seats


def chance(
    asks: Callable[[Ask], Answer], kind: ChanceKind, choices: Sequence[int], about: int = ABSENT
) -> int:
    """Return a random choice; a single one needs no chance (R-15)."""
    if len(choices) == 1:
        return choices[0]
    answer = asks(Ask(CHANCE, AskKind.CHANCE, kind, tuple(choices), about=about))
    assert isinstance(answer, Chance)
    return answer.value


# Nomination


def why_not_nomination(tome: Tome, answer: Nomination) -> Refusal | None:
    """Return why a nomination is refused, or None (PD-NOMINATE-01)."""
    for power in answer.powers:
        if power not in range(len(tome.powers)):
            return Refusal("PD-NOMINATE-01", "no-power", power=power)
    if len(set(answer.powers)) < len(answer.powers):
        return Refusal("PD-NOMINATE-01", "same-twice")
    if len(answer.powers) != NOMINATIONS:
        return Refusal("PD-NOMINATE-01", "three", NOMINATIONS, len(answer.powers))
    return None


def pool_of(nominations: Sequence[Sequence[PowerId]]) -> tuple[PowerId, ...]:
    """Return the nominated powers, each once, in tome order (PD-NOMINATE-03, -05)."""
    return tuple(sorted({power for three in nominations for power in three}))


# Culling


def cull(
    dome: Dome,
    pool: Sequence[PowerId],
    asks: Callable[[Ask], Answer],
    log: list[Event],
    progress: Progress,
) -> tuple[PowerId, ...]:
    """Protect, draw and cull; return the slots of the auction in tome order (PD-CULL)."""
    slots = slot_count(dome.seats)
    progress.pool = tuple(pool)
    if len(pool) < slots:
        return _fill(dome, pool, slots, asks, log)
    protected = _protect(dome, slots, asks, log, progress)
    rest = [power for power in pool if power not in protected]
    while len(protected) < slots and len(rest) > slots - len(protected):
        power = chance(asks, ChanceKind.CULL, rest)
        rest.remove(power)
        protected.append(power)
        log.append(say.Drawn(power))
    if len(protected) < slots:  # all that are left reach the auction
        log.extend(say.Drawn(power) for power in rest)
        protected += rest
        rest = []
    dome.culled = rest
    if rest:
        log.append(say.Culled(tuple(rest)))
    return tuple(sorted(protected))


def _fill(
    dome: Dome,
    pool: Sequence[PowerId],
    slots: int,
    asks: Callable[[Ask], Answer],
    log: list[Event],
) -> tuple[PowerId, ...]:
    """Add powers that no player nominated (PD-CULL-08)."""
    found = list(pool)
    rest = [power for power in range(len(dome.tome.powers)) if power not in found]
    while len(found) < slots and rest:
        power = chance(asks, ChanceKind.FILL, rest)
        rest.remove(power)
        found.append(power)
        log.append(say.Filled(power))
    return tuple(sorted(found))


def _protect(
    dome: Dome,
    slots: int,
    asks: Callable[[Ask], Answer],
    log: list[Event],
    progress: Progress,
) -> list[PowerId]:
    """Go round the table until all have passed or every slot is protected (PD-CULL-06)."""
    seat = chance(asks, ChanceKind.FIRST, range(dome.seats))
    log.append(say.FirstProtector(seat))
    while len(progress.passed) < dome.seats and len(progress.protected) < slots:
        if seat not in progress.passed:
            answer = asks(Ask(seat, AskKind.PROTECT))
            assert isinstance(answer, Protection)
            log.append(say.Protected(seat, answer.power))
            if answer.power is None:
                progress.passed |= {seat}
            else:
                dome.characters[seat].vitality -= PROTECTION
                progress.protected += ((answer.power, seat),)
        seat = (seat + 1) % dome.seats
    return [power for power, _ in progress.protected]


def why_not_protection(
    dome: Dome, seat: Seat, power: PowerId | None, progress: Progress
) -> Refusal | None:
    """Return why a protection is refused, or None (PD-CULL-02, -03, -07)."""
    if power is None:
        return None
    if power not in progress.pool:
        return Refusal("PD-CULL-07", "not-nominated", power=power)
    if any(power == other for other, _ in progress.protected):
        return Refusal("PD-CULL-07", "protected", power=power)
    if len(progress.protected) >= slot_count(dome.seats):
        return Refusal("PD-CULL-03", "no-slot", power=power)
    have = dome.characters[seat].vitality
    if have < PROTECTION:
        return Refusal("PD-SETUP-05", "vitality", PROTECTION, have, power=power)
    return None


# Auction


def why_not_bids(
    dome: Dome, seat: Seat, bids: Bids, slots: Sequence[PowerId], options: Options
) -> Refusal | None:
    """Return why a bid sheet is refused, or None (PD-AUCTION-05, -06, -08)."""
    for power, amount in bids.amounts.items():
        if power not in slots:
            return Refusal("PD-AUCTION-01", "not-in-auction", power=power)
        if type(amount) is not int or amount < 0:
            return Refusal("PD-AUCTION-05", "amount", power=power)
        if dome.tome.powers[power].modifier and amount:
            return Refusal("PD-AUCTION-08", "modifier", power=power)
    total = sum(bids.amounts.values())
    have = dome.characters[seat].vitality
    if options.bids == "covered" and total > have:
        return Refusal("PD-AUCTION-06", "overbid", total, have)
    return None


def settle(
    dome: Dome,
    slots: Sequence[PowerId],
    bids: Sequence[Mapping[PowerId, int]],
    asks: Callable[[Ask], Answer],
    log: list[Event],
    progress: Progress,
) -> None:
    """Settle all bids in tome order (PD-AUCTION-03 to -09).

    With free bids (AM-3) each power goes to the highest bidder that can still pay.
    """
    log.append(
        say.BidsShown(
            tuple(
                tuple((power, mine[power]) for power in slots if mine.get(power, 0))
                for mine in bids
            )
        )
    )
    for power in slots:
        entry = dome.tome.powers[power]
        if entry.modifier:
            put_in_force(dome, power)
            log.append(say.InForce(power))
            continue
        able = {
            seat: mine[power]
            for seat, mine in enumerate(bids)
            if 0 < mine.get(power, 0) <= dome.characters[seat].vitality
        }
        if not able:
            progress.unsold += (power,)
            log.append(say.Unsold(power))
            continue
        price = max(able.values())
        tied = tuple(seat for seat, bid in able.items() if bid == price)
        seat = chance(asks, ChanceKind.COIN, tied, power)
        dome.characters[seat].vitality -= price
        dome.acquire(power, seat)
        log.append(say.Won(power, seat, price, tied if len(tied) > 1 else ()))


def put_in_force(dome: Dome, power: PowerId) -> None:
    """Put a modifier in force; it has no owner (PD-MODIFIER-02)."""
    dome.cards[power] = Card(len(dome.tome.powers[power].effects))
    dome.modifiers = sorted([*dome.modifiers, power])


# Start of the game


def start(dome: Dome, asks: Callable[[Ask], Answer], log: list[Event]) -> None:
    """Carry out all start-of-game effects: modifiers, then players in seat order (PD-POWER-11)."""
    fight = Fight(dome, book_of(dome.tome), asks, log)
    book = fight.book
    for power in dome.modifiers[:]:
        bearers = give(fight, power)
        for bearer in bearers:
            for index in book.powers[power].starts:
                fight.start(bearer, power, index)
                if fight.settle():
                    return
    started: set[PowerId] = set()
    while True:
        waiting = [
            (seat, power)
            for seat in range(dome.seats)
            for power in dome.hands[seat]
            if power not in started
        ]
        if not waiting:
            return
        seat, power = waiting[0]
        started.add(power)
        for index in book.powers[power].starts:
            if power in dome.hands[seat]:
                fight.start(seat, power, index)
            if fight.settle():
                return


def give(fight: Fight, power: PowerId) -> tuple[int, ...]:
    """Give a modifier to its players (AM-1); return the bearers, ABSENT for none."""
    dome = fight.dome
    given = dome.tome.powers[power].given
    if given is None:
        return (ABSENT,)
    living = dome.living()
    if power not in dome.marks:
        dome.marks[power] = _bearers(fight, power, given, living)
        secret = given is Given.HIDDEN
        if secret:
            dome.hidden |= {power}
        for seat in dome.marks[power]:
            fight.write(say.Given(power, seat, secret))
    return dome.marks[power]


def _bearers(
    fight: Fight, power: PowerId, given: Given, living: Sequence[Seat]
) -> tuple[Seat, ...]:
    if given is Given.ALL:
        return tuple(living)
    choices = living
    if given in (Given.POOREST, Given.RICHEST):
        vitality = [fight.characters[seat].vitality for seat in living]
        goal = min(vitality) if given is Given.POOREST else max(vitality)
        choices = [seat for seat in living if fight.characters[seat].vitality == goal]
    return (fight.chance(ChanceKind.GIVEN, choices, power),)
