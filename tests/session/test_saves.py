"""A hosted match is on disk before anything is shown, and continues from there."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hosts import Driven, Quiet, dealt, driven, here, hosted

from deathdome.errors import BarredError
from deathdome.model.actions import Action, ActionKind, kind_of
from deathdome.model.decisions import Question
from deathdome.records import library
from deathdome.records.format import counts_of, read_record
from deathdome.records.replay import replay
from deathdome.session.host import MatchHost

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.match.referee import Referee

TWO = ("human", "human")
ENDS = (
    ActionKind.END_TURN,
    ActionKind.END_PHASE,
    ActionKind.STOP,
    ActionKind.DECLINE,
    ActionKind.COMMIT,
)


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
        ends = (
            action
            for action in request.options
            if kind_of(action) in (ActionKind.END_TURN, ActionKind.PASS)
        )
        action = next(ends, request.options[-1])
        referee.answer(action)
        turns -= kind_of(action) is ActionKind.END_TURN
    writer, said = library.begin_record(referee, names)
    return driven(referee, names, writer=writer, notes=[said] if said else [])


def resumed(manager: Quiet | None = None) -> MatchHost:
    found = library.resume()
    names = found.header.names
    others = {seat: manager or Quiet() for seat, name in enumerate(names) if name != "human"}
    host = MatchHost(
        found.replay.referee,
        names,
        here({**others}),
        writer=found.writer,
        resumed=found.replay,
        notes=found.notes,
    )
    Driven(host)
    return host


def on_disk(host: MatchHost) -> Referee:
    assert host.record is not None
    told = replay(read_record(host.record))
    assert told.differs == ""
    return told.referee


def walks(host: MatchHost) -> list[Action]:
    assert host.request is not None
    return [action for action in host.request.options if kind_of(action) is ActionKind.WALK]


def activate(host: MatchHost) -> None:
    assert host.request is not None
    if host.request.question is Question.TURN:
        host.answer(host.request.options[:1])


def finish(host: MatchHost) -> None:
    """End the open phase and turn, and the turns of the others."""
    for _ in range(4):
        request = host.request
        if request is None:
            return
        action = next(
            (action for action in request.options if kind_of(action) in ENDS), request.options[0]
        )
        host.answer([action])


def test_what_is_shown_is_on_disk_already() -> None:
    host = kept()
    seen: list[tuple[int, int]] = []
    host.listeners.append(
        lambda _: seen.append((len(on_disk(host).journal), len(host._referee.journal)))
    )
    activate(host)
    host.answer(walks(host)[:1])
    finish(host)
    assert len(seen) > 5
    assert all(disk == memory for disk, memory in seen)


def test_a_match_goes_on_where_it_was_left() -> None:
    host = kept()
    activate(host)
    host.answer(walks(host)[:1])
    before, journal = host.view.space, list(host._referee.journal)
    host.close()
    again = resumed()
    assert again.view.space == before
    assert again._referee.journal == journal
    assert again.curtain is None
    assert again.saved
    finish(again)
    assert len(on_disk(again).journal) > len(journal)
    again.close()


def test_the_last_step_is_undone_after_resuming() -> None:
    host = kept()
    activate(host)
    before = host.view.space
    host.answer(walks(host)[:1])
    assert host.view.space != before
    host.close()
    again = resumed()
    assert again.undo()
    assert again.view.space == before
    assert tuple(on_disk(again).state.space) == tuple(before)
    again.answer(walks(again)[-1:])
    assert on_disk(again).journal == again._referee.journal
    again.close()


def test_what_has_been_seen_is_not_undone_after_resuming() -> None:
    host = kept()
    activate(host)
    finish(host)
    host.close()
    again = resumed()
    with suppress(BarredError):
        while again.undo():
            pass
    journal = again._referee.journal
    others = [at for at, (seat, _) in enumerate(journal) if seat != again.viewer]
    assert len(journal) > others[-1]
    again.close()


def test_between_people_the_curtain_is_down_when_a_match_is_resumed() -> None:
    kept(TWO, turns=3).close()
    again = resumed()
    asked = again._referee.asked
    assert asked is not None
    assert (again.viewer, again.curtain) == (asked.seat, asked.seat)
    again.answer(asked.options[:1])
    assert again._referee.asked is asked
    again.lift()
    assert (again.viewer, again.curtain) == (asked.seat, None)
    assert again.request is not None
    again.close()


def test_managers_hear_all_events_of_a_resumed_match() -> None:
    class Listener(Quiet):
        heard = 0

        def observe(self, events: Sequence[object]) -> None:
            self.heard += len(events)

    kept(turns=2).close()
    listener = Listener()
    again = resumed(listener)
    told = again.told
    activate(again)
    finish(again)
    assert listener.asked
    assert listener.heard >= told
    again.close()


@pytest.fixture
def no_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file where the folder of the matches should be."""
    file = home / "file"
    file.write_text("no folder")
    monkeypatch.setenv("DEATHDOME_HOME", str(file))
    return file


@pytest.mark.usefixtures("no_folder")
def test_a_disk_that_cannot_be_written_is_reported_once_and_stops_nothing() -> None:
    host = kept()
    activate(host)
    finish(host)
    (fault,) = host.faults
    assert fault.startswith("can't save the match: Not a directory")
    assert not host.saved
    host.close()


@pytest.mark.parametrize("way", ["retry", "save"])
def test_a_match_is_saved_as_soon_as_the_disk_allows(no_folder: Path, way: str) -> None:
    host = kept()
    assert host.lost
    getattr(host, way)()
    assert len(host.faults) == 1
    assert host.lost
    no_folder.unlink()
    getattr(host, way)()
    assert host.saved
    assert host.record is not None
    host.record.unlink()
    getattr(host, way)()
    assert host.record.exists()
    host.close()


def test_a_match_that_is_not_kept_is_not_called_saved() -> None:
    host = driven(dealt(("human", "quiet"))[0])
    activate(host)
    assert host.record is None
    assert not host.save()
    assert host.written == b""
    assert host.lost == ""


def test_a_resumed_match_keeps_the_count_of_its_hints() -> None:
    names = ("human", "quiet")
    referee, _ = dealt(names, rounds=1)
    writer, _ = library.begin_record(referee, names)
    writer.hint(0)
    writer.close()
    found = library.resume(writer.path)
    host = hosted(found.replay.referee, names, writer=found.writer, resumed=found.replay)
    assert host.hints.taken == {0: 1}
    host.close()
    assert counts_of(replay(read_record(writer.path)).hints) == {0: 1}
