"""The bundled cards are what the box holds, and a wrong card file is refused helpfully."""

from __future__ import annotations

import contextlib
import tomllib
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deathdome.bundled import data_folder
from deathdome.content.card_checks import audit
from deathdome.content.card_compiler import compile_catalog
from deathdome.content.card_files import entries_of, read_entries
from deathdome.content.catalogs import BUNDLED, fingerprint, load_catalog
from deathdome.errors import ContentError
from deathdome.model.effects import (
    AddRounds,
    Condition,
    Heal,
    MakeAttack,
    Modify,
    PlaceToken,
    Walk,
)
from deathdome.model.vocabulary import (
    Deck,
    ItemKind,
    Rating,
    Role,
    Target,
    Trigger,
    UnitType,
    Until,
    WeaponKind,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from deathdome.model.catalog import Catalog, Character, Item, PowerCard
    from deathdome.text.cards import Printed


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


def item(catalog: Catalog, name: str) -> Item:
    return next(card for card in catalog.items if card.id == name)


def power_card(catalog: Catalog, name: str) -> PowerCard:
    return next(card for card in catalog.power_cards if card.id == name)


def character(catalog: Catalog, name: str) -> Character:
    return next(card for card in catalog.characters if card.id == name)


# The box


@pytest.mark.rule("BOX-2", "BOX-3", "BOX-4", "SETUP-3")
def test_store_has_eighty_cards_in_seven_decks(catalog: Catalog) -> None:
    assert Counter(card.deck for card in catalog.items) == {
        Deck.WARRIOR: 10,
        Deck.GUNNER: 10,
        Deck.SCOUT: 10,
        Deck.MEDIC: 10,
        Deck.ARMOR: 15,
        Deck.VEHICLE: 5,
        Deck.EQUIPMENT: 20,
    }


@pytest.mark.rule("BOX-5", "CARD-1")
def test_there_are_seventy_power_cards_of_value_one_to_five(catalog: Catalog) -> None:
    by_value = Counter[int]()
    for card in catalog.power_cards:
        by_value[card.value] += card.copies
    assert by_value == {1: 14, 2: 18, 3: 18, 4: 12, 5: 8}
    assert len(catalog.power_cards) == 31


@pytest.mark.rule("BOX-6", "CHAR-1")
def test_twenty_seven_characters_by_rank(catalog: Catalog) -> None:
    assert Counter(card.rank for card in catalog.characters) == {0: 16, 1: 4, 2: 6, 3: 1}


@pytest.mark.rule("CHAR-7", "CHAR-5")
def test_only_ranked_characters_have_abilities(catalog: Catalog) -> None:
    for card in catalog.characters:
        assert bool(card.abilities) == (card.rank > 0), card.id
        assert card.rank > 0 or card.cost == 500_000


@pytest.mark.rule("TEAM-2", "TEAM-1")
def test_registry_has_one_unit_of_each_type(catalog: Catalog) -> None:
    assert [unit.types for unit in catalog.registry] == [(kind,) for kind in UnitType]


@pytest.mark.rule("BOX-13")
def test_two_bug_tokens(catalog: Catalog) -> None:
    assert [token.id for token in catalog.tokens] == ["beehive", "beetle-mound"]


def test_ids_and_names_are_unique(catalog: Catalog) -> None:
    printed: tuple[Printed, ...] = (
        *catalog.items,
        *catalog.power_cards,
        *catalog.registry,
        *catalog.characters,
        *catalog.tokens,
    )
    assert len({card.id for card in printed}) == len(printed)
    assert len({card.name for card in printed}) == len(printed)


def test_an_ability_is_numbered_by_its_place(catalog: Catalog) -> None:
    assert [ability.id for ability in catalog.abilities] == list(range(len(catalog.abilities)))


def test_costs_are_whole_bills(catalog: Catalog) -> None:
    costs = [card.cost for card in catalog.items] + [card.cost for card in catalog.characters]
    assert all(cost % 100_000 == 0 for cost in costs)


# What the rulebooks state


@pytest.mark.rule("NOTE-SAW-1", "EX-5")
@pytest.mark.card("rusty-chainsaw")
def test_rusty_chainsaw_has_strength_one(catalog: Catalog) -> None:
    chainsaw = item(catalog, "rusty-chainsaw")
    assert chainsaw.deck is Deck.WARRIOR
    assert chainsaw.weapon is not None
    assert (chainsaw.weapon.kind, chainsaw.weapon.strength) == (WeaponKind.CLOSE, 1)


@pytest.mark.rule("EX-5")
def test_registry_warrior_and_gunner_of_the_combat_example(catalog: Catalog) -> None:
    warrior, gunner = catalog.registry[:2]
    assert warrior.ratings.strength == 2
    assert gunner.ratings.toughness == 1


@pytest.mark.rule("NOTE-CYBER-1", "NOTE-HELM-1")
@pytest.mark.card("cyber-suit", "displacer-helm")
def test_cyber_suit_and_displacer_helm_give_four_toughness(catalog: Catalog) -> None:
    suit, helm = item(catalog, "cyber-suit"), item(catalog, "displacer-helm")
    assert suit.ratings.toughness + helm.ratings.toughness == 4
    assert (suit.kind, helm.kind) == (ItemKind.ARMOR, ItemKind.EQUIPMENT)


@pytest.mark.rule("NOTE-HABS-1")
@pytest.mark.card("hyperbranched-aramid-blast-suit")
def test_blast_suit_adds_two_toughness_and_two_vitae(catalog: Catalog) -> None:
    ratings = item(catalog, "hyperbranched-aramid-blast-suit").ratings
    assert (ratings.toughness, ratings.vitae) == (2, 2)


@pytest.mark.rule("NOTE-MAG-1")
@pytest.mark.card("magnum-44000")
def test_magnum_reaches_nine_spaces(catalog: Catalog) -> None:
    magnum = item(catalog, "magnum-44000")
    assert magnum.deck is Deck.GUNNER
    assert magnum.weapon is not None
    assert (magnum.weapon.kind, magnum.weapon.range) == (WeaponKind.RANGED, 9)


@pytest.mark.rule("NOTE-SWARM-1", "EX-14", "NOTE-MISSILE-1")
@pytest.mark.card("man-shaped-swarm", "missile-launcher")
def test_swarm_may_hold_chainsaw_and_missile_launcher(catalog: Catalog) -> None:
    types = {kind.value for kind in character(catalog, "man-shaped-swarm").types}
    for name in ("rusty-chainsaw", "missile-launcher"):
        assert item(catalog, name).deck.value in types


@pytest.mark.rule("NOTE-BUG-4")
@pytest.mark.card("killer-bee-hive", "mound-of-1000-beetles")
def test_bug_tokens_attack_with_strength_ten(catalog: Catalog) -> None:
    for card, token in zip(
        ("killer-bee-hive", "mound-of-1000-beetles"), catalog.tokens, strict=True
    ):
        (placing,) = power_card(catalog, card).abilities
        assert placing.when is Trigger.CAPTURED
        assert placing.do == (PlaceToken(catalog.tokens.index(token)),)
        attack = token.abilities[0]
        assert attack.when is Trigger.ENTERED
        assert attack.do == (MakeAttack(10, on=Target.SUBJECT),)


@pytest.mark.rule("NOTE-PRESS-4")
@pytest.mark.card("pressured")
def test_pressured_toughness_lasts_longer(catalog: Catalog) -> None:
    (ability,) = power_card(catalog, "pressured").abilities
    assert ability.choose == 1
    assert ability.do == (
        Modify(Rating.STRENGTH, 3, until=Until.TURN),
        Modify(Rating.MOVEMENT, 3, until=Until.TURN),
        Modify(Rating.TOUGHNESS, 3, until=Until.NEXT_TURN),
    )


@pytest.mark.rule("NOTE-HYPER-2")
@pytest.mark.card("hyper-cube")
def test_hyper_cube_turns_the_counter_back(catalog: Catalog) -> None:
    (ability,) = power_card(catalog, "hyper-cube").abilities
    assert ability.when is Trigger.TURN
    assert ability.do == (AddRounds(-1),)


# What the compiler makes of the words


@pytest.mark.card("medical-pager")
def test_pager_walks_its_rating_and_heals_if_near(catalog: Catalog) -> None:
    (ability,) = item(catalog, "medical-pager").abilities
    assert (ability.when, ability.who, ability.may) == (Trigger.WOUNDED, Role.MATE, True)
    heal = Heal(2, on=Target.SUBJECT, condition=Condition(near=1))
    assert ability.do == (Walk(on=Target.SELF), heal)


@pytest.mark.card("triage-cannon", "house-call")
def test_a_pick_with_a_range_needs_sight_and_one_without_does_not(catalog: Catalog) -> None:
    near = item(catalog, "triage-cannon").abilities[0].pick
    anywhere = power_card(catalog, "house-call").abilities[0].pick
    assert near is not None
    assert anywhere is not None
    assert (near.range, near.sight) == (3, True)
    assert (anywhere.range, anywhere.sight, anywhere.of_subject) == (None, False, True)


def test_bundled_catalog_is_loaded_once() -> None:
    assert load_catalog() is load_catalog()


def test_fingerprint_knows_what_plays_and_not_what_is_said(tmp_path: Path) -> None:
    def digest(text: str) -> str:
        file = tmp_path / "extra.toml"
        file.write_text(text, encoding="utf-8")
        return load_catalog(file).fingerprint

    first = digest(CARD)
    assert len(first) == 16
    assert first == digest(CARD.replace("Borrowed Spoon", "Returned Spoon"))
    assert first != digest(CARD.replace("200_000", "300_000"))
    assert first != load_catalog().fingerprint == fingerprint(load_catalog())


# Card files that are wrong


CARD = """\
[[card]]
id = "borrowed-spoon"
name = "Borrowed Spoon"
deck = "warrior"
kind = "close combat weapon"
cost = 200_000
weapon = { strength = 1, range = 1 }
text = "It was here first."

[[card.ability]]
when = "wounded"
by = "this"
do = [{ heal = 1, on = "self" }]
"""


def test_a_card_of_ones_own_joins_the_bundled_ones(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(CARD, encoding="utf-8")
    catalog = load_catalog(file)
    assert [card.id for card in catalog.items[80:]] == ["borrowed-spoon"]
    assert catalog.items[:80] == load_catalog().items


WRONG = {
    "misspelt field": ("kind =", "kynd =", ['no field "kynd"', '"kind"']),
    "misspelt field in a weapon": ("range = 1", "rnage = 1", ["weapon", '"rnage"', '"range"']),
    "misspelt field in an effect": ('on = "self"', 'onn = "self"', ["do 1", '"onn"', '"on"']),
    "missing field": ('name = "Borrowed Spoon"\n', "", ["name: this field is missing"]),
    "wrong type": ("200_000", '"cheap"', ["cost", "whole number", '"cheap"']),
    "unknown trigger": ('"wounded"', '"wonded"', ["when", 'no trigger "wonded"', '"wounded"']),
    "unknown deck": ('"warrior"', '"worrier"', ["deck", '"worrier"', '"warrior"']),
    "unknown target": ('"self"', '"everybody"', ["do 1", "on", "self, subject, source, picked"]),
    "unknown effect": ("heal = 1", "heel = 1", ["do 1", 'no effect "heel"', '"heal"']),
    "two effects in one": ("heal = 1", "heal = 1, push = 1", ["do 1", "heal and push together"]),
    "unknown move": ("heal = 1", 'move = "wlak"', ["do 1", '"wlak"', '"walk"']),
    "id with capitals": ('"borrowed-spoon"', '"Borrowed Spoon"', ["id", "small letters"]),
    "bad cost": ("200_000", "250_000", ["cost", "250_000", "200_000 and 300_000"]),
    "too small": ("strength = 1", "strength = -1", ["weapon, strength", "minimum is 0"]),
    "id taken": ('"borrowed-spoon"', '"nap-hammer"', ["id", "cards/warrior.toml"]),
    "name taken": ('"Borrowed Spoon"', '"Nap Hammer"', ["name", "taken", "nap-hammer"]),
    "weapon without a weapon": ("weapon =", "#", ["weapon: this field is missing"]),
    "long close combat": ("range = 1", "range = 2", ["weapon, range", "RANGE-4"]),
    "picked without a pick": ('on = "self"', 'on = "picked"', ["do 1, on", "needs a pick"]),
    "no such subject": (
        '"wounded"\nby = "this"\ndo = [{ heal = 1, on = "self" }]',
        '"between"\nlimit = { n = 1, per = "turn" }\ndo = [{ heal = 1, on = "subject" }]',
        ["do 1, on", "no subject"],
    ),
    "for ever": (
        '"wounded"\nby = "this"\ndo = [{ heal = 1, on = "self" }]',
        '"phase"\ndo = [{ mod = "strength", n = 1, until = "turn" }]',
        ["ability 1, limit", "costs nothing", "for ever"],
    ),
    "source of nothing": (
        '"wounded"\nby = "this"\ndo = [{ heal = 1, on = "self" }]',
        '"between"\nlimit = { n = 1, per = "turn" }\ndo = [{ heal = 1, on = "source" }]',
        ["do 1, on", "no source"],
    ),
    "unknown token": (
        '"wounded"\nby = "this"\ndo = [{ heal = 1, on = "self" }]',
        '"captured"\ndo = [{ token = "behive" }]',
        ["do 1, token", '"behive"', '"beehive"'],
    ),
    "endless boost": ('heal = 1, on = "self"', 'mod = "strength", n = 1', ["do 1, until"]),
    "end of the endless": (
        '"wounded"\nby = "this"\ndo = [{ heal = 1, on = "self" }]',
        '"always"\ndo = [{ deny = "push", until = "turn" }]',
        ["do 1, until", "no end"],
    ),
    "choice of one": ("do = [", "choose = 1\ndo = [", ["choose", "no choice"]),
    "start of no move": ("do = [", "if = { adjacent_start = true }\ndo = [", ["adjacent_start"]),
    "voluntary window": ('"wounded"\nby = "this"', '"action"\nmay = true', ["may", "events"]),
    "not TOML": ("[[card]]", "[[card]", ["not TOML", "line 1"]),
    "single brackets": (CARD, '[card]\nid = "x"\n', ["[[card]]"]),
    "unknown table": ("[[card]]", "[[crad]]", ['"crad"', '"card"']),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_card_is_refused_with_place_and_remedy(name: str, tmp_path: Path) -> None:
    old, new, expected = WRONG[name]
    assert old in CARD
    text = CARD.replace(old, new, 1)
    if name == "unknown table":
        text = text[: text.index("[[card.ability]]")]
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as refusal:
        load_catalog(file)
    message = str(refusal.value)
    assert message.startswith(f"{file}: ")
    for part in expected:
        assert part in message
    if name not in ("not TOML", "single brackets", "unknown table"):
        assert '"borrowed-spoon"' in message or name in ("id with capitals", "id taken")


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"nowhere\.toml: cannot be read"):
        load_catalog(tmp_path / "nowhere.toml")


def values_in(value: object, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of all values in a TOML document."""
    parts: dict[str | int, object] = {}
    if isinstance(value, dict):
        parts = dict(value)
    elif isinstance(value, list):
        parts = dict(enumerate(value))
    for key, part in parts.items():
        yield (*place, key)
        yield from values_in(part, (*place, key))


ODD_VALUES = ["0", "-1", "3.5", "true", '""', '"this"', '"any"', "[]", "[1]", "{}", "[{ n = 1 }]"]


@given(data=st.data())
@settings(max_examples=150)
def test_no_value_in_a_card_file_does_worse_than_being_refused(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(BUNDLED))
    document = tomllib.loads((data_folder() / "cards" / f"{name}.toml").read_text("utf-8"))
    *way, last = data.draw(st.sampled_from(list(values_in(document))))
    around: Any = document
    for key in way:
        around = around[key]
    around[last] = tomllib.loads(f"odd = {data.draw(st.sampled_from(ODD_VALUES))}")["odd"]
    tokens = read_entries(data_folder() / "cards" / "tokens.toml", "tokens.toml")
    with contextlib.suppress(ContentError):
        entries = entries_of(document, "odd.toml") + (tokens if name == "power" else [])
        audit(entries)
        compile_catalog(entries)
