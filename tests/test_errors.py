"""How errors read: as sentences, in which files are called as they are."""

from __future__ import annotations

import pytest

from deathdome.errors import sentence


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no unit is there", "No unit is there."),
        ("no unit is there.", "No unit is there."),
        ('no unit. Did you mean "red.scout"?', 'No unit. Did you mean "red.scout"?'),
        ("the match cannot be saved: full (/tmp/a.match)", None),
        ('it begins with "a.b": x', None),
        ("red.scout is on k5", None),
        ("no way to red.scout: it is in jail", None),
        ("", "."),
        ("line30.match:13: no answer", "line30.match:13: no answer."),
        ("lessons/try.toml: not TOML", "lessons/try.toml: not TOML."),
        ("my own save.match:1: no record", "my own save.match:1: no record."),
        ("packs/mine: no such file or folder", "packs/mine: no such file or folder."),
        ("half.match stays as it was", "half.match stays as it was."),
    ],
)
def test_a_sentence_begins_with_a_capital_unless_it_begins_with_a_file(
    text: str, said: str | None
) -> None:
    assert sentence(text) == (f"{text[:1].upper()}{text[1:]}." if said is None else said)
