"""Games of PowerDome at this terminal: play, list, watch and verify them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from deathdome import __version__
from deathdome.cli.options import ASCII, KEYS, NO_ANIMATION, NO_MOUSE, THEME
from deathdome.cli.powerdome import PACKS, tome_with
from deathdome.cli.powerdome_options import (
    BIDS,
    CLOSING,
    DECLARE,
    INITIATIVE,
    MAX_ROUNDS,
    given_options,
    read_options,
)
from deathdome.errors import DeathdomeError, RecordError, UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from deathdome.powerdome.model.tome import Tome
    from deathdome.powerdome.play.game_file import GameFile
    from deathdome.powerdome.play.host import GameHost
    from deathdome.powerdome.play.record import Header
    from deathdome.powerdome.play.referee import Referee
    from deathdome.powerdome.play.timeline import Timeline
    from deathdome.powerdome.tui.app import PowerDomeApp
    from deathdome.tui.display import DisplaySettings

DEFAULT_SEATS: Final = "human,normal,normal,normal"
ADVISER: Final = "normal"  # gives hints

_SEATS: Any = typer.Option(
    help='Players in seat order: "human" or a bot, 2 to 6.', show_default=DEFAULT_SEATS
)
_NAMES: Any = typer.Option(
    help="Names of all players, or of the human ones.", show_default="by seat"
)
_SEED: Any = typer.Option(help="Repeat a game's chance.", show_default="random")
_SETTING: Any = typer.Option(metavar="NAME", help="Words of the log: arena, court or wasteland.")
_PLAIN: Any = typer.Option("--plain", help="Play line by line, for screen readers and pipes.")
_WATCH_PLAIN: Any = typer.Option("--plain", help="Step line by line.")
_WIDTH: Any = typer.Option(
    min=0,
    metavar="N",
    help="With --plain: width of lines; 0 never wraps.",
    show_default="the terminal's; 100 in a pipe",
)
_STRICT: Any = typer.Option("--strict", help="With --plain: stop at the first refused line.")
_FROM: Any = typer.Option("--from", metavar="FILE", help="Begin like a saved game.")
_AT: Any = typer.Option("--at", metavar="N", help="With --from: after N answers.")
_RESUME: Any = typer.Option("--resume", help="Resume your last game, or FILE.")
_FILE: Any = typer.Argument(
    metavar="[FILE]", help="With --resume: a saved game, by path or name.", show_default=False
)


def play_game(
    seats: Annotated[str | None, _SEATS] = None,
    names: Annotated[str | None, _NAMES] = None,
    seed: Annotated[int | None, _SEED] = None,
    initiative: Annotated[str | None, INITIATIVE] = None,
    closing_dome: Annotated[bool | None, CLOSING] = None,
    max_rounds: Annotated[str | None, MAX_ROUNDS] = None,
    declare: Annotated[str | None, DECLARE] = None,
    bids: Annotated[str | None, BIDS] = None,
    setting: Annotated[str | None, _SETTING] = None,
    packs: Annotated[list[str] | None, PACKS] = None,
    plain: Annotated[bool, _PLAIN] = False,
    width: Annotated[int | None, _WIDTH] = None,
    strict: Annotated[bool, _STRICT] = False,
    theme: Annotated[str | None, THEME] = None,
    keys: Annotated[str | None, KEYS] = None,
    ascii_only: Annotated[bool, ASCII] = False,
    no_mouse: Annotated[bool, NO_MOUSE] = False,
    no_animation: Annotated[bool, NO_ANIMATION] = False,
    source: Annotated[str | None, _FROM] = None,
    at: Annotated[int | None, _AT] = None,
    resume: Annotated[bool, _RESUME] = False,
    record: Annotated[str | None, _FILE] = None,
) -> None:
    """Play PowerDome against bots, or with friends at one keyboard."""
    from deathdome.cli.display import look_of

    given = given_options(initiative, closing_dome, max_rounds, declare, bids)
    described = {"--seats": seats, "--names": names, "--seed": seed, "--setting": setting}
    described |= {f"--{name.replace('_', '-')}": value for name, value in given.items()}
    if record is not None and not resume:
        raise UsageError(f'a file is for --resume: deathdome powerdome play --resume "{record}"')
    if at is not None and source is None:
        raise UsageError("--at needs --from FILE")
    if resume and source is not None:
        raise UsageError("--resume and --from do not go together")
    if resume or source is not None:
        mine = "--resume" if resume else "--from"
        for name, value in described.items():
            if value is not None and name != "--seats":
                raise UsageError(f"{name} is in the saved game, so it does not go with {mine}")
    if not plain:
        need_screen("play")
    look = look_of(
        theme=theme,
        keys=keys,
        ascii_only=ascii_only,
        no_mouse=no_mouse,
        no_animation=no_animation,
    )
    if resume:
        table = resumed_table(record, packs or (), seats)
    elif source is not None:
        table = forked_table(source, at, seats, packs or ())
    else:
        table = new_table(seats, names, seed, given, setting, packs or ())
    if plain:
        play_plain(table, width=width, strict=strict)
    else:
        play_on_screen(table, look)


def need_screen(command: str) -> None:
    """Check that there is a terminal for the screen of a command.

    Raises:
        UsageError: there is none.
    """
    from deathdome.cli.display import need_terminal

    need_terminal(f"deathdome powerdome {command}", "add --plain to play line by line")


# -- tables ----------------------------------------------------------------------------------------


class Table:
    """A game that is about to be played: its referee, its record and its players."""

    def __init__(
        self,
        referee: Referee,
        players: Sequence[str],
        file: GameFile,
        *,
        notes: Sequence[str] = (),
        setting: str = "",
        fork: str = "",
        resumed: bool = False,
        chosen_seed: bool = False,
    ) -> None:
        self.referee: Final = referee
        self.players: Final = tuple(players)
        self.file: Final = file
        self.notes: Final = tuple(notes)
        self.setting: Final = setting
        self.fork: Final = fork
        self.resumed: Final = resumed
        self.chosen_seed: Final = chosen_seed

    def host(self) -> GameHost:
        """Return the host of the game."""
        from deathdome.powerdome.bots.registry import load
        from deathdome.powerdome.play.host import HUMAN, GameHost

        return GameHost(
            self.referee,
            self.players,
            {seat: load(name) for seat, name in enumerate(self.players) if name != HUMAN},
            file=self.file,
            adviser=load(ADVISER),
            notes=self.notes,
            setting=self.setting,
            fork=self.fork,
        )


def read_seats(text: str) -> tuple[str, ...]:
    """Read a list of players.

    Raises:
        UsageError: one is neither "human" nor a bot, or they are too few or too many.
        ManagerError: one cannot be imported.
    """
    from deathdome.powerdome.bots.registry import load, names
    from deathdome.powerdome.model.options import MAX_SEATS, MIN_SEATS
    from deathdome.powerdome.play.host import HUMAN
    from deathdome.programs.commands import split_specs

    known = [HUMAN, *names()]
    found = []
    for part in split_specs(text):
        name = part.strip() if ":" in part else part.strip().casefold()
        if ":" not in name and name not in known:
            near = nearest(name, known) or f" There are {', '.join(known)}."
            raise UsageError(f'--seats: no player "{name}".{near}')
        if ":" in name:
            load(name)  # before a record is begun
        found.append(name)
    if not MIN_SEATS <= len(found) <= MAX_SEATS:
        raise UsageError(f"--seats takes {MIN_SEATS} to {MAX_SEATS} players, not {len(found)}")
    return tuple(found)


def read_names(text: str | None, players: Sequence[str]) -> tuple[str, ...]:
    """Read names: of all players, or of the people; the others get a name from a list.

    Raises:
        UsageError: they are not as many, or one is not a name.
    """
    from deathdome.powerdome.model.naming import folded
    from deathdome.powerdome.play.host import HUMAN
    from deathdome.powerdome.play.record import name_problem
    from deathdome.powerdome.text.bots import NAMES

    given = [part.strip() for part in text.split(",")] if text else []
    if "" in given:
        raise UsageError(f'--names "{text}" leaves a name empty; for example --names Ann,Ben')
    people = [seat for seat, player in enumerate(players) if player == HUMAN]
    if given and len(given) not in (len(people), len(players)):
        raise UsageError(
            f"--names has {len(given)} names; there are {len(players)} seats, {len(people)} human"
        )
    seats = people if len(given) == len(people) else range(len(given))
    found: dict[int, str] = dict(zip(seats, given, strict=bool(given)))
    taken = {folded(name) for name in found.values()}
    spare = iter(name for name in NAMES if folded(name) not in taken)
    for seat, player in enumerate(players):
        if seat not in found and player == HUMAN and "player" not in taken and len(people) == 1:
            found[seat] = "Player"
    names = tuple(found.get(seat) or next(spare) for seat in range(len(players)))
    if problem := name_problem(names):
        raise UsageError(f"--names: {problem}")
    return names


def read_setting(text: str | None) -> str:
    """Check the name of a setting.

    Raises:
        UsageError: there is no such setting.
    """
    from deathdome.powerdome.text.settings import SETTINGS

    if text is None:
        return ""
    name = text.strip().casefold()
    if name not in SETTINGS:
        near = nearest(name, SETTINGS) or f" There are {', '.join(SETTINGS)}."
        raise UsageError(f'--setting: no setting "{name}".{near}')
    return name


def packs_in(packs: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the digests and paths of packs, for the header of a record."""
    from pathlib import Path

    from deathdome.powerdome.content.packs import packs_of

    return tuple((pack.digest, pack.path) for pack in packs_of([Path(path) for path in packs]))


def tome_of_record(header: Header, packs: Sequence[str]) -> Tome:
    """Return the PowerTome of a record: with the given packs, or those that it names."""
    return tome_with(list(packs) or [path for _, path in header.packs])


def new_table(
    seats: str | None,
    names: str | None,
    seed: int | None,
    given: dict[str, str],
    setting: str | None,
    packs: Sequence[str],
) -> Table:
    """Return a new game.

    Raises:
        UsageError: something typed does not exist or does not fit.
    """
    from deathdome.cli.values import known_seed
    from deathdome.powerdome.bots.registry import is_foreign, make_sure
    from deathdome.powerdome.play.game_file import GameFile, new_header
    from deathdome.powerdome.play.library import new_path, tidy
    from deathdome.powerdome.play.referee import Referee
    from deathdome.powerdome.rules.game import new_game
    from deathdome.seeds import random_seed

    players = read_seats(seats or DEFAULT_SEATS)
    called = read_names(names, players)
    options, place = read_options(given), read_setting(setting)
    tome = tome_with(list(packs))
    known_seed(seed)
    for name in dict.fromkeys(players):
        if is_foreign(name):
            make_sure(name, called, tome)
    begun = new_game(tome, called, options)
    referee = Referee(begun, random_seed() if seed is None else seed)
    tidy()
    file = GameFile(new_path())
    header = new_header(referee, tome, players, __version__, setting=place, packs=packs_in(packs))
    said = file.begin(header, referee)
    notes = (said,) if said else ()
    return Table(referee, players, file, notes=notes, setting=place, chosen_seed=seed is not None)


def resumed_table(record: str | None, packs: Sequence[str], seats: str | None = None) -> Table:
    """Return a saved game that is resumed; None is the one played last.

    Raises:
        UsageError: there is no such file.
        RecordError: it cannot be resumed.
    """
    from deathdome.powerdome.play.game_file import resume_game
    from deathdome.powerdome.play.library import find, new_path, newest_unfinished

    path = newest_unfinished() if record is None else find(record)
    file, referee, notes = resume_game(
        path, lambda header: tome_of_record(header, packs), new_path, __version__
    )
    header = file.header
    assert header is not None
    try:
        players = players_again(header, seats)
    except UsageError:
        file.close()
        raise
    return Table(
        referee,
        players,
        file,
        notes=notes,
        setting=header.setting,
        fork=header.fork,
        resumed=True,
    )


def players_again(header: Header, seats: str | None) -> tuple[str, ...]:
    """Return the players of a saved game, or those typed instead.

    Raises:
        UsageError: they are not as many, or a bot in the record is not installed here.
    """
    from deathdome.powerdome.bots.registry import installed_only
    from deathdome.powerdome.play.host import HUMAN

    if seats is None:
        saved = [player for _, player in header.seats]
        return tuple(one if one == HUMAN else installed_only(one) for one in saved)
    players = read_seats(seats)
    if len(players) != len(header.seats):
        raise UsageError(f"--seats: {len(header.seats)} players play in that game")
    return players


def forked_table(source: str, at: int | None, seats: str | None, packs: Sequence[str]) -> Table:
    """Return a new game that begins like a saved one; the saved one stays as it is.

    Raises:
        UsageError: there is no such file or moment.
        RecordError: the file cannot be used.
    """
    from deathdome.powerdome.play.game_file import GameFile, new_header
    from deathdome.powerdome.play.library import find, new_path

    timeline = timeline_of(find(source), packs)
    moment = timeline.last if at is None else at
    referee = timeline.fork(moment)
    if referee.over:
        raise UsageError(f"the game is over after {moment} answers; choose an earlier --at")
    players = players_again(timeline.header, seats)
    fork = f"{timeline.name} at answer {moment}"
    file = GameFile(new_path())
    tome = referee.initial.dome.tome
    header = new_header(
        referee,
        tome,
        players,
        __version__,
        fork=fork,
        setting=timeline.header.setting,
        packs=packs_in(packs) if packs else timeline.header.packs,
    )
    said = file.begin(header, referee)
    notes = (said,) if said else ()
    return Table(
        referee, players, file, notes=notes, setting=header.setting, fork=fork, resumed=True
    )


def table_again(host: GameHost) -> Table:
    """Return a new game with the players, options and setting of another."""
    from dataclasses import fields

    from deathdome.powerdome.model.options import Options

    options = host.state.options
    given = {one.name: _option_word(getattr(options, one.name)) for one in fields(Options)}
    header = None if host.file is None else host.file.header
    packs = [] if header is None else [path for _, path in header.packs]
    names, seats = ",".join(host.names), ",".join(host.players)
    return new_table(seats, names, None, given, host.setting or None, packs)


def _option_word(value: object) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def table_from(timeline: Timeline) -> Table:
    """Return a new game that begins like a record up to its moment.

    Raises:
        UsageError: the game is over at that moment.
    """
    return forked_table(timeline.name, timeline.at, None, ())


def timeline_of(path: Path, packs: Sequence[str]) -> Timeline:
    """Return a saved game as moments.

    Raises:
        RecordError: the file cannot be read.
    """
    from deathdome.powerdome.play.game_file import read_game
    from deathdome.powerdome.play.timeline import Timeline

    _, record = read_game(path)
    return Timeline(record, tome_of_record(record.header, packs), path.stem)


# -- plain mode ------------------------------------------------------------------------------------


def play_plain(table: Table, *, width: int | None, strict: bool) -> None:
    """Play a game on standard input and output; end the process if its exit code is not 0.

    Raises:
        RecordError: it could not be saved.
    """
    from deathdome.cli.display import crash_line
    from deathdome.cli.exit import termination
    from deathdome.console import Streams
    from deathdome.powerdome.plain.game import PlainGame, PlainSettings, StrictError
    from deathdome.powerdome.play.library import words_for

    streams = Streams(width)
    settings = PlainSettings.of(
        terminal=streams.terminal,
        strict=strict,
        resume=f"deathdome powerdome play --plain --resume {words_for(table.file.path)}",
        chosen_seed=table.chosen_seed,
    )
    host = table.host()
    game = PlainGame(host, streams.out, streams.lines_in, settings, resumed=table.resumed)
    try:
        with termination():
            game.run()
    except StrictError:
        sys.exit(1)
    except (OSError, DeathdomeError):
        raise
    except Exception as error:  # noqa: BLE001 - after any error the game is on disk
        resume = settings.resume if game.goes_on else ""
        print(crash_line(error, table.file.path, resume), file=sys.stderr)
        sys.exit(1)
    finally:
        host.close()
    if table.file.trouble:
        raise RecordError(f"the game could not be saved: {table.file.trouble}")


def lesson(
    plain: Annotated[bool, _PLAIN] = False,
    width: Annotated[int | None, _WIDTH] = None,
    strict: Annotated[bool, _STRICT] = False,
) -> None:
    """Learn the game in five minutes: a round, speed, a kill, a power, a truce, bids."""
    from deathdome.powerdome.play.lesson import bundled_lesson

    if not plain:
        need_screen("lesson")
        from deathdome.cli.display import look_of
        from deathdome.powerdome.tui.app import PowerDomeApp

        show_on_screen(PowerDomeApp(teaches=lambda: bundled_lesson(tome_with([]))), look_of())
        return
    from deathdome.console import Streams
    from deathdome.powerdome.plain.game import PlainSettings, StrictError
    from deathdome.powerdome.plain.lesson import teach

    streams = Streams(width)
    settings = PlainSettings.of(terminal=streams.terminal, strict=strict)
    try:
        teach(bundled_lesson(tome_with([])), streams.out, streams.lines_in, settings)
    except StrictError:
        sys.exit(1)


# -- on the screen ---------------------------------------------------------------------------------


def play_on_screen(table: Table, look: DisplaySettings) -> None:
    """Play a game on the screen; end the process if its exit code is not 0.

    Raises:
        RecordError: it could not be saved.
    """
    from deathdome.powerdome.play.library import words_for
    from deathdome.powerdome.tui.app import PowerDomeApp

    tables = [table]  # the last one is on the screen
    hosts = [table.host()]

    def opened(found: Table) -> GameHost:
        tables.append(found)
        hosts.append(found.host())
        return hosts[-1]

    def goes_on() -> bool:
        return hosts[-1].saved and not hosts[-1].over

    def resume() -> str:
        return f"deathdome powerdome play --resume {words_for(tables[-1].file.path)}"

    app = PowerDomeApp(
        hosts[0],
        again=lambda host: opened(table_again(host)),
        forks=lambda timeline: opened(table_from(timeline)),
    )
    show_on_screen(app, look, table.file.path, lambda: resume() if goes_on() else "")
    for host in hosts:
        host.close()
    if tables[-1].file.trouble:
        raise RecordError(f"the game could not be saved: {tables[-1].file.trouble}")
    if goes_on():
        print(f"resume with: {resume()}")


def show_on_screen(
    app: PowerDomeApp,
    look: DisplaySettings,
    record: Path | None = None,
    resume: Callable[[], str] = str,
) -> None:
    """Run the screen; end the process if it crashed (1), or on a signal."""
    from deathdome.cli.display import crash_line, run_screen

    error = run_screen(app, look)
    if error is not None:
        print(crash_line(error, record, resume()), file=sys.stderr)
        sys.exit(1)
    if app.return_code:
        sys.exit(app.return_code)


# -- saved games -----------------------------------------------------------------------------------


def games() -> None:
    """List your saved games, unfinished ones first."""
    from deathdome.errors import printable
    from deathdome.folders import powerdome_folder
    from deathdome.powerdome.play.library import summaries
    from deathdome.powerdome.text.hosting import summary_line

    found = summaries()
    folder = printable(str(powerdome_folder()))
    if not found:
        print(f"no games yet; they will be saved in {folder}")
        return
    for one in found:
        names = () if one.header is None else one.header.names
        print(summary_line(one.name, one.when, names, one.answers, one.closed, one.trouble))
    print(f"in {folder}")


def watch_game(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved game, by path or name.")],
    packs: Annotated[list[str] | None, PACKS] = None,
    plain: Annotated[bool, _WATCH_PLAIN] = False,
    width: Annotated[int | None, _WIDTH] = None,
) -> None:
    """Step through a saved game, forwards and backwards; see each combat again."""
    from deathdome.powerdome.play.game_file import read_game
    from deathdome.powerdome.play.library import find

    path = find(file)
    timeline = timeline_of(path, packs or ())
    if plain:
        from deathdome.console import Streams
        from deathdome.powerdome.plain.watching import Watching

        streams = Streams(width)
        raw, _ = read_game(path)
        Watching(timeline, raw, streams.out, streams.lines_in).run()
        return
    from deathdome.cli.display import look_of, need_terminal
    from deathdome.powerdome.tui.app import PowerDomeApp

    need_terminal("deathdome powerdome watch", "add --plain to watch line by line")
    hosts: list[GameHost] = []

    def opened(timeline: Timeline) -> GameHost:
        hosts.append(forked_table(str(path), timeline.at, None, packs or ()).host())
        return hosts[-1]

    show_on_screen(PowerDomeApp(watched=timeline, forks=opened), look_of())
    for host in hosts:
        host.close()


def coach_game(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved game, by path or name.")],
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """Review a saved game: regrets, best replies, beliefs of the bots, bids and deals."""
    from deathdome.powerdome.play.coaching import coach_record
    from deathdome.powerdome.play.library import find
    from deathdome.powerdome.text.coaching import WORKING, coach_lines

    timeline = timeline_of(find(file), packs or ())
    shown = sys.stderr.isatty()

    def progress(done: int, of: int) -> bool:
        if shown:
            print(f"\r{WORKING.format(done=done, all=of)}", end="", file=sys.stderr)
        return True

    found = coach_record(timeline, progress)
    if shown:
        print(file=sys.stderr)
    print("\n".join(coach_lines(found)))


def verify_game(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved game, by path or name.")],
    packs: Annotated[list[str] | None, PACKS] = None,
) -> None:
    """Replay a saved game and check every draw and every answer."""
    from deathdome.errors import printable
    from deathdome.powerdome.play.game_file import check_marks, read_game
    from deathdome.powerdome.play.library import find
    from deathdome.powerdome.play.timeline import Timeline
    from deathdome.powerdome.text.hosting import verified_lines

    path = find(file)
    called = printable(str(path))
    _, record = read_game(path)
    check_marks(record, called)
    tome = tome_of_record(record.header, packs or ())
    timeline = Timeline(record, tome, called)
    changed = record.header.tome != tome.digest
    why = timeline.problem or ("" if timeline.rolled else f"{called}: chance is not of the seed")
    if why:
        raise RecordError(f"{why} (the PowerTome has changed since)" if changed else why)
    for line in verified_lines(
        called,
        timeline.last,
        timeline.answered_by_chance(),
        closed=record.closed,
        over=timeline.referee.over,
        changed=changed,
    ):
        print(line)
