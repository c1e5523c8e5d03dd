"""A whole match as a text: it comes back to the byte, has no path, and damage is refused."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fuzz import brawl, eager
from hypothesis import given, settings
from hypothesis import strategies as st
from record_marks import remarked
from sample_records import header_of

from deathdome.cli.values import collection_of, ruleset_of
from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.content.positions.one_line import position_line
from deathdome.errors import RecordError, printable
from deathdome.journal.words import check_of
from deathdome.match.referee import Referee
from deathdome.model.wire import canonical_text
from deathdome.records import library
from deathdome.records.format import HintTaken, Record, read_record, record_of
from deathdome.records.header import Header, Pack, header_text
from deathdome.records.replay import packs_of, replay
from deathdome.records.replay_text import Reader, is_replay_text, read_replay, replay_text
from deathdome.records.timeline import Timeline
from deathdome.records.writer import record_text
from deathdome.rules.engine import decision
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    from collections.abc import Sequence

RECORDS = Path(__file__).parent / "saved"
BOARD = """
id = "yard"
name = "The Yard"
map = '''
B B . . . . . . . . . . . .
B B . . . . . . . . . . . .
. . . . . . c . . . . . . .
. . . . . . . . # . . . . .
J r . . . . . . . . . r J .
. . . . . c . . . . . . . .
. . . . . . . . . . . . B B
. . . . . . . . . . . . B B
'''
bases = { south = "m7", north = "a1" }
jails = { "the, pit" = "m5", "so|so" = "a5" }
seating = { 2 = ["south", "north"] }
"""


def play(referee: Referee, seed: int, answers: int) -> Referee:
    rng = random.Random(seed)
    for _ in range(answers):
        asked = decision(referee.state)
        if asked is None:
            break
        referee.answer(eager(asked, rng))
    return referee


def hints_of(referee: Referee) -> list[HintTaken]:
    """Hints for some of the questions that seats have answered."""
    rng = random.Random(referee.seed)
    asked = enumerate(referee.journal)
    return [HintTaken(at, seat) for at, (seat, _) in asked if seat >= 0 and rng.random() < 0.15]


def kept(referee: Referee, **more: object) -> Record:
    """The record of the played match."""
    text = record_text(header_of(referee, **more), referee, hints_of(referee))
    return record_of(text, "kept", own=True)


def from_the_box_begun(seed: int) -> Referee:
    rules = ruleset_of(("2018", "2019", "2021")[seed % 3], characters=seed % 2 == 0)
    state = new_game(
        load_catalog(), load_board(), seats=2 + seed % 3, ruleset=rules, rounds=1 + seed % 5
    )
    return Referee(state, seed)


def from_the_box(seed: int, answers: int) -> Record:
    return kept(play(from_the_box_begun(seed), seed, answers))


def from_a_position(seed: int, answers: int) -> Record:
    start = position_line(brawl(seed))
    return kept(play(Referee(brawl(seed), seed), seed, answers), start=start)


matches = st.builds(
    lambda builder, seed, answers: builder(seed, answers),
    st.sampled_from([from_the_box, from_a_position]),
    st.integers(0, 10_000),
    st.integers(0, 400),
)


@cache
def a_text() -> str:
    return replay_text(read_record(RECORDS / "0.1.0-characters.match"))


# -- there and back --------------------------------------------------------------------------------


@settings(max_examples=25)
@given(matches)
def test_a_match_comes_back_from_its_text_to_the_byte(record: Record) -> None:
    text = replay_text(record)
    assert text.isascii()
    back = read_replay(text)
    assert back.raw == record.raw
    assert replay_text(back) == text
    assert canonical_text(replay(back).referee.state) == canonical_text(
        replay(record).referee.state
    )


@pytest.mark.parametrize("name", ["characters", "unfinished"])
def test_a_record_of_an_earlier_version_comes_back_to_the_byte(name: str) -> None:
    record = read_record(RECORDS / f"0.1.0-{name}.match")
    assert read_replay(replay_text(record)).raw == record.raw


@pytest.mark.parametrize("number", [1, 2])
def test_hints_and_the_record_that_was_continued_come_back_to_the_byte(number: int) -> None:
    referee = play(from_the_box_begun(3), 3, 60)
    digest = "" if number == 1 else "0123456789abcdef"
    more = {"origin": "old match.match", "origin_digest": digest, "format": number}
    record = kept(referee, **more)
    assert b"\nhint: " in record.raw
    text = replay_text(record)
    assert " | hint: " in text
    assert read_replay(text).raw == record.raw


@pytest.mark.parametrize(
    ("hint", "says"),
    [
        (" | hint: red" * 1001, "a match has 1,000 hints at most"),
        (" | hint: pink", 'a hint belongs to a team, not to "pink"'),
    ],
)
def test_hints_that_no_match_has_are_refused(hint: str, says: str) -> None:
    lines = a_text().splitlines()[:-1]
    lines[2] += hint
    text = "\n".join(lines)
    with pytest.raises(RecordError, match=says):
        read_replay(f"{text}\ncheck: {check_of(text)}\n")


def test_the_text_of_a_match_has_no_folder_of_the_record_that_was_continued() -> None:
    record = kept(from_the_box_begun(3), origin="/home/bo/old.match")
    with pytest.raises(RecordError, match=r"^kept:\d+: it names a folder") as refused:
        replay_text(record)
    assert "home" not in str(refused.value)


# Any text, and those that Hypothesis seldom finds.
ODD_NAMES = st.text(min_size=1, max_size=12) | st.sampled_from(
    [
        "a\nb",
        "x\udcff",
        "\u202e",
        "\u00a0n",
        "a\\b",
        " a",
        "a ",
        '"a"',
        '"a',
        "12",
        "true",
        "%41",
        "_",
    ]
)


def a_header(**more: object) -> Header:
    return header_of(from_the_box_begun(3), **more)


@settings(max_examples=60)
@given(
    names=st.tuples(ODD_NAMES, ODD_NAMES),
    people=st.tuples(ODD_NAMES, st.just("")),
    texts=st.tuples(*[ODD_NAMES.map(printable)] * 3),
    origin=ODD_NAMES.map(lambda name: f"{name}.match"),
    pack=ODD_NAMES,
    fork=ODD_NAMES,
    number=st.sampled_from([1, 2]),
)
def test_any_header_comes_back_to_the_byte_or_is_not_copied(
    names: tuple[str, ...],
    people: tuple[str, ...],
    texts: tuple[str, ...],
    origin: str,
    pack: str,
    fork: str,
    number: int,
) -> None:
    more = dict(zip(("version", "began", "cards"), texts, strict=True))
    packs = (Pack("0123456789abcdef", f"/there/{pack}"),)
    header = a_header(
        names=names, people=people, origin=origin, origin_digest="1" * 16, packs=packs, fork=fork,
        format=number, **more,
    )  # fmt: skip
    try:
        raw = header_text(header).encode()
        record = record_of(raw, "odd")
    except (RecordError, UnicodeEncodeError):
        return  # no record has such a header
    try:
        text = replay_text(record)
    except RecordError as error:
        assert str(error).endswith("So there is no exact copy")  # noqa: PT017 - either is right
        return
    assert text.isascii()
    back = read_replay_header(text, record.header.packs)
    assert header_text(back).encode() == raw


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("version: 0.1.0", "version: 1.0 beta"),
        ("version: 0.1.0", "version: ü_%"),
        ("cards: ", "cards: 1 x"),
        ('switch: push_oblique = "any_farther"\n', ""),
        ("\nmark:", '\nfrom: 0123456789abcdef "a\\nb.match"\nmark:'),
        ("\nmark:", '\nfrom: 0123456789abcdef "x\\udcff.match"\nmark:'),
        ("\nmark:", "\nfrom: 0123456789abcdef a\\b.match\nmark:"),
        ("\nmark:", "\nfrom: 0123456789abcdef 12\nmark:"),
    ],
)
def test_headers_of_any_text_come_back_to_the_byte(old: str, new: str) -> None:
    raw = changed_record(old, new)
    assert read_replay(replay_text(record_of(raw, "odd"))).raw == raw


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("seed: ", "seed: 0", "seed"),
        ("secret: ab", "secret: AB", "secret"),
        ("version: 0.1.0", "version: 0.1.0 ", "version"),
        ("switch: characters = true", "switch: characters =  true", "switch: characters"),
        ("\nmark:", '\nfrom: 0123456789abcdef "a"\nmark:', "from"),
        ("\nmark:", "\nfrom: 0123456789abcdef a/b\nmark:", "from"),
    ],
)
def test_a_header_that_would_be_changed_is_not_copied(old: str, new: str, key: str) -> None:
    raw = changed_record(old, new)
    line = raw[: raw.index(f"\n{key}".encode()) + 1].count(b"\n") + 1
    with pytest.raises(RecordError, match=rf"^odd:{line}: .*no exact copy"):
        replay_text(record_of(raw, "odd"))


def test_a_body_that_would_be_changed_is_not_copied() -> None:
    raw = changed_record("", "")
    for old, new in ((b"activate ", b"activate  "), (b"\nend:", b"\n\nend:")):
        assert old in raw
        with pytest.raises(RecordError, match=r"^odd:\d+: .*no exact copy"):
            replay_text(record_of(remarked(raw.replace(old, new, 1)), "odd"))
    open_ended = raw[: raw.rindex(b"closed: ")]
    with pytest.raises(RecordError, match=r"^odd: lines are missing at its end"):
        replay_text(record_of(open_ended, "odd"))


def changed_record(old: str, new: str) -> bytes:
    """A finished record with another text in its header, and marks that fit."""
    referee = a_finished_match()
    raw = record_text(header_of(referee, secret=b"\xab" * 16), referee)
    assert old.encode() in raw
    return remarked(raw.replace(old.encode(), new.encode(), 1))


@cache
def a_finished_match() -> Referee:
    return play(from_the_box_begun(6), 6, 10**6)


def read_replay_header(text: str, packs: Sequence[Pack]) -> Header:
    """The header in a text, whose packs need not be there."""
    return Reader(text, "text").record(packs).header


def test_there_is_a_line_for_the_header_the_store_every_round_the_end_and_the_checksum() -> None:
    lines = a_text().splitlines()
    assert [line.split(" ")[0] for line in lines] == [
        "DDR1", "store", "round", "round", "round", "round", "end", "end:", "check:",
    ]  # fmt: skip
    assert [line[:7] for line in lines if line.startswith("round")] == [
        f"round {number}" for number in range(1, 5)
    ]
    assert "chance" not in a_text()
    assert len(a_text()) < 4_000


def test_a_match_of_other_answers_differs_only_from_the_round_where_they_differ() -> None:
    text = a_text()
    at = text.index("\nround 3")
    again = read_replay(text)
    cut = again.raw.index(b"\n", again.raw.rindex(b"\n= round 2 ") + 1) + 1
    shorter = replay_text(record_of(again.raw[:cut], "shorter"))
    same = 0
    while shorter[same] == text[same]:
        same += 1
    assert 0 < same <= at


def test_what_was_read_can_be_looked_at_like_any_recorded_match() -> None:
    timeline = Timeline(read_replay(a_text()))
    assert timeline.finished
    assert len(timeline.stops) > 50
    # The match is of a release with other cards, but the match had none of those.
    assert all("So far that made no difference" in note for note in timeline.notes)


def test_a_match_that_began_with_a_position_says_so_in_its_second_line() -> None:
    record = from_a_position(5, 80)
    text = replay_text(record)
    assert text.splitlines()[1] == record.header.start
    timeline = Timeline(read_replay(text))
    begun = Referee(brawl(5), 5).state  # with the cards that are drawn before anybody is asked
    assert canonical_text(timeline.position(timeline.stops[0])) == canonical_text(begun)


def test_a_match_on_a_board_of_ones_own_draws_the_board(tmp_path: Path) -> None:
    path = tmp_path / "yard.toml"
    path.write_text(BOARD, encoding="utf-8")
    state = new_game(load_catalog(), load_board(str(path)), seats=2, rounds=2)
    referee = play(Referee(state, 4), 4, 300)
    record = kept(referee, board=str(path))
    text = replay_text(record)
    assert " map=2B12./" in text
    assert "yard" not in text
    path.unlink()
    back = read_replay(text)
    assert replay(back).referee.journal == referee.journal
    assert replay_text(back) == text


def test_names_that_are_anything_come_back_and_no_path_is_told(tmp_path: Path) -> None:
    pack = tmp_path / "tavern"
    pack.mkdir()
    packs = packs_of([str(pack)])
    collection = collection_of(None)
    record = kept(
        play(Referee(new_game(load_catalog(), load_board(), seats=2, rounds=2), 9), 9, 30),
        people=("Zoë | red: [/x], 100%", "42"),
        packs=packs,
        fork="a match at answer 57",
    )
    text = replay_text(record)
    assert text.isascii()
    assert str(tmp_path) not in text
    assert read_replay(text, packs, collection).raw == record.raw
    with pytest.raises(RecordError, match=r'the pack "tavern" .*--pack'):
        read_replay(text, (), collection)


# -- damage ----------------------------------------------------------------------------------------


def refused(text: str) -> str:
    """Return the reason why the text is refused. Any other error is a crash."""
    with pytest.raises(RecordError) as caught:
        read_replay(text, source="pasted")
    said = str(caught.value)
    assert re.match(r"pasted:(\d+:| )", said), said
    assert said.isprintable()
    return said


def resealed(lines: list[str]) -> str:
    text = "\n".join(lines)
    return f"{text}\ncheck: {check_of(text)}\n"


def test_every_sign_that_is_changed_left_out_or_put_in_is_noticed() -> None:
    text = a_text().strip()
    rng = random.Random(5)
    for at in range(0, len(text), 3):
        refused(text[:at])
        if text[at] != "\n" and text[at - 1] != "\n":
            refused(text[:at] + text[at + 1 :])
        other = rng.choice([sign for sign in "aZ9.,=|:%-\x00\x1b\u202e" if sign != text[at]])
        refused(text[:at] + other + text[at + 1 :])


def test_line_ends_of_other_systems_and_blank_lines_are_no_damage() -> None:
    text = a_text()
    assert (
        read_replay("\n\n" + text.replace("\n", " \r\n\r\n")).entries == read_replay(text).entries
    )


@settings(max_examples=150)
@given(st.data())
def test_a_text_that_is_wrong_in_spite_of_its_checksum_is_refused_or_is_a_match(
    data: st.DataObject,
) -> None:
    lines = a_text().splitlines()[:-1]
    at = data.draw(st.integers(0, len(lines) - 1))
    line = lines[at]
    cut, end = sorted(data.draw(st.tuples(*[st.integers(0, len(line))] * 2)))
    piece = data.draw(
        st.sampled_from(["", " | ", ", ", "=", " = ", "red: ", "9" * 30, "walk k5", "[[", "%2c"])
        | st.text("abcdefghijklmnopqrstuvwxyz0123456789-.,:|=()[]%_# ", max_size=12)
    )
    lines[at] = line[:cut] + piece + line[end:]
    text = resealed([" ".join(line.split()) for line in lines if line.strip()])
    try:
        back = read_replay(text, source="pasted")
    except RecordError as error:
        assert str(error).startswith("pasted")  # noqa: PT017 - either is right
    else:
        assert back.header.names


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("DDR1 ", "DDR2 ", "pasted:1: written in format 2; this program reads format 1"),
        ("DDR1 ", "hello ", 'pasted:1: it begins with "hello'),
        ("rounds=4", "rounds=x", "pasted:1: rounds is a whole number"),
        ("rounds=4", "rounds=4 rounds=4", 'pasted:1: character 44: "rounds" .* twice'),
        ("rounds=4", "rinds=4", 'pasted:1: no word "rinds" in the first line'),
        ("rounds=4", "", "pasted:1: the header lacks: rounds"),
        ("rounds=4", "rounds=99999999999999999999", "pasted"),
        ("board=waspworth", "board=drawn", "pasted:1: board=drawn precedes a position"),
        ("board=waspworth", "board=atlantis", 'no board "atlantis"'),
        ("seats=[human,greedy]", "seats=5", "pasted:1: seats: a list of two to four"),
        ("seats=[human,greedy]", "seats=[human]", "pasted:1: the header lacks: seat"),
        ("characters=true", "characters=7", "pasted:1: characters cannot be 7"),
        ("\nround 1 blue", "\nfound 1 blue", "pasted:3: .*not as recorded"),
        ("\nround 1 blue =", "\nround 1 blue", 'pasted:3: not a line of a replay: "round 1'),
        ("| red: activate", "| pink: activate", "pasted:3: expected a team and its actions"),
        ("walk m13", "walk a1", 'pasted:3: "walk a1" is refused: '),
        ("walk m13", "wolk m13", 'pasted:3: "wolk m13": no action "wolk"'),
        ("seed=11", "seed=12", "pasted:2: .*nothing before that can be checked"),
        ("end: red won", "end: blue won", "the match ended so"),
    ],
)
def test_what_is_wrong_in_a_text_is_said_with_its_line(old: str, new: str, told: str) -> None:
    text = a_text().replace(old, new, 1)
    assert text != a_text()
    said = refused(resealed([" ".join(line.split()) for line in text.splitlines()[:-1]]))
    assert re.search(told, said), said


def test_a_text_without_its_end_is_cut_off() -> None:
    lines = a_text().splitlines()
    assert "Was the text cut off?" in refused("\n".join(lines[:-1]))
    assert "the result of the match is missing" in refused(resealed(lines[:-2]))
    assert "copy it again" in refused(a_text().replace("walk m13", "walk m14", 1))
    assert "begins with nothing" in refused("")
    assert "begins with nothing" in refused(" \n\n ")


def test_a_text_is_known_for_a_replay_by_its_beginning() -> None:
    assert is_replay_text(a_text())
    assert not is_replay_text("DD1 full")
    assert not is_replay_text("deathdome match 1")


# -- matches that begin with a position, on disk ---------------------------------------------------


def test_a_match_from_a_position_is_kept_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    state = brawl(5)
    start = position_line(state)
    referee = Referee(state, 3)
    names = ["human", "random", "random", "random"][: state.setup.seats]
    writer, said = library.begin_record(referee, names, start=start)
    assert said == ""
    play(referee, 3, 40)
    assert writer.update() == ""
    writer.close()
    resumed = library.resume(writer.path)
    assert resumed.replay.referee.fingerprint() == referee.fingerprint()
    assert resumed.header.start == start
    assert resumed.notes == ()
    resumed.writer.close()


@pytest.mark.parametrize("start", ["DD1 full seats=9 00000000", "DD2 x", "hello"])
def test_a_record_whose_position_is_spoilt_is_refused(start: str) -> None:
    record = from_a_position(5, 20)
    raw = record.raw.replace(record.header.start.encode(), start.encode())
    with pytest.raises(RecordError, match=r"kept:\d+: cannot start: position: "):
        replay(record_of(raw, "kept"))
