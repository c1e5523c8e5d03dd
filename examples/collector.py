"""A manager that collects control points and shoots whoever is in its way; no package needed.

    deathdome sim --seats "command:python3 examples/collector.py,random" --matches 10

It reads one JSON object a line and answers with one; docs/managers-protocol.md tells of both.
"""

import json
import re
import sys


def spot(name):
    """Column and row of a space such as "k11"; None for a base or a jail."""
    found = re.fullmatch("([a-z]+)([0-9]+)", name)
    if not found:
        return None
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column, int(found[2])


def steps_to_a_point(name, view, team):
    """King's moves from a space to the nearest control point that is not the team's."""
    here = spot(name)
    ways = [spot(point) for point, owner in view["points"].items() if owner != team]
    if here is None or not ways:
        return 99
    return min(max(abs(here[0] - x), abs(here[1] - y)) for x, y in ways)


def worth(option, ask):
    """How much an option is liked; below 0: less than the default."""
    view, team, verb = ask["view"], ask["team"], option.split()[0]
    if verb == "attack":
        target = view["units"].get(option.split()[1])
        return 60 - target["vitae"] - target["toughness"] if target else 40
    if verb == "walk":
        now = steps_to_a_point(view["units"][ask["unit"]]["at"], view, team) if ask["unit"] else 99
        return 10 + now - steps_to_a_point(option.split()[1], view, team) - 0.5
    if verb == "lay":  # one card to hit with, none to hide behind
        return 5 if ask["kind"] == "attack cards" and not view["attack"]["laid"] else -1
    likes = {"capture": 100, "release": 90, "activate": 20, "equip": 30, "buy": 10, "end": 1}
    return likes.get(verb, -1)


for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "begin":
        reply = {"type": "ready", "schema": 1, "name": "collector", "deterministic": True}
    elif ask["type"] == "decide":
        best = max(ask["options"], key=lambda option: worth(option, ask))
        option = best if worth(best, ask) > 0 else ask["default"]
        reply = {"number": ask["number"], "option": option, "why": [[option, 0]]}
    else:
        continue
    print(json.dumps(reply), flush=True)
