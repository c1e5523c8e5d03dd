"""`deathdome play --plain`: matches line by line, saved like those of the screen."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from deathdome.cli.exit import termination
from deathdome.errors import RecordError, UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.console import Streams
    from deathdome.content.collection import Collection
    from deathdome.match.terms import MatchTerms
    from deathdome.plain.console import Next
    from deathdome.plain.match import PlainMatch
    from deathdome.records.library import Resumed
    from deathdome.records.writer import RecordWriter

RESUME: Final = "deathdome play --plain --resume"


@dataclass(frozen=True)
class MatchSettings:
    """Settings of a match to start."""

    names: tuple[str, ...]  # "human" or a manager's name, by seat
    people: tuple[str, ...]
    seed: int | None
    terms: MatchTerms
    board: str
    collection: Collection
    packs: tuple[str, ...] = ()  # paths, for the record
    quick: bool = False
    secret: bytes | None = None
    cosmetic: int | None = None  # seed of names and remarks


@dataclass(frozen=True)
class RunSettings:
    """Settings of this run."""

    width: int | None = None  # columns of a line; 0: no limit, None: those of the terminal
    strict: bool = False  # a refusal ends the run
    undescribed: bool = False  # no option described the match: offer an older one


@dataclass(frozen=True)
class _RunningMatch:
    """A match with its record, and the settings for another one like it."""

    match: PlainMatch
    writer: RecordWriter
    wanted: MatchSettings
    before: Path | None = None  # record of the match that `continue` resumes


def play_plain(wanted: MatchSettings, manners: RunSettings) -> None:
    """Play a match on standard input and output, and those that follow it.

    End the process if its exit code is not 0.
    """
    from deathdome.console import Streams

    streams = Streams(manners.width)
    _play(_new_match(wanted, manners, streams), manners, streams)


def resume_plain(
    record: str | None,
    manners: RunSettings,
    typed: Sequence[str] | None = None,
    packs: Sequence[str] = (),
) -> None:
    """Resume a match; None is the one played last.

    `typed` are the seats of the command line, if given, and `packs` its packs.
    """
    from deathdome.console import Streams
    from deathdome.records.library import find, newest_unfinished

    path = newest_unfinished() if record is None else find(record)
    streams = Streams(manners.width)
    _play(_resumed(path, manners, streams, typed, packs), manners, streams)


def play_lessons(number: int, manners: RunSettings) -> None:
    """Take a lesson, by its number from 1, and those that follow it.

    Raises:
        UsageError: there is no such lesson.
        ContentError: its file cannot be used.
    """
    from deathdome.console import Streams
    from deathdome.content.lessons import lesson_paths
    from deathdome.plain.console import Next, PlainSettings, RefusedError
    from deathdome.plain.lesson import LESSON_TEXTS, PlainLesson
    from deathdome.session.lesson import lesson_host

    streams = Streams(manners.width)
    settings = PlainSettings.of(streams, manners.strict, "", "")
    while True:
        host = lesson_host(number, LESSON_TEXTS)
        lesson = PlainLesson(host, streams.out, streams.lines_in, settings=settings)
        try:
            with termination():
                wanted = lesson.run()
        except RefusedError:
            sys.exit(1)
        if wanted is Next.NOTHING:
            return
        number += wanted is Next.ANOTHER
        if number > len(lesson_paths()):
            streams.out.say("That was the last lesson. deathdome play --plain starts a match.")
            return


def lesson_number(words: str) -> int:
    """Return the number of a lesson, given its number or name.

    Raises:
        UsageError: there is no such lesson.
    """
    from deathdome.content.lessons import lesson_paths

    if words.isdecimal() and len(words) < 6:
        return int(words)
    names = [path.stem for path in lesson_paths()]
    short = [name.partition("-")[2] for name in names]
    wanted = words.strip().lower()
    if wanted in names:
        return names.index(wanted) + 1
    if wanted in short:
        return short.index(wanted) + 1
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(short, 1))
    raise UsageError(f'there is no lesson "{words}"; there are {listed}.{nearest(wanted, short)}')


def _play(running: _RunningMatch, manners: RunSettings, streams: Streams) -> None:
    """Play matches until no other is wanted.

    Raises:
        RecordError: one of them could not be saved.
    """
    from deathdome.plain.console import Next, RefusedError

    wanted, lost = Next.AGAIN, ""
    while wanted is not Next.NOTHING:
        match = running.match
        try:
            with termination():
                wanted = match.run()
        except RefusedError:
            sys.exit(1)
        except OSError:
            raise  # the reader has closed the pipe
        except Exception as error:  # noqa: BLE001 - after any error the match is on disk
            _report_crash(error, running)
        finally:
            running.writer.close()
        if wanted is not Next.CONTINUE:  # it has no answers yet
            lost = lost or running.writer.lost
        running = _next_match(wanted, running, manners, streams) or running
    if lost:  # every answer was promised to be saved
        raise RecordError(f"the match could not be saved: {lost}")


def _next_match(
    wanted: Next, running: _RunningMatch, manners: RunSettings, streams: Streams
) -> _RunningMatch | None:
    """Return the match to play after this one; None if there is none."""
    from deathdome.plain.console import Next

    match wanted:
        case Next.AGAIN:
            return _new_match(running.wanted, manners, streams)
        case Next.ANOTHER:
            return _new_match(
                replace(running.wanted, seed=None, secret=None, cosmetic=None), manners, streams
            )
        case Next.CONTINUE if running.before is not None:
            with suppress(OSError):
                running.writer.path.unlink()  # it has no answers yet
            return _resumed(running.before, manners, streams)
        case _:
            return None


def _new_match(wanted: MatchSettings, manners: RunSettings, streams: Streams) -> _RunningMatch:
    """Start a new match."""
    from deathdome.cli.sessions import new_cosmetic, new_referee, opponent_words
    from deathdome.plain.console import PlainSettings, makers
    from deathdome.plain.match import PlainMatch, plain_host
    from deathdome.records.library import begin_record

    before, words = _unfinished(wanted.collection) if manners.undescribed else (None, "")
    referee = new_referee(
        list(wanted.names),
        wanted.seed,
        wanted.terms.rounds,
        wanted.board,
        quick=wanted.quick,
        ruleset=wanted.terms.ruleset,
        series=wanted.terms.series,
        purses=wanted.terms.purses,
        collection=wanted.collection,
        secret=wanted.secret,
    )
    people = wanted.people
    cosmetic = new_cosmetic(wanted.seed, wanted.cosmetic)
    writer, note = begin_record(
        referee,
        wanted.names,
        board=wanted.board,
        packs=wanted.packs,
        people=people,
        cosmetic=cosmetic,
    )
    settings = PlainSettings.of(streams, manners.strict, words, _resume_words(writer.path))
    host = plain_host(
        referee,
        wanted.names,
        makers(wanted.names),
        people=people,
        writer=writer,
        notes=[note],
        greeting=opponent_words(wanted.names) if wanted.quick else "",
        pause=settings.pause,
        cosmetic=cosmetic,
    )
    host.announcing = _announces()
    match = PlainMatch(host, streams.out, streams.lines_in, settings=settings)
    again = replace(wanted, seed=referee.seed, secret=referee.secret, cosmetic=cosmetic)
    return _RunningMatch(match, writer, again, before)


def _unfinished(collection: Collection) -> tuple[Path | None, str]:
    """Return the newest unfinished match with its description."""
    from pathlib import Path

    from deathdome.cli.sessions import LocalLobby

    found = LocalLobby(collection).unfinished()
    return (Path(found.key), found.words) if found is not None else (None, "")


def _resumed(
    path: Path,
    manners: RunSettings,
    streams: Streams,
    typed: Sequence[str] | None = None,
    packs: Sequence[str] = (),
) -> _RunningMatch:
    """Resume a match."""
    from deathdome.cli.sessions import resume_record
    from deathdome.plain.console import PlainSettings, makers
    from deathdome.plain.match import PlainMatch, plain_host

    resumed, names = resume_record(path, typed, packs)
    header = resumed.header
    unscored = (f"not scored: a fork of {header.fork}",) if header.fork else ()
    settings = PlainSettings.of(streams, manners.strict, "", _resume_words(resumed.writer.path))
    host = plain_host(
        resumed.replay.referee,
        names,
        makers(names),
        people=header.people,
        writer=resumed.writer,
        resumed=resumed.replay,
        notes=(*resumed.notes, *unscored),
        pause=settings.pause,
        cosmetic=header.cosmetic_seed,
    )
    host.announcing = _announces()
    match = PlainMatch(host, streams.out, streams.lines_in, settings=settings, resumed=True)
    return _RunningMatch(match, resumed.writer, _settings_of(resumed, names))


def _settings_of(resumed: Resumed, names: tuple[str, ...]) -> MatchSettings:
    """Return the settings of a resumed match, for another one like it."""
    from pathlib import Path

    from deathdome.cli.sessions import terms_in
    from deathdome.content.packs import load_packs

    header = resumed.header
    packs = tuple(pack.path for pack in header.packs)
    return MatchSettings(
        names,
        header.people,
        header.seed,
        terms_in(header),
        header.board,
        load_packs([Path(pack) for pack in packs], in_progress=True),
        packs,
        secret=header.secret,
        cosmetic=header.cosmetic_seed,
    )


def _announces() -> bool:
    """Return True if the options want the announcer in plain mode."""
    from deathdome.cli.display import loaded_options

    return loaded_options().options.announcer == "always"


def _resume_words(path: Path) -> str:
    from deathdome.records.library import name_of

    return f"{RESUME} {name_of(path)}"


def _report_crash(error: Exception, running: _RunningMatch) -> None:
    """Report a crash, with the place of the report and the way to resume; end the process."""
    from deathdome.cli.display import crash_line

    writer = running.writer
    resume = _resume_words(writer.path) if running.match.goes_on else ""
    print(crash_line(error, writer.path, resume), file=sys.stderr)
    sys.exit(1)
