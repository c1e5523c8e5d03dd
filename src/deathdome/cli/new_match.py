"""Setting up a new match: who sits where, and the first question in or after the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.errors import UsageError, nearest
from deathdome.match.protocol import HUMAN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.content.packs import Collection
    from deathdome.match.referee import Referee
    from deathdome.model.ruleset import Ruleset
    from deathdome.model.state import State

_MAX_TRIES: Final = 8  # that are tried, about 15 ms each
_ENOUGH_ARMED: Final = 3  # units of a team with a weapon


def new_referee(
    names: list[str],
    seed: int | None,
    rounds: int | None,
    board: str,
    *,
    quick: bool,
    ruleset: Ruleset | None = None,
    collection: Collection | None = None,
    secret: bytes | None = None,
) -> Referee:
    """Return a match at its first question, or with the purchases done.

    By default it has the rules of 2021, and the cards and boards of the game. A missing seed or
    secret
    is drawn, as `seed_and_secret` says.
    """
    from deathdome.cli.options import DEFAULT_EDITION, collection_of, ruleset_of
    from deathdome.managers.guarded import make_sure
    from deathdome.managers.manager_name import parse_spec
    from deathdome.match.referee import Referee
    from deathdome.match.seeds import seed_and_secret
    from deathdome.rules.setup import new_game

    collection = collection or collection_of(None)
    state = new_game(
        collection.catalog,
        collection.board(board),
        seats=len(names),
        ruleset=ruleset or ruleset_of(DEFAULT_EDITION, None),
        rounds=rounds,
    )
    for name in dict.fromkeys(names):
        # Report a program that does not start before the match, not during it.
        if name != HUMAN and parse_spec(name).foreign:
            make_sure(name, state.setup)
    referee = Referee(state, *seed_and_secret(seed, secret))
    if quick:
        buy_for_all(referee)
    return referee


def buy_for_all(referee: Referee) -> None:
    """Answer every question of the store, each team with its own taste, from the match's seed.

    Without tastes every quick match would begin with the same goods. Of several attempts the first
    is
    taken that arms three units of every team, or else the one with the best armed weakest team. The
    goods are dealt like hands: from either, a seat could guess a small seed.
    """
    from deathdome.match.referee import Referee

    best, most_armed = 0, -1
    for attempt in range(_MAX_TRIES):
        trial = Referee(referee.state.copy(), referee.seed, referee.secret)
        _buy(trial, attempt)
        armed = _armed(trial.state)
        if armed > most_armed:
            best, most_armed = attempt, armed
        if armed >= _ENOUGH_ARMED:
            break
    _buy(referee, best)


def _buy(referee: Referee, attempt: int) -> None:
    from random import Random

    from deathdome.managers.simple_shopper import shop, taste
    from deathdome.match.seeds import derived_seed
    from deathdome.model.decisions import Question

    setup = referee.state.setup
    tastes = [
        taste(setup.catalog, Random(derived_seed(referee.seed, f"goods {attempt} of seat {seat}")))
        for seat in range(setup.seats)
    ]
    while (request := referee.request()) is not None and request.question is Question.PURCHASE:
        referee.answer(shop(request, tastes[request.seat]))


def _armed(state: State) -> int:
    """Return the number of armed units of the team with the fewest."""
    items = state.setup.catalog.items
    armed = [any(items[item].weapon is not None for item in held) for held in state.items]
    return min(sum(armed[first : first + 4]) for first in range(0, len(armed), 4))


DEFAULT_SEATS: Final = "human,regular"


def quick_seats(wished: Sequence[str]) -> tuple[str, ...]:
    """Return the seats of a quick match; `wished` are those of the options.

    Seats that the player has set stay. Otherwise the player's results choose the opponent.
    """
    from deathdome.records.results import read_results
    from deathdome.session.rating import standing

    if tuple(wished) != tuple(DEFAULT_SEATS.split(",")):
        return tuple(wished)
    return (HUMAN, standing(read_results()[0]).level)


def opponent_words(names: Sequence[str]) -> str:
    """Return why this is the opponent of a quick match; "" if the results did not choose it."""
    from deathdome.records.results import read_results
    from deathdome.session.rating import standing
    from deathdome.text.phrases import menus

    found = standing(read_results()[0])
    if tuple(names) != (HUMAN, found.level):
        return ""
    words = {1: menus.HARDER_OPPONENT, -1: menus.EASIER_OPPONENT}.get(
        found.moved, menus.SAME_OPPONENT if found.matches else menus.FIRST_OPPONENT
    )
    return words.format(level=found.level.capitalize())


STAND_IN: Final = "greedy"  # replaces a manager that must not be started


def seat_names(seats: str) -> list[str]:
    """Return the names in `--seats`, all known.

    Raises:
        UsageError: not two to four, or a name that is neither "human" nor that of a manager.
    """
    from deathdome.managers.manager_name import split_specs
    from deathdome.managers.registry import check_level

    names = split_specs(seats)
    if not 2 <= len(names) <= 4:
        raise UsageError(
            f'--seats takes two to four names, such as "{DEFAULT_SEATS}"; got "{seats}"'
        )
    known = known_seats(names)
    for name in known:
        if name != HUMAN:
            check_level(name)
    return known


def known_seats(names: Sequence[str]) -> list[str]:
    """Check names that were typed at this machine: "human", or a manager of any kind.

    Raises:
        UsageError: a name is unknown.
    """
    from deathdome.managers import registry
    from deathdome.managers.manager_name import parse_spec, quoted

    known = [HUMAN, *registry.names()]
    for name in names:
        if name == HUMAN:
            continue
        spec = parse_spec(name)
        if spec.name == HUMAN:
            raise UsageError(f'"{quoted(name)}": people have no level and no personality')
        if not spec.foreign and spec.name not in known:
            listed = ", ".join(known)
            raise UsageError(
                f'no manager called "{quoted(name)}"; known: {listed}.{nearest(spec.name, known)}'
            )
        registry.load(name)
    return list(names)
