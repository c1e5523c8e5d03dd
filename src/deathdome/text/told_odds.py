"""Where in a story the odds of an attack are told: with the hit of the unit that they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.events import Declared, Reckoned
from deathdome.text.chances import odds_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.model.events import Event
    from deathdome.odds.public import PublicOdds


def with_odds(
    lines: Sequence[str],
    events: Sequence[Event],
    first: int,
    end: int,
    odds: Mapping[int, PublicOdds],
) -> list[str]:
    """The lines that tell events `first` up to `end`; a hit whose odds were known says them.

    `odds` are those of attacks, by the number of the event that declared each. The hits that a part
    of a story tells are its last lines, in order.
    """
    found = list(lines)
    hits = [number for number in range(first, end) if isinstance(events[number], Reckoned)]
    for line, number in enumerate(hits, len(found) - len(hits)):
        had = odds.get(_declared(events, number))
        hit = events[number]
        if had is not None and line >= 0 and isinstance(hit, Reckoned) and hit.unit == had.unit:
            found[line] += f" {odds_words(had)}"
    return found


def _declared(events: Sequence[Event], number: int) -> int:
    """The number of the event that declared the attack of a hit, or -1."""
    while number >= 0 and not isinstance(events[number], Declared):
        number -= 1
    return number
