"""An attack in the panel, stage by stage: cards face down, then face up, then the outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from deathdome.model.actions import PUNCH
from deathdome.model.state import UNITS_PER_TEAM
from deathdome.model.vocabulary import ItemKind
from deathdome.stage.text import BLANK, Line, Span, columns_of, cut, fitted, line
from deathdome.text.names import card_name, counted, id_name, item_name
from deathdome.text.phrases import drama as say
from deathdome.tui.presenters.assaults import is_ranged
from deathdome.tui.presenters.bars import health_bar
from deathdome.tui.presenters.pieces import unit_token
from deathdome.tui.presenters.roster import called, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deathdome.model.observation import Observation
    from deathdome.text.convicts import Convicts
    from deathdome.tui.glyphs import GlyphSet
    from deathdome.tui.presenters.assaults import Assault, Struck

_INDENT: Final = Span("    ")
_BACK: Final = 10  # columns of a card that is face down
_NUMBER: Final = 5  # columns of a number behind a bar
_NAME: Final = 11  # columns of a name before the target's bar
_ROOMY: Final = 17  # rows without the cards
_TIGHT: Final = 14  # the same without the rows that only separate
_BRIEF: Final = 2  # rows that replace a closed panel
_SEVERAL: Final = 6  # rows of an attack on several units, without cards and units


class Stage(NamedTuple):
    """Progress of an attack: cards turned, then the sum, then the result."""

    attack: int = 0  # cards of the attacker that are face up
    defence: int = 0  # cards of each defender
    summed: bool = False  # True if the difference is named
    result: float = -1.0  # part of the wounds that the bar has lost; -1 before the result


class Room(NamedTuple):
    """Columns and rows of the panel, its symbols, and the names of the units."""

    width: int
    height: int
    glyphs: GlyphSet
    convicts: Convicts


def attack_rows(
    assault: Assault, stage: Stage, before: Observation, room: Room, *, skips: bool = True
) -> tuple[Line, ...]:
    """Return the whole panel at a stage, or two rows in its place; `skips` names the way out."""
    if room.height <= _BRIEF:
        return tuple(_brief_rows(assault, stage, before, room)[: room.height])
    make = _several_rows if assault.spreads else _single_rows
    rows = [_title(assault, before, room, skips=skips), *make(assault, stage, before, room)]
    return tuple(rows[: room.height])


def total(rating: int, worth: int, cards: Sequence[int], shown: int, before: Observation) -> int:
    """Return a sum with so many of its cards face up."""
    if shown >= len(cards):
        return rating + worth
    values = before.setup.catalog.power_cards
    return rating + sum(values[card].value for card in cards[:shown])


def _title(assault: Assault, before: Observation, room: Room, *, skips: bool) -> Line:
    words = say.ATTACK
    if assault.declared.payback:
        words = say.PAYBACK
    elif assault.spreads:
        words = say.SPLASH
    elif is_ranged(assault, before):
        words = say.RANGED
    row = spread([Span(f" {words}")], [Span(f"{say.SKIPS if skips else ''} ")], room.width)
    return tuple(Span(span.text, "alarm") for span in row)


def _brief_rows(assault: Assault, stage: Stage, before: Observation, room: Room) -> list[Line]:
    """Return the totals in one row, and the outcome below; of several targets the first."""
    struck = assault.struck[0]
    attack = total(struck.strength, struck.attack_cards, assault.cards, stage.attack, before)
    defence = total(struck.toughness, struck.defence_cards, struck.cards, stage.defence, before)
    attacker = called(room.convicts, assault.attacker) if assault.attacker >= 0 else ""
    target = called(room.convicts, struck.unit)
    sums = say.SUMS.format(attacker=attacker, attack=attack, target=target, defence=defence)
    outcome = Span("")
    if stage.result >= 0:
        word, text, look = outcome_words(struck, target)
        outcome = Span(f" {word}: {text} ", look)
    return [line(Span(cut(sums.strip(), room.width), "strong")), line(outcome)]


# -- parts -----------------------------------------------------------------------------------------


def _head(token: str, look: str, name: str, right: str, width: int) -> Line:
    name = cut(name, width - 6)
    right = cut(right, max(2, width - 6 - columns_of(name)))
    left = [Span(" "), Span(token, look), Span(f" {name}", "strong")]
    return spread(left, [Span(right, "dim"), Span(" ")], width)


def _attacker(assault: Assault, before: Observation, room: Room) -> list[Line]:
    """Return who attacks with what, and the strength without cards."""
    declared, unit = assault.declared, assault.attacker
    strength = assault.struck[0].strength
    means = id_name(before.setup, declared.card) if declared.card else ""
    if declared.item == PUNCH or declared.item >= 0:
        means = item_name(before.setup, declared.item)
    means = means.removeprefix("the ")
    means = f"{means[:1].upper()}{means[1:]}"
    label = say.STRENGTH.format(own=strength)
    items = before.setup.catalog.items
    weapon = items[declared.item].weapon if 0 <= declared.item < len(items) else None
    if weapon is not None and weapon.strength <= strength:
        own = strength - weapon.strength
        label = say.STRENGTH_AND_WEAPON.format(own=own, weapon=weapon.strength)
    if unit < 0:
        head = _head("* ", "danger", means, "", room.width)
    else:
        look = f"chip{unit // UNITS_PER_TEAM}"
        token, name = unit_token(before.setup, unit), called(room.convicts, unit)
        head = _head(token, look, name, means, room.width)
    return [head, _value(label, strength, room.width)]


def _defender(struck: Struck, before: Observation, room: Room) -> list[Line]:
    items = before.setup.catalog.items
    worn = [items[item] for item in before.items[struck.unit]]
    none = say.NO_ARMOR.format(armor=before.setup.ruleset.armor_word)
    armor = next((item.name for item in worn if item.kind is ItemKind.ARMOR), none)
    look = f"chip{struck.unit // UNITS_PER_TEAM}"
    token, name = unit_token(before.setup, struck.unit), called(room.convicts, struck.unit)
    return [
        _head(token, look, name, armor, room.width),
        _value(say.TOUGHNESS, struck.toughness, room.width),
    ]


def _value(label: str, number: int, width: int) -> Line:
    return spread([_INDENT, Span(label)], [Span(str(number), "strong"), Span(" ")], width)


def _cards(
    cards: Sequence[int], shown: int, worth: int, most: int, before: Observation, room: Room
) -> list[Line]:
    """Return cards in a row each, face up from the first; further ones are only counted."""
    values = before.setup.catalog.power_cards
    rows: list[Line] = []
    for at, card in enumerate(cards):
        if at >= shown:
            bars = "\N{BOX DRAWINGS LIGHT DOUBLE DASH VERTICAL}" if room.glyphs.shaped else "|"
            rows.append(line(_INDENT, Span(" ? ", "dim raised"), " ", Span(bars * _BACK, "faint")))
            continue
        name = cut(card_name(before.setup, card), room.width - 13)
        face = [_INDENT, Span(f" {values[card].value} ", "paperedge"), Span(f" {name}")]
        added = [Span(f"+{values[card].value}", "strong"), Span(" ")]
        rows.append(spread(face, added, room.width))
    other = worth - sum(values[card].value for card in cards)
    if other and shown >= len(cards):
        added = [Span(f"{other:+}", "strong"), Span(" ")]
        rows.append(spread([_INDENT, Span(say.ABILITIES)], added, room.width))
    if len(rows) > most:
        kept = max(0, most - 1)
        more = [_INDENT, Span(say.MORE_CARDS.format(number=len(rows) - kept), "dim")]
        left = worth - sum(values[card].value for card in cards[:kept])
        added = [Span(f"{left:+}", "strong"), Span(" ")] if shown >= len(cards) else []
        rows = [*rows[:kept], spread(more, added, room.width)][: max(1, most)]
    return rows


def _sum_bar(amount: int, scale: int, seat: int, room: Room) -> Line:
    """Return a total as a bar; all of one attack have the same scale."""
    wide = room.width - 2 - _NUMBER
    bar = health_bar(amount, max(1, scale), max(0, seat), wide, room.glyphs)
    number = Span(f"{amount:>{_NUMBER - 1}}", f"seat{max(0, seat)}")
    return spread([Span(" "), *bar], [number, Span(" ")], room.width)


def _vitae_bar(struck: Struck, stage: Stage, room: Room) -> Line:
    """Return the target's vitae: the wounds about to come, then what is left."""
    name = fitted(called(room.convicts, struck.unit), _NAME)
    seat, wide = struck.unit // UNITS_PER_TEAM, room.width - 2 - _NAME - 1 - _NUMBER - 1
    left, done = struck.vitae, stage.result >= 1
    if stage.result < 0 and stage.summed and struck.wounds:
        bar = [Span(fitted(f" {struck.vitae} - {struck.wounds}", wide), "alarm")]
    else:
        part = max(0.0, min(1.0, stage.result))
        shown = struck.vitae - (struck.vitae - struck.left) * part
        bar = health_bar(shown, max(1, struck.most), seat, wide, room.glyphs)
    if done:
        left = struck.left
    look = "bad" if done and struck.left < struck.vitae else "strong"
    number = Span(f"{left}/{struck.most}".rjust(_NUMBER), look)
    return spread([Span(f" {name} "), *bar], [number, Span(" ")], room.width)


# -- one target ------------------------------------------------------------------------------------


def _single_rows(assault: Assault, stage: Stage, before: Observation, room: Room) -> list[Line]:
    struck = assault.struck[0]
    cards, answer = assault.cards, struck.cards
    wanted = _count(cards, struck.attack_cards, before) + _count(
        answer, struck.defence_cards, before
    )
    tight = _ROOMY + wanted > room.height
    free = max(2, room.height - (_TIGHT if tight else _ROOMY))
    for_defence = min(_count(answer, struck.defence_cards, before), max(1, free // 2))
    for_attack = max(1, free - for_defence)
    attack = total(struck.strength, struck.attack_cards, cards, stage.attack, before)
    defence = total(struck.toughness, struck.defence_cards, answer, stage.defence, before)
    scale = max(struck.attack, struck.defence)
    seats = assault.declared.seat, struck.unit // UNITS_PER_TEAM
    gap = [] if tight else [BLANK]
    return [
        *gap,
        *_attacker(assault, before, room),
        *_cards(cards, stage.attack, struck.attack_cards, for_attack, before, room),
        BLANK,
        _sum_bar(attack, scale, seats[0], room),
        _sum_bar(defence, scale, seats[1], room),
        BLANK,
        *_defender(struck, before, room),
        *_cards(answer, stage.defence, struck.defence_cards, for_defence, before, room),
        BLANK,
        *_verdict(assault, struck, stage, room, tall=not tight),
        BLANK,
        _vitae_bar(struck, stage, room),
    ]


def _count(cards: Sequence[int], worth: int, before: Observation) -> int:
    """Return the rows of cards, with one for abilities that changed their worth."""
    values = before.setup.catalog.power_cards
    return len(cards) + (sum(values[card].value for card in cards) != worth)


def _verdict(
    assault: Assault, struck: Struck, stage: Stage, room: Room, *, tall: bool
) -> list[Line]:
    """Return two rows of words, or four; at last the outcome in a block of colour."""
    name = called(room.convicts, struck.unit)
    blank = [BLANK, BLANK] if tall else []
    if stage.result >= 0:
        word, text, look = outcome_words(struck, name)
        rows = [word if " " in word else " ".join(word), text]
        block = [
            (Span(f"{cut(text, room.width - 2):^{room.width}}", look),)
            for text in (["", *rows, ""] if tall else rows)
        ]
        return list(block)
    seat = max(0, assault.declared.seat)
    if stage.summed:
        sum_ = f" {struck.attack} - {struck.defence} = "
        word = counted(struck.wounds, "WOUND")
        verdict = Span(f" {word} ", "bar") if struck.wounds else Span(say.NO_WOUND, "good")
        vitae = say.HAS_VITAE.format(name=name, vitae=struck.vitae)
        return [line(Span(sum_, "strong"), verdict), _dim(vitae, room), *blank]
    if stage.attack < len(assault.cards) or not (stage.attack or struck.cards):
        counts = say.AGAINST.format(attack=len(assault.cards), defence=len(struck.cards))
        if not assault.cards and not struck.cards:
            return [line(Span(f" {say.NO_CARDS}", "strong")), BLANK, *blank]
        return [line(Span(f" {say.CARDS_DOWN}", "strong")), _dim(counts, room), *blank]
    left = len(struck.cards) - stage.defence
    words = say.NO_CARDS_LEFT.format(name=name)
    if left:
        words = say.CARDS_LEFT.format(name=name, cards=counted(left, "card"))
    number = Span(f" {struck.attack}", f"seat{seat}")
    return [line(number, Span(say.TO_BEAT, "strong")), _dim(words, room), *blank]


def _dim(text: str, room: Room) -> Line:
    return line(Span(f" {cut(text, room.width - 2)}", "dim"))


def outcome_words(struck: Struck, name: str) -> tuple[str, str, str]:
    """Return the outcome of a hit in a word, a sentence about the unit, and the look of both."""
    if struck.dead:
        text = say.BURNS if struck.burned else say.GOES_TO_JAIL
        return say.KILL, text.format(name=name), "alarm"
    if struck.down:
        return say.DOWN, say.MISSES_TURN.format(name=name), "bar"
    if struck.wounds:
        word = counted(struck.wounds, "WOUND")
        return word, say.HAS_LEFT.format(name=name, vitae=struck.left or "no"), "bar"
    text = say.SAFE if struck.safe else say.UNHURT
    return say.NO_WOUND, text.format(name=name), f"strip{struck.unit // UNITS_PER_TEAM}"


# -- several targets -------------------------------------------------------------------------------


def _several_rows(assault: Assault, stage: Stage, before: Observation, room: Room) -> list[Line]:
    first = assault.struck[0]
    wanted = 2 * len(assault.struck)
    free = max(1, room.height - _SEVERAL - min(wanted, room.height // 2))
    scale = max(max(one.attack, one.defence) for one in assault.struck)
    attack = total(first.strength, first.attack_cards, assault.cards, stage.attack, before)
    rows = [
        BLANK,
        *_attacker(assault, before, room),
        *_cards(assault.cards, stage.attack, first.attack_cards, free, before, room),
        BLANK,
        _sum_bar(attack, scale, assault.declared.seat, room),
        BLANK,
    ]
    left = max(1, (room.height - 1 - len(rows)) // 2)
    shown = assault.struck if len(assault.struck) <= left else assault.struck[: max(1, left - 1)]
    airy = len(rows) + 1 + 3 * len(shown) <= room.height
    for struck in shown:
        rows += [*_struck_rows(struck, stage, scale, before, room), *[BLANK] * airy]
    if len(shown) < len(assault.struck):
        more = say.MORE_UNITS.format(number=len(assault.struck) - len(shown))
        rows.append(line(Span(f" {more}", "dim")))
    return rows


def _struck_rows(
    struck: Struck, stage: Stage, scale: int, before: Observation, room: Room
) -> list[Line]:
    """Return one of several units: what is known about it, and its total as a bar."""
    seat = struck.unit // UNITS_PER_TEAM
    right = Span(counted(len(struck.cards), "card") if struck.cards else "", "dim")
    if stage.summed and stage.result < 0:
        right = Span(
            say.TAKES.format(number=struck.wounds) if struck.wounds else say.HOLDS, "title"
        )
    elif stage.result >= 0:
        word, _, look = outcome_words(struck, "")
        right = Span(f" {word} ", look)
    token, name = unit_token(before.setup, struck.unit), called(room.convicts, struck.unit)
    # A fill would melt into the bars above and below.
    head = [Span(" "), Span(token, f"seat{seat}"), Span(f" {cut(name, room.width - 18)}", "strong")]
    amount = total(struck.toughness, struck.defence_cards, struck.cards, stage.defence, before)
    return [
        spread(head, [right, Span(" ")], room.width),
        _sum_bar(amount, scale, seat, room),
    ]
