"""The closed word lists in which every card is written (arsenal part 5)."""

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
    ACTION = 1  # spends the action of the active unit
    BETWEEN = 2  # controller's turn, no unit phase open
    PHASE = 3  # the bearer's unit phase is open
    TURN = 4  # BETWEEN or PHASE
    ATTACK = 5  # card step of the bearer's attack
    DEFEND = 6  # card step of a defence, the bearer among the units hit
    DECLARED = 7
    WOUNDED = 8
    RESOLVED = 9
    DIED = 10
    MOVED = 11
    ENTERED = 12
    CAPTURED = 13
    STARTED = 14


class Role(Enum):
    """Who a unit is to the bearer of an ability (arsenal 5.2)."""

    SELF = "self"
    MATE = "mate"
    ALLY = "ally"
    ENEMY = "enemy"
    ANY = "any"
    THIS = "this"  # only for `by`: the event comes from an attack made with this very card


class Target(Enum):
    """Whom an effect falls on."""

    SELF = "self"
    SUBJECT = "subject"
    SOURCE = "source"
    PICKED = "picked"


class Zone(Enum):
    """Where a unit must be: board is field and base, field is the board outside bases."""

    BOARD = "board"
    FIELD = "field"
    JAIL = "jail"


class Until(IntEnum):
    """How long a timed effect lasts (arsenal 5.7)."""

    FOREVER = 0  # as long as the bearer is in its zone: `always` abilities
    ATTACK = 1
    PHASE = 2
    TURN = 3
    NEXT_TURN = 4  # until the controller's next turn starts
    THEIR_TURN = 5  # until the end of the next turn that the affected unit's team begins


class Period(Enum):
    """What a limit counts over (arsenal 5.7)."""

    ATTACK = "attack"
    PHASE = "phase"
    TURN = "turn"
    MATCH = "match"


class Rating(IntEnum):
    """What a `mod` effect changes."""

    STRENGTH = 0
    MOVEMENT = 1
    TOUGHNESS = 2
    RANGE = 3


class Allow(IntFlag):
    """Permissions of a unit (arsenal 5.6)."""

    NONE = 0
    SEE_WALLS = 1
    WALK_WALLS = 2
    ENTER_LAVA = 4
    CLIMB_TOWER = 8
    PASS_ENEMIES = 16
    ACT_MID_MOVE = 32
    SPLASH = 64


class Deny(IntFlag):
    """What a unit is protected from, or may not do (arsenal 5.6)."""

    NONE = 0
    PUSH = 1
    INCAPACITATE = 2
    SPLASH = 4
    BUGS = 8
    CARDS = 16
    WOUNDS = 32
    MOVEMENT = 64


class Shape(Enum):
    """Whom one attack hits: its target, its target and neighbours, all around the attacker."""

    SINGLE = "single"
    SPLASH = "splash"
    ADJACENT = "adjacent"


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


class Verb(IntEnum):
    """What an effect does: the keys of arsenal 5.6; `move` is told apart by its five ways."""

    MOD = 0
    ALLOW = 1
    DENY = 2
    ATTACK = 3
    HEAL = 4
    INCAPACITATE = 5
    PUSH = 6
    WALK = 7
    FOLLOW = 8
    JUMP = 9
    SWAP = 10
    BASE = 11
    CAPTURE = 12
    GRANT = 13
    GAIN = 14
    TOKEN = 15
    ROUND = 16
    REDIRECT = 17


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
