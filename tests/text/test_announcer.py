"""The announcer: every line fits, no line twice, public facts only, the same in every replay."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from scenes import in_series, scene

from deathdome.bundled import data_folder
from deathdome.cli.sessions import new_referee
from deathdome.cli.values import ruleset_of
from deathdome.content.announcer_lines import announcer_lines, parse_lines
from deathdome.content.catalogs import load_catalog
from deathdome.content.convict_names import convicts_of, name_pools
from deathdome.errors import ContentError
from deathdome.managers.registry import create
from deathdome.match.referee import Referee, run_match
from deathdome.model.events import (
    Captured,
    Died,
    Drew,
    Hidden,
    MatchBegan,
    MatchEnded,
    OrderSet,
    RoundBegan,
    ShellTaken,
    TurnBegan,
    TurnEnded,
    for_seat,
)
from deathdome.text.announcer import (
    LONGEST,
    MOMENTS,
    PLACEHOLDERS,
    RANKS,
    REMARK_SETS,
    comments,
    remarks,
)
from deathdome.text.convicts import Convicts
from deathdome.text.names import team_name
from deathdome.text.recent import told_since
from deathdome.text.standings import lead_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Event
    from deathdome.text.announcer import Remark

TEXT = (data_folder() / "announcer.toml").read_text("utf-8")
LINES = announcer_lines()
pytestmark = pytest.mark.xdist_group("announcer")  # one worker plays the matches

MATCHES = range(12)
NICKNAMES = [convict.nickname for pool in name_pools().values() for convict in pool]
VALUES = {
    "unit": max(NICKNAMES, key=len),
    "killer": max(NICKNAMES, key=len),
    "team": "Yellow",
    "team2": "Yellow",
    "jail": "north-west",
}


@cache
def played(number: int) -> Referee:
    """A match of managers, with a store or without, with characters or without."""
    names = ["greedy"] * (2 + number % 3)
    rules = ruleset_of("2019", characters=number % 4 == 3)
    quick = number % 2 == 0
    referee = new_referee(names, number, 4, "waspworth", quick=quick, ruleset=rules)
    run_match(referee, [create(name) for name in names])
    return referee


def said(events: Sequence[Event], referee: Referee, seed: int = 7) -> list[Remark]:
    return remarks(events, convicts_of(referee.state.setup, seed), seed, LINES)


# -- the lines -------------------------------------------------------------------------------------


def test_every_event_has_enough_lines() -> None:
    assert set(LINES) == {*RANKS, *MOMENTS} == set(PLACEHOLDERS)
    assert {key: len(lines) for key, lines in LINES.items() if len(lines) < 8} == {}
    assert sum(map(len, LINES.values())) >= 120


@pytest.mark.parametrize("event", LINES)
def test_every_line_fits_with_every_name(event: str) -> None:
    for line in LINES[event]:
        filled = line.format_map(VALUES)
        assert len(filled) <= LONGEST, filled
        assert filled.count("!") <= 1
        assert filled[-1] in ".!?"
        assert not any(sign.isdigit() for sign in line.replace("team2", ""))
        assert "you" not in line.casefold().replace(".", " ").split() or event == "opening"


@pytest.mark.parametrize("event", LINES)
def test_enough_lines_fit_with_the_longest_printed_name(event: str) -> None:
    name = max((one.name for one in load_catalog().characters), key=len)
    values = {**VALUES, "unit": name, "killer": name}
    assert sum(len(line.format_map(values)) <= LONGEST for line in LINES[event]) >= 3


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"Last orders at the lava."', '"{unit} is late."', "{unit} has no value here"),
        ('"Last orders at the lava."', '"Last {orders."', "a brace is not closed"),
        ('"Last orders at the lava."', '"{} orders."', "{} has no value here"),
        ('"Last orders at the lava."', "7", "a text in quotes is needed, not 7"),
        ('"Last orders at the lava."', '"The final round. Make it look expensive."', "twice"),
        ("last_round = [", "lst_round = [", 'no event "lst_round". Did you mean'),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(old: str, new: str, reason: str) -> None:
    with pytest.raises(ContentError) as caught:
        parse_lines(TEXT.replace(old, new, 1))
    message = str(caught.value)
    line = int(message.removeprefix("announcer.toml:").partition(":")[0])
    first = TEXT[: TEXT.index("last_round")].count("\n") + 1
    assert reason in message
    assert first <= line <= first + 10


def test_an_event_without_lines_is_refused() -> None:
    with pytest.raises(ContentError, match=r"^announcer.toml:1: dud: each event needs a list"):
        parse_lines("")


# -- remarks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", MATCHES)
def test_a_match_has_few_remarks_and_no_line_twice(number: int) -> None:
    referee = played(number)
    found = said(referee.visible_events(0), referee)
    assert 4 <= len(found) <= 10
    assert len({remark.text for remark in found}) == len(found)
    assert all(0 < len(remark.text) <= LONGEST for remark in found)
    assert isinstance(referee.events[found[-1].event], MatchEnded)


@pytest.mark.parametrize("number", MATCHES)
def test_a_turn_has_one_remark_or_a_second_on_an_event_with_a_banner(number: int) -> None:
    referee = played(number)
    events = referee.visible_events(0)
    moments = [remark.event for remark in said(events, referee)]
    assert moments == sorted(set(moments))
    turns = [at for at, event in enumerate(events) if isinstance(event, TurnBegan)]
    for begin, end in pairwise([*turns, len(events)]):
        within = [events[at] for at in moments if begin <= at < end]
        late = (TurnEnded, RoundBegan, MatchEnded)
        assert all(isinstance(one, (*late, Captured, Died, ShellTaken)) for one in within)
        assert sum(not isinstance(one, RoundBegan | MatchEnded) for one in within) <= 2


@pytest.mark.parametrize("number", MATCHES)
def test_a_death_that_is_remarked_on_is_remarked_on_at_once(number: int) -> None:
    """The banner of a death has its line; none comes when the turn ends."""
    referee = played(number)
    events = referee.visible_events(0)
    texts = {line for kind in ("kill", "lava", "wipe_out") for line in LINES[kind]}
    ends = tuple(sorted({line.rpartition("}")[2] for line in texts if "}" in line}))
    for remark in said(events, referee):
        if isinstance(events[remark.event], TurnEnded):
            assert remark.text not in texts
            assert not remark.text.endswith(tuple(end for end in ends if len(end) > 12))


@pytest.mark.parametrize("number", MATCHES)
def test_facts_of_banners_are_in_the_log_with_and_without_the_announcer(number: int) -> None:
    referee = played(number)
    events, setup = referee.visible_events(0), referee.state.setup
    convicts = convicts_of(setup, 7)
    both = comments(events, convicts, 7, LINES)
    facts = comments(events, convicts)
    assert [one for one in both if not one.announced] == facts
    assert [one for one in both if one.announced] == said(events, referee)
    leader, changes = -1, []
    for at in range(len(events)):
        now = lead_after(events[: at + 1], setup).leader
        if now != leader and leader >= 0:
            changes.append((at, now))
        leader = now
    found = [(one.event, one.text) for one in facts if "takes the lead" in one.text]
    assert [at for at, _ in found] == [at for at, _ in changes]
    for (_, text), (_, seat) in zip(found, changes, strict=True):
        assert text.startswith(team_name(seat))
    lines = told_since(events, setup, 0, convicts=convicts, remarks=facts)
    assert [line for line in lines if "takes the lead" in line] == [text for _, text in found]


@pytest.mark.parametrize("number", MATCHES)
def test_remarks_on_the_first_events_are_the_first_remarks(number: int) -> None:
    referee = played(number)
    events = referee.visible_events(0)
    whole = said(events, referee)
    for end in range(0, len(events), 37):
        assert said(events[:end], referee) == [one for one in whole if one.event < end]


@pytest.mark.parametrize("number", MATCHES)
def test_every_seat_hears_the_same(number: int) -> None:
    """Hands, draws and events that a seat may not see change nothing."""
    referee = played(number)
    whole = said(referee.events, referee)
    for seat in range(referee.state.setup.seats + 1):
        assert said([for_seat(event, seat) for event in referee.events], referee) == whole
    hidden: list[Event] = [
        Hidden() if isinstance(event, Drew) else event for event in referee.events
    ]
    assert said(hidden, referee) == whole


def test_the_cosmetic_seed_alone_chooses_the_lines() -> None:
    referee = played(0)
    events = referee.visible_events(0)
    assert said(events, referee) == said(events, referee)
    casts = {tuple(remark.text for remark in said(events, referee, seed)) for seed in range(20)}
    assert len(casts) == 20
    assert len({tuple(one.event for one in said(events, referee, seed)) for seed in range(20)}) == 1


def test_matches_of_different_sets_share_no_line() -> None:
    for kind, lines in LINES.items():
        sets = [set(lines[at::REMARK_SETS]) for at in range(REMARK_SETS)]
        assert sum(map(len, sets)) == len(lines)
        assert all(len(one) >= 2 for one in sets), kind
    referee = played(0)
    events = referee.visible_events(0)
    texts = [{one.text for one in said(events, referee, seed)} for seed in range(REMARK_SETS)]
    assert len(set().union(*texts)) == sum(map(len, texts))


def test_a_match_without_its_beginning_counts_no_dead() -> None:
    referee = played(0)
    events = [event for event in referee.visible_events(0) if not isinstance(event, OrderSet)]
    texts = [remark.text for remark in said(events, referee)]
    lone = [line.split("}")[-1] for line in LINES["last_unit"]]
    assert not [text for text in texts if any(text.endswith(tail) for tail in lone)]


def test_the_log_has_them_after_the_facts() -> None:
    referee = played(0)
    events, setup = referee.visible_events(0), referee.state.setup
    found = said(events, referee)
    lines = told_since(events, setup, 0, remarks=found)
    assert [line[2:] for line in lines if line.startswith("* ")] == [one.text for one in found]
    assert told_since(events, setup, 0) == [line for line in lines if not line.startswith("* ")]


# -- seasons ---------------------------------------------------------------------------------------


def test_every_match_of_a_season_is_announced_as_a_new_one() -> None:
    lines = announcer_lines()
    match = in_series(scene(turn="blue", round=6, points={"d8": "red"}), (6, 6))
    setup = match.state.setup
    single: list[Event] = [
        OrderSet((0, 1)),
        RoundBegan(1),
        TurnBegan(0, 0, 3),
        Captured(0, 0, 50, -1),
    ]
    ended = match.end_turn()
    outcome = next(event for event in ended.events if isinstance(event, MatchEnded))
    whole: list[Event] = [*single, outcome, MatchBegan(1, 6), *single, outcome]
    convicts = Convicts(ended.state.setup)
    said = remarks(whole, convicts, 3, lines)
    first, second = len(single) + 1, len(single) + 2
    before = [one.text for one in said if one.event < first]
    after = [one.text for one in said if one.event >= second]
    assert len(before) == len(after) == 2, "each match opens and ends"
    assert not set(before) & set(after)
    assert said[: len(before)] == remarks(whole[:first], Convicts(setup), 3, lines)


def test_facts_of_a_new_match_forget_the_lead_of_the_last() -> None:
    match = in_series(scene())
    point = match.state.setup.board.points[0]
    taken = Captured(0, 0, point, -1)
    retaken = Captured(4, 1, point, 0)
    events: list[Event] = [OrderSet((0, 1)), taken, retaken, MatchBegan(1, 8), taken]
    said = comments(events, Convicts(match.state.setup))
    assert [one.event for one in said] == [2]
    assert lead_after(events, match.state.setup).leader == 0
