"""Breaks rules on purpose and looks whether the tests notice: `make mutations`.

mutations.toml lists the breaks. Each is one line of the engine replaced in a copy of the source;
then the named tests run against the copy and have to fail. ARGS picks breaks by a part of their
name, rule or file: `make mutations ARGS="PUSH lava"`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SOURCE = ROOT / "src"
SECONDS = 600  # a break that makes a match run on for ever is noticed too


class Mutation(NamedTuple):
    """One break: in `file`, `old` becomes `new`, and some of `tests` have to fail."""

    name: str
    rule: str
    file: str  # in src/deathdome
    old: str
    new: str
    tests: str  # files in tests, with blanks between

    @property
    def path(self) -> Path:
        """The file in the checkout, which is never changed."""
        return SOURCE / "deathdome" / self.file


def mutations() -> list[Mutation]:
    """All breaks, in the order of the list."""
    listed = tomllib.loads((TESTS / "mutations.toml").read_text(encoding="utf-8"))
    return [Mutation(**entry) for entry in listed["mutation"]]


def run(mutation: Mutation | None, tests: str) -> subprocess.CompletedProcess[str]:
    """Runs tests against a copy of the source with that one line broken; None: as it is."""
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        copy = Path(folder)
        shutil.copytree(SOURCE, copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("data", "docs", "pyproject.toml"):  # where the copy looks for its cards
            (copy / name).symlink_to(ROOT / name)
        if mutation is not None:
            path = copy / "src" / "deathdome" / mutation.file
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
        return subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"),
                *("-p", "no:xdist", "--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml")),
                *(str(TESTS / test) for test in tests.split()),
            ],
            cwd=copy,
            env={
                **os.environ,
                "PYTHONPATH": str(copy / "src"),
                "PYTHONDONTWRITEBYTECODE": "1",  # a stale copy of a broken module would deceive
                "HYPOTHESIS_STORAGE_DIRECTORY": str(copy / "hypothesis"),
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )


def caught(mutation: Mutation) -> bool:
    """True if the tests notice the break."""
    try:
        done = run(mutation, mutation.tests)
    except subprocess.TimeoutExpired:
        return True
    if done.returncode > 1:  # 1: tests failed; more: they did not run
        raise RuntimeError(f"{mutation.name}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode == 1


def main(words: list[str]) -> int:
    """Runs the breaks that were picked, says what came of each, and ends with the counts."""
    picked = [
        mutation
        for mutation in mutations()
        if not words or any(word in " ".join(mutation[:3]) for word in words)
    ]
    tests = " ".join(sorted({test for mutation in picked for test in mutation.tests.split()}))
    if not picked:
        print(f"no break has any of these in name, rule or file: {', '.join(words)}")
        return 2
    whole = run(None, tests)
    if whole.returncode:
        print(whole.stdout[-2000:], "The tests fail without any break; mend that first.")
        return 2
    survived = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as workers:
        for mutation, noticed in zip(picked, workers.map(caught, picked), strict=True):
            survived += not noticed
            print(
                f"{'caught  ' if noticed else 'SURVIVED'}  {mutation.rule:<13} {mutation.name}",
                flush=True,
            )
    print(f"{len(picked) - survived} of {len(picked)} breaks caught, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
