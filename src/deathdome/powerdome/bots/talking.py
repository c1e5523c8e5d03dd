"""Talk: proposals to rivals, and replies to theirs (D.3, R-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.choice import Choice, Option, Term, Unit, term
from deathdome.powerdome.bots.targets import Aim, strength
from deathdome.powerdome.model.answers import Consents, DealKind, Proposal, Talk

if TYPE_CHECKING:
    from deathdome.powerdome.bots.memory import Memory
    from deathdome.powerdome.bots.personality import Personality
    from deathdome.powerdome.bots.worth import Appraiser
    from deathdome.powerdome.model.dome import Dome, Seat
    from deathdome.powerdome.model.state import State

TRUST: Final = 0.4  # least, to make or to accept a deal
AHEAD: Final = 1.15  # of a leader, over the average
PEACE: Final = 10.0  # score that a truce is worth to a bot at full trust
CROWN: Final = 0.8  # of a target's chance to be left alone


class Talker:
    """The talk of one bot."""

    def __init__(self, appraiser: Appraiser, personality: Personality, memory: Memory) -> None:
        self.appraiser = appraiser
        self.seat = appraiser.seat
        self.personality = personality
        self.memory = memory

    def _aim(self, view: State) -> Aim:
        return Aim(view.dome, self.memory, self.appraiser, self.personality.spite, view.deals)

    def talk(self, view: State) -> Choice:
        """Propose a truce to the most dangerous rival, and an alliance against a leader."""
        dome, me = view.dome, self.seat
        silence = Choice(Option(Talk(), ()), (), Unit.SCORE)
        living = dome.living()
        if len(living) < 3 or me not in living:
            return silence
        aim = self._aim(view)
        proposals: list[Proposal] = []
        terms: list[Term] = []
        partners = [rival for rival in living if rival != me and self.memory.trust[rival] >= TRUST]
        leader = threatening(dome, me)
        prey = self._prey(aim)
        feared = [rival for rival in partners if rival != prey]
        if feared:
            other = max(feared, key=lambda rival: (strength(dome, rival), -rival))
            proposals.append(Proposal(other, DealKind.TRUCE))
            terms.append(term("danger", aim.hit(other, me)[1], other))
        if leader is not None:
            for rival in partners:
                if rival != leader and all(one.to != rival for one in proposals):
                    proposals.append(Proposal(rival, DealKind.TOGETHER, leader))
                    terms.append(term("leader", strength(dome, leader), leader))
        return Choice(Option(Talk(tuple(proposals)), tuple(terms)), (), Unit.SCORE)

    def _prey(self, aim: Aim) -> Seat:
        """Return the rival that this bot would attack in any case."""
        ranked = [one for one in aim.ranked(self.seat) if aim.dome.characters[one].player]
        return ranked[0] if ranked else -1

    def consent(self, view: State) -> Choice:
        """Accept proposals of trusted rivals, if another rival is left to attack."""
        dome, me = view.dome, self.seat
        made = [(maker, proposal) for maker, proposal in view.talk if proposal.to == me]
        living = dome.living()
        nothing = Option(Consents(), ())
        if len(living) < 3 or me not in living:
            return Choice(nothing, (), Unit.SCORE)
        aim = self._aim(view)
        rivals = [one for one in living if one != me]
        truces: set[Seat] = set()  # accepted, and proposed by this bot itself
        for maker, proposal in view.talk:
            if maker == me and proposal.kind is DealKind.TRUCE:
                truces.add(proposal.to)
        accepted: list[Seat] = []
        terms: list[Term] = []
        thirds: set[Seat] = set()
        for maker, proposal in sorted(made, key=lambda row: -self.memory.trust[row[0]]):
            found = self._reply(aim, maker, proposal)
            if sum(one.amount for one in found) < 0 or self.memory.trust[maker] < TRUST:
                continue
            if proposal.kind is DealKind.TRUCE:
                left = [one for one in rivals if one not in truces | {maker}]
                if not left or maker in thirds:
                    continue
                truces.add(maker)
            else:
                if proposal.against in truces or (thirds and proposal.against not in thirds):
                    continue
                thirds.add(proposal.against)
            accepted.append(maker)
            terms += found
        return Choice(Option(Consents(tuple(accepted)), tuple(terms)), (nothing,), Unit.SCORE)

    def _reply(self, aim: Aim, maker: Seat, proposal: Proposal) -> tuple[Term, ...]:
        """Return what a deal is worth to this bot."""
        me, trust = self.seat, self.memory.trust[maker]
        ranked = [one for one in aim.ranked(me) if aim.dome.characters[one].player]
        scores = {one: aim.score(me, one) for one in ranked}
        best = max(scores.values(), default=0.0)
        if proposal.kind is DealKind.TRUCE:
            others = [score for one, score in scores.items() if one != maker]
            return (
                term("peace", (PEACE + aim.hit(maker, me)[1]) * trust, maker),
                term("passed-up", max(others, default=0.0) - best, maker),
            )
        third = proposal.against
        if third not in scores:
            return (term("impossible", -100.0, third),)
        return (
            term("help", aim.hit(maker, third)[1] * trust, maker),
            term("passed-up", CROWN * (scores[third] - best), third),
        )


def threatening(dome: Dome, seat: Seat) -> Seat | None:
    """Return the leader, if it is a rival and at least 15 % ahead of the average."""
    living = dome.living()
    all_ = {one: strength(dome, one) for one in living}
    leader = max(living, key=lambda one: (all_[one], -one))
    average = sum(all_.values()) / len(living)
    return leader if leader != seat and all_[leader] >= AHEAD * average else None
