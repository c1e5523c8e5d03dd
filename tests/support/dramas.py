"""Steps of a match that get a banner, one for each kind: two positions and the events between."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenes import scene

from deathdome.content.convict_names import convicts_of
from deathdome.model.actions import ActionKind, make_action
from deathdome.rules.observing import observe

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenes import Match

    from deathdome.model.events import Event
    from deathdome.model.observation import Observation
    from deathdome.text.convicts import Convicts

NAMES = 11  # cosmetic seed


class Step(NamedTuple):
    """Two positions as a seat sees them, and the events between."""

    before: Observation
    seen: Observation
    events: list[Event]

    @property
    def convicts(self) -> Convicts:
        return convicts_of(self.seen.setup, NAMES)


def step(match: Match, act: Callable[[Match], object], seat: int = 0) -> Step:
    """Return the effect of one or several actions, as one step."""
    before, told = observe(match.state, seat), len(match.events)
    act(match)
    return Step(before, observe(match.state, seat), match.events[told:])


def killing(dead: str = "blue", *, others: bool = True, seats: int = 2) -> Match:
    """A team is about to kill a gunner of another; `others`: it is not its last unit."""
    killer = "red" if dead == "blue" else "blue"
    jailed = {} if others else {f"{dead} {who}": "jail se" for who in ("warrior", "scout", "medic")}
    match = scene(
        seats=seats,
        units={f"{killer} warrior": "k11", f"{dead} gunner": "k10", **jailed},
        items={f"{killer} warrior": ["rusty-chainsaw"]},
        wounds={f"{dead} gunner": 5},
        hands={killer: ["crowd-roar"]},
        points={"h4": "blue", "i9": "red", "m13": "blue"},
        active=f"{killer} warrior",
        turn=killer,
        round=3,
    )
    return match.attack(f"{dead} gunner", "rusty-chainsaw").lay("crowd-roar")


def kill(dead: str = "blue", *, others: bool = True) -> Step:
    """A unit dies; its jail is not chosen yet."""
    return step(killing(dead, others=others), lambda match: match.commit_all())


def tower(taker: str = "red", *, seats: int = 2, seat: int = 0) -> Step:
    """A tower changes hands, and with it the lead."""
    other = "blue" if taker == "red" else "red"
    match = scene(
        seats=seats,
        units={f"{taker} scout": "m13", f"{other} gunner": "e3"},
        points={"m13": other, "h4": taker},
        active=f"{taker} scout",
        turn=taker,
        round=3,
    )
    return step(match, lambda one: one.capture(), seat)


def freed(who: str = "red", *, seats: int = 2, seat: int = 0) -> Step:
    """A jail is opened; two units of one team are in it."""
    match = scene(
        seats=seats,
        units={f"{who} medic": "t19", f"{who} scout": "jail se", f"{who} gunner": "jail se"},
        points={"h4": "red"},
        active=f"{who} medic",
        turn=who,
        round=3,
    )
    return step(match, lambda one: one.release(), seat)


def lead(taker: str = "red") -> Step:
    """A point makes another team the leader."""
    other = "blue" if taker == "red" else "red"
    match = scene(
        units={f"{taker} scout": "h4"},
        points={"h4": other, "e14": taker},
        active=f"{taker} scout",
        turn=taker,
        round=3,
    )
    return step(match, lambda one: one.capture())


def last_round() -> Step:
    """The last round begins."""
    match = scene(points={"h4": "red"}, first="red", turn="blue", round=5)
    return step(match, lambda one: one.do(make_action(ActionKind.END_TURN)))
