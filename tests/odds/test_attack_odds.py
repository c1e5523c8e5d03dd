"""The odds of an attack: against the engine's own play, and against the labels they carry."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest
from scenes import card_id, item_id, scene

from deathdome.model.actions import COMMIT, NOBODY, PUNCH, ActionKind, kind_of, make_action
from deathdome.model.decisions import Question
from deathdome.model.events import Reckoned
from deathdome.model.frames import Attack
from deathdome.odds.attack_odds import AttackOdds, odds_of, undeclared_attack
from deathdome.odds.card_choices import Choice, choices, worth_showing
from deathdome.odds.outcomes import Play, Side, Struck
from deathdome.odds.pool import Kind, merged, saves
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.observing import determinize, observe, unseen

if TYPE_CHECKING:
    from scenes import Match

    from deathdome.model.actions import Action
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.state import State


def open_attack(seen: Observation) -> Attack:
    return next(frame for frame in reversed(seen.stack) if isinstance(frame, Attack))


def odds_now(match: Match, seat: int = 0, *staged: Action) -> AttackOdds:
    seen = observe(match.state, seat)
    return odds_of(seen, open_attack(seen), staged)


def lay(*cards: str) -> tuple[Action, ...]:
    return tuple(make_action(ActionKind.LAY, card_id(card)) for card in cards)


BLUE = ["elbow-grease", "loud-noise", "encore"]


def duel(**more: object) -> Match:
    """Red's warrior has played 9 on 3 strength against blue's gunner, who must answer now."""
    settings: dict[str, object] = {
        "units": {"red warrior": "k11", "blue gunner": "k12"},
        "items": {"red warrior": ["rusty-chainsaw"]},
        "hands": {"red": ["crowd-roar", "sponsors-darling"], "blue": BLUE},
        "active": "red warrior",
        **more,
    }
    match = scene(**settings)  # type: ignore[arg-type]
    match.attack("blue gunner", "rusty-chainsaw").decline_all()
    return match.lay("crowd-roar", "sponsors-darling").commit()


# -- against the engine ----------------------------------------------------------------------------


def wounds_after(state: State, acts: tuple[Action, ...]) -> dict[int, int]:
    """Wounds of each unit hit when the open card step is answered so, with no other card played."""
    told: list[Event] = []
    world = state.copy()
    for action in acts:
        apply_action(world, action, told.append)
    while (asked := decision(world)) is not None and asked.question in (
        Question.ATTACK_CARDS,
        Question.DEFENCE_CARDS,
    ):
        apply_action(world, COMMIT, told.append)
    return {event.unit: event.wounds for event in told if isinstance(event, Reckoned)}


@lru_cache(maxsize=65536)
def _plays(hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        dict.fromkeys(cards for n in range(len(hand) + 1) for cards in combinations(hand, n))
    )


def engine_plays(state: State, seat: int) -> dict[int, dict[tuple[int, int], int]]:
    """Per unit hit, wounds of every way in which the team can answer: (cards added, abilities)."""
    asked = decision(state)
    assert asked is not None
    assert asked.seat == seat
    abilities = [action for action in asked.options if kind_of(action) is ActionKind.PLAY]
    found: dict[int, dict[tuple[int, int], int]] = {}
    number = 0
    for used in [(), *((action,) for action in abilities), *combinations(abilities, 2)]:
        world = state.copy()
        try:
            for action in used:
                apply_action(world, action)
        except ValueError:  # no longer legal after the first
            continue
        for cards in _plays(world.hands[seat]):
            number += 1
            acts = tuple(make_action(ActionKind.LAY, card) for card in cards)
            for unit, wounds in wounds_after(world, acts).items():
                found.setdefault(unit, {})[number, len(used)] = wounds
    return found


SCENES: dict[str, dict[str, object]] = {
    "close": {},
    "small hand": {"hands": {"red": ["crowd-roar", "sponsors-darling"], "blue": ["encore"]}},
    "hurt": {"wounds": {"blue gunner": 3}},
    "armour": {"items": {"red warrior": ["rusty-chainsaw"], "blue gunner": ["porcupine-tuxedo"]}},
}


@pytest.mark.rule("CARD-9", "WOUND-1", "DEATH-1")
@pytest.mark.parametrize("name", SCENES)
def test_the_labels_mean_what_the_engine_lets_a_hand_do(name: str) -> None:
    """For dealt hands, the best of all legal plays is what Play.ALL counts for that very hand."""
    match = duel(**SCENES[name])
    seen = observe(match.state, 0)
    odds = odds_of(seen, open_attack(seen))
    struck = odds.target
    assert struck is not None
    rng = Random(5)
    for _ in range(40):
        world = determinize(seen, rng)
        plays = engine_plays(world, 1)[struck.unit]
        mine = held_by(struck, world)
        least = min(plays.values())
        assert mine.outcome(Play.ALL).wounds[least] == 1
        assert mine.outcome(Play.NOTHING).wounds[-1] == 1
        assert len(mine.outcome(Play.NOTHING).ways) - 1 == max(plays.values())
        # To live: the most wounds that leave a vitae, abilities that spare being the last resort.
        alive = [wounds for wounds in plays.values() if wounds < struck.vitae]
        lives = mine.outcome(Play.LIVES)
        assert lives.dies == (not alive)
        if any(alive) and struck.deadly:
            assert lives.wounds[max(alive)] == 1
        assert mine.outcome(Play.UNHURT).unhurt == (least == 0)
        assert mine.outcome(Play.UNHURT).dies == (not alive)


def held_by(struck: Struck, world: State) -> Struck:
    """The unit with its team's true hand for a pool, so that every chance is 0 or 1."""
    kinds = []
    for card in world.hands[1]:
        value = world.setup.catalog.power_cards[card].value
        name = world.setup.catalog.power_cards[card].id
        adds = (value, 5) if name == "cutlery-amnesty" else (value,)
        kinds.append(Kind(adds, name == "stunt-double", 1))
    side = Side(1, len(kinds), merged(kinds))
    return Struck(struck.unit, struck.attack, struck.defence, struck.vitae, side, struck.spared)


@pytest.mark.slow
def test_10000_dealt_hands_end_within_a_99_percent_band() -> None:
    """Hands are dealt and played through the engine: all cards are played, abilities first."""
    match = duel(wounds={"blue gunner": 2})
    seen = observe(match.state, 0)
    odds = odds_of(seen, open_attack(seen))
    struck = odds.target
    assert struck is not None
    rng, number = Random(11), 10_000
    counts = {"dies": 0, "hurt": 0, "unhurt": 0}
    known: dict[tuple[int, ...], int] = {}
    for _ in range(number):
        world = determinize(seen, rng)
        hand = world.hands[1]
        if hand not in known:
            known[hand] = everything_laid(world)
        wounds = known[hand]
        counts["dies" if wounds >= struck.vitae else "hurt" if wounds else "unhurt"] += 1
    outcome = struck.outcome(Play.ALL)
    for name, chance in (
        ("dies", outcome.dies),
        ("hurt", outcome.hurt),
        ("unhurt", outcome.unhurt),
    ):
        band = 2.576 * (chance * (1 - chance) / number) ** 0.5
        assert abs(counts[name] / number - chance) <= band, name
        assert chance > 0.02, "a scene in which nothing is certain"


def everything_laid(world: State) -> int:
    told: list[Event] = []
    asked = decision(world)
    while asked is not None and asked.question is Question.DEFENCE_CARDS:
        plays = [action for action in asked.options if kind_of(action) is ActionKind.PLAY]
        lays = [action for action in asked.options if kind_of(action) is ActionKind.LAY]
        apply_action(world, (plays or lays or [COMMIT])[0], told.append)
        asked = decision(world)
    return next(event.wounds for event in told if isinstance(event, Reckoned))


# -- what is certain -------------------------------------------------------------------------------

RANGED = {"red gunner": ["magnum-44000"]}


@pytest.mark.rule("ATTACK-4", "DEFEND-1", "DEFEND-3", "DEFEND-4")
@pytest.mark.parametrize(
    ("attacker", "target", "weapon", "more"),
    [
        ("red warrior", "blue gunner", "punch", {}),
        (
            "red warrior",
            "blue gunner",
            "rusty-chainsaw",
            {"items": {"red warrior": ["rusty-chainsaw"]}},
        ),
        (
            "red gunner",
            "blue gunner",
            "magnum-44000",
            {
                "items": {**RANGED, "blue gunner": ["emperors-old-armor"]},
                "units": {"red gunner": "k11", "blue gunner": "k12"},
                "active": "red gunner",
            },
        ),
        (
            "red warrior",
            "blue gunner",
            "punch",
            {"down": ["blue gunner"], "wounds": {"blue gunner": 2}},
        ),
    ],
)
def test_bare_wounds_are_what_the_engine_reckons(
    attacker: str, target: str, weapon: str, more: dict[str, object]
) -> None:
    settings: dict[str, object] = {
        "units": {"red warrior": "k11", "blue gunner": "k12"},
        "active": attacker,
        "hands": {"red": ["crowd-roar"], "blue": ["encore"]},
        **more,
    }
    match = scene(**settings)  # type: ignore[arg-type]
    seen = observe(match.state, 0)
    item = PUNCH if weapon == "punch" else item_id(weapon)
    action = make_action(ActionKind.ATTACK, item, match.unit(target))
    frame = undeclared_attack(seen, match.unit(attacker), action)
    before = odds_of(seen, frame, lay("crowd-roar"))
    match.attack(target, weapon).decline_all()
    declared = odds_now(match, 0, *lay("crowd-roar"))
    match.lay("crowd-roar").commit()
    after = odds_now(match)
    match.commit_all()
    event = match.told(Reckoned)[0]
    for odds in (before, declared, after):
        assert [(s.unit, s.margin) for s in odds.struck] == [(event.unit, event.wounds)]
        assert odds.target is not None
        assert odds.target.attack == event.strength + event.attack_cards
        assert odds.target.side.cards == 1


@pytest.mark.rule("ATTACK-12")
def test_as_if_the_attacker_stood_elsewhere() -> None:
    match = scene(units={"red warrior": "k14", "blue gunner": "k12"}, active="red warrior")
    seen = observe(match.state, 0)
    action = make_action(ActionKind.ATTACK, PUNCH, NOBODY)
    frame = undeclared_attack(
        seen,
        0,
        make_action(ActionKind.ATTACK, PUNCH, match.unit("blue gunner")),
        match.space("k13"),
    )
    assert frame.declared.space == match.space("k13")
    assert [s.unit for s in odds_of(seen, frame).struck] == [match.unit("blue gunner")]
    assert undeclared_attack(seen, 0, action).target == -1


@pytest.mark.card("everyone-look-over-there")
def test_denied_cards_leave_nothing_unknown() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12"},
        hands={"red": ["everyone-look-over-there", "crowd-roar"], "blue": BLUE},
        active="red warrior",
    )
    match.attack("blue gunner").decline_all()
    odds = odds_now(match)
    assert odds.target is not None
    assert odds.target.side.cards == 3
    (staged,) = match.offers(ActionKind.PLAY)
    assert odds_now(match, 0, staged).sides[0].cards == 0
    ability = [choice for choice in choices_now(match, 0) if choice.ability is not None]
    assert [choice.odds.sides[0].cards for choice in ability] == [0]
    match.do(staged)
    assert odds_now(match).sides[0].cards == 0


def choices_now(match: Match, seat: int, *staged: Action) -> tuple[Choice, ...]:
    seen = observe(match.state, seat)
    return choices(seen, open_attack(seen), staged)


def target_of(odds: AttackOdds) -> Struck:
    assert odds.target is not None
    return odds.target


def test_a_team_that_has_committed_adds_no_more() -> None:
    match = duel()
    assert odds_now(match).sides[0].cards == 3
    match.lay("loud-noise")
    odds = odds_now(match)
    assert odds.sides[0].cards == 2
    assert odds.target is not None
    assert odds.target.defence == 1 + 3  # toughness and the card
    match.commit()
    assert match.told(Reckoned)[0].wounds == odds.target.margin


# -- what a seat may know --------------------------------------------------------------------------


@pytest.mark.rule("AMB-38")
@pytest.mark.parametrize("seat", [0, 1])
def test_hidden_hands_change_no_number(seat: int) -> None:
    """Every other deal of the unseen cards looks the same and is counted the same."""
    match = duel()
    seen = observe(match.state, seat)
    frame = open_attack(seen)
    first = odds_of(seen, frame)
    rng = Random(3)
    for _ in range(20):
        other = observe(determinize(seen, rng), seat)
        odds = odds_of(other, frame)
        assert odds.struck == first.struck
        assert odds.attacker == first.attacker
        assert odds.split() == first.split()
        assert [s.outcome(play) for s in odds.struck for play in Play] == [
            s.outcome(play) for s in first.struck for play in Play
        ]


def test_the_pool_is_what_the_seat_has_not_seen() -> None:
    match = duel(discard=["hyper-cube"])
    seen = observe(match.state, 0)
    odds = odds_of(seen, open_attack(seen))
    number = sum(kind.copies for kind in odds.sides[0].pool)
    assert number == sum(unseen(seen)) == seen.deck_size + 3
    assert number == 70 - 2 - 1  # two cards are on the table, one is discarded
    assert odds.sides[0].cases == 47_905


def test_the_defender_knows_its_own_cards() -> None:
    match = duel()
    odds = odds_now(match, 1)
    assert odds.attacker is None  # committed
    assert odds.target is not None
    assert odds.target.side.cards == 0
    found = choices_now(match, 1)
    assert sorted(choice.total for choice in found) == [0, 1, 2, 3, 4, 5, 6]
    for choice in found:
        done = wounds_after(match.state, choice.acts)
        unit = target_of(choice.odds).unit
        assert target_of(choice.odds).margin == done[unit]


def test_before_the_attacker_commits_its_hand_is_the_unknown() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12"},
        hands={"red": ["crowd-roar", "loud-noise"], "blue": BLUE},
        active="red warrior",
    )
    match.attack("blue gunner").decline_all()
    odds = odds_now(match, 1)
    assert odds.attacker is not None
    assert odds.attacker.cards == 2
    assert odds.target is not None
    threat = odds.target.threatened(odds.attacker)
    assert threat.cases == odds.attacker.cases
    # What each total would do: the two limits and the wounds agree.
    struck = odds.target
    assert struck.wounds_at(struck.max_unhurt) == 0
    assert struck.wounds_at(struck.max_unhurt + 1) == 1
    assert struck.wounds_at(struck.max_survived) == struck.vitae - 1
    dealt = [0, 0]
    rng, seen = Random(2), observe(match.state, 1)
    for _ in range(2000):
        hand = determinize(seen, rng).hands[0]
        total = struck.attack + sum(seen.setup.catalog.power_cards[card].value for card in hand)
        dealt[struck.wounds_at(total) >= struck.vitae] += 1
    band = 2.576 * (threat.dies * (1 - threat.dies) / 2000) ** 0.5
    assert abs(dealt[1] / 2000 - threat.dies) <= band


# -- several ---------------------------------------------------------------------------------------


def sweep(seats: int = 3) -> Match:
    units = {"red warrior": "k11", "blue gunner": "k12", "blue medic": "l11", "green scout": "j11"}
    return scene(
        seats=seats,
        units=units,
        items={"red warrior": [SWEEPER]},
        hands={
            "red": ["sponsors-darling", "crowd-roar"],
            "blue": ["elbow-grease", "encore"],
            "green": ["loud-noise", "loud-noise"],
        },
        active="red warrior",
    )


SWEEPER = "upside-down-lawnmower"


@pytest.mark.rule("MULTI-1", "MULTI-2", "SWEEP-1", "SWEEP-2", "SWEEP-3")
def test_everybody_around_and_at_least_one_death() -> None:
    match = sweep()
    seen = observe(match.state, 0)
    action = next(action for action in match.offers(ActionKind.ATTACK) if action & 0xFFF == NOBODY)
    odds = odds_of(seen, undeclared_attack(seen, 0, action), lay("sponsors-darling"))
    assert {struck.unit for struck in odds.struck} == {
        match.unit("blue gunner"),
        match.unit("blue medic"),
        match.unit("green scout"),
    }
    assert len(odds.sides) == 2
    chance = odds.any_death()
    assert chance.exact
    each = [struck.outcome().dies for struck in odds.struck]
    assert max(each) <= chance.low <= min(1.0, sum(each))
    rng, number, dead = Random(8), 4000, 0
    for _ in range(number):
        world = determinize(seen, rng)
        dead += any(not saved(world, seat, odds.needs(seat)) for seat in (1, 2) if odds.needs(seat))
    band = 2.576 * (chance.low * (1 - chance.low) / number) ** 0.5
    assert 0.05 < chance.low < 0.95
    assert abs(dead / number - chance.low) <= band


def saved(world: State, seat: int, needs: tuple[int, ...]) -> bool:
    total, spares = 0, []
    for card in world.hands[seat]:
        printed = world.setup.catalog.power_cards[card]
        if printed.id == "stunt-double":
            spares.append(printed.value)
        else:
            total += 5 if printed.id == "cutlery-amnesty" else printed.value
    return saves((total, tuple(spares)), needs)


def test_three_hidden_teams_leave_limits() -> None:
    pool = merged([Kind((number,), False, 8) for number in (1, 2, 3, 4, 5)])
    match = sweep()
    odds = odds_now(match.attack(None, SWEEPER))
    struck = tuple(Struck(seat * 4, 12, 2, 4, Side(seat, 3, pool)) for seat in (1, 2, 3))
    many = AttackOdds(0, odds.attack, struck, None, odds.state, odds.depth)
    chance = many.any_death()
    each = [s.outcome().dies for s in struck]
    assert not chance.exact
    assert max(each) <= chance.low < chance.high <= sum(each)
    assert chance.high - chance.low < 0.15


# -- the unknown that matters, and own cards -------------------------------------------------------


def test_the_split_adds_up_to_the_whole() -> None:
    odds = odds_now(duel())
    split = odds.split()
    assert split is not None
    assert odds.target is not None
    whole = split.held * split.dies_if_held + (1 - split.held) * split.dies_if_not
    assert whole == pytest.approx(odds.target.outcome().dies)
    assert split.dies_if_held < split.dies_if_not
    assert (split.cards, split.unseen) == (3, 68)


def test_own_cards_by_sum_the_fewest_for_each() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12"},
        items={"red warrior": ["rusty-chainsaw"]},
        hands={"red": ["crowd-roar", "elbow-grease", "elbow-grease", "encore"], "blue": BLUE},
        active="red warrior",
    )
    seen = observe(match.state, 0)
    action = make_action(ActionKind.ATTACK, item_id("rusty-chainsaw"), match.unit("blue gunner"))
    frame = undeclared_attack(seen, 0, action)
    found = {choice.total: choice for choice in choices(seen, frame)}
    assert list(found) == list(range(10))
    assert found[4].cards == (card_id("crowd-roar"),)
    dies = [target_of(choice.odds).outcome().dies for choice in found.values()]
    assert dies == sorted(dies)
    assert dies[9] > 0
    direct = odds_of(seen, frame, lay("crowd-roar", "elbow-grease", "elbow-grease", "encore"))
    assert direct.target is not None
    assert direct.target.outcome() == target_of(found[9].odds).outcome()
    rows = worth_showing(tuple(found.values()))
    assert rows[0].total == 0
    assert rows[-1].total == 9
    assert choices(observe(match.state, 1), frame) != ()  # blue could answer, if it were declared


def test_sums_are_checked() -> None:
    odds = odds_now(duel())
    assert odds.target is not None
    for play in Play:
        outcome = odds.target.outcome(play)
        assert outcome.cases == odds.target.side.cases
        assert sum(outcome.wounds) == pytest.approx(1)
        assert outcome.dies + outcome.hurt + outcome.unhurt == pytest.approx(1)


@pytest.mark.rule("SPLASH-1", "SPLASH-3", "SPLASH-6")
@pytest.mark.card("shrapnel-surprise")
def test_splash_hits_neighbours_and_one_hand_defends_them_all() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12", "blue medic": "k13"},
        hands={"red": ["shrapnel-surprise", "sponsors-darling"], "blue": BLUE},
        active="red warrior",
    )
    match.attack("blue gunner").decline_all()
    assert len(odds_now(match).struck) == 1
    (played,) = match.offers(ActionKind.PLAY)
    odds = odds_now(match, 0, played, *lay("sponsors-darling"))
    gunner, medic = match.unit("blue gunner"), match.unit("blue medic")
    assert [struck.unit for struck in odds.struck] == [gunner, medic]
    assert len(odds.sides) == 1
    assert odds.needs(1) == tuple(sorted((s.need for s in odds.struck if s.need), reverse=True))
    match.do(played).lay("sponsors-darling").commit()
    done = wounds_after(match.state, ())
    assert {s.unit: s.margin for s in odds.struck} == done
    rng, number, dead, seen = Random(9), 300, 0, observe(match.state, 0)
    for _ in range(number):
        hand = determinize(seen, rng)
        dead += bool(odds.needs(1)) and not saved(hand, 1, odds.needs(1))
    chance = odds.any_death().low
    assert abs(dead / number - chance) <= 2.576 * (chance * (1 - chance) / number) ** 0.5 + 1e-9
