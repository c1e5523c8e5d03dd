"""Keeps the record of a running match on disk: every answer before the next question is shown.

A write that fails never stops the match. The player is told once. The next answer, `retry` and
`close` try again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.content.packs import Collection
from deathdome.content.words import printable
from deathdome.errors import RecordError
from deathdome.folders import HOME
from deathdome.model.decisions import CHANCE
from deathdome.model.spelling import TEAMS
from deathdome.records.chain import Chain
from deathdome.records.disk import RecordFile
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.match.referee import Referee
    from deathdome.model.state import State
    from deathdome.records.header import Header


class Keeper:
    """Writes one record, and keeps other programs from writing it.

    `follow` is called after everything that changes the journal of the referee.
    """

    def __init__(self, path: Path) -> None:
        """Takes the path; `begin` or `go_on` comes next."""
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

    def go_on(
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
            self._take_back(referee)
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

    def _take_back(self, referee: Referee) -> None:
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
    """The record of a match so far, as a keeper writes it."""
    keeper = Keeper(Path())
    keeper.compose(header, referee, hints)
    return keeper.text
