"""The end of a season: the verdict, the turning match, and the convicts that are remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.match.chapters import chapters_of
from deathdome.match.deeds import deadliest_unit, wounds_of
from deathdome.model.catalog import VACANT
from deathdome.model.events import CONCEDED, STOPPED, Conceded, Declared, Wounded
from deathdome.model.state import UNITS_PER_TEAM, price
from deathdome.stage.letters import letter_lines, letters_width
from deathdome.stage.text import BLANK, Line, Span, columns_of, line, wrapped
from deathdome.text.names import compact, counted, listed, price_words, team_name, times
from deathdome.text.phrases import interval as say
from deathdome.text.phrases import results
from deathdome.text.seasons import ranks
from deathdome.tui.presenters.result import LABEL, counts_words
from deathdome.tui.presenters.season import career_of, curve_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import Setup
    from deathdome.odds.attack_odds import PublicOdds
    from deathdome.tui.presenters.season import SeasonView

_LATEST: Final = "latest match"
_STEP: Final = 100_000  # credits of a price, for bargains


def season_verdict(
    season: SeasonView, outcome: Outcome, width: int, *, large: bool = True
) -> list[Line]:
    """Return the champion in block letters, with a sentence below."""
    winners, you = outcome.winners, season.you
    word = say.CHAMPION
    if len(winners) > 1:
        word = results.SHARED
    elif you is None:
        word = results.TEAM_WINS.format(team=team_name(winners[0]).upper())
    elif you not in winners:
        word = results.DEFEAT
    glow = "cold" if you is not None and you not in winners else "hot"
    rows: list[Line] = []
    if large and letters_width(word) <= width:
        left = (width - letters_width(word)) // 2
        rows += [(Span(" " * left), *row) for row in letter_lines(word, glow)]
    else:
        rows.append(_centred(word, width, "title"))
    rows.append(BLANK)
    return [*rows, *(_centred(text, width, "strong") for text in _sentence(season, outcome))]


def _centred(text: str, width: int, look: str) -> Line:
    return line(" " * max(0, (width - columns_of(text)) // 2), Span(text, look))


def _sentence(season: SeasonView, outcome: Outcome) -> list[str]:
    """Return who won the season, by how much, and the reason if values tie."""
    order = ranks(season.seen)
    winners = outcome.winners
    value = {rank.seat: compact(rank.value) for rank in order}
    if outcome.reason == STOPPED:
        return [say.STOPPED]
    if outcome.reason == CONCEDED:
        given = [event.seat for event in season.events if isinstance(event, Conceded)]
        loser = given[-1] if given else -1
        words = say.YOU_CONCEDED_SEASON if loser == season.you else say.TEAM_CONCEDED_SEASON
        teams = listed([team_name(seat) for seat in winners])
        return [words.format(loser=team_name(loser), team=teams)]
    if len(winners) > 1:
        teams = listed([team_name(seat) for seat in winners])
        return [say.SHARED_SEASON.format(teams=teams, top=value[winners[0]])]
    after = next(rank.seat for rank in order if rank.seat != winners[0])
    words = say.YOU_WIN_SEASON if winners[0] == season.you else say.TEAM_WINS_SEASON
    text = words.format(team=team_name(winners[0]), top=value[winners[0]], after=value[after])
    return [f"{text} {say.BY_LATEST_MATCH}" if outcome.reason == _LATEST else text]


def season_lines(season: SeasonView, odds: Mapping[int, PublicOdds], width: int) -> list[Line]:
    """Return labelled rows: turning match, convicts, bargain, luck, Conglamagragon."""
    setup, events, names = season.seen.setup, season.events, season.convicts
    rows: list[Line] = []
    if (turn := turning_match(setup)) is not None:
        words = say.TURNED.format(
            number=turn.number,
            team=team_name(turn.seat),
            gain=compact(turn.gain),
            other=team_name(turn.other),
        )
        rows += _labelled(say.TURNING, words, width)
    careers = [career_of(events, setup, unit) for unit in range(len(setup.units))]
    deeds = [career.deeds for career in careers]
    units = [unit for unit, who in enumerate(setup.units) if who != VACANT]
    worst = deadliest_unit(deeds, units)
    if worst >= 0:
        words = say.FEARED_UNIT.format(
            unit=names.full(worst), team=_team(worst), counts=counts_words(deeds[worst])
        )
        rows += _labelled(say.FEARED, words, width)
    alive = [career.rounds for career in careers]
    if any(alive):
        oldest = max(units, key=lambda unit: (alive[unit], -deeds[unit].deaths, -unit))
        died = say.JAILED.format(times=times(deeds[oldest].deaths))
        words = say.SURVIVED.format(
            unit=names.full(oldest),
            team=_team(oldest),
            rounds=counted(alive[oldest], "round"),
            deaths=died if deeds[oldest].deaths else say.NEVER_JAILED,
        )
        rows += _labelled(say.SURVIVOR, words, width)
    if (bargain := best_bargain(events, setup)) is not None:
        words = say.BARGAIN_ITEM.format(
            item=setup.catalog.items[bargain.item].name,
            team=team_name(bargain.seat),
            wounds=counted(bargain.wounds, "wound"),
            price=price_words(price(setup, bargain.item)),
        )
        rows += _labelled(say.BARGAIN, words, width)
    rows += _luck_lines(events, setup, odds, width)
    rows += _return_lines(season, width)
    return rows


def _team(unit: int) -> str:
    return team_name(unit // UNITS_PER_TEAM)


def _labelled(label: str, text: str, width: int) -> list[Line]:
    return [
        line(Span(f"{label if not number else '':<{LABEL}}", "title"), *row)
        for number, row in enumerate(wrapped(text, max(20, width - LABEL)))
    ]


class TurningMatch(NamedTuple):
    """The match in which a team gained most on the best of the others."""

    number: int
    seat: int
    other: int
    gain: int


def turning_match(setup: Setup) -> TurningMatch | None:
    """Return the match in which the champion gained most on the runner-up; None for no gain."""
    curve = curve_of(setup)
    order = sorted(range(setup.seats), key=lambda seat: (-curve[seat][-1], seat))
    first, second = order[:2]
    found = [
        TurningMatch(at, first, second, _gain(curve[first], at) - _gain(curve[second], at))
        for at in range(1, len(curve[first]))
    ]
    best = max(found, key=lambda turn: (turn.gain, turn.number), default=None)
    return best if best is not None and best.gain > 0 else None


def _gain(values: Sequence[int], at: int) -> int:
    return values[at] - values[at - 1]


class Bargain(NamedTuple):
    """An item and the wounds that a team dealt with it."""

    item: int
    seat: int
    wounds: int


def best_bargain(events: Sequence[Event], setup: Setup) -> Bargain | None:
    """Return the weapon with most wounds for its price; None if no weapon wounded."""
    dealt: dict[tuple[int, int], int] = {}
    weapon: tuple[int, int] | None = None
    for event in events:
        if isinstance(event, Declared):
            weapon = (event.item, event.seat) if event.item >= 0 and event.unit >= 0 else None
            if weapon is not None and event.item >= len(setup.catalog.items):
                weapon = None  # a punch
        elif (
            isinstance(event, Wounded)
            and weapon is not None
            and event.unit // UNITS_PER_TEAM != weapon[1]
        ):
            dealt[weapon] = dealt.get(weapon, 0) + event.wounds
    ranked = [Bargain(item, seat, wounds) for (item, seat), wounds in dealt.items()]
    return max(
        ranked,
        key=lambda one: (one.wounds * _STEP / max(_STEP, price(setup, one.item)), -one.item),
        default=None,
    )


def _luck_lines(
    events: Sequence[Event], setup: Setup, odds: Mapping[int, PublicOdds], width: int
) -> list[Line]:
    """Return the wounds of every team next to the expected ones."""
    found = {seat: wounds_of(seat, events, odds) for seat in range(setup.seats)}
    words = [
        say.LUCK_OF.format(
            team=team_name(seat),
            wounds=counted(wounds.dealt, "wound"),
            expected=f"{wounds.expected:.0f}",
        )
        for seat, wounds in found.items()
        if wounds.attacks
    ]
    if not words:
        return []
    return _labelled(say.LUCK, f"{'; '.join(words)}. {say.LUCK_NOTE}", width)


def _return_lines(season: SeasonView, width: int) -> list[Line]:
    """Return the team that won with Conglamagragon, where that scenario is played."""
    if not season.seen.setup.ruleset.conglamagragon:
        return []
    text = say.NEVER_RETURNED
    last = chapters_of(season.events, season.seen.setup)[-1]
    if season.series.returned and last.outcome is not None:
        teams = listed([team_name(seat) for seat in last.outcome.winners])
        text = say.RETURNED.format(team=teams, number=last.number)
    return _labelled(say.RETURN, text, width)
