"""Test with the lowest and the newest dependencies that pyproject.toml allows: `make check-deps`.

    make check-deps ARGS="lowest"

Each set gets a throwaway environment, and a bounded part of the tests runs in it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SETS: Final = ("lowest", "newest")
TOOLS: Final = (
    "pytest",
    "pytest-asyncio",
    "pytest-textual-snapshot",
    "hypothesis",
    "textual-serve",
)
BUILD: Final = ("hatchling", "editables")
TESTS: Final = (
    "tests/cli/test_cli.py",
    "tests/cli/test_empty_words.py",
    "tests/cli/test_encodings.py",
    "tests/tui/test_title.py",
    "tests/tui/test_terminal.py",
    "tests/tui/test_browser.py",
    "tests/tui/test_private_names.py",
    "tests/tui/test_by_keys.py",
    "tests/tui/test_repaints.py",
    "tests/settings",
)
_BOUND: Final = re.compile(r"(?P<name>[\w.-]+)>=(?P<least>[\w.]+)(?:,<[\w.]+)?")


def lowest(requirements: list[str]) -> dict[str, str]:
    """Return the lowest version of each requirement.

    Raises:
        ValueError: a requirement does not say one.
    """
    found = {}
    for requirement in requirements:
        bound = _BOUND.fullmatch(requirement)
        if bound is None:
            raise ValueError(f'"{requirement}" in pyproject.toml declares no lowest version')
        found[bound["name"]] = bound["least"]
    return found


def constraints(which: str) -> str:
    """Return what pip may install: the tools as tested, and our own dependencies by the set."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    least = lowest(project["dependencies"])
    tools = {*TOOLS, *BUILD}
    rows = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    tested = [row for row in rows if row.partition("==")[0] in tools]
    return "\n".join(
        [*tested, *(f"{name}=={of}" for name, of in least.items() if which == "lowest")]
    )


def check(which: str) -> bool:
    """Build the environment and run the tests in it; True if they pass."""
    with tempfile.TemporaryDirectory(prefix="check-deps-") as folder:
        place = Path(folder)
        allowed = place / "allowed.txt"
        allowed.write_text(constraints(which) + "\n", encoding="utf-8")
        venv.create(place / "env", with_pip=True)
        python = str(place / "env" / "bin" / "python")
        install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        install += ["-c", str(allowed)]
        subprocess.run([*install, *BUILD], check=True, cwd=ROOT)
        subprocess.run([*install, "--no-build-isolation", "-e", ".", *TOOLS], check=True, cwd=ROOT)
        subprocess.run([python, "-m", "pip", "check"], check=True)
        print(f"{which}: {', '.join(_installed(python))}", flush=True)
        words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS)
        return not subprocess.run([python, *words], check=False, cwd=ROOT).returncode


def _installed(python: str) -> list[str]:
    """Return the runtime dependencies as they were installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = lowest(project["dependencies"])
    told = subprocess.run(
        [python, "-m", "pip", "freeze"], check=True, capture_output=True, text=True
    )
    return [row for row in told.stdout.split() if row.partition("==")[0].lower() in names]


def main() -> int:
    """Check the sets that are named, or both."""
    wanted = sys.argv[1:] or list(SETS)
    if unknown := [word for word in wanted if word not in SETS]:
        print(f"no such set: {', '.join(unknown)}; there are {', '.join(SETS)}", file=sys.stderr)
        return 2
    results = {which: check(which) for which in wanted}
    for which, passed in results.items():
        print(f"{which}: {'passed' if passed else 'FAILED'}")
    return 0 if all(results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
