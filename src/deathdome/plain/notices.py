"""Words about managers, the record and hints, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.plain.view import sentences
from deathdome.session.hints import Step
from deathdome.session.notices import Words
from deathdome.text.names import hints_text, team_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.match.guard import Fault
    from deathdome.session.hints import News
    from deathdome.session.notices import Complaint


class PlainWords(Words):
    """Notices as whole sentences; a line break stands between two of them."""

    def __init__(self, names: Sequence[str]) -> None:
        """`names` by seat, as they are read out."""
        self._names = tuple(names)

    def note(self, text: str) -> str:
        """What a player should know at the beginning."""
        return sentences([text])[0]

    record = note

    def record_again(self) -> str:
        """The record is complete again."""
        return "The match is saved again."

    def hint(self, seat: int, number: int) -> str:  # noqa: ARG002
        """Nothing: the count is said at the end."""
        return ""

    def complaint(self, name: str, complaint: Complaint, *, over: bool) -> str:  # noqa: ARG002
        """A manager did something wrong."""
        seat = complaint.seat
        said = (
            f"{self._manager(seat)} failed: {complaint.text}. "
            "Where it gives no legal answer, greedy answers."
        )
        last = f"\nFrom here on greedy plays for {team_name(seat)}." if complaint.last else ""
        return f"{said}{last}"

    def withheld(self, name: str, seat: int, fault: Fault) -> str:  # noqa: ARG002
        """What a failed manager said, now that every hand may be known."""
        return f"{self._manager(seat)} failed at question {fault.question}: {fault.detail}."

    def _manager(self, seat: int) -> str:
        return f"{self._names[seat]} of {team_name(seat)}"


def hint_words(news: News | None) -> str:
    """What there is to say about a hint; "" for nothing."""
    if not isinstance(news, Step):
        return ""
    advice = news.advice
    if advice.free:
        return advice.act
    more = "" if news.last else ' "hint" again says more.'
    return f"Hint {news.number} of {len(advice.steps)}: {news.text}{more}"


def hints_count(taken: Mapping[int, int]) -> str:
    """How many hints each team took; "" if no team took one."""
    return f"Hints taken: {hints_text(taken)}." if taken else ""
