"""Strategy: proposals between players, and the judgement of deals (PD-STRATEGY, R-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.answers import DealKind
from deathdome.powerdome.model.tome import TargetKind
from deathdome.powerdome.rules.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.powerdome.model.answers import Consents, Proposal, Talk
    from deathdome.powerdome.model.dome import CharacterId, Dome, Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import Deal


def why_not_talk(dome: Dome, seat: Seat, talk: Talk) -> Refusal | None:
    """Return why proposals are refused, or None (R-18)."""
    seen = set()
    for proposal in talk.proposals:
        if proposal.to in seen:
            return Refusal("R-18", "one-offer", character=proposal.to)
        seen.add(proposal.to)
        refusal = _why_not_proposal(dome, seat, proposal)
        if refusal is not None:
            return refusal
    return None


def _why_not_proposal(dome: Dome, seat: Seat, proposal: Proposal) -> Refusal | None:
    living = dome.living()
    if proposal.to == seat or proposal.to not in living:
        return Refusal("R-18", "no-rival", character=proposal.to)
    if proposal.kind is DealKind.TRUCE:
        if seat not in living:
            return Refusal("PD-STRATEGY-02", "dead", character=seat)
        return None
    if proposal.against not in living or proposal.against in (seat, proposal.to):
        return Refusal("R-18", "no-third", character=proposal.against)
    return None


def why_not_consents(
    seat: Seat, consents: Consents, talk: Iterable[tuple[Seat, Proposal]]
) -> Refusal | None:
    """Return why consents are refused, or None: only to proposals made to the seat."""
    makers = {maker for maker, proposal in talk if proposal.to == seat}
    for maker in consents.to:
        if maker not in makers:
            return Refusal("R-18", "no-proposal", character=maker)
    return None


def judge(before: Dome, after: Dome, deals: Sequence[Deal], log: Sequence[Event]) -> list[Deal]:
    """Return the deals of a round with the players that broke them.

    A truce is broken by attacking the other or its allies, or by an activation that targets them
    or a power of theirs. *Together* is broken by not attacking the third player, when both are
    alive at one's place. `before` and `after` are the round's first and last positions.
    """
    attacks: set[tuple[Seat, CharacterId]] = set()
    late: set[tuple[Seat, CharacterId]] = set()
    aims: set[tuple[Seat, Seat]] = set()
    absent = {seat for seat in range(before.seats) if not before.characters[seat].alive}
    owners = {power: seat for seat, hand in enumerate(before.hands) for power in hand}
    for event in log:
        if isinstance(event, say.AttackBegan) and not event.further:
            attacks.add((_side(after, event.attacker), event.defender))
            late |= {(_side(after, event.attacker), one) for one in absent}
        elif isinstance(event, say.AttackLost):
            late |= {(_side(after, event.attacker), one) for one in absent}
        elif isinstance(event, say.Activated) and not event.reaction and event.target is not None:
            aims.add((_side(after, event.character), _aimed_at(after, event, owners)))
        elif isinstance(event, say.Moved):
            owners[event.power] = event.new
        elif isinstance(event, say.Died):
            absent.add(event.character)
    if after.over:  # a player whose place did not come broke nothing (PD-WIN-02)
        came = {seat for seat, _ in attacks | late}
        absent |= set(range(before.seats)) - came
    harm = aims | {(seat, _side(after, target)) for seat, target in attacks}
    return [
        deal._replace(broken_by=tuple(_breakers(deal, harm, attacks | late, absent)))
        for deal in deals
    ]


def _side(dome: Dome, character: CharacterId) -> Seat:
    return dome.characters[character].controller if character >= 0 else -1


def _aimed_at(dome: Dome, event: say.Activated, owners: dict[int, Seat]) -> Seat:
    """Return the player that an activation targets, directly or by an ally or a power."""
    assert event.target is not None
    if event.power is None:
        kind = dome.characters[event.character].kind
        effect = dome.tome.allies[kind].effects[event.effect]
    else:
        effect = dome.tome.powers[event.power].effects[event.effect]
    if effect.target is TargetKind.RIVAL_POWER:
        return owners.get(event.target, -1)
    return _side(dome, event.target)


def _breakers(
    deal: Deal,
    harm: set[tuple[Seat, Seat]],
    attacks: set[tuple[Seat, CharacterId]],
    absent: set[CharacterId],
) -> list[Seat]:
    one, other = deal.partners
    if deal.proposal.kind is DealKind.TRUCE:
        return [a for a, b in ((one, other), (other, one)) if (a, b) in harm]
    third = deal.proposal.against
    acted = {seat for seat, _ in attacks}
    return [
        seat
        for seat in (one, other)
        if seat not in absent
        and (seat, third) not in attacks
        and (seat in acted or third not in absent)
    ]
