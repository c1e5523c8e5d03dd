"""The table as lines: players, powers, plans and deals, as one seat may see them."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.model.options import OFFERS, Options
from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.model.tome import Condition
from deathdome.powerdome.play.what_if import past_plans
from deathdome.powerdome.text import plain_mode as say
from deathdome.powerdome.text.persons import YOU, called
from deathdome.powerdome.text.plans import plan_words
from deathdome.powerdome.text.tome import text_after_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deathdome.powerdome.model.answers import Plan
    from deathdome.powerdome.model.dome import Character, PowerId, Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.model.tome import Power, Tome


def names_of(view: State) -> list[str]:
    """Return the names of all characters."""
    return character_names(view.now, view.seats)


def power_text(power: Power) -> str:
    """Return a power of the tome as a line."""
    marks = [say.MODIFIER_MARK] if power.modifier else _conditions(power)
    return say.power_line(power.no, power.name, text_after_kinds(power), marks)


def _conditions(power: Power) -> list[str]:
    found = {one.value for effect in power.effects for one in effect.on}
    return [one.value for one in Condition if one.value in found]


def tome_lines(tome: Tome, words: str = "") -> Iterator[str]:
    """Yield the powers of a kind, or with these words; all of them without any."""
    wanted = words.casefold().split()
    kinds = {one.value for one in Condition} | {say.MODIFIER_MARK}
    for power in tome.powers:
        marks = {say.MODIFIER_MARK} if power.modifier else set(_conditions(power))
        text = f"{power.no} {power.name} {power.text}".casefold()
        if all((word in kinds and word in marks) or word in text for word in wanted):
            yield power_text(power)


def option_line(options: Options) -> str:
    """Return the options that differ from the usual ones; "" if none does."""
    usual = Options()
    changed = {
        one.name: _option(getattr(options, one.name))
        for one in fields(Options)
        if getattr(options, one.name) != getattr(usual, one.name)
    }
    return say.options_line(changed) if changed else ""


def _option(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def look_lines(view: State, events: Sequence[Event], you: int = ABSENT) -> Iterator[str]:
    """Yield the whole table."""
    dome = view.now
    powers = dome.tome.powers
    if view.phase is Phase.NOMINATION:
        yield from (say.player_name(name) for name in called(view.seats, you))
        return
    if view.phase is Phase.CULLING:
        yield from pool_lines(view)
    if view.phase is Phase.BIDDING:
        yield from (power_text(powers[power]) for power in view.slots)
    if dome.modifiers:
        yield say.in_force(", ".join(powers[power].name for power in dome.modifiers))
    yield from bearer_lines(view, you)
    yield from player_lines(view, events, you)


def bearer_lines(view: State, you: int = ABSENT) -> Iterator[str]:
    """Yield the given modifiers whose bearers the seat knows."""
    dome = view.now
    for power, bearers in sorted(dome.marks.items()):
        if bearers:
            names = ", ".join(called(view.seats, you, YOU)[seat] for seat in bearers)
            yield say.borne_by(dome.tome.powers[power].name, names)


def pool_lines(view: State) -> Iterator[str]:
    """Yield the pool and its protected powers."""
    powers, progress = view.now.tome.powers, view.progress
    protected = [f"{powers[p].name} ({view.seats[seat]})" for p, seat in progress.protected]
    yield say.pool_line(", ".join(f"{powers[p].no} {powers[p].name}" for p in progress.pool))
    yield say.slots_line(len(protected), 2 * view.now.seats, ", ".join(protected) or "none")


def player_lines(view: State, events: Iterable[Event], you: int = ABSENT) -> Iterator[str]:
    """Yield the public facts of each player."""
    dome = view.now
    past = past_plans(events)
    for seat in range(dome.seats):
        yield player_line(view, dome.characters[seat], past.get(seat, ()), you)


def player_line(view: State, player: Character, plans: Sequence[Plan], you: int = ABSENT) -> str:
    """Return the public facts of a player."""
    dome, names = view.now, called(names_of(view), you)
    afflictions = [dome.tome.afflictions[one].name for one in player.afflictions]
    return say.player_line(
        names[player.id],
        player.vitality,
        alive=player.alive,
        powers=", ".join(_held(view, power) for power in dome.hands[player.id]),
        afflictions=", ".join(afflictions),
        counters=", ".join(f"{key} {n}" for key, n in sorted(player.counters.items()) if n),
        allies=", ".join(
            say.ally_words(names[one], dome.characters[one].vitality)
            for one in dome.allies(player.id)
        ),
        last=plan_words(view, player.id, plans[0], you) if plans else "",
    )


def _held(view: State, power: PowerId) -> str:
    """Return a power in a hand, with its counters and used-up Limits (R-34)."""
    dome = view.now
    entry, card = dome.tome.powers[power], dome.cards[power]
    marks = [f"{key} {n}" for key, n in sorted(card.counters.items()) if n]
    for effect, used in zip(entry.effects, card.used, strict=True):
        if effect.limit is not None and used:
            marks.append(say.limit_words(used, effect.limit))
    return f"{entry.name} ({', '.join(marks)})" if marks else entry.name


def plans_lines(
    view: State, events: Iterable[Event], wanted: int | None, you: int = ABSENT
) -> Iterator[str]:
    """Yield the plans that characters have shown, or those of one."""
    names = called(names_of(view), you)
    for who, plans in sorted(past_plans(events).items()):
        if wanted in (None, who):
            rows = "; ".join(plan_words(view, who, plan, you) for plan in plans[:3])
            yield f"{names[who]}: {rows}."


def deal_lines(view: State, you: int = ABSENT) -> Iterator[str]:
    """Yield the accepted proposals with what became of them."""
    seats = called(view.seats, you, YOU)
    for deal in view.deals:
        words = say.deal_words(
            deal.round,
            seats[deal.seat],
            seats[deal.proposal.to],
            "" if deal.proposal.against == ABSENT else seats[deal.proposal.against],
        )
        names = ", ".join(seats[seat] for seat in deal.broken_by)
        over = deal.round < view.dome.round or view.over
        yield say.deal_line(words, names, over=over)
    if not view.deals:
        yield say.NO_DEALS


def offers_of(view: State, seat: Seat) -> int:
    """Return how many trades a seat may still offer."""
    made = view.progress.offers
    return OFFERS - (made[seat] if seat < len(made) else 0)
