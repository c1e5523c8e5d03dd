"""A record on a disk that fails, fills up, or is changed by other programs during the match."""

from __future__ import annotations

import errno
import os
import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from deathdome.cli.sessions import new_referee
from deathdome.errors import RecordError
from deathdome.journal.record_file import RecordFile
from deathdome.records import library
from deathdome.records.format import read_record, record_of
from deathdome.records.replay import replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.match.referee import Referee
    from deathdome.records.writer import RecordWriter

NAMES = ["human", "random"]
RECORDS = Path(__file__).parent / "saved"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def begun(seed: int = 1) -> Referee:
    return new_referee(NAMES, seed, 1, "waspworth", quick=True)


def answer(referee: Referee, rng: random.Random) -> bool:
    request = referee.request()
    if request is not None:
        referee.answer(rng.choice(request.options))
    return request is not None


def kept(seed: int = 1, answers: int = 4) -> tuple[RecordWriter, Referee, random.Random]:
    """A match with a few answers, all of them on disk."""
    referee, rng = begun(seed), random.Random(seed)
    writer, said = library.begin_record(referee, NAMES)
    for _ in range(answers):
        assert answer(referee, rng)
        said += writer.update()
    assert said == ""
    return writer, referee, rng


def on_disk(writer: RecordWriter) -> bool:
    """True if exactly this match is on disk, from its beginning to here."""
    return writer.path.exists() and writer.path.read_bytes() == writer.text


# -- every write fails once, or from then on ----------------------------------------------------


class Faults:
    """Makes the n-th call of the system fail that writes; `times` in a row."""

    def __init__(self, patch: pytest.MonkeyPatch, first: int, times: int, code: int) -> None:
        self.calls = 0
        self.failed: list[str] = []
        self.first, self.times, self.code = first, times, code
        for name in ("write", "fsync", "ftruncate", "replace", "rename", "open", "mkdir"):
            patch.setattr(os, name, self.failing(getattr(os, name), name))

    def failing(self, call: Callable[..., Any], name: str) -> Callable[..., Any]:
        def failing(*given: Any, **named: Any) -> Any:
            if name == "open" and not given[1] & (os.O_WRONLY | os.O_RDWR):
                return call(*given, **named)
            self.calls += 1
            if not self.first <= self.calls < self.first + self.times:
                return call(*given, **named)
            self.failed.append(name)
            if name == "write" and self.calls % 2:  # half of it arrives
                call(given[0], given[1][: len(given[1]) // 2])
            raise OSError(self.code, os.strerror(self.code))

        return failing


def reads_back(writer: RecordWriter, texts: list[bytes]) -> bool:
    """True if the file is the beginning of the match, as it was at some step, or not there yet."""
    texts.append(writer.text)
    if writer.saved:
        return on_disk(writer)
    if not writer.path.exists():
        return True
    return any(text.startswith(whole_lines(writer.path.read_bytes())) for text in texts)


@cache
def whole_lines(raw: bytes) -> bytes:
    """The whole lines of a record; they can be read and replayed."""
    record = record_of(raw, "on disk", own=True)
    assert record.altered == ""
    assert replay(record).differs == ""
    return record.raw


def short_match(writer: RecordWriter, referee: Referee) -> None:
    """Answers, hints and an undo; after each step the writer claims no more than there is."""
    rng = random.Random(7)
    undone = False
    texts = [writer.text]
    for step in range(14):
        before = referee.state.copy(), len(referee.journal), len(referee.events)
        dice = referee._dice.getstate()
        if not answer(referee, rng):
            break
        said = writer.update()
        assert not said or not writer.saved
        assert reads_back(writer, texts)
        if step % 4 == 1 and referee.asked is not None:
            writer.hint(referee.asked.seat)
            assert reads_back(writer, texts)
        if step > 5 and not undone and referee._dice.getstate() == dice:
            undone = True
            referee.go_back(*before)
            writer.update()
        assert bool(writer.lost) is not writer.saved
        assert reads_back(writer, texts)
    assert undone


@pytest.mark.parametrize(
    ("times", "code"), [(1, errno.ENOSPC), (3, errno.EIO), (1000, errno.ENOSPC)]
)
def test_whichever_write_fails_nothing_is_lost_or_claimed(
    times: int, code: int, home: Path
) -> None:
    first = 1
    failed: set[str] = set()
    while True:
        os.environ["DEATHDOME_HOME"] = str(home / f"{first}")
        referee = begun()
        with pytest.MonkeyPatch.context() as patch:
            faults = Faults(patch, first, times, code)
            writer, said = library.begin_record(referee, NAMES)
            assert bool(said) is not writer.saved
            short_match(writer, referee)
            if times == 1000:
                writer.retry()
                assert writer.saved is on_disk(writer)
        failed.update(faults.failed)
        if not faults.failed:
            break
        assert writer.retry() == ""
        assert writer.saved
        assert on_disk(writer)
        writer.close()
        told = replay(read_record(writer.path))
        assert told.differs == ""
        assert told.referee.journal == referee.journal
        assert [*writer.path.parent.glob(".*")] == []
        first += 1
    assert first > 15
    assert failed >= {"mkdir", "open", "write", "fsync", "replace"}
    assert times == 1 or "ftruncate" in failed  # which follows a write that failed


@pytest.mark.parametrize("times", [1, 1000])
def test_whichever_write_fails_a_resumed_match_loses_nothing(times: int, home: Path) -> None:
    writer, _, _ = kept()
    writer.close()
    raw = writer.path.read_bytes()
    torn = raw[:-5]
    first = 1
    while True:
        path = home / "matches" / f"{first}.match"
        path.write_bytes(torn)
        with pytest.MonkeyPatch.context() as patch:
            faults = Faults(patch, first, times, errno.ENOSPC)
            resumed = library.resume(path)
            assert bool(resumed.notes) is not resumed.writer.saved
            assert path.read_bytes() in (torn, resumed.writer.text)
            short_match(resumed.writer, resumed.replay.referee)
        resumed.writer.close()
        assert on_disk(resumed.writer)
        assert replay(read_record(path)).differs == ""
        if not faults.failed:
            break
        first += 1
    assert first > 10


def test_a_match_is_saved_on_exit_once_the_disk_has_room_again() -> None:
    writer, referee, rng = kept()
    with pytest.MonkeyPatch.context() as patch:
        Faults(patch, 1, 10**6, errno.ENOSPC)
        assert answer(referee, rng)
        assert "No space left" in writer.update()
        assert "No space left" in writer.lost
    writer.close()
    assert writer.saved
    assert on_disk(writer)


def test_a_second_full_disk_is_said_again() -> None:
    writer, referee, rng = kept()
    for _ in range(2):
        with pytest.MonkeyPatch.context() as patch:
            Faults(patch, 1, 10**6, errno.ENOSPC)
            assert answer(referee, rng)
            assert "No space left" in writer.update()
            assert writer.retry() == ""
        assert writer.retry() == ""
        assert on_disk(writer)
    writer.close()


# -- other programs change the file -------------------------------------------------------------


def cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def grown(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"red: end turn\n")


def removed(path: Path) -> None:
    path.unlink()


def renamed(path: Path) -> None:
    path.rename(path.with_name("other.match"))


def replaced(path: Path) -> None:
    other = path.with_name("other.match")
    other.write_bytes(b"x" * path.stat().st_size)
    other.replace(path)


def folder_removed(path: Path) -> None:
    path.unlink()
    path.parent.rmdir()


CHANGES = [cut, empty, grown, removed, renamed, replaced, folder_removed]


@pytest.mark.parametrize("change", CHANGES)
def test_a_record_that_another_program_changes_is_written_again(
    change: Callable[[Path], None],
) -> None:
    writer, referee, rng = kept()
    change(writer.path)
    assert answer(referee, rng)
    assert writer.update() == ""
    assert writer.saved
    assert on_disk(writer)
    with pytest.raises(RecordError, match="another program is playing this match"):
        library.resume(writer.path)
    writer.close()
    assert replay(read_record(writer.path)).referee.journal == referee.journal


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("way", ["retry", "settle", "close"])
def test_a_record_that_is_changed_after_the_last_answer_is_written_again(
    change: Callable[[Path], None], way: str
) -> None:
    writer, _, _ = kept()
    change(writer.path)
    getattr(writer, way)()
    assert writer.saved
    assert on_disk(writer)
    writer.close()


def test_a_change_that_keeps_the_length_is_noticed_before_the_match_is_called_saved() -> None:
    writer, _, _ = kept()
    with writer.path.open("r+b") as file:
        file.write(b"deathdome watch 9")
    assert writer.settle()
    assert on_disk(writer)
    writer.close()


def test_a_file_that_cannot_be_written_again_is_not_called_saved() -> None:
    writer, _, _ = kept()
    cut(writer.path)
    with pytest.MonkeyPatch.context() as patch:
        Faults(patch, 1, 10**6, errno.ENOSPC)
        assert not writer.settle()
        assert "No space left" in writer.lost
    writer.close()
    assert writer.saved


def test_a_hint_that_moves_with_an_undo_leaves_no_old_bytes() -> None:
    """The hint makes the text longer again than the file was before the undo."""
    writer, referee, rng = kept(8, 3)
    for _ in range(30):
        before = referee.state.copy(), len(referee.journal), len(referee.events)
        dice = referee._dice.getstate()
        if not answer(referee, rng):
            break
        writer.update()
        if referee.asked is not None and referee._dice.getstate() == dice:
            for _ in range(8):
                writer.hint(referee.asked.seat)
            referee.go_back(*before)
            assert writer.update() == ""
            assert on_disk(writer)
            break
    else:
        pytest.fail("no answer that can be undone")
    writer.close()
    hints = replay(read_record(writer.path)).hints
    assert [hint.answers for hint in hints] == [before[1]] * 8


def test_a_record_that_was_only_locked_is_left_alone(home: Path) -> None:
    path = home / "bad.match"
    path.write_bytes(b"deathdome match 2\nrounds: 6\n\n")
    with pytest.raises(RecordError):
        library.resume(path)
    assert path.read_bytes() == b"deathdome match 2\nrounds: 6\n\n"


# -- two programs -------------------------------------------------------------------------------


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Makes a file read-only, for root too."""
    refused: set[str] = set()
    really = os.open

    def opened(path: Any, flags: int, *more: Any) -> int:
        if str(path) in refused and flags & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return really(path, flags, *more)

    def make(path: Path) -> None:
        path.chmod(0o444)
        refused.add(str(path))

    monkeypatch.setattr(os, "open", opened)
    return make


def test_a_read_only_record_is_locked_too(read_only: Callable[[Path], None]) -> None:
    writer, _, rng = kept()
    writer.close()
    read_only(writer.path)
    before = writer.path.stat()
    first = library.resume(writer.path)
    with pytest.raises(RecordError, match="another program is playing this match"):
        library.resume(writer.path)
    assert writer.path.stat() == before
    referee = first.replay.referee
    assert answer(referee, rng)
    assert first.writer.update() == ""
    assert on_disk(first.writer)
    assert writer.path.stat().st_mode & 0o777 == 0o444
    with pytest.raises(RecordError, match="another program is playing this match"):
        library.resume(writer.path)
    first.writer.close()
    library.resume(writer.path).writer.close()


def test_a_new_match_removes_no_record_that_is_being_played(home: Path) -> None:
    playing, _, _ = kept(3)
    os.utime(playing.path, (1, 1))
    old = home / "matches" / "old.match"
    old.write_bytes((RECORDS / "0.1.0-unfinished.match").read_bytes())
    os.utime(old, (2, 2))
    finished = home / "matches" / "over.match"
    finished.write_bytes((RECORDS / "0.1.0-characters.match").read_bytes())
    watching = RecordFile(finished)
    assert watching.lock()
    library.tidy(most=1)
    assert playing.path.exists()
    assert finished.exists()
    assert not old.exists()
    assert on_disk(playing)
    playing.close()
    watching.close()
    library.tidy(most=1)
    assert not playing.path.exists()
    assert not finished.exists()


# -- records of strangers -----------------------------------------------------------------------


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("digest", ["", "0123456789abcdef "])
def test_a_header_that_names_your_match_does_not_hide_it(digest: str, *, own: bool) -> None:
    writer, _, _ = kept()
    writer.close()
    mine = writer.path
    other = mine if own else RECORDS / "0.1.0-unfinished.match"
    raw = other.read_bytes().replace(b"\n\n", f"\nfrom: {digest}{mine.name}\n\n".encode(), 1)
    (mine.parent / "stranger.match").write_bytes(raw)
    assert mine in [one.path for one in library.summaries()]
    os.utime(mine.parent / "stranger.match", (1, 1))
    assert library.newest_unfinished() == mine


def test_a_record_that_was_continued_is_listed_again_when_it_is_played(home: Path) -> None:
    writer, _, _ = kept()
    writer.close()
    path = home / "matches" / "old.match"
    raw = writer.path.read_bytes()
    writer.path.unlink()
    path.write_bytes(raw.replace(b"random", b"greedy", 1))
    continued = library.resume(path)
    continued.writer.close()
    header = read_record(continued.writer.path).header
    assert header.origin == "old.match"
    assert [one.path for one in library.summaries()] == [continued.writer.path]
    path.write_bytes(raw)
    assert {one.path for one in library.summaries()} == {path, continued.writer.path}
