"""Messages to a bot in another process, and the answers in its replies.

docs/powerdome/bots-protocol.md has a table and an example of each.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import NotationError
from deathdome.powerdome.bots.fallback import fallback
from deathdome.powerdome.bots.foreign.sheets import (
    event_sheets,
    powers_sheet,
    schema_sheet,
    view_sheet,
)
from deathdome.powerdome.model.answers import Activation, Plan
from deathdome.powerdome.model.answers import Sheet as Plans
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.model.options import CAPTION
from deathdome.powerdome.model.tome import TargetKind
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.rules.game import why_not
from deathdome.powerdome.text.refusals import refused, rules_of
from deathdome.programs.faults import Failure
from deathdome.programs.lines import check_error, shown_json
from deathdome.programs.pipe import SCHEMA
from deathdome.seeds import short_seed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.powerdome.bots.foreign.sheets import Sheet
    from deathdome.powerdome.bots.protocol import Briefing
    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State

_SHEET: Final = ("plans", "say")
_PLAN: Final = ("agility", "strike", "resist", "at", "activate")
_ACT: Final = ("power", "effect", "at", "x")


class MessageWriter:
    """Writer of the messages of one game to one seat."""

    def __init__(self, briefing: Briefing) -> None:
        self._briefing: Final = briefing
        # Made of the seat's own seed: that says nothing about chance.
        game = sha256(f"{briefing.seed}/game".encode()).hexdigest()[:12]
        name = briefing.seats[briefing.seat]
        self._head: Final = {
            "schema": SCHEMA,
            "game": game,
            "seat": briefing.seat,
            "player": name,
        }

    def begin(self, *, resumed: bool, bank: float) -> Sheet:
        """Return `begin`: the players and all powers."""
        briefing = self._briefing
        return {
            "type": "begin",
            **self._head,
            "seats": len(briefing.seats),
            "players": list(briefing.seats),
            "resumed": resumed,
            "bank_ms": round(bank * 1000),
            "seed": short_seed(briefing.seed, "question -1"),
            "powers": [] if briefing.tome is None else powers_sheet(briefing.tome),
        }

    def decide(self, number: int, view: State, ask: Ask, seconds: float, bank: float) -> Sheet:
        """Return `decide`: one question."""
        return {
            "type": "decide",
            **self._head,
            "number": number,
            "kind": ask.kind.value,
            "form": schema_sheet(view, ask),
            "default": Speller(view).text(ask, fallback(view, ask)),
            "budget": {"ms": round(seconds * 1000), "bank_ms": round(bank * 1000)},
            "seed": short_seed(self._briefing.seed, f"question {number}"),
            "view": view_sheet(view),
        }

    def observe(self, view: State, events: Sequence[Event]) -> Sheet:
        """Return `observe`: the events since the last message."""
        return {"type": "observe", **self._head, "events": event_sheets(view, events)}

    def why_not(self, number: int, view: State, ask: Ask, tried: object) -> Sheet:
        """Return `why_not`: what is wrong with an answer that a bot tries, "" for nothing."""
        found: Sheet = {"type": "why_not", **self._head, "number": number}
        try:
            read_answer(view, ask, tried)
        except Failure as failure:
            rules = getattr(failure, "rules", ())
            return {**found, "refused": str(failure), "rules": list(rules)}
        return {**found, "refused": "", "rules": []}

    def hurry(self, number: int) -> Sheet:
        """Return `hurry`."""
        return {"type": "hurry", **self._head, "number": number}

    def end(self) -> Sheet:
        """Return `end`."""
        return {"type": "end", **self._head}


class Refused(Failure):
    """An answer that the rules refuse."""

    def __init__(self, detail: str, rules: tuple[str, ...]) -> None:
        super().__init__("illegal", detail)
        self.rules: Final = rules


def read_reply(reply: Mapping[str, Any], view: State, ask: Ask) -> Answer:
    """Return the answer of a reply with the right number; ignore unknown fields.

    Raises:
        Failure: it does not answer the question, or the rules refuse it.
    """
    check_error(reply)
    return read_answer(view, ask, reply.get("answer"))


def read_answer(view: State, ask: Ask, given: object) -> Answer:
    """Return an answer given as a line of the notation, or as an object for a sheet.

    Raises:
        Failure: it cannot be read, or the rules refuse it.
    """
    if isinstance(given, str):
        try:
            answer: Answer = Speller(view).read(ask, given)
        except NotationError as error:
            raise Failure("illegal", str(error)) from None
    elif isinstance(given, dict) and ask.kind is AskKind.SHEET:
        answer = _sheet(Speller(view), ask, given)
    else:
        wanted = "a text or an object" if ask.kind is AskKind.SHEET else "a text"
        raise Failure("junk", f'the "answer" of a reply is {shown_json(given)}, not {wanted}')
    refusal = why_not(view, ask.seat, answer)
    if refusal is not None:
        names = character_names(view.now, view.seats)
        raise Refused(refused(refusal, names, view.dome.tome), rules_of(refusal))
    return answer


def _sheet(speller: Speller, ask: Ask, given: Mapping[str, Any]) -> Plans:
    _only(given, _SHEET, "a sheet")
    plans = given.get("plans", {})
    say = given.get("say", "")
    if not isinstance(plans, dict):
        raise Failure("junk", f'the "plans" of a sheet are {shown_json(plans)}, not an object')
    if not isinstance(say, str):
        raise Failure("junk", f'"say" of a sheet is {shown_json(say)}, not a text')
    if len(say) > CAPTION:
        raise Failure("illegal", f'"say" of a sheet has {len(say)} characters, not up to {CAPTION}')
    found = {}
    for name, plan in plans.items():
        who = _named(speller.read_who, name)
        found[who] = _plan(speller, who, plan, name)
    return Plans(found or {ask.seat: Plan()}, say)


def _plan(speller: Speller, who: int, plan: object, name: str) -> Plan:
    if not isinstance(plan, dict):
        raise Failure("junk", f"the plan of {shown_json(name)} is not an object")
    _only(plan, _PLAN, "a plan")
    agility, strike, resist = (_number(plan, stat) for stat in _PLAN[:3])
    aim = plan.get("at") or None
    acts = plan.get("activate", [])
    if not isinstance(acts, list):
        raise Failure("junk", f'"activate" of a plan is {shown_json(acts)}, not a list')
    attack = None if aim is None else _named(speller.read_who, aim)
    activate = tuple(_act(speller, who, act) for act in acts)
    return Plan(agility, strike, resist, attack, activate)


def _act(speller: Speller, who: int, act: object) -> Activation:
    if not isinstance(act, dict):
        raise Failure("junk", f"an activation is {shown_json(act)}, not an object")
    _only(act, _ACT, "an activation")
    power = act.get("power") or None
    index = None if power is None else _named(speller.read_power, power)
    number, x = _number(act, "effect"), _number(act, "x")
    dome = speller.dome
    kind = dome.characters[who].kind
    if index is not None:
        effects = dome.tome.powers[index].effects
    else:
        effects = () if kind < 0 else dome.tome.allies[kind].effects
    aim = act.get("at") or None
    if aim is None:
        return Activation(index, number, None, x)
    of_power = number < len(effects) and effects[number].target is TargetKind.RIVAL_POWER
    target = _named(speller.read_power if of_power else speller.read_who, aim)
    return Activation(index, number, target, x)


def _named(read: Any, name: object) -> int:
    if not isinstance(name, str):
        raise Failure("junk", f"a name is {shown_json(name)}, not a text")
    try:
        found: int = read(name)
    except NotationError as error:
        raise Failure("illegal", str(error)) from None
    return found


def _number(table: Mapping[str, Any], key: str) -> int:
    value = table.get(key, 0)
    if type(value) is not int or not 0 <= value <= 10**9:
        raise Failure("junk", f'"{key}" is {shown_json(value)}, not a whole number from 0')
    return value


def _only(table: Mapping[str, Any], known: Sequence[str], what: str) -> None:
    for key in table:
        if key not in known:
            raise Failure("junk", f"{what} has {', '.join(known)}, not {shown_json(key)}")
