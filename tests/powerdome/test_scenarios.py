"""Scenario files: the worked examples of the specification, and files that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from powerdome.tables import tome

from deathdome.powerdome.scenarios.files import resolve_file
from deathdome.powerdome.scenarios.result import differences

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_leads_to_what_it_expects(path: Path) -> None:
    outcome = resolve_file(path, path.name, tome())
    expected = outcome.scenario.table.data["expect"]
    assert list(differences(expected, outcome.fields())) == []
