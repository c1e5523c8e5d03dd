"""Derived stats of all units from their equipment (TEAM-9, EQUIP, effects.md part 2).

Equipment is fixed for a match (EQUIP-11), so everything that does not depend on the moment is
computed once and shared by all positions.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import PUNCH
from deathdome.model.catalog import VACANT
from deathdome.model.effects import Forbid, Modify, Permit
from deathdome.model.frames import Purchase
from deathdome.model.state import UNITS_PER_TEAM, DerivedStats, WeaponAttack, cost_of
from deathdome.model.vocabulary import (
    Allow,
    Deck,
    Deny,
    ItemKind,
    Rating,
    Shape,
    Target,
    Trigger,
    WeaponKind,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.catalog import Ability, Catalog, Character, Item
    from deathdome.model.effects import Condition
    from deathdome.model.observation import Observation
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import Setup, State

ITEMS_PER_UNIT: Final = 3  # EQUIP-1


class Hands(NamedTuple):
    """Abilities of the power cards, by trigger."""

    by_trigger: dict[Trigger, dict[int, tuple[Ability, ...]]]
    playable: dict[Trigger, frozenset[int]]  # power cards with an ability for it
    in_phase: frozenset[int]  # ... for any window of a unit phase
    in_turn: frozenset[int]  # ... for any window between unit phases
    values: tuple[int, ...]  # per power card


class Shelf(NamedTuple):
    """Store cards as sets, one bit a card, for questions about many at once."""

    costs: tuple[int, ...]  # ascending, distinct
    affordable: tuple[int, ...]  # index: how many of `costs` the purse covers
    armor: int
    vehicles: int
    items: int
    characters: int

    def within(self, purse: int) -> int:
        """Return the cards that cost at most `purse` credits."""
        return self.affordable[bisect_right(self.costs, purse)]

    def addable(self, items: int, held: int) -> int:
        """Return the `items` that a unit holding `held` can add (EQUIP-1 to EQUIP-3)."""
        if held.bit_count() >= ITEMS_PER_UNIT:
            return 0
        if held & self.armor:
            items &= ~self.armor
        if held & self.vehicles:
            items &= ~self.vehicles
        return items


@lru_cache(maxsize=16)
def shelf_of(catalog: Catalog, ruleset: Ruleset) -> Shelf:
    """Return the store cards of a catalog as sets."""
    items = catalog.items
    prices = [cost_of(card, ruleset) for card in catalog.store_cards]
    costs = tuple(sorted(set(prices)))
    affordable = [
        sum(1 << card for card, cost in enumerate(prices) if cost <= most) for most in (-1, *costs)
    ]
    return Shelf(
        costs,
        tuple(affordable),
        sum(1 << i for i, item in enumerate(items) if item.kind is ItemKind.ARMOR),
        sum(1 << i for i, item in enumerate(items) if item.kind is ItemKind.VEHICLE),
        (1 << len(items)) - 1,
        (1 << len(prices)) - (1 << len(items)),
    )


def held_by_type(character: Character, items: Sequence[Item]) -> int:
    """Return the items whose deck is open to these unit types (EQUIP-4 to EQUIP-6)."""
    if character == VACANT:
        return 0
    decks = {deck for deck in Deck if deck.value not in _TYPES}
    decks |= {Deck(unit_type.value) for unit_type in character.types}
    return sum(1 << index for index, item in enumerate(items) if item.deck in decks)


_WINDOWS: Final = frozenset(
    {Trigger.ACTION, Trigger.BETWEEN, Trigger.PHASE, Trigger.TURN, Trigger.ATTACK, Trigger.DEFEND}
)


@lru_cache(maxsize=16)
def hands_of(catalog: Catalog) -> Hands:
    """Group the power cards of a catalog by trigger."""
    by_trigger: dict[Trigger, dict[int, tuple[Ability, ...]]] = {when: {} for when in Trigger}
    for index, card in enumerate(catalog.power_cards):
        for ability in card.abilities:
            table = by_trigger[ability.when]
            table[index] = (*table.get(index, ()), ability)
    playable = {when: frozenset(cards) for when, cards in by_trigger.items()}
    return Hands(
        by_trigger,
        playable,
        playable[Trigger.ACTION] | playable[Trigger.PHASE] | playable[Trigger.TURN],
        playable[Trigger.BETWEEN] | playable[Trigger.TURN],
        tuple(card.value for card in catalog.power_cards),
    )


def may_hold(
    character: Character, held: Sequence[Item], item: Item, slots: int = ITEMS_PER_UNIT
) -> tuple[str, str] | None:
    """Return None if a unit holding `held` can add `item`, otherwise (code, rule ID) of a refusal.

    EQUIP-1 to EQUIP-6: three items, one armor, one vehicle, unit decks by type.
    """
    if character == VACANT:
        return "vacant", "BUY-14"
    if len(held) >= slots:
        return "full", "EQUIP-1"
    if item.deck.value in _TYPES and item.deck.value not in {t.value for t in character.types}:
        return "type", "EQUIP-4"
    if item.kind is ItemKind.ARMOR and any(other.kind is ItemKind.ARMOR for other in held):
        return "armor", "EQUIP-2"
    if item.kind is ItemKind.VEHICLE and any(other.kind is ItemKind.VEHICLE for other in held):
        return "vehicle", "EQUIP-3"
    return None


_TYPES: Final = frozenset({"warrior", "gunner", "scout", "medic"})


def gear_now(position: State | Observation) -> DerivedStats:
    """Return the stats for the current equipment, even while the store is open (TEAM-9).

    `position.gear` is updated only when the store closes, because no rule needs it earlier.
    """
    if position.stack and isinstance(position.stack[0], Purchase):
        return build_gear(position.setup, position.items)
    return position.gear


def build_gear(setup: Setup, items: Sequence[tuple[int, ...]]) -> DerivedStats:
    """Compute the stats of all units; `items` is indexed by unit."""
    catalog = setup.catalog
    columns: list[list[int]] = [[] for _ in range(6)]
    allows: list[int] = []
    acts: list[tuple[str, ...]] = []
    denies: list[int] = []
    weapons: list[tuple[WeaponAttack, ...]] = []
    windows: list[dict[Trigger, tuple[Ability, ...]]] = []
    events: dict[Trigger, list[tuple[int, Ability]]] = {}
    bearer: dict[int, int] = {}
    for unit, character in enumerate(setup.units):
        held = [catalog.items[item] for item in items[unit]]
        ratings = [character.ratings, *(item.ratings for item in held)]
        abilities = [
            *character.abilities,
            *(ability for item in held for ability in item.abilities),
        ]
        always = [ability for ability in abilities if ability.when is Trigger.ALWAYS]
        strength = sum(rating.strength for rating in ratings)
        # ATTACK-4, AMB-40: a weapon's strength is in its weapon block, never in its ratings.
        columns[0].append(strength)
        more = sum(rating.movement for rating in ratings)
        columns[1].append(more + _constant(always, Rating.MOVEMENT))
        more = sum(rating.toughness for rating in ratings)
        columns[2].append(more + _constant(always, Rating.TOUGHNESS))
        columns[3].append(_tough(always, WeaponKind.CLOSE))
        columns[4].append(_tough(always, WeaponKind.RANGED))
        columns[5].append(sum(rating.vitae for rating in ratings))
        allow, deny, middle = Allow.NONE, Deny.NONE, tuple[str, ...]()
        for ability in always:
            if ability.condition is None or not ability.condition.about_attack:
                for effect in ability.do:
                    if isinstance(effect, Permit):
                        allow |= effect.allow
                        middle += effect.acts
                    elif isinstance(effect, Forbid):
                        deny |= effect.deny
        allows.append(int(allow))
        denies.append(int(deny))
        acts.append(middle)
        weapons.append(
            (
                *(
                    _weapon_attack(index, catalog, strength, always)
                    for index in items[unit]
                    if catalog.items[index].weapon is not None
                ),
                _punch(strength, always),
            )
        )
        window: dict[Trigger, tuple[Ability, ...]] = {}
        for ability in abilities:
            bearer[ability.id] = unit
            if ability.when in _WINDOWS:
                window[ability.when] = (*window.get(ability.when, ()), ability)
            elif ability.when is not Trigger.ALWAYS:
                events.setdefault(ability.when, []).append((unit, ability))
        windows.append(window)
    strengths, movements, toughnesses, close, ranged, vitae = map(tuple, columns)
    return DerivedStats(
        strength=strengths,
        movement=movements,
        toughness=toughnesses,
        tough_close=close,
        tough_ranged=ranged,
        vitae=vitae,
        allow=tuple(allows),
        acts=tuple(acts),
        deny=tuple(denies),
        weapons=tuple(weapons),
        windows=tuple(windows),
        events={when: tuple(found) for when, found in events.items()},
        bearer=bearer,
        decks=_decks_of(setup.units, catalog),
    )


@lru_cache(maxsize=64)
def _decks_of(units: tuple[Character, ...], catalog: Catalog) -> tuple[int, ...]:
    return tuple(held_by_type(character, catalog.items) for character in units)


def _constant(always: Sequence[Ability], rating: Rating) -> int:
    """Sum the modifiers of a rating that always count."""
    return sum(
        effect.n
        for ability in always
        if ability.condition is None
        for effect in ability.do
        if isinstance(effect, Modify) and effect.rating is rating
    )


def _tough(always: Sequence[Ability], kind: WeaponKind) -> int:
    """Sum the toughness against one kind of weapon (DEFEND-4)."""
    return sum(
        effect.n
        for ability in always
        if ability.condition is not None and ability.condition.kind is kind
        for effect in ability.do
        if isinstance(effect, Modify) and effect.rating is Rating.TOUGHNESS
    )


def _weapon_attack(
    index: int, catalog: Catalog, strength: int, always: Sequence[Ability]
) -> WeaponAttack:
    item = catalog.items[index]
    weapon = item.weapon
    assert weapon is not None
    return _compose(
        WeaponAttack(
            index,
            item.id,
            weapon.kind,
            strength + weapon.strength,
            weapon.range,
            weapon.sight,
            through_walls=False,
            shape=weapon.shape,
            attacks=weapon.attacks,
            limit=weapon.limit,
            denies_cards=False,
            dynamic=(),
        ),
        always,
    )


def _punch(strength: int, always: Sequence[Ability]) -> WeaponAttack:
    punch = WeaponAttack(
        PUNCH,
        "",
        WeaponKind.CLOSE,
        strength,
        1,
        sight=True,
        through_walls=False,
        shape=Shape.SINGLE,
        attacks=1,
        limit=None,
        denies_cards=False,
        dynamic=(),
    )
    return _compose(punch, always)


def _compose(weapon: WeaponAttack, always: Sequence[Ability]) -> WeaponAttack:
    """Add the effects of the bearer's constant abilities to this attack."""
    if not always and weapon.range >= 1:
        return weapon
    strength, reach, walls, cards = weapon.strength, weapon.range, weapon.through_walls, False
    dynamic: list[tuple[Condition | None, Modify]] = []
    for ability in always:
        condition = ability.condition
        if condition is not None:
            if condition.with_this and ability.card != weapon.card:
                continue
            if condition.kind is not None and condition.kind is not weapon.kind:
                continue
        momentary = condition is not None and (condition.higher_ground or bool(condition.state))
        for effect in ability.do:
            match effect:
                case Modify(rating=Rating.STRENGTH):
                    if momentary or effect.per is not None:
                        dynamic.append((condition if momentary else None, effect))
                    else:
                        strength += effect.n
                case Modify(rating=Rating.RANGE):
                    reach += effect.n
                case Permit() if effect.allow & Allow.SEE_WALLS:
                    walls = True
                case Forbid(on=Target.SUBJECT) if effect.deny & Deny.CARDS:
                    cards = True
                case _:
                    pass
    return weapon._replace(
        strength=strength,
        range=max(1, reach),
        through_walls=walls,
        denies_cards=cards,
        dynamic=tuple(dynamic),
    )


def usable_zone(ability: Ability, place: int, home: int) -> bool:
    """Return True if the ability works for a bearer on `place`."""
    if ability.zone is Zone.JAIL:
        return place < 0
    if ability.zone is Zone.FIELD:
        return place >= 0 and place != home
    return place >= 0


# -- what an item would change ---------------------------------------------------------------------

_ONE_ONLY: Final = {"armor": ItemKind.ARMOR, "vehicle": ItemKind.VEHICLE}  # EQUIP-2, EQUIP-3


class Ratings(NamedTuple):
    """A unit's ratings."""

    strength: int
    movement: int
    toughness: int
    vitae: int
    close: int  # more toughness against close combat weapons
    ranged: int
    hits: int  # strength of the attack in question
    reach: int  # its range


class Outfit(NamedTuple):
    """A unit with and without an item."""

    unit: int
    before: Ratings
    after: Ratings | None  # None: it cannot hold the item
    refusal: str  # code; '' if it can, possibly in exchange
    instead_of: int  # the item it would have to give up, or -1


def outfits(seen: Observation, item: int) -> tuple[Outfit, ...]:
    """Compare each of the seat's units with and without the item."""
    return _outfits(seen.setup, seen.items, seen.seat, item)


@lru_cache(maxsize=64)
def _outfits(
    setup: Setup, items: tuple[tuple[int, ...], ...], seat: int, item: int
) -> tuple[Outfit, ...]:
    catalog = setup.catalog
    now = tuple(tuple(other for other in held if other != item) for held in items)
    found = []
    for unit in range(seat * UNITS_PER_TEAM, (seat + 1) * UNITS_PER_TEAM):
        held = [catalog.items[other] for other in now[unit]]
        no = may_hold(setup.units[unit], held, catalog.items[item])
        instead = -1
        refused = no[0] if no else ""
        if refused in ("full", *_ONE_ONLY):
            # An armor or vehicle can replace another even if the unit is full.
            kind = catalog.items[item].kind
            if kind in _ONE_ONLY.values():
                same = [other for other in now[unit] if catalog.items[other].kind is kind]
                instead = same[0] if same else -1
            if instead >= 0:
                refused = ""
        before = _ratings(setup, now, unit, -1)
        if refused:
            found.append(Outfit(unit, before, None, refused, -1))
            continue
        kept = (*(other for other in now[unit] if other != instead), item)
        then = (*now[:unit], kept, *now[unit + 1 :])
        found.append(Outfit(unit, before, _ratings(setup, then, unit, item), "", instead))
    return tuple(found)


def _ratings(setup: Setup, items: tuple[tuple[int, ...], ...], unit: int, weapon: int) -> Ratings:
    """Return the ratings of a unit with its attack by the weapon, or its strongest attack."""
    gear = build_gear(setup, items)
    attacks = [one for one in gear.weapons[unit] if one.item == weapon] or gear.weapons[unit]
    attack = max(attacks, key=lambda one: (one.strength, one.range))
    return Ratings(
        gear.strength[unit],
        gear.movement[unit],
        gear.toughness[unit],
        gear.vitae[unit],
        gear.tough_close[unit],
        gear.tough_ranged[unit],
        attack.strength,
        attack.range,
    )
