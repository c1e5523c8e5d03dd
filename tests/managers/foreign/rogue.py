"""A manager of JSON lines that misbehaves in the way its first argument says.

Plays this and that otherwise. Needs the standard library only, so that it starts in a moment.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

FORM = sys.argv[1]
TROUBLE_FROM = 3  # the question, counted from 1, at which it begins to misbehave


def say(message: object) -> None:
    print(json.dumps(message), flush=True)


def raw(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def trouble(message: dict[str, Any], asked: int) -> bool:
    """Does what it is here for; whether the question is then answered as well."""
    number = message["number"]
    if FORM == "raises":
        raise ValueError("no idea")
    if FORM == "sleeps":
        time.sleep(60)
    if FORM == "loops":
        while True:
            pass
    if FORM == "slow":  # but not too slow for the deadline and silence
        time.sleep(0.35)
    if FORM == "just in time" and asked < TROUBLE_FROM + 3:
        time.sleep(0.3)
    if FORM == "old":
        say({"number": number - 1, "option": message["default"]})
        return False
    if FORM == "stale":
        while True:
            say({"number": number - 1, "option": message["default"]})
    if FORM == "future":
        say({"number": number + 1, "option": message["default"]})
        return False
    if FORM == "below":
        say({"number": -7, "option": message["default"]})
        return False
    if FORM == "illegal":
        say({"number": number, "option": "walk home"})
        return False
    if FORM == "other seat":
        say({"number": number, "option": "activate blue.warrior"})
        return False
    if FORM == "once":  # wrong, and right after a reason
        if "refused" not in message:
            say({"number": number, "option": "win"})
            return False
        assert '"win"' in message["refused"], message["refused"]
    if FORM == "float":
        say({"number": float(number), "option": message["default"]})
        return False
    if FORM == "nan":
        raw(b'{"number": NaN, "option": "pass"}\n')
        return False
    if FORM == "list":
        say([number, message["default"]])
        return False
    if FORM == "deep":
        raw(b"[" * 60_000 + b"\n")
        return False
    if FORM == "huge":
        raw(b"x" * (10 << 20) + b"\n")
        return False
    if FORM == "endless":
        while True:
            raw(b"x" * (1 << 20))
    if FORM == "utf-8":
        raw(b'{"number": 1, "option": "\xff\xfe"}\n')
        return False
    if FORM in ("rich", "poor", "boasts", "owes"):
        key, value = {
            "rich": ("why", [["tower", 10**400]]),
            "poor": ("why", [["tower", -(10**400)]]),
            "boasts": ("nodes", 10**400),
            "owes": ("nodes", -1),
        }[FORM]
        say({"number": number, "option": message["default"], key: value})
        return False
    if FORM == "garbles":
        say({"number": number, "error": "\ud800 \x1b[31m" + "x" * 1000, "kind": "junk"})
        return False
    if FORM == "no kind":
        say({"number": number, "error": "no idea", "kind": {"a": 1}})
        return False
    if FORM == "garbled reasons":
        say({"number": number, "option": message["default"], "why": [["\ud800", 1]]})
        return False
    if FORM == "prints":
        print("let me see")
    if FORM == "lines":
        raw(b"let me see\n" * 200_000)
    if FORM == "mumbles":
        sys.stderr.write("let me see\n" * 1000)
    if FORM == "shouts":
        sys.stderr.write("let me see!\n" * 200_000)
        sys.stderr.flush()
    if FORM == "closes":
        os.close(1)
        time.sleep(60)
    if FORM == "forks":
        child = os.fork()
        if child == 0:
            time.sleep(60)
        sys.stderr.write(f"child {child}\n")
        sys.stderr.flush()
        os._exit(1)
    if FORM == "allocates":
        heap = []
        while True:
            heap.append(bytearray(1 << 24))
    if FORM == "spins":  # until its processor time is up
        while True:
            pass
    if FORM == "exits":
        sys.exit(0)
    return True


def main() -> None:
    asked = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "begin":
            if FORM == "dies at once":
                raise RuntimeError("no model file")
            if FORM == "never ready":
                time.sleep(60)
            if FORM == "other language":
                print("Hello!", flush=True)
                continue
            if FORM == "garbles at once":
                say({"type": "ready", "schema": 1, "error": "\ud800 \x1b]0;x"})
                continue
            schema = 2 if FORM == "other schema" else 1
            seats = {"two only": [2], "four only": [4]}.get(FORM, [2, 3, 4])
            say({"type": "ready", "schema": schema, "name": "rogue", "seats": seats, "mood": 7})
        elif message["type"] == "decide":
            asked += "refused" not in message
            if asked < TROUBLE_FROM or trouble(message, asked):
                option = message["options"][asked * 7919 % len(message["options"])]
                say({"number": message["number"], "option": option, "mood": 7})
        elif message["type"] == "end" and FORM == "stays":
            time.sleep(60)


main()
