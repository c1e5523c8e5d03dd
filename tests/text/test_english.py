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
    Auctioned,
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
    SeriesEnded,
    Standing,
    Unhurt,
    Walked,
    for_seat,
)
from deathdome.model.vocabulary import Rating, Until
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game
from deathdome.text.english import DETAIL, sentence, story
from deathdome.text.names import (
    capitalised,
    item_name,
    shortened,
    space_name,
    team_short,
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
        "outcome": replace(OUTCOME, reason="team value") if kind is SeriesEnded else OUTCOME,
        "values": (2_400_000, 2_100_000),
        "cards": (0, 1) if kind is Auctioned else 1,
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


def test_an_attack_has_a_line_and_its_arithmetic_another() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12"},
        items={"red warrior": ["rusty-chainsaw"]},
        hands={"red": ["crowd-roar", "loud-noise"], "blue": ["elbow-grease"]},
        active="red warrior",
    )
    match.attack("blue gunner", "rusty-chainsaw").lay("crowd-roar", "loud-noise").commit()
    match.lay("elbow-grease").commit()
    assert story(match.events, match.state.setup)[:2] == [
        "Red's Warrior hits Blue's Gunner with the Rusty Chainsaw: 7 wounds, no vitae left.",
        "  3 + Crowd Roar 4 + Loud Noise 3 = 10, against 1 + Elbow Grease 2 = 3",
    ]


def test_an_attack_that_somebody_meddles_with_is_told_step_by_step() -> None:
    events: list[Event] = [
        Declared(WARRIOR, 0, PUNCH, BLUE_GUNNER, 2, ""),
        Laid(0, 2, attacking=True),
        Changed(BLUE_GUNNER, Modify(rating=Rating.TOUGHNESS, n=5)),
        Reckoned(WARRIOR, BLUE_GUNNER, 2, 3, 6, 0, 0),
        Unhurt(BLUE_GUNNER),
    ]
    assert story(events, table()) == [
        "Red's Warrior punches Blue's Gunner.",
        "Blue's Gunner: +5 toughness.",
        "  2 + Loud Noise 3 = 5, against 6",
        "Blue's Gunner is unhurt.",
    ]


def test_every_unit_hit_by_one_attack_has_a_line() -> None:
    events: list[Event] = [
        Declared(WARRIOR, 0, 4, -1, 4, "upside-down-lawnmower"),
        Reckoned(WARRIOR, BLUE_WARRIOR, 4, 0, 1, 0, 3),
        Reckoned(WARRIOR, BLUE_GUNNER, 4, 0, 1, 0, 3),
    ]
    assert story(events, table()) == [
        "Red's Warrior attacks all units around with the Upside-Down Lawnmower.",
        "  Blue's Warrior: 4 against 1",
        "  Blue's Gunner: 4 against 1",
    ]


def test_the_only_unit_that_a_sweep_hits_is_named() -> None:
    events: list[Event] = [
        Declared(WARRIOR, 0, 4, -1, 4, "upside-down-lawnmower"),
        Reckoned(WARRIOR, BLUE_GUNNER, 4, 0, 1, 0, 3),
    ]
    assert story(events, table()) == [
        "Red's Warrior hits Blue's Gunner with the Upside-Down Lawnmower: 3 wounds.",
        "  4 against 1",
    ]


def test_paybacks_and_bug_tokens_are_named() -> None:
    payback = Declared(GUNNER, 0, -1, BLUE_WARRIOR, 3, "porcupine-tuxedo", payback=True)
    token = Declared(-1, 0, -1, BLUE_WARRIOR, 10, "beehive")
    assert sentence(payback, table()) == (
        "Red's Gunner pays Blue's Warrior back with the Porcupine Tuxedo."
    )
    assert sentence(token, table()) == "The Beehive attacks Blue's Warrior."
    hit = Reckoned(-1, BLUE_WARRIOR, 10, 0, 1, 0, 9)
    assert story([token, hit], table()) == [
        "The Beehive hits Blue's Warrior: 9 wounds.",
        "  10 against 1",
    ]


def test_a_hit_whose_wounds_do_not_count_has_none() -> None:
    line = sentence(Reckoned(WARRIOR, BLUE_GUNNER, 6, 0, 1, 0, 0), table())
    assert line == "Red's Warrior against Blue's Gunner: 6 against 1, no wounds."


def test_a_card_whose_value_was_changed_shows_what_it_was_worth() -> None:
    events: list[Event] = [
        Declared(WARRIOR, 0, PUNCH, BLUE_GUNNER, 2, ""),
        Laid(0, 2, attacking=True),
        Reckoned(WARRIOR, BLUE_GUNNER, 2, 6, 1, 0, 7),
    ]
    assert story(events, table())[1] == "  2 + Loud Noise 6 = 8, against 1"


def test_a_walk_of_several_legs_is_one_walk() -> None:
    match = scene(units={"red scout": "f5"}, active="red scout")
    match.walk("f4", "f3").stop()
    assert story(match.events, match.state.setup)[0] == "Red's Scout walks from f5 to f3."


def test_a_base_is_called_a_base() -> None:
    home = table().terrain.home[0]
    walked = Walked(WARRIOR, home, (home + 30,))
    assert sentence(walked, table()).startswith("Red's Warrior walks from base to ")
    follows = replace(walked, cause="follow", path=(home,))
    assert sentence(follows, table()) == "Red's Warrior follows from base to base."


def test_drawn_cards_are_told_only_to_those_who_may_know() -> None:
    drawn: list[Event] = [Drew(0, 2), Drew(0, 3)]
    assert story(drawn, table()) == ["Red draws Loud Noise and Crowd Roar."]
    others = [for_seat(event, 1) for event in drawn]
    assert story(others, table()) == ["Red draws 2 power cards."]
    assert story(others[:1], table()) == ["Red draws 1 power card."]
    same: list[Event] = [Drew(0, 3), Drew(0, 2), Drew(0, 3)]
    assert story(same, table()) == ["Red draws Crowd Roar x2 and Loud Noise."]


def test_a_purchase_names_price_and_unit() -> None:
    bought = Bought(0, item_id("rusty-chainsaw"), load_catalog().items[0].cost)
    events: list[Event] = [bought, Equipped(0, 0, WARRIOR)]
    assert story(events, table()) == ["Red buys the Rusty Chainsaw for Red's Warrior: 100k."]
    assert sentence(bought, table()) == "Red buys the Rusty Chainsaw: 100k."
    assert sentence(replace(bought, paid=0), table()) == "Red buys the Rusty Chainsaw: free."
    assert sentence(Equipped(0, 0, -1), table()) == "Red unassigns the Rusty Chainsaw."


def test_a_death_is_told_with_its_jail_and_its_shell() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12"},
        wounds={"blue gunner": 5},
        active="red warrior",
    )
    match.attack("blue gunner").commit_all().jail("nw")
    assert "Blue's Gunner dies. Red picks the north-west jail. +1 beetle shell." in story(
        match.events, match.state.setup
    )


def test_an_empty_unit_phase_is_mentioned_and_a_full_one_tells_itself() -> None:
    phase: list[Event] = [PhaseBegan(SCOUT), PhaseEnded(SCOUT)]
    assert story(phase, table()) == ["Red's Scout does nothing."]
    captured = Captured(SCOUT, 0, int(load_board("waspworth").grid.parse("f2")), 1)
    assert story([phase[0], captured, phase[1]], table()) == [
        "Red's Scout captures the control point on f2 from Blue."
    ]


def test_the_result_gives_winner_reason_and_payouts() -> None:
    assert sentence(MatchEnded(OUTCOME), table()) == (
        "Red wins on payout after 6 rounds: Red 600k, Blue 100k."
    )
    shared = replace(OUTCOME, winners=(0, 1), reason="shared")
    assert sentence(MatchEnded(shared), table()) == (
        "Red and Blue share the win after 6 rounds: Red 600k, Blue 100k."
    )
    last = replace(OUTCOME, winners=(1,), reason="last team standing")
    assert sentence(MatchEnded(last), table()) == (
        "Blue wins as the last team standing after 6 rounds: Red 600k, Blue 100k."
    )


def test_gifts_and_cures_go_to_whom_they_belong() -> None:
    assert sentence(Granted(0, WARRIOR, "action"), table()) == "Red's Warrior gets 1 more action."
    assert sentence(Granted(0, -1, "unit-phase"), table()) == "Red gets 1 more unit phase."
    assert sentence(Healed(MEDIC, 0, cured=True), table()) == "Red's Medic is back up."
    assert sentence(Released(-1, 0, (MEDIC,)), table()) == (
        "A card frees the north-west jail: Red's Medic."
    )
    assert sentence(Released(GUNNER, 0, ()), table()) == (
        "Red's Gunner frees the north-west jail, which is empty."
    )


def test_names_with_brackets_survive() -> None:
    plain = table()
    catalog = plain.catalog
    items = (replace(catalog.items[0], name="Saw [bold] of [/] Doom"), *catalog.items[1:])
    terms = replace(plain.terms, catalog=replace(catalog, items=items))
    bracketed = replace(plain, terms=terms)
    line = sentence(Bought(0, 0, 100_000), bracketed)
    assert line == "Red buys the Saw [bold] of [/] Doom: 100k."


def test_characters_go_by_their_own_names() -> None:
    match = scene(characters={"red warrior": "man-shaped-swarm"})
    own = match.state.setup
    assert unit_name(own, WARRIOR) == "Red's Man Shaped Swarm"
    assert unit_short(own, WARRIOR) == "R-MSS"
    assert sentence(Jailed(WARRIOR, 0, 1), own) == (
        "Blue sends Red's Man Shaped Swarm to the north-west jail."
    )


def test_short_names_fit_a_narrow_screen() -> None:
    assert unit_short(table(), BLUE_GUNNER) == "B-gun"
    assert team_short(1) == "B"
    assert shortened("Poorly Bolted Howitzer", 12) == "Poorly Bo..."
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
        assert line.endswith(".") is not line.startswith(DETAIL)
        assert "\n" not in line
        assert "you" not in line.lower().replace(",", " ").split()
