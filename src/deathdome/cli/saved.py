"""Matches that are kept on disk, for the commands that play them: begun, gone on with, and left."""

from __future__ import annotations

import platform
import sys
import traceback
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError
from deathdome.model.names import team_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.play.referee import Referee
    from deathdome.play.shelf import Resumed
    from deathdome.tui.app import DomeApp
    from deathdome.tui.look import Look
    from deathdome.tui.session import Session

_LONG: Final = 400  # columns of a line that is not to be broken
RESUME: Final = "deathdome play --resume"
STAND_IN: Final = "greedy"  # plays on for a manager that is not to be started


def new_session(
    referee: Referee,
    names: Sequence[str],
    *,
    board: str = "",
    packs: Sequence[str] = (),
    people: Sequence[str] = (),
) -> Session:
    """A match that has just begun, kept on disk from now on."""
    from deathdome.play.shelf import keep
    from deathdome.tui.hiring import HiredManagers
    from deathdome.tui.session import Session

    keeper, said = keep(referee, names, board=board, packs=packs, people=people)
    notes = (said,) if said else ()
    return Session(referee, names, HiredManagers(), people=people, keeper=keeper, notes=notes)


def resumed_session(path: Path | None = None, typed: Sequence[str] | None = None) -> Session:
    """The match of a record, as it was left; None goes on with the one that was played last.

    `typed` is who sits where as the command line says, if it does.

    Raises:
        RecordError: there is none, or it cannot be gone on with.
        UsageError: a manager that plays in it is not installed; `typed` says something else than
            the record.
    """
    from deathdome.tui.hiring import HiredManagers
    from deathdome.tui.session import Session

    resumed, names = taken_up(path, typed)
    return Session(
        resumed.replay.referee,
        names,
        HiredManagers(),
        people=resumed.header.people,
        keeper=resumed.keeper,
        resumed=resumed.replay,
        notes=resumed.notes,
        fork=resumed.header.fork,
    )


def taken_up(
    path: Path | None = None, typed: Sequence[str] | None = None
) -> tuple[Resumed, tuple[str, ...]]:
    """The match of a record, and who plays on in it; raises as `resumed_session`."""
    from deathdome.play.shelf import go_on

    resumed = go_on(path)
    try:
        names, said = _seated(resumed.header.names, typed)
    except BaseException:
        resumed.keeper.close()
        raise
    return replace(resumed, notes=(*resumed.notes, *said)), names


def _seated(
    recorded: Sequence[str], typed: Sequence[str] | None
) -> tuple[tuple[str, ...], list[str]]:
    """Who plays on in a recorded match, and what there is to say about it.

    A record may come from anywhere, so what it names is started only if it is installed as a
    manager, or if the command line names it too.
    """
    from deathdome.cli.play import HUMAN, known_seats
    from deathdome.content.words import printable
    from deathdome.managers.specs import parse_spec

    if typed is not None:
        if tuple(typed) != tuple(recorded):
            raise UsageError(
                "--resume goes on with the seats of the record, and --seats can only repeat them: "
                f'--seats "{printable(",".join(recorded))}"'
            )
        return tuple(known_seats(typed)), []
    names = list(recorded)
    foreign = [
        seat for seat, name in enumerate(recorded) if name != HUMAN and parse_spec(name).foreign
    ]
    for seat in foreign:
        names[seat] = STAND_IN
    said = [
        f"{team_name(seat)} was played by {printable(recorded[seat])}, which no record may start: "
        f"{STAND_IN} plays on. To have it back, leave, and resume with --seats as they were"
        for seat in foreign
    ]
    return tuple(known_seats(names)), said


def show(app: DomeApp, look: Look) -> None:
    """Opens the screen with a look, and says in the shell how the match was left.

    The process ends here if the program stumbled or a match could not be saved (1), or if it was
    ended by a signal.
    """
    from deathdome.cli.screen import suited

    # Asked last: what is printed meanwhile would move the cursor that the terminal tells.
    app.look = suited(look)
    error: Exception | None = None
    try:
        app.run(mouse=look.options.mouse)
    except Exception as failure:  # noqa: BLE001 - whatever it was, the match is on disk
        error = failure
    error = app.failure or error
    session = app.session if app.in_match else None
    if error is not None:
        goes_on = session is not None and session.saved and session.outcome is None
        record = session.record if session is not None else None
        resume = resume_words(record) if goes_on and record is not None else ""
        print(crash_line(error, record, resume), file=sys.stderr)
        sys.exit(1)
    if session is not None:
        _say_goodbye(session)
    for lost in app.lost:
        print(f"deathdome: the match could not be saved: {lost}", file=sys.stderr)
    if app.return_code:
        sys.exit(app.return_code)
    if app.lost or (session is not None and session.lost):
        sys.exit(1)


def _say_goodbye(session: Session) -> None:
    from deathdome.tui.lesson import LessonSession
    from deathdome.tui.presenters.payout import result_line
    from deathdome.tui.presenters.replay import fork_lines
    from deathdome.tui.presenters.text import text_of

    if isinstance(session, LessonSession):
        return  # nobody has won or lost anything
    print(result_line(session.outcome, session.seed, session.names))
    if session.fork:
        print(text_of(fork_lines(session.fork, _LONG)))
    if session.outcome is None and session.saved:
        print(f"resume with: {resume_words(session.record)}")
    for fault in session.faults:
        print(f"deathdome: {fault}", file=sys.stderr)


def resume_words(record: Path | None) -> str:
    """The command that goes on with a match: without a name, where the last one played is meant."""
    from deathdome.play.shelf import called, listed

    return RESUME if record is None or listed(record) else f"{RESUME} {called(record)}"


def crash_line(error: Exception, record: Path | None, resume: str = "") -> str:
    """Writes down what the program stumbled over; the line that says where, and how to go on.

    `record` is that of the match, `resume` the command that goes on with it, if it can be.
    Neither the line nor the file has any value in it: they would tell the hands.
    """
    from deathdome.content.words import printable
    from deathdome.folders import matches_folder
    from deathdome.play.shelf import CRASH

    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].name}" if frames else ""
    parts = [f"deathdome: stopped by a mistake of the program ({type(error).__name__}{place})"]
    if record is None:
        file = matches_folder() / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}{CRASH}"
    else:
        file = record.with_name(record.name + CRASH)
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file.write_text(_crash_text(error, record), encoding="utf-8", errors="replace")
        parts.append(f"told in {printable(str(file))}")
    if resume:
        parts.append(f"resume with: {resume}")
    return "; ".join(parts)


def _crash_text(error: Exception, record: Path | None) -> str:
    """What a developer needs: where it happened, and the record that leads there again."""
    from importlib.metadata import version

    from deathdome import __version__

    python = f"Python {platform.python_version()} on {platform.system()}"
    lines = [
        f"deathdome {__version__}, Textual {version('textual')}, {python}",
        f"record: {record if record is not None else 'none'}",
        "",
    ]
    told: BaseException | None = error
    while told is not None:
        lines += traceback.format_list(traceback.extract_tb(told.__traceback__))
        lines.append(f"{type(told).__name__}: (its text may name cards of a hand, and is left out)")
        told = told.__cause__ or told.__context__
        if told is not None:
            lines += ("", "which came of:", "")
    return "\n".join(line.rstrip("\n") for line in lines) + "\n"
