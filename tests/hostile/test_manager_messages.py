"""Every field of what a manager sends has its type; a wrong one is named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest
from hostile.inputs import JSON_VALUES

from deathdome.managers.foreign.messages import read_reply
from deathdome.programs.faults import Failure
from deathdome.programs.lines import read_ready

if TYPE_CHECKING:
    from collections.abc import Mapping

READY: Final = {"type": "ready", "schema": 1}
# The values of the table that a field may have.
FIRST_LINE: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(["name", "version", "licence", "error"], frozenset({"text"})),
    "seats": frozenset(),
    "parameters": frozenset({"list of texts"}),
    "deterministic": frozenset({"truth"}),
}
REPLY: Final[Mapping[str, frozenset[str]]] = {
    "option": frozenset({"text"}),
    "plan": frozenset({"list of texts"}),
    "nodes": frozenset({"number"}),
    "why": frozenset(),
    "error": frozenset({"text"}),
}


def wrong(fields: Mapping[str, frozenset[str]]) -> list[tuple[str, str]]:
    """Each field with each value that it may not have."""
    return [(field, name) for field, good in fields.items() for name in JSON_VALUES.keys() - good]


def line(**fields: object) -> bytes:
    return json.dumps({**READY, **fields}).encode()


@pytest.mark.parametrize(("field", "name"), sorted(wrong(FIRST_LINE)))
def test_a_wrong_type_in_the_first_line_is_named(field: str, name: str) -> None:
    with pytest.raises(Failure, match=f'the "{field}" of its first line is '):
        read_ready(line(**{field: JSON_VALUES[name]}))


def test_right_types_are_taken() -> None:
    about = read_ready(line(name="A", version="1", licence="MIT", seats=[2], deterministic=True))
    assert (about.name, about.seats, about.deterministic) == ("A", (2,), True)


@pytest.mark.parametrize(("field", "name"), sorted(wrong(REPLY)))
def test_a_wrong_type_in_a_reply_is_named(field: str, name: str) -> None:
    with pytest.raises(Failure, match=f'"{field}"'):
        read_reply({"option": "pass", field: JSON_VALUES[name]}, ["pass"], "draw")
