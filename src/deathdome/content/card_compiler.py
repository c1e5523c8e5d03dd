"""Compile the checked tables of card files into the catalog of a match."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from deathdome.content.card_files import Entry
from deathdome.content.card_schema import (
    AbilityTable,
    AimedTable,
    AllowTable,
    AttackTable,
    BaseTable,
    CaptureTable,
    CharacterTable,
    ConditionTable,
    DenyTable,
    EffectTable,
    FollowTable,
    GainTable,
    GrantTable,
    HealTable,
    IncapacitateTable,
    ItemTable,
    JumpTable,
    ModTable,
    PickTable,
    PowerTable,
    PrintedTable,
    PushTable,
    RatingsTable,
    RedirectTable,
    RoundTable,
    SwapTable,
    TokenEffectTable,
    TokenTable,
    UnitTable,
    WalkTable,
    WeaponTable,
)
from deathdome.model.catalog import (
    Ability,
    AbilityId,
    Catalog,
    Character,
    Item,
    Limit,
    Pick,
    PowerCard,
    Ratings,
    Token,
    Weapon,
)
from deathdome.model.effects import (
    AddRounds,
    Capture,
    Collect,
    Condition,
    Effect,
    Follow,
    Forbid,
    GrantPhase,
    Heal,
    Incapacitate,
    Jump,
    MakeAttack,
    Modify,
    Permit,
    PlaceToken,
    PushAway,
    Redirect,
    Swap,
    ToBase,
    Walk,
)
from deathdome.model.vocabulary import ItemKind, Target, Until, WeaponKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.content.card_files import Entry

Kind = TypeVar("Kind", bound=PrintedTable | UnitTable)

_WEAPON_KINDS = {ItemKind.CLOSE: WeaponKind.CLOSE, ItemKind.RANGED: WeaponKind.RANGED}


def compile_catalog(entries: Sequence[Entry]) -> Catalog:
    """Compile the tables, each kind in the given order; number the abilities as they come.

    The tables have passed the audit: every token that an effect names is among them.
    """
    tokens = _of_kind(entries, TokenTable)
    compiler = _Compiler({table.id: index for index, table in enumerate(tokens)})
    items = tuple(compiler.item(table) for table in _of_kind(entries, ItemTable))
    power_cards = tuple(compiler.power_card(table) for table in _of_kind(entries, PowerTable))
    registry = tuple(_unit(table) for table in _of_kind(entries, UnitTable))
    characters = tuple(compiler.character(table) for table in _of_kind(entries, CharacterTable))
    return Catalog(
        items=items,
        power_cards=power_cards,
        registry=registry,
        characters=characters,
        tokens=tuple(compiler.token(table) for table in tokens),
    )


def _of_kind(entries: Sequence[Entry], kind: type[Kind]) -> list[Kind]:
    return [entry.table for entry in entries if isinstance(entry.table, kind)]


class _Compiler:
    """Compiler that knows the tokens by name and numbers every ability."""

    def __init__(self, tokens: dict[str, int]) -> None:
        self._tokens = tokens
        self._numbers: Iterator[int] = count()

    def item(self, table: ItemTable) -> Item:
        return Item(
            id=table.id,
            name=table.name,
            deck=table.deck,
            kind=table.kind,
            cost=table.cost,
            text=table.text,
            ability_name=table.ability_name,
            quote=table.quote,
            ratings=_ratings(table.ratings),
            weapon=_weapon(table.kind, table.weapon) if table.weapon else None,
            abilities=self._abilities(table),
        )

    def power_card(self, table: PowerTable) -> PowerCard:
        return PowerCard(
            id=table.id,
            name=table.name,
            copies=table.copies,
            value=table.value,
            text=table.text,
            timing=table.timing,
            abilities=self._abilities(table),
        )

    def character(self, table: CharacterTable) -> Character:
        return Character(
            id=table.id,
            name=table.name,
            types=tuple(table.types),
            ratings=_ratings(table.ratings),
            rank=table.rank,
            cost=table.cost,
            style=table.style,
            text=table.text,
            ability_name=table.ability_name,
            quote=table.quote,
            abilities=self._abilities(table),
        )

    def token(self, table: TokenTable) -> Token:
        return Token(
            id=table.id, name=table.name, text=table.text, abilities=self._abilities(table)
        )

    def _abilities(self, table: PrintedTable) -> tuple[Ability, ...]:
        return tuple(
            self._ability(table.id, ability, place) for place, ability in enumerate(table.ability)
        )

    def _ability(self, card: str, table: AbilityTable, place: int) -> Ability:
        return Ability(
            id=AbilityId(next(self._numbers)),
            card=card,
            when=table.when,
            do=tuple(self._effect(effect) for effect in table.do),
            who=table.who,
            by=table.by,
            condition=_condition(table.condition),
            zone=table.zone,
            pick=_pick(table.pick) if table.pick else None,
            choose=table.choose,
            may=table.may,
            limit=Limit(table.limit.n, table.limit.per) if table.limit else None,
            place=place,
        )

    def _effect(self, table: EffectTable) -> Effect:
        effect = self._bare(table)
        on = table.on if isinstance(table, AimedTable) else effect.on
        return replace(effect, on=on, condition=_condition(table.condition))

    def _bare(self, table: EffectTable) -> Effect:
        """Return the effect without its condition and without the unit that `on` names."""
        match table:
            case ModTable():
                until = table.until or Until.FOREVER
                return Modify(table.mod, table.n, table.per, table.max, until)
            case AllowTable():
                return Permit(table.allow, tuple(table.acts), table.until or Until.FOREVER)
            case DenyTable():
                return Forbid(table.deny, table.until or Until.FOREVER)
            case AttackTable():
                return MakeAttack(table.attack, table.kind, table.shape)
            case HealTable():
                return Heal(table.heal, cure=table.cure)
            case IncapacitateTable():
                return Incapacitate()
            case PushTable():
                return PushAway(table.push, table.from_)
            case WalkTable():
                return Walk(None if table.steps == "rating" else table.steps)
            case FollowTable():
                return Follow()
            case JumpTable():
                return Jump(table.steps)
            case SwapTable():
                return Swap(table.with_)
            case BaseTable():
                return ToBase()
            case CaptureTable():
                return Capture(on=Target.PICKED)
            case GrantTable():
                return GrantPhase(table.grant)
            case GainTable():
                return Collect(table.gain, table.n)
            case TokenEffectTable():
                return PlaceToken(self._tokens[table.token])
            case RoundTable():
                return AddRounds(table.round)
            case RedirectTable():
                return Redirect(on=Target(table.redirect))
            case _:
                message = f"no effect for {type(table).__name__}"
                raise AssertionError(message)


def _unit(table: UnitTable) -> Character:
    return Character(
        id=table.id,
        name=table.name,
        types=tuple(table.types),
        ratings=_ratings(table.ratings),
        text=table.text,
    )


def _ratings(table: RatingsTable | None) -> Ratings:
    return Ratings(table.s, table.m, table.t, table.v) if table else Ratings()


def _weapon(kind: ItemKind, table: WeaponTable) -> Weapon:
    return Weapon(
        kind=_WEAPON_KINDS[kind],
        strength=table.strength,
        range=table.range,
        shape=table.shape,
        sight=table.sight,
        attacks=table.attacks,
        limit=table.limit.n if table.limit else None,
    )


def _condition(table: ConditionTable | None) -> Condition | None:
    if table is None:
        return None
    return Condition(
        with_this=table.with_ is not None,
        kind=table.kind,
        higher_ground=table.ground is not None,
        state=tuple(table.state),
        near=table.near,
        adjacent_start=table.adjacent_start is True,
        cause=table.cause,
    )


def _pick(table: PickTable) -> Pick:
    reach = None if table.range == "any" else table.range
    return Pick(
        what=table.what,
        side=table.side,
        of_subject=table.of == "subject",
        range=reach,
        sight=reach is not None if table.sight is None else table.sight,
        zone=table.zone,
        adjacent_start=table.adjacent is not None,
        all=table.count == "all",
    )
