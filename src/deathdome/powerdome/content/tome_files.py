"""The PowerTome's files: powers, allies and afflictions, checked on reading."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

from deathdome.bundled import data_folder
from deathdome.powerdome.model.tome import (
    STEPS,
    Affliction,
    AllyKind,
    Amount,
    Check,
    Condition,
    Cost,
    Effect,
    EventKind,
    Given,
    Power,
    Step,
    TargetKind,
    Tome,
)
from deathdome.toml.files import read_text

if TYPE_CHECKING:
    from collections.abc import Mapping

_RENAMED = {"with": "with_", "for": "for_", "if": "checks"}


def parse_tome(text: str) -> Tome:
    """Read a tome."""
    data = tomllib.loads(text)
    powers = sorted(
        (
            Power(
                one["no"],
                one["id"],
                one["name"],
                one["text"],
                tuple(map(_effect, one["effect"])),
                one.get("kind") == "modifier",
                Given(one["given"]) if "given" in one else None,
                one.get("worth", 4.0),
            )
            for one in data["power"]
        ),
        key=lambda power: power.no,
    )
    allies = tuple(
        AllyKind(
            one["id"],
            one["name"],
            one["vitality"],
            one["text"],
            tuple(map(_effect, one.get("effect", ()))),
        )
        for one in data["ally"]
    )
    afflictions = tuple(
        Affliction(one["id"], one["name"], one["text"], tuple(map(_step, one["do"])))
        for one in data["affliction"]
    )
    return Tome(tuple(powers), allies, afflictions)


def _effect(one: Mapping[str, Any]) -> Effect:
    return Effect(
        frozenset(map(Condition, one["on"])),
        tuple(map(_step, one["do"])),
        _cost(one["cost"]) if "cost" in one else None,
        EventKind(one["event"]) if "event" in one else None,
        tuple(one.get("match", {}).items()),
        tuple(Check(*row) for row in one.get("if", ())),
        TargetKind(one["target"]) if "target" in one else None,
        one.get("limit"),
        one.get("per_round"),
    )


def _cost(one: Mapping[str, Any]) -> Cost:
    n = one.get("burn", one.get("utilize"))
    return Cost("burn" in one, 0 if n == "x" else n, one.get("max", 0))


def _step(one: Mapping[str, Any]) -> Step:
    rest: dict[str, Any] = {
        _RENAMED.get(key, key): tuple(Check(*row) for row in value)
        if key == "if"
        else Amount(**value)
        if isinstance(value, dict)
        else value
        for key, value in one.items()
        if key != "op"
    }
    return STEPS[one["op"]](**rest)


@cache
def bundled_tome() -> Tome:
    """Return the PowerTome of the game.

    Raises:
        ContentError: its files are missing.
    """
    folder = data_folder() / "powerdome"
    return parse_tome(read_text(folder / "tome.toml", "tome.toml"))
