"""Purchases as rows: equipment of a unit, trades of the other teams, results of a step."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from deathdome.model.actions import Action, ActionKind, a_of, b_of, kind_of
from deathdome.model.catalog import VACANT, Character
from deathdome.model.events import Bought, Passed, Sold
from deathdome.model.frames import Purchase
from deathdome.model.state import price
from deathdome.rules.gear import outfits
from deathdome.stage.text import (
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
from deathdome.text.cards import RATING_NAMES, facts, in_edition, ratings_words
from deathdome.text.names import compact, listed, price_words, team_name
from deathdome.text.phrases import store as say
from deathdome.text.sentences import pass_words
from deathdome.tui.glyphs import ASCII
from deathdome.tui.presenters.pieces import (
    SEAT_SIGNS,
    called,
    short_facts,
    unit_called,
    unit_token,
)
from deathdome.tui.presenters.words import option_words, team_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.outfits import OutfitPlan
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.rules.gear import Outfit, Ratings
    from deathdome.tui.glyphs import GlyphSet


_PIPS: Final = 7  # of a rating in the store, for one that is higher more
_MOST_PIPS: Final = 12
_NAMES: Final = ("strength", "movement", "toughness", "vitae")


def outfit_lines(seen: Observation, card: int, width: int, glyphs: GlyphSet = ASCII) -> list[Line]:
    """Return a row for each unit of yours: if it can take the card, its ratings before and after.

    A single change has a pip for each point, if there is room.
    """
    if card >= len(seen.setup.catalog.items):
        return _exchange_lines(seen, card, width)
    rows = [heading(say.WITH_ITEM, width, say.NOW_AND_THEN)]
    names = seen.setup.catalog.items
    refused: dict[str, list[str]] = {}
    for outfit in outfits(seen, card):
        token = unit_token(seen.setup, outfit.unit)
        if outfit.after is None:
            refused.setdefault(_refusal_words(seen, outfit, card), []).append(token)
            continue
        words = change_words(outfit.before, outfit.after)
        if outfit.instead_of >= 0:
            words += f", not {names[outfit.instead_of].name}"
        first, *more = wrapped(words, width - len(token) - 2)
        drawn = [] if more else change_pips(outfit.before, outfit.after, glyphs)
        used = len(token) + 2 + sum(columns_of(span.text) for span in (*first, *drawn))
        drawn = [Span(" " * (width - used)), *drawn] if drawn and used < width else []
        rows.append(line(Span(f" {token} ", f"seat{outfit.unit // 4}"), *first, *drawn))
        rows += [line(" " * (len(token) + 2), *row) for row in more]
    for words, tokens in refused.items():
        rows.append(line(Span(cut(f" {' '.join(tokens)} {words}", width), "dim")))
    return rows


def _refusal_words(seen: Observation, outfit: Outfit, card: int) -> str:
    match outfit.refusal:
        case "vacant":
            return say.NO_UNIT_THERE
        case "type":
            deck = seen.setup.catalog.items[card].deck.value
            return say.NO_WRONG_TYPE.format(deck=in_edition(deck, seen.setup.ruleset))
        case _:
            return say.NO_FULL


def change_words(before: Ratings, after: Ratings) -> str:
    """Return `hits 2 > 4, movement 5 > 6`: only what changes."""
    steps = {name: (old, new) for name, old, new in zip(_NAMES, before, after, strict=False)}
    if before.hits != after.hits:
        same = after.hits - before.hits == after.strength - before.strength
        steps = {name: step for name, step in steps.items() if not (same and name == "strength")}
        steps = {"hits": (before.hits, after.hits), **steps}
    steps["range"] = (before.reach, after.reach)
    parts = [f"{name} {old} > {new}" for name, (old, new) in steps.items() if old != new]
    for name, more in (
        ("close", after.close - before.close),
        ("ranged", after.ranged - before.ranged),
    ):
        if more:
            parts.append(say.TOUGHNESS_AGAINST.format(more=f"{more:+}", kind=name))
    return ", ".join(parts) or say.NO_CHANGE


def change_pips(before: Ratings, after: Ratings, glyphs: GlyphSet) -> list[Span]:
    """Return a pip for each point of the only rating that changes; [] if several or none do."""
    steps = [
        (old, new)
        for name, old, new in zip(before._fields, before, after, strict=True)
        if old != new and not (name == "strength" and before.hits != after.hits)
    ]
    if len(steps) != 1:
        return []
    old, new = steps[0]
    most = max(_PIPS, old, new)
    if most > _MOST_PIPS or min(old, new) < 0:
        return []
    kept, other = min(old, new), abs(new - old)
    changed = glyphs.full if new > old else glyphs.empty
    return [
        Span(glyphs.full * kept),
        Span(changed * other, "good" if new > old else "bad"),
        Span(glyphs.empty * (most - kept - other), "faint"),
    ]


def _changed(letter: str, old: str, new: str) -> str:
    return f"{letter}{old}" if old == new else f"{letter}{old}>{new}"


def _exchange_lines(seen: Observation, card: int, width: int) -> list[Line]:
    """Return a character next to each of the seat's team, as printed, to choose one to sell."""
    rows = [heading(say.IN_PLACE_OF, width, say.PRINTED)]
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
        rows.append(line(cut(f"{token}{words}  {compact(-cost, signed=True)}", width)))
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
    cost = price_words(price(seen.setup, card))
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
        right = f"{compact(seen.credits[seat])} left{', has passed' * bool(passed)}"
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
        return [line(Span(f" {token} {called(seen.setup, who)}", "dim"))]
    ratings = (
        f"S{gear.strength[unit]} M{gear.movement[unit]} T{gear.toughness[unit]} V{gear.vitae[unit]}"
    )
    name = heading(
        cut(f" {token} {called(seen.setup, who)}", width - len(ratings) - 1), width, ratings
    )
    rows: list[Line] = [line(Span(name[0].text, f"seat{unit // 4}"), *name[1:])]
    return rows + [_card_row(seen, card, width, "    ") for card in seen.items[unit]]


def _card_row(seen: Observation, card: int, width: int, before: str) -> Line:
    printed = seen.setup.catalog.store_cards[card]
    right = f"{short_facts(printed)}  {price_words(price(seen.setup, card)):>5}"
    name, gap, numbers = heading(
        cut(f"{before}{printed.name}", width - len(right) - 1), width, right
    )
    return line(Span(name.text), gap, numbers)


def order_lines(
    staged: Sequence[Action], follows: Sequence[str], seen: Observation, width: int
) -> list[Line]:
    """Return the steps of an order: a purchase with its bearer and price in one row."""
    setup = seen.setup
    bearers = {a_of(step): b_of(step) for step in staged if kind_of(step) is ActionKind.EQUIP}
    bought = {a_of(step) for step in staged if kind_of(step) is ActionKind.BUY}
    rows: list[Line] = []
    for step, then in zip(staged, follows, strict=True):
        card, kind = a_of(step), kind_of(step)
        if kind is ActionKind.EQUIP and card in bought:
            continue
        if kind not in (ActionKind.BUY, ActionKind.SELL):
            rows += wrapped(option_words(step, seen), width, "", " ")
            continue
        name = setup.catalog.store_cards[card].name
        words = f" {name}" if kind is ActionKind.BUY else f" sell {name}"
        if kind is ActionKind.BUY and card in bearers:
            words += f" for {unit_called(seen, bearers[card])}"
        cost = price(setup, card)
        amount = f"{'-' if kind is ActionKind.BUY else '+'}{compact(cost)}" if cost else "free"
        rows.append(_amount_row(words, amount, width))
        if then:
            rows += wrapped(then, width, "dim", "  ")
    left = Span(compact(seen.credits[seen.seat]), "good")
    words = say.LEFT_AFTER_IT
    gap = " " * max(1, width - len(words) - 1 - len(left.text))
    return [*rows, line(Span(f" {words}", "dim"), gap, left)]


def _amount_row(words: str, amount: str, width: int) -> Line:
    room = width - len(amount) - 1
    return line(f"{fitted(words, room)} ", Span(amount, "strong"))


def outfits_lines(plans: Sequence[OutfitPlan], width: int) -> list[Line]:
    """Return the recommended outfits with the keys that choose them."""
    rows = [line(Span(cut(say.READY_OUTFITS, width), "title"))]
    for number, plan in enumerate(plans, 1):
        rows.append(line(Span(f" {number} ", "key"), Span(plan.name, "strong")))
        rows.append(line(Span(cut(f"   {plan.about}", width), "dim")))
    return rows


def to_come_lines(
    plan: OutfitPlan, cards: Sequence[tuple[int, int]], seen: Observation, width: int
) -> list[Line]:
    """Return the later purchases of an outfit, each with its unit and price; [] for none."""
    if not cards:
        return []
    setup = seen.setup
    rows = [heading(cut(plan.name.upper(), width - 14), width, say.OUTFIT_TO_COME)]
    for item, unit in cards:
        cost = compact(price(setup, item))
        name = fitted(setup.catalog.items[item].name, width - 5 - len(cost))
        rows.append(line(Span(f" {unit_token(setup, unit)} {name} {cost}", "dim")))
    return rows


def ticker_lines(events: Sequence[Event], seen: Observation, width: int) -> list[Line]:
    """Return the trades of the other teams since its last turn, one row each, oldest first.

    `Blue buys the Grudge Axe`
    """
    rows: list[Line] = []
    setup = seen.setup
    for event in events[since_own_trade(events, seen.seat) :]:
        if not isinstance(event, Bought | Sold | Passed):
            continue
        team = team_name(event.seat)
        first, *more = wrapped(f"{team} {trade_words(event, setup)}", width, "strong")
        name = Span(team, f"seat{event.seat}")
        rows.append(line(name, Span(first[0].text.removeprefix(team), "strong")))
        rows += [line(" ", *row) for row in more]
    return rows


def trade_words(event: Bought | Sold | Passed, setup: Setup) -> str:
    """Return 'buys the Grudge Axe'."""
    cards = setup.catalog.store_cards
    match event:
        case Bought(_, card, _):
            return say.LOG_BUYS.format(card=cards[card].name)
        case Sold(_, card):
            return say.LOG_SELLS.format(card=cards[card].name)
        case Passed():
            return pass_words(setup.ruleset)


def since_own_trade(events: Sequence[Event], seat: int) -> int:
    """Return the number of the first trade after the last one of this seat."""
    trades = [at for at, one in enumerate(events) if isinstance(one, Bought | Sold | Passed)]
    own = [number for number, at in enumerate(trades) if _seat_of(events[at]) == seat]
    later = trades[own[-1] + 1 if own else 0 :]
    return later[0] if later else len(events)


def _seat_of(event: Event) -> int:
    return event.seat if isinstance(event, Bought | Sold | Passed) else -1


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
            found.append(say.PLACE_VACANT)
        elif new != old:
            found.append(f"{new.name} takes {'the' if old == VACANT else 'its'} place")
    new_aside = [card for card in after.spare[after.seat] if card not in before.spare[after.seat]]
    if a_of(action) in new_aside:
        found.append(say.FIFTH_CHARACTER)
    elif new_aside:
        loose = listed([cards[card].name for card in new_aside])
        found.append(f"{loose} {'lies' if len(new_aside) == 1 else 'lie'} aside")
    return "; ".join(found)
