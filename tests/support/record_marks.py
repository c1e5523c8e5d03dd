"""Records with marks, changed for tests: what an owner who knows the format can do."""

from __future__ import annotations

from deathdome.journal.chain import CLOSED, Chain, unmarked
from deathdome.records.header import MARK


def plain(raw: bytes) -> bytes:
    """The record without its marks and its closing line."""
    lines = raw.decode().split("\n")
    kept = (line for line in lines if not line.startswith((MARK, f"{CLOSED}: ")))
    return "\n".join(map(unmarked, kept)).encode()


def remarked(raw: bytes) -> bytes:
    """The record with new marks in place of those that it has or lacks; closed if it has ended."""
    head, _, body = plain(raw).partition(b"\n\n")
    text = head + b"\n"
    text += Chain(text).marked(MARK) + b"\n"
    chain = Chain(text)
    whole, _, torn = body.rpartition(b"\n")
    lines = whole.decode().split("\n") if whole else []
    text += b"".join(map(chain.marked, lines))
    if lines and lines[-1].startswith("end: "):
        text += chain.closing()
    return text + torn
