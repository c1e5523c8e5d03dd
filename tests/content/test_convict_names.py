"""The file of convict names: enough of them, none twice, and errors that name the line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from program import answered

from deathdome.bundled import data_folder
from deathdome.content import convict_names
from deathdome.content.catalogs import load_catalog
from deathdome.content.convict_names import name_pools, parse_names
from deathdome.errors import ContentError
from deathdome.model.vocabulary import UnitType

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GOOD = (data_folder() / "names.toml").read_text("utf-8")
EVERY = [convict for pool in name_pools().values() for convict in pool]


@pytest.fixture
def forgetful() -> Iterator[None]:
    """The file is read again before and after the test."""
    name_pools.cache_clear()
    yield
    name_pools.cache_clear()


def test_there_are_forty_names_for_every_unit_type() -> None:
    assert {kind: len(pool) >= 40 for kind, pool in name_pools().items()} == dict.fromkeys(
        UnitType, True
    )


def test_no_name_is_found_twice() -> None:
    assert len({convict.surname for convict in EVERY}) == len(EVERY)
    assert len({convict.nickname for convict in EVERY}) == len(EVERY)
    assert len({convict.first for convict in EVERY}) == len(EVERY)
    printed = " ".join(one.name for one in load_catalog().characters).split()
    assert not {convict.surname for convict in EVERY} & set(printed)


def test_names_are_drawn_in_ascii() -> None:
    assert all(convict.full.isascii() for convict in EVERY)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["Hob", "Two Doors", "Pruett"]', '["Hob", "Pruett"]', "warrior 2: a name is a list of"),
        ('"Pruett"', '"Prueterly"', "warrior 2: surname: 9 characters"),
        ('"Pruett"', '"Oakes"', 'warrior 2: "Oakes" is the surname of Bruna'),
        ('"Two Doors"', '"A B C D"', "warrior 2: nickname: 3 words at most"),
        ('"Two Doors"', '""', "warrior 2: nickname: at least one letter"),
        ('"Two Doors"', '"Two\\u0007"', "warrior 2: nickname: U+0007"),
        ('"Two Doors"', "7", "warrior 2: nickname: a text in quotes is needed, not 7"),
    ],
)
def test_an_error_names_the_line(old: str, new: str, said: str) -> None:
    line = GOOD[: GOOD.index(old)].count("\n") + 1
    with pytest.raises(ContentError) as caught:
        parse_names(GOOD.replace(old, new, 1))
    assert str(caught.value).startswith(f"names.toml:{line}: {said}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "names.toml:1: warrior: each unit type needs a list of at least 4 names"),
        ('scot = [["A", "b", "C"]]', 'names.toml:1: scot: no unit type "scot". Did you mean'),
        ("warrior = 5", "names.toml:1: warrior: each unit type needs a list"),
        ("warrior = [", "names.toml: not TOML"),
    ],
)
def test_a_file_that_is_no_list_of_names_is_refused(text: str, said: str) -> None:
    with pytest.raises(ContentError) as caught:
        parse_names(text)
    assert str(caught.value).startswith(said)


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("content", [None, b"warrior = [", b"\xff"])
def test_a_match_does_not_begin_with_a_damaged_file(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (tmp_path / "names.toml").write_bytes(content)
    monkeypatch.setattr(convict_names, "data_folder", lambda: tmp_path)
    done = answered("play", "--plain", "--quick", "--seats", "human,random", "--seed", "1")
    assert done.returncode != 0
    assert "names.toml" in done.stderr
    assert "Traceback" not in done.stderr
