"""The condition of a unit in words: vitae as a bar, what lasts on it, what is left of its items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.vocabulary import Allow, Deny, EffectKind, Period, Rating, Until
from deathdome.rules.abilities import WEAPON_KEY, limit_key
from deathdome.text.phrases import position as say
from deathdome.tui.presenters.pieces import SEAT_SIGNS, vitae_left
from deathdome.tui.presenters.text import Line, Span, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.observation import Observation
    from deathdome.model.state import Timed

_LONGEST: Final = 8  # signs of a bar; one for each vita where they are no more


def vitae_bar(seen: Observation, unit: int) -> str:
    """`######..`: what is left, and what is lost; the last sign stands while anything is left."""
    left, most = vitae_left(seen, unit)
    size = max(0, min(most, _LONGEST))
    full = -(-left * size // most) if most > 0 else 0
    return "#" * full + "." * (size - full)


def effect_words(seen: Observation, timed: Timed) -> str:
    """`+1 strength, till the next turn of @`."""
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
            until = say.TILL_THE_NEXT_TURN_OF.format(team=SEAT_SIGNS[timed.seat])
        case Until.THEIR_TURN:
            this, following = say.TILL_THE_END_OF_THIS_TURN, say.TILL_THE_END_OF_ITS_NEXT_TURN
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
    """Everything that lasts on the unit, and until when."""
    rows: list[Line] = []
    for timed in seen.timed:
        if timed.unit == unit:
            look = "bad" if timed.effect_kind is EffectKind.DENY or timed.n < 0 else "good"
            rows += wrapped(effect_words(seen, timed), width, look, " ")
    return rows


def state_rows(seen: Observation, unit: int, width: int) -> list[Line]:
    """Whether the unit lies down or is jailed, and what that means; nothing if all is well."""
    rows: list[Line] = []
    if seen.down[unit]:
        rows += wrapped(say.INCAPACITATED_IT_LIES_DOWN, width, "bad")
    place = seen.space[unit]
    names = seen.setup.board.jail_names
    if place < 0 and -1 - place < len(names):
        rows += wrapped(say.LIE_IN_JAIL.format(units=names[-1 - place]), width, "bad")
    return rows


def uses_words(seen: Observation, item: int) -> str:
    """`1 of 2 left`: the uses of an item that are counted over a match; or ''."""
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
    """`######..  Whoopee Maul, Gift-Wrapped Net (1 of 2 left)`; to be cut where it is long."""
    items = seen.setup.catalog.items
    parts = []
    for item in seen.items[unit]:
        uses = uses_words(seen, item)
        parts.append(f"{items[item].name} ({uses})" if uses else items[item].name)
    return line(Span(vitae_bar(seen, unit), "strong"), Span(f"  {', '.join(parts)}", "dim"))
