"""A chance of 70 % is one that comes true seven times in ten, and the page about it says if not."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import scene

from deathdome.managers.planner.attack import AttackValues
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.managers.registry import create
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack
from deathdome.odds.defences import cards_against
from deathdome.rules.observing import determinize, observe
from lab.study.calibration import Stroke, estimates, main, page, strokes_of, table

if TYPE_CHECKING:
    from pathlib import Path

    from scenes import Match

# Strength of weapon and unit against a sound scout with 5 vitae and no toughness.
CLOSE = ("red warrior", "guillotine-on-a-stick", "e15", 8)
RANGED = ("red gunner", "poorly-bolted-howitzer", "g15", 7)

Kind = tuple[str, str, str, int]


def attacked(kind: Kind, laid: list[str], hand: list[str]) -> Match:
    """Blue is asked for cards, hit by red."""
    who, weapon, where, _ = kind
    match = scene(
        units={who: "d15", "blue scout": where},
        items={who: [weapon]},
        hands={"red": laid, "blue": hand},
        active=who,
    ).attack("blue scout", weapon)
    match.lay(*laid)
    if match.asks(Question.ATTACK_CARDS):
        match.commit()
    assert match.asks(Question.DEFENCE_CARDS)
    return match


@pytest.mark.parametrize("kind", [CLOSE, RANGED], ids=["close", "ranged"])
@pytest.mark.parametrize("laid", [[], ["crowd-roar"]], ids=["no card", "a card"])
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_the_chance_to_kill_is_how_often_a_defender_who_lays_all_is_killed(
    kind: Kind, laid: list[str], cards: int
) -> None:
    match = attacked(kind, laid, ["loose-change", "elbow-grease", "jail-riot"][:cards])
    attack = match.state.stack[-1]
    assert isinstance(attack, Attack)
    seen = observe(match.state, 0)
    world = determinize(seen, Random(0))
    kills = {
        block: AttackValues(world, 0, NEUTRAL._replace(block=block))
        .ways(attack, declared=True)[0]
        .kill
        for block in (0.0, 0.5, 1.0)
    }
    against = cards_against(match.state.setup.catalog)[attack.declared.kind]
    worth, sparing = against.worth, against.sparing
    strength, vitae = kind[-1] + attack.bonus, 5
    deals = 1500
    dead = 0
    for deal in range(deals):
        hand = determinize(seen, Random(deal)).hands[1]
        overcome = strength - sum(worth[card] for card in hand) >= vitae
        dead += overcome and set(sparing).isdisjoint(hand)
    assert kills[1.0] == pytest.approx(dead / deals, abs=0.03)
    assert kills[0.0] == (strength >= vitae)
    assert kills[0.5] == pytest.approx((kills[0.0] + kills[1.0]) / 2)


def test_a_match_is_asked_what_was_foretold_and_what_came_of_it() -> None:
    def played() -> list[Stroke]:
        match = scene(
            units={"red warrior": "d15", "blue scout": "e15", "blue gunner": "r5"},
            items={"red warrior": ["guillotine-on-a-stick"]},
            wounds={"blue scout": 2},
            hands={"blue": ["loose-change"]},
            active="red warrior",
            rounds=1,
        )
        return strokes_of(match.state, 3, [create("greedy"), create("greedy")])

    first = played()[0]
    assert (first.kind, first.hits, first.hand) == ("close", 1, 1)
    assert first.beyond == 1.0
    assert 0.9 < first.foretold < 1.0  # its one card could be a Stunt Double
    assert first.helpless
    assert first.died
    assert played() == played()


def test_what_is_foretold_is_what_the_attacker_could_know() -> None:
    found = []
    for hand in (["loose-change", "elbow-grease"], ["hyper-cube", "crowd-roar"]):
        match = attacked(CLOSE, [], hand)
        attack = match.state.stack[-1]
        assert isinstance(attack, Attack)
        found.append(estimates(match.state, attack)[match.unit("blue scout")])
    assert found[0].foretold == found[1].foretold
    assert found[0].beyond == found[1].beyond
    assert 0 < found[0].beyond < 1
    assert 0 < found[0].foretold < 1
    assert found[0].helpless != found[1].helpless


def strokes(chance: float, died: int, of: int) -> list[Stroke]:
    return [Stroke("close", 1, 3, chance, chance, n < died, n < died) for n in range(of)]


def test_the_table_tells_what_comes_true_from_what_does_not_and_from_what_is_open() -> None:
    rows = table(
        [*strokes(0.35, 1400, 4000), *strokes(0.55, 1000, 4000), *strokes(0.95, 10, 10)],
        lambda stroke: stroke.foretold,
        lambda stroke: stroke.died,
    )
    assert rows[2].startswith("| 30% to 40% | 4000 | 35.0% | 35.0% |")
    assert rows[2].endswith("| +0.0 | within 3 points |")
    assert rows[3].startswith("| 50% to 60% | 4000 | 55.0% | 25.0% |")
    assert rows[3].endswith("| -30.0 | off |")
    assert rows[4].startswith("| 90% to 100% | 10 |")
    assert rows[4].endswith("| open |")
    assert len(rows) == 5
    assert "### One unit hit, ranged" not in page(strokes(0.35, 1, 2), "make calibration", "Two.")


def test_what_other_code_played_is_not_counted_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--manager", "greedy", "--matches", "0", "--folder", str(tmp_path)]
    assert main([*words, "--out", str(tmp_path)]) == 0
    assert "0 matches of 2, 3 and 4 seats" in (tmp_path / "calibration.md").read_text()
    file = next(tmp_path.glob("*.jsonl"))
    file.write_text(file.read_text().replace('"greedy"', '"random"'))
    capsys.readouterr()
    with pytest.raises(Exception, match="another --folder begins anew"):
        main([*words, "--out", str(tmp_path)])
