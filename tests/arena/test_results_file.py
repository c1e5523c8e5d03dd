"""The file of a run: it resumes where it broke off, to the byte, and no other file is touched."""

from __future__ import annotations

import json
import resource
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from deathdome.arena import results_file as results_files
from deathdome.arena.arena import Arena
from deathdome.arena.results_file import TIMES, begin, header, resume_run
from deathdome.arena.running import play_on
from deathdome.errors import UsageError
from deathdome.files import locked
from deathdome.run_file import ResultsFileError

ARENA = Arena(("random",), rounds=1, seed=7)


def run(arena: Arena, path: Path, blocks: int, jobs: int = 1) -> None:
    """Resume in the file until it has so many blocks."""
    results = resume_run(arena, path)
    try:
        for _ in play_on(results, blocks, jobs):
            pass
    finally:
        results.close()


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of four blocks, played in one go."""
    folder = tmp_path_factory.mktemp("whole")
    run(ARENA, folder / "whole", 4)
    return folder


@pytest.fixture
def whole(played_once: Path, tmp_path: Path) -> bytes:
    """The file of four blocks; it and its times are in the folder of the test."""
    shutil.copytree(played_once, tmp_path, dirs_exist_ok=True)
    return (tmp_path / "whole").read_bytes()


def test_the_file_has_a_header_and_a_line_for_every_block(whole: bytes) -> None:
    head, *lines = [json.loads(text) for text in whole.splitlines()]
    assert head == header(ARENA)
    assert (head["deathdome arena"], head["seed"], head["rounds"]) == (1, 7, 1)
    assert [row["block"] for row in lines] == [0, 1, 2, 3]


def test_a_run_broken_off_anywhere_goes_on_to_the_same_bytes(tmp_path: Path, whole: bytes) -> None:
    ends = [end + 1 for end, byte in enumerate(whole) if byte == 10]
    path = tmp_path / "broken"
    for cut in (10, ends[0], ends[0] + 1, ends[1] + 40, ends[2] - 1, ends[2], len(whole)):
        path.write_bytes(whole[:cut])
        run(ARENA, path, 4)
        assert path.read_bytes() == whole, cut


def test_a_run_with_stopped_matches_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    stopped = replace(ARENA, decisions=30)
    run(stopped, tmp_path / "whole", 2)
    whole = (tmp_path / "whole").read_bytes()
    matches = [match for text in whole.splitlines()[1:] for match in json.loads(text)["matches"]]
    assert {match["reason"] for match in matches} == {"decision limit"}
    assert {sum(match["decisions"]) for match in matches} == {30}
    path = tmp_path / "broken"
    run(stopped, path, 1)
    run(stopped, path, 2)
    assert path.read_bytes() == whole
    with pytest.raises(UsageError, match=r"another setting \(decisions\): 30, now 100000"):
        resume_run(ARENA, path)


def test_a_finished_run_takes_more_blocks(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "short"
    run(ARENA, path, 2)
    assert whole.startswith(path.read_bytes())
    run(ARENA, path, 1)
    run(ARENA, path, 4)
    assert path.read_bytes() == whole


def test_the_bytes_do_not_depend_on_the_number_of_processes(tmp_path: Path, whole: bytes) -> None:
    run(ARENA, tmp_path / "three", 4, jobs=3)
    assert (tmp_path / "three").read_bytes() == whole


def test_times_lie_beside_the_results(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "whole"
    times_path = path.with_name(path.name + TIMES)
    assert len(times_path.read_bytes().splitlines()) == 4
    times_path.unlink()
    run(ARENA, path, 4)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (Arena(("random",), rounds=1, seed=8), "another setting (seed): 7, now 8"),
        (Arena(("random",), rounds=2, seed=7), "another setting (rounds): 1, now 2"),
        (Arena(("random",), rounds=1, seed=7, seats=3), "another setting (lineups)"),
        (Arena(("random",), rounds=1, seed=7, ablated=("all",)), "another setting (ablated)"),
        (Arena(("random",), rounds=1, seed=7, board="waspworth"), "another board"),
    ],
)
def test_a_file_of_another_setting_is_refused_untouched(
    tmp_path: Path, whole: bytes, other: Arena, said: str
) -> None:
    path = tmp_path / "whole"
    before = whole + b'{"half'
    path.write_bytes(before)
    with pytest.raises(UsageError) as refusal:
        resume_run(other, path)
    assert said in str(refusal.value)
    assert "file is unchanged" in str(refusal.value)
    assert path.read_bytes() == before


def test_a_file_of_other_code_is_refused(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results_files, "code_digest", lambda: "0" * 16)
    with pytest.raises(UsageError, match="other code of rules or managers"):
        resume_run(ARENA, tmp_path / "whole")
    assert (tmp_path / "whole").read_bytes() == whole


@pytest.mark.parametrize("content", [b"", b"\n", b"notes\n", b"[]\n", b'{"a": 1}\n', b"\xff\n"])
def test_any_other_file_is_refused_untouched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    if not content:
        # An empty file is a run that broke off before its first byte.
        resume_run(ARENA, path).close()
        return
    with pytest.raises(UsageError, match="not a file of the arena"):
        resume_run(ARENA, path)
    assert path.read_bytes() == content


def test_a_line_that_was_changed_is_named(tmp_path: Path, whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    path = tmp_path / "whole"
    for changed in (lines[:2] + lines[3:], [*lines[:2], b"{}\n", *lines[3:]]):
        path.write_bytes(b"".join(changed))
        with pytest.raises(ResultsFileError, match=r"whole:3: .*not block 1"):
            resume_run(ARENA, path)
        assert path.read_bytes() == b"".join(changed)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (["seed"], 8, "seed: this is not the seed of the block"),
        (["matches"], [], "not the rotations of the seats"),
        (["matches"], {}, "matches: a list is needed, not a table"),
        (["matches", 0], None, "matches 1: an object is needed, not null"),
        (["matches", 0, "winners"], [2], "matches 1.winners: 2 teams played"),
        (["matches", 0, "winners"], [], "matches 1.winners: too few entries: 0, not 1"),
        (["matches", 1, "payouts"], [0], "matches 2.payouts: 2 teams played"),
        (["matches", 1, "payouts", 0], "much", 'payouts 1: a whole number is needed, not "much"'),
        (
            ["matches", 1, "payouts", 0],
            float("nan"),
            "payouts 1: a whole number is needed, not nan",
        ),
        (["matches", 1, "payouts", 0], 10**400, "... is too large"),
        (["matches", 1, "rounds"], True, "matches 2.rounds: a whole number is needed, not true"),
        (["matches", 0, "winners"], [0, 0], "matches 1.winners: a team is named twice"),
        (["matches", 0, "rushed"], [1, 1], "matches 1.rushed: a team is named twice"),
        (["matches", 0, "reason"], "luck", "matches 1.reason: no match ends for that"),
        (["matches", 0, "reason"], "series", "matches 1.reason: no match ends for that"),
        (["matches", 0, "rounds"], 77, "matches 1.rounds: there are 1 at most"),
        (["matches", 0, "rounds"], 0, "matches 1.rounds: there are 1 at most"),
        (["matches", 1, "jailed", 0], 5, "jailed 1: 5 is too large; the maximum is 4"),
        (["matches", 1, "deaths", 0], -1, "deaths 1: -1 is too small; the minimum is 0"),
        (["matches", 1, "payouts", 0], -50_000, "payouts 1: -50000 is too small"),
        (
            ["matches", 1, "payouts", 0],
            77,
            "matches 2.payouts: this is not what towers, points and",
        ),
        (["matches", 0, "points", 0], 99, "matches 1.points: the board has 18"),
        (["matches", 0, "fingerprint"], "0" * 15 + "g", "matches 1.fingerprint: sixteen hexadec"),
        (["matches", 0, "held", 0], ["spoon"], 'matches 1.held: there is no card "spoon" in the'),
        (["matches", 0, "bought", 0], ["spoon"], 'matches 1.bought: there is no card "spoon" in'),
        (["matches", 0, "used"], {"fan-mail#9": 1}, 'used: there is no card "fan-mail#9" in the'),
        (["matches", 0, "power"], {"spoon": [0, 0]}, 'power: there is no power card "spoon"'),
        (
            ["matches", 0, "faults"],
            [{"seat": 0, "question": -1, "kind": "mood", "detail": ""}],
            "matches 1.faults 1.kind: it can be 'raised', ",
        ),
        (["matches", 0, "reason"], "\x1b[2J", "matches 1.reason: no text that can be shown"),
        (["matches", 0, "held", 0], ["\u202e"], "matches 1.held 1 1: no text that can be shown"),
        (["matches", 0, "used"], {"\x1b[2J": 1}, "matches 1.used: no text that can be shown"),
        (["matches", 0, "shells"], [0], "matches 1.shells: 2 teams played"),
        (["matches", 0, "shells"], [0, 0, 0], "matches 1.shells: 2 teams played"),
        (
            ["matches", 0, "power"],
            {"encore": []},
            "matches 1.power.encore: too few entries: 0, not 2",
        ),
        (["matches", 0, "marks"], {"attacks": []}, "matches 1.marks: 2 teams played"),
        (["matches", 0, "course", "paid"], [[1]], "matches 1.course: 2 teams played"),
        (["matches", 0, "taken_over"], [7], "matches 1.taken_over: 2 teams played"),
        (["matches", 0, "faults"], [{"seat": 0}], "matches 1.faults 1: question is missing"),
        (["without"], [{}], "without 1: match is missing"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_a_result_that_none_can_be_is_refused_with_its_place(
    tmp_path: Path, whole: bytes, path: list[str | int], value: object, said: str
) -> None:
    lines = whole.splitlines(keepends=True)
    row = json.loads(lines[2])
    *parents, last = path
    inside = row
    for step in parents:
        inside = inside[step]
    inside[last] = value
    changed = b"".join([*lines[:2], json.dumps(row).encode() + b"\n", *lines[3:]])
    (tmp_path / "whole").write_bytes(changed)
    with pytest.raises(ResultsFileError) as refusal:
        resume_run(ARENA, tmp_path / "whole")
    assert str(refusal.value).startswith(f"{tmp_path / 'whole'}:3: ")
    assert said in str(refusal.value)
    assert str(refusal.value).isprintable()
    assert (tmp_path / "whole").read_bytes() == changed


@pytest.mark.usefixtures("whole")
@pytest.mark.parametrize(
    "times",
    [
        b"",
        b'{"block":0,"lineup":0,"seconds":1e-300,"managers":{}}\n',
        b'{"bl',
        b'{"block":\xff',
        b'{"block":0,"lineup":0,"seconds":"x","managers":{}}\n',
    ],
)
def test_times_that_make_no_sense_are_left_out(tmp_path: Path, times: bytes) -> None:
    (tmp_path / f"whole{TIMES}").write_bytes(times)
    results = resume_run(ARENA, tmp_path / "whole")
    results.close()
    assert (len(results.blocks), results.times) == (4, [])


@pytest.mark.parametrize("content", [b"\xff\x00", b"[]\n" * 4, b"notes\n", b'{"a": 1}\n'])
def test_a_file_of_something_else_is_not_written_over_with_times(
    tmp_path: Path, whole: bytes, content: bytes
) -> None:
    for name, take in (("new", begin), ("newer", resume_run), ("whole", resume_run)):
        times = tmp_path / f"{name}{TIMES}"
        times.unlink(missing_ok=True)
        times.write_bytes(content)
        with pytest.raises(UsageError, match=f"{name}{TIMES} is not a file of times"):
            take(ARENA, tmp_path / name)
        times.rename(tmp_path / "notes")
        times.symlink_to("notes")
        with pytest.raises(UsageError, match="file is unchanged"):
            take(ARENA, tmp_path / name)
        assert (tmp_path / "notes").read_bytes() == content
        assert (tmp_path / name).exists() is (name == "whole")
        (tmp_path / "notes").unlink()
        with pytest.raises(UsageError, match=f"{name}{TIMES} is a link that leads nowhere"):
            take(ARENA, tmp_path / name)
    assert (tmp_path / "whole").read_bytes() == whole


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path, whole: bytes) -> None:
    (tmp_path / "far").mkdir()
    kept, link = tmp_path / "far" / "run", tmp_path / "link"
    link.symlink_to(kept)
    head = whole.index(b"\n")
    for content in (None, b"", whole[: head // 2], whole[: head + 100], whole):
        if content is None:
            kept.unlink(missing_ok=True)
        else:
            kept.write_bytes(content)
        run(ARENA, link, 4)
        assert kept.read_bytes() == whole
        assert link.readlink() == kept
    assert {path.name for path in tmp_path.iterdir()} == {"far", "link", "whole", f"whole{TIMES}"}
    assert {path.name for path in kept.parent.iterdir()} == {"run", f"run{TIMES}"}


def test_a_run_that_another_program_just_begins_is_left_to_it(tmp_path: Path) -> None:
    path = tmp_path / "begun"
    with path.open("x+b") as other:
        assert locked(other.fileno())
        with pytest.raises(ResultsFileError, match="begun: another program is playing this run"):
            resume_run(ARENA, path)
        other.write(b"header")
    assert path.read_bytes() == b"header"


def test_a_folder_is_no_file_of_a_run_or_of_its_times(tmp_path: Path) -> None:
    for folder in (tmp_path, Path(), Path(".."), Path("/")):
        for take in (begin, resume_run):
            with pytest.raises(UsageError, match="is a folder; the name of a file in it is needed"):
                take(ARENA, folder)
    (tmp_path / f"run{TIMES}").mkdir()
    with pytest.raises(ResultsFileError, match="cannot be written: it is a folder"):
        begin(ARENA, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_run_that_is_being_played_is_not_played_twice(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "whole"
    first = resume_run(ARENA, path)
    with pytest.raises(ResultsFileError, match="whole: another program is playing this run"):
        resume_run(ARENA, path)
    first.close()
    assert path.read_bytes() == whole
    run(ARENA, path, 4)
    begun = begin(ARENA, tmp_path / "new")
    with pytest.raises(ResultsFileError, match="new: another program is playing this run"):
        resume_run(ARENA, tmp_path / "new")
    begun.close()


def test_a_full_disk_ends_a_run_with_a_word_and_what_is_written_is_gone_on_from(
    tmp_path: Path, whole: bytes
) -> None:
    path = tmp_path / "full"
    results = resume_run(ARENA, path)
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) - 10, most))
    try:
        with pytest.raises(ResultsFileError, match="full: cannot be written: File too large"):
            for _ in play_on(results, 4):
                pass
        results.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        signal.signal(signal.SIGXFSZ, before)
    run(ARENA, path, 4)
    assert path.read_bytes() == whole


def test_a_new_run_overwrites_nothing(tmp_path: Path, whole: bytes) -> None:
    with pytest.raises(UsageError, match=r"resume it with --resume"):
        begin(ARENA, tmp_path / "whole")
    assert (tmp_path / "whole").read_bytes() == whole


def test_the_file_of_a_run_is_private_because_it_has_the_secret(tmp_path: Path) -> None:
    begin(ARENA, tmp_path / "run.jsonl").close()
    assert (tmp_path / "run.jsonl").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ResultsFileError, match="cannot be written: No such file"):
        begin(ARENA, tmp_path / "nowhere" / "run")


def test_times_without_end_are_refused_before_they_are_read(tmp_path: Path, whole: bytes) -> None:
    path, times = tmp_path / "run", tmp_path / f"run{TIMES}"
    path.write_bytes(whole)
    with times.open("wb") as file:
        file.truncate(40_000_000_000)
    with pytest.raises(UsageError, match="not a file of times"):
        resume_run(ARENA, path)
    with times.open("r+b") as file:
        file.write(b'{"block":')
    resume_run(ARENA, path).close()
    assert path.read_bytes() == whole
