"""Why managers did what they did, kept while a match runs and told by what may be known.

A manager's terms are made with its own hand before its eyes: what an attack is worth, how much
danger it minds, what it lays. So only the terms that follow from the board alone are told while the
match runs, with their sum; all others together have a name and no amount, for an amount would tell
of the hand. And only decisions of which everybody knows are told of at all. Once the match is over
everything is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import END_TURN, Act, verb_of
from deathdome.model.decisions import Question
from deathdome.model.notation import action_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.model.actions import Action
    from deathdome.model.state import Table
    from deathdome.play.controllers import Reply, Request

Terms = tuple[tuple[str, int], ...]

# Terms of the planners that follow from the board, whatever the manager holds.
PUBLIC_TERMS: Final = frozenset(
    {"way to the next job", "base", "point", "tower", "out of jail", "cure"}
)
# Questions that everybody knows were asked. That somebody was asked for a reaction or for cards and
# kept silent tells of the hand.
_OPEN: Final = frozenset(
    {
        Question.PURCHASE,
        Question.TURN,
        Question.UNIT_PHASE,
        Question.JAIL,
        Question.PUSH_SPACE,
        Question.FURTHER_ATTACK,
    }
)
_SHOWN: Final = frozenset(
    {
        *(Act.BUY, Act.SELL, Act.EQUIP, Act.UNEQUIP, Act.DONE, Act.PASS),
        *(Act.ACTIVATE, Act.END_TURN, Act.WALK, Act.STOP, Act.ATTACK, Act.CAPTURE, Act.RELEASE),
        *(Act.END_PHASE, Act.USE, Act.PUSH_TO, Act.JAIL),
    }
)
_BEGINNING: Final = frozenset({Question.TURN, Question.PURCHASE})


class Account(NamedTuple):
    """One decision of a manager: what it did, and its reasons."""

    seat: int
    round: int
    question: Question
    deeds: tuple[Action, ...]  # the answer, and those that carried on with the same thing
    terms: Terms  # (what, credits); () if no reasons were given
    nodes: int = 0

    @property
    def total(self) -> int:
        """What the terms add up to."""
        return sum(amount for _, amount in self.terms)


class Told(NamedTuple):
    """An account as it may be told."""

    deeds: tuple[str, ...]  # in the notation
    gains: Terms  # the dearest first
    costs: Terms
    total: int  # of gains and costs, exactly
    withheld: bool  # whether something is kept for after the match
    given: bool  # whether the manager gave reasons


class Diary:
    """The accounts of a match, in order."""

    def __init__(self) -> None:
        self.accounts: list[Account] = []

    def note(self, request: Request, reply: Reply) -> None:
        """What a manager has answered."""
        carries_on = request.question is Question.UNIT_PHASE or reply.action == END_TURN
        at = self._open_for(request) if carries_on and not reply.why else -1
        if at >= 0:
            last = self.accounts[at]
            self.accounts[at] = last._replace(
                deeds=(*last.deeds, reply.action), nodes=last.nodes + reply.nodes
            )
            return
        self.accounts.append(
            Account(
                request.seat,
                request.seen.round,
                request.question,
                (reply.action,),
                tuple((name, int(amount)) for name, amount in reply.why),
                reply.nodes,
            )
        )

    def _open_for(self, request: Request) -> int:
        """Where the turn's last account with a unit phase stands; -1 for none."""
        for at in range(len(self.accounts) - 1, -1, -1):
            account = self.accounts[at]
            if (account.seat, account.round) != (request.seat, request.seen.round):
                break
            if account.question in (Question.TURN, Question.UNIT_PHASE):
                return at
        return -1

    def known(self, *, over: bool) -> list[Account]:
        """Those of which may be told."""
        return [account for account in self.accounts if over or _is_open(account)]


def _is_open(account: Account) -> bool:
    return account.question in _OPEN and verb_of(account.deeds[0]) in _SHOWN


def told(account: Account, table: Table, *, over: bool) -> Told:
    """What may be told of an account, while the match runs or once it is over."""
    deeds = [act for act in account.deeds if over or verb_of(act) in _SHOWN]
    terms = account.terms if over else public_terms(account.terms)
    return Told(
        tuple(action_text(table, act, account.seat) for act in deeds),
        _sorted((name, amount) for name, amount in terms if amount > 0),
        _sorted((name, amount) for name, amount in terms if amount < 0),
        sum(amount for _, amount in terms),
        not over and bool(account.terms),
        bool(account.terms),
    )


def public_terms(terms: Terms) -> Terms:
    """The terms that follow from the board alone."""
    return tuple((name, amount) for name, amount in terms if name in PUBLIC_TERMS)


def _sorted(terms: Iterable[tuple[str, int]]) -> Terms:
    return tuple(sorted(terms, key=lambda term: (-abs(term[1]), term[0])))
