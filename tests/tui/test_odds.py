"""The panel's odds: short and detailed, in 33 and in 60 columns."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import Match, card_id, item_id, scene

from deathdome.model.actions import NOBODY, Action, ActionKind, make_action
from deathdome.model.frames import Attack
from deathdome.odds.attack_odds import odds_of, undeclared_attack
from deathdome.rules.observing import determinize, observe
from deathdome.stage.text import text_of
from deathdome.text.chances import percent
from deathdome.tui.presenters.odds import odds_details, odds_lines

if TYPE_CHECKING:
    from deathdome.model.observation import Observation


def duel(**more: object) -> Match:
    settings: dict[str, object] = {
        "units": {"red warrior": "k11", "blue gunner": "k12"},
        "items": {"red warrior": ["rusty-chainsaw"]},
        "hands": {"red": ["crowd-roar", "sponsors-darling"], "blue": ["encore", "loud-noise"]},
        "active": "red warrior",
        **more,
    }
    return scene(**settings)  # type: ignore[arg-type]


def lay(*cards: str) -> tuple[Action, ...]:
    return tuple(make_action(ActionKind.LAY, card_id(card)) for card in cards)


def aimed(match: Match, weapon: str = "rusty-chainsaw") -> tuple[Observation, Attack]:
    seen = observe(match.state, 0)
    action = make_action(ActionKind.ATTACK, item_id(weapon), match.unit("blue gunner"))
    return seen, undeclared_attack(seen, 0, action)


def under_way(match: Match, seat: int) -> tuple[Observation, Attack]:
    seen = observe(match.state, seat)
    return seen, next(frame for frame in seen.stack if isinstance(frame, Attack))


def short(match: Match, *staged: Action) -> list[str]:
    return text_of(odds_lines(*aimed(match), staged)).splitlines()


def test_three_rows_for_one_defender() -> None:
    match = duel()
    rows = short(match, *lay("crowd-roar", "sponsors-darling"))
    seen, frame = aimed(match)
    odds = odds_of(seen, frame, lay("crowd-roar", "sponsors-darling"))
    assert odds.target is not None
    outcome = odds.target.outcome()
    dies, hurt, unhurt = map(percent, (outcome.dies, outcome.hurt, outcome.unhurt))
    assert rows == [
        "without cards: 11 wounds, dies",
        "if it plays all 2 cards:",
        f"dies {dies}, hurt {hurt}, unhurt {unhurt}",
    ]


def test_one_hidden_card_is_not_called_all_of_them() -> None:
    rows = short(duel(hands={"blue": ["loud-noise"]}))
    assert rows[1] == "if it plays its one card:"
    whole = text_of(odds_details(*aimed(duel(hands={"blue": ["loud-noise"]}))))
    assert "hands of 1 from the 70 cards you haven't seen" in " ".join(whole.split())


def test_equipment_that_may_change_it_has_a_row() -> None:
    items = {"red warrior": ["rusty-chainsaw"], "blue gunner": ["porcupine-tuxedo"]}
    assert short(duel(items=items))[-1] == "payback 3: 2 wounds"
    items["blue gunner"] = ["stuntmans-insurance-vest"]
    assert short(duel(items=items))[-1].startswith("may spare it: ")


def test_the_defender_reads_what_it_needs() -> None:
    match = duel()
    match.attack("blue gunner", "rusty-chainsaw").decline_all()
    before = text_of(odds_lines(*under_way(match, 1)))
    assert "if Red plays all 2 cards:" in before
    match.lay("crowd-roar", "sponsors-darling").commit()
    rows = text_of(odds_lines(*under_way(match, 1))).splitlines()
    assert rows == ["no defence: 11 wounds, dies", "needs 6 to live, 11 to be unhurt"]
    rows = text_of(odds_lines(*under_way(match, 1), lay("loud-noise"))).splitlines()
    assert rows[0] == "no defence: 8 wounds, dies"
    assert rows[1] == "needs 3 to live, 8 to be unhurt"


def test_several_defenders_have_a_row_each() -> None:
    match = duel(
        seats=3,
        units={"red warrior": "k11", "blue gunner": "k12", "green scout": "j11"},
        items={"red warrior": ["upside-down-lawnmower"]},
        hands={
            "red": ["crowd-roar", "sponsors-darling"],
            "blue": ["encore"],
            "green": ["loud-noise"],
        },
    )
    seen = observe(match.state, 0)
    action = make_action(ActionKind.ATTACK, item_id("upside-down-lawnmower"), NOBODY)
    frame = undeclared_attack(seen, 0, action)
    rows = text_of(odds_lines(seen, frame, lay("sponsors-darling"))).splitlines()
    assert [row[:2] for row in rows[1:3]] == ["&g", "%s"]
    assert rows[3].startswith("all cards, one dies: ")
    details = text_of(odds_details(seen, frame, lay("sponsors-darling")))
    assert "at least one dies: " in details
    assert "Blue's hand" in details
    assert "Green's hand" in details


WHOLE = {
    "red warrior": ["rusty-chainsaw"],
    "blue gunner": ["porcupine-tuxedo", "understudy-collar"],
    "blue medic": ["medical-pager"],
}


@pytest.mark.parametrize("width", [33, 60])
@pytest.mark.parametrize("staged", [(), ("crowd-roar",), ("crowd-roar", "sponsors-darling")])
def test_no_row_is_wider_than_the_panel(width: int, staged: tuple[str, ...]) -> None:
    match = duel(
        items=WHOLE, units={"red warrior": "k11", "blue gunner": "k12", "blue medic": "k13"}
    )
    seen, frame = aimed(match)
    for rows in (
        odds_lines(seen, frame, lay(*staged), width),
        odds_details(seen, frame, lay(*staged), width),
    ):
        assert all(len(text_of(row)) <= width for row in rows)
        assert all(text_of(row).isascii() for row in rows)


def test_the_detailed_form_tells_plays_choices_and_the_unknown_that_matters() -> None:
    match = duel(wounds={"blue gunner": 3})
    text = text_of(odds_details(*aimed(match), lay("sponsors-darling"), 60))
    for words in (
        "no more cards: 7 wounds, dies",
        "all cards: dies",
        "to survive: dies",
        "holds a card worth",
        "with more cards of yours",
        "+4 Crowd Roar: dies",
        "Stunt Double",
        "hands of 2 from the 68 cards",
        "2,278",
    ):
        assert words in text, words


def test_hidden_cards_change_no_row() -> None:
    match = duel()
    match.attack("blue gunner", "rusty-chainsaw").decline_all()
    match.lay("crowd-roar", "sponsors-darling").commit()
    seen, frame = under_way(match, 0)
    rng = Random(6)
    for _ in range(5):
        other = observe(determinize(seen, rng), 0)
        assert odds_lines(other, frame) == odds_lines(seen, frame)
        assert odds_details(other, frame) == odds_details(seen, frame)
