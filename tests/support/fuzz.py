"""Random matches in which the laws of the engine are checked at every step.

    python tests/support/fuzz.py --matches 10000 --jobs 2

Most are brawls: they start with units close together, random items and full hands, and the players
prefer attacks, abilities and captures to walking, so that what is rare in a peaceful match happens
often. Every fourth is a whole match from the box, of any edition, with characters or without.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.geometry.grid import spaces_in
from deathdome.managers.conformance import EAGERNESS
from deathdome.model.actions import Action, kind_of
from deathdome.model.catalog import VACANT
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.frames import Attack, Resolve, Turn
from deathdome.model.ruleset import EDITIONS
from deathdome.model.state import HAND_LIMIT, PlacedToken
from deathdome.model.wire import fingerprint
from deathdome.rules.engine import advance, apply_action, decision
from deathdome.rules.gear import build_gear, may_hold
from deathdome.rules.observing import cards_in_play, determinize, observe
from deathdome.rules.purchase import team_value
from deathdome.rules.setup import new_game
from deathdome.rules.units import put

if TYPE_CHECKING:
    from deathdome.model.decisions import Decision
    from deathdome.model.state import State

BRAWL_ROUNDS = 3
WHOLE = 4  # every so-manieth match begins in the box
LONGEST = 20_000  # answers; nothing comes near it unless the match has stopped ending


_BEFORE = (Question.DEAL, Question.REVEAL, Question.ROLL, Question.PURCHASE)


class LawBroken(AssertionError):
    """A law of the engine does not hold; the text names the law and the seed."""


def give_item(state: State, unit: int, goods: list[int]) -> None:
    """Move the first item that a unit may hold from the store to the unit."""
    items, character = state.setup.catalog.items, state.setup.units[unit]
    held = [items[item] for item in state.items[unit]]
    item = next((one for one in goods if may_hold(character, held, items[one]) is None), None)
    if item is not None:
        goods.remove(item)
        state.items[unit] = (*state.items[unit], item)
        state.store &= ~(1 << item)


def brawl(seed: int) -> State:
    """A position with units close together, items on them, cards in hand and tokens about."""
    rng = Random(seed)
    catalog, board = load_catalog(), load_board("waspworth")
    seats = rng.choice((2, 3, 4))
    state = new_game(catalog, board, seats=seats, rounds=BRAWL_ROUNDS, first=rng.randrange(seats))
    setup = state.setup
    goods = list(spaces_in(state.store))
    rng.shuffle(goods)
    for unit in range(len(setup.units)):
        for _ in range(rng.choice((0, 1, 2, 3))):
            give_item(state, unit, goods)
    state.gear = build_gear(setup, state.items)
    centre = rng.choice(board.points)
    ground = board.floor | board.bridges | board.on_tower
    near = list(spaces_in(board.grid.within(centre, rng.choice((2, 3, 4))) & ground))
    rng.shuffle(near)
    for unit in range(len(setup.units)):
        fate = rng.random()
        if fate < 0.75 and near:
            put(state, unit, near.pop())
            state.wounds[unit] = rng.choice((0, 0, 0, 1, 2, 3))
            state.down[unit] = int(rng.random() < 0.1)
        elif fate < 0.85 and unit & 3:
            put(state, unit, -1 - rng.randrange(len(board.jails)))
    for index in range(len(board.points)):
        state.owners[index] = rng.randrange(-1, seats)
    free = [point for point in board.points if point not in state.space]
    for token in range(len(catalog.tokens)):
        if rng.random() < 0.5:
            state.tokens = (*state.tokens, PlacedToken(token, free.pop(), rng.randrange(seats)))
    pack = [card for card, copies in enumerate(state.deck) for _ in range(copies)]
    rng.shuffle(pack)
    for seat in range(seats):
        size = rng.choice((3, 5, 7))
        state.hands[seat], pack = tuple(sorted(pack[:size])), pack[size:]
    state.deck = [pack.count(card) for card in range(len(state.deck))]
    state.stack = (Turn(setup.first),)
    advance(state)
    return state


def from_the_box(seed: int) -> State:
    """A match before anything has happened: any edition, board and number of teams."""
    rng = Random(seed)
    edition = rng.choice(tuple(EDITIONS.values()))
    if rng.random() < 0.5:
        edition = replace(edition, characters=not edition.characters)
    return new_game(
        load_catalog(),
        load_board(rng.choice(("waspworth", "plaza"))),
        seats=rng.choice((2, 3, 4)),
        rounds=BRAWL_ROUNDS,
        ruleset=edition,
    )


def eager(asked: Decision, rng: Random) -> Action:
    """An answer at random: first the kind of answer, the fighting ones more often."""
    if asked.seat == CHANCE:
        return rng.choices(asked.options, asked.weights)[0]
    verbs = sorted({kind_of(option) for option in asked.options})
    kind = rng.choices(verbs, [EAGERNESS.get(kind, 1) for kind in verbs])[0]
    return rng.choice([option for option in asked.options if kind_of(option) is kind])


def worth(state: State) -> list[int]:
    """Credits and cards of each team, at their price."""
    return [team_value(state, seat) for seat in range(state.setup.seats)]


def check(state: State, asked: Decision | None) -> None:
    """The laws that hold in every position.

    Raises:
        LawBroken: one does not.
    """

    def law(holds: bool, text: str) -> None:
        if not holds:
            raise LawBroken(f"{text} (asked: {asked and asked.question})")

    setup = state.setup
    terrain = setup.terrain
    if asked is not None:
        check_cards(state)
    law(min(state.deck) >= 0 and min(state.discard) >= 0, "a pile holds less than no card")
    law(all(len(hand) <= HAND_LIMIT for hand in state.hands), "a hand of more than seven")
    law(min(state.wounds) >= 0, "less than no wounds")
    law(min(state.shells) >= 0 and min(state.credits) >= 0, "a debt")
    fighting = any(isinstance(frame, Attack) for frame in state.stack)
    walking = asked is not None and asked.question in (Question.UNIT_PHASE, Question.WALK)
    before = asked is not None and asked.question in _BEFORE
    crowd: Counter[int] = Counter()
    for unit, place in enumerate(state.space):
        seat = unit >> 2
        if place < 0:
            law(state.wounds[unit] == 0 and not state.down[unit], "a wounded or lying inmate")
            continue
        dying = fighting or (asked is not None and asked.question is Question.JAIL)
        vacant = setup.units[unit] == VACANT
        law(not vacant or before, "a vacant place in the match")
        alive = vacant or state.wounds[unit] < state.gear.vitae[unit]
        law(alive or dying, f"unit {unit} without vitae lives on")
        law(not terrain.walls >> place & 1, f"unit {unit} in a wall")
        law(not setup.board.all_jails >> place & 1, f"unit {unit} on a jail space")
        if place == terrain.home[seat]:
            continue
        law(not setup.board.all_bases >> place & 1, f"unit {unit} in a base and not at home")
        crowd[place] += 1
    shared = [place for place, number in crowd.items() if number > 1]
    tokens = {token.space for token in state.tokens}
    passing = fighting or walking or (asked is not None and asked.question is Question.REACTION)
    law(not shared or (passing and set(shared) <= tokens), f"two units on {shared}")
    law(len(tokens) == len(state.tokens), "two tokens on one point")
    if asked is None:
        law(state.outcome is not None, "nothing is asked and the match is not over")
        return
    law(state.outcome is None, "a question after the end")
    law(bool(asked.options), "a question without an answer")
    law(len(set(asked.options)) == len(asked.options), "an answer offered twice")
    law(not asked.weights or len(asked.weights) == len(asked.options), "weights do not fit")
    law(all(isinstance(frame, tuple) for frame in state.stack), "a frame that is no record")
    law(sum(type(f) is Resolve for f in state.stack) < 40, "abilities without end")


def check_cards(state: State) -> None:
    """Every power card is somewhere, and once.

    Raises:
        LawBroken: one is missing, or is in two places.
    """
    hands = [card for hand in state.hands for card in hand]
    # A card on its way to the discard pile is in a frame.
    on_the_table = cards_in_play(state.stack, state)
    for card, kind in enumerate(state.setup.catalog.power_cards):
        there = state.deck[card] + state.discard[card]
        there += hands.count(card) + on_the_table.count(card)
        if there != kind.copies:
            raise LawBroken(f"{there} copies of {kind.id}, printed are {kind.copies}")


def check_copies(state: State, asked: Decision) -> None:
    """Every answer offered is accepted by a copy, and the original does not notice.

    Raises:
        LawBroken: an answer was refused, or reached the original.
    """
    before = fingerprint(state)
    for option in asked.options:
        apply_action(state.copy(), option)
    if fingerprint(state) != before:
        raise LawBroken(f"a copy reached the original (asked: {asked.question})")


def reshuffled(state: State, seat: int, rng: Random) -> State:
    """The same position with all cards that `seat` has never seen dealt again."""
    other = state.copy()
    pack = [card for card, copies in enumerate(state.deck) for _ in range(copies)]
    for team, hand in enumerate(state.hands):
        pack.extend(hand if team != seat else ())
    rng.shuffle(pack)
    for team, hand in enumerate(state.hands):
        if team != seat:
            other.hands[team], pack = tuple(sorted(pack[: len(hand)])), pack[len(hand) :]
    other.deck = [pack.count(card) for card in range(len(state.deck))]
    return other


def check_secrets(state: State, rng: Random) -> None:
    """Check that a seat's view does not depend on hidden facts, and that its guess fits the view.

    Raises:
        LawBroken: a card that is hidden shows, or an imagined position could not be the true one.
    """
    asked = decision(state)
    for seat in range(state.setup.seats):
        seen = observe(state, seat)
        if observe(reshuffled(state, seat, rng), seat) != seen:
            raise LawBroken(f"seat {seat} sees a difference in cards that it cannot see")
        imagined = determinize(seen, rng)
        if observe(imagined, seat) != seen:
            raise LawBroken(f"seat {seat} would see something else in a position that fits")
        if [len(hand) for hand in imagined.hands] != [len(hand) for hand in state.hands]:
            raise LawBroken(f"seat {seat} imagines hands of another size")
        if asked is not None:
            check_cards(imagined)
            if asked.seat == seat and decision(imagined) != asked:
                raise LawBroken(f"seat {seat} is asked something else in a position that fits")


def play(state: State, seed: int, *, thorough: float = 0.0, secrets: float = 0.0) -> int:
    """Play to the end and check the laws all the way; return the number of actions.

    `thorough` is the share of questions at which every action is tried on a copy, `secrets` that
    of observed positions.

    Raises:
        LawBroken: a law does not hold.
    """
    rng = Random(seed)
    sampler = Random(seed)
    answers = 0
    asked = decision(state)
    check(state, asked)
    while asked is not None:
        if sampler.random() < thorough:
            check_copies(state, asked)
        if sampler.random() < secrets:
            check_secrets(state, sampler)
        apply_action(state, eager(asked, rng))
        asked = decision(state)
        check(state, asked)
        answers += 1
        if answers > LONGEST:
            raise LawBroken(f"no end after {LONGEST} answers")
    return answers


def brawl_to_the_end(
    seed: int, thorough: float = 0.0, secrets: float = 0.0
) -> tuple[int, str, str]:
    """One match; answers given, how it ended, and what broke ("" for nothing)."""
    try:
        state = brawl(seed) if seed % WHOLE else from_the_box(seed)
        answers = play(state, seed, thorough=thorough, secrets=secrets)
    except Exception as trouble:  # noqa: BLE001 - whatever it is, the seed goes with it
        return 0, "broken", f"seed {seed}: {type(trouble).__name__}: {trouble}"
    assert state.outcome is not None
    return answers, state.outcome.reason, ""


def main() -> int:
    """Plays, prints the count, and complains about what broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--thorough", type=float, default=0.02)
    parser.add_argument("--secrets", type=float, default=0.0)
    wanted = parser.parse_args()
    from joblib import Parallel, delayed

    seeds = range(wanted.seed, wanted.seed + wanted.matches)
    played = Parallel(n_jobs=wanted.jobs, batch_size=50)(
        delayed(brawl_to_the_end)(seed, wanted.thorough, wanted.secrets) for seed in seeds
    )
    ends = Counter(reason for _, reason, _ in played)
    broken = [text for _, _, text in played if text]
    for text in broken[:20]:
        print(text)
    answers = sum(number for number, _, _ in played)
    print(f"{len(played)} matches, {answers} answers, {len(broken)} broken; {dict(ends)}")
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
