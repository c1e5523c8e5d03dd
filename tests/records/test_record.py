"""A match on disk: written while it is played, replayed to the same position, in any event."""

from __future__ import annotations

import os
import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_marks import plain, remarked

from deathdome.cli.sessions import new_referee
from deathdome.cli.values import ruleset_of
from deathdome.errors import RecordError, UsageError
from deathdome.model.identifiers import TEAMS
from deathdome.model.wire import canonical_text
from deathdome.records import library
from deathdome.records.format import HintTaken, counts_of, read_record, record_of
from deathdome.records.header import header_text
from deathdome.records.replay import replay
from deathdome.records.writer import RecordWriter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.match.referee import Referee
    from deathdome.records.header import Header

RECORDS = Path(__file__).parent / "saved"
NAMES = ["human", "random"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def match(seed: int = 1, *, quick: bool = True, edition: str = "2021", seats: int = 2) -> Referee:
    names = ["human", "random", "random", "random"][:seats]
    return new_referee(
        names, seed, 2, "waspworth", quick=quick, ruleset=ruleset_of(edition, characters=True)
    )


def walk(referee: Referee, seed: int, answers: int) -> Iterator[Referee]:
    """Random answers, ends of turns seldom; the referee after each."""
    rng = random.Random(seed)
    for _ in range(answers):
        request = referee.request()
        if request is None:
            return
        acts = sorted(request.options, key=int)
        referee.answer(rng.choice(acts[: -len(acts) // 4] or acts))
        yield referee


def played(writer: RecordWriter, referee: Referee, seed: int, answers: int) -> Referee:
    for _ in walk(referee, seed, answers):
        assert writer.update() == ""
        assert writer.saved
    return referee


@cache
def a_record(answers: int = 60, *, seed: int = 1, quick: bool = True) -> bytes:
    """The bytes of a short record."""
    referee = match(seed, quick=quick)
    writer, _ = library.begin_record(referee, NAMES)
    played(writer, referee, seed, answers)
    writer.close()
    return writer.path.read_bytes()


def everything(referee: Referee) -> tuple[object, ...]:
    """All that a referee knows, the dice included."""
    return (
        referee.journal,
        referee.events,
        canonical_text(referee.state),
        referee.fingerprint(),
        referee._dice.getstate(),
        referee.asked,
    )


# -- there and back -----------------------------------------------------------------------------


@settings(max_examples=12)
@given(
    seed=st.integers(0, 10**6),
    edition=st.sampled_from(["2018", "2019", "2021"]),
    seats=st.integers(2, 4),
    answers=st.integers(0, 150),
    quick=st.booleans(),
)
def test_a_record_leads_to_the_same_referee_at_every_cut(
    seed: int, edition: str, seats: int, answers: int, *, quick: bool
) -> None:
    referee = match(seed, quick=quick, edition=edition, seats=seats)
    names = ["human", "random", "random", "random"][:seats]
    writer, said = library.begin_record(referee, names)
    assert said == ""
    cuts = {random.Random(seed).randrange(answers + 1), answers}
    for at, _ in enumerate(walk(referee, seed, answers), 1):
        assert writer.update() == ""
        if at in cuts:
            told = replay(read_record(writer.path))
            assert told.differs == ""
            assert everything(told.referee) == everything(referee)
    writer.close()
    assert everything(replay(read_record(writer.path)).referee) == everything(referee)


@pytest.mark.parametrize("seed", [4, 5])
def test_two_whole_matches_with_characters(seed: int) -> None:
    referee = match(seed, quick=False)
    writer, _ = library.begin_record(referee, NAMES)
    played(writer, referee, seed, 10_000)
    writer.close()
    assert referee.over
    told = replay(read_record(writer.path))
    assert told.differs == ""
    assert told.answers == len(referee.journal)
    assert told.where == "end"
    assert everything(told.referee) == everything(referee)
    assert library.summaries()[0].result


def test_what_is_in_a_record_can_be_read_by_people() -> None:
    text = a_record().decode()
    assert text.startswith("deathdome match 2\nversion: ")
    assert "\nswitch: characters = true\n" in text
    assert "\nseat: red = human\nseat: blue = random\n" in text
    assert "\nchance: roll " in text
    assert "\n= round 1 " in text
    assert all(line.isprintable() for line in text.splitlines())


def test_half_a_match_goes_on_as_if_nothing_had_been() -> None:
    whole = match(6)
    first, _ = library.begin_record(whole, NAMES)
    played(first, whole, 6, 40)
    first.close()
    resumed = library.resume(first.path)
    assert resumed.notes == ()
    played(resumed.writer, resumed.replay.referee, 7, 40)
    played(RecordWriter(first.path), whole, 7, 0)
    for _ in walk(whole, 7, 40):
        pass
    resumed.writer.close()
    assert everything(resumed.replay.referee) == everything(whole)
    assert everything(replay(read_record(first.path)).referee) == everything(whole)


# -- cut short ----------------------------------------------------------------------------------


def test_cut_anywhere_it_resumes_within_one_answer_or_says_why(home: Path) -> None:
    raw = a_record(16, quick=False)
    path = home / "cut.match"
    header = raw.index(b"\n\n") + 2
    answers = raw[header:].decode().splitlines(keepends=True)
    for cut in range(len(raw) + 1):
        path.write_bytes(raw[:cut])
        if cut < header:
            with pytest.raises(RecordError, match=r"cut\.match:\d+: "):
                read_record(path)
            continue
        record = read_record(path)
        whole = raw[:cut].rfind(b"\n") + 1
        assert record.torn == (whole < cut)
        lines = raw[header:whole].decode().splitlines(keepends=True)
        assert answers[: len(lines)] == lines
        if cut in (whole, len(raw)):  # else as for the cut before
            told = replay(record)
            assert told.differs == ""
            by_seats = sum(not line.startswith(("=", "chance")) for line in lines)
            journal = told.referee.journal
            assert sum(seat >= 0 for seat, _ in journal) == by_seats


def test_a_torn_file_is_mended_when_it_is_gone_on_with(home: Path) -> None:
    raw = a_record()
    path = home / "torn.match"
    # In the middle of what chance did: the same dice roll the rest again.
    at = raw.rindex(b"\nchance: draw") + 9
    path.write_bytes(raw[:at] + b"\0\0\xff")
    resumed = library.resume(path)
    resumed.writer.close()
    mended = path.read_bytes()
    assert mended.startswith(raw[: raw.rindex(b"\n", 0, at) + 1])
    assert raw.startswith(mended)
    assert replay(read_record(path)).differs == ""


# -- undo ---------------------------------------------------------------------------------------


def test_taken_back_is_taken_back_on_disk() -> None:
    referee = match(8)
    writer, _ = library.begin_record(referee, NAMES)
    played(writer, referee, 8, 30)
    rng = random.Random(8)
    back = 0
    while (request := referee.request()) is not None and back < 25:
        before = writer.path.read_bytes()
        state, answers, events = (
            referee.state.copy(),
            len(referee.journal),
            len(referee.events),
        )
        dice = referee._dice.getstate()
        referee.answer(rng.choice(request.options))
        writer.update()
        if referee._dice.getstate() == dice:
            back += 1
            referee.go_back(state, answers, events)
            assert writer.update() == ""
            assert writer.path.read_bytes() == before
            told = replay(read_record(writer.path))
            assert everything(told.referee) == everything(referee)
            referee.answer(request.options[0])
            writer.update()
    writer.close()
    assert back > 5
    assert replay(read_record(writer.path)).referee.journal == referee.journal


def test_what_may_be_taken_back_is_known_after_resuming() -> None:
    referee = match(9)
    writer, _ = library.begin_record(referee, NAMES)
    for _ in walk(referee, 9, 400):
        writer.update()
        points = replay(read_record(writer.path)).points
        asked = referee.asked
        if asked is None or len(points) > 2:
            break
        for point in points:
            later = {seat for seat, _ in referee.journal[point.answers :]}
            assert later == {asked.seat}
    writer.close()
    assert len(points) > 2
    resumed = library.resume(writer.path)
    again, point = resumed.replay.referee, points[-1]
    again.go_back(point.state.copy(), point.answers, point.events)
    assert resumed.writer.update() == ""
    resumed.writer.close()
    assert replay(read_record(writer.path)).referee.journal == referee.journal[: point.answers]


# -- hints --------------------------------------------------------------------------------------


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6), answers=st.integers(0, 80), data=st.data())
def test_hints_are_told_again_where_they_were_taken_and_change_nothing(
    seed: int, answers: int, data: st.DataObject
) -> None:
    referee = match(seed)
    writer, _ = library.begin_record(referee, NAMES)
    taken: list[HintTaken] = []
    for _ in walk(referee, seed, answers):
        assert writer.update() == ""
        if referee.asked is not None and data.draw(st.booleans()):
            taken.append(HintTaken(len(referee.journal), referee.asked.seat))
            assert writer.hint(referee.asked.seat) == ""
    writer.close()
    raw = writer.path.read_bytes()
    assert raw.count(b"\nhint: ") == len(taken)
    told = replay(read_record(writer.path))
    assert told.differs == ""
    assert list(told.hints) == taken
    assert everything(told.referee) == everything(referee)
    again = library.resume(writer.path)
    again.writer.close()
    assert writer.path.read_bytes() == raw


def test_a_hint_is_on_disk_at_once_and_stays_when_answers_are_taken_back() -> None:
    referee = match(8)
    writer, _ = library.begin_record(referee, NAMES)
    played(writer, referee, 8, 30)
    assert referee.asked is not None
    writer.hint(referee.asked.seat)
    before = writer.path.read_bytes()
    assert plain(before).endswith(f"\nhint: {TEAMS[referee.asked.seat]}\n".encode())
    point = len(referee.journal), len(referee.events), referee.state.copy()
    referee.answer(referee.asked.options[-1])
    writer.update()
    assert referee.asked is not None
    writer.hint(referee.asked.seat)
    counts = counts_of(replay(read_record(writer.path)).hints)
    referee.go_back(point[2], point[0], point[1])
    writer.update()
    hints = replay(read_record(writer.path)).hints
    assert counts_of(hints) == counts
    assert [hint.answers for hint in hints] == [point[0], point[0]]
    assert writer.path.read_bytes().startswith(before)
    writer.close()


def test_hints_are_counted_even_behind_the_line_where_a_match_comes_out_otherwise(
    home: Path,
) -> None:
    raw = a_record()
    at = raw.rindex(b"\nred: ")
    end = raw.index(b"\n", at + 1)
    first = raw.index(b"\nred: ")
    changed = raw[:first] + b"\nhint: red" + raw[first:at]
    changed += b"\nhint: blue\nred: attack blue.nobody" + raw[end:]
    path = home / "matches" / "old.match"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(remarked(changed))
    resumed = library.resume(path)
    resumed.writer.close()
    assert resumed.replay.differs
    assert counts_of(resumed.replay.hints) == {0: 1, 1: 1}
    assert counts_of(replay(read_record(resumed.writer.path)).hints) == {0: 1, 1: 1}


def test_a_hint_of_nobody_is_refused_with_its_line() -> None:
    raw = a_record(16)
    line = raw.count(b"\n") + 1
    with pytest.raises(RecordError, match=f"it:{line}: not a line of a record"):
        record_of(raw + b"hint: pink #12345678\n", "it")


# -- bad files ----------------------------------------------------------------------------------


def test_a_newer_format_is_refused_and_left_alone(home: Path) -> None:
    raw = a_record().replace(b"match 2\nversion: ", b"match 3\nversion: 7.")
    path = home / "matches" / "new.match"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw + b"what nobody knows yet\n")
    with pytest.raises(RecordError, match=r"new\.match:1: written in format 3 by deathdome 7\."):
        library.resume(path)
    for _ in range(3):
        library.tidy(most=1)
    assert path.read_bytes() == raw + b"what nobody knows yet\n"
    assert "format 3" in next(one for one in library.summaries() if one.path == path).trouble


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b"deathdome match 2", b"PK\x03\x04", r":1: not a match record"),
        (
            b"deathdome match 2",
            b"",
            r':1: .*: it has no complete line and should begin with "death',
        ),
        (b"edition: 2021", b"edition: 1999", r":5: no edition"),
        (b"characters = true", b"characters = 3", r":6: characters cannot be 3"),
        (b"characters = true", b"characterz = true", r"Did you mean \"characters\""),
        (b"rounds: 2\nseed", b"rounds: two\nseed", r":\d\d: rounds is a whole number"),
        (b"rounds: 2\nseed", b"rounds: 200\nseed", r":\d\d: a match has 1 to 99 rounds, not 200"),
        (b"rounds: 2\nseed", b"rounds: \nseed", r':\d\d: "rounds" says nothing'),
        (b"board: waspworth", b"board: waspwort", r":\d\d: cannot .* Did you mean \"waspworth\""),
        (
            b"board: waspworth",
            b"board: no.toml",
            r":\d\d: this match needs the board file \"no.toml\"",
        ),
        (b"board: waspworth", b'board: "no', r":\d\d: no path: "),
        (b"\n\n", b"\npack: 0 /not\n\n", r":\d+: no digest of a pack: \"0\""),
        (
            b"\n\n",
            b"\npack: 0123456789abcdef /not/there\n\n",
            r":\d+: this match needs the pack \"there\"",
        ),
        (b"\n\n", b"\nposition: DD1 cut\n\n", r":\d\d: cannot start: position: "),
        (b"seat: blue = random\n", b"", r"header lacks: seat"),
        (b"seat: blue = random", b"seat: green = random", r"list the seats in the order"),
        (b"seed: 1\n", b"", r"header lacks: seed"),
        (b"seed: 1\n", b"seed: 1\nseed: 1\n", r"appears twice"),
        (b"cards: ", b"cards: \xff", r":4: not UTF-8"),
        (b"cards: ", b"cards: \x1b[2J", r":4: a header has lines like"),
        (b"chance: roll", b"chance; roll", r"not a line of a record"),
        (b"red: ", b"mauve: ", r"not a line of a record"),
        (b"= store", b"= store \x07", r"not a line of a record"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_its_line(
    old: bytes, new: bytes, says: str, home: Path
) -> None:
    raw = a_record()
    assert old in raw
    path = home / "bad.match"
    path.write_bytes(raw.replace(old, new, 1))
    with pytest.raises(RecordError, match=says) as caught:
        replay(read_record(path))
    assert str(caught.value).isprintable()
    assert "bad.match" in str(caught.value)


def test_garbage_is_refused_without_a_crash(home: Path) -> None:
    rng = random.Random(1)
    raw = a_record()
    path = home / "bad.match"
    for _ in range(300):
        at = rng.randrange(len(raw))
        path.write_bytes(raw[:at] + rng.randbytes(rng.randrange(1, 9)) + raw[at + 3 :])
        try:
            replay(read_record(path))
        except RecordError as error:
            assert str(error).isprintable()  # noqa: PT017 - only some of them are refused


# -- it does not come out as it was -------------------------------------------------------------


def test_other_cards_go_on_from_the_last_good_turn_in_a_file_of_their_own(home: Path) -> None:
    raw = a_record()
    at = raw.rindex(b"\nred: ")
    end = raw.index(b"\n", at + 1)
    changed = raw[:at] + b"\nred: attack blue.nobody" + raw[end:]
    changed = remarked(changed.replace(b"\ncards: ", b"\ncards: 0", 1))
    path = home / "matches" / "old.match"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(changed)
    resumed = library.resume(path)
    resumed.writer.close()
    line = changed[: at + 2].count(b"\n") + 1
    assert f"old.match:{line}: " in resumed.replay.differs
    assert "the cards have changed" in resumed.replay.differs
    assert resumed.replay.checked
    assert path.read_bytes() == changed
    assert resumed.writer.path != path
    fresh = read_record(resumed.writer.path)
    assert fresh.header.origin == "old.match"
    told = replay(fresh)
    assert told.differs == ""
    assert everything(told.referee) == everything(resumed.replay.referee)
    assert library.newest_unfinished() == resumed.writer.path
    assert path not in [one.path for one in library.summaries()]


def test_other_dice_are_noticed_at_the_line(home: Path) -> None:
    raw = a_record()
    path = home / "loaded.match"
    at = raw.rindex(b"\nchance: draw ")
    end = raw.index(b"\n", at + 1)
    other = b"crowd-roar" if b"crowd-roar" not in raw[at:end] else b"hyper-cube"
    path.write_bytes(remarked(raw[:at] + b"\nchance: draw " + other + raw[end:]))
    told = replay(read_record(path))
    place = f"{path}:{raw[: at + 1].count(bytes([10])) + 1}"
    assert told.differs == f"{place}: a draw does not match the record"
    assert told.named.startswith(f"{place}: chance says")


def test_another_position_is_noticed(home: Path) -> None:
    raw = a_record()
    path = home / "other.match"
    path.write_bytes(remarked(raw.replace(b"seed: 1\n", b"seed: 2\n", 1)))
    with pytest.raises(RecordError, match="nothing before that can be checked"):
        replay(read_record(path))


# -- the disk -----------------------------------------------------------------------------------


def test_a_full_disk_is_said_once_and_everything_is_written_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    referee = match(10)
    writer, _ = library.begin_record(referee, NAMES)
    played(writer, referee, 10, 10)
    really = os.write
    room = 20

    def full(number: int, data: bytes) -> int:
        nonlocal room
        if not room:
            raise OSError(28, "No space left on device")
        some = data[:room]
        room -= len(some)
        return really(number, some)

    monkeypatch.setattr(os, "write", full)
    said = [writer.update() for each in walk(referee, 10, 12)]
    assert len([text for text in said if text]) == 1
    assert "No space left on device" in "".join(said)
    assert not writer.saved
    monkeypatch.undo()
    played(writer, referee, 11, 3)
    writer.close()
    assert everything(replay(read_record(writer.path)).referee) == everything(referee)


def test_a_folder_that_cannot_be_written_stops_no_match(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("no folder")
    monkeypatch.setenv("DEATHDOME_HOME", str(home / "file"))
    referee = match(10)
    writer, said = library.begin_record(referee, NAMES)
    assert said.startswith("can't save the match: Not a directory")
    assert not writer.saved
    assert [writer.update() for each in walk(referee, 10, 5)] == [""] * 5
    writer.close()


def test_a_record_that_somebody_deletes_is_written_again() -> None:
    referee = match(12)
    writer, _ = library.begin_record(referee, NAMES)
    writer.path.unlink()
    played(writer, referee, 12, 1)
    writer.close()
    assert replay(read_record(writer.path)).referee.journal == referee.journal


def test_a_record_that_is_a_link_stays_one_when_answers_are_taken_back(home: Path) -> None:
    referee = match(12)
    writer, _ = library.begin_record(referee, NAMES)
    writer.close()
    link, real = writer.path, home / "elsewhere.deathdome"
    link.rename(real)
    link.symlink_to(real)
    real.chmod(0o640)
    resumed = library.resume(link)
    referee, writer = resumed.replay.referee, resumed.writer
    before = referee.state.copy(), len(referee.journal), len(referee.events)
    for _ in walk(referee, 12, 1):
        writer.update()
    referee.go_back(*before)
    writer.update()
    played(writer, referee, 13, 4)
    with pytest.raises(RecordError, match="another program is playing this match"):
        library.resume(real)
    writer.close()
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert replay(read_record(real)).referee.journal == referee.journal


def test_two_programs_do_not_write_the_same_match() -> None:
    referee = match(13)
    writer, _ = library.begin_record(referee, NAMES)
    with pytest.raises(RecordError, match="another program is playing this match"):
        library.resume(writer.path)
    played(writer, referee, 13, 5)
    before = referee.state.copy(), len(referee.journal), len(referee.events)
    referee.answer(referee.asked.options[0])  # type: ignore[union-attr]
    writer.update()
    referee.go_back(*before)
    writer.update()  # written again: still private
    with pytest.raises(RecordError, match="another program is playing this match"):
        library.resume(writer.path)
    writer.close()
    library.resume(writer.path).writer.close()


def test_two_new_matches_are_two_files() -> None:
    writers = [library.begin_record(match(1), NAMES)[0] for _ in range(5)]
    assert len({writer.path for writer in writers}) == 5
    for writer in writers:
        writer.close()


# -- the library --------------------------------------------------------------------------------


def test_the_unfinished_are_on_top_and_the_oldest_go(home: Path) -> None:
    folder = home / "matches"
    folder.mkdir()
    over = (RECORDS / "0.1.0-characters.match").read_bytes()
    half = (RECORDS / "0.1.0-unfinished.match").read_bytes()
    for number in range(12):
        path = folder / f"{number:02}.match"
        path.write_bytes(half if number in (3, 7) else over)
        os.utime(path, (1_000_000 + number, 1_000_000 + number))
    (folder / "00.match.crash.txt").write_text("crash")
    left = folder / ".01.match.abcd.new"
    left.write_text("half")
    os.utime(left, (1, 1))
    names = [one.path.name[:2] for one in library.summaries()]
    assert names == ["07", "03", "11", "10", "09", "08", "06", "05", "04", "02", "01", "00"]
    assert library.newest_unfinished().name == "07.match"
    library.tidy(most=6)
    names = [one.path.name[:2] for one in library.summaries()]
    assert names == ["07", "03", "11", "10", "09", "08", "06"]
    assert not left.exists()
    assert not (folder / "00.match.crash.txt").exists()


def test_without_an_unfinished_match_that_is_said() -> None:
    with pytest.raises(RecordError, match="no unfinished match"):
        library.resume()


def test_a_record_is_found_by_path_and_by_name(home: Path) -> None:
    folder = home / "matches"
    folder.mkdir()
    path = folder / "mine.match"
    path.write_bytes(a_record())
    assert library.find("mine") == library.find("mine.match") == library.find(str(path)) == path


def test_a_record_that_is_not_there_is_not_found(home: Path) -> None:
    with pytest.raises(UsageError, match=f"{home}/none: no such file or saved match"):
        library.find(f"{home}/none")


def test_headers_come_back_whatever_is_in_them() -> None:
    from dataclasses import replace

    from deathdome.records.header import LONGEST, Pack

    header: Header = record_of(a_record(), "x").header
    odd = replace(
        header,
        people=("Bo [b] = x", ""),
        packs=(Pack("0" * 16, "/a b/\n\udcff.toml"), Pack("1" * 16, '"x"'), Pack("2" * 16, " x ")),
        board="/ä/b.toml",
        origin="y.match",
        seed=10**LONGEST - 1,
        ruleset=replace(header.ruleset, rounds=4, series_rounds=(1, 2), shell_limit=3),
    )
    assert record_of(header_text(odd).encode(), "x").header == odd


# -- for ever -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.match")), ids=lambda path: path.name)
def test_records_of_every_release_are_told_again(path: Path) -> None:
    record = read_record(path)
    told = replay(record)
    assert told.differs == ""
    assert told.answers == len(told.referee.journal)
    assert told.checked > 10
