"""Lessons, hints, reviews and explanations as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, nearest
from deathdome.managers.explanations import public_explanation, turn_label
from deathdome.managers.hint_text import (
    HOW,
    Role,
    better_of,
    cost_of,
    decision_text,
    hint_lines,
    large_terms,
    measure_of,
    plan_lines,
    reason_text,
    signed,
    spoken_lines,
    verdict_of,
    whose,
)
from deathdome.model.identifiers import parse_team, parse_unit
from deathdome.rules.observing import visible_state
from deathdome.session.hints import Failure, Level, Step
from deathdome.session.notices import LessonWords
from deathdome.stage.text import BLANK, Line, Span, clean, cut, heading, line, wrapped
from deathdome.text.names import capitalised, team_name
from deathdome.text.phrases import hints, motives
from deathdome.text.phrases import hosting as say
from deathdome.tui.keys.keyset import TABLE, in_use, key
from deathdome.tui.presenters.pieces import SEAT_SIGNS, unit_token

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.managers.explanations import Explanation, PublicExplanation
    from deathdome.managers.hint_text import Review, Verdict
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.session.hints import News
    from deathdome.session.notices import Guidance

WIDTH: Final = 33  # columns of the box at most
_STEPS: Final = "steps"  # joint name of the keys that move the cursor: arrows, hjkl


def facts_of(setup: Setup) -> Mapping[str, Callable[[str], str]]:
    """Return the facts for `content.lessons.fill`: keys, and the symbols of teams and units."""
    return {
        "key": key_words,
        "token": lambda name: unit_token(setup, parse_unit(setup, name)),
        "sign": lambda name: SEAT_SIGNS[parse_team(name)],
    }


def key_words(binding: str) -> str:
    """Return the key of a binding as text; `steps` are the four that move the cursor.

    Raises:
        NotationError: there is no such binding.
    """
    if binding == _STEPS:
        return in_use().steps
    known = TABLE.actions()
    if binding not in known:
        raise NotationError(f'no key "{binding}".{nearest(binding, known)}')
    return key(binding)


def filled(text: str, seen: Observation) -> str:
    """Return a text of a lesson with its facts as they are in this position."""
    from deathdome.content.lessons import fill  # loaded for lessons only

    return fill(text, visible_state(seen), facts_of(seen.setup))


# Texts of lessons on the screen, which name keys.
LESSON_TEXTS: Final = LessonWords(
    facts_of,
    lambda text, seen, _: filled(text, seen),
    watch=say.WATCH,
    again=say.STEP_RESTARTED,
)


def box_lines(said: Guidance, width: int) -> list[Line]:
    """Return the box: a heading, the task, and what was wrong with the last try."""
    width = min(width, WIDTH)
    title = cut(f"{said.number} {said.title}", width - 6)
    rows: list[Line] = [heading(title, width, f"{said.at}/{said.of}")]
    rows += wrapped(said.words, width, "dim" if said.watching else "strong")
    rows += wrapped(said.refusal, width, "bad")
    rows.append(line(Span("-" * width, "dim")))
    return rows


_MARKS: Final = {Role.FOR: ("+ ", "good"), Role.AGAINST: ("- ", "bad")}
_ROLES: Final = {Role.ORDER: "strong", Role.STAKES: "bad", Role.RIVAL: "dim"}


def hint_words(news: News, setup: Setup) -> str:
    """Return the words about a hint in one paragraph: in the store, or without a panel."""
    match news:
        case Step(advice=advice):
            texts = spoken_lines(hint_lines(advice, setup))
            if news.level is Level.PLAN:
                texts += plan_lines(advice, setup)
            if advice.ends:
                texts.append(say.HINT_KEY.format(key=key("end")))
            elif not news.last:
                texts.append(f"{hints.WHOLE_PLAN.format(hint=key('hint'))}.")
            return clean(" ".join(texts))
        case Failure(why):
            return say.NO_HINT.format(why=why)
        case _:
            return say.HINT_THINKING.format(back=key("back"))


def hint_box(step: Step, setup: Setup, width: int) -> list[Line]:
    """Return the box of a hint: its step, its lines and the keys that go with it."""
    width = min(width, WIDTH)
    advice = step.advice
    right = "" if advice.free else hints.STEP_OF.format(number=step.number, steps=len(step.levels))
    rows: list[Line] = [heading(hints.TITLE, width, right)]
    keys = [hints.CLOSE.format(back=key("back"))]
    if not step.last:
        keys.insert(0, hints.MORE.format(hint=key("hint")))
    for role, text in hint_lines(advice, setup):
        sign, look = _MARKS.get(role, ("", _ROLES.get(role, "")))
        told = wrapped(clean(text), width - len(sign), "" if sign else look)
        gap = " " * len(sign)
        rows += [
            (Span(gap if at else sign, look), *row) if sign else row for at, row in enumerate(told)
        ]
    if step.level is Level.PLAN:
        rows.append(BLANK)
        for text in plan_lines(advice, setup):
            rows += wrapped(clean(text), width)
    do_it = hints.DO_IT.format(choose=key("choose"))
    return [*rows, line(Span(do_it, "strong"), Span("".join(f"  {one}" for one in keys), "dim"))]


def review_lines(review: Review, width: int) -> list[Line]:
    """Return the summary of a review, above its decisions."""
    rows = [line(Span(whose(review), f"seat{review.seat}"))]
    text = verdict_of(review)
    if not review.worst:
        return [*rows, *wrapped(text, width, "good" if review.decisions else "dim")]
    rows += [*wrapped(text, width), *wrapped(HOW, width, "dim")]
    if measure := measure_of(review):
        rows += wrapped(measure, width, "dim")
    return rows


def verdict_lines(verdict: Verdict, setup: Setup, width: int, *, bar: bool) -> list[Line]:
    """Return one decision: what was done, its cost, and what was better."""
    title = wrapped(clean(cost_of(verdict, setup)), width - 2, "bar" if bar else "strong")
    signs = ["> " if bar else "  ", *["  "] * (len(title) - 1)]
    return [
        *((Span(sign, "bar" if bar else ""), *row) for sign, row in zip(signs, title, strict=True)),
        *wrapped(clean(better_of(verdict, setup)), width - 2, "good", "  "),
        BLANK,
    ]


NONE_YET: Final = motives.NO_DECISION_YET
_AFTER: Final = motives.HIDDEN_UNTIL_END
_NAME: Final = 30  # columns of the name of a term
_AMOUNT: Final = 12


def account_lines(
    explanation: Explanation, setup: Setup, labels: Sequence[str], width: int, *, over: bool
) -> list[Line]:
    """Return the visible explanation of a decision."""
    what = public_explanation(explanation, setup, over=over)
    who = f"{team_name(explanation.seat)} ({clean(labels[explanation.seat])})"
    rows = [line(Span(f"{who}, {turn_label(explanation)}", f"seat{explanation.seat}"))]
    done = decision_text(what, explanation.unit, setup)
    rows += wrapped(f"{clean(done)}.", width, "strong", "  ")
    rows.append(BLANK)
    if not what.given:
        rows += wrapped(motives.NO_REASONS, width, "dim")
        return rows
    for remark in what.remarks:
        rows += wrapped(f"{capitalised(clean(remark))}.", width)
    terms = large_terms(what.terms)
    rows += [line(Span(_row(*term), "good" if term[1] > 0 else "bad")) for term in terms]
    if terms:
        words = motives.SUBTOTAL if what.withheld else motives.TOTAL
        rows.append(line(Span(f"  {words:<{_NAME}}{signed(what.total):>{_AMOUNT}}", "strong")))
    if what.other is not None:
        told = decision_text(what.other, explanation.unit, setup)
        rows += [BLANK, *_next_best(what, what.other, told, width)]
    if what.chance is not None:
        chance = motives.CHANCE.format(chance=what.chance)
        rows += [BLANK, *wrapped(chance, width)]
    if what.withheld:
        rows += [BLANK, *wrapped(_AFTER, width, "dim")]
    return rows


def _next_best(
    what: PublicExplanation, other: PublicExplanation, told: str, width: int
) -> list[Line]:
    title = "Next best" if other.total <= what.total else motives.NOT_CHOSEN
    rows = [line(Span(title, "title"))]
    rows += wrapped(f"{clean(told)}.", width, "strong", "  ")
    terms = large_terms(other.terms)
    parts = [f"{clean(reason_text(*term))} {signed(term[1])}" for term in terms]
    if terms:
        parts.insert(0, motives.IN_ALL.format(amount=signed(other.total)))
    parts += [clean(remark) for remark in other.remarks]
    return [*rows, *wrapped("; ".join(parts), width, "", "  ")]


def _row(name: str, amount: int) -> str:
    sign = "+" if amount > 0 else "-"
    return f"{sign} {clean(reason_text(name, amount)):<{_NAME}}{signed(amount):>{_AMOUNT}}"
