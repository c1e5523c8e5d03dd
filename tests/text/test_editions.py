"""The word of each edition for armor: suit in 2018 (D-9)."""

from __future__ import annotations

import re

import pytest
from plain.console import Console
from tui.props import dealt, on_stage

from deathdome.cli.sessions import new_referee
from deathdome.cli.values import ruleset_of
from deathdome.model.ruleset import EDITION_2018, EDITION_2019, EDITION_2021
from deathdome.text.cards import in_edition

ASKED = ["", "card cyber-suit", "store armor", "fit cyber-suit", "compare cyber-suit, lava-waders"]
MORE = ["buy cyber-suit; equip cyber-suit scout", "why equip lava-waders scout", "hint"]


def test_only_the_word_changes_and_no_printed_name() -> None:
    text = "armor deck, one armor to a unit; it wears armor; The Emperor's Old Armor, old-armor"
    assert in_edition(text, EDITION_2018) == (
        "suit deck, one suit to a unit; it wears a suit; The Emperor's Old Armor, old-armor"
    )
    assert in_edition(text, EDITION_2019) == in_edition(text, EDITION_2021) == text


@pytest.mark.parametrize(("edition", "word"), [("2018", "suit"), ("2021", "armor")])
def test_plain_mode_has_the_word_of_the_edition(edition: str, word: str) -> None:
    rules = ruleset_of(edition, characters=False)
    referee = new_referee(["human", "human"], 1, None, "waspworth", quick=False, ruleset=rules)
    console = Console(referee.state, [*ASKED, *MORE])
    said = re.sub(r"> .*", "", console.text)  # the typed text
    assert re.search(rf"\b{word}\b", said)
    if word == "suit":
        assert not re.search(r"(?<![\w-])armor(?![\w-])", said.replace('"store armor"', ""))


@pytest.mark.parametrize(("edition", "word"), [("2018", "suit"), ("2021", "armor")])
async def test_the_store_has_the_word_of_the_edition(edition: str, word: str) -> None:
    rules = ruleset_of(edition, characters=False)
    names = ("human", "quiet")
    async with on_stage(dealt(names, quick=False, ruleset=rules)[0], names) as stage:
        for _ in range(12):
            if f"< {word} >" in stage.text:
                break
            await stage.press("right")
        assert f"< {word} >" in stage.text
        assert f"{word} deck" in " ".join(stage.text.split())
