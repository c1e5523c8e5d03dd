"""The program without another process: its answer to a command line, in a tenth of the time.

Starting Python and reading the program takes half a second and more, which a test of the output of
a command does not need. Signals, pipes, several workers and the time to start are tested with a
process.
"""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import typer.main

from deathdome.cli.entry import main

if TYPE_CHECKING:
    from collections.abc import Mapping

# Typer reads the signature of a command again for each command line: most of the time.
_built = cache(typer.main.get_command)


def answered(
    *words: str | Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    typed: str = "",
) -> subprocess.CompletedProcess[str]:
    """Run `deathdome` with these words; return the result. `env`: more of the environment.

    `typed` is its standard input.
    """
    line = ["deathdome", *map(str, words)]
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2)]
    lines_in = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    known = {"COLUMNS": "80", **(env or {})}
    code: object = 0
    with (
        mock.patch.object(typer.main, "get_command", _built),
        mock.patch.object(sys, "argv", line),
        mock.patch.object(sys, "stdin", lines_in),
        mock.patch.object(sys, "path", sys.path.copy()),
        mock.patch.dict(os.environ, known),
        contextlib.chdir(cwd or Path.cwd()),
        contextlib.redirect_stdout(streams[0]),
        contextlib.redirect_stderr(streams[1]),
    ):
        try:
            main()
        except SystemExit as left:
            code = left.code
    said = []
    for stream in streams:
        stream.seek(0)
        said.append(stream.read())
    assert code is None or isinstance(code, int)
    return subprocess.CompletedProcess(line, code or 0, *said)
