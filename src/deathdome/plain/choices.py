"""Legal answers as numbered lines, and typed answers as actions.

An answer has the same number in every list as long as its question is open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import IllegalAction, NotationError, UsageError, nearest
from deathdome.model.actions import (
    CONCESSIONS,
    DONE,
    END_PHASE,
    END_TURN,
    PASS,
    ActionKind,
    a_of,
    kind_of,
)
from deathdome.model.catalog import Item
from deathdome.model.decisions import Decision, Question
from deathdome.model.frames import Moving, Push, UnitPhase
from deathdome.model.notation import parse_action, verb_text, with_team_names
from deathdome.model.state import fee
from deathdome.plain.view import sentences
from deathdome.rules.engine import can_concede
from deathdome.rules.futile_choices import idle_on
from deathdome.rules.observing import visible_state
from deathdome.rules.refusals.refusal import refusal
from deathdome.text.cards import facts, in_edition, whom
from deathdome.text.choices import describe_option, describe_question, shortfall_words
from deathdome.text.leftovers import left_in_phase, left_in_turn
from deathdome.text.names import listed, price_words
from deathdome.text.offers import sort_offers
from deathdome.text.phrases import questions as say
from deathdome.text.phrases import store
from deathdome.text.refusals import refusal_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.match.protocol import Request
    from deathdome.model.actions import Action
    from deathdome.model.catalog import StoreCard
    from deathdome.model.state import Setup
    from deathdome.plain.view import View

ALL_AT_MOST: Final = 12  # answers that are listed without being asked for by kind
KIND_AT_MOST: Final = 6  # answers of one kind in the list of all kinds
SHORT: Final = 8  # answers that are listed together with their question
_OPEN: Final = (Question.PURCHASE, Question.TURN, Question.UNIT_PHASE)
_SPACES: Final = (ActionKind.WALK, ActionKind.PUSH_TO)
_FIRST_WORDS: Final = sorted({verb_text(kind).split()[0] for kind in ActionKind})


# -- saying ----------------------------------------------------------------------------------------


def asked(view: View) -> list[str]:
    """Return the open question, with its answers if a player must read them anyway."""
    request = view.request
    if request is None:
        return [say.NO_QUESTION]
    lines = [describe_question(request.question, view.spoken, request.unit)]
    if lists_itself(request):
        lines += [answer_line(view, number) for number in range(len(request.options))]
    return lines


def lists_itself(request: Request) -> bool:
    """Return True if the answers are listed with the question."""
    return request.question not in _OPEN and len(request.options) <= SHORT


def option_lines(view: View, words: str) -> list[str]:
    """Yield the legal answers: all kinds, or those of a kind or with a word in them.

    Raises:
        UsageError: no legal answer is like that.
    """
    options = view.options
    if not options:
        return [say.NO_QUESTION]
    wanted = words.strip().lower()
    numbers = range(len(options))
    if not wanted:
        if len(options) <= ALL_AT_MOST:
            return [answer_line(view, number) for number in numbers]
        return _by_kind(view)
    kinds = {verb_text(kind_of(action)) for action in options}
    found = [n for n in numbers if verb_text(kind_of(options[n])) == wanted]
    found = found or [n for n in numbers if _has_word(view, options[n], wanted)]
    if not found:
        near = nearest(wanted, kinds) or " " + say.KINDS.format(kinds=", ".join(sorted(kinds)))
        raise UsageError(f'no choice matches "{wanted}".{near}')
    return numbered(view, found)


def _has_word(view: View, action: Action, wanted: str) -> bool:
    return wanted in f"{view.spelled(action)} {_told(view, action)}".lower()


def _by_kind(view: View) -> list[str]:
    kinds: dict[str, list[int]] = {}
    for number, action in enumerate(view.options):
        kinds.setdefault(verb_text(kind_of(action)), []).append(number)
    lines: list[str] = []
    for kind, numbers in kinds.items():
        if len(numbers) <= KIND_AT_MOST:
            lines += numbered(view, numbers)
        else:
            lines.append(
                say.CHOICES_OF_KIND.format(
                    first=numbers[0] + 1, last=numbers[-1] + 1, kind=kind, number=len(numbers)
                )
            )
    return lines


def numbered(view: View, numbers: Iterable[int]) -> list[str]:
    """Yield answers by number, a line each; walks share lines."""
    lines: list[str] = []
    ways: list[str] = []
    for number in numbers:
        action = view.options[number]
        if kind_of(action) in _SPACES:
            marks = view.marked(1 << a_of(action)).partition(" ")[2]
            ways.append(f"{number + 1}. {view.spelled(action)}{f' {marks}' if marks else ''}")
        else:
            lines.append(answer_line(view, number))
    return [*lines, f"{'; '.join(ways)}."] if ways else lines


def answer_line(view: View, number: int) -> str:
    """Return '3. activate red.warrior: begin a unit phase of ...'."""
    action = view.options[number]
    told = _told(view, action)
    return f"{number + 1}. {view.spelled(action)}: {told[:1].lower()}{told[1:]}"


def _told(view: View, action: Action) -> str:
    """Return the meaning of an answer; for a store card its description."""
    if kind_of(action) is ActionKind.BUY:
        return goods_words(view, a_of(action))
    told = describe_option(action, view.spoken)
    if action not in view.shortfalls:
        return told
    reason = shortfall_words(view.spoken.setup, action, view.shortfalls[action])
    return f"{reason}: {told[:1].lower()}{told[1:]}"


def goods_words(view: View, card: int) -> str:
    """Return the price of a store card, its kind and its bearer."""
    printed = view.setup.catalog.store_cards[card]
    cost = price_words(fee(view.setup, card, view.seen.credits[view.seat]))
    fits = f"; {whom(printed)}" if isinstance(printed, Item) else ""
    fits += idle_words(view, printed)
    return in_edition(f"{cost}, {facts(printed)}{fits}.", view.setup.ruleset)


def idle_words(view: View, printed: StoreCard) -> str:
    """Return the end of a description that says that an item is of no use; '' if it is."""
    idle = isinstance(printed, Item) and idle_on(view.setup.board, printed)
    return f"; {store.OF_NO_USE}" if idle else ""


# -- reading ---------------------------------------------------------------------------------------


def read_answer(view: View, text: str, commands: Iterable[str], *, listed: bool) -> Action:
    """Parse a legal answer: a number, or the notation.

    `listed`: whether numbers of this question have been said, and can be meant.

    Raises:
        NotationError, UsageError: it means nothing; says what is nearest.
        IllegalAction: the rules refuse it; says why, and what would do.
    """
    if view.request is None:
        raise UsageError("there is nothing to choose; type quit to leave")
    if (number := text.removesuffix(".")).isdecimal():
        return _by_number(view, number, listed=listed)
    action = spelled_action(view, text, commands)
    conceding = action in CONCESSIONS and can_concede(visible_state(view.seen), action)
    if action not in view.options and not conceding:
        error = _refusal(view, action)
        said = sentences([with_near(error, view.spoken.setup)])[0]
        raise IllegalAction(error.refusal, error.near, said)
    return action


def _by_number(view: View, text: str, *, listed: bool) -> Action:
    number = int(text) if len(text) < 6 else 0
    if not listed and not _is_unit(view, number):
        raise UsageError(f"{text} is not in a list yet; type options to list your choices")
    if not 1 <= number <= len(view.options):
        raise UsageError(f"there is no answer {text}: the answers are 1 to {len(view.options)}")
    return view.options[number - 1]


def _is_unit(view: View, number: int) -> bool:
    """Return True for a unit to activate: those are the first choices, in the team's order."""
    return (
        1 <= number <= len(view.options)
        and kind_of(view.options[number - 1]) is ActionKind.ACTIVATE
    )


def spelled_action(view: View, text: str, commands: Iterable[str]) -> Action:
    """Parse an action, legal or not.

    Raises:
        NotationError: it spells none; names the nearest word, of a command too.
    """
    text = with_team_names(view.setup, text, view.seat, view.options)
    first = text.lower().split()[0] if text.split() else ""
    if first not in _FIRST_WORDS:
        near = nearest(first, [*commands, *_FIRST_WORDS])
        if near:
            raise NotationError(f'"{first}" is neither a command nor an action.{near}')
    try:
        return parse_action(view.setup, text, view.seat, view.options)
    except NotationError as error:
        help_words = "" if first in _FIRST_WORDS else " " + say.HELP_HINT
        raise NotationError(f"{error}{help_words}") from None


def refused(view: View, action: Action) -> str:
    """Explain why an action is not legal, from what this seat sees.

    Never by the true position: a reason must not reveal hidden facts.
    """
    return with_near(_refusal(view, action), view.spoken.setup)


def _refusal(view: View, action: Action) -> IllegalAction:
    request = view.request
    assert request is not None
    question = Decision(request.seat, request.question, list(request.options), unit=request.unit)
    return refusal(visible_state(view.spoken), question, action)


def with_near(error: IllegalAction, setup: Setup) -> str:
    """Return a refusal with the nearest legal choice in the notation."""
    text = refusal_text(error.refusal, setup)
    return f'{text}. Type "{error.near}"' if error.near else text


def begun_unit(stack: Sequence[object]) -> int:
    """Return the unit that walks or is pushed, or -1."""
    for frame in reversed(stack):
        if isinstance(frame, UnitPhase | Moving | Push):
            return frame.unit
    return -1


def left_over(view: View, action: Action) -> str:
    """Return the useful things that an ending action would forgo; '' if none."""
    request = view.request
    if request is None:
        return ""
    if action in (DONE, PASS) and request.question is Question.PURCHASE:
        aside = view.seen.spare[view.seat]
        names = [view.setup.catalog.store_cards[card].name for card in aside]
        return f"{listed(names)} {'lies' if len(names) == 1 else 'lie'} aside" if names else ""
    if action == END_TURN and request.question is Question.TURN:
        return left_in_turn(request.seen, request.options, view.who)
    if action == END_PHASE and request.question is Question.UNIT_PHASE:
        return left_in_phase(request.seen, sort_offers(request.options), view.who)
    return ""
