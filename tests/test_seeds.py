"""Messages to seats reveal nothing about the seed of the match, in any mode."""

from __future__ import annotations

import asyncio
import hmac
import json
import random
import sys
from dataclasses import replace
from functools import partial
from hashlib import sha256
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

import pytest
from hosts import here
from hypothesis import given
from hypothesis import strategies as st
from program import answered

from deathdome.arena import blocks, simulation
from deathdome.arena.arena import Arena
from deathdome.cli.sessions import new_referee
from deathdome.console import Input, Output
from deathdome.errors import RecordError
from deathdome.managers import registry
from deathdome.managers.foreign.messages import MessageWriter
from deathdome.managers.planner.weights import NEUTRAL
from deathdome.managers.random_manager import RandomManager
from deathdome.match.referee import Referee, run_match
from deathdome.plain.match import PlainMatch, plain_host
from deathdome.records import library
from deathdome.records.format import read_record, record_of
from deathdome.records.header import header_text
from deathdome.records.replay import replay
from deathdome.records.replay_text import read_replay, replay_text
from deathdome.seeds import (
    PUBLIC,
    derived,
    derived_secret,
    derived_seed,
    match_seed,
    read_secret,
    secret_for,
    secret_of,
    seed_and_secret,
    seed_to_show,
    short_seed,
)
from deathdome.session.host import MatchHost
from deathdome.tui.runner import Runner
from lab.study import usage
from lab.tuning import matches as tuning
from lab.tuning.knobs import Team

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from deathdome.match.protocol import Briefing, Reply, Request

SEEDS: Final = 100_000  # that are tried
QUESTIONS: Final = 12  # of each match that are looked at
SECRET: Final = bytes(range(16))
NAMES: Final = ["spy", "spy"]


# -- everything that seats receive, mode by mode ------------------------------------------------


class Spy(RandomManager):
    """Plays at random, and writes down all it is given but the table and the position."""

    heard: dict[tuple[Any, ...], Any] = {}  # noqa: RUF012 - shared on purpose
    briefings = 0

    def begin(self, briefing: Briefing) -> None:
        """Writes down the briefing, and the message that a program would get."""
        super().begin(briefing)
        Spy.briefings += 1
        self._asked = 0
        self._number, self._desk = Spy.briefings, MessageWriter(briefing)
        message = self._desk.begin(briefing, resumed=False, bank=1.0)
        self._note("briefing", briefing.seed, briefing.seat, dict(briefing.options))
        self._note("begin", *_without(message, "rules", "board", "cards"))

    def decide(self, request: Request) -> Reply:
        """Writes down the question but for the position."""
        self._asked += 1
        if self._asked <= QUESTIONS:
            message = self._desk.decide(request, (), 1.0)
            told = _without(message, "kind", "unit", "options", "default", "view", "position")
            self._note(("decide", request.number), *told)
        return super().decide(request)

    def _note(self, what: object, *told: object) -> None:
        Spy.heard[self._number, what] = told


def _without(message: dict[str, Any], *keys: str) -> list[object]:
    return [(key, value) for key, value in message.items() if key not in keys]


def by_the_referee(seed: int, secret: bytes) -> None:
    referee = Referee(tuning.Setting(rounds=1).opening().copy(), seed, secret)
    run_match(referee, [Spy(), Spy()])


def on_the_screen(seed: int, secret: bytes) -> None:
    referee = new_referee(["random"] * 2, seed, 1, "waspworth", quick=True, secret=secret)
    session = MatchHost(referee, NAMES, here({0: Spy(), 1: Spy()}), pace=3)
    asyncio.run(Runner(session).run())


def in_plain_lines(seed: int, secret: bytes) -> None:
    referee = new_referee(["random"] * 2, seed, 1, "waspworth", quick=True, secret=secret)
    out = Output(StringIO())
    host = plain_host(referee, NAMES, {0: Spy, 1: Spy})
    PlainMatch(host, out, Input(None, out, echo=False)).run()


def resumed(seed: int, secret: bytes) -> None:
    referee = new_referee(["random"] * 2, seed, 1, "waspworth", quick=True, secret=secret)
    writer, _ = library.begin_record(referee, ["human", "random"])
    writer.close()
    run_match(library.resume(writer.path).replay.referee, [Spy(), Spy()])


def by_sim(seed: int, secret: bytes) -> None:
    setting = simulation.Setting(("spy", "spy"), rounds=1, seed=seed, secret=secret)
    for number in range(2):
        simulation.play_match(setting, number)


def by_the_arena(seed: int, secret: bytes) -> None:
    arena = Arena(("spy",), rounds=1, seed=seed, secret=secret)
    for number in range(2):
        blocks.play_block(arena, number, 0)


def by_a_series(seed: int, secret: bytes) -> None:
    arena = Arena(("spy",), seed=seed, secret=secret, series=(1, 1))
    blocks.play_block(arena, 1, 0)


MODES: Final = (
    *(by_the_referee, on_the_screen, in_plain_lines, resumed),
    *(by_sim, by_the_arena, by_a_series),
)


@pytest.fixture(autouse=True)
def spies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    for module in (simulation, blocks, usage):
        monkeypatch.setattr(module, "_factory", lambda _: Spy)


def received(play: Callable[[], object]) -> dict[tuple[Any, ...], Any]:
    """All that spies receive while something is played, by match and question."""
    Spy.heard, Spy.briefings = {}, 0
    play()
    assert Spy.briefings >= 2
    return Spy.heard


def values_in(told: object) -> set[object]:
    """The large numbers and texts in it."""
    if isinstance(told, dict):
        return set().union(*map(values_in, told.items()))
    if isinstance(told, list | tuple):
        return set().union(*map(values_in, told))
    is_long = isinstance(told, str) and len(told) == 12 and set(told) <= set("0123456789abcdef")
    return {told} if is_long or (isinstance(told, int) and told > 1_000_000) else set()


# -- the laws -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_what_seats_receive_depends_on_the_secret_alone(
    mode: Callable[[int, bytes], None],
) -> None:
    one = received(partial(mode, 1, SECRET))
    other = received(partial(mode, 2**100 + 3, SECRET))
    same = one.keys() & other.keys()
    assert {what for _, what in same} >= {"briefing", "begin"}
    assert len(same) > 4
    assert {key: one[key] for key in same} == {key: other[key] for key in same}
    again = received(partial(mode, 1, bytes(16)))
    assert values_in(one)
    assert not values_in(one) & values_in(again)


@pytest.mark.parametrize("mode", MODES)
def test_no_two_seats_or_matches_receive_the_same(mode: Callable[[int, bytes], None]) -> None:
    heard = received(partial(mode, 1, SECRET))
    seeds = [told[0] for (_, what), told in heard.items() if what == "briefing"]
    # In the arena a manager keeps its seed when the seats of a block change.
    each = 2 if mode in (by_the_arena, by_a_series) else 1
    assert len(set(seeds)) == len(seeds) // each > 1


def test_a_rated_run_has_other_matches_and_seeds_with_another_secret() -> None:
    heard = []
    for secret in (SECRET, SECRET, bytes(16)):
        arena = Arena(("spy",), rounds=1, seed=None, secret=secret)
        heard.append(received(partial(blocks.play_block, arena, 3, 0)))
    assert heard[0] == heard[1]
    assert not values_in(heard[0]) & values_in(heard[2])
    rated = [Arena(("spy",), seed=None, secret=secret) for secret in (SECRET, PUBLIC)]
    dice = [arena.match_seed(block) for arena in rated for block in range(200)]
    assert len(set(dice)) == len(dice)
    assert max(dice).bit_length() > 120
    assert not set(dice) & {told for one in heard for told in values_in(one)}


def small_seeds(found: set[object], most: int = SEEDS) -> list[int]:
    """The small seeds from which one of the values follows in a way that is known or likely."""
    return [seed for seed in range(most) if not found.isdisjoint(_guesses(seed))]


def _guesses(seed: int) -> Iterator[object]:
    second = match_seed(seed, 1)
    yield from (seed, second)
    key = seed.to_bytes(16, "big")
    for one in (
        derived_seed(seed, "seat 0"),
        derived_seed(second, "seat 0"),
        derived_seed(seed, "manager spy 0"),
        int.from_bytes(hmac.digest(key, b'["seat", 0]', "sha256")[:16], "big"),
        int.from_bytes(hmac.digest(str(seed).encode(), b'["seat", 0]', "sha256")[:16], "big"),
    ):
        yield from (one, one >> 11, short_seed(one, "decision -1"))
        yield sha256(f"{one}/match".encode()).hexdigest()[:12]


def test_no_small_seed_is_found_from_what_seats_receive() -> None:
    found: set[object] = set()
    for number, mode in enumerate(MODES, 4_711):
        found |= values_in(received(partial(mode, number, PUBLIC)))
    assert len(found) > 90
    assert small_seeds(found) == []


def test_the_search_finds_a_seed_that_leaks() -> None:
    old = derived_seed(4_991, "seat 0")
    name = sha256(f"{derived_seed(match_seed(42, 1), 'seat 0')}/match".encode()).hexdigest()[:12]
    assert small_seeds({old, name}, 5_000) == [42, 4_991]


PROGRAM: Final = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("begin", "decide"):
        told = [message[key] for key in ("match", "seed", "seat")]
        print(json.dumps(told), file=open("heard", "a"))
    if message["type"] == "begin":
        print('{"type":"ready","schema":1}', flush=True)
    if message["type"] == "decide":
        answer = {"type": "reply", "number": message["number"], "option": message["default"]}
        print(json.dumps(answer), flush=True)
"""
IN_PYTHON: Final = """
from deathdome.managers.random_manager import RandomManager

class Mine(RandomManager):
    def begin(self, briefing):
        super().begin(briefing)
        print([briefing.seed, briefing.seat], file=open("heard", "a"))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["command:{python} program.py", "mine:Mine"])
def test_programs_receive_the_same_whatever_the_seed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "_factory", registry.load)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mine.py").write_text(IN_PYTHON)
    seats = f"{name.format(python=sys.executable)},random"
    words = ("sim", "--rounds", "1", "--matches", "2", "--seats", seats, "--json")
    heard: list[set[str]] = []
    for more in (("--seed", "5"), ("--seed", "6"), ("--seed", "5", "--secret", SECRET.hex())):
        done = answered(*words, *more)
        assert done.returncode == 0, done.stderr
        assert all("faults" not in json.loads(line) for line in done.stdout.splitlines())
        _trial, *lines = (tmp_path / "heard").read_text().splitlines()
        heard.append(set(lines))  # without the first: that it starts is tried before any match
        (tmp_path / "heard").unlink()
    one, other, secret = heard
    # A match asks more questions than the other one; those of both are the same.
    assert len(one & other) >= 2
    assert not one & secret
    told = {value for line in one | other for value in values_in(json.loads(line))}
    assert told
    assert small_seeds(told, 10) == []


def test_tools_give_managers_nothing_of_their_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "RecordingManager", lambda *_: Spy())
    teams = [Team(NEUTRAL, {})] * 2
    for play in (
        lambda seed: usage.counted_match(seed, 3),
        lambda seed: tuning.play(tuning.Setting(seed, rounds=1), "gate", 3, teams),
    ):
        one, other = (received(partial(play, seed)) for seed in (1, 2))
        same = one.keys() & other.keys()
        assert {what for _, what in same} >= {"briefing", "begin"}
        assert {key: one[key] for key in same} == {key: other[key] for key in same}


# -- what records keep --------------------------------------------------------------------------


def test_a_record_keeps_the_secret_behind_the_seed() -> None:
    referee = new_referee(["random"] * 2, None, 1, "waspworth", quick=False)
    assert referee.seed >= 2**64
    assert referee.secret not in (None, PUBLIC)
    writer, _ = library.begin_record(referee, ["human", "random"])
    writer.close()
    lines = writer.path.read_text().splitlines()
    assert referee.secret is not None
    at = lines.index(f"secret: {referee.secret.hex()}")
    assert lines[at - 1] == f"seed: {referee.seed}"
    record = read_record(writer.path)
    assert replay(record).referee.secret == referee.secret
    assert read_replay(replay_text(record)).header == record.header
    later = library.resume(writer.path)
    later.writer.close()
    assert later.header.secret == referee.secret


@pytest.mark.parametrize("format_", [1, 2])
@pytest.mark.parametrize("seed", [5, 2**100])
def test_a_record_without_a_secret_is_resumed(format_: int, seed: int) -> None:
    """The dice of a large seed came from 64 bits then, and still do."""
    state = tuning.Setting(rounds=1).opening()
    referee = Referee(state.copy(), seed)
    rng = random.Random(1)
    for _ in range(60):
        request = referee.request()
        assert request is not None
        referee.answer(rng.choice(request.options))
    writer, _ = library.begin_record(referee, ["human", "random"])
    writer.close()
    header = replace(read_record(writer.path).header, format=format_)
    assert header.secret is None
    assert "secret" not in header_text(header)
    text = writer.path.read_bytes()
    if format_ == 1:
        body = text.partition(b"\n\n")[2].splitlines()
        plain = b"".join(b" ".join(line.split()[:-1]) + b"\n" for line in body)
        text = header_text(header).encode() + plain
        writer.path.write_bytes(text)
    again = library.resume(writer.path)
    again.writer.close()
    assert again.replay.differs == ""
    assert again.replay.referee.fingerprint() == referee.fingerprint()
    assert again.replay.referee.seat_seed(1) == derived(PUBLIC, "seat", 1)
    assert writer.path.read_bytes() == text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("secret: ab", 'a secret is 32 hexadecimal digits, not "ab"'),
        (f"secret: {'g' * 32}", "a secret is 32 hexadecimal digits"),
        (f"secret: {'a' * 4000}", "a secret is 32 hexadecimal digits"),
        ("secret: ", "a secret is 32 hexadecimal digits"),
        (f"secret: {'a' * 32}\nsecret: {'a' * 32}", "appears twice"),
    ],
)
def test_a_line_that_is_no_secret_is_refused_with_its_place(line: str, said: str) -> None:
    state = tuning.Setting(rounds=1).opening()
    writer, _ = library.begin_record(Referee(state.copy(), 5), ["human", "random"])
    writer.close()
    text = writer.path.read_text().replace("seed: 5\n", f"seed: 5\n{line}\n")
    with pytest.raises(RecordError, match=rf"^kept:\d+: .*{said}") as refused:
        record_of(text.encode(), "kept")
    assert len(str(refused.value)) < 200


# -- the functions ------------------------------------------------------------------------------


@given(st.lists(st.text()), st.lists(st.text()))
def test_other_words_give_other_numbers(one: list[str], other: list[str]) -> None:
    assert (derived(SECRET, *one) == derived(SECRET, *other)) == (one == other)
    assert derived(SECRET, *one) < 2**128
    assert derived_secret(SECRET, *one) != derived(SECRET, *one).to_bytes(16, "big")


def test_a_seed_and_a_secret_are_random_where_they_are_not_given() -> None:
    drawn = [seed_and_secret(None, None) for _ in range(100)]
    assert len({seed for seed, _ in drawn}) == len({secret for _, secret in drawn}) == 100
    assert all(len(secret) == 16 for _, secret in drawn)
    assert seed_and_secret(5, None) == (5, PUBLIC)
    assert seed_and_secret(5, SECRET) == (5, SECRET)
    assert seed_and_secret(None, SECRET)[0] > 2**64
    assert secret_for(None, SECRET) == SECRET
    assert secret_of(SECRET, 0) == SECRET
    assert len({secret_of(SECRET, index) for index in range(100)}) == 100


def test_a_random_seed_is_shown_when_the_match_is_over() -> None:
    assert seed_to_show(5, SECRET, over=False) is None
    assert seed_to_show(5, SECRET, over=True) == 5
    assert seed_to_show(5, PUBLIC, over=False) == 5


def test_dice_of_a_large_seed_have_all_its_bits() -> None:
    assert derived_seed(2**64 - 1, "dice") < 2**64
    assert derived_seed(2**64, "dice") > 2**128
    assert derived_seed(2**64, "dice", old=True) < 2**64
    with pytest.raises(ValueError, match="32 hexadecimal digits"):
        read_secret("5")
