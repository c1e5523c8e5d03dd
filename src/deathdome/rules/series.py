"""Series: auctions, the time between two matches, and the winner (SERIES, AUCTION).

A match ends in `close_match`, which keeps its result. While an `Interval` is open the board stays
as it was, so that the auction can be held; then it is cleared for the next match.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathdome.model.actions import DECLINE, ROLLS, Action, ActionKind, a_of, make_action
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import CHANCE, Decision, Question
from deathdome.model.events import (
    CONCEDED,
    STOPPED,
    Auctioned,
    BonusPaid,
    Dealt,
    MatchBegan,
    Outcome,
    Rolled,
    SeriesEnded,
)
from deathdome.model.frames import Auction, Interval, Ranking, Replacing
from deathdome.model.series import CONGLAMAGRAGON, MatchResult
from deathdome.model.state import UNITS_PER_TEAM, price
from deathdome.rules.characters import place
from deathdome.rules.gear import build_gear
from deathdome.rules.purchase import first_purchase, team_value
from deathdome.rules.setup import seat_players
from deathdome.rules.stack import pop, push, swap
from deathdome.rules.units import put

if TYPE_CHECKING:
    from deathdome.model.series import Series
    from deathdome.model.state import State

BONUS: Final = 1_000_000  # credits; SCEN-BONUS-1


def series_of(state: State) -> Series:
    """Return the course of the series that the match belongs to."""
    series = state.setup.series
    assert series is not None
    return series


def team_values(state: State) -> tuple[int, ...]:
    """Return the value of every team, in credits (SERIES-8)."""
    return tuple(team_value(state, seat) for seat in range(state.setup.seats))


# -- the end of a match ----------------------------------------------------------------------------


def close_match(state: State, outcome: Outcome, conceding: int = -1) -> None:
    """Keep the result of a paid match, then open the interval or end the series (SERIES-3).

    `conceding` is a team that gives up the whole series.
    """
    series, ruleset = series_of(state), state.setup.ruleset
    if ruleset.bonus:  # AMB-116: after the winner is known
        state.credits = [purse + BONUS for purse in state.credits]
        if state.emit is not None:
            state.emit(BonusPaid(BONUS))
    values = team_values(state)
    payouts = tuple(row.payout for row in outcome.standings)
    result = MatchResult(outcome.winners, outcome.reason, outcome.rounds, payouts, values)
    series = series._replace(
        results=(*series.results, result),
        auctioned=(),
        returned=series.returned or _returned(state, outcome),
    )
    state.setup = replace(state.setup, series=series)
    if conceding >= 0 or outcome.reason == STOPPED or is_complete(state):
        end_series(state, outcome, conceding)
        return
    state.stack = (Interval(),)
    winner = outcome.winner
    if winner is not None and units_for_auction(state, winner):
        push(state, Auction(winner))


def _returned(state: State, outcome: Outcome) -> bool:
    """Return True if a winner has Conglamagragon on its team and out of jail (SCEN-CONG-1)."""
    return any(
        who.id == CONGLAMAGRAGON and unit // UNITS_PER_TEAM in outcome.winners
        for unit, who in enumerate(state.setup.units)
        if state.space[unit] >= 0
    )


def is_complete(state: State) -> bool:
    """Return True if no further match follows (SERIES-14, AMB-117)."""
    series, ruleset = series_of(state), state.setup.ruleset
    further = series.match - len(series.schedule)
    if further < 0:
        return False
    wanted = ruleset.conglamagragon and not series.returned
    return not wanted or further >= ruleset.extra_matches_max


def end_series(state: State, last: Outcome, conceding: int = -1) -> None:
    """End the series: the most valuable team wins it (SERIES-14, AMB-106)."""
    values = team_values(state)
    rivals = [seat for seat in range(len(values)) if seat != conceding]
    most = max(values[seat] for seat in rivals)
    best = tuple(seat for seat in rivals if values[seat] == most)
    reason = "team value"
    if conceding >= 0:
        reason = CONCEDED
    elif last.reason == STOPPED:
        reason = STOPPED
    elif len(best) > 1:
        best = tuple(seat for seat in best if seat in last.winners) or best
        reason = "latest match" if len(best) == 1 else "shared"
    state.outcome = Outcome(best, reason, last.standings, last.rounds)
    if state.emit is not None:
        state.emit(SeriesEnded(state.outcome, values))


# -- the auction -----------------------------------------------------------------------------------


def units_for_auction(state: State, winner: int) -> list[int]:
    """Return the jailed units whose sale changes something, ascending (AUCTION-2, AMB-101)."""
    return [
        unit
        for unit, space in enumerate(state.space)
        if space < 0
        and (unit // UNITS_PER_TEAM != winner or state.setup.ruleset.auction_own_unit)
        and (state.items[unit] or _sellable(state, unit))
    ]


def _sellable(state: State, unit: int) -> bool:
    """Return True if a unit's character is sold: another of rank 0 is there (AUCTION-7)."""
    card = character_of(state, unit)
    return card >= 0 and bool(_replacements(state, card))


def character_of(state: State, unit: int) -> int:
    """Return the store card of a unit's character; -1 if no auction sells it (AUCTION-5)."""
    setup = state.setup
    if not setup.ruleset.auction_sells_character:
        return -1
    return setup.catalog.character_cards.get(setup.units[unit].id, -1)


def cards_for_sale(state: State, unit: int) -> tuple[int, ...]:
    """Return the store cards that an auction of the unit sells: items, then its character."""
    character = (character_of(state, unit),) if _sellable(state, unit) else ()
    return (*state.items[unit], *character)


def _replacements(state: State, sold: int) -> list[int]:
    """Return the characters of rank 0 in the store except the one just sold (AMB-104)."""
    catalog = state.setup.catalog
    first = len(catalog.items)
    return [
        number
        for number, who in enumerate(catalog.characters)
        if who.rank == 0 and state.store >> first + number & 1 and first + number != sold
    ]


def ask_auction(state: State, frame: Auction) -> Decision:
    """Ask the winner for a jailed unit; it may decline (AUCTION-2, AUCTION-10)."""
    units = units_for_auction(state, frame.seat)
    options = [make_action(ActionKind.AUCTION, unit) for unit in units]
    return Decision(frame.seat, Question.AUCTION, [*options, DECLINE])


def answer_auction(state: State, frame: Auction, action: Action) -> None:
    """Sell the chosen unit's items, and its character (AUCTION-3 to AUCTION-8)."""
    pop(state)
    if action == DECLINE:
        if state.emit is not None:
            state.emit(Auctioned(frame.seat, -1))
        return
    unit = a_of(action)
    owner = unit // UNITS_PER_TEAM
    cards = state.items[unit]
    state.items[unit] = ()
    if _sellable(state, unit):
        card = character_of(state, unit)
        cards = (*cards, card)
        place(state, unit, VACANT)
        push(state, Replacing(unit, card))
    refund = sum(price(state.setup, card) for card in cards)
    state.credits[owner] += refund
    for card in cards:
        state.store |= 1 << card
    state.setup = replace(state.setup, series=series_of(state)._replace(auctioned=cards))
    if state.emit is not None:
        state.emit(Auctioned(frame.seat, unit, cards, refund))


def ask_replacing(state: State, frame: Replacing) -> Decision:
    """Offer every character of rank 0 in the store but the sold one (AUCTION-6, AMB-104)."""
    options = [make_action(ActionKind.DEAL, who) for who in _replacements(state, frame.sold)]
    return Decision(CHANCE, Question.DEAL, options, [1] * len(options), frame.unit)


def answer_replacing(state: State, frame: Replacing, action: Action) -> None:
    """Put the new character in the place of the sold one; it costs nothing."""
    catalog = state.setup.catalog
    number = a_of(action)
    state.store &= ~(1 << len(catalog.items) + number)
    place(state, frame.unit, catalog.characters[number])
    if state.emit is not None:
        state.emit(Dealt(frame.unit, number))
    pop(state)


# -- from one match to the next --------------------------------------------------------------------


def run_interval(state: State, frame: Interval) -> bool:
    """Clear the board, seat the teams if they sit down before they buy, open the store."""
    ruleset = state.setup.ruleset
    if frame.step == 0:
        swap(state, Interval(1))
        _clear(state)
    elif frame.step == 1:
        swap(state, Interval(2))
        if ruleset.value_time == "before_purchase":  # SERIES-10
            seat_by_value(state)
    else:
        winners = series_of(state).results[-1].winners
        if ruleset.first_buyer == "winner" and len(winners) == 1:  # SERIES-7
            state.stack = (first_purchase(state, winners[0]),)
        elif series_of(state).seated:
            state.stack = (first_purchase(state, state.setup.first),)
        else:
            _rank(state, Ranking(_by_value(state), buyer=True))  # AMB-94
    return False


def _clear(state: State) -> None:
    """Reset everything but items, characters and credits (SERIES-4, SERIES-5, AMB-105)."""
    setup, series = state.setup, series_of(state)
    at = series.match
    scheduled = at < len(series.schedule)
    rounds = series.schedule[at] if scheduled else setup.ruleset.extra_match_rounds
    state.setup = replace(
        setup,
        terms=replace(setup.terms, rounds=rounds),
        series=series._replace(seated=False),
        gifts=(),
    )
    state.gear = build_gear(state.setup, state.items)
    number = len(setup.units)
    state.wounds = [0] * number
    state.down = [0] * number
    for unit in range(number):
        put(state, unit, setup.terrain.home[unit // UNITS_PER_TEAM])  # AUCTION-1
    state.hands = [()] * setup.seats
    state.deck = [card.copies for card in setup.catalog.power_cards]
    state.discard = [0] * len(state.deck)
    state.owners = [-1] * len(state.owners)
    state.shells = [0] * setup.seats
    state.timed = ()
    state.tokens = ()
    state.uses = {}
    state.round = 0
    if state.emit is not None:
        state.emit(MatchBegan(at, rounds))


# -- order of play ---------------------------------------------------------------------------------


def seat_by_value(state: State) -> None:
    """Seat the teams by value, rolling for equal ones (SERIES-11 to SERIES-13, AMB-91)."""
    _rank(state, Ranking(_by_value(state)))


def _by_value(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the seats in groups of equal team value, the most valuable first."""
    values = team_values(state)
    return tuple(
        tuple(seat for seat, other in enumerate(values) if other == value)
        for value in sorted(set(values), reverse=True)
    )


def tied_teams(state: State, frame: Ranking) -> tuple[int, ...]:
    """Return the equal teams that roll next; () if every place that counts is known."""
    only_first = frame.buyer or state.setup.ruleset.series_order == "clockwise"
    groups = frame.groups[:1] if only_first else frame.groups
    return next((group for group in groups if len(group) > 1), ())


def _rank(state: State, frame: Ranking) -> None:
    """Roll for the next tied places, or use the ranking."""
    if tied_teams(state, frame):
        push(state, frame)
        return
    order = tuple(seat for group in frame.groups for seat in group)
    if frame.buyer:
        state.stack = (first_purchase(state, order[0]),)
        return
    if state.setup.ruleset.series_order == "clockwise":
        order = state.setup.circle[order[0]]
    seat_players(state, order)
    state.setup = replace(state.setup, series=series_of(state)._replace(seated=True))


def ask_ranking(state: State, frame: Ranking) -> Decision:
    """Ask for the next roll of the tied teams (AMB-92)."""
    return Decision(CHANCE, Question.ROLL, list(ROLLS), [1] * len(ROLLS))


def answer_ranking(state: State, frame: Ranking, action: Action) -> None:
    """Record a roll; after the last one the higher roll has the earlier place."""
    tied = tied_teams(state, frame)
    rolls = (*frame.rolls, a_of(action))
    if state.emit is not None:
        state.emit(Rolled(tied[len(rolls) - 1], rolls[-1]))
    if len(rolls) < len(tied):
        swap(state, frame._replace(rolls=rolls))
        return
    placed = [
        tuple(seat for seat, roll in zip(tied, rolls, strict=True) if roll == number)
        for number in sorted(set(rolls), reverse=True)
    ]
    at = frame.groups.index(tied)
    pop(state)
    _rank(state, Ranking((*frame.groups[:at], *placed, *frame.groups[at + 1 :]), (), frame.buyer))
