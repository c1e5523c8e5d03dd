"""The help sheet: keys, the symbols of the board, the rules in brief."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.stage.text import BLANK, Line, Span, columns_of, fitted, line, wrapped
from deathdome.text.names import capitalised, counted
from deathdome.text.phrases import manual as say
from deathdome.text.phrases.scenarios import SCENARIOS
from deathdome.text.scenarios import changed_words, scenarios_on
from deathdome.tui.glyphs import ASCII
from deathdome.tui.keys.keyset import in_use
from deathdome.tui.presenters.board import legend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.ruleset import Ruleset
    from deathdome.tui.glyphs import GlyphSet


def manual_lines(
    width: int,
    rounds: int = 6,
    seed: int | None = None,
    ruleset: Ruleset | None = None,
    glyphs: GlyphSet = ASCII,
    now: tuple[str, Sequence[tuple[str, str]]] = ("", ()),
    match: str = "",
) -> list[Line]:
    """Return the whole sheet: the keys of the moment, then the rules of this match.

    `now` is the context of these keys, and (keys, help) for each. `match` is "match 2 of 5".
    """
    rules = dict(say.RULES)
    if ruleset is not None and ruleset.characters:
        rules = {"Aim": rules["Aim"], "Characters": say.CHARACTERS[ruleset.character_swap], **rules}
    place, keys_now = now
    rows: list[Line] = []
    if keys_now:
        rows.append(line(Span(f"Keys now, {place}", "title")))
        for keys, help_text in keys_now:
            rows += _key_rows(keys, help_text, width)
        rows.append(BLANK)
    if ruleset is not None:
        rows += terms_lines(ruleset, width, match)
    if match:
        rules = {**rules, "Season": say.SEASON}
    rows.append(line(Span(say.RULES_TITLE, "title")))
    for head, text in rules.items():
        rows.append(line(Span(head, "strong")))
        rows += wrapped(text.replace("{rounds}", counted(rounds, "round")), width, "", " ")
    if seed is not None:
        rows += wrapped(say.SEED_OPTION.format(seed=seed), width, "dim")
    rows.append(BLANK)
    title = ""
    for group, keys, help_text in in_use().help_rows():
        if group != title:
            if title:
                rows.append(BLANK)
            title = group
            rows.append(line(Span(f"Keys: {group}", "title")))
        rows += _key_rows(keys, help_text, width)
    rows += [BLANK, line(Span(say.SYMBOLS_TITLE, "title"))]
    for sign, words in legend(glyphs):
        first, *more = wrapped(words, width - 9) or [BLANK]
        rows.append(line(Span(f" {sign:<8}", "key"), *first))
        rows += [line(" " * 9, *row) for row in more]
    rows += [BLANK, line(Span("Mouse", "title"))]
    rows += wrapped(_MOUSE, width)
    return rows


def terms_lines(ruleset: Ruleset, width: int, match: str = "") -> list[Line]:
    """Return the match of a season, the scenarios and every changed switch; [] for none."""
    rows: list[Line] = wrapped(capitalised(f"{match}."), width, "", " ") if match else []
    for name in scenarios_on(ruleset):
        called, effect = SCENARIOS[name]
        rows += wrapped(f"{called}: {effect}", width, "", " ")
    if changed := changed_words(ruleset):
        words = say.CHANGED_RULES.format(edition=ruleset.edition, changes=", ".join(changed))
        rows += wrapped(words, width, "", " ")
    return [line(Span(say.THIS_MATCH, "title")), *rows, BLANK] if rows else []


_MOUSE: Final = say.MOUSE


def _key_rows(keys: str, help_text: str, width: int) -> list[Line]:
    """Return a key with its help."""
    first, *more = wrapped(help_text, width - 13)
    head = line(Span(f" {fitted(keys, max(12, columns_of(keys)))}", "key"), *first)
    return [head, *(line(" " * 13, *row) for row in more)]
