"""Folders of options and matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.folders import config_folder, data_folder, matches_folder

if TYPE_CHECKING:
    from pathlib import Path


def test_everything_lies_below_the_named_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", str(tmp_path / "dome"))
    assert config_folder() == tmp_path / "dome" / "config"
    assert data_folder() == tmp_path / "dome"
    assert matches_folder() == tmp_path / "dome" / "matches"
    assert not (tmp_path / "dome").exists()  # asking makes nothing


def test_a_home_by_a_short_name_does_not_wander_with_the_working_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEATHDOME_HOME", "dome")
    assert matches_folder() == tmp_path / "dome" / "matches"
    monkeypatch.setenv("DEATHDOME_HOME", "~/dome")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert matches_folder() == tmp_path / "dome" / "matches"


@pytest.mark.parametrize("blank", ["", " "])
def test_without_one_the_system_says_where(monkeypatch: pytest.MonkeyPatch, blank: str) -> None:
    monkeypatch.setenv("DEATHDOME_HOME", blank)
    assert matches_folder().name == "matches"
    assert "deathdome" in str(config_folder())
