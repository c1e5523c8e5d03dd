"""Hosts of matches for the screen: chosen on the title, resumed, begun in another match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import UsageError, nearest
from deathdome.match.protocol import HUMAN
from deathdome.model.ruleset import EDITION_2021
from deathdome.text.names import team_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.collection import Collection
    from deathdome.content.positions.one_line import Copied
    from deathdome.match.referee import Referee
    from deathdome.match.terms import MatchTerms
    from deathdome.model.catalog import Catalog
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State
    from deathdome.records.header import Header
    from deathdome.records.library import Resumed, Summary
    from deathdome.records.replay import Replay
    from deathdome.records.timeline import Stop, Timeline
    from deathdome.records.writer import RecordWriter
    from deathdome.session.host import MatchHost
    from deathdome.tui.lobby import SavedMatch, Unfinished, Wishes

_MAX_TRIES: Final = 8  # that are tried, about 15 ms each
_ENOUGH_ARMED: Final = 3  # units of a team with a weapon


def new_referee(
    names: list[str],
    seed: int | None,
    rounds: int | None,
    board: str,
    *,
    quick: bool,
    ruleset: Ruleset = EDITION_2021,
    series: tuple[int, ...] = (),
    purses: tuple[int, ...] = (),
    collection: Collection | None = None,
    secret: bytes | None = None,
) -> Referee:
    """Return a match at its first question, or with the purchases done.

    By default it has the rules of 2021, and the cards and boards of the game. A missing seed or
    secret
    is drawn, as `seed_and_secret` says.
    """
    from deathdome.cli.values import collection_of
    from deathdome.managers.manager_name import parse_spec
    from deathdome.managers.registry import make_sure
    from deathdome.match.referee import Referee
    from deathdome.match.terms import MatchTerms
    from deathdome.seeds import seed_and_secret

    collection = collection or collection_of(None)
    terms = MatchTerms(ruleset, rounds, series, purses)
    state = terms.position(collection.catalog, collection.board(board), len(names))
    for name in dict.fromkeys(names):
        # Report a program that does not start before the match, not during it.
        if name != HUMAN and parse_spec(name).foreign:
            make_sure(name, state)
    referee = Referee(state, *seed_and_secret(seed, secret))
    if quick:
        buy_for_all(referee)
    return referee


def buy_for_all(referee: Referee) -> None:
    """Answer every question of the store, each team with its own taste, from the match's seed.

    Without tastes every quick match would begin with the same items. Of several attempts the first
    is
    taken that arms three units of every team, or else the one with the best armed weakest team. The
    items are dealt like hands: from either, a seat could guess a small seed.
    """
    from deathdome.match.referee import Referee

    best, most_armed = 0, -1
    for attempt in range(_MAX_TRIES):
        trial = Referee(referee.state.copy(), referee.seed, referee.secret)
        _buy(trial, attempt)
        armed = _armed(trial.state)
        if armed > most_armed:
            best, most_armed = attempt, armed
        if armed >= _ENOUGH_ARMED:
            break
    _buy(referee, best)


def _buy(referee: Referee, attempt: int) -> None:
    from random import Random

    from deathdome.managers.simple_shopper import shop, taste
    from deathdome.model.decisions import Question
    from deathdome.seeds import derived_seed

    setup = referee.state.setup
    tastes = [
        taste(setup.catalog, Random(derived_seed(referee.seed, f"goods {attempt} of seat {seat}")))
        for seat in range(setup.seats)
    ]
    while (request := referee.request()) is not None and request.question is Question.PURCHASE:
        referee.answer(shop(request, tastes[request.seat]))


def _armed(state: State) -> int:
    """Return the number of armed units of the team with the fewest."""
    items = state.setup.catalog.items
    armed = [any(items[item].weapon is not None for item in held) for held in state.items]
    return min(sum(armed[first : first + 4]) for first in range(0, len(armed), 4))


DEFAULT_SEATS: Final = "human,regular"


def quick_seats(wished: Sequence[str]) -> tuple[str, ...]:
    """Return the seats of a quick match; `wished` are those of the options.

    Seats that the player has set stay. Otherwise the player's results choose the opponent.
    """
    from deathdome.records.results import read_results
    from deathdome.session.rating import standing

    if tuple(wished) != tuple(DEFAULT_SEATS.split(",")):
        return tuple(wished)
    return (HUMAN, standing(read_results()[0]).level)


def opponent_words(names: Sequence[str]) -> str:
    """Return why this is the opponent of a quick match; "" if the results did not choose it."""
    from deathdome.records.results import read_results
    from deathdome.session.rating import standing
    from deathdome.text.phrases import menus

    found = standing(read_results()[0])
    if tuple(names) != (HUMAN, found.level):
        return ""
    words = {1: menus.HARDER_OPPONENT, -1: menus.EASIER_OPPONENT}.get(
        found.moved, menus.SAME_OPPONENT if found.matches else menus.FIRST_OPPONENT
    )
    return words.format(level=found.level.capitalize())


_TIPS: Final = 2  # finished matches after which no tips are shown
STAND_IN: Final = "greedy"  # replaces a manager that must not be started


def seat_names(seats: str) -> list[str]:
    """Return the names in `--seats`, all known.

    Raises:
        UsageError: not two to four, or a name that is neither "human" nor that of a manager.
    """
    from deathdome.managers.registry import check_level
    from deathdome.programs.commands import split_specs

    names = split_specs(seats)
    if not 2 <= len(names) <= 4:
        raise UsageError(
            f'--seats takes two to four names, such as "{DEFAULT_SEATS}"; got "{seats}"'
        )
    known = known_seats(names)
    for name in known:
        if name != HUMAN:
            check_level(name)
    return known


def known_seats(names: Sequence[str]) -> list[str]:
    """Check names that were typed at this machine: "human", or a manager of any kind.

    Raises:
        UsageError: a name is unknown.
    """
    from deathdome.managers import registry
    from deathdome.managers.manager_name import parse_spec, quoted

    known = [HUMAN, *registry.names()]
    for name in names:
        if name == HUMAN:
            continue
        spec = parse_spec(name)
        if spec.name == HUMAN:
            raise UsageError(f'"{quoted(name)}": a human has no level and no personality')
        if not spec.foreign and spec.name not in known:
            listed = ", ".join(known)
            raise UsageError(
                f'no manager called "{quoted(name)}"; known: {listed}.{nearest(spec.name, known)}'
            )
        registry.load(name)
    return list(names)


def new_cosmetic(seed: int | None, cosmetic: int | None = None) -> int:
    """Return the cosmetic seed of a new match, which has other remarks than the last matches."""
    from deathdome.records.peek import recent_cosmetic_seeds
    from deathdome.seeds import cosmetic_for
    from deathdome.text.announcer import REMARK_SETS

    return cosmetic_for(seed, cosmetic, recent_cosmetic_seeds(REMARK_SETS - 1), REMARK_SETS)


def new_session(
    referee: Referee,
    names: Sequence[str],
    *,
    board: str = "",
    packs: Sequence[str] = (),
    people: Sequence[str] = (),
    greeting: str = "",
    cosmetic: int | None = None,
) -> MatchHost:
    """Host a new match, saved from now on; `greeting` is the first line of its log."""
    from deathdome.records.library import begin_record

    writer, trouble = begin_record(
        referee, names, board=board, packs=packs, people=people, cosmetic=cosmetic
    )
    return _hosted(referee, names, writer, [trouble], people, cosmetic, greeting=greeting)


def _hosted(
    referee: Referee,
    names: Sequence[str],
    writer: RecordWriter,
    notes: Sequence[str],  # "" for none
    people: Sequence[str],
    cosmetic: int | None,
    resumed: Replay | None = None,
    fork: str = "",
    greeting: str = "",
) -> MatchHost:
    from deathdome.records.results import read_results
    from deathdome.session.host import MatchHost
    from deathdome.session.manager_process import ManagerProcess

    host = MatchHost(
        referee,
        names,
        ManagerProcess(),
        people=people,
        writer=writer,
        resumed=resumed,
        notes=notes,
        greeting=greeting,
        cosmetic=cosmetic,
        fork=fork,
    )
    host.tips = len(read_results()[0]) < _TIPS
    return host


def resumed_session(
    path: Path | None = None, typed: Sequence[str] | None = None, packs: Sequence[str] = ()
) -> MatchHost:
    """Host the match of a record, as it was left; None is the one that was played last.

    `typed` are the seats and `packs` the packs of the command line, if it names any.

    Raises:
        RecordError: there is none, or it cannot be resumed.
        UsageError: a manager that plays in it is not installed; `typed` says something else than
            the record.
    """
    resumed, names = resume_record(path, typed, packs)
    replayed, header = resumed.replay, resumed.header
    return _hosted(
        replayed.referee,
        names,
        resumed.writer,
        resumed.notes,
        header.people,
        header.cosmetic_seed,
        replayed,
        header.fork,
    )


def resume_record(
    path: Path | None = None, typed: Sequence[str] | None = None, packs: Sequence[str] = ()
) -> tuple[Resumed, tuple[str, ...]]:
    """Return the match of a record and the names of its seats; raises as `resumed_session`."""
    from deathdome.records.library import resume

    resumed = resume(path, packs)
    try:
        names, notes = _seats_of_record(resumed.header.names, typed)
    except BaseException:
        resumed.writer.close()
        raise
    return replace(resumed, notes=(*resumed.notes, *notes)), names


def _seats_of_record(
    recorded: Sequence[str], typed: Sequence[str] | None
) -> tuple[tuple[str, ...], list[str]]:
    """Return the names of the seats of a recorded match, and what there is to say about them.

    A record may come from anywhere, so what it names is started only if it is installed as a
    manager, or if the command line names it too.
    """
    from deathdome.errors import printable
    from deathdome.managers.manager_name import current_name, parse_spec, retired_note

    if typed is not None:
        if tuple(typed) != tuple(recorded):
            raise UsageError(
                "--resume keeps the seats of the match, and --seats can only repeat them: "
                f'--seats "{printable(",".join(recorded))}"'
            )
        return tuple(known_seats(typed)), []
    names = list(recorded)
    foreign = [
        seat for seat, name in enumerate(recorded) if name != HUMAN and parse_spec(name).foreign
    ]
    for seat in foreign:
        names[seat] = STAND_IN
    notes = [
        f"{team_name(seat)} was played by {printable(recorded[seat])}, which no file may start: "
        f"{STAND_IN} plays instead. To get it back, leave and resume with the same --seats"
        for seat in foreign
    ]
    for seat, name in enumerate(names):
        if name != HUMAN and (note := retired_note(name)):
            names[seat] = current_name(name)
            notes.append(f"{team_name(seat)}: {note}")
    return tuple(known_seats(names)), notes


def default_seats(copied: Copied, typed: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return the names of the seats: as typed, otherwise a player in the seat of the view.

    Raises:
        UsageError: another number of seats was typed.
    """
    from deathdome.rules.engine import decision

    seats = copied.whole.setup.seats
    if typed is not None:
        if len(typed) != seats:
            raise UsageError(f"the position has {seats} seats, and --seats names {len(typed)}")
        return tuple(typed)
    person = copied.seat
    if person is None:
        asked = decision(copied.whole)
        person = max(0, asked.seat) if asked is not None else 0
    return tuple(HUMAN if seat == person else STAND_IN for seat in range(seats))


def position_session(
    copied: Copied,
    names: Sequence[str],
    *,
    people: Sequence[str] = (),
    packs: Sequence[str] = (),
    seed: int | None = None,
    secret: bytes | None = None,
) -> MatchHost:
    """Host a match that begins with a position, kept on disk from now on.

    Raises:
        UsageError: the match is over in it.
    """
    from random import Random

    from deathdome.content.collection import Collection
    from deathdome.content.positions.one_line import position_line
    from deathdome.match.referee import Referee
    from deathdome.records.format import record_of
    from deathdome.records.header import COPIED
    from deathdome.records.library import begin_record
    from deathdome.records.replay import replay
    from deathdome.seeds import derived_seed, seed_and_secret
    from deathdome.text.names import team_name

    cosmetic = new_cosmetic(seed)
    seed, secret = seed_and_secret(seed, secret)
    state = copied.state(Random(derived_seed(seed, "unseen cards")))
    if not state.stack:
        raise UsageError("the match is over in this position, so it can't be played")
    start = position_line(state)
    referee = Referee(state, seed, secret)
    writer, note = begin_record(
        referee,
        names,
        board=state.setup.board.id,
        packs=packs,
        people=people,
        fork=COPIED,
        start=start,
        cosmetic=cosmetic,
    )
    notes = [note]
    if copied.seat is not None:
        team = team_name(copied.seat)
        notes.append(f"What {team} could not see, hands and deck, was dealt at random")
    # Replay the written record, as resuming it will.
    replayed = replay(
        record_of(writer.text, "the match", own=True), Collection(state.setup.catalog, {})
    )
    writer.follow(replayed.referee)
    return _hosted(replayed.referee, names, writer, notes, people, cosmetic, replayed, COPIED)


def forked_session(timeline: Timeline, stop: Stop, names: Sequence[str]) -> MatchHost:
    """Host a match that begins at a stop of another one, kept on disk from now on.

    Raises:
        UsageError: the other one is not over, or no seat is asked there.
        RecordError: it cannot be replayed.
    """
    from deathdome.records.library import begin_record
    from deathdome.records.timeline import fork_of, fork_words

    header = timeline.header
    fork_replay = fork_of(timeline, stop)
    names_before = (*header.people, *("",) * len(names))
    people = [who if name == HUMAN else "" for name, who in zip(names, names_before, strict=False)]
    fork = fork_words(timeline, stop)
    writer, note = begin_record(
        fork_replay.referee,
        names,
        board=header.board,
        packs=[pack.path for pack in header.packs],
        people=people,
        fork=fork,
        hints=fork_replay.hints,
        cosmetic=timeline.cosmetic,
    )
    return _hosted(
        fork_replay.referee, names, writer, [note], people, timeline.cosmetic, fork_replay, fork
    )


# -- lobby -----------------------------------------------------------------------------------------


def _when(one: Summary) -> str:
    """Return the time of the last answer, or the day if that was in another year."""
    from datetime import UTC, datetime

    year = datetime.now(UTC).astimezone().year
    return one.when("%d %b %H:%M" if one.when("%Y") == str(year) else "%d %b %Y ")


class LocalLobby:
    """Implementation of `tui.lobby.Lobby`, which the title screen uses."""

    def __init__(
        self,
        collection: Collection | None = None,
        packs: Sequence[str] = (),
        *,
        welcomes: bool = False,
    ) -> None:
        self._given = collection  # None: the game's own, loaded on first use
        self._packs = packs  # paths, for the record of a match
        self._welcomes = welcomes  # a new player is asked how to begin

    @property
    def _collection(self) -> Collection:
        from deathdome.cli.values import collection_of

        return self._given or collection_of(None)

    @property
    def catalog(self) -> Catalog:
        """Return the cards in use."""
        return self._collection.catalog

    @property
    def boards(self) -> tuple[str, ...]:
        """Return the ids of the boards, the default one first."""
        from deathdome.content.board_files import board_ids
        from deathdome.content.default_boards import DEFAULT_BOARD

        known = {*board_ids(), *self._collection.boards}
        return (DEFAULT_BOARD, *sorted(known - {DEFAULT_BOARD}))

    @property
    def managers(self) -> tuple[str, ...]:
        """Return the installed managers: the levels by measured strength, then the others."""
        from deathdome.managers import registry
        from deathdome.managers.manager_name import ranked

        names = registry.names()
        levels = tuple(level for level in ranked() if level in names)
        return (*levels, *(name for name in names if name not in levels))

    def about(self, manager: str) -> str:
        """Return a description of a manager with its measured strength."""
        from deathdome.managers.manager_name import told

        return told(manager)

    def ranking(self) -> str:
        """Return a sentence about the order of the levels."""
        from deathdome.managers.manager_name import ranking_note

        return ranking_note()

    def seats_of(self, board: str) -> tuple[int, ...]:
        """Return the numbers of teams for which a board has room."""
        seatings = self._collection.board(board).seatings
        return tuple(sorted(number for number in seatings if number > 1))

    def any_unfinished(self) -> bool:
        """Return True if there seems to be an unfinished match."""
        from deathdome.records.peek import any_unfinished

        return any_unfinished()

    @property
    def is_first_start(self) -> bool:
        """Return True if nothing was ever played or chosen here."""
        from deathdome.session.first_start import is_first_start

        return self._welcomes and is_first_start()

    def welcomed(self, answer: str) -> None:
        """Remember the answer to the first question."""
        from deathdome.session.first_start import remember_answer

        self._welcomes = False
        remember_answer(answer)

    def unfinished(self) -> Unfinished | None:
        """Return the newest unfinished match."""
        from deathdome.match.protocol import HUMAN
        from deathdome.records.library import summaries
        from deathdome.toml.words import shown
        from deathdome.tui.lobby import Unfinished

        newest = next((one for one in summaries() if one.unfinished), None)
        if newest is None or newest.header is None:
            return None
        others = [shown(name, 20) for name in newest.header.names if name != HUMAN]
        against = f"against {', '.join(others)}" if others else "hot-seat"
        progress = _progress(newest)
        if gap := _gap(newest):  # it says more than the round
            progress = f"{progress.partition(',')[0]}, {gap}"
        parts = (progress, against, newest.when("%d %b %H:%M"))
        return Unfinished(str(newest.path), ", ".join(filter(None, parts)))

    def open(self, wishes: Wishes) -> MatchHost:
        """Start a new match.

        Raises:
            DeathdomeError: it cannot be played.
        """
        from deathdome.match.protocol import HUMAN

        names = known_seats(wishes.seats)
        referee = new_referee(
            names,
            wishes.seed,
            wishes.rounds,
            wishes.board,
            quick=wishes.quick,
            ruleset=wishes.rules,
            series=wishes.series,
            purses=wishes.purses,
            collection=self._collection,
            secret=wishes.secret,
        )
        people = [
            person if name == HUMAN else ""
            for name, person in zip(names, wishes.people, strict=False)
        ]
        return new_session(
            referee,
            names,
            board=wishes.board,
            packs=self._packs,
            people=people,
            greeting=opponent_words(names) if wishes.quick else "",
            cosmetic=new_cosmetic(wishes.seed, wishes.cosmetic),
        )

    def quick_seats(self, wished: Sequence[str]) -> tuple[tuple[str, ...], str]:
        """Return the seats of a quick match, and why these; `wished` are those of the options."""
        names = quick_seats(wished)
        return names, opponent_words(names)

    def resume(self, key: str, typed: Sequence[str] | None = None) -> tuple[MatchHost, Wishes]:
        """Resume a match; return it with the wishes for another one like it.

        Without a key it is the match played last. `typed` are the seats of the command line, if
        given.

        Raises:
            DeathdomeError: its record cannot be resumed.
        """
        from deathdome.records.format import read_record
        from deathdome.records.library import newest_unfinished
        from deathdome.records.replay import located

        path = Path(key) if key else newest_unfinished()
        session = resumed_session(path, typed, self._packs)
        header = located(read_record(path), self._packs).header
        # Without the record's names, which may name programs that no file may start.
        return session, _wishes(header, session.names)

    # -- saved matches -------------------------------------------------------------------------

    def saved_matches(self) -> list[SavedMatch]:
        """Return the saved matches: unfinished ones first, then by the last action.

        Raises:
            RecordError: the folder cannot be read.
        """
        from deathdome.records.library import check_folder, summaries
        from deathdome.tui.lobby import SavedMatch

        found = []
        for one in summaries():
            readable = one.header is not None
            found.append(
                SavedMatch(
                    str(one.path), _when(one), one.seats(), one.how, one.unfinished, readable
                )
            )
        if not found:
            check_folder()
        return found

    def delete(self, key: str) -> None:
        """Delete a saved match.

        Raises:
            RecordError: another program is playing it, or it cannot be deleted.
        """
        from deathdome.records.library import delete

        delete(Path(key))

    def watch(self, key: str) -> Timeline:
        """Replay a saved match as far as possible.

        Raises:
            DeathdomeError: its beginning cannot be replayed.
        """
        from deathdome.records.timeline import read_timeline

        return read_timeline(Path(key), packs=self._packs)

    def load(self, text: str) -> Copied | Timeline:
        """Load a copied text, or the file that it names.

        Raises:
            DeathdomeError: it is neither a position nor a replay.
        """
        from deathdome.cli.position import load_copied

        return load_copied(text, self._collection, self._packs)

    def play_on(self, copied: Copied, seats: Sequence[str]) -> MatchHost:
        """Start a match from a position.

        Raises:
            DeathdomeError: it cannot be played.
        """
        return position_session(copied, known_seats(seats), packs=self._packs)

    def seat_choices(self, timeline: Timeline) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the managers that may continue a match, and the default for each seat.

        A record may come from anywhere: a manager that it names is the default only if installed.
        """
        from deathdome.managers.manager_name import current_name, parse_spec

        installed = self.managers

        def default_manager(name: str) -> str:
            try:
                spec = parse_spec(name)
            except UsageError:
                return STAND_IN
            playable = not spec.foreign and spec.name in installed
            return current_name(name) if playable else STAND_IN

        defaults = tuple(map(default_manager, timeline.header.names))
        return tuple(dict.fromkeys((*installed, *defaults))), defaults

    def fork(
        self, timeline: Timeline, stop: Stop, seats: Sequence[str]
    ) -> tuple[MatchHost, Wishes]:
        """Start a separate match from a stop of another one.

        Raises:
            DeathdomeError: it cannot be played from there.
        """
        names = known_seats(seats)
        return forked_session(timeline, stop, names), _wishes(timeline.header, tuple(names))


def _progress(found: Summary) -> str:
    """Return where an unfinished match is: "round 2", "match 3 of 5, round 2"."""
    from deathdome.records.format import split_moment

    match, where = split_moment(found.where)
    series = found.header.series if found.header is not None else ()
    said = [f"{match or 'match 1'} of {len(series)}"] if series else []
    return ", ".join(filter(None, (*said, " ".join(where.split()[:2]))))


def _gap(found: Summary) -> str:
    """Return "400k behind Blue" after a match of a season with one player; "" without one."""
    from deathdome.match.protocol import HUMAN
    from deathdome.records.results import read_results
    from deathdome.text.seasons import values_gap

    names = found.header.names if found.header is not None else ()
    if names.count(HUMAN) != 1:
        return ""
    played = [one for one in read_results()[0] if one.match == found.path.name and one.values]
    if not played:
        return ""
    return values_gap(max(played, key=lambda one: one.number).values, names.index(HUMAN))


def terms_in(header: Header) -> MatchTerms:
    """Return the terms of a recorded match."""
    from deathdome.match.terms import MatchTerms

    return MatchTerms(header.ruleset, header.rounds, header.series, header.credits)


def changed_switches(ruleset: Ruleset) -> tuple[tuple[str, Any], ...]:
    """Return the switches of a ruleset that differ from its edition, but for characters."""
    from dataclasses import fields

    from deathdome.cli.values import ruleset_of

    edition = ruleset_of(ruleset.edition, ruleset.characters)
    return tuple(
        (field.name, getattr(ruleset, field.name))
        for field in fields(ruleset)
        if getattr(ruleset, field.name) != getattr(edition, field.name)
    )


def _wishes(header: Header, names: tuple[str, ...]) -> Wishes:
    """Return the wishes for another match like one with this header, with these seats."""
    from deathdome.tui.lobby import Wishes

    return Wishes(
        names,
        header.people,
        header.seed,
        header.rounds,
        header.board,
        header.ruleset.edition,
        header.ruleset.characters,
        changed_switches(header.ruleset),
        header.series,
        header.credits,
        secret=header.secret,
        cosmetic=header.cosmetic_seed,
    )
