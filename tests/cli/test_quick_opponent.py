"""`play --quick` without --seats: the results file chooses the opponent."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from deathdome.cli.sessions import (
    LocalLobby,
    new_referee,
    new_session,
    opponent_words,
    quick_seats,
)
from deathdome.records.results import Result, add_result
from deathdome.tui.presenters.log import LogEntry, log_entries

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT = ("human", "regular")
NONE = (0, 0)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def played(number: int, against: str, winner: int) -> None:
    names = ("human", against)
    trouble = add_result(
        Result(
            *(
                f"{number}.match",
                "",
                "",
                "2021",
                "plaza",
                6,
                6,
                names,
                ("", ""),
                (winner,),
                "payout",
            ),
            *(NONE, NONE, NONE, NONE, NONE, NONE, number),
        )
    )
    assert not trouble


def test_the_first_opponent_is_rookie() -> None:
    assert quick_seats(DEFAULT) == ("human", "rookie")
    assert opponent_words(("human", "rookie")) == "Rookie first. Win, and the next one is harder."


def test_the_opponent_is_the_first_line_of_the_log_and_no_fault() -> None:
    names = ("human", "rookie")
    referee = new_referee(list(names), 3, None, "plaza", quick=True)
    host = new_session(referee, names, greeting="Rookie first.")
    first, *others = log_entries(host)
    assert first == LogEntry("Rookie first.")
    assert others
    assert host.faults == []

    async def close() -> None:
        for soon in host.close():
            if soon is not None:
                await soon

    asyncio.run(close())


def test_the_opponent_follows_the_results_and_says_so() -> None:
    played(1, "rookie", 0)
    assert LocalLobby().quick_seats(DEFAULT) == (
        ("human", "regular"),
        "You won. Regular is next.",
    )
    played(2, "regular", 1)
    assert LocalLobby().quick_seats(DEFAULT) == (
        ("human", "rookie"),
        "You lost. Rookie is next, and easier.",
    )
    played(3, "rookie", 1)
    assert LocalLobby().quick_seats(DEFAULT) == (("human", "rookie"), "Rookie again.")


@pytest.mark.parametrize("wished", [("human", "elite"), ("human", "human"), ("rookie", "human")])
def test_seats_in_the_options_stay(wished: tuple[str, ...]) -> None:
    played(1, "rookie", 0)
    assert quick_seats(wished) == wished
    assert opponent_words(wished) == ""
