"""Phrases about managers: their levels, and how strong they are."""

from __future__ import annotations

from typing import Final

# -- Levels ----------------------------------------------------------------------------------------

# By name.
ABOUT: Final = {
    "random": "Any answer that the rules allow.",
    "greedy": "One unit phase, no danger.",
    "rookie": "Sees no danger, gives cards away.",
    "regular": "Plans, and makes mistakes.",
    "veteran": "Always the best plan that it sees.",
    "elite": "Plays its best plans on.",
    "champion": "Plays many plans on, and longer.",
    "legend": "As the champion, with more time.",
}
LEVELS_BY_MEASURED_STRENGTH: Final = "Levels by measured strength: {order} is the strongest"
ABOVE: Final = "{note}, above {top}."
