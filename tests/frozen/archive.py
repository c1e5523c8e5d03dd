"""Frozen outputs on disk: canonical JSON under LZMA, and the first differences between two of them.

The same content gives the same bytes, and the content alone is compared, so another LZMA library
makes no difference.
"""

from __future__ import annotations

import contextlib
import json
import lzma
import os
import tempfile
import time
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE: Final = Path(__file__).parent
LONGEST: Final = 300  # characters of a line that is shown
_FILTERS: Final = [
    {"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 24, "lc": 4, "lp": 0, "pb": 0}
]


def path_of(group: str) -> Path:
    """The file of a group."""
    return HERE / f"{group}.json.xz"


def packed(content: Any) -> bytes:
    """The bytes of a file with that content."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return lzma.compress(text.encode(), check=lzma.CHECK_CRC32, filters=_FILTERS)


def read(group: str) -> Any:
    """The frozen content of a group."""
    return json.loads(lzma.decompress(path_of(group).read_bytes()))


def plain(content: Any, home: Path) -> Any:
    """The content as it will be read: tuples become lists, and `home` is called HOME."""
    return json.loads(json.dumps(content).replace(str(home), "HOME"))


def differences(frozen: Any, found: Any, place: str = "") -> Iterator[str]:
    """Each entry that differs, with its place and, of a long text, the first line that differs."""
    if frozen == found:
        return
    if isinstance(frozen, dict) and isinstance(found, dict):
        for key in sorted(frozen.keys() | found.keys()):
            yield from differences(frozen.get(key), found.get(key), f"{place}/{key}")
    elif isinstance(frozen, list) and isinstance(found, list):
        for number, (before, now) in enumerate(zip_longest(frozen, found)):
            yield from differences(before, now, f"{place}/{number}")
    elif isinstance(frozen, str) and isinstance(found, str):
        lines = enumerate(zip_longest(frozen.split("\n"), found.split("\n")), 1)
        number, pair = next((number, pair) for number, pair in lines if pair[0] != pair[1])
        yield _shown(f"{place}, line {number}", *pair)
    else:
        yield _shown(place, frozen, found)


def _shown(place: str, frozen: object, found: object) -> str:
    """Both on lines of their own, from shortly before the first character that differs."""
    texts = ["(nothing)" if one is None else str(one) for one in (frozen, found)]
    same = next((at for at, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), 0)
    start = max(0, same - LONGEST // 2) if max(map(len, texts)) > LONGEST else 0
    before, now = (f"{'...' * bool(start)}{text[start : start + LONGEST]}" for text in texts)
    return f"{place}\n  frozen: {before}\n  now:    {now}"


@contextlib.contextmanager
def sealed() -> Iterator[Path]:
    """An empty working folder and home; nothing of this machine, its clock zone or its user.

    Gives the folder.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        known = {
            "PATH": os.environ.get("PATH", os.defpath),
            **dict.fromkeys(("HOME", "DEATHDOME_HOME"), str(folder)),
            **dict.fromkeys(("LANG", "LC_ALL"), "C.UTF-8"),
            "COLUMNS": "80",
            "TERM": "xterm-256color",
            "TZ": "UTC",
        }
        with mock.patch.dict(os.environ, known, clear=True), contextlib.chdir(folder):
            time.tzset()
            yield folder
    time.tzset()
