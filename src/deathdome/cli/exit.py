"""End of the program: error messages, exit codes, signals and standard streams."""

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


def run_command(run: Callable[[], object]) -> None:
    """Run a command; on failure, print the reason and end the process."""
    _open_streams()
    _restore_sigchld()
    try:
        try:
            run()
        finally:
            sys.stdout.flush()
    except PackError as error:
        print(*map(_printable, error.every), sep="\n", file=sys.stderr)
        print("deathdome: a pack can't be used, so no match was started", file=sys.stderr)
        sys.exit(2)
    except DeathdomeError as error:
        print(f"deathdome: {_printable(error)}", file=sys.stderr)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except BrokenPipeError:
        _drop_output()  # the reader has closed the pipe
        sys.exit(1)
    except OSError as error:
        _drop_output()
        from deathdome.toml.words import shown

        where = "input or output" if error.filename is None else shown(str(error.filename), 200)
        print(f"deathdome: {where}: {error.strerror or type(error).__name__}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


class Terminated(KeyboardInterrupt):
    """A signal ended the process; manager guards do not catch it."""


@contextmanager
def termination() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into an exception, so that the program cleans up.

    The process ends afterwards. An ignored signal, as under nohup, stays ignored.
    """

    def end(number: int, _frame: FrameType | None) -> None:
        raise Terminated(number)

    numbers = [signal.SIGTERM]
    if hasattr(signal, "SIGHUP"):
        numbers.append(signal.SIGHUP)
    handled = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, end) for number in handled}
    try:
        yield
    except Terminated as told:
        sys.exit(128 + int(told.args[0]))
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _open_streams() -> None:
    """Give the process all three streams, so that no caller needs to check them.

    A closed stream is opened on the null device, also for child processes. Otherwise the next file
    would get its number, and messages would be written into that file.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            _open_null_device(number)
            mode = "w" if number else "r"
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
    errors = sys.stderr
    if errors is sys.__stderr__ and errors is not None:  # a test has replaced it
        raw = BufferedWriter(_StandardError(errors.fileno(), "w", closefd=False))
        sys.stderr = TextIOWrapper(raw, encoding=errors.encoding, line_buffering=True)
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, TextIOWrapper):
            # Characters that the terminal's encoding lacks are written as escapes.
            output.reconfigure(errors="backslashreplace")


def _restore_sigchld() -> None:
    """Restore SIGCHLD, so that the exit status of children is known.

    If the parent process ignores SIGCHLD this one inherits that, and the system drops the status.
    """
    if hasattr(signal, "SIGCHLD") and signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


class _StandardError(FileIO):
    """Standard error. A failed write, as on a full disk, is ignored."""

    def write(self, text: ReadableBuffer) -> int:
        """Write as much as possible; all of it counts as written."""
        with suppress(OSError):
            super().write(text)
        return memoryview(text).nbytes


def _open_null_device(number: int) -> None:
    """Connect a file number to the null device, for child processes as well."""
    nothing = os.open(os.devnull, os.O_RDWR)
    if nothing == number:
        os.set_inheritable(number, True)
    else:
        os.dup2(nothing, number)
        os.close(nothing)


def json_text(value: object, indent: int | None = None) -> str:
    """Return a value as JSON that stays JSON in the encoding of the output.

    In UTF-8 characters stay as they are; lone surrogates are escaped on output, as JSON does.
    """
    from json import dumps

    plain = (sys.stdout.encoding or "").lower().replace("_", "-") in ("utf-8", "utf8")
    return dumps(value, ensure_ascii=not plain, indent=indent)


def _drop_output() -> None:
    """Discard the buffered output, so that it does not fail again at exit."""
    with suppress(OSError, ValueError):  # it has no number in a test
        _open_null_device(sys.stdout.fileno())


def _printable(error: object) -> str:
    """Return an error as printable text, whatever it quotes."""
    from deathdome.errors import printable

    return "\n".join(map(printable, str(error).split("\n")))
