"""Round, turn and score of a match: the status row, the result, the payout by round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from deathdome.model.frames import Purchase
from deathdome.rules.ending import supply
from deathdome.rules.observing import visible_state
from deathdome.rules.turn import hand_target
from deathdome.stage.text import Line, Span, columns_of, cut, line
from deathdome.text.convicts import Convicts
from deathdome.text.names import compact, team_name
from deathdome.text.phrases import banners, matches, position
from deathdome.text.phrases import panel as say
from deathdome.text.phrases.scenarios import SHORT
from deathdome.text.scenarios import changed_words, scenarios_on
from deathdome.text.seasons import match_words
from deathdome.text.standings import last_unit_words, payouts_of
from deathdome.tui.keys.keyset import key
from deathdome.tui.presenters.bars import score_bar
from deathdome.tui.presenters.pieces import SEAT_SIGNS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deathdome.model.events import Outcome
    from deathdome.model.observation import Observation
    from deathdome.model.state import Setup
    from deathdome.tui.glyphs import GlyphSet

LONG: Final = 0.5  # seconds; a manager that thinks longer can be hurried
TALL: Final = 120  # columns from which the header has two rows


def seat_label(seat: int, names: Sequence[str]) -> str:
    """Return `& Blue (greedy)`."""
    return f"{SEAT_SIGNS[seat]} {team_name(seat)} ({cut(names[seat], 12)})"


def thought_words(seconds: float) -> str:
    """Return ' 1.2 s (Esc: move now)' for the seat that thinks; '' for less than a moment."""
    return (
        " " + position.THINKING_TIME.format(seconds=seconds, hurry=key("hurry"))
        if seconds >= LONG
        else ""
    )


class _Recorded(Protocol):
    """A match that may be on disk."""

    @property
    def record(self) -> Path | None: ...
    @property
    def saved(self) -> bool: ...


def is_lost(match: _Recorded) -> bool:
    """Return True if a match should be on disk and could not be saved."""
    return match.record is not None and not match.saved


class Slide(NamedTuple):
    """The score bar on its way to a new score, and the gain or loss."""

    payouts: tuple[float, ...]
    gain: Span


def header_lines(
    seen: Observation,
    width: int,
    glyphs: GlyphSet,
    *,
    lost: bool = False,
    convicts: Convicts | None = None,
    slide: Slide | None = None,
) -> list[Line]:
    """Return the round, the score as a bar and the lead: one row, two in a wide terminal.

    While your team has one living unit a warning takes the first row; one of a rival is a chip. In
    the last round the first row has the colour of alarm, around a score that is in it.
    `convicts` has the names of units. During a `slide` its gain takes the place of the lead.
    """
    payouts = payouts_of(seen)
    order = [seen.seat, *(seat for seat in range(len(payouts)) if seat != seen.seat)]
    named = convicts or Convicts(seen.setup)
    warning = last_unit_words(seen, seen.seat, named)
    down = [seat for seat in order[1:] if last_unit_words(seen, seat, named)]
    rivals = [_rival_chip(seat, short=len(payouts) > 2 or width < TALL) for seat in down]
    if width >= TALL and len(payouts) == 2:
        rows = _tall_header(seen, payouts, order, width, glyphs, rivals, slide, lost=lost)
        if warning:
            rows[0] = _warning_row(seen, warning, [say.NOT_SAVED] if lost else [], width)
        elif _ends_soon(seen):
            words = _text(rows[0])
            rows[0] = (Span(f"{words}{' ' * (width - columns_of(words))}", "alarm"),)
        return rows
    left = _round_spans(seen)
    if any(isinstance(frame, Purchase) for frame in seen.stack):
        return [_ends([Span(f" {say.STORE}", "title")], [_saving(lost)], width)]
    if warning:
        score = " : ".join(compact(payouts[seat]) for seat in order)
        return [_warning_row(seen, warning, [say.NOT_SAVED if lost else score], width)]
    gap = [Span(" ")] if rivals else []
    lead_words = _lead_span(payouts, seen.seat)
    if slide is not None:  # as wide as before, so that the bar keeps its length
        lead_words = Span(f"{slide.gain.text:>{len(lead_words.text)}}", slide.gain.look)
    right = [*rivals, *gap, _saving(lost) if lost else lead_words]
    right = rivals if rivals and width < _NARROW and not lost else right
    if _ends_soon(seen):
        right.insert(0, Span(" "))
    if len(payouts) == 2:
        first, second = order
        before = [Span(f"{_named(first)} {compact(payouts[first])} ", f"seat{first}")]
        after = [Span(f" {compact(payouts[second])} {_named(second, last=True)}", f"seat{second}")]
        lead = 16 - columns_of(_text(left))
        before.insert(0, Span(" " * max(2, lead)))
    else:
        before = _amounts(payouts, order)
        after = []
        longer, more = _amounts(payouts, order, named=True), Span(f"{_holding(seen)}  ", "dim")
        taken = sum(columns_of(_text(part)) for part in (left, longer, [more], right))
        if width - taken >= 2 * _MIN_BAR:
            before, right = longer, [more, *right]
    used = sum(columns_of(_text(part)) for part in (left, before, after, right)) + 3
    bar = width - used
    if bar < _MIN_BAR:
        row = _ends([*left, *before, *after], right, width)
        return [_alarming(row, width) if _ends_soon(seen) else row]
    shares = slide.payouts if slide is not None else payouts
    middle = [*before, *score_bar(shares, order, bar, glyphs.shaped), *after]
    row = _ends([*left, *middle], right, width)
    return [_alarming(row, width) if _ends_soon(seen) else row]


def _ends_soon(seen: Observation) -> bool:
    """Return True in the last round of several."""
    return seen.outcome is None and seen.round >= seen.setup.rounds > 1


def _alarming(row: Line, width: int) -> Line:
    """Return a row in the colour of alarm before and after the score, which keeps its ground."""
    scores = [at for at, span in enumerate(row) if span.look.startswith(("seat", "score"))]
    first, last = scores[0], scores[-1]
    before, after = _text(row[:first]), _text(row[last + 1 :])
    after = f"{after}{' ' * (width - columns_of(_text(row)))}"
    alarmed = before.removesuffix(" ")
    return (
        Span(alarmed, "alarm"),
        Span(before[len(alarmed) :]),
        *row[first : last + 1],
        Span(after[:1]),
        Span(after[1:], "alarm"),
    )


def _warning_row(seen: Observation, words: str, right: Sequence[str], width: int) -> Line:
    """Return a row in the colour of alarm: your last unit, the round, the score."""
    number = say.ROUND_OF.format(round=max(1, seen.round), rounds=seen.setup.rounds)
    ends = "  ".join([number, *right]) + " "
    text = f" {banners.LAST_UNIT}  {words}"
    while columns_of(text) + 2 + columns_of(ends) > width and ends:
        ends = ends.partition("  ")[2]
    text = cut(text, width - columns_of(ends))
    return line(Span(f"{text}{' ' * (width - columns_of(text) - columns_of(ends))}{ends}", "alarm"))


def _rival_chip(seat: int, *, short: bool) -> Span:
    """Return the warning that a rival has one living unit left."""
    words = banners.RIVAL_LAST_SHORT if short else banners.RIVAL_LAST
    named = words.format(team=team_name(seat).upper(), sign=SEAT_SIGNS[seat])
    return Span(f" {named} ", "alarm")


def store_header(
    seen: Observation, names: Sequence[str], thinking: int | None, width: int, *, lost: bool = False
) -> Line:
    """Return whose turn it is to buy, and the credits of all teams; no team holds points yet."""
    turn = next((frame for frame in seen.stack if isinstance(frame, Purchase)), None)
    seat = thinking if thinking is not None else turn.seat if turn is not None else -1
    left = [Span(f" {say.STORE}  ", "title")]
    if terms := (terms_words if width >= TALL else match_mark)(seen.setup):
        left.append(Span(f"{cut(terms, width // 3)}  ", "dim"))
    if seat >= 0:
        words = say.YOU_BUY if seat == seen.seat else say.TEAM_BUYS
        left.append(Span(words.format(team=seat_label(seat, names)), f"seat{seat}"))
    right = [
        Span(f"  {SEAT_SIGNS[team]} {compact(amount)}", f"seat{team}")
        for team, amount in enumerate(seen.credits)
    ]
    if lost:
        right = [_saving(lost), *right]
    return _ends(left, right, width)


_MIN_BAR: Final = 8  # columns of the score bar
_NARROW: Final = 76  # columns below which a warning takes the place of the lead


def _tall_header(
    seen: Observation,
    payouts: Sequence[int],
    order: Sequence[int],
    width: int,
    glyphs: GlyphSet,
    rivals: Sequence[Span],
    slide: Slide | None,
    *,
    lost: bool,
) -> list[Line]:
    """Return two rows with the score between the two teams."""
    first, second = order
    bar = max(40, min(60, width - 70))
    start = (width - bar) // 2
    lead = payouts[first] - payouts[second]
    title = say.LONG_LEVEL
    if lead:
        words = say.LONG_LEAD if lead > 0 else say.LONG_BEHIND
        title = words.format(amount=compact(abs(lead)))
    head = Span("NOT SAVED", "bad") if lost else Span(title, "strong")
    if slide is not None and not lost:
        head = slide.gain
    shares = slide.payouts if slide is not None else payouts
    holding = _holding(seen)
    rounds = glyphs.full * min(seen.round, 20)
    mine, theirs = compact(payouts[first]), compact(payouts[second])
    rest = glyphs.empty * max(0, min(seen.setup.rounds, 20) - min(seen.round, 20))
    terms = terms_words(seen.setup)
    room = width - start - bar - columns_of(_named(second)) - 4
    corner = rivals or [Span(cut(terms, room), "dim")]
    upper = _placed(
        [
            (1, _round_spans(seen, long=True)),
            (start - 1 - len(_named(first)), [Span(_named(first), f"seat{first}")]),
            (start + (bar - len(head.text)) // 2, [head]),
            (start + bar + 1, [Span(_named(second, last=True), f"seat{second}")]),
            (width - columns_of(_text(corner)) - 1, corner),
        ],
        width,
    )
    lower = _placed(
        [
            (1, [Span("  "), Span(rounds, "title"), Span(rest, "faint")]),
            (
                start - 1 - len(mine),
                [Span(mine, f"seat{first}")],
            ),
            (start, score_bar(shares, order, bar, glyphs.shaped)),
            (start + bar + 1, [Span(theirs, f"seat{second}")]),
            (width - len(holding) - 1, [Span(holding, "dim")]),
        ],
        width,
    )
    return [upper, lower]


def _amounts(payouts: Sequence[int], order: Sequence[int], *, named: bool = False) -> list[Span]:
    """Return the payout of every team after its symbol, or its name too."""
    return [
        *(
            Span(
                f"  {f'{_named(seat)} ' if named else SEAT_SIGNS[seat]}{compact(payouts[seat])}",
                f"seat{seat}",
            )
            for seat in order
        ),
        Span("  "),
    ]


def _holding(seen: Observation) -> str:
    """Return your supply and the limit of your hand."""
    points = supply(visible_state(seen), seen.seat)
    return say.SUPPLY_AND_LIMIT.format(supply=points, limit=hand_target(points))


def _placed(parts: Sequence[tuple[int, Sequence[Span]]], width: int) -> Line:
    """Return a row with parts at their columns; a part without room is left out."""
    spans: list[Span] = []
    used = 0
    for start, part in parts:
        wide = columns_of(_text(part))
        if start < used or start + wide > width:
            continue
        spans += [Span(" " * (start - used)), *part]
        used = start + wide
    return line(*spans)


def _text(spans: Sequence[Span]) -> str:
    return "".join(span.text for span in spans)


def _ends(left: Sequence[Span], right: Sequence[Span], width: int) -> Line:
    gap = width - columns_of(_text(left)) - columns_of(_text(right)) - 1
    return line(*left, Span(" " * max(1, gap)), *right)


def _named(seat: int, *, last: bool = False) -> str:
    name = team_name(seat).upper()
    return f"{name} {SEAT_SIGNS[seat]}" if last else f"{SEAT_SIGNS[seat]} {name}"


def match_mark(setup: Setup) -> str:
    """Return "M2/5*" for a match of a season with changed rules; "" for an ordinary match."""
    series = setup.series
    mark = ""
    if series is not None:
        total = max(len(series.schedule), series.match + 1)
        mark = say.MATCH_OF.format(match=series.match + 1, matches=total)
    if scenarios_on(setup.ruleset) or changed_words(setup.ruleset):
        mark += say.CHANGED_MARK
    return mark


def terms_words(setup: Setup) -> str:
    """Return "match 2 of 5, Handicap, wall squeeze: yes"; "" for an ordinary match."""
    names = [SHORT[name] for name in scenarios_on(setup.ruleset)]
    return ", ".join(filter(None, [match_words(setup), *names, *changed_words(setup.ruleset)]))


def _round_spans(seen: Observation, *, long: bool = False) -> list[Span]:
    if seen.outcome is not None:
        return [Span(f" {say.MATCH_OVER}", "strong")]
    mark = "" if long else match_mark(seen.setup)
    before = [Span(f" {mark}", "dim")] if mark else []
    return [*before, *_numbered(seen, long=long)]


def _numbered(seen: Observation, *, long: bool) -> list[Span]:
    """Return the round and the number of rounds."""
    if seen.round >= seen.setup.rounds:
        return [Span(f" {say.LAST_ROUND}", "bad")]
    words = say.LONG_ROUND_OF if long else say.ROUND_OF
    text = words.format(round=max(1, seen.round), rounds=seen.setup.rounds)
    head, _, tail = text.partition(" ")
    number = str(max(1, seen.round))
    return [
        Span(f" {head} ", "strong"),
        Span(number, "title"),
        Span(tail.removeprefix(number), "dim"),
    ]


def _lead_span(payouts: Sequence[int], seat: int) -> Span:
    """Return how far the team is before or behind the best other one."""
    lead = payouts[seat] - max(other for at, other in enumerate(payouts) if at != seat)
    if not lead:
        return Span(say.LEVEL, "dim")
    if lead > 0:
        return Span(say.LEAD.format(amount=compact(lead)), "good")
    return Span(say.BEHIND.format(amount=compact(-lead)), "bad")


def _saving(lost: bool) -> Span:
    return Span(say.NOT_SAVED, "alarm") if lost else Span("")


_MAX_NAME: Final = 30  # columns of a player's name at most


def winner_words(outcome: Outcome) -> str:
    """Return `Red (@) wins`, or the teams that share the victory."""
    teams = [f"{team_name(seat)} ({SEAT_SIGNS[seat]})" for seat in outcome.winners]
    if len(teams) == 1:
        return f"{teams[0]} wins"
    return matches.SHARED_WIN.format(first=", ".join(teams[:-1]), last=teams[-1])


def result_line(outcome: Outcome | None, seed: int | None, names: Sequence[str]) -> str:
    """Return one line for the shell after the screen has closed; a `seed` of None is not shown."""
    end = f" (seed {seed})" if seed is not None else ""
    if outcome is None:
        return matches.LEFT_EARLY.format(end=end)
    counts = ", ".join(
        f"{team_name(row.seat)} ({cut(names[row.seat], _MAX_NAME)}) {compact(row.payout)}"
        for row in outcome.standings
    )
    return f"deathdome: {winner_words(outcome)}; {counts}{end}"
