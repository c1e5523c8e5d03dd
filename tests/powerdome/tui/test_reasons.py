"""Hints, the reasons of bots, and refusals that explain themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from powerdome.tui.tables import SIZES, asked, host_of, shown, wait_for, widest

from deathdome.powerdome.bots.choice import Choice
from deathdome.powerdome.content.rulebook import rulebook
from deathdome.powerdome.model.answers import Sheet
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.notation import Speller
from deathdome.powerdome.play.host import Person
from deathdome.powerdome.text.reasons import hundredths, rounded
from deathdome.powerdome.tui.app import PowerDomeApp
from deathdome.powerdome.tui.screens.answer import AnswerScreen
from deathdome.powerdome.tui.screens.help import HelpScreen
from deathdome.powerdome.tui.screens.hint import HintScreen
from deathdome.powerdome.tui.screens.reasons import ReasonsScreen
from deathdome.powerdome.tui.screens.sheet import SheetScreen
from deathdome.stage.text import text_of
from deathdome.stage.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from deathdome.stage.text import Line

KINDS = [
    (AskKind.NOMINATE, "sheet", 1),
    (AskKind.PROTECT, "sheet", 1),
    (AskKind.BID, "sheet", 1),
    (AskKind.TALK, "sheet", 5),
    (AskKind.CONSENT, "sheet", 5),
    (AskKind.SHEET, "sheet", 40),
    (AskKind.SHEET, "combat", 40),
    (AskKind.ORDER, "combat", 40),
    (AskKind.TARGET, "combat", 40),
]


def words(app: PowerDomeApp) -> str:
    return " ".join(shown(app).split())


async def page_text(app: PowerDomeApp, pilot: Pilot[None], width: int) -> str:
    """Return the whole text of a page."""

    def rows_now() -> list[Line]:
        return [row for box in app.screen.query("#text").results(Lines) for row in box.rows]

    await wait_for(pilot, rows_now)
    rows = rows_now()
    assert widest(rows) <= width - 4
    return " ".join(text_of(rows).split()).replace("- ", "-")  # words are broken at hyphens


@pytest.mark.parametrize("size", [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.long)])
@pytest.mark.parametrize(("kind", "declare", "seed"), KINDS)
async def test_a_hint_says_the_answer_and_its_reasons_and_goes_into_the_form(
    size: tuple[int, int], kind: AskKind, declare: str, seed: int
) -> None:
    round_ = 2 if declare == "combat" or kind in (AskKind.TALK, AskKind.CONSENT) else 0
    host = asked(host_of("human,easy,easy,easy", seed, declare=declare), kind, round_)
    work = host.hint()
    assert work is not None
    reply = work()
    assert reply.answer is not None
    before = len(host.referee.journal)
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, AnswerScreen))
        form = app.screen
        assert isinstance(form, AnswerScreen)
        view, ask = host.view(0), form.ask
        await pilot.press("H")
        await wait_for(pilot, lambda: isinstance(app.screen, HintScreen))
        text = await page_text(app, pilot, size[0])
        assert " ".join(Speller(view).text(ask, reply.answer).split()).replace("- ", "-") in text
        if isinstance(reply.reasons, Choice) and reply.reasons.taken.terms:
            terms, total = rounded(reply.reasons.taken)
            assert sum(amount for _, amount in terms) == total
            assert abs(total - reply.reasons.taken.total / 10) <= 0.5
            assert f"in all {hundredths(total)}" in text
            for one, amount in terms:
                assert abs(amount - one.amount / 10) < 1
                assert hundredths(amount) in text
        await pilot.press("enter")
        if form.takes_answers:
            await wait_for(pilot, lambda: app.screen is form)
            if isinstance(reply.answer, Sheet):
                mine = form.answer()
                assert isinstance(mine, Sheet)
                assert mine.plans[0].points == reply.answer.plans[0].points
            else:
                assert form.answer() == reply.answer
            await pilot.press("c", "c")
        await wait_for(pilot, lambda: len(host.referee.journal) > before)


@pytest.mark.parametrize("size", SIZES)
async def test_the_reasons_of_bots_are_those_of_public_decisions(size: tuple[int, int]) -> None:
    host = asked(host_of("human,normal,easy", 1), AskKind.SHEET, 2)
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
        await pilot.press("b")
        await wait_for(pilot, lambda: isinstance(app.screen, ReasonsScreen))
        text = await page_text(app, pilot, size[0])
        for seat in (1, 2):
            public = host.reasons_of(seat)
            assert public
            assert f"{host.names[seat]}, " in text
            assert isinstance(public[-1].reasons, Choice)
        sheets = [one for one in host.reasons_of(1) if one.ask.kind is AskKind.SHEET]
        assert {one.entry for one in sheets} <= set(range(len(host.referee.journal)))
        await pilot.press("escape")
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))


@pytest.mark.parametrize("size", SIZES)
async def test_a_refusal_has_its_rule_on_the_help_sheet_until_the_next_key(
    size: tuple[int, int],
) -> None:
    host = asked(host_of(seed=5), AskKind.SHEET, 3)
    assert isinstance(host.need, Person)
    rules = {one.id: one.text for one in rulebook()}
    app = PowerDomeApp(host)
    async with app.run_test(size=size) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
        await pilot.press("m", "down", "9")
        assert "You can't" in words(app)
        assert "? shows the rule" in words(app)
        await pilot.press("question_mark")
        await wait_for(pilot, lambda: isinstance(app.screen, HelpScreen))
        text = await page_text(app, pilot, size[0])
        assert text.startswith("Why not You can't")
        assert "(PD-ALLOCATE-03)" in text
        assert " ".join(rules["PD-ALLOCATE-03"].split()).replace("- ", "-") in text
        await pilot.press("escape")
        await wait_for(pilot, lambda: isinstance(app.screen, SheetScreen))
        assert "You can't" in words(app)
        await pilot.press("up", "question_mark")
        await wait_for(pilot, lambda: isinstance(app.screen, HelpScreen))
        assert "Why not" not in await page_text(app, pilot, size[0])
