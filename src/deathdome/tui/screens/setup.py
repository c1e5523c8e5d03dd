"""A new match: players, board, length, rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathdome.match.protocol import HUMAN
from deathdome.model.ruleset import EDITIONS
from deathdome.records.header import LONGEST
from deathdome.rules.setup import MOST_CREDITS, MOST_MATCHES
from deathdome.stage.screens.menu import AskScreen, Field, FormScreen
from deathdome.stage.text import BLANK, Line, wrapped
from deathdome.text.names import compact, listed, team_name
from deathdome.text.phrases import menus as say
from deathdome.text.phrases import scenarios as season
from deathdome.text.scenarios import changed_switches, scenarios_on
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.lobby import MAX_NAME, OPPONENT, Lobby, Wishes
from deathdome.tui.ports import Shell
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.screens.rule_forms import barred

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ROUNDS: Final = (None, 3, 4, 6, 8, 10, 12)
_CHARACTERS: Final = (None, True, False)
SHORT_SEASON: Final = (4, 5, 6)  # rounds of each match of an evening
_MORE: Final = (500_000, 1_000_000)  # credits that one side has more than the other
_THOUSAND: Final = 1_000
_DIGITS: Final = 9  # of a number in a list
_LONGEST_LIST: Final = 60  # characters


def _after(values: Sequence[object], value: object, step: int) -> int:
    """Return the index `step` places after a value, past the end to the start."""
    at = values.index(value) if value in values else -step
    return (at + step) % len(values)


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of a list; () if it is not one."""
    parts = text.replace(",", " ").split()
    if not all(part.isascii() and part.isdecimal() and len(part) < _DIGITS for part in parts):
        return ()
    return tuple(map(int, parts))


def _rebased(wishes: Wishes) -> Wishes:
    """Return the wishes without switches that the edition has as well."""
    for name, value in wishes.switches:
        wishes = wishes.switched(name, value)
    return wishes


class SetupScreen(FormScreen[Shell]):
    """A row for every setting; the first row begins the match."""

    def __init__(self, wishes: Wishes | None = None) -> None:
        super().__init__()
        self.wishes = wishes or Wishes()

    def banner(self) -> str:
        return say.NEW_SEASON_TITLE if self.wishes.series else say.NEW_MATCH_TITLE

    def heading(self, width: int) -> list[Line]:
        words = say.SETUP_KEYS
        return [
            BLANK,
            *wrapped(with_keys(words), width),
            *wrapped(self._lobby.ranking(), width, "dim"),
            BLANK,
        ]

    @property
    def _lobby(self) -> Lobby:
        lobby = self.shell.lobby
        assert lobby is not None
        return lobby

    def fields(self) -> Sequence[Field]:
        wishes = self.wishes
        edition = EDITIONS[wishes.edition]
        rows = [
            Field(
                say.START_SEASON if wishes.series else say.START,
                say.START_HELP,
                "",
                act=lambda: self.shell.play(self.wishes),
            ),
            Field("Teams", say.TEAMS_HELP, str(len(wishes.seats)), self._teams),
        ]
        for seat, name in enumerate(wishes.seats):
            label = f"{SEAT_SIGNS[seat]} {team_name(seat)}"
            person = wishes.people[seat]
            alone = "you" if wishes.seats.count(HUMAN) == 1 else "human"
            human = f"human: {person}" if person else alone
            shown = human if name == HUMAN else f"manager {name}"
            about = "" if name == HUMAN else self._lobby.about(name)
            rows.append(
                Field(
                    label,
                    about or with_keys(say.SEAT_HELP),
                    shown,
                    self._sitter(seat),
                    self._namer(seat) if name == HUMAN else None,
                )
            )
        characters = {
            None: f"{'on' if edition.characters else 'off'} ({wishes.edition} default)",
            True: "on",
            False: "off",
        }
        rows += [
            Field("Board", say.BOARD_HELP, wishes.board, self._board),
            Field(season.LENGTH, season.LENGTH_HELP, self._length_words(), self._length),
            self._rounds_field(),
            Field("Rules", say.EDITION_HELP, wishes.edition, self._edition),
            Field(
                "Characters",
                say.CHARACTERS_HELP,
                characters[wishes.characters],
                self._with_characters,
            ),
            Field(
                "Store",
                say.STORE_HELP,
                say.EQUIPPED if wishes.quick else "open",
                lambda _: self._wish(replace(self.wishes, quick=not self.wishes.quick)),
            ),
            Field(
                season.CREDITS,
                with_keys(season.CREDITS_HELP),
                self._credit_words(),
                self._credits,
                self._ask_credits,
            ),
            self._scenarios_field(),
            Field(
                season.SWITCHES,
                with_keys(season.SWITCHES_HELP),
                self._switch_words(),
                act=lambda: self.shell.open("switches", self.wishes, self._changed),
            ),
            Field(
                "Seed",
                with_keys(say.SEED_HELP),
                "random" if wishes.seed is None else str(wishes.seed),
                ask=self._seed,
            ),
        ]
        return rows

    def _wish(self, wishes: Wishes) -> None:
        self.wishes = wishes

    def _changed(self, wishes: Wishes) -> None:
        """Take the wishes of a page over this one."""
        self.wishes = wishes
        self.draw()

    def _rounds_field(self) -> Field:
        """Return the rounds of the match, or of each match of a season."""
        wishes = self.wishes
        if wishes.series:
            words = ", ".join(map(str, wishes.series))
            return Field(
                "Rounds", with_keys(season.SEASON_ROUNDS_HELP), words, ask=self._ask_rounds
            )
        rounds = wishes.rules.rounds if wishes.rounds is None else wishes.rounds
        return Field("Rounds", say.ROUNDS_HELP, str(rounds), self._round)

    def _scenarios_field(self) -> Field:
        """Return the scenarios in play, and the reason why one cannot be played."""
        wishes = self.wishes
        names = scenarios_on(wishes.rules)
        reasons = (barred(name, wishes, self.shell.catalog) for name in names)
        why = next(filter(None, reasons), "")
        words = listed([season.SHORT[name] for name in names]) or season.NONE
        return Field(
            season.TITLE,
            why or with_keys(season.HELP),
            words,
            act=lambda: self.shell.open("scenarios", self.wishes, self._changed),
            barred=bool(why),
        )

    def _switch_words(self) -> str:
        number = len(changed_switches(self.wishes.rules))
        if number:
            return season.CHANGED.format(number=number)
        return season.AS_PRINTED.format(edition=self.wishes.edition)

    # -- changing ------------------------------------------------------------------------------

    def _teams(self, step: int) -> None:
        numbers = self._lobby.seats_of(self.wishes.board)
        number = numbers[_after(numbers, len(self.wishes.seats), step)]
        self._wish(replace(self.wishes, seats=self._seated(number), purses=()))

    def _seated(self, number: int) -> tuple[str, ...]:
        """Return so many seats; a new seat gets the last manager at the table."""
        seats = self.wishes.seats
        others = [name for name in seats if name != HUMAN] or [OPPONENT]
        return (*seats, *others[-1:] * number)[:number]

    def _sitter(self, seat: int) -> Callable[[int], None]:
        def change(step: int) -> None:
            seat_choices = (HUMAN, *self._lobby.managers)
            seats = list(self.wishes.seats)
            seats[seat] = seat_choices[_after(seat_choices, seats[seat], step)]
            self._wish(replace(self.wishes, seats=tuple(seats), people=self._people(seats)))

        return change

    def _people(self, seats: Sequence[str]) -> tuple[str, ...]:
        """Return the names; a player without one gets a free name of the options."""
        people = list(self.wishes.people)
        known = iter(
            [name for name in self.shell.settings.options.names if name and name not in people]
        )
        for seat, name in enumerate(seats):
            if name == HUMAN and not people[seat]:
                people[seat] = next(known, "")
        return tuple(people)

    def _namer(self, seat: int) -> Callable[[], None]:
        def ask() -> None:
            question = say.SEAT_QUESTION.format(team=team_name(seat))
            screen = AskScreen(question, self.wishes.people[seat], MAX_NAME)
            self.app.push_screen(screen, named)

        def named(name: str | None) -> None:
            if name is not None:
                people = list(self.wishes.people)
                people[seat] = name
                self._wish(replace(self.wishes, people=tuple(people)))
                self.draw()

        return ask

    def _board(self, step: int) -> None:
        boards = self._lobby.boards
        board = boards[_after(boards, self.wishes.board, step)]
        rooms = self._lobby.seats_of(board)
        number = min(rooms, key=lambda room: abs(room - len(self.wishes.seats)))
        purses = self.wishes.purses if number == len(self.wishes.seats) else ()
        seats = self._seated(number)
        self._wish(replace(self.wishes, board=board, seats=seats, purses=purses))

    def _round(self, step: int) -> None:
        rounds = _ROUNDS[_after(_ROUNDS, self.wishes.rounds, step)]
        self._wish(replace(self.wishes, rounds=rounds))

    def _edition(self, step: int) -> None:
        editions = list(EDITIONS)
        edition = editions[_after(editions, self.wishes.edition, step)]
        self._wish(_rebased(replace(self.wishes, edition=edition)))

    def _with_characters(self, step: int) -> None:
        wish = _CHARACTERS[_after(_CHARACTERS, self.wishes.characters, step)]
        self._wish(_rebased(replace(self.wishes, characters=wish)))

    # -- the length ----------------------------------------------------------------------------

    def _lengths(self) -> tuple[tuple[int, ...], ...]:
        """Return the lists of rounds to choose from; () is a single match."""
        known = ((), SHORT_SEASON, self.wishes.rules.series_rounds)
        own = (self.wishes.series,)
        return tuple(dict.fromkeys((*known, *own)))

    def _length_words(self) -> str:
        series = self.wishes.series
        words = {
            (): season.SINGLE,
            SHORT_SEASON: season.SHORT_SEASON,
            self.wishes.rules.series_rounds: season.FULL_SEASON,
        }
        return words.get(series, season.OWN_SEASON)

    def _length(self, step: int) -> None:
        lengths = self._lengths()
        self._wish(self.wishes.lasting(lengths[_after(lengths, self.wishes.series, step)]))

    def _ask_rounds(self) -> None:
        def typed(text: str | None) -> None:
            if not text:
                return
            numbers = _numbers(text)
            if not numbers or len(numbers) > MOST_MATCHES or not all(0 < n < 100 for n in numbers):
                self.shell.say(season.NOT_ROUNDS.format(text=text))
                return
            self._changed(replace(self.wishes, series=numbers))

        now = ",".join(map(str, self.wishes.series))
        self.app.push_screen(AskScreen(season.ROUNDS_QUESTION, now, _LONGEST_LIST), typed)

    # -- the credits ---------------------------------------------------------------------------

    def _purses(self) -> list[tuple[int, ...]]:
        """Return the credits to choose from: equal ones, or more for you or for the others."""
        start, teams = self.wishes.rules.start_credits, len(self.wishes.seats)
        you = self.wishes.seats.index(HUMAN) if HUMAN in self.wishes.seats else 0
        ours = (you,)
        theirs = tuple(seat for seat in range(teams) if seat != you)
        richer = [(theirs, more) for more in _MORE] + [(ours, more) for more in _MORE[::-1]]
        found: list[tuple[int, ...]] = [
            (),
            *(
                tuple(start + more * (seat in rich) for seat in range(teams))
                for rich, more in richer
            ),
        ]
        if self.wishes.purses not in found:
            found.append(self.wishes.purses)
        return found

    def _credit_words(self) -> str:
        purses = self.wishes.purses
        if not purses:
            return season.EACH.format(amount=compact(self.wishes.rules.start_credits))
        return "  ".join(
            f"{SEAT_SIGNS[seat]} {compact(amount)}" for seat, amount in enumerate(purses)
        )

    def _credits(self, step: int) -> None:
        purses = self._purses()
        self._wish(replace(self.wishes, purses=purses[_after(purses, self.wishes.purses, step)]))

    def _ask_credits(self) -> None:
        teams = len(self.wishes.seats)

        def typed(text: str | None) -> None:
            if text is None:
                return
            numbers = _numbers(text)
            if text and (len(numbers) != teams or max(numbers) * _THOUSAND > MOST_CREDITS):
                example = ",".join(["2000"] * (teams - 1) + ["2500"])
                words = season.NOT_CREDITS.format(text=text, teams=teams, example=example)
                self.shell.say(words)
                return
            purses = tuple(number * _THOUSAND for number in numbers)
            self._changed(replace(self.wishes, purses=purses))

        now = ",".join(str(amount // _THOUSAND) for amount in self.wishes.purses)
        self.app.push_screen(AskScreen(season.CREDITS_QUESTION, now, _LONGEST_LIST), typed)

    def _seed(self) -> None:
        old = "" if self.wishes.seed is None else str(self.wishes.seed)

        def written(text: str | None) -> None:
            if text is None:
                return
            if text and not (text.isascii() and text.isdecimal()):
                self.shell.say(say.NOT_A_SEED.format(text=text))
                return
            self._wish(replace(self.wishes, seed=int(text) if text else None, secret=None))
            self.draw()

        self.app.push_screen(AskScreen(say.SEED_QUESTION, old, LONGEST), written)
