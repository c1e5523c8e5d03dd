"""Every event as one plain English sentence.

Sentences name everybody and address nobody, because a log is read by every seat. There is no
markup in them: a bracket is a bracket.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from deathdome.model.actions import PUNCH
from deathdome.model.events import (
    STOPPED,
    AbilityUsed,
    Bought,
    Captured,
    CardPlayed,
    ChainBroken,
    Changed,
    CounterMoved,
    Dealt,
    Declared,
    Died,
    Drew,
    Equipped,
    Granted,
    Healed,
    Hidden,
    Incapacitated,
    Jailed,
    Laid,
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
    Rolled,
    RoundBegan,
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
    counted,
    credits_text,
    id_name,
    jail_name,
    listed,
    place_name,
    space_name,
    team_name,
    the_item,
    the_unit,
    the_units,
    token_name,
    unit_name,
    with_article,
)

if TYPE_CHECKING:
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import Setup

_GAITS: Final = {"walk": "walks", "follow": "follows", "jump": "jumps"}
_REASONS: Final = {
    "payout": "with the largest payout",
    "towers": "with more towers at the same payout",
    "shells": "with more shells at the same payout",
    "fewest jailed": "with fewer units in jail at the same payout",
    "last team standing": "as the last team standing, whatever the payouts",
}


def sentence(event: Event, setup: Setup) -> str:
    """One event as one sentence."""
    return capitalised(_words(event, setup)) + "."


def _words(event: Event, setup: Setup) -> str:
    """Return a sentence without its capital and full stop."""
    match event:
        case Walked() | Pushed() | PushCancelled() | Swapped() | WalkCutShort():
            return _movement(event, setup)
        case Declared() | Laid() | Redirected() | Reckoned() | Wounded() | Unhurt():
            return _attack(event, setup)
        case Dealt() | Rolled() | OrderSet():
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
        case CardPlayed() | AbilityUsed() | Changed() | Granted() | TokenPlaced():
            return _effect(event, setup)
        case ShellTaken(seat, shells):
            return f"{team_name(seat)} takes {shell_words(shells)}"
        case Captured(unit, seat, space, before):
            who = unit_name(setup, unit) if unit >= 0 else team_name(seat)
            verb = "captures" if before < 0 else "takes"
            whose = "" if before < 0 else f" from {team_name(before)}"
            return f"{who} {verb} {point_name(setup, space)}{whose}"
        case _:
            assert_never(event)


def point_name(setup: Setup, space: int) -> str:
    """Return 'the control point on f2' or 'the tower on i9'."""
    tower = space in setup.board.tower_centres
    return f"the {'tower' if tower else 'control point'} on {space_name(setup, space)}"


def shell_words(shells: int) -> str:
    """Return 'a beetle shell' or '2 beetle shells'."""
    return "a beetle shell" if shells == 1 else f"{shells} beetle shells"


# -- chapter by chapter ----------------------------------------------------------------------------


def _setup(event: Dealt | Rolled | OrderSet, setup: Setup) -> str:
    match event:
        case Dealt(unit, character):
            team = team_name(unit // UNITS_PER_TEAM)
            return f"{team} is dealt {character_name(setup, character)}"
        case Rolled(seat, number):
            return f"{team_name(seat)} rolls {number}"
        case OrderSet(order):
            return f"the order of play is {listed([team_name(seat) for seat in order])}"


def _purchase(event: Bought | Sold | Equipped | Passed | StoreClosed, setup: Setup) -> str:
    match event:
        case Bought(seat, card, paid):
            for_what = f"for {credits_text(paid)}" if paid else "for nothing"
            return f"{team_name(seat)} buys {the_item(setup, card)} {for_what}"
        case Sold(seat, card):
            paid = price(setup, card)
            for_what = f"for {credits_text(paid)}" if paid else "for nothing"
            return f"{team_name(seat)} sells {the_item(setup, card)} {for_what}"
        case Equipped(seat, item, unit) if unit < 0:
            return f"{team_name(seat)} puts {the_item(setup, item)} aside"
        case Equipped(seat, item, unit):
            return f"{team_name(seat)} gives {the_item(setup, item)} to {the_unit(setup, unit)}"
        case Passed(seat):
            return f"{team_name(seat)} has finished buying"
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
            return f"round {number} of {setup.rounds} begins"
        case TurnBegan(seat, supply, target):
            points = counted(supply, "supply point")
            return f"{team_name(seat)}'s turn begins with {points}: cards up to {target} in hand"
        case TurnEnded(seat):
            return f"{team_name(seat)}'s turn ends"
        case Drew(seat, card):
            return (
                f"{team_name(seat)} draws {'a power card' if card < 0 else card_name(setup, card)}"
            )
        case Reshuffled(cards):
            return f"the discard pile becomes the draw deck: {counted(cards, 'card')}"
        case PhaseBegan(unit):
            return f"{unit_name(setup, unit)} begins a unit phase"
        case PhaseEnded(unit):
            return f"{unit_name(setup, unit)} has finished its unit phase"
        case ChainBroken(effects):
            return f"one action has had {effects} effects, and the rest fizzle"
        case CounterMoved(number):
            return f"the round counter goes back to {number}"
        case MatchEnded(outcome):
            return _result(outcome)
        case Hidden():
            return "something happens out of sight"


def _result(outcome: Outcome) -> str:
    payouts = listed(
        [f"{team_name(row.seat)} {credits_text(row.payout)}" for row in outcome.standings]
    )
    rounds = f"after {counted(outcome.rounds, 'round')}"
    if outcome.reason == STOPPED:
        return f"the match is stopped at its decision limit {rounds}, without a winner: {payouts}"
    if outcome.winner is None:
        teams = listed([team_name(seat) for seat in outcome.winners])
        return f"the match ends {rounds} shared by {teams}: {payouts}"
    reason = _REASONS.get(outcome.reason, f"by {outcome.reason}")
    return f"{team_name(outcome.winner)} wins {rounds} {reason}: {payouts}"


def _movement(event: Walked | Pushed | PushCancelled | Swapped | WalkCutShort, setup: Setup) -> str:
    match event:
        case Walked(unit, start, path, cause):
            gait = _GAITS.get(cause, "walks")
            return f"{unit_name(setup, unit)} {gait} {_way(setup, unit, start, path[-1])}"
        case Pushed(unit, start, end):
            return f"{unit_name(setup, unit)} is pushed {_way(setup, unit, start, end)}"
        case PushCancelled(unit):
            return f"{unit_name(setup, unit)} cannot be pushed and stays where it is"
        case Swapped(unit, other):
            return f"{unit_name(setup, unit)} and {the_unit(setup, other)} swap places"
        case WalkCutShort(unit):
            return f"{unit_name(setup, unit)} can no longer do what was to follow its walk"


def _way(setup: Setup, unit: int, start: int, end: int) -> str:
    seat = unit // UNITS_PER_TEAM
    return f"from {place_name(setup, start, seat)} to {place_name(setup, end, seat)}"


def _attack(event: Declared | Laid | Redirected | Reckoned | Wounded | Unhurt, setup: Setup) -> str:
    match event:
        case Declared():
            return declaration(event, setup)
        case Laid(seat, card, attacking):
            value = setup.catalog.power_cards[card].value
            side = "attack" if attacking else "defence"
            return f"{team_name(seat)} adds {card_name(setup, card)} to the {side} for {value}"
        case Redirected(target):
            return f"{the_unit(setup, target)} becomes the target instead"
        case Reckoned(attacker, unit):
            if attacker < 0:
                return f"the attack on {the_unit(setup, unit)}: {sums(event)}"
            against = the_unit(setup, unit)
            return f"{unit_name(setup, attacker)} against {against}: {sums(event)}"
        case Wounded(unit, wounds, vitae):
            left = f"has {vitae} vitae left" if vitae > 0 else "has no vitae left"
            return f"{unit_name(setup, unit)} takes {counted(wounds, 'wound')} and {left}"
        case Unhurt(unit, dropped):
            if dropped:
                return f"{unit_name(setup, unit)} is out of harm's way and is let off"
            return f"{unit_name(setup, unit)} is unhurt"


def declaration(event: Declared, setup: Setup, *, with_strength: bool = True) -> str:
    """Say which unit attacks which and with what; the next sentence may have the strength."""
    target = "everybody around it" if event.target < 0 else the_unit(setup, event.target)
    if event.unit >= 0 and event.item == PUNCH:
        return f"{unit_name(setup, event.unit)} punches {target}"
    if event.unit >= 0 and event.item >= 0:
        who, means = unit_name(setup, event.unit), the_item(setup, event.item)
        return f"{who} attacks {target} with {means}"
    strength = f", strength {event.strength}" if with_strength else ""
    if event.unit < 0:
        return f"{id_name(setup, event.card)} attacks {target}{strength}"
    who, means = unit_name(setup, event.unit), id_name(setup, event.card)
    by = f" with {means}" if means and event.card != setup.units[event.unit].id else ""
    verb = f"pays {target} back" if event.payback else f"attacks {target}"
    return f"{who} {verb}{by}{strength}"


def sums(event: Reckoned, attack: str = "", defence: str = "") -> str:
    """Return the arithmetic of one hit; `attack` and `defence` name the cards."""
    value = event.strength + event.attack_cards
    resistance = event.toughness + event.defence_cards
    text = (
        f"strength {event.strength}{_plus(event.attack_cards, attack, value)}"
        f" against toughness {event.toughness}{_plus(event.defence_cards, defence, resistance)}"
    )
    wounds = counted(event.wounds, "wound")
    spared = value > resistance and not event.wounds
    return f"{text}, {'but ' if spared else ''}{wounds}"


def _plus(cards: int, names: str, total: int) -> str:
    if not cards and not names:
        return ""
    return f" + cards {cards}{f' ({names})' if names else ''} = {total}"


def _state_of_unit(
    event: Incapacitated | Recovered | Died | Jailed | Released | Returned | Healed, setup: Setup
) -> str:
    name = unit_name(setup, event.unit) if event.unit >= 0 else "a card"
    match event:
        case Incapacitated():
            return f"{name} is incapacitated"
        case Recovered():
            return f"{name} is upright again"
        case Died(lava=lava):
            return f"{name} dies{' in the lava' if lava else ''}"
        case Jailed(jail=jail, seat=seat):
            into = f"in the {jail_name(setup, jail)}"
            return f"{team_name(seat)} puts {the_unit(setup, event.unit)} {into}"
        case Released(jail=jail, units=units):
            free = the_units(setup, units) or "nobody"
            goes = "goes" if len(units) <= 1 else "go"
            return f"{name} opens the {jail_name(setup, jail)}: {free} {goes} free"
        case Returned():
            return f"{name} returns to its base"
        case Healed(wounds=wounds, cured=cured):
            healed = f"is healed of {counted(wounds, 'wound')}" if wounds else ""
            upright = "is upright again" if cured else ""
            return f"{name} {' and '.join(filter(None, (healed, upright))) or 'is healed'}"


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
            return f"{unit_name(setup, unit)} uses {'its ability' if own else name}"
        case Changed(unit, effect):
            return f"{unit_name(setup, unit)}: {lasting_words(effect)}"
        case Granted(seat, unit, what):
            whole_team = unit < 0 or what == "unit-phase"
            who = team_name(seat) if whole_team else unit_name(setup, unit)
            gift = {"movement": "movement phase", "action": "action", "unit-phase": "unit phase"}
            return f"{who} gets one more {gift.get(what, what)}"
        case TokenPlaced(token, space, seat):
            name = with_article(token_name(setup, token))
            return f"{team_name(seat)} puts {name} on {space_name(setup, space)}"
