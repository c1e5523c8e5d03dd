"""No change of a finished record leaves it whole, and no unfinished one is called so."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program import answered
from record_marks import plain, remarked

from deathdome.cli.sessions import new_referee
from deathdome.errors import RecordError
from deathdome.match.undo import UndoStack
from deathdome.records import library
from deathdome.records.format import read_record, record_of
from deathdome.records.replay import replay
from deathdome.records.replay_text import replay_text
from deathdome.records.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Iterator

RECORDS = Path(__file__).parent / "saved"
NAMES = ["human", "random"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


@cache
def finished() -> bytes:
    """A short match from its beginning to its end, with hints and a person."""
    referee = new_referee(NAMES, 5, 1, "waspworth", quick=True)
    writer, _ = library.begin_record(referee, NAMES, people=["Önne"])
    rng = random.Random(5)
    while (request := referee.request()) is not None:
        if rng.random() < 0.2:
            writer.hint(request.seat)
        referee.answer(rng.choice(request.options))
        writer.update()
    writer.close()
    raw = writer.path.read_bytes()
    writer.path.unlink()  # no other test finds it in its home
    return raw


def found(raw: bytes) -> str:
    """`whole`, `unfinished`, `torn` in its last line, or why the record is refused."""
    try:
        record = record_of(raw, "it")
    except RecordError as error:
        return str(error)
    if record.torn:
        return record.altered or "torn"
    return record.altered or ("whole" if record.closed else "unfinished")


def mutated(raw: bytes, seed: int, times: int) -> Iterator[tuple[str, bytes]]:
    """Copies of a record with one thing changed, and what that was."""
    rng = random.Random(seed)
    lines = raw.splitlines(keepends=True)
    for _ in range(times):
        at, line, other = (rng.randrange(n) for n in (len(raw), len(lines), len(lines)))
        flipped = raw[at] ^ 1 << rng.randrange(8)
        yield f"bit of byte {at}", raw[:at] + bytes([flipped]) + raw[at + 1 :]
        byte = rng.choice(b"\n\r #a0: =\x00\xff")
        if byte != raw[at]:
            yield f"byte {at} is {byte}", raw[:at] + bytes([byte]) + raw[at + 1 :]
        yield f"byte {byte} at {at}", raw[:at] + bytes([byte]) + raw[at:]
        yield f"byte {at} is gone", raw[:at] + raw[at + 1 :]
        yield f"line {line} twice", b"".join([*lines[: line + 1], *lines[line:]])
        if lines[line] != lines[other]:
            swapped = lines.copy()
            swapped[line], swapped[other] = lines[other], lines[line]
            yield f"lines {line} and {other} swapped", b"".join(swapped)


def test_a_finished_record_is_whole() -> None:
    raw = finished()
    assert b"\nhint: " in raw
    assert found(raw) == "whole"
    assert replay(record_of(raw, "it")).differs == ""


def test_a_record_is_not_whole_when_any_line_is_gone() -> None:
    lines = finished().splitlines(keepends=True)
    for at in range(len(lines)):
        said = found(b"".join(lines[:at] + lines[at + 1 :]))
        assert said == "unfinished" if at == len(lines) - 1 else said.startswith("it:"), at


def test_a_record_that_is_cut_at_any_line_is_unfinished() -> None:
    raw = finished()
    lines = raw.splitlines(keepends=True)
    header = raw[: raw.index(b"\n\n")].count(b"\n") + 1
    for at in range(len(lines)):
        said = found(b"".join(lines[:at]))
        assert said == "unfinished" if at > header else said.startswith("it:"), at


def test_a_record_is_not_whole_when_anything_in_it_is_changed() -> None:
    for what, raw in mutated(finished(), 1, 150):
        assert found(raw) not in ("whole", "unfinished"), what


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 10))
def test_a_record_is_not_whole_whatever_in_it_is_changed(seed: int) -> None:
    for what, raw in mutated(finished(), seed, 2500):
        assert found(raw) not in ("whole", "unfinished"), what


@pytest.mark.long
def test_a_record_is_not_whole_when_any_bit_of_it_is_flipped() -> None:
    raw = finished()
    for at in range(len(raw)):
        for bit in range(8):
            other = raw[:at] + bytes([raw[at] ^ 1 << bit]) + raw[at + 1 :]
            assert found(other) not in ("whole", "unfinished"), (at, bit)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_no_line_of_an_unfinished_record_can_be_changed(share: float) -> None:
    whole = finished()
    begun = whole.index(b"\n\n") + 2
    raw = whole[: whole.index(b"\n", begun + int((len(whole) - begun) * share)) + 1]
    assert found(raw) == "unfinished"
    last = raw.rstrip(b"\n").rindex(b"\n") + 1
    assert found(raw[:last] + b"red: end turn\n").startswith("it:")
    for what, other in mutated(raw, 1, 40):
        if raw.startswith(other[: other.rfind(b"\n") + 1]):
            continue  # its last line is torn or gone
        assert found(other) not in ("whole", "unfinished", "torn"), what


@pytest.mark.parametrize(
    "more", [b"red: end turn\n", b"hint: red\n", b"= end 0123456789abcdef\n", b"\n", b"x"]
)
def test_nothing_may_follow_the_end(more: bytes) -> None:
    raw = finished()
    line = raw.count(b"\n") + 1
    assert found(raw + more).startswith(f"it:{line}: ")
    ended = raw[: raw.rindex(b"closed: ")]
    assert found(ended) == "unfinished"
    assert found(ended + more).startswith(f"it:{line - 1}: ") or more == b"x"


def test_the_place_of_a_change_is_named() -> None:
    raw = finished()
    said = found(raw.replace("Önne".encode(), b"Anne"))
    assert said.endswith(": the header was changed after it was written")
    at = raw.rindex(b"\nhint: ") + 1
    line = raw[:at].count(b"\n") + 1
    gone = raw[:at] + raw[raw.index(b"\n", at) + 1 :]
    assert found(gone).startswith(f"it:{line}: changed since it was written: this line differs")
    assert "CRLF" in found(raw.replace(b"\n", b"\r\n"))


def test_the_owner_of_a_record_can_forge_one() -> None:
    """Marks have no key: docs/saves.md says so."""
    raw = finished()
    assert remarked(raw) == raw
    assert found(remarked(raw.replace("Önne".encode(), b"Anne"))) == "whole"
    assert plain(raw) != raw


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_marks_are_right_whatever_happens_during_a_match(seed: int, data: st.DataObject) -> None:
    referee = new_referee(NAMES, seed, 1, "waspworth", quick=True)
    writer, _ = library.begin_record(referee, NAMES)
    undo_stack = UndoStack(referee)
    rng = random.Random(seed)
    for _ in range(200):
        record = read_record(writer.path)
        assert record.altered == ""
        assert record.closed is (referee.asked is None)
        request = referee.request()
        if request is None:
            break
        step = data.draw(
            st.sampled_from(["answer"] * 12 + ["undo"] * 4 + ["hint", "leave", "tear"])
        )
        if step == "undo" and undo_stack.depth:
            undo_stack.undo()
        elif step == "hint":
            writer.hint(request.seat)
        elif step in ("leave", "tear"):
            writer.close()
            if step == "tear":
                writer.path.write_bytes(writer.text[: -rng.randrange(1, 9)])
            resumed = library.resume(writer.path)
            assert resumed.notes == ()
            referee, writer = resumed.replay.referee, resumed.writer
            undo_stack = UndoStack(referee)
            undo_stack.recall(resumed.replay.points)
        else:
            undo_stack.answer(rng.choice(request.options))
        assert writer.update() == ""
    writer.close()
    assert replay(read_record(writer.path)).referee.journal == referee.journal


# -- what commands say --------------------------------------------------------------------------


def verify(home: Path, raw: bytes) -> tuple[int, str]:
    path = home / "it.match"
    path.write_bytes(raw)
    done = answered("verify", path)
    assert path.read_bytes() == raw
    return done.returncode, done.stdout + done.stderr


def test_verify_says_how_much_of_a_record_is_there(home: Path) -> None:
    raw = finished()
    code, said = verify(home, raw)
    assert code == 0
    assert "it.match: whole: " in said
    code, said = verify(home, raw[: raw.rindex(b"closed: ")])
    assert code == 0
    assert "it.match: unfinished: the match has ended, but the closing line is missing" in said
    code, said = verify(home, raw[: raw.rindex(b"end: ")])
    assert code == 0
    assert "it.match: unfinished: " in said
    code, said = verify(home, raw.replace(b"\nhint: red", b"\nhint: blue", 1))
    assert code == 1
    assert "whole" not in said
    assert "changed since it was written" in said


@pytest.mark.parametrize(
    ("name", "says"),
    [("characters", "match: format 1: "), ("unfinished", "match: unfinished; format 1: ")],
)
def test_verify_says_what_it_did_not_check_in_an_old_record(name: str, says: str) -> None:
    done = answered("verify", RECORDS / f"0.1.0-{name}.match")
    assert done.returncode == 0
    assert says in done.stdout
    assert "whole" not in done.stdout


def test_a_changed_record_continues_in_a_file_of_its_own(home: Path) -> None:
    raw = finished()
    raw = raw[: raw.rindex(b"\nred: ") + 1].replace("Önne".encode(), b"Anne")
    path = home / "matches" / "it.match"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw)
    resumed = library.resume(path)
    resumed.writer.close()
    assert path.read_bytes() == raw
    assert "the header was changed after it was written" in resumed.notes[0]
    assert "The match continues in" in " ".join(resumed.notes)
    fresh = read_record(resumed.writer.path)
    assert fresh.altered == ""
    assert fresh.header.people == ("Anne", "")
    assert plain(fresh.raw).partition(b"\n\n")[2] == plain(raw).partition(b"\n\n")[2]


def test_a_changed_record_is_shown_with_a_note_and_not_copied() -> None:
    record = record_of(finished().replace("Önne".encode(), b"Anne"), "it")
    assert "the header was changed" in Timeline(record).notes[0]
    with pytest.raises(RecordError, match=r"the header was changed.* no exact copy"):
        replay_text(record)


def test_a_match_whose_end_was_not_closed_is_closed_when_it_is_resumed(home: Path) -> None:
    raw = finished()
    path = home / "matches" / "it.match"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw[: raw.rindex(b"closed: ")])
    assert library.newest_unfinished() == path
    library.resume(path).writer.close()
    assert path.read_bytes() == raw
    assert [one.unfinished for one in library.summaries()] == [False]
