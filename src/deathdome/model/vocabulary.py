"""The closed word lists in which every card is written (docs/effects.md)."""

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
    """The four types of unit; each has an item deck of its own (TEAM-1)."""

    __hash__ = object.__hash__  # Enum's own is a Python function

    WARRIOR = "warrior"
    GUNNER = "gunner"
    SCOUT = "scout"
    MEDIC = "medic"


class ItemKind(Enum):
    """What an item is, whichever deck it comes from (EQUIP-9)."""

    CLOSE = "close combat weapon"
    RANGED = "ranged weapon"
    ARMOR = "armor"
    VEHICLE = "vehicle"
    EQUIPMENT = "equipment"


class Trigger(IntEnum):
    """When an ability is looked at. The first seven are states or windows, the rest events."""

    ALWAYS = 0
    """As long as the bearer is in its zone.

    Subject: bearer. Source: none.
    """
    ACTION = 1
    """The bearer is the active unit on the field with an action phase left; using it spends that
    action phase and ends an open walk, except as far as `act-mid-move` allows.

    Subject: bearer. Source: none.
    """
    BETWEEN = 2
    """Controller's turn, no unit phase open.

    Subject: none.
    """
    PHASE = 3
    """The bearer's unit phase is open, outside attacks, also while a walk is paused (AMB-130), also
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
    """Step A3, the bearer is among the units hit.

    Subject: bearer. Source: attacker.
    """
    DECLARED = 7
    """Step A1, an attack has a target; raised once, and every reaction to it looks at the target of
    that moment.

    Subject: target. Source: attacker.
    """
    WOUNDED = 8
    """At least one wound chip was added (step A5).

    Subject: wounded unit. Source: attacker or token.
    """
    RESOLVED = 9
    """Step A6, once per unit that the attack hit, wounded or not, alive or dead; order of the
    abilities: AMB-139.

    Subject: unit hit. Source: attacker (a token's attack and a payback do not raise it).
    """
    DIED = 10
    """Vitae 0 or less at the death check, or lava; before the unit leaves its space and before jail
    and shell.

    Subject: dead unit. Source: killer: the unit whose attack or push it was (rude-shove: the active
    unit; a token: the token).
    """
    MOVED = 11
    """After a unit has finished changing spaces on the board; carries start, end, number of spaces
    moved (walk, follow: steps taken; push: 1; jump, swap: distance), cause, and who was adjacent at
    the start; a movement phase raises it once, at its end, if at least one step was taken (a round
    trip counts). Not raised by a token's push, by going to jail or out of it.

    Subject: mover. Source: unit whose effect or attack moved it, else none.
    """
    ENTERED = 12
    """Whenever a unit comes onto the token's space from another space (each single step of a walk
    or follow, before the next step; push, jump, swap).

    Subject: stepping unit. Source: none.
    """
    CAPTURED = 13
    """A control point changed owner.

    Subject: capturing unit. Source: none; carries the point.
    """
    STARTED = 14
    """Start of a team's turn, after the draw; `who="ally"` means the controller's own turn.

    Subject: none.
    """


class Role(Enum):
    """Who a unit is to the bearer of an ability (effects.md part 2)."""

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
    """For `by` only: the event comes from an attack made with this very card."""


class Target(Enum):
    """Whom an effect falls on."""

    SELF = "self"
    """The bearer."""
    SUBJECT = "subject"
    """The unit that the event happens to; inside an attack each defending unit in turn."""
    SOURCE = "source"
    """The unit that caused the event."""
    PICKED = "picked"
    """What the ability's `pick` chose."""


class Zone(Enum):
    """Where a unit must be: board is field and base, field is the board outside bases."""

    BOARD = "board"
    """On the field or in its base."""
    FIELD = "field"
    """On the board outside bases."""
    JAIL = "jail"
    """In a jail."""


class Until(IntEnum):
    """How long a timed effect lasts (effects.md part 7)."""

    FOREVER = 0
    """Ends when the bearer leaves the zone or the item leaves the bearer."""
    ATTACK = 1
    """Ends after step A6 of the current attack."""
    PHASE = 2
    """Ends when the open unit phase closes; at once if the bearer has none open."""
    TURN = 3
    """Ends at the end of the current turn."""
    NEXT_TURN = 4
    """Ends when the controller's next turn starts."""
    THEIR_TURN = 5
    """Ends at the end of the next turn that the affected unit's team begins."""


class Period(Enum):
    """What a limit counts over (effects.md part 7)."""

    ATTACK = "attack"
    """Each attack by itself: each of several in one action, a nested one, a token's; an event
    outside attacks has no such limit.
    """
    PHASE = "phase"
    """Each unit phase."""
    TURN = "turn"
    """Refilled when the controller's turn starts, so it also covers the opponents' turns in
    between.
    """
    MATCH = "match"
    """The whole match; not restored by jail."""


class Rating(IntEnum):
    """What a `mod` effect changes."""

    STRENGTH = 0
    MOVEMENT = 1
    TOUGHNESS = 2
    RANGE = 3


class Allow(IntFlag):
    """Permissions of a unit (effects.md part 6)."""

    NONE = 0
    SEE_WALLS = 1
    """Walls do not block the bearer's sight; the tower still does. For a card whose choice looks
    from the bearer, that counts as well (AMB-135).
    """
    WALK_WALLS = 2
    """Walls do not stop its walks, follows and jumps; it may not end or pause inside a wall
    (AMB-136).
    """
    ENTER_LAVA = 4
    """Lava is floor for it: it may walk, stop and be pushed there unharmed."""
    CLIMB_TOWER = 8
    """Tower edge spaces can be entered from any adjacent space, not only from a bridge."""
    PASS_ENEMIES = 16
    """It may walk through enemy units, not stop on them."""
    ACT_MID_MOVE = 32
    """Its action phases may be spent at a pause of its movement phase, for the listed `acts`,
    without ending it: "attack" = an attack with a weapon or punch, all attacks of the action at
    that pause; "capture" = capturing the point it stands on or an `action` ability with the effect
    `capture`.
    """
    SPLASH = 64
    """Its current attack has splash shape; cannot be used if the attack has splash already or has
    no target (shape adjacent).
    """

    __and__ = __rand__ = int.__and__  # type: ignore[assignment]  # IntFlag's own takes ten times as long


class Deny(IntFlag):
    """What a unit is protected from, or may not do (effects.md part 6)."""

    NONE = 0
    PUSH = 1
    """Cannot be pushed."""
    INCAPACITATE = 2
    """Cannot be incapacitated."""
    SPLASH = 4
    """Is not hit by splash unless it is the target itself."""
    BUGS = 8
    """Bug tokens do not attack it."""
    CARDS = 16
    """Its team plays no power cards, values or abilities, in step A3 of this attack; reactions at
    other steps stay possible.
    """
    WOUNDS = 32
    """It takes no wounds from this attack."""
    MOVEMENT = 64
    """It gets no movement phase; its action phase and moves by effects remain."""

    __and__ = __rand__ = int.__and__  # type: ignore[assignment]


class Shape(Enum):
    """Whom one attack hits: its target, its target and neighbours, all around the attacker."""

    SINGLE = "single"
    """Only its target."""
    SPLASH = "splash"
    """The target and all its adjacent enemies of the attacker."""
    ADJACENT = "adjacent"
    """All enemies adjacent to the attacker, at least one needed, no target choice (no `declared`,
    no redirect).
    """


class WeaponKind(Enum):
    """Type of a weapon, whatever the distance (ATTACK-11)."""

    CLOSE = "close"
    RANGED = "ranged"


class Cause(IntEnum):
    """What kind of movement raised a `moved` event."""

    WALK = 0
    FOLLOW = 1
    PUSH = 2
    JUMP = 3
    SWAP = 4


class EffectKind(IntEnum):
    """What an effect does: the keys of effects.md part 6; `move` is told apart by its five ways."""

    MOD = 0
    """Adds n (or n per counted thing, up to max) to the value. Modifiers add up. Movement never
    falls below 0, range not below 1. In a fixed-strength attack no strength modifier of the
    attacking unit counts, only power cards played in that attack; the defence is computed as
    always, boosts included.
    """
    ALLOW = 1
    """Gives the unit a permission; two of the same do not add up."""
    DENY = 2
    """Protects the unit from something or takes a permission away; deny beats allow and beats the
    effect named.
    """
    ATTACK = 3
    """A fixed-strength attack by the bearer (for a power card: by the subject): steps A1 to A6, no
    unit strength, no weapon strength. Values of power cards may be added by both sides. With `on`
    source or subject, range and sight are ignored. Costs no action. A dead bearer still attacks,
    from the space where it died; nobody else attacks out of a base (AMB-132). A **payback** is such
    an attack that a `resolved` ability makes on `source`.
    """
    HEAL = 4
    """Removes up to n wound chips, never above maximum vitae. Works on a dying unit before the
    death check and can bring it back above 0. Never on units in jail or killed by lava. `cure=true`
    also ends incapacitation.
    """
    INCAPACITATE = 5
    """The unit lies down at once: no unit phase (an open one closes), no walk, follow or jump of
    its own, until its team has finished the next turn it begins. It can still be targeted, healed,
    pushed, swapped, and its payback, `always` and `defend` abilities work.
    """
    PUSH = 6
    """Moves the unit 1 space straight away from `from` (left out: the source, else the bearer),
    repeated `steps` times; oblique lines and obstacles as in the rules (PUSH-1 to 11, AMB-60 to
    63). Lava: the unit dies at once unless it may enter lava. A token's push goes back to the
    space the unit came from, or does nothing if that is occupied (AMB-85). Without an attack:
    PUSH-12. Out of its own recoil: AMB-129.
    """
    WALK = 7
    """The unit walks up to that many spaces by its own movement rules, tokens included, without
    pauses. Not a movement phase, so `deny movement` does not stop it. An incapacitated unit cannot
    be the walker: the ability is then not available at all. If the walker falls on the way, the
    rest of the ability is lost.
    """
    FOLLOW = 8
    """The unit walks by its own movement rules to a space adjacent to the subject's new space, at
    most as many spaces as the subject moved; if it cannot get adjacent it stays. It may choose any
    such space, also when it is still adjacent without moving. A subject in its base has the base as
    its space. Not limited by its rating, not a movement phase, not possible while incapacitated or
    when the subject has left the board (AMB-80).
    """
    JUMP = 9
    """To a free space within that distance and in sight (walls do not hinder this for a unit with
    walk-walls), ignoring what lies between. It must be a space where the unit could end a walk, its
    own base included; from the ground no tower space, unless it has climb-tower (then an edge
    space); from a tower down is allowed.
    """
    SWAP = 10
    """The two units exchange spaces, if each may stand on the other's space (lava only with
    permission; tower spaces always). Both raise `moved`, the active unit first; tokens on either
    space attack.
    """
    BASE = 11
    """The unit goes from jail to its own base, with full vitae and without any status; raises no
    `moved`.
    """
    CAPTURE = 12
    """The bearer captures the picked point as if standing on it; raises `captured`. Counts as
    "capture" for act-mid-move.
    """
    GRANT = 13
    """One more action phase or movement phase in the open unit phase of the bearer, or one more
    unit phase (of any unit) for the team this turn. Not usable if the bearer has no open unit
    phase, or for a movement phase under `deny movement`.
    """
    GAIN = 14
    """The controller draws power cards (hand never above 7) or takes beetle shells."""
    TOKEN = 15
    """Puts that token on the point of the event for the rest of the match; not possible while it is
    on the board or another token lies there. No trigger for the unit standing there.
    """
    ROUND = 16
    """Adds n to the round counter, not below 0."""
    REDIRECT = 17
    """The attack's target becomes that unit; range and sight are not checked again, base protection
    is; the shape is applied around the new target. Several redirects may follow one another, each
    ability once; each looks at the present target.
    """


class Grant(Enum):
    """What a `grant` effect gives."""

    ACTION = "action"
    MOVEMENT = "movement"
    UNIT_PHASE = "unit-phase"


class Gain(Enum):
    """What a `gain` effect gives."""

    CARD = "card"
    SHELL = "shell"


class Per(Enum):
    """What a `mod` may be counted by."""

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
