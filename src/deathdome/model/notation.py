"""Notation: actions as text, one line each, both ways.

`action_text` writes an action, `parse_action` parses one; for every legal action
`parse_action(action_text(a)) == a`. docs/notation.md holds the grammar.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, nearest
from deathdome.model import lookup
from deathdome.model.actions import (
    CONCEDE_SEASON,
    EVERYBODY,
    NOBODY,
    PUNCH,
    Action,
    ActionKind,
    a_of,
    b_of,
    choice_of,
    kind_of,
    make_action,
    option,
    picked_of,
    place_of,
    subject_of,
)
from deathdome.model.effects import Modify
from deathdome.model.identifiers import (
    TEAMS,
    find_cards,
    find_jails,
    find_spaces,
    find_units,
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
from deathdome.model.lookup import known_words
from deathdome.model.vocabulary import Trigger
from deathdome.spelling import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from deathdome.model.catalog import Ability, Catalog
    from deathdome.model.effects import Effect
    from deathdome.model.lookup import Printed
    from deathdome.model.state import Setup

    Find: TypeAlias = Callable[[str], Sequence[int]]

# Ids have no blanks, so a line written by the program is read word by word. Names may contain
# blanks and words of the grammar, so every way to divide a line is tried.

# `notation` parses the lines; docs/notation.md holds the grammar.

PLAIN: Final = {
    ActionKind.DONE: "done",
    ActionKind.PASS: "pass",
    ActionKind.END_TURN: "end turn",
    ActionKind.STOP: "stop",
    ActionKind.CAPTURE: "capture",
    ActionKind.RELEASE: "release",
    ActionKind.END_PHASE: "end phase",
    ActionKind.COMMIT: "commit",
    ActionKind.DECLINE: "decline",
    ActionKind.CONCEDE: "concede",
}
WORDS: Final = {
    ActionKind.ROLL: "roll",
    ActionKind.DRAW: "draw",
    ActionKind.DEAL: "deal",
    ActionKind.REVEAL: "reveal",
    ActionKind.BUY: "buy",
    ActionKind.SELL: "sell",
    ActionKind.EQUIP: "equip",
    ActionKind.UNEQUIP: "unequip",
    ActionKind.ACTIVATE: "activate",
    ActionKind.WALK: "walk",
    ActionKind.ATTACK: "attack",
    ActionKind.USE: "use",
    ActionKind.PLAY: "play",
    ActionKind.LAY: "lay",
    ActionKind.HIT: "hit",
    ActionKind.PUSH_TO: "push",
    ActionKind.JAIL: "jail",
    ActionKind.AUCTION: "auction",
}
# Operands of each verb, for errors.
OPERANDS: Final = {
    ActionKind.ROLL: "a number from 1 to 12",
    ActionKind.DRAW: "a power card",
    ActionKind.DEAL: "a character",
    ActionKind.REVEAL: "an item",
    ActionKind.BUY: "a store card",
    ActionKind.SELL: "a store card",
    ActionKind.EQUIP: "a store card and a unit",
    ActionKind.UNEQUIP: "a store card",
    ActionKind.ACTIVATE: "a unit",
    ActionKind.WALK: "a space",
    ActionKind.ATTACK: "a unit, and what to attack it with",
    ActionKind.USE: "a card or character with an ability",
    ActionKind.PLAY: "a power card",
    ActionKind.LAY: "a power card",
    ActionKind.HIT: "a unit",
    ActionKind.PUSH_TO: "a space",
    ActionKind.JAIL: "a jail",
    ActionKind.AUCTION: "a unit",
}


# -- reading ------------------------------------------------------------------------------------
AROUND: Final = "around"
ALL: Final = "everybody"


def effect_text(effect: Effect) -> str:
    """Return the word for an effect chosen among several: its rating, or its verb."""
    if isinstance(effect, Modify):
        return effect.rating.name.lower()
    return effect.effect_kind.name.lower()


def action_text(setup: Setup, action: Action, seat: int = -1) -> str:
    """Return the line of the action; the base of `seat`, who answers, is called "base"."""
    kind = kind_of(action)
    if kind in PLAIN:
        return PLAIN[kind] if action != CONCEDE_SEASON else f"{PLAIN[kind]} season"
    return f"{WORDS[kind]} {_operands(setup, action, kind, seat)}"


def verb_text(kind: ActionKind) -> str:
    """Return the words that begin an action: "walk", "end phase"."""
    return PLAIN.get(kind) or WORDS[kind]


def _operands(setup: Setup, action: Action, kind: ActionKind, seat: int) -> str:
    catalog = setup.catalog
    a = a_of(action)
    if kind is ActionKind.ROLL:
        return str(a)
    if kind in (ActionKind.DRAW, ActionKind.LAY):
        return catalog.power_cards[a].id
    if kind is ActionKind.DEAL:
        return catalog.characters[a].id
    if kind in (ActionKind.BUY, ActionKind.SELL):
        return catalog.store_cards[a].id
    if kind in (ActionKind.UNEQUIP, ActionKind.REVEAL):
        return catalog.items[a].id
    if kind is ActionKind.EQUIP:
        return f"{catalog.items[a].id} {unit_text(setup, b_of(action))}"
    if kind in (ActionKind.ACTIVATE, ActionKind.HIT, ActionKind.AUCTION):
        return unit_text(setup, a)
    if kind in (ActionKind.WALK, ActionKind.PUSH_TO):
        return space_text(setup, a, seat)
    if kind is ActionKind.JAIL:
        return setup.board.jail_names[a]
    if kind is ActionKind.ATTACK:
        target = AROUND if b_of(action) == NOBODY else unit_text(setup, b_of(action))
        return target if a == PUNCH else f"{target} with {catalog.items[a].id}"
    if kind is ActionKind.PLAY and not catalog.power_cards[a].abilities:
        return catalog.power_cards[a].id
    ability = catalog.ability_of(action)
    numbered = several_abilities(catalog, ability)
    parts = [f"{ability.card}#{ability.place + 1}" if numbered else ability.card]
    picked = picked_of(action)
    if picked >= 0:
        parts.append(f"on {_picked_text(setup, ability, picked)}")
    if choice_of(action) >= 0:
        parts.append(f"choosing {choices(ability)[choice_of(action)]}")
    if subject_of(action) >= 0:
        parts.append(f"for {unit_text(setup, subject_of(action))}")
    return " ".join(parts)


def several_abilities(catalog: Catalog, ability: Ability) -> bool:
    """Return True if the card has another ability to use, at any time."""
    used = 0
    for at in range(int(ability.id) - ability.place, len(catalog.abilities)):
        other = catalog.abilities[at]
        if other.card != ability.card:
            break
        used += other.when is not Trigger.ALWAYS
    return used > 1


def choices(ability: Ability) -> list[str]:
    """Return the word for each effect of an ability; the second "strength" is "strength#2"."""
    words = [effect_text(effect) for effect in ability.do]
    return [
        word if word not in words[:at] else f"{word}#{words[:at].count(word) + 1}"
        for at, word in enumerate(words)
    ]


def _picked_text(setup: Setup, ability: Ability, picked: int) -> str:
    if picked == EVERYBODY:
        return ALL
    what = ability.pick.what if ability.pick is not None else "unit"
    if what == "point":
        return space_text(setup, picked)
    if what == "jail":
        return setup.board.jail_names[picked]
    return unit_text(setup, picked)


_MAX_WORDS: Final = 100  # limit for lines that can be divided in several ways
_NUMBER: Final = re.compile("[1-9]|1[0-9]|20")  # a card has at most twenty abilities
ABILITY: Final = re.compile(rf"(.*\S)\s*#({_NUMBER.pattern})")


def _split(words: Sequence[str], keys: Sequence[str]) -> dict[str, str]:
    """Group words by the key word before them; those before the first are under ""."""
    parts: dict[str, list[str]] = {"": []}
    key = ""
    for word in words:
        if word.lower() in keys:
            key = word.lower()
            if key in parts:
                raise NotationError(f'"{key}" appears twice')
            parts[key] = []
        else:
            parts[key].append(word)
    for name, found in parts.items():
        if name and not found:
            raise NotationError(f'something is missing after "{name}"')
    return {name: " ".join(found) for name, found in parts.items()}


def _heads(words: Sequence[str], keys: Collection[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Return the words before any key word with the rest; last, all words with no rest."""
    for end in range(1, len(words) + 1):
        if end == len(words) or words[end].lower() in keys:
            yield " ".join(words[:end]), words[end:]


def _clauses(words: Sequence[str], keys: Mapping[str, Find]) -> Iterator[dict[str, int]]:
    """Yield every meaning of `KEY words KEY words` with each key once, as index by key."""
    if not words:
        yield {}
        return
    key = words[0].lower()
    if key not in keys:
        return
    left = {other: find for other, find in keys.items() if other != key}
    for text, rest in _heads(words[1:], left):
        for value in keys[key](text):
            yield from ({key: value, **others} for others in _clauses(rest, left))


class Reader:
    """Reads the words after the verb."""

    def __init__(self, setup: Setup, seat: int, options: Sequence[Action]) -> None:
        self.setup = setup
        self.seat = seat
        self.options = options

    def read(self, kind: ActionKind, words: Sequence[str]) -> Action:
        """Return the action of a verb with operands."""
        setup = self.setup
        if kind in (ActionKind.ATTACK, ActionKind.USE, ActionKind.PLAY, ActionKind.EQUIP):
            return self._divided(kind, words)
        rest = " ".join(words)
        if kind in (ActionKind.ACTIVATE, ActionKind.HIT, ActionKind.AUCTION):
            return make_action(kind, parse_unit(setup, rest, self.seat))
        if kind is ActionKind.ROLL:
            if not re.fullmatch("[1-9]|1[0-2]", rest):
                raise NotationError(f'the die shows 1 to 12, not "{rest}"')
            return make_action(kind, int(rest))
        if kind in (ActionKind.DRAW, ActionKind.LAY):
            return make_action(kind, parse_card(setup, rest))
        if kind is ActionKind.DEAL:
            return make_action(kind, parse_character(setup, rest))
        if kind in (ActionKind.BUY, ActionKind.SELL):
            return make_action(kind, parse_store_card(setup, rest))
        if kind is ActionKind.JAIL:
            return make_action(kind, parse_jail(setup, rest))
        if kind in (ActionKind.WALK, ActionKind.PUSH_TO):
            where = " ".join(words[1:]) if words[0].lower() == "to" else rest
            return make_action(kind, parse_space(setup, where, self.seat))
        return make_action(kind, parse_item(setup, rest))

    def _divided(self, kind: ActionKind, words: Sequence[str]) -> Action:
        """Return the action of a verb with several operands.

        If names let a line be divided in several ways, the written form takes precedence, then
        legal actions.
        """
        if len(words) > _MAX_WORDS:
            raise NotationError(f"{len(words)} words are too many")
        if kind is ActionKind.EQUIP:
            ways = self._equips(words)
        else:
            ways = self._attacks(words) if kind is ActionKind.ATTACK else self._uses(kind, words)
        found = list(dict.fromkeys(ways))
        line = " ".join((WORDS[kind], *words))
        for fitting in (
            [action for action in found if action_text(self.setup, action, self.seat) == line],
            [action for action in found if action in self.options],
            found,
        ):
            if len(fitting) == 1 or (fitting and self._same_card(fitting)):
                return fitting[0]
            if fitting:
                texts = [f'"{action_text(self.setup, action, self.seat)}"' for action in fitting]
                raise NotationError(f"this can mean {' or '.join(texts)}")
        if kind is ActionKind.EQUIP:
            raise self._no_equip(words)
        raise self._no_attack(words) if kind is ActionKind.ATTACK else self._no_use(kind, words)

    def _same_card(self, actions: Sequence[Action]) -> bool:
        """Return True if all use abilities of one card: the first is then the likeliest."""
        catalog = self.setup.catalog
        uses = (ActionKind.USE, ActionKind.PLAY)
        cards = {
            catalog.ability_of(action).card if kind_of(action) in uses else action
            for action in actions
        }
        return len(cards) == 1

    # -- equip ----------------------------------------------------------------------------------

    def _equips(self, words: Sequence[str]) -> Iterator[Action]:
        """Parse `ITEM [on] UNIT`."""
        for at in range(1, len(words)):
            units = find_units(self.setup, " ".join(words[at:]))
            heads = [words[:at]]
            if at > 1 and words[at - 1].lower() in ("on", "to"):
                heads.append(words[: at - 1])
            for head in heads if units else ():
                for item in self._items(" ".join(head)):
                    yield from (make_action(ActionKind.EQUIP, item, unit) for unit in units)

    def _no_equip(self, words: Sequence[str]) -> NotationError:
        """Return the error; the last words with a team, or the last word, name the unit."""
        if len(words) < 2:
            return NotationError(f"equip needs {OPERANDS[ActionKind.EQUIP]}")
        teams_at = [at for at in range(1, len(words)) if folded(words[at].split(".")[0]) in TEAMS]
        at = teams_at[-1] if teams_at else len(words) - 1
        item = words[: at - 1] if at > 1 and words[at - 1].lower() in ("on", "to") else words[:at]
        return self._first_error(
            lambda: parse_item(self.setup, " ".join(item)),
            lambda: parse_unit(self.setup, " ".join(words[at:]), self.seat),
        )

    # -- attack ---------------------------------------------------------------------------------

    def _attacks(self, words: Sequence[str]) -> Iterator[Action]:
        """Parse `TARGET [with ITEM]`; without an item, a punch."""
        keys = {"with": self._weapons}
        for target, rest in _heads(words, keys):
            for parts in _clauses(rest, keys):
                weapon = parts.get("with", PUNCH)
                if folded(target) == AROUND:
                    yield make_action(ActionKind.ATTACK, weapon, NOBODY)
                for unit in find_units(self.setup, target):
                    yield make_action(ActionKind.ATTACK, weapon, unit)

    def _no_attack(self, words: Sequence[str]) -> NotationError:
        parts = _split(words, ("with",))
        if not parts[""]:
            return NotationError(f'whom? A unit, or "{AROUND}" for all adjacent enemies')
        weapon = parts.get("with", "punch")
        return self._first_error(
            lambda: self._weapons(weapon) or parse_item(self.setup, weapon),
            lambda: parse_unit(self.setup, parts[""]),
        )

    def _items(self, text: str) -> Sequence[int]:
        return lookup.items(self.setup.catalog).find(text)

    def _weapons(self, text: str) -> Sequence[int]:
        items = lookup.items(self.setup.catalog)
        if items.by_id(folded(text)) is None and folded(text) in ("punch", "a punch"):
            return (PUNCH,)
        return items.find(text)

    # -- use and play ---------------------------------------------------------------------------

    def _uses(self, kind: ActionKind, words: Sequence[str]) -> Iterator[Action]:
        """Parse `CARD [on PICK] [choosing EFFECT] [for UNIT]`."""
        for card, rest in _heads(words, ("on", "choosing", "for")):
            for ability, number in self._abilities(kind, card):
                if ability is not None:
                    keys: dict[str, Find] = {
                        "on": partial(self._picks, ability),
                        "choosing": partial(self._choices, ability),
                        "for": partial(find_units, self.setup),
                    }
                    for parts in _clauses(rest, keys):
                        yield self._filled(kind, ability, number, parts)
                elif not rest:
                    yield make_action(kind, number)

    def _filled(
        self, kind: ActionKind, ability: Ability, number: int, parts: Mapping[str, int]
    ) -> Action:
        """Fill in the omitted parts if only one legal answer agrees."""
        picked = parts.get("on", -1)
        choice = parts.get("choosing", -1)
        subject = parts.get("for", -1)
        place = ability.place if kind is ActionKind.PLAY else 0
        spelled = make_action(kind, number, picked + 1, option(choice, subject, place))
        if spelled in self.options:
            return spelled
        agreeing = [
            action
            for action in self.options
            if kind_of(action) is kind
            and a_of(action) == number
            and place_of(action) == place
            and ("on" not in parts or picked_of(action) == picked)
            and ("choosing" not in parts or choice_of(action) == choice)
            and ("for" not in parts or subject_of(action) == subject)
        ]
        return agreeing[0] if len(agreeing) == 1 else spelled

    def _abilities(self, kind: ActionKind, text: str) -> Iterator[tuple[Ability | None, int]]:
        """Return the abilities that `CARD` or `CARD#2` can mean, each with its operand.

        A power card without an ability parses; the rules refuse it (CARD-3).
        """
        card, place = self._numbered(kind, text)
        found = self._abilities_called(kind, card, place)
        yield from found or self._abilities_called(kind, text, 0)

    def _numbered(self, kind: ActionKind, text: str) -> tuple[str, int]:
        """Split `CARD#2` into card and 2; return the text and 0 if it is an id or a name.

        Only `ID#2`, which the program writes, takes precedence over a whole name.
        """
        numbered = ABILITY.fullmatch(text)
        if numbered is None:
            return text, 0
        card, place = numbered[1], int(numbered[2])
        index = self._index(kind)
        written = f"{card}#{place}" == text and index.by_id(card) is not None
        return (card, place) if written or not index.called(text) else (text, 0)

    def _index(self, kind: ActionKind) -> lookup.Index:
        """Return the index of playable cards, or of cards with abilities to use."""
        catalog = self.setup.catalog
        return lookup.power_cards(catalog) if kind is ActionKind.PLAY else lookup.carriers(catalog)

    def _abilities_called(
        self, kind: ActionKind, text: str, place: int
    ) -> list[tuple[Ability | None, int]]:
        """Return abilities of cards with that name; `place` counts from 1, 0 means any."""
        if kind is ActionKind.PLAY:
            numbers = find_cards(self.setup, text)
            cards: Sequence[Printed] = self.setup.catalog.power_cards
        else:
            carriers = lookup.carriers(self.setup.catalog)
            numbers, cards = carriers.find(text), carriers.printed
        found: list[tuple[Ability | None, int]] = []
        for number in numbers:
            abilities = sorted(cards[number].abilities, key=self._unlikely)
            if kind is ActionKind.PLAY and not abilities:
                found.append((None, number))
            found += (
                (ability, number if kind is ActionKind.PLAY else int(ability.id))
                for ability in abilities
                if place in (0, ability.place + 1)
            )
        return found

    def _unlikely(self, ability: Ability) -> tuple[bool, bool, int]:
        """Sort key: greater for an ability that an incomplete line is less likely to mean."""
        uses = (
            action
            for action in self.options
            if kind_of(action) in (ActionKind.USE, ActionKind.PLAY)
        )
        legal = any(self.setup.catalog.ability_of(action).id == ability.id for action in uses)
        return not legal, ability.when is Trigger.ALWAYS, ability.place

    def _choices(self, ability: Ability, text: str) -> Sequence[int]:
        words = choices(ability)
        known = ability.choose is not None and folded(text) in words
        return (words.index(folded(text)),) if known else ()

    def _picks(self, ability: Ability, text: str) -> Sequence[int]:
        if folded(text) == ALL:
            return (EVERYBODY,)
        what = ability.pick.what if ability.pick is not None else "unit"
        if what == "point":
            return find_spaces(self.setup, text)
        return find_jails(self.setup, text) if what == "jail" else find_units(self.setup, text)

    def _no_use(self, kind: ActionKind, words: Sequence[str]) -> NotationError:
        """Return the error; every word of the grammar divides the line."""
        setup = self.setup
        parts = _split(words, ("on", "choosing", "for"))
        card, place = parts[""], ""
        if not self._index(kind).called(card):
            card, _, place = card.partition("#")
            card = card.strip()
        if not card:
            return NotationError(f"{WORDS[kind]} needs {OPERANDS[kind]}")
        if place and not _NUMBER.fullmatch(place):
            return NotationError(
                f'# needs the number of an ability after it, 1 to 20, not "{place}"'
            )
        named = next(self._abilities(kind, card), None)
        if named is None:
            return self._no_ability(kind, card)
        ability = named[0]
        if ability is None:
            name = setup.catalog.power_cards[named[1]].id
            return NotationError(f'{name} has no ability; for its value it is "lay {name}"')
        if not self._abilities_called(kind, card, int(place or 0)):
            return NotationError(f"{ability.card} has no ability #{place}")
        if "choosing" in parts and not self._choices(ability, parts["choosing"]):
            return self._no_choice(ability, parts["choosing"])
        what = ability.pick.what if ability.pick is not None else "unit"
        picks = {"point": parse_space, "jail": parse_jail}.get(what, parse_unit)
        return self._first_error(
            lambda: self._picks(ability, parts.get("on", ALL)) or picks(setup, parts["on"]),
            lambda: "for" in parts and parse_unit(setup, parts["for"]),
        )

    def _no_ability(self, kind: ActionKind, card: str) -> NotationError:
        catalog = self.setup.catalog
        if kind is ActionKind.PLAY:
            return self._first_error(lambda: parse_card(self.setup, card))
        power = find_cards(self.setup, card)
        if power:
            name = catalog.power_cards[power[0]].id
            return NotationError(f'{name} is a power card: "play {name}"')
        known = {ability.card for ability in catalog.abilities}
        known -= {one.id for one in catalog.power_cards}
        near = nearest(folded(card), known)
        return NotationError(f'nothing called "{card}" has an ability.{near}')

    def _no_choice(self, ability: Ability, text: str) -> NotationError:
        if ability.choose is None:
            return NotationError(f"{ability.card} leaves no effect to choose")
        names = choices(ability)
        known = nearest(text, names) or known_words(names)
        return NotationError(f'{ability.card} has no effect "{text}" to choose.{known}')

    def _first_error(self, *parsers: Callable[[], object]) -> NotationError:
        """Return the error of the first operand that cannot be parsed."""
        for parse in parsers:
            try:
                parse()
            except NotationError as error:
                return error
        return NotationError("its words are in the wrong order")


__all__ = [
    "action_text",
    "exact_option",
    "parse_action",
    "split_typed",
    "verb_text",
    "with_team_names",
]

_BY_WORD: Final = {word: kind for kind, word in WORDS.items()}
_BY_PHRASE: Final = {phrase: kind for kind, phrase in PLAIN.items()}


def parse_action(setup: Setup, text: str, seat: int = -1, options: Sequence[Action] = ()) -> Action:
    """Return the action of a line, legal or not.

    `options` are the answers to the open question. One with exactly this text takes precedence.
    Otherwise they decide between several abilities of a card, and let a line leave out a part with
    only one possible value (`use medical-pager` without its `for`).

    Raises:
        NotationError: the line is not an action, or could be several; says what would work.
    """
    words = text.split()
    if not words:
        raise NotationError("an empty line is not an action")
    phrase = " ".join(words).lower()
    if phrase in _BY_PHRASE:
        return make_action(_BY_PHRASE[phrase])
    word = words[0].lower()
    if phrase == f"{PLAIN[ActionKind.CONCEDE]} season":
        return CONCEDE_SEASON
    if word not in _BY_WORD:
        begun = [known for known in _BY_PHRASE if known.split()[0] == word]
        if word in begun:
            raise NotationError(f'"{text}": {word} takes nothing after it')
        if begun:
            raise NotationError(f'"{text}": {word} what?{known_words(begun)}')
        known = [*_BY_WORD, *_BY_PHRASE]
        raise NotationError(f'"{text}": no action "{word}".{_near_word(word, known)}')
    kind = _BY_WORD[word]
    if len(words) == 1:
        raise NotationError(f'"{text}": {word} needs {OPERANDS[kind]}')
    try:
        action = Reader(setup, seat, options).read(kind, words[1:])
    except NotationError as error:
        meant = exact_option(setup, text, seat, options)
        if meant is None:
            raise NotationError(f'"{text}": {error}') from None
        return meant
    if action in options and action_text(setup, action, seat) == text.strip():
        return action
    return exact_option(setup, text, seat, options) or action


def exact_option(setup: Setup, text: str, seat: int, options: Sequence[Action]) -> Action | None:
    """Return the option written exactly like the text."""
    line = text.strip()
    return next((action for action in options if action_text(setup, action, seat) == line), None)


# Common words for actions, with the words of the notation.
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


def split_typed(line: str) -> list[str]:
    """Split a typed line into answers or commands, at semicolons."""
    return [" ".join(part.split()) for part in line.split(";") if part.strip()]


# -- units without their team ----------------------------------------------------------------------

_OF_UNITS: Final = ("activate", "equip")  # always of its own team


def with_team_names(setup: Setup, text: str, seat: int, options: Sequence[Action]) -> str:
    """Expand `activate scout` to `activate red.scout`, as a legal action of that seat if any.

    Keep a text that is already an action: a card or space may have the name of a unit. Drop a final
    full stop unless an option ends with one.
    """
    if exact_option(setup, text, seat, options) is not None:
        return text
    for line in dict.fromkeys((text.removesuffix("."), text)):
        if _read(setup, line, seat, options) is not None:
            return line
    text = text.removesuffix(".")
    words = text.split()
    verb = words[0].lower() if words else ""
    others = [other for other in range(setup.seats) if other != seat]
    teams = {"attack": others if len(others) == 1 else []}.get(verb, [seat, *others])
    if verb in _OF_UNITS:
        teams = [seat]
    known = [unit_text(setup, unit) for unit in range(len(setup.units))]
    for at, word in enumerate(words[1:], 1):
        names = [f"{TEAMS[team]}.{word.lower()}" for team in teams]
        names = [name for name in names if name in known]
        if not names or words[at - 1].lower() in TEAMS:
            continue
        meant = [" ".join((*words[:at], name, *words[at + 1 :])) for name in names]
        legal = (one for one in meant if _read(setup, one, seat, options) in options)
        return next(legal, meant[0])
    return text


def _read(setup: Setup, text: str, seat: int, options: Sequence[Action]) -> Action | None:
    """Return the action of a text, or None."""
    try:
        return parse_action(setup, text, seat, options)
    except NotationError:
        return None
