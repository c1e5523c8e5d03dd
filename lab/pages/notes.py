"""The notes that stand below the members of a class, which the interpreter does not keep.

    class Zone(Enum):
        BOARD = "board"
        '''On the field or in its base.'''

They are read from the source, so only documents are made from them.
"""

from __future__ import annotations

import ast
import inspect
import itertools
from functools import cache


@cache
def notes(described: type) -> dict[str, str]:
    """Member or field to its note, one line; members without a note are not in it."""
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
