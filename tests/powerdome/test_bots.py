"""Bots: legal answers, no peeking, the same game from the same seed, terms that add up."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Literal

import pytest
from powerdome.random_players import answer as random_answer
from powerdome.spoiling import spoiled
from powerdome.tables import tome

from deathdome.cli.powerdome_sim import sim as powerdome_sim
from deathdome.errors import ContentError, UsageError
from deathdome.powerdome.bots import registry
from deathdome.powerdome.bots.captions import EVENTS
from deathdome.powerdome.bots.choice import Unit
from deathdome.powerdome.bots.guard import Guarded
from deathdome.powerdome.bots.memory import Memory
from deathdome.powerdome.bots.outcomes import Outcomes
from deathdome.powerdome.bots.personality import (
    EASY,
    HARD,
    NORMAL,
    QUICK,
    TRAITS,
    Level,
    Personality,
    drawn,
)
from deathdome.powerdome.bots.protocol import Bot, Briefing
from deathdome.powerdome.bots.random_bot import RandomBot
from deathdome.powerdome.bots.review import review
from deathdome.powerdome.bots.standard import StandardBot, easy, normal
from deathdome.powerdome.content.caption_files import bundled_captions, parse_captions
from deathdome.powerdome.model.answers import (
    Bids,
    DealKind,
    Nomination,
    Offer,
    Plan,
    Proposal,
    Reply,
    Sheet,
    Side,
    Talk,
    Trade,
)
from deathdome.powerdome.model.asks import CHANCE, Ask, AskKind
from deathdome.powerdome.model.events import AttackBegan, DealsJudged, PlansShown
from deathdome.powerdome.model.options import CAPTION, Options
from deathdome.powerdome.model.state import Deal, Phase
from deathdome.powerdome.play.host import GameHost, Think
from deathdome.powerdome.play.referee import Referee, run_game
from deathdome.powerdome.rules.game import (
    commit,
    new_game,
    observe,
    owed,
    refreshed,
    rotation,
    why_not,
)
from deathdome.powerdome.table import bare_game, play, regrets
from deathdome.programs.faults import STRIKES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.state import State

TINY = Level("tiny", 3, 60, duel=6, many=4, model=True)  # every path of hard, in a moment
NAMES = ("A", "B", "C", "D", "E", "F")


def positions(seed: int) -> Iterator[tuple[State, Ask, list[Event]]]:
    """Yield every question of a random game with the events since the last one."""
    dice = Random(seed)
    options = Options(
        dice.choice(("high", "low")),
        declare=dice.choice(("sheet", "combat")),
        bids=dice.choice(("covered", "free")),
    )
    state = new_game(tome(), NAMES[: dice.randint(2, 6)], options)
    events: list[Event] = []
    while asks := owed(state):
        ask = dice.choice(asks)
        yield state, ask, events
        given = random_answer(observe(state, ask.seat), ask, dice)
        state, events = commit(state, ask.seat, given)


def bots(level: Level, state: State, seed: int = 7) -> list[StandardBot]:
    """Return a briefed bot for each seat."""
    found = [StandardBot(level, captions=bundled_captions()) for _ in state.seats]
    for seat, bot in enumerate(found):
        bot.begin(Briefing(seat, state.seats, seed + seat))
    return found


# Legal answers


@pytest.mark.parametrize("level", [EASY, TINY], ids=["easy", "search"])
def test_every_answer_in_500_random_states_is_legal(level: Level) -> None:
    asked: dict[AskKind, int] = {}
    seed = 0
    while sum(asked.values()) < 500:
        seated: list[StandardBot] = []
        for state, ask, events in positions(seed):
            seated = seated or bots(level, state)
            for bot in seated:
                bot.observe(events)
            if ask.seat == CHANCE or asked.get(ask.kind, 0) >= 60:
                continue
            given = seated[ask.seat].decide(observe(state, ask.seat), ask)
            assert why_not(state, ask.seat, given) is None, (seed, ask, given)
            asked[ask.kind] = asked.get(ask.kind, 0) + 1
        seed += 1
    assert asked.keys() == set(AskKind) - {AskKind.CHANCE}


# Hidden facts


@pytest.mark.parametrize("seed", range(6))
def test_facts_that_are_hidden_change_no_choice(seed: int) -> None:
    """Give rivals other answers in secret, and secret marks to another player."""
    dice = Random(seed)
    seen = 0
    seated: list[StandardBot] = []
    for state, ask, events in positions(seed):
        seated = seated or bots(TINY, state)
        for bot in seated:
            bot.observe(events)
        if ask.seat == CHANCE:
            continue
        other = _with_other_secrets(state, ask.seat, dice)
        if other is state:
            continue
        seen += 1
        first = seated[ask.seat].decide(observe(state, ask.seat), ask)
        assert seated[ask.seat].decide(observe(other, ask.seat), ask) == first
    assert seen > 3


def _with_other_secrets(state: State, seat: int, dice: Random) -> State:
    """Return a state that looks the same to a seat."""
    gathered = dict(state.gathered)
    if state.phase is not Phase.COMBAT:
        for one in state.gathered:
            if one != seat:
                ask = Ask(one, _kind(state))
                bare = replace(state, gathered={})
                gathered[one] = random_answer(observe(bare, one), ask, dice)
    dome = state.dome.copy()
    for power in dome.hidden:
        if seat not in dome.marks[power]:
            dome.marks[power] = (dice.choice([one for one in range(dome.seats) if one != seat]),)
    scene = None if state.scene is None else state.scene.copy()
    if scene is not None and state.phase is Phase.COMBAT:
        hidden = ("strike", "resist", "ap")
        for who in scene.characters:
            shown = any((who.id, stat) in state.progress.shown for stat in hidden)
            if who.controller != seat and not shown:
                who.strike, who.resist, who.ap = (dice.randint(0, 40) for _ in hidden)
    changed = gathered != dict(state.gathered) or dome.hidden or scene is not None
    return replace(state, gathered=gathered, dome=dome, scene=scene) if changed else state


def _kind(state: State) -> AskKind:
    return owed(state)[0].kind


# The same seed


def test_the_same_seed_gives_the_same_game() -> None:
    first, again, other = (
        play(new_game(tome(), NAMES[:3], Options()), [StandardBot(QUICK) for _ in range(3)], seed)
        for seed in (5, 5, 6)
    )
    assert first.answers == again.answers
    assert first.events == again.events
    assert first.answers != other.answers


def test_a_bot_that_saw_the_same_events_goes_on_in_the_same_way() -> None:
    """A game that is resumed asks a new bot, which has only the events."""
    game = play(new_game(tome(), NAMES[:2], Options()), [StandardBot(TINY) for _ in range(2)], 3)
    state = new_game(tome(), NAMES[:2], Options())
    past: list[Event] = []
    checked = 0
    for seat, answer in game.answers:
        if seat == 0 and type(answer) in (Sheet, Bids, Nomination):
            bot = bots(TINY, state)[0]
            bot.observe(past)
            ask = next(one for one in owed(state) if one.seat == 0)
            once = bot.decide(observe(state, 0), ask)
            bot.observe([])
            assert bot.decide(observe(state, 0), ask) == once
            checked += 1
        state, events = commit(state, seat, answer)
        past += events
    assert checked > 2


# Reasons


def test_the_terms_of_a_plan_add_up_to_its_payoff() -> None:
    for seed in range(4):
        for state, ask, _ in positions(seed):
            if ask.kind is not AskKind.SHEET or state.dome.round > 3:
                continue
            sheets = {
                one: random_answer(observe(state, one), Ask(one, AskKind.SHEET), Random(seed))
                for one in rotation(state.dome)
            }
            if state.options.declare == "combat":
                continue
            outcomes = Outcomes(state.dome, state.options, tuple(sheets), Random(1))
            after = outcomes.resolve({one: _sheet(answer) for one, answer in sheets.items()})
            for seat in sheets:
                terms = outcomes.terms(after, seat)
                assert sum(one.amount for one in terms) == round(
                    1000 * outcomes.payoff(after, seat)
                )
            break


def _sheet(answer: Answer) -> Sheet:
    assert isinstance(answer, Sheet)
    return answer


def test_every_choice_of_a_game_has_terms_and_its_plans_have_alternatives() -> None:
    state = new_game(tome(), NAMES[:3], Options())
    seated = bots(TINY, state)
    kinds = set()
    dice = Random(2)
    while asks := owed(state):
        ask = asks[0]
        if ask.seat == CHANCE:
            answer = random_answer(state, ask, dice)
        else:
            answer = seated[ask.seat].decide(observe(state, ask.seat), ask)
            choice = seated[ask.seat].explain()
            assert choice is not None
            if isinstance(answer, Sheet):
                taken = choice.answer
                assert isinstance(taken, Sheet)
                assert taken.plans == answer.plans
                assert choice.unit is Unit.PAYOFF
                assert choice.taken.terms
                assert choice.others
                assert choice.expected
                assert -1100 <= choice.taken.total <= 1100
            else:
                assert choice.answer == answer
            if isinstance(answer, Bids) and answer.amounts:
                assert choice.taken.total >= 0, "it never bids more than its worth"
            kinds.add(ask.kind)
        state, events = commit(state, ask.seat, answer)
        for bot in seated:
            bot.observe(events)
    assert {AskKind.NOMINATE, AskKind.BID, AskKind.SHEET} <= kinds


def test_the_best_reply_is_never_worse_than_the_sheet_as_played() -> None:
    game = play(bare_game(tome(), NAMES[:3], Options()), [RandomBot() for _ in range(3)], 4)
    state = bare_game(tome(), NAMES[:3], Options())
    shown = next(event for event in game.events if isinstance(event, PlansShown))
    sheets = {who: Sheet({who: plan}) for who, plan in shown.plans}
    regrets = [
        review(state.dome, sheets, state.options, seat, replies=40).regret for seat in sheets
    ]
    assert min(regrets) >= 0
    assert max(regrets) > 0


def test_a_plan_without_sense_has_a_large_regret() -> None:
    state = bare_game(tome(), NAMES[:2], Options())
    sheets = {0: Sheet({0: Plan(0, 0, 0, 1)}), 1: Sheet({1: Plan(1, 90, 0, 0)})}
    found = review(state.dome, sheets, state.options, 0)
    assert found.regret > 900
    best = found.best.answer
    assert isinstance(best, Sheet)
    assert best.plans[0].points > 90


@pytest.mark.parametrize("declare", ["sheet", "combat"])
def test_the_coach_reviews_every_round_of_a_game(declare: Literal["sheet", "combat"]) -> None:
    options = Options(declare=declare)
    played = play(bare_game(tome(), NAMES[:2], options), [easy(), RandomBot()], 3)
    sensible, random = regrets(played)
    assert 0 <= sensible < random < 2


# Trades


def market(trust: float = 0.5, seed: int = 5) -> tuple[State, StandardBot]:
    """Return an exchange in which A owns a Whetstone and B a Loose Cannon, and B's bot."""
    state = new_game(tome(), NAMES[:2], Options())
    dome = state.dome.copy()
    dome.acquire(tome().number["whetstone"], 0)
    dome.acquire(tome().number["loose_cannon"], 1)
    state = refreshed(replace(state, dome=dome, phase=Phase.EXCHANGE))
    bot = StandardBot(EASY)
    bot.begin(Briefing(1, state.seats, seed))
    bot.memory.trust[0] = trust
    return state, bot


def answer_to(trade: Trade, trust: float = 0.5, seed: int = 5) -> tuple[Reply, StandardBot]:
    state, bot = market(trust, seed)
    state, _ = commit(state, 0, Offer(trade))
    reply = bot.decide(observe(state, 1), owed(state)[0])
    assert isinstance(reply, Reply)
    assert why_not(state, 1, reply) is None
    return reply, bot


def test_a_bot_takes_a_good_trade_and_refuses_a_bad_one() -> None:
    whetstone, cannon = tome().number["whetstone"], tome().number["loose_cannon"]
    good, bot = answer_to(Trade(1, Side((whetstone,), 20), Side((cannon,))))
    assert good == Reply(accept=True)
    choice = bot.explain()
    assert choice is not None
    assert choice.taken.total >= 0
    assert {one.name for one in choice.taken.terms} >= {"worth", "lost-worth", "vitality", "bar"}
    bad, _ = answer_to(Trade(1, Side(), Side((cannon,), 20)))
    assert not bad.accept


def test_a_bot_asks_for_the_difference_and_says_why() -> None:
    cannon = tome().number["loose_cannon"]
    trade = Trade(1, Side(vitality=2), Side((cannon,)))
    replies = [answer_to(trade, seed=seed)[0] for seed in range(60)]  # tastes differ
    assert not any(reply.accept for reply in replies)
    reply = next(reply for reply in replies if reply.counter is not None)
    assert reply.counter is not None
    assert reply.counter.to == 0
    assert reply.counter.give.powers == (cannon,)
    assert reply.counter.want.vitality > 2
    assert reply.counter.reason.startswith("Worth ")


def test_a_promise_counts_for_more_from_a_trusted_player() -> None:
    whetstone, cannon = tome().number["whetstone"], tome().number["loose_cannon"]
    for vitality in range(12):
        promise = Side((whetstone,), vitality, "I will leave you alone.")
        trusted, doubted = (
            answer_to(Trade(1, promise, Side((cannon,))), trust)[0].accept for trust in (1.0, 0.0)
        )
        if trusted and not doubted:
            return
    pytest.fail("trust changed no answer")


# Trust


def test_trust_grows_with_deals_kept_and_falls_with_deals_broken() -> None:
    memory = Memory(0, 3, spite=0.5)
    truce = Proposal(1, DealKind.TRUCE)
    memory.observe([DealsJudged((Deal(1, 0, truce),))])
    assert memory.trust == pytest.approx([0.5, 0.6, 0.5])
    memory.observe([DealsJudged((Deal(2, 0, truce, (1,)),))])
    assert memory.trust == pytest.approx([0.5, 0.24, 0.5])
    memory.observe([AttackBegan(2, 0, 30), PlansShown(())])
    assert memory.trust == pytest.approx([0.5, 0.24, 0.45])
    assert memory.aimed == [0, 0, 30]


def test_with_two_players_left_a_bot_refuses_everything() -> None:
    state = bare_game(tome(), NAMES[:2], Options())
    bot = bots(EASY, state)[0]
    assert bot.decide(observe(state, 0), Ask(0, AskKind.TALK)) == Talk()


# Strength


def test_normal_beats_random_in_duels_without_powers() -> None:
    won = 0
    for seed in range(30):
        seats: Sequence[Bot] = (StandardBot(NORMAL), RandomBot())
        seats = seats if seed % 2 else seats[::-1]
        game = play(bare_game(tome(), NAMES[:2], Options()), seats, seed)
        won += game.winner == (0 if seed % 2 else 1)
    assert won >= 21, "90 % in the long run (docs/powerdome/bots.md)"


def test_a_decision_resolves_no_more_combats_than_its_level_allows() -> None:
    state = new_game(tome(), NAMES[:4], Options())
    seated = bots(NORMAL, state)
    dice = Random(1)
    plans = 0
    while asks := owed(state):
        ask = asks[0]
        if ask.kind is AskKind.SHEET and plans < 3:
            answer = seated[ask.seat].decide(observe(state, ask.seat), ask)
            assert 0 < seated[ask.seat].combats <= NORMAL.combats + NORMAL.many
            plans += 1
        else:
            answer = random_answer(observe(state, ask.seat) if ask.seat >= 0 else state, ask, dice)
        state, _ = commit(state, ask.seat, answer)
    assert plans == 3


# Personality and captions


def test_a_seed_gives_a_personality_within_bounds() -> None:
    for seed in range(50):
        one = drawn(seed)
        assert drawn(seed) == one
        assert all(0 <= getattr(one, trait) <= 1 for trait in TRAITS)
        assert one.strongest in TRAITS


def test_the_bundled_captions_are_many_short_and_for_every_event() -> None:
    captions = bundled_captions()
    assert len({one.text for one in captions}) == len(captions) >= 60
    assert {one.event for one in captions} == set(EVENTS)
    assert all(0 < len(one.text) <= CAPTION for one in captions)
    for trait in TRAITS:
        assert any(one.trait == trait and one.event == "win" for one in captions)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[greedy]\nany = ['x']", 'no trait is called "greedy". Did you mean "greed"?'),
        ("[all]\nopenin = ['x']", 'no event is called "openin". Did you mean "opening"?'),
        ("[all]\nany = ['']", "is not one line of 1 to 60"),
        ("[all]\nany = 3", "is not a list of lines"),
        ("all = 3", "is not a table"),
        ("[all", "captions.toml: "),
    ],
)
def test_a_captions_file_with_a_mistake_is_refused(text: str, says: str) -> None:
    with pytest.raises(ContentError) as refused:
        parse_captions(text)
    assert says in str(refused.value)


def test_a_winner_has_a_last_line() -> None:
    game = bare_game(tome(), NAMES[:2], Options())
    for bot in bots(EASY, game):
        assert bot.last_line()


# Names and foreign bots


def test_bots_are_found_by_name() -> None:
    assert registry.names()[:4] == ["easy", "normal", "hard", "random"]
    for name in registry.names()[:4]:
        assert isinstance(registry.create(name), Bot)
    with pytest.raises(UsageError, match='Did you mean "normal"'):
        registry.create("normale")
    with pytest.raises(UsageError, match="never starts one"):
        registry.installed_only("os:system")


class Failing:
    """A foreign bot that does everything wrong."""

    def begin(self, _: Briefing) -> None:
        self.asked = 0

    def decide(self, view: State, _: Ask) -> Answer:
        self.asked += 1
        view.dome.characters[0].vitality = -5  # a copy
        if self.asked == 1:
            raise SystemExit(3)
        return Nomination((0, 0, 0)) if self.asked == 2 else None  # type: ignore[return-value]

    def observe(self, events: Sequence[Event]) -> None:
        pass


def test_mistakes_of_a_foreign_bot_are_replaced_and_reported() -> None:
    guarded = Guarded(Failing)
    game = play(new_game(tome(), NAMES[:2], Options()), [guarded, easy()], 1)
    assert game.state.over
    assert guarded.taken_over
    assert len(guarded.faults) == STRIKES
    assert [fault.kind for fault in guarded.faults] == ["raised", "illegal", "illegal"]
    assert guarded.faults[0].detail == "SystemExit: 3"


def test_a_good_bot_plays_the_same_behind_a_guard() -> None:
    names = NAMES[:2]
    guarded = Guarded(lambda: StandardBot(EASY))
    free = play(new_game(tome(), names, Options()), [StandardBot(EASY), easy()], 8)
    held = play(new_game(tome(), names, Options()), [guarded, easy()], 8)
    assert guarded.faults == []
    assert held.answers == free.answers


@pytest.mark.parametrize("seed", range(3))
def test_a_game_without_a_screen_is_the_game_that_is_played(seed: int) -> None:
    """Chance and bots have the same seeds; what is heard in one piece changes nothing."""
    names, makers = NAMES[:3], (RandomBot, easy, lambda: StandardBot(TINY))
    alone = play(new_game(tome(), names, Options()), [make() for make in makers], seed)
    referee = Referee(new_game(tome(), names, Options()), seed)
    host = GameHost(referee, ["bot"] * 3, dict(enumerate(makers)))
    while isinstance(need := host.need, Think):
        host.take(need.work())
    assert [entry[:2] for entry in referee.journal] == alone.answers
    assert referee.events == alone.events
    assert host.notices == []


@pytest.mark.parametrize("make", [RandomBot, lambda: StandardBot(TINY)])
def test_a_game_is_resumed_at_any_answer_with_the_same_end(make: Callable[[], Bot]) -> None:
    names = NAMES[:3]
    whole = play(new_game(tome(), names, Options()), [make() for _ in names], 5).answers
    for kept in Random(5).sample(range(len(whole)), 4):
        referee = Referee(new_game(tome(), names, Options()), 5)
        referee.replay(whole[:kept])
        run_game(referee, [make() for _ in names])
        assert [entry[:2] for entry in referee.journal] == whole


def test_a_view_accepts_what_the_state_accepts() -> None:
    """A guard checks an answer by the view of the bot's seat."""
    for seed in range(4):
        dice = Random(seed)
        for state, ask, _ in positions(seed):
            given = random_answer(observe(state, ask.seat), ask, dice)
            for answer in (given, *spoiled(state, ask, given)):
                seen = why_not(observe(state, ask.seat), ask.seat, answer)
                assert seen == why_not(state, ask.seat, answer)


def test_levels_and_given_personalities() -> None:
    bot = StandardBot(HARD, Personality(guile=0.1))
    bot.begin(Briefing(0, ("A", "B"), 1))
    assert bot.personality.guile == 0.1
    assert normal().level is NORMAL


def test_the_command_repeats_a_game_from_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    rows = []
    for _ in range(2):
        powerdome_sim("easy,random", games=2, seed=4, bare=True, regret=True, json=True)
        rows.append(capsys.readouterr().out)
    assert rows[0] == rows[1]
    first = json.loads(rows[0].splitlines()[0])
    assert first["seats"] == ["easy", "random"]
    assert len(first["regret"]) == 2
    assert min(first["regret"]) >= 0
    powerdome_sim("easy,random", games=1, seed=4, bare=True)
    assert capsys.readouterr().out.startswith("seed 4: ")
    with pytest.raises(UsageError, match="2 to 6 bots"):
        powerdome_sim("easy")
