"""A foreign program as a controller: a late, illegal or malformed answer is a fault.

Faults go up as `Failure`; `match.guard` counts them and has another controller answer.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from deathdome.managers.foreign.messages import MessageWriter, ids_of, read_reply
from deathdome.managers.foreign.records import plain
from deathdome.match.protocol import Reply
from deathdome.match.setup_news import news_of
from deathdome.model import events as happened
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.programs.commands import python, words_of
from deathdome.programs.dialogue import Dialogue
from deathdome.programs.faults import Failure
from deathdome.programs.lines import read_object
from deathdome.programs.pipe import AFTER, DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.managers.foreign.messages import Said
    from deathdome.managers.manager_name import Spec
    from deathdome.match.protocol import Briefing, Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import Setup
    from deathdome.programs.lines import About

_HOST: Final = "deathdome.managers.foreign.host"


def program_for(said: Spec, limits: Limits = DEFAULT_LIMITS) -> Callable[[], ProgramManager]:
    """Return the factory of a manager; the match starts it.

    Raises:
        UsageError: a command that cannot be read.
    """
    if said.kind == "command":
        return partial(
            ProgramManager, words_of(said.name), limits, parameters=dict(said.parameters)
        )
    # The host checks the parameters.
    return partial(ProgramManager, python(_HOST, said.name + said.given), limits, records=True)


# What may happen while a plan is carried out: only what its owner did, and knew beforehand.
_FORESEEN: Final = (
    happened.Bought,
    happened.Captured,
    happened.Equipped,
    happened.Laid,
    happened.Passed,
    happened.PhaseBegan,
    happened.PhaseEnded,
    happened.Sold,
    happened.Walked,
)


class ProgramManager:
    """A manager in another process, asked by lines of JSON.

    With `records` it gets the records of the game instead of the sheets: that is how managers
    written in Python are run, by `host`.
    """

    def __init__(
        self,
        program: Sequence[str],
        limits: Limits = DEFAULT_LIMITS,
        *,
        environment: Mapping[str, str] | None = None,
        records: bool = False,
        parameters: Mapping[str, str] | None = None,
    ) -> None:
        """Take program and arguments; the match starts it."""
        self._dialogue: Final = Dialogue(program, limits, environment)
        self._records: Final = records
        self._parameters: Final = dict(parameters or {})  # of its name; in `options` of `begin`
        self.closely = False  # for the check: whether a manager in Python leaves the view as it is
        self.spoilt = False  # that it did not, at the question that was looked at last
        self._briefing: Briefing | None = None
        self._desk: MessageWriter | None = None
        self._plan: list[str] = []
        self._table: Setup | None = None
        self._heard: list[Event] = []

    @property
    def exact(self) -> bool:
        """True if it is sent records instead of sheets."""
        return self._records

    @property
    def about(self) -> About:
        """Its description of itself."""
        return self._dialogue.about

    @property
    def log(self) -> str:
        """The end of its standard error."""
        return self._dialogue.log

    @property
    def running(self) -> bool:
        """True while its process runs."""
        return self._dialogue.running

    # -- the four calls

    def begin(self, briefing: Briefing) -> None:
        """Start the program and wait until it is ready.

        Raises:
            Failure: it does not start, or speaks another language.
        """
        if self._parameters:
            briefing = replace(briefing, options={**briefing.options, **self._parameters})
        self._briefing = briefing
        self._desk = MessageWriter(briefing)
        self._table = briefing.setup
        self._dialogue.begin(self._opening, self._desk.hurry, self._unfit, briefing.hurry)

    def _opening(self, resumed: bool) -> dict[str, Any]:
        """Return the first message to a new process, which has heard nothing yet."""
        assert self._briefing is not None
        assert self._desk is not None
        assert self._table is not None
        self._plan.clear()
        self._heard.clear()
        briefing = replace(self._briefing, setup=self._table)
        message = self._desk.begin(briefing, resumed=resumed, bank=self._dialogue.bank)
        return self._exact(message, self._table) if self._records else message

    def _unfit(self, about: About) -> str:
        """Return why a program that is ready cannot play this match."""
        assert self._briefing is not None
        seats = self._briefing.seats
        if seats not in (about.seats or [seats]):
            return f"it does not play with {seats} teams"
        for key in self._parameters:
            if key not in about.parameters:
                known = (
                    f"it takes {', '.join(about.parameters)}"
                    if about.parameters
                    else ('its first line names no "parameters"')
                )
                return f"it takes no parameter {key}; {known}"
        return ""

    def decide(self, request: Request) -> Reply:
        """Return the program's answer.

        Raises:
            Failure: there is no legal answer in time.
        """
        ids = ids_of(request)
        if (planned := self._planned(request, ids)) is not None:
            return Reply(planned)
        self._dialogue.settle()
        assert self._desk is not None
        self._tell(request.seen.setup)
        self._table = request.seen.setup
        message = self._desk.decide(request, ids, self._dialogue.bank)
        if self._records:
            message = self._slim(message, request)
        said = self._dialogue.ask(message, request.budget.seconds, self._reader(request, ids))
        self._plan = list(said.plan)
        return Reply(request.options[ids.index(said.option)], said.nodes, said.why)

    def decide_again(self, request: Request, refused: str) -> Reply:
        """Return a second answer, as if the first had been refused; for the check.

        The message has a field that no version of the protocol knows.

        Raises:
            Failure: there is no legal answer in time.
        """
        self.decide(request)
        assert self._desk is not None
        ids = ids_of(request)
        message = self._desk.decide(request, ids, self._dialogue.bank)
        message |= {"refused": refused, "unheard of": {"in": ["any", "version"]}}
        reader = self._reader(request, ids)
        said = self._dialogue.ask(message, request.budget.seconds, reader, again=False)
        return Reply(request.options[ids.index(said.option)], said.nodes, said.why)

    def _reader(self, request: Request, ids: Sequence[str]) -> Callable[[dict[str, Any]], Said]:
        """Return the function that reads the reply to a question."""

        def read(reply: dict[str, Any]) -> Said:
            self.spoilt = self._records and bool(reply.get("spoilt"))
            return read_reply(reply, ids, request.question.value)

        return read

    def observe(self, events: Sequence[Event]) -> None:
        """Note events; they are sent before the next question."""
        if not all(self._foreseen(event) for event in events):
            self._plan.clear()
        self._heard += events

    def _foreseen(self, event: Event) -> bool:
        """Return True if the event is this seat's own doing."""
        assert self._briefing is not None
        seat = self._briefing.seat
        unit = getattr(event, "unit", -1)
        return (
            isinstance(event, _FORESEEN)
            and getattr(event, "seat", seat) == seat
            and (unit < 0 or unit // UNITS_PER_TEAM == seat)
        )

    def _tell(self, setup: Setup) -> None:
        """Send the noted events."""
        assert self._desk is not None
        heard, self._heard = self._heard, []
        if not heard or not self._dialogue.running:
            return
        assert self._table is not None
        message = self._desk.observe(setup, () if self._records else heard, self._table)
        if self._records:
            message["events"] = plain(tuple(heard))
        self._dialogue.send(message)

    def end(self, outcome: Outcome) -> None:
        """Send the result, and close the program.

        Raises:
            Failure: a manager in Python failed at that, or at what it heard last.
        """
        if not self._dialogue.running or self._desk is None:
            return
        message = self._desk.end(outcome)
        if self._records:
            message["outcome"] = plain(outcome)
        said: list[bytes] = []
        with contextlib.suppress(Failure):
            assert self._table is not None
            self._tell(self._table)
            said = self._dialogue.farewell(message)
        if self._dialogue.running:
            self._dialogue.close()
        if self._records:
            self._confessed(said)

    @staticmethod
    def _confessed(said: Sequence[bytes]) -> None:
        """Raise the failure that `host` reports after the last question."""
        for line in said:
            message: dict[str, Any] = {}
            with contextlib.suppress(Failure):
                message = read_object(line)
            if message.get("number") == AFTER and isinstance(message.get("error"), str):
                raise Failure("raised", message["error"])

    def close(self) -> None:
        """Kill the program."""
        self._dialogue.close()

    def _planned(self, request: Request, ids: Sequence[str]) -> Action | None:
        """Return the next step of a plan; drop the rest once a step is not legal."""
        if not self._plan:
            return None
        step = self._plan.pop(0)
        if step in ids:
            return request.options[ids.index(step)]
        self._plan.clear()
        return None

    # -- for managers in Python

    def _exact(self, message: dict[str, Any], setup: Setup) -> dict[str, Any]:
        """Return the `begin` message with records instead of sheets."""
        assert self._briefing is not None
        for key in ("rules", "board", "cards"):
            del message[key]
        message["seed"] = self._briefing.seed
        message["table"] = {
            "catalog": plain(setup.catalog),
            "board": plain(setup.board),
            "ruleset": plain(setup.ruleset),
        }
        return {**message, "news": plain(tuple(news_of(setup)))}

    def _slim(self, message: dict[str, Any], request: Request) -> dict[str, Any]:
        """Return a question with records instead of sheets."""
        seen = request.seen
        del message["view"], message["position"]
        message["ids"] = message.pop("options")
        message["options"] = list(request.options)
        message["about"] = request.unit
        message["seen"] = {
            name: plain(getattr(seen, name))
            for name in seen.__slots__
            if name not in ("setup", "gear")
        }
        if self.closely:
            message["closely"] = True
        return {**message, "news": plain(tuple(news_of(seen.setup)))}
