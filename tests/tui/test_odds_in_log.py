"""The log names players and gives the odds that an attack had, the same to all."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl, eager
from scenes import scene
from tui.props import on_stage
from tui.test_saves import kept, resumed, shown

from deathdome.model.decisions import Question
from deathdome.model.events import Declared
from deathdome.odds.attack_odds import OddsLog, odds_log_of, public_odds
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize, observe
from deathdome.text.recent import told_since
from deathdome.tui.presenters.log import log_entries, tellings

if TYPE_CHECKING:
    from pathlib import Path

    from scenes import Match

    from deathdome.model.actions import Action
    from deathdome.model.events import Event
    from deathdome.session.host import MatchHost

SEEDS = (0, 1, 2, 3, 5)  # of brawls in which a team defends


def fight(*defence: str) -> Match:
    return scene(
        units={"red warrior": "e4", "blue gunner": "e3"},
        items={"red warrior": ["whoopee-maul"]},
        hands={"blue": list(defence)},
        active="red warrior",
    )


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def texts(session: MatchHost) -> list[str]:
    return [entry.text for entry in log_entries(session)]


async def test_an_attack_is_told_with_the_odds_that_it_had() -> None:
    match = fight("crowd-roar", "elbow-grease")
    async with on_stage(match, ("human", "Bea")) as stage:
        await stage.press("a", "enter")
        await stage.press("enter") if stage.interaction.menu else None
        told = " ".join(texts(stage.session))
        assert "(if every card is played: " in told
        chances = told.split("(if every card is played: ")[1].split(")")[0]
        assert "%" in chances
        assert any(word in chances for word in ("dies", "hurt", "unhurt"))


async def test_a_hit_that_nothing_could_change_has_no_odds() -> None:
    async with on_stage(fight()) as stage:
        await stage.press("a", "enter")
        told = " ".join(texts(stage.session))
        assert "wound" in told
        assert "odds" not in told


def test_the_odds_of_a_splash_stand_with_the_unit_that_was_aimed_at() -> None:
    match = scene(
        units={
            "red scout": "k10",
            "blue medic": "k12",
            "blue gunner": "l12",
            "blue warrior": "k13",
        },
        items={"red scout": ["party-grenade"]},
        hands={"blue": ["crowd-roar", "elbow-grease"]},
        active="red scout",
    )
    ledger = OddsLog()
    match.attack("blue medic", "party-grenade")
    while match.question in (Question.ATTACK_CARDS, Question.DEFENCE_CARDS):
        ledger.follow(match.state, decision(match.state), match.events)
        match.commit()
    match.hit("blue warrior").hit("blue gunner")
    setup = match.state.setup
    on_screen = [one.entry.text for one in tellings(match.events, setup, (), ledger.odds)]
    for told in (on_screen, told_since(match.events, setup, 0, None, ledger.odds)):
        hits = [text for text in told if text.startswith("  Blue's ")]
        assert len(hits) == 3
        assert ["if every card is played" in hit for hit in hits] == [
            "Blue's Medic" in hit for hit in hits
        ]


async def test_a_turn_names_who_plays_it_and_nobody_is_called_you() -> None:
    async with on_stage(scene(turn="blue"), ("human", "Bea [b]")) as stage:
        stage.session.labels = ("Ana", "Bea [b]")
        await stage.press("e", "e")
        told = texts(stage.session)
        assert any(text.startswith("Ana: Red's turn.") for text in told)
        assert not any("you" in text.casefold().split() for text in told)


@pytest.mark.parametrize("seed", SEEDS)
def test_odds_in_the_log_know_no_hand(seed: int) -> None:
    rng, state = Random(seed), brawl(seed)
    met = 0
    for _ in range(400):
        asked = decision(state)
        if asked is None or met > 3:
            break
        if asked.question is Question.DEFENCE_CARDS:
            met += 1
            seats = range(state.setup.seats)
            other = determinize(observe(state, rng.choice(seats)), rng)
            assert public_odds(other) == public_odds(state)
        apply_action(state, eager(asked, rng))
    assert met


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ledger_of_a_match_told_again_is_the_one_that_was_kept(seed: int) -> None:
    rng, state = Random(seed), brawl(seed)
    after_prefix, live = state.copy(), OddsLog()
    journal: list[tuple[int, Action]] = []
    events: list[Event] = []
    for _ in range(300):
        asked = decision(state)
        live.follow(state, asked, events)
        if asked is None:
            break
        action = eager(asked, rng)
        journal.append((asked.seat, action))
        apply_action(state, action, events.append)
    assert live.odds
    assert all(isinstance(events[at], Declared) for at in live.odds)
    assert odds_log_of(after_prefix, journal).odds == live.odds


@pytest.mark.usefixtures("home")
async def test_the_log_of_a_match_that_goes_on_is_the_one_it_had() -> None:
    session = kept(turns=2)
    async with shown(session) as stage:
        await stage.press(*("e",) * 6)
        before = texts(session)
    again = resumed()
    async with shown(again):
        assert texts(again) == before
        assert len(before) > 10
