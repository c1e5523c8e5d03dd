"""Values of options that several commands share, checked, without the command line's parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.content.collection import Collection
    from deathdome.model.ruleset import Ruleset

DEFAULT_EDITION: Final = "2021"


def path_of(text: str) -> Path:
    """Return the typed path.

    Raises:
        UsageError: no file can have such a path.
    """
    from pathlib import Path

    from deathdome.files import path_problem

    if problem := path_problem(text):
        raise UsageError(f'"{text}": {problem}')
    return Path(text)


def known_seed(seed: int | None) -> int | None:
    """Check the typed seed, as an option's callback.

    Raises:
        UsageError: the seed is below 0, or has too many digits for a record.
    """
    if seed is None:
        return None
    from deathdome.records.header import seed_problem

    if problem := seed_problem(seed):
        raise UsageError(f"--seed {problem}")
    return seed


def collection_of(packs: Sequence[str] | None) -> Collection:
    """Return the game's own cards and boards, and those of the packs.

    Raises:
        UsageError: there is no pack at a path.
        PackError: a pack has problems; the error lists every one.
    """
    if not packs:
        from deathdome.content.collection import bundled_collection

        return bundled_collection()
    from pathlib import Path

    from deathdome.content.packs import load_packs

    return load_packs([Path(path) for path in packs])


def ruleset_of(edition: str, characters: bool | None) -> Ruleset:
    """Return the rules of an edition, with characters or without; None is the edition's default.

    Raises:
        UsageError: there is no such edition.
    """
    from dataclasses import replace

    from deathdome.model.ruleset import EDITIONS

    if edition not in EDITIONS:
        hint = nearest(edition, EDITIONS) or f" Editions: {', '.join(EDITIONS)}."
        raise UsageError(f'no edition "{edition}".{hint}')
    ruleset = EDITIONS[edition]
    return ruleset if characters is None else replace(ruleset, characters=characters)
