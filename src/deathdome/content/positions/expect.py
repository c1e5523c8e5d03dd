"""Expectations of a position file, compared with the position after its actions."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from deathdome.content.positions.playing import Difference, team_text
from deathdome.content.positions.series import match_number
from deathdome.content.positions.words import (
    ANY_JAIL,
    key,
    parse_place,
    parse_tried,
    place_of,
    place_text,
)
from deathdome.errors import ContentError, IllegalAction, NotationError, nearest
from deathdome.model import lookup
from deathdome.model.actions import PUNCH, ActionKind
from deathdome.model.decisions import Question
from deathdome.model.effects import Forbid, Modify, Permit
from deathdome.model.frames import Purchase, Turn, UnitPhase
from deathdome.model.identifiers import (
    TEAMS,
    parse_card,
    parse_item,
    parse_jail,
    parse_space,
    parse_store_card,
    parse_team,
    parse_token,
    parse_unit,
    unit_text,
)
from deathdome.model.notation import action_text, parse_action, verb_text
from deathdome.model.vocabulary import Rating
from deathdome.model.wire import EVENTS
from deathdome.rules.attack.cards import times_counted
from deathdome.rules.attack.declare import weapon_of
from deathdome.rules.ending import given, judge, standing, supply
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.gear import gear_now
from deathdome.rules.opening import handicap
from deathdome.rules.purchase import team_value
from deathdome.rules.refusals.codes import CODES, RULES
from deathdome.rules.units import boost, movement
from deathdome.spelling import id_like
from deathdome.text.labels import lasting_words
from deathdome.text.refusals import refusal_text
from deathdome.toml.words import shown, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from deathdome.content.positions.playing import Play
    from deathdome.content.positions.schema import (
        CardsExpected,
        EventExpected,
        Expected,
        TeamExpected,
        TokenExpected,
        UnitExpected,
    )
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision
    from deathdome.model.events import Event
    from deathdome.model.state import Setup, State
    from deathdome.model.wire import Wire

NOBODY: Final = ("nobody", "none", "")


class Comparison:
    """Base of comparisons: collects the differences; `name` begins their keys."""

    def __init__(self, play: Play, name: str) -> None:
        self.play: Final = play
        self.state: Final[State] = play.state.copy()
        self.state.gear = gear_now(self.state)
        self.setup: Final[Setup] = play.state.setup
        self.shown: Final = play.shown
        self.name: Final = name
        self.found: list[Difference] = []

    def same(self, name: str, expected: object, actual: object) -> None:
        """Require the same value, if one is expected."""
        if expected is not None and expected != actual:
            self.differ(name, text(expected), text(actual))

    def differ(self, name: str, expected: str, actual: str) -> None:
        """Record a difference."""
        self.found.append(Difference(f"{self.name}.{name}", expected, actual))

    def same_counts(self, name: str, expected: Iterable[str] | None, actual: Iterable[str]) -> None:
        """Require the same items with the same counts, in any order."""
        if expected is not None and Counter(expected := list(expected)) != Counter(
            actual := list(actual)
        ):
            missing = listed(Counter(expected) - Counter(actual))
            surplus = listed(Counter(actual) - Counter(expected))
            text = "; ".join(
                filter(
                    None,
                    (
                        f"missing: {missing}" if missing else "",
                        f"too many: {surplus}" if surplus else "",
                    ),
                )
            )
            self.differ(name, listed(Counter(expected)) or "none", text)

    def key(self, name: str) -> Any:
        """Put file and key in front of errors raised inside."""
        return key(self.shown, f"{self.name}.{name}")

    def seat(self, name: str, word: str) -> int:
        """Return the seat of a team that plays."""
        with self.key(name):
            seat = parse_team(word)
        if seat >= self.setup.seats:
            raise ContentError(f"{self.shown}: {self.name}.{name}: {word} is not in this match")
        return seat


def text(value: object) -> str:
    """Return a value as a file has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else str(value)


def listed(counts: Counter[str]) -> str:
    """Return '2x crowd-roar, encore'."""
    return ", ".join(
        text if number == 1 else f"{number}x {text}" for text, number in sorted(counts.items())
    )


# -- turn and question -----------------------------------------------------------------------------

# A rule in place of a refusal code.
_RULE: Final = re.compile(r"\s*[a-z]+-(?:[a-z]+-)*[0-9]+\s*", re.IGNORECASE)


class TurnComparison(Comparison):
    """Comparison of turn, question and refusal."""

    def check(self, expected: Expected) -> None:
        """Compare everything expected of turn, question and refusal."""
        self._refusal(expected)
        self._turn(expected)
        self._question(expected)
        self._outcome(expected)

    def _turn(self, expected: Expected) -> None:
        stack = self.state.stack
        turn = next((frame for frame in stack if isinstance(frame, Turn)), None)
        phase = next((frame for frame in stack if isinstance(frame, UnitPhase)), None)
        if expected.turn is not None:
            self.seat("turn", expected.turn)
            actual = "nobody" if turn is None else TEAMS[turn.seat]
            self.same("turn", expected.turn.lower(), actual)
        if expected.phase is not None:
            unit = self._unit_or_none("phase", expected.phase)
            self.same("phase", unit, self._unit_word(-1 if phase is None else phase.unit))
        self.same("unit_phases", expected.unit_phases, 0 if turn is None else turn.phases)
        if expected.buyer is not None:
            buying = stack[0] if stack and isinstance(stack[0], Purchase) else None
            nobody = expected.buyer.lower() in NOBODY
            wanted = "nobody" if nobody else TEAMS[self.seat("buyer", expected.buyer)]
            self.same("buyer", wanted, "nobody" if buying is None else TEAMS[buying.seat])

    def _unit_or_none(self, name: str, word: str) -> str:
        if word.lower() in NOBODY:
            return self._unit_word(-1)
        with self.key(name):
            return self._unit_word(parse_unit(self.setup, word))

    def _unit_word(self, unit: int) -> str:
        return "none" if unit < 0 else unit_text(self.setup, unit)

    def _question(self, expected: Expected) -> None:
        asked = decision(self.state)
        if expected.asked is not None:
            if expected.asked.lower() not in NOBODY:
                self.seat("asked", expected.asked)
            actual = "nobody" if asked is None else team_text(asked.seat)
            word = "nobody" if expected.asked.lower() in NOBODY else expected.asked.lower()
            self.same("asked", word, actual)
        if expected.question is not None:
            known = {question.value for question in Question}
            word = expected.question.lower().replace("-", " ").replace("_", " ")
            word = word.replace("defense", "defence")
            if word not in known:
                hint = suggestion(word, sorted(known))
                raise ContentError(
                    f'{self.shown}: {self.name}.question: no question "{word}".{hint}'
                )
            self.same("question", word, "none" if asked is None else asked.question.value)
        if expected.about is not None:
            unit = self._unit_or_none("about", expected.about)
            self.same("about", unit, self._unit_word(-1 if asked is None else asked.unit))
        self._options(expected, asked)

    def _options(self, expected: Expected, asked: Decision | None) -> None:
        legal = [] if asked is None else list(asked.options)
        seat = -1 if asked is None else asked.seat
        if expected.options is not None:
            actions = self._actions("options", expected.options, seat, legal)
            self.same_counts("options", self._texts(actions, seat), self._texts(legal, seat))
        for name, lines, want in (
            ("includes", expected.includes, True),
            ("excludes", expected.excludes, False),
        ):
            for line, action in zip(lines, self._actions(name, lines, seat, legal), strict=True):
                if (action in legal) != want:
                    word = "legal" if want else "not legal"
                    self.differ(name, f'"{line}" {word}', _offered(self._texts(legal, seat), line))
        for word, operands in expected.options_of.items():
            self._options_of(word, operands, seat, legal)
        refuses = expected.refuses
        codes = refuses if isinstance(refuses, dict) else dict.fromkeys(refuses, True)
        for line, code in codes.items():
            name = f'refuses "{line}"'
            self._known_code(name, code)
            with self.key("refuses"):
                action = parse_tried(self.setup, self._without_team(line, seat), seat, legal)
            try:
                apply_action(self.state.copy(), action)
            except IllegalAction as refusal:
                if isinstance(code, str) and not _has_code(refusal, code):
                    source = refusal.rule if _RULE.fullmatch(code) else refusal.code
                    why = refusal_text(refusal.refusal, self.setup)
                    self.differ(name, code, f"{source or 'no rule'} ({why})")
            else:
                self.differ(name, "a refusal", "it is legal")

    def _options_of(
        self, word: str, operands: bool | int | list[str], seat: int, legal: Sequence[Action]
    ) -> None:
        name = f"options_of.{word}"
        texts = self._texts(legal, seat)
        known = {verb_text(kind) for kind in ActionKind}
        if word.lower() not in known:
            hint = suggestion(word, sorted(known))
            raise ContentError(f'{self.shown}: {self.name}.{name}: no action "{word}".{hint}')
        matching = [text for text in texts if (text + " ").startswith(word.lower() + " ")]
        if isinstance(operands, bool):
            self.same(name, operands, bool(matching))
        elif isinstance(operands, int):
            self.same(name, operands, len(matching))
        else:
            actions = self._actions(name, [f"{word} {one}" for one in operands], seat, legal)
            self.same_counts(name, _tails(self._texts(actions, seat)), _tails(matching))

    def _actions(
        self, name: str, lines: Sequence[str], seat: int, legal: Sequence[Action]
    ) -> list[Action]:
        with self.key(name):
            return [
                parse_action(self.setup, self._without_team(line, seat), seat, legal)
                for line in lines
            ]

    def _without_team(self, line: str, seat: int) -> str:
        """Return the line without the team in front, which must be the asked team.

        Raises:
            NotationError: it is another team.
        """
        team, colon, rest = line.partition(":")
        if not colon or team.strip().lower() not in TEAMS:
            return line
        asked = "nobody" if seat < 0 else TEAMS[seat]
        if team.strip().lower() != asked:
            text = f'"{line}": {asked} is asked here, so only {asked} can try it'
            raise NotationError(text if seat >= 0 else f'"{line}": no team is asked here')
        return rest.strip()

    def _texts(self, acts: Iterable[Action], seat: int) -> list[str]:
        return [action_text(self.setup, action, seat) for action in acts]

    # -- refusals and the end -------------------------------------------------------------------

    def _refusal(self, expected: Expected) -> None:
        self._known_code("refused", expected.refused)
        refusal = self.play.refusal
        said = [expected.refused, expected.rule, expected.need, expected.have]
        if expected.refused is False or all(one is None for one in said):
            return
        if refusal is None:
            if not self.play.wrong:
                self.differ("refused", text(expected.refused or True), "every action was legal")
            return
        why = refusal_text(refusal.refusal, self.setup)
        actual = f"{refusal.code} ({why})"
        if isinstance(expected.refused, str) and not _has_code(refusal, expected.refused):
            ruled = _RULE.fullmatch(expected.refused)
            self.differ(
                "refused", expected.refused, f"{refusal.rule}: {actual}" if ruled else actual
            )
        if expected.rule is not None and not _has_code(refusal, expected.rule):
            self.differ("rule", expected.rule, f"{refusal.rule or 'none'} ({why})")
        self.same("need", expected.need, refusal.need)
        self.same("have", expected.have, refusal.have)

    def _known_code(self, name: str, code: bool | str | None) -> None:
        """Check that a word is a rule or the code of a refusal.

        Raises:
            ContentError: no refusal has this code.
        """
        if isinstance(code, str) and _word(code) not in CODES and not _RULE.fullmatch(code):
            near = nearest(code.lower(), CODES)
            raise ContentError(
                f'{self.shown}: {self.name}.{name}: no refusal code "{shown(code)}".{near} '
                "docs/notation.md lists them, under Refusal codes."
            )

    def _outcome(self, expected: Expected) -> None:
        outcome = self.state.outcome
        self.same("over", expected.over, outcome is not None)
        named = expected.winner if isinstance(expected.winner, list) else [expected.winner]
        teams = [team.lower() for team in named if team not in (None, "shared")]
        for team in teams:
            self.seat("winner", team)
        if expected.winner is None and expected.reason is None:
            return
        if outcome is None:
            ahead = ", ".join(TEAMS[seat] for seat in judge(self.state).winners)
            found = f"not over; ahead: {ahead}"
            if self.setup.series is not None:
                found = "the series is not over; its matches have series.last_winner"
            about = "reason" if expected.winner is None else "winner"
            self.differ(about, text(expected.winner or expected.reason), found)
            return
        if teams:
            self.same_counts("winner", teams, [TEAMS[seat] for seat in outcome.winners])
        elif expected.winner is not None:
            self.same("winner", "shared", "shared" if outcome.winner is None else "not shared")
        self.same("reason", expected.reason, outcome.reason)


def _has_code(refusal: IllegalAction, word: str) -> bool:
    """Return True if a word is the refusal's code, or the rule behind it."""
    if not _RULE.fullmatch(word):
        return _word(word) == refusal.code
    word = word.strip().upper()
    return word == refusal.rule or word in RULES.get(refusal.code, ())


def _word(code: str) -> str:
    """Return a refusal code as the rules write it: lower case, with hyphens."""
    return re.sub(r"[\s_]+", "-", code.strip().lower())


def _tails(texts: Iterable[str]) -> list[str]:
    return [text.partition(" ")[2] or text for text in texts]


def _offered(texts: Sequence[str], line: str) -> str:
    """List the legal actions that begin like the line, or the beginnings of all."""
    word = line.split(maxsplit=1)[0].lower() if line.split() else ""
    alike = [text for text in texts if text.split()[0] == word]
    if alike:
        return f"legal: {', '.join(alike)}"
    return f"legal actions begin with: {', '.join(sorted({text.split()[0] for text in texts}))}"


# -- pieces ----------------------------------------------------------------------------------------


class PieceComparison(Comparison):
    """Comparison of the pieces."""

    def check(self, expected: Expected) -> None:
        """Compare everything expected of pieces."""
        for name, unit in expected.units.items():
            self._unit(f"units.{name}", name, unit)
        for name, team in expected.teams.items():
            self._team(f"teams.{name}", name, team)
        for name, owner in expected.points.items():
            self._point(f"points.{name}", name, owner)
        for name, token in expected.tokens.items():
            self._token(f"tokens.{name}", name, token)
        self._cards(expected.cards)
        self.same("round", expected.round, self.state.round)
        self.same("rounds", expected.rounds, self.setup.rounds)
        self._seating(expected)

    def _seating(self, expected: Expected) -> None:
        setup = self.setup
        if expected.first is not None:
            first = TEAMS[self.seat("first", expected.first)]
            self.same("first", first, "not known" if setup.first < 0 else TEAMS[setup.first])
        if expected.order is not None:
            order = [TEAMS[self.seat("order", team)] for team in expected.order]
            self.same("order", _row(order), _row(TEAMS[seat] for seat in setup.order))
        for team, base in expected.bases.items():
            seat = self.seat("bases", team)
            names = setup.board.base_names
            home = -1 if not setup.order else setup.terrain.home_bases[seat]
            wanted = self._base(f"bases.{team}", base)
            self.same(f"bases.{team}", names[wanted], "not known" if home < 0 else names[home])

    def _base(self, name: str, word: str) -> int:
        """Return a base by its name, or by one of its spaces."""
        board = self.setup.board
        known = [base.lower() for base in board.base_names]
        if word.lower().removesuffix(" base") in known:
            return known.index(word.lower().removesuffix(" base"))
        try:
            space = board.grid.parse(word)
        except NotationError:
            hint = suggestion(word, board.base_names)
            raise ContentError(
                f'{self.shown}: {self.name}.{name}: no base "{word}".{hint}'
            ) from None
        found = (at for at, base in enumerate(board.bases) if base >> space & 1)
        base = next(found, -1)
        if base < 0:
            raise ContentError(f"{self.shown}: {self.name}.{name}: {word} is in no base")
        return base

    def _unit(self, name: str, word: str, expected: UnitExpected) -> None:
        state, setup = self.state, self.setup
        with self.key(name):
            unit = parse_unit(setup, word)
        if expected.at is not None:
            with self.key(f"{name}.at"):
                place = parse_place(setup, unit, expected.at)
            there = state.space[unit]
            if not (place == there or (place == ANY_JAIL and there < 0)):
                shown = "jail" if place == ANY_JAIL else place_text(setup, unit, place)
                self.differ(f"{name}.at", shown, place_of(state, unit))
        gear = state.gear
        self.same(f"{name}.wounds", expected.wounds, state.wounds[unit])
        self.same(f"{name}.vitae", expected.vitae, gear.vitae[unit] - state.wounds[unit])
        self.same(f"{name}.max_vitae", expected.max_vitae, gear.vitae[unit])
        strong = gear.strength[unit] + boost(state.timed, unit, Rating.STRENGTH)
        strong += sum(
            effect.n * times_counted(state, unit, effect.per, effect.maximum)
            for condition, effect in weapon_of(state, unit, PUNCH).dynamic
            if condition is None
        )
        tough = gear.toughness[unit] + boost(state.timed, unit, Rating.TOUGHNESS)
        self.same(f"{name}.strength", expected.strength, strong)
        self.same(f"{name}.movement", expected.movement, movement(state, unit))
        self.same(f"{name}.toughness", expected.toughness, tough)
        self.same(f"{name}.incapacitated", expected.incapacitated, bool(state.down[unit]))
        if expected.items is not None:
            with self.key(f"{name}.items"):
                items = [self._item(parse_item(setup, item)) for item in expected.items]
            self.same_counts(f"{name}.items", items, map(self._item, state.items[unit]))
        if expected.character is not None:
            actual = lookup.characters(setup.catalog).find(expected.character)
            known = [setup.catalog.characters[one].id for one in actual]
            wanted_id = known[0] if len(known) == 1 else id_like(expected.character)
            self.same(f"{name}.character", wanted_id, setup.units[unit].id)

    def _item(self, item: int) -> str:
        return self.setup.catalog.store_cards[item].id

    def _ids(self, cards: Iterable[int]) -> list[str]:
        return [self.setup.catalog.power_cards[card].id for card in cards]

    def _card_ids(self, name: str, cards: Iterable[str]) -> list[str]:
        with self.key(name):
            return self._ids([parse_card(self.setup, card) for card in cards])

    def _card_counts(
        self, name: str, expected: list[str] | int | None, has: list[str] | None, actual: list[str]
    ) -> None:
        """Compare cards: exactly these, so many, or these among others."""
        if isinstance(expected, list):
            self.same_counts(name, self._card_ids(name, expected), actual)
        elif expected is not None:
            self.same(name, expected, len(actual))
        if has is not None:
            missing = Counter(self._card_ids(f"{name}_has", has)) - Counter(actual)
            if missing:
                shown = listed(Counter(actual)) or "none"
                self.differ(f"{name}_has", f"{listed(missing)} among them", shown)

    def _team(self, name: str, word: str, expected: TeamExpected) -> None:
        state = self.state
        seat = self.seat(name, word)
        hand = self._ids(state.hands[seat])
        self._card_counts(f"{name}.hand", expected.hand, expected.hand_has, hand)
        self.same(f"{name}.hand_size", expected.hand_size, len(hand))
        self.same(f"{name}.shells", expected.shells, state.shells[seat])
        self.same(f"{name}.credits", expected.credits, state.credits[seat])
        row = standing(state, seat)
        if isinstance(expected.points, list):
            with self.key(f"{name}.points"):
                spaces = [
                    self.setup.board.grid.name(self.setup.board.grid.parse(space))
                    for space in expected.points
                ]
            owned = [
                self.setup.board.grid.name(space)
                for space, owner in zip(self.setup.board.points, state.owners, strict=True)
                if owner == seat
            ]
            self.same_counts(f"{name}.points", spaces, owned)
        else:
            self.same(f"{name}.points", expected.points, row.points)
        self.same(f"{name}.towers", expected.towers, row.towers)
        self.same(f"{name}.supply", expected.supply, supply(state, seat))
        self.same(f"{name}.payout", expected.payout, row.payout)
        self.same(f"{name}.jailed", expected.jailed, row.jailed)
        self.same(f"{name}.value", expected.value, team_value(state, seat))
        self.same(f"{name}.handicap", expected.handicap, handicap(state, seat))
        self.same(f"{name}.handicap_shells", expected.handicap_shells, given(state, seat))
        if expected.aside is not None:
            with self.key(f"{name}.aside"):
                aside = [self._item(parse_store_card(self.setup, card)) for card in expected.aside]
            self.same_counts(f"{name}.aside", aside, map(self._item, state.spare[seat]))

    def _point(self, name: str, text: str, owner: str) -> None:
        board = self.setup.board
        with self.key(name):
            space = board.grid.parse(text)
            seat = -1 if owner.lower() in NOBODY else parse_team(owner)
        if space not in board.points:
            raise ContentError(f"{self.shown}: {self.name}.{name}: there is no control point")
        actual = self.state.owners[board.points.index(space)]
        self.same(name, _owner(seat), _owner(actual))

    def _token(self, name: str, text: str, expected: TokenExpected) -> None:
        with self.key(name):
            token = parse_token(self.setup, text)
        lying = next((one for one in self.state.tokens if one.token == token), None)
        actual = "off" if lying is None else self.setup.board.grid.names(1 << lying.space)[0]
        if expected.at is not None:
            place = "off" if expected.at in (*NOBODY, "off") else expected.at.lower()
            if place != "off":
                with self.key(f"{name}.at"):
                    parse_space(self.setup, place)
            self.same(f"{name}.at", place, actual)
        if expected.team is not None:
            self.seat(f"{name}.team", expected.team)
            team = "nobody" if lying is None else TEAMS[lying.seat]
            self.same(f"{name}.team", expected.team.lower(), team)

    def _cards(self, expected: CardsExpected) -> None:
        state = self.state
        self.same("cards.deck", expected.deck, sum(state.deck))
        pile = [card for card, copies in enumerate(state.discard) for _ in range(copies)]
        self._card_counts("cards.discard", expected.discard, expected.discard_has, self._ids(pile))


def _row(teams: Iterable[str]) -> str:
    return ", ".join(teams) or "not known"


def _owner(seat: int) -> str:
    return "nobody" if seat < 0 else TEAMS[seat]


# -- the series ------------------------------------------------------------------------------------


class SeriesComparison(Comparison):
    """Comparison of the course of a series."""

    def check(self, expected: Expected) -> None:
        """Compare everything expected of the series."""
        wanted, series = expected.series, self.setup.series
        if not wanted.model_fields_set:
            return
        if series is None:
            raise ContentError(f"{self.shown}: {self.name}.series: this match belongs to no series")
        self.same("series.match", wanted.match, match_number(self.state))
        self.same("series.returned", wanted.returned, series.returned)
        if wanted.auctioned is not None:
            with self.key("series.auctioned"):
                cards = [parse_store_card(self.setup, card) for card in wanted.auctioned]
            ids = [self.setup.catalog.store_cards[card].id for card in cards]
            sold = [self.setup.catalog.store_cards[card].id for card in series.auctioned]
            self.same_counts("series.auctioned", ids, sold)
        last = [wanted.last_winner, wanted.last_reason, *wanted.payouts, *wanted.values]
        if all(one is None for one in last):
            return
        if not series.results:
            self.differ("series", "a finished match", "this is the first")
            return
        result = series.results[-1]
        if wanted.last_winner is not None:
            self._winners(wanted.last_winner, result.winners)
        self.same("series.last_reason", wanted.last_reason, result.reason)
        for name, table, found in (
            ("payouts", wanted.payouts, result.payouts),
            ("values", wanted.values, result.values),
        ):
            for team, number in table.items():
                seat = self.seat(f"series.{name}", team)
                self.same(f"series.{name}.{team}", number, found[seat])

    def _winners(self, words: list[str], winners: tuple[int, ...]) -> None:
        if [word.lower() for word in words] == ["shared"]:
            self.same("series.last_winner", True, len(winners) > 1)
            return
        teams = [TEAMS[self.seat("series.last_winner", word)] for word in words]
        self.same_counts("series.last_winner", teams, [TEAMS[seat] for seat in winners])


# -- events ----------------------------------------------------------------------------------------

_KNOWN: Final = {wire.words: wire for wire in EVENTS.values()}
_UNITS: Final = ("unit", "target", "attacker", "other")
_SPACES: Final = ("space", "start", "end")
_MAX_SHOWN: Final = 14  # sentences shown if one is missing


class EventComparison(Comparison):
    """Comparison of the events."""

    def __init__(self, play: Play, name: str, tell: Callable[[Event, Setup], str]) -> None:
        super().__init__(play, name)
        self.events: Final[Sequence[Event]] = play.events[play.since :]
        self._tell: Final = tell

    def check(self, expected: Expected) -> None:
        """Compare the expected events in order, and those that must not occur."""
        at = 0
        for number, wanted in enumerate(expected.events, 1):
            place = self._next(wanted, f"events {number}", at)
            if place < 0:
                after = f" after {_line(expected.events[number - 2])}" if number > 1 else ""
                sentences = self._sentences()
                self.differ(
                    f"events {number}", f"{_line(wanted)} expected{after}", f"happened: {sentences}"
                )
                break
            at = place + 1
        for number, wanted in enumerate(expected.not_told, 1):
            place = self._next(wanted, f"not_told {number}", 0)
            if place >= 0:
                sentences = self._tell(self.events[place], self.setup)
                self.differ(f"not_told {number}", f"{_line(wanted)} not expected", sentences)

    def _sentences(self) -> str:
        sentences = [self._tell(event, self.setup) for event in self.events]
        return " | ".join(sentences[-_MAX_SHOWN:]) or "nothing"

    def _next(self, expected: str | EventExpected, name: str, at: int) -> int:
        """Return the index of the first matching event from `at` on, or -1."""
        if isinstance(expected, str):
            piece = _plain(expected)
            for place in range(at, len(self.events)):
                if piece in _plain(self._tell(self.events[place], self.setup)):
                    return place
            return -1
        wire, values = self._fields_of(expected, name)
        for place in range(at, len(self.events)):
            event = self.events[place]
            if type(event) is wire.kind and all(
                _event_field(wire, event, field) == value for field, value in values.items()
            ):
                return place
        return -1

    def _fields_of(self, expected: EventExpected, name: str) -> tuple[Wire[Event], dict[str, Any]]:
        """Return the kind of an expected event and the values of its fields."""
        word = expected.event.lower().replace("-", " ").replace("_", " ")
        where = f"{self.shown}: {self.name}.{name}"
        if word not in _KNOWN:
            raise ContentError(f'{where}: no event "{expected.event}".{suggestion(word, _KNOWN)}')
        wire = _KNOWN[word]
        known = (*wire.fields, "end") if "path" in wire.fields else wire.fields
        values = {}
        for field, value in (expected.model_extra or {}).items():
            if field not in (*known, "team"):
                hint = suggestion(field, known)
                raise ContentError(f'{where}: {word} has no field "{field}".{hint}')
            real = "seat" if field == "team" and "seat" in known else field
            try:
                values[real] = self._value(real, value)
            except NotationError as error:
                raise ContentError(f"{where}: {field}: {error}") from error
        return wire, values

    def _value(self, field: str, value: Any) -> Any:
        """Return a value as the event has it."""
        if isinstance(value, list):
            return tuple(self._value(field.removesuffix("s"), one) for one in value)
        if not isinstance(value, str):
            return value
        setup = self.setup
        if value in ("nobody", "none"):
            return -1
        if field in _UNITS:
            return parse_unit(setup, value)
        if field in _SPACES or field == "path":
            return self._space(value)
        if field in ("seat", "order", "team", "before"):
            return TEAMS.index(value.lower()) if value.lower() in TEAMS else value
        if field == "item":
            return PUNCH if value == "punch" else parse_store_card(setup, value)
        if field == "card":
            try:
                return parse_card(setup, value)
            except NotationError:
                return value
        if field == "jail":
            return parse_jail(setup, value)
        return parse_token(setup, value) if field == "token" else value

    def _space(self, value: str) -> int:
        return parse_space(self.setup, value)


def _event_field(wire: Wire[Event], event: Event, field: str) -> object:
    """Return a field of an event: of a path its last space, of an effect its words."""
    if field not in wire.fields:
        path: Any = wire.value(event, "path")
        return path[-1]
    value = wire.value(event, field)
    return lasting_words(value) if isinstance(value, Modify | Permit | Forbid) else value


def _plain(text: str) -> str:
    return " ".join(text.lower().rstrip(".").split())


def _line(expected: str | EventExpected) -> str:
    if isinstance(expected, str):
        return f'"{expected}"'
    fields = ", ".join(f"{field} {value}" for field, value in (expected.model_extra or {}).items())
    return f"{expected.event}{f' ({fields})' if fields else ''}"


# -- all of them -----------------------------------------------------------------------------------


def differences(
    play: Play, expected: Expected, name: str, tell: Callable[[Event, Setup], str]
) -> list[Difference]:
    """Return every difference; `name` begins the keys, `tell` makes sentences of events.

    Raises:
        ContentError: an expectation names something unknown.
    """
    result: list[Difference] = []
    for check in (
        TurnComparison(play, name),
        PieceComparison(play, name),
        SeriesComparison(play, name),
        EventComparison(play, name, tell),
    ):
        check.check(expected)
        result += check.found
    return result
