"""`deathdome check`: errors in a player's cards and boards."""

from __future__ import annotations

from typing import Annotated

import typer


def check(
    paths: Annotated[
        list[str],
        typer.Argument(help="Card files, board files, or folders of them.", metavar="PATH..."),
    ],
) -> None:
    """Check packs of cards and boards: what is in them, or what is wrong and where.

    Several are checked together, as they would be played with.
    """
    from deathdome.cli.options import path_of
    from deathdome.content.packs import check_packs
    from deathdome.errors import ContentError

    good: dict[str, bool] = {}
    for finding in check_packs([path_of(path) for path in paths]):
        print(finding)
        good[finding.file] = finding.ok
    wrong = list(good.values()).count(False)
    if wrong:
        files = f"file{'s' if len(good) > 1 else ''}"
        raise ContentError(f"{wrong} of {len(good)} {files} cannot be used")
