"""One stretch of play: activations, attacks, reactions and deaths (PD-COMBAT, PD-POWER, PD-DEATH).

A `Fight` changes a dome in place. It asks for chance, and for declarations in combat (AM-2),
through `asks`; with the same answers it does the same, so a fight that lacks an answer can be
played again from its start when the answer is known. `log` gets the events; without one nothing
is written, as bots want it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.answers import Chance
from deathdome.powerdome.model.asks import CHANCE, Ask, AskKind, ChanceKind
from deathdome.powerdome.model.dome import ABSENT, Character, Reflection
from deathdome.powerdome.model.tome import EventKind, TargetKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from deathdome.powerdome.model.answers import Activation, Answer
    from deathdome.powerdome.model.dome import CharacterId, Dome, PowerId, Seat
    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.rules.procedures import Book, Entry, Ready

    Path: TypeAlias = "frozenset[tuple[int, int, int]]"

NO_PATH: Final[Path] = frozenset()
# Every chain ends (PD-POWER-15). These bounds keep those of hostile packs short; no game
# with the PowerTome comes near them.
MAX_CHAIN: Final = 32  # effects on a path of cause and effect
MAX_ANSWERS: Final = 4_000  # reactions in a round
_NO_ROLES: Final[Mapping[str, CharacterId]] = {}
_NO_COUNTERS: Final[Mapping[str, int]] = {}


class Happening:
    """An event that reactive effects may answer."""

    __slots__ = ("affliction", "amount", "kind", "path", "roles", "silent")

    def __init__(
        self,
        kind: EventKind,
        path: Path,
        roles: Mapping[str, CharacterId] = _NO_ROLES,
        amount: int = 0,
        silent: Sequence[CharacterId] = (),
    ) -> None:
        self.kind = kind
        self.path = path  # effects that led to it; none of them answers (PD-POWER-15)
        self.roles = dict(roles)
        self.amount = amount
        self.silent = silent  # died by the same blow, so they do not answer (PD-POWER-16)
        self.affliction = ABSENT  # the kind of affliction just received


class Use:
    """One use of an effect: the bearer, its choices, and the procedures of its steps."""

    __slots__ = (
        "bearer",
        "cause",
        "counters",
        "event",
        "fight",
        "last",
        "path",
        "power",
        "roll",
        "target",
        "x",
    )

    def __init__(
        self,
        fight: Fight,
        bearer: CharacterId,
        power: PowerId | None,
        path: Path,
        *,
        target: int | None = None,
        x: int = 0,
        event: Happening | None = None,
        cause: str = "power",
    ) -> None:
        self.fight = fight
        self.bearer: CharacterId = bearer  # ABSENT for a modifier that belongs to no player
        self.power = power
        self.path = path
        self.target = target
        self.x = x
        self.event = event
        self.cause = cause
        self.last = 0  # what the previous changing step really changed
        self.roll = 0
        self.counters = _NO_COUNTERS if power is None else fight.dome.cards[power].counters

    def weaken(self, who: Sequence[CharacterId], n: int) -> None:
        """Take vitality from characters, all at once."""
        fight = self.fight
        hurt = [one for one in who if fight.characters[one].alive]
        self.last = n * len(hurt) if n > 0 else 0
        actor = ABSENT if self.cause == "affliction" else self.bearer
        fight.lose([(one, n) for one in hurt], self.cause, actor, self.path)

    def regenerate(self, who: Sequence[CharacterId], n: int) -> None:
        """Add vitality; there is no ceiling (R-31)."""
        fight = self.fight
        better = [one for one in who if fight.characters[one].alive] if n > 0 else []
        self.last = n * len(better)
        for one in better:
            character = fight.characters[one]
            character.vitality += n
            if fight.log is not None:
                now = character.vitality
                fight.log.append(say.VitalityChanged(one, now - n, now, self.cause))
        for one in better:
            fight.happen(EventKind.GAINED, self.path, {"subject": one}, n)

    def set_stat(self, who: Sequence[CharacterId], stat: str, level: int) -> None:
        """Set a stat for the round, not below 0; allies have no agility (PD-COMBAT-16)."""
        fight = self.fight
        self.last = 0
        for one in who:
            character = fight.characters[one]
            if not character.alive or (stat == "agility" and not character.player):
                continue
            old: int = getattr(character, stat)
            new = max(level, 0)
            if new == old:
                continue
            setattr(character, stat, new)
            self.last += abs(new - old)
            if fight.log is not None:
                fight.log.append(say.StatChanged(one, stat, old, new))

    def add_stat(self, who: Sequence[CharacterId], stat: str, add: int) -> None:
        """Change a stat for the round, not below 0."""
        total = 0
        for one in who:
            self.set_stat((one,), stat, getattr(self.fight.characters[one], stat) + add)
            total += self.last
        self.last = total

    def swap(self, one: CharacterId, other: CharacterId, stat: str) -> None:
        """Exchange a stat between two living characters."""
        self.last = 0
        if one < 0 or other < 0:
            return
        first, second = self.fight.characters[one], self.fight.characters[other]
        if not (first.alive and second.alive):
            return
        if stat == "agility" and not (first.player and second.player):
            return
        left, right = getattr(first, stat), getattr(second, stat)
        self.set_stat((one,), stat, right)
        self.set_stat((other,), stat, left)
        self.last = abs(left - right)

    def add_points(self, who: Sequence[CharacterId], add: int) -> None:
        """Change the reserve, not below 0."""
        fight = self.fight
        self.last = 0
        for one in who:
            character = fight.characters[one]
            if not character.alive:
                continue
            old = character.ap
            new = max(old + add, 0)
            if new != old:
                character.ap = new
                self.last += abs(new - old)
                if fight.log is not None:
                    fight.log.append(say.StatChanged(one, "ap", old, new))

    def give_trait(self, who: Sequence[CharacterId], key: str) -> None:
        """Give bypass, no_attack or steady for the round."""
        for one in who:
            if self.fight.characters[one].alive:
                setattr(self.fight.characters[one], key, True)
                self.fight.write(say.TraitGiven(one, key))

    def cap(self, who: Sequence[CharacterId], n: int) -> None:
        """Let no single attack of the round deal more than this; the lowest cap counts."""
        for one in who:
            character = self.fight.characters[one]
            if character.alive:
                old = character.taken_max
                character.taken_max = max(n, 0) if old is None else min(old, max(n, 0))
                self.fight.write(say.TraitGiven(one, "taken_max", character.taken_max))

    def reflect(self, who: Sequence[CharacterId], num: int, den: int, versus: CharacterId) -> None:
        """Let attackers, or one of them, lose a share of the damage they deal."""
        for one in who:
            character = self.fight.characters[one]
            if character.alive:
                character.reflect += (Reflection(num, den, versus, self.path),)
                self.fight.write(say.TraitGiven(one, "reflect"))

    def attack(self, attacker: CharacterId, defender: CharacterId, strike: int) -> None:
        """Attack at once, on top of the normal attack."""
        if attacker < 0 or defender < 0:
            return
        one, other = self.fight.characters[attacker], self.fight.characters[defender]
        if one.alive and other.alive and strike > 0 and not (one.no_attack or other.new):
            self.fight.attack(attacker, defender, self.path, strike)

    def redirect(self, to: CharacterId) -> None:
        """Let the attack that begins now hit another living character."""
        event, fight = self.event, self.fight
        if event is None or event.kind is not EventKind.ATTACK or to < 0:
            return
        old = event.roles["defender"]
        if to in (old, event.roles["attacker"]) or not fight.characters[to].alive:
            return
        event.roles["defender"] = to
        fight.write(say.Redirected(event.roles["attacker"], old, to))

    def change_damage(self, add: int) -> None:
        """Add to pending damage; what is 0 stays 0 (R-06)."""
        self._set_damage(lambda damage: damage + add)

    def scale_damage(self, num: int, den: int) -> None:
        """Multiply pending damage, rounded down."""
        self._set_damage(lambda damage: damage * num // den)

    def _set_damage(self, change: Callable[[int], int]) -> None:
        event = self.event
        self.last = 0
        if event is None or event.kind is not EventKind.PENDING or event.amount < 1:
            return
        old, new = event.amount, max(change(event.amount), 0)
        if new != old:
            self.fight.write(say.DamageChanged(event.roles["defender"], old, new))
            self.last = abs(new - old)
            event.amount = new

    def disable(self, powers: Iterable[PowerId]) -> None:
        """Stop powers for the rest of the round (PD-KEYWORD-04)."""
        for power in powers:
            card = self.fight.dome.cards.get(power)
            if card is not None and card.owner >= 0 and not card.disabled:
                card.disabled = True
                self.fight.write(say.Disabled(power))

    def disable_all(self, who: Sequence[CharacterId]) -> None:
        """Stop every power that players own."""
        for one in who:
            if self.fight.characters[one].player:
                self.disable(self.fight.dome.hands[one][:])

    def forfeit(self) -> None:
        """Take this power out of the game."""
        if self.power is not None and self.fight.dome.cards[self.power].owner >= 0:
            self.fight.dome.discard(self.power)
            self.fight.write(say.Forfeited(self.power))

    def move(self, power: PowerId | None, to: CharacterId) -> None:
        """Hand a power to another player, alive or about to answer its own death."""
        fight = self.fight
        if power is None or to < 0 or not fight.characters[to].player:
            return
        card = fight.dome.cards[power]
        if card.owner < 0 or card.owner == to or not fight.characters[to].alive:
            return
        fight.write(say.Moved(power, card.owner, to))
        fight.dome.move(power, to)
        card.moved = True

    def draw(self, to: CharacterId) -> None:
        """Hand a random culled power, but no modifier, to a player."""
        fight = self.fight
        dome = fight.dome
        if to < 0 or not fight.characters[to].player or not fight.characters[to].alive:
            return
        found = [power for power in dome.culled if not dome.tome.powers[power].modifier]
        if not found:
            return
        power = fight.chance(ChanceKind.DRAW, found, to)
        dome.culled.remove(power)
        dome.acquire(power, to)
        dome.cards[power].moved = dome.round > 0
        fight.write(say.Moved(power, ABSENT, to))
        fight.listen(fight.book.powers[power])

    def afflict(self, who: Sequence[CharacterId], affliction: int) -> None:
        """Give an affliction (PD-KEYWORD-01)."""
        fight = self.fight
        ill = [one for one in who if fight.characters[one].alive]
        for one in ill:
            fight.characters[one].afflictions.append(affliction)
            fight.write(say.Afflicted(one, affliction))
        if EventKind.AFFLICTED in fight.heard:
            for one in ill:
                roles = {"subject": one, "actor": self.bearer}
                happening = Happening(EventKind.AFFLICTED, self.path, roles)
                happening.affliction = affliction
                fight.react(happening)

    def cure(self, who: Sequence[CharacterId], n: int | None, *, newest: bool) -> None:
        """Remove afflictions: the oldest, or the one just received. `last` counts them."""
        self.last = 0
        for one in who:
            held = self.fight.characters[one].afflictions
            if newest:
                kind = self.event.affliction if self.event is not None else ABSENT
                if kind not in held:
                    continue
                at = len(held) - 1 - held[::-1].index(kind)
                gone = [held.pop(at)]
            else:
                count = len(held) if n is None else max(n, 0)
                gone = held[:count]
                del held[:count]
            self.last += len(gone)
            for kind in gone:
                self.fight.write(say.Cured(one, kind))

    def count(self, name: str, add: int) -> None:
        """Change a counter on this power, not below 0."""
        if self.power is None:
            return
        counters = self.fight.dome.cards[self.power].counters
        old = counters.get(name, 0)
        counters[name] = new = max(old + add, 0)
        self.last = abs(new - old)
        if new != old:
            self.fight.write(say.CounterChanged(name, old, new, power=self.power))

    def count_on(self, who: Sequence[CharacterId], name: str, add: int) -> None:
        """Change a counter on characters, not below 0."""
        self.last = 0
        for one in who:
            counters = self.fight.characters[one].counters
            old = counters.get(name, 0)
            counters[name] = new = max(old + add, 0)
            self.last += abs(new - old)
            if new != old:
                self.fight.write(say.CounterChanged(name, old, new, character=one))

    def summon(self, kind: int, players: Sequence[CharacterId]) -> None:
        """Summon an ally for each living player selected (PD-ALLY-01)."""
        fight = self.fight
        dome = fight.dome
        for one in players:
            seat = fight.characters[one].controller
            if not fight.characters[seat].alive:
                continue
            vitality = dome.tome.allies[kind].vitality
            ally = Character(len(fight.characters), seat, kind, vitality)
            ally.new = dome.round > 0
            fight.characters.append(ally)
            fight.write(say.Summoned(ally.id, kind, seat))
            fight.listen(fight.book.allies[kind])

    def revive(self, who: Sequence[CharacterId], vitality: int) -> None:
        """Let dead players live again (PD-KEYWORD-09)."""
        for one in who:
            character = self.fight.characters[one]
            if character.alive or not character.player:
                continue
            character.alive = True
            character.fallen = True
            character.vitality = max(vitality, 0)
            self.fight.write(say.Revived(one, character.vitality))

    def roll_die(self, sides: int) -> None:
        """Roll a die."""
        self.roll = self.fight.chance(ChanceKind.ROLL, range(1, sides + 1))
        self.fight.write(say.Rolled(self.roll, sides))

    def set_rule(self, key: str, level: int | str) -> None:
        """Change a rule of the game: for good by a modifier, otherwise for the round."""
        dome = self.fight.dome
        if self.power is not None and dome.tome.powers[self.power].modifier:
            dome.lasting.pop(key, None)
        else:
            dome.lasting.setdefault(key, getattr(dome, key))
        setattr(dome, key, level)
        self.fight.write(say.RuleSet(key, level))


class Fight:
    """The procedures that change a dome, with their reactions."""

    __slots__ = ("answered", "asks", "book", "characters", "dome", "heard", "log")

    def __init__(
        self,
        dome: Dome,
        book: Book,
        asks: Callable[[Ask], Answer],
        log: list[Event] | None = None,
    ) -> None:
        self.dome = dome
        self.characters = dome.characters
        self.asks = asks
        self.log = log
        self.book = book
        self.answered = 0  # reactions so far
        self.heard: set[EventKind] = set()  # events that something in play answers
        powers, allies = self.book.powers, self.book.allies
        for hand in dome.hands:
            for power in hand:
                self.heard.update(powers[power].answers)
        for power in dome.modifiers:
            self.heard.update(powers[power].answers)
        for character in self.characters[dome.seats :]:
            self.heard.update(allies[character.kind].answers)

    def listen(self, entry: Entry) -> None:
        """Take in the reactive effects of something that comes into play."""
        self.heard.update(entry.answers)

    def write(self, event: Event) -> None:
        """Log an event."""
        if self.log is not None:
            self.log.append(event)

    def chance(self, kind: ChanceKind, choices: Sequence[int], about: int = ABSENT) -> int:
        """Return a random choice; a single one needs no chance (R-15)."""
        if len(choices) == 1:
            return choices[0]
        answer = self.asks(Ask(CHANCE, AskKind.CHANCE, kind, tuple(choices), about=about))
        assert isinstance(answer, Chance)
        return answer.value

    def in_order(self) -> Iterator[Character]:
        """Yield all characters in initiative order, allies after their player."""
        dome, characters = self.dome, self.characters
        if len(characters) == dome.seats:
            for seat in dome.order:
                yield characters[seat]
            return
        for seat in dome.order:
            yield characters[seat]
            for one in characters[dome.seats :]:
                if one.controller == seat:
                    yield one

    def living(self) -> list[Character]:
        """Return the living characters in initiative order."""
        return [one for one in self.in_order() if one.alive]

    # Vitality and death

    def lose(
        self,
        losses: Sequence[tuple[CharacterId, int]],
        cause: str,
        actor: CharacterId,
        path: Path,
    ) -> None:
        """Take vitality from living characters at the same time (PD-DEATH-02)."""
        dead = []
        for one, n in losses:
            character = self.characters[one]
            if n <= 0:
                continue
            old = character.vitality
            character.vitality = old - n
            if self.log is not None:
                self.log.append(say.VitalityChanged(one, old, old - n, cause))
            if old < n:
                dead.append(one)
        if dead:
            self.die(dead, actor, path)
        if EventKind.LOST in self.heard:
            for one, n in losses:
                if n > 0 and one not in dead and self.characters[one].alive:
                    self.react(Happening(EventKind.LOST, path, {"subject": one, "actor": actor}, n))

    def die(
        self,
        dead: Sequence[CharacterId],
        actor: CharacterId,
        path: Path,
        *,
        with_player: bool = False,
    ) -> None:
        """Let characters die at the same time; answers to it come before burial (PD-DEATH-07)."""
        for one in dead:
            character = self.characters[one]
            character.alive = False
            character.fallen = True
            character.agility = character.strike = character.resist = character.ap = 0
            self.write(say.Died(one, with_player))
        if EventKind.DIED in self.heard:
            for one in dead:
                roles = {"subject": one, "actor": actor}
                self.react(Happening(EventKind.DIED, path, roles, silent=dead))
        for one in dead:
            if not self.characters[one].alive:
                self._bury(self.characters[one])

    def _bury(self, character: Character) -> None:
        """Take the powers and lasting effects of the dead out of the game (PD-DEATH-04)."""
        character.afflictions.clear()
        character.bypass = character.no_attack = character.steady = False
        character.taken_max = None
        character.reflect = ()
        if character.player:
            for power in self.dome.hands[character.id][:]:
                self.dome.discard(power)

    def settle(self) -> bool:
        """End the game if at most one player lives (PD-WIN-01 to -03); True if it is over."""
        dome = self.dome
        if not dome.over:
            living = dome.living()
            if len(living) <= 1:
                self.end(living[0] if living else ABSENT, "last-alive" if living else "none-alive")
        return dome.over

    def end(self, winner: Seat, reason: str) -> None:
        """End the game."""
        self.dome.over = True
        self.dome.winner = winner
        self.write(say.GameOver(winner, reason))

    # Reactions

    def happen(
        self, kind: EventKind, path: Path, roles: Mapping[str, CharacterId], amount: int = 0
    ) -> None:
        """Let an event be answered."""
        if kind in self.heard:
            self.react(Happening(kind, path, roles, amount))

    def react(self, event: Happening) -> None:
        """Let every reactive effect answer, each when its turn comes (PD-POWER-14)."""
        dome, book = self.dome, self.book
        kind = event.kind
        done: set[tuple[int, int, int, int]] = set()
        for bearer in tuple(self.in_order()):
            if bearer.player:
                for power in dome.hands[bearer.id][:]:
                    for index in book.powers[power].answers.get(kind, ()):
                        self._answer(event, bearer, power, index, done)
            else:
                for index in book.allies[bearer.kind].answers.get(kind, ()):
                    self._answer(event, bearer, None, index, done)
        for power in dome.modifiers:
            for index in book.powers[power].answers.get(kind, ()):
                if dome.tome.powers[power].given is None:
                    self._answer(event, None, power, index, done)
                    continue
                for seat in dome.order:
                    if seat in dome.marks.get(power, ()):
                        self._answer(event, self.characters[seat], power, index, done)

    def _answer(
        self,
        event: Happening,
        bearer: Character | None,
        power: PowerId | None,
        index: int,
        done: set[tuple[int, int, int, int]],
    ) -> None:
        """Let one reactive effect answer, if it may at this moment."""
        who = ABSENT if bearer is None else bearer.id
        key = _key(who, power, index)
        ready = self._ready(who, power, index)
        once = (who if power in self.dome.marks else ABSENT, *key)
        if key in event.path or once in done or not self._may_answer(event, bearer, power, ready):
            return
        if len(event.path) >= MAX_CHAIN or self.answered >= MAX_ANSWERS:
            return
        use = Use(self, who, power, event.path | {key}, event=event)
        effect = ready.effect
        if self._limit_reached(who, power, index, ready):
            return
        answers, place = self._tally(who, power, index)
        if effect.per_round is not None and answers.get(place, 0) >= effect.per_round:
            return
        if not all(guard(use) for guard in ready.checks):
            return
        cost = effect.cost
        if cost is not None and (bearer is None or not self._can_pay(bearer, cost.n, cost.burn)):
            return
        done.add(once)
        self.answered += 1
        answers[place] = answers.get(place, 0) + 1
        self._begin(use, power, index, reaction=True)
        if cost is not None and bearer is not None:
            self._pay(bearer, cost.n, use.path, burn=cost.burn)
        self._run(use, ready)

    def _may_answer(
        self, event: Happening, bearer: Character | None, power: PowerId | None, ready: Ready
    ) -> bool:
        """True if the bearer, the power and the roles of the event allow an answer."""
        if power is not None:
            card = self.dome.cards[power]
            if card.disabled or card.gone:
                return False
            if bearer is not None and card.owner not in (bearer.id, ABSENT):
                return False
        if bearer is not None:
            own_death = event.kind is EventKind.DIED and event.roles["subject"] == bearer.id
            if not own_death and (not bearer.alive or bearer.id in event.silent):
                return False
        for role, matches in ready.matches:
            other = event.roles.get(role, ABSENT)
            if other < 0 or not matches(bearer, self.characters[other]):
                return False
        return True

    def _ready(self, who: CharacterId, power: PowerId | None, index: int) -> Ready:
        if power is None:
            return self.book.allies[self.characters[who].kind].effects[index]
        return self.book.powers[power].effects[index]

    def _limit_reached(
        self, who: CharacterId, power: PowerId | None, index: int, ready: Ready
    ) -> bool:
        limit = ready.effect.limit
        if limit is None:
            return False
        if power is None:
            return self.dome.used_by_ally.get((who, index), 0) >= limit
        return self.dome.cards[power].used[index] >= limit

    def _tally(
        self, who: CharacterId, power: PowerId | None, index: int
    ) -> tuple[dict[tuple[int, int], int], tuple[int, int]]:
        """Return where the answers of this round are counted: with the power (R-28).

        Each bearer of a given modifier has a count of its own, and so has each ally.
        """
        if power is None:
            return self.dome.ally_answers, (who, index)
        bearer = who if power in self.dome.marks else ABSENT
        return self.dome.cards[power].answers, (index, bearer)

    # Activations

    def _begin(self, use: Use, power: PowerId | None, index: int, *, reaction: bool) -> None:
        """Count and log an activation that happens (R-19)."""
        dome = self.dome
        if power is None:
            dome.used_by_ally[use.bearer, index] = dome.used_by_ally.get((use.bearer, index), 0) + 1
        else:
            dome.cards[power].used[index] += 1
            self.unmask(use.bearer, power)
        if self.log is not None:
            self.log.append(say.Activated(use.bearer, power, index, use.target, use.x, reaction))

    def unmask(self, bearer: CharacterId, power: PowerId | None) -> None:
        """Let all know the bearer of a secret modifier that shows itself (AM-1)."""
        if power in self.dome.hidden:
            self.dome.hidden -= {power}
            self.write(say.Unmasked(power, bearer))

    def _run(self, use: Use, ready: Ready) -> None:
        for do in ready.do:
            do(use)

    @staticmethod
    def _can_pay(bearer: Character, n: int, burn: bool) -> bool:
        return bearer.ap >= n and (not burn or bearer.vitality >= n)

    def _pay(self, bearer: Character, n: int, path: Path, *, burn: bool) -> None:
        """Pay from the reserve, and from vitality for Burn (PD-KEYWORD-02, -10)."""
        bearer.ap -= n
        self.write(say.Paid(bearer.id, burn, n))
        if burn:
            self.lose([(bearer.id, n)], "burn", bearer.id, path)

    def activate(self, bearer: Character, act: Activation) -> None:
        """Carry out one planned activation, or let it fail at no cost (PD-POWER-10)."""
        power, index = act.power, act.effect
        ready = self._ready(bearer.id, power, index)
        path = frozenset({_key(bearer.id, power, index)})
        target = act.target if ready.effect.target is not None else None
        use = Use(self, bearer.id, power, path, target=target, x=act.x)
        reason = self._failure(bearer, act, ready, use)
        if reason:
            self.unmask(bearer.id, power)
            self.write(say.Failed(bearer.id, power, index, reason))
            return
        self._begin(use, power, index, reaction=False)
        cost = ready.effect.cost
        if cost is not None:
            self._pay(bearer, cost.of(act.x), path, burn=cost.burn)
        self._run(use, ready)

    def start(self, bearer: CharacterId, power: PowerId, index: int) -> None:
        """Carry out a start-of-game effect (PD-POWER-11)."""
        ready = self._ready(bearer, power, index)
        use = Use(self, bearer, power, frozenset({_key(bearer, power, index)}))
        if self._limit_reached(bearer, power, index, ready) or ready.effect.cost is not None:
            return  # there are no action points before the first Reset
        if all(guard(use) for guard in ready.checks):
            self._begin(use, power, index, reaction=False)
            self._run(use, ready)

    def suffer(self, bearer: Character, affliction: int) -> None:
        """Let an affliction act on its bearer (PD-AFFLICTION-03)."""
        self.write(say.Suffered(bearer.id, affliction))
        use = Use(self, bearer.id, None, NO_PATH, cause="affliction")
        for do in self.book.afflictions[affliction]:
            do(use)

    def _failure(self, bearer: Character, act: Activation, ready: Ready, use: Use) -> str:
        """Return why an activation fails, in the order of PD-POWER-10, or ""."""
        effect = ready.effect
        if act.power is not None:
            card = self.dome.cards.get(act.power)
            if card is not None and card.disabled:
                return "disabled"
            if card is None or card.gone:
                return "gone"
            if card.moved:
                return "moved"
            if card.owner >= 0:
                owner = self.characters[card.owner]
                if not owner.alive or owner.fallen:
                    return "owner-died"
                if not effect.shared and card.owner != bearer.id:
                    return "moved"
        if self._limit_reached(bearer.id, act.power, act.effect, ready):
            return "limit"
        if effect.target is not None and not self.may_target(bearer, effect.target, act.target):
            return "target"
        if not all(guard(use) for guard in ready.checks):
            return "condition"
        cost = effect.cost
        if cost is not None and not self._can_pay(bearer, cost.of(act.x), cost.burn):
            return "cost"
        return ""

    def may_target(self, bearer: Character, kind: TargetKind, target: int | None) -> bool:
        """Return True if an effect may be aimed at the target now."""
        return target is not None and target in targets(self.dome, bearer, kind)

    # Attacks

    def attack(
        self,
        attacker: CharacterId,
        defender: CharacterId,
        path: Path = NO_PATH,
        further: int | None = None,
    ) -> None:
        """Carry out an attack in the order of PD-COMBAT-15.

        `further` is the strike of an attack by an effect; the normal one uses the attacker's own.
        """
        characters = self.characters
        one = characters[attacker]
        fallen = one.fallen
        strike = one.strike if further is None else further
        self.write(say.AttackBegan(attacker, defender, strike, further is not None))
        if EventKind.ATTACK in self.heard:
            roles = {"attacker": attacker, "defender": defender}
            aimed = Happening(EventKind.ATTACK, path, roles, strike)
            self.react(aimed)
            defender = aimed.roles["defender"]
            if not one.alive or one.fallen is not fallen:
                self.write(say.AttackLost(attacker, defender, "attacker-died"))
                return
            if not characters[defender].alive:
                self.write(say.AttackLost(attacker, defender, "target-died"))
                return
            if further is None:
                strike = one.strike
        other = characters[defender]
        roles = {"attacker": attacker, "defender": defender}
        damage = self._strike(one, other, strike)
        if damage > 0 and EventKind.PENDING in self.heard:
            pending = Happening(EventKind.PENDING, path, roles, damage)
            self.react(pending)
            damage = pending.amount
            if not other.alive:
                return
        if other.taken_max is not None and damage > other.taken_max:
            self.write(say.DamageChanged(defender, damage, other.taken_max, cap=True))
            damage = other.taken_max
        if damage > 0:
            self._hit(one, other, damage, path, roles)
        else:
            self.happen(EventKind.BLOCKED, path, roles, strike)

    def _strike(self, one: Character, other: Character, strike: int) -> int:
        """Return the damage left by resist and by the difference of agility (steps 2 and 3)."""
        resist = other.resist
        if one.bypass:
            through = strike
        elif strike > resist:
            through = strike - resist
            other.resist = 0
        else:
            through = 0
            other.resist = resist - strike
        damage, speed = through, 1
        if one.kind < 0 and other.kind < 0 and not (one.steady or other.steady):
            fast, slow, ratio = one.agility, other.agility, self.dome.speed_ratio
            if fast > slow and fast >= ratio * slow:
                damage, speed = through * 2, 2
            elif slow > fast and slow >= ratio * fast:
                damage, speed = through // 2, -2
        if self.log is not None:
            self.log.append(
                say.Struck(
                    one.id,
                    other.id,
                    strike,
                    resist,
                    other.resist,
                    one.bypass,
                    through,
                    speed,
                    one.agility,
                    other.agility,
                    damage,
                )
            )
        return damage

    def _hit(
        self,
        one: Character,
        other: Character,
        damage: int,
        path: Path,
        roles: Mapping[str, CharacterId],
    ) -> None:
        """Deal damage: vitality, death, reflected damage, reactions (steps 6 to 9)."""
        old = other.vitality
        other.vitality = old - damage
        if self.log is not None:
            self.log.append(say.VitalityChanged(other.id, old, old - damage, "attack"))
        died = old < damage
        if died:
            self.die([other.id], one.id, path)
        else:
            for num, den, versus, cause in other.reflect:
                if versus in (ABSENT, one.id) and one.alive and other.alive:
                    self.lose([(one.id, damage * num // den)], "power", other.id, path | cause)
        silent = (other.id,) if died else ()
        if EventKind.HIT in self.heard:
            self.react(Happening(EventKind.HIT, path, roles, damage, silent))
        if not died and other.alive and EventKind.LOST in self.heard:
            lost = {"subject": other.id, "actor": one.id}
            self.react(Happening(EventKind.LOST, path, lost, damage))


def _key(who: CharacterId, power: PowerId | None, index: int) -> tuple[int, int, int]:
    """Return what makes an effect the same one on a path of cause and effect (PD-POWER-15)."""
    return (ABSENT, power, index) if power is not None else (who, ABSENT, index)


def targets(dome: Dome, bearer: Character, kind: TargetKind) -> list[int]:
    """Return the characters, or powers, that an effect may be aimed at (PD-ALLOCATE-07)."""
    side = bearer.controller
    if kind is TargetKind.ENEMY:
        return [
            one.id
            for one in dome.characters
            if one.alive and not one.new and one.controller != side
        ]
    if kind is TargetKind.RIVAL:
        return [seat for seat in dome.living() if seat != side]
    if kind is TargetKind.DEAD_PLAYER:
        return [seat for seat in range(dome.seats) if not dome.characters[seat].alive]
    return [power for seat in dome.living() if seat != side for power in dome.hands[seat]]
