"""A file is replaced in one step, or stays as it was."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from deathdome.files import replace_and_open, replace_file, replace_private_file

if TYPE_CHECKING:
    from pathlib import Path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_all_new_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "one"
    path.write_text("something longer")
    path.chmod(0o604)
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o604
    assert names(tmp_path) == ["one"]


def test_a_new_file_is_only_for_whom_it_is_meant(tmp_path: Path) -> None:
    os.close(replace_and_open(tmp_path / "mine", b"", 0o600))
    assert (tmp_path / "mine").stat().st_mode & 0o777 == 0o600
    replace_file(tmp_path / "ours", b"")
    before = os.umask(0)
    os.umask(before)
    assert (tmp_path / "ours").stat().st_mode & 0o777 == 0o666 & ~before


def test_a_private_file_is_private_though_it_was_not_before(tmp_path: Path) -> None:
    path = tmp_path / "copied" / "mine"
    for mode in (0o600, 0o644):
        replace_private_file(path, b"cards")
        assert path.read_bytes() == b"cards"
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
        path.chmod(mode)
    assert names(path.parent) == ["mine"]


def test_links_lead_to_what_is_written_and_stay(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("there/three")
    for data in (b"begun where nothing was", b"gone on with"):
        replace_file(tmp_path / "one", data)
        assert (tmp_path / "there" / "three").read_bytes() == data
    assert (tmp_path / "one").is_symlink()
    assert (tmp_path / "two").is_symlink()
    assert names(tmp_path / "there") == ["three"]


def test_a_link_that_leads_back_to_itself_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(OSError, match="symbolic links"):
        replace_file(tmp_path / "one", b"")
    assert names(tmp_path) == ["one", "two"]
    assert (tmp_path / "one").is_symlink()


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one"
    path.write_bytes(b"old")

    def full(number: int) -> None:  # noqa: ARG001
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, b"new")
    (tmp_path / "folder").mkdir()
    monkeypatch.undo()
    with pytest.raises(OSError, match="directory"):
        replace_file(tmp_path / "folder", b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["folder", "one"]


def test_a_file_is_prepared_before_it_can_be_found(tmp_path: Path) -> None:
    path = tmp_path / "one"
    seen = []
    number = replace_and_open(path, b"all", prepare=lambda file: seen.append((file, path.exists())))
    assert seen == [(number, False)]
    os.write(number, b" and more")
    os.close(number)
    assert path.read_bytes() == b"all and more"
