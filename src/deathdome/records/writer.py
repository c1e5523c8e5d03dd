"""Writer of a running match: every answer is on disk before the next question is shown.

A write that fails never stops the match. The player is informed once. The next answer, `retry` and
`close` try again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.collection import Collection
from deathdome.errors import RecordError, printable
from deathdome.folders import HOME
from deathdome.journal.chain import Chain
from deathdome.journal.record_file import RecordFile
from deathdome.model.decisions import CHANCE
from deathdome.model.identifiers import TEAMS
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
from deathdome.rules.engine import apply_action
from deathdome.text.phrases import matches as say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.match.referee import Referee
    from deathdome.model.actions import Action
    from deathdome.model.state import State
    from deathdome.records.header import Header


class RecordText:
    """The text of a record, which grows with the match.

    As a listener of the referee it spells each answer in the position in which it is given.
    """

    def __init__(
        self, head: bytes, header: Header, referee: Referee, hints: Sequence[HintTaken] = ()
    ) -> None:
        """Spell all answers so far; `head` is the header as in the file."""
        self.text = bytearray(head)
        self.referee = referee
        self._ends = [len(head)]  # length of the text after so many answers
        self._hints: Final = list(hints)
        self._chain = None if header.format == UNMARKED else Chain(self.text)  # marks the lines
        self._moment = ""  # the last one that was checked
        self._open = False  # the last answer may still get a checking line
        self._ended = False
        setup = referee.state.setup
        state = opening_of(header, Collection(setup.catalog, {}), setup.board)
        self._write_hints()
        for seat, action in referee.journal:
            self.before_answer(state, seat, action)
            apply_action(state, action, trusted=True)
        self.complete()

    def before_answer(self, state: State, seat: int, action: Action) -> None:
        """Spell an answer."""
        self._close_answer(state, rolling=seat == CHANCE)
        self._say(answer_text(state, seat, action))
        self._open = True

    def before_undo(self, state: State, answers: int) -> None:
        """Cut the text after so many answers; later hints move to its end."""
        self._close_answer(self.referee.state)
        if answers >= len(self._ends) - 1:
            return
        del self._ends[answers + 1 :]
        del self.text[self._ends[-1] :]
        self._ended = False
        if self._chain is not None:
            self._chain = Chain(self.text)
        for at, (before, seat) in enumerate(self._hints):
            if before > answers:  # a hint taken cannot be undone
                self._hints[at] = HintTaken(answers, seat)
                self._write_hint(seat)
        self._moment = moment(state)

    def complete(self) -> None:
        """Add what follows the last answer: a check of the position, and the end of the match."""
        state = self.referee.state
        self._close_answer(state)
        if state.outcome is not None and not self._ended:
            self._ended = True
            self._say(f"{END}{result_text(state)}")
            if self._chain is not None:
                self.text += self._chain.closing()
            self._ends[-1] = len(self.text)

    def add_hint(self, seat: int) -> bool:
        """Note a hint for the open question; False if the record is full."""
        self.complete()
        if self._ended or len(self._hints) >= MOST_HINTS:
            return False
        self._hints.append(HintTaken(len(self._ends) - 1, seat))
        self._write_hint(seat)
        return True

    def _close_answer(self, state: State, *, rolling: bool = False) -> None:
        """Finish the last answer; `state` is the position after it."""
        if not self._open:
            return
        self._open = False
        now = "" if rolling else moment(state)
        if now and now != self._moment:
            self._moment = now
            self._say(f"{CHECK}{now} {digest(state)}")
        self._ends.append(len(self.text))
        self._write_hints()

    def _write_hints(self) -> None:
        """Write hints that were taken after the last answer."""
        for answers, seat in self._hints:
            if answers == len(self._ends) - 1:
                self._write_hint(seat)

    def _write_hint(self, seat: int) -> None:
        self._say(f"{HINTED}: {TEAMS[seat]}")
        self._ends[-1] = len(self.text)

    def _say(self, line: str) -> None:
        chain = self._chain
        self.text += f"{line}\n".encode() if chain is None else chain.marked(line)


def record_text(header: Header, referee: Referee, hints: Sequence[HintTaken] = ()) -> bytes:
    """Return the record of a match so far, as a writer writes it."""
    return bytes(RecordText(header_text(header).encode(), header, referee, hints).text)


class RecordWriter:
    """Writer of one record, which keeps other programs from writing it.

    It listens to the referee; `update` writes the actions since.
    """

    def __init__(self, path: Path) -> None:
        """Take the path; call `begin` or `resume` next."""
        self.path = path
        self.trouble = ""  # why the record on disk is behind; "" if it is not
        self.header: Header | None = None  # of the record, once it is begun or resumed
        self._referee: Referee | None = None
        self._record: RecordText | None = None  # None until all of it was put together
        self._file = RecordFile(path)
        self._said = False
        self._closed = False

    @property
    def text(self) -> bytes:
        """The record as it should be on disk."""
        return bytes(self._text)

    @property
    def _text(self) -> bytearray:
        return self._record.text if self._record is not None else bytearray()

    @property
    def saved(self) -> bool:
        """Return True if everything is on disk."""
        return not self.trouble and self._file.size == len(self._text)

    @property
    def lost(self) -> str:
        """The reason why a part of the match is not on disk, with its path; '' if all of it is."""
        return "" if self.saved else f"{self.trouble} ({self._called})"

    @property
    def _called(self) -> str:
        return printable(str(self.path))

    def begin(self, header: Header, referee: Referee, hints: Sequence[HintTaken] = ()) -> str:
        """Write a new record with all answers so far; return what `update` does."""
        self.header = header
        self._listen(referee, RecordText(header_text(header).encode(), header, referee, hints))
        return self._write()

    def lock(self) -> None:
        """Lock an existing file for this program, before it is read.

        Raises:
            RecordError: another program is writing it.
        """
        if not self._file.lock():
            raise RecordError(f"{self._called}: another program is playing this match")

    def resume(
        self, head: bytes, raw: bytes, referee: Referee, hints: Sequence[HintTaken] = ()
    ) -> str:
        """Resume the record that was read from the file: its header, and all of it.

        A line that is missing at the end, or that an older program spelt differently, is written
        again. Returns what `update` does.
        """
        self.header = header = header_of(head, self._called)
        self._listen(referee, RecordText(head, header, referee, hints))
        if self._text.startswith(raw):
            self._file.size = len(raw)
        return self._write()

    def follow(self, referee: Referee) -> None:
        """Listen to another referee of the same match, at the same answer."""
        assert self._record is not None
        self._leave()
        self._listen(referee, self._record)

    def _listen(self, referee: Referee, record: RecordText) -> None:
        referee.listeners.append(record)
        record.referee = self._referee = referee
        self._record = record

    def _leave(self) -> None:
        if self._referee is not None and self._record in self._referee.listeners:
            self._referee.listeners.remove(self._record)

    def update(self) -> str:
        """Bring the file up to date with the match; return a message, "" mostly."""
        if self._closed or self._record is None:
            return ""
        self._record.complete()
        return self._write()

    def hint(self, seat: int) -> str:
        """Note that a team took a hint for the open question; return what `update` does."""
        if self._closed or self._record is None or not self._record.add_hint(seat):
            return ""
        return self._write()

    def retry(self) -> str:
        """Write again if the file is incomplete, cut or removed.

        Returns what `update` does.
        """
        return "" if self._closed or self._record is None else self._write()

    def settle(self) -> bool:
        """Compare the file with the match and write it again if they differ; True if it is saved.

        Costs as much as reading the file, so call it before showing the player that the match is
        saved, and not after every answer.
        """
        if self._record is not None and not self._closed and not self._file.holds(self._text):
            self._file.forget()
            self._write()
        return self.saved

    def close(self) -> None:
        """Save what is missing, and release the file: another program, or match, may take it."""
        self.settle()
        self._closed = True
        self._leave()
        self._file.close()

    def _write(self) -> str:
        try:
            self._file.save(self._text)
        except OSError as error:
            self.trouble = error.strerror or str(error)
            if isinstance(error, FileExistsError):  # or a link to nowhere
                self.trouble += say.NOT_A_FOLDER
            if self._said:
                return ""
            self._said = True
            return say.CANNOT_SAVE.format(lost=self.lost, home=HOME)
        self.trouble = ""
        self._said = False
        return ""
