"""Parts of a setup that change during a match or a season, for processes that have the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from deathdome.model.catalog import VACANT
from deathdome.rules.terrain import terrain_for

if TYPE_CHECKING:
    from deathdome.model.series import Series
    from deathdome.model.state import Setup


class SetupNews(NamedTuple):
    """Parts of a setup that a process has to hear; catalog, board and switches stay as they are."""

    units: tuple[str, ...]  # ids: characters come and go (CHAR)
    rounds: int  # each match of a season has its own
    first: int
    order: tuple[int, ...]
    homes: tuple[int, ...]  # base of each seat: bases move between the matches of a season
    series: Series | None
    gifts: tuple[int, ...]


def news_of(setup: Setup) -> SetupNews:
    """Return the parts of a setup that may have changed."""
    return SetupNews(
        tuple(who.id for who in setup.units),
        setup.rounds,
        setup.first,
        setup.order,
        setup.terrain.home_bases,
        setup.series,
        setup.gifts,
    )


def with_news(setup: Setup, news: SetupNews) -> Setup:
    """Return the setup with these parts; the same setup if nothing has changed."""
    if news_of(setup) == news:
        return setup
    catalog = setup.catalog
    known = {one.id: one for one in (*catalog.registry, *catalog.characters, VACANT)}
    return replace(
        setup,
        terms=replace(setup.terms, rounds=news.rounds),
        units=tuple(known[one] for one in news.units),
        terrain=terrain_for(setup.board, setup.ruleset, news.homes),
        first=news.first,
        order=news.order,
        series=news.series,
        gifts=news.gifts,
    )
