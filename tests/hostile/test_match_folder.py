"""Odd files among the matches, and odd lines in one: no file breaks a list or hides another."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from random import Random

import pytest
from hostile.inputs import FILE_NAMES
from program import answered

from deathdome.cli.sessions import LocalLobby
from deathdome.errors import RecordError
from deathdome.records import library
from deathdome.records.format import MOST_HINTS, read_record, record_of
from deathdome.records.header import read_header
from deathdome.records.peek import any_unfinished
from deathdome.records.replay import replay

RECORDS = Path(__file__).parents[1] / "records" / "saved"
OVER = (RECORDS / "0.1.0-characters.match").read_bytes()
HALF = (RECORDS / "0.1.0-unfinished.match").read_bytes()
# What `touch -d` takes, and clocks that were never set.
DATES = (
    *(-1, 0, 1, -62_135_596_800, -62_135_600_000, -(10**11), 253_402_300_799, 253_402_300_800),
    *(10**10, 10**11, 10**12, 2**40, -(2**40)),
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the matches; it is there, and nothing is in it."""
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    folder = tmp_path / "matches"
    folder.mkdir()
    return folder


def make_odd(path: Path, dice: Random) -> None:
    """Puts something odd, or something good with an odd date, at a path."""
    match dice.randrange(9):
        case 0:
            path.mkdir()
        case 1:
            os.mkfifo(path)
        case 2:
            path.symlink_to(path)
        case 3:
            path.symlink_to("nowhere")
        case 4:
            with path.open("wb") as file:
                file.truncate(40_000_000_000)
        case 5:
            path.write_bytes(dice.choice((b"", b"\x00" * 99, b"\n", b"\xef\xbb\xbf" + OVER)))
            path.chmod(dice.choice((0o000, 0o600)))
        case 6:
            path.symlink_to("/dev/zero")
        case _:
            path.write_bytes(dice.choice((OVER, HALF, OVER[:-40], HALF[:300])))
            date = dice.choice(DATES)
            try:
                os.utime(path, (date, date))
            except OverflowError:
                os.utime(path, (0, 0))


def odd_files(folder: Path, dice: Random) -> None:
    for name in dice.sample(FILE_NAMES, 8):
        make_odd(folder / f"{name}.match", dice)


def lists(seed: int, folder: Path) -> None:
    """Fills a folder and reads every list of it."""
    dice = Random(seed)
    odd_files(folder, dice)
    mine = folder / "mine.match"
    mine.write_bytes(HALF)
    done = answered("matches")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nmine  " in f"\n{done.stdout}"
    assert all(line.isprintable() for line in done.stdout.split("\n"))
    assert max(map(len, done.stdout.split("\n"))) < 1_000
    assert any_unfinished()
    assert library.newest_unfinished() == mine
    kept = LocalLobby().saved_matches()
    assert str(mine) in [one.key for one in kept]
    newest = LocalLobby().unfinished()
    assert newest is not None
    assert newest.key == str(mine)
    library.tidy(most=3)
    assert mine.exists()
    library.resume().writer.close()


@pytest.mark.parametrize("seed", range(12))
def test_no_property_of_a_file_breaks_a_list(seed: int, folder: Path) -> None:
    lists(seed, folder)


@pytest.mark.long
@pytest.mark.parametrize("first", range(12, 300, 48))
def test_no_property_of_any_file_breaks_a_list(
    first: int, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(first, first + 48):
        home = tmp_path_factory.mktemp("home")
        monkeypatch.setenv("DEATHDOME_HOME", str(home))
        (home / "matches").mkdir()
        lists(seed, home / "matches")


@pytest.mark.parametrize("date", DATES)
def test_a_date_outside_the_calendar_is_listed(date: int, folder: Path) -> None:
    path = folder / "old.match"
    path.write_bytes(OVER)
    library.summaries()[0].when()
    assert library.Summary(path, float(date)).when()
    assert library.Summary(path, 1e30).when() == "no date"
    assert library.Summary(path, -1e30).when() == "no date"


def test_a_file_that_vanishes_meanwhile_is_not_listed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "there.match").write_bytes(HALF)
    paths = [folder / "gone.match", folder / "there.match"]
    monkeypatch.setattr(library, "record_paths", lambda _folder: paths)
    assert [one.path.name for one in library.summaries()] == ["there.match"]


@pytest.mark.parametrize("shell", ["sh", "bash"])
@pytest.mark.parametrize("name", FILE_NAMES)
def test_the_command_that_resumes_a_match_works_in_a_shell(
    name: str, shell: str, folder: Path
) -> None:
    path = folder / f"{name}.match"
    path.write_bytes(HALF)
    said = library.name_of(path)
    assert said.isprintable()
    line = [shell, "-c", f"printf '%s\\0' {said}"]
    words = subprocess.run(line, check=True, capture_output=True).stdout.split(b"\0")[:-1]
    assert len(words) == 1
    word = os.fsdecode(words[0])
    assert not word.startswith("-")
    assert library.find(word).samefile(path)


def test_a_match_is_called_by_its_path_where_its_name_means_another_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "notes.match").write_bytes(HALF)
    monkeypatch.chdir(tmp_path)
    assert library.name_of(folder / "notes.match") == "notes"
    (tmp_path / "notes").write_text("mine")
    assert library.name_of(folder / "notes.match") == str(folder / "notes.match")


# -- lines --------------------------------------------------------------------------------------


def with_line(line: str) -> bytes:
    """A record with a line of its header changed."""
    key = line.partition(": ")[0]
    lines = HALF.decode().split("\n")
    at = next((at for at, one in enumerate(lines) if one.startswith(f"{key}: ")), 7)
    lines[at] = line
    return "\n".join(lines).encode()


@pytest.mark.parametrize("key", ["board", "from", "pack: 0123456789abcdef"])
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ('"a\\u0000b"', "U+0000"),
        ('"\\ud800.toml"', "U+D800"),
        ('"\\udfff"', "U+DFFF"),
        ('""', "empty"),
        (f'"{"x" * 5_000}"', "4,096 characters at most"),
    ],
)
def test_a_path_that_no_file_can_have_is_refused_with_its_line(
    key: str, path: str, said: str, folder: Path
) -> None:
    raw = with_line(f"{key} {path}" if " " in key else f"{key}: {path}")
    with pytest.raises(RecordError, match=rf"^kept:\d+: no path: .*{re.escape(said)}"):
        record_of(raw, "kept")
    (folder / "odd.match").write_bytes(raw)
    for words in (["verify", "odd"], ["watch", "odd"], ["play", "--plain", "--resume", "odd"]):
        done = answered(*words)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"odd.match:{8 if 'board' not in key else 7}" in done.stderr or ":" in done.stderr
    (folder / "mine.match").write_bytes(HALF)
    assert library.newest_unfinished().name == "mine.match"


def test_a_seed_below_0_is_refused_as_on_the_command_line() -> None:
    for seed in ("-3", "-" + "9" * 60, "9" * 41):
        with pytest.raises(RecordError) as refused:
            record_of(with_line(f"seed: {seed}"), "kept")
        said = re.sub(r"^kept:\d+: ", "", str(refused.value))
        for words in (["play"], ["sim"], ["arena", "--managers", "random"]):
            done = answered(*words, "--seed", seed)
            assert done.returncode == 2
            assert done.stderr == f"deathdome: --{said}\n"
    with pytest.raises(RecordError, match=r"^kept:\d+: seed is a whole number from 0, not \"3.5\""):
        record_of(with_line("seed: 3.5"), "kept")


def test_a_record_has_so_many_hints_at_most() -> None:
    hints = b"hint: red\n"
    many = HALF[: HALF.rfind(b"\n") + 1] + hints * MOST_HINTS
    assert len(record_of(many, "kept").entries) > MOST_HINTS
    line = many.count(b"\n") + 1
    with pytest.raises(RecordError, match=f"^kept:{line}: a record has 1,000 hints at most"):
        record_of(many + hints * 900_000, "kept")


def test_hints_beyond_the_most_are_given_and_not_written(tmp_path: Path) -> None:
    path = tmp_path / "half.match"
    path.write_bytes(HALF)
    resumed = library.resume(path)
    path = resumed.writer.path  # a new one, if the cards have changed
    for _ in range(MOST_HINTS + 5):
        assert resumed.writer.hint(0) == ""
    resumed.writer.close()
    assert sum(entry.who == "hint" for entry in read_record(path).entries) == MOST_HINTS


def test_a_header_has_so_many_lines_at_most() -> None:
    lines = ["pack: 0123456789abcdef x.toml"] * 100_000
    with pytest.raises(RecordError, match=r"^kept:251: a header has 250 lines at most"):
        read_header(lines, "kept")
    with pytest.raises(RecordError, match=r"^kept:2: a line of a header has 5,000 characters"):
        read_header([f"seat: red = {'x' * 6_000}"], "kept")


def test_a_position_is_compared_once() -> None:
    lines = HALF.split(b"\n")
    at = next(at for at, line in enumerate(lines) if line.startswith(b"= "))
    lines[at:at] = [lines[at]] * 50_000
    told = replay(record_of(b"\n".join(lines), "kept"))
    assert told.named.startswith(f"kept:{at + 2}: the position was compared in a line before")
