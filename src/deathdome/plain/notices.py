"""Notices of plain mode about managers, the record and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.managers.hint_text import (
    hint_lines,
    plan_lines,
    spoken_lines,
    typed_text,
)
from deathdome.plain.view import sentences
from deathdome.session.hints import Level, Step
from deathdome.session.notices import Words
from deathdome.text.names import hints_text, team_name
from deathdome.text.phrases import hints
from deathdome.text.phrases import hosting as say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.match.guard import Fault
    from deathdome.model.state import Setup
    from deathdome.session.hints import News
    from deathdome.session.notices import Complaint


class PlainWords(Words):
    """Notices as whole sentences, with a line break between two."""

    def __init__(self, names: Sequence[str]) -> None:
        """Use `names` by seat, as they are read out."""
        self._names = tuple(names)

    def note(self, text: str) -> str:
        """Return a note for the start of the match."""
        return sentences([text])[0]

    record = note

    def record_again(self) -> str:
        """Return the notice that the record is complete again."""
        return say.SAVING_WORKS_AGAIN

    def complaint(self, name: str, complaint: Complaint, *, over: bool) -> str:  # noqa: ARG002
        """Return the notice of a manager's fault."""
        seat = complaint.seat
        said = [say.MANAGER_FAILED.format(manager=self._manager(seat), trouble=complaint.text)]
        if complaint.last:
            said.append(say.GREEDY_PLAYS_NOW.format(team=team_name(seat)))
        return "\n".join(said)

    def withheld(self, name: str, seat: int, fault: Fault) -> str:  # noqa: ARG002
        """Return the last words of a failed manager, once every hand is public."""
        manager = self._manager(seat)
        return say.MANAGER_FAILED_AT.format(
            manager=manager, number=fault.question, detail=fault.detail
        )

    def _manager(self, seat: int) -> str:
        return say.MANAGER_OF.format(name=self._names[seat], team=team_name(seat))


def hint_words(news: News | None, setup: Setup, named: Setup) -> list[str]:
    """Return the sentences about a hint, with the answers to type; [] for none.

    `named` is the setup with the names of its convicts.
    """
    if not isinstance(news, Step):
        return []
    advice = news.advice
    found = spoken_lines(hint_lines(advice, named))
    if news.level is Level.PLAN:
        found += plan_lines(advice, named)
    if not advice.free:
        found.append(hints.TYPED.format(notation=typed_text(advice, setup)))
    return found if news.last else [*found, hints.MORE_BY_TYPING]


def hints_count(taken: Mapping[int, int]) -> str:
    """Return the number of hints by team; "" if no team took one."""
    return say.HINTS_TAKEN.format(counts=hints_text(taken)) if taken else ""
