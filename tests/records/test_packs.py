"""Packs and boards that a record may have read: those that the player knows."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hosts import closed
from program import answered
from sample_records import header_of

from deathdome.bundled import data_folder
from deathdome.cli.sessions import LocalLobby, new_referee
from deathdome.cli.values import collection_of, ruleset_of
from deathdome.errors import RecordError
from deathdome.folders import packs_folder
from deathdome.records import library, replay
from deathdome.records.format import Record, read_record, record_of
from deathdome.records.header import Pack
from deathdome.records.replay import (
    changes,
    collection_for,
    known_paths,
    located,
    pack_digest,
    packs_of,
    remember,
)
from deathdome.records.replay_text import replay_text
from deathdome.records.timeline import fork_of, read_timeline
from deathdome.records.writer import record_text
from deathdome.toml.files import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.match.referee import Referee

SPOON = """\
[[card]]
id = "borrowed-spoon"
name = "Borrowed Spoon"
deck = "equipment"
kind = "close combat weapon"
cost = 200_000
weapon = { strength = 9, range = 1 }
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved files; the working directory is another one."""
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "matches").mkdir(parents=True)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "home"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of one card, where no record from elsewhere may look."""
    folder = tmp_path / "desk" / "spoons"
    (folder / "cards").mkdir(parents=True)
    (folder / "cards" / "spoon.toml").write_text(SPOON)
    return folder


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A board file there."""
    path = tmp_path / "desk" / "yard.toml"
    path.parent.mkdir(exist_ok=True)
    plaza = (data_folder() / "boards" / "plaza.toml").read_text("utf-8")
    path.write_text(plaza.replace('id = "plaza"', 'id = "yard"').replace("Plaza", "Yard"))
    return path


def begun(packs: list[str], board: str = "waspworth", answers: int = 12) -> Referee:
    """The beginning of a match."""
    collection = collection_of(packs)
    rules = ruleset_of("2021", characters=False)
    names = ["human", "random"]
    referee = new_referee(names, 3, 2, board, quick=True, ruleset=rules, collection=collection)
    dice = Random(5)
    for _ in range(answers):
        request = referee.request()
        assert request is not None
        referee.answer(dice.choice(request.options))
    return referee


def played(path: Path, packs: list[str], board: str = "waspworth", answers: int = 12) -> Path:
    """A record of the beginning of a match, written to a path as a stranger could."""
    referee = begun(packs, board, answers)
    header = header_of(referee, board=board, packs=packs_of(packs))
    path.write_bytes(record_text(header, referee))
    return path


def test_a_match_of_ones_own_is_resumed_with_the_packs_it_names(
    home: Path, pack: Path, board: Path
) -> None:
    referee = begun([str(pack)], str(board))
    writer, said = library.begin_record(
        referee, ["human", "random"], board=str(board), packs=[str(pack)]
    )
    writer.close()
    assert said == ""
    path = home / "matches" / "mine.match"
    writer.path.rename(path)
    resumed = library.resume(path)
    resumed.writer.close()
    assert resumed.notes == ()
    assert resumed.writer.path == path
    for words in (["verify", "mine"], ["play", "--plain", "--resume", "mine"], ["matches"]):
        done = answered(*words)
        assert (done.returncode, done.stderr) == (0, ""), words
    assert read_timeline(path).notes == ()
    session, _ = LocalLobby().resume(str(path))
    asyncio.run(closed(session))


@pytest.mark.parametrize("place", ["", "home/matches"])
def test_a_record_from_elsewhere_reads_no_path_that_it_names(
    place: str, tmp_path: Path, pack: Path, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the record is: anybody may have put it among the player's matches."""
    path = played(tmp_path / place / "theirs.match", [str(pack)])
    other = played(tmp_path / place / "drawn.match", [], str(board))
    opened: list[str] = []
    really = os.open

    def watched(name: Any, *more: Any, **options: Any) -> int:
        opened.append(os.fspath(name) if not isinstance(name, int) else "")
        return really(name, *more, **options)

    monkeypatch.setattr(os, "open", watched)
    tries: list[Callable[[Path], object]] = [
        library.resume,
        read_timeline,
        lambda path: collection_for(read_record(path)),
        lambda path: LocalLobby().watch(str(path)),
        lambda path: LocalLobby().load(str(path)),
        lambda path: LocalLobby().resume(str(path)),
        lambda path: changes(read_record(path), collection_of(None)),
    ]
    for what, name, record in (("pack", "spoons", path), ("board file", "yard.toml", other)):
        for attempt in tries:
            with pytest.raises(RecordError, match=rf"\.match:\d+: .* needs the {what} \"{name}\""):
                attempt(record)
        for words in (["verify"], ["watch"], ["play", "--from"], ["play", "--plain", "--resume"]):
            done = answered(*words, record)
            assert (done.returncode, done.stdout) == (1, "")
            assert f'this match needs the {what} "{name}"' in done.stderr
            assert "--pack" in done.stderr
            assert str(packs_folder()) in done.stderr
    assert opened
    assert not [name for name in opened if "desk" in os.fsdecode(name)]


@pytest.mark.parametrize("place", ["named", "player's folder", "working directory"])
def test_a_pack_in_a_known_place_is_found_by_its_name(
    place: str, tmp_path: Path, home: Path, pack: Path, board: Path
) -> None:
    path = played(tmp_path / "theirs.match", [str(pack)], str(board))
    known = {"player's folder": home / "packs", "working directory": Path("packs")}
    named: list[str] = [str(pack), str(board)]
    if place in known:
        named = []
        known[place].mkdir()
        pack.rename(known[place] / "spoons")
        board.rename(known[place] / "yard.toml")
    words = [word for name in named for word in ("--pack", name)]
    done = answered("verify", path, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "has changed" not in done.stdout
    timeline = read_timeline(path, packs=named)
    assert timeline.notes == ()
    was = path.read_bytes()
    resumed = library.resume(path, named)
    resumed.writer.close()
    assert path.read_bytes() == was
    if named:
        assert resumed.writer.path == path
        return
    # The match continues as one of the player's own, with the paths that were read.
    assert resumed.writer.path.parent == home / "matches"
    assert resumed.header.packs[0].path == str((known[place] / "spoons").absolute())
    assert resumed.header.board == str((known[place] / "yard.toml").absolute())
    assert "other paths" in resumed.notes[0]
    again = library.resume(resumed.writer.path)
    again.writer.close()
    assert again.notes == ()


def test_a_pack_that_was_named_once_may_be_read_again(home: Path, pack: Path, board: Path) -> None:
    path = played(home / "matches" / "old.match", [str(pack)], str(board))
    with pytest.raises(RecordError, match="--pack"):
        library.resume(path)
    assert known_paths() == ()
    for named in ([str(pack), str(board)], []):
        resumed = library.resume(path, named)
        resumed.writer.close()
        assert resumed.writer.path == path
    assert known_paths() == (str(pack), str(board))
    assert (home / replay.KNOWN_FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1, null]", b'["a", "/a\\u0000", "/\\ud800"]', b"[" * 9_000, b"\xff"]
)
def test_a_damaged_list_of_packs_is_an_empty_one(content: bytes, home: Path) -> None:
    (home / replay.KNOWN_FILE).write_bytes(content)
    assert known_paths() == ()
    remember(["/packs/a", "/packs/\udcff", "/packs/a"])
    remember(["/packs/b\n"])
    remember(["/packs/a"])
    assert known_paths() == ("/packs/\udcff", "/packs/b\n", "/packs/a")
    remember([f"/{number}" for number in range(replay.MOST_KNOWN + 3)])
    assert len(known_paths()) == replay.MOST_KNOWN
    assert known_paths()[0] == "/3"


def test_a_list_of_packs_that_cannot_be_written_stops_no_match(home: Path, pack: Path) -> None:
    (home / replay.KNOWN_FILE).mkdir()
    writer, said = library.begin_record(begun([str(pack)]), ["human", "random"], packs=[str(pack)])
    writer.close()
    assert said == ""


def test_a_pack_of_another_name_is_known_by_what_is_in_it(tmp_path: Path, pack: Path) -> None:
    path = played(tmp_path / "theirs.match", [str(pack)])
    other = pack.with_name("forks")
    pack.rename(other)
    assert answered("verify", path, "--pack", other).returncode == 0
    (other / "cards" / "spoon.toml").write_text(SPOON.replace("9", "8"))
    assert answered("verify", path, "--pack", other).returncode == 1


def test_a_match_played_on_from_a_strange_record_has_the_paths_that_were_read(
    tmp_path: Path, home: Path, pack: Path
) -> None:
    path = played(tmp_path / "theirs.match", [str(pack)], answers=8)
    (home / "packs").mkdir()
    pack.rename(home / "packs" / "spoons")
    timeline = read_timeline(path)
    assert timeline.header.packs[0].path == str(home / "packs" / "spoons")
    timeline.finished = True  # as if the match were over
    assert fork_of(timeline, timeline.stops[1]).referee.asked is not None


@pytest.mark.parametrize(
    "name", ["", ".", "..", "/", "a/..", "a\\..", "../..", "C:\\packs\\", "x/../../desk/spoons/.."]
)
def test_only_the_last_name_of_a_path_counts(name: str, home: Path, tmp_path: Path) -> None:
    (home / "packs").mkdir()
    path = played(tmp_path / "theirs.match", [])
    found = read_record(path)
    header = found.header
    odd = Record(
        found.source,
        replace(header, packs=(Pack("0" * 16, name),)),
        found.head,
        found.entries,
        found.raw,
    )
    with pytest.raises(RecordError, match="needs the pack"):
        located(odd)


def test_a_copied_match_names_no_board_file(tmp_path: Path, board: Path) -> None:
    from deathdome.journal.words import check_of

    raw = played(tmp_path / "theirs.match", []).read_bytes()
    text = replay_text(record_of(raw, "kept", own=True))
    body = text.rpartition("check: ")[0].replace("board=waspworth", f"board={board}").rstrip("\n")
    (tmp_path / "text").write_text(f"{body}\ncheck: {check_of(body)}\n")
    done = answered("verify", tmp_path / "text")
    assert (done.returncode, done.stdout) == (1, "")
    assert ":1: board: a path is not allowed here" in done.stderr


# -- digests ------------------------------------------------------------------------------------


def test_a_digest_reads_the_files_of_the_pack_and_no_others(pack: Path) -> None:
    was = pack_digest(pack)
    with (pack / "cards" / "notes.txt").open("wb") as file:
        file.truncate(40_000_000_000)
    for name in (".git", "art", "cards/more"):
        (pack / name).mkdir()
        with (pack / name / "huge.toml").open("wb") as file:
            file.truncate(40_000_000_000)
    os.mkfifo(pack / "art" / "pipe.toml")
    (pack / "art" / "ring").symlink_to(pack)
    (pack / "cards" / ".#spoon.toml").symlink_to("nobody@nowhere")
    assert pack_digest(pack) == was
    with (pack / "cards" / "huge.toml").open("wb") as file:
        file.truncate(40_000_000_000)
    os.mkfifo(pack / "cards" / "pipe.toml")
    assert pack_digest(pack) != was


def test_a_digest_is_as_it_always_was(pack: Path, tmp_path: Path) -> None:
    (pack / "boards").mkdir()
    (pack / "boards" / "x.toml").write_text("no board")
    (tmp_path / "desk" / "one.toml").write_text(SPOON)
    assert pack_digest(pack) == "e8fe6c6a439461ee"
    assert pack_digest(tmp_path / "desk" / "one.toml") == "91aced4d5c15858f"
    assert pack_digest(pack.parent / "nowhere") == "eb4bd64f7014f7d4"


def test_a_file_too_large_for_a_pack_is_not_read(pack: Path) -> None:
    large = pack / "cards" / "large.toml"
    large.write_bytes(b"#" * (MAX_BYTES + 1))
    was = pack_digest(pack)
    large.write_bytes(b"!" * (MAX_BYTES + 1))
    assert pack_digest(pack) == was


# -- paths on the command line ------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["check", ""],
        ["position", ""],
        ["verify", ""],
        ["watch", ""],
        ["play", "--from", ""],
        ["play", "--plain", "--resume", ""],
        ["play", "--plain", "--quick", "--pack", ""],
        ["cards", "--pack", ""],
        ["board", "--pack", ""],
        ["sim", "--pack", ""],
        ["arena", "--managers", "random", "--pack", ""],
        ["verify", "x", "--pack", ""],
    ],
)
def test_an_empty_path_is_a_wrong_request(words: list[str], pack: Path) -> None:
    (pack / "cards").rename("cards")  # the working directory is a pack
    played(Path("x"), [])
    done = answered(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_hidden_files_and_folders_are_skipped(tmp_path: Path, pack: Path) -> None:
    (pack.parent / ".git").mkdir()
    (pack.parent / ".git" / "junk.toml").write_text("[[card]")
    (pack / "cards" / ".#spoon.toml").write_text("[[card]")
    done = answered("check", pack.parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    folder = tmp_path / "questions"
    for name in (".venv/deep", "good", "."):
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "x.toml").write_text('units = { "red.scout" = "k7" }\n')
    (folder / ".hidden.toml").write_text("=")
    (folder / "good" / "ring").symlink_to(folder)
    done = answered("position", folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 passed, 0 failed" in done.stdout
