"""A new match: players, board, length, rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deathdome.match.protocol import HUMAN
from deathdome.model.ruleset import EDITIONS
from deathdome.records.header import LONGEST
from deathdome.text.names import team_name
from deathdome.text.phrases import menus as say
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.lobby import MAX_NAME, OPPONENT, Lobby, Wishes
from deathdome.tui.presenters.pieces import SEAT_SIGNS
from deathdome.tui.presenters.text import BLANK, Line, wrapped
from deathdome.tui.screens.menu import AskScreen, Field, FormScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ROUNDS: Final = (None, 3, 4, 6, 8, 10, 12)
_CHARACTERS: Final = (None, True, False)


def _after(values: Sequence[object], value: object, step: int) -> int:
    """Return the index `step` places after a value, past the end to the start."""
    at = values.index(value) if value in values else -step
    return (at + step) % len(values)


class SetupScreen(FormScreen):
    """A row for every setting; the first row begins the match."""

    def __init__(self, wishes: Wishes | None = None) -> None:
        super().__init__()
        self.wishes = wishes or Wishes()

    def banner(self) -> str:
        return "New match"

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
                say.START,
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
        rounds = edition.rounds if wishes.rounds is None else wishes.rounds
        rows += [
            Field("Board", say.BOARD_HELP, wishes.board, self._board),
            Field("Rounds", say.ROUNDS_HELP, str(rounds), self._round),
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
                "Seed",
                with_keys(say.SEED_HELP),
                "random" if wishes.seed is None else str(wishes.seed),
                ask=self._seed,
            ),
        ]
        return rows

    def _wish(self, wishes: Wishes) -> None:
        self.wishes = wishes

    # -- changing ------------------------------------------------------------------------------

    def _teams(self, step: int) -> None:
        numbers = self._lobby.seats_of(self.wishes.board)
        number = numbers[_after(numbers, len(self.wishes.seats), step)]
        self._wish(replace(self.wishes, seats=self._seated(number)))

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
        self._wish(replace(self.wishes, board=board, seats=self._seated(number)))

    def _round(self, step: int) -> None:
        rounds = _ROUNDS[_after(_ROUNDS, self.wishes.rounds, step)]
        self._wish(replace(self.wishes, rounds=rounds))

    def _edition(self, step: int) -> None:
        editions = list(EDITIONS)
        edition = editions[_after(editions, self.wishes.edition, step)]
        self._wish(replace(self.wishes, edition=edition))

    def _with_characters(self, step: int) -> None:
        wish = _CHARACTERS[_after(_CHARACTERS, self.wishes.characters, step)]
        self._wish(replace(self.wishes, characters=wish))

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
