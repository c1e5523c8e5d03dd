"""Resolving a scenario: the named phase is played by the rules of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.answers import (
    Bids,
    Chance,
    Discards,
    Nomination,
    Offer,
    Order,
    Plan,
    Protection,
    Sheet,
    Side,
    Target,
    Trade,
)
from deathdome.powerdome.model.asks import AskKind, ChanceKind
from deathdome.powerdome.model.options import CAPTION
from deathdome.powerdome.model.state import Progress
from deathdome.powerdome.rules import exchange, setup
from deathdome.powerdome.rules.book import book_of
from deathdome.powerdome.rules.fight import Fight
from deathdome.powerdome.rules.rounds import close, follow, play_round, reset
from deathdome.powerdome.rules.sheets import (
    complete,
    planners,
    why_not_attack,
    why_not_order,
    why_not_sheet,
)
from deathdome.powerdome.scenarios.luck import Luck
from deathdome.powerdome.scenarios.reading import free_name, set_rules
from deathdome.powerdome.scenarios.result import Outcome
from deathdome.powerdome.scenarios.words import BrokenRuleError, fail, is_none, listed, table_of
from deathdome.powerdome.text.refusals import refusal_text, rules_of
from deathdome.toml.words import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.powerdome.model.answers import Activation, Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import Character
    from deathdome.powerdome.rules.refusals import Refusal
    from deathdome.powerdome.scenarios.reading import Scenario
    from deathdome.toml.places import Path
    from deathdome.toml.tables import Table


def resolve(scenario: Scenario) -> Outcome:
    """Play the phase of a scenario.

    Raises:
        BrokenRuleError: a decision in the file breaks a rule.
        PlaceError: something in the file is unexpected.
    """
    outcome = Outcome(scenario)
    _Resolver(scenario, outcome).play()
    for who in range(len(scenario.names), len(scenario.dome.characters)):
        scenario.names.append(free_name(scenario.dome, who, scenario.names))
    return outcome


class _Resolver:
    def __init__(self, scenario: Scenario, outcome: Outcome) -> None:
        self.scenario = scenario
        self.dome = scenario.dome
        self.outcome = outcome
        self.log = outcome.log
        self.luck = Luck(scenario)
        self.progress = Progress()
        self._protections: list[tuple[Any, Path]] = []
        self._protected = 0

    def play(self) -> None:
        getattr(self, f"_{self.scenario.phase}")()

    def _refuse(self, refusal: Refusal | None, path: Path) -> None:
        if refusal is None:
            return
        names = self.scenario.names
        text = refusal_text(refusal, names, self.dome.tome)
        raise BrokenRuleError(rules_of(refusal), text, path)

    def _seat(self, value: Any, path: Path) -> int:
        seat = self.scenario.people.one(value, path)
        if seat >= self.dome.seats:
            fail(path, f"{written(value)} is an ally, not a player")
        return seat

    def _powers(self, value: Any, path: Path) -> tuple[int, ...]:
        powers = self.scenario.tome.powers
        return tuple(powers.one(one, place) for one, place in listed(value, path))

    # Culling

    def _cull(self) -> None:
        table = self.scenario.table
        tables = table.table("nominations")
        named: dict[int, tuple[int, ...]] = {}
        for key, value in tables.data.items():
            seat = self._seat(key, ("nominations", key))
            powers = self._powers(value, ("nominations", key))
            self._refuse(
                setup.why_not_nomination(self.dome.tome, Nomination(powers)), ("nominations", key)
            )
            named[seat] = powers
        for seat in range(self.dome.seats):
            if seat not in named:
                raise BrokenRuleError(
                    ("PD-NOMINATE-01",),
                    f"{self.scenario.names[seat]} nominates nothing",
                    ("nominations",),
                )
        pool = setup.pool_of([named[seat] for seat in range(self.dome.seats)])
        self._protections = listed(table.data.get("protect", []), ("protect",))
        rows = [self._protection(value, path) for value, path in self._protections]
        if len(pool) < setup.slot_count(self.dome.seats):
            for (_, power), (_, path) in zip(rows, self._protections, strict=True):
                if power is not None:
                    raise BrokenRuleError(
                        ("PD-CULL-08",),
                        "fewer powers were nominated than there are slots, so none is protected",
                        path,
                    )
        slots = setup.cull(self.dome, pool, self._ask_culling, self.log, self.progress)
        self.outcome.slots = slots
        self._no_protection_left(rows)

    def _protection(self, value: Any, path: Path) -> tuple[int, int | None]:
        """Return who protects what: ["B", "feint"], or a table with player and power."""
        if isinstance(value, dict):
            table = table_of(value, path)
            table.only(("player", "power"))
            table.need("player")
            who, what = table.data["player"], table.data.get("power", "pass")
        elif isinstance(value, list) and len(value) == 2:
            who, what = value
        else:
            fail(path, 'a protection is a player and a power, or "pass": ["A", "feint"]')
        seat = self._seat(who, path)
        if is_none(what) or (isinstance(what, str) and what.strip().casefold() == "pass"):
            return seat, None
        return seat, self.scenario.tome.powers.one(what, path)

    def _ask_culling(self, ask: Ask) -> Answer:
        if ask.kind is AskKind.CHANCE:
            first = self.scenario.table.data.get("first")
            if ask.chance is ChanceKind.FIRST and first is not None:
                return Chance(self._seat(first, ("first",)))
            return self.luck(ask)
        if self._protected == len(self._protections):
            return Protection(None)
        value, path = self._protections[self._protected]
        seat, power = self._protection(value, path)
        names = self.scenario.names
        if seat != ask.seat:
            if seat in self.progress.passed:
                text = f"{names[seat]} has passed, and a pass is final"
            else:
                text = f'it is the turn of {names[ask.seat]}; write ["{names[ask.seat]}", "pass"]'
            raise BrokenRuleError(("PD-CULL-06",), text, path)
        self._refuse(setup.why_not_protection(self.dome, seat, power, self.progress), path)
        self._protected += 1
        return Protection(power)

    def _no_protection_left(self, rows: Sequence[tuple[int, int | None]]) -> None:
        """Refuse protections for which there is no turn any more."""
        for at in range(self._protected, len(rows)):
            seat, power = rows[at]
            if power is None:
                continue
            full = len(self.progress.protected) >= setup.slot_count(self.dome.seats)
            rules = ("PD-CULL-03", "PD-CULL-06") if full else ("PD-CULL-06",)
            text = (
                "every slot of the auction is protected"
                if full
                else f"{self.scenario.names[seat]} has passed, and a pass is final"
            )
            raise BrokenRuleError(rules, text, self._protections[at][1])

    # Auction

    def _auction(self) -> None:
        table = self.scenario.table
        sheets: list[dict[int, int]] = [{} for _ in range(self.dome.seats)]
        paths: dict[int, Path] = {}
        for key, value in table.table("bids").data.items():
            path: Path = ("bids", key)
            seat = self._seat(key, path)
            paths[seat] = path
            for word, amount in table_of(value, path).data.items():
                power = self.scenario.tome.powers.one(word, (*path, word))
                if power in sheets[seat]:
                    raise BrokenRuleError(
                        ("PD-AUCTION-01",), "one bid for each power is all", (*path, word)
                    )
                whole = int(amount) if isinstance(amount, float) and amount.is_integer() else amount
                if type(whole) is not int or not 0 <= whole <= 1_000_000:
                    raise BrokenRuleError(
                        ("PD-AUCTION-05",),
                        f"a bid is a whole number, 0 or more, not {written(amount)}",
                        (*path, word),
                    )
                sheets[seat][power] = whole
        slots = self._powers(table.data.get("slots", []), ("slots",))
        if "slots" not in table:
            slots = tuple({power for sheet in sheets for power in sheet})
        for number, power in enumerate(slots):
            if power in slots[:number] or power in self.dome.cards:
                name = self.dome.tome.powers[power].name
                raise BrokenRuleError(
                    ("PD-POWER-12",),
                    f"{name} is in this game already; each power exists once",
                    ("slots", number),
                )
        slots = tuple(sorted(slots))
        for seat, sheet in enumerate(sheets):
            refusal = setup.why_not_bids(self.dome, seat, Bids(sheet), slots, self.scenario.options)
            path = paths.get(seat, ("bids",))
            if refusal is not None and refusal.power is not None:
                words = table.table("bids").table(str(path[-1])).data
                path = next(
                    (
                        (*path, word)
                        for word in words
                        if self.scenario.tome.powers.find(word) == refusal.power
                    ),
                    path,
                )
            self._refuse(refusal, path)
        setup.settle(self.dome, slots, sheets, self.luck, self.log, self.progress)
        self.outcome.slots = slots
        self.outcome.unsold = self.progress.unsold

    # Exchange

    def _exchange(self) -> None:
        table = self.scenario.table
        offers = [0] * self.dome.seats
        for value, path in listed(table.data.get("trades", []), ("trades",)):
            self.progress.offers = tuple(offers)
            offers[self._trade(table_of(value, path))] += 1
        for key, value in table.table("discard").data.items():
            path = ("discard", key)
            seat = self._seat(key, path)
            answer = Discards(self._powers(value, path))
            self._refuse(exchange.why_not_discards(self.dome, seat, answer), path)
            exchange.discard(self.dome, seat, answer, self.log)

    def _trade(self, table: Table) -> int:
        """Play an offer and its reply; return the seat that made the offer."""
        table.only(("from", "to", "give", "want", "reason", "accept", "promise"))
        table.need("from", "to")
        seat = self._seat(table.data["from"], (*table.path, "from"))
        to = self._seat(table.data["to"], (*table.path, "to"))
        trade = Trade(
            to, self._side(table, "give"), self._side(table, "want"), table.text("reason", 1000)
        )
        offer = Offer(trade)
        self._refuse(exchange.why_not_offer(self.dome, seat, offer, self.progress), table.path)
        self.log.append(say.Offered(seat, trade))
        if table.flag("accept", True):
            exchange.carry_out(self.dome, seat, trade)
            self.log.append(say.Traded(seat, trade))
        else:
            self.log.append(say.Declined(seat, trade))
        return seat

    def _side(self, table: Table, key: str) -> Side:
        """Return one side of a trade: a table, a power, a number of vitality, or a list of both."""
        path = (*table.path, key)
        value = table.data.get(key, {})
        promise = ""
        if isinstance(value, dict):
            side = table_of(value, path)
            side.only(("power", "powers", "vitality", "promise"))
            powers = self._powers(
                side.data.get("powers", side.data.get("power", [])), (*path, "powers")
            )
            vitality = side.data.get("vitality", 0)
            promise = side.text("promise", 1000)
        else:
            rows = listed(value, path)
            powers = tuple(
                self.scenario.tome.powers.one(one, place)
                for one, place in rows
                if not isinstance(one, int | float)
            )
            vitality = sum(one for one, _ in rows if isinstance(one, int | float))
        if isinstance(vitality, float) and vitality.is_integer():
            vitality = int(vitality)
        if type(vitality) is not int or not 0 <= vitality <= 1_000_000:
            raise BrokenRuleError(
                ("PD-EXCHANGE-05",),
                f"vitality in a trade is a whole number, 0 or more, not {written(vitality)}",
                path,
            )
        return Side(powers, vitality, promise)

    # Start of the game

    def _start(self) -> None:
        self.dome.round = 0
        setup.start(self.dome, self.luck, self.log)
        fight = Fight(self.dome, book_of(self.dome.tome), self.luck, self.log)
        if not self.dome.over:
            fight.settle()

    # The round

    def _round(self) -> None:
        dome, scenario = self.dome, self.scenario
        dome.round = max(dome.round, 1) - 1
        set_rules(dome)
        self._give_marks()
        reset(dome, self.log)
        declared = scenario.options.declare == "combat"
        sheets = {}
        for seat in scenario.commit:
            if not dome.characters[seat].alive:
                continue
            mine = planners(dome, seat)
            plans = {who: scenario.plans.get(who, Plan()) for who in mine}
            sheet = Sheet(plans, scenario.captions.get(seat, "")[: CAPTION + 1])
            refusal = why_not_sheet(dome, seat, sheet, declared=declared)
            about = seat if refusal is None or refusal.character is None else refusal.character
            place = scenario.plan_paths.get(about, scenario.plan_paths.get(seat, ("plan",)))
            self._refuse(refusal, self._culprit(refusal, mine, place))
            sheets[seat] = complete(dome, seat, sheet)
        self._sheets = sheets
        living = set(dome.living())
        play_round(dome, sheets, list(sheets), scenario.options, self._ask_combat, self.log)
        self.outcome.order = [seat for seat in dome.order if seat in living]

    def _culprit(self, refusal: Refusal | None, mine: Sequence[int], place: Path) -> Path:
        """Return the place of the plan that is refused; targets may be characters of others."""
        if refusal is None or refusal.character in mine:
            return place
        for who in mine:
            plan = self.scenario.plans.get(who, Plan())
            if plan.attack == refusal.character and who in self.scenario.plan_paths:
                return (*self.scenario.plan_paths[who], "attack")
        return place

    def _give_marks(self) -> None:
        """Give the given modifiers that the file gives to no player, as before the first round."""
        fight = Fight(self.dome, book_of(self.dome.tome), self.luck, self.log)
        for power in self.dome.modifiers:
            setup.give(fight, power)

    def _ask_combat(self, ask: Ask) -> Answer:
        if ask.kind is AskKind.CHANCE:
            return self.luck(ask)
        character = self.dome.characters[ask.character]
        if ask.kind is AskKind.ORDER:
            return self._order(ask.seat, character)
        return self._target(character)

    def _order(self, seat: int, character: Character) -> Order:
        planned = self._sheets[seat].plans[character.id].activate
        declared = self.scenario.declared.get(character.id)
        acts = planned if declared is None or declared.activate is None else declared.activate
        x_of = {(act.power, act.effect): act.x for act in planned}
        acts = tuple(
            type(act)(act.power, act.effect, act.target, x_of.get((act.power, act.effect), act.x))
            for act in acts
        )
        named = {(act.power, act.effect) for act in acts}
        autos = tuple(
            act
            for act in planned
            if (act.power, act.effect) not in named and self._automatic(character, act)
        )
        acts = (*autos, *acts)
        path = () if declared is None else declared.path
        self._refuse(why_not_order(self.dome, character, planned, acts), path)
        return Order(acts)

    def _automatic(self, character: Character, act: Activation) -> bool:
        tome = self.dome.tome
        effects = (
            tome.allies[character.kind].effects
            if act.power is None
            else tome.powers[act.power].effects
        )
        return effects[act.effect].automatic

    def _target(self, character: Character) -> Target:
        declared = self.scenario.declared.get(character.id)
        if declared is None or not declared.attack:
            return Target(None)
        for target in declared.attack:
            refusal = why_not_attack(self.dome, character, target)
            if refusal is None:
                return Target(target)
            if refusal.code != "dead":  # no player would choose it
                self._refuse(refusal, (*declared.path, "attack"))
        return Target(None)

    # The closing dome

    def _round_end(self) -> None:
        fight = Fight(self.dome, book_of(self.dome.tome), self.luck, self.log)
        if not fight.settle():
            close(fight, self.scenario.options)
        if not self.dome.over:
            follow(fight)
            fight.settle()
