"""Odds in English: plain sentences for the log, plain mode and screen readers.

Sentences name teams and units, so they read the same from every seat. Each chance states the play
that it assumes. 0% and 100% mean certainty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.model.actions import ActionKind, a_of, kind_of
from deathdome.model.events import Declared, Reckoned
from deathdome.odds.attack_odds import odds_of
from deathdome.odds.card_choices import choices, worth_showing
from deathdome.odds.outcomes import Play
from deathdome.odds.responses import Help, healed_chance, holding, responses_to
from deathdome.text.names import (
    ability_card,
    capitalised,
    card_name,
    counted,
    listed,
    team_name,
    unit_name,
    with_article,
)
from deathdome.text.phrases.position import HITS_NONE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.model.actions import Action
    from deathdome.model.events import Event
    from deathdome.model.frames import Attack
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.odds.attack_odds import AttackOdds, PublicOdds
    from deathdome.odds.card_choices import Choice
    from deathdome.odds.outcomes import Chance, Outcome, Side, Struck
    from deathdome.odds.responses import Holding, Response


def percent(chance: float) -> str:
    """Return `61%`; `<1%` is not impossible and `>99%` not certain."""
    if 0 < chance < 0.01:
        return "<1%"
    if 0.99 < chance < 1:
        return ">99%"
    return f"{chance:.0%}"


def odds_words(had: PublicOdds) -> str:
    """`(if every card is played: dies 12%, hurt 60%, unhurt 28%)`, possible outcomes only."""
    named = (("dies", had.dies), ("hurt", had.hurt), ("unhurt", had.unhurt))
    told = ", ".join(f"{word} {percent(chance)}" for word, chance in named if chance)
    return f"(if every card is played: {told})"


def limits(chance: Chance) -> str:
    """'61%', or '55% to 61%' where only limits are known."""
    least, most = percent(chance.low), percent(chance.high)
    return least if least == most else f"{least} to {most}"


def ability_name(setup: Setup, ability: int) -> str:
    """Return the name of the card with the ability."""
    printed = ability_card(setup, ability)
    return printed.name if printed is not None else f"ability {ability}"


def chances(seen: Observation, attack: Attack, staged: Sequence[Action] = ()) -> list[str]:
    """Return the odds of an attack before its totals, a sentence an entry."""
    odds = odds_of(seen, attack, staged)
    setup = seen.setup
    if not odds.struck:
        return [HITS_NONE]
    answers = responses_to(seen, odds)
    found: list[str] = []
    for struck in odds.struck:
        found += [bare_sentence(setup, struck), *play_sentences(setup, odds, struck)]
    if len(odds.struck) > 1:
        found.append(
            f"At least one of {counted(len(odds.struck), 'unit')} dies, whatever is played: "
            f"{limits(odds.any_death())}."
        )
    found += split_sentences(setup, odds)
    laid = worth_showing(choices(seen, attack, staged))
    found += [choice_sentence(setup, choice) for choice in laid if choice.acts]
    found += [answer_sentence(setup, answer) for answer in answers]
    found += healing_sentences(setup, odds, answers)
    sides = [*odds.sides, *([odds.attacker] if odds.attacker is not None else [])]
    for side in sides:
        if side.cards:
            found += [holding_sentence(holding(seen, side.seat)), counted_sentence(side)]
    return found


def bare_sentence(setup: Setup, struck: Struck) -> str:
    """Return the outcome for a unit if no team plays another card."""
    sums = f"{struck.attack} against {struck.defence}"
    if struck.spared:
        sums = "it takes no wounds from this attack"
    end = ""
    if struck.margin:
        end = ", dies" if struck.deadly else f", {struck.vitae - struck.margin} vitae left"
    return (
        f"{capitalised(unit_name(setup, struck.unit))} without more cards: {sums}, "
        f"{counted(struck.margin, 'wound')}{end}."
    )


def outcome_words(outcome: Outcome) -> str:
    """'dies 61%, hurt 22%, unhurt 17%'."""
    return (
        f"dies {percent(outcome.dies)}, hurt {percent(outcome.hurt)}, "
        f"unhurt {percent(outcome.unhurt)}"
    )


def play_sentences(setup: Setup, odds: AttackOdds, struck: Struck) -> list[str]:
    """Say how an attack ends for a unit, by the cards played: the most decisive play first."""
    unit, team = unit_name(setup, struck.unit), team_name(struck.side.seat)
    found = []
    if odds.attacker is not None and odds.attacker.cards and struck.side.seat == odds.seat:
        attacker = team_name(odds.attacker.seat)
        words = outcome_words(struck.threatened(odds.attacker))
        found.append(f"If {attacker} plays every card and {team} no more, {unit}: {words}.")
    if not struck.side.cards or not struck.margin:
        return found
    found.append(f"If {team} plays every card, {unit}: {outcome_words(struck.outcome(Play.ALL))}.")
    if struck.deadly:
        words = outcome_words(struck.outcome(Play.LIVES))
        found.append(f"If {team} plays just enough to survive, {unit}: {words}.")
    return found


def split_sentences(setup: Setup, odds: AttackOdds) -> list[str]:
    """Return the most important unknown in one sentence, or nothing."""
    split = odds.split()
    target = odds.target
    if split is None or target is None:
        return []
    return [
        (
            f"{percent(split.held)} that {team_name(split.seat)} holds a card worth {split.worth} "
            f"or more ({split.copies} of {split.unseen} unseen): then "
            f"{unit_name(setup, target.unit)} dies {percent(split.dies_if_held)}, "
            f"otherwise {percent(split.dies_if_not)}."
        )
    ]


def choice_words(setup: Setup, choice: Choice) -> str:
    """'Crowd Roar and Loud Noise'; 'no card'."""
    if choice.ability is not None:
        if kind_of(choice.ability) is ActionKind.PLAY:
            return f"{card_name(setup, a_of(choice.ability))} as an ability"
        return ability_name(setup, a_of(choice.ability))
    names = dict.fromkeys(choice.cards)
    words = []
    for card in names:
        number = choice.cards.count(card)
        words.append(card_name(setup, card) + (f" x{number}" if number > 1 else ""))
    return listed(words) or "no card"


def choice_sentence(setup: Setup, choice: Choice) -> str:
    """Return the result of a choice of your cards: the chance to kill, or the wounds left over."""
    odds = choice.odds
    more = f" (+{choice.total})" if choice.total else ""
    head = f"With {choice_words(setup, choice)}{more} "
    if odds.attack.declared.seat != odds.seat:
        ends = [_own_end(setup, odds, s) for s in odds.struck if s.side.seat == odds.seat]
        return f"{head}{listed(ends)}."
    target = odds.target
    if target is None:
        return f"{head}no unit is hit."
    if len(odds.struck) > 1:
        return f"{head}at least one unit dies, whatever is played: {limits(odds.any_death())}."
    words = outcome_words(target.outcome(Play.ALL))
    return f"{head}{unit_name(setup, target.unit)}, whatever is played: {words}."


def _own_end(setup: Setup, odds: AttackOdds, struck: Struck) -> str:
    """Return the outcome for your unit: exact or, before the attack cards are known, the worst."""
    unit = unit_name(setup, struck.unit)
    if odds.attacker is not None and odds.attacker.cards:
        words = outcome_words(struck.threatened(odds.attacker))
        return (
            f"{unit} is unhurt up to attack {struck.max_unhurt}, lives up to {struck.max_survived};"
            f" if {team_name(odds.attacker.seat)} plays every card: {words}"
        )
    dies = " and dies" if struck.deadly else ""
    return f"{unit} takes {counted(struck.margin, 'wound')}{dies}"


def answer_sentence(setup: Setup, answer: Response) -> str:
    """Return the effect of a possible reaction, and how likely a hand holds it."""
    name = ability_name(setup, answer.ability)
    unit = unit_name(setup, answer.subject)
    if answer.bearer >= 0:
        who = f"{capitalised(with_article(name))} of {unit_name(setup, answer.bearer)}"
    elif answer.chance < 1:
        who = f"{percent(answer.chance)} that {team_name(answer.seat)} has {name}: it"
    else:
        who = f"{name} in {team_name(answer.seat)}'s hand"
    return f"{who} {answer_words(answer, unit)}."


def answer_words(answer: Response, unit: str) -> str:
    """Return the part of that sentence after the name of the card."""
    if answer.help is Help.SPARES:
        return f"could spare {unit} all wounds"
    if answer.help is Help.TOUGHER:
        return f"could add {answer.amount} toughness for {unit}"
    if answer.help is Help.REDIRECTS:
        return f"could make another unit take the hit for {unit}"
    if answer.help is Help.HEALS:
        return f"could heal {answer.amount} of {unit} before it dies"
    end = " and kills" if answer.kills else ""
    return f"strikes back with strength {answer.amount}: {counted(answer.wounds, 'wound')}{end}"


def healing_sentences(setup: Setup, odds: AttackOdds, answers: Sequence[Response]) -> list[str]:
    """Return the chance that a healer in reach saves a dying unit."""
    found = []
    for struck in odds.struck:
        chance = healed_chance(odds, answers, struck.unit)
        if chance:
            found.append(
                f"With {percent(chance)} of all hands {unit_name(setup, struck.unit)} dies but can "
                "still be healed."
            )
    return found


def holding_sentence(held: Holding) -> str:
    """Return the average and limits of a hidden hand."""
    parts = [
        f"{percent(held.at_least(number))} that it has a card of {number}"
        + (" or more" if number < len(held.unseen) else "")
        for number in (4, 5)
        if held.at_least(number)
    ]
    tail = f"; {listed(parts)}" if parts else ""
    return (
        f"{team_name(held.seat)} holds {counted(held.cards, 'card')}: {held.expected:.1f} in all "
        f"on average, from {held.worst} to {held.best}{tail}."
    )


def counted_sentence(side: Side) -> str:
    """Return the cards that the odds of a side were counted from."""
    unseen = sum(kind.copies for kind in side.pool)
    return (
        f"Exact for {team_name(side.seat)}: all {side.cases:,} hands of {side.cards} from "
        f"{unseen} unseen cards."
    )


def title(setup: Setup, attack: Attack) -> str:
    """'red warrior against blue gunner'."""
    who = unit_name(setup, attack.declared.unit) if attack.declared.unit >= 0 else "token"
    return f"{who} against {unit_name(setup, attack.target)}" if attack.target >= 0 else who


# -- odds in the log ------------------------------------------------------------------------------


def with_odds(
    lines: Sequence[str],
    events: Sequence[Event],
    first: int,
    end: int,
    odds: Mapping[int, PublicOdds],
) -> list[str]:
    """Return log lines of the events from `first` to before `end`, hits with their known odds.

    `odds` belong to attacks, by the number of the event that declared each. The hits in a part of
    the story are its last lines, in order.
    """
    found = list(lines)
    hits = [number for number in range(first, end) if isinstance(events[number], Reckoned)]
    for line, number in enumerate(hits, len(found) - len(hits)):
        had = odds.get(_declared(events, number))
        hit = events[number]
        if had is not None and line >= 0 and isinstance(hit, Reckoned) and hit.unit == had.unit:
            found[line] += f" {odds_words(had)}"
    return found


def _declared(events: Sequence[Event], number: int) -> int:
    """Return the number of the event that declared the attack of a hit, or -1."""
    while number >= 0 and not isinstance(events[number], Declared):
        number -= 1
    return number
