"""A module in the wheel is one that a command or an entry point leads to; the rest is in `lab`."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from import_graph import links, modules_in

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src"


def unreachable(modules: dict[str, Path], roots: Iterable[str]) -> list[str]:
    """The modules that no chain of imports leads to from the roots."""
    reached: set[str] = set()
    waiting = {*roots}
    while waiting:
        name = waiting.pop()
        if name not in modules or name in reached:
            continue
        reached.add(name)
        found = links(name, modules[name])
        waiting |= found.imports | found.strings | {name.rpartition(".")[0]}
    return sorted(modules.keys() - reached)


def roots_of(project: Path) -> set[str]:
    """The modules of the commands and entry points in a pyproject.toml, and `python -m`."""
    known = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    groups = [known["scripts"], *known["entry-points"].values()]
    targets = {target.partition(":")[0] for group in groups for target in group.values()}
    return {"deathdome.__main__", *targets}


def is_old_path(path: Path) -> bool:
    """True for a deprecated module that only imports names from their new module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").startswith("Deprecated: ") and all(
        isinstance(one, ast.ImportFrom | ast.Assign) for one in tree.body[1:]
    )


def test_every_module_of_the_wheel_is_reached_from_a_command_or_an_entry_point() -> None:
    modules = modules_in(SOURCE)
    left = unreachable(modules, roots_of(ROOT / "pyproject.toml"))
    left = [name for name in left if not is_old_path(modules[name])]
    assert left == [], "no command or entry point leads here; delete it or move it to lab/"


def test_the_program_imports_nothing_of_the_lab_or_the_tests() -> None:
    for name, path in modules_in(SOURCE).items():
        named = set().union(*links(name, path))
        assert not {one for one in named if one.partition(".")[0] in ("lab", "tests")}, name


def test_an_orphan_is_named_whatever_way_the_others_are_loaded(tmp_path: Path) -> None:
    files = {
        "game/__init__.py": "",
        "game/main.py": "def run():\n    from game import late\n    from . import near\n",
        "game/near.py": "LAUNCH = 'beside.py'\nCODE = 'from game.host import main; main()'\n",
        "game/late.py": "from game import screens\nfrom game.kind import (\n    A,\n)\n",
        "game/screens/__init__.py": (
            "from importlib import import_module\n"
            "NAMES = {'Title': 'title'}\n"
            "def __getattr__(name):\n    return import_module(NAMES[name])\n"
        ),
        "game/screens/title.py": "",
        "game/screens/forgotten.py": "from game import main\n",
        **dict.fromkeys(["game/beside.py", "game/host.py", "game/kind.py"], ""),
        "game/types_only.py": "",
        "game/told.py": '"""See game.orphan."""\n',
        "game/orphan.py": "",
    }
    files["game/host.py"] = (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from game.types_only import T\n"
        "else:\n    from game.told import x\n"
    )
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    left = unreachable(modules_in(tmp_path), {"game.main"})
    assert left == ["game.orphan", "game.screens.forgotten", "game.types_only"]
