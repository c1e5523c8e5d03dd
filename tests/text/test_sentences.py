"""Every sentence for a player is in the text package (docs/decisions/0020)."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from string import Formatter
from typing import TYPE_CHECKING, Final

import pytest

import deathdome
from deathdome.text import phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.xdist_group("sentences")  # one worker parses all modules

SOURCE: Final = Path(deathdome.__file__).parent
SENTENCE: Final = 3  # words
WORD: Final = re.compile(r"[A-Za-z']{2,}|\b[a-z]\b")

# Packages and modules that write for others than a player in a match: files and what is wrong in
# them, reports of commands, the authors of managers, the terminal.
ELSEWHERE: Final = (
    "text",
    "stage/phrases.py",
    "cli",
    "arena",
    "content",
    "settings.py",
    "terminal.py",
    "files.py",
    "errors.py",
    "folders.py",
    "geometry/grid.py",
    "match/guard.py",
    "model/lookup.py",
    "model/notation.py",
    "model/ruleset.py",
    "model/wire.py",
    "model/notation.py",
    "managers/conformance.py",
    "managers/foreign",
    "records/format.py",
    "records/header.py",
    "records/replay.py",
    "records/replay_text.py",
    "bundled.py",
    "engine",  # for the authors of programs, as `programs`
    "programs",
    "toml",
    "workers.py",
    "powerdome/content",
    "powerdome/notation.py",
    "powerdome/one_line.py",
    "powerdome/play/game_file.py",
    "powerdome/play/record.py",
    "powerdome/scenarios",
    "powerdome/arena.py",
    "powerdome/bots/check.py",
    "powerdome/bots/foreign",
    "powerdome/arena_tables.py",
    "powerdome/text",
)
# Words of files, and texts of the program for itself.
NO_SENTENCES: Final = frozenset({"last team standing", "close combat weapon"})
STYLE_OR_CODE: Final = re.compile(
    r"^# |^(Callable|frozenset)\[|\$dome-|%Y-|^from \S+ import |^import |\(\?"
)


def sentences(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of each sentence in a module, but for docstrings and errors."""
    tree = ast.parse(source)
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))  # a docstring
        elif isinstance(node, ast.Raise | ast.Assert) or _makes_error(node):
            skipped.update(map(id, ast.walk(node)))
        elif isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values if isinstance(part, ast.Constant))
    for node in ast.walk(tree):
        text = _text(node)
        if isinstance(node, ast.expr) and id(node) not in skipped and _is_sentence(text):
            yield node.lineno, text


def _makes_error(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    return name.endswith("Error") or name in ("IllegalAction", "Failure")


def _text(node: ast.AST) -> str:
    """The text of a literal, with "{}" for what a running program fills in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = node.values
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts
        )
    return ""


def _is_sentence(text: str) -> bool:
    """Three words, or a word and another or a field with a full stop behind them."""
    if text in NO_SENTENCES or STYLE_OR_CODE.search(text) or " " not in text.strip():
        return False
    words, fields = len(WORD.findall(text)), text.count("{}")
    stops = text.rstrip().endswith((".", "!", "?")) and not text.rstrip().endswith("..")
    return words >= SENTENCE or (stops and words >= 1 and words + fields >= SENTENCE - 1)


def modules() -> list[Path]:
    """The modules that write for a player, and have their sentences elsewhere."""
    found = (path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))
    return sorted(
        path for path in found if not any(path.is_relative_to(place) for place in ELSEWHERE)
    )


def test_no_sentence_stands_outside_the_text_package() -> None:
    wrong = [
        f"{path}:{line}: {text}"
        for path in modules()
        for line, text in sentences((SOURCE / path).read_text(encoding="utf-8"))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "line",
    [
        'self.note = "Nothing is here."',
        'self.note = f"{unit} cannot walk there."',
        'rows += wrapped("the store is " + words, width)',
        'return "no" if here else "it is not yours"',
        'self.note = f"{unit} walks."',
    ],
)
def test_a_sentence_on_a_screen_is_found(line: str) -> None:
    assert [number for number, _ in sentences(f"def draw(self):\n    {line}\n")] == [2]


@pytest.mark.parametrize(
    "line",
    [
        '"""The rows of a list."""',
        'raise UsageError(f"no unit is on {space}")',
        'row = f"S{gear.strength} M{gear.movement} T{gear.toughness}"',
        'style = "bold $dome-title"',
        'title = "Your turn"',
        "self.note = say.NOTHING_IS_HERE",
    ],
)
def test_other_texts_may_stay(line: str) -> None:
    assert [*sentences(f"def draw(self):\n    {line}\n")] == []


@pytest.mark.parametrize("place", ELSEWHERE)
def test_every_exception_exists(place: str) -> None:
    assert (SOURCE / place).exists()


# -- phrases ---------------------------------------------------------------------------------------


def phrase_modules() -> list[str]:
    return [module.name for module in iter_modules(phrases.__path__)]


@cache
def uses() -> tuple[tuple[Path, int, str, str, set[str] | None], ...]:
    """Each phrase that a module names: path, line, module, name, and the fields it fills in."""
    return tuple((path, *use) for path in sorted(SOURCE.rglob("*.py")) for use in uses_in(path))


def uses_in(path: Path) -> Iterator[tuple[int, str, str, set[str] | None]]:
    """The phrases that one module names."""
    source = path.read_text(encoding="utf-8")
    if phrases.__name__ not in source:
        return
    nodes = [*ast.walk(ast.parse(source))]
    known = {
        name.asname or name.name: name.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == phrases.__name__
        for name in node.names
    }
    formats = {
        id(node.func.value): {word.arg or "" for word in node.keywords}
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "format"
    }
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = known.get(node.value.id)
            if module is not None:
                yield node.lineno, module, node.attr, formats.get(id(node))


def test_every_field_of_a_phrase_is_filled_in() -> None:
    for path, line, module, name, given in uses():
        phrase = getattr(import_module(f"{phrases.__name__}.{module}"), name)
        if given is not None:
            fields = {field for _, field, _, _ in Formatter().parse(phrase) if field}
            assert given == fields, f"{path.name}:{line}: {phrase}"


def test_every_phrase_is_used() -> None:
    used = {(module, name) for _, _, module, name, _ in uses()}
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    for module in phrase_modules():
        names = filter(str.isupper, vars(import_module(f"{phrases.__name__}.{module}")))
        unused = [
            name
            for name in names
            if (module, name) not in used and len(re.findall(rf"\b{name}\b", source)) < 2
        ]
        assert unused == [], module
