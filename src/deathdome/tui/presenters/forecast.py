"""What is known of an attack before it is committed: values, toughness, what a hand could hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.state import UNITS_PER_TEAM
from deathdome.text.names import attack_name
from deathdome.text.phrases import attacks as say
from deathdome.tui.presenters.pieces import SEAT_SIGNS, unit_token
from deathdome.tui.presenters.text import Line, Span, cut, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.observation import Observation
    from deathdome.rules.analysis import Defender, Forecast

WIDTH: Final = 33  # columns of the panel at 80


def forecast_lines(
    seen: Observation,
    forecast: Forecast,
    odds: Sequence[Line] | None = None,
    most: int | None = None,
) -> list[Line]:
    """The forecast for the panel, 33 columns at most; own units that are hit come first.

    `odds` say what comes of it; without them the bounds do. `most` is how many units have a row
    with odds, own ones apart, of which none is left out.
    """
    who = unit_token(seen.setup, forecast.attacker) if forecast.attacker >= 0 else "token"
    rows: list[Line] = [
        line(Span(cut(f"{who} {attack_name(seen.setup, forecast.declared)}", WIDTH), "strong")),
        *wrapped(_sum_words(forecast), WIDTH, indent=" "),
    ]
    if forecast.distance >= 0:
        rows.append(line(f" distance {forecast.distance}, range {forecast.range}"))
    if odds is not None:
        hit = sorted(forecast.defenders, key=lambda one: one.unit // UNITS_PER_TEAM != seen.seat)
        own = sum(one.unit // UNITS_PER_TEAM == seen.seat for one in hit)
        told = hit if most is None else hit[: max(own, most)]
        return [*rows, *(_stand_line(seen, defender) for defender in told), *odds]
    for defender in forecast.defenders:
        rows += _defender_lines(seen, defender, alone=len(forecast.defenders) == 1)
    if not forecast.defenders:
        rows.append(line(Span(" hits nobody", "dim")))
    return rows


def _sum_words(forecast: Forecast) -> str:
    """`strength 2 + weapon 1 + cards 4 = 7`, without the parts that are not there."""
    total = forecast.strength + forecast.cards
    parts = [f"strength {forecast.strength}"]
    if 0 <= forecast.own < forecast.strength:
        parts = [f"strength {forecast.own}", f"weapon {forecast.strength - forecast.own}"]
    if forecast.cards:
        parts.append(f"cards {forecast.cards}")
    return " + ".join(parts) + (f" = {total}" if len(parts) > 1 else "")


def _stand_line(seen: Observation, defender: Defender) -> Line:
    """What a unit has against the attack: `&g toughness 1+3, vitae 6`."""
    known = f"+{defender.known}" if defender.known else ""
    return line(
        Span(unit_token(seen.setup, defender.unit), f"seat{defender.unit // UNITS_PER_TEAM}"),
        f" toughness {defender.toughness}{known}, vitae {defender.vitae}",
    )


def _defender_lines(seen: Observation, defender: Defender, *, alone: bool) -> list[Line]:
    wounds = defender.undefended
    deadly = wounds >= defender.vitae
    verdict = f"{wounds} wound{'s' * (wounds != 1)}" + (", dies" if deadly else "")
    team = defender.unit // UNITS_PER_TEAM
    rows = [
        _stand_line(seen, defender),
        line(" no cards: ", Span(verdict, "bad" if deadly else "strong")),
    ]
    if defender.hand:
        sign = SEAT_SIGNS[team]
        least = defender.at_worst
        span = f"{least} to {wounds}" if least < wounds else f"{wounds}"
        held = f"{defender.hand} card{'s' * (defender.hand != 1)}"
        if alone:
            words = say.MAY_ADD_UP_TO.format(sign=sign, best=defender.best, held=held, span=span)
            rows += wrapped(f"{words}{'s' * (wounds != 1)}", WIDTH, "dim", " ")
        else:  # a row each: several that are hit must fit in the panel together
            rows.append(line(Span(f" {sign} up to {defender.best} ({held}): {span}", "dim")))
    return rows
