"""A game at a question as one line of text, and back.

    PD1 full seats=[Ann,Bot] phase=allocation round=3 characters=[...] powers=(...) ... 0a1b2c3d

A line holds the position at the start of the phase, and the answers given since. Reading gives
these answers again, so a line that the rules refuse is refused. `full` has all secrets; the number
of a seat, counted from 1, marks the view of that seat. Its words are those of
`journal.words`; powers, afflictions and kinds of ally are written by their ids.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from deathdome.errors import NotationError, nearest
from deathdome.journal.words import check_of, key_word, unwrapped, value_of, word_of
from deathdome.powerdome.model import answers as answer_kinds
from deathdome.powerdome.model.dome import ABSENT, Card, Character, Dome
from deathdome.powerdome.model.naming import several
from deathdome.powerdome.model.options import MAX_SEATS, MIN_SEATS, VITALITY, Options
from deathdome.powerdome.model.state import Deal, Phase, State
from deathdome.powerdome.rules.game import commit, observe, owed, refreshed
from deathdome.powerdome.rules.refusals import RefusedError
from deathdome.toml.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.tome import Tome

T = TypeVar("T")

FORMAT: Final = 1
FULL: Final = "full"
MAX_LENGTH: Final = 40_000  # characters
_BEGINNING: Final = re.compile(r"PD([0-9]{1,9})(?:\s|$)")
_CHECK: Final = re.compile(r"[0-9a-f]{8}")
_VIEW: Final = re.compile(rf"[1-{MAX_SEATS}]")
_ANSWER: Final = re.compile(r"([1-9][0-9]{0,3})\.(?:([0-9])\.)?([a-z]{1,20})")
_MOST: Final = 1_000_000  # vitality, counters
_CHARACTERS: Final = 500
_DAMAGED: Final = "The text has changed: copy it again."
# Phases that begin when all answers of another are in: a line holds those as well.
_BEFORE: Final[Mapping[Phase, Phase]] = {
    Phase.SETTLEMENT: Phase.BIDDING,
    Phase.COMBAT: Phase.ALLOCATION,
}
_SETUP: Final = frozenset(
    {
        *(Phase.NOMINATION, Phase.CULLING, Phase.BIDDING, Phase.SETTLEMENT, Phase.EXCHANGE),
        *(Phase.DISCARD, Phase.CREATION, Phase.START),
    }
)
_KEYS: Final = (
    *("options", "seats", "tome", "phase", "round", "characters", "powers", "hands"),
    *("modifiers", "marks", "hidden", "culled", "order", "first", "speed_ratio", "initiative"),
    *("closing", "nominations", "slots", "unsold", "personas", "talk", "deals"),
    "used_by_ally",
)


# Writing


def state_line(state: State) -> str:
    """Return a whole game at a question on one line, secrets included.

    Raises:
        NotationError: the game is over, so there is no question.
    """
    return _line(state, FULL)


def view_line(state: State, seat: Seat) -> str:
    """Return a game at a question as one player may see it, on one line (R-34).

    Raises:
        NotationError: the game is over, or the phase rests on sheets that this player has not seen.
    """
    if state.phase in _BEFORE or state.phase is Phase.START:
        raise NotationError(
            f"{state.phase.value} is not over: wait for its end, or copy the whole game instead"
        )
    return _line(observe(state, seat), str(seat + 1))


def _line(state: State, view: str) -> str:
    if state.over:
        raise NotationError("the game is over, and only an unfinished game has a line")
    words = [f"PD{FORMAT}", view]
    words += (f"{key_word(key)}={word_of(value)}" for key, value in _fields(state).items())
    words += _answers(state)
    text = " ".join(words)
    return f"{text} {check_of(text)}"


def _answers(state: State) -> Iterator[str]:
    """Yield the answers given so far: 1.0.sheet=(...) of the first seat, 3.chance=(...)."""
    gathered = ((f"{seat}.", answer) for seat, answer in state.gathered.items())
    for number, (seat, answer) in enumerate(
        (*gathered, *(("", answer) for answer in state.answers)), 1
    ):
        yield f"{number}.{seat}{type(answer).__name__.lower()}={word_of(_plain(answer))}"


def _fields(state: State) -> dict[str, Any]:
    """Return what the line says, without what is as usual."""
    dome, tome = state.dome, state.dome.tome
    ids = [power.id for power in tome.powers]

    def listed(powers: Any) -> list[str]:
        return [ids[power] for power in powers]

    found: dict[str, Any] = {
        "seats": list(state.seats),
        "tome": tome.digest,
        "phase": state.phase.value,
        "options": {
            one.name: getattr(state.options, one.name)
            for one in fields(Options)
            if getattr(state.options, one.name) != one.default
        },
        "round": dome.round,
        "characters": [_character_fields(dome, one) for one in dome.characters],
        "powers": {ids[power]: _card_fields(card) for power, card in dome.cards.items()},
        "hands": [listed(hand) for hand in dome.hands],
        "modifiers": listed(dome.modifiers),
        "marks": {ids[power]: list(seats) for power, seats in dome.marks.items()},
        "hidden": listed(sorted(dome.hidden)),
        "culled": listed(dome.culled),
        "order": dome.order if dome.order != list(range(dome.seats)) else [],
        "first": dome.first + 1,
        "speed_ratio": dome.speed_ratio if dome.speed_ratio != 2 else 0,
        "initiative": dome.initiative if dome.initiative != state.options.initiative else "",
        "closing": dome.closing,
        "used_by_ally": [[*place, times] for place, times in dome.used_by_ally.items()],
        "nominations": [listed(three) for three in state.nominations],
        "slots": listed(state.slots),
        "unsold": listed(state.unsold),
        "personas": [_plain(persona) for persona in state.personas],
        "talk": [[seat, _plain(proposal)] for seat, proposal in state.talk],
        "deals": [
            [deal.round, deal.seat, _plain(deal.proposal), list(deal.broken_by)]
            for deal in state.deals
        ],
    }
    return {key: value for key, value in found.items() if value or key == "round"}


def _character_fields(dome: Dome, one: Character) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if not one.player:
        found |= {"type": dome.tome.allies[one.kind].id, "of": one.controller}
    found["vitality"] = one.vitality
    if not one.alive:
        found["dead"] = True
    if one.afflictions:
        found["afflictions"] = [dome.tome.afflictions[held].id for held in one.afflictions]
    if one.counters:
        found["counters"] = one.counters
    return found


def _card_fields(card: Card) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if any(card.used):
        found["used"] = card.used
    if card.counters:
        found["counters"] = card.counters
    if card.gone:
        found["gone"] = True
    return found


def _plain(value: Any) -> Any:
    """Return an answer as tables, lists and numbers; fields as usual are left out."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            one.name: _plain(getattr(value, one.name))
            for one in fields(value)
            if getattr(value, one.name) != one.default
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if value is None:
        return "none"
    if hasattr(value, "items"):
        return {str(key): _plain(one) for key, one in value.items()}
    return value


# Reading


def is_state_line(text: str) -> bool:
    """Return True if a text begins like a line, so that `read_state` can explain errors."""
    return _BEGINNING.match(text.strip()) is not None


def read_state(text: str, tome: Tome, named: str = "state") -> State:
    """Read a line; it may have been wrapped on the way. `named` begins the errors.

    Raises:
        NotationError: the line is not valid, or was written with another tome.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(f"{named}: {len(text):,} characters; the maximum is {MAX_LENGTH:,}")
    text = unwrapped(text)
    start = _BEGINNING.match(text)
    if start is None:
        begins = f'"{shown(text, 20)}"' if text else "nothing"
        raise NotationError(f"{named}: it begins with {begins}, not with PD{FORMAT}")
    if int(start[1]) != FORMAT:
        raise NotationError(
            f"{named}: written in format {int(start[1])}; this program reads format {FORMAT}: "
            f"use a newer version of it"
        )
    body, _, check = text.rpartition(" ")
    if not _CHECK.fullmatch(check):
        raise NotationError(
            f"{named}: at the end: the checksum is missing, eight digits such as 0c1d2e3f; it ends "
            f'with "{shown(check, 20)}". Was the text cut off?'
        )
    if check_of(body) != check:
        raise NotationError(
            f"{named}: at the end: the checksum of this text is {check_of(body)}, not {check}. "
            f"{_DAMAGED}"
        )
    try:
        return _Reader(*_words(body), tome).state()
    except NotationError as error:
        raise NotationError(f"{named}: {error}") from error
    except RefusedError as error:
        raise NotationError(f"{named}: answers: {error}") from error


def _words(body: str) -> tuple[dict[str, Any], list[_Given]]:
    found: dict[str, Any] = {}
    answers: list[_Given] = []
    at = 0
    for number, word in enumerate(body.split(" ")):
        start, at = at, at + len(word) + 1
        if number == 0:
            continue
        if number == 1:
            if word != FULL and not _VIEW.fullmatch(word):
                raise NotationError(
                    f'the second word is "{shown(word, 20)}", not {FULL} or the number of a seat'
                )
            continue
        key, equals, value = word.partition("=")
        if equals and (given := _ANSWER.fullmatch(key)):
            if int(given[1]) != len(answers) + 1:
                raise NotationError(f"character {start + 1}: answer {len(answers) + 1} is missing")
            seat = None if given[2] is None else int(given[2])
            answers.append(_Given(seat, given[3], value_of(value, start + len(key) + 2)))
            continue
        if not equals or key not in _KEYS:
            near = nearest(key, _KEYS)
            raise NotationError(f'character {start + 1}: no key "{shown(key, 20)}".{near}')
        if key in found:
            raise NotationError(f"character {start + 1}: {key} appears twice")
        place = start + len(key) + 2
        found[key] = value_of(value, place)
    return found, answers


class _Given(NamedTuple):
    """An answer of a line; None is the seat that is asked."""

    seat: int | None
    kind: str
    value: Any


class _Reader:
    """Builds a state from the words of a line, and checks each."""

    def __init__(self, words: Mapping[str, Any], answers: Sequence[_Given], tome: Tome) -> None:
        self.words = words
        self.answers = answers
        self.tome = tome
        self.seats = 0

    def state(self) -> State:
        """Return the state."""
        digest = self.of("tome", str, "")
        if digest != self.tome.digest:
            raise NotationError("tome: this line was written with other powers")
        names = tuple(self.listed("seats", str))
        self.seats = len(names)
        if not MIN_SEATS <= self.seats <= MAX_SEATS or several(names):
            raise NotationError(f"seats: {MIN_SEATS} to {MAX_SEATS} different names are needed")
        phase = self.phase()
        options = self.options()
        dome = self.dome(options, phase)
        state = State(
            options,
            names,
            dome,
            _BEFORE.get(phase, phase),
            nominations=tuple(self.nominations()),
            slots=tuple(self.powers("slots")),
            unsold=tuple(self.powers("unsold")),
            personas=tuple(
                self.typed(one, answer_kinds.Persona, "personas")
                for one in self.listed("personas", dict)
            ),
            talk=tuple(self.talk()),
            deals=tuple(self.deals()),
        )
        self.consistent(state)
        state = self.answered(refreshed(state))
        if state.phase is not phase:
            raise NotationError(f"phase: the answers lead to {state.phase.value}")
        return state

    # Plain values

    def of(self, key: str, kind: type[T], default: T) -> T:
        """Return the value of a key."""
        value = self.words.get(key, default)
        if type(value) is not kind:
            if kind is str and type(value) is int:  # a name may look like a number
                return str(value)  # type: ignore[return-value]  # T is str here
            raise NotationError(f"{key}: this is not {_WORDS[kind]}")
        return value

    def number(self, key: str, least: int, most: int, default: int = 0) -> int:
        """Return a number."""
        return within(self.of(key, int, default), least, most, key)

    def listed(self, key: str, kind: type[T]) -> list[T]:
        """Return a list of values."""
        found = self.of(key, list, [])
        for one in found:
            if type(one) is not kind:
                raise NotationError(f"{key}: a member is not {_WORDS[kind]}")
        return found

    def power(self, word: Any, key: str) -> int:
        """Return the power of an id."""
        found = self.tome.number.get(word) if isinstance(word, str) else None
        if found is None:
            raise NotationError(f'{key}: no power "{shown(str(word), 20)}"')
        return found

    def powers(self, key: str) -> list[int]:
        """Return different powers."""
        found = [self.power(one, key) for one in self.of(key, list, [])]
        if len(set(found)) < len(found):
            raise NotationError(f"{key}: a power is there twice")
        return found

    def seat(self, value: Any, key: str) -> int:
        """Return a seat."""
        if type(value) is not int or not 0 <= value < self.seats:
            raise NotationError(f"{key}: there is no such seat")
        return value

    def phase(self) -> Phase:
        word = self.of("phase", str, "")
        known = {phase.value: phase for phase in Phase if phase is not Phase.OVER}
        if word not in known:
            raise NotationError(f'phase: no phase "{shown(word, 20)}".{nearest(word, known)}')
        return known[word]

    def options(self) -> Options:
        given = self.of("options", dict, {})
        known = get_type_hints(Options)
        for name, value in given.items():
            if name not in known:
                near = nearest(name, known)
                raise NotationError(f'options: no option "{shown(name, 20)}".{near}')
            choices = get_args(known[name])
            fits = value in choices if choices else type(value) is known[name]
            if not fits or (type(value) is int and not 1 <= value <= _MOST):
                raise NotationError(f"options: {name} cannot be {shown(str(value), 20)}")
        return Options(**given)

    # The dome

    def dome(self, options: Options, phase: Phase) -> Dome:
        dome = Dome(self.tome, self.seats, VITALITY)
        dome.round = self.number("round", 0, _MOST)
        if (dome.round == 0) is not (phase in _SETUP):
            raise NotationError(f"round: {dome.round} does not fit the phase {phase.value}")
        dome.initiative = self.of("initiative", str, options.initiative)
        if dome.initiative not in ("high", "low"):
            raise NotationError("initiative: high or low is needed")
        dome.speed_ratio = self.number("speed_ratio", 0, 100) or 2
        dome.closing = self.number("closing", 0, dome.round)
        dome.first = self.number("first", 0, self.seats) - 1
        self.characters(dome)
        self.cards(dome)
        order = [self.seat(one, "order") for one in self.of("order", list, [])]
        if order:
            if sorted(order) != list(range(self.seats)):
                raise NotationError("order: each seat once")
            dome.order = order
        dome.culled = self.powers("culled")
        if any(power in dome.cards for power in dome.culled):
            raise NotationError("culled: a power is in play and culled")
        for row in self.listed("used_by_ally", list):
            if len(row) != 3 or any(type(one) is not int for one in row):
                raise NotationError("used_by_ally: three numbers are needed")
            who, effect, times = row
            if not self.seats <= who < len(dome.characters):
                raise NotationError("used_by_ally: there is no such ally")
            within(effect, 0, 100, "used_by_ally")
            dome.used_by_ally[who, effect] = within(times, 1, _MOST, "used_by_ally")
        return dome

    def characters(self, dome: Dome) -> None:
        tables = self.listed("characters", dict)
        if not self.seats <= len(tables) <= _CHARACTERS:
            raise NotationError(f"characters: {len(tables)} for {self.seats} seats")
        for who, table in enumerate(tables):
            only(table, ("type", "of", "vitality", "dead", "afflictions", "counters"), "characters")
            if who >= self.seats:
                kind = self.tome.ally.get(str(table.get("type")))
                if kind is None:
                    raise NotationError("characters: an ally has a known type")
                seat = self.seat(table.get("of"), "characters")
                dome.characters.append(Character(who, seat, kind, 0))
            elif "type" in table or "of" in table:
                raise NotationError("characters: players come before allies")
            one = dome.characters[who]
            one.alive = table.get("dead") is not True
            vitality = table.get("vitality", 0)
            one.vitality = within(vitality, 0 if one.alive else -_MOST, _MOST, "vitality")
            held = table.get("afflictions", [])
            known = self.tome.affliction
            if type(held) is not list or any(
                not isinstance(word, str) or word not in known for word in held
            ):
                raise NotationError("characters: an affliction is unknown")
            one.afflictions = [known[word] for word in held]
            one.counters = counters(table.get("counters", {}))
            if dome.round and one.alive:
                one.ap = one.vitality
        if dome.round and len(dome.living()) < 2:
            raise NotationError("characters: an unfinished game has two living players or more")

    def cards(self, dome: Dome) -> None:
        for word, table in self.of("powers", dict, {}).items():
            power = self.power(word, "powers")
            effects = len(self.tome.powers[power].effects)
            card = dome.cards[power] = Card(effects)
            if not isinstance(table, dict):
                raise NotationError("powers: a table is needed")
            only(table, ("used", "counters", "gone"), "powers")
            used = table.get("used", card.used)
            if type(used) is not list or len(used) != effects:
                raise NotationError(f"powers: {word} has {effects} effects")
            card.used = [within(one, 0, _MOST, "used") for one in used]
            card.counters = counters(table.get("counters", {}))
            card.gone = table.get("gone") is True
        hands = self.listed("hands", list)
        if len(hands) not in (0, self.seats):
            raise NotationError("hands: one for each seat")
        for seat, words in enumerate(hands):
            for word in words:
                power = self.power(word, "hands")
                if power not in dome.cards or dome.cards[power].gone:
                    raise NotationError(f"hands: {word} is not in play")
                if dome.cards[power].owner != ABSENT or self.tome.powers[power].modifier:
                    raise NotationError(f"hands: {word} is in two places")
                dome.cards[power].owner = seat
                dome.hands[seat].append(power)
        self.modifiers(dome)
        for power, card in dome.cards.items():
            if card.owner == ABSENT and power not in dome.modifiers and not card.gone:
                raise NotationError(f"powers: {self.tome.powers[power].id} has no owner")

    def modifiers(self, dome: Dome) -> None:
        dome.modifiers = self.powers("modifiers")
        for power in dome.modifiers:
            if not self.tome.powers[power].modifier or power not in dome.cards:
                raise NotationError("modifiers: one is not a modifier in play")
        if dome.modifiers != sorted(dome.modifiers):
            raise NotationError("modifiers: they come in tome order")
        for word, seats in self.of("marks", dict, {}).items():
            power = self.power(word, "marks")
            if power not in dome.modifiers or self.tome.powers[power].given is None:
                raise NotationError("marks: one is not a given modifier in force")
            if type(seats) is not list:
                raise NotationError("marks: a list of seats is needed")
            dome.marks[power] = tuple(self.seat(one, "marks") for one in seats)
        dome.hidden = frozenset(self.powers("hidden"))
        if not dome.hidden <= dome.marks.keys():
            raise NotationError("hidden: one is not a given modifier")

    # The other parts of a state

    def nominations(self) -> Iterator[tuple[int, ...]]:
        for three in self.listed("nominations", list):
            yield tuple(self.power(word, "nominations") for word in three)

    def talk(self) -> Iterator[tuple[int, answer_kinds.Proposal]]:
        for row in self.listed("talk", list):
            if len(row) != 2:
                raise NotationError("talk: a seat and a proposal are needed")
            yield self.seat(row[0], "talk"), self.proposal(row[1], "talk")

    def deals(self) -> Iterator[Deal]:
        for row in self.listed("deals", list):
            if len(row) != 4 or type(row[3]) is not list:
                raise NotationError("deals: a round, a seat, a proposal and seats are needed")
            yield Deal(
                within(row[0], 1, self.number("round", 0, _MOST), "deals"),
                self.seat(row[1], "deals"),
                self.proposal(row[2], "deals"),
                tuple(self.seat(one, "deals") for one in row[3]),
            )

    def proposal(self, value: Any, key: str) -> answer_kinds.Proposal:
        found = self.typed(value, answer_kinds.Proposal, key)
        self.seat(found.to, key)
        if found.kind is answer_kinds.DealKind.TOGETHER:
            self.seat(found.against, key)
        return found

    def consistent(self, state: State) -> None:
        """Check that the parts belong to the phase."""
        if state.phase is Phase.CULLING and len(state.nominations) != self.seats:
            raise NotationError("nominations: one for each seat")
        if len(state.personas) not in (0, self.seats):
            raise NotationError("personas: one for each seat")
        for three in state.nominations:
            if len(three) != 3:
                raise NotationError("nominations: three powers each")

    def answered(self, state: State) -> State:
        """Give the answers of the line."""
        for given in self.answers:
            kind = _ANSWERS.get(given.kind)
            if kind is None:
                near = nearest(given.kind, _ANSWERS)
                raise NotationError(f'answers: no kind "{given.kind}".{near}')
            answer: Answer = self.typed(given.value, kind, "answers")
            asks = owed(state)
            if not asks:
                raise NotationError("answers: there is no question left")
            state, _ = commit(state, asks[0].seat if given.seat is None else given.seat, answer)
        return state

    def typed(self, value: Any, kind: type[T], key: str) -> T:
        """Return a record from its table."""
        try:
            found = _built(value, kind)
        except (TypeError, ValueError, KeyError, RecursionError):
            raise NotationError(f"{key}: a table does not fit") from None
        assert isinstance(found, kind)
        return found


_WORDS: Final[Mapping[type[Any], str]] = {
    int: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}
_ANSWERS: Final[Mapping[str, type[Any]]] = {
    kind.__name__.lower(): kind for kind in get_args(answer_kinds.Answer)
}


def within(value: Any, least: int, most: int, key: str) -> int:
    """Return a number within its limits."""
    if type(value) is not int or not least <= value <= most:
        raise NotationError(f"{key}: a number from {least} to {most:,} is needed")
    return value


def only(table: Mapping[str, Any], known: tuple[str, ...], key: str) -> None:
    """Refuse unknown keys."""
    for word in table:
        if word not in known:
            raise NotationError(f'{key}: no key "{shown(word, 20)}".{nearest(word, known)}')


def counters(value: Any) -> dict[str, int]:
    """Return counters."""
    if not isinstance(value, dict):
        raise NotationError("counters: a table is needed")
    return {name: within(count, 0, _MOST, "counters") for name, count in value.items()}


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    from collections.abc import Mapping

    known = {**vars(answer_kinds), "Mapping": Mapping}
    return get_type_hints(kind, {**known, "CharacterId": int, "PowerId": int, "Seat": int})


def _built(value: Any, kind: Any) -> Any:
    """Return a value of a kind, from tables, lists and words; raises TypeError if it cannot be."""
    origin = get_origin(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        if not isinstance(value, dict) or not value.keys() <= hints.keys():
            raise TypeError
        return kind(**{key: _built(one, hints[key]) for key, one in value.items()})
    if origin in (Union, UnionType):
        if value == "none":
            return None
        (inner,) = [one for one in get_args(kind) if one is not type(None)]
        return _built(value, inner)
    if origin is tuple:
        if type(value) is not list:
            raise TypeError
        return tuple(_built(one, get_args(kind)[0]) for one in value)
    if origin is not None:  # a mapping of numbers
        return {int(key): _built(one, get_args(kind)[1]) for key, one in value.items()}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if kind is str and type(value) is int:
        return str(value)
    if type(value) is not kind:
        raise TypeError
    return value
