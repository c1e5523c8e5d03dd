"""Every example of docs/packs.md passes `deathdome check`, alone and as the pack that it builds."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from program import answered

from deathdome.cli.sessions import new_referee
from deathdome.cli.values import collection_of
from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.managers.random_manager import RandomManager
from deathdome.match.referee import run_match
from deathdome.rules.engine import advance, apply_action, decision
from deathdome.rules.setup import new_game

if TYPE_CHECKING:
    import subprocess

PAGE = (Path(__file__).parents[2] / "docs" / "packs.md").read_text(encoding="utf-8")
CARDS: list[str] = re.findall(r"<!-- card -->\n```toml\n(.*?)```", PAGE, re.DOTALL)
REPLACED: list[str] = re.findall(r"<!-- replaces -->\n```toml\n(.*?)```", PAGE, re.DOTALL)
BOARDS: list[str] = re.findall(r"<!-- board -->\n```toml\n(.*?)```", PAGE, re.DOTALL)


def check(path: Path) -> subprocess.CompletedProcess[str]:
    return answered("check", path.relative_to(path.parents[1]), cwd=path.parents[1])


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The pack of the page, as it stands after reading all of it."""
    folder = tmp_path / "packs" / "tavern"
    for inner in ("cards", "boards"):
        (folder / inner).mkdir(parents=True)
    (folder / "cards" / "tavern.toml").write_text("\n".join(CARDS), encoding="utf-8")
    (folder / "boards" / "cellar.toml").write_text(BOARDS[0], encoding="utf-8")
    return folder


def test_the_page_builds_ten_cards_and_a_board() -> None:
    assert len(CARDS) == 10
    assert len(BOARDS) == 1
    assert len(REPLACED) == 1
    assert PAGE.count("```toml") == 12


@pytest.mark.parametrize("text", [*CARDS, *REPLACED])
def test_a_card_of_the_page_passes_alone(text: str, tmp_path: Path) -> None:
    (tmp_path / "card.toml").write_text(text, encoding="utf-8")
    done = check(tmp_path / "card.toml")
    assert done.returncode == 0, done.stdout
    assert f"{tmp_path.name}/card.toml: 1 " in done.stdout


def test_the_pack_of_the_page_is_what_the_page_says_it_is(pack: Path) -> None:
    done = check(pack)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == re.findall(r"^ok packs/.*$", PAGE, re.MULTILINE)


PLAYED = re.findall(r"^deathdome (?!check)\w.*$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("line", [line for line in PLAYED if " play " not in line])
def test_the_pack_is_used_as_the_page_says(pack: Path, line: str) -> None:
    folder = pack.parents[1]
    (folder / "parrot.toml").write_text(
        'units.red.medic = { at = "e5", items = ["first-aid-parrot"] }\nboard = "cellar"\n'
    )
    done = answered(*line.split()[1:], cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_a_match_on_the_screen_begins_as_the_page_says(pack: Path) -> None:
    assert "deathdome play --pack packs/tavern --board cellar" in PLAYED
    collection = collection_of([str(pack)])
    referee = new_referee(["human", "greedy"], 1, 1, "cellar", quick=True, collection=collection)
    assert referee.state.setup.board.id == "cellar"
    run_match(referee, [RandomManager(), RandomManager()])
    assert referee.over


def test_a_slip_of_the_pen_is_said_as_the_page_says_it(pack: Path) -> None:
    file = pack / "cards" / "tavern.toml"
    file.write_text(file.read_text("utf-8").replace("heal = 1", "heel = 1"), encoding="utf-8")
    done = check(pack)
    assert done.returncode == 1
    assert done.stdout.splitlines()[0] in PAGE.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_match_with_the_pack_of_the_page_comes_to_its_end(pack: Path, seed: int) -> None:
    chance = random.Random(seed)
    catalog = load_catalog(pack / "cards" / "tavern.toml")
    state = new_game(catalog, load_board(pack / "boards" / "cellar.toml"), seats=2)
    advance(state)
    while (asked := decision(state)) is not None:
        apply_action(state, asked.options[chance.randrange(len(asked.options))])
    assert state.outcome is not None
