"""The keys: every preset whole and without clashes, and everything that names a key names these."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from scenes import scene
from textual.keys import _character_to_key
from tui.props import on_stage

from deathdome.model.decisions import Question
from deathdome.settings import KeyOptions, Options
from deathdome.stage.keys.keyset import MOVES
from deathdome.stage.keys.names import key_name, pressed_name, refused, written_as
from deathdome.stage.text import text_of
from deathdome.tui.display import DisplaySettings
from deathdome.tui.keys import keyset
from deathdome.tui.keys.keyset import CONFIRMS, PRESETS, TABLE, Keyset
from deathdome.tui.keys.table import KEYS, MATCH, SHOP, Context
from deathdome.tui.presenters.manual import manual_lines
from deathdome.tui.presenters.prompts import PROMPTS

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def the_keys_of_others_are_as_before() -> Iterator[None]:
    yield
    keyset.use(Keyset())


@pytest.fixture(params=PRESETS)
def keys(request: pytest.FixtureRequest) -> Keyset:
    return Keyset(request.param)


# -- every preset --------------------------------------------------------------------------------


def test_no_key_does_two_things_in_one_context(keys: Keyset) -> None:
    assert keys.clashes() == []


def test_on_the_board_of_a_narrow_terminal_the_bar_names_the_key_of_the_panel(
    keys: Keyset,
) -> None:
    for context in (Context.BOARD, Context.WAIT, Context.LAST_BOARD):
        for width in range(60, 80):
            assert "Tab panel" in keys.bar_text(context, width)


def test_every_action_is_reached_by_a_key_that_every_terminal_sends(keys: Keyset) -> None:
    for key in keys.keys:
        for context in key.contexts:
            good = [name for name in key.keys if keys.key_for(context, name) is key]
            assert good == list(key.keys), (key.id, context)
        safe = [name for name in key.keys if not refused(name) and name != "f1"]
        assert safe, f"{key.id} has no key that surely arrives: {key.keys}"
        assert not refused(key.keys[0]), f"{key.id} is shown with {key.keys[0]}"


def test_every_key_is_one_that_there_is(keys: Keyset) -> None:
    for key in keys.keys:
        for name in key.keys:
            assert key_name(name) == name, (key.id, name)


def test_keys_that_move_never_confirm(keys: Keyset) -> None:
    moves = {name for key in keys.keys if key.id in MOVES for name in key.keys}
    for key in keys.keys:
        if key.id in CONFIRMS:
            assert not moves & set(key.keys), key.id
    assert TABLE.problems(keys.preset, {}) == []


def test_a_preset_names_only_actions_of_the_table(keys: Keyset) -> None:
    assert set(PRESETS[keys.preset].keys) <= {key.id for key in KEYS} | {"another"}


def test_a_preset_leaves_arrows_enter_and_escape_alone(keys: Keyset) -> None:
    for step in ("up", "down", "left", "right"):
        found = keys.key_for(Context.BOARD, step)
        assert found is not None
        assert found.id == step
    assert keys.name("choose") == "Enter"
    assert keys.name("back") == "Esc"


@pytest.mark.parametrize("context", Context)
@pytest.mark.parametrize("width", [80, 120])
def test_the_key_bar_fits_and_ends_with_the_help_key(
    keys: Keyset, context: Context, width: int
) -> None:
    bar = keys.bar_text(context, width)
    assert len(bar) <= width
    if any(key.id == "help" and context in key.contexts for key in keys.keys):
        assert bar.endswith("? keys")


def test_the_default_keys_are_those_of_the_table() -> None:
    assert Keyset().keys == KEYS
    for name, action in {
        "l": "log",
        "k": "acts",
        "e": "end",
        "u": "take_back",
        "h": "hint",
    }.items():
        found = Keyset().key_for(Context.BOARD, name)
        assert (found.id if found else "") == action


def test_the_letters_that_move() -> None:
    for preset, letters in {"vi": "hjklyubn", "wasd": "wasd"}.items():
        keys = Keyset(preset)
        for context in MATCH:
            found = [keys.key_for(context, letter) for letter in letters]
            assert all(key is not None and key.id in MOVES for key in found), (preset, context)


def test_only_with_capital_letters_and_shift() -> None:
    keys = Keyset("vi")
    small, capital = keys.key_for(Context.BOARD, "k"), keys.key_for(Context.BOARD, "K")
    assert small is not None
    assert capital is not None
    assert (small.id, capital.id) == ("up", "acts")


@pytest.mark.parametrize(
    ("pressed", "name"),
    [
        ("shift+k", "K"),  # terminals that report every key say so
        ("shift+K", "K"),
        ("shift+question_mark", "question_mark"),
        ("shift+up", "shift+up"),
        ("shift+tab", "shift+tab"),
        ("shift", "shift"),
        ("k", "k"),
    ],
)
def test_shift_is_heard_whatever_the_terminal_calls_it(pressed: str, name: str) -> None:
    assert pressed_name(pressed) == name


# -- names of keys -------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [*map(chr, range(33, 127)), "\xe9", "\u044f"])
def test_a_sign_is_called_as_the_screen_calls_it(sign: str) -> None:
    assert key_name(sign) == _character_to_key(sign)
    assert written_as(key_name(sign)) == sign


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("esc", "escape"),
        ("Enter", "enter"),
        ("PgUp", "pageup"),
        ("space", "space"),
        (" ", "space"),
        ("Shift+Up", "shift+up"),
        ("shift+u", "U"),
        ("ctrl+E", "ctrl+e"),
        ("ctrl++", "ctrl+plus"),
        ("F5", "f5"),
        ("f13", ""),
        ("", ""),
        ("ctrl+", ""),
        ("+", "plus"),
        ("strg+c", ""),
        ("ctrl+ctrl+c", ""),
        ("abc", ""),
        ("\x1b", ""),
        ("\u200b", ""),
    ],
)
def test_keys_as_people_write_them(written: str, name: str) -> None:
    assert key_name(written) == name


@pytest.mark.parametrize(
    "name", ["ctrl+i", "ctrl+m", "ctrl+h", "ctrl+[", "f11", "f10", "alt+x", "ctrl+q", "ctrl+b"]
)
def test_keys_that_terminals_swallow_are_refused(name: str) -> None:
    ((action, text),) = TABLE.problems("default", {"why": (name,)})
    assert action == "why"
    assert "can't be used" in text


# -- custom keys ---------------------------------------------------------------------------------


def test_a_key_of_ones_own_takes_the_place_of_the_others() -> None:
    keys = Keyset("vi", {"why": ("?",), "help": ("f1",), "far_up": ("K",), "acts": ("x",)})
    assert keys.name("why") == "?"
    found = keys.key_for(Context.BOARD, "question_mark")
    assert found is not None
    assert found.id == "why"
    assert keys.key_for(Context.BOARD, "w") is None
    assert "x cards" in keys.bar_text(Context.BOARD, 200)


@pytest.mark.parametrize(
    ("preset", "value", "step"),
    [
        ("default", "Left Right value", "Left Right step  Up Down turn"),
        ("vi", "h l value", "h l step  k j turn"),
        ("wasd", "a d value", "a d step  w s turn"),
    ],
)
def test_of_two_keys_that_go_two_ways_the_bar_names_both(
    preset: str, value: str, step: str
) -> None:
    keys = Keyset(preset)
    assert f"  {value}" in keys.bar_text(Context.FORM, 200)
    assert step in keys.bar_text(Context.REPLAY, 200)
    assert "PgUp PgDn round" in keys.bar_text(Context.REPLAY, 200)


def test_the_sheet_says_what_the_arrows_do_while_a_match_is_watched(keys: Keyset) -> None:
    told = dict(keys.rows_now(Context.REPLAY))
    names = {key.id: written_as(key.keys[0]) for key in keys.keys if Context.REPLAY in key.contexts}
    assert told[names["left"]] == "One action back"
    assert told[names["right"]] == "One action forward"
    assert told[names["up"]] == "Back to the start of the turn"
    assert told[names["down"]] == "To the next turn"
    assert told["PgUp"] == "Back to the start of the round"
    assert told["PgDn"] == "To the next round"
    assert "Move the cursor" not in told.values()


def test_the_sheet_tells_arrows_that_change_a_value_from_those_that_move() -> None:
    rows = Keyset().rows_now(Context.FORM)
    assert rows[0] == ("Up Down", "Up and down")
    assert ("Left", "Previous value") in rows
    assert ("Right", "Next value") in rows
    assert Keyset().rows_now(Context.BOARD)[0] == ("arrows", "Move the cursor")


def test_moving_with_keys_of_ones_own_is_said_in_the_bar() -> None:
    keys = Keyset("default", {"up": ("8",), "down": ("2",), "left": ("4",), "right": ("6",)})
    assert keys.bar_text(Context.BOARD, 80).startswith(" 4 2 8 6 move")


# -- whatever names a key ------------------------------------------------------------------------


def test_the_help_sheet_is_made_from_the_keys_in_use(keys: Keyset) -> None:
    keyset.use(keys)
    text = text_of(manual_lines(77))
    for key in keys.keys:
        rows = [row for row in keys.help_rows() if row[2].startswith(key.help)]
        assert rows, key.id
    assert max(len(line) for line in text.splitlines()) <= 77
    assert text.startswith("Rules in brief")
    assert re.search(rf"^ {re.escape(keys.name('why'))} +Explain why", text, re.MULTILINE)


@pytest.mark.parametrize("question", Question)
def test_prompts_name_no_key_but_by_its_action(question: Question) -> None:
    words = PROMPTS[question].words
    assert not re.search(r"\b(Enter|Esc|Space|Tab)\b|\b[a-zA-Z]: ", words.replace("{unit}", ""))
    keyset.use(Keyset("default", {"choose": ("ctrl+e",), "end": ("E",)}))
    assert "Enter" not in keyset.with_keys(words)


def test_the_curtain_opens_with_the_confirming_key_only(keys: Keyset) -> None:
    opening = [key for key in keys.keys if Context.CURTAIN in key.contexts and key.id == "choose"]
    assert [key.keys for key in opening] == [("enter",)]
    assert keys.key_for(Context.CURTAIN, "shift") is None


async def test_a_match_is_played_with_the_keys_of_vi() -> None:
    match = scene(units={"red warrior": "e4", "blue gunner": "m3"}, active="red warrior")
    async with on_stage(match) as stage:
        stage.app.use_settings(DisplaySettings(Options(keys=KeyOptions(preset="vi"))))
        await stage.press("?")
        assert "keys" in stage.text
        await stage.press("escape")
        before = stage.interaction.cursor
        await stage.press("l", "j", "y")
        assert stage.interaction.cursor == before
        await stage.press("n")
        grid = match.state.setup.board.grid
        assert stage.interaction.cursor == before + grid.stride + 1
        assert "hjkl move" in stage.text
        assert "K cards" in stage.text or "e end" in stage.text
        await stage.press("L")
        assert "Log" in stage.text


def test_groups_cover_every_context() -> None:
    rows = [key for _, key, _ in TABLE.grouped(KEYS)]
    assert {key.id for key in rows} == {key.id for key in KEYS}
    assert set(Context) > MATCH | SHOP
