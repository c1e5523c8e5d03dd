"""Docstrings and comments cite documents, sections and rules that exist."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "benchmarks", "examples")
_NUMBER = r"\d+(?:\.\d+)*"
_NUMBERS = rf"{_NUMBER}(?:(?:,| to| and| or)\s+{_NUMBER})*"
NUMBER = re.compile(_NUMBER)
DOCUMENT = re.compile(rf"\b((?:powerdome/)?[\w-]++\.md)\b(?:,?\s+(?:parts?\s+)?({_NUMBERS}))?")
NAMED = re.compile(r'\b([\w-]++\.md), "([^"]+)"')
PART_OF = re.compile(rf"\bparts?\s+({_NUMBERS})\s+of\s+(?:docs/)?([\w-]++\.md)")
DECISION = re.compile(r"\bdecisions?\s+(\d+)")
RULE = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+\b")
ENTRY = re.compile(r"^(?:- |\| *)\*{0,2}([A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+)\*{0,2}", re.MULTILINE)
FIXTURES = {f"F-{number:02}" for number in range(1, 18)}  # tests/powerdome/test_fixtures.py
STANDARDS = {"CRC-32", "UTF-8"}  # look like rules
# A section number without a document, alone or after a word.
NOWHERE = re.compile(r"\((?:[a-z]+ )?(?:[1-9]|1[0-2])\.\d{1,2}(?:(?:, | to | and )\d+\.\d+)*\)")


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Every docstring and comment, with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node, clean=False)
            if text is not None:
                yield node.body[0].lineno, text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


@cache
def documents() -> dict[str, Path]:
    """By name; a page of PowerDome by the name with its folder, too."""
    second = ROOT / "docs" / "powerdome"
    folders = (second, ROOT, ROOT / "docs", ROOT / "docs" / "decisions")
    found = {path.name: path for folder in folders for path in folder.glob("*.md")}
    return found | {f"powerdome/{path.name}": path for path in second.glob("*.md")}


@cache
def sections(document: str) -> frozenset[str]:
    """Numbers and titles of a document's headings: '4', '4.13', 'Rulings'."""
    found = set()
    text = documents()[document].read_text(encoding="utf-8")
    for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        number = re.match(r"(\d+(?:\.\d+)*)\.? ", title)
        found |= {title, number[1]} if number else {title}
    return frozenset(found)


@cache
def rules() -> frozenset[str]:
    """The IDs of both games."""
    pages = ("rules.md", "powerdome/rules.md")
    texts = [documents()[page].read_text(encoding="utf-8") for page in pages]
    return frozenset(rule for text in texts for rule in ENTRY.findall(text))


def dangling(text: str) -> Iterator[str]:
    """The citations in a text that lead nowhere."""
    cited = [(match[1], NUMBER.findall(match[2] or "")) for match in DOCUMENT.finditer(text)]
    cited += [(match[2], NUMBER.findall(match[1])) for match in PART_OF.finditer(text)]
    cited += [(match[1], [" ".join(match[2].split())]) for match in NAMED.finditer(text)]
    for document, parts in cited:
        if document not in documents():
            yield document
        else:
            yield from (f"{document} {part}" for part in parts if part not in sections(document))
    for number in DECISION.findall(text):
        if not any(name.startswith(f"{number:0>4}-") for name in documents()):
            yield f"decision {number}"
    yield from (rule for rule in RULE.findall(text) if rule not in rules() | STANDARDS | FIXTURES)
    yield from NOWHERE.findall(text)


POWERDOME = ("src/deathdome/powerdome", "tests/powerdome", "docs/powerdome", "data/powerdome")
IN_SHORT = re.compile(r"\b(PD-[A-Z]+)-\d+((?:(?:,| to| and|, and) -\d+)+)")


def short_citations(text: str) -> Iterator[str]:
    """Rules cited in short after the first: 'PD-WIN-01 to -03' cites PD-WIN-03, too."""
    for area, numbers in IN_SHORT.findall(text):
        yield from (f"{area}-{number}" for number in re.findall(r"-(\d+)", numbers))


def test_every_rule_named_anywhere_in_powerdome_exists() -> None:
    """Strings included: refusals and marks name rules, too."""
    found = [
        f"{path.relative_to(ROOT)}: {rule}"
        for folder in POWERDOME
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".md", ".toml")
        for text in [path.read_text(encoding="utf-8")]
        for rule in (*RULE.findall(text), *short_citations(text))
        if rule not in rules() | STANDARDS | FIXTURES
    ]
    assert not found, "\n".join(found)


def test_a_rule_cited_in_short_is_found() -> None:
    assert list(short_citations("(PD-WIN-01, -02 and -99; R-18)")) == ["PD-WIN-02", "PD-WIN-99"]


def test_what_is_cited_exists() -> None:
    found = []
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not any(dangling(source)):
            continue  # strings of the code included, which is a hundred times as fast
        found += [
            f"{path.relative_to(ROOT)}:{line}: {citation}"
            for line, text in texts(source)
            for citation in dangling(text)
        ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A push (PUSH-5, AMB-60; effects.md parts 3, 9 and 10).", []),
        ("As UTF-8 (docs/rules.md part 4.13, decision 0014).", []),
        ('In credits (managers.md, "How they judge").', []),
        ("Part 1, 2 or 4 of docs/rules.md, 5 of 12.", []),
        ("58.0 % (58.0 to 64.4), 3.5 s (2 s).", []),
        ("A push (PUSH-99).", ["PUSH-99"]),
        ("A push (SHOVE-1).", ["SHOVE-1"]),
        ("In nowhere.md.", ["nowhere.md"]),
        ("See docs/effects.md part 12.", ["effects.md 12"]),
        ("See effects.md parts 3, 12 and 13.", ["effects.md 12", "effects.md 13"]),
        ("Shown (managers.md 4.7).", ["managers.md 4.7"]),
        ("An entry of part 1 or 17 of docs/rules.md.", ["rules.md 17"]),
        ('In credits (managers.md, "What they\n    eat").', ["managers.md What they eat"]),
        ("By decision 99.", ["decision 99"]),
        ("An event (papers 5.3, 5.10).", ["(papers 5.3, 5.10)"]),
        ("It fires once (5.10).", ["(5.10)"]),
    ],
)
def test_a_dangling_citation_is_found(text: str, expected: list[str]) -> None:
    assert [*dangling(text)] == expected
