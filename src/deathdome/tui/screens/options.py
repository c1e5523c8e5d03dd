"""Options of the player: every change shows at once, and is saved when the page closes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import ContentError
from deathdome.settings import HELP, MAX_NAME, MAX_SEATS, Options, choices_of, options_path, save
from deathdome.stage.screens.menu import AskScreen, Field, FormScreen
from deathdome.stage.text import BLANK, Line, Span, cut, line
from deathdome.text.phrases import manual
from deathdome.text.phrases import menus as say
from deathdome.tui.glyphs import SETS
from deathdome.tui.keys.keyset import TABLE
from deathdome.tui.ports import Shell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deathdome.settings import KeyOptions

_LABELS: Final = {
    "theme": "Theme",
    "glyphs": manual.SYMBOLS_TITLE,
    "colours": "Colours",
    "pace": say.SPEED,
    "animation": "Animation",
    "announcer": "Announcer",
    "mouse": "Mouse",
    "confirm_ending": say.ASK_BEFORE_END,
    "end_spent": say.END_SPENT_PHASES,
    "curtain": "Curtain",
}
_NEXT_RUN: Final = frozenset({"mouse"})  # the terminal learns this at the start
_ROOMY: Final = 20  # rows of a terminal from which on there is a heading

_SHOWN: Final = {True: "on", False: "off"}


def settings(options: Options) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (`Theme: light`, its change) for every value of every option."""
    for name, label in _LABELS.items():
        for value in _values_of(name):
            yield f"{label}: {_SHOWN.get(value, value)}", {name: value}
    for preset in TABLE.presets():
        yield f"Keys: {preset}", {"keys": _with_preset(options, preset)}


def take(shell: Shell, **changes: Any) -> None:
    """Apply changed options without saving them."""
    options = replace(shell.settings.options, **changes)
    glyphs = SETS.get(options.glyphs, shell.settings.glyphs)
    shell.use_settings(replace(shell.settings, options=options, glyphs=glyphs))


def keep(shell: Shell, before: Options) -> None:
    """Write changed options to the file; say why they cannot be written."""
    options = shell.settings.options
    if options != before:
        try:
            save(options, before=before)
        except ContentError as error:
            shell.say(say.FILE_NOT_WRITTEN.format(error=error))
        except OSError as error:
            why = error.strerror or type(error).__name__
            shell.say(say.NOT_SAVED.format(why=why))


def _values_of(option: str) -> list[Any]:
    return list(choices_of(option)) or [True, False]


def _with_preset(options: Options, preset: str) -> KeyOptions:
    """Return the keys with another preset, without own keys that clash with it."""
    keys = options.keys
    own = {} if TABLE.problems(preset, keys.own) else keys.own
    return replace(keys, preset=preset, own=own)


class OptionsScreen(FormScreen[Shell]):
    """A row for every option, with its help below."""

    def __init__(self) -> None:
        super().__init__()
        self._before: Options | None = None

    def on_mount(self) -> None:
        self._before = self.shell.settings.options
        super().on_mount()

    @property
    def options(self) -> Options:
        """The options in force."""
        return self.shell.settings.options

    def banner(self) -> str:
        return "Options"

    def heading(self, width: int) -> list[Line]:
        """Return the path of the file; in a low terminal the help of an option needs the rows."""
        if self.size.height < _ROOMY:
            return []
        return [line(Span(cut(f"Saved in {options_path()}", width), "dim")), BLANK]

    def fields(self) -> Sequence[Field]:
        """Return rows for choices, switches, keys and names."""
        options = self.options
        rows = []
        for name, label in _LABELS.items():
            value = getattr(options, name)
            shown = _SHOWN.get(value, value)
            later = " " + say.NEXT_START if name in _NEXT_RUN else ""
            rows.append(Field(label, f"{HELP[name]}{later}.", shown, self._changer(name)))
        rows.append(Field("Keys", f"{HELP['keys']}.", options.keys.preset, self._preset))
        for place in range(MAX_SEATS):
            name = options.names[place] if place < len(options.names) else ""
            label = say.PLAYER_NAME.format(number=place + 1)
            rows.append(Field(label, f"{HELP['names']}.", name or "none", ask=self._namer(place)))
        return rows

    # -- changing ------------------------------------------------------------------------------

    def _take(self, **changes: Any) -> None:
        take(self.shell, **changes)

    def _changer(self, name: str) -> Callable[[int], None]:
        def change(step: int) -> None:
            values = _values_of(name)
            at = values.index(getattr(self.options, name))
            self._take(**{name: values[(at + step) % len(values)]})

        return change

    def _preset(self, step: int) -> None:
        known = TABLE.presets()
        at = known.index(self.options.keys.preset)
        self._take(keys=_with_preset(self.options, known[(at + step) % len(known)]))

    def _namer(self, place: int) -> Callable[[], None]:
        def ask() -> None:
            old = self.options.names[place] if place < len(self.options.names) else ""
            screen = AskScreen(say.NAME_QUESTION.format(number=place + 1), old, MAX_NAME)
            self.app.push_screen(screen, named)

        def named(name: str | None) -> None:
            if name is None:
                return
            names = [*self.options.names, *("",) * MAX_SEATS][:MAX_SEATS]
            names[place] = name
            # A name after an empty one keeps its place.
            while names and not names[-1]:
                names.pop()
            self._take(names=tuple(names))
            self.draw()

        return ask

    def do_back(self) -> None:
        if self._before is not None:
            keep(self.shell, self._before)
        if self.shell.only_options:
            self.shell.to_second_game()
        else:
            super().do_back()
