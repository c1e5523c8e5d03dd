"""The file of weights: whole, good for today's rules, and plain about what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deathdome.bundled import data_folder
from deathdome.content.board_files import load_board
from deathdome.content.catalogs import load_catalog
from deathdome.errors import ContentError
from deathdome.managers.planner.weights import FILE, Weights, read_weights, tuned
from deathdome.model.ruleset import EDITION_2021
from deathdome.model.wire import rules_hash

if TYPE_CHECKING:
    from pathlib import Path

GOOD = (data_folder() / FILE).read_text(encoding="utf-8")
MENACE = next(line for line in GOOD.splitlines() if line.startswith("menace = "))


def test_the_weights_are_good_for_the_rules_that_are_played() -> None:
    assert tuned().rules == rules_hash(load_catalog(), load_board(), EDITION_2021)


def test_every_weight_is_told_by_the_file_and_none_besides() -> None:
    assert len(tuned().weights) == len(Weights._fields)
    kinds = {"ranged", "close", "armor", "vehicle", "medicine", "boost", "tricks"}
    assert kinds <= set(tuned().outfit) <= kinds | {item.id for item in load_catalog().items}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (MENACE, "", "[weights] lacks menace"),
        (
            MENACE,
            f"{MENACE}\nmennace = 1",
            'no weight "mennace" in [weights]. Did you mean "menace',
        ),
        (MENACE, 'menace = "high"', 'menace in [weights] is "high", not a number'),
        (MENACE, "menace = true", "menace in [weights] is true, not a number"),
        ("[leaf]\n", "[leaf]\ntower = 1\n", 'no weight "tower" in [leaf]. Did you mean "towers'),
        ("[weights]", "[weights", "not TOML"),
        (MENACE, "menace = nan", "menace in [weights] is nan, not a number"),
        (MENACE, "menace = -inf", "menace in [weights] is -inf, not a number"),
        (MENACE, "menace = 1" + "0" * 4_000, "menace in [weights] is a number with too many"),
        (MENACE, "menace = 1" + "0" * 5_000, "a number with too many digits"),
        (MENACE, f"menace = {'[' * 5_000}", "brackets are nested too deeply"),
        (MENACE, "menace = 1e308", "menace in [weights] is 1e+308; no weight is more than 1,000,"),
        (MENACE, "menace = -2_000_000_000", "menace in [weights] is -2000000000; no weight is"),
        (MENACE, 'menace = "\\u001b[31m"', 'menace in [weights] is "<U+001B>[31m", not a number'),
        (MENACE, '"\\u202e" = 1', 'no weight "<U+202E>" in [weights]'),
        ("matches = ", "matches = true # ", "matches is true, not a whole number"),
    ],
)
def test_a_faulty_file_says_what_is_wrong(tmp_path: Path, old: str, new: str, says: str) -> None:
    file = tmp_path / "weights.toml"
    file.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        read_weights(file)
    assert str(file) in str(caught.value)
    assert says in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"a" * 2_000_000], ids=["binary", "huge"])
def test_a_file_that_is_none_is_told_by_its_path(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "weights.toml"
    file.write_bytes(content)
    with pytest.raises(ContentError, match=r"weights\.toml: (not UTF-8|too large)"):
        read_weights(file)


def test_a_missing_file_is_told_by_its_path(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"none\.toml"):
        read_weights(tmp_path / "none.toml")
