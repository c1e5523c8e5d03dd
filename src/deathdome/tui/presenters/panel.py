"""Pages of the panel: units, hands, teams, the log, spaces."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deathdome.model.catalog import Character
from deathdome.model.state import UNITS_PER_TEAM, cost_of
from deathdome.model.vocabulary import Allow, Deny, EffectKind, Period, Rating, Until
from deathdome.rules.abilities import WEAPON_KEY, limit_key
from deathdome.rules.ending import standing, supply
from deathdome.rules.observing import visible_state
from deathdome.rules.turn import hand_target
from deathdome.rules.units import boost, movement
from deathdome.stage.text import (
    BLANK,
    ELLIPSIS,
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
from deathdome.text.announcer import REMARK
from deathdome.text.cards import facts, in_edition, quote, rules_text
from deathdome.text.english import DETAIL
from deathdome.text.names import (
    compact,
    jail_name,
    price_words,
    space_name,
    team_name,
)
from deathdome.text.phrases import position as say
from deathdome.text.recent import told_since
from deathdome.text.standings import state_now
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.presenters.pieces import (
    SEAT_SIGNS,
    kind_words,
    place_words,
    unit_token,
    vitae_left,
)
from deathdome.tui.presenters.words import has_ability, team_units

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.model.catalog import Item
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup, Timed
    from deathdome.text.convicts import Convicts


def space_lines(seen: Observation, space: int, unit: int, width: int) -> list[Line]:
    """Return the space under the cursor, and the unit drawn there unless it is negative."""
    name = space_name(seen.setup, space)
    rows = [line(Span(f"{name:<4}", "strong"), kind_words(seen, space)[: width - 4])]
    for placed in seen.tokens:
        if placed.space == space:
            token = seen.setup.catalog.tokens[placed.token]
            rows += wrapped(f"{token.name} of {team_name(placed.seat)}: {token.text}", width, "bad")
    if unit >= 0:
        rows += unit_lines(seen, unit, width)
    return rows


def unit_lines(seen: Observation, unit: int, width: int) -> list[Line]:
    """Return a unit: current ratings, vitae, items and lasting effects."""
    seat = unit // UNITS_PER_TEAM
    left, most = vitae_left(seen, unit)
    character = seen.setup.units[unit]
    state = "incapacitated" if seen.down[unit] else ""
    rows = [
        line(
            Span(f"{unit_token(seen.setup, unit)} ", f"seat{seat}"),
            Span(cut(character.name, width - 14), "strong"),
            f"  {place_words(seen, unit)} ",
            Span(state, "bad"),
        ),
        line(
            f"S {seen.gear.strength[unit]}  M {_movement(seen, unit)}  "
            f"T {_toughness(seen, unit)}  V {left}/{most}"
        ),
    ]
    if character.id in seen.setup.catalog.character_cards:
        rows.append(line(Span(f" {cut(calling(character), width - 1)}", "dim")))
    items = seen.setup.catalog.items
    rows += [
        line(Span(f" {item_line(items[item], width - 1)}", "dim")) for item in seen.items[unit]
    ]
    return rows + effect_rows(seen, unit, width)


def calling(who: Character) -> str:
    """Return `scout: May walk over walls.`: the types of a character, and its ability."""
    types = ", ".join(kind.value for kind in who.types)
    return f"{types}: {who.text}" if who.abilities else types


def _movement(seen: Observation, unit: int) -> int:
    return movement(visible_state(seen), unit)


def _toughness(seen: Observation, unit: int) -> int:
    return seen.gear.toughness[unit] + boost(seen.timed, unit, Rating.TOUGHNESS)


def item_line(item: Item, width: int) -> str:
    """Return an item in one line: `Whoopee Maul  close 4`."""
    weapon = item.weapon
    if weapon is None:
        ratings = item.ratings
        parts = [
            f"{value:+}{letter}"
            for letter, value in zip(
                "SMTV",
                (ratings.strength, ratings.movement, ratings.toughness, ratings.vitae),
                strict=True,
            )
            if value
        ]
        short = " ".join(parts)
    elif weapon.range > 1:
        short = f"S{weapon.strength} range {weapon.range}"
    else:
        short = f"S{weapon.strength} close"
    if weapon is not None and columns_of(item.name) + len(short) + 1 > width:
        short = f"S{weapon.strength}" + f" R{weapon.range}" * (weapon.range > 1)
    name = cut(item.name, width - len(short) - 1)
    return f"{name} {short}".rstrip()


def hand_lines(seen: Observation, width: int, height: int | None = None) -> list[Line]:
    """Return your power cards, highest first, with their text as far as there is room."""
    rows = _hand_rows(seen, width, texts=True, timing=True)
    if height is not None and len(rows) > height:
        rows = _hand_rows(seen, width, texts=True)
    if height is not None and len(rows) > height:
        rows = _hand_rows(seen, width, texts=False)
        rows.append(line(Span(with_keys(say.HAS_ABILITY), "dim")))
    if height is not None and len(rows) > height:
        rows = _hand_pairs(seen, width)
    return rows


def _hand_pairs(seen: Observation, width: int) -> list[Line]:
    """Return the hand in two columns, names only: seven cards in four rows."""
    _, *cards = _hand_rows(seen, width // 2, texts=False)
    half = (len(cards) + 1) // 2
    rows = [heading("HAND", width, f"{len(seen.hand)} cards, deck {seen.deck_size}")]
    for at in range(half):
        left, right = cards[at], cards[at + half] if at + half < len(cards) else ()
        gap = width // 2 - columns_of(text_of(left))
        rows.append((*left, Span(" " * gap), *right))
    return rows


def _hand_rows(seen: Observation, width: int, *, texts: bool, timing: bool = False) -> list[Line]:
    cards = seen.setup.catalog.power_cards
    rows = [heading("HAND", width, f"{len(seen.hand)} cards, deck {seen.deck_size}")]
    if not seen.hand:
        rows.append(line(Span(say.NO_POWER_CARDS, "dim")))
    for card in sorted(seen.hand, key=lambda card: (-cards[card].value, card)):
        power = cards[card]
        mark = " +" if has_ability(seen, card) and not texts else ""
        name = f"{cut(power.name, width - 2 - len(mark))}{mark}"
        rows.append(line(Span(f"{power.value} ", "strong"), name))
        if has_ability(seen, card) and texts:
            rows += wrapped(power.text, width, "dim", "  ")
            if timing:
                rows += wrapped(say.WHEN.format(timing=power.timing), width, "dim", "  ")
    return rows


def team_lines(
    seen: Observation, names: Sequence[str], width: int, height: int | None = None
) -> list[Line]:
    """Return all teams with their payouts and units, in as much detail as there is room.

    Units take two rows with name, bar and items; or one; or half a row.
    """
    characters = seen.setup.ruleset.characters
    ways = ("full", "named") if characters else ("full", "bar")
    for way in ways if height is not None else ways[1:] * characters:
        rows = _team_rows(seen, names, width, way)
        if height is None or len(rows) <= height:
            return rows
    return _team_rows(seen, names, width, "pairs")


def _team_rows(seen: Observation, names: Sequence[str], width: int, way: str) -> list[Line]:
    state = state_now(seen)
    rows: list[Line] = []
    for seat in range(seen.setup.seats):
        paid = standing(state, seat)
        points = supply(state, seat)
        title = f"{SEAT_SIGNS[seat]} {team_name(seat)}"
        label = cut(f"{title} ({clean(names[seat])})", width - 13)
        rows.append(
            line(
                Span(fitted(label, width - 13), f"seat{seat}"),
                Span(f"{compact(paid.payout):>6} ", "strong"),
                Span(f"hand {seen.hand_sizes[seat]}", "dim"),
            )
        )
        rows.append(
            line(
                Span(
                    " "
                    + say.SUPPLY.format(
                        points=points, limit=hand_target(points), shells=state.shells[seat]
                    ),
                    "dim",
                )
            )
        )
        if way != "pairs":
            for unit in team_units(seat):
                rows += _unit_rows(seen, unit, width, way)
            continue
        units = [_unit_words(seen, unit, width // 2) for unit in team_units(seat)]
        rows += [line(*pair) for pair in zip(units[::2], units[1::2], strict=True)]
    return rows


def _unit_rows(seen: Observation, unit: int, width: int, way: str) -> list[Line]:
    if way == "bar":
        words = f" {unit_token(seen.setup, unit)} {vitae_bar(seen, unit):<8} "
        return [line(cut(f"{words}{_health_words(seen, unit)}", width))]
    rows = [line(_named_words(seen, unit, width))]
    if way == "full":
        bar, items = condition_line(seen, unit)
        room = width - 4 - columns_of(bar.text)
        rows.append(line("    ", bar, Span(cut(items.text, room), items.look)))
        rows += [line("   ", *row) for row in effect_rows(seen, unit, width - 3)]
    return rows


def _unit_words(seen: Observation, unit: int, width: int) -> str:
    """Return a unit in half a row: `@w 3/5 e4 down`."""
    text = f" {unit_token(seen.setup, unit)} {_health_words(seen, unit)}"
    return fitted(text, width)


def _named_words(seen: Observation, unit: int, width: int) -> str:
    """Return a unit with its name: `@b Brother Mallet  3/5 e4 down`."""
    health = _health_words(seen, unit)
    room = width - len(health) - 5
    return f" {unit_token(seen.setup, unit)} {fitted(seen.setup.units[unit].name, room)} {health}"


def _health_words(seen: Observation, unit: int) -> str:
    left, most = vitae_left(seen, unit)
    down = " down" if seen.down[unit] else ""
    return f"{left}/{most} {place_words(seen, unit)}{down}"


def item_lines(setup: Setup, item: Item, width: int) -> list[Line]:
    """Return the printed text of an item."""
    price = price_words(item.cost)
    rows = [heading(cut(item.name, width - 12), width, price)]
    about = in_edition(f"{item.deck.value} deck: {facts(item)}", setup.ruleset)
    rows += wrapped(about, width, "dim")
    rows += wrapped(rules_text(item), width)
    rows += wrapped(quote(item), width, "dim")
    return rows


def character_lines(setup: Setup, who: Character, width: int) -> list[Line]:
    """Return the printed text of a character, with its price in this match."""
    cost = price_words(cost_of(who, setup.ruleset))
    rows = [heading(cut(who.name, width - len(cost) - 1), width, cost)]
    rows += wrapped(f"{facts(who)}; {who.style}" if who.style else facts(who), width, "dim")
    rows += wrapped(rules_text(who), width)
    rows += wrapped(quote(who), width, "dim")
    return rows


def store_card_lines(setup: Setup, card: int, width: int) -> list[Line]:
    """Return the printed text of a store card."""
    printed = setup.catalog.store_cards[card]
    if isinstance(printed, Character):
        return character_lines(setup, printed, width)
    return item_lines(setup, printed, width)


def reading_lines(seen: Observation, unit: int, width: int) -> list[Line]:
    """Return a unit with its items, in full."""
    rows = unit_lines(seen, unit, width)[:2]
    left, most = vitae_left(seen, unit)
    rows.append(
        line(
            Span(vitae_bar(seen, unit), "strong"),
            "  " + say.VITAE_LEFT.format(left=left, most=most),
        )
    )
    rows += state_rows(seen, unit, width)
    rows += effect_rows(seen, unit, width)
    character = seen.setup.units[unit]
    if character.id in seen.setup.catalog.character_cards:
        rows += [BLANK, *character_lines(seen.setup, character, width)]
    else:
        rows += wrapped(character.text, width, "dim")
    for item in seen.items[unit]:
        rows.append(BLANK)
        rows += item_lines(seen.setup, seen.setup.catalog.items[item], width)
        if uses := uses_words(seen, item):
            rows += wrapped(say.USES.format(uses=uses), width, "good")
    return rows


def log_texts(
    events: Sequence[Event], setup: Setup, since: int = 0, convicts: Convicts | None = None
) -> list[str]:
    """Return the log from event number `since`, a sentence a line."""
    return [clean(text) for text in told_since(events, setup, since, convicts=convicts)]


_LATE: Final = 4  # lines for which the numbers of an attack remain news


@lru_cache(maxsize=512)
def _indented(text: str, width: int) -> tuple[Line, ...]:
    """Return a sentence in rows, the later ones indented to show where the next begins."""
    if text.startswith(DETAIL):
        return tuple(wrapped(text.strip(), width, "dim", DETAIL))
    look = "title" if text.startswith(REMARK) else ""
    first, *more = wrapped(text, width - 2, look) or [BLANK]
    return (first, *(line(" ", *row) for row in more))


def log_lines(texts: Sequence[str], width: int, height: int) -> list[Line]:
    """Return the end of the log in whole sentences, the newest at the bottom.

    If the newest sentence does not fit, only its end is shown.
    """
    rows: list[Line] = []
    for text in reversed(texts[-height:] if height > 0 else []):
        new = _indented(text, width)
        room = height - len(rows)
        if len(new) > room:
            if not rows:
                first, *more = new[-room:]
                words = "".join(span.text for span in first).lstrip()
                rows = [line(f"{ELLIPSIS}{words}"), *more]
            return rows
        rows = [*new, *rows]
    return rows


def news_height(texts: Sequence[str], width: int) -> int:
    """Return the rows that the log needs for the whole newest sentence or last attack."""
    late = texts[-_LATE:]
    first = len(late) - 1
    for number in range(1, len(late)):
        if late[number].startswith(DETAIL) and not late[number - 1].startswith(DETAIL):
            first = number - 1
    return sum(len(_indented(text, width)) for text in late[max(first, 0) :])


def shortened(rows: Sequence[Line], height: int) -> list[Line]:
    """Return the first rows, with an ellipsis at the end if some are left out."""
    if len(rows) <= height:
        return list(rows)
    return [*rows[: height - 1], line(*rows[height - 1], Span(ELLIPSIS, "dim"))]


_LONGEST: Final = 8  # symbols of a bar; one for each vita where they are no more


def vitae_bar(seen: Observation, unit: int) -> str:
    """Return `######--`: vitae left and lost; at least one symbol while any is left."""
    left, most = vitae_left(seen, unit)
    size = max(0, min(most, _LONGEST))
    full = -(-left * size // most) if most > 0 else 0
    return "#" * full + "-" * (size - full)


def effect_words(seen: Observation, timed: Timed) -> str:
    """Return `+1 strength, till the next turn of @`."""
    match timed.effect_kind:
        case EffectKind.MOD:
            what = f"{timed.n:+} {Rating(timed.what).name.lower()}"
        case EffectKind.ALLOW:
            what = f"may {_flags(Allow(timed.what).name, timed.acts)}"
        case EffectKind.DENY:
            what = f"cannot: {_flags(Deny(timed.what).name, timed.acts)}"
        case _:
            what = timed.effect_kind.name.lower()
    match timed.until:
        case Until.NEXT_TURN:
            until = say.UNTIL_NEXT_TURN.format(team=team_name(timed.seat))
        case Until.THEIR_TURN:
            this, following = say.UNTIL_TURN_END, say.UNTIL_ITS_TURN_END
            until = this if timed.begun else following
        case _:
            until = say.UNTIL.get(timed.until, "")
    if timed.card >= 0:
        what = f"{seen.setup.catalog.power_cards[timed.card].name}: {what}"
    return f"{what}, {until}" if until else what


def _flags(name: str | None, acts: tuple[str, ...]) -> str:
    words = (name or "").lower().replace("_", " ").replace("|", ", ")
    return f"{words} ({', '.join(acts)})" if acts else words


def effect_rows(seen: Observation, unit: int, width: int) -> list[Line]:
    """Return the lasting effects on the unit, and their ends."""
    rows: list[Line] = []
    for timed in seen.timed:
        if timed.unit == unit:
            look = "bad" if timed.effect_kind is EffectKind.DENY or timed.n < 0 else "good"
            rows += wrapped(effect_words(seen, timed), width, look, " ")
    return rows


def state_rows(seen: Observation, unit: int, width: int) -> list[Line]:
    """Return rows about a unit that is down or is jailed; none otherwise."""
    rows: list[Line] = []
    if seen.down[unit]:
        rows += wrapped(say.INCAPACITATED, width, "bad")
    place = seen.space[unit]
    names = seen.setup.board.jail_names
    if place < 0 and -1 - place < len(names):
        jail = jail_name(seen.setup, -1 - place)
        rows += wrapped(say.IN_JAIL.format(jail=jail), width, "bad")
    return rows


def uses_words(seen: Observation, item: int) -> str:
    """Return `1 of 2 left`: the uses of an item that are limited; '' for others."""
    return ", ".join(_uses(seen, item))


def _uses(seen: Observation, item: int) -> Iterator[str]:
    counted, card = dict(seen.uses), seen.setup.catalog.items[item]
    if card.weapon is not None and card.weapon.limit is not None:
        left = max(0, card.weapon.limit - counted.get(WEAPON_KEY | item, 0))
        yield f"{left} of {card.weapon.limit} left"
    for ability in card.abilities:
        limit = ability.limit
        if limit is not None and limit.per in (Period.TURN, Period.MATCH):
            left = max(0, limit.n - counted.get(limit_key(ability), 0))
            turn = " this turn" if limit.per is Period.TURN else ""
            yield f"{left} of {limit.n} left{turn}"


def condition_line(seen: Observation, unit: int) -> Line:
    """Return `######..  Whoopee Maul, Gift-Wrapped Net (1 of 2 left)`, to be cut to the width."""
    items = seen.setup.catalog.items
    parts = []
    for item in seen.items[unit]:
        uses = uses_words(seen, item)
        parts.append(f"{items[item].name} ({uses})" if uses else items[item].name)
    return line(Span(vitae_bar(seen, unit), "strong"), Span(f"  {', '.join(parts)}", "dim"))
