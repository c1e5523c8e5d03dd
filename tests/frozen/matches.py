"""The frozen records: 200 matches of every kind, played once and replayed ever since.

A record is kept without the marks of its lines, which are as good as random and follow from the
text (docs/saves.md).
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import fuzz
import random_play
from frozen import archive
from program import answered
from random_boards import board_text

from deathdome.cli.sessions import buy_for_all
from deathdome.content.board_files import load_board
from deathdome.content.collection import Collection
from deathdome.content.earlier_cards import earlier_collection
from deathdome.content.packs import load_packs
from deathdome.content.positions.one_line import position_line, read_line
from deathdome.errors import RecordError
from deathdome.managers.registry import create
from deathdome.match.protocol import PROTOCOL, Briefing, Budget, Reply
from deathdome.match.referee import Referee
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.ruleset import EDITIONS
from deathdome.records.format import HintTaken, Record, record_of
from deathdome.records.header import COPIED, FORMAT, UNMARKED, Header, Pack
from deathdome.records.replay import Replay, pack_digest, replay
from deathdome.records.writer import record_text
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.setup import new_game
from deathdome.seeds import PUBLIC

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deathdome.match.protocol import Controller, Request
    from deathdome.model.state import State

MATCHES: Final = 200
PACK: Final = archive.HERE / "pack.toml"
PATIENT: Final = Budget(nodes=200, seconds=1e6)  # the clock decides nothing
BEGUN: Final = "2026-01-31 12:00:00 UTC"
KINDS: Final = (
    *("brawl", "quick", "brawl", "box", "quick"),
    *("fork", "brawl", "pack", "quick", "yard"),
)
SWITCHES: Final[tuple[dict[str, Any], ...]] = (
    {"wall_squeeze": True, "sight_touching": "lenient", "payback_chains": True},
    {"tower_facing": "front_sides", "tower_exit": "bridge_only", "unused_bases": "floor"},
    {"push_oblique": "two_nearest", "lava_walkers_survive_push": False, "hyper_cube_floor": -2},
    {"pass_is_final": False, "purchase_turn_cap": 3, "start_credits": 1_200_000},
    {"tiebreak_fewest_jailed": False, "shell_limit": 2, "rank0_cost": 100_000},
)


# -- playing ------------------------------------------------------------------------------------


class Eager:
    """Answers at random, and rather fights."""

    def begin(self, briefing: Briefing) -> None:
        self._dice = Random(briefing.seed)

    def decide(self, request: Request) -> Reply:
        return Reply(fuzz.eager(request, self._dice))  # type: ignore[arg-type]

    def observe(self, events: object) -> None:
        """Needs no news."""

    def end(self, outcome: object) -> None:
        """Needs no result."""


@dataclass(frozen=True)
class Casting:
    """A match before its first answer."""

    header: Header
    referee: Referee
    deciders: tuple[str, ...]
    most: int  # answers of seats; it is left unfinished after them


@cache
def collection(with_pack: bool, cards: str = "") -> Collection:
    """The cards and boards of the game, and those of the pack.

    With the fingerprint of earlier cards they are these.
    """
    packs = [PACK] if with_pack else []
    today = load_packs(packs)
    if cards in ("", today.catalog.fingerprint):
        return today
    return earlier_collection(cards, packs) or today


def casting(number: int, before: Mapping[str, bytes]) -> Casting:
    """Match so many; `before` are the records of those before it, for forks."""
    dice = Random(f"frozen {number}")
    kind = KINDS[number % len(KINDS)]
    if kind == "fork":
        return _fork(dice, before)
    seats, seed = 2 + number // len(KINDS) % 3, dice.getrandbits((30, 128)[number % 2])
    ruleset = (*EDITIONS.values(),)[number % 3]
    ruleset = replace(ruleset, characters=ruleset.characters is not (number % 4 == 1))
    if number % 4 == 2:
        ruleset = replace(ruleset, **SWITCHES[number // 4 % len(SWITCHES)])
    with_pack = number % 20 in (6, 7, 17)
    found = collection(with_pack)
    board = dice.choice(("waspworth", "plaza", "dual"))
    board = board if seats in found.board(board).seatings else "waspworth"
    start, rounds = "", dice.choice((1, 1, 2))
    if kind in ("brawl", "yard"):
        ground = load_board(board)
        if kind == "yard":
            Path("yard.toml").write_text(board_text(number, seats), "utf-8")
            ground = load_board("yard.toml")
        begun = random_play.brawl(Collection(found.catalog, {"yard": ground}), seats, dice)
        start = position_line(begun)
        state = read_line(start, found).whole
    else:
        ground = found.board(board)
        state = new_game(found.catalog, ground, seats=seats, rounds=rounds, ruleset=ruleset)
    old = number % 20 in (1, 11)  # of a program before matches had secrets
    secret = None if old else (PUBLIC, dice.randbytes(16))[number % 3 % 2]
    referee = Referee(state, seed, secret)
    deciders = _deciders(seats, dice)
    if kind in ("quick", "pack"):
        buy_for_all(referee)
    packs = (Pack(pack_digest(PACK), PACK.name),) if with_pack else ()
    header = Header(
        version="0.1.0",
        began=BEGUN,
        cards=found.catalog.fingerprint,
        ruleset=state.setup.ruleset,
        board=ground.id,
        rounds=state.setup.rounds,
        seed=seed,
        secret=secret,
        names=tuple("human" if name == "eager" else name for name in deciders),
        people=("Ann", *("",) * (seats - 1)) if deciders[0] == "eager" else (),
        packs=packs,
        origin="2026-01-30-110000-0a1b2c.match" if number % 20 == 8 else "",
        origin_digest=f"{number:016x}" if number % 20 == 8 else "",
        fork=COPIED if start else "",
        start=start,
        format=UNMARKED if number % 20 == 11 else FORMAT,
    )
    return Casting(header, referee, deciders, dice.choice((20, 45, 90, 150, 1000)))


def _deciders(seats: int, dice: Random) -> tuple[str, ...]:
    return tuple(dice.choices(("eager", "greedy", "random", "tactical"), (9, 4, 1, 1), k=seats))


def _fork(dice: Random, before: Mapping[str, bytes]) -> Casting:
    """The match of the record before, forked at one of its actions by others."""
    name, raw = [*before.items()][-1]
    record, told = replayed(name, raw)
    answers = dice.randrange(len(told.referee.journal))
    assert told.begun is not None
    referee = Referee(told.begun.copy(), record.header.seed, record.header.secret)
    for seat, action in told.referee.journal[:answers]:
        if seat != CHANCE:
            referee.answer(action)
    deciders = _deciders(len(record.header.names), dice)
    names = tuple("human" if name == "eager" else name for name in deciders)
    fork = f"{name} at answer {answers}"
    header = replace(record.header, names=names, people=(), fork=fork, format=FORMAT)
    return Casting(header, referee, deciders, dice.choice((30, 80)))


def played(number: int, before: Mapping[str, bytes]) -> bytes:
    """The record of match so many."""
    cast = casting(number, before)
    referee, dice = cast.referee, Random(f"frozen hints {number}")
    seats: list[Controller] = []
    for seat, name in enumerate(cast.deciders):
        one: Controller = Eager() if name == "eager" else create(name)
        seed = referee.seat_seed(seat)
        one.begin(Briefing(PROTOCOL, seat, len(cast.deciders), referee.state.setup, seed, {}))
        seats.append(one)
    heard = [0] * len(seats)
    hints: list[HintTaken] = []
    for _ in range(cast.most):
        request = referee.request(PATIENT)
        if request is None:
            break
        seat = request.seat
        seats[seat].observe(referee.visible_events(seat, heard[seat]))
        heard[seat] = len(referee.events)
        if cast.deciders[seat] == "eager" and dice.random() < 0.02:
            hints.append(HintTaken(len(referee.journal), seat))
        referee.answer(seats[seat].decide(request).action)
    return record_text(cast.header, referee, hints)


# -- replaying ----------------------------------------------------------------------------------


def bare(raw: bytes) -> str:
    """A record without the marks of its lines."""
    if raw.startswith(b"deathdome match 1\n"):
        return raw.decode()
    text = re.sub(r" #[0-9a-f]{8}$", "", raw.decode(), flags=re.MULTILINE)
    return re.sub(r"^closed: [0-9a-f]{16}\n", "closed: \n", text, flags=re.MULTILINE)


def marked(text: str) -> bytes:
    """The record with its marks; each is of every byte before it."""
    if text.startswith("deathdome match 1\n"):
        return text.encode()
    written, summed, head = b"", sha256(), True
    for line in text.encode().splitlines():
        before, end = summed.copy(), b""
        summed.update(line)
        head = head and not line.startswith(b"mark:")
        if line == b"closed: ":
            end = before.hexdigest()[:16].encode()
        elif line and not head:
            end = b" #" + summed.hexdigest()[:8].encode()
        summed.update(end + b"\n")
        written += line + end + b"\n"
    return written


def replayed(name: str, raw: bytes) -> tuple[Record, Replay]:
    """A record, and the match that comes of it."""
    record = record_of(raw, name, own=True)
    return record, replay(record, collection(bool(record.header.packs), record.header.cards))


@cache
def replays() -> Mapping[str, tuple[Record, Replay]]:
    """Every frozen record, replayed."""
    texts = {name: marked(one["text"]) for name, one in archive.read("records").items()}
    return {name: replayed(name, raw) for name, raw in texts.items()}


def records(names: Iterable[str] | None = None, *, play: bool = False) -> dict[str, Any]:
    """Each record, or those of these names, as it is written again, and what comes of it."""
    texts: dict[str, bytes] = {}
    if play:
        for number in range(MATCHES):
            name = f"{number:03} {KINDS[number % len(KINDS)]}".replace(" ", "-")
            texts[f"{name}.match"] = played(number, texts)
    else:
        frozen = archive.read("records")
        texts = {name: marked(frozen[name]["text"]) for name in names or frozen}
        damaged = [name for name in texts if frozen[name]["sha256"] != _digest(texts[name])]
        assert not damaged, f"frozen records that are not as they were written: {damaged}"
    shutil.copy(PACK, PACK.name)
    return {name: _record(name, raw) for name, raw in texts.items()}


def _digest(raw: bytes) -> str:
    return sha256(raw).hexdigest()[:16]


def _record(name: str, raw: bytes) -> dict[str, str]:
    try:
        record, told = replayed(name, raw)
    except RecordError as error:
        return {"text": str(error)}
    again = record_text(record.header, told.referee, told.hints)
    Path(name).write_bytes(raw)
    verified = answered("verify", name, *("--pack", PACK.name) * bool(record.header.packs))
    return {
        "text": bare(again),
        "sha256": _digest(again),
        "fingerprint": told.referee.fingerprint(),
        "verify": f"{verified.returncode} {verified.stdout}{verified.stderr}",
    }


def moments(told: Replay) -> dict[str, State]:
    """Positions of a match worth a look.

    The middle, the deepest stack, the last one within a purchase or a unit phase, the last one in
    which chance is asked, and the end.
    """
    assert told.begun is not None
    journal = told.referee.journal
    state = told.begun.copy()
    found = dict.fromkeys(("middle", "deepest", "within", "chance"), state.copy())
    for number, (seat, action) in enumerate(journal):
        apply_action(state, action, trusted=True)
        asked = decision(state)
        if asked is None:
            continue
        if asked.seat == CHANCE:
            found["chance"] = state.copy()
            continue
        if number <= len(journal) // 2:
            found["middle"] = state.copy()
        if len(state.stack) > len(found["deepest"].stack):
            found["deepest"] = state.copy()
        again = asked.seat == seat and kind_of(action) not in (ActionKind.ACTIVATE, ActionKind.DONE)
        if again and asked.question in (Question.UNIT_PHASE, Question.PURCHASE):
            found["within"] = state.copy()
    return found | {"end": state}
