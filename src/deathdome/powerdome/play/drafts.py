"""Secret answers while a person writes them: undo, what is left, what is odd (E.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from deathdome.powerdome.model.answers import Activation, Plan, Sheet
from deathdome.powerdome.model.events import Failed
from deathdome.powerdome.play.what_if import aimless, resolve
from deathdome.powerdome.rules.sheets import (
    complete,
    planners,
    points_spent,
    why_not_plan,
    why_not_sheet,
)

if TYPE_CHECKING:
    from deathdome.powerdome.model.dome import CharacterId, PowerId, Seat
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.rules.refusals import Refusal

T = TypeVar("T")


class History(Generic[T]):
    """The versions of a form."""

    def __init__(self, first: T) -> None:
        self._done = [first]
        self._undone: list[T] = []

    @property
    def now(self) -> T:
        """The present version."""
        return self._done[-1]

    def change(self, value: T) -> None:
        """Take another version."""
        self._done.append(value)
        self._undone.clear()

    def undo(self) -> bool:
        """Go back to the version before; False if there is none."""
        if len(self._done) > 1:
            self._undone.append(self._done.pop())
            return True
        return False

    def redo(self) -> bool:
        """Return to the version that was undone last; False if there is none."""
        if self._undone:
            self._done.append(self._undone.pop())
            return True
        return False

    def clear(self) -> None:
        """Go back to the first version, as a change."""
        self.change(self._done[0])


class Oddity(NamedTuple):
    """Something legal that is likely a slip; `code` names it for `powerdome.text`."""

    code: str  # "empty", "no-target", "no-strike", "left", "fails"
    character: CharacterId
    power: PowerId | None = None
    n: int = 0  # points left
    reason: str = ""  # code of a failure


class SheetDraft:
    """The sheet of one seat, with every change undone and redone at will."""

    def __init__(self, view: State, seat: Seat) -> None:
        """Begin with the Autos that the rules place."""
        self.view: Final = view
        self.seat: Final = seat
        self.declared: Final = view.options.declare == "combat"
        self._done: list[Sheet] = [self._whole(Sheet({}))]
        self._undone: list[Sheet] = []

    def _whole(self, sheet: Sheet) -> Sheet:
        """Return a sheet with all its Autos, and without targets that are declared later."""
        whole = complete(self.view.dome, self.seat, sheet)
        return aimless(whole) if self.declared else whole

    @property
    def sheet(self) -> Sheet:
        """The sheet so far."""
        return self._done[-1]

    @property
    def characters(self) -> list[CharacterId]:
        """The characters that it plans, the player first."""
        return planners(self.view.dome, self.seat)

    def plan(self, who: CharacterId) -> Plan:
        """Return the plan of a character so far."""
        return self.sheet.plans.get(who, Plan())

    def points(self, who: CharacterId) -> int:
        """Return the action points of a character."""
        return self.view.dome.characters[who].vitality

    def left(self, who: CharacterId) -> int:
        """Return the action points that a plan has not spent."""
        dome = self.view.dome
        return self.points(who) - points_spent(dome, dome.characters[who], self.plan(who))

    def why_not(self, sheet: Sheet) -> Refusal | None:
        """Return why a sheet is refused, or None."""
        return why_not_sheet(self.view.dome, self.seat, sheet, declared=self.declared)

    def why_not_plan(self, who: CharacterId, plan: Plan) -> Refusal | None:
        """Return why the plan of a character is refused, or None."""
        dome = self.view.dome
        return why_not_plan(dome, dome.characters[who], plan, declared=self.declared)

    def change(self, sheet: Sheet) -> Refusal | None:
        """Take a changed sheet unless it is refused; return why."""
        refusal = self.why_not(sheet)
        if refusal is None and sheet != self.sheet:
            self._done.append(sheet)
            self._undone.clear()
        return refusal

    def change_plan(self, who: CharacterId, plan: Plan) -> Refusal | None:
        """Take the changed plan of one character unless it is refused; return why."""
        return self.change(with_plan(self.sheet, who, plan))

    def take(self, sheet: Sheet) -> Refusal | None:
        """Take a whole sheet of another writer unless it is refused; return why."""
        return self.change(self._whole(sheet))

    def undo(self) -> bool:
        """Undo the last change; False if there is none."""
        if len(self._done) == 1:
            return False
        self._undone.append(self._done.pop())
        return True

    def redo(self) -> bool:
        """Redo the change that was undone last; False if there is none."""
        if not self._undone:
            return False
        self._done.append(self._undone.pop())
        return True

    def clear(self) -> None:
        """Begin again, as a change that can be undone."""
        self.change(self._done[0])

    def oddities(self) -> list[Oddity]:
        """Return what is likely a slip: none of it is refused (R-07, R-09)."""
        found = []
        for who in self.characters:
            plan, left = self.plan(who), self.left(who)
            if not self.declared and plan.strike and plan.attack is None:
                found.append(Oddity("no-target", who))
            if plan.attack is not None and not plan.strike:
                found.append(Oddity("no-strike", who))
            if left:
                found.append(Oddity("left", who, n=left))
        if self.sheet.plans == self._done[0].plans and self.left(self.seat):
            found.insert(0, Oddity("empty", self.seat))  # nothing was written
        return found + self._failures()

    def _failures(self) -> list[Oddity]:
        """Return the activations that would fail if the rivals did nothing."""
        if self.declared:
            return []
        log = resolve(self.view, {self.seat: self.sheet}).log
        return [
            Oddity("fails", one.character, one.power, reason=one.reason)
            for one in log
            if isinstance(one, Failed)
            and self.view.dome.characters[one.character].controller == self.seat
        ]


def with_plan(sheet: Sheet, who: CharacterId, plan: Plan) -> Sheet:
    """Return a sheet with another plan for one character."""
    return replace(sheet, plans={**sheet.plans, who: plan})


def with_act(plan: Plan, act: Activation) -> Plan:
    """Return a plan with an activation: in the place of the same effect, or at the end."""
    acts = list(plan.activate)
    for at, one in enumerate(acts):
        if (one.power, one.effect) == (act.power, act.effect):
            acts[at] = act
            break
    else:
        acts.append(act)
    return replace(plan, activate=tuple(acts))


def without_act(plan: Plan, power: PowerId | None) -> Plan:
    """Return a plan without the activations of a power."""
    return replace(plan, activate=tuple(act for act in plan.activate if act.power != power))


def moved(plan: Plan, at: int, to: int) -> Plan:
    """Return a plan with one activation at another place of the order."""
    acts = list(plan.activate)
    acts.insert(to, acts.pop(at))
    return replace(plan, activate=tuple(acts))


def doubles(agility: int, ratio: int) -> int:
    """Return the greatest agility that this one doubles against; -1 if there is none."""
    return -1 if agility == 0 else min(agility // max(ratio, 1), agility - 1)


def doubled_by(agility: int, ratio: int) -> int:
    """Return the least agility that doubles against this one (PD-COMBAT-10, -11)."""
    return max(agility * ratio, agility + 1)
