"""Trials of a sheet in rows: each rival with its former plans, and what would be left (AM-10)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.play.what_if import changes
from deathdome.powerdome.text import sheet_screen as say
from deathdome.powerdome.text.persons import called
from deathdome.powerdome.text.plans import plan_words
from deathdome.powerdome.tui.presenters.flowing import Group, flowing
from deathdome.stage.text import BLANK, Line, Span, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.dome import Seat
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.play.what_if import Change, Trial


def trial_rows(view: State, seat: Seat, found: Sequence[Trial], width: int) -> list[Line]:
    """Return the rows of all trials, rival by rival."""
    if not found:
        return wrapped(say.NOTHING_KNOWN, width, "dim")
    rows: list[Line] = []
    for rival, trials in groupby(found, key=lambda trial: trial.rival):
        if rows:
            rows.append(BLANK)
        rows.append(line(Span(view.seats[rival], "strong")))
        for trial in trials:
            plan = say.plan_ago(trial.ago, plan_words(view, trial.rival, trial.plan, seat))
            rows += wrapped(plan, width, "dim", indent=" ")
            names = called(character_names(trial.outcome.dome, view.seats), seat)
            facts = [_change(view, seat, names, one) for one in changes(view, seat, trial.outcome)]
            rows += [
                (Span("   "), *row) for row in flowing([Group("", facts)], width - 3, 0, 0) if row
            ]
    return rows


def _change(view: State, seat: Seat, names: Sequence[str], one: Change) -> Span:
    """Return a change of vitality; good if the seat gains or another side loses."""
    text = say.change(names[one.who], one.old, one.new, alive=one.alive)
    if one.old == one.new and one.alive:
        return Span(text, "dim")
    mine = view.dome.characters[one.who].controller == seat
    return Span(text, "good" if mine == (one.new > one.old and one.alive) else "bad")
