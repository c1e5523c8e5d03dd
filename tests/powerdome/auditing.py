"""Random games of PowerDome with an account of their events, checked after every answer.

    python tests/powerdome/auditing.py --games 20000 --jobs 2

plays that many games of 2 to 6 players under random options, and prints each kind of failure once.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from coverage_rules import RULE
from powerdome.random_players import answer
from powerdome.spoiling import spoiled
from powerdome.tables import tome

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.answers import Answer, Chance, Plan, Protection, Sheet, Target
from deathdome.powerdome.model.asks import CHANCE, Ask, AskKind
from deathdome.powerdome.model.options import VITALITY, Options
from deathdome.powerdome.rules.game import commit, new_game, observe, owed, why_not
from deathdome.powerdome.rules.sheets import attack_targets, planners, usable, why_not_plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.powerdome.model.dome import Dome
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State

RULES = frozenset(
    rule
    for rule, _ in RULE.findall(
        (Path(__file__).parents[2] / "docs" / "powerdome" / "rules.md").read_text("utf-8")
    )
)
LONGEST = 6000  # answers of a game
ROUNDS = 40  # of a game with the closing dome
AFTER_THE_END = (say.PlansShown, say.DealsJudged)


class Played(NamedTuple):
    """A finished game: its answers and its events."""

    initial: State
    answers: list[tuple[int, Answer]]
    events: list[Event]
    final: State


class Account:
    """Follows the vitality of all characters through the events alone."""

    def __init__(self, seats: int) -> None:
        self.vitality = dict.fromkeys(range(seats), VITALITY)
        self.over = False

    def follow(self, event: Event, dome: Dome) -> None:
        """Take in an event; it must agree with those before it."""
        assert not self.over or isinstance(event, AFTER_THE_END), event
        match event:
            case say.Protected(seat, power) if power is not None:
                self.vitality[seat] -= 5
            case say.Won(_, seat, price):
                self.vitality[seat] -= price
            case say.Traded(seat, trade):
                moved = trade.want.vitality - trade.give.vitality
                self.vitality[seat] += moved
                self.vitality[trade.to] -= moved
            case say.VitalityChanged(who, old, new, _):
                assert self.vitality[who] == old, event
                assert old != new
                self.vitality[who] = new
            case say.Revived(who, vitality):
                assert self.vitality[who] < 0 or vitality >= 0
                self.vitality[who] = vitality
            case say.Summoned(who, kind, _):
                self.vitality[who] = dome.tome.allies[kind].vitality
            case say.StatChanged(_, _, old, new):
                assert old != new >= 0, event
            case say.Struck():
                resisted = max(event.strike - event.resist, 0)
                assert event.through == (event.strike if event.bypass else resisted)
                scaled = {1: event.through, 2: event.through * 2, -2: event.through // 2}
                assert event.damage == scaled[event.speed], event
            case say.GameOver():
                self.over = True
            case _:
                pass


def check(dome: Dome) -> None:
    """Check a position: nothing is below 0, and every power is in one place."""
    for one in dome.characters:
        assert not one.alive or one.vitality >= 0
        assert min(one.agility, one.strike, one.resist, one.ap) >= 0
        assert one.player or one.agility == 0
        assert all(count >= 0 for count in one.counters.values())
    held = [power for hand in dome.hands for power in hand]
    assert len(held) == len(set(held))
    for seat, hand in enumerate(dome.hands):
        assert all(dome.cards[power].owner == seat for power in hand)
        assert not hand or dome.characters[seat].alive
    for power, card in dome.cards.items():
        assert (card.owner >= 0) == (power in held)
        for used, effect in zip(card.used, dome.tome.powers[power].effects, strict=True):
            assert effect.limit is None or used <= effect.limit


def play(seed: int, *, probes: float = 0.05) -> Played:
    """Play a game of random legal answers; a share of the questions is probed."""
    dice = Random(seed)
    options = Options(
        dice.choice(("high", "low")),
        closing_dome=dice.random() < 0.9,
        max_rounds=20,
        declare=dice.choice(("sheet", "combat")),
        bids=dice.choice(("covered", "free")),
    )
    seats = dice.randint(2, 6)
    state = initial = new_game(tome(), [f"P{seat}" for seat in range(seats)], options)
    account = Account(seats)
    answers: list[tuple[int, Answer]] = []
    log: list[Event] = []
    while asks := owed(state):
        assert len(answers) < LONGEST
        ask = dice.choice(asks)
        given = answer(observe(state, ask.seat), ask, dice)
        if dice.random() < probes:
            probe(state, ask, given, dice)
        state, events = commit(state, ask.seat, given)
        answers.append((ask.seat, given))
        for event in events:
            account.follow(event, state.now)
        log += events
        check(state.dome)
        if state.scene is not None:
            check(state.scene)
        for one in state.now.characters:
            assert account.vitality[one.id] == one.vitality
    assert state.over == account.over is True
    assert state.dome.round <= (ROUNDS if options.closing_dome else options.max_rounds)
    return Played(initial, answers, log, state)


def probe(state: State, ask: Ask, given: Answer, dice: Random) -> None:
    """Check a question: everything offered is accepted, everything else refused with a rule."""
    seat = ask.seat
    assert why_not(state, seat, given) is None
    for offered in offers(state, ask):
        assert why_not(state, seat, offered) is None, offered
    for bad in spoiled(state, ask, given):
        refusal = why_not(state, seat, bad)
        assert refusal is not None, bad
        assert refusal.rule in RULES, refusal
    if seat == CHANCE:
        return
    # What a seat has answered in secret changes nothing that another seat can see.
    other = next((one.seat for one in owed(state) if one.seat not in (seat, CHANCE)), None)
    if other is not None:
        again = answer(observe(state, seat), ask, dice)
        one, events = commit(state, seat, given)
        two, _ = commit(state, seat, again)
        assert not events
        assert fingerprint(observe(one, other)) == fingerprint(observe(two, other))


def offers(state: State, ask: Ask) -> Iterator[Answer]:
    """Yield the options that a question offers one by one."""
    dome = state.now
    match ask.kind:
        case AskKind.CHANCE:
            yield from map(Chance, ask.choices)
        case AskKind.PROTECT:
            protected = {power for power, _ in state.progress.protected}
            yield from (Protection(one) for one in state.progress.pool if one not in protected)
        case AskKind.TARGET:
            yield from map(Target, (None, *attack_targets(dome, dome.characters[ask.character])))
        case AskKind.SHEET:
            declared = state.options.declare == "combat"
            for who in planners(dome, ask.seat):
                one = dome.characters[who]
                if not declared:
                    for foe in attack_targets(dome, one):
                        assert why_not_plan(dome, one, Plan(attack=foe)) is None
                for use in usable(dome, one):
                    plain = use.plain()
                    targets: Sequence[int | None] = use.targets
                    if declared or not targets:
                        targets = (None,)
                    for x in {use.least, use.most}:
                        if use.cost(x) > one.ap:
                            continue
                        for target in targets:
                            act = type(plain)(plain.power, plain.effect, target, x)
                            refusal = why_not_plan(
                                dome, one, Plan(activate=(act,)), declared=declared
                            )
                            assert refusal is None or refusal.code == "overspent", refusal
            yield Sheet({ask.seat: Plan()})
        case _:
            pass


def fingerprint(state: State) -> str:
    """Return everything of a state in words."""
    return repr(
        (
            state.phase,
            sorted(state.gathered.items()),
            state.answers,
            state.deals,
            state.talk,
            state.pending,
            state.progress,
            words(state.dome),
            words(state.now),
        )
    )


def words(dome: Dome) -> object:
    """Return everything of a dome but its tome."""
    parts = {name: getattr(dome, name) for name in dome.__slots__ if name != "tome"}
    parts["hidden"] = sorted(dome.hidden)
    parts["characters"] = [
        {name: getattr(one, name) for name in one.__slots__} for one in dome.characters
    ]
    parts["cards"] = {
        power: {name: getattr(card, name) for name in card.__slots__}
        for power, card in dome.cards.items()
    }
    return parts


def replay(initial: State, answers: Sequence[tuple[int, Answer]]) -> tuple[State, list[Event]]:
    """Give recorded answers again."""
    state, log = initial, []
    for seat, given in answers:
        state, events = commit(state, seat, given)
        log += events
    return state, log


def digest(seeds: Sequence[int]) -> str:
    """Return a digest of all events of some games; it does not depend on hash seeds."""
    whole = blake2b(digest_size=16)
    for seed in seeds:
        game = play(seed, probes=0)
        whole.update(repr(game.events).encode())
        whole.update(fingerprint(game.final).encode())
    return whole.hexdigest()


class Batch(NamedTuple):
    """The outcome of some games."""

    games: int
    seats: Counter[int]
    rounds: int
    answers: int
    events: Counter[str]
    failures: list[tuple[int, str]]


def batch(first: int, count: int, probes: float) -> Batch:
    """Play games and replay every tenth."""
    seats: Counter[int] = Counter()
    events: Counter[str] = Counter()
    failures = []
    rounds = answers = 0
    for seed in range(first, first + count):
        try:
            game = play(seed, probes=probes)
            if seed % 10 == 0:
                state, log = replay(game.initial, game.answers)
                assert log == game.events, "the replay has other events"
                assert fingerprint(state) == fingerprint(game.final), "the replay ends elsewhere"
        except Exception:  # noqa: BLE001 - each kind of failure is printed
            failures.append((seed, traceback.format_exc(limit=-3)))
            continue
        seats[game.final.dome.seats] += 1
        rounds += game.final.dome.round
        answers += len(game.answers)
        events.update(type(event).__name__ for event in game.events)
    return Batch(count, seats, rounds, answers, events, failures)


def main(words_: Sequence[str]) -> int:
    """Play many games, print what came of them, and return the exit code."""
    parser = argparse.ArgumentParser(description="Plays random games of PowerDome and checks them.")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--probes", type=float, default=0.05, help="share of questions probed")
    asked = parser.parse_args(words_)
    started = time.monotonic()
    size = max(min(100, asked.games // asked.jobs), 1)
    starts = range(asked.first, asked.first + asked.games, size)
    counts = [min(size, asked.first + asked.games - start) for start in starts]
    with ProcessPoolExecutor(asked.jobs) as workers:
        batches = list(workers.map(batch, starts, counts, [asked.probes] * len(counts)))
    failures = [failure for one in batches for failure in one.failures]
    games = sum(one.games for one in batches)
    seats: Counter[int] = sum((one.seats for one in batches), Counter())
    events: Counter[str] = sum((one.events for one in batches), Counter())
    kinds = {text.splitlines()[-1]: (seed, text) for seed, text in reversed(failures)}
    for seed, text in kinds.values():
        print(f"seed {seed}\n{text}")
    rounds = sum(one.rounds for one in batches)
    answers = sum(one.answers for one in batches)
    by_seats = ", ".join(f"{seats[number]} of {number}" for number in sorted(seats))
    print(
        f"{games} games ({by_seats} players), {rounds} rounds, {answers} answers, "
        f"{sum(events.values())} events of {len(events)} kinds, {len(failures)} failures, "
        f"{time.monotonic() - started:.0f} s"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
