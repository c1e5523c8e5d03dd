"""The reveal of a combat as rows: one slide for each card, and one for each player that died."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import (
    Activated,
    AttackBegan,
    AttackLost,
    Captioned,
    DamageChanged,
    DealsJudged,
    Died,
    DomeCloses,
    Failed,
    GameOver,
    Paid,
    PlansShown,
    Redirected,
    Revealed,
    Revived,
    StatChanged,
    Struck,
    Suffered,
    VitalityChanged,
)
from deathdome.powerdome.model.tome import TargetKind
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.play.combat_cards import Card, Part
from deathdome.powerdome.text import shows as say
from deathdome.powerdome.text.events import FAILED, LOST
from deathdome.powerdome.text.log_lines import log_lines
from deathdome.powerdome.text.persons import capital
from deathdome.powerdome.tui.presenters.bars import FILLS, NUMBERS
from deathdome.powerdome.tui.presenters.panel import GROUND, inner_width, on_panel, panel_width
from deathdome.stage.letters import ROWS, letter_lines, letters_width
from deathdome.stage.text import BLANK, Line, Span, cut, fitted, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.powerdome.model.dome import CharacterId, Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.play.combat_cards import Combat
    from deathdome.powerdome.text.events import Narrator

_LOSSES: Final = {"vitality": "bad"}  # looks of the part that a bar lost
_TABLE: Final = 62  # columns of the table of plans where there is room
_LABEL: Final = 10  # columns of the word before a bar
_NAME: Final = 14  # columns of a name before a bar
_CHIP: Final = 21  # columns of a player in the order, at most
_CHIPS: Final = 4  # in a row of 80 columns
_NARROW: Final = 70  # columns below which there is one less in a row
_FULL: Final = 100  # vitality of a whole bar
# Events that their card shows in another way.
_IN_THE_CARD: Final = (
    *(AttackBegan, Struck, Revealed, Captioned, PlansShown, DealsJudged, DomeCloses, GameOver),
)


class Slide(NamedTuple):
    """A card of the show, or the banner of a player that died on it."""

    card: Card
    dead: CharacterId = ABSENT


def slides_of(combat: Combat, seats: int) -> list[Slide]:
    """Return the slides of a show; `seats` is the number of players."""
    found: list[Slide] = []
    for card in combat.cards:
        found.append(Slide(card))
        if card.part is not Part.END:
            found += [Slide(card, who) for who in card.killed if who < seats]
    return found


def bar(value: int, lost: int, most: int, width: int, stat: str, *, shaped: bool) -> Line:
    """Return the bar of a stat: its value, the part that it lost, and the rest of `most`."""
    most = max(most, value + lost, 1)
    end = min(width, ceil((value + lost) * width / most))
    full = min(end, ceil(value * width / most)) if value > 0 else 0
    spans = (
        Span(" " * full, FILLS[stat]),
        Span(
            ("\N{LIGHT SHADE}" if shaped else ":") * (end - full),
            f"{_LOSSES.get(stat, NUMBERS[stat])} raised",
        ),
        Span(" " * (width - end), "raised"),
    )
    return tuple(span for span in spans if span.text)


@dataclass(frozen=True)
class Scene:
    """A show for a terminal: whose eyes, how wide, which symbols."""

    combat: Combat
    view: State
    narrator: Narrator
    width: int
    shaped: bool
    viewer: Seat = ABSENT

    @property
    def inner(self) -> int:
        """Columns of the text on a card."""
        return inner_width(self.width)

    # -- the whole screen ----------------------------------------------------------------------

    def rows(self, slides: Sequence[Slide], at: int, progress: float, room: int) -> list[Line]:
        """Return the rows of a slide; `progress` is 1 when its animation is over."""
        slide = slides[at]
        top = [BLANK, *self._chips(slide), BLANK]
        following = slides[at + 1] if at + 1 < len(slides) else None
        foot = [] if following is None else self._next(following)
        body = self._banner(slide) if slide.dead >= 0 else self._card(slide.card, progress)
        if len(top) + len(body) + len(foot) + 1 > room:
            body = _closer(body, len(top) + len(body) + len(foot) + 1 - room)
        below = self._below(slides, at, progress, room - len(top) - len(body) - len(foot) - 2)
        body = [*body, *below]
        gap = max(1, room - len(top) - len(body) - len(foot)) if foot else 0
        above = min(2, max(0, gap - 1))
        return [*top, *[BLANK] * above, *body, *[BLANK] * (gap - above), *foot]

    def _below(self, slides: Sequence[Slide], at: int, progress: float, room: int) -> list[Line]:
        """Return the vitality of all players so far and the last lines of the log, if they fit."""
        played = [event for one in slides[:at] if one.dead < 0 for event in one.card.events]
        if progress >= 1 and slides[at].dead < 0:
            played += slides[at].card.events
        now = dict(self.combat.before)
        for event in played:
            if isinstance(event, VitalityChanged):
                now[event.character] = event.new
            elif isinstance(event, Revived):
                now[event.character] = event.vitality
        order = [seat for seat, _ in self.combat.agility]
        if room < len(order) + 3 or slides[at].card.part is Part.END:
            return []
        left = Span(" " * ((self.width - panel_width(self.width)) // 2 + 3))
        rows: list[Line] = [BLANK, (left, Span(say.VITALITY_NOW, "title"))]
        most = max(_FULL, *(now.get(seat, 0) for seat in order))
        for seat in order:
            value = now.get(seat, 0)
            drawn = bar(max(value, 0), 0, most, self.inner - _NAME - 6, "vitality", shaped=False)
            name = fitted(cut(self.narrator.title(seat), _NAME - 1), _NAME)
            rows.append(
                (
                    left,
                    Span(name, "strong"),
                    *drawn,
                    Span(f"{value:>6}", "bad" if value < 0 else "strong"),
                )
            )
        more = room - len(rows) - 2
        if more > 0 and (lines := log_lines(played, self.narrator)):
            told = [row for one in lines for row in wrapped(one.text, self.inner, "dim")]
            rows += [BLANK, (left, Span(say.SO_FAR, "title"))]
            rows += [(left, *row) for row in told[-more:]]
        return rows

    def _chips(self, slide: Slide) -> list[Line]:
        """Return the players in the order of action; the one that acts is highlighted."""
        order = [seat for seat, _ in self.combat.agility]
        narrow = self.width < _NARROW
        label = len(say.ORDER) + (2 if narrow else 5)
        most = _CHIPS - 1 if narrow else _CHIPS if self.width < 118 else 6
        per_row = max(1, min(len(order), most))
        wide = min(_CHIP, (self.width - label - 2) // per_row - 2)
        acts = _actor(slide.card)
        acts = self.view.now.characters[acts].controller if acts >= 0 else ABSENT
        gone = slide.card.dead | ({slide.dead} if slide.dead >= 0 else set())
        rows: list[Line] = []
        for start in range(0, len(order), per_row):
            spans = [Span(fitted("" if start else f" {say.ORDER}", label), "title")]
            for place, (seat, agility) in enumerate(self.combat.agility):
                if not start <= place < start + per_row:
                    continue
                name = fitted(f" {place + 1} {self.narrator.title(seat)}", wide - 5)
                text = f"{name}{agility:>4} "
                look = "bar" if seat == acts else "struck raised" if seat in gone else "raised"
                spans += [Span(text, look), Span("  ")]
            rows.append(line(*spans))
        return rows

    def _next(self, slide: Slide) -> list[Line]:
        """Return what the next slide shows, without its result."""
        if slide.dead >= 0:
            return [BLANK]
        match slide.card.head:
            case AttackBegan(attacker, defender) | AttackLost(attacker, defender):
                words = self._strikes(attacker, self.narrator.who(defender))
            case Activated(who, power) | Failed(who, power):
                words = say.act_next(self.narrator.title(who), self.narrator.power(power))
            case _ if slide.card.part is Part.END:
                words = say.END_NEXT
            case _:
                words = say.PARTS[slide.card.part.value]
        return [line(Span(f" {say.NEXT}  ", "faint"), Span(cut(words, self.width - 8), "dim"))]

    # -- cards ---------------------------------------------------------------------------------

    def _card(self, card: Card, progress: float) -> list[Line]:
        match card.part, card.head:
            case Part.ORDER, _:
                return self._order(card, progress)
            case Part.END, _:
                return self._end(card, progress)
            case _, AttackBegan():
                return self._attack(card, progress)
            case _, AttackLost() as lost:
                return self._lost(lost)
            case _:
                return self._act(card, progress)

    def _order(self, card: Card, progress: float) -> list[Line]:
        """Return the agilities, in the order of action, with ties and doublings."""
        most = max([agility for _, agility in self.combat.agility] + [1])
        wide = self.inner - _NAME - 10
        rows: list[Line] = []
        marks = self._marks(card.ratio)
        for place, (seat, agility) in enumerate(self.combat.agility):
            name = fitted(self.narrator.title(seat), _NAME)
            drawn = bar(agility, 0, most, wide, "agility", shaped=self.shaped)
            number = Span(f"{agility:>5}", "strong")
            rows.append(line(Span(f"{place + 1}  ", "title"), Span(name, "strong"), *drawn, number))
            for text in marks[seat]:
                rows += [
                    (Span("   "), *row) for row in wrapped(text, self.inner - _NAME - 3, "dim", "")
                ]
            if caption := self.combat.captions.get(seat, ""):
                text = say.SAYS.format(text=caption)
                rows += [(Span("   "), *row) for row in wrapped(text, self.inner - 3, "quote")]
        shown = ceil(progress * len(rows))
        rows = [row if at < shown else BLANK for at, row in enumerate(rows)]
        return self._on_panel(say.THE_ORDER, "", "bar", [BLANK, *rows, BLANK])

    def _marks(self, ratio: int) -> dict[Seat, list[str]]:
        """Return what to say about each player: a tie, and whom it is twice as fast as."""
        found: dict[Seat, list[str]] = {}
        before: tuple[Seat, int] | None = None
        for seat, agility in self.combat.agility:
            found[seat] = []
            if before is not None and before[1] == agility:
                found[before[0]].append(say.TIED.format(name=self.narrator.who(seat)))
            slower = [
                self.narrator.who(other)
                for other, less in self.combat.agility
                if agility > less and agility >= ratio * less
            ]
            if slower:
                found[seat].append(say.times(ratio, slower))
            before = seat, agility
        return found

    def _act(self, card: Card, progress: float) -> list[Line]:
        """Return an activation: who, power, target, cost, and each step."""
        rows: list[Line] = [BLANK]
        steps = card.events[1:]
        match card.head:
            case Activated(reaction=False) as act:
                title = self._act_title(act.character, act.power)
                rows += self._act_facts(act, card)
            case Failed() as fail:
                title = self._act_title(fail.character, fail.power)
                rows += self._text_of(fail.character, fail.power)
                why = FAILED.get(fail.reason, fail.reason)
                rows += [BLANK, *wrapped(say.FAILS.format(why=why), self.inner, "bad")]
            case Suffered(who, affliction):
                kind = self.narrator.tome.afflictions[affliction]
                title = f"{self.narrator.does(who, say.SUFFERS)} {kind.name}".upper()
                rows += wrapped(kind.text, self.inner, "dim")
            case _:
                title, steps = say.START_OF_COMBAT, card.events
        changes = self._changes(event for event in steps if not isinstance(event, Paid))
        shown = ceil(progress * len(changes))
        rows += [BLANK, *(row if at < shown else BLANK for at, row in enumerate(changes))]
        if progress >= 1:
            rows += self._deaths(card)
        caption = self._quote(card)
        return self._on_panel(title, self._count(card), "chipviolet", [*rows, *caption, BLANK])

    def _strikes(self, attacker: CharacterId, defender: str) -> str:
        return f"{self.narrator.does(attacker, say.STRIKES)} {defender}"

    def _act_title(self, who: CharacterId, power: int | None) -> str:
        name = self.narrator.who(who).upper()
        return say.ACTIVATES.format(name=name, power=self.narrator.power(power).upper())

    def _text_of(self, who: CharacterId, power: int | None) -> list[Line]:
        """Return the text of a power, or of an ally."""
        if power is not None:
            text = self.narrator.tome.powers[power].text
        else:
            text = self.narrator.tome.allies[self.view.now.characters[who].kind].text
        return wrapped(text, self.inner, "dim")

    def _act_facts(self, act: Activated, card: Card) -> list[Line]:
        paid = next((one for one in card.events if isinstance(one, Paid)), None)
        cost = say.FREE
        if paid is not None:
            word = say.BURN if paid.burn else say.UTILIZE
            cost = say.PAID.format(word=word, n=paid.n)
        rows = [*self._text_of(act.character, act.power), BLANK]
        if act.target is not None:
            rows.append(_fact(say.TARGET, self._target(act)))
        more = f"  {say.AMOUNT.format(x=act.x)}" if act.x else ""
        rows.append(_fact(say.COST, f"{cost}{more}"))
        return rows

    def _target(self, act: Activated) -> str:
        assert act.target is not None
        effects = () if act.power is None else self.narrator.tome.powers[act.power].effects
        of_power = act.effect < len(effects) and (
            effects[act.effect].target is TargetKind.RIVAL_POWER
        )
        return self.narrator.power(act.target) if of_power else self.narrator.who(act.target)

    def _lost(self, lost: AttackLost) -> list[Line]:
        title = say.LOST.format(whose=self.narrator.whose(lost.attacker).upper())
        why = LOST.get(lost.reason, lost.reason)
        text = say.LOST_WHY.format(defender=self.narrator.who(lost.defender), why=why)
        return self._on_panel(
            title, "", "raised", [BLANK, *wrapped(text, self.inner, "dim"), BLANK]
        )

    def _attack(self, card: Card, progress: float) -> list[Line]:
        """Return an attack: strike against resist, the damage, and the vitality lost."""
        began = card.head
        assert isinstance(began, AttackBegan)
        blow = card.struck
        defender = began.defender if blow is None else blow.defender
        title = self._strikes(began.attacker, self.narrator.who(defender)).upper()
        if began.further:
            title = say.FURTHER.format(strikes=title)
        at = len(card.events) if blow is None else card.events.index(blow)
        rows: list[Line] = [BLANK, *self._changes(card.events[1:at])]
        after: list[Event] = card.events[at + 1 :]
        if blow is not None:
            if len(rows) > 1:
                rows.append(BLANK)
            rows += [*self._blow(card, blow, progress), BLANK]
            damage, notes, after = _damage(blow, after)
            rows += self._sum(card, blow, damage, notes, progress)
            rows += [BLANK, *self._hurt(defender, after, progress)]
            after = [one for one in after if not _is_the_hurt(one, defender)]
        if progress >= 1:
            rows += self._changes(after)
            rows += self._deaths(card)
        else:
            rows += [BLANK] * (len(self._changes(after)) + len(self._deaths(card)))
        rows += [*self._quote(card), BLANK]
        return self._on_panel(title, self._count(card), "strip0", rows)

    def _blow(self, card: Card, blow: Struck, progress: float) -> list[Line]:
        """Return strike against resist as two bars that eat each other."""
        most = max(blow.strike, blow.resist, *(one.old for one in card.worn), 1)
        wide = self.inner - _LABEL - 9
        grown = min(1.0, progress / 0.3)
        eaten = max(0.0, min(1.0, (progress - 0.3) / 0.3))
        strike = round(blow.strike * grown)
        stopped = 0 if blow.bypass else min(blow.strike, blow.resist)
        gone = round(stopped * eaten)
        worn = round((blow.resist - blow.worn) * eaten)
        rows = [
            self._bar_row(say.STRIKE, strike - gone, gone, most, wide, "strike", str(blow.strike)),
            self._bar_row(
                say.RESIST,
                blow.resist - worn,
                worn,
                most,
                wide,
                "resist",
                say.CHANGE.format(old=blow.resist, new=blow.worn)
                if blow.worn != blow.resist and progress >= 0.6
                else str(blow.resist),
            ),
        ]
        notes = [
            say.WORN_BY.format(
                by=self.narrator.power(one.power)
                if one.power is not None
                else self.narrator.who(one.by),
                old=one.old,
                new=one.new,
            )
            for one in card.worn
        ]
        if notes:
            noted = wrapped(", ".join(notes), wide, "dim")
            rows += [(Span(" " * _LABEL), *row) for row in noted]
        return rows

    def _bar_row(
        self, label: str, value: int, lost: int, most: int, wide: int, stat: str, number: str
    ) -> Line:
        drawn = bar(value, lost, most, wide, stat, shaped=self.shaped)
        return line(Span(fitted(label, _LABEL), "dim"), *drawn, Span(f"{number:>9}", NUMBERS[stat]))

    def _sum(
        self, card: Card, blow: Struck, damage: int, notes: Sequence[Event], progress: float
    ) -> list[Line]:
        """Return the damage in block digits, and where it comes from."""
        if progress < 0.6:
            return [BLANK] * ROWS
        players = max(blow.attacker, blow.defender) < self.view.now.seats
        words: list[tuple[str, str]] = [
            (say.DAMAGE if damage else say.NO_DAMAGE, "strong"),
            (say.sum_words(blow), "dim"),
        ]
        if reason := say.speed_words(blow, card.ratio, players=players):
            words.append((reason, "" if blow.speed != 1 else "dim"))
        by = ""
        for one in notes:
            if isinstance(one, Activated):
                by = self.narrator.power(one.power)
            elif isinstance(one, DamageChanged):
                form = say.DAMAGE_CAPPED if one.cap else say.DAMAGE_CHANGES
                text = form.format(old=one.old, new=one.new)
                words.append((f"{by}: {text}" if by and not one.cap else text, ""))
        digits = letter_lines(str(damage), "hot" if damage else "cold")
        left = _LABEL
        wide = letters_width(str(damage)) + 3
        start = max(0, (ROWS - len(words)) // 2)
        rows = []
        for at in range(max(ROWS, start + len(words))):
            drawn = digits[at] if at < ROWS else (Span(" " * (wide - 3)),)
            spans = [Span(" " * left), *drawn, Span("   ")]
            if 0 <= at - start < len(words):
                text, look = words[at - start]
                spans.append(Span(cut(text, self.inner - left - wide), look))
            rows.append(tuple(spans))
        return rows

    def _hurt(self, who: CharacterId, after: Sequence[Event], progress: float) -> list[Line]:
        """Return the vitality of the defender, with the part that it lost."""
        hurt = next((one for one in after if _is_the_hurt(one, who)), None)
        if not isinstance(hurt, VitalityChanged):
            return []
        part = max(0.0, min(1.0, (progress - 0.65) / 0.35))
        fallen = round((hurt.old - max(hurt.new, 0)) * part)
        now = hurt.old - fallen
        number = str(hurt.old)
        if progress >= 1:
            number = say.CHANGE.format(old=hurt.old, new=hurt.new)
        wide = self.inner - _LABEL - 11
        drawn = bar(now, hurt.old - now, max(_FULL, hurt.old), wide, "vitality", shaped=self.shaped)
        name = fitted(cut(self.narrator.title(who), _LABEL - 1), _LABEL)
        return [line(Span(name, "strong"), *drawn, Span(f"{number:>11}", "bad"))]

    # -- parts of cards ------------------------------------------------------------------------

    def _changes(self, events: Iterable[Event]) -> list[Line]:
        """Return a row for each change: the old value, the new one, and a bar."""
        rows: list[Line] = []
        for event in events:
            match event:
                case VitalityChanged(who, old, new):
                    rows.append(self._change(who, say.VITALITY, old, new, "vitality", _FULL))
                case StatChanged(who, stat, old, new):
                    key = "powers" if stat == "ap" else stat
                    rows.append(self._change(who, say.STATS[stat], old, new, key, 40))
                case Activated(who, power):
                    answers = capital(self.narrator.does(who, say.ANSWERS))
                    words = f"{answers} {self.narrator.power(power)}."
                    rows += wrapped(words, self.inner, "violet")
                case Redirected(_, old, new):
                    words = say.HITS_INSTEAD.format(
                        new=self.narrator.who(new), old=self.narrator.who(old)
                    )
                    rows += wrapped(words, self.inner)
                case Paid(_, burn, n):
                    word = say.BURN if burn else say.UTILIZE
                    rows.append(_fact(say.COST, say.PAID.format(word=word, n=n)))
                case Died() | Revived():
                    pass  # strips of their own
                case _ if isinstance(event, _IN_THE_CARD):
                    pass
                case _:
                    rows += wrapped(self.narrator.sentence(event), self.inner)
        return rows

    def _change(
        self, who: CharacterId, word: str, old: int, new: int, stat: str, most: int
    ) -> Line:
        wide = self.inner - _NAME - _LABEL - 11
        low, high = max(0, min(old, new)), max(old, new, 0)
        drawn = bar(low, high - low, max(most, high), wide, stat, shaped=self.shaped)
        number = say.CHANGE.format(old=old, new=new)
        look = "bad" if new < old else "good"
        name = fitted(cut(self.narrator.title(who), _NAME - 1), _NAME)
        return line(
            Span(name, "strong"),
            Span(fitted(word, _LABEL), NUMBERS[stat]),
            *drawn,
            Span(f"{number:>11}", look),
        )

    def _deaths(self, card: Card) -> list[Line]:
        """Return a strip for each death and each revival."""
        rows: list[Line] = []
        for event in card.events:
            if isinstance(event, Died):
                words = self.narrator.does(event.character, say.DIES).upper()
                rows.append((Span(fitted(f" {words}", self.inner), "alarm"),))
            elif isinstance(event, Revived):
                words = self.narrator.does(event.character, say.REVIVED).upper()
                rows.append((Span(fitted(f" {words}", self.inner), "ready"),))
        return [BLANK, *rows] if rows else []

    def _quote(self, card: Card) -> list[Line]:
        """Return the caption of the player that acts, on its attack."""
        text = self.combat.captions.get(_actor(card), "") if card.part is Part.ATTACKS else ""
        if not text:
            return []
        return [BLANK, *wrapped(say.SAYS.format(text=text), self.inner, "quote")]

    def _count(self, card: Card) -> str:
        return say.COUNT.format(at=card.number, all=self.combat.parts[card.part])

    # -- the end -------------------------------------------------------------------------------

    def _end(self, card: Card, progress: float) -> list[Line]:
        """Return the table of plans, the vitality lost and won, the deals, the dome."""
        del progress
        combat, rows = self.combat, [BLANK]
        changes = self._changes(card.events)
        name, each, aim, rest = self._columns()
        stats = "".join(f"{cut(head, each - 1):>{each}}" for head in say.HEADS[1:4])
        rows.append(
            line(
                Span(fitted(say.HEADS[0], name), "dim"),
                Span(f"{stats}  ", "dim"),
                Span(fitted(say.HEADS[4], aim), "dim"),
                Span(say.HEADS[5].rjust(rest), "dim"),
            )
        )
        speller = Speller(self.view)
        for who, plan in combat.plans:
            rows.append(self._plan_row(who, plan.agility, plan.strike, plan.resist, plan.attack))
            acts = ", ".join(speller.act_text(who, act) for act in plan.activate)
            if acts:
                rows += [(Span("  "), *row) for row in wrapped(acts, self.inner - 2, "violet")]
        if changes:
            rows += [BLANK, *changes]
        if combat.loss:
            rows += [BLANK, *wrapped(say.DOME_TAKES.format(loss=combat.loss), self.inner, "bad")]
        if combat.deals:
            rows += [BLANK, line(Span(say.DEALS, "title"))]
            for deal in combat.deals:
                words = f"{capital(self.narrator.deal(deal))}."
                rows += wrapped(words, self.inner, "bad" if deal.broken_by else "good")
        rows += self._deaths(card)
        if combat.over is not None:
            rows += [BLANK, *wrapped(self.narrator.sentence(combat.over), self.inner, "title")]
        title = say.ROUND_ENDS.format(round=combat.round)
        return self._on_panel(title, "", "bar", [*rows, BLANK])

    def _plan_row(
        self, who: CharacterId, agility: int, strike: int, resist: int, attack: CharacterId | None
    ) -> Line:
        old = self.combat.before.get(who, 0)
        new = self.combat.after.get(who, old)
        number = say.CHANGE.format(old=old, new=new) if old != new else str(new)
        aim = say.NO_TARGET if attack is None else self.narrator.who(attack)
        look = "bad" if new < old else "good" if new > old else ""
        name, each, room, rest = self._columns()
        return line(
            Span(fitted(cut(self.narrator.title(who), name - 1), name), "strong"),
            Span(f"{agility:>{each}}", NUMBERS["agility"]),
            Span(f"{strike:>{each}}", NUMBERS["strike"]),
            Span(f"{resist:>{each}}", NUMBERS["resist"]),
            Span("  "),
            Span(fitted(cut(aim, room - 1), room)),
            Span(f"{number:>{rest}}", look),
        )

    def _columns(self) -> tuple[int, int, int, int]:
        """Return the columns of the table of plans: name, each stat, target, vitality."""
        name, each, aim = (_NAME, 9, _NAME) if self.inner >= _TABLE else (10, 5, 9)
        return name, each, aim, max(1, self.inner - name - 3 * each - 2 - aim)

    def _banner(self, slide: Slide) -> list[Line]:
        """Return the banner of a player that died."""
        who = slide.dead
        cold = who == self.viewer
        killer = _actor(slide.card)
        facts = [Span(self.narrator.title(who), "strong")]
        if killer not in (who, ABSENT):
            facts.append(Span(say.KILLED_BY.format(name=self.narrator.who(killer)), "dim"))
        lows = [
            one
            for one in slide.card.events
            if isinstance(one, VitalityChanged) and one.character == who
        ]
        if lows:
            text = say.CHANGE.format(old=lows[-1].old, new=lows[-1].new)
            facts.append(Span(f"{say.VITALITY} {text}", "bad"))
        gone = slide.card.dead | set(slide.card.killed)
        left = [self.narrator.who(seat) for seat, _ in self.combat.agility if seat not in gone]
        if left:
            facts.append(Span(cut(say.LEFT_ALIVE.format(names=", ".join(left)), 40), "dim"))
        letters = letter_lines(say.DEAD, "cold" if cold else "hot")
        wide = letters_width(say.DEAD) + 4
        rows: list[Line] = [BLANK]
        for at in range(ROWS):
            fact = facts[at] if at < len(facts) else Span("")
            text = cut(fact.text, self.inner - wide)
            rows.append((*letters[at], Span("    "), Span(text, fact.look)))
        words = self.narrator.does(who, say.DIES).upper()
        return self._on_panel(words, "", "alarm", [*rows, BLANK])

    def _on_panel(self, title: str, right: str, look: str, rows: Sequence[Line]) -> list[Line]:
        return on_panel(title, right, look, rows, self.width)


def _fact(label: str, text: str) -> Line:
    return line(Span(fitted(label, _LABEL), "dim"), Span(text, "strong"))


def _actor(card: Card) -> CharacterId:
    """Return the character that acts on a card."""
    match card.head:
        case AttackBegan(attacker=who) | AttackLost(attacker=who):
            return who
        case Activated(character=who) | Failed(character=who) | Suffered(character=who):
            return who
        case _:
            return ABSENT


def _damage(blow: Struck, after: Sequence[Event]) -> tuple[int, list[Event], list[Event]]:
    """Return the damage in the end, what changed it, and the events after that."""
    damage, at = blow.damage, 0
    for place, event in enumerate(after):
        if isinstance(event, DamageChanged):
            damage, at = event.new, place + 1
    notes: list[Event] = [one for one in after[:at] if isinstance(one, Activated | DamageChanged)]
    rest = [one for one in after[:at] if not isinstance(one, Activated | DamageChanged)]
    return damage, notes, [*rest, *after[at:]]


def _is_the_hurt(event: Event, who: CharacterId) -> bool:
    return isinstance(event, VitalityChanged) and event.cause == "attack" and event.character == who


def _closer(rows: list[Line], by: int) -> list[Line]:
    """Return rows without as many empty ones as needed, from the end."""
    kept: list[Line] = []
    for row in reversed(rows):
        empty = not any(span.text.strip() or not span.look.endswith(GROUND) for span in row[1:])
        if empty and by > 0 and kept:
            by -= 1
            continue
        kept.append(row)
    return kept[::-1]
