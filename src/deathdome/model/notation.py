"""Notation: actions as text, one line each, both ways.

`action_text` writes an action, `parse_action` parses one; for every legal action
`parse_action(action_text(a)) == a`. docs/notation.md holds the grammar.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, nearest
from deathdome.model.action_parser import Reader
from deathdome.model.action_writer import OPERANDS, PLAIN, WORDS, action_text, verb_text
from deathdome.model.actions import Action, make_action
from deathdome.model.identifiers import TEAMS, unit_text
from deathdome.model.lookup import known_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.state import Setup

__all__ = [
    "action_text",
    "exact_option",
    "parse_action",
    "split_typed",
    "verb_text",
    "with_team_names",
]

_BY_WORD: Final = {word: kind for kind, word in WORDS.items()}
_BY_PHRASE: Final = {phrase: kind for kind, phrase in PLAIN.items()}


def parse_action(setup: Setup, text: str, seat: int = -1, options: Sequence[Action] = ()) -> Action:
    """Return the action of a line, legal or not.

    `options` are the answers to the open question. One with exactly this text takes precedence.
    Otherwise they decide between several abilities of a card, and let a line leave out a part with
    only one possible value (`use medical-pager` without its `for`).

    Raises:
        NotationError: the line is no action, or could be several; says what would work.
    """
    words = text.split()
    if not words:
        raise NotationError("an empty line is no action")
    phrase = " ".join(words).lower()
    if phrase in _BY_PHRASE:
        return make_action(_BY_PHRASE[phrase])
    word = words[0].lower()
    if word not in _BY_WORD:
        begun = [known for known in _BY_PHRASE if known.split()[0] == word]
        if word in begun:
            raise NotationError(f'"{text}": {word} takes nothing behind it')
        if begun:
            raise NotationError(f'"{text}": {word} what?{known_words(begun)}')
        known = [*_BY_WORD, *_BY_PHRASE]
        raise NotationError(f'"{text}": no action "{word}".{_near_word(word, known)}')
    kind = _BY_WORD[word]
    if len(words) == 1:
        raise NotationError(f'"{text}": {word} needs {OPERANDS[kind]}')
    try:
        action = Reader(setup, seat, options).read(kind, words[1:])
    except NotationError as error:
        meant = exact_option(setup, text, seat, options)
        if meant is None:
            raise NotationError(f'"{text}": {error}') from None
        return meant
    if action in options and action_text(setup, action, seat) == text.strip():
        return action
    return exact_option(setup, text, seat, options) or action


def exact_option(setup: Setup, text: str, seat: int, options: Sequence[Action]) -> Action | None:
    """Return the option written exactly like the text."""
    line = text.strip()
    return next((action for action in options if action_text(setup, action, seat) == line), None)


# Common words for actions, with the words of the notation.
_MEANT: Final = {
    "move": "walk",
    "go": "walk",
    "shoot": "attack",
    "punch": "attack",
    "add": "lay",
    "open": "release",
    "free": "release",
    "finish": "pass",
    "skip": "decline",
    "ok": "commit",
    "purchase": "buy",
    "start": "activate",
}


def _near_word(word: str, known: Sequence[str]) -> str:
    if word in _MEANT:
        return f' Did you mean "{_MEANT[word]}"?'
    return nearest(word, known) or known_words(known)


def split_typed(line: str) -> list[str]:
    """Split a typed line into answers or commands, at semicolons."""
    return [" ".join(part.split()) for part in line.split(";") if part.strip()]


# -- units without their team ----------------------------------------------------------------------

_OF_UNITS: Final = ("activate", "equip")  # always of the own team


def with_team_names(setup: Setup, text: str, seat: int, options: Sequence[Action]) -> str:
    """Expand `activate scout` to `activate red.scout`, as a legal action of that seat if any.

    Keep a text that is already an action: a card or space may have the name of a unit. Drop a final
    full stop unless an option ends with one.
    """
    if exact_option(setup, text, seat, options) is not None:
        return text
    for line in dict.fromkeys((text.removesuffix("."), text)):
        if _read(setup, line, seat, options) is not None:
            return line
    text = text.removesuffix(".")
    words = text.split()
    verb = words[0].lower() if words else ""
    others = [other for other in range(setup.seats) if other != seat]
    teams = {"attack": others if len(others) == 1 else []}.get(verb, [seat, *others])
    if verb in _OF_UNITS:
        teams = [seat]
    known = [unit_text(setup, unit) for unit in range(len(setup.units))]
    for at, word in enumerate(words[1:], 1):
        names = [f"{TEAMS[team]}.{word.lower()}" for team in teams]
        names = [name for name in names if name in known]
        if not names or words[at - 1].lower() in TEAMS:
            continue
        meant = [" ".join((*words[:at], name, *words[at + 1 :])) for name in names]
        legal = (one for one in meant if _read(setup, one, seat, options) in options)
        return next(legal, meant[0])
    return text


def _read(setup: Setup, text: str, seat: int, options: Sequence[Action]) -> Action | None:
    """Return the action of a text, or None."""
    try:
        return parse_action(setup, text, seat, options)
    except NotationError:
        return None
