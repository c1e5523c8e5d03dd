"""Lists to choose from, with the entries that cannot be chosen now."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from deathdome.model.actions import (
    COMMIT,
    NOBODY,
    Action,
    ActionKind,
    a_of,
    b_of,
    kind_of,
    make_action,
    option,
)
from deathdome.model.decisions import Question
from deathdome.model.lookup import card_of_id
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Shape, Trigger
from deathdome.odds.attack_odds import odds_of
from deathdome.rules.analysis import open_attack
from deathdome.rules.engine import apply_action, decision, why_not
from deathdome.rules.futile_choices import shortfalls
from deathdome.rules.observing import visible_state
from deathdome.text.choices import SHORT, shortfall_words
from deathdome.text.names import capitalised, space_name
from deathdome.text.offers import sort_offers
from deathdome.text.phrases import attacks
from deathdome.text.phrases import questions as say
from deathdome.tui.keys.keyset import key
from deathdome.tui.presenters.pieces import unit_called, units_called, weapon_name
from deathdome.tui.presenters.reasons import refused_here
from deathdome.tui.presenters.words import (
    ability_text,
    has_ability,
    option_words,
    reaction_text,
    reaction_title,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from deathdome.match.protocol import Request
    from deathdome.model.observation import Observation
    from deathdome.model.state import State
    from deathdome.rules.futile_choices import Shortfall
    from deathdome.text.offers import Offers


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list and its actions."""

    text: str
    sends: tuple[Action, ...]
    detail: str = ""
    value: int = 0  # of a power card played for its value
    space: int = -1  # shown on the board while the entry is under the bar
    closed: str = ""  # why it cannot be chosen now; "" if it can


class Approach(NamedTuple):
    """A walk, and the attack that is legal after it."""

    walk: Action
    attack: Action


@dataclass(slots=True)
class Menu:
    """An open list. `many`: entries are ticked and sent together; otherwise Enter sends one."""

    kind: Literal["cards", "attack", "acts", "end", "answer"]
    title: str
    entries: list[Entry]
    many: bool = False
    closable: bool = True  # Esc closes it; False: it is the question itself
    index: int = 0
    ticked: list[int] = field(default_factory=list)  # in order of ticking
    asked: bool = False  # whether the player was asked to confirm that no card is played

    @property
    def entry(self) -> Entry | None:
        """The highlighted entry."""
        return self.entries[self.index] if self.entries else None

    @property
    def staged(self) -> int:
        """Sum of the values of the selected cards."""
        return sum(self.entries[index].value for index in self.ticked)

    def move(self, step: int) -> None:
        """Move the bar up or down, past the end to the start."""
        if self.entries:
            self.index = (self.index + step) % len(self.entries)

    def tick(self) -> None:
        """Select or clear the highlighted entry; clear others that exclude it."""
        if self.index in self.ticked:
            self.ticked.remove(self.index)
        elif self.entry is not None and not self.entry.closed:
            self.ticked.append(self.index)
            card = self._card(self.index)
            while card >= 0 and len(same := self._ticked_of(card)) > self._copies(card):
                self.ticked.remove(same[0])

    def _card(self, index: int) -> int:
        """Return the power card that an entry takes from the hand, or -1."""
        action = self.entries[index].sends[-1]
        return a_of(action) if kind_of(action) in (ActionKind.LAY, ActionKind.PLAY) else -1

    def _ticked_of(self, card: int) -> list[int]:
        return [index for index in self.ticked if self._card(index) == card]

    def _copies(self, card: int) -> int:
        """Return the copies of a card in the hand; each has an entry to play it for its value."""
        sends = (entry.sends[-1] for entry in self.entries if entry.sends)
        return sum(kind_of(action) is ActionKind.LAY and a_of(action) == card for action in sends)

    def answers(self) -> tuple[Action, ...]:
        """Return the actions that Enter sends."""
        if not self.many:
            return self.entry.sends if self.entry is not None else ()
        acts = [action for index in self.ticked for action in self.entries[index].sends]
        # Abilities before values: one may change what the other counts for.
        acts.sort(key=lambda action: kind_of(action) is ActionKind.LAY)
        return (*acts, COMMIT)


# Further entries of the list of actions. To stop a walk without ending
# the phase only makes sense if another walk may follow, so it has no key of its own.
_NAMED = (ActionKind.CAPTURE, ActionKind.RELEASE, ActionKind.STOP)


def question_menu(request: Request) -> Menu | None:
    """Return the list of a question; None if the board or the store asks it."""
    seen = request.seen
    match request.question:
        case Question.ATTACK_CARDS | Question.DEFENCE_CARDS:
            return _card_menu(request)
        case Question.JAIL:
            jails = seen.setup.board.jails
            entries = [
                Entry(
                    option_words(action, seen),
                    (action,),
                    detail=_inmates(seen, a_of(action)),
                    space=(jails[a_of(action)] & -jails[a_of(action)]).bit_length() - 1,
                )
                for action in request.options
            ]
            name = unit_called(seen, request.unit)
            return Menu("answer", say.WHICH_JAIL.format(name=name), entries, closable=False)
        case Question.HIT_ORDER:
            entries = [
                Entry(option_words(action, seen), (action,), space=seen.space[a_of(action)])
                for action in request.options
            ]
            return Menu("answer", say.NEXT_HIT_QUESTION, entries, closable=False)
        case Question.REACTION:
            # The bar starts on "decline": a card is spent by choice, never by a slip.
            # Reactions without their effect come last.
            short = shortfalls(seen)
            options = sorted(
                request.options,
                key=lambda action: (action in short, kind_of(action) is not ActionKind.DECLINE),
            )
            entries = [_reaction(action, seen, short.get(action)) for action in options]
            return Menu("answer", reaction_title(request), entries, closable=False)
        case _:
            return None


def _reaction(action: Action, seen: Observation, short: Shortfall | None) -> Entry:
    words, text = option_words(action, seen), reaction_text(action, seen)
    if short is not None:
        words = f"{SHORT[short]}: {words}"
        text = f"{shortfall_words(seen.setup, action, short)}. {text}"
    return Entry(words, (action,), detail=text)


def _inmates(seen: Observation, jail: int) -> str:
    units = [unit for unit, at in enumerate(seen.space) if at == -1 - jail]
    return f"holds {units_called(seen, units)}" if units else "empty"


def _entry(action: Action, seen: Observation) -> Entry:
    return Entry(option_words(action, seen), (action,), detail=ability_text(action, seen))


def _card_menu(request: Request) -> Menu:
    """Return the hand, one line a copy, then the abilities of this card step."""
    seen = request.seen
    layable = {
        a_of(action): action for action in request.options if kind_of(action) is ActionKind.LAY
    }
    cards = seen.setup.catalog.power_cards
    entries = [
        Entry(option_words(layable[card], seen), (layable[card],), "", cards[card].value)
        for card in sorted(seen.hand, key=lambda card: (-cards[card].value, card))
        if card in layable
    ]
    entries += [
        _entry(action, seen)
        for action in request.options
        if kind_of(action) in (ActionKind.USE, ActionKind.PLAY)
    ]
    title = say.ATTACK_CARDS if request.question is Question.ATTACK_CARDS else say.DEFENCE_CARDS
    return Menu("cards", title, entries, many=True, closable=False)


def attack_menu(
    seen: Observation,
    acts: Sequence[Action],
    prefix: tuple[Action, ...],
    closed: Sequence[Entry] = (),
) -> Menu:
    """Return the weapons for one target, or for a sweep.

    `closed` are the weapons that reach no target now.
    """
    entries = [
        Entry(option_words(action, seen), (*prefix, action), space=_target_space(seen, action))
        for action in acts
    ]
    return Menu("attack", "Attack with", [*entries, *closed])


def approach_menu(seen: Observation, ways: Sequence[Approach], prefix: tuple[Action, ...]) -> Menu:
    """Return the attacks on one target after a walk, one for each weapon."""
    entries = [
        Entry(
            say.ATTACK_FROM.format(
                attack=option_words(way.attack, seen), where=space_name(seen.setup, a_of(way.walk))
            ),
            (*prefix, way.walk, way.attack),
            space=_target_space(seen, way.attack),
        )
        for way in ways
    ]
    return Menu("attack", say.WALK_AND_ATTACK, entries)


def _target_space(seen: Observation, action: Action) -> int:
    target = b_of(action)
    return seen.space[target] if target < len(seen.space) else -1


def acts_menu(
    seen: Observation,
    options: Sequence[Action],
    prefix: tuple[Action, ...],
    legal: Collection[Action],
    closed: Sequence[Entry] = (),
) -> Menu:
    """Return all actions except walking and ending, which have keys of their own.

    `prefix` begins the unit's phase, for actions that are not `legal` without it; `closed` are the
    cards and items that cannot be used now. Ending is left out on purpose: two presses of Enter on
    a unit must not end a turn.
    """
    offers = sort_offers(options)
    acts = [*offers.all_attacks, *offers.abilities]
    acts += [action for kind, action in offers.plain.items() if kind in _NAMED]
    entries = [
        Entry(
            option_words(action, seen),
            (action,) if action in legal else (*prefix, action),
            detail=ability_text(action, seen),
            space=_target_space(seen, action) if kind_of(action) is ActionKind.ATTACK else -1,
        )
        for action in acts
    ]
    title = say.UNIT_MENU if entries else say.UNIT_MENU_EMPTY
    return Menu("acts", title, [*entries, *closed])


def end_menu(what: str, left: str, closing: Action) -> Menu:
    """Return the question before an end with something left; the harmless entry comes first."""
    unused, _, best = left.rpartition(", ")
    title = say.END_QUESTION.format(what=what) + (f" {capitalised(unused)}." if unused else "")
    detail = say.AGAIN_ENDS.format(left=best, end=key("end"), what=what)
    entries = [
        Entry(say.KEEP_PLAYING, (), detail=detail),
        Entry(f"End {what}", (closing,), detail=detail),
    ]
    return Menu("end", title, entries)


_OWN_TIME: Final = (Trigger.ACTION, Trigger.BETWEEN, Trigger.PHASE, Trigger.TURN)


def after_prefix(seen: Observation, prefix: Iterable[Action]) -> State:
    """Return the visible position after the answers of `prefix`."""
    state = visible_state(seen)
    for action in prefix:
        asked = decision(state)
        if asked is not None and action in asked.options:
            apply_action(state, action, trusted=True)
    return state


def offers_after(seen: Observation, actions: Iterable[Action]) -> Offers:
    """Return what the unit could do after these answers, as far as the seat sees."""
    asked = decision(after_prefix(seen, actions))
    return sort_offers(asked.options if asked is not None else ())


def closed_cards(
    seen: Observation, unit: int, options: Collection[Action], prefix: Iterable[Action]
) -> list[Entry]:
    """Return power cards with abilities, and items of the unit, that cannot be used now."""
    state, now = after_prefix(seen, prefix), visible_state(seen)
    catalog = seen.setup.catalog
    played = {a_of(action) for action in options if kind_of(action) is ActionKind.PLAY}
    used = {
        catalog.ability_of(action).card for action in options if kind_of(action) is ActionKind.USE
    }
    entries = []
    for card in dict.fromkeys(seen.hand):
        if card not in played and has_ability(seen, card):
            name = catalog.power_cards[card].name
            action = make_action(ActionKind.PLAY, card, 0, option(-1, -1))
            # A card for between phases is refused by what is now, not by the phase to come.
            early = why_not(state, action).refusal.reason.code == "wrong-window"
            entries.append(_closed(now if early else state, f"play {name}", action))
    abilities = seen.gear.windows[unit] if unit >= 0 else {}
    for ability in (ability for when in _OWN_TIME for ability in abilities.get(when, ())):
        if ability.card in used:
            continue
        used.add(ability.card)
        printed = card_of_id(catalog, ability.card)
        name = printed.name if printed is not None else ability.card
        action = make_action(ActionKind.USE, ability.id, 0, option(-1, -1))
        entries.append(_closed(state, name, action))
    return entries


def closed_weapons(
    seen: Observation, unit: int, acts: Iterable[Action], prefix: Iterable[Action]
) -> list[Entry]:
    """Return the weapons of the unit that reach no target from its space."""
    state = after_prefix(seen, prefix)
    open_ones = {a_of(action) for action in acts}
    entries = []
    for arm in state.gear.weapons[unit]:
        if arm.item in open_ones:
            continue
        target = NOBODY if arm.shape is Shape.ADJACENT else _nearest_foe(seen, state, unit)
        name = f"attack with {weapon_name(seen, arm.item)}"
        entries.append(_closed(state, name, make_action(ActionKind.ATTACK, arm.item, target)))
    return entries


def _nearest_foe(seen: Observation, state: State, unit: int) -> int:
    here, terrain = seen.space[unit], state.setup.terrain
    near = [
        (terrain.distance(here, place), foe)
        for foe, place in enumerate(seen.space)
        if foe // UNITS_PER_TEAM != seen.seat and min(here, place) >= 0
    ]
    return min(near)[1] if near else NOBODY


def _closed(state: State, text: str, action: Action) -> Entry:
    return Entry(text, (), closed=refused_here(state, action))


def unplayable(seen: Observation, action: Action, options: Collection[Action]) -> str:
    """Return why the ability of a card that may be played is not on offer; '' if it is."""
    card = a_of(action)
    if any(kind_of(other) is ActionKind.PLAY and a_of(other) == card for other in options):
        return ""
    return refused_here(visible_state(seen), make_action(ActionKind.PLAY, card, 0, option(-1, -1)))


def withheld(request: Request, menu: Menu) -> str:
    """Return `Oakes dies unless you add 4`; '' if playing no card costs nothing for certain.

    Warns only if its own cards suffice: for a unit that dies without them, and for an attack that
    does nothing without them.
    """
    seen = request.seen
    frame = open_attack(seen)
    held = sum(max(0, entry.value) for entry in menu.entries if not entry.closed)
    if frame is None or not held:
        return ""
    odds = odds_of(seen, frame)
    if request.question is Question.DEFENCE_CARDS:
        for struck in odds.struck:
            if struck.side.seat == seen.seat and 0 < struck.need <= held:
                name = capitalised(unit_called(seen, struck.unit))
                return attacks.DIES_UNLESS.format(name=name, need=struck.need)
    target = odds.target
    if request.question is Question.ATTACK_CARDS and target is not None and not target.spared:
        short = target.defence - target.attack + 1
        if 0 < short <= held:
            return attacks.NO_EFFECT_UNLESS.format(short=short)
    return ""
