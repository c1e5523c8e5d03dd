"""The commands that are about a match as a whole: help, reasons, coach, copy, rematch and such.

What goes on in the match, its answers, hints and what is taken back, is in plain/match.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.positions import position_text
from deathdome.content.positions.one_line import view_line
from deathdome.errors import UsageError, nearest
from deathdome.plain.coaching import Coach
from deathdome.plain.commands import ANSWERS, DOING, GROUPS, Command
from deathdome.plain.copying import match_lines
from deathdome.plain.manner import LeftError, Manner, Next
from deathdome.plain.motives import reasons

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.match.referee import Referee
    from deathdome.plain.opponents import Opponents
    from deathdome.plain.view import View
    from deathdome.plain.voice import Voice
    from deathdome.records.writer import RecordWriter


class Doing:
    """Does what is typed about one match; says what comes of it."""

    def __init__(
        self,
        voice: Voice,
        referee: Referee,
        writer: RecordWriter | None,
        opponents: Opponents,
        manner: Manner,
        commands: Mapping[str, Command],  # that there are besides
        people: Sequence[int],  # their seats
        names: Sequence[str],  # index is seat
        *,
        begun: bool,
    ) -> None:
        self._voice: Final = voice
        self._referee: Final = referee
        self._writer: Final = writer
        self._opponents: Final = opponents
        self._manner: Final = manner
        self._commands: Final = commands
        self._names: Final = names
        self._coach: Final = Coach(voice, referee, writer, people, names)
        self.begun = begun  # whether a person has answered anything, now or before
        # All are called alike, though some need no words, or no view.
        self._deeds: Final = {
            "help": self._help,
            "reasons": self._reasons,
            "coach": self._look_back,
            "continue": self._continue,
            "rematch": self._rematch,
            "position": self._position,
            "copy": self._copy,
            "quit": self._quit,
        }

    def does(self, word: str) -> bool:
        """Whether the command is one of these."""
        return word in self._deeds

    def act(self, word: str, rest: str, view: View) -> None:
        """Does a command with the words behind it.

        Raises:
            DeathdomeError: it cannot be done so, or not now.
            LeftError: it leaves the match.
        """
        self._deeds[word](rest, view)

    def _help(self, words: str, view: View) -> None:  # noqa: ARG002
        """The names of all commands, or what one does."""
        word = words.lower()
        if word in self._commands:
            command = self._commands[word]
            self._voice.say(f"{command.usage}: {command.does}.")
        elif word in DOING:
            self._voice.say(f"{DOING[word]}.")
        elif word == "all":
            self._voice.say(*(f"{one.usage}: {one.does}." for one in self._commands.values()))
            self._voice.say(*(f"{text}." for text in DOING.values()), ANSWERS)
        elif word:
            known = (*self._commands, *DOING)
            raise UsageError(f'no command "{word}".{nearest(word, known)}')
        else:
            self._voice.say(*(f"{about}: {', '.join(names)}." for about, names in GROUPS.items()))
            self._voice.say('"help odds" tells about one of them, "help all" about all.', ANSWERS)

    def _reasons(self, words: str, view: View) -> None:
        self._voice.say(*reasons(self._opponents.diary, view.seen, self._names, words))

    def _look_back(self, words: str, view: View) -> None:  # noqa: ARG002
        self._coach.tell(words)

    def _continue(self, words: str, view: View) -> None:  # noqa: ARG002
        """Leaves this match, which has hardly begun, for the one that was left before."""
        if not self._manner.unfinished:
            raise UsageError("no other match is kept unfinished; deathdome matches lists them")
        if self.begun:
            raise UsageError(
                "this match has begun: quit leaves it, and --resume goes on with another"
            )
        raise LeftError(Next.CONTINUE)

    def _rematch(self, words: str, view: View) -> None:  # noqa: ARG002
        if not self._referee.over:
            raise UsageError("a rematch can be had when the match is over")
        if words not in ("", "new"):
            raise UsageError('"rematch" has the same seed, "rematch new" another')
        raise LeftError(Next.ANOTHER if words else Next.AGAIN)

    def _position(self, words: str, view: View) -> None:  # noqa: ARG002
        if not self._referee.over:
            raise UsageError(
                "a position file holds every hand, so it can be had only when the match is over"
            )
        self._voice.quote(*position_text(self._referee.state, "The end of a match").splitlines())

    def _copy(self, words: str, view: View) -> None:
        if not words:
            self._voice.spell(view_line(view.seen))
            return
        written = self._writer.text if self._writer is not None else b""
        self._voice.quote(*match_lines(words, written if self._referee.over else None))

    def _quit(self, words: str, view: View) -> None:  # noqa: ARG002
        raise LeftError
