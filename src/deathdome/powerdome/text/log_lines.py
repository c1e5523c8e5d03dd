"""The log of a game: a line for each thing that happens, with its sum and its rules.

    R3 s1 Widow strikes Abbot: 36 - 8 = 28, vitality 61 > 33 (PD-COMBAT-07)

A line begins with an activation, an attack or another happening; the changes that follow from it
join it. Reactions have lines of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.powerdome.model import events as say
from deathdome.powerdome.model.dome import ABSENT
from deathdome.powerdome.model.tome import Condition
from deathdome.powerdome.text.persons import capital

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deathdome.powerdome.model.events import Event
    from deathdome.powerdome.model.tome import Effect
    from deathdome.powerdome.text.events import Narrator


class Wording(NamedTuple):
    """Verbs of the log; a setting may have its own (AM-5)."""

    strikes: str = "strikes"
    suffers: str = "suffers"
    answers: str = "answers with"
    dies: str = "dies"
    revives: str = "lives again"


PLAIN: Final = Wording()
BEGINS: Final = "The round begins"
NOTHING: Final = " against {resist}, no damage"
_CAPITALS: Final = ("You ", "A rule ")  # of sentences, not of names


class LogLine(NamedTuple):
    """A line of the log."""

    round: int
    place: str  # "a1" for the first activation of a round, "s2" for its second attack, or ""
    text: str
    rules: tuple[str, ...]
    about: frozenset[int]  # characters in it, to filter by
    events: tuple[Event, ...] = ()  # that it is made of

    def __str__(self) -> str:
        """Return the line with its round, its place and its rules."""
        start = f"R{self.round} " if self.round else ""
        place = f"{self.place} " if self.place else ""
        rules = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{start}{place}{self.text}{rules}"


# The rule behind an event; those of activations and attacks depend on more.
RULES: Final[Mapping[type[Event], tuple[str, ...]]] = {
    say.Nominated: ("PD-NOMINATE-02",),
    say.Filled: ("PD-CULL-08",),
    say.FirstProtector: ("PD-CULL-06",),
    say.Protected: ("PD-CULL-02",),
    say.Drawn: ("PD-CULL-04",),
    say.Culled: ("PD-CULL-05",),
    say.BidsShown: ("PD-AUCTION-02",),
    say.InForce: ("PD-AUCTION-08",),
    say.Won: ("PD-AUCTION-03",),
    say.Unsold: ("PD-AUCTION-07",),
    say.Offered: ("PD-EXCHANGE-01",),
    say.Traded: ("PD-EXCHANGE-02",),
    say.Declined: ("PD-EXCHANGE-01",),
    say.Discarded: ("PD-EXCHANGE-04",),
    say.Introduced: ("PD-SETUP-06",),
    say.Given: ("PD-MODIFIER-02",),
    say.Unmasked: ("PD-MODIFIER-02",),
    say.RoundBegan: ("PD-RESET-01",),
    say.Proposed: ("PD-STRATEGY-03",),
    say.Agreed: ("PD-STRATEGY-03",),
    say.Revealed: ("PD-COMBAT-01", "PD-COMBAT-02"),
    say.Captioned: (),
    say.Suffered: ("PD-AFFLICTION-03",),
    say.Failed: ("PD-POWER-10",),
    say.AttackLost: ("PD-COMBAT-14",),
    say.PlansShown: ("PD-COMBAT-01",),
    say.DealsJudged: ("PD-STRATEGY-03",),
    say.DomeCloses: ("PD-WIN-04",),
    say.Died: ("PD-DEATH-01",),
    say.GameOver: ("PD-WIN-01",),
}
_ENDS: Final[Mapping[str, str]] = {
    "last-alive": "PD-WIN-01",
    "none-alive": "PD-WIN-03",
    "closing-dome": "PD-WIN-04",
    "round-limit": "PD-WIN-05",
}
_CONDITIONS: Final = (  # the first that an effect has names the rule
    (Condition.REACTIVE, "PD-POWER-07"),
    (Condition.AUTO, "PD-POWER-08"),
    (Condition.INTERACTION, "PD-POWER-09"),
    (Condition.START, "PD-POWER-11"),
    (Condition.PAYMENT, "PD-POWER-06"),
    (Condition.ACTIVE, "PD-POWER-05"),
)


def log_lines(
    events: Sequence[Event], narrator: Narrator, words: Wording = PLAIN, first_round: int = 0
) -> list[LogLine]:
    """Return the log of events in the order they happened, from a round on."""
    return list(_Log(events, narrator, words, first_round).lines())


class _Log:
    """Joins events to lines."""

    def __init__(
        self, events: Sequence[Event], narrator: Narrator, words: Wording, first_round: int
    ) -> None:
        self.events = events
        self.say = narrator
        self.words = words
        self.round = first_round
        self.acts = self.strikes = 0
        self.place = ""

    def lines(self) -> Iterator[LogLine]:
        """Yield the lines."""
        parts: list[str] = []
        rules: tuple[str, ...] = ()
        about: set[int] = set()
        joined: list[Event] = []
        subject = -1
        head = ""
        for event in self.events:
            piece = self._piece(event, subject) if head else ""
            if piece:
                parts.append(piece)
                joined.append(event)
                about |= _about(event)
                continue
            begun = self._head(event)
            if begun is None:
                continue
            if head:
                yield self._line(head, parts, rules, about, joined)
            self._count(event)
            head, rules, subject = begun
            parts, about, joined = [], _about(event), [event]
        if head:
            yield self._line(head, parts, rules, about, joined)

    def _line(
        self,
        head: str,
        parts: Sequence[str],
        rules: tuple[str, ...],
        about: set[int],
        events: Sequence[Event],
    ) -> LogLine:
        # What follows from an activation comes after a colon; a blow has one in its sum.
        gap = ", " if isinstance(events[0], say.Struck) or ":" in head else ": "
        text = f"{head}{gap}{', '.join(parts)}" if parts else head
        return LogLine(self.round, self.place, text, rules, frozenset(about), tuple(events))

    def _count(self, event: Event) -> None:
        """Number rounds, activations and attacks."""
        match event:
            case say.RoundBegan():
                self.round, self.acts, self.strikes, self.place = event.round, 0, 0, ""
            case say.Failed() | say.Activated(reaction=False):
                self.acts += 1
                self.place = f"a{self.acts}"
            case say.Struck() | say.AttackLost():
                self.strikes += 1
                self.place = f"s{self.strikes}"
            case say.Activated():
                pass  # a reaction belongs to the place that it answers
            case _:
                self.place = ""

    def _head(self, event: Event) -> tuple[str, tuple[str, ...], int] | None:
        """Return the beginning of a line, its rules and its subject, or None for no line."""
        match event:
            case say.Activated():
                subject = event.character
                if event.target is not None and not self.say.aims_at_power(event):
                    subject = event.target
                return self._activated(event), (self._rule_of(event),), subject
            case say.Failed():
                return self._sentence(event), ("PD-POWER-10",), -1
            case say.Suffered():
                name = self.say.tome.afflictions[event.affliction].name
                text = f"{self._does(event.character, self.words.suffers)} {name}"
                return text, RULES[say.Suffered], event.character
            case say.Struck():
                return (*self._struck(event), event.defender)
            case say.AttackLost():
                return self._sentence(event), RULES[say.AttackLost], -1
            case say.RoundBegan():
                return BEGINS, RULES[say.RoundBegan], -1  # its number begins the line
            case say.Died():
                return self._died(event), RULES[say.Died], event.character
            case say.GameOver():
                return self._sentence(event), (_ENDS[event.reason],), -1
            case say.AttackBegan() | say.Redirected():
                return None  # the blow has both
            case _:
                return self._sentence(event), RULES.get(type(event), ()), -1

    def _sentence(self, event: Event) -> str:
        return self.say.sentence(event).removesuffix(".")

    def _piece(self, event: Event, subject: int) -> str:
        """Return a change as a part of the line before it, or "" if it begins a line."""
        match event:
            case say.VitalityChanged(who, old, new, _):
                return f"{self._of(who, subject)}vitality {old} > {new}"
            case say.StatChanged(who, stat, old, new):
                name = "reserve" if stat == "ap" else stat
                return f"{self._of(who, subject)}{name} {old} > {new}"
            case say.CounterChanged(_, old, new):
                return f"{self.say.counters(event)} {old} > {new}"
            case say.DamageChanged(_, old, new, cap):
                return f"damage {old} > {new}{' (capped)' if cap else ''}"
            case say.Paid(_, burn, n):
                return f"{'Burn' if burn else 'Utilize'} {n}"
            case say.Died(who, with_player=False):
                return self._then(who, subject, self.words.dies)
            case say.Revived(who, vitality):
                return f"{self._then(who, subject, self.words.revives)} with {vitality}"
            case say.Rolled(result, _):
                return f"the die shows {result}"
            case say.TraitGiven():
                return self.say.trait(event)
            case (
                say.Afflicted()
                | say.Cured()
                | say.Disabled()
                | say.Forfeited()
                | say.Moved()
                | say.Summoned()
                | say.RuleSet()
            ):
                text = self._sentence(event)
                return f"{text[:1].lower()}{text[1:]}" if text.startswith(_CAPITALS) else text
            case _:
                return ""

    def _of(self, who: int, subject: int) -> str:
        """Return whose number changes, unless the line is about that character."""
        return "" if who == subject else f"{self.say.whose(who)} "

    def _then(self, who: int, subject: int, verb: str) -> str:
        """Return what a character does after the beginning of the line."""
        done = self.say.does(who, verb)
        alone = who == subject and who != self.say.you
        return verb if alone else done

    def _does(self, who: int, verb: str) -> str:
        """Return the beginning of a line: a character, and what it does."""
        text = self.say.does(who, verb)
        return capital(text) if who in (self.say.you, ABSENT) else text

    def _died(self, event: say.Died) -> str:
        how = " with its player" if event.with_player else ""
        return f"{self._does(event.character, self.words.dies)}{how}"

    def _activated(self, event: say.Activated) -> str:
        text = self.say.activated(event, "activates", self.words.answers)
        return capital(text) if event.character in (self.say.you, ABSENT) else text

    def _effect(self, event: say.Activated) -> Effect | None:
        """Return the effect of a power; None for one of an ally's own."""
        if event.power is None:
            return None
        return self.say.tome.powers[event.power].effects[event.effect]

    def _rule_of(self, event: say.Activated) -> str:
        effect = self._effect(event)
        if effect is None:
            return "PD-ALLY-01"
        return next(rule for condition, rule in _CONDITIONS if condition in effect.on)

    def _struck(self, event: say.Struck) -> tuple[str, tuple[str, ...]]:
        """Return the sum of a blow: 'Widow strikes Abbot: 36 - 8 = 28'."""
        strikes = self._does(event.attacker, self.words.strikes)
        text = f"{strikes} {self.say.who(event.defender)}: {event.strike}"
        if event.bypass:
            rules = ["PD-KEYWORD-03"]
            text += f" past {event.resist}"
        else:
            rules = ["PD-COMBAT-07" if event.through else "PD-COMBAT-08"]
            text += (
                f" - {event.resist} = {event.through}"
                if event.through
                else NOTHING.format(resist=event.resist)
            )
        if event.speed != 1 and event.through:
            rules.append("PD-COMBAT-10")
            text += f"{' x 2' if event.speed > 0 else ' / 2'} = {event.damage}"
        if event.worn and event.worn != event.resist:
            text += f", resist {event.resist} > {event.worn}"
        return text, tuple(rules)


def _about(event: Event) -> set[int]:
    """Return the characters that an event names."""
    names = ("character", "attacker", "defender", "seat", "controller", "winner")
    found = {getattr(event, name, -1) for name in names}
    if isinstance(event, say.Moved):
        found |= {event.old, event.new}
    return {one for one in found if one is not None and one >= 0}
