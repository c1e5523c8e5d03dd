"""The results file: a line for each finished match of a person, which nothing deletes."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hosts import dealt, driven
from hypothesis import given
from hypothesis import strategies as st

from deathdome.journal.results_file import results_path
from deathdome.model.events import Outcome
from deathdome.model.events import Standing as Row
from deathdome.records import library
from deathdome.records.results import (
    DEATH_DOME,
    MARKS,
    POSITION,
    SEED,
    Result,
    add_result,
    read_results,
    result_of,
)
from deathdome.seeds import random_secret

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path))
    return tmp_path


def a_result(match: str = "one.match", seed: int = 7, **other: object) -> Result:
    result = Result(
        match=match,
        began="2026-11-26 10:00:00 UTC",
        ended="2026-11-26 10:12:00 UTC",
        edition="2021",
        board="plaza",
        rounds=6,
        last_round=6,
        seats=("human", "rookie"),
        people=("Bo", ""),
        winners=(0,),
        reason="payout",
        payouts=(1_700_000, 700_000),
        towers=(1, 0),
        points=(2, 1),
        shells=(1, 0),
        jailed=(0, 1),
        hints=(3, 0),
        seed=seed,
    )
    return replace(result, **other)  # type: ignore[arg-type]


def finished(names: tuple[str, ...], **kept: object) -> Outcome:
    """Play a kept match to its end: people pass, and the result is added."""
    referee, _ = dealt(names, rounds=1)
    if "secret" in kept:
        referee.secret = kept.pop("secret")  # type: ignore[assignment]
    writer, _ = library.begin_record(referee, names, **kept)  # type: ignore[arg-type]
    host = driven(referee, names, writer=writer)
    while host.outcome is None:
        assert host.request is not None
        host.answer([host.request.options[-1]])
        if host.curtain is not None:
            host.lift()
    host.close()
    return host.outcome


class TestOneLineForEachMatch:
    def test_a_finished_match_is_added_with_its_payouts(self) -> None:
        outcome = finished(("human", "quiet"), secret=random_secret())
        (result,), damaged = read_results()
        assert damaged == 0
        assert result.seats == ("human", "quiet")
        assert result.winners == outcome.winners
        assert result.payouts == tuple(row.payout for row in outcome.standings)
        assert result.last_round == outcome.rounds
        assert result.marks == ()
        assert result.game == DEATH_DOME

    def test_a_match_between_managers_is_not_added(self) -> None:
        finished(("quiet", "quiet"))
        assert read_results() == ([], 0)

    def test_a_chosen_seed_is_marked(self) -> None:
        finished(("human", "quiet"))
        (result,), _ = read_results()
        assert result.marks == (SEED,)
        assert not result.counts

    def test_forks_and_positions_are_marked(self) -> None:
        finished(("human", "quiet"), secret=random_secret(), fork="one.match at answer 57")
        (result,), _ = read_results()
        assert result.marks == ("fork",)
        begun = dealt(("human", "quiet"), rounds=1)[0]
        writer, _ = library.begin_record(begun, ("human", "quiet"), fork="a copied position")
        assert writer.header is not None
        header = replace(writer.header, start="a line", secret=random_secret())
        writer.close()
        rows = tuple(Row(seat, 0, 0, 0, 0, 0) for seat in range(2))
        outcome = Outcome((0,), "payout", rows, 1)
        assert result_of(header, "x.match", outcome, (0, 0)).marks == (POSITION,)

    def test_a_seed_played_before_is_marked(self) -> None:
        assert not add_result(a_result("one.match", seed=5))
        assert not add_result(a_result("two.match", seed=5))
        assert not add_result(a_result("three.match", seed=6))
        assert [result.marks for result in read_results()[0]] == [(), (SEED,), ()]

    def test_the_same_match_is_added_once(self) -> None:
        add_result(a_result())
        add_result(a_result())
        assert len(read_results()[0]) == 1

    def test_clean_up_of_matches_leaves_the_results(self) -> None:
        finished(("human", "quiet"))
        library.tidy(most=0)
        assert len(read_results()[0]) == 1


class TestTheFile:
    @given(
        st.lists(
            st.tuples(
                st.text(max_size=20).filter(
                    lambda text: not any("\ud800" <= c <= "\udfff" for c in text)
                ),
                st.integers(0, 10**39),
                st.lists(st.sampled_from(MARKS), unique=True),
            ),
            max_size=5,
        )
    )
    def test_results_read_back_as_written(
        self, tmp_path_factory: pytest.TempPathFactory, told: list[tuple[str, int, list[str]]]
    ) -> None:
        path = tmp_path_factory.mktemp("results") / "results.jsonl"
        results = [
            a_result(f"{number}.match", seed + number, people=(name, ""), marks=tuple(marks))
            for number, (name, seed, marks) in enumerate(told)
        ]
        for result in results:
            assert not add_result(result, path)
        read, damaged = read_results(path)
        assert damaged == 0
        assert [replace(one, marks=()) for one in read] == [replace(r, marks=()) for r in results]
        assert all(
            set(two.marks) <= {*one.marks, SEED} for one, two in zip(results, read, strict=True)
        )

    @pytest.mark.parametrize(
        "line",
        [
            "",
            "{",
            "[]",
            "null",
            "7",
            '{"format": 1}',
            '{"format": true}',
            "[" * 100_000,
            '{"format": 1, "seed": ' + "9" * 5_000 + "}",
            "\x00\xff",
        ],
    )
    def test_a_bad_line_is_skipped_and_stays(self, line: str) -> None:
        add_result(a_result("one.match"))
        before = results_path().read_bytes()
        with results_path().open("ab") as file:
            file.write(line.encode("latin-1"))  # cut off: no line end
        assert not add_result(a_result("two.match", seed=8))
        text = results_path().read_bytes()
        assert text.startswith(before + line.encode("latin-1"))
        read, damaged = read_results()
        assert [result.match for result in read] == ["one.match", "two.match"]
        assert damaged == bool(line)

    @pytest.mark.parametrize("name", [*Result.__dataclass_fields__])
    @pytest.mark.parametrize("value", [None, -1, 1.5, True, {}, [], [[]], ["a"], [7, 7], "x" * 9])
    def test_a_field_of_another_kind_spoils_only_its_line(self, name: str, value: object) -> None:
        add_result(a_result("one.match"))
        line = json.loads(results_path().read_text())
        line[name] = value
        results_path().write_text(json.dumps(line) + "\n")
        add_result(a_result("two.match", seed=8))
        read, damaged = read_results()
        assert read[-1].match == "two.match"
        other_game = name == "game" and isinstance(value, str)  # left out, and not damaged
        assert len(read) + damaged == 2 - other_game
        for result in read:  # whatever was taken can be written again
            assert isinstance(result.counts, bool)
            assert result.player in (None, 0, 1)

    def test_unknown_fields_and_newer_formats_are_left_alone(self) -> None:
        add_result(a_result("one.match"))
        line = json.loads(results_path().read_text())
        results_path().write_text(
            json.dumps({**line, "weather": "hot"}) + "\n" + json.dumps({**line, "format": 2}) + "\n"
        )
        read, damaged = read_results()
        assert [result.match for result in read] == ["one.match"]
        assert damaged == 1

    def test_only_the_owner_can_read_it(self) -> None:
        add_result(a_result())
        assert results_path().stat().st_mode & 0o077 == 0

    def test_a_folder_in_its_place_is_reported_and_the_match_ends(self, home: Path) -> None:
        (home / "results.jsonl").mkdir()
        assert "results.jsonl" in add_result(a_result())
        assert finished(("human", "quiet")).winners

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
    def test_a_folder_that_cannot_be_written_is_reported(self, home: Path) -> None:
        home.chmod(0o500)
        assert add_result(a_result())
        home.chmod(0o700)
