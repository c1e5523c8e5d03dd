"""The character of a player on the screen: two lines, and what the log will say (PD-SETUP-06)."""

from __future__ import annotations

import pytest
from powerdome.tui.driving import SIZES, a_game, fits, on_screen, play_to, press, text_of, type_text

from deathdome.powerdome.model.answers import Persona
from deathdome.powerdome.model.asks import AskKind


@pytest.mark.parametrize("size", SIZES)
async def test_a_name_and_a_look_are_written(size: tuple[int, int]) -> None:
    host = a_game(seed=3)
    play_to(host, AskKind.PERSONA)
    async with on_screen(host, size) as (app, pilot):
        assert "You enter." in text_of(app)
        assert f"You bring {host.state.now.characters[0].vitality} vitality" in text_of(app)
        await press(app, pilot, "enter")
        await type_text(app, pilot, "Brass Widow")
        await press(app, pilot, "enter")
        await type_text(app, pilot, "a tin smile")
        assert "You enter as Brass Widow, a tin smile." in text_of(app)
        fits(app)
        await press(app, pilot, "enter")
        given = [entry.answer for entry in host.referee.journal if entry.seat == 0]
        assert Persona("Brass Widow", "a tin smile") in given
