"""The announcer in a match: on screens by default, in plain mode only where the option asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from program import answered

from deathdome.cli.sessions import new_referee
from deathdome.plain.match import plain_host
from deathdome.settings import options_path

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ("play", "--plain", "--quick", "--seats", "random,random", "--seed", "3", "--rounds", "1")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def remarks_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("* ")]


def test_plain_mode_is_silent_unless_the_option_asks() -> None:
    silent = answered(*WORDS).stdout
    assert remarks_of(silent) == []
    path = options_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('announcer = "always"\n')
    loud = answered(*WORDS).stdout
    assert len(remarks_of(loud)) >= 2
    facts = [line for line in loud.splitlines() if not line.startswith("* ")]
    assert facts[:-1] == silent.splitlines()[:-1]  # the last line names the record


def test_a_host_is_silent_until_it_is_switched_on_and_without_a_seed() -> None:
    for cosmetic in (None, 5):
        referee = new_referee(["human", "human"], 3, 1, "waspworth", quick=True)
        host = plain_host(referee, ("human", "human"), {}, cosmetic=cosmetic)
        assert not host.remarks
        host.announcing = True
        assert bool(host.remarks) is (cosmetic is not None)
