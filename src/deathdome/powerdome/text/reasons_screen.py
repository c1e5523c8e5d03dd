"""Phrases of hints, of the reasons of bots, and of refusals, on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

HINT: Final = "Hint"
ADVICE: Final = "The adviser would answer"
USE: Final = "Enter puts it into your form. You can still change it."
GIVE: Final = "Enter gives this answer."
GIVE_IT: Final = "give it"
USED: Final = "The hint is in your form."
COUNTED: Final = "Hints taken in this game: {n}."
REASONS: Final = "Why"
IN_ALL: Final = "in all"
OTHERS: Final = "Also considered"
EXPECTED: Final = "Expected of the rivals"
NO_REASONS: Final = "It gives no reasons."
OWN_UNITS: Final[Mapping[str, str]] = {
    "vitality": "worth in vitality",
    "payoff": "1 is a win, -1 is death",
    "score": "points of a target",
}

BOTS: Final = "Why the bots did that"
NO_BOTS: Final = "No bot plays at this table."
NOTHING_PUBLIC: Final = "No decision of a bot is public yet."
NOT_YET: Final = "Decisions of the open question appear once it is settled."

WHY_NOT: Final = "Why not"
SHOWS_RULE: Final = "{key} shows the rule."


def decision(name: str, question: str) -> str:
    """Return the title of a bot's decision."""
    return f"{name}, {question}"
