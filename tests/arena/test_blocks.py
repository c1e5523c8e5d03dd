"""Blocks: the same dice for everybody, seeds of a manager's own, cards taken out of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.arena import blocks as played_blocks
from deathdome.arena.arena import Arena, check_arena, store_cards
from deathdome.arena.blocks import MIN_SECONDS, Clocked, added, play_block, quantile, step_of
from deathdome.errors import ManagerError, UsageError
from deathdome.managers import registry
from deathdome.managers.random_manager import RandomManager
from deathdome.match.protocol import Reply
from deathdome.model.actions import Action

if TYPE_CHECKING:
    from deathdome.match.protocol import Briefing, Request

BRIEFED: list[Briefing] = []


class Noted(RandomManager):
    """Random, and its briefings can be looked at."""

    def begin(self, briefing: Briefing) -> None:
        BRIEFED.append(briefing)
        super().begin(briefing)


class Cheats(RandomManager):
    """Never gives a legal answer."""

    def decide(self, request: Request) -> Reply:
        return Reply(Action(-5), nodes=len(request.options))


@pytest.fixture(autouse=True)
def _strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    makers = {"noted": Noted, "cheats": Cheats, "random": RandomManager}
    monkeypatch.setattr(played_blocks, "_factory", makers.__getitem__)
    BRIEFED.clear()


def test_a_block_has_the_same_dice_in_every_rotation() -> None:
    block, _ = play_block(Arena(("noted", "random"), seats=4, rounds=1, seed=3), 0, 0)
    assert len(block["matches"]) == 4
    assert len({match["first"] for match in block["matches"]}) == 1
    assert len({match["fingerprint"] for match in block["matches"]}) == 4
    others, _ = play_block(Arena(("noted", "random"), seats=4, rounds=1, seed=3), 1, 0)
    assert others["seed"] != block["seed"] == 3


def test_a_managers_seed_depends_on_block_and_manager_and_not_on_its_seat() -> None:
    arena = Arena(("noted", "random"), rounds=1)
    play_block(arena, 0, 0)
    assert {briefing.seat for briefing in BRIEFED} == {0, 1}
    (seed,) = {briefing.seed for briefing in BRIEFED}
    BRIEFED.clear()
    play_block(Arena(("random", "noted"), rounds=1), 0, 0)
    assert {briefing.seed for briefing in BRIEFED} == {seed}
    BRIEFED.clear()
    play_block(arena, 1, 0)
    assert seed not in {briefing.seed for briefing in BRIEFED}


def test_copies_of_a_manager_have_seeds_of_their_own() -> None:
    play_block(Arena(("noted",), rounds=1), 0, 0)
    assert len(BRIEFED) == 4
    assert len({briefing.seed for briefing in BRIEFED}) == 2


def test_a_match_says_what_was_paid_and_held() -> None:
    block, _ = play_block(Arena(("random",), seats=3, seed=8), 0, 0)
    known = store_cards(Arena(("random",), seats=3, seed=8))
    for match in block["matches"]:
        for seat in range(3):
            paid = 500_000 * match["towers"][seat] + 100_000 * (
                match["points"][seat] + match["shells"][seat]
            )
            assert match["payouts"][seat] == paid
            assert set(match["held"][seat]) <= set(match["bought"][seat]) <= known.keys()
        assert any(match["held"])
        assert sum(match["decisions"]) > 100
        assert 1 <= match["rounds"] <= 9


def test_a_card_that_is_taken_out_is_missed_by_those_who_held_it() -> None:
    arena = Arena(("random",), rounds=1, ablated=("all",))
    block, _ = play_block(arena, 0, 0)
    told = {(again["match"], again["card"]) for again in block["without"]}
    assert told == {
        (number, card)
        for number, match in enumerate(block["matches"])
        for cards in match["held"]
        for card in cards
    }
    prints = [match["fingerprint"] for match in block["matches"]]
    assert all(again["fingerprint"] != prints[again["match"]] for again in block["without"])


def test_taking_out_a_card_leaves_the_match_itself_as_it_is() -> None:
    plain, _ = play_block(Arena(("random",), rounds=1), 0, 0)
    card = plain["matches"][0]["held"][0][0]
    ablated, _ = play_block(Arena(("random",), rounds=1, ablated=(card,)), 0, 0)
    assert ablated["matches"] == plain["matches"]
    assert {again["card"] for again in ablated["without"]} == {card}
    assert "without" not in plain


def test_faults_are_in_the_result() -> None:
    block, _ = play_block(Arena(("cheats", "random"), rounds=1), 0, 0)
    for match in block["matches"]:
        seat = match["places"].index(0)
        assert [fault["seat"] for fault in match["faults"]] == [seat] * 3
        assert {fault["kind"] for fault in match["faults"]} == {"illegal"}
        assert match["taken_over"] == [seat]


def test_time_is_told_beside_the_result() -> None:
    block, times = play_block(Arena(("noted", "random"), rounds=1), 0, 0)
    assert "seconds" not in block
    for name in ("noted", "random"):
        read = times["managers"][name]
        counted = sum(
            match["decisions"][seat]
            for match in block["matches"]
            for seat, place in enumerate(match["places"])
            if ("noted", "random")[place] == name
        )
        assert sum(read["decisions"].values()) == counted
        assert sum(read["turns"].values()) == 2
        assert 0 < read["seconds"] <= times["seconds"]


def test_quantiles_are_read_off_within_three_percent() -> None:
    clock = Clocked(RandomManager())
    assert quantile({}, 0.5) is None
    for milliseconds in range(1, 101):
        clock._decisions[step_of(milliseconds / 1000)] += 1
    read = clock.times()
    assert quantile(read["decisions"], 0.50) == pytest.approx(0.050, rel=0.03)
    assert quantile(read["decisions"], 0.99) == pytest.approx(0.099, rel=0.03)
    assert quantile(added(read, read)["decisions"], 0.50) == pytest.approx(0.050, rel=0.03)
    assert step_of(0) == step_of(MIN_SECONDS)


@pytest.mark.parametrize(
    ("arena", "message"),
    [
        (Arena(("random",), seats=5), "2, 3 or 4 seats, not 5"),
        (Arena(("random",), seed=-1), "0 or more, not -1"),
        (Arena(("random",), seed=2**128), "less than 340,282,366,920,938,463,463,374,607,"),
        (Arena(("random", "human")), "To play yourself: deathdome play"),
        (Arena(("random", "randon")), 'Did you mean "random"'),
        (Arena(("random",), board="wasp-worth"), 'Did you mean "waspworth"'),
        (Arena(("random",), rounds=0), "1 to 99 rounds, not 0"),
        (Arena(("random",), ablated=("fan-male",)), 'Did you mean "fan-mail"'),
    ],
)
def test_an_impossible_run_is_refused_before_the_first_match(arena: Arena, message: str) -> None:
    with pytest.raises(UsageError) as refusal:
        check_arena(arena)
    assert message in str(refusal.value)


def test_a_manager_that_does_not_start_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def stillborn(name: str) -> None:
        raise RuntimeError(f"no model file for {name}")

    monkeypatch.setattr(registry, "create", stillborn)
    with pytest.raises(ManagerError, match="no model file for random"):
        check_arena(Arena(("random",)))
