"""Scenario files on disk: read, resolved, every error with its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deathdome.errors import ContentError
from deathdome.powerdome.scenarios.expecting import differences
from deathdome.powerdome.scenarios.reading import read_scenario
from deathdome.powerdome.scenarios.resolving import resolve
from deathdome.powerdome.scenarios.words import BrokenRuleError, PlaceError, located
from deathdome.toml.files import parse_toml, read_text
from deathdome.toml.places import Places

if TYPE_CHECKING:
    from pathlib import Path

    from deathdome.powerdome.model.tome import Tome
    from deathdome.powerdome.scenarios.result import Outcome


class RefusedScenarioError(ContentError):
    """A scenario breaks a rule; `rules` has the IDs, the first one refuses."""

    def __init__(self, text: str, rules: tuple[str, ...]) -> None:
        super().__init__(text)
        self.rules = rules


def resolve_file(path: Path, source: str, tome: Tome) -> Outcome:
    """Resolve a scenario file; errors call it `source`.

    Raises:
        RefusedScenarioError: the scenario breaks a rule.
        ContentError: the file cannot be read, or something in it is unexpected.
    """
    return resolve_text(read_text(path, source), source, tome)


def resolve_text(text: str, source: str, tome: Tome) -> Outcome:
    """Resolve a scenario; raises like `resolve_file`."""
    data = parse_toml(text, source)
    places = Places(text)
    try:
        outcome = resolve(read_scenario(data, tome))
        outcome.differences = tuple(
            f"{source}:{places.line(one.path)}: {one}" for one in differences(outcome)
        )
    except PlaceError as error:
        raise located(source, places.line(error.path), error.path, error.text) from None
    except BrokenRuleError as error:
        line = places.line(error.path)
        also = f" (also {', '.join(error.rules[1:])})" if error.rules[1:] else ""
        message = f"{source}:{line}: {error.rules[0]}: {error.text}{also}"
        raise RefusedScenarioError(message, error.rules) from None
    return outcome
