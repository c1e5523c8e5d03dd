"""A season that is stopped and resumed anywhere ends as if it had never been stopped."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz import eager

from deathdome.cli.sessions import new_referee
from deathdome.model.actions import DONE, END_PHASE, END_TURN, PASS
from deathdome.model.decisions import Question
from deathdome.model.ruleset import EDITION_2018, EDITION_2019
from deathdome.model.wire import canonical_text
from deathdome.records import library
from deathdome.records.format import moment

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.match.referee import Referee
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.ruleset import Ruleset

NAMES = ("human", "human", "human")
STOPS = 50
QUICK = (END_TURN, END_PHASE, PASS, DONE)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def answer(asked: Decision, at: int) -> Action:
    """The answer given after so many others, whatever the program that gives it."""
    rng = Random(at)
    quick = [option for option in asked.options if option in QUICK]
    return rng.choice(quick) if quick and rng.random() < 0.4 else eager(asked, rng)


def play(referee: Referee, until: int = 10**6) -> None:
    while (asked := referee.asked) is not None and len(referee.journal) < until:
        referee.answer(answer(asked, len(referee.journal)))


def season(ruleset: Ruleset) -> Referee:
    return new_referee(
        list(NAMES), 6, None, "waspworth", quick=False, ruleset=ruleset, series=(2, 1)
    )


@pytest.mark.parametrize(
    "ruleset",
    [EDITION_2018, pytest.param(EDITION_2019, marks=pytest.mark.long)],
    ids=["2018", "2019"],
)
def test_a_season_stopped_at_fifty_points_ends_identically(ruleset: Ruleset) -> None:
    whole = new_referee(
        list(NAMES), 6, None, "waspworth", quick=False, ruleset=ruleset, series=(2, 1)
    )
    begun = new_referee(
        list(NAMES), 6, None, "waspworth", quick=False, ruleset=ruleset, series=(2, 1)
    )
    whole.secret = begun.secret
    play(whole)
    assert whole.state.outcome is not None
    length = len(whole.journal)
    stops = sorted(Random(1).sample(range(1, length), min(STOPS, length - 1)))
    writer, said = library.begin_record(begun, NAMES)
    assert not said
    referee, met = begun, set()
    for stop in stops:
        play(referee, stop)
        assert writer.update() == ""
        writer.close()
        met.add(moment(referee.state).rpartition(" ")[0])
        resumed = library.resume(writer.path)
        referee, writer = resumed.replay.referee, resumed.writer
        assert not resumed.notes
    play(referee)
    assert canonical_text(referee.state) == canonical_text(whole.state)
    assert referee.fingerprint() == whole.fingerprint()
    assert len(stops) == STOPS
    assert any(where.startswith("match 2") for where in met)
    writer.close()


def test_a_season_stopped_in_its_auction_asks_for_it_again() -> None:
    for seed in range(60):
        referee = new_referee(
            ["human", "human"], seed, None, "waspworth", quick=True, series=(4, 1)
        )
        writer, _ = library.begin_record(referee, NAMES[:2])
        rng = Random(seed)
        while (asked := referee.asked) is not None and asked.question is not Question.AUCTION:
            referee.answer(eager(asked, rng))
        writer.update()
        writer.close()
        if asked is not None:
            resumed = library.resume(writer.path).replay.referee
            assert resumed.asked == asked
            assert moment(resumed.state) == "match 1 auction"
            return
    raise AssertionError("no season had an auction")
