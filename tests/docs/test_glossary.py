"""docs/glossary.md names homes that exist, and src has none of the words it has replaced."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split(" | "))
    for line in PAGE.splitlines()
    if line.startswith("| ") and "---" not in line and not line.startswith("| word ")
]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_word_has_a_home(row: tuple[str, str, str]) -> None:
    path = row[2].strip(" `|")
    try:
        importlib.import_module(f"deathdome.{path}")
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        assert hasattr(importlib.import_module(f"deathdome.{module}"), name)


def test_every_word_is_explained_once() -> None:
    words = [word for row in ROWS for word in re.split(", ", row[0])]
    assert len(words) == len(set(words)) >= 30


# Words that have given way to those of the glossary.
RETIRED = re.findall(
    r"\w+",
    """
    Aims Arm DETAIL_AT_MOST Desk Draughtsman Ears Errands Exposure FULL_AT_MOST Farewell Fights Gear
    HereCounsel Hire HiredCounsel HouseLobby Keeper KeyedScreen LARGEST_BOARD LEAST_BASE
    LEAST_JAILS LONGEST_NAME LONGEST_PATH LONGEST_TITLE Laying Ledger LedgerError LessonSession
    MOST_ABILITIES MOST_ANSWERS MOST_CARDS MOST_COST MOST_DECISIONS MOST_EFFECTS MOST_FILES
    MOST_PROBLEMS MOST_SAID MOST_SEATS MOST_SEED MOST_UNITS Manner Manners MatchSetup Means
    Moment Outlook Parries Prospects Reel Rehearsal Rider Stall Tailor TakeBack Thrift Tidings Told
    arm_of browsing counsel deaf_to_interrupts ears errands falling_short fates
    foremost foresight give_again riders_of glance good_and_bad hiring keeper known_look ledger_of
    lined_up moment_of narration near_masks own_listens parries push_back raising reel rehearsal
    same_lot secret_beside sitters staging stall takeback taken_up tape thoughts thrift tidings
    told_again whim window_moment
    """,
)


def test_the_code_has_no_retired_word() -> None:
    retired = re.compile(rf"\b({'|'.join(RETIRED)})\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for folder in ("src", "lab")
        for path in (ROOT / folder).rglob("*.py")
        if "tests" not in path.parts[len(ROOT.parts) :]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (match := retired.search(line))
    ]
    assert found == []


def test_module_names_are_free_of_retired_words() -> None:
    names = {path.stem for path in (ROOT / "src").rglob("*.py")}
    assert not names & {*RETIRED, "changes", "picks", "desk", "room", "look", "archive", "kept"}
    assert not names & {"danger", "accounts", "contained", "figures", "specs", "trying", "sided"}
