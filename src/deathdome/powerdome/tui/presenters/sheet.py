"""The allocation sheet in rows: one purse, the stats, powers, allies, rivals (E.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.powerdome.model.naming import character_names
from deathdome.powerdome.model.tome import Condition, TargetKind
from deathdome.powerdome.play.drafts import doubled_by, doubles
from deathdome.powerdome.rules.sheets import usable
from deathdome.powerdome.text import sheet_screen as say
from deathdome.powerdome.text.plans import plan_words
from deathdome.powerdome.text.slips import slip_text
from deathdome.powerdome.text.tome import WORDS, kinds_of
from deathdome.powerdome.tui.presenters.bars import FILLS, NUMBERS, Part, bar, purse
from deathdome.powerdome.tui.presenters.flowing import Group, flowing
from deathdome.powerdome.tui.presenters.players import player_rows
from deathdome.stage.text import BLANK, Line, Span, columns_of, cut, fitted, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deathdome.powerdome.model.answers import Activation, Plan
    from deathdome.powerdome.model.dome import CharacterId, PowerId
    from deathdome.powerdome.model.tome import Effect
    from deathdome.powerdome.play.drafts import Oddity, SheetDraft
    from deathdome.powerdome.rules.sheets import Usable
    from deathdome.stage.glyphs import Signs

_LABEL: Final = 10  # columns of the name of a stat
_NUMBER: Final = 5
_MARK: Final = 2  # columns of the cursor
_NAME: Final = 19  # columns of the name of a power at least
_ROOMY: Final = 70  # columns from which kinds of activation are shown
_RIVAL: Final = 14  # columns of a name
_VITALITY: Final = 12  # columns of the bar of a rival


class Field(NamedTuple):
    """A row that the cursor can be on."""

    kind: str  # "stat", "act", "caption", "done"
    who: CharacterId = -1
    stat: str = ""
    act: Usable | None = None


def fields(draft: SheetDraft) -> list[Field]:
    """Return the rows for the cursor, in their order."""
    dome, found = draft.view.dome, list[Field]()
    for who in draft.characters:
        player = dome.characters[who].player
        found += [Field("stat", who, stat) for stat in say.STATS if player or stat != "agility"]
        found += [Field("act", who, act=one) for one in usable(dome, dome.characters[who])]
    return [*found, Field("caption"), Field("done")]


def planned(plan: Plan, one: Usable) -> tuple[int, Activation | None]:
    """Return the place of an effect in the order of a plan, and its activation; -1 without one."""
    for at, act in enumerate(plan.activate):
        if (act.power, act.effect) == (one.power, one.number):
            return at, act
    return -1, None


@dataclass
class Rows:
    """The rows of a sheet, and the place of each field among them."""

    lines: list[Line]
    places: list[int]  # row of each field


class SheetRows:
    """Makes the rows of one sheet for one width."""

    def __init__(
        self,
        draft: SheetDraft,
        past: Mapping[int, Sequence[Plan]],
        signs: Signs,
        width: int,
        aim_key: str = "",
    ) -> None:
        self._draft = draft
        self._past = past
        self._signs = signs
        self._width = width
        self._aim_key = aim_key
        self._empty = " " if signs.tinted else signs.empty
        self._names = character_names(draft.view.now, draft.view.seats)
        self._dome = draft.view.dome

    def rows(self, index: int, oddities: Sequence[Oddity], room: int) -> Rows:
        """Return all rows; the field `index` is under the cursor.

        Blank rows are left out, and then the rivals, if there is no room for them.
        """
        for blanks, rivals in ((3, "full"), (3, "brief"), (1, "brief"), (0, "brief"), (1, "")):
            found = self._rows(index, oddities, blanks, rivals)
            if len(found.lines) <= room:
                break
        return found

    def _rows(self, index: int, oddities: Sequence[Oddity], blanks: int, rivals: str) -> Rows:
        seat = self._draft.seat
        found = Rows([self._purse(), *self._warnings(oddities)], [])
        numbered = list(enumerate(fields(self._draft)))
        has_acts = any(field.kind == "act" and field.who == seat for _, field in numbered)
        for (kind, who), group in groupby(numbered, key=lambda one: (one[1].kind, one[1].who)):
            mine = who == seat
            if kind in ("act", "caption") and (mine or kind == "caption"):
                found.lines += self._blank(blanks)
            if kind == "act" and mine:
                found.lines.append(self._powers_head())
            elif kind == "stat" and not mine:
                found.lines += [*self._blank(blanks), self._ally_head(who)]
            for at, field in group:
                found.places.append(len(found.lines))
                found.lines += self._field(field, under=at == index)
                if kind == "stat" and mine and blanks > 1 and field.stat != "resist":
                    found.lines.append(BLANK)
            if mine and kind == ("act" if has_acts else "stat"):
                found.lines += self._others(seat, headed=has_acts, blanks=blanks)
        if rivals:
            found.lines += [*self._blank(blanks), *self._rivals(brief=rivals == "brief")]
        return found

    @staticmethod
    def _blank(blanks: int) -> list[Line]:
        return [BLANK] if blanks else []

    # -- the purse -----------------------------------------------------------------------------

    def _purse(self) -> Line:
        seat, plan = self._draft.seat, self._draft.plan(self._draft.seat)
        all_, left = self._draft.points(seat), self._draft.left(seat)
        parts = [Part(getattr(plan, stat), FILLS[stat]) for stat in say.STATS]
        parts.append(Part(all_ - left - plan.points, FILLS["powers"]))
        right = say.points(all_, left)
        width = self._width - _MARK - _LABEL - columns_of(right) - 2
        return (
            Span(fitted(say.PURSE, _MARK + _LABEL), "title"),
            *purse(parts, all_, width, self._empty),
            Span(f"  {right}", "strong"),
        )

    def _warnings(self, oddities: Sequence[Oddity]) -> list[Line]:
        rows: list[Line] = []
        for text in warning_texts(self._draft, oddities):
            rows += wrapped(say.WARNING.format(text=text), self._width, "danger")
        return rows or [BLANK]

    # -- fields --------------------------------------------------------------------------------

    def _field(self, field: Field, *, under: bool) -> list[Line]:
        match field.kind:
            case "stat" if field.who == self._draft.seat:
                return self._stat(field.stat, under=under)
            case "stat":
                return [self._marked(self._ally_stat(field), under=under)]
            case "act":
                assert field.act is not None
                return self._act(field.who, field.act, under=under)
            case "caption":
                text = self._draft.sheet.caption
                shown = Span(f'"{text}"', "quote") if text else Span(say.NO_CAPTION, "dim")
                label = Span(fitted(say.CAPTION, _LABEL), "strong")
                return [self._marked((label, shown), under=under)]
            case _:
                return [self._marked((Span(say.DONE, "strong"),), under=under)]

    def _marked(self, row: Line, *, under: bool) -> Line:
        """Return a row behind the cursor; the one under it has another ground."""
        if not under:
            return (Span(" " * _MARK), *row)
        cursor = self._signs.cursor
        rest = self._width - _MARK - sum(columns_of(span.text) for span in row)
        return (
            Span(fitted(cursor, 1), "bar"),
            Span(" ", "raised"),
            *(_raised(span) for span in row),
            Span(" " * max(0, rest), "raised"),
        )

    def _stat(self, stat: str, *, under: bool) -> list[Line]:
        seat = self._draft.seat
        plan, all_ = self._draft.plan(seat), self._draft.points(seat)
        value = getattr(plan, stat)
        width = self._width - _MARK - _LABEL - _NUMBER
        row = (
            Span(fitted(stat, _LABEL), "strong"),
            *bar(value, all_, width, FILLS[stat], self._empty),
            Span(f"{value:>{_NUMBER}}", NUMBERS[stat]),
        )
        means = cut(self._meaning(stat, plan), self._width - _MARK - _LABEL)
        hint = (Span(" " * _LABEL), Span(means, "dim"))
        return [self._marked(row, under=under), (Span(" " * _MARK), *hint)]

    def _meaning(self, stat: str, plan: Plan) -> str:
        dome, draft = self._dome, self._draft
        if stat == "agility":
            ratio = dome.speed_ratio
            low = dome.initiative == "low"
            beats, beaten = doubles(plan.agility, ratio), doubled_by(plan.agility, ratio)
            return say.agility_words(plan.agility, beats, beaten, low=low)
        if stat == "strike":
            if draft.declared:
                return say.STRIKE_LATER
            if plan.attack is None:
                return say.STRIKE_NOWHERE.format(key=self._aim_key)
            last = self._past.get(plan.attack)
            return say.strike_words(
                self._names[plan.attack],
                dome.characters[plan.attack].vitality,
                plan.strike,
                last[0].resist if last else None,
            )
        strikes = [
            (self._past[rival][0].strike, -rival)
            for rival in dome.living()
            if rival != draft.seat and self._past.get(rival)
        ]
        if not strikes or not max(strikes)[0]:
            return say.resist_words(plan.resist)
        strike, rival = max(strikes)
        return say.resist_against(self._names[-rival], strike, max(strike - plan.resist, 0))

    def _ally_stat(self, field: Field) -> Line:
        plan, all_ = self._draft.plan(field.who), self._draft.points(field.who)
        value = getattr(plan, field.stat)
        aim = ""
        if field.stat == "strike" and not self._draft.declared:
            aim = say.NO_TARGET if plan.attack is None else say.at(self._names[plan.attack])
        width = max(10, min(30, self._width - _MARK - _LABEL - _NUMBER - 24))
        return (
            Span(fitted(field.stat, _LABEL), "strong"),
            *bar(value, all_, width, FILLS[field.stat], self._empty),
            Span(f"{value:>{_NUMBER}}", NUMBERS[field.stat]),
            Span(f"  {aim}" if aim else "", "dim"),
        )

    def _ally_head(self, who: CharacterId) -> Line:
        title = self._names[who].upper()
        fact = say.ALLY.format(n=self._dome.characters[who].vitality)
        left = say.points(self._draft.points(who), self._draft.left(who))
        gap = self._width - columns_of(title) - columns_of(fact) - columns_of(left) - 4
        return line(
            Span(title, "title"), Span(f"  {fact}", "dim"), " " * max(1, gap), Span(f"  {left}")
        )

    # -- powers --------------------------------------------------------------------------------

    def _columns(self) -> tuple[int, int, int, int, int]:
        """Return the columns of name, kind, target, cost and order."""
        rest = self._width - _MARK - 2
        kind, cost, order = 12 if self._width >= _ROOMY else 0, 14, 7
        name = max(_NAME, min(24, (rest - kind - cost - order) // 2))
        return name, kind, rest - name - kind - cost - order, cost, order

    def _powers_head(self) -> Line:
        name, kind, target, cost, order = self._columns()
        return line(
            Span(fitted(say.POWERS, _MARK + 2 + name + kind), "title"),
            Span(fitted("" if self._draft.declared else say.TARGET, target), "dim"),
            Span(f"{say.COST:>{cost}}{say.ORDER:>{order}}", "dim"),
        )

    def _act(self, who: CharacterId, one: Usable, *, under: bool) -> list[Line]:
        place, act = planned(self._draft.plan(who), one)
        on = act is not None
        name, kind, target, cost, order = self._columns()
        pip = self._signs.full if on else self._signs.empty
        aim = "" if act is None or act.target is None else self._target(one.effect, act.target)
        price = self._price(one.effect, 0 if act is None else act.x)
        number = str(place + 1) if on else say.OFF
        row = (
            Span(f"{pip} ", "violet" if on else "dim"),
            Span(fitted(self._title(one), name - 1) + " ", "strong" if on else ""),
            Span(fitted(_kind(one), kind), "dim"),
            Span(fitted(aim, target), ""),
            Span(f"{price:>{cost}}"),
            Span(f"{number:>{order}}", "violet" if on else "dim"),
        )
        rows = [self._marked(row, under=under)]
        if under:
            text = self._text(who, one)
            rows += [
                (Span(" " * (_MARK + 2)), *each)
                for each in wrapped(text, self._width - _MARK - 2, "dim")
            ]
        return rows

    def _title(self, one: Usable) -> str:
        if one.power is None:
            return say.OF_ALLY
        power = self._dome.tome.powers[one.power]
        several = sum(effect.planned for effect in power.effects) > 1
        return f"{power.name} #{one.number + 1}" if several else power.name

    def _text(self, who: CharacterId, one: Usable) -> str:
        if one.power is None:
            return self._dome.tome.allies[self._dome.characters[who].kind].text
        return self._dome.tome.powers[one.power].text

    def _target(self, effect: Effect, target: int) -> str:
        if effect.target is TargetKind.RIVAL_POWER:
            return self._dome.tome.powers[target].name
        return self._names[target]

    @staticmethod
    def _price(effect: Effect, x: int) -> str:
        cost = effect.cost
        if cost is None:
            return say.NO_COST
        return say.cost_words(say.POWER_COST[cost.burn], cost.n or x, cost.max)

    def _others(self, seat: CharacterId, *, headed: bool, blanks: int) -> list[Line]:
        """Return the powers that are not planned: in reply, or without a target now."""
        dome = self._dome
        shown = {one.power for one in usable(dome, dome.characters[seat])}
        rest = [power for power in dome.hands[seat] if power not in shown]
        rows = [self._other(power) for power in rest]
        if rows and not headed:
            rows = [*self._blank(blanks), self._powers_head(), *rows]
        return rows

    def _other(self, power: PowerId) -> Line:
        entry = self._dome.tome.powers[power]
        name, kind, target, cost, order = self._columns()
        plannable = any(effect.planned for effect in entry.effects)
        priced = next((one for one in entry.effects if one.cost is not None), None)
        price = say.NO_COST if priced is None else self._price(priced, 0)
        words = say.NO_TARGET_NOW if plannable else ", ".join(kinds_of(entry))
        return line(
            Span(" " * (_MARK + 2)),
            Span(fitted(entry.name, name - 1) + " ", "dim"),
            Span(fitted(words, kind + target), "dim"),
            Span(f"{price:>{cost}}", "dim"),
            Span(" " * order),
        )

    # -- rivals --------------------------------------------------------------------------------

    def _rivals(self, *, brief: bool) -> list[Line]:
        """Return the rivals with everything public, or in brief with their last plans."""
        view, width = self._draft.view, self._width
        rivals = [rival for rival in self._dome.living() if rival != self._draft.seat]
        deals = {
            rival: [Group(say.DEALS, [Span(words, "good") for words in found])]
            for rival in rivals
            if (found := list(dict.fromkeys(open_deals(self._draft, rival))))
        }
        rows: list[Line] = [line(Span(say.RIVALS, "title"))]
        if not brief:
            return rows + player_rows(
                view,
                width,
                past=self._past,
                you=self._draft.seat,
                seats=rivals,
                more=deals,
                empty=self._empty,
            )
        most = max(one.vitality for one in self._dome.characters)
        for rival in rivals:
            vitality = self._dome.characters[rival].vitality
            head = (
                Span(" " * _MARK),
                Span(fitted(self._names[rival], _RIVAL - 1) + " ", "strong"),
                *bar(vitality, most, _VITALITY, FILLS["vitality"], self._empty),
                Span(f"{vitality:>{_NUMBER}}  ", "strong"),
            )
            plans = self._past.get(rival, ())[:1]
            last = [Span(plan_words(view, rival, _bare(plan), self._draft.seat)) for plan in plans]
            facts = [*deals.get(rival, []), *([Group(say.LAST, last)] if last else [])]
            start = sum(columns_of(span.text) for span in head)
            first, *others = flowing(facts, width, start, start)
            rows += [(*head, *first), *others]
        return rows


def open_deals(draft: SheetDraft, rival: int) -> Iterator[str]:
    """Yield the deals of this round with a rival."""
    for deal in draft.view.deals:
        if deal.round == draft.view.dome.round and {draft.seat, rival} == set(deal.partners):
            third = deal.proposal.against
            yield say.TRUCE if third < 0 else say.together(draft.view.seats[third])


def warning_texts(draft: SheetDraft, oddities: Sequence[Oddity]) -> list[str]:
    """Return the sentences of slips; points in reserve are legal play."""
    return [slip_text(draft.view, draft.seat, one) for one in oddities if one.code != "left"]


def _kind(one: Usable) -> str:
    """Return the kind of activation of one effect; that all may use it is said first."""
    if one.effect.shared:
        return WORDS[Condition.INTERACTION]
    return next((word for condition, word in WORDS.items() if condition in one.effect.on), "")


def _bare(plan: Plan) -> Plan:
    return replace(plan, activate=())


def _raised(span: Span) -> Span:
    """Return a span on the ground of the highlighted row; fills keep their own."""
    fills = {*FILLS.values(), "raised", "rest0", "rest1", "rest2"}
    if span.look in fills:
        return span
    return Span(span.text, f"{span.look} raised".strip())
