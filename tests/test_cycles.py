"""No module imports itself by way of others: at its top, inside a function or for its types."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from import_graph import links, modules_in

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT: Final = Path(__file__).parents[1]

Graph = dict[str, set[str]]


def graph_of(modules: Mapping[str, Path]) -> Graph:
    """The modules that each of these imports, whatever for.

    `from a import b` imports the package a as well: what its `__init__` imports counts.
    """
    graph: Graph = {}
    for name, path in modules.items():
        found = links(name, path)
        graph[name] = ((found.imports | found.types) & modules.keys()) - {name}
    return graph


def core_of(graph: Graph) -> Graph:
    """The graph without the modules that import nothing of it, again and again."""
    left = {name: set(targets) for name, targets in graph.items()}
    while ends := {name for name, targets in left.items() if not targets}:
        left = {name: targets - ends for name, targets in left.items() if name not in ends}
    return left


def shortest_cycle(graph: Graph) -> list[str]:
    """The modules of a shortest cycle, the first one again at the end; [] if there is none."""
    core = core_of(graph)
    found = (way for name in sorted(core) if (way := _way_back(core, name)))
    return min(found, key=len, default=[])


def _way_back(graph: Graph, start: str) -> list[str]:
    ways = [[start]]
    seen = set[str]()
    for way in ways:  # grows meanwhile, the short ones first
        for target in sorted(graph[way[-1]] - seen):
            if target == start:
                return [*way, start]
            seen.add(target)
            ways.append([*way, target])
    return []


def test_no_module_of_any_package_imports_itself_by_way_of_others() -> None:
    modules = modules_in(ROOT / "src")
    modules |= {f"lab.{name}": path for name, path in modules_in(ROOT / "lab").items()}
    found = shortest_cycle(graph_of(modules))
    assert found == [], f"a cycle of imports: {' -> '.join(found)}"


def test_the_shortest_cycle_is_found_however_a_module_is_imported(tmp_path: Path) -> None:
    files = {
        "game/__init__.py": "",
        "game/top.py": "from game import rules, screens\nfrom game.types_only import T\n",
        "game/rules.py": "import game.model\n",
        "game/model.py": "from typing import TYPE_CHECKING\n",
        "game/types_only.py": "",
        "game/screens/__init__.py": "",
        "game/screens/title.py": "from game.screens.menu import Menu\n",
        "game/screens/menu.py": "from .base import Base\n",
        "game/screens/base.py": "",
    }

    def cycle() -> list[str]:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        links.cache_clear()
        return shortest_cycle(graph_of(modules_in(tmp_path)))

    assert cycle() == []
    files["game/screens/base.py"] = "def late():\n    from game.screens import title\n"
    base = "game.screens.base"
    assert cycle() == [base, "game.screens.title", "game.screens.menu", base]
    files["game/model.py"] += "if TYPE_CHECKING:\n    from game.rules import Gear\n"
    assert cycle() == ["game.model", "game.rules", "game.model"]
    files["game/model.py"] = ""
    files["game/screens/base.py"] = ""
    files["game/screens/__init__.py"] = "from game.screens.title import Title\n"
    files["game/screens/title.py"] = "from game import screens\n"
    assert cycle() == ["game.screens", "game.screens.title", "game.screens"]
