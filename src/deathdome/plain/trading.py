"""Commands of the store: cards for sale, their effect on your units, other teams' purchases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.outfits import outfit_plans
from deathdome.errors import NotationError, UsageError, nearest
from deathdome.model.actions import DONE, Action, ActionKind, a_of, kind_of, make_action
from deathdome.model.catalog import VACANT, Character, Item
from deathdome.model.frames import Purchase
from deathdome.model.identifiers import parse_store_card
from deathdome.model.lookup import store_cards
from deathdome.model.state import fee, price
from deathdome.model.vocabulary import Deck
from deathdome.plain.choices import goods_words, idle_words
from deathdome.plain.view import own_units
from deathdome.rules.gear import outfits
from deathdome.session.outfitting import buyable, next_step
from deathdome.text.cards import RATING_NAMES, facts, in_edition, ratings_words, whom
from deathdome.text.goods import is_useful, sifted
from deathdome.text.names import (
    capitalised,
    compact,
    counted,
    item_name,
    listed,
    price_words,
    team_name,
)
from deathdome.text.phrases import store as say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.plain.view import View
    from deathdome.rules.gear import Outfit, Ratings

CHARACTERS: Final = "characters"
LISTED: Final = 20  # cards of a list, before the rest is only counted
_FITTING: Final = "fitting"
_ALL: Final = "all"
_ORDERS: Final = {"price": "by price", "name": "by name", "strength": "strongest first"}
_USE: Final = say.STORE_EXAMPLES
_AGAINST: Final = {"close": "close combat", "ranged": "ranged weapons"}
_CLOSED: Final = say.STORE_CLOSED


def store(view: View, words: str) -> Iterator[str]:
    """Yield the store: a line per deck, or the cards that match the words."""
    if not words.strip():
        yield from _decks(view)
        return
    deck, wanted, order, fitting, everything = _wish(view, words)
    cards = [card for card in _on_sale(view) if deck in ("", _deck_of(view, card))]
    found = sifted(view.seen, cards, wanted, order)
    if fitting:
        found = [card for card in found if _payable(view, card) and is_useful(view.seen, card)]
    if not found:
        names = {deck.value for deck in Deck} | {CHARACTERS}
        near = nearest(wanted.partition(" ")[0], names) if not deck else ""
        what = " ".join(part for part in (deck, wanted) if part) or say.FITTING
        raise UsageError(f'nothing for sale matches "{what}".{near or f" {_USE}"}')
    yield f"{capitalised(counted(len(found), 'card'))}."
    listed_now = found if len(found) <= LISTED or everything else found[:LISTED]
    for card in listed_now:
        yield _row(view, card)
    if len(listed_now) < len(found):
        left = len(found) - len(listed_now)
        yield say.MORE_CARDS.format(left=left, words=words.strip())


def fit(view: View, words: str) -> Iterator[str]:
    """Yield each of your units with a card: ratings before and after, items to give up."""
    if not words:
        raise UsageError('what card? For example "fit cyber-suit"')
    card = _card(view, words)
    printed = view.setup.catalog.store_cards[card]
    yield f"{printed.name}: {goods_words(view, card)} {printed.text}".rstrip()
    if isinstance(printed, Character):
        yield from _exchanges(view, card, printed)
        return
    refused: dict[str, list[str]] = {}
    for outfit in outfits(view.seen, card):
        if view.setup.units[outfit.unit] == VACANT:
            continue
        who = view.who(outfit.unit)
        if outfit.after is None:
            refused.setdefault(_refusal_words(outfit, printed), []).append(who)
            continue
        words = _change_words(outfit.before, outfit.after)
        if outfit.instead_of >= 0:
            words += say.INSTEAD_OF.format(item=item_name(view.setup, outfit.instead_of))
        yield f"{capitalised(who)}: {words}."
    for words, units in refused.items():
        yield say.CANNOT_CARRY.format(units=capitalised(listed(units)), words=words)


def compare(view: View, words: str) -> Iterator[str]:
    """Yield two cards in full, and the differences of the second."""
    names = _two(view, words)
    if len(names) != 2:
        raise UsageError('compare which two? For example "compare nap-hammer, whoopee-maul"')
    one, other = (_card(view, name) for name in names)
    cards = view.setup.catalog.store_cards
    for card in (one, other):
        printed = cards[card]
        yield f"{printed.name}: {goods_words(view, card)} {printed.text}".rstrip()
    yield say.COMPARED.format(
        card=cards[other].name, other=cards[one].name, difference=_difference(view, one, other)
    )


def bought(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Yield every team's purchases, other teams first: credits left, items by unit."""
    shop = next((frame for frame in view.seen.stack if isinstance(frame, Purchase)), None)
    seats = [seat for seat in range(view.setup.seats) if seat != view.seat]
    for seat in (*seats, view.seat):
        passed = say.HAS_PASSED if shop is not None and shop.passed >> seat & 1 else ""
        left = compact(view.seen.credits[seat])
        yield say.CREDITS_LEFT.format(
            team=team_name(seat), name=view.names[seat], credits=left, passed=passed
        )
        empty = []
        for unit in own_units(seat):
            if view.setup.units[unit] == VACANT:
                continue
            held = [_priced(view, item) for item in view.seen.items[unit]]
            if held:
                yield f"{capitalised(view.who(unit))}: {listed(held)}."
            else:
                empty.append(view.who(unit))
        if empty:
            yield say.WITHOUT_ITEMS.format(empty=listed(empty))
        aside = [_priced(view, card) for card in view.seen.spare[seat]]
        if aside:
            yield say.UNASSIGNED_ITEMS.format(aside=listed(aside))


def outfit_lines(view: View) -> Iterator[str]:
    """Yield the ready-made outfits, each with its next purchase.

    Raises:
        UsageError: the store is closed.
    """
    if not _is_open(view):
        raise UsageError(_CLOSED)
    on_offer = [card for card in _on_sale(view) if _payable(view, card)]
    for plan in outfit_plans():
        step = next_step(plan, view.seen, on_offer)
        if step is None:
            yield say.OUTFIT_DONE.format(id=plan.id, about=plan.about)
            continue
        yield say.OUTFIT_NEXT.format(
            id=plan.id,
            about=plan.about,
            item=item_name(view.setup, step.item),
            unit=view.setup.units[step.unit].name.lower(),
            price=price_words(price(view.setup, step.item)),
        )


def outfit_actions(view: View, words: str) -> tuple[str, list[Action]]:
    """Return what the next purchase of an outfit is called, and its actions; [] if complete.

    Raises:
        UsageError: no such outfit, or nothing can be bought now.
    """
    plans = {plan.id: plan for plan in outfit_plans()}
    named = [name for name in plans if name.startswith(words.lower().split()[0])]
    if len(named) != 1:
        near = nearest(words, plans) or f" {say.CAN_BE.format(words=listed(list(plans)))}"
        raise UsageError(f'no outfit "{words}".{near}')
    if view.request is None or not _is_open(view):
        raise UsageError(_CLOSED)
    if DONE in view.options:
        raise UsageError("you have bought or sold this turn. done ends the turn")
    plan = plans[named[0]]
    step = next_step(plan, view.seen, buyable(view.options))
    if step is None:
        return say.OUTFIT_COMPLETE.format(outfit=plan.name), []
    actions = [
        make_action(ActionKind.BUY, step.item),
        make_action(ActionKind.EQUIP, step.item, step.unit),
        DONE,
    ]
    spelled = listed([view.spelled(action) for action in actions])
    return say.OUTFIT_BUYS.format(outfit=plan.name, actions=spelled), actions


# -- reading ---------------------------------------------------------------------------------------


def _wish(view: View, words: str) -> tuple[str, str, str, bool, bool]:
    """Parse a wish: (deck or "", words, order, only affordable and fitting, the whole list)."""
    parts = words.lower().split()
    order, fitting, deck = "as printed", False, ""
    everything = parts[-1:] == [_ALL]
    if everything:
        parts.pop()
    if len(parts) > 1 and parts[-2] == "by":
        if parts[-1] not in _ORDERS:
            near = nearest(parts[-1], _ORDERS) or " " + say.CAN_BE.format(
                words=listed(list(_ORDERS))
            )
            raise UsageError(f'no order "{parts[-1]}".{near}')
        order = _ORDERS[parts[-1]]
        del parts[-2:]
    if _FITTING in parts:
        fitting = True
        parts.remove(_FITTING)
    known = {deck.value for deck in Deck} | {CHARACTERS}
    for number, part in enumerate(parts):
        named = part if part in known else f"{part}s" if f"{part}s" in known else ""
        if named and not deck:
            deck = named
            del parts[number]
            break
    if deck == CHARACTERS and not view.setup.ruleset.characters:
        raise UsageError("this match is played without characters")
    return deck, " ".join(parts), order, fitting, everything


def _card(view: View, words: str) -> int:
    """Parse a store card: id, name, or a part that only one card has.

    Raises:
        NotationError: there is none.
    """
    try:
        return parse_store_card(view.setup, words)
    except NotationError:
        wanted = words.strip().lower().replace(" ", "-")
        cards = view.setup.catalog.store_cards
        found = [number for number, card in enumerate(cards) if wanted in card.id]
        if len(found) == 1:
            return found[0]
        raise


def _two(view: View, words: str) -> list[str]:
    """Parse two cards; the words between them may be in their names as well."""
    cards = store_cards(view.setup.catalog)
    for sign in (",", " and ", " with ", " "):
        parts = words.split(sign)
        for at in range(1, len(parts)):
            names = [sign.join(parts[:at]), sign.join(parts[at:])]
            if all(map(cards.find, names)):
                return names
    names = [part.strip() for part in words.replace(" and ", ",").replace(" with ", ",").split(",")]
    return [name for name in names if name] if len(names) > 1 else words.split()


# -- store cards -----------------------------------------------------------------------------------


def _is_open(view: View) -> bool:
    return any(isinstance(frame, Purchase) for frame in view.seen.stack)


def _on_sale(view: View) -> list[int]:
    return [card for card in range(view.seen.store.bit_length()) if view.seen.store >> card & 1]


def _deck_of(view: View, card: int) -> str:
    printed = view.setup.catalog.store_cards[card]
    return printed.deck.value if isinstance(printed, Item) else CHARACTERS


def _buyable(view: View) -> dict[int, int]:
    """Return store cards that can be bought now, with the number of that answer."""
    return {
        a_of(action): number
        for number, action in enumerate(view.options)
        if kind_of(action) is ActionKind.BUY
    }


def _payable(view: View, card: int) -> bool:
    """Return True if the card can be bought now or, in another team's turn, afforded."""
    buyable = _buyable(view)
    if buyable:
        return card in buyable
    return price(view.setup, card) <= view.seen.credits[view.seat]


def _decks(view: View) -> Iterator[str]:
    if not _is_open(view):
        yield f"{capitalised(_CLOSED)}."
    decks: dict[str, list[int]] = {}
    for card in _on_sale(view):
        deck = _deck_of(view, card)
        if deck != CHARACTERS or view.setup.ruleset.characters:
            decks.setdefault(deck, []).append(price(view.setup, card))
    yield say.CREDITS.format(
        team=team_name(view.seat), credits=compact(view.seen.credits[view.seat])
    )
    for deck, costs in decks.items():
        yield say.DECK.format(
            title=capitalised(deck),
            cards=counted(len(costs), "card"),
            least=compact(min(costs)),
            most=compact(max(costs)),
            deck=deck,
        )
    yield f"{_USE}."


def _row(view: View, card: int) -> str:
    """Return '41. buy cyber-suit: 600,000 credits, +3 toughness', without the deck."""
    printed = view.setup.catalog.store_cards[card]
    number = _buyable(view).get(card, -1)
    head = f"{number + 1}. buy {printed.id}" if number >= 0 else printed.id
    if number < 0 and _buyable(view):
        head = f"Not now: {head}"
    cost = fee(view.setup, card, view.seen.credits[view.seat])
    text = f"{head}: {price_words(cost)}, {facts(printed)}"
    if isinstance(printed, Item):
        special = printed.deck in (Deck.ARMOR, Deck.VEHICLE, Deck.EQUIPMENT)
        rest = whom(printed).split(", ")
        rest = rest[2 if printed.deck in (Deck.ARMOR, Deck.VEHICLE) else 1 :] if special else rest
        text += f"; {', '.join(rest)}" if rest else ""
        text += idle_words(view, printed)
    return in_edition(f"{text}.", view.setup.ruleset)


# -- before and after ------------------------------------------------------------------------------


def _refusal_words(outfit: Outfit, printed: Item) -> str:
    if outfit.refusal == "type":
        return say.FOR_TYPE.format(deck=printed.deck.value)
    return say.CARRIES_THREE


def _change_words(before: Ratings, after: Ratings) -> str:
    """Return the changes only: `movement 5 becomes 4, attacks with 3 become 5`."""
    names = (*RATING_NAMES, "close", "ranged", say.STRENGTH, "range")
    parts = []
    for name, old, new in zip(names, before, after, strict=True):
        if name in _AGAINST and old != new:
            parts.append(f"toughness {new - old:+} against {_AGAINST[name]}")
        elif old != new:
            parts.append(_changed(name, old, new))
    return ", ".join(parts) or say.NO_CHANGE


def _changed(name: str, old: int, new: int) -> str:
    return f"{name} {old}" if old == new else f"{name} {old} becomes {new}"


def _exchanges(view: View, card: int, printed: Character) -> Iterator[str]:
    """Yield a character next to each unit of the team that it could replace."""
    cards = view.setup.catalog.character_cards
    for unit in own_units(view.seat):
        who = view.setup.units[unit]
        if who.id not in cards:
            continue
        new = ratings_words(printed.ratings)
        parts = [_changed(name, old, new[name]) for name, old in ratings_words(who.ratings).items()]
        cost = price(view.setup, cards[who.id]) - price(view.setup, card)
        yield say.REPLACES.format(
            who=view.who(unit), changes=", ".join(parts), credits=compact(cost, signed=True)
        )


def _difference(view: View, one: int, other: int) -> str:
    cards = view.setup.catalog.store_cards
    first, second = cards[one], cards[other]
    cost = price(view.setup, other) - price(view.setup, one)
    parts = [f"{compact(abs(cost))} {'more' if cost > 0 else 'less'}"] if cost else ["same price"]
    before = ratings_words(first.ratings)
    for name, value in ratings_words(second.ratings).items():
        if value != before[name]:
            parts.append(f"{name} {value - before[name]:+}")
    if isinstance(first, Item) and isinstance(second, Item) and first.weapon and second.weapon:
        parts += _steps("weapon strength", first.weapon.strength, second.weapon.strength)
        parts += _steps("range", first.weapon.range, second.weapon.range)
    return ", ".join(parts)


def _steps(name: str, old: int, new: int) -> Sequence[str]:
    return [f"{name} {new - old:+}"] if new != old else []


def _priced(view: View, card: int) -> str:
    printed = view.setup.catalog.store_cards[card]
    about = in_edition(facts(printed), view.setup.ruleset)
    return f"{printed.name} ({price_words(price(view.setup, card))}: {about})"
