"""What a position file expects of the moment: turn, question, legal answers, refusals, the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.content.positions.comparing import NOBODY, Comparison, text
from deathdome.content.positions.playing import team_text
from deathdome.content.positions.words import parse_tried
from deathdome.content.words import shown, suggestion
from deathdome.errors import ContentError, IllegalAction, NotationError, nearest
from deathdome.model.actions import Act
from deathdome.model.decisions import Question
from deathdome.model.frames import Turn, UnitPhase
from deathdome.model.notation import action_text, parse_action, verb_text
from deathdome.model.spelling import TEAMS, parse_unit, unit_text
from deathdome.rules.ending import judge
from deathdome.rules.engine import apply_action, decision
from deathdome.rules.refusals.codes import CODES, RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deathdome.content.positions.schema import Expected
    from deathdome.model.actions import Action
    from deathdome.model.decisions import Decision

# A rule where a refusal code may stand.
_RULE: Final = re.compile(r"\s*[a-z]+-(?:[a-z]+-)*[0-9]+\s*", re.IGNORECASE)


class Moment(Comparison):
    """Compares the moment."""

    def check(self, expected: Expected) -> None:
        """Everything that is said about the moment."""
        self._refusal(expected)
        self._turn(expected)
        self._question(expected)
        self._outcome(expected)

    def _turn(self, wanted: Expected) -> None:
        stack = self.state.stack
        turn = next((frame for frame in stack if isinstance(frame, Turn)), None)
        phase = next((frame for frame in stack if isinstance(frame, UnitPhase)), None)
        if wanted.turn is not None:
            self.seat("turn", wanted.turn)
            found = "nobody" if turn is None else TEAMS[turn.seat]
            self.same("turn", wanted.turn.lower(), found)
        if wanted.phase is not None:
            unit = self._unit_or_none("phase", wanted.phase)
            self.same("phase", unit, self._unit_word(-1 if phase is None else phase.unit))
        self.same("unit_phases", wanted.unit_phases, 0 if turn is None else turn.phases)

    def _unit_or_none(self, name: str, word: str) -> str:
        if word.lower() in NOBODY:
            return self._unit_word(-1)
        with self.key(name):
            return self._unit_word(parse_unit(self.table, word))

    def _unit_word(self, unit: int) -> str:
        return "none" if unit < 0 else unit_text(self.table, unit)

    def _question(self, wanted: Expected) -> None:
        asked = decision(self.state)
        if wanted.asked is not None:
            if wanted.asked.lower() not in NOBODY:
                self.seat("asked", wanted.asked)
            found = "nobody" if asked is None else team_text(asked.seat)
            word = "nobody" if wanted.asked.lower() in NOBODY else wanted.asked.lower()
            self.same("asked", word, found)
        if wanted.question is not None:
            known = {question.value for question in Question}
            word = wanted.question.lower().replace("-", " ").replace("_", " ")
            word = word.replace("defense", "defence")
            if word not in known:
                hint = suggestion(word, sorted(known))
                raise ContentError(
                    f'{self.shown}: {self.name}.question: no question "{word}".{hint}'
                )
            self.same("question", word, "none" if asked is None else asked.question.value)
        if wanted.about is not None:
            unit = self._unit_or_none("about", wanted.about)
            self.same("about", unit, self._unit_word(-1 if asked is None else asked.unit))
        self._options(wanted, asked)

    def _options(self, wanted: Expected, asked: Decision | None) -> None:
        legal = [] if asked is None else list(asked.options)
        seat = -1 if asked is None else asked.seat
        if wanted.options is not None:
            acts = self._acts("options", wanted.options, seat, legal)
            self.same_lot("options", self._texts(acts, seat), self._texts(legal, seat))
        for name, lines, want in (
            ("includes", wanted.includes, True),
            ("excludes", wanted.excludes, False),
        ):
            for line, act in zip(lines, self._acts(name, lines, seat, legal), strict=True):
                if (act in legal) != want:
                    word = "legal" if want else "not legal"
                    self.differ(name, f'"{line}" {word}', _offered(self._texts(legal, seat), line))
        for word, operands in wanted.options_of.items():
            self._options_of(word, operands, seat, legal)
        refuses = wanted.refuses
        codes = refuses if isinstance(refuses, dict) else dict.fromkeys(refuses, True)
        for line, code in codes.items():
            name = f'refuses "{line}"'
            self._known_code(name, code)
            with self.key("refuses"):
                act = parse_tried(self.table, self._said(line, seat), seat, legal)
            try:
                apply_action(self.state.copy(), act)
            except IllegalAction as refusal:
                if isinstance(code, str) and not _says(refusal, code):
                    said = refusal.rule if _RULE.fullmatch(code) else refusal.code
                    self.differ(name, code, f"{said or 'no rule'} ({refusal})")
            else:
                self.differ(name, "a refusal", "it is legal")

    def _options_of(
        self, word: str, operands: bool | int | list[str], seat: int, legal: Sequence[Action]
    ) -> None:
        name = f"options_of.{word}"
        texts = self._texts(legal, seat)
        known = {verb_text(verb) for verb in Act}
        if word.lower() not in known:
            hint = suggestion(word, sorted(known))
            raise ContentError(f'{self.shown}: {self.name}.{name}: no action "{word}".{hint}')
        these = [text for text in texts if (text + " ").startswith(word.lower() + " ")]
        if isinstance(operands, bool):
            self.same(name, operands, bool(these))
        elif isinstance(operands, int):
            self.same(name, operands, len(these))
        else:
            acts = self._acts(name, [f"{word} {one}" for one in operands], seat, legal)
            self.same_lot(name, _tails(self._texts(acts, seat)), _tails(these))

    def _acts(
        self, name: str, lines: Sequence[str], seat: int, legal: Sequence[Action]
    ) -> list[Action]:
        with self.key(name):
            return [parse_action(self.table, self._said(line, seat), seat, legal) for line in lines]

    def _said(self, line: str, seat: int) -> str:
        """The line without the team in front of it, which has to be the one that is asked.

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
        return [action_text(self.table, act, seat) for act in acts]

    # -- refusals and the end -------------------------------------------------------------------

    def _refusal(self, wanted: Expected) -> None:
        self._known_code("refused", wanted.refused)
        refusal = self.play.refusal
        said = [wanted.refused, wanted.rule, wanted.need, wanted.have]
        if wanted.refused is False or all(one is None for one in said):
            return
        if refusal is None:
            if not self.play.wrong:
                self.differ("refused", text(wanted.refused or True), "every action was legal")
            return
        found = f"{refusal.code} ({refusal})"
        if isinstance(wanted.refused, str) and not _says(refusal, wanted.refused):
            ruled = _RULE.fullmatch(wanted.refused)
            self.differ("refused", wanted.refused, f"{refusal.rule}: {found}" if ruled else found)
        if wanted.rule is not None and not _says(refusal, wanted.rule):
            self.differ("rule", wanted.rule, f"{refusal.rule or 'none'} ({refusal})")
        self.same("need", wanted.need, refusal.need)
        self.same("have", wanted.have, refusal.have)

    def _known_code(self, name: str, code: bool | str | None) -> None:
        """Makes sure that a word is a rule, or a code that some refusal has.

        Raises:
            ContentError: no refusal ever has this code.
        """
        if isinstance(code, str) and _word(code) not in CODES and not _RULE.fullmatch(code):
            near = nearest(code.lower(), CODES)
            raise ContentError(
                f'{self.shown}: {self.name}.{name}: no refusal code "{shown(code)}".{near} '
                "docs/notation.md lists them, under Refusal codes."
            )

    def _outcome(self, wanted: Expected) -> None:
        outcome = self.state.outcome
        self.same("over", wanted.over, outcome is not None)
        named = wanted.winner if isinstance(wanted.winner, list) else [wanted.winner]
        teams = [team.lower() for team in named if team not in (None, "shared")]
        for team in teams:
            self.seat("winner", team)
        if wanted.winner is None and wanted.reason is None:
            return
        if outcome is None:
            ahead = ", ".join(TEAMS[seat] for seat in judge(self.state).winners)
            about = "reason" if wanted.winner is None else "winner"
            self.differ(about, text(wanted.winner or wanted.reason), f"not over; ahead: {ahead}")
            return
        if teams:
            self.same_lot("winner", teams, [TEAMS[seat] for seat in outcome.winners])
        elif wanted.winner is not None:
            self.same("winner", "shared", "shared" if outcome.winner is None else "not shared")
        self.same("reason", wanted.reason, outcome.reason)


def _says(refusal: IllegalAction, word: str) -> bool:
    """Whether a word is the refusal's code, or a rule that refuses so."""
    if not _RULE.fullmatch(word):
        return _word(word) == refusal.code
    word = word.strip().upper()
    return word == refusal.rule or word in RULES.get(refusal.code, ())


def _word(code: str) -> str:
    """A refusal code as the rules write it: small, with hyphens."""
    return re.sub(r"[\s_]+", "-", code.strip().lower())


def _tails(texts: Iterable[str]) -> list[str]:
    return [text.partition(" ")[2] or text for text in texts]


def _offered(texts: Sequence[str], line: str) -> str:
    """The legal actions that begin like the line, or how all begin."""
    word = line.split(maxsplit=1)[0].lower() if line.split() else ""
    alike = [text for text in texts if text.split()[0] == word]
    if alike:
        return f"legal: {', '.join(alike)}"
    return f"legal actions begin with: {', '.join(sorted({text.split()[0] for text in texts}))}"
