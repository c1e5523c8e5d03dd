"""Match hosts without a screen: managers in this process, and a driver that waits for nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from deathdome.cli.sessions import new_referee
from deathdome.errors import ManagerError
from deathdome.managers.registry import create
from deathdome.match.protocol import Reply
from deathdome.match.referee import Referee
from deathdome.model.notation import parse_action, split_typed
from deathdome.model.ruleset import EDITION_2021
from deathdome.session.host import Change, MatchHost
from deathdome.session.managers import LocalManagers, arrived
from deathdome.session.notices import Begin, Decide, End, Interval, Person
from deathdome.text.names import space_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from scenes import Match

    from deathdome.match.protocol import Briefing, Controller, Request
    from deathdome.model.actions import Action
    from deathdome.model.events import Event, Outcome
    from deathdome.model.ruleset import Ruleset
    from deathdome.session.notices import Need

INSTANT = 3  # the pace at which nothing waits


class Quiet:
    """Does the least it can, after a script whose lines pick an answer or pass."""

    def __init__(self, *script: Callable[[Request], Action | None]) -> None:
        self.script = list(script)
        self.asked: list[Request] = []

    def begin(self, briefing: Briefing) -> None:
        pass

    def decide(self, request: Request) -> Reply:
        self.asked.append(request)
        if self.script and (action := self.script[0](request)) is not None:
            del self.script[0]
            return Reply(action)
        return Reply(request.default)

    def observe(self, events: Sequence[Event]) -> None:
        pass

    def end(self, outcome: Outcome) -> None:
        pass


def here(controllers: Mapping[int, Controller]) -> LocalManagers:
    """These controllers as managers in this process."""
    return LocalManagers({seat: partial(_same, one) for seat, one in controllers.items()})


def _same(controller: Controller) -> Controller:
    return controller


def dealt(
    names: Sequence[str] = ("human", "greedy"),
    seed: int = 7,
    rounds: int = 2,
    *,
    quick: bool = True,
    ruleset: Ruleset | None = None,
) -> tuple[Referee, dict[int, Controller]]:
    """A match from its beginning, and the managers for it."""
    referee = new_referee(
        list(names), seed, rounds, "waspworth", quick=quick, ruleset=ruleset or EDITION_2021
    )
    others = {seat: name for seat, name in enumerate(names) if name not in ("human", "quiet")}
    return referee, {seat: create(name) for seat, name in others.items()}


def hosted(
    match: Match | Referee,
    names: Sequence[str] = ("human", "quiet"),
    managers: Mapping[int, Controller] | None = None,
    **more: Any,
) -> MatchHost:
    """A host whose seats without a person are quiet, or played by these managers."""
    referee = match if isinstance(match, Referee) else Referee(match.state, 1)
    others = {seat: Quiet() for seat, name in enumerate(names) if name != "human"}
    return MatchHost(referee, names, here({**others, **(managers or {})}), pace=INSTANT, **more)


class Driven:
    """A host that is driven: it has always come to the next question to a person, or the end."""

    def __init__(self, host: MatchHost) -> None:
        self.host = host
        self.needs: list[Need] = []  # all that were met
        host.listeners.append(self._hear)
        self._driving = False
        host.start()

    def _hear(self, change: Change) -> None:
        if change is Change.NEED and not self._driving:
            self._driving = True
            while (need := self.host.need) is not None and not isinstance(need, Person | Interval):
                self.needs.append(need)
                try:
                    given = self._met(need)
                except ManagerError as error:
                    self.host.fail(error)
                else:
                    self.host.meet(given)
            self._driving = False

    def _met(self, need: Need) -> Reply | None:
        managers: Any = self.host.managers
        match need:
            case Begin(seats):
                managers.begin(self.host.view.setup, seats)
            case Decide(request, heard):
                reply: Reply = managers.decide(request, heard)
                return reply
            case End(heard, outcome):
                managers.end(heard, outcome)
        return None


def driven(
    match: Match | Referee,
    names: Sequence[str] = ("human", "quiet"),
    managers: Mapping[int, Controller] | None = None,
    **more: Any,
) -> MatchHost:
    """A driven host; where several people play, the first one has taken the seat."""
    host = hosted(match, names, managers, **more)
    Driven(host)
    host.lift()
    return host


def give(host: MatchHost, line: str) -> None:
    """Give answers in the notation, as one step."""
    assert host.request is not None
    setup, seat = host.view.setup, host.request.seat
    host.answer([parse_action(setup, part, seat) for part in split_typed(line)])


def where(host: MatchHost, unit: int = 0) -> str:
    """The space of a unit as the viewer sees it."""
    return space_name(host.view.setup, host.view.space[unit])


async def closed(host: MatchHost) -> None:
    """Release all that a host holds."""
    for closing in host.close():
        await arrived(closing)
