"""Notes below the members of a class, which the interpreter drops.

    class Zone(Enum):
        BOARD = "board"
        '''On the field or in its base.'''

They are read from the source, so only the documentation can use them.
"""

from __future__ import annotations

import ast
import inspect
import itertools
from functools import cache


@cache
def notes(described: type) -> dict[str, str]:
    """Map members or fields to their notes, each on one line, without those that have none."""
    tree = ast.parse(inspect.getsource(described))
    body = next(node for node in tree.body if isinstance(node, ast.ClassDef)).body
    found = {}
    for member, below in itertools.pairwise(body):
        match member, below:
            case (
                ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)),
                ast.Expr(ast.Constant(str(text))),
            ):
                found[name] = " ".join(text.split())
            case _:
                pass
    return found
