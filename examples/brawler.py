"""A PowerDome bot that hits the weakest rival; no package needed.

    deathdome powerdome sim --seats "command:python3 examples/brawler.py,random" --games 10

It reads one JSON object a line and answers with one; docs/powerdome/bots-protocol.md tells of both.
"""

import json
import sys


def sheet(ask):
    """A third of the points into resist, the rest into a strike at the weakest target."""
    seen = ask["view"]["characters"]
    plans = {}
    for name, form in ask["form"]["characters"].items():
        points = form["points"] - sum(act["cost"] for act in form["activations"] if act["auto"])
        plan = {"resist": points // 3, "strike": points - points // 3}
        if form["targets"]:
            plan["at"] = min(form["targets"], key=lambda foe: seen[foe]["vitality"])
        plans[name] = plan
    return {"plans": plans, "say": "Nothing personal."}


def checked(number, answer, default):
    """The answer if the rules allow it; the game says so before it counts."""
    print(json.dumps({"number": number, "try": answer}), flush=True)
    verdict = json.loads(sys.stdin.readline())
    return answer if verdict["type"] == "why_not" and not verdict["refused"] else default


for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "begin":
        worth = {power["id"]: power["worth"] for power in ask["powers"]}
        reply = {"type": "ready", "schema": 1, "name": "brawler", "deterministic": True}
    elif ask["type"] == "decide":
        answer = ask["default"]
        if ask["kind"] == "nominate":
            answer = ", ".join(sorted(worth, key=worth.get)[-3:])
        elif ask["kind"] == "bid":
            best = max(ask["form"]["powers"], key=worth.get, default=None)
            answer = f"{best} 5" if best else answer
        elif ask["kind"] == "sheet":
            answer = checked(ask["number"], sheet(ask), answer)
        elif ask["kind"] == "target" and ask["form"]["targets"]:
            answer = f"at {ask['form']['targets'][0]}"
        reply = {"number": ask["number"], "answer": answer}
    else:
        continue
    print(json.dumps(reply), flush=True)
