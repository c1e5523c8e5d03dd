"""The lesson: each aim can be met, an idle player misses it, and errors of its file have lines."""

from __future__ import annotations

import re

import pytest
from powerdome.tables import tome

from deathdome.bundled import data_folder
from deathdome.errors import ContentError
from deathdome.powerdome.bots.fallback import fallback
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.play.host import Person, Think
from deathdome.powerdome.play.lesson import FILE, LessonHost, bundled_lesson, parse_lesson

ANSWERS = {
    "One round": {AskKind.SHEET: "agility 10; strike 52 at antagonist; resist 38"},
    "Speed": {AskKind.SHEET: "agility 13; resist 58"},
    "The kill": {AskKind.SHEET: "agility 12; strike 28 at butcher"},
    "A power": {AskKind.SHEET: "feint on butcher; agility 10; strike 42 at butcher"},
    "A truce": {AskKind.TALK: "truce abbot", AskKind.SHEET: "strike 60 at butcher"},
    "Bids": {AskKind.BID: "feint 15"},
}
BETRAYAL = {AskKind.TALK: "truce abbot", AskKind.SHEET: "strike 60 at abbot"}


def played(number: int, answers: dict[AskKind, str]) -> LessonHost:
    host = LessonHost(bundled_lesson(tome()), number)
    while (need := host.need) is not None:
        if isinstance(need, Think):
            host.take(need.work())
            continue
        assert isinstance(need, Person)
        line = answers.get(need.ask.kind)
        view = host.view(need.ask.seat)
        answer = fallback(view, need.ask) if line is None else Speller(view).read(need.ask, line)
        assert host.answer(answer) is None
    assert host.notices == []
    return host


@pytest.mark.parametrize("number", range(len(ANSWERS)))
def test_every_step_can_be_done_and_an_idle_player_misses_it(number: int) -> None:
    step = bundled_lesson(tome()).steps[number]
    assert played(number, ANSWERS[step.title]).achieved
    assert not played(number, {}).achieved


@pytest.mark.rule("PD-COMBAT-10")
def test_the_first_step_is_the_round_of_the_manual() -> None:
    host = played(0, ANSWERS["One round"])
    assert [one.vitality for one in host.state.dome.characters] == [100, 16, 47]


@pytest.mark.rule("PD-COMBAT-10")
@pytest.mark.parametrize(("agility", "achieved"), [(12, False), (13, True)])
def test_one_point_of_agility_stops_the_doubling(agility: int, achieved: bool) -> None:
    sheet = {AskKind.SHEET: f"agility {agility}; strike 55 at antagonist; resist 32"}
    assert played(1, sheet).achieved is achieved


@pytest.mark.rule("PD-STRATEGY-03")
def test_a_broken_truce_is_no_truce() -> None:
    assert not played(4, BETRAYAL).achieved


@pytest.mark.rule("PD-AUCTION-03")
@pytest.mark.parametrize(("bid", "achieved"), [(9, None), (10, True), (15, True), (16, False)])
def test_the_bid_must_win_and_leave_enough(bid: int, achieved: bool | None) -> None:
    found = played(5, {AskKind.BID: f"feint {bid}"}).achieved
    assert achieved is None or found is achieved  # a tie is up to the coin


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('goal = "End', 'gaol = "End', 'no key "gaol" here'),
        ("least = 50", "least = -1", "-1 is not from 0"),
        ('phase = "auction"', 'phase = "action"', "phase"),
        ('"feint", "whetstone"', '"faint", "whetstone"', "feint"),
    ],
)
def test_a_mistake_is_told_with_its_line(old: str, new: str, wrong: str) -> None:
    text = (data_folder() / "powerdome" / FILE).read_text("utf-8")
    changed = text.replace(old, new, 1)
    assert changed != text
    with pytest.raises(ContentError) as error:
        parse_lesson(changed, FILE, tome())
    assert wrong in str(error.value)
    found = re.match(rf"{FILE}:(\d+): ", str(error.value))
    assert found
    assert abs(int(found[1]) - changed[: changed.index(new)].count("\n") - 1) <= 40
