"""Sentences of plain mode: prompts, questions, forms, help, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathdome.powerdome.model.asks import AskKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# -- a game begins and ends ------------------------------------------------------------------------

TITLE: Final = "PowerDome, line by line. Type help for the commands, a question mark for short."
CREDIT: Final = "After the PowerDome Manual of 2020 by Ethan Camba, Shifty Glyphs."
INPUT_ENDED: Final = "The input has ended."
STRICT_STOPS: Final = "The script is strict, so it stops here."
LEFT_SAVED: Final = "You left the game. It is saved."
LEFT_IN_FORM: Final = (
    "You left the game. It is saved up to the last phase that all players finished."
)
LEFT_UNSAVED: Final = "You left the game. It was not saved."
AT_THE_END: Final = "Commands: log, players, plans, reasons, coach, seed, quit."
THINKING: Final = "{name} is thinking."
REST_DROPPED: Final = "Not done because of that: {rest}."
TOO_LONG: Final = "a line has at most {most} characters"
OVER: Final = "the game is over"
NOTHING_TO_UNDO: Final = "nothing to undo on this sheet"
NOTHING_TO_REDO: Final = "nothing to redo on this sheet"
NO_FORM: Final = "undo, redo and clear work on a secret sheet: nomination, bids or plans"
NO_HINT: Final = "there is nothing to choose, so there is no hint"
NO_REASONS: Final = "no bot has explained a decision that is public by now"
NO_PLANS: Final = "No plans have been shown yet."
NO_DEALS: Final = "No deal has been accepted yet."
NOTHING_YET: Final = "Nothing has happened yet."
COACH_LATER: Final = "the coach speaks after the game"
SEED_LATER: Final = "The seed is random. It is shown after the game."
NOTHING_KNOWN: Final = "No rival has shown a plan yet, so there is nothing to try against."
LAST_WORD: Final = "{name} has won and may say a last line: up to 60 characters, or nothing."


def resume_with(command: str) -> str:
    """Return the command that resumes the game."""
    return f"resume with: {command}"


def saved_in(name: str) -> str:
    """Return where the game is saved."""
    return f"The game is saved as {name}."


def seed_line(seed: int) -> str:
    """Return the seed."""
    return f"The seed is {seed}."


def seat_line(name: str, player: str) -> str:
    """Return who plays a seat."""
    return f"{name} is played by {'a person' if player == 'human' else f'the bot {player}'}."


def options_line(options: Mapping[str, str]) -> str:
    """Return the options of the game that differ from the usual ones."""
    rows = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in options.items())
    return f"Rules of this table: {rows}."


DOME_CLOSES: Final = (
    "The dome closes from the end of round 15: all players lose 5 vitality, then 10, and so on. "
    "That rule is an addition of this program."
)


# -- the curtain -----------------------------------------------------------------------------------


def curtain(name: str, form: str, key: str, first: bool) -> str:
    """Return the curtain before a secret form."""
    how = f'type "{key}"' if first else "type your key"
    return f"Pass the keyboard to {name}: {form}. The others look away. {name}, {how} to open."


CURTAIN_WRONG: Final = "That is not your key. Type your key, or quit."
CURTAIN_CLOSED: Final = "Handed in. The curtain is closed."
YOUR_KEY: Final = 'Your key is "{key}" from now on.'

# -- questions -------------------------------------------------------------------------------------

FORMS: Final[Mapping[AskKind, str]] = {
    AskKind.NOMINATE: "nomination",
    AskKind.PROTECT: "protection",
    AskKind.BID: "bids",
    AskKind.TRADE: "trade",
    AskKind.REPLY: "reply",
    AskKind.DISCARD: "discard",
    AskKind.PERSONA: "character",
    AskKind.TALK: "talk",
    AskKind.CONSENT: "offers",
    AskKind.SHEET: "sheet",
    AskKind.ORDER: "order",
    AskKind.TARGET: "target",
    AskKind.CHANCE: "chance",
}
# What the open question is, and what to type; {name} is the player that answers.
HOW: Final[Mapping[AskKind, str]] = {
    AskKind.NOMINATE: (
        "Name three powers by name or number, as in: feint, bodyguard, 33; confirm. "
        "Commands: list, list payment, search WORDS, power NAME."
    ),
    AskKind.PROTECT: "Type protect and a power to pay 5 vitality for it, or pass, which is final.",
    AskKind.BID: "Type bids, as in: feint 12, all in 5; confirm. Losing bids cost nothing.",
    AskKind.TRADE: (
        "Type pass, or an offer, as in: offer abbot; give feint, 10; want gluttony; "
        "promise peace; because I need it."
    ),
    AskKind.REPLY: "Type yes, no, or a counter-offer, as in: counter; give 5; want feint.",
    AskKind.DISCARD: "Type discard and powers, or keep.",
    AskKind.PERSONA: "Type nothing, or as in: name Brass Widow; look a tin smile.",
    AskKind.TALK: (
        "Type truce and a rival, together RIVAL against A THIRD, several with semicolons, "
        "or nothing."
    ),
    AskKind.CONSENT: "Type yes to accept all offers, yes and names to accept some, or no.",
    AskKind.SHEET: (
        "Type stats, targets and powers, as in: agility 10; strike 52 at abbot; resist 38; "
        "feint on abbot. Then confirm. Before it, say WORDS writes a caption."
    ),
    AskKind.ORDER: "Type your activations in the order of use, with their targets: feint on abbot.",
    AskKind.TARGET: "Type at and a character, or nothing.",
}


def question(kind: AskKind, name: str) -> str:
    """Return the first line of a question."""
    return {
        AskKind.NOMINATE: f"{name}, name three powers, in secret.",
        AskKind.PROTECT: f"{name}, protect a power or pass.",
        AskKind.BID: f"{name}, write your bids, in secret.",
        AskKind.TRADE: f"{name}, offer a trade or pass.",
        AskKind.REPLY: f"{name}, answer the offer.",
        AskKind.DISCARD: f"{name}, discard powers or keep them all.",
        AskKind.PERSONA: f"{name}, invent a character. It changes no number.",
        AskKind.TALK: f"{name}, talk to your rivals. Nothing said binds.",
        AskKind.CONSENT: f"{name}, answer the offers made to you.",
        AskKind.SHEET: f"{name}, write your sheet, in secret.",
        AskKind.ORDER: f"{name}, declare the order of your activations.",
        AskKind.TARGET: f"{name}, declare a target.",
    }.get(kind, name)


# -- facts -----------------------------------------------------------------------------------------


def power_line(no: int, name: str, text: str, marks: Iterable[str] = ()) -> str:
    """Return a power with its number, text and marks."""
    kinds = ", ".join(marks)
    return f"{no} {name}{f' ({kinds})' if kinds else ''}. {text}"


MODIFIER_MARK: Final = "modifier"


def pool_line(powers: str) -> str:
    """Return the nominated powers."""
    return f"Pool: {powers}."


def slots_line(used: int, slots: int, protected: str) -> str:
    """Return the slots of the auction that are protected."""
    return f"{used} of {slots} slots are protected: {protected}."


def bids_line(vitality: int, bid: int) -> str:
    """Return what the bids add up to."""
    return f"Vitality {vitality}, bid in all {bid}, left if all win {vitality - bid}."


BIDS_LOW: Final = "Warning: you would fight with less than 50 vitality."
NO_BIDS: Final = "No bids yet."
MODIFIER_SLOT: Final = "modifier, comes into force, no bids"


def chosen_line(names: Sequence[str]) -> str:
    """Return the nominations so far."""
    return f"Chosen, {len(names)} of 3: {', '.join(names) or 'none'}."


def offer_line(maker: str, trade: str) -> str:
    """Return an offer on the table."""
    return f"{maker} offers: {trade}."


def reason_line(reason: str) -> str:
    """Return the reason that came with an offer."""
    return f'The reason given: "{reason}"'


def offers_left(left: int) -> str:
    """Return how many trades a player may still offer."""
    return f"You have {left} of 3 offers left."


def round_line(number: int, vitality: int, living: int) -> str:
    """Return the round, one's vitality and the players left."""
    return f"Round {number}. Your vitality is {vitality}. {living} players live."


def player_line(
    name: str,
    vitality: int,
    *,
    alive: bool,
    powers: str,
    afflictions: str,
    counters: str,
    allies: str,
    last: str,
) -> str:
    """Return the public facts of a player."""
    if not alive:
        return f"{name}: dead."
    parts = [f"{name}: vitality {vitality}", f"powers {powers or 'none'}"]
    parts += [f"allies {allies}"] if allies else []
    parts += [f"afflicted with {afflictions}"] if afflictions else []
    parts += [f"counters {counters}"] if counters else []
    parts += [f"last plan {last}"] if last else []
    return "; ".join(parts) + "."


def ally_words(name: str, vitality: int) -> str:
    """Return an ally with its vitality."""
    return f"{name} ({vitality})"


def in_force(powers: str) -> str:
    """Return the modifiers in force."""
    return f"In force: {powers}."


def borne_by(power: str, names: str) -> str:
    """Return a modifier and its bearers."""
    return f"{power} is borne by {names}."


# -- the sheet -------------------------------------------------------------------------------------


def left_line(name: str, points: int, left: int) -> str:
    """Return the action points that are left."""
    return f"{name}: {points} action points, {left} left."


def stats_line(agility: int, strike: int, resist: int, aim: str, *, ally: bool) -> str:
    """Return the stats of a plan."""
    first = "" if ally else f"Agility {agility}, "
    rest = f"strike {strike}{f' at {aim}' if aim else ''}, resist {resist}."
    return f"{first}{rest}" if first else rest.capitalize()


def speed_line(agility: int, beats: int, beaten: int) -> str:
    """Return whom an agility doubles, and who doubles against it."""
    mine = "doubles no rival" if beats < 0 else f"doubles against {beats} or less"
    return f"Agility {agility} {mine}, and {beaten} or more doubles against it."


def plan_act(number: int, text: str, cost: str, *, auto: bool) -> str:
    """Return a planned activation."""
    return f"{number}. {text}, {cost}{', Auto' if auto else ''}."


def may_plan(text: str, cost: str) -> str:
    """Return an effect that is not planned."""
    return f"Not planned: {text}, {cost}."


def cost_words(word: str, n: int, most: int) -> str:
    """Return the cost of an effect; `n` 0 is a cost that the plan chooses."""
    if not word:
        return "no cost"
    return f"{word} {n}" if n else f"{word} X, X 1 to {most}"


def targets_words(names: Sequence[str]) -> str:
    """Return the targets of an effect."""
    return f" on {' or '.join(names)}" if names else ""


def caption_line(text: str) -> str:
    """Return the caption of a sheet."""
    return f'Caption: "{text}"'


WARNING: Final = "Warning: {text}"
NOTE: Final = "Note: {text}"
REFUSED: Final = "You can't: {reason} ({rules})."
ALLOWED: Final = "You can."
NOTHING_CHANGED: Final = "Nothing on the sheet has changed."


def trial_line(rival: str, ago: int, plan: str, changes: str) -> str:
    """Return the outcome of a sheet against one former plan."""
    when = "the last plan" if ago == 1 else f"the plan {ago} rounds ago"
    return f"Against {when} of {rival}, {plan}: {changes}."


def change_words(name: str, old: int, new: int, *, dead: bool) -> str:
    """Return a change of vitality."""
    return f"{name} {old} to {new}{', dead' if dead else ''}"


UNCHANGED: Final = "no player loses vitality"

# -- the end of a round and of the game ------------------------------------------------------------

PLANS: Final = "Plans of round {round}, agility / strike / resist:"
RANKING: Final = "Final table:"
NEVER_HIT: Final = "No blow landed."


def plan_row(name: str, stats: str, aim: str, acts: str, old: int, new: int) -> str:
    """Return a row of the table at the end of a round."""
    at = f" at {aim}" if aim else ""
    used = f" with {acts}" if acts else ""
    return f"{name}: {stats}{at}{used}; vitality {old} to {new}."


def final_row(place: int, name: str, vitality: int, *, alive: bool) -> str:
    """Return a row of the final table."""
    return f"{place}. {name}, {f'vitality {vitality}' if alive else 'dead'}."


def blow_line(attacker: str, defender: str, damage: int) -> str:
    """Return the biggest blow of the game."""
    return f"Biggest blow: {attacker} on {defender}, {damage}."


def bargain_line(name: str, power: str, price: int) -> str:
    """Return the best bargain of the auction."""
    return f"Best bargain: {name}, {power} for {price}."


def said_line(name: str, text: str) -> str:
    """Return what a player says."""
    return f'{name}: "{text}"'


def rounds_line(rounds: int) -> str:
    """Return how many rounds were played."""
    return f"Rounds: {rounds}."


def deal_line(words: str, broken_by: str, *, over: bool) -> str:
    """Return a deal and what became of it."""
    state = f"broken by {broken_by}" if broken_by else "honoured" if over else "open"
    return f"{words}: {state}."


# -- hints -----------------------------------------------------------------------------------------


def hint_line(line: str) -> str:
    """Return the answer that a hint suggests."""
    return f'Hint: "{line}".'


def no_hint(why: str) -> str:
    """Return that the adviser failed."""
    return f"there is no hint: {why}"


# -- commands --------------------------------------------------------------------------------------

COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "question": ("question", "repeats the question; so does an empty line"),
    "help": ("help", "lists the commands; so does a question mark"),
    "look": ("look", "shows the table: players, powers, modifiers, the phase"),
    "players": ("players", "lists the players with their powers and last plans"),
    "powers": ("powers", "lists your powers and what you may plan"),
    "power": ("power NAME", "shows a power of the PowerTome in full"),
    "list": ("list [KIND or WORDS]", "lists the PowerTome, or a part such as payment"),
    "search": ("search WORDS", "lists the powers and rules with these words"),
    "rule": ("rule ID or WORDS", "shows a rule"),
    "why": ("why not ANSWER", "says why an answer or a part of your sheet is refused"),
    "try": ("try", "plays your sheet against the last three plans of each rival"),
    "plans": ("plans [NAME]", "lists the plans that players have shown"),
    "deals": ("deals", "lists accepted offers, and which of them were broken"),
    "log": ("log [NUMBER or WORDS]", "shows the latest events, or those with the words"),
    "copy": ("copy", "prints the game as a line to copy, without secrets of others"),
    "hint": ("hint", "suggests an answer; hints are counted"),
    "reasons": ("reasons [NAME]", "explains the bots' last public decisions"),
    "undo": ("undo", "undoes a change of your sheet"),
    "redo": ("redo", "restores the change"),
    "clear": ("clear", "empties your sheet"),
    "confirm": ("confirm", "hands in your sheet"),
    "key": ("key WORD", "chooses the key that opens your curtain"),
    "coach": ("coach", "reviews every sheet, bid and deal after the game"),
    "seed": ("seed", "shows the seed; a random one only after the game"),
    "save": ("save", "says where the game is saved"),
    "quit": ("quit", "leaves the game, which is saved"),
}


def command_line(usage: str, does: str) -> str:
    """Return a command with its meaning."""
    return f"{usage}: {does}."


def unknown(word: str, near: str) -> str:
    """Return that a word is neither a command nor an answer."""
    return f'"{word}" is neither a command nor an answer here.{near}'


# -- watching --------------------------------------------------------------------------------------

WATCH_COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "next": ("next [NUMBER]", "steps forwards; so does an empty line"),
    "back": ("back [NUMBER]", "steps backwards"),
    "go": ("go NUMBER", "goes to the moment after so many answers"),
    "round": ("round NUMBER", "goes to the beginning of a round; 0 for the nominations"),
    "end": ("end", "goes to the end"),
    "look": ("look", "shows the table at this moment"),
    "log": ("log [NUMBER or WORDS]", "shows the latest events up to this moment"),
    "power": ("power NAME", "shows a power in full"),
    "text": ("text", "prints the record, to be copied"),
    "fork": ("fork", "says how to play from this moment"),
    "help": ("help", "lists these commands"),
    "quit": ("quit", "ends"),
}


def moment_line(at: int, last: int, phase: str, round_: int) -> str:
    """Return the moment of a recorded game."""
    where = f"round {round_}, {phase}" if round_ else phase
    return f"After {at} of {last} answers: {where}."


def fork_with(name: str, at: int) -> str:
    """Return the command that plays from a moment."""
    return f"play from here with: deathdome powerdome play --plain --from {name} --at {at}"


def stops_here(problem: str) -> str:
    """Return that a record cannot be replayed any further."""
    return f"The record can't be replayed further: {problem}"


def altered(line: int) -> str:
    """Return that a record was changed by another program."""
    return f"Line {line} was changed after the program wrote it, so nothing vouches for the rest."


NO_MORE: Final = "That is the end of the record."
NO_LESS: Final = "That is the beginning of the record."


def player_name(name: str) -> str:
    """Return a player before anything is known of it."""
    return f"{name}: vitality 100."


def limit_words(used: int, limit: int) -> str:
    """Return how much of a Limit is used up."""
    return f"used {used} of {limit}"


def with_words(acts: str) -> str:
    """Return the activations of a plan."""
    return f" with {acts}" if acts else ""


def deal_words(round_: int, maker: str, to: str, against: str) -> str:
    """Return a deal."""
    what = f"together against {against}" if against else "truce"
    return f"Round {round_}, {maker} and {to}, {what}"


def slot_line(text: str, *, modifier: bool) -> str:
    """Return a power of the auction."""
    return f"{text} ({MODIFIER_SLOT})" if modifier else text


def not_planned(words: str) -> str:
    """Return that a power is not on the sheet."""
    return f'"{words}" is not on your sheet'


ITS_EFFECT: Final = "its effect"
NO_POWERS: Final = "You own no powers."
NAME_A_POWER: Final = "name a power, as in: power feint"
NAME_A_RULE: Final = "name a rule or words, as in: rule PD-COMBAT-10, or rule doubled"
SEARCH_WHAT: Final = "type words to search for, as in: search resist"
TRY_WHEN: Final = "try works on your sheet, in the allocation phase"


def nothing_found(words: str) -> str:
    """Return that no line has the words."""
    return f'nothing has the words "{words}"'


HANDED_IN: Final = "Handed in."
CONFIRM_AGAIN: Final = "Type confirm again to hand it in as it is."
WHY_WHAT: Final = "type what you would answer, as in: why not strike 90"
NOT_SAVED: Final = "The game is not saved."


def hand_line(name: str, vitality: int, powers: str) -> str:
    """Return a player's powers and vitality in the exchange."""
    return f"{name}: vitality {vitality}, {powers or 'no powers'}."


def reasons_head(name: str, form: str) -> str:
    """Return the heading of a bot's reasons."""
    return f"{name}, {form}:"


def needs_number(text: str) -> str:
    """Return that a number is expected."""
    return f'type a number, not "{text[:40]}"' if text else "type a number"


# -- reasons ---------------------------------------------------------------------------------------

UNITS: Final[Mapping[str, str]] = {
    "vitality": "in vitality",
    "payoff": "1 is a win, -1 is death",
    "score": "points of a target",
}
# Terms whose subject is a character; the others are about a power.
OF_CHARACTERS: Final = frozenset(
    {
        *("ally", "damage", "danger", "help", "impossible", "kill", "leader", "overkill"),
        *("passed-up", "peace", "powers", "promise", "threat", "together", "truce"),
    }
)


def term_words(name: str, amount: str, about: str) -> str:
    """Return one reason with its amount."""
    words = name.replace("-", " ")
    return f"{words}{f' of {about}' if about else ''} {amount}"


def option_words(line: str, terms: Sequence[str], total: str, unit: str) -> str:
    """Return an option with its reasons and their sum."""
    if not terms:
        return f'"{line}"'
    return f'"{line}", {total} ({unit}): {", ".join(terms)}'


def taken_line(option: str) -> str:
    """Return the option that was taken."""
    return f"Taken: {option}."


def weighed_line(option: str) -> str:
    """Return an option that was weighed."""
    return f"Weighed: {option}."


def expected_line(name: str, plan: str) -> str:
    """Return a plan that a bot expected."""
    return f"Expected of {name}: {plan}."
