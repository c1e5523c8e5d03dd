"""The stages of a tuning, each with its file: the measurements, and the resulting weights.

Regression and TD share their matches. Results are only accepted if they pass the gate; factors of a
position must also predict new matches better.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from deathdome.errors import UsageError
from deathdome.managers.planner.weights import LeafWeights, Weights
from deathdome.statistics import Bootstrap, Interval
from lab.record import KEPT, Record, each
from lab.tuning.climbing import BATCH, climb, peak
from lab.tuning.gate import hold_out, share, standing
from lab.tuning.knobs import Team, knobs, turned
from lab.tuning.matches import FEATURES, Setting, head, play, team_digest
from lab.tuning.regression import direct, episodes, fit, temporal_differences, unexplained
from lab.tuning.writing import Change, rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from lab.record import Row
    from lab.tuning.regression import Episode, Factors
    from lab.tuning.sums import Numbers

OF_POSITIONS: Final = ("regression", "td")  # stages that use the same matches
STAGES: Final = (*OF_POSITIONS, "spsa")
MATCHES: Final = {"regression": 1_600, "td": 1_600, "spsa": 2_400}
GATE: Final = 400  # blocks at most
SPREAD: Final = 0.3  # random turn of the knobs, in units, in the matches of the regression
ENOUGH: Final = 100  # matches, for factors to be accepted
MIN_MATCHES: Final = 2  # matches, so that half of them can predict the other half


@dataclass(frozen=True, slots=True)
class Effort:
    """The extent of a tuning."""

    folder: Path
    setting: Setting = field(default_factory=Setting)
    matches: int | None = None  # of each stage; None: the default
    jobs: int = 1
    batch: int = BATCH
    gate: int = GATE

    def wanted(self, stage: str) -> int:
        """Return the number of matches of a stage."""
        return self.matches or MATCHES[stage]


class StageResult(NamedTuple):
    """The results of stages."""

    part: str  # one of writing.PARTS
    changes: list[Change]  # the new values with the old ones
    taken: bool  # True if it will be written
    source: str
    notes: list[str]


def check(effort: Effort, stages: Sequence[str]) -> None:
    """Check that a tuning is possible.

    Raises:
        UsageError: there is no such stage or number.
    """
    for stage in stages:
        if stage not in STAGES:
            raise UsageError(f'no stage "{stage}"; it can be {", ".join(STAGES)}')
        if effort.wanted(stage) < MIN_MATCHES:
            raise UsageError(f"a stage needs {MIN_MATCHES} matches or more, not {effort.matches}")
    if effort.jobs < 1:
        raise UsageError(f"a tuning needs 1 process or more, not {effort.jobs}; try --jobs 1")
    if effort.batch < 1:
        raise UsageError(f"a batch has 1 match or more, not {effort.batch}")
    if effort.gate < 1:
        raise UsageError(f"the gate needs 1 block or more, not {effort.gate}")
    if effort.setting.seed < 0:
        raise UsageError(f"a seed is 0 or more, not {effort.setting.seed}")


def played(
    effort: Effort,
    stage: str,
    begun: Row,
    wanted: int,
    watch: Callable[[str, int, int], None],
    go_on: Callable[[Record], Iterator[int]],
    *,
    file: str = "",
) -> Record:
    """Return the matches of a stage; `go_on` plays missing ones and yields their number."""
    record = Record(effort.folder / f"{file or stage}.jsonl", begun)
    try:
        watch(stage, len(record.rows), wanted)
        for played in go_on(record):
            watch(stage, played, wanted)
    finally:
        record.close()
    return record


# -- what a position is worth ----------------------------------------------------------------------


def measure_leaf(
    effort: Effort,
    start: Team,
    leaf: Mapping[str, float],
    stages: Sequence[str],
    watch: Callable[[str, int, int], None],
    player: Callable[..., Row] | None = None,
    gate_player: Callable[..., Row] | None = None,
) -> StageResult:
    """Run regression, TD or both on the same matches; the better one goes through the gate."""
    wanted = max(effort.wanted(stage) for stage in stages)
    begun = head("positions", effort.setting, start, spread=SPREAD, **{KEPT: dict(leaf)})
    record = played(
        *(effort, "positions", begun, wanted, watch),
        lambda record: match_by_match(record, effort, start, wanted, player or seen),
    )
    before = record.head[KEPT]
    rounds = record.head["rounds"]
    matches = [episodes(row, rounds) for row in record.rows[:wanted]]
    fits = {stage: _fitted(stage, matches, before) for stage in stages}
    missed = {stage: _missed(stage, matches, before) for stage in stages}
    chosen = min(stages, key=lambda stage: float(missed[stage].sum()))
    present, nothing = _missed("", matches, before), _missed("nothing", matches, before)
    notes = [
        f"{name}: explains {1 - squares.sum() / max(1e-9, nothing.sum()):.1%} of who wins"
        for name, squares in (("as it is, in the best scale", present), *missed.items())
    ]
    gain = Bootstrap(len(matches)).ratio(present - missed[chosen], nothing)
    if gain is not None:
        notes.append(f"{chosen} explains {gain.low:+.1%} to {gain.high:+.1%} more than what is")
    notes[0] += ", in matches that nothing was fitted to"
    if len(matches) < ENOUGH:
        notes.append(f"{len(matches)} matches prove nothing; it takes {ENOUGH}")
    changes = [
        Change("leaf", name, before[name], Interval(*map(rounded, interval)))
        for name, interval in fits[chosen].intervals.items()
    ]
    source = f"make tune, {chosen} on {len(matches):,} matches of self-play"
    if gain is None or gain.low <= 0 or len(matches) < ENOUGH:
        source += f", seed {effort.setting.seed}"
        return StageResult("leaf", changes, False, source, notes)
    judge = start._replace(leaf=LeafWeights(**before))
    found = _gated_result(effort, judge, "leaf", changes, source, watch, gate_player)
    return found._replace(notes=[*notes, *found.notes])


def match_by_match(
    record: Record, effort: Effort, start: Team, wanted: int, player: Callable[..., Row]
) -> Iterator[int]:
    """Play the missing matches independently; yield their number."""
    numbers = range(len(record.rows), wanted)
    for row in each(player, [(effort.setting, n, start) for n in numbers], effort.jobs):
        record.add(row)
        yield len(record.rows)


def seen(setting: Setting, number: int, start: Team) -> Row:
    """Play one match of self-play and record its turns; both teams deviate a little."""
    turning = knobs(start)
    rng = Random(setting.seed_of("spread", number))
    teams = [turned(start, turning, [rng.gauss(0, SPREAD) for _ in turning]) for _ in (0, 1)]
    return {**play(setting, "positions", number, teams, look=True)}


def _fitted(
    stage: str, matches: Sequence[Sequence[Episode]], before: Mapping[str, float]
) -> Factors:
    return fit(matches, before, temporal_differences if stage == "td" else direct)


def _missed(
    stage: str, matches: Sequence[Sequence[Episode]], before: Mapping[str, float]
) -> Numbers:
    """Return, match by match, what a fit to one half does not explain of the other.

    Without a stage, the errors of the old factors; with "nothing", the total.
    """
    found = []
    for half, other in ((matches[::2], matches[1::2]), (matches[1::2], matches[::2])):
        if stage in OF_POSITIONS:
            found.append(unexplained(other, _fitted(stage, half, before).values))
        elif stage:
            found.append(unexplained(other, dict.fromkeys(FEATURES, 0.0)))
        else:
            found.append(unexplained(other, before, scaled=True))
    return np.concatenate(found)


# -- weights ---------------------------------------------------------------------------------------


def measure_weights(
    effort: Effort,
    start: Team,
    watch: Callable[[str, int, int], None],
    player: Callable[..., Row] | None = None,
    gate_player: Callable[..., Row] | None = None,
) -> StageResult:
    """Run the climb and the gate."""
    wanted = effort.wanted("spsa")
    turning = knobs(start)
    names = [knob.name for knob in turning]
    begun = head("spsa", effort.setting, start, batch=effort.batch, knobs=names)
    rows = played(
        *(effort, "spsa", begun, wanted, watch),
        lambda record: climb(record, effort.setting, start, turning, wanted, effort.jobs, player),
    ).rows[:wanted]
    top = peak(rows, turning, start)
    changes = []
    for knob, interval in zip(turning, top.best, strict=True):
        table = "outfit" if knob.of_outfit else "weights"
        for name in knob.fields:
            first = start.outfit[name] if knob.of_outfit else getattr(start.weights, name)
            ends = Interval(*(rounded(knob.value(first, place)) for place in interval))
            changes.append(Change(table, name, first, ends))
    source = f"make tune, {len(rows):,} matches of spsa"
    return _gated_result(effort, start, "weights", changes, source, watch, gate_player)


def _gated_result(
    effort: Effort,
    start: Team,
    part: str,
    changes: list[Change],
    source: str,
    watch: Callable[[str, int, int], None],
    player: Callable[..., Row] | None,
) -> StageResult:
    """Accept the measured weights if they beat the old ones."""
    new = applied(start, changes)
    if new == start:
        return StageResult(part, changes, False, source, ["nothing moved, so there is no gate"])
    blocks = _gated(effort, new, start, watch, player)
    walk, won = standing(blocks), share(blocks)
    notes = [f"gate: {walk.verdict} after {walk.blocks} blocks"]
    if won is not None:
        notes[0] += f", wins {won.value:.1%} ({won.low:.1%} to {won.high:.1%})"
    source += f" and {2 * len(blocks):,} matches of the gate, seed {effort.setting.seed}"
    return StageResult(part, changes, walk.verdict == "better", source, notes)


def applied(start: Team, changes: Sequence[Change]) -> Team:
    """Return the weights as the file would have them."""
    tables: dict[str, dict[str, Any]] = {
        "weights": start.weights._asdict(),
        "outfit": dict(start.outfit),
        "leaf": start.leaf._asdict() if start.leaf else {},
    }
    for change in changes:
        tables[change.table][change.name] = change.found.value
    leaf = LeafWeights(**tables["leaf"]) if start.leaf else None
    return Team(Weights(**tables["weights"]), tables["outfit"], leaf)


def _gated(
    effort: Effort,
    new: Team,
    old: Team,
    watch: Callable[[str, int, int], None],
    player: Callable[..., Row] | None,
) -> list[Row]:
    digest = team_digest(new)
    begun = head("gate", effort.setting, old, new=digest)
    return played(
        *(effort, "gate", begun, effort.gate, watch),
        lambda record: hold_out(record, effort.setting, new, old, effort.gate, effort.jobs, player),
        file=f"gate-{digest}",
    ).rows[: effort.gate]
