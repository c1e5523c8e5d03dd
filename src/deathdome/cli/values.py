"""Values of options that several commands share, checked, without the command line's parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deathdome.errors import UsageError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.content.collection import Collection
    from deathdome.match.terms import MatchTerms
    from deathdome.model.ruleset import Ruleset
    from deathdome.statistics import Hypotheses

DEFAULT_EDITION: Final = "2021"


def files_named(name: str, kind: str) -> list[Path]:
    """Return the TOML file of that name, or all such files below the folder of that name.

    Raises:
        UsageError: there is neither, or the folder holds none; `kind` names the wanted files.
    """
    from deathdome.files import files_below, is_there

    path = path_of(name)
    if path.is_dir():
        inside = sorted(files_below(path, ".toml"))
        if not inside:
            raise UsageError(f"no {kind} files (*.toml) in {name}")
        return inside
    if not is_there(path):
        raise UsageError(f"no file {name}")
    return [path]


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


def check_files(out: Path | None, resume: Path | None) -> None:
    """Check the files of a run of the arena.

    Raises:
        UsageError: both a new one and one to resume are named.
    """
    if out is not None and resume is not None:
        raise UsageError("--out starts a new file and --resume resumes one; give one of them")


def hypotheses_of(text: str | None) -> Hypotheses | None:
    """Return the typed shares of wins of the arena's test.

    Raises:
        UsageError: they are not two, the lower one first.
    """
    from deathdome.statistics import Hypotheses

    if text is None:
        return None
    try:
        worse, better = (float(part) for part in text.split(","))
    except ValueError:
        worse, better = 0.0, 0.0
    if not 0 < worse < better < 1:
        raise UsageError(
            f'--sprt "{text}" is not a pair of shares, the lower one first, as in --sprt 0.50,0.55'
        )
    return Hypotheses(worse, better)


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


def terms_of(
    ruleset: Ruleset,
    *,
    rounds: str | None = None,
    series: bool = False,
    purses: str | None = None,
    seats: int = 2,
) -> MatchTerms:
    """Return the terms of a match or a season from typed options; rounds may be a list.

    Raises:
        UsageError: a list has something else than numbers, or not one for each team or match.
    """
    from deathdome.match.terms import MatchTerms

    numbers = _numbers("--rounds", rounds or "", "4,5,6")
    given = _numbers("--credits", purses or "", "2000000,3000000")
    if len(given) == 1:
        given *= seats
    if len(given) not in (0, seats):
        raise UsageError(f"--credits names {len(given)} teams, and {seats} play")
    if not series and len(numbers) > 1:
        raise UsageError(f"--rounds {rounds}: a list of rounds is for a season; add --series")
    if not series:
        return MatchTerms(ruleset, numbers[0] if numbers else None, purses=given)
    if len(numbers) == 1:
        numbers *= len(ruleset.series_rounds)
    return MatchTerms(ruleset, series=numbers or ruleset.series_rounds, purses=given)


def _numbers(option: str, text: str, example: str) -> tuple[int, ...]:
    """Parse a list of whole numbers; "_" and "," between digits of one number are not possible."""
    parts = [part.strip().replace("_", "") for part in text.split(",")] if text else []
    if not all(part.isascii() and part.isdigit() and len(part) < _DIGITS for part in parts):
        raise UsageError(f'{option} takes whole numbers, such as {option} {example}; got "{text}"')
    return tuple(map(int, parts))


_DIGITS: Final = 12  # more than any number of rounds or credits has


def ruleset_of(
    edition: str,
    characters: bool | None,
    scenarios: str | None = None,
    rules: Sequence[str] | None = None,
) -> Ruleset:
    """Return the rules of an edition, with characters or without; None is the edition's default.

    `scenarios` is a typed list, `rules` are typed switches such as "wall_squeeze=true".

    Raises:
        UsageError: there is no such edition, scenario or switch, or no such value.
    """
    from dataclasses import replace

    from deathdome.model.ruleset import EDITIONS, with_characters

    if edition not in EDITIONS:
        hint = nearest(edition, EDITIONS) or f" Editions: {', '.join(EDITIONS)}."
        raise UsageError(f'no edition "{edition}".{hint}')
    ruleset = EDITIONS[edition]
    if characters is not None:
        ruleset = with_characters(ruleset, characters)
    if scenarios:
        chosen: dict[str, Any] = dict.fromkeys(_scenarios(scenarios), True)
        ruleset = replace(ruleset, **chosen)
    if rules:
        ruleset = replace(ruleset, **_switches(rules, ruleset))
    return ruleset


def _scenarios(text: str) -> list[str]:
    """Return the switches of typed scenarios."""
    from deathdome.model.ruleset import SCENARIOS

    known = {name.replace("_", "-"): name for name in SCENARIOS}
    found = []
    for part in text.split(","):
        name = part.strip().lower().replace("_", "-")
        if name not in known:
            hint = nearest(name, known) or f" Scenarios: {', '.join(known)}."
            raise UsageError(f'no scenario "{part.strip()}".{hint}')
        found.append(known[name])
    return found


def _switches(texts: Sequence[str], ruleset: Ruleset) -> dict[str, Any]:
    """Return the values of typed switches: NAME=VALUE."""
    from deathdome.model.ruleset import SETTLED
    from deathdome.records.header import switch_of

    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise UsageError(f'--rule "{text}": write NAME=VALUE, such as wall_squeeze=true')
        if name in found:
            raise UsageError(f"--rule {name} appears twice")
        try:
            found[name] = switch_of(name, value)
        except ValueError as error:
            raise UsageError(f"--rule {text}: {error}") from error
        if name in SETTLED and found[name] != getattr(ruleset, name):
            raise UsageError(f"--rule {text}: another value would do nothing")
    return found
