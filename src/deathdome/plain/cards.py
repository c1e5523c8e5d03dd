"""Commands that read cards and rules aloud: the hand, any card, any rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.content.rulebook import find_rules
from deathdome.errors import UsageError, nearest
from deathdome.model.catalog import Item, PowerCard
from deathdome.model.lookup import everything
from deathdome.model.state import price
from deathdome.rules.ending import supply
from deathdome.rules.observing import visible_state
from deathdome.rules.turn import hand_target
from deathdome.spelling import id_like
from deathdome.text.cards import facts, in_edition, quote, rules_text, whom
from deathdome.text.names import counted, price_words, team_name
from deathdome.text.phrases import position as say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.lookup import Printed
    from deathdome.plain.view import View

MAX_IN_FULL: Final = 5  # cards or rules read in full


def hand(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Yield the power cards in hand."""
    cards = view.setup.catalog.power_cards
    if not view.seen.hand:
        yield say.HAND_EMPTY.format(team=team_name(view.seat))
    for card in sorted(set(view.seen.hand), key=lambda card: (-cards[card].value, card)):
        copies = view.seen.hand.count(card)
        times = f"{copies} times " if copies > 1 else ""
        power = cards[card]
        yield f"{times}{power.name}, {power.id}, value {power.value}. {power.text}"
    points = supply(visible_state(view.seen), view.seat)
    yield say.NEXT_DRAW.format(
        team=team_name(view.seat),
        cards=counted(hand_target(points), "card"),
        supply=counted(points, "supply point"),
    )


def card(view: View, words: str) -> Iterator[str]:
    """Yield a card by id or name, or the cards with that word in their name."""
    if not words:
        raise UsageError('which card? For example "card rusty-chainsaw"')
    index = everything(view.setup.catalog)
    found = [index.printed[place] for place in index.find(words)]
    if not found and (wanted := id_like(words)):
        found = [one for one in index.printed if wanted in one.id or wanted in id_like(one.name)]
    if not found:
        near = nearest(id_like(words), [one.id for one in index.printed])
        raise UsageError(f'no card "{words}".{near}')
    if len(found) > MAX_IN_FULL:
        yield say.FOUND_CARDS.format(number=len(found), names=", ".join(one.id for one in found))
        return
    for one in found:
        yield from card_lines(view, one)


def card_lines(view: View, printed: Printed) -> Iterator[str]:
    """Return a whole card as one line."""
    kind = printed.deck.value if isinstance(printed, Item) else ""
    kind = "power card" if isinstance(printed, PowerCard) else kind
    head = f"{printed.name}, {printed.id}"
    if kind:
        head += f", {kind}{' deck' if isinstance(printed, Item) else ''}"
    if isinstance(printed, Item):
        cost = price_words(price(view.setup, view.setup.catalog.items.index(printed)))
        head += f", {cost}, {facts(printed)}; {whom(printed)}"
    else:
        head += f", {facts(printed)}"
    head = in_edition(head, view.setup.ruleset)
    yield f"{head}. {rules_text(printed)} {quote(printed)}".rstrip()


def rule(view: View, words: str) -> Iterator[str]:  # noqa: ARG001
    """Yield a rule by its ID, the rules of an area, or those with some words in them."""
    if not words:
        raise UsageError('which rule? For example "rule PUSH-3", "rule PUSH" or "rule lava"')
    found = find_rules(words)
    if len(found) > MAX_IN_FULL:
        yield say.FOUND_RULES.format(number=len(found), names=", ".join(one.id for one in found))
        return
    for one in found:
        yield f"{one.id}, {one.chapter}: {one.text}"
