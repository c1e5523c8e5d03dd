"""The auction after a match of a season: jailed convicts as cards, and the results of a sale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import DECLINE, a_of
from deathdome.model.events import Auctioned
from deathdome.model.state import UNITS_PER_TEAM, price
from deathdome.rules.engine import apply_action
from deathdome.rules.gear import Ratings, build_gear, may_hold
from deathdome.rules.observing import visible_state
from deathdome.stage.text import BLANK, Line, Span, columns_of, cut, heading, line, wrapped
from deathdome.text.names import compact, listed, price_words, team_name, times
from deathdome.text.phrases import interval as say
from deathdome.text.seasons import ranks
from deathdome.tui.presenters.pieces import SEAT_SIGNS, short_facts, unit_letter, unit_token
from deathdome.tui.presenters.purchases import change_words
from deathdome.tui.presenters.result import counts_words
from deathdome.tui.presenters.season import career_of, credits_after, first_buyer_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.presenters.season import SeasonView

_NAME: Final = 16  # columns of a surname and a team
_AMOUNT: Final = 6


class Sale(NamedTuple):
    """The consequences of auctioning off one unit."""

    unit: int
    cards: tuple[int, ...]  # store cards, the character among them
    refund: int  # credits


def sale_of(seen: Observation, action: Action) -> Sale:
    """Return the consequences of a choice, as the rules apply it."""
    state = visible_state(seen)
    heard: list[Auctioned] = []

    def hear(event: object) -> None:
        if isinstance(event, Auctioned):
            heard.append(event)

    apply_action(state, action, hear, trusted=True)
    return Sale(heard[0].unit, heard[0].cards, heard[0].refund)


def sales_of(seen: Observation, options: Sequence[Action]) -> list[Sale]:
    """Return the sale of every option but the refusal, the most expensive first."""
    found = [sale_of(seen, option) for option in options if option != DECLINE]
    return sorted(found, key=lambda sale: (-sale.refund, sale.unit))


def option_of(sale: Sale | None, options: Sequence[Action]) -> Action:
    """Return the option that makes a sale; without a sale the refusal."""
    if sale is None:
        return DECLINE
    return next(one for one in options if one != DECLINE and a_of(one) == sale.unit)


def card_lines(season: SeasonView, sale: Sale, width: int, *, under: bool) -> list[Line]:
    """Return a jailed convict with its team, price, items and season."""
    setup = season.seen.setup
    seat = sale.unit // UNITS_PER_TEAM
    name, team = season.convicts.surname(sale.unit), team_name(seat)
    amount = compact(sale.refund)
    title = f" {cut(name, width - 14)}  "
    gap = " " * max(1, width - 4 - columns_of(title) - columns_of(team) - len(amount) - 1)
    ground = "raised" if under else ""
    mark = Span("> " if under else "  ", f"title {ground}".strip())
    rows: list[Line] = [
        (
            mark,
            Span(unit_token(setup, sale.unit), f"chip{seat}"),
            Span(title, f"strong {ground}".strip()),
            Span(team, f"seat{seat} {ground}".strip()),
            Span(gap, ground),
            Span(f"{amount} ", f"{'title' if under else 'strong'} {ground}".strip()),
        )
    ]
    career = career_of(season.events, setup, sale.unit)
    record = counts_words(career.deeds) or say.NO_RECORD
    if career.auctions:
        record += f", {say.SOLD_BEFORE.format(times=times(career.auctions))}"
    texts = [setup.catalog.store_cards[card].name for card in sale.cards]
    for text, look in (*((text, "") for text in texts), (record, "dim")):
        words = f"     {cut(text, width - 6)}"
        words += " " * (width - columns_of(words))
        rows.append((Span(words, f"{look} {ground}".strip()),))
    return rows


def none_lines(width: int, *, under: bool) -> list[Line]:
    """Return the choice to sell nothing."""
    words = f"{'>' if under else ' '} {say.NONE}"
    return [line(Span(f"{words}{' ' * (width - columns_of(words))}", "raised" if under else "dim"))]


def consequence_lines(season: SeasonView, sale: Sale | None, width: int) -> list[Line]:
    """Return the results of a choice for its team and for you."""
    seen, setup = season.seen, season.seen.setup
    first = first_buyer_words(seen, seen.seat)
    rows: list[Line] = []
    if sale is None:
        rows = [line(Span(say.IF_NONE, "title")), BLANK]
        words = say.NOTHING_SOLD if first == say.YOU_FIRST else say.NOTHING_SOLD_LATER
        rows += wrapped(words, width)
    else:
        unit, seat = sale.unit, sale.unit // UNITS_PER_TEAM
        name = season.convicts.surname(unit)
        rows = [line(Span(cut(say.IF_YOU_PICK.format(name=name.upper()), width), "title")), BLANK]
        rows.append(line(Span(say.LOSES.format(team=team_name(seat)), "dim")))
        rows += sold_lines(setup, sale.cards, width)
        if any(card >= len(setup.catalog.items) for card in sale.cards):
            rows += wrapped(say.A_NEW_ONE, width, "dim")
        else:
            before, after = _with_and_without(seen, unit)
            rows += wrapped(f"{name}: {change_words(before, after)}", width)
        had = seen.credits[seat]
        change = f"{compact(had)} > {compact(had + sale.refund)}"
        rows.append(_row(say.CREDITS_OF.format(team=team_name(seat)), change, width, "bad"))
        rows.append(_row(say.VALUE_OF.format(team=team_name(seat)), say.UNCHANGED, width, "dim"))
        rows += [BLANK, *_purse_lines(season, sale, first, width)]
    return rows


def _row(left: str, right: str, width: int, look: str) -> Line:
    left = cut(left, width - columns_of(right) - 1)
    gap = " " * max(1, width - columns_of(left) - columns_of(right))
    return line(left, gap, Span(right, look))


def sold_lines(setup: Setup, cards: Sequence[int], width: int) -> list[Line]:
    """Return sold cards with their numbers and prices."""
    rows: list[Line] = []
    for card in cards:
        printed = setup.catalog.store_cards[card]
        right = f"{short_facts(printed)} {price_words(price(setup, card)):>{_AMOUNT - 1}}"
        name, gap, numbers = heading(cut(printed.name, width - len(right) - 1), width, right)
        rows.append(line(Span(name.text, "strong"), gap, numbers))
    return rows


def _with_and_without(seen: Observation, unit: int) -> tuple[Ratings, Ratings]:
    """Return the ratings of a unit with its items, and without them."""
    bare = (*seen.items[:unit], (), *seen.items[unit + 1 :])
    return _ratings(seen.setup, seen.items, unit), _ratings(seen.setup, bare, unit)


def _ratings(setup: Setup, items: Sequence[tuple[int, ...]], unit: int) -> Ratings:
    gear = build_gear(setup, items)
    attack = max(gear.weapons[unit], key=lambda one: (one.strength, one.range))
    return Ratings(
        gear.strength[unit],
        gear.movement[unit],
        gear.toughness[unit],
        gear.vitae[unit],
        gear.tough_close[unit],
        gear.tough_ranged[unit],
        attack.strength,
        attack.range,
    )


def _purse_lines(season: SeasonView, sale: Sale, first: str, width: int) -> list[Line]:
    """Return the sold items that you could buy, and the units of yours that they fit."""
    seen, setup = season.seen, season.seen.setup
    if first != say.YOU_FIRST:
        return wrapped(first, width)
    mine = sale.unit // UNITS_PER_TEAM == seen.seat
    purse = seen.credits[seen.seat] + (sale.refund if mine else 0)
    rows = wrapped(say.YOU_HAVE.format(amount=compact(purse)), width)
    for card in sale.cards:
        printed = setup.catalog.store_cards[card]
        affordable = price(setup, card) <= purse
        rows += wrapped(printed.name, width, "good" if affordable else "dim")
        rows += wrapped(_use(seen, card) if affordable else say.TOO_DEAR, width, "dim", "  ")
    return rows


def _use(seen: Observation, card: int) -> str:
    """Return the units of yours that can carry an item now."""
    setup, items = seen.setup, seen.setup.catalog.items
    if card >= len(items):
        return short_facts(setup.catalog.store_cards[card])
    first = seen.seat * UNITS_PER_TEAM
    units = [
        SEAT_SIGNS[seen.seat] + unit_letter(setup, unit)
        for unit in range(first, first + UNITS_PER_TEAM)
        if may_hold(setup.units[unit], [items[one] for one in seen.items[unit]], items[card])
        is None
    ]
    return say.FITS.format(units=listed(units)) if units else say.FITS_NONE


def value_lines(season: SeasonView, width: int, glyphs: GlyphSet) -> list[Line]:
    """Return the value of every team as a bar."""
    order = ranks(season.seen)
    top = max(1, *(rank.value for rank in order))
    room = width - 10
    rows = [line(Span(say.VALUE_NOW, "title"))]
    for rank in order:
        full = round(room * rank.value / top)
        bar = Span(" " * full, f"full{rank.seat}")
        if not glyphs.shaped:
            bar = Span(SEAT_SIGNS[rank.seat] * full, f"seat{rank.seat}")
        rest = " " * (room - full)
        amount = Span(f"{compact(rank.value):>{_AMOUNT}}", "strong")
        sign = Span(f"{SEAT_SIGNS[rank.seat]} ", f"seat{rank.seat}")
        rows.append(line(sign, bar, rest, "  ", amount))
    return rows


def outcome_lines(season: SeasonView, held: Auctioned, width: int) -> list[Line]:
    """Return what the winner of a match did in the auction, with the refund."""
    seen, setup, you = season.seen, season.seen.setup, season.you
    winner = team_name(held.seat)
    if held.unit < 0:
        rows = wrapped(say.NO_AUCTION_HELD.format(team=winner), width, "strong")
        return [*rows, *wrapped(say.KEEP_ALL, width)]
    seat = held.unit // UNITS_PER_TEAM
    name = season.convicts.full(held.unit)
    words = say.YOU_SELL if held.seat == you else say.TEAM_SELLS
    rows = wrapped(words.format(team=winner, unit=name), width, "strong")
    mine = seat == you
    rows += [
        BLANK,
        line(
            Span((say.YOURS_GONE if mine else say.THEIRS_GONE).format(team=team_name(seat)), "dim")
        ),
    ]
    rows += sold_lines(setup, held.cards, min(width, _WIDE))
    after = credits_after(seen, season.events)[seat] + held.refund
    refund = say.YOUR_REFUND if mine else say.THEIR_REFUND
    rows.append(BLANK)
    rows += wrapped(
        refund.format(
            team=team_name(seat),
            amount=compact(held.refund),
            before=compact(after - held.refund),
            after=compact(after),
        ),
        width,
        "good" if mine else "",
    )
    if mine:
        rows += wrapped(say.VALUE_STAYS, width)
    return [*rows, BLANK, *wrapped(first_buyer_words(seen, you), width)]


_WIDE: Final = 60  # columns of a list of sold items
