"""Secret sheets as they are typed: nominations, bids, plans; each until it is confirmed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from deathdome.errors import UsageError
from deathdome.powerdome.model.answers import Bids, Nomination, Sheet
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.naming import folded
from deathdome.powerdome.model.options import NOMINATIONS
from deathdome.powerdome.notation import Draft, Speller
from deathdome.powerdome.plain.table import names_of, power_text
from deathdome.powerdome.play.drafts import (
    History,
    SheetDraft,
    doubled_by,
    doubles,
    moved,
    with_act,
    with_plan,
    without_act,
)
from deathdome.powerdome.rules.game import why_not
from deathdome.powerdome.rules.sheets import points_spent, usable
from deathdome.powerdome.text import plain_mode as say
from deathdome.powerdome.text.refusals import refusal_text, rules_of
from deathdome.powerdome.text.slips import slip_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deathdome.powerdome.model.answers import Activation, Answer, Plan
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.rules.refusals import Refusal
    from deathdome.powerdome.rules.sheets import Usable

_REST: Final = re.compile(r"(?:rest (?P<a>\w+)|(?P<b>\w+) rest)", re.IGNORECASE)
_NOBODY: Final = re.compile(r"(?:no attack|(?:attack|at) (?:nobody|none|nothing))", re.IGNORECASE)
NOTHING: Final = frozenset({"nothing", "none"})  # parts that change nothing
_Key: TypeAlias = tuple[int | None, int]  # power and number of an effect
_STATS: Final = ("agility", "strike", "resist")
_LOW: Final = 50  # vitality below which the form warns


class RefusedLineError(UsageError):
    """A typed line is refused by the rules."""


class TypedSpeller(Speller):
    """Reads what a person types: powers by tome number as well."""

    def read_power(self, words: str) -> int:
        """Read a power by name or by tome number."""
        if words.strip().isdecimal() and len(words.strip()) < 6:
            wanted = int(words)
            for index, power in enumerate(self.powers):
                if power.no == wanted:
                    return index
        return super().read_power(words)


def refused(view: State, refusal: Refusal) -> str:
    """Return the sentence of a refusal, with its rules."""
    reason = refusal_text(refusal, names_of(view), view.dome.tome)
    return say.REFUSED.format(reason=reason, rules=", ".join(rules_of(refusal)))


class Form(Protocol):
    """A secret sheet until it is confirmed."""

    def lines(self) -> Iterator[str]:
        """Yield what it holds and what may be typed."""

    def take(self, parts: Sequence[str]) -> list[str]:
        """Take the parts of a typed line; return what has changed.

        Raises:
            DeathdomeError: a part cannot be read, or the rules refuse it; nothing has changed.
        """

    def why_not(self, parts: Sequence[str]) -> Refusal | None:
        """Return why the rules refuse the parts, or None."""

    def answer(self) -> Answer:
        """Return the answer that the form holds."""

    def warnings(self) -> tuple[list[str], list[str]]:
        """Return warnings that ask for a second confirmation, and notes that do not."""

    def undo(self) -> bool:
        """Undo a change; False if there is none."""

    def redo(self) -> bool:
        """Redo what was undone; False if there is nothing."""

    def clear(self) -> None:
        """Empty the form."""


def form_of(view: State, ask: Ask) -> Form | None:
    """Return the form of a secret question; None for an open one."""
    make = _FORMS.get(ask.kind)
    return None if make is None else make(view, ask)


class NominationForm:
    """Three powers of the tome."""

    def __init__(self, view: State, ask: Ask) -> None:
        self._view: Final = view
        self._ask: Final = ask
        self._speller: Final = TypedSpeller(view)
        self._history: Final[History[tuple[int, ...]]] = History(())
        self.undo, self.redo = self._history.undo, self._history.redo
        self.clear = self._history.clear

    def lines(self) -> Iterator[str]:
        """Yield the powers chosen."""
        yield self._chosen()

    def _chosen(self) -> str:
        return say.chosen_line([self._speller.power(one) for one in self._history.now])

    def _read(self, parts: Sequence[str]) -> tuple[int, ...]:
        found = list(self._history.now)
        for part in parts:
            if part.casefold() in NOTHING:
                continue
            word, _, rest = part.partition(" ")
            drops = word.casefold() == "drop"
            for power in self._speller.read_nomination(self._ask, rest if drops else part).powers:
                if drops:
                    found = [one for one in found if one != power]
                elif power not in found:
                    found.append(power)
        return tuple(found)

    def take(self, parts: Sequence[str]) -> list[str]:
        """Take names of powers; `drop` removes them."""
        found = self._read(parts)
        if len(found) > NOMINATIONS:
            refusal = why_not(self._view, self._ask.seat, Nomination(found))
            assert refusal is not None
            raise RefusedLineError(refused(self._view, refusal))
        self._history.change(found)
        return [self._chosen()]

    def why_not(self, parts: Sequence[str]) -> Refusal | None:
        """Return why the powers are refused, or None."""
        return why_not(self._view, self._ask.seat, Nomination(self._read(parts)))

    def answer(self) -> Answer:
        """Return the nomination."""
        return Nomination(self._history.now)

    def warnings(self) -> tuple[list[str], list[str]]:
        """Return nothing: a nomination has no slips."""
        return [], []


class BidForm:
    """A bid sheet."""

    def __init__(self, view: State, ask: Ask) -> None:
        self._view: Final = view
        self._ask: Final = ask
        self._speller: Final = TypedSpeller(view)
        self._history: Final[History[dict[int, int]]] = History({})
        self.undo, self.redo = self._history.undo, self._history.redo
        self.clear = self._history.clear

    @property
    def _vitality(self) -> int:
        return self._view.dome.characters[self._ask.seat].vitality

    def lines(self) -> Iterator[str]:
        """Yield the powers of the auction, the bids, and what is left."""
        powers = self._view.dome.tome.powers
        for slot in self._view.slots:
            power = powers[slot]
            text = power_text(power)
            yield say.slot_line(text, modifier=power.modifier)
        yield from self._sum()

    def _sum(self) -> list[str]:
        bids = self._history.now
        rows = [f"{self._speller.power(power)} {n}" for power, n in sorted(bids.items())]
        total = say.bids_line(self._vitality, sum(bids.values()))
        return [f"{', '.join(rows)}. {total}" if rows else f"{say.NO_BIDS} {total}"]

    def _read(self, parts: Sequence[str]) -> dict[int, int]:
        found = dict(self._history.now)
        for part in parts:
            word, _, rest = part.partition(" ")
            if word.casefold() == "drop":
                found.pop(self._speller.read_power(rest), None)
                continue
            found.update(self._speller.read_bids(self._ask, part).amounts)
        return {power: n for power, n in found.items() if n}

    def take(self, parts: Sequence[str]) -> list[str]:
        """Take bids such as `feint 12`; 0 removes one."""
        found = self._read(parts)
        refusal = why_not(self._view, self._ask.seat, Bids(found))
        if refusal is not None:
            raise RefusedLineError(refused(self._view, refusal))
        self._history.change(found)
        return self._sum()

    def why_not(self, parts: Sequence[str]) -> Refusal | None:
        """Return why the bids are refused, or None."""
        return why_not(self._view, self._ask.seat, Bids(self._read(parts)))

    def answer(self) -> Answer:
        """Return the bids."""
        return Bids(self._history.now)

    def warnings(self) -> tuple[list[str], list[str]]:
        """Return a warning of bids that leave little to fight with."""
        low = self._vitality - sum(self._history.now.values()) < _LOW
        return [], [say.BIDS_LOW] if low and self._history.now else []


class SheetForm:
    """The plans of a player and of its allies."""

    def __init__(self, view: State, ask: Ask) -> None:
        self._view: Final = view
        self._ask: Final = ask
        self._speller: Final = TypedSpeller(view)
        self.draft: Final = SheetDraft(view, ask.seat)
        self.undo, self.redo, self.clear = self.draft.undo, self.draft.redo, self.draft.clear

    def lines(self) -> Iterator[str]:
        """Yield the plan of each character, and what else it may plan."""
        for who in self.draft.characters:
            yield from self._plan_lines(who)
            yield from self._more_lines(who)
        if self.draft.sheet.caption:
            yield say.caption_line(self.draft.sheet.caption)

    def _plan_lines(self, who: int) -> Iterator[str]:
        names, plan = names_of(self._view), self.draft.plan(who)
        ally = who != self._ask.seat
        aim = "" if plan.attack is None else names[plan.attack]
        yield say.left_line(names[who], self.draft.points(who), self.draft.left(who))
        yield say.stats_line(plan.agility, plan.strike, plan.resist, aim, ally=ally)
        effects = self._usable(who)
        for number, act in enumerate(plan.activate, 1):
            one = effects.get((act.power, act.effect))
            auto = one is not None and one.auto
            cost = "" if one is None else self._cost(one, act.x)
            yield say.plan_act(number, self._speller.act_text(who, act), cost, auto=auto)

    def _usable(self, who: int) -> dict[tuple[int | None, int], Usable]:
        dome = self._view.dome
        return {(one.power, one.number): one for one in usable(dome, dome.characters[who])}

    def _cost(self, one: Usable, x: int = 0) -> str:
        cost = one.effect.cost
        if cost is None:
            return say.cost_words("", 0, 0)
        return say.cost_words("Burn" if cost.burn else "Utilize", cost.n or x, cost.max)

    def _more_lines(self, who: int) -> Iterator[str]:
        """Yield the effects that are not planned, with their targets."""
        plan = self.draft.plan(who)
        planned = {(act.power, act.effect) for act in plan.activate}
        for key, one in self._usable(who).items():
            if key not in planned:
                text = self._speller.act_text(who, replace(one.plain(), target=None, x=0))
                targets = "" if self.draft.declared else say.targets_words(self._targets(one))
                yield say.may_plan(text + targets, self._cost(one))

    def _targets(self, one: Usable) -> list[str]:
        of_power = one.effect.target is not None and one.effect.target.value == "rival_power"
        name = self._speller.power if of_power else self._speller.who
        return [name(target) for target in one.targets]

    def _read(self, parts: Sequence[str]) -> Sheet:
        """Return the sheet with the parts; several activations are used in the order typed."""
        sheet, typed = self.draft.sheet, dict[int, list[_Key]]()
        for part in parts:
            if part.casefold() not in NOTHING:
                sheet = self._with_part(sheet, part, typed)
        for who, keys in typed.items():
            if len(keys) > 1:
                acts = sorted(
                    sheet.plans[who].activate,
                    key=lambda act: keys.index(_key(act)) if _key(act) in keys else -1,
                )
                sheet = with_plan(sheet, who, replace(sheet.plans[who], activate=tuple(acts)))
        return sheet

    def _with_part(self, sheet: Sheet, part: str, typed: dict[int, list[_Key]]) -> Sheet:
        word, _, rest = part.partition(" ")
        if word.casefold() == "say":
            text = rest.strip()
            quoted = len(text) > 1 and text[0] == text[-1] == '"'
            return replace(sheet, caption=text[1:-1] if quoted else text)
        who, rest = self._speller.subject(self._ask.seat, part)
        plan = self._changed(who, sheet.plans[who], rest.strip(), typed.setdefault(who, []))
        return with_plan(sheet, who, plan)

    def _changed(self, who: int, plan: Plan, part: str, typed: list[_Key]) -> Plan:
        word, _, rest = part.partition(" ")
        if _NOBODY.fullmatch(part):
            return replace(plan, attack=None)
        if word.casefold() == "drop":
            return without_act(plan, self._power(who, rest))
        if word.casefold() in ("first", "last") and rest and not self._is_power(part):
            wanted = self._power(who, rest)
            at = next((n for n, act in enumerate(plan.activate) if act.power == wanted), None)
            if at is None:
                raise UsageError(say.not_planned(rest.strip()))
            return moved(plan, at, 0 if word.casefold() == "first" else len(plan.activate) - 1)
        if (found := _REST.fullmatch(part)) and (found["a"] or found["b"]).casefold() in _STATS:
            stat = (found["a"] or found["b"]).casefold()
            character = self._view.dome.characters[who]
            left = character.vitality - points_spent(self._view.dome, character, plan)
            return replace(plan, **{stat: getattr(plan, stat) + max(left, 0)})
        draft = Draft.of(plan)
        before = len(draft.acts)
        self._speller.read_part(draft, who, part)
        if len(draft.acts) > before:
            typed.append(_key(draft.acts[-1]))
            return with_act(plan, draft.acts[-1])
        return draft.plan()

    def _is_power(self, words: str) -> bool:
        return any(folded(one.name) == folded(words) for one in self._speller.powers)

    def _power(self, who: int, words: str) -> int | None:
        own = words.strip().casefold() == "effect" and who != self._ask.seat
        return None if own else self._speller.read_power(words)

    def take(self, parts: Sequence[str]) -> list[str]:
        """Take parts of a sheet: all of them, or none."""
        before = self.draft.sheet
        refusal = self.draft.change(self._read(parts))
        if refusal is not None:
            raise RefusedLineError(refused(self._view, refusal))
        now = self.draft.sheet
        if now == before:
            return [say.NOTHING_CHANGED]
        lines: list[str] = []
        for who in self.draft.characters:
            if self.draft.plan(who) != before.plans.get(who):
                lines += self._plan_lines(who)
        mine = self._ask.seat
        if now.plans[mine].agility != before.plans[mine].agility:
            agility, ratio = now.plans[mine].agility, self._view.dome.speed_ratio
            lines.append(
                say.speed_line(agility, doubles(agility, ratio), doubled_by(agility, ratio))
            )
        if now.caption != before.caption:
            lines.append(say.caption_line(now.caption))
        return lines

    def why_not(self, parts: Sequence[str]) -> Refusal | None:
        """Return why the parts are refused, or None."""
        return self.draft.why_not(self._read(parts))

    def answer(self) -> Answer:
        """Return the sheet."""
        return self.draft.sheet

    def warnings(self) -> tuple[list[str], list[str]]:
        """Return slips, and the points that are left."""
        warnings: list[str] = []
        notes: list[str] = []
        for one in self.draft.oddities():
            text = slip_text(self.draft.view, self.draft.seat, one)
            if one.code == "left":
                notes.append(say.NOTE.format(text=text))
            else:
                warnings.append(say.WARNING.format(text=text))
        return warnings, notes


def _key(act: Activation) -> _Key:
    return act.power, act.effect


_FORMS: Final[dict[AskKind, Callable[[State, Ask], Form]]] = {
    AskKind.NOMINATE: NominationForm,
    AskKind.BID: BidForm,
    AskKind.SHEET: SheetForm,
}
