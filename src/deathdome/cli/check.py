"""`deathdome check`: whether cards and boards that a player has made can be played with."""

from __future__ import annotations

from typing import Annotated

import typer


def check(
    paths: Annotated[
        list[str],
        typer.Argument(help="Card files, board files, or folders of them.", metavar="PATH..."),
    ],
) -> None:
    """Check packs of cards and boards: what is in them, or what is wrong and where."""
    from pathlib import Path

    from deathdome.content.packs import check_pack
    from deathdome.content.words import printable
    from deathdome.errors import ContentError

    wrong = total = 0
    for path in paths:
        for finding in check_pack(Path(path)):
            total += 1
            line = "" if finding.line is None else f"{finding.line}:"
            mark = f"ok {finding.file}:" if finding.ok else f"{finding.file}:{line}"
            print(printable(f"{mark} {finding.text}"))
            wrong += not finding.ok
    if wrong:
        raise ContentError(f"{wrong} of {total} file{'s' if total > 1 else ''} cannot be used")
