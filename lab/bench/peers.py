"""The environment of the peers, made with pip, and the processes that measure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / ".venv-bench"
PYTHON = PLACE / "bin" / "python"


class CannotMeasureError(Exception):
    """A required peer is not available."""


def environment() -> str:
    """Install the peers; return a note about missing ones, or "".

    Raises:
        CannotMeasureError: python-chess cannot be installed.
    """
    if not PYTHON.exists():
        print(f"Setting up {PLACE.name} for the peers", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", PLACE], check=True)
    if not _has("chess") and (failure := _install("chess")):
        raise CannotMeasureError(f"python-chess does not install: {failure}")
    if _has("botbowl"):
        return ""
    failure = _install("botbowl")
    if failure:
        return (
            f"botbowl does not install ({failure}), so it is not measured; a checkout of it,"
            f" installed into {PLACE.name} by hand, would be"
        )
    return "" if _has("botbowl") else "botbowl installs but does not start, so it is not measured"


def has_botbowl() -> bool:
    """Return True if botbowl can be measured."""
    return _has("botbowl")


def _has(module: str) -> bool:
    # From another folder: one of that name here would be imported instead.
    return not subprocess.run(
        [PYTHON, "-c", f"import {module}"], check=False, capture_output=True, cwd=PLACE
    ).returncode


def _install(name: str) -> str:
    """Install a package; return a short reason if that fails, or ""."""
    done = subprocess.run(
        [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name],
        check=False,
        capture_output=True,
        text=True,
    )
    if not done.returncode:
        return ""
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
    return errors[-1].removeprefix("ERROR: ") if errors else "pip failed"


class Worker:
    """A measuring process, kept alive so that rounds can be interleaved."""

    def __init__(self, module: str, python: Path | str, source: Path | None = None) -> None:
        """`source`: the folder of another version of the package."""
        # One thread each, and the same hashes in every run.
        settled = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
        if source is not None:
            settled["PYTHONPATH"] = str(source)
        self._module = module
        self._process = subprocess.Popen(
            [python, "-m", f"lab.bench.{module}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, **settled},
        )

    def ask(self, job: str, seconds: float) -> dict[str, float]:
        """Return the figures of one sample of about so many CPU seconds."""
        requests, answers = self._pipes()
        requests.write(json.dumps({"job": job, "seconds": seconds}) + "\n")
        requests.flush()
        line = answers.readline()
        if not line:
            raise CannotMeasureError(f"{self._module} died while measuring {job}")
        figures: dict[str, float] = json.loads(line)
        return figures

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for pipe in self._pipes():
            pipe.close()
        self._process.wait()
