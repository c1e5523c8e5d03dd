"""The command `reasons`: explanations of a manager's decisions, as far as they are public."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.managers.explanations import merge_small_terms, public_explanation, turn_label
from deathdome.text.names import capitalised, counted, listed, team_name
from deathdome.text.phrases import motives as say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.managers.explanations import ExplanationLog, PublicExplanation
    from deathdome.model.observation import Observation

_AFTER: Final = say.MORE_IS_TOLD_AFTER_THE_MATCH


def reasons(
    diary: ExplanationLog, seen: Observation, names: Sequence[str], words: str
) -> Iterator[str]:
    """Yield the last decision of a manager, or the one `back` decisions before it.

    Raises:
        UsageError: that is no number, or there are not so many.
    """
    accounts = diary.known(seen)
    if words and not (words.isdecimal() and len(words) < 6):
        raise UsageError('how many decisions back? For example "reasons 2"')
    back = int(words) if words else 0
    if not accounts:
        yield say.NO_MANAGER_HAS_DECIDED_ANYTHING
        return
    if back >= len(accounts):
        are = "is" if len(accounts) == 1 else "are"
        raise UsageError(f"there {are} {counted(len(accounts), 'decision')} to be told of")
    explanation = accounts[-1 - back]
    setup = seen.setup
    what = public_explanation(explanation, setup, over=seen.outcome is not None)
    seat, label = explanation.seat, turn_label(explanation, setup)
    who = f"{team_name(seat)} ({names[seat]}), {label}"
    yield f"{who}: {'; '.join(what.deeds)}."
    if not what.given:
        yield say.NO_REASONS_WERE_GIVEN
        return
    yield from _worth(what, "Worth" if not what.withheld else say.BY_THE_BOARD_ALONE)
    if what.other is not None:
        higher = what.other.total > what.total
        title = say.COUNTED_HIGHER_AND_LEFT if higher else "Next best"
        yield f"{title}: {_deeds(what.other)}."
        yield from _worth(what.other, "Worth")
    if what.chance is not None:
        yield say.CHANCE_TO_WIN.format(chance=what.chance)
    if what.withheld:
        yield _AFTER


def _deeds(what: PublicExplanation) -> str:
    return "; ".join(what.deeds) or "nothing"


def _worth(what: PublicExplanation, begins: str) -> Iterator[str]:
    terms = [f"{name} {amount:+,}" for name, amount in merge_small_terms(what)]
    if terms:
        yield f"{begins} {what.total:+,}: {listed(terms)}."
    for remark in what.remarks:
        yield f"{capitalised(remark)}."
