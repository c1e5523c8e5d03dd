"""The cards as frozen records, built from the card files and the same all match long.

Index spaces: an item is its index in `Catalog.items`, a power card its index in
`Catalog.power_cards` (a kind; copies are counted, not distinguished), a character or registry
unit its index in `Catalog.characters`, a store card its index in `Catalog.store_cards`, a token
its index in `Catalog.tokens`. An ability is its index in `Catalog.abilities`, so that limits and
guards can name it with one number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NewType, TypeAlias

from deathdome.model.actions import Action, ActionKind, a_of, kind_of, place_of
from deathdome.model.effects import Condition, Effect, Move
from deathdome.model.vocabulary import (
    Deck,
    EffectKind,
    ItemKind,
    Period,
    Role,
    Shape,
    Trigger,
    UnitType,
    WeaponKind,
    Zone,
)

ItemId = NewType("ItemId", int)
CardId = NewType("CardId", int)
AbilityId = NewType("AbilityId", int)

PRINTED_RANK0: Final = 500_000  # credits; character cards show the prices of 2021


@dataclass(frozen=True, slots=True)
class Ratings:
    """Strength, movement, toughness, vitae (TEAM-4), or an item's bonus to them."""

    strength: int = 0
    movement: int = 0
    toughness: int = 0
    vitae: int = 0


@dataclass(frozen=True, slots=True)
class Pick:
    """Choice made by the controller when the ability is used (effects.md part 5)."""

    what: str = "unit"  # "unit", "point" or "jail"
    side: Role = Role.ANY
    of_subject: bool = False  # reference unit: the subject instead of the bearer
    range: int | None = None  # spaces; None: any
    sight: bool = False
    zone: Zone = Zone.BOARD
    adjacent_start: bool = False
    all: bool = False  # count = "all": all that qualify, no choice


@dataclass(frozen=True, slots=True)
class Limit:
    """Limit of `n` uses per `per`."""

    n: int
    per: Period


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of one card (effects.md part 1)."""

    id: AbilityId
    card: str  # id of the card, character or token that has it
    when: Trigger
    do: tuple[Effect, ...]
    who: Role = Role.ANY
    by: Role = Role.ANY
    condition: Condition | None = None
    zone: Zone = Zone.BOARD
    pick: Pick | None = None
    choose: int | None = None  # number of effects the controller selects; None: all
    may: bool = False
    limit: Limit | None = None
    place: int = 0  # among the abilities of its card
    # Computed once, because every question needs them.
    only: EffectKind | None = field(
        init=False, compare=False, default=None
    )  # if all effects are of one kind
    moves: bool = field(init=False, compare=False, default=False)  # a walk, follow or jump

    def __post_init__(self) -> None:
        verbs = {effect.effect_kind for effect in self.do}
        object.__setattr__(self, "only", next(iter(verbs)) if len(verbs) == 1 else None)
        moves = any(isinstance(effect, Move) for effect in self.do)
        object.__setattr__(self, "moves", moves)


@dataclass(frozen=True, slots=True)
class Weapon:
    """Attack that an item can make (effects.md part 8)."""

    kind: WeaponKind
    strength: int
    range: int  # spaces
    shape: Shape = Shape.SINGLE
    sight: bool = True  # False: ignores walls and towers (SIGHT-7)
    attacks: int = 1
    limit: int | None = None  # attacks declared with it, per match


@dataclass(frozen=True, slots=True)
class Item:
    """A store card; every store card is a single copy (AMB-33)."""

    id: str
    name: str
    deck: Deck
    kind: ItemKind
    cost: int  # credits
    text: str
    ability_name: str = ""  # without effect in play, like the quote (EQUIP-10)
    quote: str = ""
    ratings: Ratings = Ratings()
    weapon: Weapon | None = None
    abilities: tuple[Ability, ...] = ()

    def cost_if(self, _rank0_cost: int) -> int:
        """Return the price, which starting characters do not change."""
        return self.cost


@dataclass(frozen=True, slots=True)
class PowerCard:
    """A kind of power card (CARD-1 to CARD-3)."""

    id: str
    name: str
    copies: int
    value: int
    text: str
    timing: str = "value only"
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True)
class Token:
    """A bug token with its effects on units that step on it (NOTE-BUG)."""

    id: str
    name: str
    text: str = ""
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True)
class Character:
    """A printed unit: a line of the team registry or a character card."""

    id: str
    name: str
    types: tuple[UnitType, ...]
    ratings: Ratings
    rank: int = 0
    cost: int = 0  # credits, 2021 price; 0 for registry units (AMB-108)
    style: str = ""
    text: str = ""
    ability_name: str = ""
    quote: str = ""
    abilities: tuple[Ability, ...] = ()

    def cost_if(self, rank0_cost: int) -> int:
        """Return the price where a character of rank 0 costs so many credits."""
        return max(0, self.cost - PRINTED_RANK0 + rank0_cost)


# Vacant place of a team, between the sale of a character and the next purchase (CHAR).
VACANT: Final = Character("vacant", "vacant place", (), Ratings())
StoreCard: TypeAlias = Item | Character


@dataclass(frozen=True, eq=False)
class Catalog:
    """All printed cards. Compared and hashed by identity: one a process and content."""

    items: tuple[Item, ...]  # index is ItemId
    power_cards: tuple[PowerCard, ...]  # index is CardId
    registry: tuple[Character, ...]  # the four units of a registry team, in table order (TEAM-2)
    characters: tuple[Character, ...]
    tokens: tuple[Token, ...]
    fingerprint: str = ""  # digest of the content

    def ability_of(self, action: Action) -> Ability:
        """Return the ability of a USE or PLAY.

        Raises:
            LookupError: the action names no ability.
        """
        if kind_of(action) is ActionKind.PLAY:
            return self.power_cards[a_of(action)].abilities[place_of(action)]
        return self.abilities[a_of(action)]

    @cached_property
    def abilities(self) -> tuple[Ability, ...]:
        """The abilities of all cards but those of the registry; index is AbilityId."""
        printed: tuple[Item | PowerCard | Character | Token, ...]
        printed = (*self.items, *self.power_cards, *self.characters, *self.tokens)
        return tuple(ability for card in printed for ability in card.abilities)

    @cached_property
    def store_cards(self) -> tuple[StoreCard, ...]:
        """Items followed by characters: all cards that can be bought and sold (SETUP-4)."""
        return (*self.items, *self.characters)

    @cached_property
    def character_cards(self) -> dict[str, int]:
        """Store card of each character, by id."""
        return {who.id: place for place, who in enumerate(self.characters, len(self.items))}
