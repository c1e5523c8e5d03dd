"""The results file of a run: a header, then one line for each block and line-up, in order.

An interrupted run resumes from its file. Its content does not depend on the machine or the time, so
the same settings produce the same bytes; times are in a second file.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import deathdome
from deathdome.arena.arena import opening
from deathdome.arena.counting import scores
from deathdome.arena.result_schema import block_of, times_of
from deathdome.bundled import data_folder
from deathdome.code_digest import digest_of
from deathdome.errors import UsageError, printable
from deathdome.files import PRIVATE, FileError, MissingError, plain_bytes
from deathdome.managers.manager_name import FILE as STRENGTH
from deathdome.model.ruleset import EDITIONS
from deathdome.model.wire import rules_hash
from deathdome.records.replay import pack_digest
from deathdome.run_file import (
    MAX_BYTES,
    ResultsFileError,
    changed_line,
    check_place,
    continue_at,
    exists_already,
    line,
    read_line,
    whole_lines,
    write_error,
)
from deathdome.run_file import seed_and_secret as read_seed_and_secret
from deathdome.seeds import PUBLIC
from deathdome.statistics import Sprt, default_hypotheses

if TYPE_CHECKING:
    from io import BufferedRandom

    from deathdome.arena.arena import Arena
    from deathdome.arena.result_schema import Block, BlockTimes
    from deathdome.statistics import Hypotheses

FORMAT: Final = 1
TIMES: Final = ".times"  # suffix of the file of times
_TIMES_START: Final = b'{"block":'  # beginning of a file of times
# The code that decides how a match goes. A change elsewhere leaves a run valid.
_PLAYED: Final = (
    "geometry",
    "model",
    "rules",
    "odds",
    "managers",
    "match/referee.py",
    "match/guard.py",
    "programs",
    "seeds.py",
)
_DEFAULTS: Final = {"secret": PUBLIC.hex()}  # for headers from before there were secrets
_OTHER: Final = {
    "code": "other code of rules or managers",
    "rules": "other rules, cards or another board",
}


def header(arena: Arena) -> dict[str, Any]:
    """Return the settings of a run; only files with the same ones can be combined."""
    setup = opening(arena).setup
    edition = EDITIONS[arena.ruleset.edition]
    switches = {
        field.name: getattr(arena.ruleset, field.name)
        for field in fields(arena.ruleset)
        if getattr(arena.ruleset, field.name) != getattr(edition, field.name)
    }
    return {
        "deathdome arena": FORMAT,
        "version": deathdome.__version__,
        "rules": rules_hash(setup.catalog, setup.board, arena.ruleset),
        "code": code_digest(),
        "managers": list(arena.managers),
        "lineups": [list(lineup) for lineup in arena.lineups],
        "seats": arena.seats,
        "board": arena.board,
        "rounds": setup.rounds,
        "decisions": arena.decisions,
        "seed": arena.seed,
        "edition": arena.ruleset.edition,
        "switches": switches,
        "packs": [pack_digest(Path(pack)) for pack in arena.packs],
        "ablated": list(arena.ablated),
        "series": list(arena.series) or None,
        "secret": arena.secret.hex(),  # the last key: see `resume_run`
    }


@cache
def code_digest(*, weights: bool = True) -> str:
    """Return sixteen hex digits of the code that decides how a match goes, managers included.

    The weights of managers are part of it, unless a run passes `weights` of its own.
    """
    data = sorted((data_folder() / "managers").glob("*.toml")) if weights else []
    # The measured strengths are a result of matches, not an input.
    return digest_of(_PLAYED, [file for file in data if file.name != Path(STRENGTH).name])


@dataclass
class ResultsFile:
    """The results so far, in order, and the open file, if there is one."""

    arena: Arena
    header: dict[str, Any]
    blocks: list[Block]
    times: list[BlockTimes]
    cut: int = 0  # bytes of an incomplete line that were cut off
    file: BufferedRandom | None = None
    times_file: BufferedRandom | None = None
    # By line-up and hypotheses: the test, and the number of results in it.
    tests: dict[tuple[int, Hypotheses], tuple[Sprt, int]] = field(default_factory=dict)

    def add(self, block: Block, times: BlockTimes) -> None:
        """Add the next result; it is in the file when this returns.

        Raises:
            ResultsFileError: it cannot be written; the run can be resumed from the file.
        """
        self.blocks.append(block)
        self.times.append(times)
        for file, value in ((self.file, block), (self.times_file, times)):
            if file is not None:
                try:
                    file.write(line(value).encode())
                    file.flush()
                except OSError as error:
                    raise write_error(Path(file.name), error) from error

    def decided(self, hypotheses: Hypotheses | None) -> bool:
        """Return True if the test of every line-up of two managers is decided.

        Only whole blocks count, so that every line-up has the same number.
        """
        lineups = self.arena.lineups
        if len(self.blocks) % len(lineups):
            return False
        verdicts = []
        for number, lineup in enumerate(lineups):
            if len(set(lineup)) == 2:
                asked = hypotheses or default_hypotheses(lineup)
                test, seen = self.tests.get((number, asked), (Sprt(asked), 0))
                for score in scores(self.blocks[seen:], number):
                    test.add(score)
                self.tests[number, asked] = test, len(self.blocks)
                verdicts.append(test.state.verdict)
        return bool(verdicts) and "open" not in verdicts

    def close(self) -> None:
        """Close the files."""
        for file in (self.file, self.times_file):
            if file is not None:
                with suppress(OSError):  # reported when it was written
                    file.close()


def begin(arena: Arena, path: Path | None) -> ResultsFile:
    """Start a run in a new file, or in memory without a path.

    Raises:
        UsageError: the file exists already, or its file of times is another thing.
        ResultsFileError: it cannot be written.
    """
    results = ResultsFile(arena, header(arena), [], [])
    if path is not None:
        _check_places(path)
        try:
            path.touch(PRIVATE, exist_ok=False)  # the secret is in it
            results.file = path.open("r+b")
            _lock_and_open(results, path, b"", 0)
        except FileExistsError:
            raise exists_already(path) from None
        except (OSError, ValueError) as error:
            raise write_error(path, error) from error
    return results


def resume_run(arena: Arena, path: Path) -> ResultsFile:
    """Resume a run from its file, or start it if there is none.

    An incomplete last line, which an interrupted run leaves, is cut off. A file with other settings
    is
    left untouched. A link is followed, and the times are next to its target.

    Raises:
        UsageError: the file has other settings, or is not a results file.
        ResultsFileError: it cannot be read or written, a line is not valid, or another program is
            playing the run.
    """
    if path.is_symlink():
        path = Path(os.path.realpath(path))
    name = printable(str(path))
    _check_places(path)
    try:
        content = plain_bytes(path, MAX_BYTES)
    except MissingError:
        return begin(arena, path)
    except FileError as error:
        raise ResultsFileError(f"{name}: {error}") from error
    results = ResultsFile(arena, header(arena), [], [])
    kept, lines, results.cut = whole_lines(path, content, results.header, _OTHER, _DEFAULTS)
    for number, text in enumerate(lines):
        try:
            results.blocks.append(block_of(read_line(text), arena, number))
        except ValueError as error:
            raise changed_line(path, number, error) from error
    results.times = _known_times(times_path(path), len(results.blocks), len(arena.lineups))
    try:
        results.file = path.open("r+b")
        _lock_and_open(results, path, content, kept)
    except OSError as error:
        raise write_error(path, error) from error
    return results


def seed_and_secret(path: Path) -> tuple[int | None, bytes] | None:
    """Return the seed and the secret of the run in a file; None if it has none.

    The seed of a rated run is None.
    """
    return read_seed_and_secret(path, _DEFAULTS)


def _check_places(path: Path) -> None:
    """Check that a run and its times can be kept there without overwriting other things."""
    name = printable(str(path))
    check_place(path)
    times = times_path(path)
    if times.is_dir():
        raise ResultsFileError(f"{name}{TIMES}: cannot be written: it is a folder")
    try:
        content = plain_bytes(times, len(_TIMES_START), start=len(_TIMES_START))
    except MissingError:
        if times.is_symlink():
            raise UsageError(f"{name}{TIMES} is a link that leads nowhere") from None
        return
    except FileError as error:
        if path.parent.is_dir():
            raise ResultsFileError(f"{name}{TIMES}: {error}") from error
        return  # opening the file itself reports it
    if content != _TIMES_START[: len(content)]:
        raise UsageError(
            f"{name}{TIMES} is not a file of times. The file is unchanged; "
            "choose another name for the run"
        )


def _lock_and_open(results: ResultsFile, path: Path, content: bytes, length: int) -> None:
    """Lock the open file of a run and open the file of times.

    The file must be as it was read; everything after `length` bytes is cut off.
    """
    assert results.file is not None
    continue_at(results.file, path, content, length, results.header)
    results.times_file = times_path(path).open("w+b")
    results.times_file.write("".join(line(row) for row in results.times).encode())
    results.times_file.flush()


def times_path(path: Path) -> Path:
    """Return the path of the file of times."""
    return path.with_name(path.name + TIMES)


def _known_times(path: Path, tasks: int, lineups: int) -> list[BlockTimes]:
    """Return the known times of finished blocks; a result needs none."""
    try:
        lines = plain_bytes(path, MAX_BYTES).splitlines()[:tasks]
    except FileError:
        return []
    found = filter(None, (times_of(read_line(text)) for text in lines))
    return [row for row in found if row["block"] * lineups + row["lineup"] < tasks]
