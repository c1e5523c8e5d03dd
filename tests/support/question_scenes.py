"""A position for every kind of question to a seat, for tests that show questions."""

from __future__ import annotations

from scenes import Match, in_series, scene

from deathdome.model.decisions import Question

AT_ARMS = {"red warrior": "e4", "blue gunner": "e3"}


def defence() -> Match:
    match = scene(
        units=AT_ARMS,
        items={"red warrior": ["rusty-chainsaw"]},
        hands={"red": ["crowd-roar"], "blue": ["elbow-grease", "bullet-time-share", "loud-noise"]},
        active="red warrior",
    )
    return match.attack("blue gunner", "rusty-chainsaw").lay("crowd-roar").commit()


def jail() -> Match:
    match = scene(
        units=AT_ARMS,
        items={"red warrior": ["rusty-chainsaw"]},
        wounds={"blue gunner": 5},
        hands={"red": ["crowd-roar"]},
        active="red warrior",
    )
    return match.attack("blue gunner", "rusty-chainsaw").lay("crowd-roar").commit_all()


def push() -> Match:
    match = scene(
        units={"red gunner": "d15", "blue gunner": "g16"},
        items={"red gunner": ["apology-rifle"]},
        hands={"red": ["crowd-roar"]},
        active="red gunner",
    )
    return match.attack("blue gunner", "apology-rifle").lay("crowd-roar").commit_all()


def reaction() -> Match:
    match = scene(
        units=AT_ARMS,
        hands={"blue": ["ricochet-clause"]},
        active="red warrior",
    )
    return match.attack("blue gunner").commit_all()


def hit_order() -> Match:
    match = scene(
        units={"red scout": "h7", "blue gunner": "k7", "blue medic": "l7"},
        items={"red scout": ["party-grenade"]},
        hands={"red": ["crowd-roar"]},
        active="red scout",
    )
    return match.attack("blue gunner", "party-grenade").lay("crowd-roar").commit_all()


def further() -> Match:
    match = scene(
        units=AT_ARMS,
        items={"red warrior": ["cleaver-and-other-cleaver"]},
        active="red warrior",
    )
    return match.attack("blue gunner", "cleaver-and-other-cleaver").commit_all()


def walk_given() -> Match:
    match = scene(
        units={"red scout": "h7", "blue gunner": "k7"},
        items={"red scout": ["drive-by-crossbow"]},
        active="red scout",
    )
    match.attack("blue gunner", "drive-by-crossbow").commit_all()
    if match.asks(Question.REACTION):
        match.do(match.asked.options[0])
    return match


def follow() -> Match:
    match = scene(
        units=AT_ARMS,
        items={"blue gunner": ["van-damme"]},
        active="red warrior",
    )
    match.walk("g6").stop()
    if match.asks(Question.REACTION):
        match.do(match.asked.options[0])
    return match


def jump() -> Match:
    match = scene(
        units=AT_ARMS,
        items={"red warrior": ["rusty-chainsaw"], "blue gunner": ["displacer-helm"]},
        hands={"red": ["crowd-roar"]},
        active="red warrior",
    )
    match.attack("blue gunner", "rusty-chainsaw").lay("crowd-roar").commit_all()
    if match.asks(Question.REACTION):
        match.do(match.asked.options[0])
    return match


def attack_cards() -> Match:
    match = scene(units=AT_ARMS, hands={"red": ["crowd-roar", "loud-noise"]}, active="red warrior")
    return match.attack("blue gunner")


def auction() -> Match:
    match = scene(
        turn="blue",
        round=6,
        points={"d8": "red"},
        units={"blue gunner": "jail nw", "blue scout": "jail nw"},
        items={"blue gunner": ["magnum-44000"], "blue scout": ["lava-waders", "spare-spleen"]},
    )
    return in_series(match).end_turn()


SCENES = {
    Question.PURCHASE: None,
    Question.AUCTION: auction,
    Question.TURN: lambda: scene(units=AT_ARMS),
    Question.UNIT_PHASE: lambda: scene(units=AT_ARMS, active="red warrior"),
    Question.WALK: walk_given,
    Question.FOLLOW: follow,
    Question.JUMP: jump,
    Question.ATTACK_CARDS: attack_cards,
    Question.DEFENCE_CARDS: defence,
    Question.FURTHER_ATTACK: further,
    Question.HIT_ORDER: hit_order,
    Question.PUSH_SPACE: push,
    Question.JAIL: jail,
    Question.REACTION: reaction,
}
