"""The engine service: each request line is answered by one reply line, whatever it says."""

from __future__ import annotations

import json
from collections import OrderedDict
from random import Random
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from deathdome.content.positions.one_line import Copied, position_line, read_line, view_line
from deathdome.engine.messages import (
    LONGEST_ID,
    MAX_LINE,
    MAX_POSITIONS,
    SCHEMA,
    ApplyRequest,
    DeterminizeRequest,
    OddsRequest,
    PositionRequest,
    WhyNotRequest,
    read_request,
)
from deathdome.errors import DeathdomeError, NotationError, UsageError
from deathdome.managers.foreign.sheets import (
    event_sheets,
    outcome_sheet,
    pieces_sheet,
    team_text,
    view_sheet,
    who,
)
from deathdome.match.protocol import default_of
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import CHANCE, Question
from deathdome.model.frames import Attack
from deathdome.model.identifiers import TEAMS
from deathdome.model.notation import action_text, parse_action
from deathdome.odds.attack_odds import odds_of, undeclared_attack
from deathdome.programs.faults import Failure, error_line
from deathdome.programs.lines import read_object
from deathdome.rules.ending import standing
from deathdome.rules.engine import advance, apply_action, decision, why_not
from deathdome.rules.observing import determinize, observe
from deathdome.text.refusals import refusal_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.collection import Collection
    from deathdome.engine.messages import Asked, Team
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.model.state import State

# Questions at which a team may choose freely; `settle` stops there.
_FREE: Final = (Question.PURCHASE, Question.TURN, Question.UNIT_PHASE)
_MOST_ANSWERS: Final = 10_000  # of one `settle`; no turn has a tenth of them


class _Refused(UsageError):
    """An action of `apply` is not legal here."""

    def __init__(self, place: int, reason: dict[str, Any]) -> None:
        super().__init__(reason.pop("refused"))
        self.fields: Final = {"action": place, **reason}


class Engine:
    """Positions by number, and the requests about them."""

    def __init__(self, collection: Collection) -> None:
        """Take the cards and boards that positions may name."""
        self._collection: Final = collection
        self._kept: Final[OrderedDict[int, Copied]] = OrderedDict()
        self._last = 0

    def answer(self, line: bytes) -> dict[str, Any]:
        """Return the reply to a line."""
        reply: dict[str, Any] = {"type": "error", "schema": SCHEMA}
        try:
            message = read_object(line.strip())
        except Failure as failure:
            return {**reply, "kind": "junk", "text": str(failure)}
        if _fit_for_reply(message.get("id")):
            reply["id"] = message["id"]
        try:
            return {**reply, **self._result(read_request(message))}
        except _Refused as refused:
            return {**reply, "kind": "illegal", "text": str(refused), **refused.fields}
        except UsageError as error:
            return {**reply, "kind": "request", "text": str(error)}
        except DeathdomeError as error:
            return {**reply, "kind": "position", "text": str(error)}
        except Exception as error:  # noqa: BLE001 - a position that no match can reach
            text = f"no match can reach this position: {error_line(error)}"
            return {**reply, "kind": "position", "text": text}

    def _result(self, request: Asked) -> dict[str, Any]:
        copied = self._found(request.position)
        match request:
            case PositionRequest():
                number = request.position if isinstance(request.position, int) else None
                return self._described(copied, request, request.seat, number)
            case DeterminizeRequest():
                return self._determinized(copied, request)
            case ApplyRequest():
                return self._applied(copied, request)
            case OddsRequest():
                return _odds(copied, request)
            case WhyNotRequest():
                state, asked = copied.whole, _asked(copied)
                return {"type": "why_not", **_reason(state, asked, request.action)}

    # -- positions

    def _found(self, position: int | str) -> Copied:
        if isinstance(position, str):
            return read_line(position, self._collection)
        if position not in self._kept:
            raise UsageError(
                f"no position {position}; it was never there, or is not among the last "
                f"{MAX_POSITIONS:,} that were used"
            )
        self._kept.move_to_end(position)
        return self._kept[position]

    def _keep(self, copied: Copied) -> int:
        self._last += 1
        self._kept[self._last] = copied
        if len(self._kept) > MAX_POSITIONS:
            self._kept.popitem(last=False)
        return self._last

    def _described(
        self,
        copied: Copied,
        request: PositionRequest | DeterminizeRequest | ApplyRequest,
        seat: Team | None,
        number: int | None = None,
        events: Sequence[dict[str, Any]] = (),
    ) -> dict[str, Any]:
        """Return a position with the requested parts; keep it, unless it has a number."""
        state, asked, show = copied.whole, _asked(copied), request.show
        setup = state.setup
        seen = _view(copied, seat) if seat or copied.seat is not None or "view" in show else None
        found: dict[str, Any] = {
            "type": "position",
            "sees": "all" if copied.seat is None else TEAMS[copied.seat],
            "seat": "" if asked is None else _team(asked.seat),
            "kind": "" if asked is None else asked.question.value,
            "unit": "" if asked is None else who(setup, asked.unit),
            "round": state.round,
            "over": state.outcome is not None,
        }
        if "options" in show and asked is not None:
            found |= _options(state, asked, request.verbs)
        if "payouts" in show:
            found["payouts"] = {
                TEAMS[team]: standing(state, team).payout for team in range(setup.seats)
            }
        if "pieces" in show:
            found["pieces"] = pieces_sheet(state)
        if "view" in show and seen is not None:
            found["view"] = view_sheet(seen)
        if "events" in show:
            found["events"] = list(events)
        if "text" in show:
            found["text"] = position_line(state) if seen is None else view_line(seen)
        if state.outcome is not None:
            found["outcome"] = outcome_sheet(state.outcome)
        return {**found, "position": self._keep(copied) if number is None else number}

    def _determinized(self, copied: Copied, request: DeterminizeRequest) -> dict[str, Any]:
        state = determinize(_view(copied, request.seat), Random(request.seed))
        advance(state)
        return self._described(Copied(None, state), request, None)

    def _applied(self, copied: Copied, request: ApplyRequest) -> dict[str, Any]:
        if copied.seat is not None:
            raise UsageError(
                f"apply: this is the view of {TEAMS[copied.seat]}, with cards that it does not "
                "know; determinize it first"
            )
        state = copied.whole.copy()
        before = state.setup
        happened: list[Event] = []
        emit = happened.append if "events" in request.show else None
        for place, text in enumerate(request.actions):
            asked = decision(state)
            action = _action(state, asked, text)
            if asked is None or action not in asked.options:
                raise _Refused(place, _reason(state, asked, text))
            apply_action(state, action, emit, trusted=True)
        if request.settle is not None:
            _settle(state, request.settle, Random(request.seed), emit)
        told = event_sheets(before, state.setup, happened)
        return self._described(Copied(None, state), request, request.seat, events=told)


def _options(state: State, asked: Decision, verbs: Sequence[str] | None) -> dict[str, Any]:
    """Return the options, or those that begin with one of these words; with the default."""
    texts = [action_text(state.setup, action, asked.seat) for action in asked.options]
    found: dict[str, Any] = {"default": texts[asked.options.index(default_of(asked.options))]}
    weights = asked.weights
    if verbs is not None:
        kept = [at for at, text in enumerate(texts) if text.startswith(tuple(verbs))]
        texts, weights = [texts[at] for at in kept], [weights[at] for at in kept if weights]
    return {**found, "options": texts, **({"weights": list(weights)} if asked.weights else {})}


def _fit_for_reply(value: object) -> bool:
    if isinstance(value, str):
        whole = value.encode("utf-8", "ignore").decode() == value  # no half of a character
        return whole and len(value) <= LONGEST_ID
    return type(value) is int and 0 <= value < 1 << 53


def _team(seat: int) -> str:
    return "chance" if seat == CHANCE else team_text(seat)


def _asked(copied: Copied) -> Decision | None:
    """Return the open question; None if a view does not show it."""
    asked = decision(copied.whole)
    if asked is not None and copied.seat not in (None, asked.seat):
        return None
    return asked


def _view(copied: Copied, team: Team | None) -> Observation:
    """Return the view of a team; by default of the seat of the view, then of the team asked.

    Raises:
        UsageError: it is another team's view, or the team does not play.
    """
    seat = None if team is None else TEAMS.index(team)
    if copied.seat is not None:
        if seat not in (None, copied.seat):
            raise UsageError(f"this is the view of {TEAMS[copied.seat]}, not of {team}")
        return copied.seen
    if seat is None:
        asked = decision(copied.whole)
        seat = asked.seat if asked is not None and asked.seat != CHANCE else 0
    if seat >= copied.whole.setup.seats:
        raise UsageError(f"{TEAMS[seat]} is not in this match")
    return observe(copied.whole, seat)


# -- actions --------------------------------------------------------------------------------------


def _action(state: State, asked: Decision | None, text: str) -> Action | None:
    """Return the action of a line, legal or not; None if it spells none."""
    seat = -1 if asked is None else asked.seat
    try:
        return parse_action(state.setup, text, seat, () if asked is None else asked.options)
    except NotationError:
        return None


def _reason(state: State, asked: Decision | None, text: str) -> dict[str, Any]:
    """Return why an action is refused; empty words if it is legal."""
    found: dict[str, Any] = {"refused": "", "code": "", "rules": [], "near": ""}
    seat = -1 if asked is None else asked.seat
    options = () if asked is None else asked.options
    try:
        action = parse_action(state.setup, text, seat, options)
    except NotationError as error:
        return {**found, "refused": str(error), "code": "unreadable"}
    if action in options:
        return found
    refused = why_not(state, action)
    return {
        "refused": refusal_text(refused.refusal, state.setup),
        "code": refused.code,
        "rules": [refused.rule] if refused.rule else [],
        "near": refused.near,
    }


def _settle(state: State, how: str, dice: Random, emit: Any) -> None:
    """Answer questions until a team may choose; chance by its weights."""
    for _ in range(_MOST_ANSWERS):
        asked = decision(state)
        if asked is None or asked.question in _FREE:
            return
        if asked.seat == CHANCE or how == "random":
            action = dice.choices(asked.options, asked.weights or None)[0]
        elif how == "default":
            action = default_of(asked.options)
        else:
            return
        apply_action(state, action, emit, trusted=True)
    raise UsageError(f"apply: no end after {_MOST_ANSWERS:,} answers")


# -- odds -----------------------------------------------------------------------------------------


def _odds(copied: Copied, request: OddsRequest) -> dict[str, Any]:
    state, asked = copied.whole, _asked(copied)
    seen = _view(copied, request.seat)
    if request.action is None:
        open_attacks = [frame for frame in seen.stack if isinstance(frame, Attack)]
        if not open_attacks:
            raise UsageError('odds: no attack is open; name one as "action"')
        attack = open_attacks[-1]
    else:
        action = _action(state, asked, request.action)
        if asked is None or action not in asked.options:
            raise _Refused(0, _reason(state, asked, request.action))
        if kind_of(action) is not ActionKind.ATTACK:
            raise UsageError("odds: the action is not an attack; an attack begins with attack")
        attack = undeclared_attack(seen, asked.unit, action)
    staged = [parse_action(state.setup, text, seen.seat) for text in request.staged]
    odds = odds_of(seen, attack, staged)
    chance = odds.death()
    return {
        "type": "odds",
        "death": [chance.low, chance.high],
        "units": [
            {
                "unit": who(state.setup, struck.unit),
                "attack": struck.attack,
                "defence": struck.defence,
                "vitae": struck.vitae,
                "need": struck.need,
                **_chances(struck.outcome()),
            }
            for struck in odds.struck
        ],
    }


def _chances(outcome: Any) -> dict[str, float]:
    """Return the chances of a unit."""
    return {name: getattr(outcome, name) for name in ("dies", "hurt", "unhurt", "expected")}


# -- lines ----------------------------------------------------------------------------------------


def serve(requests: BinaryIO, replies: BinaryIO, collection: Collection) -> None:
    """Answer every line until the input ends."""
    engine = Engine(collection)
    while line := requests.readline(MAX_LINE + 1):
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = requests.readline(MAX_LINE)
            text = f"a request of more than {MAX_LINE:,} bytes"
            reply: dict[str, Any] = {
                "type": "error",
                "schema": SCHEMA,
                "kind": "large",
                "text": text,
            }
        else:
            reply = engine.answer(line)
        replies.write(json.dumps(reply, separators=(",", ":")).encode() + b"\n")
        replies.flush()
