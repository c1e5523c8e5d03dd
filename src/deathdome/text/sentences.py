"""Every event as one plain English sentence.

A log is read by every seat, so sentences name teams and units and never say "you". There is no
markup in them: a bracket is a bracket.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from deathdome.model.actions import PUNCH
from deathdome.model.events import (
    CONCEDED,
    STOPPED,
    AbilityUsed,
    Auctioned,
    BonusPaid,
    Bought,
    Captured,
    CardPlayed,
    ChainBroken,
    Changed,
    Conceded,
    CounterMoved,
    Dealt,
    Declared,
    Died,
    Drew,
    Equipped,
    Granted,
    HandicapGiven,
    Healed,
    Hidden,
    Incapacitated,
    Jailed,
    Laid,
    MatchBegan,
    MatchEnded,
    OrderSet,
    Passed,
    PhaseBegan,
    PhaseEnded,
    PushCancelled,
    Pushed,
    Reckoned,
    Recovered,
    Redirected,
    Released,
    Reshuffled,
    Returned,
    Revealed,
    Rolled,
    RoundBegan,
    SeriesEnded,
    ShellTaken,
    Sold,
    StoreClosed,
    Swapped,
    TokenPlaced,
    TurnBegan,
    TurnEnded,
    Unhurt,
    WalkCutShort,
    Walked,
    Wounded,
)
from deathdome.model.state import UNITS_PER_TEAM, price
from deathdome.text.labels import lasting_words
from deathdome.text.names import (
    ability_card,
    capitalised,
    card_name,
    character_name,
    compact,
    counted,
    id_name,
    jail_name,
    listed,
    place_name,
    price_words,
    space_name,
    team_name,
    the_item,
    token_name,
    unit_name,
    with_article,
)
from deathdome.text.phrases import store as say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Event, Outcome
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import Setup

_GAITS: Final = {"walk": "walks", "follow": "follows", "jump": "jumps"}
_REASONS: Final = {
    "payout": "on payout",
    "towers": "on towers, with equal payouts",
    "shells": "on beetle shells, with equal payouts",
    "fewest jailed": "with fewer units in jail and equal payouts",
    "last team standing": "as the last team standing",
    CONCEDED: "because a rival conceded",
}
_MORE: Final = {"movement": "walk", "action": "action", "unit-phase": "unit phase"}


def sentence(event: Event, setup: Setup) -> str:
    """Return one event as one or two sentences."""
    return capitalised(_words(event, setup)) + "."


def _words(event: Event, setup: Setup) -> str:
    """Return the sentences without the first capital and the last full stop."""
    match event:
        case Walked() | Pushed() | PushCancelled() | Swapped() | WalkCutShort():
            return _movement(event, setup)
        case Declared() | Laid() | Redirected() | Reckoned() | Wounded() | Unhurt():
            return _attack(event, setup)
        case Dealt() | Revealed() | Rolled() | OrderSet():
            return _setup(event, setup)
        case Bought() | Sold() | Equipped() | Passed() | StoreClosed():
            return _purchase(event, setup)
        case Incapacitated() | Recovered() | Died() | Jailed() | Released() | Returned() | Healed():
            return _state_of_unit(event, setup)
        case (
            RoundBegan()
            | TurnBegan()
            | TurnEnded()
            | Drew()
            | Reshuffled()
            | PhaseBegan()
            | PhaseEnded()
            | ChainBroken()
            | CounterMoved()
            | MatchEnded()
            | Hidden()
        ):
            return _frame(event, setup)
        case (
            Conceded() | BonusPaid() | Auctioned() | MatchBegan() | HandicapGiven() | SeriesEnded()
        ):
            return _series(event, setup)
        case CardPlayed() | AbilityUsed() | Changed() | Granted() | TokenPlaced():
            return _effect(event, setup)
        case ShellTaken(seat, shells):
            return f"{team_name(seat)} takes {counted(shells, 'beetle shell')}"
        case Captured(unit, seat, space, before):
            who = unit_name(setup, unit) if unit >= 0 else team_name(seat)
            whose = "" if before < 0 else f" from {team_name(before)}"
            return f"{who} captures {point_name(setup, space)}{whose}"
        case _:
            assert_never(event)


def point_name(setup: Setup, space: int) -> str:
    """Return 'the control point on f2' or 'the tower on i9'."""
    tower = space in setup.board.tower_centres
    return f"the {'tower' if tower else 'control point'} on {space_name(setup, space)}"


# -- chapter by chapter ----------------------------------------------------------------------------


def _setup(event: Dealt | Revealed | Rolled | OrderSet, setup: Setup) -> str:
    match event:
        case Dealt(unit, character):
            team = team_name(unit // UNITS_PER_TEAM)
            return f"{team} is dealt {character_name(setup, character)}"
        case Revealed(card):
            return f"{the_item(setup, card)} can be bought now"
        case Rolled(seat, number):
            return f"{team_name(seat)} rolls {number}"
        case OrderSet(order):
            first, *others = (team_name(seat) for seat in order)
            return f"{first} goes first, then {', '.join(others)}"


def pass_words(ruleset: Ruleset) -> str:
    """Return the verb of a pass, which may be final or not (AMB-36)."""
    return say.LOG_PASSES if ruleset.pass_is_final else say.LOG_PASSES_FOR_NOW


def _purchase(event: Bought | Sold | Equipped | Passed | StoreClosed, setup: Setup) -> str:
    match event:
        case Bought(seat, card, paid):
            return f"{team_name(seat)} buys {the_item(setup, card)}: {price_words(paid)}"
        case Sold(seat, card):
            back = compact(price(setup, card), signed=True)
            gain = f": {back}" if price(setup, card) else " for nothing"
            return f"{team_name(seat)} sells {the_item(setup, card)}{gain}"
        case Equipped(seat, item, unit) if unit < 0:
            return f"{team_name(seat)} unassigns {the_item(setup, item)}"
        case Equipped(seat, item, unit):
            return f"{team_name(seat)} gives {the_item(setup, item)} to {unit_name(setup, unit)}"
        case Passed(seat):
            return f"{team_name(seat)} {pass_words(setup.ruleset)}"
        case StoreClosed():
            return "the store closes"


def _frame(
    event: RoundBegan
    | TurnBegan
    | TurnEnded
    | Drew
    | Reshuffled
    | PhaseBegan
    | PhaseEnded
    | ChainBroken
    | CounterMoved
    | MatchEnded
    | Hidden,
    setup: Setup,
) -> str:
    match event:
        case RoundBegan(number):
            return f"round {number} of {setup.rounds}"
        case TurnBegan(seat, supply, target):
            cards = counted(target, "card")
            return f"{team_name(seat)}'s turn. Supply {supply}, draws up to {cards}"
        case TurnEnded(seat):
            return f"{team_name(seat)}'s turn ends"
        case Drew(seat, card):
            what = "1 power card" if card < 0 else card_name(setup, card)
            return f"{team_name(seat)} draws {what}"
        case Reshuffled(cards):
            return f"the discard pile becomes the draw deck: {counted(cards, 'card')}"
        case PhaseBegan(unit):
            return f"{unit_name(setup, unit)} begins a unit phase"
        case PhaseEnded(unit):
            return f"{unit_name(setup, unit)} ends the unit phase"
        case ChainBroken(effects):
            return f"that action has had {counted(effects, 'effect')}. The rest fizzle"
        case CounterMoved(number):
            return f"the round counter moves to {number} of {setup.rounds}"
        case MatchEnded(outcome):
            return _result(outcome)
        case Hidden():
            return "something happens out of sight"


def _result(outcome: Outcome) -> str:
    payouts = ", ".join(f"{team_name(row.seat)} {compact(row.payout)}" for row in outcome.standings)
    rounds = f"after {counted(outcome.rounds, 'round')}"
    if outcome.reason == STOPPED:
        return f"the match is stopped at its decision limit {rounds}, without a winner: {payouts}"
    if outcome.winner is None:
        teams = listed([team_name(seat) for seat in outcome.winners])
        return f"{teams} share the win {rounds}: {payouts}"
    reason = _REASONS.get(outcome.reason, f"by {outcome.reason}")
    return f"{team_name(outcome.winner)} wins {reason} {rounds}: {payouts}"


_SERIES_REASONS: Final = {
    "team value": "with the most valuable team",
    "latest match": "on the last match, with equal team values",
    CONCEDED: "because a rival conceded",
}


def _series(
    event: Conceded | BonusPaid | Auctioned | MatchBegan | HandicapGiven | SeriesEnded, setup: Setup
) -> str:
    match event:
        case Conceded(seat, season):
            return f"{team_name(seat)} concedes the {'season' if season else 'match'}"
        case BonusPaid(bonus):
            return f"the dome adds {compact(bonus)} to every team's winnings"
        case Auctioned(seat, unit) if unit < 0:
            return f"{team_name(seat)} calls no auction"
        case Auctioned(seat, unit, goods, refund):
            owner = team_name(unit // UNITS_PER_TEAM)
            sold = listed([the_item(setup, card) for card in goods])
            paid = f"{compact(refund)} for {sold}" if refund else f"nothing for {sold}"
            name = unit_name(setup, unit)
            return f"{team_name(seat)} auctions off {name}. {owner} gets {paid}"
        case MatchBegan(number, rounds):
            return f"match {number + 1} begins: {counted(rounds, 'round')}"
        case HandicapGiven(seat, cards, shells):
            gifts = [counted(cards, "more card")] if cards else []
            gifts += [counted(shells, "beetle shell")] if shells else []
            return f"{team_name(seat)} is behind and gets {listed(gifts)}"
        case SeriesEnded(outcome, values):
            return _season_result(outcome, values)


def _season_result(outcome: Outcome, values: Sequence[int]) -> str:
    worth = ", ".join(f"{team_name(seat)} {compact(value)}" for seat, value in enumerate(values))
    if outcome.reason == STOPPED:
        return f"the season is stopped at its decision limit, without a winner: {worth}"
    if outcome.winner is None:
        teams = listed([team_name(seat) for seat in outcome.winners])
        return f"{teams} share the season: {worth}"
    return f"{team_name(outcome.winner)} wins the season {_SERIES_REASONS[outcome.reason]}: {worth}"


def _movement(event: Walked | Pushed | PushCancelled | Swapped | WalkCutShort, setup: Setup) -> str:
    match event:
        case Walked(unit, start, path, cause):
            gait = _GAITS.get(cause, "walks")
            return f"{unit_name(setup, unit)} {gait} {_way(setup, unit, start, path[-1])}"
        case Pushed(unit, start, end):
            return f"{unit_name(setup, unit)} is pushed {_way(setup, unit, start, end)}"
        case PushCancelled(unit):
            return f"{unit_name(setup, unit)} can't be pushed"
        case Swapped(unit, other):
            return f"{unit_name(setup, unit)} and {unit_name(setup, other)} swap places"
        case WalkCutShort(unit):
            return f"{unit_name(setup, unit)} can no longer act after the walk"


def _way(setup: Setup, unit: int, start: int, end: int) -> str:
    seat = unit // UNITS_PER_TEAM
    return f"from {_place(setup, start, seat)} to {_place(setup, end, seat)}"


def _place(setup: Setup, space: int, seat: int) -> str:
    return place_name(setup, space, seat).removeprefix("its ")


def _attack(event: Declared | Laid | Redirected | Reckoned | Wounded | Unhurt, setup: Setup) -> str:
    match event:
        case Declared():
            return declaration(event, setup)
        case Laid(seat, card, attacking):
            value = setup.catalog.power_cards[card].value
            side = "attack" if attacking else "defence"
            return f"{team_name(seat)} plays {card_name(setup, card)} in {side}: +{value}"
        case Redirected(target):
            return f"{unit_name(setup, target)} becomes the target"
        case Reckoned(attacker, unit):
            whom = unit_name(setup, unit)
            who = f"{unit_name(setup, attacker)} against {whom}" if attacker >= 0 else whom
            return f"{who}: {sums(event, setup)}, {counted(event.wounds, 'wound')}"
        case Wounded(unit, wounds, vitae):
            return f"{unit_name(setup, unit)} takes {wound_words(wounds, vitae)}"
        case Unhurt(unit, dropped):
            if dropped:
                return f"{unit_name(setup, unit)} is already safe. The hit is dropped"
            return f"{unit_name(setup, unit)} is unhurt"


def wound_words(wounds: int, vitae: int) -> str:
    """Return '4 wounds, 2 vitae left'."""
    return f"{counted(wounds, 'wound')}, {vitae if vitae > 0 else 'no'} vitae left"


def declaration(event: Declared, setup: Setup, *, target: int = -1, hits: bool = False) -> str:
    """Say which unit attacks which and with what.

    `target` is the only unit that was hit, if that is known; `hits`: it was wounded.
    """
    struck = target if target >= 0 else event.target
    whom = "all units around" if struck < 0 else unit_name(setup, struck)
    verb = "hits" if hits else "attacks"
    if event.unit < 0:
        return f"{id_name(setup, event.card)} {verb} {whom}"
    who = unit_name(setup, event.unit)
    if event.item == PUNCH:
        return f"{who} punches {whom}"
    if event.item >= 0:
        return f"{who} {verb} {whom} with {the_item(setup, event.item)}"
    means = id_name(setup, event.card) if event.card != setup.units[event.unit].id else ""
    by = f" with {means}" if means else ""
    return f"{who} pays {whom} back{by}" if event.payback else f"{who} {verb} {whom}{by}"


def sums(
    event: Reckoned, setup: Setup, attack: Sequence[int] = (), defence: Sequence[int] = ()
) -> str:
    """Return '3 + Crowd Roar 4 = 7, against 1'; `attack` and `defence` are the cards."""
    value = _sum(event.strength, event.attack_cards, attack, setup)
    resistance = _sum(event.toughness, event.defence_cards, defence, setup)
    return f"{value}{',' if '=' in value + resistance else ''} against {resistance}"


def _sum(rating: int, worth: int, cards: Sequence[int], setup: Setup) -> str:
    if not worth and not cards:
        return str(rating)
    values = [setup.catalog.power_cards[card].value for card in cards]
    names = [card_name(setup, card) for card in cards]
    if sum(values) == worth:
        added = " + ".join(f"{name} {n}" for name, n in zip(names, values, strict=True))
    else:  # an ability changed the value
        added = f"{listed(names)} {worth}".lstrip()
    return f"{rating} + {added or worth} = {rating + worth}"


def _state_of_unit(
    event: Incapacitated | Recovered | Died | Jailed | Released | Returned | Healed, setup: Setup
) -> str:
    name = unit_name(setup, event.unit) if event.unit >= 0 else "a card"
    match event:
        case Incapacitated():
            return f"{name} is knocked down"
        case Recovered():
            return f"{name} is back up"
        case Died(lava=lava):
            return f"{name} dies{' in the lava' if lava else ''}"
        case Jailed(jail=jail, seat=seat):
            return f"{team_name(seat)} sends {name} to the {jail_name(setup, jail)}"
        case Released(jail=jail, units=units):
            freed = listed([unit_name(setup, unit) for unit in units])
            inside = f": {freed}" if freed else ", which is empty"
            return f"{name} frees the {jail_name(setup, jail)}{inside}"
        case Returned():
            return f"{name} returns to base"
        case Healed(wounds=wounds, cured=cured):
            healed = f"is healed of {counted(wounds, 'wound')}" if wounds else ""
            back_up = "is back up" if cured else ""
            return f"{name} {' and '.join(filter(None, (healed, back_up))) or 'is healed'}"


def _effect(event: CardPlayed | AbilityUsed | Changed | Granted | TokenPlaced, setup: Setup) -> str:
    match event:
        case CardPlayed(seat, card):
            return f"{team_name(seat)} plays {card_name(setup, card)}"
        case AbilityUsed(unit, ability):
            printed = ability_card(setup, ability)
            name = "an ability" if printed is None else with_article(printed.name)
            if unit < 0:
                return f"{name} takes effect"
            own = printed is not None and printed.id == setup.units[unit].id
            return f"{unit_name(setup, unit)} uses {'an ability' if own else name}"
        case Changed(unit, effect):
            return f"{unit_name(setup, unit)}: {lasting_words(effect)}"
        case Granted(seat, unit, what):
            whole_team = unit < 0 or what == "unit-phase"
            who = team_name(seat) if whole_team else unit_name(setup, unit)
            return f"{who} gets 1 more {_MORE.get(what, what)}"
        case TokenPlaced(token, space, seat):
            name = with_article(token_name(setup, token))
            return f"{team_name(seat)} puts {name} on {space_name(setup, space)}"
