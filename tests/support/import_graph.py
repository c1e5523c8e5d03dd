"""The modules below a folder, and the names by which each may load others."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

DOTTED: Final = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")


def modules_in(source: Path) -> dict[str, Path]:
    """The modules below a folder by their dotted names."""
    return {
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"): path
        for path in source.rglob("*.py")
    }


class Links(NamedTuple):
    """The names by which a module may load others."""

    imports: set[str]  # at any depth; `from a import b` is both a and a.b
    types: set[str]  # imports under `if TYPE_CHECKING`
    strings: set[str]


@cache
def links(name: str, path: Path) -> Links:
    """Read the names of modules in a module.

    A string names a module by its dotted path, by the file next to this one, or, where
    import_module is called, by its name in this package. Docstrings name nothing.
    """
    found = Links(set(), set(), set())
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    short = any(isinstance(node, ast.Name) and node.id == "import_module" for node in nodes)
    for_types = {
        id(inner)
        for node in nodes
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for statement in node.body
        for inner in ast.walk(statement)
    }
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        imports = found.types if id(node) in for_types else found.imports
        match node:
            case ast.Import(names):
                imports |= {alias.name for alias in names}
            case ast.ImportFrom(module, names, level):
                parents = package.split(".")
                start = parents[: len(parents) + 1 - level] if level else []
                base = ".".join([*start, *filter(None, [module])])
                imports |= {base, *(f"{base}.{alias.name}" for alias in names)}
            case ast.Constant(str(text)) if id(node) not in docstrings:
                found.strings.update(DOTTED.findall(text))
                if text.endswith(".py") or short:
                    found.strings.add(f"{package}.{text.removesuffix('.py')}")
            case _:
                pass
    return found
