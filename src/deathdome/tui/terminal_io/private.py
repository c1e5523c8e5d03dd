"""Look up private names of Textual, which may change in any release.

The screen uses as few as it can, and each use has a fallback: Textual's own way of doing the same.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def private(module: str, name: str) -> Any:
    """Return what a module calls by a name; None if the module or the name is not there."""
    try:
        return getattr(import_module(module), name, None)
    except ImportError:
        return None
