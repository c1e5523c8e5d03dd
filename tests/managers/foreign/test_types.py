"""Every field of what a manager sends has its type; a wrong one is named."""

from __future__ import annotations

import json

import pytest

from deathdome.managers.foreign.messages import read_ready, read_reply
from deathdome.match.guard import Failure

READY = {"type": "ready", "schema": 1}


def line(**fields: object) -> bytes:
    return json.dumps({**READY, **fields}).encode()


@pytest.mark.parametrize("field", ["name", "version", "licence", "seats", "deterministic", "error"])
@pytest.mark.parametrize("value", [7, 1.5, {"a": 1}, [None], ["2"], [True], [2.0]])
def test_a_wrong_type_in_the_first_line_is_named(field: str, value: object) -> None:
    with pytest.raises(Failure, match=f'the "{field}" of its first line is '):
        read_ready(line(**{field: value}))


def test_right_types_are_taken() -> None:
    about = read_ready(line(name="A", version="1", licence="MIT", seats=[2], deterministic=True))
    assert (about.name, about.seats, about.deterministic) == ("A", (2,), True)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("option", 3),
        ("plan", "x"),
        ("plan", [1]),
        ("nodes", "9"),
        ("nodes", True),
        ("nodes", 1.0),
        ("why", {}),
        ("why", [["a", 1.5]]),
        ("why", [["a"]]),
        ("error", 5),
        ("error", ["a"]),
    ],
)
def test_a_wrong_type_in_a_reply_is_named(field: str, value: object) -> None:
    with pytest.raises(Failure, match=f'"{field}"'):
        read_reply({"option": "pass", field: value}, ["pass"], "draw")
