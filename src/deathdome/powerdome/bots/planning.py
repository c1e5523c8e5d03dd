"""Planning: the sheet of a round (D.4), and declarations in combat (AM-2)."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random
from typing import TYPE_CHECKING, Final

from deathdome.powerdome.bots.candidates import (
    AGILITY,
    Candidate,
    Maker,
    Shape,
    rank,
    undeclared,
)
from deathdome.powerdome.bots.choice import Choice, Option, Term, Unit, milli, term
from deathdome.powerdome.bots.memory import Shares
from deathdome.powerdome.bots.outcomes import Outcomes
from deathdome.powerdome.bots.search import Found, duel, many
from deathdome.powerdome.bots.targets import Aim
from deathdome.powerdome.model.answers import Order, Sheet, Target
from deathdome.powerdome.rules.fight import targets
from deathdome.powerdome.rules.game import rotation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deathdome.powerdome.bots.memory import Memory
    from deathdome.powerdome.bots.personality import Level, Personality
    from deathdome.powerdome.bots.worth import Appraiser
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import CharacterId, Seat
    from deathdome.powerdome.model.state import State

LEAN: Final = 0.06  # payoff, from the boldest to the most careful, for all points in resist
MODEL: Final = 0.3  # of hard's plans, best replies to what rivals did before
SAMPLES: Final = 12  # of rivals' plans, for best replies and for explanations
JITTER: Final = 0.1  # of resampled shares
BREAK: Final = 0.25  # gain that breaks a deal, times 1 - guile
CARE: Final = 0.05  # payoff with more than two players, for all points in resist
HEAT: Final = 12.0  # of rivals' targets, in points of score


class Planner:
    """The plans of one bot."""

    def __init__(
        self,
        appraiser: Appraiser,
        personality: Personality,
        memory: Memory,
        level: Level,
    ) -> None:
        self.appraiser = appraiser
        self.seat = appraiser.seat
        self.personality = personality
        self.memory = memory
        self.level = level
        self._crowd = False
        self.combats = 0  # resolved for the latest plan

    def aim(self, view: State) -> Aim:
        """Return the scores of targets as things stand."""
        return Aim(view.now, self.memory, self.appraiser, self.personality.spite, view.deals)

    def plan(self, view: State, dice: Random) -> tuple[Sheet, Callable[[], Choice]]:
        """Return the sheet, and a function that gives the reasons."""
        dome, seat = view.dome, self.seat
        outcomes = Outcomes(dome, view.options, rotation(dome), dice)
        aim = self.aim(view)
        maker = Maker(dome, aim, outcomes, dice)
        foes = self._foes(aim)
        if self.level.iterations == 0:
            mine = [self._sensible(maker, foes, dice)]
            cast: dict[Seat, list[Candidate]] = {seat: mine}
            for rival in dome.living():
                if rival != seat:
                    cast[rival] = [Candidate(maker.plain(rival), None)]
            found = Found({one: [1.0] for one in cast}, [0.0])
            chosen = 0
        else:
            cast, found = self._search(maker, aim, foes, outcomes, dice)
            chosen = self._choose(cast, found, aim, maker, outcomes, dice)
        self.combats = outcomes.combats
        sheet = cast[seat][chosen].sheet
        declared = view.options.declare == "combat"
        seed = dice.getrandbits(32)

        def explain() -> Choice:
            return self._explain(view, cast, found, chosen, seed)

        return undeclared(sheet) if declared else sheet, explain

    def _foes(self, aim: Aim) -> list[CharacterId]:
        """Return the targets, best first, without those under a truce."""
        ranked = aim.ranked(self.seat)
        barred = aim.barred(self.seat)
        return [one for one in ranked if one not in barred] or ranked

    # Easy

    def _sensible(self, maker: Maker, foes: Sequence[CharacterId], dice: Random) -> Candidate:
        """Return a plan at random from sensible shapes (D.1)."""
        seat = self.seat
        bundles = maker.bundles(seat, foes)
        bundle = dice.choice(bundles)
        points = maker.points(seat, bundle[0])
        agility = points * dice.choice(AGILITY[:5]) // 100
        strike = dice.choice((75, 50, 25))
        foe = dice.choice(foes[:2]) if foes else None
        return Candidate(maker.sheet(seat, Shape(agility, strike), bundle, foe), foe)

    # Normal and hard

    def _search(
        self,
        maker: Maker,
        aim: Aim,
        foes: Sequence[CharacterId],
        outcomes: Outcomes,
        dice: Random,
    ) -> tuple[dict[Seat, list[Candidate]], Found]:
        seat, level = self.seat, self.level
        players = outcomes.players
        self._crowd = len(players) > 2
        two = len(players) == 2
        count = level.duel if two else level.many
        theirs = level.duel if two else level.rivals
        own_foes = list(foes)
        barred = aim.barred(seat)
        if barred:
            best = aim.ranked(seat, trust=False)[:1]
            own_foes = [*own_foes[:1], *(one for one in best if one not in own_foes[:1])]
        cast = {seat: maker.candidates(seat, count, own_foes[:2])}
        for rival in players:
            if rival != seat:
                ranked = self._seen_with_their_eyes(aim, rival, theirs, dice)
                cast[rival] = maker.candidates(rival, theirs, ranked)
        lean = [self._lean(candidate) for candidate in cast[seat]]
        if two:
            rival = next(one for one in players if one != seat)
            found = duel(seat, rival, cast, lean, outcomes, level.iterations, level.combats)
            return {one: cast[one][: len(found.strategies[one])] for one in cast}, found
        return cast, many(seat, cast, lean, outcomes, level.iterations, level.combats, dice)

    def _seen_with_their_eyes(
        self, aim: Aim, rival: Seat, count: int, dice: Random
    ) -> list[CharacterId]:
        """Return likely targets of a rival, by softmax over their scores."""
        ranked = aim.ranked(rival)
        barred = aim.barred(rival)
        ranked = [one for one in ranked if one not in barred] or ranked
        if len(ranked) < 2:
            return ranked
        scores = [aim.score(rival, one) for one in ranked]
        top = max(scores)
        weights = [exp((score - top) / HEAT) for score in scores]
        return dice.choices(ranked, weights, k=count)

    def _lean(self, candidate: Candidate) -> float:
        """Return what caution adds to the payoff of a plan."""
        plan = candidate.sheet.plans[self.seat]
        share = plan.resist / max(plan.points, 1)
        care = CARE if self._crowd else 0.0
        return (LEAN * (self.personality.caution - 0.5) + care) * share

    def _choose(
        self,
        cast: Mapping[Seat, list[Candidate]],
        found: Found,
        aim: Aim,
        maker: Maker,
        outcomes: Outcomes,
        dice: Random,
    ) -> int:
        """Return the candidate to play, deals considered.

        With two players it is a sample of the average strategy, with more the best.
        """
        seat = self.seat
        weights = list(found.strategies[seat])
        values = list(found.values)
        if self.level.model and dice.random() < MODEL:
            replies = self._model_values(cast, found, maker, outcomes, dice)
            if replies is not None:
                values = replies
                best = max(range(len(values)), key=lambda one: values[one])
                weights = [float(one == best) for one in range(len(values))]
        if len(cast) > 2:
            best = max(range(len(values)), key=lambda one: values[one])
            weights = [float(one == best) for one in range(len(values))]
        faithful = self._faithful(cast[seat], aim)
        if all(faithful) or not any(faithful):
            return _sampled(weights, dice)
        rows = range(len(values))
        keep = max(values[one] for one in rows if faithful[one])
        gain = max(values[one] for one in rows if not faithful[one]) - keep
        breaks = gain > BREAK * (1 - self.personality.guile)
        kept = [
            weight if faithful[one] is not breaks else 0.0 for one, weight in enumerate(weights)
        ]
        if not any(kept):
            right = [one for one in rows if faithful[one] is not breaks]
            return max(right, key=lambda one: values[one])
        return _sampled(kept, dice)

    def _faithful(self, mine: Sequence[Candidate], aim: Aim) -> list[bool]:
        """Return which own candidates keep all deals of the round."""
        barred = aim.barred(self.seat)
        owners = {power: who for who, hand in enumerate(aim.dome.hands) for power in hand}
        due = {third for partner, third in aim.joint if partner == self.seat}
        found = []
        for candidate in mine:
            plan = candidate.sheet.plans[self.seat]
            harm = candidate.attack in barred
            for act in plan.activate:
                harm = harm or self._aims_at(aim, act.power, act.effect, act.target, owners, barred)
            absent = bool(due) and candidate.attack not in due
            found.append(not (harm or absent))
        return found

    @staticmethod
    def _aims_at(
        aim: Aim,
        power: int | None,
        effect: int,
        target: int | None,
        owners: Mapping[int, Seat],
        barred: set[CharacterId],
    ) -> bool:
        if power is None or target is None:
            return False
        kind = aim.dome.tome.powers[power].effects[effect].target
        if kind is not None and kind.value == "rival_power":
            return owners.get(target, -1) in barred
        return target in barred

    # The model of rivals (hard)

    def _model_values(
        self,
        cast: Mapping[Seat, list[Candidate]],
        found: Found,
        maker: Maker,
        outcomes: Outcomes,
        dice: Random,
    ) -> list[float] | None:
        """Return the payoffs of own candidates against a resampling of what rivals did before."""
        seat = self.seat
        rivals = [one for one in cast if one != seat]
        if not any(self.memory.shares[rival] for rival in rivals):
            return None
        left = (self.level.combats + 500 - outcomes.combats) // len(cast[seat])
        count = min(SAMPLES, max(left, 0))
        if count < 3:
            return None
        totals = [self._lean(candidate) * count for candidate in cast[seat]]
        for _ in range(count):
            sheets = {}
            for one in outcomes.order:
                if one != seat:
                    likely = dice.choices(cast[one], found.strategies[one])[0]
                    sheets[one] = self._resampled(one, likely, maker, dice)
            for number, candidate in enumerate(cast[seat]):
                profile = {one: sheets.get(one, candidate.sheet) for one in outcomes.order}
                totals[number] += outcomes.payoff(outcomes.resolve(profile), seat)
        return [total / count for total in totals]

    def _resampled(self, rival: Seat, likely: Candidate, maker: Maker, dice: Random) -> Sheet:
        """Return a rival's likely plan with shares of an earlier round, the latest likeliest."""
        past = self.memory.shares[rival]
        plan = likely.sheet.plans[rival]
        if not past:
            return likely.sheet
        weights = [0.7 ** (len(past) - 1 - age) for age in range(len(past))]
        shares = dice.choices(past, weights)[0]
        spread = [share * (1 + JITTER * (2 * dice.random() - 1)) for share in shares]
        total = sum(spread) or 1.0
        points = maker.points(rival, [act for act in plan.activate if act.power is not None])
        points = max(points, 0)
        usual = Shares(*(share / total for share in spread))
        agility, strike = int(points * usual.agility), int(points * usual.strike)
        changed = replace(
            plan, agility=agility, strike=strike, resist=max(points - agility - strike, 0)
        )
        return Sheet({**likely.sheet.plans, rival: changed})

    # Reasons

    def _explain(
        self,
        view: State,
        cast: Mapping[Seat, list[Candidate]],
        found: Found,
        chosen: int,
        seed: int,
    ) -> Choice:
        """Resolve the chosen sheet, and the next best, against likely plans of the rivals."""
        seat = self.seat
        dice = Random(seed)
        outcomes = Outcomes(view.dome, view.options, rotation(view.dome), dice)
        profiles = [
            {
                one: dice.choices(rows, found.strategies[one])[0].sheet
                for one, rows in cast.items()
                if one != seat
            }
            for _ in range(SAMPLES)
        ]
        ranked = sorted(
            range(len(found.values)),
            key=lambda one: (one != chosen, -found.strategies[seat][one], one),
        )
        options = []
        for number in ranked[:3]:
            candidate = cast[seat][number]
            sums: dict[str, int] = {}
            for profile in profiles:
                sheets = {one: profile.get(one, candidate.sheet) for one in outcomes.order}
                for one in outcomes.terms(outcomes.resolve(sheets), seat):
                    sums[one.name] = sums.get(one.name, 0) + one.amount
            terms = [Term(name, round(total / SAMPLES)) for name, total in sums.items()]
            lean = milli(self._lean(candidate))
            if lean:
                terms.append(Term("caution", lean))
            options.append(Option(candidate.sheet, tuple(terms)))
        likely = {
            one: rows[max(range(len(rows)), key=lambda row: found.strategies[one][row])]
            for one, rows in cast.items()
            if one != seat
        }
        expected = tuple(
            (who, plan) for one in likely.values() for who, plan in one.sheet.plans.items()
        )
        return Choice(options[0], tuple(options[1:]), Unit.PAYOFF, expected)

    # AM-2: declared in combat

    def order(self, view: State, ask: Ask) -> Choice:
        """Order the planned activations of a character, and aim them."""
        sheet = view.gathered[self.seat]
        assert isinstance(sheet, Sheet)
        dome = view.now
        character = dome.characters[ask.character]
        aim = self.aim(view)
        foes = self._foes(aim)
        from_sheet = sheet.plans[ask.character].activate
        rows = []
        for number, act in enumerate(from_sheet):
            effects = (
                dome.tome.allies[character.kind].effects
                if act.power is None
                else dome.tome.powers[act.power].effects
            )
            effect = effects[act.effect]
            choices = [] if effect.target is None else targets(dome, character, effect.target)
            target = aim.at(self.seat, effect, choices, foes)
            rows.append(((rank(effect), number), replace(act, target=target)))
        rows.sort(key=lambda row: row[0])
        terms = [
            term("rank", -key[0], act.power if act.power is not None else None) for key, act in rows
        ]
        answer = Order(tuple(act for _, act in rows))
        return Choice(Option(answer, tuple(terms)), (), Unit.SCORE)

    def target(self, view: State, ask: Ask) -> Choice:
        """Declare an attack: the best target as things stand."""
        character = view.now.characters[ask.character]
        nothing = Option(Target(None), ())
        if character.strike < 1:
            return Choice(nothing, (), Unit.SCORE)
        aim = self.aim(view)
        options = [Option(Target(foe), aim.terms(self.seat, foe)) for foe in self._foes(aim)]
        if not options:
            return Choice(nothing, (), Unit.SCORE)
        return Choice(options[0], tuple(options[1:3]), Unit.SCORE)


def _sampled(weights: Sequence[float], dice: Random) -> int:
    return dice.choices(range(len(weights)), weights)[0]
