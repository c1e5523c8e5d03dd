"""Quick check for a match that can be resumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.records.peek import any_unfinished

if TYPE_CHECKING:
    from pathlib import Path

BEGUN = b"deathdome match 1\nseed: 1\n\nred: activate w\n"
OVER = BEGUN + b"end: red wins by 3.0\n"


@pytest.mark.parametrize(
    ("files", "waits"),
    [
        ({}, False),
        ({"one.match": BEGUN}, True),
        ({"one.match": OVER}, False),
        ({"one.match": OVER, "two.match": BEGUN}, True),
        ({"one.match": OVER[:-4]}, True),  # torn while its end was written
        ({"one.match": OVER + b"re"}, False),
        ({"one.match": BEGUN * 400 + OVER}, False),
        ({".one.match": BEGUN, "notes.txt": BEGUN}, False),
        ({"one.match": b""}, True),
    ],
)
def test_a_record_without_an_end_waits(
    tmp_path: Path, files: dict[str, bytes], waits: bool
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_bytes(text)
    assert any_unfinished(tmp_path) is waits


def test_where_there_is_no_folder_nothing_waits(tmp_path: Path) -> None:
    assert not any_unfinished(tmp_path / "none")
