"""Run a manager's program and write down what it reads (>) and answers (<).

python scribe.py LOG PROGRAM
"""

import io
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

LOG = Path(sys.argv[1]).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
ANSWERS = sys.stdout


class Asked(io.StringIO):
    """The standard input of the program."""

    lines = sys.stdin

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        for line in self.lines:
            LOG.write(f"> {line}")
            yield line


class Answered(io.StringIO):
    """Its standard output."""

    def write(self, text: str) -> int:
        LOG.write(f"< {text}" if text.strip() else text)
        LOG.flush()
        return ANSWERS.write(text)

    def flush(self) -> None:
        ANSWERS.flush()


sys.stdin, sys.stdout = Asked(), Answered()
runpy.run_path(sys.argv[2])
