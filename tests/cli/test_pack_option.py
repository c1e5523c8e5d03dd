"""`--pack`, `--edition`, `--characters`: what a player brings along is played with, or nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from program import answered

from deathdome.arena.simulation import Setting, _opening
from deathdome.bundled import data_folder
from deathdome.cli.sessions import new_referee
from deathdome.cli.values import collection_of, ruleset_of
from deathdome.errors import PackError, UsageError
from deathdome.model.actions import a_of
from deathdome.model.notation import parse_action
from deathdome.model.ruleset import EDITION_2018, EDITION_2019, EDITION_2021
from deathdome.rules.engine import apply_action, decision
from deathdome.session.manager_process import ManagerProcess

if TYPE_CHECKING:
    from pathlib import Path

SPOON = """\
[[card]]
id = "borrowed-spoon"
name = "Borrowed [bold]Spoon"
deck = "equipment"
kind = "close combat weapon"
cost = 200_000
weapon = { strength = 9, range = 1 }

[[card]]
id = "second-helping"
name = "Second Helping"
deck = "power"
copies = 40
value = 5
"""
POSITION = """\
board = "yard"
turn.phase = "red.warrior"
[units]
red.warrior = { at = "k7", items = ["borrowed-spoon"] }
blue.medic = "k6"
[expect]
includes = ["attack blue.medic with borrowed-spoon"]
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of a weapon, a power card and a board."""
    for inner in ("cards", "boards"):
        (tmp_path / "own" / inner).mkdir(parents=True)
    (tmp_path / "own" / "cards" / "spoon.toml").write_text(SPOON)
    plaza = (data_folder() / "boards" / "plaza.toml").read_text("utf-8")
    yard = plaza.replace('id = "plaza"', 'id = "yard"').replace('name = "Plaza"', 'name = "Yard"')
    (tmp_path / "own" / "boards" / "yard.toml").write_text(yard)
    return tmp_path / "own"


@pytest.fixture
def bad(pack: Path) -> Path:
    """The pack with two slips of the pen in one file, and one in the other."""
    cards, board = pack / "cards" / "spoon.toml", pack / "boards" / "yard.toml"
    cards.write_text(SPOON.replace("range = 1", "rnge = 1").replace("copies", "copeis"))
    board.write_text(board.read_text().replace('north = "k1"', 'north = "k22"'))
    return pack


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    if "--jobs" not in arguments:
        return answered(*arguments)
    return subprocess.run(
        [sys.executable, "-m", "deathdome", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={"PATH": os.environ["PATH"], "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
    )


def reports(*arguments: str | Path) -> list[dict[str, Any]]:
    """Return the output of `deathdome sim`, without the time."""
    done = run("sim", "--json", "--rounds", "1", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return [{**json.loads(line), "seconds": 0} for line in done.stdout.splitlines()]


# A good pack


def test_its_cards_stand_in_the_store_and_lie_in_the_deck(pack: Path) -> None:
    state = _opening(Setting(("random", "random"), "yard", packs=(str(pack),)))
    catalog = state.setup.catalog
    item = [item.id for item in catalog.items].index("borrowed-spoon")
    assert state.store >> item & 1
    assert state.deck[-1] == 40
    assert state.setup.board.id == "yard"


def test_its_cards_are_bought_and_fought_with(pack: Path, tmp_path: Path) -> None:
    collection = collection_of([str(pack)])
    referee = new_referee(["human", "random"], 1, None, "yard", quick=False, collection=collection)
    asked = decision(referee.state)
    assert asked is not None
    setup = referee.state.setup
    buy = parse_action(setup, "buy borrowed-spoon", asked.seat, asked.options)
    apply_action(referee.state, buy)
    assert not referee.state.store >> a_of(buy) & 1

    (tmp_path / "fight.toml").write_text(POSITION)
    done = run("position", tmp_path / "fight.toml", "--pack", pack)
    assert (done.returncode, done.stderr) == (0, "")
    without = run("position", tmp_path / "fight.toml")
    assert without.returncode == 1
    assert 'no board "yard"' in without.stdout


def test_several_packs_go_together(pack: Path) -> None:
    cards, board = pack / "cards", pack / "boards" / "yard.toml"
    collection = collection_of([str(cards), str(board), str(board)])
    assert collection.board("yard").name == "Yard"
    assert collection.catalog.items[-1].id == "borrowed-spoon"
    assert collection.board("plaza").id == "plaza"
    with pytest.raises(UsageError, match=r'no board "yrad"\. Did you mean "yard"\?'):
        collection.board("yrad")
    with pytest.raises(
        UsageError, match="There are: plaza, dual, fortnight, trivet, waspworth, yard"
    ):
        collection.board("x")


def test_simulations_use_it_in_every_process(pack: Path) -> None:
    asked = ("--seats", "greedy,random", "--matches", "3", "--board", "yard", "--pack", pack)
    alone = reports(*asked)
    assert {one["board"] for one in alone} == {"yard"}
    assert reports(*asked, "--jobs", "2") == alone
    on_waspworth = reports("--pack", pack / "cards", "--seed", "4")
    assert on_waspworth[0]["fingerprint"] != reports("--seed", "4")[0]["fingerprint"]


async def test_managers_in_a_process_of_their_own_know_it(pack: Path) -> None:
    collection = collection_of([str(pack)])
    referee = new_referee(["human", "greedy"], 1, None, "yard", quick=False, collection=collection)
    request = referee.request()
    assert request is not None
    buy = parse_action(
        referee.state.setup, "buy borrowed-spoon", request.seat, list(request.options)
    )
    managers = ManagerProcess()
    try:
        await managers.begin(referee.state.setup, {request.seat: ("greedy", 99)})
        reply = await managers.decide(request, referee.visible_events(request.seat))
        assert reply.action in request.options
        reply = await managers.decide(replace(request, options=(buy,)), ())
        assert reply.action == buy
    finally:
        await managers.close()


def test_cards_and_board_show_it(pack: Path) -> None:
    shown = run("cards", "spoon", "--pack", pack).stdout
    assert "Borrowed [bold]Spoon" in shown
    assert "strength 9" in shown
    assert run("cards", "spoon").returncode == 2
    assert run("board", "yard", "--pack", pack).stdout.startswith("Yard (yard): 21x21 spaces")


# A bad one


def errors(pack: Path) -> list[str]:
    """Return the errors in the bad pack."""
    cards, board = pack / "cards" / "spoon.toml", pack / "boards" / "yard.toml"
    row = board.read_text().split('north = "k22"')[0].count("\n") + 1
    return [
        f'{cards}:7: card "borrowed-spoon", weapon, rnge: no field "rnge" here. Did you mean "ra',
        f'{cards}:13: card "second-helping", copeis: no field "copeis" here. Did you mean "copie',
        f'{board}:{row}: bases.north: "k22" is not a space',
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["sim", "--board", "yard"],
        ["sim", "--board", "yard", "--matches", "2", "--jobs", "2"],
        ["cards"],
        ["board", "yard"],
        ["position", "nothing.toml"],
    ],
    ids=" ".join,
)
def test_a_bad_pack_begins_nothing_and_all_its_errors_are_said(bad: Path, words: list[str]) -> None:
    done = run(*words, "--pack", bad)
    assert (done.returncode, done.stdout) == (2, "")
    *said, last = done.stderr.splitlines()
    assert last == "deathdome: a pack can't be used, so no match was started"
    assert len(said) == 3
    assert all(line.startswith(error) for line, error in zip(said, errors(bad), strict=True))


def test_errors_of_several_packs_are_said_together(bad: Path, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(SPOON.replace("cost = 200_000\n", ""))
    with pytest.raises(PackError) as refused:
        collection_of([str(tmp_path / "other.toml"), str(bad)])
    assert len(refused.value.every) == 4
    assert refused.value.every[0].endswith(
        'other.toml:1: card "borrowed-spoon", cost: this field is missing'
    )


@pytest.mark.parametrize("command", ["cards", "board", "sim"])
def test_no_pack_there_is_a_wrong_request(command: str, tmp_path: Path) -> None:
    done = run(command, "--pack", tmp_path / "nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"deathdome: {tmp_path}/nowhere: no such file or folder\n"
    assert run(command, "--pack", tmp_path).returncode == 2


# Editions and characters


def test_an_edition_is_chosen_with_or_without_characters() -> None:
    assert ruleset_of("2021", None) is EDITION_2021
    assert ruleset_of("2018", None) is EDITION_2018
    on: dict[str, Any] = {"characters": True, "auction_sells_character": True}
    assert ruleset_of("2021", True) == replace(EDITION_2021, **on)
    off: dict[str, Any] = {"characters": False, "auction_sells_character": False}
    assert ruleset_of("2019", False) == replace(EDITION_2019, **off)
    with pytest.raises(UsageError, match=r'no edition "2020"\. Did you mean "20..'):
        ruleset_of("2020", None)
    with pytest.raises(UsageError, match=r'no edition "first"\. Editions: 2018, 2019, 2021\.'):
        ruleset_of("first", None)


@pytest.mark.parametrize(
    ("words", "edition", "characters"),
    [
        ([], "2021", False),
        (["--characters"], "2021", True),
        (["--edition", "2019"], "2019", True),
        (["--edition", "2018", "--no-characters"], "2018", False),
    ],
)
def test_simulations_go_by_the_edition(words: list[str], edition: str, characters: bool) -> None:
    (report,) = reports("--seats", "greedy,random", *words)
    assert (report["edition"], report["characters"]) == (edition, characters)


def test_a_match_on_the_screen_goes_by_the_edition() -> None:
    ruleset = ruleset_of("2019", None)
    referee = new_referee(["human", "greedy"], 1, None, "plaza", quick=False, ruleset=ruleset)
    assert referee.state.setup.ruleset is ruleset


@pytest.mark.parametrize("command", ["sim", "play"])
def test_no_such_edition_is_a_wrong_request(command: str) -> None:
    done = run(command, "--edition", "1999")
    assert (done.returncode, done.stdout) == (2, "")
    assert 'no edition "1999"' in done.stderr
