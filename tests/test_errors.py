"""Errors read as sentences, in which files keep their names."""

from __future__ import annotations

import pytest

from deathdome.errors import (
    ContentError,
    DeathdomeError,
    NotationError,
    RecordError,
    UsageError,
    nearest,
    sentence,
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no unit is there", "No unit is there."),
        ("no unit is there.", "No unit is there."),
        ('no unit. Did you mean "red.scout"?', 'No unit. Did you mean "red.scout"?'),
        ("can't save the match: full (/tmp/a.match)", None),
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


@pytest.mark.parametrize("kind", [UsageError, ContentError, NotationError, RecordError])
@pytest.mark.parametrize(
    "outside", ["x" * 50_000, "x y " * 20_000, '"' * 30_000, '" " x' * 9_000, "x\n" * 9_000]
)
def test_an_error_quotes_no_more_than_fits_a_few_lines(
    kind: type[DeathdomeError], outside: str
) -> None:
    for text in (
        f'a.match:3: no unit "{outside}". Did you mean "red"?',
        f"a.match:3: {outside} end",
    ):
        said = str(kind(text))
        assert said.startswith("a.match:3: ")
        assert len(said) < 400
        assert kind(said).args == (said,)


def test_an_error_holds_nothing_that_a_terminal_would_obey() -> None:
    said = str(NotationError('no unit "\x1b[2J\u202e\udc80\r\0"\nand a second line'))
    assert said == 'no unit "<U+001B>[2J<U+202E><U+DC80><U+000D><U+0000>"\nand a second line'
    every = ContentError("a.toml: \x1b", "b.toml: " + "x" * 9_000).every
    assert every == ("a.toml: <U+001B>", f"b.toml: {'x' * 100}...")


def test_nothing_is_near_a_word_without_end() -> None:
    assert nearest("walkk", ["walk"])
    assert nearest("walk" * 10_000, ["walk"]) == ""
