"""A match that no longer replays as recorded names no card before it is over."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl
from hypothesis import given, settings
from hypothesis import strategies as st
from program import answered
from record_marks import remarked
from sample_records import sample_records

from deathdome.content.catalogs import load_catalog
from deathdome.content.positions.one_line import position_line
from deathdome.errors import RecordError, UsageError
from deathdome.journal.words import check_of
from deathdome.model.identifiers import TEAMS
from deathdome.records import library
from deathdome.records.format import as_far_as_good, record_of
from deathdome.records.replay import replay
from deathdome.records.timeline import Timeline, fork_of, read_timeline

if TYPE_CHECKING:
    from collections.abc import Sequence

RECORDS = Path(__file__).parent / "saved"
UNFINISHED = (RECORDS / "0.1.0-unfinished.match").read_text().splitlines()
FINISHED = (RECORDS / "0.1.0-characters.match").read_text().splitlines()
KINDS = r"old\.match:\d+: (a draw|an answer|the position) does not match the record"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def words() -> list[str]:
    cards = load_catalog().power_cards
    return [word for card in cards for word in (card.id, card.name)]


def assert_nameless(said: str) -> None:
    assert not [word for word in words() if word in said]


def body(lines: Sequence[str]) -> int:
    return lines.index("") + 1


def last_draw(lines: Sequence[str]) -> int:
    return max(at for at, line in enumerate(lines) if line.startswith("chance: draw "))


def with_another_draw(lines: Sequence[str]) -> list[str]:
    changed, at = list(lines), last_draw(lines)
    other = "hyper-cube" if "hyper-cube" not in lines[at] else "encore"
    changed[at] = f"chance: draw {other}"
    return changed


def stored(home: Path, lines: Sequence[str]) -> Path:
    path = home / "matches" / "old.match"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join([*lines, ""]))
    return path


def said_by_all(path: Path) -> str:
    """All that resume, watch, verify and plain mode say about a record."""
    source = path.name
    record = record_of(path.read_bytes(), source)
    said: list[str] = []
    try:
        timeline = Timeline(record)
        said += timeline.notes
        resumed = library.resume(path)
        resumed.writer.close()
        said += resumed.notes
    except RecordError as error:
        said.append(str(error))
    for command in (["verify"], ["watch"], ["play", "--plain", "--resume"]):
        done = answered(*command, path)
        said += [done.stderr, done.stdout.partition("The match continues.")[0]]
    return " ".join(" ".join(said).split())


def test_a_draw_that_differs_is_reported_by_its_place_alone(home: Path) -> None:
    path = stored(home, with_another_draw(UNFINISHED))
    place = f"old.match:{last_draw(UNFINISHED) + 1}: a draw does not match the record"
    assert replay(record_of(path.read_bytes(), "old.match")).differs.startswith(place)
    said = said_by_all(path)
    assert said.count(place) == 4  # watch (its notes), resume, verify, plain
    assert_nameless(said)


def test_the_names_are_shown_once_the_match_is_over(home: Path) -> None:
    path = stored(home, with_another_draw(FINISHED))
    named = f'old.match:{last_draw(FINISHED) + 1}: chance says "draw '
    assert named in Timeline(record_of(path.read_bytes(), "old.match")).notes[0]
    assert named in answered("verify", path).stderr


def test_a_finished_match_that_continues_from_before_the_difference_names_no_card(
    home: Path,
) -> None:
    resumed = library.resume(stored(home, with_another_draw(FINISHED)))
    resumed.writer.close()
    assert not resumed.replay.referee.over
    assert "a draw does not match the record" in resumed.notes[0]
    assert_nameless("\n".join(resumed.notes))


SAYS_OVER = "end: red won: payout; red 1,300,000, blue 600,000\n"


def told_over(format_: int, *, marks: bool = False) -> bytes:
    """An unfinished record with a last line that says how the match ended."""
    raw = "\n".join([*UNFINISHED, ""]).encode() if format_ == 1 else sample_records()["half"]
    longer = raw + SAYS_OVER.encode()
    return remarked(longer) if marks else longer


@pytest.mark.parametrize(
    "raw",
    [told_over(1), told_over(2), told_over(2, marks=True)],
    ids=["format 1", "format 2", "new marks"],
)
def test_a_line_that_says_the_match_is_over_opens_no_hand(raw: bytes, home: Path) -> None:
    path = stored(home, [])
    path.write_bytes(raw)
    timeline = read_timeline(path)
    assert not timeline.finished
    stop = timeline.stops[-1]
    assert timeline.sight(stop, opened=True) == timeline.sight(stop)
    assert not any(timeline.sight(stop).hands[1:])
    assert not any(map(timeline.deed, range(len(timeline.stops))))
    with pytest.raises(UsageError, match="not over"):
        fork_of(timeline, stop)
    assert "the result does not match the record" in " ".join(timeline.notes)
    assert_nameless(" ".join(timeline.notes))


def test_such_a_line_names_no_card_where_a_draw_differs(home: Path) -> None:
    path = stored(home, with_another_draw(UNFINISHED))
    path.write_text(path.read_text() + SAYS_OVER)
    said = said_by_all(path)
    assert "a draw does not match the record" in said
    assert_nameless(said)


def test_such_a_line_quotes_no_hand_of_the_position_at_the_beginning(home: Path) -> None:
    lines = [*UNFINISHED, SAYS_OVER.strip()]
    start = position_line(brawl(6)).rpartition(" ")[0]
    start = re.sub(r"hand=\[", f"hand=[{','.join(['hyper-cube'] * 9)},", start, count=1)
    lines.insert(body(lines) - 1, f"position: {start} {check_of(start)}")
    said = said_by_all(stored(home, lines))
    assert "cannot start" in said
    assert_nameless(said)


def spoilt(line: str, rng: random.Random) -> list[str]:
    """The line with something else in it, or none, or one more."""
    catalog = load_catalog()
    card = rng.choice(catalog.power_cards).id
    return rng.choice(
        [
            [],
            [line, line],
            [line, f"chance: draw {card}"],
            [f"{rng.choice([*TEAMS[:2], 'chance'])}: {rng.choice(['lay', 'play', 'draw'])} {card}"],
            [f"chance: draw {card}"],
            [re.sub(r"[0-9a-f]{16}$", "0123456789abcdef", line)],
            [re.sub(r"^[a-z]+: ", "blue: ", line)],
        ]
    )


@settings(max_examples=25)
@given(at=st.integers(body(UNFINISHED) + 70, len(UNFINISHED) - 1), seed=st.integers(0, 10**6))
def test_no_difference_of_any_kind_names_a_card(at: int, seed: int) -> None:
    changed = [
        *UNFINISHED[:at],
        *spoilt(UNFINISHED[at], random.Random(seed)),
        *UNFINISHED[at + 1 :],
    ]
    record = record_of("\n".join([*changed, ""]).encode(), "old.match")
    told = replay(record)
    if told.differs:
        assert re.fullmatch(KINDS, told.differs)
        assert_nameless("\n".join(Timeline(record).notes))


def damaged(line: str, rng: random.Random) -> str:
    """The line as no record has it; what it says of a card can still be read."""
    at = rng.randrange(len(line) + 1)
    return rng.choice(
        [
            line.replace(":", "", 1),
            line.replace(": ", ":", 1),
            line.replace(": ", "; ", 1),
            f"x{line}",
            f" {line}",
            f"hint: {line}",
            f"= {line}",
            f"hint{line[line.index(':') :]}",
            line[:at] + rng.choice("\x00\x1b\u202e\u00a0\t") + line[at:],
        ]
    )


@settings(max_examples=40)
@given(data=st.data(), seed=st.integers(0, 10**6), over=st.booleans())
def test_a_damaged_line_of_a_match_that_is_not_over_is_not_quoted(
    data: st.DataObject, seed: int, *, over: bool
) -> None:
    named = [at for at, line in enumerate(UNFINISHED) if re.match(r"\w+: (draw|lay|play) ", line)]
    at = data.draw(st.sampled_from(named))
    lines = [*UNFINISHED, *[SAYS_OVER.strip()] * over]
    lines[at] = damaged(lines[at], random.Random(seed))
    raw = "\n".join([*lines, ""]).encode()
    with pytest.raises(RecordError, match=rf"^old:{at + 1}: not? ") as refused:
        record_of(raw, "old")
    record, trouble = as_far_as_good(raw, "old")
    said = [str(refused.value), trouble, *Timeline(record, trouble=trouble).notes]
    assert_nameless("\n".join(said))


def test_all_commands_say_of_a_damaged_line_where_it_is_and_quote_nothing(home: Path) -> None:
    lines = list(UNFINISHED)
    at = last_draw(lines)
    lines[at] = lines[at].replace(": ", " ")
    path = stored(home, lines)
    for command in (["verify"], ["watch"], ["play", "--plain", "--resume"]):
        done = answered(*command, path)
        assert_nameless(done.stdout + done.stderr)
        if command != ["watch"]:  # it needs a terminal to show as much as can be read
            assert f"old.match:{at + 1}: not a line of a record" in done.stderr


def test_a_line_above_the_end_of_the_header_is_not_quoted() -> None:
    draw = UNFINISHED[last_draw(UNFINISHED)].replace(":", "", 1)
    with pytest.raises(RecordError, match=r'^old:3: a header .* begins "chance"$'):
        record_of("\n".join([*UNFINISHED[:2], draw, *UNFINISHED[2:], ""]).encode(), "old")


def test_a_first_draw_that_differs_is_refused_without_a_name() -> None:
    changed = [line.replace("seed: ", "seed: 1") for line in UNFINISHED]
    with pytest.raises(RecordError) as refused:
        replay(record_of("\n".join([*changed, ""]).encode(), "old.match"))
    assert re.match(KINDS + "; nothing before", str(refused.value))
