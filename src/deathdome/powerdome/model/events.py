"""The events of a game, in the order they happen. All are public but those `seen_by` changes.

Characters and powers are numbers; `powerdome.text` makes the sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deathdome.powerdome.model.dome import ABSENT

if TYPE_CHECKING:
    from deathdome.powerdome.model.answers import Persona, Plan, Proposal, Trade
    from deathdome.powerdome.model.dome import CharacterId, PowerId, Seat
    from deathdome.powerdome.model.state import Deal


class Nominated(NamedTuple):
    """All nominations are shown together (PD-NOMINATE-02)."""

    by: tuple[tuple[PowerId, ...], ...]  # of each seat
    pool: tuple[PowerId, ...]  # duplicates merged, in tome order


class Filled(NamedTuple):
    """A power that no player nominated joins a pool that is too small (PD-CULL-08)."""

    power: PowerId


class FirstProtector(NamedTuple):
    """The seat that may protect first (PD-CULL-06)."""

    seat: Seat


class Protected(NamedTuple):
    """A player protects a power, or passes for good."""

    seat: Seat
    power: PowerId | None


class Drawn(NamedTuple):
    """An unprotected power reaches the auction (PD-CULL-04)."""

    power: PowerId


class Culled(NamedTuple):
    """Powers that leave before the auction (PD-CULL-05)."""

    powers: tuple[PowerId, ...]


class BidsShown(NamedTuple):
    """All bids are shown together (PD-AUCTION-02)."""

    by: tuple[tuple[tuple[PowerId, int], ...], ...]  # of each seat


class InForce(NamedTuple):
    """A modifier comes into force (PD-AUCTION-08)."""

    power: PowerId


class Won(NamedTuple):
    """A player takes a power and pays its bid (PD-AUCTION-03)."""

    power: PowerId
    seat: Seat
    price: int
    tied: tuple[Seat, ...] = ()  # with the coin's help


class Unsold(NamedTuple):
    """A power without bids leaves the game (PD-AUCTION-07)."""

    power: PowerId


class Offered(NamedTuple):
    """A trade is offered, or a player passes."""

    seat: Seat
    trade: Trade | None
    counter: bool = False


class Traded(NamedTuple):
    """A trade is accepted and carried out (PD-EXCHANGE-02)."""

    seat: Seat
    trade: Trade


class Declined(NamedTuple):
    """A trade is refused."""

    seat: Seat
    trade: Trade


class Discarded(NamedTuple):
    """A player discards powers after trading (PD-EXCHANGE-04)."""

    seat: Seat
    powers: tuple[PowerId, ...]


class Introduced(NamedTuple):
    """A player's character is created (PD-SETUP-06)."""

    seat: Seat
    persona: Persona


class Given(NamedTuple):
    """A modifier is given to a player (AM-1); `seen_by` hides the bearer of a secret one."""

    power: PowerId
    seat: Seat  # ABSENT where it is hidden
    secret: bool = False


class Unmasked(NamedTuple):
    """A secret modifier does something, so its bearer is known from now on (AM-1)."""

    power: PowerId
    seat: Seat


class RoundBegan(NamedTuple):
    """A round begins with Reset (PD-RESET-01)."""

    round: int


class Proposed(NamedTuple):
    """A player proposes a deal in the Strategy phase (R-18)."""

    seat: Seat
    proposal: Proposal


class Agreed(NamedTuple):
    """A proposal is answered."""

    seat: Seat  # of the proposer
    proposal: Proposal
    accepted: bool


class Revealed(NamedTuple):
    """All living players show their agility (PD-COMBAT-01)."""

    agility: tuple[tuple[Seat, int], ...]
    order: tuple[Seat, ...]  # of action (PD-COMBAT-02)


class Captioned(NamedTuple):
    """The line that a player wrote on its sheet (AM-5)."""

    seat: Seat
    text: str


class Suffered(NamedTuple):
    """An affliction acts on its bearer (PD-AFFLICTION-03)."""

    character: CharacterId
    affliction: int


class Activated(NamedTuple):
    """An effect happens; the changes follow as events of their own."""

    character: CharacterId  # that activates or bears it; ABSENT for a modifier
    power: PowerId | None  # None: an effect of the ally itself
    effect: int
    target: int | None = None
    x: int = 0
    reaction: bool = False


class Failed(NamedTuple):
    """A planned activation fails at no cost (PD-POWER-10)."""

    character: CharacterId
    power: PowerId | None
    effect: int
    reason: str  # code of the reason


class Paid(NamedTuple):
    """The cost of an activation is paid."""

    character: CharacterId
    burn: bool
    n: int


class VitalityChanged(NamedTuple):
    """Vitality rises or falls."""

    character: CharacterId
    old: int
    new: int
    cause: str  # "attack", "power", "affliction", "burn", "dome"


class StatChanged(NamedTuple):
    """Agility, strike, resist or the reserve changes for the round."""

    character: CharacterId
    stat: str  # "ap" for the reserve
    old: int
    new: int


class TraitGiven(NamedTuple):
    """A character gets a combat trait for the round."""

    character: CharacterId
    key: str
    n: int | None = None


class CounterChanged(NamedTuple):
    """A counter on a power or on a character changes (PD-COUNTER-01)."""

    name: str
    old: int
    new: int
    power: PowerId | None = None
    character: CharacterId | None = None


class Afflicted(NamedTuple):
    """A character receives an affliction, announced to all (PD-AFFLICTION-02)."""

    character: CharacterId
    affliction: int


class Cured(NamedTuple):
    """An affliction is removed."""

    character: CharacterId
    affliction: int


class Disabled(NamedTuple):
    """A power cannot activate for the rest of the round (PD-KEYWORD-04)."""

    power: PowerId


class Forfeited(NamedTuple):
    """A power leaves the game (PD-KEYWORD-05)."""

    power: PowerId


class Moved(NamedTuple):
    """A power changes owner, or comes from the culled pile (`old` is ABSENT)."""

    power: PowerId
    old: Seat
    new: Seat


class Summoned(NamedTuple):
    """A new ally appears (PD-KEYWORD-12)."""

    character: CharacterId
    kind: int
    controller: Seat


class Revived(NamedTuple):
    """A dead player lives again (PD-KEYWORD-09)."""

    character: CharacterId
    vitality: int


class Rolled(NamedTuple):
    """A die is rolled."""

    result: int
    sides: int


class RuleSet(NamedTuple):
    """A rule of the game changes."""

    key: str
    value: int | str


class AttackBegan(NamedTuple):
    """An attack begins (PD-COMBAT-15, step 1)."""

    attacker: CharacterId
    defender: CharacterId
    strike: int
    further: bool = False  # by an effect, on top of the normal one


class AttackLost(NamedTuple):
    """A planned attack does not take place (PD-COMBAT-14)."""

    attacker: CharacterId
    defender: CharacterId
    reason: str


class Redirected(NamedTuple):
    """An attack hits another character than it was aimed at."""

    attacker: CharacterId
    old: CharacterId
    new: CharacterId


class Struck(NamedTuple):
    """Strike met resist; `damage` is what is left after doubling or halving (steps 2 and 3)."""

    attacker: CharacterId
    defender: CharacterId
    strike: int
    resist: int  # before the attack
    worn: int  # resist after it
    bypass: bool
    through: int  # strike that resist did not stop
    speed: int  # 2 doubled, -2 halved, 1 unchanged
    attacker_agility: int
    defender_agility: int
    damage: int


class DamageChanged(NamedTuple):
    """A reaction or a cap changes pending damage (steps 4 and 5)."""

    defender: CharacterId
    old: int
    new: int
    cap: bool = False


class Died(NamedTuple):
    """A character dies (PD-DEATH-01)."""

    character: CharacterId
    with_player: bool = False  # an ally, at the end of the round (PD-DEATH-06)


class PlansShown(NamedTuple):
    """All plans of the round are public at its end (R-08)."""

    plans: tuple[tuple[CharacterId, Plan], ...]


class DealsJudged(NamedTuple):
    """Accepted offers of the round, each kept or broken (R-18)."""

    deals: tuple[Deal, ...]


class DomeCloses(NamedTuple):
    """The closing dome takes vitality from every living player (PD-WIN-04)."""

    loss: int


class GameOver(NamedTuple):
    """The game ends (PD-WIN-01, -03, -04)."""

    winner: Seat  # ABSENT in a draw
    reason: str  # "last-alive", "none-alive", "closing-dome", "round-limit"


Event: TypeAlias = (
    Nominated
    | Filled
    | FirstProtector
    | Protected
    | Drawn
    | Culled
    | BidsShown
    | InForce
    | Won
    | Unsold
    | Offered
    | Traded
    | Declined
    | Discarded
    | Introduced
    | Given
    | Unmasked
    | RoundBegan
    | Proposed
    | Agreed
    | Revealed
    | Captioned
    | Suffered
    | Activated
    | Failed
    | Paid
    | VitalityChanged
    | StatChanged
    | TraitGiven
    | CounterChanged
    | Afflicted
    | Cured
    | Disabled
    | Forfeited
    | Moved
    | Summoned
    | Revived
    | Rolled
    | RuleSet
    | AttackBegan
    | AttackLost
    | Redirected
    | Struck
    | DamageChanged
    | Died
    | PlansShown
    | DealsJudged
    | DomeCloses
    | GameOver
)


def seen_by(event: Event, seat: Seat) -> Event:
    """Return an event as a player, or ABSENT for a spectator, may see it (R-34)."""
    if isinstance(event, Given) and event.secret and event.seat != seat:
        return event._replace(seat=ABSENT)
    return event
