"""The types of the engine: `Any` only where a comment says why."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import deathdome

PACKAGES = ("geometry", "model", "rules")


def unjustified(source: str) -> list[int]:
    """The lines with `Any` that have no comment, nor one in the line above."""
    lines = source.splitlines()
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Name) and node.id == "Any")
        or (isinstance(node, ast.Attribute) and node.attr == "Any")
        if "  # " not in lines[node.lineno - 1]
        and not lines[node.lineno - 2].lstrip().startswith("# ")
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_any_is_justified_in_the_engine(package: str) -> None:
    folder = Path(deathdome.__file__).parent / package
    found = [
        f"{path.relative_to(folder.parent)}:{line}"
        for path in sorted(folder.rglob("*.py"))
        for line in unjustified(path.read_text(encoding="utf-8"))
    ]
    assert not found, "say in a comment why the type is Any: " + ", ".join(found)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x: Any = 1", [3]),
        ("x: dict[str, typing.Any] = {}", [3]),
        ("x: Any = 1  # each has its own", []),
        ("# Each has its own.\nx: Any = 1", []),
        ('"""Any unit."""', []),
        ("x: object = 1", []),
    ],
)
def test_an_any_without_a_comment_is_found(line: str, expected: list[int]) -> None:
    assert unjustified(f"from typing import Any\n\n{line}\n") == expected
