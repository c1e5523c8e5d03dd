"""Run a program with a Textual whose private names are others: `python renamed.py NAMES PROGRAM`.

Every module of Textual is compiled from a source in which the names have another ending, so that
Textual itself still works. NAMES have commas between.
"""

from __future__ import annotations

import re
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType


class Renaming(SourceFileLoader):
    """Compiles a module of Textual with other names."""

    names: re.Pattern[bytes]

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of a source in which the names are others."""
        path = self.get_filename(fullname)
        source = self.names.sub(rb"\g<0>_elsewhere", self.get_data(path))
        return compile(source, path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    """Finds the modules of Textual."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: Any = None
    ) -> ModuleSpec | None:
        """Return a module of Textual with a loader that renames."""
        spec = PathFinder.find_spec(name, path) if name.partition(".")[0] == "textual" else None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Renaming(spec.loader.name, spec.loader.path)
        return spec


if __name__ == "__main__":
    gone = sys.argv[1].replace(",", "|").encode()
    Renaming.names = re.compile(rb"(?<!\w)(?<!os\.)(?<!textual\.)(?:" + gone + rb")(?!\w)")
    sys.meta_path.insert(0, Finder())
    exec(sys.argv[2])  # noqa: S102 - the program of a test
