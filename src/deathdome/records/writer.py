"""Writes the record of a running match: every answer before the next question is shown.

A write that fails never stops the match. The player is told once. The next answer, `retry` and
`close` try again.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deathdome.content.packs import Collection
from deathdome.content.words import printable
from deathdome.errors import RecordError
from deathdome.folders import HOME
from deathdome.model.decisions import CHANCE
from deathdome.model.spelling import TEAMS
from deathdome.records.chain import Chain
from deathdome.records.format import (
    CHECK,
    END,
    HINTED,
    MOST_HINTS,
    HintTaken,
    answer_text,
    digest,
    header_of,
    moment,
    result_text,
)
from deathdome.records.header import UNMARKED, header_text
from deathdome.records.replay import opening_of
from deathdome.replacing import locked, open_anew, write_all
from deathdome.rules.engine import apply_action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.referee import Referee
    from deathdome.model.state import State
    from deathdome.records.header import Header


class RecordWriter:
    """Writes one record, and keeps other programs from writing it.

    `follow` is called after everything that changes the journal of the referee.
    """

    def __init__(self, path: Path) -> None:
        """Takes the path; `begin` or `resume` comes next."""
        self.path = path
        self.trouble = ""  # why the record on disk is behind; "" if it is not
        self._text = bytearray()
        self._ends: list[int] = []  # length of the text after so many answers
        self._hints: list[HintTaken] = []
        self._chain: Chain | None = None  # of a record whose lines have marks
        self._shadow: State | None = None  # the position after the last answer that is in the text
        self._moment = ""
        self._ended = False
        self._file = RecordFile(path)
        self._composed = False  # the text is complete, and not half of what was read
        self._said = False
        self._closed = False

    @property
    def text(self) -> bytes:
        """The record as it should be on disk."""
        return bytes(self._text)

    @property
    def saved(self) -> bool:
        """Whether everything is on disk."""
        return not self.trouble and self._file.size == len(self._text)

    @property
    def lost(self) -> str:
        """Why something of the match is not on disk, and where it should be; '' if all of it is."""
        return "" if self.saved else f"{self.trouble} ({self._called})"

    @property
    def _called(self) -> str:
        return printable(str(self.path))

    def begin(self, header: Header, referee: Referee, hints: Sequence[HintTaken] = ()) -> str:
        """Writes a new record with all that was answered so far; returns what `follow` does."""
        self.compose(header, referee, hints)
        return self._write()

    def compose(self, header: Header, referee: Referee, hints: Sequence[HintTaken] = ()) -> None:
        """The text of a new record, without a file yet."""
        self._text += header_text(header).encode()
        self._hints = list(hints)
        self._start(header, referee)

    def lock(self) -> None:
        """Takes an existing file for this program alone, before it is read.

        Raises:
            RecordError: another program is writing it.
        """
        if not self._file.lock():
            raise RecordError(f"{self._called}: another program is playing this match")

    def resume(
        self, head: bytes, raw: bytes, referee: Referee, hints: Sequence[HintTaken] = ()
    ) -> str:
        """Goes on with the record that was read from the file: its header, and all of it.

        A line that is missing at the end, or spelt as nobody spells it now, is written anew.
        Returns what `follow` does.
        """
        self._text += head
        self._hints = list(hints)
        self._start(header_of(head, self._called), referee)
        if self._text.startswith(raw):
            self._file.size = len(raw)
        return self._write()

    def _start(self, header: Header, referee: Referee) -> None:
        self._ends = [len(self._text)]
        self._chain = None if header.format == UNMARKED else Chain(self._text)
        table = referee.state.table
        self._shadow = opening_of(header, Collection(table.catalog, {}), table.board)
        self._tell_hints()
        self._tell(referee)
        self._composed = True

    def follow(self, referee: Referee) -> str:
        """Brings the record to where the match is; what there is to say about it, "" mostly."""
        if self._closed:
            return ""
        if len(referee.journal) < len(self._ends) - 1:
            self._undo(referee)
        self._tell(referee)
        return self._write()

    def hint(self, seat: int) -> str:
        """A team has taken a hint for the open question; what there is to say, "" mostly."""
        if self._closed or self._ended or len(self._hints) >= MOST_HINTS:
            return ""
        self._hints.append(HintTaken(len(self._ends) - 1, seat))
        self._say_hint(seat)
        return self._write()

    def retry(self) -> str:
        """Write again if something is missing on disk, or the file was cut or removed.

        Returns what `follow` does.
        """
        return "" if self._closed or not self._composed else self._write()

    def settle(self) -> bool:
        """Compare the file with the match and write it again if they differ; True if it is saved.

        Costs as much as reading the file, so call it before telling the player that the match is
        saved, and not after every answer.
        """
        if self._composed and not self._closed and not self._file.holds(self._text):
            self._file.forget()
            self._write()
        return self.saved

    def close(self) -> None:
        """Save what is missing, and release the file: another program, or match, may take it."""
        self.settle()
        self._closed = True
        self._file.close()

    # -- the text ------------------------------------------------------------------------------

    def _undo(self, referee: Referee) -> None:
        answers = len(referee.journal)
        del self._ends[answers + 1 :]
        del self._text[self._ends[-1] :]
        if self._file.size > len(self._text):
            self._file.forget()
        self._ended = False
        if self._chain is not None:
            self._chain = Chain(self._text)
        for at, (before, seat) in enumerate(self._hints):
            if before > answers:  # what is known cannot be taken back
                self._hints[at] = HintTaken(answers, seat)
                self._say_hint(seat)
        self._shadow = referee.state.copy()
        self._moment = moment(self._shadow)

    def _tell(self, referee: Referee) -> None:
        """Spells the answers that are new: each in the position in which it was given."""
        shadow, journal = self._shadow, referee.journal
        assert shadow is not None
        for at in range(len(self._ends) - 1, len(journal)):
            seat, act = journal[at]
            self._say(answer_text(shadow, seat, act))
            apply_action(shadow, act, trusted=True)
            rolling = at + 1 < len(journal) and journal[at + 1][0] == CHANCE
            now = moment(shadow)
            if not rolling and now and now != self._moment:
                self._moment = now
                self._say(f"{CHECK}{now} {digest(shadow)}")
            self._ends.append(len(self._text))
            self._tell_hints()
        outcome = referee.state.outcome
        if outcome is not None and not self._ended:
            self._ended = True
            self._say(f"{END}{result_text(outcome)}")
            if self._chain is not None:
                self._text += self._chain.closing()
            self._ends[-1] = len(self._text)

    def _tell_hints(self) -> None:
        """Those taken after as many answers as are told."""
        for answers, seat in self._hints:
            if answers == len(self._ends) - 1:
                self._say_hint(seat)

    def _say_hint(self, seat: int) -> None:
        self._say(f"{HINTED}: {TEAMS[seat]}")
        self._ends[-1] = len(self._text)

    def _say(self, line: str) -> None:
        chain = self._chain
        self._text += f"{line}\n".encode() if chain is None else chain.marked(line)

    # -- the file ------------------------------------------------------------------------------

    def _write(self) -> str:
        try:
            self._file.save(self._text)
        except OSError as error:
            self.trouble = error.strerror or str(error)
            if isinstance(error, FileExistsError):  # or a link to nowhere
                self.trouble += ", and is no folder"
            if self._said:
                return ""
            self._said = True
            return (
                f"the match cannot be saved: {self.lost}. Make room there, or let it be written "
                f"to, and the next answer saves all of it; {HOME} can name another folder"
            )
        self.trouble = ""
        self._said = False
        return ""


def record_text(header: Header, referee: Referee, hints: Sequence[HintTaken] = ()) -> bytes:
    """The record of a match so far, as a writer writes it."""
    writer = RecordWriter(Path())
    writer.compose(header, referee, hints)
    return writer.text


# -- the file --------------------------------------------------------------------------------------

_UNKNOWN: Final = -1  # bytes in the file, when it may hold something else
_ATTEMPTS: Final = 100  # at a lock on a file that is replaced all the time


class RecordFile:
    """One file that this program alone may write."""

    def __init__(self, path: Path) -> None:
        """Takes the path; nothing is opened yet."""
        self.path: Final = path
        self.size = _UNKNOWN  # bytes that this program has written, or read, and nothing else
        self._number: int | None = None
        self._appends = False  # the file is open for writing

    def lock(self) -> bool:
        """Lock an existing file, also one that cannot be written; False if another program has it.

        True as well if the file cannot be opened: reading it will say why.
        """
        for _ in range(_ATTEMPTS):
            number = self._opened()
            if number is None:
                break
            if not locked(number):
                os.close(number)
                return False
            self._number = number
            if self._is_mine():
                break
            # Another program replaced it before this one had the lock on the old file.
            self.close()
        return True

    def save(self, text: bytes | bytearray) -> None:
        """Make this the text of the file; the text still begins with the `size` bytes in it.

        Changes that another program made to the length or the name of the file are undone.

        Raises:
            OSError: the file cannot be written.
        """
        if self.size > len(text) or not self._as_left():
            self._rewrite(text)
        elif self.size < len(text):
            if self._appends:
                self._append(text)
            else:
                self._rewrite(text)

    def holds(self, text: bytes | bytearray) -> bool:
        """True if the file has exactly this text now."""
        if not self._as_left() or self.size != len(text):
            return False
        try:
            return self.path.read_bytes() == text
        except OSError:
            return False

    def forget(self) -> None:
        """Rewrite the file at the next save."""
        self.size = _UNKNOWN

    def close(self) -> None:
        """Release the file and its lock."""
        number, self._number = self._number, None
        if number is not None:
            with suppress(OSError):
                os.close(number)

    def _opened(self) -> int | None:
        """The file, for reading and writing or for reading alone; None if neither works."""
        waiting = getattr(os, "O_NONBLOCK", 0)
        for self._appends, access in ((True, os.O_RDWR), (False, os.O_RDONLY)):
            with suppress(OSError):
                return os.open(self.path, access | waiting)
        return None

    def _is_mine(self) -> bool:
        """True if the open file still has the path."""
        if self._number is None:
            return False
        with suppress(OSError):
            return os.path.samestat(os.fstat(self._number), self.path.stat())
        return False

    def _as_left(self) -> bool:
        """True if the file with this path is the open one, and as long as this program left it."""
        if self._number is None or self.size == _UNKNOWN or not self._is_mine():
            return False
        with suppress(OSError):
            return os.fstat(self._number).st_size == self.size
        return False

    def _append(self, text: bytes | bytearray) -> None:
        assert self._number is not None
        try:
            os.lseek(self._number, self.size, os.SEEK_SET)
            write_all(self._number, bytes(text[self.size :]))
        except OSError:
            # Half of it may be there. Without that the next attempt appends again.
            with suppress(OSError):
                os.ftruncate(self._number, self.size)
            raise
        self.size = len(text)

    def _rewrite(self, text: bytes | bytearray) -> None:
        """Put a new file in the place of this one, locked as well."""
        self.size = _UNKNOWN
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        number = open_anew(self.path, bytes(text), 0o600, locked)
        self.close()
        self._number, self._appends = number, True
        self.size = len(text)


def remove_unused(path: Path) -> bool:
    """Remove a file unless another program has locked it; True if it is gone."""
    file = RecordFile(path)
    try:
        if not file.lock():
            return False
        path.unlink()
    except OSError:
        return False
    finally:
        file.close()
    return True
