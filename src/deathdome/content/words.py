"""Words of card files for the closed lists of the vocabulary."""

from __future__ import annotations

from typing import Final

from deathdome.model.vocabulary import Cause, Deck, Rating, Role, Target, Trigger, Until
from deathdome.toml.words import by_name, by_value

TRIGGERS: Final = by_name(Trigger)
CAUSES: Final = by_name(Cause)
RATINGS: Final = by_name(Rating)
DURATIONS: Final = by_name(until for until in Until if until is not Until.FOREVER)
TARGETS: Final = by_value(Target)
SOURCES: Final = by_value(Role)  # for `by`
ROLES: Final = {word: role for word, role in SOURCES.items() if role is not Role.THIS}
# Power cards are written like items, in a deck that is not in the store.
DECKS: Final[dict[str, Deck | None]] = {**by_value(Deck), "power": None}
