"""The store: items by deck, and your team with its items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.catalog import VACANT, Character
from deathdome.model.state import price
from deathdome.model.vocabulary import Deck, ItemKind
from deathdome.rules.draft import face_down
from deathdome.rules.futile_choices import idle_on
from deathdome.rules.gear import may_hold, shelf_of
from deathdome.stage.lava import lava_field
from deathdome.stage.text import Line, Span, columns_of, cut, fitted, line, wrapped
from deathdome.text.cards import in_edition
from deathdome.text.goods import ORDERS, sifted
from deathdome.text.names import compact, counted, listed, price_words
from deathdome.text.phrases import store as say
from deathdome.tui.glyphs import ASCII
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.presenters.panel import shortened, store_card_lines
from deathdome.tui.presenters.pieces import (
    called,
    short_facts,
    types_letters,
    unit_letter,
    unit_token,
)
from deathdome.tui.presenters.purchases import compared_lines, outfit_lines
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.observation import Observation
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.store_interaction import StoreInteraction

_MIN_LIST_ROWS: Final = 5  # rows of the list at least
_ART: Final = 6  # empty rows of the list from which there is lava in them
_SECTIONED: Final = 8  # rows of the list from which each deck has a heading
_ROOMY: Final = 30  # rows from which all details of a card are next to the list
_MAX_CARDS: Final = 5  # rows that most cards need in full
_MAX_ROWS: Final = 9  # ... with their effect on your units
_KIND: Final = 3  # columns of the kind of an item
AUCTIONED: Final = "*"  # before a card that was sold at the latest auction
_SOLD: Final = 3  # cards that are named as sold at most
HUES: Final = {  # of the decks
    Deck.WARRIOR: "coral",
    Deck.GUNNER: "lilac",
    Deck.SCOUT: "teal",
    Deck.MEDIC: "rose",
    Deck.ARMOR: "steel",
    Deck.VEHICLE: "sand",
    Deck.EQUIPMENT: "leaf",
}
_KINDS: Final = {
    ItemKind.CLOSE: "cls",
    ItemKind.RANGED: "rng",
    ItemKind.ARMOR: "arm",
    ItemKind.VEHICLE: "veh",
    ItemKind.EQUIPMENT: "eqp",
}


def fits(seen: Observation, item: int) -> str:
    """Return the letters of your units that could carry the item in addition to theirs."""
    items = seen.setup.catalog.items
    letters = ""
    for unit in team_units(seen.seat):
        held = [items[other] for other in seen.items[unit] if other != item]
        fit = may_hold(seen.setup.units[unit], held, items[item]) is None
        letters += unit_letter(seen.setup, unit) if fit else "-"
    return letters


def goods_lines(
    store: StoreInteraction, width: int, height: int, glyphs: GlyphSet = ASCII
) -> tuple[list[Line], dict[int, int]]:
    """Return the items around the bar and the card under it, and the card of each row.

    The first column is for marks, so that nothing else touches the edge.
    """
    seen = store.seen
    assert seen is not None
    goods = store.goods()
    rows = [_indented(row) for row in _goods_head(store, len(goods), width - 1)]
    below = _below(store, seen, width - 1, height - len(rows) - 1, glyphs)
    room = max(_MIN_LIST_ROWS, height - len(rows) - len(below) - 1)
    listed_rows: list[Deck | int] = list(range(len(goods)))
    if room >= _SECTIONED:
        listed_rows = _sections(store, seen, goods)
    bar = next((at for at, one in enumerate(listed_rows) if one == store.row), 0)
    first = max(0, min(bar - room // 2, len(listed_rows) - room))
    where: dict[int, int] = {}
    head = len(rows)
    for one in listed_rows[first : first + room]:
        if isinstance(one, Deck):
            name = in_edition(one.value, seen.setup.ruleset).upper()
            rows.append(line(Span(f" {name}", f"strong {HUES[one]}")))
        else:
            where[len(rows)] = one
            rows.append(_goods_row(store, seen, goods[one], width, bar=one == store.row))
    if not goods:
        rows += wrapped(_nothing(store, seen), width, "dim")
    free = head + room - 1 - len(rows)
    if free >= _ART:
        rows += [line(), *map(_indented, lava_field(width - 2, free, 0))]
    rows += [line() for _ in range(head + room + 1 - len(rows))]
    return rows + [_indented(row) for row in below], where


def _indented(row: Line) -> Line:
    return (Span(" "), *row) if row else row


def _sections(store: StoreInteraction, seen: Observation, goods: Sequence[int]) -> list[Deck | int]:
    """Return the rows of the list: places in `goods`, below the deck that each begins."""
    if store.deck or store.filter.order:
        return list(range(len(goods)))
    items = seen.setup.catalog.items
    rows: list[Deck | int] = []
    above: Deck | None = None
    for at, card in enumerate(goods):
        deck = items[card].deck if card < len(items) else None
        if deck is not None and deck is not above:
            rows.append(deck)
        above = deck
        rows.append(at)
    return rows


def _nothing(store: StoreInteraction, seen: Observation) -> str:
    """Return why no items are shown."""
    chosen, hidden = store.filter, face_down(seen)
    if not chosen.wanted:
        if chosen.useful_only:
            return " " + with_keys(say.NONE_AFFORDABLE)
        return " " + (say.NONE_FACE_UP if hidden else say.SOLD_OUT)
    if number := store.elsewhere():
        return " " + say.MATCHES_ELSEWHERE.format(cards=counted(number, "card"))
    owned = shelf_of(seen.setup.catalog, seen.setup.ruleset).items & ~seen.store & ~hidden
    for cards, words in (
        (seen.store, say.MATCHES_HIDDEN),
        (hidden, say.MATCHES_FACE_DOWN),
        (owned, say.MATCHES_SOLD),
    ):
        names = _named(seen, cards, chosen.wanted)
        if names and len(names) <= _SOLD:
            verb = " is" if len(names) == 1 else " are"
            said = listed(names) + ("" if words is say.MATCHES_HIDDEN else verb)
            return " " + with_keys(words.format(cards=said))
    return " " + with_keys(say.NO_MATCH)


def _named(seen: Observation, cards: int, wanted: str) -> list[str]:
    """Return the names of the store cards among these bits that have all the words."""
    found = [card for card in range(cards.bit_length()) if cards >> card & 1]
    return [
        seen.setup.catalog.store_cards[card].name for card in sifted(seen, found, wanted, ORDERS[0])
    ]


def _below(
    store: StoreInteraction, seen: Observation, width: int, height: int, glyphs: GlyphSet
) -> list[Line]:
    """Return the highlighted card next to the marked one, and which units it would improve."""
    under, marked = store.under_bar, store.filter.marked
    if under < 0:
        return []
    if marked >= 0 and marked != under:
        card = compared_lines(seen, marked, under, width)
    else:
        card = store_card_lines(seen.setup, under, width)
    if _was_auctioned(seen, under):
        card = [line(Span(say.FROM_AUCTION, "title")), *card]
    if _is_idle(seen, under):
        card = [line(Span(say.USELESS_HERE, "bad")), *card]
    # In a narrow terminal only the page to read shows an exchange of characters.
    roomy = height >= _ROOMY or not store.is_character(under)
    fitting = outfit_lines(seen, under, width, glyphs) if roomy else []
    room = height - _MIN_LIST_ROWS - len(fitting)
    if len(card) > room:
        card = shortened(card, max(3, room))
    # Most cards fill this height, so the list does not jump with every step.
    most = _MAX_ROWS if fitting else _MAX_CARDS
    card += [line() for _ in range(most - len(card) - len(fitting))]
    return card + fitting


def _goods_head(store: StoreInteraction, number: int, width: int) -> list[Line]:
    """Return the deck, the headings of its columns, and the filter."""
    from deathdome.tui.store_interaction import CHARACTERS

    deck = store.decks[store.deck]
    if deck == CHARACTERS:
        title = f"< {deck} >"
        columns = say.CHARACTER_COLUMNS  # as in `_goods_row`
        rest = f" {number:>2}".ljust(width - len(title) - len(columns)) + columns
    else:
        assert store.seen is not None
        title = f"< {in_edition(deck, store.seen.setup.ruleset)} >"
        words = say.CARDS_TO_BUY if store.filter.useful_only else say.CARDS_FOR_SALE
        columns = say.ITEM_COLUMNS
        rest = f" {words.format(number=number)}".ljust(width - len(title) - len(columns))
        rest += columns
    rows: list[Line] = [line(Span(title, "title"), Span(rest, "dim"))]
    chosen = store.filter
    if chosen.active:
        order = ORDERS[chosen.order] if chosen.order else ""
        sensible = "" if chosen.useful_only else say.SHOWING_ALL
        how = ", ".join(part for part in (order, sensible) if part)
        cursor = "_" if chosen.typing else ""
        room = width - columns_of(how) - 4
        words = f"/{cut(chosen.wanted, room)}{cursor}" if chosen.wanted or cursor else ""
        rows.append(line(Span(words, "strong"), Span(f"  {how}" if words else how, "title")))
    return rows


def _goods_row(
    store: StoreInteraction, seen: Observation, index: int, width: int, *, bar: bool
) -> Line:
    card = seen.setup.catalog.store_cards[index]
    if isinstance(card, Character):
        own = card.ratings
        ratings = f"{own.strength} {own.movement} {own.toughness} {own.vitae}"
        numbers = f"{types_letters(card):<5}{ratings:<8}"
        last = f"r{card.rank}"
    else:
        numbers = f"{_KINDS[card.kind]} {short_facts(card):<9}"
        last = say.FOR_NONE if _is_idle(seen, index) else fits(seen, index)
    cost = price(seen.setup, index)
    name_width = width - len(numbers) - 12
    mark = ">" if bar else "=" if index == store.filter.marked else " "
    mark = "+" if index == store.bought and not bar else mark
    mark = AUCTIONED if mark == " " and _was_auctioned(seen, index) else mark
    text = f"{mark}{fitted(card.name, name_width)} {numbers}{price_words(cost):>5} {last:>4}"
    if bar:
        return line(Span(text, "bar" if store.mode == "goods" else "strong"))
    if not store.in_reach(index) or _is_idle(seen, index):
        return line(Span(text, "dim"))
    at = name_width + 2
    if isinstance(card, Character):
        return line(text)
    kind = Span(text[at : at + _KIND], HUES[card.deck])
    look = "title" if mark == AUCTIONED else ""
    name = Span(text[:at], "good" if index == store.bought else look)
    return line(name, kind, Span(text[at + _KIND :]))


def _was_auctioned(seen: Observation, card: int) -> bool:
    """Return True for a card that was sold at the latest auction."""
    series = seen.setup.series
    return series is not None and card in series.auctioned


def _is_idle(seen: Observation, card: int) -> bool:
    """Return True for an item that has no effect on the board, such as a jail's without jails."""
    items = seen.setup.catalog.items
    return card < len(items) and idle_on(seen.setup.board, items[card])


def team_sheet(store: StoreInteraction, width: int) -> tuple[list[Line], dict[int, int]]:
    """Return its own team with credits, units and items, and the item that each row shows.

    Rows of units have -1 for the first of them, -2 for the second, and so on.
    """
    seen = store.seen
    assert seen is not None
    owned = store.owned()
    credits_now = Span(compact(seen.credits[seen.seat]), "strong")
    title = fitted(say.YOUR_TEAM, width - columns_of(credits_now.text))
    rows: list[Line] = [line(Span(title, "title"), credits_now)]
    where: dict[int, int] = {}
    for number, unit in enumerate(team_units(seen.seat)):
        held = [(at, card) for at, (holder, card) in enumerate(owned) if holder == unit]
        bar = False
        if held and store.is_character(held[0][1]):
            at, _ = held.pop(0)
            bar = _has_bar(store, at)
            where[len(rows)] = at
        where.setdefault(len(rows), -1 - number)
        rows.append(_unit_row(store, seen, number, unit, width, bar=bar))
        rows += _item_rows(store, held, seen, width, where, len(rows))
    aside = [(at, item) for at, (unit, item) in enumerate(owned) if unit < 0]
    if aside:
        fifth = any(store.is_character(card) for _, card in aside)
        words = say.FIVE_CHARACTERS if fifth else say.UNASSIGNED_HEAD
        rows.append(line(Span(words, "bad")))
        rows += _item_rows(store, aside, seen, width, where, len(rows))
    return rows, where


def _has_bar(store: StoreInteraction, at: int) -> bool:
    return store.mode == "team" and at == min(store.line, len(store.owned()) - 1)


def _unit_row(
    store: StoreInteraction, seen: Observation, number: int, unit: int, width: int, *, bar: bool
) -> Line:
    who = seen.setup.units[unit]
    gear = seen.gear
    ratings = (
        f"S{gear.strength[unit]} M{gear.movement[unit]} T{gear.toughness[unit]} V{gear.vitae[unit]}"
    )
    name = f"{unit_token(seen.setup, unit)} {called(seen.setup, who)}"
    if who == VACANT:
        mark = ">" if store.mode == "owner" and number == store.unit else " "
        return line(Span(say.VACANT_ROW.format(mark=mark, name=name), "bad"))
    choosing = store.mode == "owner"
    if choosing:
        can = number in store.fitting(store.item)
        mark = ">" if number == store.unit else " "
        fit = "" if can else "no"
        text = f"{mark}{fitted(name, width - 20)} {fit:<3}{ratings}"
        return line(
            Span(fitted(text, width), "bar" if number == store.unit else "" if can else "dim")
        )
    if not seen.setup.ruleset.characters:
        return line(
            Span(f"{fitted(name, width - len(ratings) - 1)} ", f"seat{unit // 4}"),
            Span(ratings, "strong"),
        )
    ratings = f"{types_letters(who)} {ratings}"
    room = width - len(ratings) - 2
    text = f"{'>' if bar else ' '}{fitted(name, room)} "
    if bar:
        return line(Span(f"{text}{ratings}", "bar"))
    return line(Span(text, f"seat{unit // 4}"), Span(ratings, "strong"))


def _item_rows(
    store: StoreInteraction,
    owned: list[tuple[int, int]],
    seen: Observation,
    width: int,
    where: dict[int, int],
    start: int,
) -> list[Line]:
    rows: list[Line] = []
    for at, index in owned:
        card = seen.setup.catalog.store_cards[index]
        bar = _has_bar(store, at)
        facts = short_facts(card)
        name = cut(card.name, width - len(facts) - 4)
        text = f"{'>' if bar else ' '} {name} {facts}"
        where[start + len(rows)] = at
        rows.append(line(Span(fitted(text, width) if bar else text, "bar" if bar else "dim")))
    return rows
