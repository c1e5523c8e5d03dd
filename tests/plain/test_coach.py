"""`coach` in plain mode: what the screen says after a match, and each position as it was seen."""

from __future__ import annotations

import io
import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from plain.console import PROGRAM, PROMPT, Last, assert_plain

from deathdome.cli.sessions import new_referee
from deathdome.console import Input, Output
from deathdome.content.convict_names import convicts_of
from deathdome.content.positions.one_line import read_line, view_line
from deathdome.managers.coach import deeds_in, review_of, verdicts
from deathdome.plain.match import PlainMatch, plain_host
from deathdome.records import library
from deathdome.records.timeline import read_timeline
from deathdome.stage.text import text_of
from deathdome.tui.presenters.coaching import review_lines, verdict_lines

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.managers.hint_text import Review
    from deathdome.records.timeline import Timeline

IDLE = ("end turn",)  # of the only round
WIDE = 100_000  # columns
COSMETIC = 7


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def played(*script: str, names: tuple[str, ...] = ("human", "greedy"), kept: bool = True) -> str:
    """Return the output of a match of one round with these lines, in which no other team acts."""
    referee = new_referee(list(names), 5, 1, "waspworth", quick=True)
    writer = library.begin_record(referee, names, cosmetic=COSMETIC)[0] if kept else None
    managers = {seat: Last for seat, name in enumerate(names) if name != "human"}
    out = io.StringIO()
    voice = Output(out, WIDE)
    lines_in = Input(io.StringIO("".join(f"{line}\n" for line in script)), voice, echo=True)
    host = plain_host(referee, names, managers, writer=writer, cosmetic=COSMETIC)
    PlainMatch(host, voice, lines_in).run()
    if writer is not None:
        writer.close()
    assert_plain(out.getvalue(), WIDE)
    return out.getvalue()


def said_to(line: str, text: str) -> str:
    """Return the output of a line typed at the end of a match."""
    rest = text.partition(f"over> {line}\n")[2]
    found = PROMPT.search(rest)
    return rest[: found.start()] if found else rest


def kept_tape() -> Timeline:
    (one,) = library.summaries()
    return read_timeline(one.path)


def review(timeline: Timeline, seat: int) -> Review:
    return review_of(seat, [one for one in verdicts(deeds_in(timeline, seat)) if one is not None])


def test_the_coach_says_what_the_screen_says_and_how_to_look_again() -> None:
    said = said_to("coach", played(*IDLE, "coach"))
    found = review(kept_tape(), 0)
    assert found.worst
    for part in text_of(review_lines(found, WIDE)).splitlines():
        assert part in said
    setup = convicts_of(kept_tape().begun.setup, COSMETIC).named
    for number, verdict in enumerate(found.worst, 1):
        title, better = text_of(verdict_lines(verdict, setup, WIDE, bar=False)).splitlines()[:2]
        assert f"{number}. {title.strip()}.\n{better.strip()}\n" in said
        assert f"To see it, type: coach {number}.\n" in said


def test_the_position_of_a_decision_is_told_as_its_seat_saw_it_then() -> None:
    again = said_to("coach 1", played(*IDLE, "coach 1", "look"))
    timeline = kept_tape()
    (deed,) = [
        one for one in deeds_in(timeline, 0) if one.answers == review(timeline, 0).worst[0].answers
    ]
    assert "Round 1 of 1, the last; Red's turn, 2 unit phases left." in again
    assert "Which unit do you activate, with 2 unit phases left?" in again
    assert re.search(
        r"Round 1: End your turn \(-[0-9.]+[kM]\)\.\nBetter: .+\nType: activate ", again
    )
    cards = timeline.referee.state.setup.catalog.power_cards
    own, others = (set(hand) for hand in timeline.referee.state.hands)
    assert set(deed.seen.hand) == own
    assert all(cards[card].name in again for card in own)
    assert not [cards[card].name for card in others - own if cards[card].name in again]


def test_the_position_of_a_decision_is_copied_and_loaded_again() -> None:
    line = said_to("coach 1 copy", played(*IDLE, "coach", "coach 1 copy")).strip()
    timeline = kept_tape()
    worst = review(timeline, 0).worst[0]
    (deed,) = [one for one in deeds_in(timeline, 0) if one.answers == worst.answers]
    assert line == view_line(deed.seen)
    assert read_line(line).seat == 0


def test_every_person_is_coached_and_the_decisions_are_numbered_through() -> None:
    script = ("", "end turn", "", "end turn", "coach", "coach 2")
    text = played(*script, names=("human", "human"))
    said = said_to("coach", text)
    assert said.index("Red. You made 1 decision") < said.index("1. Round 1")
    assert (
        said.index("1. Round 1")
        < said.index("Blue. You made 1 decision")
        < said.index("2. Round 1")
    )
    assert said_to("coach 2", text).startswith("As Blue saw it then:\n")


def test_a_match_is_looked_through_once() -> None:
    text = played(*IDLE, "coach", "coach", "coach 1")
    assert text.count("The coach reviews Red's match.") == 1


@pytest.mark.parametrize("words", ["9", "0", "99999"])
def test_a_decision_that_is_not_there_is_refused_with_how_many_there_are(words: str) -> None:
    said = said_to(f"coach {words}", played(*IDLE, f"coach {words}"))
    assert f"No mistake {words}: the coach found 1 mistake." in said


def test_a_running_match_has_no_coach_and_is_told_of_hints() -> None:
    said = played("coach", "coach 1", "coach 1 copy")
    reason = "The coach reviews finished matches; during a match type hint."
    assert said.count(reason) == 3
    assert "Better: " not in said


def test_a_match_that_is_not_kept_cannot_be_coached() -> None:
    text = played(*IDLE, "coach", kept=False)
    assert "This match is not saved, so the coach can't review it." in text


def test_the_end_of_a_match_names_the_coach() -> None:
    assert "coach for your costliest mistakes." in played(*IDLE)


def test_the_record_of_a_finished_match_is_coached_as_the_match_was() -> None:
    first = said_to("coach", played(*IDLE, "coach"))
    (one,) = library.summaries()
    done = subprocess.run(
        [*PROGRAM, "--width", "0", "--resume", one.path.stem],
        input="coach\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "The match continues." not in done.stdout
    assert first in said_to("coach", done.stdout)
