"""Closed word lists of the card language (docs/effects.md)."""

from __future__ import annotations

from enum import Enum, IntEnum, IntFlag
from typing import Final


class Deck(Enum):
    """The seven decks of the store (SETUP-3)."""

    WARRIOR = "warrior"
    GUNNER = "gunner"
    SCOUT = "scout"
    MEDIC = "medic"
    ARMOR = "armor"
    VEHICLE = "vehicle"
    EQUIPMENT = "equipment"


class UnitType(Enum):
    """The four types of unit, each with its item deck (TEAM-1)."""

    __hash__ = object.__hash__  # Enum's own is a Python function

    WARRIOR = "warrior"
    GUNNER = "gunner"
    SCOUT = "scout"
    MEDIC = "medic"


class ItemKind(Enum):
    """Kind of an item; any deck can hold any kind (EQUIP-9)."""

    CLOSE = "close combat weapon"
    RANGED = "ranged weapon"
    ARMOR = "armor"
    VEHICLE = "vehicle"
    EQUIPMENT = "equipment"


class Trigger(IntEnum):
    """Time of use of an ability: the first seven are states or windows, the rest events."""

    ALWAYS = 0
    """While the bearer is in its zone.

    Subject: bearer. Source: none.
    """
    ACTION = 1
    """The bearer is the active unit on the field with an action phase left. Use spends that action
    phase and ends an open walk, unless `act-mid-move` allows more.

    Subject: bearer. Source: none.
    """
    BETWEEN = 2
    """Controller's turn, no unit phase open.

    Subject: none.
    """
    PHASE = 3
    """The bearer's unit phase is open, outside attacks. Also while a walk is paused (AMB-130), and
    in the base if the `zone` allows.

    Subject: bearer. Source: none.
    """
    TURN = 4
    """`between` or `phase`.

    Subject: none.
    """
    ATTACK = 5
    """Step A2 of an attack by the bearer.

    Subject: defender. Source: attacker.
    """
    DEFEND = 6
    """Step A3: the bearer is among the units hit.

    Subject: bearer. Source: attacker.
    """
    DECLARED = 7
    """Step A1: an attack has a target. Raised once; every reaction looks at the target of that
    moment.

    Subject: target. Source: attacker.
    """
    WOUNDED = 8
    """At least one wound chip was added (step A5).

    Subject: wounded unit. Source: attacker or token.
    """
    RESOLVED = 9
    """Step A6, once per unit that the attack hit, wounded or not, alive or dead. Order of the
    abilities: AMB-139.

    Subject: unit hit. Source: attacker (attacks of tokens and paybacks do not raise it).
    """
    DIED = 10
    """Vitae 0 or less at the death check, or lava. Before the unit leaves its space, and before
    jail and shell.

    Subject: dead unit. Source: killer, the unit that attacked or pushed (rude-shove: the active
    unit; a token: the token).
    """
    MOVED = 11
    """A unit has finished moving on the board. Carries start, end, number of spaces (walk, follow:
    steps; push: 1; jump, swap: distance), cause, and the units adjacent at the start. A movement
    phase raises it once, at its end, after at least one step (a round trip counts). Not raised by a
    token's push, or by entering or leaving jail.

    Subject: mover. Source: unit whose effect or attack moved it, otherwise none.
    """
    ENTERED = 12
    """A unit enters the token's space from another space: by a push, jump or swap, or by any step
    of a walk or follow, before the next step.

    Subject: stepping unit. Source: none.
    """
    CAPTURED = 13
    """A control point has changed owner. Carries the point.

    Subject: capturing unit. Source: none.
    """
    STARTED = 14
    """Start of a team's turn, after the draw. `who="ally"` means the controller's turn.

    Subject: none.
    """


class Role(Enum):
    """Relation of a unit to the bearer of an ability (effects.md part 2)."""

    SELF = "self"
    """The bearer."""
    MATE = "mate"
    """A unit of the same team, not the bearer."""
    ALLY = "ally"
    """Any unit of the same team."""
    ENEMY = "enemy"
    """A unit of another team."""
    ANY = "any"
    """Any unit."""
    THIS = "this"
    """Only for `by`: the event comes from an attack with this very card."""


class Target(Enum):
    """Unit that an effect changes."""

    SELF = "self"
    """The bearer."""
    SUBJECT = "subject"
    """The unit that the event happens to. Inside an attack: each defending unit in turn."""
    SOURCE = "source"
    """The unit that caused the event."""
    PICKED = "picked"
    """The choice made by `pick`."""


class Zone(Enum):
    """Part of the board where a unit must be. The board is field and bases."""

    BOARD = "board"
    """On the field or in its base."""
    FIELD = "field"
    """On the board outside bases."""
    JAIL = "jail"
    """In a jail."""


class Until(IntEnum):
    """Duration of a timed effect (effects.md part 7)."""

    FOREVER = 0
    """Ends when the bearer leaves the zone or the item leaves the bearer."""
    ATTACK = 1
    """Ends after step A6 of the current attack."""
    PHASE = 2
    """Ends when the open unit phase closes, or at once if the bearer has none open."""
    TURN = 3
    """Ends at the end of the current turn."""
    NEXT_TURN = 4
    """Ends when the controller's next turn starts."""
    THEIR_TURN = 5
    """Ends at the end of the next turn that the affected unit's team begins."""


class Period(Enum):
    """Period of a limit (effects.md part 7)."""

    ATTACK = "attack"
    """Each attack separately: one of several in an action, a nested one, a token's. Events outside
    attacks have no such limit.
    """
    PHASE = "phase"
    """Each unit phase."""
    TURN = "turn"
    """Refilled when the controller's turn starts: it includes the opponents' turns in between."""
    MATCH = "match"
    """The whole match. Jail does not refill it."""


class Rating(IntEnum):
    """Rating that a `mod` effect changes."""

    STRENGTH = 0
    MOVEMENT = 1
    TOUGHNESS = 2
    RANGE = 3


class Allow(IntFlag):
    """Permissions of a unit (effects.md part 6)."""

    NONE = 0
    SEE_WALLS = 1
    """Walls do not block the bearer's sight; the tower still does. This includes cards that choose
    by the bearer's sight (AMB-135).
    """
    WALK_WALLS = 2
    """Walls do not stop its walks, follows and jumps. It may not end or pause inside a wall
    (AMB-136).
    """
    ENTER_LAVA = 4
    """It treats lava as floor: it may walk, stop and be pushed there unharmed."""
    CLIMB_TOWER = 8
    """It may enter tower edge spaces from any adjacent space, not only from a bridge."""
    PASS_ENEMIES = 16
    """It may walk through enemies, but not stop on them."""
    ACT_MID_MOVE = 32
    """It may spend action phases at a pause of its movement phase, without ending it, for the
    listed `acts`. "attack": an attack with a weapon or punch, all attacks of the action at that
    pause. "capture": capturing the point under it, or an `action` ability with the effect
    `capture`.
    """
    SPLASH = 64
    """Its current attack gets splash shape. Not usable if the attack has splash already, or no
    target (shape adjacent).
    """

    __and__ = __rand__ = int.__and__  # type: ignore[assignment]  # IntFlag's own takes ten times as long


class Deny(IntFlag):
    """Protections and prohibitions of a unit (effects.md part 6)."""

    NONE = 0
    PUSH = 1
    """Cannot be pushed."""
    INCAPACITATE = 2
    """Cannot be incapacitated."""
    SPLASH = 4
    """Splash hits it only as the target."""
    BUGS = 8
    """Bug tokens do not attack it."""
    CARDS = 16
    """Its team plays no power cards, values or abilities, in step A3 of this attack. Reactions at
    other steps stay possible.
    """
    WOUNDS = 32
    """It takes no wounds from this attack."""
    MOVEMENT = 64
    """It gets no movement phase. Its action phase and moves by effects remain."""

    __and__ = __rand__ = int.__and__  # type: ignore[assignment]  # as in Allow


class Shape(Enum):
    """Units that one attack hits."""

    SINGLE = "single"
    """Only its target."""
    SPLASH = "splash"
    """The target and all its adjacent enemies of the attacker."""
    ADJACENT = "adjacent"
    """All enemies adjacent to the attacker; at least one is needed. The attack has no target (no
    `declared`, no redirect).
    """


class WeaponKind(Enum):
    """Type of a weapon; distance does not change it (ATTACK-11)."""

    CLOSE = "close"
    RANGED = "ranged"


class Cause(IntEnum):
    """Kind of movement that raised a `moved` event."""

    WALK = 0
    FOLLOW = 1
    PUSH = 2
    JUMP = 3
    SWAP = 4


class EffectKind(IntEnum):
    """Kind of effect: the keys of effects.md part 6, with the five kinds of `move`."""

    MOD = 0
    """Adds n (or n per counted thing, up to max) to the value. Modifiers add up. Minimum movement
    is 0, minimum range 1. In a fixed-strength attack no strength modifier of the attacking unit
    counts, only power cards played in that attack. The defence is computed as usual, boosts
    included.
    """
    ALLOW = 1
    """Gives the unit a permission. Two of the same do not add up."""
    DENY = 2
    """Protects the unit from something, or removes a permission. It beats `allow` and the effect
    that it names.
    """
    ATTACK = 3
    """A fixed-strength attack by the bearer (for a power card: by the subject): steps A1 to A6, no
    unit strength, no weapon strength. Both teams may add values of power cards. With `on` source or
    subject, range and sight are ignored. Costs no action. A dead bearer still attacks, from the
    space where it died; no other unit attacks out of a base (AMB-132). A **payback** is such an
    attack that a `resolved` ability makes on `source`.
    """
    HEAL = 4
    """Removes up to n wound chips, up to maximum vitae. Works on a dying unit before the death
    check and can bring it back above 0. Never on units in jail or killed by lava. `cure=true` also
    ends incapacitation.
    """
    INCAPACITATE = 5
    """The unit is down at once: no unit phase (an open one closes), no walk, follow or jump of its
    own, until its team has finished the next turn it begins. It can still be targeted, healed,
    pushed and swapped. Its payback, `always` and `defend` abilities work.
    """
    PUSH = 6
    """Moves the unit 1 space straight away from `from` (default: the source, otherwise the bearer),
    `steps` times. Oblique lines and obstacles as in the rules (PUSH-1 to 11, AMB-60 to 63). In lava
    the unit dies at once unless it may enter lava. A token pushes the unit to the space it came
    from, or does nothing if that is occupied (AMB-85). Without an attack: PUSH-12. Its own recoil:
    AMB-129.
    """
    WALK = 7
    """The unit walks up to that many spaces by its own movement rules, tokens included, without
    pauses. Not a movement phase, so `deny movement` does not stop it. The ability is not available
    if the walker is incapacitated. If the walker dies on the way, the rest of the ability is lost.
    """
    FOLLOW = 8
    """The unit walks by its own movement rules to any space adjacent to the subject's new space, at
    most as many spaces as the subject moved. It may do so although it is still adjacent. If it
    cannot get adjacent it stays. A subject in its base has the base as its space. Not limited by
    its rating, not a movement phase. Not possible while it is incapacitated or after the subject
    has left the board (AMB-80).
    """
    JUMP = 9
    """The unit moves to a free space within that distance and in sight, over anything between
    (walls do not hinder a unit with walk-walls). It must be a space where it could end a walk, its
    own base included. From the ground it cannot be a tower space, unless the unit has climb-tower
    (then an edge space). From a tower down is allowed.
    """
    SWAP = 10
    """The two units exchange spaces, if each may stop on the other's space (lava only with
    permission; tower spaces always). Both raise `moved`, the active unit first. Tokens on either
    space attack.
    """
    BASE = 11
    """The unit moves from jail to its own base, with full vitae and without any status. Raises no
    `moved`.
    """
    CAPTURE = 12
    """The bearer captures the picked point as if on it. Raises `captured`. Counts as "capture" for
    act-mid-move.
    """
    GRANT = 13
    """One more action phase or movement phase in the open unit phase of the bearer, or one more
    unit phase (of any unit) for the team this turn. Not usable if the bearer has no open unit
    phase, nor for a movement phase under `deny movement`.
    """
    GAIN = 14
    """The controller draws power cards (hand never above 7) or takes beetle shells."""
    TOKEN = 15
    """Puts that token on the point of the event for the rest of the match. Not possible while it is
    on the board, or another token is on the point. It does not trigger on the unit there.
    """
    ROUND = 16
    """Adds n to the round counter, not below 0."""
    REDIRECT = 17
    """The attack's target becomes that unit. Base protection is checked again, range and sight are
    not. The shape is applied around the new target. Several redirects may follow one another, each
    ability once; each looks at the present target.
    """


class Grant(Enum):
    """Phase or action added by a `grant` effect."""

    ACTION = "action"
    MOVEMENT = "movement"
    UNIT_PHASE = "unit-phase"


class Gain(Enum):
    """Thing given by a `gain` effect."""

    CARD = "card"
    SHELL = "shell"


class Per(Enum):
    """Things that a `mod` can count."""

    OWN_WOUNDS = "own-wounds"
    JAILED_ENEMIES = "jailed-enemies"


ALLOW_NAMES: Final = {
    "see-walls": Allow.SEE_WALLS,
    "walk-walls": Allow.WALK_WALLS,
    "enter-lava": Allow.ENTER_LAVA,
    "climb-tower": Allow.CLIMB_TOWER,
    "pass-enemies": Allow.PASS_ENEMIES,
    "act-mid-move": Allow.ACT_MID_MOVE,
    "splash": Allow.SPLASH,
}
DENY_NAMES: Final = {
    "push": Deny.PUSH,
    "incapacitate": Deny.INCAPACITATE,
    "splash": Deny.SPLASH,
    "bugs": Deny.BUGS,
    "cards": Deny.CARDS,
    "wounds": Deny.WOUNDS,
    "movement": Deny.MOVEMENT,
}
