"""Look up private names of Textual, which may change in any release.

The screen uses as few as possible, and each use has a fallback: Textual's own way.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def private(module: str, name: str) -> Any:
    """Return the attribute of a module; None if the module or the attribute does not exist."""
    try:
        return getattr(import_module(module), name, None)
    except ImportError:
        return None
