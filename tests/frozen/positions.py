"""Frozen texts of positions, refusals and events, all from moments of the frozen records."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from frozen import archive
from frozen.matches import collection, moments, replays
from program import answered

from deathdome.content.positions.one_line import position_line, read_line, view_line
from deathdome.content.positions.writing import position_text
from deathdome.errors import DeathdomeError
from deathdome.geometry.grid import spaces_in
from deathdome.managers.foreign.sheets import event_sheet
from deathdome.model import actions
from deathdome.model.actions import CONCESSIONS, Action, ActionKind, kind_of, make_action, option
from deathdome.model.notation import action_text
from deathdome.model.wire import canonical_text, fingerprint
from deathdome.records.replay_text import read_replay, replay_text
from deathdome.rules.engine import can_concede, decision, why_not
from deathdome.rules.gear import gear_now
from deathdome.rules.observing import observe
from deathdome.text.refusals import refusal_text
from deathdome.tui.presenters.board import Marks, as_text, board_picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deathdome.model.state import State

# Positions with every possible refusal, by question; two of each other question.
_WANTED: Final = {"UNIT_PHASE True": 14, "PURCHASE True": 9, "TURN": 4, "REACTION": 3, "WALK": 3}


@cache
def looks() -> dict[str, State]:
    """Positions of every record, by their names. The caller must not change them."""
    return {
        f"{name} {where}": state
        for name, (_, told) in replays().items()
        for where, state in moments(told).items()
    }


def _said(write: object, *given: object) -> str:
    """The text, or why there is none."""
    try:
        return str(write(*given))  # type: ignore[operator]
    except (DeathdomeError, IndexError) as error:
        return f"{type(error).__name__}: {error}"


def _again(line: str, with_pack: bool) -> str:
    """The position of a line as it is written again, where that is not the same, and its digest."""
    copied = read_line(line, collection(with_pack))
    state = copied.state(Random(0))
    written = position_line(state) if copied.seat is None else view_line(copied.seen)
    return fingerprint(state) if written == line else written


def positions() -> dict[str, Any]:
    """The position files of the tests: the events, the result, and every legal action."""
    folder = archive.HERE.parent / "positions"
    found = {}
    for path in sorted(folder.glob("*.toml")):
        Path(path.name).symlink_to(path)
        shown = answered("position", "--show", path.name)
        found[path.stem] = shown.stdout + shown.stderr
    return found


def lines() -> dict[str, Any]:
    """Positions and views on one line, and whole matches as texts; all of them read back."""
    found: dict[str, Any] = {}
    for number, (name, state) in enumerate(looks().items()):
        if name.endswith(("within", "chance")) or not state.stack:
            continue
        with_pack = bool(replays()[name.split()[0]][0].header.packs)
        asked = decision(state)
        lines = [_said(position_line, state)]
        if asked is not None and asked.seat >= 0 and "middle" in name:
            lines.append(_said(view_line, observe(state, asked.seat, asked)))
        found[name] = [
            (line, line[:3] == "DD1" and number % 2 == 0 and _said(_again, line, with_pack))
            for line in lines
        ]
    for name, (record, _) in [*replays().items()][::4]:
        cards = collection(bool(record.header.packs), record.header.cards)
        text = replay_text(record, cards)
        again = read_replay(text, record.header.packs, cards, name)
        found[name] = text, sha256(again.raw).hexdigest()[:16]
    return found


def exports() -> dict[str, Any]:
    """Position files, and the board as a text."""
    found = {}
    for number, (name, state) in enumerate(looks().items()):
        if number % 7 == 0:
            found[name] = _said(position_text, state, name)
        if number % 11 == 1:
            seen = observe(state, 0)
            seen = replace(seen, gear=gear_now(seen))
            found[f"{name} board"] = as_text(seen, board_picture(seen, Marks()))
    return found


# -- refusals -----------------------------------------------------------------------------------


def every_action(state: State) -> Iterator[Action]:
    """Every kind of action with every operand, and those of USE and PLAY with some of the others.

    Where a kind of action is never legal, some operands must do.
    """
    setup, catalog = state.setup, state.setup.catalog
    asked = decision(state)
    verbs = {kind_of(action) for action in asked.options} if asked is not None else set()
    units, items = range(len(setup.units)), range(len(catalog.items))
    spaces = [*spaces_in(setup.board.grid.everything)]
    cards, store = range(len(catalog.power_cards)), range(len(catalog.store_cards))
    single = {
        ActionKind.ROLL: range(1, 13),
        **dict.fromkeys((ActionKind.DRAW, ActionKind.LAY), cards),
        ActionKind.DEAL: range(len(catalog.characters)),
        **dict.fromkeys((ActionKind.BUY, ActionKind.SELL), store),
        **dict.fromkeys((ActionKind.UNEQUIP, ActionKind.REVEAL), items),
        **dict.fromkeys((ActionKind.ACTIVATE, ActionKind.HIT, ActionKind.AUCTION), units),
        **dict.fromkeys((ActionKind.WALK, ActionKind.PUSH_TO), spaces),
        ActionKind.JAIL: range(len(setup.board.jails)),
        ActionKind.CONCEDE: range(2),
    }
    double = {
        ActionKind.EQUIP: [(a, b) for a in items for b in units],
        ActionKind.ATTACK: [
            (a, b) for a in (*items, actions.PUNCH) for b in (*units, actions.NOBODY)
        ],
    }
    picks = (-1, *units, *spaces[:: len(spaces) // 5], actions.EVERYBODY)
    more = [(-1, -1), *((-1, unit) for unit in units), (0, -1), (1, 0)]
    for kind in ActionKind:
        some = 1 if kind in verbs else 7
        if kind in single:
            yield from (make_action(kind, a) for a in single[kind])
            yield make_action(kind, 4000)
        elif kind in double:
            yield from (make_action(kind, a, b) for a, b in double[kind][::some])
        elif kind is ActionKind.USE:
            for ability in range(len(catalog.abilities))[::some]:
                yield from (make_action(kind, ability, pick + 1, option(-1, -1)) for pick in picks)
                yield from (make_action(kind, ability, 0, option(*two)) for two in more)
        elif kind is ActionKind.PLAY:
            for card in cards[::some]:
                for place in range(max(1, len(catalog.power_cards[card].abilities))):
                    yield from (
                        make_action(kind, card, pick + 1, option(-1, -1, place)) for pick in picks
                    )
                    yield from (make_action(kind, card, 0, option(*two, place)) for two in more)
        else:
            yield make_action(kind)


def refusals() -> dict[str, Any]:
    """The code and rule of every refused action in 50 positions, and one text for each kind.

    A letter means a code and rule, in the order of `every_action`; "." for a legal action.
    """
    pools: dict[str, list[str]] = {}
    for name, state in looks().items():
        asked = decision(state)
        question = asked.question.name if asked is not None else "over"
        pools.setdefault(f"{question} {name.endswith('within')}", []).append(name)
    found: dict[str, Any] = {}
    for pool, names in pools.items():
        wanted = next((many for word, many in _WANTED.items() if pool.startswith(word)), 2)
        for name in names[:: -(-len(names) // wanted)]:
            found[name] = _refused(looks()[name])
    return found


def _refused(state: State) -> dict[str, Any]:
    asked = decision(state)
    legal, seat = (frozenset(asked.options), asked.seat) if asked is not None else ((), 0)
    letters: dict[tuple[str, str], str] = {}
    texts: dict[str, str] = {}
    rows: dict[str, str] = {}
    for action in every_action(state):
        letter = "."
        if action not in legal and not (action in CONCESSIONS and can_concede(state, action)):
            why = why_not(state, action)
            kind = why.code, why.rule
            letter = letters.setdefault(kind, chr(ord("A") + len(letters)))
            key = f"{kind_of(action).name} {why.code} {why.rule}"
            if key not in texts:
                said = refusal_text(why.refusal, state.setup)
                texts[key] = f"{_said(action_text, state.setup, action, seat)}: {said}"
        verb = kind_of(action).name
        rows[verb] = rows.get(verb, "") + letter
    kinds = {letter: " ".join(kind) for kind, letter in letters.items()}
    return {"letters": rows, "kinds": kinds, "texts": texts}


# -- events and frames --------------------------------------------------------------------------


def events() -> dict[str, Any]:
    """Return the digested parts of each position, its frames, and the events of some matches."""
    found: dict[str, Any] = {"frames": {}, "told": {}, "heard": {}}
    for name, state in looks().items():
        text = canonical_text(state)
        assert sha256(text.encode()).hexdigest()[:16] == fingerprint(state)
        found["frames"][name] = [*ast.literal_eval(text)[-1], fingerprint(state)]
    names = Counter[str]()
    for number, (name, (_, told)) in enumerate(replays().items()):
        setup = told.referee.state.setup
        sheets = [event_sheet(setup, event) for event in told.referee.events]
        kinds = {sheet["event"] for sheet in sheets}
        if number % 10 == 0 or any(names[kind] < 3 for kind in kinds):
            found["told"][name] = sheets
            names.update(kinds)
        if number % 20 == 4:
            found["heard"][name] = [
                event_sheet(setup, event) for event in told.referee.visible_events(1)
            ]
    return found
