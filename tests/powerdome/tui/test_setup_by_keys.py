"""The whole setup by random keys: whatever is pressed, no screen fails and no answer is illegal."""

from __future__ import annotations

from random import Random

import pytest
from powerdome.tui.driving import SIZES, a_game, fits, on_screen, press, top

from deathdome.powerdome.model.state import Phase

# Keys that lead on, more often than the others, and those of each form.
KEYS = (
    *("enter", "enter", "c", "c", "x", "y", "n", "o", "p", "s"),
    *("up", "down", "left", "right", "pageup", "pagedown", "1", "5", "0", "u", "U", "backspace"),
)


@pytest.mark.parametrize(
    ("seats", "size"), zip(("human,random", "human,human"), SIZES, strict=True)
)
async def test_the_setup_by_random_keys(seats: str, size: tuple[int, int]) -> None:
    rng = Random(seats)
    host = a_game(seats, 5)
    pages = set()
    async with on_screen(host, size) as (app, pilot):
        for _ in range(250):
            page = top(app)
            pages.add(page)
            if host.state.now.round or app.failure is not None:
                break
            if page == "CurtainScreen":
                assert app.curtain is not None
                await press(app, pilot, host.key(app.curtain))
            elif page in ("HelpScreen", "PlayerScreen", "HintScreen", "AskScreen"):
                await press(app, pilot, "escape")
            else:
                await press(app, pilot, rng.choice(KEYS))
            fits(app)
        assert app.failure is None
    assert "NominateScreen" in pages
    assert host.state.phase is not Phase.NOMINATION
    assert all(one.vitality >= 0 for one in host.state.now.characters)
