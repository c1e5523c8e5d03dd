"""Matches with random packs on random boards, looked at through everything that players use.

    python tests/support/random_play.py --packs 1000

Every pack is played as a brawl, with the new cards on units and in hands, or as a whole match from
the box. At some of the questions the position goes through words, refusals, hints, odds, plain
commands, the screen's presenters and both ways to write a position. Some teams have managers.
Prints every kind of failure once, with a seed that repeats it.
"""

from __future__ import annotations

import argparse
import signal
import tempfile
import time
import traceback
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import fuzz
from random_boards import board_text
from random_packs import pack_text
from views import LOOKS, Moment, after_the_match, commands, hints, screen

from deathdome.content.packs import load_packs
from deathdome.geometry.grid import spaces_in
from deathdome.managers.registry import load
from deathdome.match.protocol import PROTOCOL, Briefing, Budget
from deathdome.match.referee import Referee
from deathdome.model.actions import END_TURN
from deathdome.model.decisions import CHANCE
from deathdome.model.frames import Turn
from deathdome.model.ruleset import EDITIONS
from deathdome.model.state import PlacedToken
from deathdome.rules.engine import advance
from deathdome.rules.gear import build_gear
from deathdome.rules.setup import new_game
from deathdome.rules.units import put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.content.collection import Collection
    from deathdome.match.protocol import Controller, Request
    from deathdome.model.actions import Action
    from deathdome.model.catalog import Character, Item, PowerCard
    from deathdome.model.state import State

MANAGERS: Final = ("", "", "", "random", "greedy", "tactical", "rookie", "searcher", "veteran")
ANSWERS: Final = 400  # in a brawl or a match, which is left there
LARGE: Final = 700  # spaces of a board on which planning and looking for threats take long
LONGEST: Final = 20.0  # seconds of processor time for one answer of a manager, or one look
ENOUGH: Final = 10.0  # seconds for all of them in a match; then teams play at random
PATIENCE: Final = 1.0  # seconds for one answer of the engine


@dataclass
class Outcome:
    """The result of one pack."""

    seed: int
    answers: int = 0
    looks: int = 0
    ended: bool = False
    failed: str = ""  # the failure, and the line of code it comes from
    trace: str = ""
    asked: Counter[str] = field(default_factory=Counter)


def collection_of(seed: int, seats: int) -> Collection:
    """The cards of the game and of a random pack, with a random board for that many teams."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cards.toml").write_text(pack_text(seed), "utf-8")
        (folder / "board.toml").write_text(board_text(seed, seats), "utf-8")
        return load_packs([folder])


def brawl(found: Collection, seats: int, dice: Random) -> State:
    """A position with the cards of the pack on units and in hands, units close together."""
    catalog, board = found.catalog, found.boards["yard"]
    rounds, first = 3, dice.randrange(seats)
    state = new_game(catalog, board, seats=seats, rounds=rounds, first=first)
    state.setup = replace(state.setup, units=tuple(_line_up(found, seats, dice)))
    items = [item for item in spaces_in(state.store) if item < len(catalog.items)]
    goods = sorted(items, key=lambda item: (not _new(catalog.items[item]), dice.random()))
    for unit in range(len(state.setup.units)):
        for _ in range(dice.choice((0, 1, 2, 3, 3))):
            fuzz.give_item(state, unit, goods)
    state.gear = build_gear(state.setup, state.items)
    centre = dice.choice([*board.points, *board.tower_centres, *spaces_in(board.floor)])
    ground = board.floor | board.bridges | board.on_tower
    near = list(spaces_in(board.grid.within(centre, dice.choice((1, 2, 3, 5))) & ground))
    dice.shuffle(near)
    for unit in range(len(state.setup.units)):
        fate = dice.random()
        if fate < 0.75 and near:
            put(state, unit, near.pop())
            most = state.gear.vitae[unit] - 1
            state.wounds[unit] = min(dice.choice((0, 0, 0, 1, 2, 3)), most)
            state.down[unit] = int(dice.random() < 0.1)
        elif fate < 0.9 and unit & 3 and board.jails:
            put(state, unit, -1 - dice.randrange(len(board.jails)))
    state.owners = [dice.randrange(-1, seats) for _ in board.points]
    free = [point for point in board.points if point not in state.space]
    for token in range(len(catalog.tokens)):
        if free and dice.random() < 0.5:
            point = free.pop(dice.randrange(len(free)))
            state.tokens = (*state.tokens, PlacedToken(token, point, dice.randrange(seats)))
    _deal(state, dice)
    state.stack = (Turn(state.setup.first),)
    advance(state)
    return state


def _new(card: Item | PowerCard | Character) -> bool:
    """True for a card of the pack, also where it replaces one of the game."""
    return card.name.startswith("Ex ")


def _line_up(found: Collection, seats: int, dice: Random) -> Iterator[Character]:
    """Units of the registry, and characters of the pack and of the game."""
    catalog = found.catalog
    new = [one for one in catalog.characters if _new(one)]
    free = [*new, *dice.sample(catalog.characters, 20)]
    for place in range(seats * 4):
        if free and dice.random() < 0.4:
            yield (one := free.pop(0))
            free = [other for other in free if other.id != one.id]
        else:
            yield catalog.registry[place % 4]


def _deal(state: State, dice: Random) -> None:
    """Full hands, the cards of the pack first in half of them."""
    catalog = state.setup.catalog
    pack = [card for card, copies in enumerate(state.deck) for _ in range(copies)]
    dice.shuffle(pack)
    new = [card for card in pack if _new(catalog.power_cards[card])]
    for seat in range(state.setup.seats):
        size, source = dice.choice((3, 5, 7)), new if dice.random() < 0.5 else pack
        hand = source[:size]
        for card in hand:
            pack.remove(card)
            with suppress(ValueError):
                new.remove(card)
        state.hands[seat] = tuple(sorted(hand))
    state.deck = [pack.count(card) for card in range(len(state.deck))]


def start(seed: int) -> State:
    """The position that a seed begins with: a brawl, or every fourth time a match from the box."""
    dice = Random(seed)
    seats = dice.choice((2, 2, 3, 4))
    found = collection_of(seed, seats)
    if seed % 4:
        return brawl(found, seats, dice)
    edition = dice.choice(tuple(EDITIONS.values()))
    return new_game(found.catalog, found.boards["yard"], seats=seats, rounds=2, ruleset=edition)


def _too_long(*_: object) -> None:
    raise TimeoutError(f"one question takes more than {LONGEST:.0f} s")


class Play:
    """One match, answer by answer."""

    def __init__(self, seed: int, share: float) -> None:
        self.seed = seed
        self.share = share
        self.dice = Random(f"{seed} play")
        self.spent = 0.0  # seconds by managers and looks
        self.result = Outcome(seed)

    def run(self) -> Outcome:
        """Plays until the end, or for ANSWERS; a failure is in the result.

        Taking more than LONGEST seconds of processor time for a question is one, too.
        """
        signal.signal(signal.SIGVTALRM, _too_long)
        try:
            self._run()
        except Exception as error:  # noqa: BLE001 - whatever it is, the seed goes with it
            frames = traceback.extract_tb(error.__traceback__)
            last = [one for one in frames if "/deathdome/" in one.filename][-1:] or frames[-1:]
            where = f"{Path(last[0].filename).name}:{last[0].lineno} {last[0].name}"
            text = str(error).splitlines()[0][:150] if str(error) else ""
            self.result.failed = f"{type(error).__name__} at {where}: {text}"
            self.result.trace = traceback.format_exc()
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return self.result

    def _run(self) -> None:
        result = self.result
        referee = Referee(start(self.seed), self.seed)
        seated = self._managers(referee)
        fuzz.check(referee.state, referee.asked)
        while (request := referee.request(Budget(nodes=60, seconds=2.0))) is not None:
            result.asked[request.question.value] += 1
            signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
            before = time.process_time()
            busy = self.spent > ENOUGH
            if not busy and self.dice.random() < self.share:
                self._look(referee, request)
            manager = None if busy else seated.get(request.seat)
            action = self._answer(request, manager, referee)
            self.spent += time.process_time() - before
            before = time.process_time()
            referee.answer(action)
            spent = time.process_time() - before
            assert spent < PATIENCE, f"an answer takes {spent:.1f} s"
            fuzz.check(referee.state, referee.asked)
            result.answers += 1
            if result.answers >= ANSWERS:
                break
        result.ended = referee.over
        after_the_match(referee)

    def _managers(self, referee: Referee) -> dict[int, Controller]:
        seated = {}
        for seat in range(referee.state.setup.seats):
            name = self.dice.choice(MANAGERS)
            grid = referee.state.setup.board.grid
            if name and (grid.width * grid.height < LARGE or name in ("random", "greedy")):
                seated[seat] = load(name)()
                setup, seats = referee.state.setup, referee.state.setup.seats
                seated[seat].begin(Briefing(PROTOCOL, seat, seats, setup, self.seed, {}))
        return seated

    def _answer(self, request: Request, manager: Controller | None, referee: Referee) -> Action:
        if manager is None or self.dice.random() < 0.2:
            asked = referee.asked
            assert asked is not None
            assert asked.seat != CHANCE
            # Now and then the turn just ends: so matches of idle teams come to their end too.
            if END_TURN in asked.options and self.dice.random() < 0.1:
                return END_TURN
            return fuzz.eager(asked, self.dice)
        action = manager.decide(request).action
        assert action in request.options, f"{type(manager).__name__} answers what is not offered"
        return action

    def _look(self, referee: Referee, request: Request) -> None:
        moment = Moment(referee, request, self.dice)
        grid = request.seen.setup.board.grid
        for look in LOOKS:
            if look in (hints, commands, screen) and grid.width * grid.height >= LARGE:
                continue
            look(moment)
            self.result.looks += 1


def played(seed: int, share: float = 0.1) -> Outcome:
    """One random pack, played; `share` of its questions are looked at."""
    return Play(seed, share).run()


def main() -> int:
    """Plays, and prints each kind of failure once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--share", type=float, default=0.1, help="of the questions to look at")
    parser.add_argument("--trace", action="store_true", help="print where failures come from")
    wanted = parser.parse_args()
    kinds: dict[str, list[Outcome]] = {}
    total = Outcome(0)
    for seed in range(wanted.seed, wanted.seed + wanted.packs):
        result = played(seed, wanted.share)
        total.answers += result.answers
        total.looks += result.looks
        total.asked += result.asked
        if result.failed:
            found = kinds.setdefault(result.failed.split(": ")[0], [])
            found.append(result)
            if len(found) == 1:
                print(f"seed {seed}: {result.failed}", flush=True)
                if wanted.trace:
                    print(result.trace, flush=True)
    failures = sum(map(len, kinds.values()))
    print(
        f"{wanted.packs} packs, {total.answers} answers, {total.looks} looks, {failures} failures"
    )
    print(dict(total.asked))
    for kind, found in sorted(kinds.items(), key=lambda pair: -len(pair[1])):
        print(len(found), kind, [one.seed for one in found[:8]])
    return 1 if kinds else 0


if __name__ == "__main__":
    raise SystemExit(main())
