"""Death Dome 3,000 in the terminal: a rules engine, managers and a screen.

The public interface to the rules; each name is loaded on first use:

- `new_game(catalog, board, *, seats, ruleset, rounds, first)`: the position before a match
- `decision(state)`: the open question with its seat and every legal answer; None when it is over
- `apply_action(state, action, tell)`: answers the open question in place
- `why_not(state, action)`: why an action is refused, with the nearest legal choice
- `observe(state, seat)`: the view of one seat
- `determinize(observation, rng)`: a full position that fits the view of a seat
- `outcome(state)`: how the match ended, or None
- `action_text(setup, action, seat)`, `parse_action(setup, text, seat, options)`: an action as text
- `undeclared_attack(observation, unit, action)`, `odds_of(observation, attack)`: exact odds
- `json_view(observation)`: the view of a seat as programs get it
- `load_catalog()`, `load_board(id)`: the cards and boards that come with the game
"""

# `python -m deathdome` reads this before the working folder leaves the module path, so it imports
# nothing that a file there could hide.
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.content.board_files import load_board
    from deathdome.content.catalogs import load_catalog
    from deathdome.model.notation import action_text, parse_action
    from deathdome.model.observation import Observation
    from deathdome.odds.attack_odds import odds_of, undeclared_attack
    from deathdome.rules.engine import apply_action, decision, outcome, why_not
    from deathdome.rules.observing import determinize, observe
    from deathdome.rules.setup import new_game

    # Its module is above modules that import this one for the version.
    json_view: Callable[[Observation], dict[str, object]]

__version__ = "0.1.0"

__all__ = [
    "action_text",
    "apply_action",
    "decision",
    "determinize",
    "json_view",
    "load_board",
    "load_catalog",
    "new_game",
    "observe",
    "odds_of",
    "outcome",
    "parse_action",
    "undeclared_attack",
    "why_not",
]

_HOMES = {
    "action_text": "deathdome.model.notation",
    "apply_action": "deathdome.rules.engine",
    "decision": "deathdome.rules.engine",
    "determinize": "deathdome.rules.observing",
    "json_view": "deathdome.managers.foreign.sheets",
    "load_board": "deathdome.content.board_files",
    "load_catalog": "deathdome.content.catalogs",
    "new_game": "deathdome.rules.setup",
    "observe": "deathdome.rules.observing",
    "odds_of": "deathdome.odds.attack_odds",
    "outcome": "deathdome.rules.engine",
    "parse_action": "deathdome.model.notation",
    "undeclared_attack": "deathdome.odds.attack_odds",
    "why_not": "deathdome.rules.engine",
}
_NAMED = {"json_view": "view_sheet"}  # where a module has another name for it


def __getattr__(name: str) -> object:
    """Load a public name on first use: `deathdome --version` needs none of them."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), _NAMED.get(name, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
