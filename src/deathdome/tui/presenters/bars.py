"""Bars and pips: amounts as areas, in half columns where the terminal draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.stage.text import Span
from deathdome.tui.presenters.pieces import SEAT_SIGNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.tui.glyphs import GlyphSet

HALF: Final = "\N{RIGHT HALF BLOCK}"
_TRACK: Final = "\N{BOX DRAWINGS LIGHT DOUBLE DASH HORIZONTAL}"
MAX_PIPS: Final = 7  # of a unit; with more vitae a number says it
_LOW: Final = 0.45  # share of the vitae below which they are shown as bad


def pips(left: int, most: int, glyphs: GlyphSet) -> list[Span]:
    """Return vitae left and lost, a symbol each; or `9/12` if there are too many."""
    low = "bad" if most and left / most <= _LOW else ""
    if most > MAX_PIPS:
        return [Span(f"{left}/{most}", low)]
    full, empty = glyphs.full * max(0, left), glyphs.empty * (most - max(0, left))
    return [Span(full, low), Span(empty, "faint")]


def health_bar(left: float, most: int, seat: int, width: int, glyphs: GlyphSet) -> list[Span]:
    """Return vitae as a bar in the team's colour; at least half a column while any is left."""
    steps = round(2 * width * left / most) if most > 0 else 0
    steps = max(steps, 1) if left > 0 else 0
    if not glyphs.shaped:
        full = -(-steps // 2)
        return [Span(glyphs.full * full, "strong"), Span(glyphs.empty * (width - full), "faint")]
    full, half = divmod(steps, 2)
    rest = width - full - half
    return [
        Span(" " * full + HALF * half, f"full{seat}"),
        Span(" " * rest, f"rest{seat}"),
    ]


def score_bar(
    payouts: Sequence[float], order: Sequence[int], width: int, shaped: bool
) -> list[Span]:
    """Return the shares of the teams in one bar, with a dark seam between them.

    Without half columns each column has the symbol of its team.
    """
    total = sum(payouts)
    if not total:
        empty = Span(f"[{'-' * (width - 2)}]", "faint")
        if len(order) > 2 and shaped:  # a track, where names and amounts are all at the left
            return [Span(_TRACK * width, "faint")]
        return [Span(" " * width, "raised") if shaped else empty]
    if not shaped:
        return [Span("["), *_signed(payouts, order, total, width - 2), Span("]")]
    halves: list[int] = []
    ends, so_far = [], 0.0
    for seat in order:
        so_far += payouts[seat]
        ends.append(round(2 * width * so_far / total))
    for seat, end in zip(order, ends, strict=True):
        halves += [seat] * (end - len(halves))
    for at in range(1, len(halves)):
        if halves[at] >= 0 and halves[at - 1] not in (-1, halves[at]):
            halves[at] = -1  # the seam
    spans: list[Span] = []
    for left, right in zip(halves[::2], halves[1::2], strict=True):
        if left == right:
            one = Span(" ", f"score{left}" if left >= 0 else "raised")
        elif right < 0:
            one = Span(HALF, f"score{left}")
        else:
            one = Span(HALF, f"seat{right} raised")
        if spans and spans[-1].look == one.look:
            spans[-1] = Span(spans[-1].text + one.text, one.look)
        else:
            spans.append(one)
    return spans


def _signed(payouts: Sequence[float], order: Sequence[int], total: float, width: int) -> list[Span]:
    spans, used, so_far = [], 0, 0.0
    for seat in order:
        so_far += payouts[seat]
        end = round(width * so_far / total)
        spans.append(Span(SEAT_SIGNS[seat] * (end - used), f"seat{seat}"))
        used = end
    return spans
