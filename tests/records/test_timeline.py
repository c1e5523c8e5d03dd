"""A recorded match is looked at: every moment as it was, and nothing that is not to be known."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from record_marks import plain, remarked
from scenes import scene

from deathdome.cli.sessions import new_referee
from deathdome.cli.values import ruleset_of
from deathdome.content.positions.one_line import position_line
from deathdome.errors import RecordError, UsageError
from deathdome.match.referee import Referee
from deathdome.model.actions import COMMIT, DECLINE, ActionKind, make_action
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.events import Drew, RoundBegan
from deathdome.model.wire import canonical_text
from deathdome.records import library
from deathdome.records.format import as_far_as_good, counts_of, read_record, record_of
from deathdome.records.replay import replay
from deathdome.records.timeline import Sign, Timeline, fork_of, fork_words, onlooking, read_timeline
from deathdome.rules.observing import determinize, observe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.observation import Observation

RECORDS = Path(__file__).parent / "saved"
ALONE = ("human", "random", "random", "random")
HOT_SEAT = ("human", "human", "human", "human")
ENDLESS = 10**6


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def played(
    seed: int = 1,
    answers: int = ENDLESS,
    *,
    quick: bool = True,
    edition: str = "2021",
    names: Sequence[str] = ALONE[:2],
    rounds: int = 2,
) -> tuple[Path, list[tuple[int, int, str]], Referee]:
    """A saved match of random answers; (answers, events, position) at each question to a seat."""
    ruleset = ruleset_of(edition, characters=True)
    referee = new_referee(list(names), seed, rounds, "waspworth", quick=quick, ruleset=ruleset)
    writer, _ = library.begin_record(referee, names)
    rng = random.Random(seed)
    seen = []
    for _ in range(answers + 1):
        seen.append((len(referee.journal), len(referee.events), canonical_text(referee.state)))
        request = referee.request()
        if request is None or len(seen) > answers:
            break
        acts = sorted(request.options, key=int)
        referee.answer(rng.choice(acts[: -len(acts) // 4] or acts))
    writer.update()
    writer.close()
    return writer.path, seen, referee


@cache
def bytes_of(seed: int) -> bytes:
    return played(seed)[0].read_bytes()


def begun(seed: int = 3) -> bytes:
    """The record of a match before its last turns."""
    lines = bytes_of(seed).split(b"\n")
    return b"\n".join([*lines[: len(lines) * 9 // 10], b""])


def tape_of(seed: int = 3) -> Timeline:
    """A match that is over."""
    return Timeline(record_of(bytes_of(seed), "a match"))


def begun_tape() -> Timeline:
    """An unfinished match."""
    return Timeline(record_of(begun(), "a match"))


def known_by(seen: Observation) -> Observation:
    """Return the observation without the table, which is another object in every replay."""
    return replace(seen, setup=None, gear=None)  # type: ignore[arg-type]


# -- every moment as it was ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_at_every_stop_the_position_is_the_one_that_the_referee_had(seed: int) -> None:
    edition, seats = ("2018", "2019", "2021")[seed % 3], 2 + seed % 3
    path, seen, referee = played(
        seed, quick=seed > 2, edition=edition, names=ALONE[:seats], rounds=1
    )
    assert referee.over
    timeline = read_timeline(path)
    stops = timeline.stops[-len(seen) :]  # before them everyone equipped, if it was a quick match
    assert [(stop.answers, stop.events) for stop in stops] == [was[:2] for was in seen]
    order = list(range(len(seen)))
    random.Random(seed).shuffle(order)
    for number in order:
        stop = stops[number]
        assert canonical_text(timeline.position(stop)) == seen[number][2]
        assert timeline.heard(stop, opened=True) == referee.events[: stop.events]


@pytest.mark.parametrize("people", [True, False])
@pytest.mark.parametrize(("seed", "answers"), [(1, 0), (2, 9), (3, 90), (6, 60), (7, 150)])
def test_of_a_match_that_goes_on_every_position_shown_is_one_that_it_had(
    seed: int, answers: int, *, people: bool
) -> None:
    names = HOT_SEAT[:3] if people else ALONE[:3]
    path, seen, referee = played(seed, answers, names=names, rounds=6)
    timeline = read_timeline(path)
    assert not timeline.finished
    known = {answers: position for answers, _, position in seen}
    told = [stop.events for stop in timeline.stops]
    assert told == sorted(set(told)), "no stop lies between two things that were told"
    assert told[-1] == len(referee.events)
    for stop in timeline.stops:
        position = timeline.position(stop)
        assert canonical_text(position) == known.get(stop.answers, canonical_text(position))
        sight = timeline.sight(stop, opened=True)
        if people:
            assert sight.hands == (None, None, None)
            assert known_by(sight.seen) == known_by(onlooking(position))
        else:
            assert sight.hands == (position.hands[0], None, None)
            assert known_by(sight.seen) == known_by(observe(position, 0))


def test_signs_are_where_it_happened() -> None:
    timeline = tape_of(quick_fights())
    setup = timeline.referee.state.setup
    for before, stop in zip(timeline.stops, timeline.stops[1:], strict=False):
        events = timeline.referee.events[before.events : stop.events]
        kinds = {type(event).__name__ for event in events}
        assert (Sign.FIGHT in stop.signs) == ("Declared" in kinds)
        assert (Sign.KILL in stop.signs) == ("Died" in kinds)
        assert (Sign.ROUND in stop.signs) == ("RoundBegan" in kinds)
    rounds = [event.round for event in timeline.referee.events if isinstance(event, RoundBegan)]
    marked = [stop.round for stop in timeline.stops if Sign.ROUND in stop.signs]
    assert marked == rounds
    assert len(marked) >= setup.rounds
    assert any(Sign.FIGHT in stop.signs for stop in timeline.stops)


@cache
def quick_fights() -> int:
    """A seed whose random match has a fight."""
    seeds: list[int] = [58, *range(400)]
    return next(seed for seed in seeds if b": attack " in bytes_of(seed))


# -- what is not to be known --------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "answers"), [(1, 40), (2, 60), (3, 90), (7, 150)])
def test_whoever_looks_on_sees_the_same_whatever_is_in_the_hands(seed: int, answers: int) -> None:
    _, _, referee = played(seed, answers, names=HOT_SEAT[:2], rounds=6)
    state = referee.state
    other = determinize(replace(observe(state, 0), hand=()), random.Random(seed))
    other.hands[0], other.hands[1] = state.hands[1], state.hands[0]
    sizes = [len(hand) for hand in state.hands]
    seen, same = onlooking(state), onlooking(other)
    assert replace(seen, hand_sizes=(), deck_size=0) == replace(same, hand_sizes=(), deck_size=0)
    assert list(seen.hand_sizes) == sizes
    assert seen.hand == ()
    assert seen.question is None


def test_the_cards_that_others_draw_are_not_told_until_the_match_is_over() -> None:
    def drawn(timeline: Timeline, *, opened: bool) -> list[int]:
        told = timeline.heard(timeline.stops[-1], opened=opened)
        return [event.card for event in told if isinstance(event, Drew) and event.seat == 1]

    going_on, over = begun_tape(), tape_of()
    assert set(drawn(going_on, opened=True)) == {-1}
    assert set(drawn(over, opened=False)) == {-1}
    assert min(drawn(over, opened=True)) >= 0


def test_all_hands_of_a_match_that_is_over_can_be_seen() -> None:
    timeline = tape_of()
    stop = next(stop for stop in timeline.stops if all(timeline.position(stop).hands))
    hands = tuple(timeline.position(stop).hands)
    assert timeline.sight(stop, opened=True).hands == hands
    assert timeline.sight(stop).hands == (hands[0], None)


def test_the_answer_behind_a_stop_is_told_only_once_the_match_is_over() -> None:
    over, going_on = tape_of(), begun_tape()
    assert not any(going_on.deed(number) for number in range(len(going_on.stops)))
    told = [over.deed(number) for number in range(1, len(over.stops))]
    lines = plain(bytes_of(3)).decode().split("\n\n", 1)[1].splitlines()
    assert told == [line for line in lines if not line.startswith(("=", "chance", "end:"))]


# -- records that are not whole -----------------------------------------------------------------


@pytest.mark.parametrize("broken", [b"red: fly away\x1b", b"\xff\xfe", b"= nothing", b"who knows"])
def test_a_record_is_shown_up_to_a_line_that_is_none(broken: bytes, tmp_path: Path) -> None:
    raw = bytes_of(3)
    lines = raw.split(b"\n")
    path = tmp_path / "broken.match"
    path.write_bytes(b"\n".join([*lines[:90], broken, *lines[90:]]))
    was = path.read_bytes()
    timeline = read_timeline(path)
    assert not timeline.finished, "how it ended is not read, so nobody's hand is shown"
    assert timeline.notes[0].startswith(f"{path.name}:91: ")
    assert timeline.referee.journal == tape_of().referee.journal[: len(timeline.referee.journal)]
    answers = [line for line in lines[:90] if line.startswith((b"red: ", b"blue: "))]
    asked = [seat for seat, _ in timeline.referee.journal if seat != CHANCE]
    assert len(asked) == len(answers)
    assert path.read_bytes() == was


def test_half_a_line_at_the_end_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "torn.match"
    path.write_bytes(begun() + b"red: wa")
    timeline = read_timeline(path)
    assert "incomplete last line" in timeline.notes[0]
    assert len(timeline.stops) > 10


def test_a_record_that_comes_out_otherwise_is_shown_up_to_the_last_check() -> None:
    raw = bytes_of(3)
    other = remarked(raw.replace(b"= round 2 red", b"= round 2 blue"))
    record, trouble = as_far_as_good(other, "a match")
    assert trouble == ""
    timeline = Timeline(record)
    assert "The replay stops at " in timeline.notes[0]
    assert 1 < len(timeline.stops) < len(tape_of().stops)
    assert canonical_text(timeline.position(timeline.stops[-1])) == canonical_text(
        timeline.referee.state
    )


def test_records_of_other_cards_are_shown_and_it_is_said() -> None:
    raw = bytes_of(3)
    cards = raw.split(b"cards: ")[1][:16]
    timeline = Timeline(record_of(remarked(raw.replace(cards, b"0123456789abcdef")), "a match"))
    assert "the cards have changed" in timeline.notes[0]
    assert len(timeline.stops) == len(tape_of().stops)


@pytest.mark.parametrize("name", ["0.1.0-characters", "0.1.0-fork", "0.1.0-unfinished"])
def test_records_of_former_versions_are_shown(name: str) -> None:
    timeline = read_timeline(RECORDS / f"{name}.match")
    assert timeline.name == name
    assert bool(timeline.header.fork) == name.endswith("fork")
    assert timeline.finished == (not name.endswith("unfinished"))
    assert len(timeline.stops) > 30


@pytest.mark.parametrize("raw", [b"", b"deathdome match 2\n\n", b"deathdome match 1\nrounds: 6\n"])
def test_what_has_no_header_cannot_be_shown(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "none.match"
    path.write_bytes(raw)
    with pytest.raises(RecordError):
        read_timeline(path)


# -- forks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7])
def test_a_fork_goes_on_from_there_with_the_dice_of_the_match(share: float) -> None:
    timeline = tape_of()
    stop = timeline.stops[int(share * (len(timeline.stops) - 1))]
    told = fork_of(timeline, stop)
    referee = told.referee
    assert told.points == (), "what was answered before cannot be taken back"
    assert referee.journal == timeline.referee.journal[: stop.answers]
    assert canonical_text(referee.state) == canonical_text(timeline.position(stop))
    for seat, action in timeline.referee.journal[stop.answers :]:
        if seat != CHANCE:
            referee.answer(action)
    assert referee.journal == timeline.referee.journal
    assert referee.fingerprint() == timeline.referee.fingerprint()


def test_a_fork_is_a_record_of_its_own_that_says_where_it_comes_from() -> None:
    path, _, _ = played(3)
    was = path.read_bytes()
    timeline = read_timeline(path)
    stop = timeline.stops[50]
    words = fork_words(timeline, stop)
    writer, _ = library.begin_record(fork_of(timeline, stop).referee, ALONE[:2], fork=words)
    writer.close()
    assert words == f"{path.stem} at answer {stop.answers}"
    assert f"\nfork of: {words}\n" in writer.path.read_text()
    record = read_record(writer.path)
    assert record.header.fork == words
    assert replay(record).differs == ""
    assert path.read_bytes() == was
    resumed = library.resume(writer.path)
    resumed.writer.close()
    assert resumed.header.fork == words
    assert len(library.summaries()) == 2


def test_a_fork_has_the_hints_that_were_taken_before_it() -> None:
    path, _, _ = played(3)
    lines = path.read_text().splitlines(keepends=True)
    own = [at for at, line in enumerate(lines) if line.startswith("red: ")]
    for at in reversed([own[2], own[-1]]):
        lines.insert(at, "hint: red\n")
    path.write_text("".join(lines))
    timeline = read_timeline(path)
    assert timeline.finished
    told = fork_of(timeline, timeline.stops[50])
    assert counts_of(told.hints) == {0: 1}
    writer, _ = library.begin_record(told.referee, ALONE[:2], hints=told.hints)
    writer.close()
    assert replay(read_record(writer.path)).hints == told.hints


def test_a_match_that_is_not_over_has_no_forks() -> None:
    timeline = begun_tape()
    with pytest.raises(UsageError, match="not over"):
        fork_of(timeline, timeline.stops[5])


def test_nobody_plays_on_from_the_end() -> None:
    timeline = tape_of()
    with pytest.raises(UsageError, match="over here"):
        fork_of(timeline, timeline.stops[-1])


@pytest.mark.parametrize(
    "name", ["[/]", "\x1b[2J", "a\nseat: green = human", "\u202eevil", "a" * 300]
)
def test_no_name_of_a_match_reaches_beyond_its_line(name: str) -> None:
    raw = begun().replace(b"\n\n", b"\nfork of: " + b"x" + b"\n\n", 1)
    record = record_of(raw, "a match")
    timeline = Timeline(record, name=name)
    referee = timeline.referee
    writer, _ = library.begin_record(
        referee, ALONE[:2], fork=fork_words(timeline, timeline.stops[3])
    )
    writer.close()
    again = read_record(writer.path).header
    assert again.names == ALONE[:2]
    assert again.fork.isprintable()
    assert again.fork.endswith(f"at answer {timeline.stops[3].answers}")


@pytest.mark.parametrize("people", [True, False])
def test_a_match_that_goes_on_has_no_stop_where_a_card_was_kept_in_the_hand(people: bool) -> None:
    """Blue is asked after a wound or after the jail, if it holds a card for it."""

    def stops(card: str) -> tuple[list[int], bool]:
        match = scene(
            units={"red warrior": "e4", "blue gunner": "e3", "blue medic": "e2"},
            wounds={"blue gunner": 5},
            hands={"red": [], "blue": [card]},
            active="red warrior",
        )
        names = HOT_SEAT[:2] if people else ALONE[:2]
        referee = Referee(match.state, 1)
        writer, _ = library.begin_record(referee, names, start=position_line(match.state))
        asked = False
        for action in (
            make_action(ActionKind.ATTACK, 4095, match.unit("blue gunner")),
            COMMIT,
            None,
            None,
        ):
            request = referee.request()
            assert request is not None
            while request.question is Question.REACTION:
                asked = True
                referee.answer(DECLINE)
                request = referee.request()
                assert request is not None
            referee.answer(action or request.default)
        writer.update()
        writer.close()
        return [stop.events for stop in read_timeline(writer.path).stops], asked

    others, never = stops("loud-noise")
    assert not never
    assert len(others) == 5
    for card in ("house-call", "ricochet-clause"):
        assert stops(card) == (others, True)
