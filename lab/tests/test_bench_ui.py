"""The benchmark of the screen: a short run of each part."""

from __future__ import annotations

import sys

import pytest

from lab.bench import ui
from lab.bench.screen import BARE


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_a_step_of_the_bare_app_writes_some_bytes() -> None:
    assert 0 < ui.bytes_of_a_step(BARE, keys=4) < 5000


async def test_a_round_at_instant_pace_is_drawn_once_and_none_takes_forever() -> None:
    repaints, slowest = await ui.managers_round()
    assert repaints == 1
    assert 0 < slowest < 5000


def test_the_benchmark_says_how_it_is_called(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["ui", "--help"])
    with pytest.raises(SystemExit):
        ui.main()
    assert "--quick" in capsys.readouterr().out
