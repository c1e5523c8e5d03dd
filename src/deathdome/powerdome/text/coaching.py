"""Sentences of the coach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.choice import MILLI
from deathdome.powerdome.model.answers import Sheet
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.text.persons import YOU, called, count_of
from deathdome.powerdome.text.plans import plan_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.play.coaching import Coaching, RoundReview
    from deathdome.powerdome.play.ending import Buy

TITLE: Final = "COACH"
WHAT_IT_IS: Final = (
    "Regret is the payoff that a sheet missed against the sheets as played, at most 2."
)
WORKING: Final = "The coach has looked at {done} of {all} sheets."
NO_ROUND: Final = "No round was played to its end, so the coach has nothing to say."
PER_ROUND: Final = "Regret per round"
MEAN: Final = "mean {mean:.2f}"
BARGAINS: Final = "Auction"
PROMISES: Final = "Promises"
ROUND: Final = "Round {round}"
SMALL: Final = 5  # thousandths below which a regret is none


def regret_words(regret: float | None) -> str:
    """Return a regret in a column."""
    return "-" if regret is None else f"{regret:.2f}"


def bargain_line(coaching: Coaching, deal: Buy) -> str:
    """Return the sentence of the best bargain."""
    return f"Best bargain: {_bought(coaching, deal)}."


def worst_line(coaching: Coaching, deal: Buy) -> str:
    """Return the sentence of the worst bid."""
    return f"Worst bid: {_bought(coaching, deal)}."


def _bought(coaching: Coaching, deal: Buy) -> str:
    view = coaching.view
    power = view.now.tome.powers[deal.power]
    name = called(view.seats, coaching.reader, YOU)[deal.seat]
    return f"{name}, {power.name} for {deal.price}, worth about {power.worth:g}"


def promise_line(coaching: Coaching, seat: Seat) -> str:
    """Return how a player kept its promises."""
    kept, broken = coaching.promises[seat]
    name = called(coaching.view.seats, coaching.reader)[seat]
    if not kept + broken:
        return f"{name} made no deal."
    return f"{name} honoured {kept} of {count_of(kept + broken, 'deal')}."


def played_line(coaching: Coaching, one: RoundReview, seat: Seat) -> str:
    """Return what a player played, and the regret."""
    played = one.reviews[seat].played.answer
    assert isinstance(played, Sheet)
    regret = one.reviews[seat].regret / MILLI
    name = called(coaching.view.seats, coaching.reader)[seat]
    return f"{name} played {_sheet(coaching, played)}. Regret {regret:.2f}."


def best_line(coaching: Coaching, one: RoundReview, seat: Seat) -> str:
    """Return the best reply; "" if the sheet was as good."""
    review = one.reviews[seat]
    best = review.best.answer
    assert isinstance(best, Sheet)
    if review.regret < SMALL:
        return "No sheet that the coach tried does better."
    return f"Best reply: {_sheet(coaching, best)}."


def belief_line(coaching: Coaching, one: RoundReview, seat: Seat) -> str:
    """Return what a bot expected of its rivals; "" if it did not say."""
    believed = coaching.beliefs.get((one.played.state.dome.round, seat), ())
    view = coaching.view
    names = called(character_names(view.now, view.seats), coaching.reader, YOU)
    said = [
        f"{names[who]} {plan_words(view, who, plan, coaching.reader)}" for who, plan in believed
    ]
    return f"It expected {'; '.join(said)}." if said else ""


def _sheet(coaching: Coaching, sheet: Sheet) -> str:
    """Return all plans of a sheet."""
    view = coaching.view
    names = character_names(view.now, view.seats)
    said = []
    for who, plan in sorted(sheet.plans.items()):
        words = plan_words(view, who, plan, coaching.reader)
        said.append(words if who < len(view.seats) else f"{names[who]} {words}")
    return "; ".join(said)


def coach_lines(coaching: Coaching) -> Iterator[str]:
    """Yield everything that the coach says, for plain mode and the command."""
    if not coaching.rounds:
        yield NO_ROUND
        return
    yield WHAT_IT_IS
    yield f"{PER_ROUND}:"
    for seat, name in enumerate(called(coaching.view.seats, coaching.reader)):
        row = ", ".join(map(regret_words, coaching.regrets(seat)))
        yield f"{name}: {row}; {MEAN.format(mean=coaching.mean(seat))}."
    for one in coaching.rounds:
        yield f"{ROUND.format(round=one.played.state.dome.round)}:"
        for seat in one.reviews:
            yield played_line(coaching, one, seat)
            for text in (best_line(coaching, one, seat), belief_line(coaching, one, seat)):
                if text:
                    yield text
    if coaching.bargain is not None and coaching.worst is not None:
        yield bargain_line(coaching, coaching.bargain)
        yield worst_line(coaching, coaching.worst)
    for seat in coaching.promises:
        yield promise_line(coaching, seat)
