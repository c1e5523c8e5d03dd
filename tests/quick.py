"""Check a change in 90 seconds: style, types, imports, and the tests nearest to what has changed.

    python tests/quick.py [--since REF] [--seconds 90]   # make quick

What has changed is what differs from REF: from HEAD, or if nothing does, from the commit before it.
A test is as near as the shortest chain of imports from it to a changed file. The nearest run first,
tests of rules and cards before all others if the engine or its data have changed. Those that
the time does not reach are skipped and counted, as are slow ones: `make check` runs all.
"""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import grimp
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ROOT: Final = Path(__file__).parents[1]
BIN: Final = Path(sys.executable).parent
DEADLINE: Final = "DEATHDOME_QUICK_DEADLINE"  # seconds since 1970
LEAVING: Final = 10  # seconds for the tests that are running at the deadline, and the end
LEFT_OUT: Final = "no time left in make quick"
OUTSIDE: Final = ("tests", "lab")
ENGINE: Final = ("data/", *(f"src/deathdome/{name}/" for name in ("geometry", "model", "rules")))
# Files that are read and not imported, and the tests that look at them.
READ: Final = {
    "data/": ("tests/content", "tests/rules", "tests/cards"),
    "data/lessons/": ("tests/plain/test_lessons.py", "tests/tui/test_lessons.py"),
    "data/managers/": ("tests/managers",),
    "tests/positions/": ("tests/content/test_positions.py",),
    "tests/puzzles/": ("lab/tests/test_puzzles.py",),
    "tests/conftest.py": ("tests", "lab/tests"),
    "pyproject.toml": ("tests", "lab/tests"),
    "docs/": ("tests/docs", "lab/tests/test_documents.py", "lab/tests/test_keys_page.py"),
    "docs/ladder": ("lab/tests/test_pages.py", "lab/tests/test_strength.py"),
    "docs/managers.md": ("lab/tests/test_pages.py",),
    "docs/balance.md": ("lab/tests/test_pages.py",),
    "README.md": ("tests/docs/test_readme.py",),
    "examples/": ("tests/managers/foreign", "tests/docs"),
}


# -- what has changed ---------------------------------------------------------------------------


def changed(since: str | None) -> list[str]:
    """The files that differ from a commit, new ones too."""
    found = _git("diff", "--name-only", since or "HEAD")
    found += _git("ls-files", "--others", "--exclude-standard")
    if not found and since is None:
        found = _git("diff", "--name-only", "HEAD~1")
    return sorted(set(found))


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


# -- the tests nearest to it --------------------------------------------------------------------


def _module(file: str) -> str:
    """Return 'deathdome.rules.pushing'; "" for a file that is not a module of the program."""
    if not file.startswith("src/") or not file.endswith(".py"):
        return ""
    return file[4:-3].replace("/", ".").removesuffix(".__init__")


def _imports(file: str) -> Iterator[str]:
    """Everything that a file outside the program names in an import."""
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


@cache
def _outside() -> tuple[str, ...]:
    """The files of tests and of the lab."""
    found = (path for name in OUTSIDE for path in ROOT.glob(f"{name}/**/*.py"))
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in found))


@cache
def _importers() -> Mapping[str, set[str]]:
    """Return the importers of each module and of each file outside it, within functions too."""
    graph = grimp.build_graph(
        "deathdome",
        exclude_type_checking_imports=True,
        cache_dir=str(ROOT / ".import_linter_cache"),
    )
    found = {one: set(graph.find_modules_that_directly_import(one)) for one in graph.modules}
    for file in _outside():
        for name in _imports(file):
            path = f"{name.replace('.', '/')}.py"
            places = (f"tests/{path}", f"tests/support/{path}", path)
            meant = next((one for one in places if one in _outside()), name)
            found.setdefault(meant, set()).add(file)
    return found


def distances(files: Iterable[str]) -> dict[str, int]:
    """Return the number of imports from the tests to the changed files; nearest first."""
    files = [*files]
    near: dict[str, int] = {}  # modules of the program, and files outside it
    ring = {_module(file) for file in files} - {""} | set(_outside()).intersection(files)
    steps = 0
    while ring:
        near.update(dict.fromkeys(ring, steps))
        ring = {by for one in ring for by in _importers().get(one, ()) if by not in near}
        steps += 1
    tests = [file for file in _outside() if Path(file).name.startswith("test_")]
    for start, folders in READ.items():
        if any(file.startswith(start) for file in files):
            near.update({test: 0 for test in tests if test.startswith(folders)})
    if any(file.startswith(ENGINE) for file in files):
        near.update({test: -1 for test in tests if test.startswith(("tests/rules", "tests/cards"))})
    found = near.keys() & set(tests)
    return {test: near[test] for test in sorted(found, key=lambda test: (near[test], test))}


def pytest_runtest_setup() -> None:
    """Leave a test out once the time is up; this module is a plugin of pytest."""
    if time.time() > float(os.environ.get(DEADLINE, "inf")):
        pytest.skip(LEFT_OUT)


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """No output for a test that is left out: thousands may be."""
    return (
        ("skipped", "", "SKIPPED") if report.skipped and LEFT_OUT in str(report.longrepr) else None
    )


# -- all checks ---------------------------------------------------------------------------------


def main() -> int:
    """Run the checks; 1 if one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--since", metavar="REF", help="a commit, for example main")
    parser.add_argument("--seconds", type=float, default=90)
    wanted = parser.parse_args()
    deadline = time.time() + wanted.seconds - LEAVING
    folders = [name for name in ("src", *OUTSIDE, "docs/pictures") if (ROOT / name).is_dir()]
    behind = {
        "mypy": _begun("mypy", *folders),
        "lint-imports": _begun("lint-imports", "--no-logo"),
    }
    failed = [
        " ".join(words)
        for words in (("ruff", "format", "--check", "."), ("ruff", "check", "."))
        if subprocess.run([BIN / words[0], *words[1:]], cwd=ROOT, check=False).returncode
    ]
    files = changed(wanted.since)
    tests = distances(files)
    print(f"{len(files)} files changed, {len(tests)} files of tests reach them", flush=True)
    if tests:
        known = {**os.environ, DEADLINE: str(deadline), "PYTHONPATH": str(ROOT / "tests")}
        words = ("-q", "-p", "quick", "-n", "2", "-m", "not long and not slow")
        command = [str(BIN / "pytest"), *words, *tests]
        done = subprocess.run(command, cwd=ROOT, env=known, check=False)
        # 5: all of them are slow, so none was run.
        failed += ["pytest"] if done.returncode not in (0, 5) else []
    for name, check in behind.items():
        said, _ = check.communicate()
        if check.returncode:
            failed.append(name)
            print(said)
    print(f"failed: {', '.join(failed)}" if failed else "all right, as far as this looks")
    return int(bool(failed))


def _begun(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [BIN / words[0], *words[1:]], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


if __name__ == "__main__":
    sys.exit(main())
