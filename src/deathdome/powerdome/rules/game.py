"""A game from nomination to victory: open questions, refusals, answers (PD-SETUP, R-36).

    state = new_game(tome, ["Ann", "Bot"], Options())
    asks = owed(state)                      # open questions; several seats may owe an answer
    why_not(state, seat, answer)            # None, or a refusal with its rule
    state, events = commit(state, seat, answer)

Chance is a seat of its own: `CHANCE` owes the rolls, draws and coins. The same answers in the same
order always lead to the same state.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.answers import (
    Bids,
    Chance,
    Consents,
    Discards,
    Nomination,
    Offer,
    Order,
    Persona,
    Protection,
    Reply,
    Sheet,
    Talk,
    Target,
)
from deathdome.powerdome.model.asks import Ask, AskKind
from deathdome.powerdome.model.dome import Dome
from deathdome.powerdome.model.options import MAX_SEATS, MIN_SEATS, VITALITY
from deathdome.powerdome.model.state import Deal, Phase, Progress, State
from deathdome.powerdome.rules import exchange, setup, strategy
from deathdome.powerdome.rules.refusals import Refusal, RefusedError
from deathdome.powerdome.rules.rounds import play_round, reset
from deathdome.powerdome.rules.shape import well_formed
from deathdome.powerdome.rules.sheets import (
    complete,
    why_not_attack,
    why_not_order,
    why_not_sheet,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.dome import CharacterId, Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.options import Options
    from deathdome.powerdome.model.tome import Tome

    Asks: TypeAlias = Callable[[Ask], Answer]

T = TypeVar("T")
_VEILED: Final = ("strike", "resist", "ap")
NAME: Final = 24  # characters of a name or a look

_ANSWER: Mapping[AskKind, type[Answer]] = {
    AskKind.NOMINATE: Nomination,
    AskKind.PROTECT: Protection,
    AskKind.BID: Bids,
    AskKind.TRADE: Offer,
    AskKind.REPLY: Reply,
    AskKind.DISCARD: Discards,
    AskKind.PERSONA: Persona,
    AskKind.TALK: Talk,
    AskKind.CONSENT: Consents,
    AskKind.SHEET: Sheet,
    AskKind.ORDER: Order,
    AskKind.TARGET: Target,
    AskKind.CHANCE: Chance,
}
_GATHERED: Mapping[Phase, AskKind] = {
    Phase.NOMINATION: AskKind.NOMINATE,
    Phase.BIDDING: AskKind.BID,
    Phase.DISCARD: AskKind.DISCARD,
    Phase.CREATION: AskKind.PERSONA,
    Phase.STRATEGY: AskKind.TALK,
    Phase.CONSENT: AskKind.CONSENT,
    Phase.ALLOCATION: AskKind.SHEET,
}


def new_game(tome: Tome, names: Sequence[str], options: Options) -> State:
    """Return a game at its first question, the nominations.

    Raises ValueError for fewer than 2 or more than 6 names (PD-SETUP-01).
    """
    if not MIN_SEATS <= len(names) <= MAX_SEATS:
        raise ValueError(f"PowerDome takes {MIN_SEATS} to {MAX_SEATS} players, not {len(names)}")
    dome = Dome(tome, len(names), VITALITY)
    dome.initiative = options.initiative
    return State(options, tuple(names), dome)


# Questions


def gathers(state: State) -> bool:
    """Return True while several seats may owe an answer at once, hidden until all are in."""
    return state.phase in _GATHERED


def owed(state: State) -> tuple[Ask, ...]:
    """Return the open questions; none once the game is over."""
    kind = _GATHERED.get(state.phase)
    if kind is None:
        return () if state.pending is None else (state.pending,)
    return tuple(Ask(seat, kind) for seat in _owing(state) if seat not in state.gathered)


def _owing(state: State) -> list[Seat]:
    """Return the seats that a gathered phase asks."""
    if state.phase is Phase.CONSENT:
        return sorted({proposal.to for _, proposal in state.talk})
    if state.phase is Phase.ALLOCATION:
        return rotation(state.dome)
    return list(range(state.dome.seats))  # the dead may talk (PD-STRATEGY-02)


def rotation(dome: Dome) -> list[Seat]:
    """Return the living players in the order they are asked for sheets.

    It starts one living seat further on each round (PD-ALLOCATE-09).
    """
    living = dome.living()
    return [seat for seat in living if seat >= dome.first] + [
        seat for seat in living if seat < dome.first
    ]


def ask_of(state: State, seat: Seat) -> Ask | None:
    """Return the question that a seat, or chance, owes an answer to."""
    return next((ask for ask in owed(state) if ask.seat == seat), None)


# Refusals


def why_not(state: State, seat: Seat, answer: Answer) -> Refusal | None:
    """Return why an answer is refused now, or None."""
    ask = ask_of(state, seat)
    if ask is None and state.over:
        return Refusal("PD-WIN-01", "over")
    rule = "PD-RESET-01" if state.dome.round else "PD-SETUP-03"
    if ask is None:
        return Refusal(rule, "not-asked", character=seat)
    if type(answer) is not _ANSWER[ask.kind]:
        return Refusal(rule, "wrong-answer", character=seat)
    if not well_formed(answer):
        return Refusal(rule, "malformed", character=seat)
    return _CHECK[ask.kind](state, ask, answer)


def _check_chance(_: State, ask: Ask, answer: Chance) -> Refusal | None:
    fits = type(answer.value) is int and answer.value in ask.choices
    return None if fits else Refusal("R-36", "chance", have=answer.value)


def _check_persona(_: State, __: Ask, answer: Persona) -> Refusal | None:
    for words in (answer.name, answer.look):
        if len(words) > 2 * NAME or not words.isprintable():
            return Refusal("PD-SETUP-06", "words", 2 * NAME, len(words))
    return None


def _check_order(state: State, ask: Ask, answer: Order) -> Refusal | None:
    sheet = _sheets(state)[ask.seat]
    dome = state.now
    planned = sheet.plans[ask.character].activate
    return why_not_order(dome, dome.characters[ask.character], planned, answer.activate)


def _check_target(state: State, ask: Ask, answer: Target) -> Refusal | None:
    if answer.attack is None:
        return None
    return why_not_attack(state.now, state.now.characters[ask.character], answer.attack)


_CHECK: Mapping[AskKind, Callable[[State, Ask, Any], Refusal | None]] = {
    AskKind.NOMINATE: lambda state, _, answer: setup.why_not_nomination(state.dome.tome, answer),
    AskKind.PROTECT: lambda state, ask, answer: setup.why_not_protection(
        state.now, ask.seat, answer.power, state.progress
    ),
    AskKind.BID: lambda state, ask, answer: setup.why_not_bids(
        state.dome, ask.seat, answer, state.slots, state.options
    ),
    AskKind.TRADE: lambda state, ask, answer: exchange.why_not_offer(
        state.now, ask.seat, answer, state.progress
    ),
    AskKind.REPLY: lambda state, ask, answer: exchange.why_not_reply(
        state.now, ask.seat, answer, state.progress
    ),
    AskKind.DISCARD: lambda state, ask, answer: exchange.why_not_discards(
        state.dome, ask.seat, answer
    ),
    AskKind.PERSONA: _check_persona,
    AskKind.TALK: lambda state, ask, answer: strategy.why_not_talk(state.dome, ask.seat, answer),
    AskKind.CONSENT: lambda state, ask, answer: strategy.why_not_consents(
        ask.seat, answer, state.talk
    ),
    AskKind.SHEET: lambda state, ask, answer: why_not_sheet(
        state.dome, ask.seat, answer, declared=state.options.declare == "combat"
    ),
    AskKind.ORDER: _check_order,
    AskKind.TARGET: _check_target,
    AskKind.CHANCE: _check_chance,
}


# Answers


def commit(state: State, seat: Seat, answer: Answer) -> tuple[State, list[Event]]:
    """Give an answer; return the next state and the events that it caused.

    Raises RefusedError with the reason that `why_not` returns.
    """
    refusal = why_not(state, seat, answer)
    if refusal is not None:
        raise RefusedError(refusal)
    if state.phase in _GATHERED:
        if isinstance(answer, Sheet):
            answer = complete(state.dome, seat, answer)
        state = replace(state, gathered={**state.gathered, seat: answer})
    else:
        state = replace(state, answers=(*state.answers, answer))
    events: list[Event] = []
    while not state.over and (state.phase not in _GATHERED or not owed(state)):
        waits, state = _advance(state, events)
        if waits:
            break
    return state, events


def _advance(state: State, events: list[Event]) -> tuple[bool, State]:
    """Finish a gathered phase, or play a procedure as far as its answers go.

    Returns True if the procedure waits for an answer.
    """
    if state.phase in _GATHERED:
        log: list[Event] = []
        after = _FINISH[state.phase](state, log)
        events += log
        return False, after
    log = []
    progress = Progress()
    dome = state.dome.copy()
    answers = _Answers(state.answers)
    try:
        after = _PROCEDURE[state.phase](state, dome, answers, log, progress)
    except _Pending as pending:
        events += log[state.told :]
        return True, replace(
            state, scene=dome, pending=pending.ask, told=len(log), progress=progress
        )
    events += log[state.told :]
    return False, after


class _Pending(Exception):
    """A procedure needs one more answer."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask


class _Answers:
    """Hands out the answers given so far, then reports the question that has none."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = answers
        self._next = 0

    def __call__(self, ask: Ask) -> Answer:
        if self._next == len(self._answers):
            raise _Pending(ask)
        self._next += 1
        return self._answers[self._next - 1]


def refreshed(state: State) -> State:
    """Return a state with what is found by playing its open phase, for one read from a file."""
    if state.over or state.phase in _GATHERED:
        return state
    return _advance(replace(state, told=0), [])[1]


def _next(state: State, phase: Phase, dome: Dome, **changes: Any) -> State:
    """Return the state at the start of a phase."""
    return replace(
        state,
        phase=phase,
        dome=dome,
        gathered={},
        answers=(),
        scene=None,
        pending=None,
        told=0,
        progress=Progress(),
        **changes,
    )


# Phases that gather answers


def _show_nominations(state: State, log: list[Event]) -> State:
    by = tuple(_in_seat_order(state, "powers"))
    log.append(say.Nominated(by, setup.pool_of(by)))
    return _next(state, Phase.CULLING, state.dome, nominations=by)


def _show_bids(state: State, _: list[Event]) -> State:
    return replace(state, phase=Phase.SETTLEMENT)


def _discard(state: State, log: list[Event]) -> State:
    dome = state.dome.copy()
    for seat in range(dome.seats):
        exchange.discard(dome, seat, _typed(state.gathered[seat], Discards), log)
    return _next(state, Phase.CREATION, dome)


def _create(state: State, log: list[Event]) -> State:
    personas = tuple(_typed(state.gathered[seat], Persona) for seat in range(state.dome.seats))
    log.extend(say.Introduced(seat, persona) for seat, persona in enumerate(personas))
    return _next(state, Phase.START, state.dome, personas=personas)


def _hear(state: State, log: list[Event]) -> State:
    talk = tuple(
        (seat, proposal)
        for seat in range(state.dome.seats)
        for proposal in _typed(state.gathered[seat], Talk).proposals
    )
    log.extend(say.Proposed(seat, proposal) for seat, proposal in talk)
    return _next(state, Phase.CONSENT, state.dome, talk=talk)


def _agree(state: State, log: list[Event]) -> State:
    deals: list[Deal] = []
    for seat, proposal in state.talk:
        accepted = seat in _typed(state.gathered[proposal.to], Consents).to
        log.append(say.Agreed(seat, proposal, accepted))
        deal = Deal(state.dome.round, seat, proposal)
        if accepted and not any(deal.repeats(one) for one in deals):
            deals.append(deal)
    return _next(state, Phase.ALLOCATION, state.dome, deals=(*state.deals, *deals))


def _close_sheets(state: State, _: list[Event]) -> State:
    return replace(state, phase=Phase.COMBAT)


_FINISH: Mapping[Phase, Callable[[State, list[Event]], State]] = {
    Phase.NOMINATION: _show_nominations,
    Phase.BIDDING: _show_bids,
    Phase.DISCARD: _discard,
    Phase.CREATION: _create,
    Phase.STRATEGY: _hear,
    Phase.CONSENT: _agree,
    Phase.ALLOCATION: _close_sheets,
}


# Phases that are procedures


def _cull(state: State, dome: Dome, asks: Asks, log: list[Event], progress: Progress) -> State:
    pool = setup.pool_of(state.nominations)
    slots = setup.cull(dome, pool, asks, log, progress)
    return _next(state, Phase.BIDDING, dome, slots=slots)


def _settle(state: State, dome: Dome, asks: Asks, log: list[Event], progress: Progress) -> State:
    bids = [_typed(state.gathered[seat], Bids).amounts for seat in range(dome.seats)]
    setup.settle(dome, state.slots, bids, asks, log, progress)
    return _next(state, Phase.EXCHANGE, dome, unsold=progress.unsold)


def _bargain(state: State, dome: Dome, asks: Asks, log: list[Event], progress: Progress) -> State:
    exchange.bargain(dome, asks, log, progress)
    return _next(state, Phase.DISCARD, dome)


def _start(state: State, dome: Dome, asks: Asks, log: list[Event], _: Progress) -> State:
    setup.start(dome, asks, log)
    return _to_round(state, dome, log)


def _fight(state: State, dome: Dome, asks: Asks, log: list[Event], progress: Progress) -> State:
    sheets = _sheets(state)
    try:
        play_round(dome, sheets, tuple(sheets), state.options, asks, log)
    except _Pending:
        progress.shown = frozenset(_shown(log))
        raise
    ours = [deal for deal in state.deals if deal.round == dome.round]
    judged = strategy.judge(state.dome, dome, ours, log)
    if judged:
        log.append(say.DealsJudged(tuple(judged)))
    deals = (*(deal for deal in state.deals if deal.round != dome.round), *judged)
    return _to_round(replace(state, deals=deals), dome, log)


def _to_round(state: State, dome: Dome, log: list[Event]) -> State:
    """Begin the next round, unless the game is over."""
    if dome.over:
        return _next(state, Phase.OVER, dome)
    reset(dome, log)
    return _next(state, Phase.STRATEGY, dome, talk=())


_PROCEDURE: Mapping[Phase, Callable[[State, Dome, Asks, list[Event], Progress], State]] = {
    Phase.CULLING: _cull,
    Phase.SETTLEMENT: _settle,
    Phase.EXCHANGE: _bargain,
    Phase.START: _start,
    Phase.COMBAT: _fight,
}


def _sheets(state: State) -> dict[Seat, Sheet]:
    """Return the sheets in commit order."""
    return {seat: _typed(sheet, Sheet) for seat, sheet in state.gathered.items()}


def _in_seat_order(state: State, name: str) -> list[Any]:
    return [getattr(state.gathered[seat], name) for seat in range(state.dome.seats)]


def _typed(answer: Answer, kind: type[T]) -> T:
    assert isinstance(answer, kind)
    return answer


# Views


def observe(state: State, seat: Seat) -> State:
    """Return the state as a player, or ABSENT for a spectator, may see it (R-34).

    Gathered answers of others are left out until all are in, sheets until the end of the round;
    so are the bearers of secret modifiers. Within combat, stats that nothing has revealed yet
    are 0.
    """
    gathered, answers = state.gathered, state.answers
    if state.phase is not Phase.SETTLEMENT:
        gathered = {one: answer for one, answer in gathered.items() if one == seat}
    if state.phase is Phase.START:
        answers = ()  # among them the bearers of secret modifiers
    scene = state.scene
    if scene is not None and state.phase is Phase.COMBAT:
        scene = _veiled(scene, seat, state.progress.shown)
    return replace(
        state,
        gathered=gathered,
        answers=answers,
        dome=_unmarked(state.dome, seat),
        scene=None if scene is None else _unmarked(scene, seat),
    )


def _unmarked(dome: Dome, seat: Seat) -> Dome:
    """Return a dome without the hidden marks of others."""
    if not dome.hidden:
        return dome
    dome = dome.copy()
    for power in dome.hidden:
        dome.marks[power] = tuple(one for one in dome.marks.get(power, ()) if one == seat)
    return dome


def _veiled(dome: Dome, seat: Seat, shown: frozenset[tuple[CharacterId, str]]) -> Dome:
    """Return a dome in combat without the planned stats of others that are not revealed yet."""
    dome = dome.copy()
    for character in dome.characters:
        if character.controller != seat:
            for stat in _VEILED:
                if (character.id, stat) not in shown:
                    setattr(character, stat, 0)
    return dome


def _shown(log: Sequence[Event]) -> Iterator[tuple[CharacterId, str]]:
    """Yield the stats that events revealed: strike by attacking, resist by being attacked."""
    for event in log:
        if isinstance(event, say.Struck):
            yield event.defender, "resist"
        elif isinstance(event, say.AttackBegan) and not event.further:
            yield event.attacker, "strike"
        elif isinstance(event, say.StatChanged):
            yield event.character, event.stat
