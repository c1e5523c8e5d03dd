"""Combat: the events of a combat, cut into the cards that a show plays one after another.

The order of action comes first, then a card for each activation, a card for each attack, and the
end of the round. Every event of the combat is on one card.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.powerdome.model.events import (
    Activated,
    AttackBegan,
    AttackLost,
    Captioned,
    DamageChanged,
    DealsJudged,
    Died,
    DomeCloses,
    Failed,
    GameOver,
    PlansShown,
    Revealed,
    Revived,
    RoundBegan,
    RuleSet,
    StatChanged,
    Struck,
    Suffered,
    Unmasked,
    VitalityChanged,
)
from deathdome.powerdome.model.tome import EventKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.answers import Plan
    from deathdome.powerdome.model.dome import CharacterId, PowerId, Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import Deal, State
    from deathdome.powerdome.model.tome import Tome

_RATIO: Final = "speed_ratio"  # the rule that a power may change


class Part(Enum):
    """The parts of a show, in the order they are played."""

    ORDER = "order"
    ACTIVATIONS = "activations"
    ATTACKS = "attacks"
    END = "end"


class Wear(NamedTuple):
    """A change of resist before an attack: by a power, or by an attacker."""

    power: PowerId | None
    by: CharacterId
    old: int
    new: int


@dataclass
class Card:
    """One card: its events, and what was known before the first of them."""

    part: Part
    events: list[Event]
    dead: frozenset[CharacterId]  # before it
    ratio: int  # of agility that doubles
    worn: tuple[Wear, ...] = ()  # changes of the defender's resist before an attack
    number: int = 0  # in its part, from 1

    @property
    def head(self) -> Event:
        """The event that the card begins with."""
        return self.events[0]

    @property
    def struck(self) -> Struck | None:
        """The blow of an attack; None if there is none."""
        return next((one for one in self.events if isinstance(one, Struck)), None)

    @property
    def killed(self) -> tuple[CharacterId, ...]:
        """The characters that died and did not live again."""
        found: dict[CharacterId, None] = {}
        for one in self.events:
            if isinstance(one, Died):
                found[one.character] = None
            elif isinstance(one, Revived):
                found.pop(one.character, None)
        return tuple(found)


@dataclass
class Combat:
    """The show of a combat."""

    round: int
    agility: tuple[tuple[Seat, int], ...]  # in the order of action
    captions: dict[Seat, str]
    cards: list[Card]
    before: dict[CharacterId, int]  # vitality at the start of the combat
    after: dict[CharacterId, int]
    plans: tuple[tuple[CharacterId, Plan], ...] = ()
    deals: tuple[Deal, ...] = ()
    loss: int = 0  # to the closing dome
    over: GameOver | None = None
    parts: dict[Part, int] = field(default_factory=dict)  # cards of each part


def combat_of(view: State, events: Sequence[Event], first: int, end: int) -> Combat:
    """Return the show of the combat in events `first` to `end`; `view` is a state after it."""
    played = events[first:end]
    shown = next(one for one in played if isinstance(one, Revealed))
    began = next((one for one in reversed(events[:first]) if isinstance(one, RoundBegan)), None)
    combat = Combat(
        view.dome.round if began is None else began.round,
        shown.agility,
        {one.seat: one.text for one in played if isinstance(one, Captioned)},
        _Cutter(view).cut(played),
        *_vitality(view, played),
    )
    for one in played:
        match one:
            case PlansShown(plans):
                combat.plans = plans
            case DealsJudged(deals):
                combat.deals = deals
            case DomeCloses(loss):
                combat.loss = loss
            case GameOver():
                combat.over = one
    for card in combat.cards:
        card.number = combat.parts[card.part] = combat.parts.get(card.part, 0) + 1
    return combat


def _vitality(
    view: State, combat: Sequence[Event]
) -> tuple[dict[CharacterId, int], dict[CharacterId, int]]:
    """Return the vitality of all characters before and after a combat."""
    before: dict[CharacterId, int] = {}
    after = {one.id: one.vitality for one in view.now.characters}
    for event in combat:
        if isinstance(event, VitalityChanged):
            before.setdefault(event.character, event.old)
            after[event.character] = event.new
        elif isinstance(event, Revived):
            after[event.character] = event.vitality
    return {**after, **before}, after


class _Cutter:
    """Deals events out to cards."""

    def __init__(self, view: State) -> None:
        self.tome: Final[Tome] = view.now.tome
        self.allies: Final = {one.id: one.kind for one in view.now.characters if not one.player}
        self.ratio = view.dome.speed_ratio
        self.cards: list[Card] = []
        self.dead: set[CharacterId] = set()
        self.worn: dict[CharacterId, list[Wear]] = {}
        self.cause: Wear | None = None  # of the changes that follow
        self.open: list[Card] = []  # attacks within attacks; the last one is current
        self.part = Part.ORDER

    def cut(self, combat: Sequence[Event]) -> list[Card]:
        for event in combat:
            self._begin(event)
            card = self.open[-1] if self.open else self.cards[-1]
            card.events.append(event)
            self._note(event)
        return self.cards

    def _new(self, part: Part, *, attack: bool = False) -> None:
        self.part = part
        card = Card(part, [], frozenset(self.dead), self.ratio)
        self.cards.append(card)
        if attack:
            self.open.append(card)
        else:
            self.open.clear()

    def _begin(self, event: Event) -> None:
        """Open the card of an event, if it is not on the one that is open."""
        match event:
            case Revealed():
                self._new(Part.ORDER)
            case Captioned():
                pass
            case Activated(reaction=True):
                self._answer(event)
            case Activated() | Failed() | Suffered():
                self._new(Part.ACTIVATIONS)
            case AttackBegan(further=further):
                if not further:
                    self.open.clear()
                self._new(self.part if further else Part.ATTACKS, attack=True)
            case AttackLost() if not self._loses(event):
                self._new(Part.ATTACKS)
            case Struck():
                while len(self.open) > 1 and self.open[-1].struck is not None:
                    self.open.pop()
                card = self.open[-1] if self.open else self.cards[-1]
                card.worn = tuple(self.worn.get(event.defender, ()))
            case VitalityChanged(cause="attack") | DamageChanged():
                self._back_to(event)
            case Died(with_player=True) | DomeCloses() | PlansShown() | DealsJudged():
                self._to_the_end()
            case Unmasked() if self.part is Part.ORDER:
                self._new(Part.ACTIVATIONS)
            case _:
                if self.part is Part.ORDER:
                    self._new(Part.ACTIVATIONS)

    def _answer(self, event: Activated) -> None:
        """Open the card of a reaction to the start or the end of combat; others join a card."""
        if self._answered(event) is EventKind.ROUND_END and self.part is not Part.END:
            self._to_the_end()
        elif self.part is Part.ORDER:
            self._new(Part.ACTIVATIONS)

    def _answered(self, event: Activated) -> EventKind | None:
        """Return the kind of event that a reaction answers."""
        if event.power is not None:
            return self.tome.powers[event.power].effects[event.effect].event
        kind = self.allies.get(event.character)
        return None if kind is None else self.tome.allies[kind].effects[event.effect].event

    def _to_the_end(self) -> None:
        if self.part is not Part.END:
            self._new(Part.END)

    def _loses(self, event: AttackLost) -> bool:
        """True if the attack that is open is lost after it began."""
        head = self.open[-1].head if self.open else None
        return (
            isinstance(head, AttackBegan)
            and head.attacker == event.attacker
            and self.open[-1].struck is None
        )

    def _back_to(self, event: VitalityChanged | DamageChanged) -> None:
        """Go back to the attack around the last one, if its damage comes now."""
        who = event.character if isinstance(event, VitalityChanged) else event.defender
        while len(self.open) > 1:
            struck = self.open[-1].struck
            dealt = any(
                isinstance(one, VitalityChanged) and one.cause == "attack"
                for one in self.open[-1].events
            )
            if struck is not None and struck.defender == who and not dealt:
                return
            self.open.pop()

    def _note(self, event: Event) -> None:
        """Remember what later cards refer to."""
        match event:
            case Activated(character=who, power=power):
                self.cause = Wear(power, who, 0, 0)
            case Struck(attacker=one, defender=other, resist=old, worn=new) if old != new:
                self.worn.setdefault(other, []).append(Wear(None, one, old, new))
            case StatChanged(character=who, stat="resist", old=old, new=new):
                cause = self.cause or Wear(None, who, 0, 0)
                self.worn.setdefault(who, []).append(cause._replace(old=old, new=new))
            case Suffered(character=who):
                self.cause = Wear(None, who, 0, 0)
            case RuleSet(key=key, value=value) if key == _RATIO:
                self.ratio = int(value)
            case Died(character=who):
                self.dead.add(who)
            case Revived(character=who):
                self.dead.discard(who)
