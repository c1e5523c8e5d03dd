"""Messages of the protocol: written, and parsed from the replies.

docs/managers-protocol.md has a table and an example of each.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deathdome.managers.foreign.sheets import (
    board_sheet,
    cards_sheet,
    event_sheets,
    outcome_sheet,
    position_text,
    rules_sheet,
    team_text,
    view_sheet,
    who,
)
from deathdome.match.guard import MAX_AMOUNT
from deathdome.model.notation import action_text
from deathdome.programs.faults import Failure
from deathdome.programs.lines import check_error, shown_json
from deathdome.programs.pipe import SCHEMA
from deathdome.seeds import short_seed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.managers.foreign.sheets import Sheet
    from deathdome.match.protocol import Briefing, Request
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import Setup


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
            "default": action_text(setup, request.default, request.seat),
            "budget": {
                "nodes": request.budget.nodes,
                "ms": round(request.budget.seconds * 1000),
                "bank_ms": round(bank * 1000),
            },
            "seed": short_seed(self._seed, f"decision {request.number}"),
            "view": view_sheet(request.seen),
            "position": position_text(request.seen),
        }

    def observe(self, setup: Setup, events: Sequence[Event], before: Setup) -> Sheet:
        """Return `observe`: the events since the last message.

        `before`: the setup at the last message. A character that is auctioned off has its own name
        up to its auction.
        """
        return {"type": "observe", **self._head, "events": event_sheets(before, setup, events)}

    def hurry(self, number: int) -> Sheet:
        """Return `hurry`."""
        return {"type": "hurry", **self._head, "number": number}

    def end(self, outcome: Outcome) -> Sheet:
        """Return `end`: the result."""
        return {"type": "end", **self._head, "outcome": outcome_sheet(outcome)}


class Said(NamedTuple):
    """A reply with an answer."""

    option: str
    plan: tuple[str, ...]
    why: tuple[tuple[str, int], ...]
    nodes: int


def read_reply(message: dict[str, Any], ids: Sequence[str], kind: str) -> Said:
    """Parse a reply with the right number; ignore unknown fields.

    Raises:
        Failure: it does not answer a question with these options.
    """
    check_error(message)
    option = message.get("option")
    if not isinstance(option, str):
        raise Failure("junk", f'the "option" of a reply is {shown_json(option)}, not a text')
    if option not in ids:
        raise Failure("illegal", f"{shown_json(option)} is none of the {len(ids)} options ({kind})")
    plan = message.get("plan", [])
    if not isinstance(plan, list) or not all(isinstance(part, str) for part in plan):
        raise Failure("junk", 'the "plan" of a reply is not a list of texts')
    nodes = message.get("nodes", 0)
    if type(nodes) is not int:
        raise Failure("junk", f'the "nodes" of a reply are {shown_json(nodes)}, not a whole number')
    if not 0 <= nodes <= MAX_AMOUNT:
        raise Failure(
            "junk", f'the "nodes" of a reply are {shown_json(nodes)}, not 0 to {MAX_AMOUNT:,}'
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
