"""Games that measure bots: blocks of one seed, played in every rotation of the seats.

The chance of a block follows from its seed; a bot's seed from the block, the bot and the secret of
the run. So the games of a block differ by their seating only: they are one cluster, and intervals
are those of resampled blocks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, fields
from functools import cache, partial
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final, NotRequired, TypedDict, get_args

import numpy as np

from deathdome.bundled import data_folder
from deathdome.code_digest import digest_of
from deathdome.errors import UsageError
from deathdome.lineups import copies, lineups, rotations
from deathdome.powerdome.model.options import MAX_SEATS, MIN_SEATS, Options
from deathdome.powerdome.simulation import (
    Terms,
    check_bots,
    fingerprint,
    opening,
    play_guarded,
    ranks,
    rated_ranks,
    reason_of,
    shares,
)
from deathdome.programs.faults import FaultKind
from deathdome.run_file import MAX_SEED
from deathdome.seeds import PUBLIC, derived, match_seed
from deathdome.statistics import DRAWS, LEVEL, Bootstrap, interval_json, ratings, sprt_json
from deathdome.workers import in_blocks

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from deathdome.lineups import Lineup
    from deathdome.statistics import Hypotheses

FORMAT: Final = 1
_MANY: Final = 2**63
# The code that decides how a game goes; workers of a cluster must have the same.
_PLAYED: Final = ("powerdome", "programs", "seeds.py")


@dataclass(frozen=True, slots=True)
class Arena:
    """The settings of a run."""

    bots: tuple[str, ...]
    seats: int = 2
    seed: int | None = 0  # None: a rated run, with chance derived from the secret
    secret: bytes = PUBLIC
    terms: Terms = field(default_factory=Terms)

    def game_seed(self, block: int) -> int:
        """Return the seed of a block's chance."""
        if self.seed is None:
            return derived(self.secret, "game", block)
        return match_seed(self.seed, block)

    @property
    def lineups(self) -> list[Lineup]:
        """The line-ups of every block."""
        return lineups(self.bots, self.seats, "bot")


class Fault(TypedDict):
    """A fault of a bot."""

    seat: int
    question: int
    kind: str
    detail: str


class Game(TypedDict):
    """One game of a block. Lists are by seat."""

    places: list[int]  # in the line-up
    ranks: list[int]
    reason: str
    rounds: int
    vitality: list[int]
    fingerprint: str
    taken_over: NotRequired[list[int]]
    faults: NotRequired[list[Fault]]


class Block(TypedDict):
    """The games of one line-up from one seed."""

    block: int
    lineup: int
    games: list[Game]


def check_arena(arena: Arena) -> None:
    """Check that games can be played, before the first one starts.

    Raises:
        UsageError: there is no such number of seats, or no such bot.
        ManagerError: a bot does not start.
    """
    if not MIN_SEATS <= arena.seats <= MAX_SEATS:
        raise UsageError(f"--seats is {MIN_SEATS} to {MAX_SEATS} players, not {arena.seats}")
    if arena.seed is not None and not 0 <= arena.seed < MAX_SEED:
        raise UsageError(f"a seed of the arena is 0 or more, and less than {MAX_SEED:,}")
    check_bots([name for lineup in arena.lineups for name in lineup], arena.terms, arena.seats)


def play_block(arena: Arena, block: int, number: int) -> Block:
    """Play the games of one line-up in one block, even if bots fail."""
    lineup = arena.lineups[number]
    copy = copies(lineup)
    games: list[Game] = []
    for places in rotations(arena.seats, block):
        seeds = [
            derived(arena.secret, "bot", block, lineup[place], copy[place]) for place in places
        ]
        bots = [lineup[place] for place in places]
        played, guards = play_guarded(arena.terms, bots, arena.game_seed(block), seeds)
        dome = played.state.dome
        game: Game = {
            "places": list(places),
            "ranks": ranks(played),
            "reason": reason_of(played),
            "rounds": played.rounds,
            "vitality": [one.vitality for one in dome.characters[: dome.seats]],
            "fingerprint": fingerprint(played),
        }
        if taken := [seat for seat, guard in enumerate(guards) if guard.taken_over]:
            game["taken_over"] = taken
        faults: list[Fault] = [
            {"seat": seat, "question": one.question, "kind": one.kind, "detail": one.detail}
            for seat, guard in enumerate(guards)
            for one in guard.faults
        ]
        if faults:
            game["faults"] = faults
        games.append(game)
    return {"block": block, "lineup": number, "games": games}


@cache
def code() -> str:
    """Return the digest of the code and the powers that decide how a game goes."""
    return digest_of(_PLAYED, sorted((data_folder() / "powerdome").glob("*.toml")))


def played(
    arena: Arena,
    blocks: int,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    done: int = 0,
) -> Generator[Block]:
    """Yield so many blocks of every line-up, in order, without those that are done.

    Raises:
        ManagerError: a bot ended a process.
        ClusterError: there is no scheduler at the address, or its workers cannot play.
    """
    each = len(arena.lineups)
    play = partial(play_block, arena)
    return in_blocks(play, each, range(done, blocks * each), code, jobs, backend, scheduler)


# -- results ---------------------------------------------------------------------------------------


class Tallies:
    """Sums of a run by key, one number for each block."""

    def __init__(self, arena: Arena, blocks: Sequence[Block]) -> None:
        size = len(blocks) // len(arena.lineups)
        self._sums: dict[Any, Any] = defaultdict(lambda: np.zeros(size))
        self.placings: list[list[list[list[int]]]] = [[] for _ in range(size)]
        self.kinds: dict[str, Counter[str]] = defaultdict(Counter)
        self.ended: Counter[str] = Counter()
        for block in blocks:
            for game in block["games"]:
                self._count(arena, block["block"], block["lineup"], game)

    def __getitem__(self, key: Any) -> Any:
        """Return the sums of a key, by block."""
        return self._sums[key]

    def total(self, key: Any) -> float:
        """Return the sum of a key over all blocks."""
        return float(self._sums[key].sum())

    def _count(self, arena: Arena, block: int, number: int, game: Game) -> None:
        lineup = arena.lineups[number]
        names = [lineup[place] for place in game["places"]]
        order = rated_ranks(game["ranks"], game.get("taken_over", ()))
        won = shares(order)
        self._add(block, 1, "games")
        self._add(block, game["rounds"], "rounds")
        self.ended[game["reason"]] += 1
        for seat, name in enumerate(names):
            for key in (("seat", seat), ("bot", name), ("lineup", number, name)):
                self._add(block, 1, "games", key)
                self._add(block, won[seat], "won", key)
            self._add(block, game["vitality"][seat], "vitality", name)
            for other, rival in enumerate(names):
                if name != rival:
                    self._add(block, 1, "met", name, rival)
                    tie = order[seat] == order[other]
                    ahead = 0.5 if tie else float(order[seat] < order[other])
                    self._add(block, ahead, "ahead", name, rival)
        for seat in game.get("taken_over", []):
            self._add(block, 1, "forfeited", names[seat])
        for fault in game.get("faults", []):
            self._add(block, 1, "faults", names[fault["seat"]])
            self.kinds[names[fault["seat"]]][fault["kind"]] += 1
        placing = [
            [arena.bots.index(names[seat]) for seat in range(len(names)) if order[seat] == rank]
            for rank in sorted(set(order))
        ]
        self.placings[block].append(placing)

    def _add(self, block: int, amount: float, *key: Any) -> None:
        self._sums[key if len(key) > 1 else key[0]][block] += amount


def header(arena: Arena, version: str = "") -> dict[str, Any]:
    """Return the settings of a run; only files with the same ones can be combined."""
    options = arena.terms.options
    return {
        "powerdome arena": FORMAT,
        "version": version,
        "tome": opening(arena.terms, MIN_SEATS).dome.tome.digest,
        "code": code(),
        "bots": list(arena.bots),
        "lineups": [list(lineup) for lineup in arena.lineups],
        "seats": arena.seats,
        "seed": arena.seed,
        "options": {
            one.name: getattr(options, one.name)
            for one in fields(Options)
            if getattr(options, one.name) != one.default
        },
        "bare": arena.terms.bare,
        "secret": arena.secret.hex(),  # the last key (run_file)
    }


def block_of(arena: Arena, row: Mapping[str, Any], task: int) -> Block:
    """Return a row of a results file as the result of a task of the run.

    Raises:
        ValueError: the row is malformed; says where and why.
    """
    number, lineup = divmod(task, len(arena.lineups))
    if (row.get("block"), row.get("lineup")) != (number, lineup):
        raise ValueError(f"this is not block {number} of line-up {lineup}")
    games = row.get("games")
    orders = [list(order) for order in rotations(arena.seats, number)]
    if not isinstance(games, list) or len(games) != len(orders):
        raise ValueError(f"games: {len(orders)} games are needed")
    for at, (game, order) in enumerate(zip(games, orders, strict=True), 1):
        if not isinstance(game, dict) or game.get("places") != order:
            raise ValueError(f"games {at}.places: these are not the rotations of the seats")
        for key in _wrong_keys(game, arena.seats):
            raise ValueError(f"games {at}.{key}: no game ends like this")
    return {"block": number, "lineup": lineup, "games": games}


def _wrong_keys(game: Mapping[str, Any], seats: int) -> Iterator[str]:
    """Yield keys of a game with values that no game of the run has."""

    def numbers(value: object, least: int, most: int) -> bool:
        return isinstance(value, list) and all(
            type(one) is int and least <= one <= most for one in value
        )

    for key, least, most in (("ranks", 1, seats), ("vitality", -_MANY, _MANY)):
        value = game.get(key)
        if not numbers(value, least, most) or len(game[key]) != seats:
            yield key
    if game.get("reason") not in ("last-alive", "none-alive", "closing-dome", "round-limit"):
        yield "reason"
    if not numbers([game.get("rounds")], 0, _MANY):
        yield "rounds"
    print_of = game.get("fingerprint")
    if not isinstance(print_of, str) or not print_of.isalnum():
        yield "fingerprint"
    taken = game.get("taken_over", [])
    if not numbers(taken, 0, seats - 1) or len(set(taken)) != len(taken):
        yield "taken_over"
    faults = game.get("faults", [])
    if not isinstance(faults, list) or not all(
        isinstance(one, dict)
        and numbers([one.get("seat")], 0, seats - 1)
        and one.get("kind") in get_args(FaultKind)
        for one in faults
    ):
        yield "faults"
    known = Game.__required_keys__ | Game.__optional_keys__
    yield from (key for key in game if key not in known)


def scores(blocks: Sequence[Block], lineup: int) -> list[float]:
    """Return the share of its games that the first of a line-up won, block by block."""
    found = []
    for block in blocks:
        if block["lineup"] == lineup:
            won = [
                shares(rated_ranks(game["ranks"], game.get("taken_over", ())))[
                    game["places"].index(0)
                ]
                for game in block["games"]
            ]
            # Rounded, so that a third is the same number in any order of addition.
            found.append(round(sum(won) / len(won), 9))
    return found


def report(
    arena: Arena,
    blocks: Sequence[Block],
    anchor: str = "",
    version: str = "",
    hypotheses: Hypotheses | None = None,
) -> dict[str, Any]:
    """Return the report on the blocks that all line-ups have finished.

    It depends on the settings alone. `anchor` is the bot with rating 0, by default the first.
    """
    each = len(arena.lineups)
    whole = len(blocks) // each
    tallies = Tallies(arena, blocks[: whole * each])
    bootstrap = Bootstrap(whole, seed=arena.seed)
    document: dict[str, Any] = {
        "powerdome arena report": FORMAT,
        "run": {
            key: value for key, value in header(arena, version).items() if key != "powerdome arena"
        },
        "blocks": whole,
        "games": int(tallies.total("games")) if whole else 0,
        "faults": int(sum(tallies.total(("faults", name)) for name in arena.bots)) if whole else 0,
        "interval": {"level": LEVEL, "method": "block bootstrap, BCa", "draws": DRAWS},
    }
    if not whole:
        return document
    chosen = arena.bots.index(anchor or arena.bots[0])
    rated = ratings(tallies.placings, len(arena.bots), bootstrap, chosen)

    def share(*key: Any) -> dict[str, float | None] | None:
        return interval_json(bootstrap.share(tallies["won", key], tallies["games", key]))

    return document | {
        "anchor": arena.bots[chosen],
        "bots": [
            {
                "bot": name,
                "games": int(tallies.total(("games", ("bot", name)))),
                "win_share": share("bot", name),
                "vitality": interval_json(
                    bootstrap.ratio(tallies["vitality", name], tallies["games", ("bot", name)])
                ),
                "forfeited": int(tallies.total(("forfeited", name))),
                "faults": int(tallies.total(("faults", name))),
                "fault_kinds": dict(sorted(tallies.kinds[name].items())),
                "rating": {**(interval_json(rating.points) or {}), "bounded": rating.bounded},
            }
            for name, rating in zip(arena.bots, rated, strict=True)
        ],
        "lineups": [
            {
                "lineup": list(lineup),
                "bots": [
                    {
                        "bot": name,
                        "seats": lineup.count(name),
                        "chance": round(1 / len(lineup), 6),
                        "win_share": share("lineup", number, name),
                    }
                    for name in dict.fromkeys(lineup)
                ],
                **(
                    {
                        "sprt": {
                            "bot": lineup[0],
                            **sprt_json(scores(blocks, number), lineup, hypotheses),
                        }
                    }
                    if len(set(lineup)) == 2
                    else {}
                ),
            }
            for number, lineup in enumerate(arena.lineups)
        ],
        "pairs": [
            {"bot": one, "against": other, "ahead": interval_json(found)}
            for one, other in permutations(arena.bots, 2)
            if (found := bootstrap.share(tallies["ahead", one, other], tallies["met", one, other]))
        ],
        "seats": [{"seat": seat, "win_share": share("seat", seat)} for seat in range(arena.seats)],
        "rounds": interval_json(bootstrap.ratio(tallies["rounds"], tallies["games"])),
        "ended": dict(sorted(tallies.ended.items())),
    }
