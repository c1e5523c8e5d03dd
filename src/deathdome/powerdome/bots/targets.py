"""Targets: whom to attack, and at whom to aim effects (D.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.choice import Term, term
from deathdome.powerdome.bots.memory import Shares
from deathdome.powerdome.bots.outcomes import ALLY
from deathdome.powerdome.model.answers import DealKind
from deathdome.powerdome.model.tome import Take, TargetKind
from deathdome.powerdome.rules.sheets import attack_targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.powerdome.bots.memory import Memory
    from deathdome.powerdome.bots.worth import Appraiser
    from deathdome.powerdome.model.dome import CharacterId, Dome, PowerId, Seat
    from deathdome.powerdome.model.state import Deal
    from deathdome.powerdome.model.tome import Effect

USUAL: Final = Shares(0.2, 0.45, 0.35)  # of a player without a past
KILL: Final = 40
POWERS: Final = 0.5
LEADER: Final = 10
DEAL: Final = 25
TOGETHER: Final = 15
OVERKILL: Final = 0.5


class Aim:
    """The scores of targets in one round, for any seat as this bot sees it."""

    def __init__(
        self,
        dome: Dome,
        memory: Memory,
        appraiser: Appraiser,
        spite: float,
        deals: Iterable[Deal],
    ) -> None:
        self.dome = dome
        self.memory = memory
        self.appraiser = appraiser
        self.spite = spite
        self.seat = memory.seat
        self.truces: set[tuple[Seat, Seat]] = set()
        self.joint: set[tuple[Seat, Seat]] = set()  # partner, and the third player to attack
        for deal in deals:
            if deal.round == dome.round:
                one, other = deal.partners
                if deal.proposal.kind is DealKind.TRUCE:
                    self.truces |= {(one, other), (other, one)}
                else:
                    third = deal.proposal.against
                    self.joint |= {(one, third), (other, third)}
        self._worth = [
            appraiser.total(dome, hand, None if seat == self.seat else seat)
            for seat, hand in enumerate(dome.hands)
        ]
        self._strength = {seat: strength(dome, seat) for seat in dome.living()}

    def usual(self, seat: Seat) -> Shares:
        """Return what a player is expected to put in its stats."""
        return self.memory.usual(seat) or USUAL

    def leader(self) -> Seat | None:
        """Return the player with the most vitality and allies, if at least three live."""
        if len(self._strength) < 3:
            return None
        return max(self._strength, key=lambda seat: (self._strength[seat], -seat))

    def hit(self, seat: Seat, target: CharacterId) -> tuple[float, float]:
        """Return the expected strike of a player at a target, and the damage."""
        dome = self.dome
        me, other = dome.characters[seat], dome.characters[target]
        mine = self.usual(seat)
        strike = me.vitality * max(mine.strike, 0.3)
        if not other.player:
            return strike, max(strike - other.vitality * 0.4, 0.0)
        theirs = self.usual(target)
        damage = max(strike - other.vitality * theirs.resist, 0.0)
        fast, slow = me.vitality * mine.agility, other.vitality * theirs.agility
        if fast > slow and fast >= dome.speed_ratio * slow:
            damage *= 2
        elif slow > fast and slow >= dome.speed_ratio * fast:
            damage /= 2
        return strike, damage

    def terms(self, seat: Seat, target: CharacterId, *, trust: bool = True) -> tuple[Term, ...]:
        """Return the score of a target for a seat."""
        other = self.dome.characters[target]
        strike, damage = self.hit(seat, target)
        owner = other.controller
        if not other.player:
            worth = min(other.vitality, damage) / 2 if other.vitality <= strike else 0.0
            found = [term("ally", worth, target)]
        else:
            overkill = max(damage - other.vitality, 0.0)
            kill = min(damage / (other.vitality + 1), 1.0) ** 3
            found = [
                term("kill", KILL * kill, target),
                term("damage", min(damage, 60.0), target),
                term("powers", POWERS * self._worth[target], target),
                term("overkill", -OVERKILL * min(overkill, 40.0), target),
            ]
            if seat == self.seat:
                threat = self.memory.aimed[owner] * self.spite
                if threat:
                    found.append(term("threat", threat, target))
            if target == self.leader():
                found.append(term("leader", LEADER, target))
        if (seat, owner) in self.joint:
            found.append(term("together", TOGETHER, target))
        if trust and (seat, owner) in self.truces:
            held = self.memory.trust[owner] if seat == self.seat else 0.5
            found.append(term("truce", -DEAL * held, target))
        return tuple(found)

    def score(self, seat: Seat, target: CharacterId, *, trust: bool = True) -> float:
        """Return the score of a target."""
        return sum(one.amount for one in self.terms(seat, target, trust=trust)) / 1000

    def ranked(self, seat: Seat, *, trust: bool = True) -> list[CharacterId]:
        """Return the targets of a seat, best first; ties by vitality, then seat order."""
        characters = self.dome.characters
        found = attack_targets(self.dome, characters[seat])
        scores = {one: self.score(seat, one, trust=trust) for one in found}
        return sorted(found, key=lambda one: (-scores[one], characters[one].vitality, one))

    def barred(self, seat: Seat) -> set[CharacterId]:
        """Return the characters that a seat has promised not to attack this round."""
        return {one.id for one in self.dome.characters if (seat, one.controller) in self.truces}

    # Effects

    def at(
        self,
        seat: Seat,
        effect: Effect,
        choices: Sequence[int],
        foes: Sequence[CharacterId],
    ) -> int | None:
        """Return the target of an effect, or None if it has none; `foes` are best first."""
        if effect.target is None or not choices:
            return None
        if effect.target is TargetKind.RIVAL_POWER:
            return self._power(seat, effect, choices)
        for foe in foes:
            if foe in choices:
                return foe
        for foe in foes:
            owner = self.dome.characters[foe].controller
            if owner in choices:
                return owner
        return min(choices, key=lambda who: (self.dome.characters[who].vitality, who))

    def _power(self, seat: Seat, effect: Effect, targets: Sequence[PowerId]) -> PowerId:
        """Return the power to take or to disable: the one of the highest worth that matters."""
        dome = self.dome
        owner = {power: who for who, hand in enumerate(dome.hands) for power in hand}
        free = [power for power in targets if (seat, owner[power]) not in self.truces]
        choices = free or list(targets)
        if not any(isinstance(step, Take) for step in effect.do):
            chosen = [power for power in choices if self._in_time(seat, power, owner[power])]
            choices = chosen or choices

        def worth(power: PowerId) -> tuple[float, int]:
            whose = None if seat == self.seat else seat
            return self.appraiser.worth(dome, power, whose), -power

        return max(choices, key=worth)

    def _in_time(self, seat: Seat, power: PowerId, owner: Seat) -> bool:
        """Return True if a power is planned by a player that probably acts later."""
        if not any(effect.planned for effect in self.dome.tome.powers[power].effects):
            return False
        mine, theirs = self.memory.agility[seat], self.memory.agility[owner]
        return mine is None or theirs is None or theirs <= mine


def strength(dome: Dome, seat: Seat) -> float:
    """Return vitality, with a share of that of allies."""
    allies = sum(dome.characters[one].vitality for one in dome.allies(seat))
    return dome.characters[seat].vitality + ALLY * allies
