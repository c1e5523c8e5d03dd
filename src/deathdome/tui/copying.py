"""Copies of positions and replays as text: to the clipboard, and into a file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from deathdome.content.positions.one_line import position_line, view_line
from deathdome.errors import DeathdomeError, RecordError, printable, sentence
from deathdome.files import replace_private_file
from deathdome.folders import data_folder
from deathdome.records.format import record_of
from deathdome.records.replay_text import replay_text
from deathdome.text.names import team_name
from deathdome.text.phrases import matches as say
from deathdome.tui.keys.keyset import with_keys

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from deathdome.records.timeline import Timeline
    from deathdome.session.host import MatchHost
    from deathdome.tui.playback import Playback
    from deathdome.tui.ports import Shell

FOLDER: Final = "copied"  # below the data folder
POSITION: Final = "position.txt"
REPLAY: Final = "replay.txt"
NOT_OVER: Final = say.REPLAY_SHOWS_HANDS


def copy_position(shell: Shell) -> None:
    """Copy the position of the match on the screen, as its viewer sees it."""
    view = shell.session.view
    title = say.COPIED_POSITION.format(team=team_name(view.seat))
    _copy(shell, lambda: view_line(view), title, POSITION)


def copy_replay(shell: Shell) -> None:
    """Copy the replay of the match on the screen, once it is over."""
    session = shell.session
    if session.outcome is None:
        shell.tell(with_keys(NOT_OVER))
    else:
        _copy(shell, lambda: replay_of(session), say.WHOLE_MATCH, REPLAY)


def copy_stop(shell: Shell, playback: Playback) -> None:
    """Copy the position of a replay that is shown, with the hands that are shown."""
    timeline = playback.timeline
    if timeline.finished and (playback.opened or timeline.viewer < 0):
        position = timeline.position(playback.stop)
        _copy(shell, lambda: position_line(position), say.WHOLE_POSITION, POSITION)
    elif timeline.viewer >= 0:
        title = say.COPIED_POSITION.format(team=team_name(timeline.viewer))
        _copy(shell, lambda: view_line(playback.sight.seen), title, POSITION)
    else:
        shell.tell(say.ONLY_PLAYERS_COPY)


def copy_timeline(shell: Shell, timeline: Timeline) -> None:
    """Copy a replay, once its match is over."""
    if timeline.finished:
        text = partial(replay_text, timeline.record, timeline.collection)
        _copy(shell, text, say.WHOLE_MATCH, REPLAY)
    else:
        shell.tell(with_keys(NOT_OVER))


def _copy(shell: Shell, text: Callable[[], str], title: str, name: str) -> None:
    """Hand a text over, or say why it cannot be made."""
    try:
        made = text()
    except DeathdomeError as error:
        shell.tell(sentence(str(error)))
    else:
        hand_over(shell, made, title, name)


def replay_of(session: MatchHost) -> str:
    """Return the text of the match of a session.

    Raises:
        RecordError: the match has no record.
    """
    if not session.written:
        raise RecordError("this match is not saved, so there is no replay of it")
    return replay_text(record_of(session.written, "this match", own=True))


def hand_over(shell: Shell, text: str, title: str, name: str) -> None:
    """Put a text on the clipboard and into a file, and show it with a report."""
    if not shell.is_web:
        shell.copy_to_clipboard(text)
    file = data_folder() / FOLDER / name
    shell.open("copied", title, text, _kept(file, text), web=shell.is_web)


def _kept(file: Path, text: str) -> str:
    """Write the text; return a report."""
    try:
        replace_private_file(file, f"{text.rstrip()}\n".encode())
    except OSError as error:
        return say.CANNOT_WRITE.format(file=printable(str(file)), why=error.strerror)
    return say.ALSO_SAVED_IN.format(file=printable(str(file)))
