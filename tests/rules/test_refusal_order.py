"""The order of reasons for cards: a missing thing is named before the time of the card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final

import fuzz
import pytest
from scenes import card_id, scene

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import IllegalAction
from deathdome.model.actions import (
    Action,
    ActionKind,
    a_of,
    kind_of,
    make_action,
    option,
    picked_of,
)
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.frames import Turn, UnitPhase
from deathdome.model.vocabulary import EffectKind, Role, Target, Trigger, Zone
from deathdome.rules.engine import apply_action, decision, why_not
from deathdome.rules.gear import build_gear
from deathdome.rules.refusals.missing import active_unit, open_windows
from deathdome.rules.setup import new_game
from deathdome.rules.units import in_base, put
from deathdome.text.refusals import refusal_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenes import Match

    from deathdome.model.catalog import Ability
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State

POINTS: Final = [
    load_board("waspworth").grid.name(space) for space in load_board("waspworth").points
]
RED_WARRIOR, RED_GUNNER, RED_SCOUT, RED_MEDIC, BLUE_WARRIOR, BLUE_GUNNER = range(6)


def play(match: Match, card: str, picked: int = -1) -> IllegalAction:
    return match.refused(make_action(ActionKind.PLAY, card_id(card), picked + 1))


def use(match: Match, card: str, picked: int = -1, subject: int = -1) -> IllegalAction:
    ability = next(a for a in match.state.setup.catalog.abilities if a.card == card)
    return match.refused(
        make_action(ActionKind.USE, int(ability.id), picked + 1, option(-1, subject))
    )


def said(match: Match, refusal: IllegalAction) -> str:
    return refusal_text(refusal.refusal, match.state.setup)


def reason(refusal: IllegalAction) -> tuple[str, str]:
    return refusal.code, refusal.rule


# -- one example of each ---------------------------------------------------------------------------


@pytest.mark.rule("INCAP-2", "AMB-144")
@pytest.mark.parametrize(
    "card", ["medical-pager", "van-damme", "displacer-helm", "long-distance-defibrillator"]
)
@pytest.mark.parametrize("when", ["turn", "phase"])
def test_a_unit_that_is_down_cannot_use_it_whatever_the_time(card: str, when: str) -> None:
    match = scene(
        units={"red medic": "e15", "red scout": "f15"},
        items={"red medic": [card]},
        wounds={"red scout": 1},
        down=["red medic"],
        active="red scout" if when == "phase" else None,
    )
    assert use(match, card, subject=RED_SCOUT).code == "incapacitated"


def test_items_that_need_neither_phase_nor_move_keep_their_reasons() -> None:
    items = {"red medic": ["bribed-bailiff", "fan-mail"]}
    match = scene(items=items, down=["red medic"], units={"red scout": "jail nw"})
    match.play("bribed-bailiff", "red scout")
    assert use(match, "bribed-bailiff", RED_GUNNER).code == "not-jailed"
    assert use(match, "fan-mail").code == "wrong-window"


@pytest.mark.rule("CARD-9")
def test_a_missing_card_is_named_at_every_question() -> None:
    for active in (None, "red scout"):
        match = scene(units={"red scout": "f3"}, active=active, hands={"red": ["loud-noise"]})
        laid = match.refused(make_action(ActionKind.LAY, card_id("elbow-grease")))
        assert reason(laid) == ("not-in-hand", "CARD-9")
        assert "Elbow Grease is not in your hand" in said(match, laid)
        assert reason(play(match, "encore")) == ("not-in-hand", "CARD-9")
        held = match.refused(make_action(ActionKind.LAY, card_id("loud-noise")))
        assert reason(held) == ("no-card-step", "ATTACK-5")


@pytest.mark.rule("CARD-12")
def test_a_card_without_effect_names_the_missing_thing_before_its_time() -> None:
    hand = ["third-lung", "smelling-salts", "jail-riot", "killer-bee-hive"]
    items = {"red medic": ["group-therapy", "bribed-bailiff"]}
    for active in (None, "red medic"):
        match = scene(hands={"red": hand}, items=items, active=active)
        for card in ("third-lung", "smelling-salts"):
            for picked in (-1, RED_WARRIOR):
                refusal = play(match, card, picked)
                assert reason(refusal) == ("no-effect", "CARD-12")
                assert "no unit of yours is hurt" in said(match, refusal)
        assert reason(play(match, "jail-riot", 0)) == ("jail-empty", "CARD-12")
        assert "no unit of yours is hurt" in said(match, use(match, "group-therapy"))
        assert use(match, "bribed-bailiff").code == "no-effect"
        assert use(match, "bribed-bailiff", RED_WARRIOR).code == "not-jailed"
        assert play(match, "third-lung", BLUE_WARRIOR).code in ("wrong-side", "wrong-window")


def test_a_heal_of_a_unit_that_is_not_hurt_says_so() -> None:
    match = scene(hands={"red": ["third-lung"]}, wounds={"red scout": 1})
    assert "your Warrior is not hurt" in said(match, play(match, "third-lung", RED_WARRIOR))
    match = scene(hands={"red": ["third-lung"]}, wounds={"blue scout": 1})
    assert "no unit of yours is hurt" in said(match, play(match, "third-lung", RED_WARRIOR))


@pytest.mark.rule("CARD-12", "JAIL-3")
@pytest.mark.parametrize("active", [None, "red medic"])
@pytest.mark.parametrize(
    ("card", "picked", "code"),
    [
        ("third-lung", RED_WARRIOR, "no-effect"),
        ("third-lung", RED_GUNNER, "target-jailed"),
        ("jail-riot", 1, "jail-empty"),
        ("very-long-arm", "d8", "own-point"),
        ("very-long-arm", "d9", "no-point"),
        ("wet-floor-sign", BLUE_WARRIOR, "target-in-base"),
    ],
)
def test_a_named_thing_that_will_not_do_comes_before_the_time(
    active: str | None, card: str, picked: int | str, code: str
) -> None:
    match = scene(
        units={"red gunner": "jail nw", "red medic": "e15", "blue scout": "f15"},
        hands={"red": [card]},
        wounds={"red scout": 1},
        points={"d8": "red"},
        active=active,
    )
    if isinstance(picked, str):
        picked = match.state.setup.board.grid.parse(picked)
    assert play(match, card, picked).code == code


@pytest.mark.rule("CARD-12", "PHASE-4")
@pytest.mark.parametrize("active", [None, "red warrior", "red medic"])
@pytest.mark.parametrize(
    ("card", "picked", "code"),
    [
        ("suspicious-syringe", -1, "no-effect"),
        ("suspicious-syringe", RED_SCOUT, "no-effect"),
        ("long-distance-defibrillator", RED_SCOUT, "no-effect"),
        ("group-therapy", -1, "no-effect"),
        ("adrenaline-bazooka", RED_GUNNER, "target-jailed"),
        ("extendable-stamp", "d8", "own-point"),
        ("extendable-stamp", "d9", "no-point"),
    ],
)
def test_a_missing_thing_comes_before_the_phase_of_another_unit(
    active: str | None, card: str, picked: int | str, code: str
) -> None:
    match = scene(
        units={"red gunner": "jail nw", "red medic": "e15", "red warrior": "f15"},
        items={"red medic": [card]},
        points={"d8": "red"},
        active=active,
    )
    if isinstance(picked, str):
        picked = match.state.setup.board.grid.parse(picked)
    assert use(match, card, picked).code == code


@pytest.mark.rule("BASE-1", "JAIL-3")
def test_a_card_for_enemies_names_where_they_are_when_none_is_outside() -> None:
    for active in (None, "red scout"):
        match = scene(
            units={"red scout": "f3", "blue scout": "jail nw"},
            hands={"red": ["rude-shove", "very-long-arm"]},
            points=dict.fromkeys(POINTS, "red"),
            active=active,
        )
        assert reason(play(match, "rude-shove", BLUE_WARRIOR)) == ("target-in-base", "BASE-1")
        assert reason(play(match, "rude-shove", BLUE_WARRIOR + 2)) == ("target-jailed", "JAIL-3")
        assert play(match, "rude-shove", RED_GUNNER).code == "wrong-side"
        refusal = play(match, "rude-shove")
        assert refusal.code == "no-target"
        assert "no enemy is on the board outside a base" in said(match, refusal)
        assert reason(play(match, "very-long-arm")) == ("own-point", "CARD-12")


@pytest.mark.rule("AMB-86")
def test_a_second_token_of_its_kind_names_the_first() -> None:
    match = scene(
        hands={"red": ["killer-bee-hive"]}, tokens={"beehive": ("d8", "blue")}, active="red scout"
    )
    refusal = play(match, "killer-bee-hive")
    assert refusal.code == "no-effect"
    assert "the Beehive is on the board already" in said(match, refusal)


@pytest.mark.rule("AMB-149")
def test_a_card_is_played_at_the_moment_that_it_prints() -> None:
    hand = ["hyper-cube", "house-call", "encore"]
    match = scene(units={"red scout": "f3"}, hands={"red": hand})
    before = match.state.round
    for card in ("house-call", "encore"):
        assert reason(play(match, card)) == ("wrong-window", "AMB-149")
    match.activate("red scout").play("hyper-cube")  # in a unit phase, although CARD-6 says no
    assert match.state.round == before - 1


@pytest.mark.rule("AMB-150")
def test_a_card_for_any_time_waits_for_the_end_of_an_attack() -> None:
    match = scene(
        units={"red warrior": "k11", "blue gunner": "k12"},
        hands={"red": ["hyper-cube", "crowd-roar"]},
        active="red warrior",
    ).attack("blue gunner")
    assert match.question is Question.ATTACK_CARDS
    refusal = play(match, "hyper-cube")
    assert reason(refusal) == ("wrong-window", "AMB-150")
    assert refusal.near == "lay hyper-cube"
    match.commit_all().play("hyper-cube")


@pytest.mark.rule("AMB-150")
def test_a_card_for_any_time_waits_for_a_reaction() -> None:
    hand = ["killer-bee-hive", "hyper-cube"]
    match = scene(units={"red scout": "f2"}, hands={"red": hand}, active="red scout").capture()
    assert match.question is Question.REACTION
    refusal = play(match, "hyper-cube")
    assert reason(refusal) == ("wrong-window", "AMB-150")
    assert "finish the reactions first" in said(match, refusal)


# -- the law ---------------------------------------------------------------------------------------


EAGER = (
    ActionKind.EQUIP,
    ActionKind.ATTACK,
    ActionKind.USE,
    ActionKind.PLAY,
    ActionKind.LAY,
    ActionKind.CAPTURE,
)


def lively(asked: Decision, rng: Random) -> Action:
    """An answer that equips units and looks for trouble."""
    eager = [legal for legal in asked.options if kind_of(legal) in EAGER]
    return rng.choice(eager if eager and rng.random() < 0.8 else asked.options)


def refused_by(state: State, action: Action) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        apply_action(state, action)
    return caught.value


def expected(state: State, asked: Decision, ability: Ability) -> set[str] | None:
    """Codes that say more than the time of an item's ability; None if nothing is missing."""
    bearer = state.gear.bearer.get(int(ability.id), -1)
    if bearer < 0:
        return {"not-carried"}
    if bearer >> 2 != asked.seat:
        return {"not-own-unit"}
    if ability.when is Trigger.ALWAYS:
        return {"always-on"}
    if (state.space[bearer] >= 0) == (ability.zone is Zone.JAIL):
        return {"not-jailed"} if ability.zone is Zone.JAIL else {"jailed"}
    moved = [
        e
        for e in ability.do
        if e.effect_kind in (EffectKind.WALK, EffectKind.FOLLOW, EffectKind.JUMP)
    ]
    own_move = any(e.on is not Target.PICKED and (e.on or not ability.pick) for e in moved)
    if state.down[bearer] and (own_move or ability.when in (Trigger.ACTION, Trigger.PHASE)):
        return {"incapacitated"}
    team = slice(asked.seat * 4, asked.seat * 4 + 4)
    if (
        ability.only is EffectKind.HEAL
        and not any(state.wounds[team])
        and not any(state.down[team])
    ):
        return {"no-effect"}
    return None


def tries(state: State, asked: Decision, rng: Random) -> list[tuple[Action, set[str]]]:
    """Actions with cards and items, and the codes that their refusal may have."""
    catalog = state.setup.catalog
    found: list[tuple[Action, set[str]]] = []
    unit = rng.randrange(len(state.space))
    for card in rng.sample(range(len(catalog.power_cards)), 3):
        if card not in state.hands[asked.seat]:
            found.append((make_action(ActionKind.LAY, card), {"not-in-hand"}))
            found.append((make_action(ActionKind.PLAY, card, unit + 1), {"not-in-hand"}))
        elif not catalog.power_cards[card].abilities:
            found.append((make_action(ActionKind.PLAY, card), {"value-only"}))
    held = sorted(state.gear.bearer)
    for number in rng.sample(held, min(3, len(held))):
        codes = expected(state, asked, catalog.abilities[number])
        if codes is not None:
            subject = option(-1, rng.randrange(-1, len(state.space)))
            picked = rng.choice((0, asked.seat * 4 + unit % 4 + 1))
            found.append((make_action(ActionKind.USE, number, picked, subject), codes))
    return found


TIMING: Final = {
    "wrong-question",
    "wrong-window",
    "no-card-step",
    "no-phase",
    "not-active",
    "phase-open",
    "action-spent",
    "not-concerned",
    "already-bought",
    "already-sold",
}


def exists(state: State, seat: int, ability: Ability) -> bool:
    """True if there may be something somewhere that the ability could be used on."""
    pick = ability.pick
    own = range(seat * 4, seat * 4 + 4)
    if pick is None:
        return ability.only is not EffectKind.HEAL or any(state.wounds[unit] for unit in own)
    if pick.what == "point":
        return any(owner != seat for owner in state.owners)
    jailed = pick.what == "jail" or pick.zone is Zone.JAIL
    units = list(range(len(state.space)))
    if pick.side in (Role.MATE, Role.ALLY, Role.SELF):
        units = list(own)
    elif pick.side is Role.ENEMY:
        units = [unit for unit in units if unit not in own]
    found = [unit for unit in units if (state.space[unit] < 0) == jailed]
    found = [unit for unit in found if unit in own or jailed or not in_base(state, unit)]
    if ability.only is EffectKind.HEAL:
        found = [unit for unit in found if state.wounds[unit] or state.down[unit]]
    return len(found) > (pick.side is Role.MATE and not jailed)


def check_needs(seed: int) -> Counter[str]:
    """In a brawl, send teams home or heal them; a card that can do nothing says so."""
    rng, found = Random(seed), Counter[str]()
    state = fuzz.brawl(seed)
    with_characters(state, rng)
    for seat in range(state.setup.seats):
        fate = rng.choice(("stay", "stay", "base", "healthy"))
        for unit in range(seat * 4, seat * 4 + 4):
            if fate == "base":
                put(state, unit, state.setup.terrain.home[seat])
            if fate == "healthy":
                state.wounds[unit] = 0
    for _ in range(60):
        asked = decision(state)
        if asked is None:
            break
        if asked.seat != CHANCE:
            found += Counter(needless(state, asked, rng))
        apply_action(state, fuzz.eager(asked, rng), trusted=True)
    return found


def needless(state: State, asked: Decision, rng: Random) -> Iterator[str]:
    """Codes of cards in the hand, and of items, that nothing can be done with."""
    catalog, seat = state.setup.catalog, asked.seat
    for card in set(state.hands[seat]):
        abilities = catalog.power_cards[card].abilities
        if abilities and not any(exists(state, seat, ability) for ability in abilities):
            yield from coded(state, asked, make_action(ActionKind.PLAY, card))
            yield from coded(
                state,
                asked,
                make_action(ActionKind.PLAY, card, rng.randrange(len(state.space)) + 1),
            )
    for number, bearer in state.gear.bearer.items():
        ability = catalog.abilities[number]
        if bearer >> 2 == seat and not exists(state, seat, ability):
            yield from coded(state, asked, make_action(ActionKind.USE, number))
        named = misnamed(state, seat, ability) if bearer >> 2 == seat else []
        for picked in named:
            yield from coded(state, asked, make_action(ActionKind.USE, number, picked + 1))
    for card in set(state.hands[seat]):
        for ability in catalog.power_cards[card].abilities[:1]:
            for picked in misnamed(state, seat, ability):
                yield from coded(state, asked, make_action(ActionKind.PLAY, card, picked + 1))


def misnamed(state: State, seat: int, ability: Ability) -> list[int]:
    """Jails and units for which the ability can do nothing now, wherever its bearer is."""
    pick = ability.pick
    if pick is None or pick.all or pick.of_subject:
        return []
    if pick.what == "jail":
        return [
            jail for jail in range(len(state.setup.board.jails)) if -1 - jail not in state.space
        ]
    team = range(seat * 4, seat * 4 + 4)
    if pick.zone is Zone.JAIL:
        return [unit for unit in team if state.space[unit] >= 0]
    if ability.only is not EffectKind.HEAL:
        return []
    return [unit for unit in team if not state.wounds[unit] and not state.down[unit]]


def coded(state: State, asked: Decision, action: Action) -> Iterator[str]:
    if action not in asked.options:
        refusal = refused_by(state, action)
        assert refusal.code not in TIMING, f"{refusal} [{refusal.code}]"
        yield refusal.code


def test_a_card_with_nothing_to_be_used_on_is_never_refused_for_its_time() -> None:
    found = sum((check_needs(seed) for seed in range(30)), Counter[str]())
    assert {"no-effect", "no-target", "wrong-side", "jail-empty"} <= found.keys()


@pytest.mark.long
def test_a_card_with_nothing_to_be_used_on_says_so_in_many_brawls() -> None:
    for seed in range(30, 1000):
        check_needs(seed)


# -- one reason at every moment --------------------------------------------------------------------


MISSING: Final = {
    *("no-effect", "no-target", "no-point", "own-point", "jail-empty", "not-jailed"),
    *("target-jailed", "target-in-base"),
}


def open_questions(seeds: range) -> list[State]:
    """A position for every kind of question that comes up in brawls."""
    found: dict[object, State] = {}
    for seed in seeds:
        rng, state = Random(seed), fuzz.brawl(seed)
        for _ in range(150):
            asked = decision(state)
            if asked is None:
                break
            if asked.seat != CHANCE:
                trigger = getattr(state.stack[-1], "trigger", None)
                found.setdefault((asked.question, trigger), state.copy())
            apply_action(state, fuzz.eager(asked, rng), trusted=True)
    return [*found.values()]


def take_away(state: State, seat: int, what: str) -> None:
    """Leave cards of one kind without the thing that they need."""
    setup = state.setup
    if what == "hurt units":
        state.wounds[:] = state.down[:] = [0] * len(setup.units)
    if what == "cards":
        state.deck = [0] * len(state.deck)
        state.discard = [0] * len(state.discard)
    if what == "points":
        state.owners[:] = [seat] * len(state.owners)
    if what == "rounds":
        state.round = setup.ruleset.hyper_cube_floor
    for unit, place in enumerate(state.space):
        if (what == "inmates" and place < 0) or (what == "enemies" and unit >> 2 != seat):
            put(state, unit, setup.terrain.home[unit >> 2])


def other_moments(state: State, seat: int, bearer: int) -> Iterator[State]:
    """The same pieces at other moments: between unit phases, and in the phases of two units."""
    yield state
    units = sorted(range(seat * 4, seat * 4 + 4), key=lambda unit: unit != bearer)
    able = [unit for unit in units if state.space[unit] >= 0 and not state.down[unit]]
    phases = [UnitPhase(unit, actions=actions) for unit in able[:2] for actions in (0, 1)]
    walks = [
        UnitPhase(unit, walking=True, start=state.space[unit], steps=1)
        for unit in able[:2]
        if not in_base(state, unit)
    ]
    for above in ((), *((phase,) for phase in (*phases, *walks))):
        moment = state.copy()
        moment.stack = (Turn(seat, step=2), *above)
        yield moment


def check_moments(seeds: range, cards: int) -> Counter[str]:
    """A reason that names a missing thing is the same at every moment."""
    rng, found = Random(seeds.start), Counter[str]()
    for start in open_questions(seeds):
        asked = decision(start)
        assert asked is not None
        for what in ("hurt units", "inmates", "enemies", "cards", "points", "rounds"):
            state = start.copy()
            take_away(state, asked.seat, what)
            found += Counter(one_reason(state, asked.seat, cards, rng))
    return found


def one_reason(state: State, seat: int, cards: int, rng: Random) -> Iterator[str]:
    catalog = state.setup.catalog
    able = [u for u in range(seat * 4, seat * 4 + 4) if state.space[u] >= 0 and not state.down[u]]
    items = [number for number, item in enumerate(catalog.items) if item.abilities]
    for item in rng.sample(items, cards) if able else ():
        bearer, trial = rng.choice(able), state.copy()
        trial.items = [tuple(one for one in held if one != item) for held in trial.items]
        trial.items[bearer] = (*trial.items[bearer], item)
        trial.gear = build_gear(trial.setup, trial.items)
        for ability in catalog.items[item].abilities:
            for picked in things(trial, seat, ability):
                action = make_action(ActionKind.USE, int(ability.id), picked + 1)
                yield from same_at_every_moment(trial, seat, bearer, action)
    held = [number for number, card in enumerate(catalog.power_cards) if card.abilities]
    for card in rng.sample(held, cards):
        trial = state.copy()
        trial.hands[seat] = tuple(sorted({*trial.hands[seat], card}))
        for ability in catalog.power_cards[card].abilities:
            for picked in things(trial, seat, ability):
                action = make_action(
                    ActionKind.PLAY, card, picked + 1, option(-1, -1, ability.place)
                )
                yield from same_at_every_moment(trial, seat, -1, action)


def things(state: State, seat: int, ability: Ability) -> tuple[int, ...]:
    """Nothing, and things that an ability could be used on."""
    kind = ability.pick.what if ability.pick is not None else ""
    named = {
        "unit": (seat * 4, seat * 4 + 3, (seat * 4 + 7) % len(state.space)),
        "jail": (0,),
        "point": (int(state.setup.board.points[0]), 5),
    }
    return (-1, *named.get(kind, ()))


def same_at_every_moment(state: State, seat: int, bearer: int, action: Action) -> Iterator[str]:
    """The missing thing that refuses an action at wrong moments; then it does so at all."""
    ability = state.setup.catalog.ability_of(action)
    codes: set[str] = set()
    wrong: set[str] = set()
    for moment in other_moments(state, seat, bearer):
        asked = decision(moment)
        assert asked is not None
        if action in asked.options:
            continue
        code = why_not(moment, action).code
        codes.add(code)
        other_unit = bearer >= 0 and active_unit(moment, asked) not in (-1, bearer)
        if other_unit or ability.when not in open_windows(moment, asked):
            wrong.add(code)
    assert wrong.isdisjoint(MISSING) or len(codes) == 1, f"{action}: {sorted(codes)}"
    yield from wrong & MISSING


@pytest.mark.rule("CARD-12", "PHASE-4", "JAIL-3")
def test_the_missing_thing_is_named_at_every_moment() -> None:
    found = check_moments(range(6), 3)
    assert found.keys() >= MISSING - {"no-point"}


@pytest.mark.long
def test_the_missing_thing_of_every_card_is_named_at_every_moment() -> None:
    for seed in range(100, 130):
        check_moments(range(seed, seed + 1), 12)


@pytest.mark.rule("BUY-3", "BUY-6", "BUY-10")
def test_a_missing_card_and_missing_credits_come_before_the_limits_of_a_purchasing_turn() -> None:
    for seed in range(2):
        rng = Random(seed)
        state = new_game(load_catalog(), load_board("waspworth"), seats=2, first=seed % 2)
        state.credits = [700_000, 700_000]
        cards = state.setup.catalog.items
        seen: set[str] = set()
        while (asked := decision(state)) is not None and asked.question is Question.PURCHASE:
            for card in rng.sample(range(len(cards)), 6):
                action = make_action(ActionKind.BUY, card)
                if action in asked.options:
                    continue
                code = refused_by(state, action).code
                seen.add(code)
                if not state.store >> card & 1:
                    assert code in ("not-in-store", "already-owned", "already-bought")
                elif cards[card].cost > state.credits[asked.seat]:
                    assert code == "credits"
            eager = [legal for legal in asked.options if kind_of(legal) is ActionKind.BUY]
            apply_action(state, rng.choice(eager or asked.options), trusted=True)
        assert {"credits", "already-bought"} <= seen


def check_order(seed: int) -> set[str]:
    """Play a match at random; every card is refused with its most specific reason."""
    rng = Random(seed)
    state = new_game(load_catalog(), load_board("waspworth"), seats=2 + seed % 3)
    seen: set[str] = set()
    while (asked := decision(state)) is not None:
        if asked.seat != CHANCE and rng.random() < 0.5:
            for action, codes in tries(state, asked, rng):
                if action in asked.options:
                    continue
                refusal = refused_by(state, action)
                assert refusal.code in codes, f"{refusal} [{refusal.code}], not {codes}"
                seen.add(refusal.code)
        apply_action(state, lively(asked, rng), trusted=True)
    return seen


def with_characters(state: State, rng: Random) -> None:
    """Put characters with abilities into half of the places."""
    setup = state.setup
    able = [who for who in setup.catalog.characters if who.abilities]
    chosen = rng.sample(able, min(len(able), len(setup.units) // 2))
    line_up = [*chosen, *setup.units[len(chosen) :]]
    rng.shuffle(line_up)
    state.setup = replace(setup, units=tuple(line_up))
    state.gear = build_gear(state.setup, state.items)


def check_reactions(seed: int) -> Counter[str]:
    """In a brawl, knock down or jail the unit of every reaction: it is refused for that."""
    rng, found = Random(seed), Counter[str]()
    state = fuzz.brawl(seed)
    with_characters(state, rng)
    for _ in range(200):
        asked = decision(state)
        if asked is None:
            break
        if asked.question is Question.REACTION:
            for action in asked.options:
                if kind_of(action) in (ActionKind.USE, ActionKind.PLAY):
                    found += Counter(fallen(state, asked, action))
        apply_action(state, fuzz.eager(asked, rng), trusted=True)
    return found


def fallen(state: State, asked: Decision, action: Action) -> Iterator[str]:
    """Codes that refuse a reaction when its unit is down, or in a jail."""
    bearer = state.gear.bearer.get(a_of(action), -1) if kind_of(action) is ActionKind.USE else -1
    ability = state.setup.catalog.ability_of(action)
    picked = picked_of(action) if ability.pick is not None else -1
    for unit in {bearer, picked if picked >> 2 == asked.seat else -1} - {-1}:
        if state.space[unit] < 0 or state.down[unit]:
            continue
        for jailed in (False, True):
            trial = state.copy()
            if jailed:
                put(trial, unit, -1)
            else:
                trial.down[unit] = 1
            now = decision(trial)
            assert now is not None
            if action in now.options:
                continue  # such as a payback, which needs no move (AMB-144)
            code = refused_by(trial, action).code
            wanted = ("jailed", "target-jailed") if jailed else ("incapacitated",)
            assert code in wanted, f"{action}: {code}"
            yield code


def test_a_reaction_is_refused_for_the_state_of_its_unit() -> None:
    found = sum((check_reactions(seed) for seed in range(25)), Counter[str]())
    assert min(found[code] for code in ("incapacitated", "jailed", "target-jailed")) > 0


@pytest.mark.long
def test_a_reaction_is_refused_for_the_state_of_its_unit_in_many_brawls() -> None:
    for seed in range(25, 1500):
        check_reactions(seed)


def test_missing_things_come_before_timing_in_random_play() -> None:
    seen = check_order(1) | check_order(2)
    assert seen >= {"not-in-hand", "not-own-unit", "jailed", "always-on", "value-only"}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 40))
def test_missing_things_come_before_timing_in_many_matches(seed: int) -> None:
    check_order(seed)
