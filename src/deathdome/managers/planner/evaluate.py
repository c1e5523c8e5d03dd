"""Static evaluation of a position for a team, in credits by terms (docs/managers.md)."""

from __future__ import annotations

from functools import lru_cache
from math import tanh
from typing import TYPE_CHECKING, Final

from deathdome.managers.planner.season import season_of
from deathdome.managers.planner.weights import tuned
from deathdome.model.frames import Turn, UnitPhase
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import Deny, EffectKind, Rating
from deathdome.rules.ending import POINT_PAY, SHELL_PAY, TOWER_PAY, standing
from deathdome.rules.gear import hands_of
from deathdome.rules.stack import active_seat
from deathdome.rules.turn import hand_target
from deathdome.rules.units import foes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deathdome.managers.planner.season import Season
    from deathdome.managers.planner.weights import Weights
    from deathdome.model.catalog import Catalog
    from deathdome.model.events import Outcome
    from deathdome.model.state import State, Timed

WIN: Final = 1_500_000  # last team standing, or the match
SWAY: Final = (
    480_000.0  # credits; such a lead, by the weights of [leaf], wins seven matches of eight
)
GREED: Final = 0.1  # how much of that is kept for leads that decide nothing any more
FAR: Final = 4.0  # ... which are so many times as large
STEEP: Final = 0.25  # in a season that is all but decided, gains are not counted for less
TOKEN: Final = 45_000  # a bug token on the team's point, with all rounds left
TOUGH: Final = 8_000  # a point of toughness until the team's next turn, with enemies near
NEAR: Final = 9  # spaces; enemies who may come and attack
SLOW: Final = 5_000  # a point of movement that a unit lacks in its next turn
LOADED: Final = 2.0  # times its share of the purse; more on a unit makes it no more valuable
STUCK: Final = 20_000  # a unit without a movement phase in its next turn

# The parts of a team's worth, in the order of `parts`.
PARTS: Final = (
    "shells",
    "points",
    "towers",
    "supply",
    "hand",
    "units",
    "wounds",
    "down",
    "base",
    "effects",
)


def turns_left(state: State, seat: int) -> int:
    """Return the turns a team has left, without the current one."""
    left = state.setup.rounds - state.round
    order = state.setup.order
    if order.index(seat) > order.index(active_seat(state)):
        left += 1
    return max(0, left)


def turns_share(state: State, seat: int) -> float:
    """Return the share of the match left to a team after this turn: 1 at first, 0 at the end.

    Who is at turn counts a unit phase that is left as half of a turn.
    """
    turns = float(turns_left(state, seat))
    turn = state.stack[0] if state.stack else None
    if isinstance(turn, Turn) and turn.seat == seat:
        turns += turn.phases / 2
    return turns / state.setup.rounds


def worth(state: State, seat: int, weights: Weights) -> float:
    """Credits: what one team has and may expect of it."""
    return sum(parts(state, seat, weights))


def parts(state: State, seat: int, weights: Weights) -> tuple[float, ...]:
    """Return the same term by term; index as PARTS."""
    points = towers = supply = 0
    for value, owner in zip(state.setup.board.point_value, state.owners, strict=True):
        if owner == seat:
            supply += value
            if value > 1:
                towers += 1
            else:
                points += 1
    left = turns_left(state, seat)
    steps = hand_target(supply) - 3 + (supply % 5) / 10
    floor, tower = hold(state, seat, weights)
    values = hands_of(state.setup.catalog).values
    hand = sum(weights.card + weights.card_point * values[card] for card in state.hands[seat])
    share = turns_share(state, seat)
    units = wounds = down = base = auctioned = 0.0
    season = season_of(state)
    home = state.setup.terrain.home[seat]
    prices = team_prices(state, seat, weights)
    for line, unit in enumerate(range(seat * 4, seat * 4 + 4)):
        if state.space[unit] < 0:
            if season is not None:
                auctioned = max(auctioned, sale(state, unit))
            continue
        units += prices[line] * share
        if state.wounds[unit]:
            wounds -= hurt(state.gear.vitae[unit], state.wounds[unit], weights)
        if state.down[unit]:
            down -= weights.down
        if state.space[unit] == home:
            base -= stay_at_home(state, seat, weights)
    if state.setup.seats == 2:
        units -= weights.fewer * (left_standing(state, seat) < 3)
        units -= weights.few * (left_standing(state, seat) < 2)
    return (
        weights.shells * SHELL_PAY * state.shells[seat],
        weights.points * floor * POINT_PAY * points,
        weights.towers * tower * TOWER_PAY * towers,
        weights.supply * weights.card_step * left * steps,
        hand * min(1.0, left + 0.3),
        units - auctioned,
        wounds,
        down,
        base,
        _effects(state, seat, share),
    )


def hold(state: State, seat: int, weights: Weights) -> tuple[float, float]:
    """Return the chances that a team keeps a floor point, and a tower, to the end."""
    left = turns_left(state, seat)
    return weights.floor_hold**left, weights.tower_hold**left


def left_standing(state: State, seat: int) -> int:
    """Units of a team that are not in jail."""
    return sum(place >= 0 for place in state.space[seat * 4 : seat * 4 + 4])


def stay_at_home(state: State, seat: int, weights: Weights) -> float:
    """Return the cost of a unit in its base; 0 if few units are left, which are safe there."""
    if left_standing(state, seat) < 3:
        return 0.0
    return weights.in_base * turns_share(state, seat)


def last_stand(state: State, seat: int, weights: Weights, *, own: bool = True) -> float:
    """Return the extra cost of a death, by the number of units left (END-2).

    With more than two teams the match continues without one of them, as long as two others are left
    (END-6, JAIL-8): a great loss to that team, and not yet a gain to another.
    """
    standing = left_standing(state, seat)
    if state.setup.seats > 2:
        if not own or standing > 1:
            return 0.0
        others = sum(left_standing(state, other) > 0 for other in range(state.setup.seats)) - 1
        return _wiped_out(state, seat, weights) if others < 2 else weights.few
    if standing < 2:
        return _wiped_out(state, seat, weights)
    return weights.few if standing == 2 else weights.fewer if standing == 3 else 0.0


def _wiped_out(state: State, seat: int, weights: Weights) -> float:
    """Return the cost of the last unit's death, which ends the match; a gain if that is negative.

    In a season a match won is worth less than its payout, and the last match is won by value: a
    team that is ahead then wins by its own end.
    """
    season = season_of(state)
    if season is None:
        return float(WIN)
    if season.left:
        return weights.few + 2 * tuned().season.win
    totals = [
        head + standing(state, other).payout + SHELL_PAY * (other != seat)
        for other, head in enumerate(season.heads)
    ]
    mine = totals.pop(seat)
    return float(WIN if max(totals) >= mine else -WIN)


def own_death(state: State, unit: int, weights: Weights) -> float:
    """Return the cost of losing a unit: a shell for the enemy, and its future gains."""
    price = team_prices(state, unit >> 2, weights)[unit & 3] * turns_share(state, unit >> 2)
    return SHELL_PAY + price + last_stand(state, unit >> 2, weights) + auction_risk(state, unit)


def last_turn(state: State) -> bool:
    """Return True if no team has another turn after this one."""
    return not any(turns_left(state, seat) for seat in range(state.setup.seats))


def last_phase(state: State) -> bool:
    """Return True if the match ends with the current or the next unit phase."""
    turn = state.stack[0] if state.stack else None
    if not isinstance(turn, Turn) or not last_turn(state):
        return False
    begun = len(state.stack) > 1 and isinstance(state.stack[1], UnitPhase)
    return turn.phases <= (0 if begun else 1)


def rivalry(state: State, seat: int = -1, rival: int = -1) -> float:
    """Return the share of another team's loss that is this team's gain: all of it for two.

    In a season of more teams the loss of the leader is worth more, and that of a team behind less.
    """
    seats = state.setup.seats
    if seats == 2:
        return 1.0
    season = season_of(state)
    if season is None or rival < 0:
        return 1.0 / seats
    return gang(season.heads, seat, rival)


def gang(values: Sequence[float], seat: int, rival: int) -> float:
    """Return the share of a rival's loss that is a team's gain, by the values of the teams."""
    others = [value for other, value in enumerate(values) if other != seat]
    ahead = values[rival] - sum(others) / len(others)
    return (1 + tuned().season.gang * tanh(ahead / SWAY)) / len(values)


def team_prices(state: State, seat: int, weights: Weights) -> tuple[float, ...]:
    """Return the values of a team's healthy units with all rounds left, by registry line.

    A unit that carries more than its share of the purse is worth more, one with less is worth less.
    """
    bare = weights.warrior, weights.gunner, weights.scout, weights.medic
    if not weights.rich:
        return bare
    share = state.setup.ruleset.start_credits / UNITS_PER_TEAM
    loads = _loads(state.setup.catalog, tuple(state.items[seat * 4 : seat * 4 + 4]), share)
    return tuple(
        price * (1 + weights.rich * (load - 1)) for price, load in zip(bare, loads, strict=True)
    )


@lru_cache(maxsize=4096)
def _loads(catalog: Catalog, items: tuple[tuple[int, ...], ...], share: float) -> tuple[float, ...]:
    """Return the price of what each unit carries, as a multiple of `share`."""
    return tuple(
        min(LOADED, sum(catalog.items[item].cost for item in held) / share) for held in items
    )


def hurt(vitae: int, wounds: int, weights: Weights) -> float:
    """Return the cost of wounds to a living unit."""
    left = max(0, vitae - wounds)
    frail = weights.frail / (left * left) if wounds and 0 < left < 4 else 0.0
    return weights.wound * wounds + frail


def _effects(state: State, seat: int, share: float) -> float:
    """Return the value of tokens and lasting effects for the team."""
    total = 0.0
    if state.tokens:
        point_at = state.setup.terrain.point_at
        guarded = sum(state.owners[point_at[token.space]] == seat for token in state.tokens)
        total += TOKEN * share * guarded
    if state.timed:
        total += sum(_lasting(state, effect) for effect in state.timed if effect.unit >> 2 == seat)
    return total


def _lasting(state: State, effect: Timed) -> float:
    """Return the value of a lasting effect to the unit's team beyond this turn."""
    if state.space[effect.unit] < 0:
        return 0.0
    if effect.effect_kind is EffectKind.DENY:
        return -STUCK if effect.what == Deny.MOVEMENT else 0.0
    if effect.effect_kind is EffectKind.MOD and effect.what == Rating.TOUGHNESS:
        return TOUGH * effect.n if _threatened(state, effect.unit) else 0.0
    if effect.effect_kind is EffectKind.MOD and effect.what == Rating.MOVEMENT and effect.n < 0:
        return SLOW * effect.n
    return 0.0


def _threatened(state: State, unit: int) -> bool:
    """Return True if an enemy on the field is near a unit that can be harmed."""
    terrain = state.setup.terrain
    here = state.space[unit]
    near = terrain.within(here, NEAR) & foes(state, unit >> 2)
    return bool(near) and here != terrain.home[unit >> 2]


# -- the end of a match, and the season ------------------------------------------------------------


def settled(state: State, outcome: Outcome) -> tuple[tuple[int, ...], float]:
    """Return the winners that count when a match ends, and the credits that this is worth to one.

    The last match of a season is about the most valuable team (SERIES-14, AMB-106).
    """
    season = season_of(state)
    if season is None:
        return outcome.winners, WIN
    if season.left:
        return outcome.winners, tuned().season.win
    totals = [head + row.payout for head, row in zip(season.heads, outcome.standings, strict=True)]
    best = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    return tuple(seat for seat in best if seat in outcome.winners) or best, WIN


def strongest(state: State, amounts: Mapping[int, float]) -> int:
    """Return the rival to compare with, by amounts of all others; in a season by its standing."""
    season = season_of(state)
    if season is None:
        return max(amounts, key=lambda other: amounts[other])
    heads = season.heads
    return max(amounts, key=lambda other: heads[other] + amounts[other])


def head_start(season: Season, seat: int) -> float:
    """Return how much more a team is worth than the best other, without this match."""
    return season.heads[seat] - max(
        head for other, head in enumerate(season.heads) if other != seat
    )


def caution(state: State, seat: int) -> float:
    """Return the factor of danger: a leader of the season plays safe, a team behind takes risks."""
    season = season_of(state)
    if season is None:
        return 1.0
    ahead = head_start(season, seat) / (SWAY * _spread(season))
    return 1.0 + tuned().season.caution * tanh(ahead)


def _spread(season: Season) -> float:
    """Return the uncertainty of the season, compared with a single match."""
    return 1.0 + tuned().season.spread * season.left


def sale(state: State, unit: int) -> float:
    """Return what it costs a team that a unit in jail may be auctioned off (AUCTION-2)."""
    season = season_of(state)
    if season is None or not season.left or not state.items[unit]:
        return 0.0
    return _set_lost(state, unit) * tuned().season.late ** turns_left(state, unit >> 2)


def _set_lost(state: State, unit: int) -> float:
    """Return what the sale of all that a unit carries costs its team."""
    items = state.setup.catalog.items
    return tuned().season.sold * sum(items[item].cost for item in state.items[unit])


def _sold_after(state: State, outcome: Outcome, seat: int) -> float:
    """Return what the auction after a finished match means to a team."""
    season = season_of(state)
    winner = outcome.winner
    if season is None or not season.left or winner is None:
        return 0.0
    lost = {
        unit: _set_lost(state, unit)
        for unit, place in enumerate(state.space)
        if place < 0 and unit >> 2 != winner
    }
    unit = max(lost, key=lambda unit: lost[unit], default=-1)
    if unit < 0:
        return 0.0
    return -lost[unit] if unit >> 2 == seat else lost[unit] * rivalry(state, seat, unit >> 2)


def auction_risk(state: State, unit: int) -> float:
    """Return the same for a unit that comes to jail: one unit is sold after a match."""
    risk = sale(state, unit)
    if not risk:
        return 0.0
    first = unit >> 2 << 2
    jailed = [sale(state, mate) for mate in range(first, first + 4) if state.space[mate] < 0]
    return max(0.0, risk - max(jailed, default=0.0))


def decided(state: State, seat: int) -> float:
    """Credits of a match that is over: a win counts more than any lead."""
    outcome = state.outcome
    assert outcome is not None
    winners, pay = settled(state, outcome)
    won = pay / len(winners) if seat in winners else -pay
    return float(won + payout_lead(state, outcome, seat) + _sold_after(state, outcome, seat))


def payout_lead(state: State, outcome: Outcome, seat: int) -> int:
    """Payout of a team compared with the best of the others."""
    pays = {row.seat: row.payout for row in outcome.standings}
    mine = pays.pop(seat)
    return mine - pays[strongest(state, pays)]


def swayed(lead: float) -> float:
    """Return the value of an expected lead: about itself in an even match, always less than a win.

    So a chance to win at a stroke is worth much to the team behind and less to the leader.
    """
    return SWAY * ((1 - GREED) * tanh(lead / SWAY) + GREED * tanh(lead / (FAR * SWAY)))


def ended(state: State, seat: int) -> float:
    """Return the same for a finished match."""
    outcome = state.outcome
    assert outcome is not None
    winners, pay = settled(state, outcome)
    share = 1 / len(winners) if seat in winners else 0.0
    lead = payout_lead(state, outcome, seat)
    season = season_of(state)
    if season is None:
        return final(share, lead)
    pays = {row.seat: row.payout for row in outcome.standings if row.seat != seat}
    lead += season.heads[seat] - season.heads[strongest(state, pays)]
    if season.left:
        after = _sold_after(state, outcome, seat)
        return swayed_now(state, seat, lead + pay * (2 * share - 1) + after)
    return final(share, lead) / _steepness(season, seat)


def swayed_now(state: State, seat: int, lead: float) -> float:
    """Return `swayed` of a lead in the match; in a season of the lead in the season."""
    season = season_of(state)
    if season is None:
        return swayed(lead)
    spread = _spread(season)
    return spread * swayed(lead / spread) / _steepness(season, seat)


def _steepness(season: Season, seat: int) -> float:
    """Return the value of a credit at the start of the match, so that gains stay credits."""
    ahead = head_start(season, seat) / (SWAY * _spread(season))
    near, far = tanh(ahead), tanh(ahead / FAR)
    return max(STEEP, (1 - GREED) * (1 - near * near) + GREED / FAR * (1 - far * far))


def final(share: float, lead: float) -> float:
    """Return the value of a share of the win: above any expected lead, plus a bit for the lead."""
    return SWAY * ((1 + GREED) * (2 * share - 1) + GREED * tanh(lead / (FAR * SWAY)))
