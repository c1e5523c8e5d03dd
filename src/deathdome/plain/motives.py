"""The command `reasons`: explanations of a manager's decisions, as far as they are public."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.managers.explanations import public_explanation, turn_label
from deathdome.managers.hint_text import decision_text, large_terms, reason_text, signed
from deathdome.text.names import capitalised, counted, listed, team_name
from deathdome.text.phrases import motives as say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.managers.explanations import ExplanationLog, PublicExplanation
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup

_AFTER: Final = say.MORE_AFTER_MATCH


def reasons(
    diary: ExplanationLog, seen: Observation, names: Sequence[str], words: str, named: Setup
) -> Iterator[str]:
    """Yield the last decision of a manager, or the one `back` decisions before it.

    Raises:
        UsageError: that is not a number, or there are not so many.
    """
    accounts = diary.known(seen)
    if words and not (words.isdecimal() and len(words) < 6):
        raise UsageError('how many decisions back? For example "reasons 2"')
    back = int(words) if words else 0
    if not accounts:
        yield say.NO_DECISION_YET
        return
    if back >= len(accounts):
        are = "is" if len(accounts) == 1 else "are"
        raise UsageError(f"there {are} {counted(len(accounts), 'decision')} to explain")
    explanation = accounts[-1 - back]
    setup = seen.setup
    what = public_explanation(explanation, setup, over=seen.outcome is not None)
    seat, label = explanation.seat, turn_label(explanation)
    who = f"{team_name(seat)} ({names[seat]}), {label}"
    yield f"{who}: {decision_text(what, explanation.unit, named)}."
    if not what.given:
        yield say.NO_REASONS
        return
    yield from _worth(what, "Worth" if not what.withheld else say.BOARD_ONLY)
    if what.other is not None:
        higher = what.other.total > what.total
        title = say.NOT_CHOSEN if higher else "Next best"
        yield f"{title}: {decision_text(what.other, explanation.unit, named)}."
        yield from _worth(what.other, "Worth")
    if what.chance is not None:
        yield say.CHANCE.format(chance=what.chance)
    if what.withheld:
        yield _AFTER


def _worth(what: PublicExplanation, begins: str) -> Iterator[str]:
    terms = [f"{reason_text(*term)} {signed(term[1])}" for term in large_terms(what.terms)]
    if terms:
        yield f"{begins} {signed(what.total)}: {listed(terms)}."
    for remark in what.remarks:
        yield f"{capitalised(remark)}."
