"""Shows in the header: the score bar that slides to a new score, the strip of a new round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathdome.model.events import RoundBegan
from deathdome.stage.text import Line, Span
from deathdome.text.names import compact
from deathdome.text.phrases import banners as say
from deathdome.text.standings import payouts_of
from deathdome.tui.presenters.animations import STEP, Frame, Show
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.presenters.status import Slide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from deathdome.model.events import Event
    from deathdome.model.observation import Observation

    Header: TypeAlias = Callable[[Observation, Slide | None], Sequence[Line]]

SLIDES: Final = 8  # frames in which the border reaches its new place
_STRIP: Final = 0.8  # seconds


def round_strip(events: Iterable[Event], rounds: int, width: int) -> list[Show]:
    """Return a strip over the header at the beginning of a round; [] without one.

    The last round has a banner. A key that ends the strip does its work.
    """
    begun = [event.round for event in events if isinstance(event, RoundBegan)]
    if not begun or begun[-1] >= rounds:
        return []
    words = say.ROUND_BEGINS.format(round=begun[-1], rounds=rounds)
    row: Line = (Span(f"{words:^{width}}", "bar"),)
    return [Show((Frame(seconds=_STRIP, header=(row,)),), swallows=False, name="round")]


def with_score(
    shows: Sequence[Show],
    last: Sequence[Show],
    before: Observation,
    seen: Observation,
    header: Header,
) -> list[Show]:
    """Return all shows of a step, with the score bar sliding in the last ones.

    The first `shows` keep the old score. Without `last` ones the bar slides alone. `header` draws
    the header of a position.
    """
    old, new = payouts_of(before), payouts_of(seen)
    if old == new:
        return [*shows, *last]
    was, now = tuple(header(before, None)), tuple(header(seen, None))
    sliding = [tuple(header(seen, slide)) for slide in slides(old, new, seen.seat)]
    earlier = [
        show._replace(frames=tuple(replace(frame, header=was) for frame in show.frames))
        for show in shows
    ]
    if not last:
        frames = tuple(Frame(header=rows) for rows in sliding)
        return [*earlier, Show(frames, swallows=False, name="score")]
    later = []
    for show in last:
        frames = _with_headers(show.frames, sliding, now)
        sliding = []
        later.append(show._replace(frames=frames))
    return [*earlier, *later]


def slides(old: Sequence[int], new: Sequence[int], seat: int) -> list[Slide]:
    """Return the borders of the score bar in each frame, and the gain or loss."""
    gain = _gain(old, new, seat)
    return [
        Slide(tuple(a + (b - a) * at / SLIDES for a, b in zip(old, new, strict=True)), gain)
        for at in range(SLIDES)
    ]


def _gain(old: Sequence[int], new: Sequence[int], seat: int) -> Span:
    """Return what changed: for your team, otherwise for the team that gains."""
    mine = new[seat] - old[seat]
    if mine:
        return Span(compact(mine, signed=True), "good" if mine > 0 else "bad")
    gains = [after - earlier for earlier, after in zip(old, new, strict=True)]
    most = max(gains) or min(gains)
    other = gains.index(most)
    return Span(f"{SEAT_SIGNS[other]} {compact(most, signed=True)}", f"seat{other}")


def _with_headers(
    frames: Sequence[Frame], sliding: Sequence[tuple[Line, ...]], now: tuple[Line, ...]
) -> tuple[Frame, ...]:
    """Return frames, cut where the header changes."""
    waiting = list(sliding)
    found: list[Frame] = []
    for frame in frames:
        left = frame.seconds
        while waiting and left > 0:
            part = min(STEP, left)
            found.append(replace(frame, seconds=part, header=waiting.pop(0)))
            left = round(left - part, 6)
        if left > 0:
            found.append(replace(frame, seconds=left, header=now))
    return tuple(found)
