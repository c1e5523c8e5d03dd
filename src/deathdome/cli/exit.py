"""How the program ends: what it says when it cannot, and its exit code."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING

from deathdome.errors import DeathdomeError, PackError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from _typeshed import ReadableBuffer


def carried_out(run: Callable[[], object]) -> None:
    """Does what was asked for; where that fails, says why and ends the process."""
    _open_streams()
    _hear_of_children()
    try:
        try:
            run()
        finally:
            sys.stdout.flush()
    except PackError as error:
        print(*map(_told, error.every), sep="\n", file=sys.stderr)
        print("deathdome: a pack cannot be used, so nothing was begun", file=sys.stderr)
        sys.exit(2)
    except DeathdomeError as error:
        print(f"deathdome: {_told(error)}", file=sys.stderr)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except BrokenPipeError:
        _drop_output()  # the reader has seen enough
        sys.exit(1)
    except OSError as error:
        _drop_output()
        from deathdome.content.words import shown

        where = "input or output" if error.filename is None else shown(str(error.filename), 200)
        print(f"deathdome: {where}: {error.strerror or type(error).__name__}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


class Terminated(KeyboardInterrupt):
    """The process was told to end; not caught by what guards the managers."""


@contextmanager
def termination() -> Iterator[None]:
    """While it lasts, being told to end is an exception, so that all is left in order.

    The process ends behind it. Being told so is SIGTERM, or SIGHUP when the terminal goes away.
    Where one of them is not listened to, as under nohup, it still is not.
    """

    def end(number: int, _frame: FrameType | None) -> None:
        raise Terminated(number)

    numbers = [signal.SIGTERM]
    if hasattr(signal, "SIGHUP"):
        numbers.append(signal.SIGHUP)
    heard = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, end) for number in heard}
    try:
        yield
    except Terminated as told:
        sys.exit(128 + int(told.args[0]))
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _open_streams() -> None:
    """Give the process all three streams, so that no caller needs to check them.

    One that is closed leads to nothing, here and in every process that is started from here. Its
    number would else be that of the next file, and what is said would be written into that.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            _lead_to_nothing(number)
            mode = "w" if number else "r"
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
    errors = sys.stderr
    if errors is sys.__stderr__ and errors is not None:  # a test has something else there
        raw = BufferedWriter(_Remarks(errors.fileno(), "w", closefd=False))
        sys.stderr = TextIOWrapper(raw, encoding=errors.encoding, line_buffering=True)
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, TextIOWrapper):
            # A name that the terminal's encoding does not have is written with numbers.
            output.reconfigure(errors="backslashreplace")


def _hear_of_children() -> None:
    """Learn how children end, also where the process that started this one did not want to know.

    The system forgets them at once where SIGCHLD is ignored, and a program inherits that.
    """
    if hasattr(signal, "SIGCHLD") and signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


class _Remarks(FileIO):
    """Standard error. What cannot be written there, as on a full disk, stops nothing."""

    def write(self, text: ReadableBuffer) -> int:
        """Write what can be written; all of it counts."""
        with suppress(OSError):
            super().write(text)
        return memoryview(text).nbytes


def _lead_to_nothing(number: int) -> None:
    """Make a file number read and write nothing, for the processes started from here as well."""
    nothing = os.open(os.devnull, os.O_RDWR)
    if nothing == number:
        os.set_inheritable(number, True)
    else:
        os.dup2(nothing, number)
        os.close(nothing)


def json_text(value: object, indent: int | None = None) -> str:
    """A value as JSON that is JSON still once it is written, whatever the encoding of the output.

    In UTF-8 a sign stands as it is, and half of one, which no encoding has, is escaped as JSON does
    when it is written.
    """
    from json import dumps

    plain = (sys.stdout.encoding or "").lower().replace("_", "-") in ("utf-8", "utf8")
    return dumps(value, ensure_ascii=not plain, indent=indent)


def _drop_output() -> None:
    """What is still buffered must not fail again at the exit."""
    with suppress(OSError, ValueError):  # it has no number in a test
        _lead_to_nothing(sys.stdout.fileno())


def _told(error: object) -> str:
    """An error as a terminal may have it, whatever of a file or a command line it quotes."""
    from deathdome.content.words import printable

    return "\n".join(map(printable, str(error).split("\n")))
