"""Games of PowerDome at a question, for tests of the screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deathdome.cli.powerdome_games import new_table
from deathdome.powerdome.play.host import Curtain, GameHost, LastWord, Person, Think
from deathdome.stage.text import Line, columns_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.pilot import Pilot

    from deathdome.powerdome.model.asks import Ask, AskKind
    from deathdome.powerdome.tui.app import PowerDomeApp

SIZES = [(80, 24), (120, 40)]


def host_of(
    seats: str = "human,easy,easy,easy", seed: int = 3, setting: str | None = None, **rules: str
) -> GameHost:
    """Return a game at its beginning."""
    return new_table(seats, None, seed, dict(rules), setting, ()).host()


def forward(host: GameHost, until: Callable[[Ask], bool]) -> bool:
    """Answer all questions with hints, up to a question to a person; False if it never comes."""
    while (need := host.need) is not None and not isinstance(need, LastWord):
        if isinstance(need, Think):
            host.take(need.work())
            continue
        ask = host.referee.owed()[0]
        if until(ask):
            return True
        if isinstance(need, Curtain):
            host.lift()
        need = host.need
        assert isinstance(need, Person)
        work = host.hint()
        assert work is not None
        reply = work().answer
        assert reply is not None
        assert host.answer(reply) is None
    return False


def asked(host: GameHost, kind: AskKind, round_: int = 0) -> GameHost:
    """Return the game at a question of a kind, in that round or a later one."""
    found = forward(host, lambda ask: ask.kind is kind and host.state.now.round >= round_)
    assert found
    return host


def shown(app: PowerDomeApp) -> str:
    """Return the text on the terminal."""
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)


async def wait_for(pilot: Pilot[Any], wanted: Callable[[], object]) -> None:
    """Wait until something is true."""
    for _ in range(400):
        if wanted():
            return
        await pilot.pause(0.02)
    raise AssertionError(shown(pilot.app))  # type: ignore[arg-type]


def widest(rows: Sequence[Line]) -> int:
    """Return the columns of the widest row."""
    return max((sum(columns_of(span.text) for span in row) for row in rows), default=0)
