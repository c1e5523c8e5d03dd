"""A new game: who plays, the setting, the rules, the seed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from deathdome.powerdome.model.options import MAX_SEATS, MIN_SEATS
from deathdome.powerdome.play.host import HUMAN
from deathdome.powerdome.play.lobby import BOT, Wishes
from deathdome.powerdome.rules.game import NAME
from deathdome.powerdome.text import title_screens as say
from deathdome.powerdome.text.settings import SETTINGS
from deathdome.powerdome.tui.ports import Shell
from deathdome.seeds import random_seed
from deathdome.stage.screens.menu import AskScreen, Field, FormScreen
from deathdome.stage.text import BLANK, Line, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.play.lobby import Lobby

_DIGITS: Final = 38  # of a seed
_ROUNDS: Final = (20, 30, 40, 60, 80, 100)


class SetupScreen(FormScreen[Shell]):
    """A row for every choice; the first row begins the game."""

    def __init__(self) -> None:
        super().__init__()
        self.wishes = Wishes()
        self._drawn: Final = random_seed()  # so that the form can say who the bots are

    def banner(self) -> str:
        return say.SETUP

    def heading(self, width: int) -> list[Line]:
        return [BLANK, *wrapped(say.SETUP_HELP, width, "dim"), BLANK]

    @property
    def _lobby(self) -> Lobby:
        lobby = self.shell.lobby
        assert lobby is not None
        return lobby

    @property
    def _whole(self) -> Wishes:
        """The wishes with the seed that the game will have."""
        seed = self._drawn if self.wishes.seed is None else self.wishes.seed
        return replace(self.wishes, seed=seed)

    # -- rows ----------------------------------------------------------------------------------

    def fields(self) -> Sequence[Field]:
        wishes, options = self.wishes, self.wishes.options
        rows = [
            Field(say.BEGIN, say.BEGIN_DETAIL, "", act=lambda: self.shell.begin(self._whole)),
            Field(say.PLAYERS, say.PLAYERS_DETAIL, str(len(wishes.seats)), self._resize),
        ]
        names = self._lobby.names(wishes)
        rows += [self._seat(seat, name) for seat, name in enumerate(names)]
        rows += [
            Field(
                say.SETTING,
                say.SETTING_DETAIL,
                wishes.setting or next(iter(SETTINGS)),
                self._next_setting,
            ),
            self._choice(say.INITIATIVE, say.INITIATIVE_DETAIL, "initiative", say.INITIATIVES),
            self._choice(say.DECLARE, say.DECLARE_DETAIL, "declare", say.DECLARES),
            self._choice(say.BIDS, say.BIDS_DETAIL, "bids", say.BIDS_NAMES),
            Field(
                say.CLOSING,
                say.CLOSING_DETAIL,
                say.ON if options.closing_dome else say.OFF,
                lambda _: self._rule(closing_dome=not options.closing_dome),
            ),
            Field(
                say.MAX_ROUNDS,
                say.MAX_ROUNDS_DETAIL,
                str(options.max_rounds),
                None if options.closing_dome else self._next_rounds,
                barred=options.closing_dome,
            ),
            Field(
                say.SEED,
                say.SEED_DETAIL,
                say.RANDOM if wishes.seed is None else str(wishes.seed),
                ask=self._ask_seed,
            ),
        ]
        return rows

    def _seat(self, seat: Seat, name: str) -> Field:
        player = self.wishes.seats[seat]
        change, ask = partial(self._next_player, seat), partial(self._ask_name, seat)
        if player == HUMAN:
            return Field(name, say.HUMAN_DETAIL, say.HUMAN, change, ask)
        trait = self._whole.trait(seat)
        shown = f"{player}, {say.TRAITS[trait]}" if trait else player
        return Field(name, say.BOT_DETAIL.format(bot=player), shown, change, ask)

    def _choice(self, label: str, detail: str, option: str, words: Mapping[str, str]) -> Field:
        now = getattr(self.wishes.options, option)

        def change(by: int) -> None:
            self._rule(**{option: _after(tuple(words), now, by)})

        return Field(label, detail, words[now], change)

    # -- changes -------------------------------------------------------------------------------

    def _take(self, **changes: Any) -> None:
        self.wishes = replace(self.wishes, **changes)

    def _rule(self, **changes: Any) -> None:
        self._take(options=replace(self.wishes.options, **changes))

    def _resize(self, by: int) -> None:
        """Add or remove players at the end; at a limit start from the other one."""
        sizes = tuple(range(MIN_SEATS, MAX_SEATS + 1))
        count = _after(sizes, len(self.wishes.seats), by)
        seats = [*self.wishes.seats, *[BOT] * count][:count]
        self._take(seats=tuple(seats), names=self.wishes.names[:count])

    def _next_player(self, seat: Seat, by: int) -> None:
        players = (HUMAN, *self._lobby.bots())
        seats = list(self.wishes.seats)
        seats[seat] = _after(players, seats[seat], by)
        self._take(seats=tuple(seats))

    def _next_setting(self, by: int) -> None:
        settings = tuple(SETTINGS)
        self._take(setting=_after(settings, self.wishes.setting or settings[0], by))

    def _next_rounds(self, by: int) -> None:
        self._rule(max_rounds=_after(_ROUNDS, self.wishes.options.max_rounds, by))

    def _ask_name(self, seat: Seat) -> None:
        """Ask for the name of a player; an empty one is the usual name."""
        given = [*self.wishes.names, *[""] * len(self.wishes.seats)][: len(self.wishes.seats)]

        def fill(text: str | None) -> None:
            if text is not None:
                given[seat] = text
                self.shell.attempt(lambda: self._rename(tuple(given)))

        self._ask(say.ASK_NAME, given[seat], NAME, fill)

    def _rename(self, names: tuple[str, ...]) -> None:
        wishes = replace(self.wishes, names=names)
        self._lobby.names(wishes)  # it refuses a name that cannot be
        self.wishes = wishes
        self.draw()

    def _ask_seed(self) -> None:
        def fill(text: str | None) -> None:
            if text is None:
                return
            if text and not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
                self.shell.say(say.BAD_SEED.format(text=text))
                return
            self._take(seed=int(text) if text else None)
            self.draw()

        now = "" if self.wishes.seed is None else str(self.wishes.seed)
        self._ask(say.ASK_SEED, now, _DIGITS, fill)

    def _ask(self, question: str, text: str, most: int, fill: Callable[[str | None], None]) -> None:
        self.app.push_screen(AskScreen(question, text, most), fill)

    def unavailable(self) -> Sequence[str]:
        return ()


def _after(values: Sequence[Any], value: object, by: int) -> Any:
    """Return the value so many places after another, past the end from the start."""
    at = values.index(value) if value in values else -by
    return values[(at + by) % len(values)]
