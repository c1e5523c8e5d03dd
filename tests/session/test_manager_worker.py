"""The program of the managers' process, called in this one."""

from __future__ import annotations

from deathdome.managers.conformance import opening
from deathdome.managers.greedy import GreedyManager
from deathdome.match.protocol import PROTOCOL, Briefing
from deathdome.match.referee import Referee
from deathdome.match.setup_news import news_of, with_news
from deathdome.session.manager_worker import Ask, Start, WorkerState, slim


def test_managers_see_the_matches_of_a_season_as_they_are() -> None:
    referee = Referee(opening(3, rich=False, characters=False, series=(1, 2)), 6)
    setup = referee.state.setup
    worker, here = WorkerState(), GreedyManager()
    worker.start(Start(0, "greedy", setup, 7))
    here.begin(Briefing(PROTOCOL, 0, 3, setup, 7, {}))
    bystander = GreedyManager()
    bystander.begin(Briefing(PROTOCOL, 1, 3, setup, 8, {}))
    matches = set()
    gears: list[object] = []
    while (request := referee.request()) is not None:
        news = news_of(request.seen.setup)
        if request.seat == 0:
            assert news.series is not None
            if not gears or gears[-1] is not request.seen.gear:
                gears.append(request.seen.gear)
            matches.add((news.series.match, news.rounds, news.order))
            answer = worker.ask(Ask(0, slim(request), news, len(gears), ()))
            assert worker.setup is not None
            assert news_of(worker.setup) == news
            reply = here.decide(request)
            assert answer.reply == reply
        else:
            reply = bystander.decide(request)
        referee.answer(reply.action)
    assert {match for match, _, _ in matches} >= {0, 1}
    assert len({order for _, _, order in matches}) > 1


def test_a_setup_without_news_stays_the_same_record() -> None:
    setup = Referee(opening(2, rich=False, characters=False), 3).state.setup
    assert with_news(setup, news_of(setup)) is setup
