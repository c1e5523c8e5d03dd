"""Digest of the code that decides how a game goes: results of other code are not combined."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def digest_of(places: Iterable[str], data: Iterable[Path]) -> str:
    """Return sixteen hex digits of modules and packages of ours, and of files of data."""
    root = Path(__file__).parent
    summed = sha256()
    for name in places:
        place = root / name
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.is_file() and file.suffix not in {".pyc", ".pyo"}:
                summed.update(file.relative_to(root).as_posix().encode())
                summed.update(sha256(file.read_bytes()).digest())
    for file in data:
        summed.update(file.name.encode() + sha256(file.read_bytes()).digest())
    return summed.hexdigest()[:16]
