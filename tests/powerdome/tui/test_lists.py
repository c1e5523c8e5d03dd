"""Laws of the lists: keys to the ends, small terminals, kinds, searches, answers that stay."""

from __future__ import annotations

import re

import pytest
from powerdome.tui.driving import a_game, fits, on_screen, play_to, press, text_of, top, until
from powerdome.tui.tables import asked

from deathdome.powerdome.bots.fallback import fallback
from deathdome.powerdome.content.packs import load_tome
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.text.tome import kinds_of, short_kinds
from deathdome.powerdome.tui.keys import ENDED, PAGED, TABLE, Context
from deathdome.stage.keys.keyset import Keyset
from deathdome.stage.screens.menu import AskScreen

SIZES = [(60, 18), (80, 24), (120, 40)]
ASKED = {
    AskKind.NOMINATE: "NominateScreen",
    AskKind.PROTECT: "ProtectScreen",
    AskKind.BID: "BidsScreen",
}
SIX = "human,easy,easy,easy,easy,easy"


def at_bar(text: str) -> str:
    """Return the highlighted row."""
    return next(row for row in text.splitlines() if row.startswith(" >"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ASKED)
async def test_keys_go_to_the_ends_of_a_list_and_by_pages(
    kind: AskKind, size: tuple[int, int]
) -> None:
    host = asked(a_game(SIX, 3), kind)
    async with on_screen(host, size) as (app, pilot):
        while top(app) == "CullScreen":
            await press(app, pilot, "enter")
        first = at_bar(text_of(app))
        await press(app, pilot, "end")
        last = at_bar(text_of(app))
        assert last != first
        await press(app, pilot, "down")
        assert at_bar(text_of(app)) == first  # past the last one is the first one
        await press(app, pilot, "end", "pageup")
        assert at_bar(text_of(app)) != last
        await press(app, pilot, *["pageup"] * 9)
        assert at_bar(text_of(app)) == first
        await press(app, pilot, *["pagedown"] * 12)
        assert at_bar(text_of(app)) == last
        await press(app, pilot, "home")
        assert at_bar(text_of(app)) == first
        fits(app)


async def test_the_tome_has_the_same_keys() -> None:
    async with on_screen(a_game()) as (app, pilot):
        await press(app, pilot, "t", "end")
        assert "64 " in at_bar(text_of(app))
        await press(app, pilot, "home")
        assert "  1 " in at_bar(text_of(app))


def test_every_context_with_rows_has_keys_to_its_ends() -> None:
    for preset in TABLE.presets():
        keyset = Keyset(TABLE, preset)
        for context in Context:
            for name, action in (("home", "first"), ("end", "last")):
                if context in ENDED:
                    key = keyset.key_for(context, name)
                    assert key is not None
                    assert key.id == action
            if context in PAGED:
                key = keyset.key_for(context, "pagedown")
                assert key is not None
                assert key.id == "down_right"


@pytest.mark.parametrize("kind", ASKED)
async def test_a_small_terminal_shows_at_least_six_powers(kind: AskKind) -> None:
    host = asked(a_game(SIX, 3), kind)
    async with on_screen(host, SIZES[0]) as (app, pilot):
        while top(app) == "CullScreen":
            await press(app, pilot, "enter")
        rows = [row for row in text_of(app).splitlines() if re.match(r" [> ] .? +\d+ [A-Z]", row)]
        assert len(rows) >= 6, text_of(app)
        if kind is AskKind.PROTECT:
            assert all(name in text_of(app) for name in host.names[1:])
        fits(app)


@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize("kind", [*ASKED, AskKind.DISCARD])
async def test_the_vitality_of_all_is_on_every_list_of_powers(
    kind: AskKind, size: tuple[int, int]
) -> None:
    host = a_game(SIX, 3)
    play_to(host, kind)
    async with on_screen(host, size) as (app, _):
        text = text_of(app)
        for name, one in zip(("You", *host.names[1:]), host.state.now.characters, strict=False):
            if kind is AskKind.DISCARD and not host.state.now.hands[0]:
                continue
            assert re.search(rf"{name}\W+{one.vitality}", text), text


def test_the_kinds_of_a_power_are_all_in_its_row() -> None:
    for power in load_tome(()).powers:
        shown = short_kinds(power).split(", ")
        assert len(shown) == len(kinds_of(power))
        pairs = zip(shown, kinds_of(power), strict=True)
        assert all(kind.startswith(short.rstrip(".")) for short, kind in pairs)
        assert len(short_kinds(power)) < 18


async def test_escape_removes_a_search_then_the_filter_and_never_the_form() -> None:
    async with on_screen(a_game()) as (app, pilot):
        await press(app, pilot, "right", "slash")
        await until(app, pilot, lambda: isinstance(app.screen, AskScreen) and app.screen.is_ready)
        await press(app, pilot, *"strike", "enter")
        assert 'with "strike"' in text_of(app)
        await press(app, pilot, "escape")
        assert 'with "strike"' not in text_of(app)
        assert "[active]" in text_of(app)
        await press(app, pilot, "escape")
        assert "[all]" in text_of(app)
        await press(app, pilot, "escape")
        assert top(app) == "NominateScreen"


async def test_escape_in_the_tome_removes_the_search_first() -> None:
    async with on_screen(a_game()) as (app, pilot):
        await press(app, pilot, "t", "slash")
        await until(app, pilot, lambda: isinstance(app.screen, AskScreen) and app.screen.is_ready)
        await press(app, pilot, *"strike", "enter")
        await press(app, pilot, "escape")
        assert top(app) == "TomeScreen"
        assert "64" in text_of(app).splitlines()[0]
        await press(app, pilot, "escape")
        assert top(app) == "NominateScreen"


@pytest.mark.parametrize("size", SIZES)
async def test_a_key_that_does_nothing_never_takes_the_place_of_a_refusal(
    size: tuple[int, int],
) -> None:
    async with on_screen(a_game(), size) as (app, pilot):
        await press(app, pilot, "Z")
        assert "Z does nothing here" in text_of(app)
        await press(app, pilot, "c")
        assert "You can't" in text_of(app)
        await press(app, pilot, "Z")
        assert "You can't" in text_of(app)
        assert "does nothing" not in text_of(app)


@pytest.mark.parametrize("size", SIZES)
async def test_the_cull_is_shown_before_the_bids(size: tuple[int, int]) -> None:
    host = a_game(SIX, 3)
    play_to(host, AskKind.PROTECT)
    async with on_screen(host, size) as (app, pilot):
        await press(app, pilot, "x", "down", "enter")
        await until(app, pilot, lambda: top(app) == "CullScreen")
        view = host.view(0)
        text = text_of(app)
        for power in (*view.slots, *view.now.culled):
            assert view.now.tome.powers[power].name in text
        assert f"{len(view.slots)} of {len(view.slots) + len(view.now.culled)} stay" in text
        fits(app)
        await press(app, pilot, "enter")
        await until(app, pilot, lambda: top(app) == "BidsScreen")


@pytest.mark.parametrize("size", SIZES)
async def test_the_order_of_action_names_all_players(size: tuple[int, int]) -> None:
    host = asked(a_game(SIX, 3), AskKind.SHEET)
    async with on_screen(host, size) as (app, pilot):
        assert host.answer(fallback(host.view(0), host.referee.owed()[0])) is None
        app.on_changed()
        app._go_on()
        await until(app, pilot, lambda: top(app) == "RevealScreen")
        order = text_of(app).partition("ORDER OF ACTION")[0]
        assert all(name in order for name in ("You", *host.names[1:])), order
        fits(app)
