"""Positions and replays as text on the screen: copied without a secret, pasted, and played."""

from __future__ import annotations

import random
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from fuzz import eager
from scenes import scene
from textual.events import Paste
from tui.props import Quiet, Stage, dealt, here, on_stage
from tui.test_title import SIZES, QuietLobby, until

from deathdome.cli.position import load_copied
from deathdome.cli.sessions import default_seats, position_session
from deathdome.cli.values import collection_of
from deathdome.content.positions import position_text
from deathdome.content.positions.one_line import position_line, read_line, view_line
from deathdome.errors import DeathdomeError, UsageError
from deathdome.folders import data_folder
from deathdome.journal.words import check_of
from deathdome.match.referee import Referee
from deathdome.model.wire import fingerprint
from deathdome.records import library
from deathdome.records.format import read_record
from deathdome.records.replay_text import read_replay, replay_text
from deathdome.records.timeline import Timeline, read_timeline
from deathdome.rules.engine import decision
from deathdome.rules.observing import observe
from deathdome.session import manager_process
from deathdome.session.host import MatchHost
from deathdome.terminal import line_rows
from deathdome.tui.app import DomeApp
from deathdome.tui.screens.curtain import CurtainScreen
from deathdome.tui.screens.end import EndScreen
from deathdome.tui.screens.load import LoadScreen, PlayOnScreen
from deathdome.tui.screens.match import MatchScreen
from deathdome.tui.screens.page import WIDTH, CopiedScreen
from deathdome.tui.screens.replay import ReplayScreen
from deathdome.tui.screens.title import TitleScreen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from scenes import Match


def duel() -> Match:
    return scene(
        units={"red warrior": "e4", "blue gunner": "e3"},
        hands={"red": ["crowd-roar"], "blue": ["sponsors-darling", "encore"]},
        active="red warrior",
    )


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def managers_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Managers of loaded matches do the least, in this process."""
    quiet = {seat: Quiet() for seat in range(4)}
    monkeypatch.setattr(manager_process, "ManagerProcess", lambda: here(dict(quiet)))


@asynccontextmanager
async def at_title(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Stage]:
    app = DomeApp(lobby=QuietLobby())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Stage(app, pilot)


async def paste(stage: Stage, text: str) -> None:
    """A text is pasted into whatever has the focus."""
    stage.app.post_message(Paste(text))
    await stage.pilot.pause()
    await stage.pilot.pause()


def flat(stage: Stage) -> str:
    """Return the text on the screen, the rows of a box one after the other."""
    return " ".join(stage.text.replace("|", " ").split())


def over() -> Path:
    """A whole short match that is kept."""
    referee, managers = dealt(("greedy", "greedy"), rounds=1)
    writer, _ = library.begin_record(referee, ("human", "greedy"))
    rng = random.Random(1)
    while (asked := decision(referee.state)) is not None:
        referee.answer(eager(asked, rng))
    writer.update()
    writer.close()
    assert managers
    return writer.path


# -- copying ---------------------------------------------------------------------------------------


@SIZES
async def test_what_the_seat_sees_is_copied_and_the_box_shows_it_and_where_it_is(
    size: tuple[int, int], home: Path
) -> None:
    async with on_stage(duel(), size=size) as stage:
        await stage.press("y")
        assert isinstance(stage.app.screen, CopiedScreen)
        text = stage.app.clipboard
        assert text == view_line(observe(stage.true, 0))
        assert "sponsors-darling" not in text
        assert "if your terminal lets programs copy" in " ".join(stage.lines("text").split())
        assert "DD1 red edition=2021" in stage.text
        file = home / "copied" / "position.txt"
        assert file.read_text() == f"{text}\n"
        assert file.stat().st_mode & 0o777 == 0o600
        assert file.parent.stat().st_mode & 0o777 == 0o700
        assert "position.txt" in flat(stage).replace(" ", "")
        await stage.press("escape")
        assert stage.app.screen_stack[-1].__class__ is MatchScreen


async def test_a_replay_is_not_copied_before_the_match_is_over(home: Path) -> None:
    async with on_stage(duel()) as stage:
        await stage.press("Y")
        assert "once the match is over" in stage.interaction.note
        assert "every hand" in stage.text
        assert stage.app.clipboard == ""
        assert not (home / "copied").exists()


async def test_after_the_match_all_of_it_is_copied(home: Path) -> None:
    names = ("greedy", "greedy")
    referee, managers = dealt(names, rounds=1)
    writer, _ = library.begin_record(referee, names)
    session = MatchHost(referee, names, here(managers), pace=3, writer=writer)
    app = DomeApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        stage = Stage(app, pilot)
        await until(stage, EndScreen)
        await stage.pilot.pause()
        assert "Y copy" in stage.text.splitlines()[-1]
        await stage.press("Y")
        assert isinstance(stage.app.screen, CopiedScreen)
        text = stage.app.clipboard
        assert text == replay_text(read_record(writer.path))
        assert read_replay(text).raw == writer.path.read_bytes()
        assert (home / "copied" / "replay.txt").read_text() == text
        assert "DDR1 edition=2021" in stage.text


async def test_a_match_that_is_not_kept_has_no_replay() -> None:
    names = ("greedy", "greedy")
    referee, managers = dealt(names, rounds=1)
    async with on_stage(referee, names, managers) as stage:
        await until(stage, EndScreen)
        await stage.press("Y")
        said = [note.message for note in stage.app._notifications]
        assert said == ["This match is not saved, so there is no replay of it."]


async def test_no_person_copies_the_hand_of_another() -> None:
    async with on_stage(duel(), ("human", "human")) as stage:
        await stage.press("y")
        assert "crowd-roar" in stage.app.clipboard
        assert "sponsors-darling" not in stage.app.clipboard
        await stage.press("escape", "e", "e", "e", "e")
        await until(stage, CurtainScreen)
        stage.app.copy_to_clipboard("before")
        await stage.press("y", "Y", "V")
        assert stage.app.clipboard == "before"
        assert isinstance(stage.app.screen, CurtainScreen)
        await stage.press("enter")
        await until(stage, MatchScreen)
        await stage.press("y")
        assert stage.app.clipboard.startswith("DD1 blue ")
        assert "sponsors-darling" in stage.app.clipboard
        assert "crowd-roar" not in stage.app.clipboard.partition(" cards=")[0]


async def test_the_box_closes_before_the_curtain_falls() -> None:
    async with on_stage(duel(), ("human", "human")) as stage:
        await stage.press("y")
        stage.session.hide()
        await until(stage, CurtainScreen)
        assert "crowd-roar" not in stage.text
        assert not any(isinstance(one, CopiedScreen) for one in stage.app.screen_stack)


async def test_a_file_that_cannot_be_written_is_said(home: Path) -> None:
    (home / "copied").write_text("a file where a folder should be")
    async with on_stage(duel()) as stage:
        await stage.press("y")
        assert "Can't write" in flat(stage)
        assert stage.app.clipboard.startswith("DD1 red ")


async def test_the_palette_knows_copying_and_loading() -> None:
    async with on_stage(duel()) as stage:
        await stage.press("colon", *"copy the pos", "down", "enter")
        await stage.until(lambda: stage.app.clipboard.startswith("DD1 red "))
    async with at_title() as stage:
        await stage.press("colon", *"load a cop", "down", "enter")
        await until(stage, LoadScreen)


def test_the_rows_of_the_box_can_be_put_together_again() -> None:
    text = position_line(duel().state)
    rows = [*line_rows(text, WIDTH)]
    assert "".join(rows) == text
    assert all(row == row.strip() and len(row) <= WIDTH for row in rows)
    assert fingerprint(read_line("\n".join(rows)).whole) == fingerprint(duel().state)


# -- loading ---------------------------------------------------------------------------------------


@SIZES
async def test_a_view_that_is_pasted_is_played_on_by_its_seat(size: tuple[int, int]) -> None:
    seen = observe(duel().state, 0)
    async with at_title(size) as stage:
        await stage.press("V")
        await until(stage, LoadScreen)
        await paste(stage, f"look: \n{view_line(seen)}".partition("\n")[2])
        await until(stage, PlayOnScreen)
        assert "dealt at random" in flat(stage)
        assert "isn't scored" in flat(stage)
        await stage.press("enter")
        await until(stage, MatchScreen)
        assert view_line(stage.session.view) == view_line(seen)
        assert stage.session.names == ("human", "regular")
        assert stage.session.fork == "a copied position"
        assert stage.session.saved
        assert "was dealt at random" in " ".join(fault for fault in stage.session.faults)


async def test_a_loaded_match_is_gone_on_with_like_any_other() -> None:
    async with at_title() as stage:
        await stage.press("V")
        await paste(stage, position_line(duel().state))
        await until(stage, PlayOnScreen)
        await stage.press("enter")
        await until(stage, MatchScreen)
        record = stage.session.record
        assert record is not None
        await stage.press("e", "e")
        now = fingerprint(stage.true)
    resumed = library.resume(record)
    assert fingerprint(resumed.replay.referee.state) == now
    assert resumed.header.fork == "a copied position"
    resumed.writer.close()
    timeline = read_timeline(record)
    assert fingerprint(timeline.position(timeline.stops[0])) == fingerprint(duel().state)


@SIZES
async def test_a_replay_that_is_pasted_is_watched_and_copied_again(
    size: tuple[int, int],
) -> None:
    text = replay_text(read_record(over()))
    async with at_title(size) as stage:
        await stage.press("V")
        await paste(stage, text)
        await until(stage, ReplayScreen)
        await stage.press("Y")
        await until(stage, CopiedScreen)
        assert stage.app.clipboard == text
        await stage.press("escape", "end", "y")
        assert stage.app.clipboard.startswith("DD1 red ")
        await stage.press("escape", "o", "y")
        assert stage.app.clipboard.startswith("DD1 full ")
        assert " turn=(at=over) " in stage.app.clipboard
        await stage.press("escape", "escape")
        assert isinstance(stage.app.screen, TitleScreen)


async def test_an_unfinished_match_that_is_watched_gives_no_replay() -> None:
    referee = Referee(duel().state, 1)
    writer, _ = library.begin_record(
        referee, ("human", "greedy"), start=position_line(duel().state)
    )
    writer.close()
    async with at_title() as stage:
        stage.app.saved_matches.show_replay(read_timeline(writer.path))
        await until(stage, ReplayScreen)
        await stage.press("Y")
        assert stage.app.clipboard == ""
        await stage.press("y")
        assert stage.app.clipboard == view_line(observe(duel().state, 0))


async def test_what_is_wrong_with_a_text_is_said_where_it_was_pasted() -> None:
    async with at_title() as stage:
        await stage.press("V")
        await paste(stage, position_line(duel().state)[:-12])
        assert isinstance(stage.app.screen, LoadScreen)
        assert "Was the text cut off?" in flat(stage)
        await paste(stage, "DD9 something new")
        assert "format 9" in stage.text
        await stage.press(*"no such file", "enter")
        assert "there is no such file" in flat(stage)
        await stage.press("escape")
        assert isinstance(stage.app.screen, TitleScreen)


async def test_a_path_can_be_written_instead_of_a_text(home: Path) -> None:
    file = home / "p.toml"
    file.write_text(position_text(duel().state), encoding="utf-8")
    async with at_title() as stage:
        await stage.press("V")
        await paste(stage, str(file))
        await stage.press("enter")
        await until(stage, PlayOnScreen)
        assert "it shows every hand" in flat(stage)


async def test_during_a_match_it_is_said_that_the_match_is_kept() -> None:
    async with at_title() as stage:
        await stage.press("V")
        await paste(stage, position_line(duel().state))
        await until(stage, PlayOnScreen)
        await stage.press("enter")
        await until(stage, MatchScreen)
        first = stage.session.record
        await stage.press("V")
        assert "Resume it from the title screen" in flat(stage)
        await paste(stage, position_line(duel().state))
        await until(stage, PlayOnScreen)
        await stage.press("enter")
        await until(stage, MatchScreen)
        assert stage.session.record != first
        assert [one.path for one in library.summaries() if one.unfinished][-1:] == [first]


async def test_a_result_says_that_the_same_dice_need_the_same_position() -> None:
    match = scene(round=6, turn="blue", units={"red warrior": "e4", "blue gunner": "e3"})
    copied = read_line(position_line(match.state))
    session = position_session(copied, ("quiet", "human"), seed=2)
    app = DomeApp(session)
    async with app.run_test(size=(120, 40)) as pilot:
        stage = Stage(app, pilot)
        for _ in range(4):
            await stage.press("e")
        await until(stage, EndScreen)
        assert "Play it again: --from with the same position, --seed 2" in stage.text


# -- from texts and files --------------------------------------------------------------------------


def test_texts_records_and_position_files_are_told_apart(home: Path) -> None:
    cards = collection_of(None)
    line = position_line(duel().state)
    record = over()
    texts = {
        "line.txt": line,
        "replay.txt": replay_text(read_record(record)),
        "position.toml": position_text(duel().state),
    }
    for name, text in texts.items():
        (home / name).write_text(text, encoding="utf-8")
    for name in ("line.txt", "position.toml"):
        copied = load_copied(str(home / name), cards)
        assert not isinstance(copied, Timeline)
        assert fingerprint(copied.whole) == fingerprint(duel().state)
    for source in (str(home / "replay.txt"), str(record), texts["replay.txt"]):
        timeline = load_copied(source, cards)
        assert isinstance(timeline, Timeline)
        assert timeline.finished


@pytest.mark.parametrize("text", ["", "nonsense", "x" * 5000, "a\x00b", "DD1", "DDR1 x", "/"])
def test_what_cannot_be_loaded_is_refused(text: str, home: Path) -> None:
    with pytest.raises(DeathdomeError):
        load_copied(text, collection_of(None))
    (home / "junk").write_bytes(b"\xff\xfe\x00junk")
    with pytest.raises(UsageError, match="no position"):
        load_copied(str(home / "junk"), collection_of(None))


def test_the_same_seed_deals_the_same_unseen_cards_and_another_one_others() -> None:
    copied = read_line(view_line(observe(duel().state, 0)))
    names = default_seats(copied)
    starts = []
    for seed in (1, 1, 2):
        session = position_session(copied, names, seed=seed)
        starts.append(session._referee.state.hands[1])
    assert starts[0] == starts[1] != starts[2]


def test_a_position_in_which_the_match_is_over_cannot_be_played_on() -> None:
    text = position_line(duel().state)
    body = text.replace("turn=(team=red,phase=red.warrior,unit_phases=1,movements=1,actions=1)", "")
    body = " ".join(body.replace("first=red", "first=red turn=(at=over)").split()[:-1])
    copied = read_line(f"{body} {check_of(body)}")
    with pytest.raises(UsageError, match="over"):
        position_session(copied, ("human", "greedy"))
    with pytest.raises(UsageError, match="2 seats"):
        default_seats(copied, ("human",))
    assert data_folder().name
