"""The help sheet: keys from the keymap, the signs of the board, the rules in brief."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.text.names import counted
from deathdome.tui.glyphs import ASCII
from deathdome.tui.keyset import in_use
from deathdome.tui.presenters.board import legend
from deathdome.tui.presenters.text import BLANK, Line, Span, columns_of, fitted, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.ruleset import Ruleset
    from deathdome.tui.glyphs import GlyphSet

RULES: Final = {
    "Aim": (
        "{rounds}; the highest payout wins: 500,000 for each tower held at the end, 100,000 "
        "for each control point, 100,000 for each beetle shell. A shell is taken for each enemy "
        "killed."
    ),
    "Store": (
        "Before the match every team spends 2,000,000. In one purchasing turn: buy one card, "
        "sell one card, or both. A unit carries three items at most, one armor and one vehicle "
        "among them; unit decks fit their own type only. Passing ends it for your team; every "
        "item must be on a unit by then."
    ),
    "Turn": (
        "Draw up to three cards, plus one for every five supply points, seven at most. Then two "
        "unit phases, of two units or twice the same: one walk and one action each, in either "
        "order. An action attacks, captures the point underfoot, opens a jail from its release "
        "point, or uses an item marked [a]."
    ),
    "Walking": (
        "Up to the movement rating, all eight directions cost one. Teammates may be passed, "
        "foes not. Walls, lava, jails and enemy bases are closed; towers are entered from a "
        "bridge."
    ),
    "Attack": (
        "Strength of unit and weapon plus the values of attack cards, against toughness plus "
        "defence cards. What is left over is wounds. Close weapons reach neighbours, ranged "
        "ones need range and a clear line; a punch is always there. In its base a unit is safe "
        "and can do nothing but walk."
    ),
    "Cards": (
        "A power card gives its value in an attack or a defence, or else its ability; never both."
    ),
    "Death": (
        "Vitae gone, the unit goes to the jail its killer chooses. Whoever stands on a release "
        "point may open that jail: everybody in it returns to their own bases, healed. A team "
        "with all units in jail may be the last of all: the last team standing wins at once."
    ),
    "Down and pushed": (
        "A unit that lies down cannot act until the end of its next own turn; it defends as "
        "ever. A pushed unit goes straight back; lava kills it."
    ),
}


CHARACTERS: Final = {
    "turn": (
        "Your four units are characters. One is exchanged for another within one purchasing "
        "turn: buy one and sell one, in either order. Some are of several types and may carry "
        "the items of each. The items of one who leaves lie aside."
    ),
    "phase": (
        "Your four units are characters. One can be bought in one purchasing turn and another "
        "sold in a later one, but a team passes with four. Some are of several types and may "
        "carry the items of each. The items of one who leaves lie aside."
    ),
}


def manual_lines(
    width: int,
    rounds: int = 6,
    seed: int | None = None,
    ruleset: Ruleset | None = None,
    glyphs: GlyphSet = ASCII,
    now: tuple[str, Sequence[tuple[str, str]]] = ("", ()),
) -> list[Line]:
    """The whole sheet: the rules as they are in this match, before them the keys of the moment.

    `now` is where these keys are in use, and (keys, what they do) for each.
    """
    rules = dict(RULES)
    if ruleset is not None and ruleset.characters:
        rules = {"Aim": rules["Aim"], "Characters": CHARACTERS[ruleset.character_swap], **rules}
    place, keys_now = now
    rows: list[Line] = []
    if keys_now:
        rows.append(line(Span(f"Keys now, {place}", "title")))
        for keys, help_text in keys_now:
            rows += _key_rows(keys, help_text, width)
        rows.append(BLANK)
    rows.append(line(Span("Rules in brief", "title")))
    for head, text in rules.items():
        rows.append(line(Span(head, "strong")))
        rows += wrapped(text.replace("{rounds}", counted(rounds, "round")), width, "", " ")
    if seed is not None:
        rows += wrapped(f"This match: --seed {seed}", width, "dim")
    rows.append(BLANK)
    title = ""
    for group, keys, help_text in in_use().help_rows():
        if group != title:
            if title:
                rows.append(BLANK)
            title = group
            rows.append(line(Span(f"Keys: {group}", "title")))
        rows += _key_rows(keys, help_text, width)
    rows += [BLANK, line(Span("Signs of the board", "title"))]
    for sign, words in legend(glyphs):
        first, *more = wrapped(words, width - 9) or [BLANK]
        rows.append(line(Span(f" {sign:<8}", "key"), *first))
        rows += [line(" " * 9, *row) for row in more]
    rows += [BLANK, line(Span("Mouse", "title"))]
    rows += wrapped(_MOUSE, width)
    return rows


_MOUSE: Final = (
    "A click moves the cursor or the bar, a second click chooses. The right button goes back. A "
    "click on a tab of the panel opens it, on a part of the key bar it is that key, and on the "
    "title row it lists everything that can be done. The wheel moves the bar or scrolls; over the "
    "board it opens the log."
)


def _key_rows(keys: str, help_text: str, width: int) -> list[Line]:
    """A key, and beside it what it does."""
    first, *more = wrapped(help_text, width - 13)
    head = line(Span(f" {fitted(keys, max(12, columns_of(keys)))}", "key"), *first)
    return [head, *(line(" " * 13, *row) for row in more)]
