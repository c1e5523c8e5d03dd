"""`deathdome powerdome sim`: games between bots, and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deathdome.cli.exit import json_text
from deathdome.cli.values import known_seed
from deathdome.errors import UsageError

if TYPE_CHECKING:
    from deathdome.powerdome.table import Played


def sim(
    seats: Annotated[
        str, typer.Option(help="Bots of the seats, 2 to 6, comma-separated.")
    ] = "normal,normal",
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 1,
    seed: Annotated[
        int, typer.Option(callback=known_seed, help="Repeat the games of an earlier run.")
    ] = 0,
    bare: Annotated[bool, typer.Option("--bare", help="Play without powers.")] = False,
    regret: Annotated[
        bool, typer.Option("--regret", help="Add what each sheet missed, on average.")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each game.")
    ] = False,
) -> None:
    """Let bots play PowerDome against each other, without a screen."""
    from deathdome.powerdome.bots.registry import contained
    from deathdome.powerdome.content.tome_files import bundled_tome
    from deathdome.powerdome.model.options import MAX_SEATS, MIN_SEATS, Options
    from deathdome.powerdome.rules.game import new_game
    from deathdome.powerdome.table import bare_game, play, regrets

    names = tuple(name.strip() for name in seats.split(","))
    if not MIN_SEATS <= len(names) <= MAX_SEATS or "" in names:
        raise UsageError(
            f'--seats "{seats}" must name {MIN_SEATS} to {MAX_SEATS} bots; '
            "for example --seats easy,normal,hard"
        )
    bots = [contained(name) for name in names]
    tome = bundled_tome()
    for number in range(seed, seed + games):
        begun = (bare_game if bare else new_game)(tome, names, Options())
        played = play(begun, bots, number)
        fields = _fields(played, number)
        fields["faults"] = [len(getattr(bot, "faults", ())) for bot in bots]
        if regret:
            fields["regret"] = [round(amount, 3) for amount in regrets(played)]
        print(json_text(fields) if json else _line(fields), flush=True)


def _fields(played: Played, seed: int) -> dict[str, Any]:
    dome = played.state.dome
    return {
        "seed": seed,
        "seats": list(played.state.seats),
        "winner": played.winner if played.winner >= 0 else None,
        "rounds": played.rounds,
        "vitality": [one.vitality for one in dome.characters[: dome.seats]],
    }


def _line(fields: dict[str, Any]) -> str:
    """Return a game as one line for readers."""
    names, winner = fields["seats"], fields["winner"]
    result = "a draw" if winner is None else f"seat {winner + 1}, {names[winner]}, wins"
    more = f", regret {fields['regret']}" if "regret" in fields else ""
    return f"seed {fields['seed']}: {result} in round {fields['rounds']}{more}"
