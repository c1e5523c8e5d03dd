"""Story: what happened in a game up to a moment, as one may see it who reads about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deathdome.powerdome.model.dome import ABSENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.play.host import GameHost
    from deathdome.powerdome.play.timeline import Timeline


class Story(NamedTuple):
    """A game up to a moment: nothing in it is still secret to its reader."""

    view: State
    events: Sequence[Event]
    setting: str  # chooses words of the log
    name: str  # of the game; "" if it is not kept
    viewer: int = ABSENT


def story_of(host: GameHost) -> Story:
    """Return the story of a running game: that of its only person, or what all may see."""
    viewer = host.reader
    name = "" if host.file is None else host.file.path.stem
    return Story(host.view(viewer), host.heard(viewer), host.setting, name, viewer)


def story_until(timeline: Timeline, at: int, name: str) -> Story:
    """Return the story of a record up to a moment."""
    return Story(timeline.state(at), timeline.events(0, at), timeline.header.setting, name)
