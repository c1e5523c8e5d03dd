"""Laws of every game, over random games of 2 to 6 players; `make powerdome-games` plays more."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from powerdome import auditing
from powerdome.auditing import batch, digest, fingerprint, play, replay
from powerdome.games import give
from powerdome.random_players import plan
from powerdome.tables import Table
from powerdome.test_allocate import at_sheets

from deathdome.powerdome.model.answers import Plan, Sheet
from deathdome.powerdome.model.events import Struck, VitalityChanged
from deathdome.powerdome.rules.game import commit, observe
from deathdome.powerdome.rules.rounds import reset

if TYPE_CHECKING:
    from pathlib import Path

GAMES = int(os.environ.get("POWERDOME_GAMES", "20000"))  # of the long test


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_random_games_keep_the_laws(first: int) -> None:
    """See `auditing`: nothing below 0, offers accepted, all else refused, replays the same."""
    found = batch(first, 40, 0.1)
    assert not found.failures, found.failures[0][1]


@pytest.mark.long
def test_many_random_games_keep_the_laws() -> None:
    assert auditing.main(["--games", str(GAMES), "--jobs", str(os.cpu_count() or 1)]) == 0


def test_the_same_answers_give_the_same_game_event_by_event() -> None:
    """R-36."""
    for seed in (1, 2, 3, 4, 5):
        game = play(seed, probes=0)
        state, log = game.initial, []
        for seat, answer in game.answers:
            before = fingerprint(state)
            after, events = commit(state, seat, answer)
            assert fingerprint(state) == before  # a state is never changed
            log += events
            state = after
        assert log == game.events
        assert fingerprint(state) == fingerprint(game.final)


def test_the_order_of_secret_answers_changes_only_the_commit_order() -> None:
    """PD-ALLOCATE-09: of sheets; that of other secret answers changes nothing."""
    game = play(7, probes=0)
    state, order = game.initial, []
    for seat, answer in game.answers:
        state, _ = commit(state, seat, answer)
        order.append(seat)
    assert replay(game.initial, game.answers)[1] == game.events
    sheets = [(seat, Sheet({seat: Plan(4, 9, 0, 1 - seat)})) for seat in (0, 1)]
    first = give(at_sheets(2), *sheets)
    second = give(at_sheets(2), *reversed(sheets))
    assert first.dome.order == [0, 1]
    assert second.dome.order == [1, 0]


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_the_hash_seed_changes_nothing(hash_seed: str, tmp_path: Path) -> None:
    code = "from powerdome.auditing import digest; print(digest(range(500, 506)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == digest(range(500, 506))


def test_a_hidden_sheet_changes_no_view_of_another() -> None:
    """R-34, R-35."""
    state = at_sheets(3)
    one, _ = commit(state, 1, Sheet({1: Plan(30, 40, 30, 0)}, "secret"))
    two, _ = commit(state, 1, Sheet({1: Plan()}))
    for seat in (0, 2, -1):
        assert fingerprint(observe(one, seat)) == fingerprint(observe(two, seat))
    assert fingerprint(observe(one, 1)) != fingerprint(observe(two, 1))


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 40), min_size=12, max_size=12),
    st.permutations(range(4)),
    st.sampled_from(["high", "low"]),
)
def test_a_round_without_powers_adds_up(
    numbers: list[int], commit_order: list[int], initiative: str
) -> None:
    """The losses of each player are the damage of the attacks on it; strike is met by resist."""
    table = Table(120, 120, 120, 120, initiative=initiative)
    table.commit = commit_order
    for seat in range(4):
        target = "ABCD"[(seat + 1 + numbers[3 * seat] % 3) % 4]
        stats = numbers[3 * seat : 3 * seat + 3]
        table.plan("ABCD"[seat], stats, target)
    table.play()
    losses: Counter[int] = Counter()
    worn: Counter[int] = Counter()
    for one in table.found(Struck):
        losses[one.defender] += one.damage
        worn[one.defender] += one.resist - one.worn
        assert one.through + one.resist - one.worn == one.strike
    for seat, player in enumerate(table.dome.characters):
        assert player.vitality == 120 - losses[seat]
        if player.alive:
            assert player.resist == table.plans[seat].resist - worn[seat]
    agilities = [table.plans[seat].agility for seat in table.dome.order]
    assert agilities == sorted(agilities, reverse=initiative == "high")


@settings(max_examples=80)
@given(st.integers(0, 2**32))
def test_a_seat_number_means_nothing_without_ties(seed: int) -> None:
    """Players that swap seats, powers and plans swap their fates."""
    dice = Random(seed)
    cards = dice.sample(
        ["whetstone", "feint", "barbed_hide", "panic_plate", "backfirer", "red_rush", "glance_off"],
        4,
    )
    fates = []
    for names in ("AB", "BA"):
        table = Table(60, 60)
        table.give(names[0], *cards[:2])
        table.give(names[1], *cards[2:])
        reset(table.dome)
        dice = Random(seed)
        one, two = (plan(table.dome, table.one(name), dice) for name in names)
        if one.agility == two.agility:
            return
        mirrored = {table.who(names[0]): one, table.who(names[1]): two}
        table.plans = mirrored
        table.dome.round = 0
        table.play()
        fates.append([table.one(name).vitality for name in names])
    assert fates[0] == fates[1]


def test_the_audit_notices_a_loss_that_no_event_names() -> None:
    account = auditing.Account(2)
    dome = Table(100, 100).dome
    account.follow(VitalityChanged(0, 100, 90, "attack"), dome)
    with pytest.raises(AssertionError):
        account.follow(VitalityChanged(0, 95, 90, "attack"), dome)
