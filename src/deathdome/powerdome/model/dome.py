"""The dome: characters, powers in play, and everything that combat can change.

A `Dome` is changed in place by one fight and copied before; copying is what a bot does most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from deathdome.powerdome.model.tome import Tome

Seat: TypeAlias = int
CharacterId: TypeAlias = int  # players are 0 to seats - 1, allies follow as they are summoned
PowerId: TypeAlias = int  # index in the tome

ABSENT: Final = -1


class Reflection(NamedTuple):
    """A share of the damage of an attack that its attacker loses in turn, for the round."""

    num: int
    den: int
    versus: CharacterId  # the only attacker it is meant for, ABSENT for all
    path: frozenset[tuple[int, int, int]]  # effects that led to it (PD-POWER-15)


class Character:
    """A player or an ally."""

    __slots__ = (
        "afflictions",
        "agility",
        "alive",
        "ap",
        "bypass",
        "controller",
        "counters",
        "fallen",
        "id",
        "kind",
        "new",
        "no_attack",
        "reflect",
        "resist",
        "steady",
        "strike",
        "taken_max",
        "vitality",
    )

    def __init__(self, id_: CharacterId, controller: Seat, kind: int, vitality: int) -> None:
        self.id = id_
        self.controller = controller  # of a player: itself
        self.kind = kind  # index of the kind of ally, ABSENT for a player
        self.vitality = vitality
        self.alive = True
        self.afflictions: list[int] = []  # in the order received
        self.counters: dict[str, int] = {}
        self.agility = self.strike = self.resist = 0
        self.ap = 0  # the reserve in combat
        self.new = False  # summoned this round (PD-ALLY-03)
        self.fallen = False  # died this round, even if revived (PD-DEATH-08)
        self.bypass = self.no_attack = self.steady = False
        self.taken_max: int | None = None
        self.reflect: tuple[Reflection, ...] = ()

    @property
    def player(self) -> bool:
        """True for a player, False for an ally."""
        return self.kind < 0

    def can_act(self) -> bool:
        """Return True if it still carries out its plan this round."""
        return self.alive and not self.fallen and not self.new

    def copy(self) -> Character:
        """Return an independent copy."""
        new = Character.__new__(Character)
        new.id = self.id
        new.controller = self.controller
        new.kind = self.kind
        new.vitality = self.vitality
        new.alive = self.alive
        new.afflictions = self.afflictions[:]
        new.counters = self.counters.copy()
        new.agility = self.agility
        new.strike = self.strike
        new.resist = self.resist
        new.ap = self.ap
        new.new = self.new
        new.fallen = self.fallen
        new.bypass = self.bypass
        new.no_attack = self.no_attack
        new.steady = self.steady
        new.taken_max = self.taken_max
        new.reflect = self.reflect
        return new

    def end_round(self) -> None:
        """Forget everything that lasts for a round (PD-RESET-02, -05)."""
        self.agility = self.strike = self.resist = 0
        self.ap = 0
        self.new = self.fallen = False
        self.bypass = self.no_attack = self.steady = False
        self.taken_max = None
        self.reflect = ()


class Card:
    """A power in the game: its owner, its history, its round."""

    __slots__ = ("answers", "counters", "disabled", "gone", "moved", "owner", "used")

    def __init__(self, effects: int, owner: Seat = ABSENT) -> None:
        self.owner = owner  # ABSENT for a modifier
        self.counters: dict[str, int] = {}
        self.used = [0] * effects  # activations of each effect in the game (PD-KEYWORD-06)
        self.answers: dict[tuple[int, CharacterId], int] = {}  # reactions of a bearer this round
        self.gone = False  # left the game
        self.moved = False  # changed owner this round (PD-POWER-13)
        self.disabled = False  # this round

    def copy(self) -> Card:
        """Return an independent copy."""
        new = Card.__new__(Card)
        new.owner = self.owner
        new.counters = self.counters.copy()
        new.used = self.used[:]
        new.answers = self.answers.copy()
        new.gone = self.gone
        new.moved = self.moved
        new.disabled = self.disabled
        return new


class Dome:
    """The position of a game between setup and victory."""

    __slots__ = (
        "ally_answers",
        "cards",
        "characters",
        "closing",
        "culled",
        "first",
        "hands",
        "hidden",
        "initiative",
        "lasting",
        "marks",
        "modifiers",
        "order",
        "over",
        "round",
        "seats",
        "speed_ratio",
        "tome",
        "used_by_ally",
        "winner",
    )

    def __init__(self, tome: Tome, seats: int, vitality: int) -> None:
        self.tome = tome
        self.seats = seats
        self.characters = [Character(seat, seat, ABSENT, vitality) for seat in range(seats)]
        self.cards: dict[PowerId, Card] = {}  # owned, in force, or gone
        self.hands: list[list[PowerId]] = [[] for _ in range(seats)]  # in the order acquired
        self.modifiers: list[PowerId] = []  # in force, in tome order
        self.marks: dict[PowerId, tuple[Seat, ...]] = {}  # bearers of given modifiers (AM-1)
        self.hidden: frozenset[PowerId] = frozenset()  # marks that only their bearer knows
        self.culled: list[PowerId] = []
        self.round = 0
        self.order: list[Seat] = list(range(seats))  # initiative; seats before the first combat
        self.first: Seat = ABSENT  # is asked first for its sheet (PD-ALLOCATE-09)
        self.speed_ratio = 2
        self.initiative = "high"
        self.lasting: dict[str, int | str] = {}  # rules to restore at the next Reset (PD-POWER-03)
        self.closing = 0  # round that counts as the first closing one, 0 for the usual (PD-WIN-05)
        self.over = False
        self.winner = ABSENT  # of a game that is over; ABSENT in a draw
        self.used_by_ally: dict[tuple[CharacterId, int], int] = {}  # Limits of effects of allies
        self.ally_answers: dict[tuple[CharacterId, int], int] = {}  # reactions this round

    def copy(self) -> Dome:
        """Return an independent copy."""
        new = Dome.__new__(Dome)
        new.tome = self.tome
        new.seats = self.seats
        new.characters = [character.copy() for character in self.characters]
        new.cards = {power: card.copy() for power, card in self.cards.items()}
        new.hands = [hand[:] for hand in self.hands]
        new.modifiers = self.modifiers[:]
        new.marks = self.marks.copy()
        new.hidden = self.hidden
        new.culled = self.culled[:]
        new.round = self.round
        new.order = self.order[:]
        new.first = self.first
        new.speed_ratio = self.speed_ratio
        new.initiative = self.initiative
        new.lasting = self.lasting.copy()
        new.closing = self.closing
        new.over = self.over
        new.winner = self.winner
        new.used_by_ally = self.used_by_ally.copy()
        new.ally_answers = self.ally_answers.copy()
        return new

    def living(self) -> list[Seat]:
        """Return the living players, in seat order."""
        return [seat for seat in range(self.seats) if self.characters[seat].alive]

    def allies(self, seat: Seat) -> list[CharacterId]:
        """Return the living allies of a player, in the order summoned."""
        return [
            one.id for one in self.characters[self.seats :] if one.controller == seat and one.alive
        ]

    def marked(self, seat: Seat) -> list[PowerId]:
        """Return the given modifiers that a player bears, in tome order."""
        return [power for power in self.modifiers if seat in self.marks.get(power, ())]

    def acquire(self, power: PowerId, seat: Seat) -> None:
        """Hand a new power to a player."""
        self.cards[power] = Card(len(self.tome.powers[power].effects), seat)
        self.hands[seat].append(power)

    def move(self, power: PowerId, seat: Seat) -> None:
        """Change the owner of a power; its history goes with it (PD-POWER-13)."""
        card = self.cards[power]
        self.hands[card.owner].remove(power)
        self.hands[seat].append(power)
        card.owner = seat

    def discard(self, power: PowerId) -> None:
        """Take a power out of the game."""
        card = self.cards[power]
        self.hands[card.owner].remove(power)
        card.owner = ABSENT
        card.gone = True
