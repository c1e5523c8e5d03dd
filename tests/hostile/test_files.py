"""Odd files of every kind: refused in words that name them, never waited for, never changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from hostile.damage import KINDS
from hostile.inputs import ODD_FILES
from program import answered

from deathdome.content.lessons import load_lesson
from deathdome.errors import DeathdomeError
from deathdome.managers.planner.weights import read_weights
from deathdome.session.lesson import finished_lessons

if TYPE_CHECKING:
    from pathlib import Path

# Commands that a file is given to. Those of `damage.KINDS` may also read the folder of matches.
COMMANDS: Final = {
    "record": ("verify FILE", "watch FILE", "play --plain --resume FILE", "play --from FILE"),
    "replay": ("verify FILE", "position FILE", "play --from FILE"),
    "position": ("position FILE", "position --json FILE"),
    "pack": ("check FILE", "cards --pack FILE", "sim --pack FILE"),
    "settings": ("config validate FILE",),
    "ledger": ("arena --managers random,greedy --rounds 1 --seed 7 --blocks 2 --resume FILE",),
}
AT_A_LINE: Final = ("no text", "notes", "a byte that is no text")
PLACE: Final = r":\d|line \d|not a file of the arena|neither a position|no position \(DD1"
BEGUN: Final = ("no file", "a link to nothing")  # a run of the arena begins there


def made(kind: str, odd: str, folder: Path) -> Path:
    """Put something odd where a file of this kind is expected."""
    path = folder / KINDS[kind].name
    ODD_FILES[odd](path, next(iter(KINDS[kind].samples().values())))
    return path


def trace(path: Path) -> object:
    """Return the content of a path; equal again if nothing has changed it."""
    if path.is_symlink():
        return path.readlink()
    if not path.is_file():
        return path.exists() and path.stat().st_mode
    found = path.stat()
    return path.read_bytes() if found.st_size < 10**6 else (found.st_size, found.st_mtime_ns)


@pytest.mark.parametrize(
    ("kind", "odd"),
    [(kind, odd) for kind in COMMANDS for odd in ODD_FILES if kind != "ledger" or odd not in BEGUN],
)
def test_a_command_refuses_an_odd_file(
    kind: str, odd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    path = made(kind, odd, tmp_path)
    before = trace(path)
    for command in COMMANDS[kind]:
        done = answered(*command.replace("FILE", path.name).split())
        said = done.stdout + done.stderr
        assert done.returncode in (1, 2), (command, said)
        assert path.name in said or "/dev/zero" in said, (command, said)
        assert all(line.isprintable() for line in said.split("\n")), (command, said)
        assert all(len(line) < 1_600 for line in said.split("\n")), command
        assert "Traceback" not in said
        assert "byte order mark" in said or odd != "a byte order mark", (command, said)
        assert "UTF-16" in said or "UTF-16" not in odd, (command, said)
        if odd in AT_A_LINE:
            assert re.search(PLACE, said), (command, said)
        assert trace(path) == before, command
    assert not [*tmp_path.rglob("*.match")] or kind == "record"


@pytest.mark.parametrize("odd", ODD_FILES)
@pytest.mark.parametrize("kind", ["lesson", "managers"])
def test_a_file_of_the_game_is_refused_by_its_name(
    kind: str, odd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    path = made(kind, odd, tmp_path)
    before = trace(path)
    read = load_lesson if kind == "lesson" else read_weights
    with pytest.raises(DeathdomeError, match=re.escape(path.name)) as refused:
        read(path)
    assert str(refused.value).isprintable()
    assert trace(path) == before


@pytest.mark.parametrize("odd", ODD_FILES)
def test_the_list_of_finished_lessons_begins_anew(
    odd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    ODD_FILES[odd](tmp_path / "lessons.json", b'{"finished": ["01-walking"]}')
    assert finished_lessons() == frozenset()
