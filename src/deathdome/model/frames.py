"""Frames: unfinished business as data, on the stack of a position.

A frame is never edited, only replaced; it holds numbers and tuples, no references to other
records. Its procedure is in `rules`, in the chapter of its rules.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from deathdome.model.vocabulary import Cause, Deny, Shape, Trigger, WeaponKind


class Dealing(NamedTuple):
    """Starting characters are being dealt (SETUP-9), one team after the other."""

    dealt: int = 0  # characters, of all teams


class Rolling(NamedTuple):
    """The die roll for first player (SETUP-11, AMB-34)."""

    contenders: tuple[int, ...]  # seats still in it
    rolls: tuple[int, ...] = ()  # of the first contenders, in order


class Revealing(NamedTuple):
    """Items of a draft are being turned face up (SCEN-DRAFT)."""

    left: int  # at most so many


class Purchase(NamedTuple):
    """The purchase phase (BUY)."""

    seat: int  # seat of this purchasing turn
    passed: int = 0  # bit per seat
    turns: tuple[int, ...] = ()  # purchasing turns begun, per seat
    bought: int = -1  # store card bought in this purchasing turn
    sold: int = -1  # store card sold in this purchasing turn
    placed: int = 0  # bit per item put on a unit in this purchasing turn


class Opening(NamedTuple):
    """Opening hands are being drawn (SETUP-13); `dealt` teams are done, then as many again.

    The second time they draw their handicap cards (SCEN-HCARDS).
    """

    dealt: int = 0


class Interval(NamedTuple):
    """The time between two matches of a series, from the auction to the store (SERIES-4)."""

    step: int = 0  # 0 after the auction, 1 cleared, 2 seated if seats come before the store


class Auction(NamedTuple):
    """The winner of a match picks a unit whose cards are sold (AUCTION-2)."""

    seat: int


class Replacing(NamedTuple):
    """A random character of rank 0 replaces one sold in the auction (AUCTION-6)."""

    unit: int
    sold: int  # store card, which is not dealt (AMB-104)


class Ranking(NamedTuple):
    """Teams of equal value roll for their places (AMB-92)."""

    groups: tuple[tuple[int, ...], ...]  # seats by descending value; the first tied group rolls
    rolls: tuple[int, ...] = ()  # of the first seats of that group
    buyer: bool = False  # only the first place counts: who buys first (AMB-94)


class Turn(NamedTuple):
    """One team's turn (TURN-2)."""

    seat: int
    step: int = 0  # 0 start, 1 after the draw, 2 open
    phases: int = 2  # unit phases not yet begun
    effects: int = 0  # of the open chain (AMB-148)


class UnitPhase(NamedTuple):
    """One unit's phase (PHASE-2). The walk fields describe an open movement phase (AMB-130)."""

    unit: int
    movements: int = 1  # movement phases not yet begun
    actions: int = 1  # action phases not yet used
    walking: bool = False
    start: int = -1  # space where the open movement phase began
    steps: int = 0  # steps taken in it
    adjacent_seen_by: int = 0  # bit per unit: adjacent at the start, as it saw the walker
    adjacent_sees: int = 0  # bit per unit: adjacent at the start, as the walker saw it
    trail: tuple[int, ...] = ()  # spaces walked over in it, start first
    intent: int = 0  # action to take once the walk has ended
    closing: bool = False


class Drawing(NamedTuple):
    """Cards to be drawn one at a time (AMB-134)."""

    seat: int
    left: int


class AttackSetup(NamedTuple):
    """Part of an attack that is fixed when it is declared (ATTACK-12)."""

    seat: int  # attacking team; placer for a bug token
    unit: int  # attacking unit, or -1 for a token
    space: int  # origin of the attack
    item: int = -1  # weapon; PUNCH; -1 for a fixed strength
    card: str = ""  # id of the card that makes the attack; "" for a punch
    strength: int = 0  # fixed strength, for an attack without weapon
    kind: WeaponKind | None = None
    sight: bool = True
    again: int = 0  # further attacks of the same action
    payback: bool = False
    token: int = -1
    came_from: int = -1  # token attack: the space from which the unit came
    trail: tuple[int, ...] = ()  # token attack: the path of the walk so far
    pusher: int = -1  # token attack: seat that pushed the unit there


class Attack(NamedTuple):
    """An attack, A0 to A7 (ATTACK-12): its setup and progress."""

    declared: AttackSetup
    target: int = -1  # changes if an ability redirects the attack
    shape: Shape = Shape.SINGLE  # becomes SPLASH if a card says so
    step: int = 0
    laid: tuple[int, ...] = ()  # power cards played by both sides, discarded after the hits
    bonus: int = 0  # attack cards, sum of values
    boosts: tuple[tuple[int, int], ...] = ()  # (unit, toughness) for this attack
    denied: tuple[tuple[int, Deny], ...] = ()  # (unit, what) for this attack
    hits: tuple[int, ...] = ()  # units hit, fixed after the attack cards, in play order
    states: tuple[int, ...] = ()  # per hit: 1 wounded, 2 incapacitated before the first hit
    begun: bool = False  # the side being asked has played a card and is not done
    team: int = 0  # number of defending teams that have answered, then taken their hits
    answers: tuple[tuple[int, int], ...] = ()  # (seat, sum of defence cards)
    values: tuple[int, ...] = ()  # attack value per hit
    defences: tuple[int, ...] = ()  # defence value per hit
    left: tuple[int, ...] = ()  # hits still to come
    current: int = -1  # unit being hit
    stage: int = 0  # within the hit
    struck: tuple[tuple[int, int], ...] = ()  # (unit, space where it was hit)
    wounded: tuple[int, ...] = ()  # units wounded by this attack
    spared: tuple[
        tuple[int, int], ...
    ] = ()  # (unit finished by a token, seat that picks its jail): AMB-73
    used: tuple[int, ...] = ()  # abilities used that count per attack


class ReactionWindow(NamedTuple):
    """A window in which abilities answer an event (effects.md parts 3 and 10)."""

    trigger: Trigger
    subjects: tuple[int, ...]
    source: int = -1  # unit that caused it
    card: str = ""  # id of the attacking card
    seats: tuple[int, ...] = ()  # teams still to answer, in order
    used: tuple[tuple[int, int], ...] = ()  # (ability, subject) that have answered
    attack: int = -1  # depth of its attack on the stack
    start: int = -1  # moved: space before
    steps: int = 0  # moved: spaces moved
    cause: Cause = Cause.WALK
    adjacent_seen_by: int = 0  # moved: as in UnitPhase
    adjacent_sees: int = 0
    point: int = -1  # captured: its space
    lava: bool = False  # died in lava
    own_card: bool = False  # only the abilities of the attacking card, in written order


class Resolve(NamedTuple):
    """An ability being resolved, effect by effect."""

    ability: int
    seat: int  # controller
    bearer: int  # unit, or -1
    subject: int = -1
    source: int = -1
    picked: int = -1
    choice: int = -1
    next_effect: int = 0
    attack: int = -1  # depth of its attack on the stack
    card: int = -1  # power card being played
    space: int = -1  # bearer's space when hit, for paybacks and last attacks
    point: int = -1
    steps: int = 0  # moved: spaces moved by the subject
    adjacent_seen_by: int = 0
    adjacent_sees: int = 0


class Moving(NamedTuple):
    """A unit being moved by an effect: a walk, a follow or a jump (effects.md part 6)."""

    unit: int
    cause: Cause
    limit: int  # steps, or distance of a jump
    goals: int = -1  # set of spaces where it must end; -1: anywhere
    start: int = -1
    steps: int = 0
    adjacent_seen_by: int = 0
    adjacent_sees: int = 0
    trail: tuple[int, ...] = ()
    done: bool = False


class Push(NamedTuple):
    """A unit being pushed one space; its owner chooses if there is a choice (PUSH)."""

    unit: int
    origin: int  # space it is pushed away from
    seat: int  # pushing seat; -1 for a recoil
    pusher: int = -1  # unit that pushes
    shell: bool = True
    card: str = ""
    left: int = 1  # spaces still to go
    step: int = 0  # 0 choose, 1 moved
    start: int = -1
    adjacent_seen_by: int = 0
    adjacent_sees: int = 0


class Back(NamedTuple):
    """A unit wounded by a bug token, on its way back to where it came from (AMB-85)."""

    unit: int
    came_from: int
    trail: tuple[int, ...] = ()


class Dying(NamedTuple):
    """A dead unit: `died` is dispatched, its jail is being chosen (DEATH-3)."""

    unit: int
    seat: int  # picks the jail
    shells: int  # taken by `taker`
    taker: int  # seat; -1: none


Frame: TypeAlias = (
    Dealing
    | Rolling
    | Revealing
    | Purchase
    | Opening
    | Interval
    | Auction
    | Replacing
    | Ranking
    | Turn
    | UnitPhase
    | Drawing
    | Attack
    | ReactionWindow
    | Resolve
    | Moving
    | Push
    | Back
    | Dying
)
