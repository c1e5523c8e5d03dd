"""A match at the screen is on disk, whatever happens to the program, and resumes from there."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import time
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tui.props import INSTANT, Quiet, Stage, dealt, here, until
from tui.terminals import PATIENCE, exit_code, read_until, spawned

from deathdome.cli.display import show
from deathdome.cli.sessions import LocalLobby
from deathdome.model.actions import ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.records import library
from deathdome.records.format import read_record
from deathdome.records.peek import record_paths
from deathdome.records.replay import replay
from deathdome.session.host import MatchHost
from deathdome.tui.app import DomeApp
from deathdome.tui.display import DisplaySettings
from deathdome.tui.lobby import Wishes
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.saved_matches import SavedMatchesScreen
from deathdome.tui.screens.title import TitleScreen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from contextlib import AbstractContextManager

    from deathdome.match.referee import Referee
    from deathdome.model.actions import Action

TWO = ("human", "human")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def kept(names: Sequence[str] = ("human", "quiet"), turns: int = 0) -> MatchHost:
    """A match that is kept; so many turns have been ended already."""
    referee, _ = dealt(names, rounds=6)
    while turns:
        request = referee.request()
        assert request is not None
        action = next(
            (
                action
                for action in request.options
                if kind_of(action) in (ActionKind.END_TURN, ActionKind.PASS)
            ),
            request.options[-1],
        )
        referee.answer(action)
        turns -= kind_of(action) is ActionKind.END_TURN
    writer, said = library.begin_record(referee, names)
    others: dict[int, Quiet] = {seat: Quiet() for seat, name in enumerate(names) if name != "human"}
    notes = (said,) if said else ()
    managers = here({**others})
    return MatchHost(referee, names, managers, pace=INSTANT, writer=writer, notes=notes)


def resumed() -> MatchHost:
    found = library.resume()
    names = found.header.names
    others = {seat: Quiet() for seat, name in enumerate(names) if name != "human"}
    return MatchHost(
        found.replay.referee,
        names,
        here({**others}),
        pace=INSTANT,
        writer=found.writer,
        resumed=found.replay,
        notes=found.notes,
    )


@asynccontextmanager
async def shown(session: MatchHost, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Stage]:
    app = DomeApp(session)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Stage(app, pilot)


def on_top(stage: Stage, kind: type) -> bool:
    return isinstance(stage.app.screen, kind)


def on_disk(session: MatchHost) -> Referee:
    assert session.record is not None
    told = replay(read_record(session.record))
    assert told.differs == ""
    return told.referee


def walks(session: MatchHost) -> list[Action]:
    assert session.request is not None
    return [action for action in session.request.options if kind_of(action) is ActionKind.WALK]


async def step(stage: Stage, action: Action) -> None:
    stage.session.answer([action])
    await stage.pilot.pause()


async def activate(stage: Stage) -> None:
    request = stage.session.request
    assert request is not None
    if request.question is Question.TURN:
        await step(stage, request.options[0])


async def finish(stage: Stage) -> None:
    """End the open phase and turn, and the turns of the others."""
    for _ in range(4):
        request = stage.session.request
        if request is None:
            return
        ends = (
            ActionKind.END_TURN,
            ActionKind.END_PHASE,
            ActionKind.STOP,
            ActionKind.DECLINE,
            ActionKind.COMMIT,
        )
        action = next(
            (action for action in request.options if kind_of(action) in ends), request.options[0]
        )
        await step(stage, action)


# -- written before it is shown -----------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_header_speaks_of_saving_only_when_it_fails(size: tuple[int, int]) -> None:
    session = kept()
    async with shown(session, size=size) as stage:
        await activate(stage)
        assert "saved" not in stage.text.split("\n")[0].lower()
        writer = session._writer
        assert writer is not None
        writer.trouble = "No space left on device"
        await stage.press("up")
        assert "NOT SAVED" in stage.text.split("\n")[0]


# -- resuming -----------------------------------------------------------------------------------


async def test_a_match_goes_on_where_it_was_left() -> None:
    session = kept()
    async with shown(session) as stage:
        await activate(stage)
        await step(stage, walks(session)[0])
        before = stage.true.copy()
        journal = list(session._referee.journal)
    again = resumed()
    async with shown(again) as stage:
        assert stage.true.space == before.space
        assert again._referee.journal == journal
        assert again.curtain is None
        assert again.saved
        await finish(stage)
        assert len(on_disk(again).journal) > len(journal)


async def test_between_people_the_curtain_is_down_when_a_match_goes_on() -> None:
    session = kept(TWO, turns=3)
    session._writer.close()  # type: ignore[union-attr]
    again = resumed()
    asked = again._referee.asked
    assert asked is not None
    assert again.curtain == again.viewer == asked.seat
    async with shown(again) as stage:
        assert on_top(stage, CurtainScreen)
        assert "Pass the keyboard to" in stage.text
        await stage.press("enter")
        assert not on_top(stage, CurtainScreen)
        assert again.request is not None


# -- leaving, and what goes wrong ---------------------------------------------------------------


@pytest.mark.parametrize("is_kept", [True, False])
async def test_the_leave_dialog_says_whether_the_match_is_kept(*, is_kept: bool) -> None:
    session = kept()
    if not is_kept:
        session._writer = None
    async with shown(session) as stage:
        await stage.press("q")
        assert ("Save" in stage.lines("choices")) == is_kept
        assert ("Lose the match" in stage.lines("choices")) != is_kept


async def test_a_match_is_saved_as_soon_as_the_disk_allows_without_another_answer(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deathdome.tui.app.RETRY", 0.05)
    (home / "file").write_text("no folder")
    monkeypatch.setenv("DEATHDOME_HOME", str(home / "file"))
    session = kept()
    async with shown(session) as stage:
        await stage.until(lambda: session.faults)
        assert len(session.faults) == 1
        assert session.lost
        (home / "file").unlink()
        await stage.until(lambda: session.saved)
        record = session.record
        assert record is not None
        record.unlink()
        await stage.until(record.exists)


async def test_leaving_saves_what_could_not_be_saved(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("no folder")
    monkeypatch.setenv("DEATHDOME_HOME", str(home / "file"))
    session = kept()
    async with shown(session) as stage:
        assert session.lost
        (home / "file").unlink()
        await stage.press("q")
        assert "Save" in stage.lines("choices")
        assert session.saved


async def test_a_match_that_was_lost_is_told_of_when_the_screen_closes(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "file").write_text("no folder")
    monkeypatch.setenv("DEATHDOME_HOME", str(home / "file"))
    app = DomeApp(lobby=LocalLobby())
    async with app.run_test() as pilot:
        for _ in range(2):
            app.begin(lambda: (kept(), None))
            await pilot.pause()
        app.to_title()
        (home / "file").unlink()
        app.begin(lambda: (kept(), None))  # this one is kept
        await pilot.pause()
        assert app.session.saved
    monkeypatch.setattr(DomeApp, "run", lambda app, **_: app)
    with pytest.raises(SystemExit) as left:
        show(app, DisplaySettings())
    assert left.value.code == 1
    told = capsys.readouterr().err
    lost = f"deathdome: the match could not be saved: Not a directory ({home}/file/matches/"
    assert told.count(lost) == 2


async def test_the_result_says_how_the_match_is_checked(
    capfd: pytest.CaptureFixture[str],
) -> None:
    session = kept()
    async with shown(session) as stage:
        while session.outcome is None:
            await finish(stage)
        await stage.pilot.pause()
        said = " ".join(stage.text.split())
        assert "Check it: deathdome verify" in said
        name = said.split("deathdome verify ")[1].split()[0]
    code, out, _ = run(capfd, "verify", name)
    assert code == 0
    assert "every roll, draw and answer reproduced" in out


# -- the real program ---------------------------------------------------------------------------

PROGRAM = [sys.executable, "-m", "deathdome"]


def program(*words: str, first: Sequence[str] = PROGRAM) -> AbstractContextManager[tuple[int, int]]:
    """(pid, terminal) of the program with these words."""
    return spawned([*first, *words])


def drain(terminal: int, seconds: float) -> None:
    """Read for so long: a program without a reader would wait."""
    read_until(terminal, b"nothing says this", seconds)


def press_until(terminal: int, keys: bytes, wanted: bytes) -> bytes:
    """Return the screen while these keys are pressed again and again; managers may be first."""
    output = b""
    limit = time.monotonic() + PATIENCE
    while wanted not in output and time.monotonic() < limit:
        with suppress(OSError):
            os.write(terminal, keys)
        output += read_until(terminal, wanted, 0.5)
    return output


@pytest.mark.slow
def test_killed_at_any_moment_it_goes_on(home: Path) -> None:
    rng = random.Random(5)
    words = ["play", "--seats", "human,random", "--seed", "5", "--quick"]
    before: list[tuple[int, Action]] = []
    for kill in range(50):
        if kill >= 5 and len(before) > 40:
            break
        with program(*words) as (pid, terminal):
            assert b"? keys" in read_until(terminal, b"? keys")
            limit = time.monotonic() + rng.uniform(0.05, 1.5)
            while time.monotonic() < limit:
                os.write(terminal, rng.choice([b"e", b"\r", b"\x1b[A", b"n", b"\t", b"e"]))
                drain(terminal, 0.02)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        (path,) = (home / "matches").glob("*.match")
        told = replay(read_record(path))
        assert told.differs == ""
        journal = told.referee.journal
        # Only the last actions of a player may be gone: they can be undone.
        common = [seat for seat, _ in journal[: len(before)]]
        assert common == [seat for seat, _ in before[: len(common)]]
        assert len(journal) >= len(before) - 8
        before = journal
        words = ["play", "--resume"]
    assert len(before) > 40
    with program(*words) as (pid, terminal):
        assert b"? keys" in read_until(terminal, b"? keys")
        os.write(terminal, b"\x11")
        closed = read_until(terminal, b"resume with: deathdome play --resume")
        assert b"left before the end (seed 5)" in closed
        assert exit_code(pid) == 0


@pytest.mark.slow
def test_ended_by_a_signal_it_says_how_to_go_on(home: Path) -> None:
    words = ["play", "--seats", "human,random", "--seed", "6", "--quick"]
    with program(*words) as (pid, terminal):
        read_until(terminal, b"? keys")
        os.kill(pid, signal.SIGTERM)
        assert b"\r\nresume with: deathdome play --resume\r\n" in read_until(
            terminal, b"--resume\r\n"
        )
        assert exit_code(pid) == 128 + signal.SIGTERM
    (path,) = (home / "matches").glob("*.match")
    assert replay(read_record(path)).differs == ""


STUMBLES = """\
import sys
from deathdome.cli.main import main
from deathdome.{module} import {kind}
def stumble(self, *words):
    secret = "a hand of secrets"
    raise KeyError(secret)
{kind}.{method} = stumble
sys.argv = ["deathdome", "play", "--seats", "human,random", "--seed", "7", "--quick"]
main()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "kind", "method"),
    [("session.host", "MatchHost", "_apply"), ("tui.screens.match", "MatchScreen", "do_end")],
)
def test_a_mistake_of_the_program_loses_no_turn(
    module: str, kind: str, method: str, home: Path
) -> None:
    source = STUMBLES.format(module=module, kind=kind, method=method)
    with program("-c", source, first=[sys.executable]) as (pid, terminal):
        assert b"? keys" in read_until(terminal, b"? keys")
        closed = press_until(terminal, b"fee", b"resume with: deathdome play --resume\r\n")
        assert exit_code(pid) == 1
    assert b"\x1b[?1049l" in closed
    assert b"\x1b[?25h" in closed
    said = closed[closed.rindex(b"\x1b[?25h") :].decode()
    assert "(KeyError in stumble)" in said
    assert "secrets" not in closed.decode()
    assert "Traceback" not in said
    (path,) = (home / "matches").glob("*.match")
    crash = path.with_name(f"{path.name}.crash.txt")
    assert str(crash) in said
    assert crash.stat().st_mode & 0o777 == 0o600
    told = crash.read_text()
    assert str(path) in told
    assert "in stumble" in told
    assert "KeyError: (its text" in told
    with program("play", "--resume") as (pid, terminal):
        assert b"? keys" in read_until(terminal, b"? keys")
        os.write(terminal, b"\x11")
        assert b"(seed 7)" in read_until(terminal, b"(seed 7)")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [("--resume",), ("--quick", "--seats", "human,human"), ("--seats", "human,human,random")],
)
def test_between_people_nothing_is_seen_before_the_curtain_is_lifted(words: list[str]) -> None:
    session = kept(TWO, turns=3)
    session._writer.close()  # type: ignore[union-attr]
    with program("play", *words) as (_, terminal):
        hidden = read_until(terminal, b"Enter shows your hand")
        hidden += read_until(terminal, b"nothing says this", 0.5)
        assert b"Enter shows your hand" in hidden
        for word in (b"JJJJ", b"hand 3", b"Round", b"cards"):  # the board, the line above it
            assert word not in hidden
        os.write(terminal, b"\r")
        shown = b"STORE" if "human,human,random" in words else b"YOUR TURN"  # the store
        assert shown in read_until(terminal, shown)


@pytest.mark.slow
def test_a_match_that_could_not_be_saved_is_a_failure(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("no folder")
    monkeypatch.setenv("DEATHDOME_HOME", str(home / "file"))
    with program("play", "--seats", "human,random", "--quick", "--seed", "7") as (pid, terminal):
        read_until(terminal, b"? keys")
        os.write(terminal, b"\x11")
        said = read_until(terminal, b"(seed 7)")
        said = said[said.rindex(b"\x1b[?25h") :] + read_until(terminal, b"another folder")
        assert b"deathdome: can't save the match: Not a directory" in said
        assert exit_code(pid) == 1


@pytest.mark.slow
def test_two_programs_cannot_play_the_same_match() -> None:
    with program("play", "--seats", "human,random", "--quick") as (_, terminal):
        read_until(terminal, b"? keys")
        with program("play", "--resume") as (pid, other):
            said = read_until(other, b"playing this match")
            assert b"another program is playing this match" in said
            assert b"\x1b" not in said
            assert exit_code(pid) == 1


# -- commands -----------------------------------------------------------------------------------


def run(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """(exit code, standard output, standard error) of a command."""
    from deathdome.cli.main import main

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["deathdome", *words])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    said = capfd.readouterr()
    return code, said.out, said.err


RECORD = Path(__file__).parents[1] / "records" / "saved" / "0.1.0-characters.match"


def test_a_good_record_is_verified(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capfd, "verify", str(RECORD))
    assert (code, err) == (0, "")
    assert "every roll, draw and answer reproduced: 143 answers, 35 by chance" in out


def test_hints_do_not_matter_to_verify_and_are_counted(
    home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    raw = RECORD.read_bytes()
    other = home / "hinted.match"
    other.write_bytes(raw.replace(b"\nred: capture\n", b"\nhint: red\nred: capture\n", 1))
    code, out, err = run(capfd, "verify", str(other))
    assert (code, err) == (0, "")
    assert "every roll, draw and answer reproduced: 143 answers, 35 by chance" in out
    assert "hinted.match: hints taken: Red 1\n" in out


def test_a_record_that_was_changed_is_found_out(
    home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    raw = RECORD.read_bytes()
    other = home / "other.match"
    for old, new in (
        (b"\nred: capture\n", b"\nred: stop\n"),
        (b"payout; red 1,3", b"payout; red 1,4"),
    ):
        assert old in raw
        other.write_bytes(raw.replace(old, new, 1))
        code, out, err = run(capfd, "verify", str(other))
        assert (code, out) == (1, "")
        assert err.count("\n") == 1
        assert re.search(r"other\.match:\d+: ", err)
        assert "everything is the same up to" in err


def test_matches_are_listed(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "no matches yet" in run(capfd, "matches")[1]
    folder = home / "matches"
    folder.mkdir()
    (folder / "over.match").write_bytes(RECORD.read_bytes())
    half = RECORD.with_name("0.1.0-unfinished.match").read_bytes()
    (folder / "half.match").write_bytes(half)
    (folder / "bad.match").write_bytes(b"\x1b[2Jgarbage\n")
    code, out, err = run(capfd, "matches")
    rows = out.splitlines()
    assert (code, err) == (0, "")
    assert len(rows) == 4
    assert rows[0].startswith("half ")
    assert "unfinished: round " in rows[0]
    assert "Ida, random" in rows[0]
    assert any(row.startswith("over ") and "red won" in row for row in rows)
    assert any(row.startswith("bad ") and "not a match record" in row for row in rows)
    assert "\x1b" not in out


@pytest.mark.parametrize("above", [False, True])
def test_a_list_that_cannot_be_made_says_why(
    home: Path, capfd: pytest.CaptureFixture[str], *, above: bool
) -> None:
    folder = home / "matches"
    link = home if above else folder
    if above:
        home.rmdir()
    link.symlink_to("/nowhere/at all")
    code, out, err = run(capfd, "matches")
    assert (code, out) == (1, "")
    assert f"{link}: a link to /nowhere/at all, which does not exist" in err
    link.unlink()
    home.mkdir(exist_ok=True)
    folder.write_text("no folder")
    code, out, err = run(capfd, "matches")
    assert (code, out) == (1, "")
    assert f"{folder}: cannot be opened: Not a directory" in err


async def test_the_screen_says_why_there_is_no_list_of_matches(home: Path) -> None:
    (home / "matches").symlink_to("/nowhere")
    app = DomeApp(lobby=LocalLobby())
    async with app.run_test() as pilot:
        await pilot.press("m")
        await pilot.pause()
        (notice,) = app._notifications
        assert f"{home}/matches: a link to /nowhere, which does not exist" in notice.message
        assert isinstance(app.screen, TitleScreen)
        (home / "matches").unlink()
        await pilot.press("m")
        assert isinstance(app.screen, SavedMatchesScreen)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("play", "some.match"), "--resume FILE"),
        (("play", "--resume", "--seed", "3"), "keeps the settings of the match"),
        (("verify",), "FILE"),
    ],
)
def test_words_that_do_not_fit_are_usage_errors(
    words: tuple[str, ...], says: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capfd, *words)
    assert (code, out) == (2, "")
    assert says in err


@pytest.mark.parametrize("kept", [0, 1])
async def test_a_match_that_was_only_looked_at_is_not_kept(
    kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    app = DomeApp(lobby=LocalLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.play(Wishes(("human", "random"), seed=3, quick=True))
        app.session.pace.level = INSTANT
        await until(pilot, lambda: app.session.request is not None)
        request = app.session.request
        assert request is not None
        if kept:
            app.session.answer(request.options[:1])
            await pilot.pause()
        app.to_title()
        await pilot.pause()
    assert len(record_paths()) == kept
