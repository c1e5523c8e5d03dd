"""What is laid over the board on demand: reach, threat, both, sight and range, or nothing."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from deathdome.rules.analysis import hittable, reach_of, sight_of, threatened
from deathdome.text.phrases import position as say
from deathdome.tui.presenters.board import Marks
from deathdome.tui.presenters.pieces import unit_token

if TYPE_CHECKING:
    from deathdome.model.observation import Observation
    from deathdome.tui.glyphs import GlyphSet


class Overlay(Enum):
    """What the marks of reach and threat stand for now."""

    REACH = "reach"
    THREAT = "threat"
    BOTH = say.REACH_AND_THREAT
    SIGHT = say.SIGHT_AND_RANGE
    OFF = "off"

    @property
    def following(self) -> Overlay:
        """The next one, round the end."""
        every = list(Overlay)
        return every[(every.index(self) + 1) % len(every)]


def marks_for(
    seen: Observation, overlay: Overlay, base: Marks, *, unit: int, walker: int = -1
) -> Marks:
    """The marks of an overlay.

    `base` has the cursor, the active unit, the targets and the spaces that answer the question.
    `unit` is whose sight is drawn; `walker` whose reach is where no space answers.
    """
    reach, threat = base.reach, 0
    if not reach and walker >= 0:
        reach = reach_of(seen, walker)
    if overlay is Overlay.SIGHT:
        hit = hittable(seen, unit) if unit >= 0 else 0
        # The same three signs: in sight, in range, both. The panel says so.
        reach, threat = sight_of(seen, unit) if unit >= 0 else 0, hit
    elif overlay in (Overlay.THREAT, Overlay.BOTH):
        threat = threatened(seen, seen.seat)
    # Nobody stands in a wall, and nobody is hit in a base or a jail: marks there tell nothing.
    terrain = seen.setup.terrain
    safe = terrain.walls | terrain.all_bases | terrain.unused_bases | terrain.board.all_jails
    threat &= ~safe
    if overlay is Overlay.SIGHT:
        reach &= ~safe
    if overlay in (Overlay.THREAT, Overlay.OFF):
        reach = 0
    return Marks(base.cursor, reach, base.targets, threat, base.active)


def overlay_words(seen: Observation, overlay: Overlay, unit: int, glyphs: GlyphSet) -> str:
    """The overlay by name with what its signs mean."""
    token = unit_token(seen.setup, unit) if unit >= 0 else ""
    if overlay is Overlay.REACH:
        return say.REACH_CAN_GO_THERE.format(token=token, reach=glyphs.reach) if token else "reach"
    if overlay is Overlay.THREAT:
        return say.THREAT_AN_ENEMY_CAN_HIT.format(threat=glyphs.threat)
    if overlay is Overlay.BOTH:
        return say.REACH_THREAT_BOTH.format(
            reach=glyphs.reach, threat=glyphs.threat, both=glyphs.both
        )
    if overlay is Overlay.SIGHT:
        seen_by = f"sight {token}" if token else "sight"
        return say.SEEN_HIT_TOO_HIT_UNSEEN.format(
            seen_by=seen_by, reach=glyphs.reach, both=glyphs.both, threat=glyphs.threat
        )
    return say.NOTHING_LAID_OVER_THE_BOARD
