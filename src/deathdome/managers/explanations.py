"""Explanations of managers' decisions, kept during a match and shown as far as they are public.

A manager knows its hand when it values an attack, a danger or a card. During the match only the
terms that follow from the board alone are shown, with their sum. The others share one name without
an amount, because an amount would reveal the hand. So would the next best action, and the fact that
the manager thought at all. Only public decisions are explained, those of a turn once it is over.
After the match everything is explained.
"""

from __future__ import annotations

from contextlib import suppress
from math import exp
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import DONE, END_PHASE, END_TURN, STOP, ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.model.frames import Turn
from deathdome.model.notation import action_text
from deathdome.text.phrases import terms as say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.match.protocol import Alternative, Reply, Request, Terms
    from deathdome.model.actions import Action
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup

# Terms of the planners that follow from the board, whatever the manager holds.
_OF_PLANS: Final = frozenset(
    {say.CLOSER, say.LEAVES_BASE, say.POINT, say.TOWER, say.OUT_OF_JAIL, say.CURE}
)
_OF_JAILS: Final = frozenset({say.FAR_FROM_RESCUE, say.FREES_YOURS, say.FREES_ENEMIES})
_OF_CARDS: Final = frozenset({say.VALUE})
_OF_AUCTIONS: Final = frozenset(
    {say.TAKEN_FIRST, say.SET_BROKEN, say.RANK_LOST, say.VALUE_GIVEN, say.FIRST_PICK}
)
# Public questions, with the terms that may be shown at once. The fact that a team
# was asked for a reaction or for cards and declined would reveal its hand.
PUBLIC_TERMS: Final[dict[Question, frozenset[str]]] = {
    Question.PURCHASE: _OF_CARDS,
    Question.TURN: _OF_PLANS,
    Question.JAIL: _OF_JAILS,
    Question.PUSH_SPACE: frozenset(),
    Question.FURTHER_ATTACK: frozenset(),
    Question.AUCTION: _OF_AUCTIONS,
}
_SHOWN: Final = frozenset(
    {
        *(
            ActionKind.BUY,
            ActionKind.SELL,
            ActionKind.EQUIP,
            ActionKind.UNEQUIP,
            ActionKind.DONE,
            ActionKind.PASS,
        ),
        *(
            ActionKind.ACTIVATE,
            ActionKind.END_TURN,
            ActionKind.WALK,
            ActionKind.STOP,
            ActionKind.ATTACK,
            ActionKind.CAPTURE,
            ActionKind.RELEASE,
        ),
        *(ActionKind.END_PHASE, ActionKind.USE, ActionKind.PUSH_TO, ActionKind.JAIL),
        ActionKind.AUCTION,
    }
)
_LAYING: Final = (Question.ATTACK_CARDS, Question.DEFENCE_CARDS)

# How far a lead is decisive: credits, and credits more for each round that is left.
SPREAD: Final = 120_000.0
SPREAD_A_ROUND: Final = 110_000.0


class Explanation(NamedTuple):
    """One decision of a manager: what it did, and its reasons."""

    seat: int
    round: int
    question: Question
    deeds: tuple[Action, ...]  # the answer, and those that carried on with the same thing
    terms: Terms  # (what, credits); () if no reasons were given
    nodes: int = 0
    other: Alternative | None = None  # what would have been next best
    chance: float | None = None  # of winning, as it stood then
    open: bool = True  # True if every seat knows that there was something to decide
    unit: int = -1  # the unit it is about
    match: int = -1  # index in its season; -1 in a single match

    @property
    def moment(self) -> tuple[int, int, int]:
        """The turn: a round comes again in each match of a season."""
        return self.seat, self.match, self.round

    @property
    def total(self) -> int:
        """The sum of the terms."""
        return sum(amount for _, amount in self.terms)


class PublicExplanation(NamedTuple):
    """The part of an explanation that the viewer may see."""

    answers: tuple[Action, ...]
    deeds: tuple[str, ...]  # the same in the notation
    gains: Terms  # the dearest first
    costs: Terms
    remarks: tuple[str, ...]  # texts without an amount
    total: int  # of gains and costs, exactly
    withheld: bool  # whether something is kept for after the match
    given: bool  # whether the manager gave reasons
    other: PublicExplanation | None = None  # what would have been next best
    chance: float | None = None  # of winning
    auction: bool = False  # at an auction, where to decline is to sell nothing

    @property
    def terms(self) -> Terms:
        """Gains and costs, the dearest first."""
        return _sorted((*self.gains, *self.costs))


class ExplanationLog:
    """The accounts of a match, in order."""

    def __init__(self) -> None:
        self.explanations: list[Explanation] = []

    def note(self, request: Request, reply: Reply) -> None:
        """Note a manager's answer."""
        at = self._carried_on(request, reply)
        if at >= 0:
            last = self.explanations[at]
            self.explanations[at] = last._replace(
                deeds=(*last.deeds, reply.action), nodes=last.nodes + reply.nodes
            )
            return
        if len(request.options) == 1 and not reply.why:
            return  # there was nothing to decide
        terms = tuple((name, int(amount)) for name, amount in reply.why)
        explanation = Explanation(
            request.seat,
            request.seen.round,
            request.question,
            (reply.action,),
            terms,
            reply.nodes,
            reply.next_best,
            open=_may_act(request) or reply.action != END_TURN,
            unit=request.unit,
            match=_match_of(request.seen),
        )
        if request.question is Question.TURN and terms:
            explanation = explanation._replace(chance=winning_chance(request, explanation.total))
        self.explanations.append(explanation)

    def _carried_on(self, request: Request, reply: Reply) -> int:
        """Return the explanation that an answer belongs to; -1 if it is a separate decision."""
        question, action = request.question, reply.action
        last = self.explanations[-1] if self.explanations else None
        if action == DONE and last is not None and last.question is Question.PURCHASE:
            return len(self.explanations) - 1 if last.seat == request.seat else -1
        if question in _LAYING and last is not None:
            same = (last.seat, last.question) == (request.seat, question)
            goes_on = same and kind_of(last.deeds[-1]) is ActionKind.LAY
            if goes_on and kind_of(action) in (ActionKind.LAY, ActionKind.COMMIT):
                return len(self.explanations) - 1
        in_phase = question is Question.UNIT_PHASE and (
            not reply.why or action in (END_PHASE, STOP)
        )
        ended = action == END_TURN and (not reply.why or not _may_act(request))
        if in_phase or ended:
            seen = request.seen
            return _begun(self.explanations, (request.seat, _match_of(seen), seen.round))
        return -1

    def known(self, seen: Observation) -> list[Explanation]:
        """Return the explanations that every seat may see.

        During the match a unit phase has one explanation, because the hand decides which actions
        were planned together. The current turn must wait: its plan is secret.
        """
        if seen.outcome is not None:
            return list(self.explanations)
        turn = seen.stack[0] if seen.stack else None
        now = (turn.seat, _match_of(seen), seen.round) if isinstance(turn, Turn) else None
        found: list[Explanation] = []
        for explanation in self.explanations:
            if explanation.question is Question.UNIT_PHASE:
                at = _begun(found, explanation.moment)
                if at >= 0:
                    found[at] = found[at]._replace(deeds=(*found[at].deeds, *explanation.deeds))
            elif _is_open(explanation):
                found.append(explanation)
        return [
            explanation
            for explanation in found
            if explanation.question is not Question.TURN or explanation.moment != now
        ]


def _begun(accounts: list[Explanation], moment: tuple[int, int, int]) -> int:
    """Return the index of the last explanation of a unit phase in a team's turn, or -1.

    Defences and reactions of other teams since then do not end it.
    """
    for at in range(len(accounts) - 1, -1, -1):
        explanation = accounts[at]
        if explanation.question in (Question.TURN, Question.UNIT_PHASE):
            return at if explanation.moment == moment else -1
    return -1


def _match_of(seen: Observation) -> int:
    """Return the index of the match in its season; -1 in a single match."""
    series = seen.setup.series
    if series is None:
        return -1
    return series.match - (seen.question is Question.AUCTION)  # held when a match is over


def _may_act(request: Request) -> bool:
    """Return True if a unit could begin a phase, which is public."""
    return any(kind_of(action) is ActionKind.ACTIVATE for action in request.options)


def _is_open(explanation: Explanation) -> bool:
    return (
        explanation.open
        and explanation.question in PUBLIC_TERMS
        and _is_shown(explanation.question, explanation.deeds[0])
    )


def _is_shown(question: Question, action: Action) -> bool:
    """Return True if every seat hears of an answer; a declined auction is announced."""
    return kind_of(action) in _SHOWN or question is Question.AUCTION


def winning_chance(request: Request, gain: float) -> float:
    """Return the chance to win, 0 to 1, of a team with this lead and this gain.

    In the last match of a season it is the season that is won.
    """
    # The planners are not loaded for every match.
    from deathdome.managers.planner.evaluate import worth
    from deathdome.managers.planner.season import imagined, season_of
    from deathdome.managers.planner.weights import NEUTRAL

    world = imagined(request.seen, Random(request.number))
    worths = [worth(world, seat, NEUTRAL) for seat in range(world.setup.seats)]
    season = season_of(world)
    if season is not None and not season.left:
        worths = [amount + head for amount, head in zip(worths, season.heads, strict=True)]
    mine = worths.pop(request.seat)
    spread = SPREAD + SPREAD_A_ROUND * max(0, world.setup.rounds - world.round)
    odds = (mine + gain - max(worths)) / spread
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, odds))))


# -- showing ---------------------------------------------------------------------------------------


def turn_label(explanation: Explanation) -> str:
    """Return the time of a decision: "round 2", "in the store", "match 2, round 1"."""
    moment = say.ROUND.format(round=explanation.round)
    if explanation.question is Question.PURCHASE:
        moment = say.IN_THE_STORE
    elif explanation.question is Question.AUCTION:
        moment = say.AT_THE_AUCTION
    if explanation.match < 0:
        return moment
    return say.OF_MATCH.format(match=explanation.match + 1, moment=moment)


def public_explanation(explanation: Explanation, setup: Setup, *, over: bool) -> PublicExplanation:
    """Return the public part of an explanation, during the match or after it."""
    seat, other = explanation.seat, explanation.other
    auction = explanation.question is Question.AUCTION
    if over:
        beside = None
        if other is not None:
            beside = _telling(setup, seat, other.deeds, other.why)._replace(auction=auction)
        return _telling(setup, seat, explanation.deeds, explanation.terms)._replace(
            other=beside,
            chance=explanation.chance,
            auction=auction,
        )
    deeds = [action for action in explanation.deeds if _is_shown(explanation.question, action)]
    public = public_terms(explanation)
    found = _telling(setup, seat, deeds, public)
    beside = None
    if other is not None and _is_public(explanation.question, other):
        beside = _telling(setup, seat, other.deeds, other.why)._replace(auction=auction)
    return found._replace(
        auction=auction,
        withheld=bool(explanation.terms) and beside is None,
        given=bool(explanation.terms),
        other=beside,
    )


def _telling(setup: Setup, seat: int, deeds: Iterable[Action], terms: Terms) -> PublicExplanation:
    answers = tuple(deeds)
    return PublicExplanation(
        answers,
        tuple(filter(None, (_spelled(setup, action, seat) for action in answers))),
        _sorted((name, amount) for name, amount in terms if amount > 0),
        _sorted((name, amount) for name, amount in terms if amount < 0),
        tuple(name for name, amount in terms if not amount),
        sum(amount for _, amount in terms),
        withheld=False,
        given=bool(terms),
    )


def _spelled(setup: Setup, action: Action, seat: int) -> str:
    """Return an action in the notation; "" for a number that is not an action."""
    with suppress(LookupError, ValueError):
        return action_text(setup, action, seat)
    return ""


def public_terms(explanation: Explanation) -> Terms:
    """Return the terms that follow from the board alone."""
    names = PUBLIC_TERMS[explanation.question]
    remark = say.PUBLIC_REMARKS.get(kind_of(explanation.deeds[0]))
    return tuple(
        (name, amount)
        for name, amount in explanation.terms
        if (name in names if amount else name in (remark, say.NO_SALE))
    )


def _is_public(question: Question, other: Alternative) -> bool:
    """True if the next best choice follows from the board alone, as with jails."""
    if question is Question.AUCTION:
        return all(name in (*_OF_AUCTIONS, say.NO_SALE) for name, _ in other.why)
    return (
        question is Question.JAIL
        and all(kind_of(deed) is ActionKind.JAIL for deed in other.deeds)
        and all(name in _OF_JAILS for name, amount in other.why if amount)
        and all(amount for _, amount in other.why)
    )


def _sorted(terms: Iterable[tuple[str, int]]) -> Terms:
    return tuple(sorted(terms, key=lambda term: (-abs(term[1]), term[0])))
