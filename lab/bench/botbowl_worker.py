"""botbowl, 11 a side with reachable squares offered as options: random games."""

from __future__ import annotations

import io
from contextlib import redirect_stderr
from random import Random
from time import process_time
from typing import Any

from lab.bench.serving import serve

with redirect_stderr(io.StringIO()):  # one of its libraries warns about its age
    import botbowl  # type: ignore[import-not-found, unused-ignore]

rng = Random(1)


def compiled() -> bool:
    """Return True if its path search is compiled."""
    return "cython" in str(botbowl.core.pathfinding.Pathfinder.__module__)


class Agent(botbowl.Agent):  # type: ignore[misc]
    """Agent that picks any option and counts them."""

    decisions = 0

    def new_game(self, game: Any, team: Any) -> None: ...

    def act(self, game: Any) -> Any:
        """Return any kind of action that the game offers, with any of its positions and players."""
        kinds = [
            kind
            for kind in game.state.available_actions
            if kind.action_type is not botbowl.ActionType.PLACE_PLAYER
        ]
        kind = kinds[int(rng.random() * len(kinds))]
        position = rng.choice(kind.positions) if kind.positions else None
        player = rng.choice(kind.players) if kind.players else None
        Agent.decisions += 1
        return botbowl.Action(kind.action_type, position=position, player=player)

    def end_game(self, game: Any) -> None: ...


def games(seconds: float) -> dict[str, float]:
    """Play whole random games; the last one may exceed the time."""
    config = botbowl.load_config("bot-bowl")
    config.competition_mode = config.debug_mode = False
    config.pathfinding_enabled = True
    rules = botbowl.load_rule_set(config.ruleset)
    arena = botbowl.load_arena(config.arena)
    home = botbowl.load_team_by_filename("human", rules)
    away = botbowl.load_team_by_filename("human", rules)
    played = Agent.decisions = 0
    used = 0.0
    while used < seconds:
        agents = Agent("home"), Agent("away")
        game = botbowl.Game("1", home, away, *agents, config, arena=arena, ruleset=rules)
        game.config.fast_mode = True
        started = process_time()
        game.init()
        used += process_time() - started
        played += 1
    return {
        "decisions/s": Agent.decisions / used,
        "games/s": played / used,
        "compiled": float(compiled()),
    }


if __name__ == "__main__":
    serve({"games": games})
