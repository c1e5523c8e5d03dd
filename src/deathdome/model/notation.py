"""Actions as text, one line each, both ways: short, readable and greppable.

`action_text` writes an action, `parse_action` reads one back; for every legal action
`parse_action(action_text(a)) == a`. docs/notation.md holds the grammar.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, nearest
from deathdome.model.actions import (
    EVERYBODY,
    NOBODY,
    PUNCH,
    Act,
    Action,
    a_of,
    action,
    b_of,
    choice_of,
    option,
    picked_of,
    place_of,
    subject_of,
    verb_of,
)
from deathdome.model.labels import alike
from deathdome.model.spelling import (
    TEAMS,
    id_like,
    known_words,
    parse_card,
    parse_character,
    parse_item,
    parse_jail,
    parse_space,
    parse_store_card,
    parse_unit,
    space_text,
    unit_text,
)
from deathdome.model.vocabulary import Verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.catalog import Ability, Effect
    from deathdome.model.spelling import Printed
    from deathdome.model.state import Table

_PLAIN: Final = {
    Act.DONE: "done",
    Act.PASS: "pass",
    Act.END_TURN: "end turn",
    Act.STOP: "stop",
    Act.CAPTURE: "capture",
    Act.RELEASE: "release",
    Act.END_PHASE: "end phase",
    Act.COMMIT: "commit",
    Act.DECLINE: "decline",
}
_WORDS: Final = {
    Act.ROLL: "roll",
    Act.DRAW: "draw",
    Act.DEAL: "deal",
    Act.BUY: "buy",
    Act.SELL: "sell",
    Act.EQUIP: "equip",
    Act.UNEQUIP: "unequip",
    Act.ACTIVATE: "activate",
    Act.WALK: "walk",
    Act.ATTACK: "attack",
    Act.USE: "use",
    Act.PLAY: "play",
    Act.LAY: "lay",
    Act.HIT: "hit",
    Act.PUSH_TO: "push",
    Act.JAIL: "jail",
}
_BY_WORD: Final = {word: verb for verb, word in _WORDS.items()}
_BY_PHRASE: Final = {phrase: verb for verb, phrase in _PLAIN.items()}
_AROUND: Final = "around"
_WHAT: Final = {
    Act.ROLL: "a number from 1 to 12",
    Act.DRAW: "a power card",
    Act.DEAL: "a character",
    Act.BUY: "a store card",
    Act.SELL: "a store card",
    Act.EQUIP: "a store card and a unit",
    Act.UNEQUIP: "a store card",
    Act.ACTIVATE: "a unit",
    Act.WALK: "a space",
    Act.ATTACK: "a unit, and what to attack it with",
    Act.USE: "a card or character with an ability",
    Act.PLAY: "a power card",
    Act.LAY: "a power card",
    Act.HIT: "a unit",
    Act.PUSH_TO: "a space",
    Act.JAIL: "a jail",
}


def effect_text(effect: Effect) -> str:
    """The word for an effect that is chosen among several: its rating, else its verb."""
    if effect.verb is Verb.MOD:
        return effect.rating.name.lower()
    return effect.verb.name.lower()


# -- writing ------------------------------------------------------------------------------------


def action_text(table: Table, act: Action, seat: int = -1) -> str:
    """The line that spells the action. `seat` is who answers: its base is then called "base"."""
    verb = verb_of(act)
    if verb in _PLAIN:
        return _PLAIN[verb]
    return f"{_WORDS[verb]} {_operands(table, act, verb, seat)}"


def verb_text(verb: Act) -> str:
    """The words that begin an action: "walk", "end phase"."""
    return _PLAIN.get(verb) or _WORDS[verb]


def _operands(table: Table, act: Action, verb: Act, seat: int) -> str:
    catalog = table.catalog
    a = a_of(act)
    if verb is Act.ROLL:
        return str(a)
    if verb in (Act.DRAW, Act.LAY):
        return catalog.power_cards[a].id
    if verb is Act.DEAL:
        return catalog.characters[a].id
    if verb in (Act.BUY, Act.SELL):
        return catalog.store_cards[a].id
    if verb is Act.UNEQUIP:
        return catalog.items[a].id
    if verb is Act.EQUIP:
        return f"{catalog.items[a].id} {unit_text(table, b_of(act))}"
    if verb in (Act.ACTIVATE, Act.HIT):
        return unit_text(table, a)
    if verb in (Act.WALK, Act.PUSH_TO):
        return space_text(table, a, seat)
    if verb is Act.JAIL:
        return table.board.jail_names[a]
    if verb is Act.ATTACK:
        target = _AROUND if b_of(act) == NOBODY else unit_text(table, b_of(act))
        return target if a == PUNCH else f"{target} with {catalog.items[a].id}"
    if verb is Act.PLAY and not catalog.power_cards[a].abilities:
        return catalog.power_cards[a].id
    ability = catalog.ability_of(act)
    card = ability.card
    parts = [card if len(alike(ability, table)) < 2 else f"{card}#{ability.place + 1}"]
    picked = picked_of(act)
    if picked >= 0:
        parts.append(f"on {_picked_text(table, ability, picked)}")
    if choice_of(act) >= 0:
        parts.append(f"choosing {effect_text(ability.do[choice_of(act)])}")
    if subject_of(act) >= 0:
        parts.append(f"for {unit_text(table, subject_of(act))}")
    return " ".join(parts)


def _picked_text(table: Table, ability: Ability, picked: int) -> str:
    if picked == EVERYBODY:
        return "everybody"
    what = ability.pick.what if ability.pick is not None else "unit"
    if what == "point":
        return space_text(table, picked)
    if what == "jail":
        return table.board.jail_names[picked]
    return unit_text(table, picked)


# -- reading ------------------------------------------------------------------------------------


def parse_action(table: Table, text: str, seat: int = -1, options: Sequence[Action] = ()) -> Action:
    """The action that a line spells, legal or not.

    `options` are the answers to the open question: they tell which of several abilities of a card
    is meant, and let a line leave out what can only be one thing (`use medical-pager` without its
    `for`).

    Raises:
        NotationError: the line is no action; says which word and what would do.
    """
    words = text.strip().lower().split()
    if not words:
        raise NotationError("an empty line is no action")
    phrase = " ".join(words)
    if phrase in _BY_PHRASE:
        return action(_BY_PHRASE[phrase])
    if words[0] not in _BY_WORD:
        begun = [known for known in _BY_PHRASE if known.split()[0] == words[0]]
        if words[0] in begun:
            raise NotationError(f'"{text}": {words[0]} takes nothing behind it')
        if begun:
            raise NotationError(f'"{text}": {words[0]} what?{known_words(begun)}')
        known = [*_BY_WORD, *_BY_PHRASE]
        raise NotationError(f'"{text}": no action "{words[0]}".{_near_word(words[0], known)}')
    verb = _BY_WORD[words[0]]
    if len(words) == 1:
        raise NotationError(f'"{text}": {words[0]} needs {_WHAT[verb]}')
    try:
        return _Reader(table, seat, options).read(verb, words[1:])
    except NotationError as error:
        raise NotationError(f'"{text}": {error}') from None


# Words that people use for an action, and what it is called here.
_MEANT: Final = {
    "move": "walk",
    "go": "walk",
    "shoot": "attack",
    "punch": "attack",
    "add": "lay",
    "open": "release",
    "free": "release",
    "finish": "pass",
    "skip": "decline",
    "ok": "commit",
    "purchase": "buy",
    "start": "activate",
}


def _near_word(word: str, known: Sequence[str]) -> str:
    if word in _MEANT:
        return f' Did you mean "{_MEANT[word]}"?'
    return nearest(word, known) or known_words(known)


def _split(words: Sequence[str], keys: Sequence[str]) -> dict[str, str]:
    """The words behind each key word; those before the first are under ""."""
    parts: dict[str, list[str]] = {"": []}
    key = ""
    for word in words:
        if word in keys:
            if word in parts:
                raise NotationError(f'"{word}" is said twice')
            key = word
            parts[key] = []
        else:
            parts[key].append(word)
    for name, found in parts.items():
        if name and not found:
            raise NotationError(f'nothing stands behind "{name}"')
    return {name: " ".join(found) for name, found in parts.items()}


class _Reader:
    """Reads the words behind the verb."""

    def __init__(self, table: Table, seat: int, options: Sequence[Action]) -> None:
        self.table = table
        self.seat = seat
        self.options = options

    def read(self, verb: Act, words: Sequence[str]) -> Action:
        """The action of a verb with operands."""
        table = self.table
        if verb is Act.ATTACK:
            return self._attack(words)
        if verb in (Act.USE, Act.PLAY):
            return self._ability(verb, words)
        if verb is Act.EQUIP:
            return self._equip(words)
        rest = " ".join(words)
        if verb in (Act.ACTIVATE, Act.HIT):
            return action(verb, parse_unit(table, rest, self.seat))
        if verb is Act.ROLL:
            if not re.fullmatch("[1-9]|1[0-2]", rest):
                raise NotationError(f'the die shows 1 to 12, not "{rest}"')
            return action(verb, int(rest))
        if verb in (Act.DRAW, Act.LAY):
            return action(verb, parse_card(table, rest))
        if verb is Act.DEAL:
            return action(verb, parse_character(table, rest))
        if verb in (Act.BUY, Act.SELL):
            return action(verb, parse_store_card(table, rest))
        if verb is Act.JAIL:
            return action(verb, parse_jail(table, rest))
        if verb in (Act.WALK, Act.PUSH_TO):
            return action(verb, parse_space(table, rest.removeprefix("to "), self.seat))
        return action(verb, parse_item(table, rest))

    def _equip(self, words: Sequence[str]) -> Action:
        """`ITEM UNIT`; where an item's name has blanks, the last words that are a unit are it."""
        words = [word for word in words if word not in ("on", "to")]
        if len(words) < 2:
            raise NotationError(f"equip needs {_WHAT[Act.EQUIP]}")
        teams = [at for at, word in enumerate(words) if word.partition(".")[0] in TEAMS]
        at = teams[-1] if teams and teams[-1] > 0 else len(words) - 1
        item = parse_item(self.table, " ".join(words[:at]))
        return action(Act.EQUIP, item, parse_unit(self.table, " ".join(words[at:]), self.seat))

    def _attack(self, words: Sequence[str]) -> Action:
        """`TARGET [with ITEM]`; a punch without one."""
        parts = _split(words, ("with",))
        target, weapon = parts[""], parts.get("with", "punch")
        if not target:
            raise NotationError(f'whom? A unit, or "{_AROUND}" for all adjacent enemies')
        item = PUNCH if weapon in ("punch", "a punch") else parse_item(self.table, weapon)
        unit = NOBODY if target == _AROUND else parse_unit(self.table, target)
        return action(Act.ATTACK, item, unit)

    def _ability(self, verb: Act, words: Sequence[str]) -> Action:
        """`CARD [on PICK] [choosing EFFECT] [for UNIT]`."""
        parts = _split(words, ("on", "choosing", "for"))
        card, _, place = parts[""].partition("#")
        if not card:
            raise NotationError(f"{_WORDS[verb]} needs {_WHAT[verb]}")
        if place and not re.fullmatch("[1-9]", place):
            raise NotationError(f'behind # stands which ability is meant, 1 to 9, not "{place}"')
        if verb is Act.PLAY and len(parts) == 1 and not place:
            index = parse_card(self.table, card)
            if not self.table.catalog.power_cards[index].abilities:
                return action(verb, index)  # spelled well; the rules refuse it (CARD-3)
        ability, number = self._meant(verb, card, int(place or 0))
        picked = choice = subject = -1
        if "on" in parts:
            picked = self._picked(ability, parts["on"])
        if "choosing" in parts:
            choice = self._choice(ability, parts["choosing"])
        if "for" in parts:
            subject = parse_unit(self.table, parts["for"])
        at = ability.place if verb is Act.PLAY else 0
        spelled = action(verb, number, picked + 1, option(choice, subject, at))
        if spelled in self.options:
            return spelled
        # What was left out is filled in where only one legal answer agrees with what was said.
        agreeing = [
            act
            for act in self.options
            if verb_of(act) is verb
            and a_of(act) == number
            and (not place or place_of(act) == at)
            and ("on" not in parts or picked_of(act) == picked)
            and ("choosing" not in parts or choice_of(act) == choice)
            and ("for" not in parts or subject_of(act) == subject)
        ]
        return agreeing[0] if len(agreeing) == 1 else spelled

    def _choice(self, ability: Ability, text: str) -> int:
        names = [effect_text(effect) for effect in ability.do]
        if ability.choose is None:
            raise NotationError(f"{ability.card} leaves no effect to choose")
        if text not in names:
            known = nearest(text, names) or known_words(names)
            raise NotationError(f'{ability.card} has no effect "{text}" to choose.{known}')
        return names.index(text)

    def _meant(self, verb: Act, card: str, place: int) -> tuple[Ability, int]:
        """The ability of the card that is meant, one that is legal now first; and its operand."""
        catalog = self.table.catalog
        if verb is Act.PLAY:
            index = parse_card(self.table, card)
            name = catalog.power_cards[index].id
            if not catalog.power_cards[index].abilities:
                raise NotationError(f'{name} has no ability; for its value it is "lay {name}"')
            return self._legal(Act.PLAY, name, catalog.power_cards[index].abilities, place), index
        word = id_like(card)
        bearers: tuple[Printed, ...] = (
            *catalog.items,
            *catalog.registry,
            *catalog.characters,
            *catalog.tokens,
        )
        word = next((one.id for one in bearers if id_like(one.name) == word), word)
        found = [ability for ability in catalog.abilities if ability.card == word]
        power = [one.id for one in catalog.power_cards if word in (one.id, id_like(one.name))]
        if power:
            raise NotationError(f'{power[0]} is a power card: "play {power[0]}"')
        if not found:
            known = {ability.card for ability in catalog.abilities}
            known -= {one.id for one in catalog.power_cards}
            raise NotationError(f'nothing called "{card}" has an ability.{nearest(word, known)}')
        ability = self._legal(Act.USE, word, found, place)
        return ability, int(ability.id)

    def _legal(self, verb: Act, card: str, found: Sequence[Ability], place: int) -> Ability:
        """The ability of a card at a place, counted from 1; at 0 the first that is legal now."""
        fitting = found[place - 1 : place] if place else found
        if not fitting:
            raise NotationError(f"{card} has no ability #{place}")
        catalog = self.table.catalog
        legal = {catalog.ability_of(act).id for act in self.options if verb_of(act) is verb}
        return min(fitting, key=lambda ability: (ability.id not in legal, ability.id))

    def _picked(self, ability: Ability, text: str) -> int:
        if text == "everybody":
            return EVERYBODY
        what = ability.pick.what if ability.pick is not None else "unit"
        if what == "point":
            return parse_space(self.table, text)
        if what == "jail":
            return parse_jail(self.table, text)
        return parse_unit(self.table, text)
