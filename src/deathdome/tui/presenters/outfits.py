"""Ready-made outfits as cards: what each buys, for which unit, and what that changes."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from deathdome.model.state import price
from deathdome.rules.gear import outfits
from deathdome.stage.text import Line, Span, columns_of, cut, line
from deathdome.text.names import compact
from deathdome.text.phrases import store as say
from deathdome.tui.presenters.pieces import unit_token
from deathdome.tui.presenters.roster import spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.outfits import OutfitPlan
    from deathdome.model.observation import Observation

    Purchases = Sequence[tuple[int, int]]  # (item, unit)

_FRAME: Final = 3  # rows of a card beyond its purchases: title, remark, gap
_LEAST: Final = 3  # purchases that a card shows at least
_ACROSS: Final = 37  # columns of a card next to others at least
_WIDEST: Final = 78  # columns of a card that stands alone at most
_BETWEEN: Final = 1  # columns between them


def outfit_cards(
    plans: Sequence[tuple[OutfitPlan, Purchases]], seen: Observation, width: int, height: int
) -> list[Line]:
    """Return the outfits side by side, or below each other; [] if there is no room for that."""
    number = len(plans)
    each = (width - _BETWEEN * (number - 1)) // max(1, number)
    if each >= _ACROSS:
        cards = [
            _card(at, plan, purchases, seen, each, len(purchases))
            for at, (plan, purchases) in enumerate(plans, 1)
        ]
        if max(map(len, cards)) <= height:
            return [_beside(row, each) for row in zip_longest(*cards, fillvalue=())]
    width = min(width, _WIDEST)
    wanted = sum(len(purchases) + _FRAME for _, purchases in plans)
    room = height if wanted <= height else height // max(1, number) - _FRAME
    if room < _LEAST:
        return []
    return [
        row
        for at, (plan, purchases) in enumerate(plans, 1)
        for row in _card(at, plan, purchases, seen, width, room)
    ]


def _beside(rows: Sequence[Line], each: int) -> Line:
    """Return one row of all cards."""
    spans: list[Span] = []
    for at, row in enumerate(rows):
        used = sum(columns_of(span.text) for span in row)
        gap = each - used if at < len(rows) - 1 else 0
        spans += [*row, Span(" " * (gap + _BETWEEN * (at < len(rows) - 1)))]
    return tuple(spans)


def _card(
    number: int,
    plan: OutfitPlan,
    purchases: Purchases,
    seen: Observation,
    width: int,
    room: int,
) -> list[Line]:
    """Return an outfit with at most `room` of its purchases, and an empty row."""
    setup = seen.setup
    total = sum(price(setup, item) for item, _ in purchases)
    name = [Span(f" {number} ", "key"), Span(plan.name.upper(), "strong")]
    rows = [
        spread(name, [Span(f"{compact(total)} ", "strong")], width, "raised"),
        line(Span(cut(f"   {plan.about}", width), "dim")),
    ]
    shown = purchases if len(purchases) <= room else purchases[: room - 1]
    for item, unit in shown:
        gain = gain_words(seen, item, unit)
        cost = f"{compact(price(setup, item)):>5} "
        space = width - 6 - columns_of(cost) - columns_of(gain) - 1
        title = setup.catalog.items[item].name
        below = columns_of(title) > space
        if below:
            space = width - 6 - columns_of(cost) - 1
        rows.append(
            spread(
                [
                    Span("   "),
                    Span(unit_token(setup, unit), f"chip{unit // 4}"),
                    Span(f" {cut(title, space)}"),
                ],
                [Span("" if below else gain, "good"), Span(cost, "dim")],
                width,
            )
        )
        if below and gain:
            rows.append(line(Span(f"      {gain}", "good")))
    if left := len(purchases) - len(shown):
        rows.append(
            line(Span(cut(f"      {say.MORE_OF_OUTFIT.format(number=left)}", width), "dim"))
        )
    return [*rows, ()]


def gain_words(seen: Observation, item: int, unit: int) -> str:
    """Return 'hits 7 at range 5' or 'movement 6 > 7': what an item gives to a unit; or ''."""
    found = next((one for one in outfits(seen, item) if one.unit == unit), None)
    if found is None or found.after is None:
        return ""
    before, after = found.before, found.after
    weapon = seen.setup.catalog.items[item].weapon
    if weapon is not None:
        if after.reach > 1:
            return say.HITS_AT_RANGE.format(hits=after.hits, range=after.reach)
        return say.GAIN.format(name="hits", old=before.hits, new=after.hits)
    for name in ("movement", "toughness", "vitae", "strength"):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            return say.GAIN.format(name=name, old=old, new=new)
    return ""
