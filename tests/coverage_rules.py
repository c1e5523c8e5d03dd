"""List the rules that no test proves: `make coverage-rules`.

A rule is an entry of part 1, 2 or 4 of docs/rules.md, a row of part 3, or a PD entry of
docs/powerdome/rules.md. It is proven by a test with its ID in a `rule` mark, or by a position in
tests/positions with its ID under `rules`. A rule without a test is listed with its reason in
rule_exceptions.toml. Rows of part 3 that change nothing in play have the reason in
their last column.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from deathdome.content.rulebook import differences

if TYPE_CHECKING:
    from collections.abc import Iterator

TESTS = Path(__file__).parent
REFERENCE = TESTS.parent / "docs" / "rules.md"
POWERDOME = TESTS.parent / "docs" / "powerdome" / "rules.md"
EXCEPTIONS = TESTS / "rule_exceptions.toml"
RULE = re.compile(r"^- \*\*([A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+)\*\* (.*)", re.MULTILINE)


def rules() -> dict[str, str]:
    """Every rule's text by its ID: parts 1, 2 and 4 of the reference, part 3, then PowerDome."""
    entries = dict(RULE.findall(REFERENCE.read_text(encoding="utf-8")))
    return entries | {row.id: row.text for row in differences()} | powerdome_rules()


def powerdome_rules() -> dict[str, str]:
    """The text of every rule of PowerDome by its ID; rulings and amendments are reasons."""
    entries = RULE.findall(POWERDOME.read_text(encoding="utf-8"))
    return {rule: text for rule, text in entries if rule.startswith("PD-")}


def marked_rules(path: Path) -> list[str]:
    """The IDs in the `rule` marks of one test module."""
    return [
        argument.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def positioned_rules(path: Path) -> list[str]:
    """The IDs under `rules` in a position file, anywhere in it."""
    return list(_under_rules(tomllib.loads(path.read_text(encoding="utf-8"))))


def _under_rules(value: object) -> Iterator[str]:
    match value:
        case dict():
            for key, inner in value.items():
                if key == "rules" and isinstance(inner, list):
                    yield from map(str, inner)
                else:
                    yield from _under_rules(inner)
        case list():
            for inner in value:
                yield from _under_rules(inner)
        case _:
            pass


def proven_rules() -> set[str]:
    """The IDs that some test or position names."""
    marked = {rule for path in TESTS.rglob("test_*.py") for rule in marked_rules(path)}
    positions = (TESTS / "positions").rglob("*.toml")
    return marked | {rule for path in positions for rule in positioned_rules(path)}


def exceptions() -> tuple[dict[str, str], dict[str, str]]:
    """Reasons by area, and reasons by ID."""
    listed = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8"))
    same = {row.id: row.note for row in differences() if not row.plays}
    return listed["areas"], listed["rules"] | same


def area(rule: str) -> str:
    """Return the beginning of an ID: 'PUSH', 'SCEN-DUAL'."""
    return rule.rpartition("-")[0]


def unproven_rules() -> list[str]:
    """The IDs that nothing proves and nothing excepts, in the order of the reference."""
    areas, single = exceptions()
    proven = proven_rules()
    return [
        rule
        for rule in rules()
        if rule not in proven and rule not in single and area(rule) not in areas
    ]


def main() -> int:
    """Prints the unproven rules and the count; the exit code."""
    texts, proven = rules(), proven_rules()
    missing = unproven_rules()
    for rule in missing:
        print(f"{rule}  {texts[rule][:140]}")
    second = powerdome_rules().keys()
    excepted = len(texts) - len(proven & texts.keys()) - len(missing)
    print(
        f"{len(proven & texts.keys())} of {len(texts)} rules are proven, {len(proven & second)} of "
        f"{len(second)} in PowerDome, {excepted} excepted, {len(missing)} without a test"
    )
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
