"""Plain data for foreign managers: rules, board and cards once, then views and events."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.positions.one_line import view_line
from deathdome.errors import NotationError
from deathdome.geometry.grid import spaces_in
from deathdome.model.actions import PUNCH
from deathdome.model.effects import Forbid, Modify, Permit
from deathdome.model.events import (
    Auctioned,
    Bought,
    Event,
    Hidden,
    Outcome,
    SeriesEnded,
    Sold,
    TurnBegan,
)
from deathdome.model.frames import Attack, Purchase, Push, Turn, UnitPhase
from deathdome.model.identifiers import TEAMS, space_text, unit_text
from deathdome.model.state import UNITS_PER_TEAM, price
from deathdome.model.vocabulary import Rating
from deathdome.model.wire import EVENTS
from deathdome.rules.gear import gear_now
from deathdome.rules.observing import visible_state
from deathdome.rules.purchase import team_value
from deathdome.rules.units import boost
from deathdome.text.labels import lasting_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.geometry.grid import Space
    from deathdome.model.board import Board
    from deathdome.model.catalog import Character, Item, PowerCard, Weapon
    from deathdome.model.observation import Observation
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import Setup, State

Sheet = dict[str, Any]
JAIL: Final = "jail:"


def team_text(seat: int) -> str:
    """Return the word for a team; "" for none."""
    return TEAMS[seat] if 0 <= seat < len(TEAMS) else ""


def place_text(setup: Setup, place: int, seat: int = -1) -> str:
    """Return a place: "k11", "base" for the seat's base, "jail:nw" for a jail."""
    if place < 0:
        jail = -1 - place
        names = setup.board.jail_names
        return f"{JAIL}{names[jail]}" if jail < len(names) else "box"
    return space_text(setup, place, seat)


def who(setup: Setup, unit: int) -> str:
    """Return the word for a unit; "" for none."""
    return unit_text(setup, unit) if 0 <= unit < len(setup.units) else ""


# -- once a match ---------------------------------------------------------------------------------


def rules_sheet(ruleset: Ruleset) -> Sheet:
    """Return every switch by name."""
    return asdict(ruleset)


def board_sheet(board: Board) -> Sheet:
    """Return the printed board. The rows use the letters of board files."""
    name = board.grid.name

    def names_of(spaces: Iterable[Space]) -> list[str]:
        return [name(space) for space in spaces]

    return {
        "id": board.id,
        "width": board.grid.width,
        "height": board.grid.height,
        "first": name(board.grid.space(0, 0)),
        "rows": board.drawing().split("\n"),
        "points": names_of(board.points),
        "towers": names_of(board.tower_centres),
        "releases": {
            name(space): board.jail_names[jail]
            for space, jail in zip(board.release_points, board.release_jails, strict=True)
        },
        "bases": {
            base: names_of(spaces_in(spaces))
            for base, spaces in zip(board.base_names, board.bases, strict=True)
        },
        "thin_walls": [names_of(pair) for pair in board.thin_walls],
    }


def cards_sheet(setup: Setup) -> Sheet:
    """Return store, power cards and units as printed, with the prices of this match."""
    catalog = setup.catalog
    count = len(catalog.items)
    return {
        "items": [_item(item, price(setup, index)) for index, item in enumerate(catalog.items)],
        "characters": [
            {**_character(one), "price": price(setup, count + index)}
            for index, one in enumerate(catalog.characters)
        ],
        "registry": [_character(one) for one in catalog.registry],
        "power": [_power(card) for card in catalog.power_cards],
        "tokens": [{"id": token.id, "text": token.text} for token in catalog.tokens],
    }


def _item(item: Item, cost: int) -> Sheet:
    sheet: Sheet = {
        "id": item.id,
        "name": item.name,
        "deck": item.deck.value,
        "kind": item.kind.value,
        "price": cost,
        "ratings": asdict(item.ratings),
        "text": item.text,
    }
    if item.weapon is not None:
        sheet["weapon"] = weapon_sheet(item.weapon)
    return sheet


def weapon_sheet(weapon: Weapon) -> Sheet:
    """Return the numbers of a weapon."""
    return {
        "kind": weapon.kind.value,
        "strength": weapon.strength,
        "range": weapon.range,
        "shape": weapon.shape.value,
        "sight": weapon.sight,
        "attacks": weapon.attacks,
        "limit": weapon.limit,
    }


def _character(one: Character) -> Sheet:
    return {
        "id": one.id,
        "name": one.name,
        "types": [kind.value for kind in one.types],
        "ratings": asdict(one.ratings),
        "rank": one.rank,
        "text": one.text,
    }


def _power(card: PowerCard) -> Sheet:
    return {
        "id": card.id,
        "name": card.name,
        "value": card.value,
        "copies": card.copies,
        "timing": card.timing,
        "text": card.text,
    }


# -- at every question ----------------------------------------------------------------------------


def view_sheet(seen: Observation) -> Sheet:
    """Return the seat's view: everything public, its hand, and the sizes of other hands."""
    seen = replace(seen, gear=gear_now(seen))
    setup = seen.setup
    catalog, board = setup.catalog, setup.board
    power = catalog.power_cards
    is_open = any(isinstance(frame, Purchase) for frame in seen.stack)
    return {
        "round": seen.round,
        "rounds": setup.rounds,
        "order": [team_text(seat) for seat in setup.order],
        "units": {
            unit_text(setup, unit): _unit_sheet(seen, unit) for unit in range(len(setup.units))
        },
        "teams": {
            team_text(seat): {
                "credits": seen.credits[seat],
                "shells": seen.shells[seat],
                "cards": seen.hand_sizes[seat],
                "aside": [catalog.store_cards[card].id for card in seen.spare[seat]],
                "base": _base(setup, seat),
                **({"given": setup.gifts[seat]} if setup.gifts else {}),
            }
            for seat in range(setup.seats)
        },
        "hand": [{"id": power[card].id, "value": power[card].value} for card in seen.hand],
        "deck": seen.deck_size,
        "discard": {
            card.id: copies for card, copies in zip(power, seen.discard, strict=True) if copies
        },
        "points": _points(board, seen.owners),
        "store": [
            card.id
            for index, card in enumerate(catalog.store_cards)
            if is_open and seen.store >> index & 1
        ],
        "tokens": [
            {
                "id": catalog.tokens[token.token].id,
                "at": place_text(setup, token.space),
                "team": team_text(token.seat),
            }
            for token in seen.tokens
        ],
        "lasting": [
            {
                "unit": who(setup, effect.unit),
                "what": effect.effect_kind.name.lower(),
                "rating": Rating(effect.what).name.lower()
                if effect.effect_kind.name == "MOD"
                else "",
                "n": effect.n,
                "until": effect.until.name.lower().replace("_", " "),
            }
            for effect in seen.timed
        ],
        **_open_business(seen),
        **({"season": season_sheet(seen)} if setup.series is not None else {}),
    }


def pieces_sheet(state: State) -> Sheet:
    """Return what most actions change: a small part of a view, for searches."""
    setup, vitae = state.setup, gear_now(state).vitae
    return {
        "units": {
            unit_text(setup, unit): {
                "at": place_text(setup, state.space[unit], unit // UNITS_PER_TEAM),
                "vitae": vitae[unit] - state.wounds[unit],
                "down": bool(state.down[unit]),
            }
            for unit in range(len(setup.units))
        },
        "cards": {team_text(seat): len(hand) for seat, hand in enumerate(state.hands)},
        "points": _points(setup.board, state.owners),
    }


def _points(board: Board, owners: Iterable[int]) -> Sheet:
    """Return the owner of each control point."""
    return {
        board.grid.name(space): team_text(owner)
        for space, owner in zip(board.points, owners, strict=True)
    }


def position_text(seen: Observation) -> str:
    """Return the seat's view as a line for the engine service; "" if it has none."""
    try:
        return view_line(seen)
    except NotationError:  # cards are out of the game
        return ""


def season_sheet(seen: Observation) -> Sheet:
    """Return the season so far, and the value of each team now."""
    setup = seen.setup
    series = setup.series
    assert series is not None
    cards, state = setup.catalog.store_cards, visible_state(seen)
    return {
        "match": series.match + 1,
        "schedule": list(series.schedule),
        "results": [
            {
                "winners": [team_text(seat) for seat in result.winners],
                "reason": result.reason,
                "rounds": result.rounds,
                "payouts": _by_team(result.payouts),
                "values": _by_team(result.values),
            }
            for result in series.results
        ],
        "values": _by_team([team_value(state, seat) for seat in range(setup.seats)]),
        "seated": series.seated,
        "auctioned": [cards[card].id for card in series.auctioned],
        "returned": series.returned,
    }


def _by_team(amounts: Sequence[int]) -> dict[str, int]:
    return {team_text(seat): amount for seat, amount in enumerate(amounts)}


def _base(setup: Setup, seat: int) -> str:
    """Return the space of a base; "" before the bases are known."""
    return setup.board.grid.name(setup.terrain.home[seat]) if setup.order else ""


def _unit_sheet(seen: Observation, unit: int) -> Sheet:
    setup, gear = seen.setup, seen.gear
    items = setup.catalog.items
    vitae = gear.vitae[unit]
    return {
        "team": team_text(unit // UNITS_PER_TEAM),
        "at": place_text(setup, seen.space[unit], unit // UNITS_PER_TEAM),
        "vitae": vitae - seen.wounds[unit],
        "most": vitae,
        "down": bool(seen.down[unit]),
        "strength": gear.strength[unit] + boost(seen.timed, unit, Rating.STRENGTH),
        "movement": max(0, gear.movement[unit] + boost(seen.timed, unit, Rating.MOVEMENT)),
        "toughness": gear.toughness[unit] + boost(seen.timed, unit, Rating.TOUGHNESS),
        "types": [kind.value for kind in setup.units[unit].types],
        "items": [items[item].id for item in seen.items[unit]],
        "arms": [
            {
                "with": "punch" if arm.item == PUNCH else items[arm.item].id,
                "kind": arm.kind.value,
                "strength": arm.strength,
                "range": arm.range,
                "shape": arm.shape.value,
            }
            for arm in gear.weapons[unit]
        ],
    }


def _open_business(seen: Observation) -> Sheet:
    """Return the turn, the open unit phase, the open attack and the open push."""
    setup = seen.setup
    sheet: Sheet = {"turn": None, "phase": None, "attack": None, "push": None}
    for frame in seen.stack:
        match frame:
            case Turn():
                sheet["turn"] = {"team": team_text(frame.seat), "phases": frame.phases}
            case UnitPhase():
                sheet["phase"] = {
                    "unit": who(setup, frame.unit),
                    "movements": frame.movements,
                    "actions": frame.actions,
                    "walking": frame.walking,
                    "steps": frame.steps,
                }
            case Attack():
                sheet["attack"] = _attack(setup, frame)
            case Push():
                sheet["push"] = {
                    "unit": who(setup, frame.unit),
                    "from": place_text(setup, frame.origin),
                    "by": who(setup, frame.pusher),
                }
            case _:
                pass
    return sheet


def _attack(setup: Setup, frame: Attack) -> Sheet:
    declared = frame.declared
    power = setup.catalog.power_cards
    return {
        "team": team_text(declared.seat),
        "unit": who(setup, declared.unit),
        "target": who(setup, frame.target),
        "with": "punch" if declared.item == PUNCH else declared.card,
        "kind": declared.kind.value if declared.kind is not None else "",
        "shape": frame.shape.value,
        "payback": declared.payback,
        "cards": frame.bonus,  # of the attacker, added up
        "laid": [power[card].id for card in frame.laid],
        "hits": [
            {"unit": who(setup, unit), "attack": value}
            for unit, value in zip(frame.hits, frame.values, strict=False)
        ],
        "defences": {team_text(seat): value for seat, value in frame.answers},
    }


def outcome_sheet(outcome: Outcome) -> Sheet:
    """Return the result of a match."""
    return {
        "winners": [team_text(seat) for seat in outcome.winners],
        "reason": outcome.reason,
        "rounds": outcome.rounds,
        "standings": [
            {
                "team": team_text(row.seat),
                "payout": row.payout,
                "towers": row.towers,
                "points": row.points,
                "shells": row.shells,
                "jailed": row.jailed,
            }
            for row in outcome.standings
        ],
    }


# -- happenings ------------------------------------------------------------------------------------

_UNITS: Final = frozenset({"unit", "target", "attacker", "other"})
_PLACES: Final = frozenset({"start", "end", "space"})
_SEATS: Final = frozenset({"seat", "before"})


def event_sheets(before: Setup, after: Setup, events: Sequence[Event]) -> list[Sheet]:
    """Return the visible events between two setups; an auctioned character has its old name."""
    sold = next((at for at, event in enumerate(events) if isinstance(event, Auctioned)), -1)
    return [
        event_sheet(before if at <= sold else after, event)
        for at, event in enumerate(events)
        if not isinstance(event, Hidden)
    ]


def event_sheet(setup: Setup, event: Event) -> Sheet:
    """Return a visible event as a sheet."""
    wire = EVENTS[type(event)]
    sheet: Sheet = {"event": wire.words}
    for field, value in zip(wire.fields, wire.values(event), strict=True):
        sheet[field] = _plain(setup, event, field, value)
    return sheet


def _plain(setup: Setup, event: Event, name: str, value: Any) -> Any:
    """Return one field as plain data."""
    catalog = setup.catalog
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, Modify | Permit | Forbid):
        return lasting_words(value)
    if name in _UNITS and not isinstance(event, TurnBegan):  # its target is a number of cards
        return who(setup, value)
    if name == "units":
        return [who(setup, unit) for unit in value]
    if name in _PLACES:
        return place_text(setup, value)
    if name == "path":
        return [place_text(setup, space) for space in value]
    if name in _SEATS:
        return team_text(value)
    if name == "order":
        return [team_text(seat) for seat in value]
    if name == "jail":
        return setup.board.jail_names[value] if value >= 0 else ""
    if name == "item":
        return "punch" if value == PUNCH else catalog.items[value].id if value >= 0 else ""
    if name == "character":
        return catalog.characters[value].id
    if name == "card":
        cards = catalog.store_cards if isinstance(event, (Bought, Sold)) else catalog.power_cards
        return cards[value].id if value >= 0 else ""
    if name == "ability":
        return catalog.abilities[value].card
    if isinstance(event, Auctioned) and name == "cards":
        return [catalog.store_cards[card].id for card in value]
    if isinstance(event, SeriesEnded) and name == "values":
        return _by_team(value)
    if name == "token":
        return catalog.tokens[value].id
    if isinstance(value, Outcome):
        return outcome_sheet(value)
    return value
