"""Everything that players may look at in a position, one function for each part of the program.

Each takes a `Moment` and fails if the program does. `LOOKS` has them all.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from deathdome.content.positions.one_line import position_line, view_line
from deathdome.content.positions.writing import position_text
from deathdome.errors import DeathdomeError, NotationError
from deathdome.geometry.grid import spaces_in
from deathdome.managers.advice import advise
from deathdome.managers.coach import Deed, judged
from deathdome.managers.hint_text import hint_lines, plan_lines, typed_text
from deathdome.model.actions import Action, ActionKind, kind_of, make_action, option
from deathdome.model.decisions import Question
from deathdome.model.frames import Attack
from deathdome.model.notation import action_text, parse_action
from deathdome.odds.attack_odds import odds_of, public_odds, undeclared_attack
from deathdome.odds.card_choices import choices, worth_showing
from deathdome.odds.responses import responses_to
from deathdome.plain.commands import COMMANDS
from deathdome.plain.view import View
from deathdome.rules.engine import decision, why_not
from deathdome.rules.gear import gear_now
from deathdome.rules.observing import determinize, observe
from deathdome.text.chances import chances
from deathdome.text.choices import describe_option, describe_question
from deathdome.text.convicts import Convicts
from deathdome.text.english import sentence, story
from deathdome.text.history import history_of, turning_points, turning_words
from deathdome.text.labels import label
from deathdome.text.recap import recap
from deathdome.text.refusals import refusal_text
from deathdome.tui.drawing.question import interaction_lines
from deathdome.tui.glyphs import ASCII
from deathdome.tui.interaction import Interaction
from deathdome.tui.presenters.animations import LONGEST, shows_of
from deathdome.tui.presenters.attack_panel import Room
from deathdome.tui.presenters.board import as_text, board_picture
from deathdome.tui.presenters.odds import odds_details, odds_lines
from deathdome.tui.presenters.overlays import Overlay
from deathdome.tui.presenters.panel import (
    hand_lines,
    log_texts,
    reading_lines,
    space_lines,
    store_card_lines,
    team_lines,
    unit_lines,
)
from deathdome.tui.presenters.pieces import drawn_units
from deathdome.tui.presenters.purchases import rivals_lines
from deathdome.tui.presenters.status import header_lines
from deathdome.tui.presenters.words import option_words, reaction_text, reaction_title

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from deathdome.match.protocol import Request
    from deathdome.match.referee import Referee
    from deathdome.model.observation import Observation

WIDTH, HEIGHT = 39, 22
LAST: Final = 40  # events that are shown as animations
SOME: Final = 8  # options, units, commands that one look takes
NAMES: Final = ("red player", "blue player", "green player", "yellow player")


@dataclass
class Moment:
    """An open question, its match, and dice for the choice of checks."""

    referee: Referee
    request: Request
    dice: Random

    @property
    def seen(self) -> Observation:
        """The position as the seat that is asked sees it, with gear up to date."""
        return replace(self.request.seen, gear=gear_now(self.request.seen))

    def some(self, options: tuple[Action, ...]) -> list[Action]:
        """A few of the options, in which abilities come first."""
        used = [
            action for action in options if kind_of(action) in (ActionKind.USE, ActionKind.PLAY)
        ]
        return [
            *self.dice.sample(used, min(SOME, len(used))),
            *self.dice.sample(options, min(SOME, len(options))),
        ]


def words(moment: Moment) -> None:
    """Questions and options, in every way that they are written."""
    request, seen, setup = moment.request, moment.seen, moment.seen.setup
    assert describe_question(request.question, seen, request.unit)
    if request.question is Question.REACTION:
        reaction_title(request)
    for action in moment.some(request.options):
        assert label(action, setup)
        assert describe_option(action, seen)
        assert option_words(action, seen)
        reaction_text(action, seen)
        text = action_text(setup, action, request.seat)
        with suppress(NotationError):
            parse_action(setup, text, request.seat, request.options)
    heard = moment.referee.visible_events(request.seat)
    story(heard, setup)
    log_texts(heard, setup)
    recap(heard[-40:], Convicts(setup), request.seat)


def refusals(moment: Moment) -> None:
    """Reasons why random actions are refused."""
    state, dice = moment.referee.state, moment.dice
    setup = state.setup
    asked = decision(state)
    assert asked is not None

    def below(number: int) -> int:
        return dice.randrange(max(1, number))

    units, spaces = len(setup.units), setup.board.grid.size
    for _ in range(SOME * 2):
        verb = dice.choice(
            [
                *ActionKind,
                ActionKind.USE,
                ActionKind.PLAY,
                ActionKind.USE,
                ActionKind.PLAY,
                ActionKind.ATTACK,
            ]
        )
        picked = dice.choice((-1, below(units), below(spaces), below(4), 4000))
        more = option(dice.choice((-1, 0, 1)), dice.choice((-1, below(units))))
        action = make_action(verb, dice.choice((below(units), below(spaces), below(300))))
        if verb is ActionKind.USE:
            action = make_action(verb, below(len(setup.catalog.abilities)), picked + 1, more)
        elif verb is ActionKind.PLAY:
            card = dice.choice(state.hands[asked.seat] or (below(len(state.deck)),))
            place = below(len(setup.catalog.power_cards[card].abilities))
            action = make_action(verb, card, picked + 1, more | place << 16)
        elif verb in (ActionKind.ATTACK, ActionKind.EQUIP):
            items = [item for held in state.items for item in held] or [0]
            action = make_action(
                verb, dice.choice((*items, 4095)), dice.choice((below(units), 4095))
            )
        if action not in asked.options:
            assert refusal_text(why_not(state, action).refusal, setup)


def hints(moment: Moment) -> None:
    """A hint, and what the coach says of a random answer."""
    request, dice = moment.request, moment.dice
    advice = advise(request, dice.choice(("rookie", "veteran")))
    setup = request.seen.setup
    assert all(text for _, text in hint_lines(advice, setup))
    assert all(plan_lines(advice, setup))
    assert typed_text(advice, setup)
    assert advice.answers[0] in request.options
    kinds = (Question.TURN, Question.UNIT_PHASE, Question.DEFENCE_CARDS)
    if request.question in kinds and len(request.options) > 1:
        done = (dice.choice(request.options),)
        judged(
            Deed(
                len(moment.referee.journal),
                request.number,
                request.question,
                request.seen,
                request.options,
                done,
                request.unit,
            ),
            "rookie",
        )


def odds(moment: Moment) -> None:
    """Every attack that is open or could be declared, from every seat."""
    state, request = moment.referee.state, moment.request
    for seat in range(state.setup.seats):
        seen = observe(state, seat)
        frames = [frame for frame in seen.stack if isinstance(frame, Attack)]
        if seat == request.seat and request.unit >= 0:
            attacks = [action for action in request.options if kind_of(action) is ActionKind.ATTACK]
            frames += [undeclared_attack(seen, request.unit, action) for action in attacks[:SOME]]
        for frame in frames:
            responses_to(seen, odds_of(seen, frame))
            chances(seen, frame)
            worth_showing(choices(seen, frame))
            odds_lines(seen, frame)
            odds_details(seen, frame)
    public_odds(state)


def commands(moment: Moment) -> None:
    """Commands of plain mode, with and without words behind them."""
    referee, request, dice = moment.referee, moment.request, moment.dice
    events = tuple(referee.visible_events(request.seat))
    view = View(request, moment.seen, NAMES, referee.seed, events, {}, referee.initial)
    setup = moment.seen.setup
    unit = view.unit_name(dice.randrange(len(setup.units)))
    space = setup.board.grid.name(dice.choice(spaces_in(setup.board.grid.everything)))
    printed = dice.choice((*setup.catalog.store_cards, *setup.catalog.power_cards)).id
    act = view.spelled(dice.choice(request.options))
    for name in dice.sample(sorted(COMMANDS), SOME):
        for said in ("", dice.choice((unit, space, printed, act, f"{unit} {space}"))):
            with suppress(DeathdomeError):
                list(COMMANDS[name].tell(view, said))


def screen(moment: Moment) -> None:
    """The board, the panels and the desk after some keys."""
    request, dice, seen = moment.request, moment.dice, moment.seen
    setup = seen.setup
    interaction = Interaction()
    interaction.ask(request)
    for _ in range(SOME):
        key = dice.randrange(9)
        if key < 3:
            interaction.move(dice.randrange(-1, 2), dice.randrange(-1, 2))
        elif key == 3:
            interaction.step(dice.choice((1, -1)))
        elif key == 4:
            interaction.acts()
        elif key == 5:
            interaction.attack()
        elif key == 6:
            interaction.enter()
        elif key == 7:
            interaction.tick()
        else:
            interaction.escape()
        interaction.why()
        interaction.line()
        interaction_lines(interaction, WIDTH, HEIGHT)
    interaction.overlay = dice.choice(list(Overlay))
    as_text(seen, board_picture(seen, interaction.marks))
    interaction.end()
    unit = dice.randrange(len(setup.units))
    names = NAMES[: setup.seats]
    header_lines(seen, 80, ASCII)
    hand_lines(seen, WIDTH, HEIGHT)
    team_lines(seen, names, WIDTH, HEIGHT)
    rivals_lines(seen, names, WIDTH)
    unit_lines(seen, unit, WIDTH)
    reading_lines(seen, unit, WIDTH)
    store_card_lines(setup, dice.randrange(len(setup.catalog.store_cards)), WIDTH)
    space = dice.choice([*map(int, setup.board.points), max(0, seen.space[unit])])
    space_lines(seen, space, drawn_units(seen).get(space, -1), WIDTH)
    events = moment.referee.visible_events(request.seat)
    room = Room(WIDTH, HEIGHT, ASCII, Convicts(setup))
    for show in shows_of(events, max(0, len(events) - LAST), seen, seen, room):
        assert show.seconds <= LONGEST + 1e-9, show.name


def positions(moment: Moment) -> None:
    """The position in both ways to write it, from every seat."""
    state = moment.referee.state
    with suppress(DeathdomeError):
        position_line(state)
    with suppress(DeathdomeError):
        position_text(state)
    for seat in range(state.setup.seats):
        seen = observe(state, seat)
        with suppress(DeathdomeError):
            view_line(seen)
        imagined = determinize(seen, moment.dice)
        if seat == moment.request.seat:
            asked = decision(imagined)
            assert asked is not None
            assert tuple(asked.options) == moment.request.options


LOOKS: Final[tuple[Callable[[Moment], None], ...]] = (
    words,
    refusals,
    hints,
    odds,
    commands,
    screen,
    positions,
)


def after_the_match(referee: Referee) -> None:
    """The log, the turning points, and the match once more from its answers."""
    setup = referee.state.setup
    for event in referee.events:
        assert sentence(event, setup)
    for turn in turning_points(history_of(referee.events, setup, referee.initial)):
        turning_words(turn, setup)
