"""Finding managers by name; none is imported or started until one is asked for.

`specs` has the grammar of names. Code that is not installed as a manager, `module:factory` and
`command:`, is for names that were typed at this machine; a name that came out of a file goes
through `installed_only` first.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Final

from deathdome.errors import ManagerError, UsageError, nearest
from deathdome.managers.foreign.parameters import with_parameters
from deathdome.managers.manager_name import LEVELS, RETIRED, parse_spec, quoted, retired_level
from deathdome.match.guard import Guarded
from deathdome.match.protocol import Controller
from deathdome.programs.faults import TRUST as TRUST  # noqa: PLC0414 - its documented home
from deathdome.programs.faults import error_line
from deathdome.text.names import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.managers.manager_name import Spec
    from deathdome.match.protocol import Briefing, Reply, Request
    from deathdome.model.events import Event, Outcome
    from deathdome.model.state import State

GROUP: Final = "deathdome.managers"
CALLS: Final = ("begin", "decide", "observe", "end")


def found() -> dict[str, EntryPoint]:
    """Return the installed managers by name, ascending, without importing them."""
    return _found((*sys.path,))


@cache
def _found(_path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Look through every installed package, once for each `sys.path`."""
    return {point.name: point for point in sorted(entry_points(group=GROUP))}


def names() -> list[str]:
    """Names of all installed managers, ascending; nothing is imported."""
    return list(found())


def known(spec: str) -> Spec:
    """Parse the name of a possible manager, without importing or starting it.

    Raises:
        UsageError: no manager is called so.
    """
    said = parse_spec(spec)
    if said.kind == "installed":
        _point(said)
    return said


def installed_only(spec: str) -> Spec:
    """As `known`, for a name that came out of a file: such a name starts no foreign code.

    Raises:
        UsageError: no manager of that name is installed.
    """
    said = known(spec)
    if said.foreign:
        raise UsageError(
            f'"{quoted(spec)}" is not an installed manager, and a name in a file never starts '
            "one. Name it on the command line"
        )
    return said


def load(spec: str) -> Callable[[], Controller]:
    """Load the factory of one manager.

    Managers get level and personality, whether they use them or not.

    Raises:
        UsageError: no manager is called so.
        ManagerError: it is there but cannot be imported.
    """
    said = parse_spec(spec)
    factory = _factory(said)
    if not said.options:
        return factory
    return _WithOptions(factory, spec, said.options)


def check_level(spec: str) -> None:
    """For a name that was typed: it has no retired level, and one only if the manager heeds it.

    A manager without levels says so by `takes_level = False`. Names in records are not checked.

    Raises:
        UsageError: it takes no level, the level is retired, or there is none of that name.
        ManagerError: it is there but cannot be imported.
    """
    said = parse_spec(spec)
    old = retired_level(spec)
    if old:
        raise UsageError(
            f'"{quoted(spec)}": there is no level "{old}" any more; {RETIRED[old]} is as strong '
            f"and faster. Write {said}"
        )
    if said.foreign or not said.options:
        return
    # Its own word: a manager derived from ours may take one.
    bare = replace(said, parameters=())
    if getattr(_factory(bare), "__dict__", {}).get("takes_level") is False:
        given = " and no ".join(said.options)
        raise UsageError(
            f'"{quoted(spec)}": {said.name} takes no {given}; say {said.name} alone, or '
            f"one of {', '.join(LEVELS)}"
        )


class _WithOptions:
    """A factory whose managers get more in their briefing."""

    def __init__(
        self, factory: Callable[[], Controller], spec: str, options: Mapping[str, str]
    ) -> None:
        self._factory: Final = factory
        self._spec: Final = spec
        self._options: Final = options

    def __call__(self) -> Controller:
        return Optioned(_checked(self._factory(), self._spec), self._options)


def create(spec: str) -> Controller:
    """Make a manager by name, and check it against the protocol.

    Raises:
        UsageError: no manager is called so.
        ManagerError: it is there but cannot be imported, or lacks one of the four calls.
    """
    return _checked(load(spec)(), spec)


def _checked(manager: object, spec: str) -> Controller:
    if not isinstance(manager, Controller):
        missing = [call for call in CALLS if not hasattr(manager, call)]
        raise ManagerError(
            f'manager "{quoted(spec)}" does not keep the protocol: '
            f"it needs begin, decide, observe and end, and has no {listed(missing)}"
        )
    return manager


def _point(said: Spec) -> EntryPoint:
    points = found()
    if said.name not in points:
        raise UsageError(
            f'no manager named "{quoted(said.name)}"; installed: {", ".join(points)}.'
            + nearest(said.name, points)
        )
    return points[said.name]


def _factory(said: Spec) -> Callable[[], Controller]:
    if said.kind == "installed":
        return with_parameters(_imported(said, _point(said)), said)
    if said.kind == "module" and trusted():
        return with_parameters(_imported(said, EntryPoint(said.name, said.name, GROUP)), said)
    # Foreign managers cost nothing until one is used.
    from deathdome.managers.foreign.program import program_for

    return program_for(said)


def _imported(said: Spec, point: EntryPoint) -> Callable[[], Controller]:
    try:
        if said.foreign and "" not in sys.path:
            sys.path.append("")  # modules of the working folder, behind those of Python
        factory: Callable[[], Controller] = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ManagerError(
            f'manager "{quoted(said.name)}" ({quoted(point.value)}) cannot be loaded: '
            + error_line(error)
        ) from error
    return factory


def trusted() -> bool:
    """Context in which managers named `module:factory` run in this process (`--trust`)."""
    return os.environ.get(TRUST, "") not in ("", "0")


def create_here(spec: str) -> Controller:
    """Make a manager in this process, trusted or not; for a worker process."""
    said = parse_spec(spec)
    point = _point(said) if said.kind == "installed" else EntryPoint(said.name, said.name, GROUP)
    manager = with_parameters(_imported(said, point), said)()
    return _checked(manager, spec)


class Optioned:
    """A manager that gets level and personality when the match begins."""

    def __init__(self, inside: Controller, options: Mapping[str, str]) -> None:
        self.inside: Final = inside
        self._options: Final = dict(options)
        # One call less at every question.
        self.decide: Final[Callable[[Request], Reply]] = inside.decide

    def begin(self, briefing: Briefing) -> None:
        """Briefs it with what its name says; that goes before other options."""
        self.inside.begin(replace(briefing, options={**briefing.options, **self._options}))

    def observe(self, events: Sequence[Event]) -> None:
        """Pass on the events."""
        self.inside.observe(events)

    def end(self, outcome: Outcome) -> None:
        """Pass on the result."""
        self.inside.end(outcome)

    def close(self) -> None:
        """Lets a process go, where there is one."""
        close = getattr(self.inside, "close", None)
        if callable(close):
            close()


# -- guarded ---------------------------------------------------------------------------------------

FALLBACK: Final = "greedy"  # name of the manager that replaces one that has struck out


def fallback() -> Controller:
    """Make the manager that takes over from one that has failed; most matches never import it."""
    from deathdome.managers.greedy import GreedyManager

    return GreedyManager()


def contained(spec: str) -> Guarded:
    """Return a guarded manager: greedy answers for its faults.

    Raises:
        UsageError: no manager is called so.
        ManagerError: it is there but cannot be imported.
    """
    return Guarded(load(spec), fallback)


def make_sure(spec: str, state: State) -> None:
    """Begins a match with a foreign manager and ends it at once, so that no real one fails to.

    Managers that are installed are only made.

    Raises:
        UsageError: no manager is called so.
        ManagerError: it does not start; says why.
    """
    from deathdome.errors import DeathdomeError, ManagerError
    from deathdome.match.protocol import PROTOCOL, Briefing
    from deathdome.match.referee import Referee

    try:
        manager = create(spec)
    except (DeathdomeError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ManagerError(
            f'manager "{quoted(spec)}" does not start: {error_line(error)}'
        ) from error
    if not known(spec).foreign:
        return
    guarded = Guarded(lambda: manager)
    setup = Referee(state.copy(), 0).state.setup  # with bases, as in a match
    guarded.begin(Briefing(PROTOCOL, 0, setup.seats, setup, 0, {}))
    guarded.close()
    if guarded.faults:
        raise ManagerError(f'manager "{quoted(spec)}" does not start: {guarded.faults[0].detail}')
