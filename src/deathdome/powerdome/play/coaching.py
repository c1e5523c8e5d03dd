"""The coach: after a game, the best reply to each round's sheets, and what the bots believed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.errors import DeathdomeError
from deathdome.powerdome.bots.choice import MILLI, Choice
from deathdome.powerdome.bots.protocol import Briefing, Explaining
from deathdome.powerdome.bots.registry import create
from deathdome.powerdome.bots.review import played_rounds, review
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.events import seen_by
from deathdome.powerdome.play.ending import best_and_worst, promises_of
from deathdome.powerdome.play.host import HUMAN
from deathdome.powerdome.play.referee import bot_seed
from deathdome.powerdome.rules.game import commit, observe, owed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.powerdome.bots.review import PlayedRound, Reviewed
    from deathdome.powerdome.model.answers import Plan
    from deathdome.powerdome.model.dome import CharacterId, Seat
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.play.ending import Buy, Promises
    from deathdome.powerdome.play.host import GameHost
    from deathdome.powerdome.play.referee import Referee
    from deathdome.powerdome.play.timeline import Timeline

    Beliefs = tuple[tuple[CharacterId, Plan], ...]
    Progress = Callable[[int, int], bool]  # done, of how many; False stops the work

_REPLIES: Final = 60  # sheets that are tried for each player and round


class RoundReview(NamedTuple):
    """A round: its position and sheets, and for each player the best reply."""

    played: PlayedRound
    reviews: Mapping[Seat, Reviewed]


@dataclass
class Coaching:
    """The review of a game by a coach."""

    view: State  # at its end
    reader: Seat = ABSENT  # of the only person, who is called "you"
    rounds: list[RoundReview] = field(default_factory=list)
    beliefs: dict[tuple[int, Seat], Beliefs] = field(default_factory=dict)  # round and bot
    bargain: Buy | None = None
    worst: Buy | None = None
    promises: dict[Seat, Promises] = field(default_factory=dict)

    def regrets(self, seat: Seat) -> list[float | None]:
        """Return what a player missed in each round; None where it wrote no sheet."""
        return [
            one.reviews[seat].regret / MILLI if seat in one.reviews else None for one in self.rounds
        ]

    def mean(self, seat: Seat) -> float:
        """Return what a player missed in a round on average."""
        found = [one for one in self.regrets(seat) if one is not None]
        return sum(found) / max(len(found), 1)


def coach(
    referee: Referee,
    beliefs: Callable[[PlayedRound, Seat], Beliefs],
    progress: Progress,
    reader: Seat = ABSENT,
) -> Coaching:
    """Return what a coach says about a game, as far as it was played."""
    found = Coaching(referee.state, reader)
    rounds = list(
        played_rounds(referee.initial, [(one.seat, one.answer) for one in referee.journal])
    )
    steps = sum(len(one.sheets) for one in rounds)
    done = 0
    for one in rounds:
        reviews: dict[Seat, Reviewed] = {}
        for seat in one.sheets:
            if not progress(done, steps):
                return found
            dome, options = one.state.dome, one.state.options
            reviews[seat] = review(dome, one.sheets, options, seat, replies=_REPLIES)
            if believed := beliefs(one, seat):
                found.beliefs[dome.round, seat] = believed
            done += 1
        found.rounds.append(RoundReview(one, reviews))
    found.bargain, found.worst = best_and_worst(found.view, referee.events)
    for seat in range(len(referee.state.seats)):
        found.promises[seat] = promises_of(referee.state, seat)
    progress(steps, steps)
    return found


def coach_host(host: GameHost, progress: Progress) -> Coaching:
    """Return what a coach says about the game of a host: bots say what they believed."""
    said = {
        (one.seat, one.entry): one.reasons for one in host.reasons if one.ask.kind is AskKind.SHEET
    }

    def believed(played: PlayedRound, seat: Seat) -> Beliefs:
        choice = said.get((seat, played.entries[seat]))
        return choice.expected if isinstance(choice, Choice) else recalled(played, seat)

    recalled = recall(host.referee, host.players)
    return coach(host.referee, believed, progress, host.reader)


def coach_record(timeline: Timeline, progress: Progress) -> Coaching:
    """Return what a coach says about a record: its bots are asked again."""
    players = [player for _, player in timeline.header.seats]
    people = [seat for seat, player in enumerate(players) if player == HUMAN]
    reader = people[0] if len(people) == 1 else ABSENT
    return coach(timeline.referee, recall(timeline.referee, players), progress, reader)


def recall(referee: Referee, players: Sequence[str]) -> Callable[[PlayedRound, Seat], Beliefs]:
    """Return a function that asks a bot again what it believed when it wrote a sheet.

    The bots of the program answer the same question in the same way. Others are not asked.
    """

    def believed(played: PlayedRound, seat: Seat) -> Beliefs:
        if players[seat] == HUMAN or ":" in players[seat]:
            return ()
        entry = played.entries[seat]
        try:
            bot = create(players[seat])
            seed = bot_seed(referee.seed, seat)
            bot.begin(Briefing(seat, referee.state.seats, seed))
            heard = referee.events[: referee.journal[entry].events]
            bot.observe([seen_by(event, seat) for event in heard])
            state = _state_at(referee, played, entry)
            ask = next(one for one in owed(state) if one.seat == seat)
            bot.decide(observe(state, seat), ask)
            choice = bot.explain() if isinstance(bot, Explaining) else None
        except DeathdomeError:
            return ()
        return choice.expected if choice is not None else ()

    return believed


def _state_at(referee: Referee, played: PlayedRound, entry: int) -> State:
    """Return the state before an answer of a round."""
    state = played.state
    for one in referee.journal[played.first : entry]:
        state, _ = commit(state, one.seat, one.answer)
    return state
