"""Scenarios and switches of a new match, each with its rule."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final, Literal, get_args, get_origin, get_type_hints

from deathdome.content.rulebook import rules_of_switch, switch_notes
from deathdome.errors import UsageError
from deathdome.model.ruleset import SCENARIOS, SETTLED, Ruleset
from deathdome.records.header import LONGEST, switch_of, values_of
from deathdome.rules.setup import check_scenarios
from deathdome.stage.screens.menu import AskScreen, Field, FormScreen
from deathdome.stage.text import BLANK, Line, Span, line, wrapped
from deathdome.text.names import capitalised
from deathdome.text.phrases import scenarios as say
from deathdome.text.scenarios import switch_name, value_words
from deathdome.tui.keys.keyset import with_keys
from deathdome.tui.ports import Shell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from deathdome.model.catalog import Catalog
    from deathdome.tui.lobby import Wishes

_RULING: Final = 7  # rows of a ruling below the list


def barred(name: str, wishes: Wishes, catalog: Catalog) -> str:
    """Return the reason why a scenario cannot be played with these wishes; "" if it can."""
    rules = wishes
    for other in SCENARIOS:
        rules = rules.switched(other, other == name)
    try:
        check_scenarios(rules.rules, len(wishes.seats), catalog, series=bool(wishes.series))
    except UsageError as error:
        return f"{capitalised(str(error))}."
    return ""


class ScenariosScreen(FormScreen[Shell]):
    """A row for every scenario; those that cannot be played are dim and say why."""

    def __init__(self, wishes: Wishes, changed: Callable[[Wishes], None]) -> None:
        super().__init__()
        self.wishes = wishes
        self._changed = changed

    def banner(self) -> str:
        return say.TITLE

    def heading(self, width: int) -> list[Line]:
        return [BLANK, *wrapped(with_keys(say.KEYS), width), BLANK]

    def fields(self) -> Sequence[Field]:
        wishes, catalog = self.wishes, self.shell.catalog
        rows = []
        for name in SCENARIOS:
            called, effect = say.SCENARIOS[name]
            on = bool(getattr(wishes.rules, name))
            why = barred(name, wishes, catalog)
            detail = " ".join(filter(None, [effect, why]))
            change = None if why and not on else self._changer(name)
            rows.append(Field(called, detail, value_words(on), change, barred=bool(why)))
        return rows

    def _changer(self, name: str) -> Callable[[int], None]:
        def change(step: int) -> None:
            del step
            self.wishes = self.wishes.switched(name, not getattr(self.wishes.rules, name))
            self._changed(self.wishes)

        return change


class SwitchesScreen(FormScreen[Shell]):
    """A row for every other switch of the rules, with its ruling below the list."""

    def __init__(self, wishes: Wishes, changed: Callable[[Wishes], None]) -> None:
        super().__init__()
        self.wishes = wishes
        self._changed = changed
        own = (*SCENARIOS, "edition", "characters")
        self._names = [one.name for one in fields(Ruleset) if one.name not in own]
        self._hints = get_type_hints(Ruleset)

    def banner(self) -> str:
        return say.SWITCHES_TITLE

    def heading(self, width: int) -> list[Line]:
        return [BLANK, *wrapped(with_keys(say.SWITCH_KEYS), width), BLANK]

    def unavailable(self) -> Iterable[str]:
        return ()

    def fields(self) -> Sequence[Field]:
        rules, printed = self.wishes.rules, self.wishes.edition_rules
        rows = []
        for name in self._names:
            value = getattr(rules, name)
            mark = " *" if value != getattr(printed, name) else ""
            fixed = name in SETTLED
            choices = () if fixed else self._choices(name)
            rows.append(
                Field(
                    f"{switch_name(name)}{mark}",
                    self._ruling(name),
                    value_words(value),
                    self._changer(name, choices) if choices else None,
                    None if fixed or choices else self._asker(name),
                    barred=fixed,
                )
            )
        return rows

    def _choices(self, name: str) -> tuple[object, ...]:
        """Return the values of a switch that has few; () where a number is typed."""
        hint = self._hints[name]
        if get_origin(hint) is Literal:
            return get_args(hint)
        return (False, True) if hint is bool else ()

    def _ruling(self, name: str) -> str:
        printed = value_words(getattr(self.wishes.edition_rules, name))
        if name in SETTLED:
            ruling = say.ONLY_VALUE.format(reason=SETTLED[name])
        else:
            ruling = " ".join(f"{rule.id}: {rule.text}" for rule in rules_of_switch(name))
        note = switch_notes().get(name, "")
        decides = capitalised(note.rpartition("; ")[0] or note)
        ruling = f"{decides}. {ruling}".strip()
        edition = self.wishes.edition
        return say.PRINTED_VALUE.format(edition=edition, value=printed, ruling=ruling)

    def details(self, width: int) -> list[Line]:
        """Return the ruling in a fixed number of rows, so that the list does not move."""
        rows = wrapped(self.detail(self.index), width, "dim")
        if len(rows) > _RULING:
            more = with_keys("{read}")
            last = rows[_RULING - 1][0].text[: width - 6].rstrip()
            rows = [*rows[: _RULING - 1], line(Span(f"{last}... ", "dim"), Span(more, "key"))]
        return [*rows, *[BLANK] * (_RULING - len(rows))]

    def _take(self, name: str, value: object) -> None:
        self.wishes = self.wishes.switched(name, value)
        self._changed(self.wishes)

    def _changer(self, name: str, choices: Sequence[object]) -> Callable[[int], None]:
        def change(step: int) -> None:
            at = choices.index(getattr(self.wishes.rules, name))
            self._take(name, choices[(at + step) % len(choices)])

        return change

    def _asker(self, name: str) -> Callable[[], None]:
        def typed(text: str | None) -> None:
            if not text:
                return
            try:
                self._take(name, switch_of(name, text))
            except ValueError as error:
                self.shell.say(say.NOT_A_VALUE.format(problem=capitalised(str(error))))
            self.draw()

        def ask() -> None:
            words = say.SWITCH_QUESTION.format(name=switch_name(name), values=values_of(name))
            now = value_words(getattr(self.wishes.rules, name)).replace(",", "")
            self.app.push_screen(AskScreen(words, now, LONGEST), typed)

        return ask

    def do_read(self) -> None:
        """Open the rules reference at the first rule of the switch."""
        found = rules_of_switch(self._names[self.index])
        if found:
            self.shell.open("rules", self.shell.catalog, found[0].id)
        else:
            self.shell.open("rules", self.shell.catalog)
