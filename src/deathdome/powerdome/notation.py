"""The notation: every answer as a line that a person can type, and back.

    nominate   feint, bodyguard, all in
    protect    protect feint                          pass
    bid        feint 12, all in 5                     nothing
    trade      offer abbot; give feint, 10; want gluttony; promise peace; because I need it
    reply      yes        no        counter; give 5; want feint
    discard    discard sealed crate                   keep
    persona    name Brass Widow; look a tin smile     nothing
    talk       truce abbot; together ilka against abbot         nothing
    consent    yes abbot, ilka                        no
    sheet      agility 10; strike 52 at abbot; resist 38; feint on abbot; open vein x 5;
               hound strike 14 at abbot; hound effect on abbot; say You first.
    order      feint on abbot; gluttony               nothing
    target     at abbot                               nothing

Records, replay texts, plain mode and programs use it. Names may be shortened as long as they are
clear. A second effect of a power is written `gift horse #2`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deathdome.errors import NotationError, nearest
from deathdome.powerdome.model.answers import (
    Activation,
    Bids,
    Chance,
    Consents,
    DealKind,
    Discards,
    Nomination,
    Offer,
    Order,
    Persona,
    Plan,
    Proposal,
    Protection,
    Reply,
    Sheet,
    Side,
    Talk,
    Target,
    Trade,
)
from deathdome.powerdome.model.asks import AskKind
from deathdome.powerdome.model.naming import (
    character_names,
    characters_by_name,
    folded,
    one_of,
    powers_by_name,
)
from deathdome.powerdome.model.tome import TargetKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from deathdome.powerdome.model.answers import Answer
    from deathdome.powerdome.model.asks import Ask
    from deathdome.powerdome.model.dome import CharacterId
    from deathdome.powerdome.model.state import State
    from deathdome.powerdome.model.tome import Effect

NOTHING: Final = "nothing"
_NONE: Final = frozenset({"", "nothing", "none", "no", "pass", "keep"})
_YES: Final = frozenset({"yes", "y", "accept"})
_STATS: Final = ("agility", "strike", "resist")
_NUMBER: Final = re.compile(r"\d{1,9}")
_EFFECT: Final = re.compile(r"(.*?)\s*#\s*(\d{1,2})$")
_X: Final = re.compile(r"(.*?)\s+x\s*(\d{1,9})$", re.IGNORECASE)


class Speller:
    """Spells and reads the answers to the questions of one state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.dome = state.now
        self.powers = self.dome.tome.powers
        self._characters: Mapping[str, int] | None = None
        self._powers: Mapping[str, int] | None = None

    # Names

    def power(self, index: int) -> str:
        """Return the name of a power."""
        return self.powers[index].name

    def who(self, character: CharacterId) -> str:
        """Return the name of a character."""
        return character_names(self.dome, self.state.seats)[character]

    def _read(self, words: str, known: Mapping[str, int], what: str) -> int:
        found = one_of(words, known)
        if found is None:
            near = nearest(folded(words), known)
            raise NotationError(f'no {what} is called "{words.strip()}".{near}')
        return found

    def read_power(self, words: str) -> int:
        """Read the name of a power."""
        if self._powers is None:
            self._powers = powers_by_name(self.dome.tome)
        return self._read(words, self._powers, "power")

    def read_who(self, words: str) -> int:
        """Read the name of a character."""
        if self._characters is None:
            self._characters = characters_by_name(self.dome, self.state.seats)
        return self._read(words, self._characters, "character")

    def _effects(self, who: CharacterId, power: int | None) -> Sequence[Effect]:
        if power is not None:
            return self.powers[power].effects
        kind = self.dome.characters[who].kind
        return () if kind < 0 else self.dome.tome.allies[kind].effects

    # Spelling

    def text(self, ask: Ask, answer: Answer) -> str:
        """Return the line of an answer."""
        match answer:
            case Nomination():
                return ", ".join(map(self.power, answer.powers))
            case Protection():
                return "pass" if answer.power is None else f"protect {self.power(answer.power)}"
            case Bids():
                bids = [f"{self.power(p)} {n}" for p, n in sorted(answer.amounts.items()) if n]
                return ", ".join(bids) or NOTHING
            case Offer():
                return "pass" if answer.trade is None else self._trade_text(answer.trade)
            case Reply(accept=True):
                return "yes"
            case Reply():
                return (
                    "no" if answer.counter is None else self._trade_text(answer.counter, "counter")
                )
            case Discards():
                names = ", ".join(map(self.power, answer.powers))
                return f"discard {names}" if names else "keep"
            case Persona():
                parts = [("name", answer.name), ("look", answer.look)]
                return "; ".join(f"{key} {_spoken(text)}" for key, text in parts if text) or NOTHING
            case Talk():
                return "; ".join(map(self._proposal_text, answer.proposals)) or NOTHING
            case Consents():
                return f"yes {', '.join(map(self.who, answer.to))}" if answer.to else "no"
            case Sheet():
                return self._sheet_text(ask.seat, answer)
            case Order():
                acts = [self.act_text(ask.character, act) for act in answer.activate]
                return "; ".join(acts) or NOTHING
            case Target():
                return NOTHING if answer.attack is None else f"at {self.who(answer.attack)}"
            case Chance():
                return str(answer.value)

    def _trade_text(self, trade: Trade, word: str = "offer") -> str:
        parts = [f"offer {self.who(trade.to)}" if word == "offer" else word]
        for key, side in (("give", trade.give), ("want", trade.want)):
            things = [
                *map(self.power, side.powers),
                *([str(side.vitality)] if side.vitality else []),
            ]
            if things:
                parts.append(f"{key} {', '.join(things)}")
        for key, text in (
            ("promise", trade.give.promise),
            ("ask", trade.want.promise),
            ("because", trade.reason),
        ):
            if text:
                parts.append(f"{key} {_spoken(text)}")
        return "; ".join(parts)

    def _proposal_text(self, proposal: Proposal) -> str:
        if proposal.kind is DealKind.TRUCE:
            return f"truce {self.who(proposal.to)}"
        return f"together {self.who(proposal.to)} against {self.who(proposal.against)}"

    def _sheet_text(self, seat: int, sheet: Sheet) -> str:
        parts = []
        for who, plan in sorted(sheet.plans.items()):
            before = "" if who == seat else f"{self.who(who)} "
            for stat in _STATS:
                amount = getattr(plan, stat)
                aim = ""
                if stat == "strike" and plan.attack is not None:
                    aim = f" at {self.who(plan.attack)}"
                if amount or aim:
                    parts.append(f"{before}{stat} {amount}{aim}")
            parts += [before + self.act_text(who, act) for act in plan.activate]
        if sheet.caption:
            parts.append(f"say {_spoken(sheet.caption)}")
        return "; ".join(parts) or NOTHING

    def act_text(self, who: CharacterId, act: Activation) -> str:
        """Return one activation of a character."""
        effects = self._effects(who, act.power)
        text = "effect" if act.power is None else self.power(act.power)
        if act.effect != _first_planned(effects):
            text += f" #{act.effect + 1}"
        if act.x:
            text += f" x {act.x}"
        if act.target is not None:
            of_power = effects[act.effect].target is TargetKind.RIVAL_POWER
            text += f" on {self.power(act.target) if of_power else self.who(act.target)}"
        return text

    # Reading

    def read(self, ask: Ask, line: str) -> Answer:
        """Read the line of an answer.

        Raises:
            NotationError: the line spells no answer to this question.
        """
        return _READ[ask.kind](self, ask, line.strip())

    def read_nomination(self, _: Ask, line: str) -> Nomination:
        """Read `feint, bodyguard, all in`."""
        return Nomination(tuple(map(self.read_power, _listed(line))))

    def read_protection(self, _: Ask, line: str) -> Protection:
        """Read `protect feint` or `pass`."""
        if folded(line) in _NONE:
            return Protection(None)
        return Protection(self.read_power(_without(line, "protect")))

    def read_bids(self, _: Ask, line: str) -> Bids:
        """Read `feint 12, all in 5` or `nothing`."""
        if folded(line) in _NONE:
            return Bids({})
        found: dict[int, int] = {}
        for part in _listed(line):
            name, number = _numbered(part, "a bid is a power and a number, such as feint 12")
            power = self.read_power(name)
            if power in found:
                raise NotationError(f"two bids on {self.power(power)}")
            found[power] = number
        return Bids(found)

    def read_offer(self, _: Ask, line: str) -> Offer:
        """Read `offer abbot; give feint, 10; want gluttony` or `pass`."""
        if folded(line) in _NONE:
            return Offer(None)
        head, *parts = split_parts(line)
        return Offer(self._read_trade(self.read_who(_without(head, "offer")), parts))

    def read_reply(self, ask: Ask, line: str) -> Reply:
        """Read `yes`, `no` or `counter; give 5; want feint`."""
        word = folded(line)
        if word in _YES:
            return Reply(accept=True)
        if word in _NONE or word == "n":
            return Reply(accept=False)
        head, *parts = split_parts(line)
        if folded(head) != "counter":
            raise NotationError(f'a reply is yes, no or counter, not "{head}"')
        table = self.state.progress.table
        to = table[0] if table is not None else ask.seat
        return Reply(accept=False, counter=self._read_trade(to, parts))

    def _read_trade(self, to: int, parts: Iterable[str]) -> Trade:
        sides: dict[str, tuple[tuple[int, ...], int]] = {}
        texts: dict[str, str] = {}
        for part in parts:
            key, _, rest = part.partition(" ")
            key = key.casefold().rstrip(":")
            if key in ("give", "want"):
                sides[key] = self._read_goods(rest)
            elif key in ("promise", "ask", "because"):
                texts[key] = _heard(rest)
            else:
                near = nearest(key, ("give", "want", "promise", "ask", "because"))
                raise NotationError(f'a trade has no part "{key}".{near}')
        give, want = (sides.get(key, ((), 0)) for key in ("give", "want"))
        return Trade(
            to,
            Side(*give, texts.get("promise", "")),
            Side(*want, texts.get("ask", "")),
            texts.get("because", ""),
        )

    def _read_goods(self, words: str) -> tuple[tuple[int, ...], int]:
        powers, vitality = [], 0
        for part in _listed(words):
            bare = part.casefold().removesuffix("vitality").strip()
            if _NUMBER.fullmatch(bare):
                vitality += int(bare)
            else:
                powers.append(self.read_power(part))
        return tuple(powers), vitality

    def read_discards(self, _: Ask, line: str) -> Discards:
        """Read `discard sealed crate` or `keep`."""
        if folded(line) in _NONE:
            return Discards()
        return Discards(tuple(map(self.read_power, _listed(_without(line, "discard")))))

    def read_persona(self, _: Ask, line: str) -> Persona:
        """Read `name Brass Widow; look a tin smile` or `nothing`."""
        found = {"name": "", "look": ""}
        for part in [] if folded(line) in _NONE else split_parts(line):
            key, _blank, rest = part.partition(" ")
            if key.casefold() not in found:
                raise NotationError(f'a character has a name and a look, not "{key}"')
            found[key.casefold()] = _heard(rest)
        return Persona(found["name"], found["look"])

    def read_talk(self, _: Ask, line: str) -> Talk:
        """Read `truce abbot; together ilka against abbot` or `nothing`."""
        if folded(line) in _NONE:
            return Talk()
        return Talk(tuple(map(self._read_proposal, split_parts(line))))

    def _read_proposal(self, part: str) -> Proposal:
        word, _, rest = part.partition(" ")
        if word.casefold() == "truce":
            return Proposal(self.read_who(rest), DealKind.TRUCE)
        if word.casefold() != "together":
            near = nearest(word.casefold(), ("truce", "together"))
            raise NotationError(f"a proposal is a truce, or together against someone.{near}")
        to, against = _split(rest, "against")
        if not against:
            raise NotationError("together needs a third: together ilka against abbot")
        return Proposal(self.read_who(to), DealKind.TOGETHER, self.read_who(against))

    def read_consents(self, ask: Ask, line: str) -> Consents:
        """Read `yes abbot, ilka`, `yes` to all, or `no`."""
        if folded(line) in _NONE or folded(line) == "n":
            return Consents()
        word, _, rest = line.partition(" ")
        if folded(line) in _YES:
            return Consents(tuple(maker for maker, one in self.state.talk if one.to == ask.seat))
        names = rest if word.casefold().rstrip(":") in _YES else line
        return Consents(tuple(map(self.read_who, _listed(names))))

    def read_sheet(self, ask: Ask, line: str) -> Sheet:
        """Read a sheet: stats, activations, those of allies, a caption."""
        drafts = {ask.seat: Draft()}
        caption = ""
        for part in [] if folded(line) == NOTHING else split_parts(line):
            if part.casefold().startswith("say "):
                caption = _heard(part[4:])
                continue
            who, rest = self.subject(ask.seat, part)
            self.read_part(drafts.setdefault(who, Draft()), who, rest)
        return Sheet({who: draft.plan() for who, draft in drafts.items()}, caption)

    def subject(self, seat: int, part: str) -> tuple[CharacterId, str]:
        """Return the character that a part of a sheet is about, and the rest of it.

        A part that begins with the full name of a power is about the player: Drone Foundry.
        """
        bare = _EFFECT.sub(r"\1", _X.sub(r"\1", _split(part, "on")[0]))
        if folded(bare) in powers_by_name(self.dome.tome):
            return seat, part
        names = character_names(self.dome, self.state.seats)
        mine = sorted(
            (
                one.id
                for one in self.dome.characters[self.dome.seats :]
                if one.controller == seat and one.alive
            ),
            key=lambda who: -len(names[who]),
        )
        words = part.split()
        for who in mine:
            name = folded(names[who]).split()
            if folded(" ".join(words[: len(name)])) == " ".join(name) and len(words) > len(name):
                return who, " ".join(words[len(name) :])
        return seat, part

    def read_part(self, draft: Draft, who: CharacterId, part: str) -> None:
        """Read one part of a sheet into the plan of a character."""
        word, _, rest = part.partition(" ")
        stat = word.casefold().rstrip(":")
        if stat in _STATS:
            number, aim = _split(rest, "at")
            if not _NUMBER.fullmatch(number):
                raise NotationError(f'{stat} needs a number, not "{number}"')
            draft.stats[stat] = int(number)
            if aim:
                if stat != "strike":
                    raise NotationError(f"only strike has a target; {stat} has none")
                draft.attack = self.read_who(aim)
        elif stat in ("attack", "at"):
            draft.attack = self.read_who(rest)
        else:
            draft.acts.append(self.read_act(who, part))

    def read_act(self, who: CharacterId, part: str) -> Activation:
        """Read `feint on abbot`, `open vein x 5` or, of an ally, `effect on abbot`."""
        name, aim = _split(part, "on")
        x = effect = 0
        if found := _X.match(name):
            name, x = found[1], int(found[2])
        numbered = _EFFECT.match(name)
        if numbered:
            name = numbered[1]
        own = folded(name) in ("effect", "") and not self.dome.characters[who].player
        power = None if own else self.read_power(name)
        effects = self._effects(who, power)
        effect = int(numbered[2]) - 1 if numbered else _first_planned(effects)
        target = None
        if aim:
            of_power = (
                0 <= effect < len(effects) and effects[effect].target is TargetKind.RIVAL_POWER
            )
            target = self.read_power(aim) if of_power else self.read_who(aim)
        return Activation(power, effect, target, x)

    def read_order(self, ask: Ask, line: str) -> Order:
        """Read `feint on abbot; gluttony`; the X of the sheet need not be repeated."""
        if folded(line) in _NONE:
            return Order()
        sheet = self.state.gathered.get(ask.seat)
        planned = sheet.plans[ask.character].activate if isinstance(sheet, Sheet) else ()
        x_of = {(act.power, act.effect): act.x for act in planned}
        acts = [self.read_act(ask.character, part) for part in split_parts(line)]
        return Order(
            tuple(
                Activation(
                    act.power, act.effect, act.target, act.x or x_of.get((act.power, act.effect), 0)
                )
                for act in acts
            )
        )

    def read_target(self, _: Ask, line: str) -> Target:
        """Read `at abbot` or `nothing`."""
        if folded(line) in _NONE:
            return Target(None)
        return Target(self.read_who(_without(line, "at")))

    def read_chance(self, _: Ask, line: str) -> Chance:
        """Read a number."""
        if not re.fullmatch(r"-?\d{1,9}", line):
            raise NotationError(f'chance is a number, not "{line}"')
        return Chance(int(line))


class Draft:
    """A plan that is being read."""

    def __init__(self) -> None:
        self.stats = dict.fromkeys(_STATS, 0)
        self.attack: CharacterId | None = None
        self.acts: list[Activation] = []

    @classmethod
    def of(cls, plan: Plan) -> Draft:
        """Return a draft that begins with a plan."""
        draft = cls()
        draft.stats = {stat: getattr(plan, stat) for stat in _STATS}
        draft.attack, draft.acts = plan.attack, list(plan.activate)
        return draft

    def plan(self) -> Plan:
        """Return the plan."""
        return Plan(**self.stats, attack=self.attack, activate=tuple(self.acts))


_READ: Final[Mapping[AskKind, Callable[[Speller, Ask, str], Answer]]] = {
    AskKind.NOMINATE: Speller.read_nomination,
    AskKind.PROTECT: Speller.read_protection,
    AskKind.BID: Speller.read_bids,
    AskKind.TRADE: Speller.read_offer,
    AskKind.REPLY: Speller.read_reply,
    AskKind.DISCARD: Speller.read_discards,
    AskKind.PERSONA: Speller.read_persona,
    AskKind.TALK: Speller.read_talk,
    AskKind.CONSENT: Speller.read_consents,
    AskKind.SHEET: Speller.read_sheet,
    AskKind.ORDER: Speller.read_order,
    AskKind.TARGET: Speller.read_target,
    AskKind.CHANCE: Speller.read_chance,
}


def _first_planned(effects: Sequence[Effect]) -> int:
    return next((index for index, effect in enumerate(effects) if effect.planned), 0)


def split_parts(line: str) -> list[str]:
    """Split at semicolons outside quotes."""
    found = [part.strip() for part in re.findall(r'(?:"[^"]*"|[^;"]|")+', line)]
    return [part for part in found if part]


def _listed(line: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,+]|\band\b", line) if part.strip()]


def _split(text: str, word: str) -> tuple[str, str]:
    """Split at the last ` word `; the second part is "" without one."""
    before, found, after = f" {text} ".rpartition(f" {word} ")
    return (before.strip(), after.strip()) if found else (text.strip(), "")


def _without(line: str, word: str) -> str:
    first, _, rest = line.partition(" ")
    return rest.strip() if first.casefold().rstrip(":") == word and rest.strip() else line


def _numbered(part: str, hint: str) -> tuple[str, int]:
    name, _, number = part.rpartition(" ")
    if not name or not _NUMBER.fullmatch(number):
        raise NotationError(hint)
    return name, int(number)


def _spoken(text: str) -> str:
    """Return a free text in quotes if it would be split."""
    return f'"{text}"' if ";" in text or text != text.strip() else text


def _heard(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
