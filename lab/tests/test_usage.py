"""The count of used cards: from events alone, the same for all managers."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from deathdome.arena.counting import count
from deathdome.content.catalogs import load_catalog
from deathdome.model.actions import PUNCH
from deathdome.model.events import (
    AbilityUsed,
    Bought,
    CardPlayed,
    Dealt,
    Declared,
    Drew,
    Equipped,
    Laid,
    Sold,
    StoreClosed,
    TokenPlaced,
)
from lab.command import ROOT
from lab.study import usage

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.model.events import Event

CATALOG = load_catalog()
ITEMS = {item.id: number for number, item in enumerate(CATALOG.items)}
POWER = {card.id: number for number, card in enumerate(CATALOG.power_cards)}
MAUL, HELM = ITEMS["whoopee-maul"], ITEMS["displacer-helm"]
SEATS = ("greedy", "random")


def bought(seat: int, card: int) -> Event:
    return Bought(seat, card, 0)


def rows_of(*told: Event) -> dict[str, usage.Row]:
    counts = count(told, SEATS)
    return {row.name: row for row in usage.rows(counts, CATALOG)}


def test_a_weapon_is_used_when_it_attacks_and_not_when_the_fist_does() -> None:
    attack = Declared(0, 0, MAUL, 4, 3, "whoopee-maul")
    fist = Declared(0, 0, PUNCH, 4, 1, "")
    push = AbilityUsed(0, int(CATALOG.items[MAUL].abilities[0].id))
    begin = (bought(0, MAUL), Equipped(0, MAUL, 0), StoreClosed())
    row = rows_of(*begin, fist)["Whoopee Maul"]
    assert row.numbers == (1, 1, 0)
    assert row.missing == ("never wounded", "no attack")
    row = rows_of(*begin, attack, attack, push)["Whoopee Maul"]
    assert row.numbers == (1, 1, 2)
    assert row.abilities == "wounded 1"
    assert row.missing == ()


def test_what_is_sold_or_lies_aside_when_the_store_closes_is_not_used() -> None:
    suit = ITEMS["cyber-suit"]
    name = CATALOG.items[suit].name
    worn = (bought(1, suit), Equipped(1, suit, 4))
    assert rows_of(*worn, StoreClosed())[name].numbers == (1, 1, 1)
    assert rows_of(*worn, Equipped(1, suit, -1), StoreClosed())[name].numbers == (1, 1, 0)
    sold = rows_of(*worn, Sold(1, suit), StoreClosed())[name]
    assert sold.numbers == (1, 0, 0)
    assert sold.missing == ("not on any unit",)
    assert rows_of(StoreClosed())[name].missing == ("not bought",)


def test_a_power_card_wants_its_number_and_its_ability_used() -> None:
    third, loose = POWER["third-lung"], POWER["loose-change"]
    found = rows_of(Drew(0, third), Laid(0, third, attacking=True), Drew(1, loose))
    assert found["Third Lung"].numbers == (1, 1, 0)
    assert found["Third Lung"].missing == ("not for its ability",)
    assert found["Loose Change"].missing == ("not for its number",)
    found = rows_of(Drew(0, third), CardPlayed(0, third), Laid(0, third, attacking=False))
    assert found["Third Lung"].missing == ()


def test_a_token_wants_to_be_placed_and_to_sting() -> None:
    push = next(a for a in CATALOG.tokens[0].abilities if a.when.name == "WOUNDED")
    sting = Declared(-1, 1, -1, 0, 10, CATALOG.tokens[0].id)
    found = rows_of(TokenPlaced(0, 40, 1), sting, AbilityUsed(-1, int(push.id)))
    row = found[CATALOG.tokens[0].name]
    assert (row.numbers, row.missing) == ((1, 1), ())


def test_a_character_is_dealt_or_bought_and_plays_unless_sold() -> None:
    pat, swarm = (CATALOG.character_cards[who] for who in ("gristle-pat", "man-shaped-swarm"))
    dealt = Dealt(5, pat - len(CATALOG.items))
    found = rows_of(dealt, bought(1, swarm), StoreClosed())
    assert found["Gristle Pat"].numbers == (1, 0, 1, 1)
    assert found["Man Shaped Swarm"].numbers == (0, 1, 1, 1)
    found = rows_of(dealt, bought(1, swarm), Sold(1, pat), StoreClosed())
    assert (found["Gristle Pat"].numbers, found["Gristle Pat"].missing) == (
        (1, 0, 0, 0),
        ("not in any team",),
    )


def test_one_manager_can_be_counted_alone() -> None:
    told = (bought(0, HELM), Equipped(0, HELM, 0), bought(1, MAUL), StoreClosed())
    counts = count(told, SEATS)
    for manager, names in (("greedy", ["Displacer Helm"]), ("random", ["Whoopee Maul"])):
        rows = usage.rows(counts, CATALOG, manager)
        assert [row.name for row in rows if row.numbers[0]] == names


def test_all_seats_line_ups_and_purses_take_turns() -> None:
    number = sum(len(line_ups) for line_ups in usage.LINE_UPS) * len(usage.PURSES)
    pairings = {usage.pairing(index) for index in range(number * len(usage.CHARACTERS))}
    assert {len(pairing.managers) for pairing in pairings} == {2, 3, 4}
    assert {name for pairing in pairings for name in pairing.managers} == {"greedy", "random"}
    assert {pairing.ruleset.start_credits for pairing in pairings} == set(usage.PURSES)
    assert {pairing.ruleset.characters for pairing in pairings} == set(usage.CHARACTERS)


def test_a_match_counts_the_same_in_every_process() -> None:
    alone = sum(usage.played(2, seed=4, jobs=1), Counter())
    assert sum(usage.played(2, seed=4, jobs=2), Counter()) == alone
    assert alone["greedy", "faults", 0] == 0


def test_the_program_prints_the_table_and_ends_with_1_for_an_unused_card(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = usage.counted_match(0, 0)
    monkeypatch.setattr(usage, "played", lambda *_: iter([counts]))
    assert usage.main(["--matches", "1"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].split() == ["warrior", "deck", "bought", "matches", "used", "abilities"]
    assert out[-1].endswith(" unused")
    unused = sum(line.startswith("unused: ") for line in out)
    assert out[-1] == f"{len(usage.rows(counts, CATALOG))} cards, {unused} unused"
    everything = [row for row in usage.rows(counts, CATALOG) if not row.missing]
    monkeypatch.setattr(usage, "rows", lambda *_: everything)
    assert usage.main(["--matches", "1"]) == 0
    assert capsys.readouterr().out.endswith(f"\n{len(everything)} cards, none unused\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["usage", "--matches", "2"],
        ["habits", "--seats", "random,random", "--matches", "3"],
    ],
    ids=lambda words: words[0],
)
def test_studies_play_in_two_processes(tmp_path: Path, words: list[str]) -> None:
    folder = [] if words[0] == "usage" else ["--folder", str(tmp_path)]
    command = [sys.executable, "-m", f"lab.study.{words[0]}", *words[1:], "--jobs", "2", *folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
