"""Statistics of units: kills, captures and wounds add up to the payout of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hosts import dealt, driven
from scenes import scene

from deathdome.match.deeds import Deeds, best_unit, deadliest_unit, deeds_of, wounds_of
from deathdome.model.events import Captured, Died, Jailed, Released, ShellTaken, Wounded
from deathdome.rules.ending import SHELL_PAY, TOWER_PAY

if TYPE_CHECKING:
    from deathdome.session.host import MatchHost

SEEDS = range(4)


@pytest.fixture(scope="module", params=SEEDS)
def played(request: pytest.FixtureRequest) -> MatchHost:
    """A whole match between two managers."""
    names = ("greedy", "tactical")
    referee, managers = dealt(names, seed=request.param, rounds=6)
    host = driven(referee, names, managers)
    assert host.outcome is not None
    return host


def count(host: MatchHost, kind: type) -> int:
    return sum(isinstance(event, kind) for event in host.log())


class TestSumsOfAWholeMatch:
    def test_every_capture_has_its_unit(self, played: MatchHost) -> None:
        deeds = deeds_of(played.log(), played.view.setup)
        assert sum(one.towers + one.points for one in deeds) == count(played, Captured) > 0

    def test_every_death_and_wound_is_counted_once(self, played: MatchHost) -> None:
        deeds = deeds_of(played.log(), played.view.setup)
        wounds = [event.wounds for event in played.log() if isinstance(event, Wounded)]
        assert sum(one.deaths for one in deeds) == count(played, Died)
        assert sum(one.taken for one in deeds) == sum(wounds)
        assert sum(one.dealt for one in deeds) <= sum(wounds)

    def test_kills_of_a_team_are_those_it_has_a_shell_for(self, played: MatchHost) -> None:
        """DEATH-4: each kill takes a shell; token kills have no unit."""
        deeds = deeds_of(played.log(), played.view.setup)
        for seat in range(2):
            kills = sum(one.kills for one in deeds[4 * seat : 4 * seat + 4])
            shells = sum(
                event.shells
                for event in played.log()
                if isinstance(event, ShellTaken) and event.seat == seat and event.shells > 0
            )
            jailed = sum(
                isinstance(event, Jailed) and event.seat == seat and event.unit // 4 != seat
                for event in played.log()
            )
            assert kills <= jailed
            assert kills <= shells

    def test_units_freed_are_those_of_its_team(self, played: MatchHost) -> None:
        deeds = deeds_of(played.log(), played.view.setup)
        freed = sum(
            unit // 4 == event.unit // 4
            for event in played.log()
            if isinstance(event, Released)
            for unit in event.units
        )
        assert sum(one.freed for one in deeds) == freed

    def test_wounds_and_their_expectation_come_from_the_same_attacks(
        self, played: MatchHost
    ) -> None:
        for seat in range(2):
            found = wounds_of(seat, played.log(), played.odds)
            assert (
                0
                <= found.dealt
                <= sum(one.dealt for one in deeds_of(played.log(), played.view.setup))
            )
            assert found.expected >= 0
            assert found.attacks <= len(played.odds)


def test_a_kill_belongs_to_the_attacker() -> None:
    match = scene(
        units={"red warrior": "e4", "blue medic": "e3"},
        items={"red warrior": ["rusty-chainsaw"]},
        hands={"red": ["crowd-roar", "loud-noise"], "blue": []},
        wounds={"blue medic": 2},
        active="red warrior",
    )
    match.attack("blue medic", "rusty-chainsaw").lay("crowd-roar", "loud-noise").commit()
    match.commit_all()
    match.jail("nw")
    deeds = deeds_of(match.events, match.state.setup)
    warrior, medic = match.unit("red warrior"), match.unit("blue medic")
    assert (deeds[warrior].kills, deeds[medic].deaths) == (1, 1)
    assert deeds[warrior].dealt == deeds[medic].taken > 0
    assert deadliest_unit(deeds, range(8)) == best_unit(deeds, range(8)) == warrior


def test_the_best_unit_is_the_one_whose_deeds_paid_most() -> None:
    deeds = [Deeds(), Deeds(kills=3), Deeds(towers=1), Deeds()]
    assert best_unit(deeds, range(4)) == 2
    assert 3 * SHELL_PAY < TOWER_PAY
    assert deadliest_unit(deeds, range(4)) == 1
    assert best_unit([Deeds(), Deeds()], range(2)) == -1
    assert deadliest_unit([Deeds()], range(1)) == -1
