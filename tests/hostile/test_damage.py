"""Files with damage, of every kind that the program reads: read, or refused in words, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hostile.damage import KINDS, broken_by
from program import answered

from deathdome.errors import bounded, printable

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def broken(kind: str, first: int, times: int, folder: Path, *, commands: bool = False) -> list[str]:
    seeds = range(first, first + times)
    found = (broken_by(kind, seed, folder, commands=commands) for seed in seeds)
    return [str(one) for one in found if one is not None]


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_is_read_or_refused(kind: str, folder: Path) -> None:
    assert broken(kind, 0, 12, folder) == []
    assert broken(kind, 12, 1, folder, commands=True) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_any_damaged_file_is_read_or_refused(kind: str, folder: Path) -> None:
    assert broken(kind, 10_000, 4_000, folder) == []
    assert broken(kind, 10_000, 200, folder, commands=True) == []


@pytest.mark.parametrize("stem", ["\u202eback", "a\nb", "\udcff", "-x", "[b]", "y" * 240])
@pytest.mark.parametrize(
    "command", ["check", "cards --pack", "board", "position", "config validate", "verify", "watch"]
)
def test_an_error_names_an_odd_file_once(command: str, stem: str, folder: Path) -> None:
    for inside in (folder, folder / ("z" * 240)):
        inside.mkdir(exist_ok=True)
        path = inside / f"{stem}.toml"
        path.write_text('map = "x"\nid = 7\n')
        done = answered(*command.split(), path)
        assert done.returncode in (1, 2)
        said = (done.stdout or done.stderr).split("\n")[0].removeprefix("deathdome: ")
        assert said.isprintable()
        assert said.count(printable(bounded(str(path)))[:100]) == 1
