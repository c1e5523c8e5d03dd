"""Opening of a match, on the screen or line by line, by the options of `deathdome play`."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from deathdome.cli.display import WITHOUT, check_look, loaded_options, look_of, need_terminal
from deathdome.cli.sessions import changed_switches, quick_seats, seat_names
from deathdome.cli.values import DEFAULT_EDITION, collection_of, ruleset_of, terms_of
from deathdome.content.default_boards import DEFAULT_BOARD
from deathdome.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.positions.one_line import Copied
    from deathdome.records.timeline import Timeline
    from deathdome.tui.display import DisplaySettings


def open_match(
    *,
    seats: str | None = None,
    seed: int | None = None,
    secret: bytes | None = None,
    rounds: str | None = None,
    series: bool = False,
    scenario: str | None = None,
    purses: str | None = None,
    rules: Sequence[str] | None = None,
    board: str | None = None,
    edition: str | None = None,
    characters: bool | None = None,
    packs: list[str] | None = None,
    quick: bool = False,
    plain: bool = False,
    width: int | None = None,
    strict: bool = False,
    theme: str | None = None,
    keys: str | None = None,
    ascii_only: bool = False,
    no_mouse: bool = False,
    no_animation: bool = False,
    lesson: str | None = None,
    source: str | None = None,
    resume: bool = False,
    record: str | None = None,
) -> None:
    """Play a match, or open the title; the values are those of the options of `deathdome play`.

    Raises:
        DeathdomeError: the options do not go together, or the match cannot be opened.
    """
    more = (scenario, purses, rules or None, series or None)
    wishes = (seats, seed, secret, rounds, board, edition, characters, *more)
    at_title = not quick and all(wish is None for wish in wishes)
    if resume and (quick or any(wish is not None for wish in wishes[1:])):
        raise UsageError(
            "--resume keeps the settings of the match; only --seats and --pack can be added"
        )
    if (strict or width is not None) and not plain:
        raise UsageError("--width and --strict are options of --plain")
    if lesson is not None and (resume or quick or packs or not at_title):
        raise UsageError(
            "--lesson takes no options about the match, only --plain and display options"
        )
    if source is not None and (
        plain or resume or quick or lesson is not None or any(w is not None for w in wishes[3:])
    ):
        raise UsageError(
            "--from takes its settings from the text; only --seats, --seed, --secret, --pack and "
            "display options can be added"
        )
    if record is not None and not resume:
        raise UsageError("to resume a FILE: deathdome play --resume FILE")
    from deathdome.programs.commands import split_specs

    if seats:
        names = seat_names(seats)
    else:
        wished = loaded_options().options.seats
        names = list(quick_seats(wished) if quick else wished)
    terms = terms_of(
        ruleset_of(edition or DEFAULT_EDITION, characters, scenario, rules),
        rounds=rounds,
        series=series,
        purses=purses,
        seats=len(names),
    )
    check_look(theme, keys)  # also without a screen: a misspelling is never ignored
    if plain:
        gc.enable()
        from deathdome.cli.plain import (
            MatchSettings,
            RunSettings,
            lesson_number,
            play_lessons,
            play_plain,
            resume_plain,
        )

        manners = RunSettings(width, strict, undescribed=at_title and not packs)
        if lesson is not None:
            play_lessons(lesson_number(lesson), manners)
            return
        if resume:
            resume_plain(record, manners, split_specs(seats) if seats else None, packs or ())
            return
        look = look_of()
        if look.remark:
            print(f"deathdome: {look.remark}", file=sys.stderr)
        play_plain(
            MatchSettings(
                tuple(names),
                look.people(names),
                seed,
                terms,
                board or DEFAULT_BOARD,
                collection_of(packs),
                tuple(packs or ()),
                quick,
                secret,
            ),
            manners,
        )
        return
    loaded_match = _loaded_from(source, packs or ()) if source is not None else None
    need_terminal("play", WITHOUT)
    gc.disable()  # there is no garbage yet; the application turns it on again (`settled`)
    look = look_of(
        theme=theme,
        keys=keys,
        ascii_only=ascii_only,
        no_mouse=no_mouse,
        no_animation=no_animation,
    )
    if resume:
        _resume(record, look, split_specs(seats) if seats else None, packs or ())
        return
    if loaded_match is not None:
        _show_loaded(loaded_match, look, names if seats else None, seed, secret, packs or ())
        return
    collection = collection_of(packs)
    # Import the screen last: it takes half a second, and nothing above needs it.
    from deathdome.cli.display import show
    from deathdome.cli.sessions import LocalLobby
    from deathdome.tui.app import DomeApp
    from deathdome.tui.lobby import Wishes

    lobby = LocalLobby(collection, packs or (), welcomes=at_title)
    if lesson is not None:
        from deathdome.cli.plain import lesson_number
        from deathdome.session.lesson import lesson_host
        from deathdome.tui.presenters.coaching import LESSON_TEXTS

        show(DomeApp(lesson_host(lesson_number(lesson), LESSON_TEXTS), lobby), look)
        return
    if at_title:
        from deathdome.cli.title import show_title

        show_title(lobby, look)
        return
    wanted = Wishes(
        tuple(names),
        look.people(names),
        seed=seed,
        rounds=terms.rounds,
        board=board or DEFAULT_BOARD,
        edition=terms.ruleset.edition,
        characters=characters,
        switches=changed_switches(terms.ruleset),
        series=terms.series,
        purses=terms.purses,
        quick=quick,
        secret=secret,
    )
    show(DomeApp(lobby.open(wanted), lobby, wanted), look)


def _resume(
    record: str | None, look: DisplaySettings, seats: list[str] | None, packs: Sequence[str]
) -> None:
    """Resume a match; `seats` and `packs` as typed."""
    from deathdome.records.library import find, newest_unfinished

    path = newest_unfinished() if record is None else find(record)

    from deathdome.cli.display import show
    from deathdome.cli.sessions import LocalLobby
    from deathdome.tui.app import DomeApp

    lobby = LocalLobby(collection_of(packs), packs)
    session, wishes = lobby.resume(str(path), seats)
    show(DomeApp(session, lobby, wishes), look)


def _loaded_from(source: str, packs: Sequence[str]) -> Copied | Timeline:
    """Load the argument of `--from`.

    Raises:
        DeathdomeError: it is nothing that can be loaded.
    """
    from deathdome.cli.position import load_copied

    return load_copied(source, collection_of(packs), packs)


def _show_loaded(
    found: Copied | Timeline,
    look: DisplaySettings,
    names: Sequence[str] | None,
    seed: int | None,
    secret: bytes | None,
    packs: Sequence[str],
) -> None:
    """Open the screen with a loaded position or replay; `names`, `seed` and `secret` as typed.

    Raises:
        UsageError: it cannot be played with these options.
    """
    from deathdome.cli.display import show
    from deathdome.cli.sessions import LocalLobby, default_seats, position_session
    from deathdome.records.timeline import Timeline
    from deathdome.tui.app import DomeApp

    lobby = LocalLobby(collection_of(packs), packs)
    if isinstance(found, Timeline):
        if any(typed is not None for typed in (names, seed, secret)):
            raise UsageError(
                "--from with a replay takes no --seats, --seed or --secret; choose when you fork it"
            )
        show(DomeApp(lobby=lobby, timeline=found), look)
        return
    seats = default_seats(found, names)
    people = look.people(list(seats))
    session = position_session(found, seats, people=people, packs=packs, seed=seed, secret=secret)
    show(DomeApp(session, lobby), look)
