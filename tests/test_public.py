"""The public names, and old paths that managers of other people may import from."""

from __future__ import annotations

from random import Random

import pytest
from scenes import request_of, scene

import deathdome
import deathdome.match.protocol
import deathdome.play.controllers


def test_a_match_is_played_through_the_public_names_alone() -> None:
    board = deathdome.load_board("waspworth")
    state = deathdome.new_game(deathdome.load_catalog(), board, rounds=1)
    rng = Random(1)
    while (asked := deathdome.decision(state)) is not None:
        weights = asked.weights or [1] * len(asked.options)
        deathdome.apply_action(state, rng.choices(asked.options, weights)[0])
    result = deathdome.outcome(state)
    assert result is not None
    seen = deathdome.observe(state, 0)
    assert deathdome.observe(deathdome.determinize(seen, Random(2)), 0) == seen
    assert deathdome.json_view(seen)["round"] == seen.round


def test_actions_are_spelled_and_attacks_counted_through_the_public_names() -> None:
    match = scene(
        units={"red scout": "m13", "blue scout": "m12"}, items={"red scout": ["periscope-carbine"]}
    )
    request = request_of(match.activate("red scout").state)
    seen = request.seen
    line = "attack blue.scout with periscope-carbine"
    action = deathdome.parse_action(seen.setup, line, seen.seat, request.options)
    assert deathdome.action_text(seen.setup, action, seen.seat) == line
    odds = deathdome.odds_of(seen, deathdome.undeclared_attack(seen, request.unit, action))
    assert odds.target is not None
    outcome = odds.target.outcome()
    assert (outcome.vitae, outcome.dies) == (5, odds.death().low)
    assert outcome.hurt > 0
    assert request.default in request.options


def test_every_public_name_is_there_and_no_other() -> None:
    assert all(callable(getattr(deathdome, name)) for name in deathdome.__all__)
    with pytest.raises(AttributeError, match="no attribute 'referee'"):
        deathdome.referee  # noqa: B018


def test_the_old_path_of_the_protocol_has_all_its_names() -> None:
    old, new = deathdome.play.controllers, deathdome.match.protocol
    here = {
        name for name, one in vars(new).items() if getattr(one, "__module__", "") == new.__name__
    }
    assert here <= set(old.__all__)
    assert all(getattr(old, name) is getattr(new, name) for name in old.__all__)
