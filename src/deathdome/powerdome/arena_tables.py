"""Plain-text tables of a report of the arena."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deathdome.seeds import PUBLIC
from deathdome.tables import grid, percent, share_text, tenths

if TYPE_CHECKING:
    from collections.abc import Mapping


def text(document: Mapping[str, Any]) -> str:
    """Return the tables of a report, with blank lines between."""
    parts = [_head(document)]
    if document["blocks"]:
        wide = len(document["lineups"]) > 1
        parts += [
            _bots(document),
            *(
                _lineup(one)
                for one in document["lineups"]
                if wide or len(one["bots"]) < len(one["lineup"]) or "sprt" in one
            ),
            _pairs(document),
            _seats(document),
            _endings(document),
            _faults(document),
        ]
    return "\n\n".join(part for part in parts if part)


def _head(document: Mapping[str, Any]) -> str:
    run = document["run"]
    seed = "rated" if run["seed"] is None else f"seed {run['seed']}"
    options = "".join(f", {name} {value}" for name, value in run["options"].items())
    head = (
        f"{document['blocks']:,} blocks, {document['games']:,} games, {run['seats']} seats, "
        f"{seed}\ndeathdome {run['version']}, tome {run['tome']}{options}{', bare' * run['bare']}"
    )
    if run["secret"] != PUBLIC.hex():
        given = "" if run["seed"] is None else f"--seed {run['seed']} "
        head += f"\nto repeat this run: {given}--secret {run['secret']}"
    return head


def _bots(document: Mapping[str, Any]) -> str:
    rows = sorted(document["bots"], key=lambda row: -row["rating"]["value"])
    return grid(
        ("bot", "games", "wins %", "rating", "vitality", "faults", "forfeited"),
        [
            (
                row["bot"],
                f"{row['games']:,}",
                share_text(row["win_share"]),
                _rating(row["rating"], row["bot"] == document["anchor"]),
                tenths(row["vitality"]["value"]),
                f"{row['faults']:,}",
                f"{row['forfeited']:,}",
            )
            for row in rows
        ],
    )


def _rating(rating: Mapping[str, Any], anchor: bool) -> str:
    if anchor:
        return "0"
    ends = f"{rating['low']:.0f} to {rating['high']:.0f}"
    return f"{rating['value']:+.0f} ({ends}{'*' * rating['bounded']})"


def _lineup(found: Mapping[str, Any]) -> str:
    """Return the bots of a line-up, each with the wins of all its seats."""
    rows = []
    for row in found["bots"]:
        seats, share = row["seats"], row["win_share"]
        wins = share_text({key: value * seats for key, value in share.items()})
        rows.append((row["bot"], str(seats), percent(row["chance"] * seats), wins))
    table = grid((" against ".join(found["lineup"]), "seats", "chance %", "wins %"), rows)
    return f"{table}\n{_test(found)}" if "sprt" in found else table


def _test(found: Mapping[str, Any]) -> str:
    """Return the test of the first bot of a line-up."""
    test = found["sprt"]
    low, high = test["bounds"]
    return (
        f"SPRT, is {test['bot']} better ({percent(test['worse'])} or {percent(test['better'])} %)? "
        f"{test['verdict']} after {test['blocks']:,} blocks, at {test['log_ratio']:.2f} of "
        f"{low:.2f} to {high:.2f}"
    )


def _pairs(document: Mapping[str, Any]) -> str:
    names = [row["bot"] for row in document["bots"]]
    if len(names) < 3:
        return ""
    ahead = {(row["bot"], row["against"]): row["ahead"] for row in document["pairs"]}
    rows = [[one, *(share_text(ahead.get((one, other))) for other in names)] for one in names]
    return grid(("ahead of %", *names), rows)


def _seats(document: Mapping[str, Any]) -> str:
    return grid(
        ("seat", f"wins %, by chance {percent(1 / document['run']['seats'])}"),
        [(str(row["seat"] + 1), share_text(row["win_share"])) for row in document["seats"]],
    )


def _endings(document: Mapping[str, Any]) -> str:
    ended = ", ".join(f"{reason} {times:,}" for reason, times in document["ended"].items())
    return f"{tenths(document['rounds']['value'])} rounds on average; ended: {ended}"


def _faults(document: Mapping[str, Any]) -> str:
    rows = [
        f"{row['bot']}: " + ", ".join(f"{kind} {n:,}" for kind, n in row["fault_kinds"].items())
        for row in document["bots"]
        if row["faults"]
    ]
    return "\n".join(["faults", *rows]) if rows else ""
