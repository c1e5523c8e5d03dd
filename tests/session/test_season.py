"""A season in the host: players look at each result, and each match has its line of results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hosts import Driven, hosted

from deathdome.cli.sessions import new_referee
from deathdome.content.catalogs import load_catalog
from deathdome.content.collection import Collection
from deathdome.errors import UsageError
from deathdome.model.actions import CONCEDE, CONCEDE_SEASON, END_TURN, PASS
from deathdome.model.ruleset import EDITION_2021
from deathdome.records import library
from deathdome.records.format import read_record
from deathdome.records.replay import replay
from deathdome.records.results import read_results
from deathdome.session.notices import Interval, Person

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.session.host import MatchHost


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def season(*names: str, matches: int = 2, **more: Any) -> MatchHost:
    """Return a host of a season of one-round matches, with its record."""
    referee = new_referee(
        list(names), 4, None, "waspworth", quick=True, series=(1,) * matches, **more
    )
    writer, _ = library.begin_record(referee, names)
    return hosted(referee, names, writer=writer)


def play(host: MatchHost) -> list[Interval]:
    """Play a season, doing as little as possible; return its intervals."""
    driver = Driven(host)
    found: list[Interval] = []
    while (need := host.need) is not None:
        if isinstance(need, Interval):
            assert host.request is None
            found.append(need)
            host.proceed()
            continue
        assert isinstance(need, Person)
        host.lift()
        options = need.request.options
        idle = next((one for one in (END_TURN, PASS) if one in options), None)
        host.answer([idle or need.request.default])
    assert driver.needs
    return found


def test_players_look_at_each_result_before_the_season_goes_on() -> None:
    intervals = play(season("human", "human", matches=3))
    assert [interval.match for interval in intervals] == [1, 2]
    assert all(interval.outcome.rounds == 1 for interval in intervals)


def test_nothing_before_the_end_of_a_match_can_be_undone() -> None:
    host = season("human", "human")
    Driven(host)
    while not isinstance(host.need, Interval):
        host.lift()
        assert host.request is not None
        options = host.request.options
        host.answer([END_TURN if END_TURN in options else host.request.default])
    host.proceed()
    host.lift()
    with pytest.raises(UsageError, match="that match is over"):
        host.undo()


def test_managers_alone_are_not_held_up() -> None:
    host = season("quiet", "quiet")
    Driven(host)
    assert host.need is None
    assert host.outcome is not None


def test_proceed_does_nothing_while_a_match_is_played() -> None:
    host = season("human", "human")
    Driven(host)
    need = host.need
    host.proceed()
    assert host.need is need


def test_each_match_has_a_line_of_results_and_the_last_one_the_champions() -> None:
    ruleset = EDITION_2021
    play(season("human", "quiet", matches=3, ruleset=ruleset))
    results, damaged = read_results()
    assert damaged == 0
    assert [result.number for result in results] == [1, 2, 3]
    assert {result.match for result in results} == {results[0].match}
    assert all(result.season == (1, 1, 1) for result in results)
    assert all(len(result.values) == 2 for result in results)
    assert [bool(result.champions) for result in results] == [False, False, True]
    assert {result.marks for result in results} == {results[0].marks}


@pytest.mark.rule("AMB-152")
def test_a_player_concedes_a_match_and_the_season_goes_on() -> None:
    host = season("human", "quiet", matches=2)
    Driven(host)
    host.answer([CONCEDE])
    assert isinstance(host.need, Interval)
    assert host.need.outcome.winners == (1,)
    host.proceed()
    host.answer([CONCEDE_SEASON])
    assert host.outcome is not None
    assert (host.outcome.winners, host.outcome.reason) == ((1,), "conceded")
    host.close()
    assert host.record is not None
    text = host.record.read_text(encoding="utf-8")
    assert "red: concede" in text
    assert "red: concede season" in text
    verified = replay(read_record(host.record), Collection(load_catalog(), {}))
    assert verified.differs == ""
    assert verified.over
