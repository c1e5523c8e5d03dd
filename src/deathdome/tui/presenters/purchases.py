"""Purchases as rows: equipment of a unit, trades of the other teams, results of a step."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from deathdome.model.actions import Action, ActionKind, a_of, kind_of
from deathdome.model.catalog import VACANT, Character
from deathdome.model.events import Bought, Passed, Sold
from deathdome.model.frames import Purchase
from deathdome.model.state import price
from deathdome.rules.gear import outfits
from deathdome.text.cards import RATING_NAMES, credits_text, facts, in_edition, ratings_words
from deathdome.text.names import listed, team_name
from deathdome.text.phrases import position
from deathdome.text.phrases import store as say
from deathdome.tui.presenters.pieces import SEAT_SIGNS, money, short_facts, unit_token
from deathdome.tui.presenters.text import (
    BLANK,
    Line,
    Span,
    clean,
    columns_of,
    cut,
    fitted,
    heading,
    line,
    text_of,
    wrapped,
)
from deathdome.tui.presenters.words import team_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.rules.gear import Outfit, Ratings


def outfit_lines(seen: Observation, card: int, width: int) -> list[Line]:
    """Return a row for each own unit: if it can take the card, its ratings before and after."""
    if card >= len(seen.setup.catalog.items):
        return _exchange_lines(seen, card, width)
    rows = [heading(say.IF_IT_HAD_IT, width, say.WHAT_H_STANDS_FOR)]
    names = seen.setup.catalog.items
    refused: dict[str, list[str]] = {}
    for outfit in outfits(seen, card):
        token = f" {unit_token(seen.setup, outfit.unit)} "
        if outfit.after is None:
            refused.setdefault(_refusal_words(seen, outfit, card), []).append(token.strip())
            continue
        words = f"{token}{_change_words(outfit.before, outfit.after)}"
        if outfit.instead_of < 0:
            rows.append(line(Span(cut(words, width))))
            continue
        room = width - columns_of(words) - 6
        name = names[outfit.instead_of].name
        if room >= 6:
            rows.append(line(words, Span(f", not {cut(name, room)}", "bad")))
        else:
            rows += [
                line(cut(words, width)),
                line(Span(cut(f"    instead of {name}", width), "bad")),
            ]
    for words, tokens in refused.items():
        rows.append(line(Span(cut(f" {' '.join(tokens)} {words}", width), "dim")))
    return rows


def _refusal_words(seen: Observation, outfit: Outfit, card: int) -> str:
    match outfit.refusal:
        case "vacant":
            return say.NO_UNIT_THERE
        case "type":
            deck = seen.setup.catalog.items[card].deck.value
            return say.NO_IT_IS_FOR_A.format(deck=in_edition(deck, seen.setup.ruleset))
        case _:
            return say.NO_IT_HAS_THREE_ITEMS


def _change_words(before: Ratings, after: Ratings) -> str:
    """Return `S1 M5>4 T2 V6>8 h3/1>5/6`: only changes have an arrow."""
    pairs = zip("SMTV", before, after, strict=False)
    parts = [_changed(letter, str(old), str(new)) for letter, old, new in pairs]
    if after.close != before.close:
        parts.append(f"T{after.close - before.close:+} close")
    if after.ranged != before.ranged:
        parts.append(f"T{after.ranged - before.ranged:+} ranged")
    old, new = f"{before.hits}/{before.reach}", f"{after.hits}/{after.reach}"
    return " ".join([*parts, _changed("h", old, new)])


def _changed(letter: str, old: str, new: str) -> str:
    return f"{letter}{old}" if old == new else f"{letter}{old}>{new}"


def _exchange_lines(seen: Observation, card: int, width: int) -> list[Line]:
    """Return a character next to each of the own team, as printed, to choose one to sell."""
    rows = [heading(say.IN_PLACE_OF, width, say.AS_PRINTED_AND_ITS_CREDITS)]
    cards = seen.setup.catalog.character_cards
    new = seen.setup.catalog.store_cards[card]
    for unit in team_units(seen.seat):
        who = seen.setup.units[unit]
        token = f" {unit_token(seen.setup, unit)} "
        if who == VACANT or who.id not in cards:
            rows.append(line(Span(f"{token}vacant" if who == VACANT else token, "dim")))
            continue
        values = zip("SMTV", _printed(who.ratings), _printed(new.ratings), strict=True)
        words = " ".join(_changed(letter, str(old), str(now)) for letter, old, now in values)
        cost = price(seen.setup, card) - price(seen.setup, cards[who.id])
        rows.append(line(cut(f"{token}{words}  {-cost:+,}", width)))
    return rows


def _printed(ratings: object) -> tuple[int, ...]:
    return tuple(getattr(ratings, name) for name in RATING_NAMES)


# -- two cards -------------------------------------------------------------------------------------


def compared_lines(seen: Observation, marked: int, card: int, width: int) -> list[Line]:
    """Return two store cards side by side, the differences of the second first."""
    half = (width - 5) // 2  # a row that is cut off takes two columns more
    left, right = (_card_rows(seen, one, half) for one in (marked, card))
    rows = [heading("COMPARED", width, _difference(seen, marked, card))]
    for one, other in zip_longest(left, right, fillvalue=()):
        text, look = text_of(one), one[0].look if one else ""
        rows.append(line(Span(fitted(text, half), look), Span(" | ", "dim"), *other))
    return rows


def _card_rows(seen: Observation, card: int, width: int) -> list[Line]:
    printed = seen.setup.catalog.store_cards[card]
    deck = "character" if isinstance(printed, Character) else f"{printed.deck.value} deck"
    cost = credits_text(price(seen.setup, card))
    rules = seen.setup.ruleset
    return [
        *wrapped(printed.name, width, "strong"),
        line(Span(cut(f"{cost}, {in_edition(deck, rules)}", width))),
        *wrapped(in_edition(facts(printed), rules), width),
        *wrapped(printed.text, width, "dim"),
    ]


def _difference(seen: Observation, marked: int, card: int) -> str:
    """Return `price +200k, strength +2`: the card relative to the marked one."""
    catalog = seen.setup.catalog
    old, new = catalog.store_cards[marked], catalog.store_cards[card]
    cost = price(seen.setup, card) - price(seen.setup, marked)
    parts = [f"price {cost // 1000:+}k"] if cost else []
    before, after = ratings_words(old.ratings), ratings_words(new.ratings)
    for name, value in after.items():
        if value != before[name]:
            parts.append(f"{name[0].upper()}{value - before[name]:+}")
    if not isinstance(old, Character) and not isinstance(new, Character):
        one, other = old.weapon, new.weapon
        if one is not None and other is not None:
            parts += [f"hits {other.strength - one.strength:+}"] * (other.strength != one.strength)
            parts += [f"range {other.range - one.range:+}"] * (other.range != one.range)
    return cut(", ".join(parts) or say.SAME_NUMBERS, 34)


def rivals_lines(seen: Observation, names: Sequence[str], width: int) -> list[Line]:
    """Return every team, the others first: credits left, units with ratings, items with prices."""
    store = next((frame for frame in seen.stack if isinstance(frame, Purchase)), None)
    rows: list[Line] = []
    others = [seat for seat in range(seen.setup.seats) if seat != seen.seat]
    for seat in (*others, seen.seat):
        passed = store is not None and store.passed >> seat & 1
        right = f"{seen.credits[seat]:,} left{', has passed' * bool(passed)}"
        title = f"{SEAT_SIGNS[seat]} {team_name(seat)} ({clean(names[seat])})"
        rows += [BLANK] * bool(rows)
        rows.append(heading(cut(title, width - len(right) - 1), width, right))
        for unit in team_units(seat):
            rows += _unit_rows(seen, unit, width)
        rows += [_card_row(seen, card, width, " aside: ") for card in seen.spare[seat]]
    return rows


def _unit_rows(seen: Observation, unit: int, width: int) -> list[Line]:
    who, gear = seen.setup.units[unit], seen.gear
    token = unit_token(seen.setup, unit)
    if who == VACANT:
        return [line(Span(f" {token} {who.name}", "dim"))]
    ratings = (
        f"S{gear.strength[unit]} M{gear.movement[unit]} T{gear.toughness[unit]} V{gear.vitae[unit]}"
    )
    name = heading(cut(f" {token} {who.name}", width - len(ratings) - 1), width, ratings)
    rows: list[Line] = [line(Span(name[0].text, f"seat{unit // 4}"), *name[1:])]
    return rows + [_card_row(seen, card, width, "    ") for card in seen.items[unit]]


def _card_row(seen: Observation, card: int, width: int, before: str) -> Line:
    printed = seen.setup.catalog.store_cards[card]
    right = f"{short_facts(printed)}  {money(price(seen.setup, card)):>5}"
    name, gap, numbers = heading(
        cut(f"{before}{printed.name}", width - len(right) - 1), width, right
    )
    return line(Span(name.text), gap, numbers)


def since_last_turn(events: Sequence[Event], seen: Observation) -> str:
    """Return the trades of others since the own last turn, in one line; '' for none.

    `Since your last turn: & buys Grudge Axe; % sells Tin Hat, passes.`
    """
    trades = [event for event in events if isinstance(event, Bought | Sold | Passed)]
    own = [at for at, event in enumerate(trades) if event.seat == seen.seat]
    done: dict[int, list[str]] = {}
    cards = seen.setup.catalog.store_cards
    for event in trades[own[-1] + 1 if own else 0 :]:
        match event:
            case Bought(seat, card, _):
                words = f"buys {cards[card].name}"
            case Sold(seat, card):
                words = f"sells {cards[card].name}"
            case Passed(seat):
                words = "passes"
        done.setdefault(seat, []).append(words)
    told = "; ".join(f"{SEAT_SIGNS[seat]} {', '.join(words)}" for seat, words in done.items())
    text = position.OTHERS_SINCE_YOUR_LAST_TURN if own else position.OTHERS_SO_FAR
    return text.format(told=told) if told else ""


def consequence(action: Action, before: Observation, after: Observation) -> str:
    """Return the results of buying or selling a character: arrivals, departures, loose items.

    '' for all other steps.
    """
    setup = after.setup
    cards = setup.catalog.store_cards
    if kind_of(action) not in (ActionKind.BUY, ActionKind.SELL) or a_of(action) < len(
        setup.catalog.items
    ):
        return ""
    found = []
    for unit in team_units(after.seat):
        old, new = before.setup.units[unit], setup.units[unit]
        if new == VACANT != old:
            found.append(say.ITS_PLACE_IS_VACANT)
        elif new != old:
            found.append(f"{new.name} takes {'the' if old == VACANT else 'its'} place")
    new_aside = [card for card in after.spare[after.seat] if card not in before.spare[after.seat]]
    if a_of(action) in new_aside:
        found.append(say.FIFTH_ASIDE_UNTIL_ONE)
    elif new_aside:
        loose = listed([cards[card].name for card in new_aside])
        found.append(f"{loose} {'lies' if len(new_aside) == 1 else 'lie'} aside")
    return "; ".join(found)
