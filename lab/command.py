"""Helpers of commands that measure managers: options, trust, lists of names, and progress."""

from __future__ import annotations

import os
import shlex
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deathdome.errors import DeathdomeError, UsageError
from deathdome.managers.registry import TRUST

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"


def trust_lab_managers() -> None:
    """Trust managers of the lab in this process and its workers."""
    os.environ[TRUST] = "1"
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(paths))


def split_list(text: str) -> list[str]:
    """Split a list with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


MACHINE: Final = ("--jobs", "--folder", "--out", "--backend", "--scheduler")


def parser_of(target: str, about: str | None, epilog: str | None = None) -> ArgumentParser:
    """Return a parser with the options of every command that measures."""
    parser = ArgumentParser(
        prog=f"make {target}",
        description=about,
        formatter_class=RawDescriptionHelpFormatter,
        epilog=epilog,
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at once")
    folder = Path(f".{target}")
    parser.add_argument("--folder", type=Path, default=folder, metavar="DIR", help="of the results")
    parser.add_argument("--out", type=Path, default=DOCS, metavar="DIR", help="of the pages")
    return parser


def command_of(target: str, words: Sequence[str]) -> str:
    """Return the command line, `make TARGET ARGS="..."`, without what changes no figure."""
    kept, rest = [], iter(words)
    for word in rest:
        option, _, value = word.partition("=")
        if option not in MACHINE:
            kept.append(word)
        elif not value:
            next(rest, "")
    return f'make {target} ARGS="{shlex.join(kept)}"' if kept else f"make {target}"


def print_progress(name: str, played: int, wanted: int) -> None:
    """Print the progress: on one line in a terminal, otherwise at the beginning and the end."""
    if sys.stderr.isatty():
        end = "\n" if played >= wanted else ""
        print(f"\r{name}: {played} of {wanted}", end=end, file=sys.stderr, flush=True)
    elif played in (0, wanted):
        print(f"{name}: {played} of {wanted}", file=sys.stderr, flush=True)


def run_main(name: str, main: Callable[[list[str]], int]) -> int:
    """Run a program and return its exit code; errors are printed on one line."""
    try:
        return _importable(main)(sys.argv[1:])
    except DeathdomeError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    except KeyboardInterrupt:
        print(f"\n{name}: stopped; the same command goes on", file=sys.stderr)
        return 130


def _importable(main: Callable[[list[str]], int]) -> Callable[[list[str]], int]:
    """Return the program under its module's name: other processes do not know our `__main__`."""
    spec = sys.modules["__main__"].__spec__
    if main.__module__ != "__main__" or spec is None:
        return main
    found: Callable[[list[str]], int] = getattr(import_module(spec.name), main.__name__)
    return found
