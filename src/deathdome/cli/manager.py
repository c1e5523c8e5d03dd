"""`deathdome manager`: the installed managers, and a check of the protocol."""

from __future__ import annotations

import os
import sys
from functools import partial
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Final

import typer

from deathdome.cli.options import TRUST
from deathdome.errors import ManagerError, UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TextIO

    from deathdome.programs.faults import Finding

ACTS = ("list", "check")
MIN_SECONDS: Final = 0.01  # seconds for an answer
MAX_SECONDS: Final = 3_600.0


def manager(
    act: Annotated[
        str, typer.Argument(metavar="list|check", help="What to do.", show_default=False)
    ],
    name: Annotated[
        str,
        typer.Argument(
            help='Manager to check: NAME[@LEVEL][+PERSONALITY], "module:factory" or '
            '"command:PROGRAM ARGS...".',
            show_default=False,
        ),
    ] = "",
    matches: Annotated[
        int, typer.Option(min=1, help="Number of matches against random, each played twice.")
    ] = 20,
    seconds: Annotated[
        float, typer.Option(help=f"Seconds for one decision, {MIN_SECONDS} to {MAX_SECONDS:,.0f}.")
    ] = 30.0,
    _trust: Annotated[bool, TRUST] = False,
) -> None:
    """List the managers, or check one against the protocol.

    docs/managers-protocol.md describes the protocol.
    """
    if act not in ACTS:
        hint = nearest(act, ACTS) or f" It can be {', '.join(ACTS)}."
        raise UsageError(f'manager cannot "{act}".{hint}')
    if act == "list":
        if name:
            raise UsageError("manager list takes no name")
        print("\n".join(_listed()))
        return
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:  # also false for nan
        raise UsageError(
            f"--seconds takes {MIN_SECONDS} to {MAX_SECONDS:,.0f} seconds, not {seconds}"
        )
    if not name:
        raise UsageError("name a manager to check, such as: deathdome manager check greedy")
    from deathdome.managers.conformance import examine

    print_findings(name, partial(examine, name, matches, seconds))


class Waiting:
    """A status line: rewritten in a terminal, otherwise printed only for delays."""

    def __init__(self, out: TextIO, term: str) -> None:
        self._out: Final = out
        self._over: Final = out.isatty() and term not in ("", "dumb", "unknown")

    def tell(self, doing: str, trouble: str = "") -> None:
        """Show the current step, and what delays it."""
        text = f"checking, {doing}{f': {trouble}' if trouble else ''}"
        if self._over:
            columns = get_terminal_size().columns
            self._out.write(f"\r\x1b[K{text[: columns - 1]}")
            self._out.flush()
        elif trouble:
            print(f"deathdome: {text}", file=self._out, flush=True)

    def clear(self) -> None:
        """Clear the line for other output."""
        if self._over:
            self._out.write("\r\x1b[K")
            self._out.flush()


def _listed() -> Iterator[str]:
    """Yield the installed managers with their origin, and the forms of a name."""
    from deathdome.managers.manager_name import PERSONALITIES, ranked, ranking_note
    from deathdome.managers.registry import found

    points = found()
    width = max((len(name) for name in points), default=0)
    for name, point in points.items():
        package = point.dist
        origin = f"{package.name} {package.version}" if package is not None else ""
        yield f"{name:<{width}}  {origin}  {point.value}".rstrip()
    yield ""
    yield f"levels: NAME@{', @'.join(ranked())}"
    yield ranking_note()
    yield f"personalities: NAME+{', +'.join(PERSONALITIES)}"
    yield 'your own: "module:factory", "command:PROGRAM ARGS..." (docs/managers-protocol.md)'
    yield 'its parameters: "module:factory?fear=0.8", "NAME?fear=0.8&style=calm@LEVEL"'


def print_findings(name: str, examined: Callable[[Callable[..., None]], Iterable[Finding]]) -> None:
    """Print the results of a check as they come; `examined` gets the status line's `tell`.

    Raises:
        ManagerError: one of them is a problem.
    """
    from deathdome.errors import printable

    failed = 0
    waiting = Waiting(sys.stderr, os.environ.get("TERM", ""))
    for finding in examined(waiting.tell):
        waiting.clear()
        # A program's own name and its last words before it died may be any text.
        print(f"{'ok  ' if finding.ok else 'FAIL'} {printable(finding.what)}", flush=True)
        for detail in finding.details:
            print(f"     {printable(detail)}")
        failed += not finding.ok
    if failed:
        from deathdome.text.names import counted

        problems = counted(failed, "problem")
        raise ManagerError(f'"{printable(name)}" does not keep the protocol: {problems} above')
    print(f'"{printable(name)}" keeps the protocol')
