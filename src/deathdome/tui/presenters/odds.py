"""Forecast and odds of an attack as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.odds.attack_odds import odds_of
from deathdome.odds.card_choices import choices, may_lay, worth_showing
from deathdome.odds.outcomes import Play
from deathdome.odds.responses import Help, healed_chance, holding, responses_to
from deathdome.stage.text import Line, Span, columns_of, cut, line, text_of, wrapped
from deathdome.text.chances import ability_name, choice_words, percent
from deathdome.text.names import attack_name, capitalised, counted, plural, short_name, team_name
from deathdome.text.phrases import attacks as say
from deathdome.tui.presenters.pieces import unit_called, unit_token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.actions import Action
    from deathdome.model.frames import Attack
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.odds.attack_odds import AttackOdds
    from deathdome.odds.card_choices import Choice
    from deathdome.odds.outcomes import Chance, Outcome, Side, Struck
    from deathdome.odds.responses import Response
    from deathdome.rules.analysis import Defender, Forecast
    from deathdome.stage.text import Line

WIDTH: Final = 33  # columns of the panel at 80
MAX_UNITS: Final = 4  # rows for units that are hit; further ones are only counted


def odds_lines(
    seen: Observation,
    attack: Attack,
    staged: Sequence[Action] = (),
    width: int = WIDTH,
    most: int = MAX_UNITS,
) -> list[Line]:
    """Return the odds in three or four rows, or a row a unit if several are hit, own units first.

    `staged`: the answers about to be given, as `Menu.answers` has them. Own units always have a row
    each, others only if there are at most `most` in all.
    """
    odds = odds_of(seen, attack, staged)
    if not odds.struck:
        return [line(Span(say.HITS_NONE, "dim"))]
    if len(odds.struck) > 1:
        rows = _several(seen, odds, width, most)
    else:
        rows = _single(odds, odds.struck[0], width)
    caveat = _caveat(seen, odds)
    if caveat:
        rows.append(line(Span(cut(caveat, width), "dim")))
    return rows


def odds_details(
    seen: Observation, attack: Attack, staged: Sequence[Action] = (), width: int = WIDTH
) -> list[Line]:
    """Return everything that can be computed, for the odds key."""
    odds = odds_of(seen, attack, staged)
    rows: list[Line] = []
    if not odds.struck:
        return [line(Span(say.HITS_NONE, "dim"))]
    for struck in _own_first(odds):
        rows += _unit_details(seen, odds, struck, width)
    if len(odds.struck) > 1:
        rows += wrapped(
            say.ONE_DIES_LIMITS.format(limits=_limits(odds.any_death())), width, "strong"
        )
    rows += _split_rows(odds, width)
    rows += _choice_rows(seen, attack, staged, width)
    answers = responses_to(seen, odds)
    rows += _answer_rows(seen, odds, answers, width)
    rows += _hand_rows(seen, odds, width)
    return rows


# -- short -----------------------------------------------------------------------------------------


def _wounds(struck: Struck) -> Span:
    """Return `3 wounds, dies`."""
    number = struck.margin
    text = counted(number, "wound") + (", dies" if struck.deadly else "")
    return Span(text, "bad" if struck.deadly else "strong")


def _outcome(outcome: Outcome) -> str:
    """Return `dies 61%, hurt 22%, unhurt 17%`: 32 columns at most."""
    parts = ("dies", outcome.dies), ("hurt", outcome.hurt), ("unhurt", outcome.unhurt)
    return ", ".join(f"{word} {percent(chance)}" for word, chance in parts)


def _assumption(who: str, side: Side) -> Line:
    """Return the assumption of the odds below; `odds_details` has the size of the hand."""
    cards = say.ONE_HIDDEN_CARD if side.cards == 1 else say.HIDDEN_CARDS.format(cards=side.cards)
    return line(Span(f"if {who} plays {cards}:", "dim"))


def _single(odds: AttackOdds, struck: Struck, width: int) -> list[Line]:
    side = struck.side
    head = say.WITHOUT_CARDS if side.cards else say.NO_DEFENCE
    rows = [line(f"{head} ", _wounds(struck))]
    if side.cards and struck.margin:
        rows += [
            _assumption("it", side),
            line(Span(cut(_outcome(struck.outcome()), width), "strong")),
        ]
    attacker = odds.attacker
    if attacker is not None and attacker.cards and side.seat == odds.seat:
        rows += [
            _assumption(team_name(attacker.seat), attacker),
            line(Span(cut(_outcome(struck.threatened(attacker)), width), "strong")),
        ]
    elif side.seat == odds.seat and struck.margin and may_lay(odds):
        needs = [f"{struck.need} to live"] if struck.need else []
        words = "needs " + ", ".join([*needs, say.UNHURT_MARGIN.format(margin=struck.margin)])
        rows.append(line(Span(cut(words, width), "dim")))
    return rows


def _name(seen: Observation, unit: int) -> Span:
    """Return the name of a unit in the colour of its team, to begin a row."""
    return Span(capitalised(unit_called(seen, unit)), f"seat{unit // UNITS_PER_TEAM}")


def _headed(seen: Observation, unit: int, words: str, width: int) -> Line:
    """Return a row that begins with the name of a unit, or its symbol if that is too long."""
    name = _name(seen, unit)
    if columns_of(name.text + words) > width:
        name = Span(unit_token(seen.setup, unit), name.look)
    return line(name, words)


def _own_first(odds: AttackOdds) -> list[Struck]:
    """Return the units that are hit, those of the viewer first."""
    return sorted(odds.struck, key=lambda struck: struck.side.seat != odds.seat)


def _several(seen: Observation, odds: AttackOdds, width: int, most: int) -> list[Line]:
    head = say.WOUNDS_WITHOUT_CARDS
    if any(struck.side.cards and struck.deadly for struck in odds.struck):
        head += say.ALL_CARDS
    rows = [line(Span(head, "dim"))]
    own = sum(struck.side.seat == odds.seat for struck in odds.struck)
    shown = max(own, most)
    ends: list[Line] = []
    for struck in _own_first(odds)[:shown]:
        parts: list[str | Span] = [" ", _wounds(struck)]
        if struck.side.cards and struck.deadly:
            parts.append(Span(f" | dies {percent(struck.outcome().dies)}", "dim"))
        ends.append(line(*parts))
    names = [_name(seen, struck.unit) for struck in _own_first(odds)[:shown]]
    named = [(name, *end) for name, end in zip(names, ends, strict=True)]
    if any(columns_of(text_of(row)) > width for row in named):
        units = [struck.unit for struck in _own_first(odds)[:shown]]
        signs = [Span(unit_token(seen.setup, unit), f"seat{unit // 4}") for unit in units]
        named = [(sign, *end) for sign, end in zip(signs, ends, strict=True)]
    rows += named
    if len(odds.struck) > shown:
        rows.append(line(Span(f"and {len(odds.struck) - shown} more", "dim")))
    if any(side.cards for side in odds.sides):
        words = say.ALL_CARDS_ONE_DIES.format(limits=_limits(odds.any_death()))
    else:
        words = say.ONE_DIES if odds.bare_death() else say.NONE_DIES
    rows.append(line(Span(cut(words, width), "strong")))
    return rows


def _limits(chance: Chance) -> str:
    least, most = percent(chance.low), percent(chance.high)
    return least if least == most else f"{least} to {most}"


def _caveat(seen: Observation, odds: AttackOdds) -> str:
    """Return the public fact that may change the outcome most."""
    if not any(struck.margin for struck in odds.struck):
        return ""
    answers = [answer for answer in responses_to(seen, odds) if answer.bearer >= 0]
    for kind in (Help.SPARES, Help.TOUGHER, Help.HEALS, Help.REDIRECTS):
        for answer in answers:
            if answer.help is not kind:
                continue
            name = ability_name(seen.setup, answer.ability)
            if kind is Help.HEALS:
                if healed_chance(odds, [answer], answer.subject):
                    return say.COULD_SAVE.format(name=name)
                continue
            return f"{_CAVEATS[kind]}: {name}"
    for answer in answers:
        if answer.help is Help.PAYS_BACK:
            wounds = counted(answer.wounds, "wound")
            return f"payback {answer.amount}: {wounds}" + (", kills" if answer.kills else "")
    return ""


_CAVEATS: Final = {
    Help.SPARES: say.SPARES,
    Help.TOUGHER: say.TOUGHENS,
    Help.REDIRECTS: say.STEPS_IN,
}


# -- detailed --------------------------------------------------------------------------------------


def _unit_details(seen: Observation, odds: AttackOdds, struck: Struck, width: int) -> list[Line]:
    rows: list[Line] = [
        _headed(
            seen,
            struck.unit,
            f" {struck.attack} against {struck.defence}, vitae {struck.vitae}",
            width,
        ),
        line(" " + say.NO_MORE_CARDS + " ", _wounds(struck)),
    ]
    plays: list[tuple[str, Outcome]] = []
    if struck.side.cards and struck.margin:
        plays.append(("all cards", struck.outcome(Play.ALL)))
        if struck.deadly:
            plays.append((say.TO_SURVIVE, struck.outcome(Play.LIVES)))
            plays.append((say.TO_BE_UNHURT, struck.outcome(Play.UNHURT)))
    if odds.attacker is not None and odds.attacker.cards and struck.side.seat == odds.seat:
        team = team_name(odds.attacker.seat)
        plays.append((f"{team} plays all", struck.threatened(odds.attacker)))
    for head, outcome in plays:
        words = f" {head}: {_outcome(outcome)}"
        if columns_of(words) <= width:
            rows.append(line(words))
        else:
            rows += [line(f" {head}:"), line(cut(f" {_outcome(outcome)}", width))]
        rows += wrapped(_wound_words(outcome), width, "dim", "  ")
    return rows


def _wound_words(outcome: Outcome) -> str:
    """Return `wounds 1: 12%, 2: 10%, 3 or more: 61%`, without impossible numbers."""
    chances = outcome.wounds
    last = max(1, outcome.vitae)
    parts = [f"{n}: {percent(chances[n])}" for n in range(1, min(last, len(chances))) if chances[n]]
    if outcome.dies:
        parts.append(f"{last} or more: {percent(outcome.dies)}")
    return "wounds " + ", ".join(parts) if parts and len(parts) > 1 else ""


def _split_rows(odds: AttackOdds, width: int) -> list[Line]:
    split = odds.split()
    if split is None:
        return []
    words = say.HOLDS_VALUE.format(
        worth=split.worth, copies=split.copies, unseen=split.unseen, percent=percent(split.held)
    )
    then = say.DIES_IF_HELD.format(
        held=percent(split.dies_if_held), otherwise=percent(split.dies_if_not)
    )
    return [*wrapped(words, width), *wrapped(then, width, "", " ")]


def _choice_rows(
    seen: Observation, attack: Attack, staged: Sequence[Action], width: int
) -> list[Line]:
    found = [choice for choice in worth_showing(choices(seen, attack, staged)) if choice.acts]
    if not found:
        return []
    more = "more " if any(kind_of(action) is ActionKind.LAY for action in staged) else ""
    rows: list[Line] = [line(Span(say.WITH_YOUR_CARDS.format(more=more), "title"))]
    for choice in found:
        number = f"+{choice.total} " if choice.total else ""
        words = f"{number}{choice_words(seen.setup, choice)}: {_choice_end(choice, seen.setup)}"
        rows += wrapped(words, width, "", " ")
    return rows


def _choice_end(choice: Choice, setup: Setup) -> str:
    odds = choice.odds
    if odds.attack.declared.seat != odds.seat:
        own = [s for s in odds.struck if s.side.seat == odds.seat]
        ends = [_own_end(odds, struck) for struck in own]
        names = [short_name(setup, struck.unit, odds.seat) for struck in own]
        if len(own) == 1:
            return ends[0]
        return "; ".join(f"{name} {end}" for name, end in zip(names, ends, strict=True))
    target = odds.target
    if target is None:
        return say.HITS_NONE
    if len(odds.struck) > 1:
        return f"one dies {_limits(odds.any_death())}"
    outcome = target.outcome()
    return f"dies {percent(outcome.dies)}" if outcome.dies else f"hurt {percent(outcome.hurt)}"


def _own_end(odds: AttackOdds, struck: Struck) -> str:
    """Return `2 wounds`; before the attacker has committed `lives to attack 6, dies 12%`."""
    if odds.attacker is None or not odds.attacker.cards:
        return _wounds(struck).text
    dies = percent(struck.threatened(odds.attacker).dies)
    return say.LIMITS.format(unhurt_to=struck.max_unhurt, lives_to=struck.max_survived, dies=dies)


def _answer_rows(
    seen: Observation, odds: AttackOdds, answers: Sequence[Response], width: int
) -> list[Line]:
    rows: list[Line] = []
    for answer in answers:
        name = ability_name(seen.setup, answer.ability)
        whom = unit_called(seen, answer.subject)
        if answer.bearer >= 0:
            name = f"{capitalised(unit_called(seen, answer.bearer))}'s {name}"
        elif answer.chance < 1:
            name = f"{team_name(answer.seat)}'s {name} {percent(answer.chance)}"
        rows += wrapped(f"{name}: {_answer_words(answer, whom)}", width, "", " ")
    if not rows:
        return []
    for struck in odds.struck:
        chance = healed_chance(odds, answers, struck.unit)
        if chance:
            name = unit_called(seen, struck.unit)
            words = say.CAN_BE_HEALED.format(percent=percent(chance), name=name)
            rows += wrapped(words, width, "dim", " ")
    return [line(Span(say.REACTIONS, "title")), *rows]


def _answer_words(answer: Response, name: str) -> str:
    if answer.help is Help.SPARES:
        return say.PREVENTS_WOUNDS.format(name=name)
    if answer.help is Help.TOUGHER:
        return f"toughness +{answer.amount} for {name}"
    if answer.help is Help.REDIRECTS:
        return say.TAKES_THE_HIT.format(name=name)
    if answer.help is Help.HEALS:
        return say.HEALS_FIRST.format(amount=answer.amount, name=name)
    kills = ", kills" if answer.kills else ""
    return say.PAYBACK.format(
        amount=answer.amount, wounds=counted(answer.wounds, "wound"), kills=kills
    )


def _hand_rows(seen: Observation, odds: AttackOdds, width: int) -> list[Line]:
    rows: list[Line] = []
    sides = [side for side in (*odds.sides, odds.attacker) if side is not None and side.cards]
    for side in sides:
        held = holding(seen, side.seat)
        rows.append(line(Span(say.HAND_OF.format(team=team_name(side.seat)), "title")))
        rows += wrapped(
            say.AVERAGE.format(expected=held.expected, worst=held.worst, best=held.best),
            width,
            "",
            " ",
        )
        parts = [f"{number}+ {percent(held.at_least(number))}" for number in (3, 4)]
        odds_text = ", ".join([*parts, f"5 {percent(held.at_least(5))}"])
        rows += wrapped(say.AT_LEAST_ONE.format(odds=odds_text), width, "", " ")
        rows += wrapped(
            say.BASIS.format(pool=held.pool, cards=side.cards, cases=side.cases),
            width,
            "dim",
            " ",
        )
    return rows


def forecast_lines(
    seen: Observation,
    forecast: Forecast,
    odds: Sequence[Line] | None = None,
    most: int | None = None,
) -> list[Line]:
    """Return the forecast for the panel, at most 33 columns wide; own units come first.

    Without `odds` the bounds are shown. `most` is the number of units with a row of odds; own units
    always have one.
    """
    head = attack_name(seen.setup, forecast.declared)
    if forecast.attacker >= 0:
        head = f"{capitalised(unit_called(seen, forecast.attacker))}: {head}"
    rows: list[Line] = [
        line(Span(cut(head, WIDTH), "strong")),
        *wrapped(_sum_words(forecast), WIDTH, indent=" "),
    ]
    if forecast.distance >= 0:
        rows.append(line(f" distance {forecast.distance}, range {forecast.range}"))
    if odds is not None:
        hit = sorted(forecast.defenders, key=lambda one: one.unit // UNITS_PER_TEAM != seen.seat)
        own = sum(one.unit // UNITS_PER_TEAM == seen.seat for one in hit)
        shown = hit if most is None else hit[: max(own, most)]
        return [*rows, *(_stand_line(seen, defender) for defender in shown), *odds]
    for defender in forecast.defenders:
        rows += _defender_lines(seen, defender, alone=len(forecast.defenders) == 1)
    if not forecast.defenders:
        rows.append(line(Span(f" {say.HITS_NONE}", "dim")))
    return rows


def _sum_words(forecast: Forecast) -> str:
    """Return `strength 2 + weapon 1 + cards 4 = 7`, without missing parts."""
    total = forecast.strength + forecast.cards
    parts = [f"strength {forecast.strength}"]
    if 0 <= forecast.own < forecast.strength:
        parts = [f"strength {forecast.own}", f"weapon {forecast.strength - forecast.own}"]
    if forecast.cards:
        parts.append(f"cards {forecast.cards}")
    return " + ".join(parts) + (f" = {total}" if len(parts) > 1 else "")


def _stand_line(seen: Observation, defender: Defender) -> Line:
    """Return the defence of a unit: `Oakes toughness 1+3, vitae 6`."""
    known = f"+{defender.known}" if defender.known else ""
    words = f" toughness {defender.toughness}{known}, vitae {defender.vitae}"
    return _headed(seen, defender.unit, words, WIDTH)


def _defender_lines(seen: Observation, defender: Defender, *, alone: bool) -> list[Line]:
    wounds = defender.undefended
    deadly = wounds >= defender.vitae
    verdict = counted(wounds, "wound") + (", dies" if deadly else "")
    team = defender.unit // UNITS_PER_TEAM
    rows = [
        _stand_line(seen, defender),
        line(" no cards: ", Span(verdict, "bad" if deadly else "strong")),
    ]
    if defender.hand:
        named = team_name(team)
        least = defender.at_worst
        span = f"{least} to {wounds}" if least < wounds else f"{wounds}"
        held = counted(defender.hand, "card")
        if alone:
            words = say.MAY_ADD.format(
                team=named, best=defender.best, held=held, span=f"{span} {plural(wounds, 'wound')}"
            )
            rows += wrapped(words, WIDTH, "dim", " ")
        else:  # one row each, so that several fit in the panel
            rows.append(line(Span(f" {named} up to {defender.best} ({held}): {span}", "dim")))
    return rows
