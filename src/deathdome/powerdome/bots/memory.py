"""Memory of a bot: the public history of a game, and the trust that follows from it (D.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.powerdome.model import events as say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deathdome.powerdome.model.dome import CharacterId, Seat
    from deathdome.powerdome.model.events import Event

FIRST_TRUST: Final = 0.5
KEPT: Final = 0.1  # added
BROKEN: Final = 0.4  # factor
BROKEN_ELSEWHERE: Final = 0.7  # factor, for a deal with another player
ATTACKED: Final = 0.05  # taken off, times spite


class Shares(NamedTuple):
    """Parts of a plan's points in each stat."""

    agility: float
    strike: float
    resist: float


class Memory:
    """The public history of a game as one seat remembers it."""

    def __init__(self, seat: Seat, seats: int, spite: float) -> None:
        self.seat = seat
        self.round = 0
        self.trust = [FIRST_TRUST] * seats
        self.shares: list[list[Shares]] = [[] for _ in range(seats)]  # the latest last
        self.agility: list[int | None] = [None] * seats  # of the latest plan
        self.aimed: list[int] = [0] * seats  # strike of each rival at this seat, last round
        self.hits: list[set[tuple[Seat, Seat]]] = [set(), set()]  # last round, this round
        self.said: set[str] = set()  # captions of all players
        self.died: list[Seat] = []  # players, last round
        self._died: list[Seat] = []
        self._side: dict[CharacterId, Seat] = {}  # of allies
        self._grudge = ATTACKED * (0.5 + spite)
        self._aims: list[int] = [0] * seats

    def observe(self, events: Iterable[Event]) -> None:
        """Take in events."""
        for event in events:
            if isinstance(event, say.AttackBegan):
                self._see_attack(event)
            elif isinstance(event, say.PlansShown):
                self._see_plans(event)
            elif isinstance(event, say.DealsJudged):
                self._judge(event)
            elif isinstance(event, say.RoundBegan):
                self.round = event.round
                self.died, self._died = self._died, []
            elif isinstance(event, say.Summoned):
                self._side[event.character] = event.controller
            elif isinstance(event, say.Died):
                if event.character < len(self.trust):
                    self._died.append(event.character)
            elif isinstance(event, say.Captioned):
                self.said.add(event.text)

    def side(self, who: CharacterId) -> Seat:
        """Return the player that controls a character."""
        return self._side.get(who, who)

    def _see_attack(self, event: say.AttackBegan) -> None:
        attacker, defender = self.side(event.attacker), self.side(event.defender)
        self.hits[1].add((attacker, defender))
        if defender == self.seat and attacker < len(self._aims) and attacker >= 0:
            self._aims[attacker] += event.strike

    def _see_plans(self, event: say.PlansShown) -> None:
        """Close the round: remember shares, and attacks without a cause."""
        before, now = self.hits
        for rival in range(len(self.trust)):
            if (rival, self.seat) in now and (self.seat, rival) not in before:
                self.trust[rival] = max(self.trust[rival] - self._grudge, 0.0)
        self.hits = [now, set()]
        self.aimed, self._aims = self._aims, [0] * len(self._aims)
        for who, plan in event.plans:
            if who >= len(self.shares):
                continue
            self.agility[who] = plan.agility
            if plan.points:
                self.shares[who].append(
                    Shares(
                        plan.agility / plan.points,
                        plan.strike / plan.points,
                        plan.resist / plan.points,
                    )
                )

    def _judge(self, event: say.DealsJudged) -> None:
        for deal in event.deals:
            for other in deal.partners:
                if other == self.seat:
                    continue
                mine = self.seat in deal.partners
                if other in deal.broken_by:
                    self.trust[other] *= BROKEN if mine else BROKEN_ELSEWHERE
                elif mine:
                    self.trust[other] = min(self.trust[other] + KEPT, 1.0)

    def usual(self, who: Seat, decay: float = 0.7) -> Shares | None:
        """Return the shares that a player puts in its stats, the latest rounds counting most."""
        rows = self.shares[who]
        if not rows:
            return None
        total = agility = strike = resist = 0.0
        weight = 1.0
        for row in reversed(rows):
            agility += weight * row.agility
            strike += weight * row.strike
            resist += weight * row.resist
            total += weight
            weight *= decay
        return Shares(agility / total, strike / total, resist / total)
