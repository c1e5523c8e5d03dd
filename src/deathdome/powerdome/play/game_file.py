"""The record of a running game: every answer is on disk before the next question is shown.

A write that fails never stops the game. The players read of it once, and every later answer
tries again.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from deathdome.errors import RecordError, printable
from deathdome.files import FileError, plain_bytes
from deathdome.journal.record_file import RecordFile
from deathdome.powerdome.play.record import (
    Header,
    RecordText,
    read_record,
    replay,
)
from deathdome.powerdome.play.results import add_result, result_of
from deathdome.powerdome.text import hosting as words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from deathdome.powerdome.model.tome import Tome
    from deathdome.powerdome.play.record import Record, Replay
    from deathdome.powerdome.play.referee import Referee

MAX_BYTES = 8 * 2**20  # of a record


class GameFile:
    """Keeps one game in one file, which no other program may write meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble = ""  # why the file is behind; "" if it is not
        self.header: Header | None = None
        self._file = RecordFile(path)
        self._record: RecordText | None = None
        self._told = False
        self._closed = False

    def begin(self, header: Header, referee: Referee) -> str:
        """Write a new record with all answers so far; return what `update` does."""
        self.header, self._record = header, RecordText(header, referee)
        return self._write()

    def lock(self) -> None:
        """Lock an existing file before it is read.

        Raises:
            RecordError: another program is writing it.
        """
        if not self._file.lock():
            raise RecordError(f"{self.called}: another program is playing this game")

    def resume(self, header: Header, raw: bytes, referee: Referee) -> str:
        """Continue the record that was read from the file; return what `update` does."""
        self.header, self._record = header, RecordText(header, referee)
        if self._record.text.startswith(raw):
            self._file.size = len(raw)
        return self._write()

    @property
    def called(self) -> str:
        """The path as people read it."""
        return printable(str(self.path))

    @property
    def text(self) -> bytes:
        """The record as it should be on disk."""
        return b"" if self._record is None else bytes(self._record.text)

    @property
    def saved(self) -> bool:
        """True if everything that may be written is on disk."""
        return self._record is not None and not self.trouble

    def update(self) -> str:
        """Bring the file up to date with the game; return a message, "" mostly."""
        if self._record is None or self._closed:
            return ""
        self._record.update()
        return self._write()

    def retry(self) -> str:
        """Write again what is missing on disk; return what `update` does."""
        return "" if self._record is None or self._closed else self._write()

    def add_result(self, hints: Sequence[int], last_word: str) -> str:
        """Add the finished game to the results file; return why that failed, or ""."""
        assert self.header is not None
        assert self._record is not None
        referee = self._record.referee
        trouble = add_result(result_of(self.header, self.path.name, referee, hints, last_word))
        return words.no_result(trouble) if trouble else ""

    def close(self) -> None:
        """Write what is missing, and release the file."""
        if self._record is not None and not self._closed:
            if not self._file.holds(self._record.text):
                self._file.forget()
            self._write()
        self._closed = True
        self._file.close()

    def _write(self) -> str:
        assert self._record is not None
        try:
            self._file.save(self._record.text)
        except OSError as error:
            self.trouble = error.strerror or str(error)
            told, self._told = self._told, True
            return "" if told else words.not_saved(self.called, self.trouble)
        again, self.trouble, self._told = self._told, "", False
        return words.SAVED_AGAIN if again else ""


def read_game(path: Path) -> tuple[bytes, Record]:
    """Return the bytes of a record, and the record.

    Raises:
        RecordError: it cannot be read; names the file, and the line where there is one.
    """
    called = printable(str(path))
    try:
        raw = plain_bytes(path, MAX_BYTES)
    except FileError as error:
        raise RecordError(f"{called}: {error}") from error
    return raw, read_record(raw, called)


def resume_game(
    path: Path, tome_of: Callable[[Header], Tome], new_path: Callable[[], Path], version: str
) -> tuple[GameFile, Referee, tuple[str, ...]]:
    """Resume the game of a record; return its file, its referee, and notes to be read.

    If the tome has changed since, and the game still replays, it continues in a file of its own.

    Raises:
        RecordError: it cannot be read or replayed, is over, or another program has it; the file
            stays as it is.
    """
    called = printable(str(path))
    file = GameFile(path)
    try:
        file.lock()
        raw, record = read_game(path)
        check_marks(record, called)
        tome = tome_of(record.header)
        found = replay(record, tome, called)
        changed = record.header.tome != tome.digest
        _check_replay(found, called, changed=changed)
        if changed:
            file.close()
            copy = GameFile(new_path())
            header = replace(record.header, version=version, tome=tome.digest)
            said = copy.begin(header, found.referee)
            notes = (words.continues_in_copy(copy.path.name), said)
            return copy, found.referee, tuple(filter(None, notes))
        said = file.resume(record.header, raw, found.referee)
    except BaseException:
        file.close()
        raise
    return file, found.referee, (said,) if said else ()


def check_marks(record: Record, called: str) -> None:
    """Check that no line of a record was changed.

    Raises:
        RecordError: one was; names it, and what still works.
    """
    if record.wrong is not None:
        raise RecordError(
            f"{called}:{record.wrong}: this line was changed after the program wrote it. "
            "`deathdome powerdome watch` shows what is there"
        )


def _check_replay(found: Replay, called: str, *, changed: bool) -> None:
    why = found.problem
    if not why and not found.rolled:
        why = f"{called}: the seed gives other results than the record has"
    if why:
        raise RecordError(f"{why} (the PowerTome has changed since)" if changed else why)
    if found.referee.over:
        raise RecordError(f"{called}: the game is over; `deathdome powerdome watch` shows it")


def new_header(
    referee: Referee, tome: Tome, players: tuple[str, ...], version: str, **more: Any
) -> Header:
    """Return the header of a new game; `version` is that of the program."""
    now = datetime.now(UTC)
    return Header(
        version=version,
        began=f"{now:%Y-%m-%d %H:%M:%S}",
        tome=tome.digest,
        seed=referee.seed,
        seats=tuple(zip(referee.state.seats, players, strict=True)),
        options=referee.state.options,
        **more,
    )
