"""Actions as text, one line each, both ways: short, readable and greppable.

`action_text` writes an action, `parse_action` reads one back; for every legal action
`parse_action(action_text(a)) == a`. docs/notation.md holds the grammar.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, nearest
from deathdome.geometry.grid import Space
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
    subject_of,
    verb_of,
)
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.catalog import Ability, Effect
    from deathdome.model.state import Table

TEAMS: Final = ("red", "blue", "green", "yellow")  # index is Seat
BASE: Final = "base"

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


# -- names --------------------------------------------------------------------------------------


def unit_text(table: Table, unit: int) -> str:
    """Written "red.warrior": team, and the id of the line of the registry or of the character."""
    return f"{TEAMS[unit // UNITS_PER_TEAM]}.{table.units[unit].id}"


def parse_unit(table: Table, text: str) -> int:
    """The unit called "red.warrior" (or "red warrior").

    Raises:
        NotationError: there is no such unit; says what would be near.
    """
    wanted = text.strip().lower().replace(" ", ".", 1)
    known = {unit_text(table, unit): unit for unit in range(len(table.units))}
    if wanted not in known:
        raise NotationError(f'no unit "{text}".' + (nearest(wanted, known) or _known(known)))
    return known[wanted]


def space_text(table: Table, space: int, seat: int = -1) -> str:
    """Written "k11", or "base" for the home space of that seat."""
    if table.terrain is not None and 0 <= seat < table.seats and table.terrain.home[seat] == space:
        return BASE
    return table.board.grid.name(Space(space))


def parse_space(table: Table, text: str, seat: int = -1) -> int:
    """The space called "k11"; "base" is the home space of that seat.

    Raises:
        NotationError: there is no such space.
    """
    word = text.strip().lower()
    if word == BASE and table.terrain is not None and 0 <= seat < table.seats:
        return int(table.terrain.home[seat])
    space = table.board.grid.parse(word)
    terrain = table.terrain
    if terrain is not None and 0 <= seat < table.seats and terrain.base_spaces[seat] >> space & 1:
        return int(terrain.home[seat])  # a base is one space, whichever of its spaces is named
    return int(space)


def _known(known: Sequence[str] | dict[str, int]) -> str:
    return f" There are: {', '.join(known)}."


def _index(ids: Sequence[str], text: str, what: str) -> int:
    word = text.strip().lower()
    if word not in ids:
        hint = nearest(word, ids)
        raise NotationError(f'no {what} "{text}".{hint}')
    return list(ids).index(word)


def parse_item(table: Table, text: str) -> int:
    """The store card with that id."""
    return _index([item.id for item in table.catalog.items], text, "store card")


def parse_card(table: Table, text: str) -> int:
    """The power card with that id."""
    return _index([card.id for card in table.catalog.power_cards], text, "power card")


def parse_jail(table: Table, text: str) -> int:
    """The jail with that name."""
    return _index(table.board.jail_names, text, "jail")


def parse_team(text: str) -> int:
    """The seat of a team's colour."""
    return _index(TEAMS, text, "team")


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


def _operands(table: Table, act: Action, verb: Act, seat: int) -> str:
    catalog = table.catalog
    a = a_of(act)
    if verb is Act.ROLL:
        return str(a)
    if verb in (Act.DRAW, Act.LAY):
        return catalog.power_cards[a].id
    if verb in (Act.BUY, Act.SELL, Act.UNEQUIP):
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
    ability = catalog.power_cards[a].abilities[0] if verb is Act.PLAY else catalog.abilities[a]
    card = catalog.power_cards[a].id if verb is Act.PLAY else ability.card
    parts = [card]
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
        known = [*_BY_WORD, *_BY_PHRASE]
        raise NotationError(f'"{text}": no action "{words[0]}".{nearest(words[0], known)}')
    verb = _BY_WORD[words[0]]
    if len(words) == 1:
        raise NotationError(f'"{text}": {words[0]} what?')
    try:
        return _Reader(table, seat, options).read(verb, words[1:])
    except NotationError as error:
        raise NotationError(f'"{text}": {error}') from None


def _one(words: Sequence[str]) -> str:
    if len(words) != 1:
        raise NotationError(f"one word was expected, not {' '.join(words)}")
    return words[0]


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
            if len(words) < 2:
                raise NotationError("equip needs an item and a unit")
            unit = parse_unit(table, " ".join(words[1:]))
            return action(verb, parse_item(table, words[0]), unit)
        if verb in (Act.ACTIVATE, Act.HIT):
            return action(verb, parse_unit(table, " ".join(words)))
        word = _one(words)
        if verb is Act.ROLL:
            if not word.isdecimal() or not 1 <= int(word) <= 12:
                raise NotationError(f'the die shows 1 to 12, not "{word}"')
            return action(verb, int(word))
        if verb in (Act.DRAW, Act.LAY):
            return action(verb, parse_card(table, word))
        if verb is Act.JAIL:
            return action(verb, parse_jail(table, word))
        if verb in (Act.WALK, Act.PUSH_TO):
            return action(verb, parse_space(table, word, self.seat))
        return action(verb, parse_item(table, word))

    def _attack(self, words: Sequence[str]) -> Action:
        """`TARGET [with ITEM]`; a punch without one."""
        target, item = list(words), PUNCH
        if "with" in words:
            at = list(words).index("with")
            target, weapon = target[:at], _one(words[at + 1 :])
            item = PUNCH if weapon == "punch" else parse_item(self.table, weapon)
        unit = NOBODY if target == [_AROUND] else parse_unit(self.table, " ".join(target))
        return action(Act.ATTACK, item, unit)

    def _ability(self, verb: Act, words: Sequence[str]) -> Action:
        """`CARD [on PICK] [choosing EFFECT] [for UNIT]`."""
        parts: dict[str, list[str]] = {"card": []}
        key = "card"
        for word in words:
            if word in ("on", "choosing", "for"):
                key = word
                parts[key] = []
            else:
                parts[key].append(word)
        card = _one(parts["card"])
        ability, number = self._meant(verb, card)
        picked = choice = subject = -1
        if "on" in parts:
            picked = self._picked(ability, " ".join(parts["on"]))
        if "choosing" in parts:
            names = [effect_text(effect) for effect in ability.do]
            choice = _index(names, _one(parts["choosing"]), f"effect of {card}")
        if "for" in parts:
            subject = parse_unit(self.table, " ".join(parts["for"]))
        spelled = action(verb, number, picked + 1, option(choice, subject))
        if spelled in self.options:
            return spelled
        # What was left out is filled in where only one legal answer agrees with what was said.
        agreeing = [
            act
            for act in self.options
            if verb_of(act) is verb
            and a_of(act) == number
            and ("on" not in parts or picked_of(act) == picked)
            and ("choosing" not in parts or choice_of(act) == choice)
            and ("for" not in parts or subject_of(act) == subject)
        ]
        return agreeing[0] if len(agreeing) == 1 else spelled

    def _meant(self, verb: Act, card: str) -> tuple[Ability, int]:
        """The ability of the card that is meant, one that is legal now first; and its operand."""
        catalog = self.table.catalog
        if verb is Act.PLAY:
            index = parse_card(self.table, card)
            if not catalog.power_cards[index].abilities:
                raise NotationError(f"{card} has no ability; it can be laid for its value")
            return catalog.power_cards[index].abilities[0], index
        power = {power_card.id for power_card in catalog.power_cards}
        if card in power:
            raise NotationError(f'{card} is a power card: "play {card}"')
        found = [ability for ability in catalog.abilities if ability.card == card]
        if not found:
            known = {ability.card for ability in catalog.abilities} - power
            raise NotationError(f'nothing called "{card}" has an ability.{nearest(card, known)}')
        legal = {a_of(act) for act in self.options if verb_of(act) is Act.USE}
        ability = min(found, key=lambda a: (int(a.id) not in legal, int(a.id)))
        return ability, int(ability.id)

    def _picked(self, ability: Ability, text: str) -> int:
        if text == "everybody":
            return EVERYBODY
        what = ability.pick.what if ability.pick is not None else "unit"
        if what == "point":
            return parse_space(self.table, text)
        if what == "jail":
            return parse_jail(self.table, text)
        return parse_unit(self.table, text)
