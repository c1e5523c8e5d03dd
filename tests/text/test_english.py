"""Every event has a sentence, and a story says together what belongs together."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import TYPE_CHECKING, Any, get_args

import pytest
from scenes import item_id, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.model.actions import PUNCH
from deathdome.model.effects import Modify
from deathdome.model.events import (
    Bought,
    Captured,
    Changed,
    Declared,
    Drew,
    Equipped,
    Event,
    Granted,
    Healed,
    Jailed,
    Laid,
    MatchEnded,
    Outcome,
    PhaseBegan,
    PhaseEnded,
    Reckoned,
    Released,
    Standing,
    Unhurt,
    Walked,
    for_seat,
)
from deathdome.model.vocabulary import Rating, Until
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game
from deathdome.text.english import sentence, story
from deathdome.text.names import (
    capitalised,
    item_name,
    shortened,
    space_name,
    team_short,
    the_unit,
    unit_name,
    unit_short,
    with_article,
)

if TYPE_CHECKING:
    from deathdome.model.state import Setup

WARRIOR, GUNNER, SCOUT, MEDIC, BLUE_WARRIOR, BLUE_GUNNER = range(6)
OUTCOME = Outcome(
    (0,), "payout", (Standing(0, 600_000, 1, 1, 0, 0), Standing(1, 100_000, 0, 0, 1, 2)), 6
)


def table() -> Setup:
    return new_game(load_catalog(), load_board("waspworth"), seats=2, first=0).setup


def sample(kind: type) -> Any:
    """An event of a class, each field filled by its name."""
    space = int(load_board("waspworth").grid.parse("f2"))
    values: dict[str, object] = {
        "start": space,
        "end": space + 1,
        "space": space,
        "path": (space + 1,),
        "order": (0, 1),
        "units": (WARRIOR, BLUE_GUNNER),
        "cause": "walk",
        "card": 2 if kind is not Declared else "",
        "item": 0,
        "unit": WARRIOR,
        "attacker": WARRIOR,
        "target": BLUE_GUNNER,
        "other": GUNNER,
        "before": -1,
        "effect": Modify(n=3, until=Until.TURN),
        "what": "action",
        "outcome": OUTCOME,
    }
    named = {field.name: values.get(field.name, 1) for field in fields(kind)}
    named.update({name: False for name in ("payback", "lava", "dropped", "cured") if name in named})
    return kind(**named)


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_has_one_sentence(kind: type) -> None:
    line = sentence(sample(kind), table())
    assert line.endswith(".")
    assert "\n" not in line
    assert line[0] == line[0].upper()


def test_an_attack_is_told_in_one_line_with_its_arithmetic() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12"},
        items={"red warrior": ["rusty-chainsaw"]},
        hands={"red": ["crowd-roar", "loud-noise"], "blue": ["elbow-grease"]},
        active="red warrior",
    )
    match.attack("blue gunner", "rusty-chainsaw").lay("crowd-roar", "loud-noise").commit()
    match.lay("elbow-grease").commit()
    assert story(match.events, match.state.setup)[0] == (
        "Red warrior attacks the blue gunner with the Rusty Chainsaw:"
        " strength 3 + cards 7 (Crowd Roar, Loud Noise) = 10"
        " against toughness 1 + cards 2 (Elbow Grease) = 3, 7 wounds, no vitae left."
    )


def test_an_attack_that_somebody_meddles_with_is_told_step_by_step() -> None:
    events: list[Event] = [
        Declared(WARRIOR, 0, PUNCH, BLUE_GUNNER, 2, ""),
        Laid(0, 2, attacking=True),
        Changed(BLUE_GUNNER, Modify(rating=Rating.TOUGHNESS, n=5)),
        Reckoned(WARRIOR, BLUE_GUNNER, 2, 3, 6, 0, 0),
        Unhurt(BLUE_GUNNER),
    ]
    assert story(events, table()) == [
        "Red warrior punches the blue gunner.",
        "Blue gunner: +5 toughness.",
        (
            "Red warrior against the blue gunner: strength 2 + cards 3 (Loud Noise) = 5"
            " against toughness 6, no wounds."
        ),
    ]


def test_every_unit_hit_by_one_attack_has_a_line() -> None:
    events: list[Event] = [
        Declared(WARRIOR, 0, 4, -1, 4, "upside-down-lawnmower"),
        Reckoned(WARRIOR, BLUE_WARRIOR, 4, 0, 1, 0, 3),
        Reckoned(WARRIOR, BLUE_GUNNER, 4, 0, 1, 0, 3),
    ]
    assert story(events, table()) == [
        "Red warrior attacks everybody around it with the Upside-Down Lawnmower.",
        "Red warrior against the blue warrior: strength 4 against toughness 1, 3 wounds.",
        "Red warrior against the blue gunner: strength 4 against toughness 1, 3 wounds.",
    ]


def test_the_only_unit_that_a_sweep_hits_is_named_beside_its_numbers() -> None:
    events: list[Event] = [
        Declared(WARRIOR, 0, 4, -1, 4, "upside-down-lawnmower"),
        Reckoned(WARRIOR, BLUE_GUNNER, 4, 0, 1, 0, 3),
    ]
    assert story(events, table())[0] == (
        "Red warrior attacks everybody around it with the Upside-Down Lawnmower,"
        " hitting the blue gunner: strength 4 against toughness 1, 3 wounds."
    )


def test_paybacks_and_bug_tokens_are_named() -> None:
    payback = Declared(GUNNER, 0, -1, BLUE_WARRIOR, 3, "porcupine-tuxedo", payback=True)
    token = Declared(-1, 0, -1, BLUE_WARRIOR, 10, "beehive")
    assert sentence(payback, table()) == (
        "Red gunner pays the blue warrior back with the Porcupine Tuxedo, strength 3."
    )
    assert sentence(token, table()) == "The Beehive attacks the blue warrior, strength 10."
    hit = Reckoned(-1, BLUE_WARRIOR, 10, 0, 1, 0, 9)
    assert story([token, hit], table()) == [
        "The Beehive attacks the blue warrior: strength 10 against toughness 1, 9 wounds."
    ]


def test_wounds_that_do_not_count_are_not_told() -> None:
    line = sentence(Reckoned(WARRIOR, BLUE_GUNNER, 6, 0, 1, 0, 0), table())
    assert line.endswith("strength 6 against toughness 1, but no wounds.")


def test_a_walk_of_several_legs_is_one_walk() -> None:
    match = scene(units={"red scout": "f5"}, active="red scout")
    match.walk("f4", "f3").stop()
    assert story(match.events, match.state.setup)[0] == "Red scout walks from f5 to f3."


def test_a_base_is_called_a_base() -> None:
    home = table().terrain.home[0]
    walked = Walked(WARRIOR, home, (home + 30,))
    assert sentence(walked, table()).startswith("Red warrior walks from its base to ")
    follows = replace(walked, cause="follow", path=(home,))
    assert sentence(follows, table()) == "Red warrior follows from its base to its base."


def test_drawn_cards_are_told_only_to_those_who_may_know() -> None:
    drawn: list[Event] = [Drew(0, 2), Drew(0, 3)]
    assert story(drawn, table()) == ["Red draws 2 power cards: Loud Noise and Crowd Roar."]
    others = [for_seat(event, 1) for event in drawn]
    assert story(others, table()) == ["Red draws 2 power cards."]
    assert story(others[:1], table()) == ["Red draws a power card."]


def test_a_purchase_names_price_and_unit() -> None:
    bought = Bought(0, item_id("rusty-chainsaw"), load_catalog().items[0].cost)
    events: list[Event] = [bought, Equipped(0, 0, WARRIOR)]
    price = f"{bought.paid:,}"
    assert story(events, table()) == [
        f"Red buys the Rusty Chainsaw for {price} credits, for the red warrior."
    ]
    assert sentence(Equipped(0, 0, -1), table()) == "Red puts the Rusty Chainsaw aside."


def test_a_death_is_told_with_its_jail_and_its_shell() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12"},
        wounds={"blue gunner": 5},
        active="red warrior",
    )
    match.attack("blue gunner").commit_all().jail("nw")
    assert "Blue gunner dies; Red puts it in the nw jail and takes a beetle shell." in story(
        match.events, match.state.setup
    )


def test_an_empty_unit_phase_is_mentioned_and_a_full_one_tells_itself() -> None:
    phase: list[Event] = [PhaseBegan(SCOUT), PhaseEnded(SCOUT)]
    assert story(phase, table()) == ["Red scout lets its unit phase pass."]
    captured = Captured(SCOUT, 0, int(load_board("waspworth").grid.parse("f2")), 1)
    assert story([phase[0], captured, phase[1]], table()) == [
        "Red scout takes the control point on f2 from Blue."
    ]


def test_the_result_gives_winner_reason_and_payouts() -> None:
    assert sentence(MatchEnded(OUTCOME), table()) == (
        "Red wins after 6 rounds with the largest payout:"
        " Red 600,000 credits and Blue 100,000 credits."
    )
    shared = replace(OUTCOME, winners=(0, 1), reason="shared")
    assert "shared by Red and Blue" in sentence(MatchEnded(shared), table())
    last = replace(OUTCOME, winners=(1,), reason="last team standing")
    assert sentence(MatchEnded(last), table()) == (
        "Blue wins after 6 rounds as the last team standing, whatever the payouts:"
        " Red 600,000 credits and Blue 100,000 credits."
    )


def test_gifts_and_cures_go_to_whom_they_belong() -> None:
    assert sentence(Granted(0, WARRIOR, "action"), table()) == "Red warrior gets one more action."
    assert sentence(Granted(0, -1, "unit-phase"), table()) == "Red gets one more unit phase."
    assert sentence(Healed(MEDIC, 0, cured=True), table()) == "Red medic is upright again."
    assert sentence(Released(-1, 0, (MEDIC,)), table()) == (
        "A card opens the nw jail: the red medic goes free."
    )


def test_names_with_brackets_survive() -> None:
    plain = table()
    catalog = plain.catalog
    items = (replace(catalog.items[0], name="Saw [bold] of [/] Doom"), *catalog.items[1:])
    terms = replace(plain.terms, catalog=replace(catalog, items=items))
    bracketed = replace(plain, terms=terms)
    line = sentence(Bought(0, 0, 100_000), bracketed)
    assert line == "Red buys the Saw [bold] of [/] Doom for 100,000 credits."


def test_characters_go_by_their_own_names() -> None:
    match = scene(characters={"red warrior": "man-shaped-swarm"})
    own = match.state.setup
    assert unit_name(own, WARRIOR) == the_unit(own, WARRIOR) == "Man Shaped Swarm"
    assert unit_short(own, WARRIOR) == "R-MSS"
    assert sentence(Jailed(WARRIOR, 0, 1), own) == "Blue puts Man Shaped Swarm in the nw jail."


def test_short_names_fit_a_narrow_screen() -> None:
    assert unit_short(table(), BLUE_GUNNER) == "B-gun"
    assert team_short(1) == "B"
    assert shortened("Poorly Bolted Howitzer", 12) == "Poorly Bol.."
    assert shortened("Van Damme", 12) == "Van Damme"


def test_articles_stand_only_where_english_has_them() -> None:
    assert with_article("Rusty Chainsaw") == "the Rusty Chainsaw"
    assert with_article("Widow's Stepladder") == "Widow's Stepladder"
    assert with_article("The Emperor's Old Armor") == "The Emperor's Old Armor"
    assert with_article("Boots of Civil Disobedience") == "the Boots of Civil Disobedience"
    assert capitalised("the Beehive") == "The Beehive"


def test_numbers_that_name_nothing_are_called_by_number() -> None:
    assert space_name(table(), 4000) == "space 4000"
    assert item_name(table(), 999) == "item 999"


@pytest.mark.parametrize("seed", range(8))
def test_a_whole_match_is_told_in_sentences_that_address_nobody(seed: int) -> None:
    rng = Random(seed)
    state = new_game(load_catalog(), load_board("waspworth"), seats=2 + seed % 3)
    told: list[Event] = []
    while (asked := decision(state)) is not None:
        apply_action(state, rng.choice(asked.options), told.append, trusted=True)
    lines = story(told, state.setup)
    assert 0 < len(lines) < len(told)
    for line in lines:
        assert line.endswith(".")
        assert "\n" not in line
        assert "you" not in line.lower().replace(",", " ").split()
