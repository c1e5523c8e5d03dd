"""Plain-text tables of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deathdome.model.events import STOPPED
from deathdome.seeds import PUBLIC
from deathdome.tables import (
    NOTHING,
    frequency,
    grid,
    hundredths,
    percent,
    share_text,
    tenths,
)
from deathdome.text.names import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from deathdome.arena.report import Document


def text(document: Document, every_card: bool = False) -> str:
    """Return all tables of a report, with blank lines between.

    Cards are listed only if they are outside their bands, or with `every_card`.
    """
    run = document["run"]
    played = counted(document["matches"], "match")
    rounds = f"{counted(run['rounds'], 'round')}, "
    if run.get("series"):
        played = f"{document['matches']:,} series of {', '.join(map(str, run['series']))} rounds"
        rounds = ""
    seed = "rated" if run["seed"] is None else f"seed {run['seed']}"
    head = (
        f"{counted(document['blocks'], 'block')}, {played}, {seed}\n"
        f"deathdome {run['version']}, rules {run['rules']}, board {run['board']}, {rounds}"
        f"edition {run['edition']}"
    )
    if (secret := run.get("secret", PUBLIC.hex())) != PUBLIC.hex():
        options = f"--secret {secret}" if run["seed"] is None else f"--{seed} --secret {secret}"
        head += f"\nto repeat this run: {options}"
    parts = [head]
    if document["blocks"]:
        parts += [
            _managers(document),
            _lineups(document),
            _pairs(document),
            _seats(document),
            _endings(document),
        ]
        if document["balance"]["measures"]:
            parts += [_measures(document), _cards(document, every_card)]
    parts += [_timing(document), _faults(document)]
    return "\n\n".join(part for part in parts if part)


def thousands(value: float) -> str:
    """Return credits as 612k."""
    return f"{value / 1000:,.0f}k"


def whole(value: float) -> str:
    """Return a signed number without decimals."""
    return f"{value:+,.0f}"


def points(value: float) -> str:
    """Return a signed difference of shares in percentage points."""
    return f"{100 * value:+.1f}"


def spanned(found: dict[str, Any] | None, write: Callable[[float], str] = percent) -> str:
    """Return a number with its interval: 61.2 (58.0 to 64.4)."""
    if found is None or found["value"] is None:
        return NOTHING
    if found["low"] is None or found["high"] is None:
        return f"{write(found['value'])} (?)"
    return f"{write(found['value'])} ({write(found['low'])} to {write(found['high'])})"


WRITE: Final = {"share": percent, "number": hundredths, "credits": thousands}
VERDICTS: Final = {"in": "in band", "out": "OUT OF BAND", "open": "not decided", "few": "too few"}


def _managers(document: Document) -> str:
    """Return the table of managers."""
    ranks, means = [], []
    for row in document["managers"]:
        rating = row["rating"]
        points = "0" if row["manager"] == document["anchor"] else spanned(rating, whole)
        ranks.append(
            [
                row["manager"],
                f"{row['matches']:,}",
                spanned(row["win_share"]),
                points + ("*" if rating["bounded"] else ""),
                f"{row['faults']:,}",
            ]
        )
        means.append(
            [
                row["manager"],
                spanned(row["lead"], thousands),
                thousands(row["payout"]["value"]),
                *(hundredths(row[name]["value"]) for name in ("towers", "points", "shells")),
                hundredths(row["deaths"]["value"]),
                percent(row["eliminated"]["value"]),
            ]
        )
    series = document["run"].get("series")
    several, one = ("series", "a series") if series else ("matches", "a match")
    found = grid(("manager", several, "wins %", "rating", "faults"), ranks)
    if any(row["rating"]["bounded"] for row in document["managers"]):
        found += "\n* reaches the limit: who never loses, or never wins, may be farther off"
    head = (one, "lead", "payout", "towers", "points", "shells", "deaths", "out %")
    return f"{found}\n\n{grid(head, means)}"


def _lineups(document: Document) -> str:
    """Return the table of line-ups, with the tests of those with two managers."""
    if len(document["lineups"]) == 1 and len(document["managers"]) == 1:
        return ""
    lines = []
    for row in document["lineups"]:
        parts = [
            f"{entry['manager']}{_times(entry['seats'])} {spanned(entry['win_share'])}"
            for entry in row["managers"]
        ]
        lines += [f"wins % in a line-up, by chance {percent(1 / len(row['lineup']))}:"]
        lines += [f"  {', '.join(pair)}" for pair in (parts[:2], parts[2:]) if pair]
        if "sprt" in row:
            test = row["sprt"]
            low, high = test["bounds"]
            lines.append(
                f"  SPRT {percent(test['worse'])} or {percent(test['better'])} %: "
                f"{test['verdict']} after {counted(test['blocks'], 'block')}, "
                f"at {test['log_ratio']:.2f} of {low:.2f} to {high:.2f}"
            )
    return "\n".join(lines)


def _times(seats: int) -> str:
    """Return the number of a manager's seats, if it has several: ' x 3'."""
    return f" x {seats}" if seats > 1 else ""


def _pairs(document: Document) -> str:
    names = [row["manager"] for row in document["managers"]]
    if len(names) < 3:
        return ""
    ahead = {(row["manager"], row["against"]): row["ahead"] for row in document["pairs"]}
    rows = [[name, *(share_text(ahead.get((name, other))) for other in names)] for name in names]
    return grid(("ahead of %", *names), rows)


def _seats(document: Document) -> str:
    seats = document["seats"]
    names = [row["manager"] for row in document["managers"]]
    rows = [
        [
            row["seat"],
            share_text(row["win_share"]),
            *(share_text(row["managers"][name]) for name in names),
        ]
        for row in seats["by_seat"]
    ]
    rows += [
        [f"{row['turn']}. to play", share_text(row["win_share"]), *([""] * len(names))]
        for row in seats["by_turn"]
    ]
    return grid((f"wins %, by chance {percent(seats['chance'])}", "all", *names), rows)


def _endings(document: Document) -> str:
    how = {
        "shared": "shared",
        "last team standing": "as last team standing",
        STOPPED: "at the decision limit",
    }
    parts = [
        f"{times:,} {how.get(reason, f'by {reason}')}"
        for reason, times in document["ended"].items()
    ]
    return f"ended: {', '.join(parts)}; {spanned(document['rounds'], tenths)} rounds"


def _measures(document: Document) -> str:
    """Return the table of measures of whole matches, with their bands."""
    rows = [
        [
            f"{row['measure']}{': ' if row['subject'] else ''}{row['subject']}",
            spanned(row, WRITE[row["unit"]]),
            _band(row),
            f"{row['number']:,}",
            VERDICTS[row["verdict"]],
        ]
        for row in document["balance"]["measures"]
        if row["measure"] != "power card for ability" or row["verdict"] == "out"
    ]
    return grid(("balance", "measured", "band", "of", "verdict"), rows)


def _band(row: dict[str, Any]) -> str:
    write = WRITE[row["unit"]]
    low, high = row["band"]
    if high is None:
        return f"from {write(low)}"
    return f"{write(low)} to {write(high)}"


def _cards(document: Document, every: bool) -> str:
    """Return the table of cards."""
    balance = document["balance"]
    listed = [row for row in balance["cards"] if every or row["out"]]
    count = sum(row["out"] for row in balance["cards"])
    last = f"{count or 'none'} of {len(balance['cards'])} cards known to be out of a band"
    if not listed:
        return last
    head = ["card", "price", "picked %", "ratio", "used", "with - without"]
    head += ["wins added", "lead added"] if balance["ablated"] else []
    rows = [
        [
            row["card"],
            thousands(row["price"]),
            share_text(row["picked"]),
            NOTHING if row["pick_ratio"] is None else hundredths(row["pick_ratio"]["value"]),
            frequency(row["used_a_holder"]),
            spanned(row["with_against_without"], points),
            *(_ablated(row["ablation"]) if balance["ablated"] else ()),
            ", ".join(_flags(row)),
        ]
        for row in listed
    ]
    return f"{grid((*head, 'out of band'), rows)}\n{last}"


def _ablated(ablation: dict[str, Any] | None) -> tuple[str, str]:
    if ablation is None:
        return NOTHING, NOTHING
    return (
        spanned(ablation["win_share_added"], points),
        spanned(ablation["lead_added"], thousands),
    )


def _flags(row: dict[str, Any]) -> list[str]:
    """Return the measures of a card outside their bands."""
    ablation, ratio = row["ablation"], row["pick_ratio"]
    found = ["picked"] if ratio and ratio["verdict"] == "out" else []
    if ablation and (ablation["flagged"] or ablation["win_share_added"]["verdict"] == "out"):
        found.append("wins added")
    return found + [row["measure"] for row in row["abilities"] if row["verdict"] == "out"]


def _timing(document: Document) -> str:
    rows = [
        [
            row["manager"],
            *(
                _time(row[name])
                for name in ("decision_p50", "decision_p99", "turn_p50", "turn_p99")
            ),
            NOTHING if row["nodes_a_second"] is None else f"{row['nodes_a_second']:,}",
        ]
        for row in document["timing"]["managers"]
    ]
    if not rows:
        return ""
    head = ("time to move", "p50", "p99", "turn p50", "turn p99", "nodes/s")
    return grid(head, rows)


def _time(seconds: float | None) -> str:
    if seconds is None:
        return NOTHING
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _faults(document: Document) -> str:
    if not document["faults"]:
        return "no faults"
    parts = []
    for row in document.get("managers", ()):
        if row["faults"]:
            kinds = ", ".join(f"{times} {kind}" for kind, times in row["fault_kinds"].items())
            lost = f", {counted(row['forfeited'], 'match')} forfeited" if row["forfeited"] else ""
            parts.append(f"{row['manager']} {row['faults']:,} ({kinds}){lost}")
    return f"{counted(document['faults'], 'FAULT')}: {'; '.join(parts)}"
