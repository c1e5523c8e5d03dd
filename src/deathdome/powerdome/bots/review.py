"""Review: after a round, the best reply to the sheets as they were played (AM-10)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.powerdome.bots.candidates import Maker
from deathdome.powerdome.bots.choice import Option, Term
from deathdome.powerdome.bots.memory import Memory
from deathdome.powerdome.bots.outcomes import Outcomes
from deathdome.powerdome.bots.targets import Aim
from deathdome.powerdome.bots.worth import Appraiser
from deathdome.powerdome.model.answers import Order, Plan, Sheet, Target
from deathdome.powerdome.model.state import Phase
from deathdome.powerdome.rules.game import commit
from deathdome.powerdome.rules.sheets import complete

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import CharacterId, Dome, Seat
    from deathdome.powerdome.model.options import Options
    from deathdome.powerdome.model.state import State

REPLIES: Final = 150  # sheets that are tried
ROLLS: Final = 4  # of each, where chance has a part


class PlayedRound(NamedTuple):
    """The sheets of a round, as they were played."""

    state: State  # before the first sheet
    sheets: Mapping[Seat, Sheet]  # in commit order, with the declarations of combat
    entries: Mapping[Seat, int]  # number of the answer that each sheet was
    first: int  # number of the first answer after `state`


class Reviewed(NamedTuple):
    """A round of one player: what it played, and the best that it could have."""

    played: Option
    best: Option

    @property
    def regret(self) -> int:
        """Return the payoff that was missed, in thousandths."""
        return self.best.total - self.played.total


def review(
    dome: Dome,
    sheets: Mapping[Seat, Sheet],
    options: Options,
    seat: Seat,
    *,
    replies: int = REPLIES,
) -> Reviewed:
    """Return the best reply of a seat to the sheets of a round, by the real resolver.

    `dome` is the position at the start of the round; `sheets` are in commit order.
    """
    order = tuple(sheets)
    outcomes = Outcomes(dome, options, order, Random(0))
    appraiser = Appraiser(dome.tome, seat, 0)
    memory = Memory(seat, dome.seats, 0.0)
    maker = Maker(dome, Aim(dome, memory, appraiser, 0.0, ()), outcomes, Random(f"{dome.round}"))
    whole = {one: complete(dome, one, sheet) for one, sheet in sheets.items()}
    played = whole[seat]
    foes = maker.aim.ranked(seat)
    tried = [played]
    for foe in foes[:4]:
        share = max(replies // min(len(foes), 4), 1)
        tried += [one.sheet for one in maker.candidates(seat, share, [foe])]
    values = [_value(outcomes, {**whole, seat: one}, order, seat) for one in tried]
    best = max(range(len(tried)), key=lambda one: (values[one], -one))
    return Reviewed(
        _option(outcomes, whole, order, seat, played),
        _option(outcomes, whole, order, seat, tried[best]),
    )


def _value(
    outcomes: Outcomes, sheets: Mapping[Seat, Sheet], order: Sequence[Seat], seat: Seat
) -> int:
    return sum(one.amount for one in _terms(outcomes, sheets, order, seat))


def _option(
    outcomes: Outcomes,
    sheets: Mapping[Seat, Sheet],
    order: Sequence[Seat],
    seat: Seat,
    mine: Sheet,
) -> Option:
    return Option(mine, _terms(outcomes, {**sheets, seat: mine}, order, seat))


def _terms(
    outcomes: Outcomes, sheets: Mapping[Seat, Sheet], order: Sequence[Seat], seat: Seat
) -> tuple[Term, ...]:
    """Return the terms of a payoff, the mean of a few rolls that are the same for every sheet."""
    sums: dict[str, int] = {}
    for roll in range(ROLLS):
        outcomes.dice = Random(f"{outcomes.dome.round}/{roll}")
        after = outcomes.resolve({one: sheets[one] for one in order})
        for one in outcomes.terms(after, seat):
            sums[one.name] = sums.get(one.name, 0) + one.amount
    return tuple(Term(name, round(total / ROLLS)) for name, total in sums.items())


def played_rounds(initial: State, answers: Iterable[tuple[Seat, Answer]]) -> Iterator[PlayedRound]:
    """Yield the rounds of a game that were played to their end."""
    state = before = initial
    sheets: dict[Seat, Sheet] = {}
    entries: dict[Seat, int] = {}
    first = 0
    for entry, (seat, answer) in enumerate(answers):
        last = state
        state, _ = commit(state, seat, answer)
        if last.phase is Phase.ALLOCATION and isinstance(answer, Sheet):
            if not sheets:
                before, first = last, entry
            sheets[seat], entries[seat] = answer, entry
        elif last.pending is not None and isinstance(answer, Order | Target):
            sheets[seat] = _declared(sheets[seat], last.pending.character, answer)
        if sheets and state.phase not in (Phase.ALLOCATION, Phase.COMBAT):
            yield PlayedRound(before, sheets, entries, first)
            sheets, entries = {}, {}


def _declared(sheet: Sheet, who: CharacterId, answer: Order | Target) -> Sheet:
    """Return a sheet with a declaration of combat (AM-2)."""
    plan = sheet.plans.get(who, Plan())
    if isinstance(answer, Order):
        plan = replace(plan, activate=answer.activate)
    else:
        plan = replace(plan, attack=answer.attack)
    return Sheet({**sheet.plans, who: plan}, sheet.caption)
