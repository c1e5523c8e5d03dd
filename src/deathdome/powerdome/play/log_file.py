"""Logs as text files, in the folder of saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import RecordError, printable
from deathdome.folders import powerdome_folder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_MOST: Final = 1000  # logs of one game


def write_log(lines: Iterable[str], name: str) -> Path:
    """Write a log to a file that is not there yet; return its path.

    Raises:
        RecordError: it cannot be written.
    """
    text = "".join(f"{line}\n" for line in lines)
    folder = powerdome_folder()
    base = f"{name or 'game'}-log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, _MOST):
            path = folder / (f"{base}.txt" if number == 1 else f"{base}-{number}.txt")
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(text)
            except FileExistsError:
                continue
            return path
    except OSError as error:
        raise RecordError(f"{printable(str(folder))}: {error.strerror}") from error
    raise RecordError(f"{printable(str(folder))}: there are {_MOST} logs of this game")
