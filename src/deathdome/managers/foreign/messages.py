"""Messages of the protocol: written, and parsed from the replies.

docs/managers-protocol.md has a table and an example of each.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from deathdome.managers.foreign.sheets import (
    board_sheet,
    cards_sheet,
    event_sheet,
    outcome_sheet,
    rules_sheet,
    team_text,
    view_sheet,
    who,
)
from deathdome.match.guard import MAX_AMOUNT, default_action
from deathdome.model.events import Auctioned, Hidden
from deathdome.model.notation import action_text
from deathdome.programs.faults import Failure
from deathdome.programs.pipe import SCHEMA
from deathdome.seeds import short_seed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.foreign.sheets import Sheet
    from deathdome.match.protocol import Briefing, Request
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import Setup
    from deathdome.programs.faults import FaultKind

_SHOWN: Final = 40  # characters of a foreign message
_NAMED: Final = 80  # characters of its description
# What a manager may say of itself when the match begins.
_TEXTS: Final = ("name", "version", "licence")
_KINDS: Final = {
    **dict.fromkeys(_TEXTS, "a text"),
    "seats": "a list of whole numbers",
    "deterministic": "true or false",
}
_ABOUT: Final = tuple(_KINDS)
# Kinds of faults that a manager may admit; of another, or of none, it has raised something.
_CONFESSED: Final[tuple[FaultKind, ...]] = ("raised", "illegal", "junk")


def line_of(message: Sheet) -> bytes:
    """Return a message as a line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def ids_of(request: Request) -> list[str]:
    """Return the ids of the options, in order."""
    setup, seat = request.seen.setup, request.seat
    return [action_text(setup, action, seat) for action in request.options]


class MessageWriter:
    """Writer of the messages of one match to one seat."""

    def __init__(self, briefing: Briefing) -> None:
        self._seed: Final = briefing.seed
        # Made of the seat's own seed, as all seeds below: that says nothing about dice and cards.
        name = sha256(f"{briefing.seed}/match".encode()).hexdigest()[:12]
        team = team_text(briefing.seat)
        self._head: Final = {"schema": SCHEMA, "match": name, "seat": briefing.seat, "team": team}

    def begin(self, briefing: Briefing, *, resumed: bool, bank: float) -> Sheet:
        """Return `begin`: the match, the board and all cards."""
        setup = briefing.setup
        return {
            "type": "begin",
            **self._head,
            "seats": briefing.seats,
            "rounds": setup.rounds,
            **({"schedule": list(setup.series.schedule)} if setup.series is not None else {}),
            "resumed": resumed,
            "bank_ms": round(bank * 1000),
            "seed": short_seed(self._seed, "decision -1"),
            "options": dict(briefing.options),
            "rules": rules_sheet(setup.ruleset),
            "board": board_sheet(setup.board),
            "cards": cards_sheet(setup),
        }

    def decide(self, request: Request, ids: Sequence[str], bank: float) -> Sheet:
        """Return `decide`: one question."""
        setup = request.seen.setup
        return {
            "type": "decide",
            **self._head,
            "number": request.number,
            "kind": request.question.value,
            "unit": who(setup, request.unit),
            "options": list(ids),
            "default": action_text(setup, default_action(request), request.seat),
            "budget": {
                "nodes": request.budget.nodes,
                "ms": round(request.budget.seconds * 1000),
                "bank_ms": round(bank * 1000),
            },
            "seed": short_seed(self._seed, f"decision {request.number}"),
            "view": view_sheet(request.seen),
        }

    def observe(self, setup: Setup, events: Sequence[Event], before: Setup) -> Sheet:
        """Return `observe`: the events since the last message.

        `before`: the setup at the last message. A character that is auctioned off has its own name
        up to its auction.
        """
        sold = next((at for at, event in enumerate(events) if isinstance(event, Auctioned)), -1)
        return {
            "type": "observe",
            **self._head,
            "events": [
                event_sheet(before if at <= sold else setup, event)
                for at, event in enumerate(events)
                if not isinstance(event, Hidden)
            ],
        }

    def hurry(self, number: int) -> Sheet:
        """Return `hurry`."""
        return {"type": "hurry", **self._head, "number": number}

    def end(self, outcome: Outcome) -> Sheet:
        """Return `end`: the result."""
        return {"type": "end", **self._head, "outcome": outcome_sheet(outcome)}


@dataclass(frozen=True, slots=True)
class About:
    """A manager's description of itself."""

    name: str = ""
    version: str = ""
    licence: str = ""
    seats: tuple[int, ...] = ()  # numbers of teams that it plays with; () for any
    deterministic: bool | None = None


class Said(NamedTuple):
    """A reply with an answer."""

    option: str
    plan: tuple[str, ...]
    why: tuple[tuple[str, int], ...]
    nodes: int


def read_object(line: bytes) -> dict[str, Any]:
    """Parse the JSON object in a line.

    Raises:
        Failure: the line has no JSON object.
    """
    try:
        message = json.loads(line.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise Failure("junk", "a line that is not UTF-8") from None
    except (ValueError, RecursionError):
        raise Failure("junk", f"a line that is not JSON: {_shown(line.decode())}") from None
    if not isinstance(message, dict):
        raise Failure("junk", f"a line that is not a JSON object: {_shown(line.decode())}")
    return message


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)  # NaN and Infinity, which JSON does not have


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return f'"{text}"' if isinstance(value, str) else text


def read_ready(line: bytes) -> About:
    """Parse the first line of a manager.

    Raises:
        Failure: it is not ready.
    """
    try:
        message = read_object(line)
    except Failure as failure:
        raise Failure("unready", str(failure), final=True) from None
    error = message.get("error")
    if isinstance(error, str):
        raise Failure("unready", error, final=True)
    if error is not None:
        told = f'the "error" of its first line is {_shown(error)}, not a text'
        raise Failure("unready", told, final=True)
    if message.get("type") != "ready":
        raise Failure("unready", 'its first line is not of the type "ready"', final=True)
    if type(message.get("schema")) is not int or message["schema"] != SCHEMA:
        spoken = _shown(message.get("schema"))
        raise Failure("unready", f"it speaks schema {spoken}, and this is {SCHEMA}", final=True)
    for key in _ABOUT:
        if key in message and not _fits(key, message[key]):
            told = f'the "{key}" of its first line is {_shown(message[key])}, not {_KINDS[key]}'
            raise Failure("unready", told, final=True)
    return About(
        **{key: message[key][:_NAMED] for key in _TEXTS if key in message},
        seats=tuple(message.get("seats", ())),
        deterministic=message.get("deterministic"),
    )


def _fits(key: str, value: object) -> bool:
    """Return True if a field of the first line has the right type."""
    if key in _TEXTS:
        return isinstance(value, str)
    if key == "seats":
        return isinstance(value, list) and all(type(number) is int for number in value)
    return isinstance(value, bool)


def number_of(message: dict[str, Any], asked: int) -> int:
    """Return the number of a reply's question: the open one, or an earlier one.

    Raises:
        Failure: it has none that can be.
    """
    number = message.get("number")
    if type(number) is not int:
        raise Failure("junk", f'the "number" of a reply is {_shown(number)}, not a whole number')
    if number > asked:
        raise Failure("junk", "a reply to a question that was not asked yet")
    if number < 0:  # not late: there is nothing to wait for
        raise Failure("junk", f'the "number" of a reply is {_shown(number)}, not 0 or more')
    return number


def read_reply(message: dict[str, Any], ids: Sequence[str], kind: str) -> Said:
    """Parse a reply with the right number; ignore unknown fields.

    Raises:
        Failure: it does not answer a question with these options.
    """
    error = message.get("error")
    if isinstance(error, str):
        said = message.get("kind")
        fault: FaultKind = next((one for one in _CONFESSED if one == said), "raised")
        raise Failure(fault, error or "it says that it failed, and not why")
    if error is not None:
        raise Failure("junk", f'the "error" of a reply is {_shown(error)}, not a text')
    option = message.get("option")
    if not isinstance(option, str):
        raise Failure("junk", f'the "option" of a reply is {_shown(option)}, not a text')
    if option not in ids:
        raise Failure("illegal", f"{_shown(option)} is none of the {len(ids)} options ({kind})")
    plan = message.get("plan", [])
    if not isinstance(plan, list) or not all(isinstance(part, str) for part in plan):
        raise Failure("junk", 'the "plan" of a reply is not a list of texts')
    nodes = message.get("nodes", 0)
    if type(nodes) is not int:
        raise Failure("junk", f'the "nodes" of a reply are {_shown(nodes)}, not a whole number')
    if not 0 <= nodes <= MAX_AMOUNT:
        raise Failure(
            "junk", f'the "nodes" of a reply are {_shown(nodes)}, not 0 to {MAX_AMOUNT:,}'
        )
    why = message.get("why", [])
    if not isinstance(why, list) or not all(_is_reason(reason) for reason in why):
        raise Failure("junk", 'the "why" of a reply is not a list of [text, credits]')
    if not all(-MAX_AMOUNT <= worth <= MAX_AMOUNT for _, worth in why):
        raise Failure(
            "junk", f'a reason in the "why" of a reply counts more than {MAX_AMOUNT:,} credits'
        )
    reasons = tuple((text, worth) for text, worth in why)
    return Said(option, tuple(plan), reasons, nodes)


def _is_reason(reason: object) -> bool:
    return isinstance(reason, list) and [type(part) for part in reason] == [str, int]
