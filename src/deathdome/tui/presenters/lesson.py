"""A lesson's box at the top of the panel, and the facts that only the screen knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, nearest
from deathdome.model.identifiers import parse_team, parse_unit
from deathdome.rules.observing import visible_state
from deathdome.session.notices import LessonWords
from deathdome.text.phrases import hosting as say
from deathdome.tui.keys.keyset import actions, in_use, key
from deathdome.tui.presenters.pieces import SEAT_SIGNS, unit_token
from deathdome.tui.presenters.text import Line, Span, cut, heading, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.session.notices import Guidance

WIDTH: Final = 33  # columns of the box at most
_STEPS: Final = "steps"  # the keys that move the cursor, called together: arrows, hjkl


def facts_of(setup: Setup) -> Mapping[str, Callable[[str], str]]:
    """What `content.lessons.fill` is to be given: keys, and the signs of teams and units."""
    return {
        "key": key_words,
        "token": lambda name: unit_token(setup, parse_unit(setup, name)),
        "sign": lambda name: SEAT_SIGNS[parse_team(name)],
    }


def key_words(binding: str) -> str:
    """How the key of a binding is written; `steps` are the four that move the cursor.

    Raises:
        NotationError: there is no such binding.
    """
    if binding == _STEPS:
        return in_use().steps
    known = actions()
    if binding not in known:
        raise NotationError(f'no key "{binding}".{nearest(binding, known)}')
    return key(binding)


def filled(text: str, seen: Observation) -> str:
    """A text of a lesson with its facts as they are in this position."""
    from deathdome.content.lessons import fill  # whoever plays no lesson need not wait for it

    return fill(text, visible_state(seen), facts_of(seen.setup))


# Texts of lessons on the screen, which name keys.
LESSON_TEXTS: Final = LessonWords(
    facts_of,
    lambda text, seen, _: filled(text, seen),
    watch=say.WATCH,
    again=say.BACK_WHERE_YOU_BEGAN,
)


def box_lines(said: Guidance, width: int) -> list[Line]:
    """The box: a heading, what is to be done, and what was wrong with the last try."""
    width = min(width, WIDTH)
    title = cut(f"{said.number} {said.title}", width - 6)
    rows: list[Line] = [heading(title, width, f"{said.at}/{said.of}")]
    rows += wrapped(said.words, width, "dim" if said.watching else "strong")
    rows += wrapped(said.refusal, width, "bad")
    rows.append(line(Span("-" * width, "dim")))
    return rows
