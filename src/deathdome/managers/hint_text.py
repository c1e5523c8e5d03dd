"""Hints and reviews as data and in words: short lines for the panel, the whole plan for readers.

`setup` is that of the match, or the one with the names of its convicts. Screens read this module,
so it does not load the planners.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import (
    CAPTURE,
    COMMIT,
    DECLINE,
    NOBODY,
    PUNCH,
    RELEASE,
    Action,
    ActionKind,
    a_of,
    b_of,
    kind_of,
)
from deathdome.model.decisions import Question
from deathdome.model.notation import action_text
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.text.chances import percent
from deathdome.text.choices import shortfall_words
from deathdome.text.labels import label, without_time
from deathdome.text.names import (
    capitalised,
    card_name,
    compact,
    counted,
    item_name,
    jail_name,
    listed,
    space_name,
    team_name,
    unit_name,
)
from deathdome.text.phrases import hints as say
from deathdome.text.phrases import motives, terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deathdome.managers.explanations import PublicExplanation
    from deathdome.managers.forecast import Forecast
    from deathdome.match.protocol import Terms
    from deathdome.model.state import Setup
    from deathdome.rules.futile_choices import Shortfall

COLUMNS: Final = 33  # of the panel
ROWS: Final = 2  # of one line of a hint
INDENT: Final = 2  # columns before a reason
LINES: Final = 5
SMALL: Final = 0.05  # share of the total below which a term is left out
STEP: Final = 10_000  # credits; no figure is finer
MILLION: Final = 995_000  # credits from which a figure has hundred thousands only
SAFE: Final = 0.05  # chance to die that is not worth a line
CLOSE: Final = 0.1  # share of the total by which the next best plan may be worse to be as good


ENDINGS: Final = (
    ActionKind.STOP,
    ActionKind.END_PHASE,
    ActionKind.END_TURN,
    ActionKind.DONE,
    ActionKind.PASS,
)
PHASES: Final = (Question.TURN, Question.UNIT_PHASE)


class Role(Enum):
    """The part that a line of a hint plays."""

    ORDER = "order"
    STAKES = "stakes"
    FOR = "for"
    AGAINST = "against"
    RIVAL = "rival"


class Order(NamedTuple):
    """Answers to give one after the other, with the facts that their words need."""

    answers: tuple[Action, ...]
    unit: int = -1  # the unit that acts
    subject: int = -1  # the unit that is pushed, or that gets an item
    tower: bool | None = False  # the point that is captured is a tower; None: unknown
    auction: bool = False  # at an auction, where to decline is to sell nothing
    next_card: int = -1  # store card that is bought once one is sold


class Advice(NamedTuple):
    """A hint for a question."""

    question: Question
    seat: int
    order: Order
    total: int = 0  # credits of the order, compared with doing nothing
    terms: Terms = ()  # they add up to the total; () where it has no terms
    rival: Order | None = None  # the best order that really differs
    rival_total: int = 0
    then: Order | None = None  # the unit phase after it
    stakes: tuple[str, ...] = ()
    forecast: Forecast | None = None
    enemy: int = -1  # the target of an attack
    chances: tuple[float, ...] = ()  # that the target dies, is hurt, is unhurt
    cards: tuple[int, ...] = ()  # power cards that the attack takes
    lava: bool = False  # a wound pushes the target into lava
    outcomes: tuple[tuple[int, int, bool], ...] = ()  # after an attack: unit, wounds, it dies
    loss: int = 0  # credits that a defence still loses
    cost: int = 0  # credits of a purchase
    left: int = 0  # ... and what it leaves
    short: Shortfall | None = None
    purposes: tuple[str, ...] = ()  # texts of the cards and items in use
    planned: bool = False  # the rest of the plan for which the unit phase began
    place: int = -1  # space of the unit that acts
    path: tuple[int, ...] = ()  # spaces that it walks through, the goal last
    target: int = -1  # space that the order is aimed at
    free: bool = False  # there is no choice, so it is not a hint

    @property
    def answers(self) -> tuple[Action, ...]:
        """Everything that is advised, the answer to the question first."""
        return self.order.answers

    @property
    def now(self) -> tuple[Action, ...]:
        """The answers up to an attack, which asks other seats."""
        for number, action in enumerate(self.answers, 1):
            if kind_of(action) is ActionKind.ATTACK:
                return self.answers[:number]
        return self.answers

    @property
    def ends(self) -> bool:
        """True if the answer ends a walk, a unit phase or a turn."""
        return kind_of(self.answers[0]) in ENDINGS


OTHERS: Final = -1  # the seat of a reader who is called by the team's name


class Line(NamedTuple):
    """One line of a hint."""

    role: Role
    text: str


# -- figures and names -----------------------------------------------------------------------------


def rounded(amount: float, *, signed: bool = False) -> str:
    """Return `1.1M`, `210k` or, if signed, `+210k`: no finer than ten thousands."""
    fine = round(amount) if abs(amount) >= MILLION else round(amount / STEP) * STEP
    return compact(fine, signed=signed)


def signed(amount: float) -> str:
    """Return `+210k` or `-1.1M`."""
    return rounded(amount, signed=True)


def about(share: float) -> str:
    """Return `~70%`, a chance that trial runs have shown."""
    tens = round(share * 10) * 10
    return "under 5%" if tens <= 0 else "over 95%" if tens >= 100 else f"~{tens}%"


def who(setup: Setup, seat: int, unit: int) -> str:
    """Return the name of a unit to a seat: `Scout` or `Oakes` of its own, `Blue's Scout`."""
    name = setup.units[unit].name
    team = f"{team_name(unit // UNITS_PER_TEAM)}'s "
    if unit // UNITS_PER_TEAM == seat:
        return name.removeprefix(team)
    proper = name.startswith(team) or setup.units[unit].id in setup.catalog.character_cards
    return name if proper else team + name


def whom(setup: Setup, seat: int, unit: int) -> str:
    """Return the same in the middle of a sentence: `your Scout`, `Oakes`, `Blue's Scout`."""
    name = who(setup, seat, unit)
    own = unit // UNITS_PER_TEAM == seat
    return f"your {name}" if own and setup.units[unit] in setup.catalog.registry else name


# -- what to do ------------------------------------------------------------------------------------


def order_text(order: Order, setup: Setup, seat: int) -> str:
    """Return the answers of an order in one sentence without its full stop."""
    choices = list(_orders(order, setup, seat))
    fitting = (text for text in choices if _fits(f"{text}.", 0))
    return capitalised(next(fitting, min(choices, key=len)))


def _orders(order: Order, setup: Setup, seat: int) -> Iterator[str]:
    """Yield the same order, the longest wording first."""
    laid = [a_of(action) for action in order.answers if kind_of(action) is ActionKind.LAY]
    if laid:
        yield say.PLAY_CARDS.format(cards=listed([card_name(setup, card) for card in laid]))
        power = setup.catalog.power_cards
        total = sum(power[card].value for card in laid)
        yield say.PLAY_SO_MANY.format(cards=counted(len(laid), "card"), total=total)
        return
    for armed in (True, False):
        yield _phase(order, setup, seat, armed=armed)


def _phase(order: Order, setup: Setup, seat: int, *, armed: bool) -> str:
    acts: list[str] = []
    goal = ""
    for action in order.answers:
        kind = kind_of(action)
        if kind is ActionKind.ACTIVATE or (action == COMMIT and acts):
            continue
        if kind is ActionKind.WALK:
            space = space_name(setup, a_of(action))
            if acts or goal:
                acts.append(say.THEN_WALKS.format(space=space))
            else:
                goal = space
        else:
            acts.append(_act(action, order, setup, seat, armed=armed))
    told = say.THEN.join(acts)
    if order.unit < 0:
        return told or say.THEN_WALKS.format(space=goal)
    name = who(setup, seat, order.unit)
    if not goal:
        bare = len(acts) == 1 and kind_of(order.answers[-1]) in say.BARE
        return told if bare else say.ACTS.format(who=name, acts=told or say.BARE[ActionKind.STOP])
    text = say.WALKS_AND if acts else say.WALKS
    return text.format(who=name, space=goal, acts=told)


def _act(action: Action, order: Order, setup: Setup, seat: int, *, armed: bool) -> str:
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    if action == CAPTURE:
        if order.tower is None:
            return say.CAPTURE
        return say.CAPTURE_TOWER if order.tower else say.CAPTURE_POINT
    if action == RELEASE:
        return say.OPEN_JAIL
    if order.auction and action == DECLINE:
        return say.SELL_NOTHING
    if kind in say.BARE:
        return say.BARE_OF_OTHERS.get(kind, say.BARE[kind]) if seat < 0 else say.BARE[kind]
    match kind:
        case ActionKind.ATTACK if b == NOBODY:
            return say.ATTACK_ALL
        case ActionKind.ATTACK:
            enemy = who(setup, seat, b)
            if not armed or a == PUNCH:
                return say.ATTACK.format(enemy=enemy)
            return say.ATTACK_WITH.format(enemy=enemy, weapon=item_name(setup, a))
        case ActionKind.JAIL:
            jail = _jail(setup, a)
            if order.subject < 0:
                return say.JAIL.format(jail=jail)
            return say.SEND_TO_JAIL.format(enemy=whom(setup, seat, order.subject), jail=jail)
        case ActionKind.PUSH_TO if order.subject >= 0:
            enemy, space = whom(setup, seat, order.subject), space_name(setup, a)
            return say.PUSH_TO.format(enemy=enemy, space=space)
        case ActionKind.HIT:
            return say.HIT_FIRST.format(enemy=whom(setup, seat, a))
        case ActionKind.BUY if order.subject >= 0:
            name = whom(setup, seat, order.subject)
            return say.BUY_FOR.format(item=item_name(setup, a), who=name)
        case ActionKind.BUY:
            return say.BUY.format(item=item_name(setup, a))
        case ActionKind.SELL if order.next_card >= 0:
            other = item_name(setup, order.next_card)
            return say.SELL_TO_BUY.format(item=item_name(setup, a), other=other)
        case ActionKind.SELL:
            return say.SELL.format(item=item_name(setup, a))
        case ActionKind.EQUIP:
            return say.GIVE.format(item=item_name(setup, a), who=whom(setup, seat, b))
        case ActionKind.UNEQUIP:
            return say.UNASSIGN.format(item=item_name(setup, a))
        case _:
            text = _label(action, setup, seat)
            return text if armed else without_time(text)


def decision_text(what: PublicExplanation, unit: int, setup: Setup) -> str:
    """Return the answers of a manager in words; in the notation if they mean nothing."""
    whole = [action for action in what.answers if kind_of(action) not in ENDINGS] or what.answers
    answers = tuple(whole[:1] if kind_of(whole[0]) in ENDINGS else whole) if whole else ()
    if not answers:
        return say.NOTHING
    if kind_of(answers[0]) is ActionKind.ACTIVATE:
        unit = a_of(answers[0])
    goal = next((a_of(one) for one in answers if kind_of(one) is ActionKind.WALK), -1)
    with suppress(LookupError, ValueError):
        tower = is_tower(setup, goal) if goal >= 0 else None
        return order_text(Order(answers, unit, tower=tower, auction=what.auction), setup, OTHERS)
    return "; ".join(what.deeds)


def is_tower(setup: Setup, space: int) -> bool:
    """Return True if the space is the centre of a tower."""
    point = setup.terrain.point_at.get(space, -1)
    return point >= 0 and setup.board.point_value[point] > 1


def reason_text(name: str, amount: int) -> str:
    """Return a term of a manager in words for a gain or a loss, without the amount."""
    return say.AGAINST.get(name, name) if amount < 0 else name


def _label(action: Action, setup: Setup, seat: int) -> str:
    """Return an answer that says what a card or an item is used on, by the seat's names."""
    text = label(action, setup).partition(say.BECAUSE_OF)[0]
    for unit in range(len(setup.units)):
        text = text.replace(unit_name(setup, unit), whom(setup, seat, unit))
    for jail in range(len(setup.board.jail_names)):
        text = text.replace(jail_name(setup, jail), f"{_jail(setup, jail)} jail")
    return text


def _jail(setup: Setup, jail: int) -> str:
    name = setup.board.jail_names[jail]
    return say.JAILS.get(name, name)


# -- the box ---------------------------------------------------------------------------------------


def hint_lines(advice: Advice, setup: Setup) -> list[Line]:
    """Return what to do, what is at stake, why, what may go wrong, and the next best."""
    order = order_text(advice.order, setup, advice.seat)
    if advice.free:
        return [Line(Role.ORDER, f"{say.ONLY_CHOICE.format(order=order[:1].lower() + order[1:])}.")]
    first = [Line(Role.ORDER, f"{order}.")]
    first += [Line(Role.STAKES, text) for text in advice.stakes[:1]]
    risks = [Line(Role.AGAINST, text) for text in _shown(_risks(advice, setup))][:1]
    last = [Line(Role.RIVAL, text) for text in _rivals(advice, setup)]
    room = LINES - len(first) - len(risks) - len(last)
    gains = [Line(Role.FOR, text) for text in _shown(_gains(advice, setup))]
    return [*first, *gains[:room], *risks, *last]


def _shown(texts: Iterator[str]) -> list[str]:
    return [text for text in texts if _fits(text, INDENT)]


def _fits(text: str, indent: int) -> bool:
    return len(wrap(text, COLUMNS - indent, break_long_words=False)) <= ROWS and all(
        len(word) <= COLUMNS - indent for word in text.split()
    )


def _gains(advice: Advice, setup: Setup) -> Iterator[str]:
    """Yield the reasons for an order, the best first."""
    seat = advice.seat
    if advice.short is not None:
        yield shortfall_words(setup, advice.order.answers[0], advice.short)
    for unit, wounds, fatal in advice.outcomes:
        fate = say.SURVIVES.format(wounds=counted(wounds, "wound")) if wounds else say.UNHURT
        if not fatal:
            yield say.AFTER_ATTACK.format(who=whom(setup, seat, unit), fate=fate)
    if advice.enemy >= 0 and advice.chances:
        dies = advice.chances[0]
        enemy = who(setup, seat, advice.enemy)
        if dies:
            yield say.KILLS.format(enemy=enemy, chance=percent(dies))
        elif advice.chances[1]:
            yield say.WOUNDS.format(enemy=enemy, chance=percent(advice.chances[1]))
        if advice.lava:
            yield say.INTO_LAVA.format(enemy=enemy)
    if advice.planned:
        yield say.AS_PLANNED.format(amount=signed(advice.total))
        return
    for name, amount in large_terms(advice.terms):
        if amount < 0 or name == terms.LATER_ITEMS:
            continue
        reason = say.TERM.format(words=say.IN_FAVOUR.get(name, name), amount=signed(amount))
        seen = advice.forecast
        if name in (terms.POINT, terms.TOWER) and seen is not None and seen.holds >= 0:
            until = say.UNTIL_END if seen.to_end else say.UNTIL_TURN
            reason = say.HELD.format(
                reason=reason, until=until, chance=about(seen.holds / seen.runs)
            )
        yield reason
    for name, amount in advice.terms:
        if not amount:
            yield name


def _risks(advice: Advice, setup: Setup) -> Iterator[str]:
    """Yield what may go wrong, the worst first."""
    seat, seen = advice.seat, advice.forecast
    if advice.cost:
        yield say.COSTS.format(amount=rounded(advice.cost), left=rounded(advice.left))
    for unit, _, fatal in advice.outcomes:
        if fatal:
            yield say.AFTER_ATTACK.format(who=whom(setup, seat, unit), fate=say.DIES)
    if seen is not None and 1 - seen.lives / seen.runs > SAFE:
        name, chance = whom(setup, seat, advice.order.unit), about(1 - seen.lives / seen.runs)
        if seen.killer >= 0:
            enemy = who(setup, seat, seen.killer)
            yield say.MAY_KILL.format(enemy=enemy, who=name, chance=chance)
        else:
            yield say.MAY_DIE.format(who=name, chance=chance)
    if advice.loss >= STEP / 2:
        yield say.STILL_COSTS.format(amount=rounded(advice.loss))
    for name, amount in large_terms(advice.terms):
        if amount < 0:
            yield say.TERM.format(words=say.AGAINST.get(name, name), amount=signed(amount))


def _rivals(advice: Advice, setup: Setup) -> Iterator[str]:
    rival = advice.rival
    if rival is None:
        return
    gap = advice.total - advice.rival_total
    text = say.NEXT_BEST
    if gap < STEP / 2:
        text = say.JUST_AS_GOOD
    elif gap < CLOSE * abs(advice.total):
        text = say.ALMOST_AS_GOOD
    same = set(_orders(advice.order, setup, advice.seat))
    for order in _orders(rival, setup, advice.seat):
        if order in same:
            return  # it differs in a weapon or in the last space only
        told = text.format(order=capitalised(order), amount=signed(-gap))
        if _fits(told, 0):
            yield told
            return


def large_terms(found: Terms) -> list[tuple[str, int]]:
    """Return the terms that matter, the largest first: rounded amounts of 5 % of the total."""
    total = abs(sum(amount for _, amount in found))
    least = max(STEP / 2, SMALL * total)
    large = [(name, amount) for name, amount in found if abs(amount) >= least and _named(name)]
    return sorted(large, key=lambda term: -abs(term[1]))


def _named(name: str) -> bool:
    return name not in (terms.ROUNDING, terms.THE_REST, terms.OTHER, terms.ACTING)


# -- the whole plan --------------------------------------------------------------------------------


def plan_lines(advice: Advice, setup: Setup) -> list[str]:
    """Return the rest of what is known about a hint, a sentence an entry."""
    seat, found = advice.seat, []
    if advice.then is not None:
        order = order_text(advice.then, setup, seat)
        found.append(say.SECOND_PHASE.format(order=order))
    if advice.cards:
        cards = listed([card_name(setup, card) for card in advice.cards])
        found.append(say.CARDS_NEEDED.format(cards=cards))
    found += advice.purposes
    if advice.chances and advice.enemy >= 0:
        told = ", ".join(
            f"{word} {percent(chance)}"
            for word, chance in zip(say.OUTCOMES, advice.chances, strict=True)
            if chance
        )
        team = team_name(advice.enemy // UNITS_PER_TEAM)
        found.append(say.IF_ALL_CARDS.format(team=team, chances=told))
    large = large_terms(advice.terms)
    if large:
        words = ", ".join(
            f"{(say.IN_FAVOUR if amount > 0 else say.AGAINST).get(name, name)} {signed(amount)}"
            for name, amount in large
        )
        found.append(say.WORTH_IN_ALL.format(amount=signed(advice.total), terms=words))
    found += advice.stakes[1:]
    if advice.forecast is not None and any("%" in one.text for one in hint_lines(advice, setup)):
        found.append(say.RUNS.format(runs=advice.forecast.runs))
    return found


def typed_text(advice: Advice, setup: Setup) -> str:
    """Return the answers in the notation, up to the first that another question follows."""
    return "; ".join(action_text(setup, action, advice.seat) for action in advice.now)


def spoken_lines(lines: Sequence[Line]) -> list[str]:
    """Return the lines of a hint as sentences, for plain mode."""
    marks = {Role.FOR: say.REASON_FOR, Role.AGAINST: say.REASON_AGAINST}
    return [
        marks[one.role].format(reason=one.text) if one.role in marks else one.text for one in lines
    ]


# -- reviews ---------------------------------------------------------------------------------------

HOW: Final = motives.BASIS


RIGHT: Final = 5_000.0  # credits; a decision that costs less is right


class Verdict(NamedTuple):
    """The cost of a decision."""

    answers: int
    round: int
    question: Question
    seat: int
    done: Order
    better: Order  # the best by the same judgement; the same if it was done
    then: Order | None  # the unit phase that would have followed
    cost: int  # credits
    best: int  # credits of the best answer
    match: int = 0  # of a season, from 1; 0 in a single match

    @property
    def right(self) -> bool:
        """True if no better answer was found."""
        return self.cost < RIGHT


class Review(NamedTuple):
    """The review of a seat's match."""

    seat: int
    decisions: int
    right: int
    worst: tuple[Verdict, ...]  # that cost something, the dearest first


def whose(review: Review) -> str:
    """Return the name of the reviewed team."""
    return team_name(review.seat)


def verdict_of(review: Review) -> str:
    """Return the number of right decisions."""
    if not review.decisions:
        return motives.NOTHING_TO_REVIEW
    if not review.worst:
        return motives.ALL_GOOD.format(decisions=counted(review.decisions, "decision"))
    return motives.SOME_GOOD.format(
        decisions=counted(review.decisions, "decision"),
        right=review.right,
        mistakes=counted(review.decisions - review.right, "mistake"),
    )


def measure_of(review: Review) -> str:
    """Return the unit of the figures if they need one, otherwise ''."""
    from deathdome.managers.planner.evaluate import WIN  # a review has loaded it

    if not review.worst or review.worst[0].cost < WIN // 2:
        return ""
    return motives.WINNING_WORTH.format(credits=rounded(WIN))


def cost_of(verdict: Verdict, setup: Setup) -> str:
    """'Round 3: Scout to j13 (-90k)', in a season 'Match 2, round 3: ...'."""
    words = motives.MATCH_COST if verdict.match else motives.ROUND_COST
    return words.format(
        match=verdict.match,
        round=verdict.round,
        done=order_text(verdict.done, setup, verdict.seat),
        cost=signed(-verdict.cost),
    )


def better_of(verdict: Verdict, setup: Setup) -> str:
    """'Better: Scout to h17, then Medic to m13, capture the tower.'."""
    better = order_text(verdict.better, setup, verdict.seat)
    if verdict.then is None:
        return motives.BETTER.format(better=better)
    then = order_text(verdict.then, setup, verdict.seat)
    return motives.BETTER_THEN.format(better=better, then=then)
