"""Every readable text keeps to docs/voice.md: words, length, person, ellipsis."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

pytestmark = pytest.mark.xdist_group("voice")  # one worker reads all texts

ROOT: Final = Path(__file__).parents[2]
GUIDE: Final = ROOT / "docs" / "voice.md"
LONGEST: Final = 20  # words of a sentence on a screen


@dataclass(frozen=True)
class Text:
    """A readable text and its place."""

    kind: str  # screen, code or page
    path: str
    line: int
    text: str

    @cached_property
    def readable(self) -> str:
        """The text without quoted code, links and fields."""
        return re.sub(r"\{[^{}]*\}", "X", re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>", " ", self.text))

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text.strip()[:160]!r}"


# -- collecting texts ------------------------------------------------------------------------------


def texts_of(path: Path) -> Iterator[Text]:
    """Strings, docstrings and comments of a module; lines of a page or a data file."""
    name, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from _of_module(name, source)
    else:
        kind = "page" if path.suffix == ".md" else "screen"
        blank = re.sub(r"(?ms)^```.*?^```", lambda code: "\n" * code[0].count("\n"), source)
        for number, line in enumerate(blank.splitlines(), 1):
            yield Text(
                "code" if kind == "screen" and line.startswith("# ") else kind, name, number, line
            )


def _of_module(name: str, source: str) -> Iterator[Text]:
    tree = ast.parse(source)
    seen: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            seen.add(id(node.value))
            yield Text("code", name, node.lineno, str(node.value.value))
        elif isinstance(node, ast.JoinedStr):
            seen.update(map(id, node.values))
            parts = (
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
            yield Text("screen", name, node.lineno, "".join(parts))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in seen:
            yield Text("screen", name, node.lineno, node.value)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield Text("code", name, token.start[0], token.string)


# -- banned phrases --------------------------------------------------------------------------------


class Ban(NamedTuple):
    """A phrase that docs/voice.md lists, and the kinds of text that may not have it."""

    pattern: str
    example: str
    kinds: tuple[str, ...] = ("screen", "code", "page")


BANNED: Final = (
    Ban(
        r"\A(What|Whether|Who(m|se|ever)?|Where|How|Why|That|Which|Whatever)\b",
        "What comes next.",
        ("code",),
    ),
    Ban(r"\b[Ww]ho(so|m)?ever\b", "whoever buys it"),
    Ban(r"\b([Ss]ome|[Nn]o)body\b", "somebody", ("code",)),
    Ban(r"\b[Gg]o(es|ne|ing)? on\b|\b[Ww]ent on\b", "goes on"),
    Ban(r"\b([Tt]ak(e|es|en|ing)|[Tt]ook) (\w+ ){0,2}back\b", "takes a card back"),
    Ban(r"\b([Dd]o|[Dd]oes|[Dd]one|[Gg]ives?|[Gg]iven|[Tt]old) again\b", "do again"),
    Ban(r"\b[Ll](ays?|aid|aying)\b", "lays a card"),
    Ban(r"\b[Ll](ies?|ying)\b", "the card lies there"),
    Ban(
        r"\b[Ss]tands? (in|as|at|beside|by|for|open|under|there)\b",
        "the score stands in the panel",
    ),
    Ban(r"\b([Tt]ells?|[Tt]old|[Tt]elling)\b(?! (\w+ ){0,5}apart)", "the log tells it"),
    Ban(r"\b([Tt]he|[Aa]n|[Nn]o|[Ww]ith|[Nn]ext) own\b|\bone's own\b", "the own hand"),
    Ban(
        r"\b[Ww]hat (is|was|are|were|has been) \w+(ed|en|id|ept|old)\b",
        "what is ticked",
    ),
    Ban(r"\b(is|are|was|were) to (be|have|do)\b", "is to be done"),
    Ban(r"\b[Bb]esides?\b", "beside the panel"),
    Ban(r"(, else\b|(?<!thing )\belse[.:;,])", "else:"),
    Ban(r"\bby (itself|themselves)\b", "ends by itself"),
    Ban(
        r"(?<![Tt]here )\b(is|was|are|were) no (?!longer|more|one|better|fewer|less|other)\w+",
        "that is no seed",
    ),
    Ban(r"\b([Tt]ick(s|ed|ing)?|[Uu]ntick\w*)\b", "tick the card", ("screen", "page")),
    Ban(r"\b([Gg]oods|[Ff]oes?|[Mm]end(s|ed|ing)?|[Tt]ill|anew|upright)\b", "goods"),
    Ban(r"\b([Rr]eckon\w*|[Ff]oretold|[Dd]eeds?)\b", "reckoned"),
    Ban(
        r"\b(mistake|fault) of the program\b|\bto light\b|\bby lot\b|\bas ever\b",
        "mistake of the program",
    ),
    Ban(r"\bof which\b|\bthat which\b|\b(to|with|from|for) whom\b", "cards of which two"),
    Ban(r"\bthe (most|least) is\b|\bat the most\b|\bis the (most|least)\b", "three is the most"),
    Ban(r"\b[Pp]lay(s|ed|ing)? on\b(?! (the|a) board)", "played on"),
    Ban(r"\b[Kk]ept\b", "matches that are kept", ("screen", "page")),
    Ban(r"(?<!-)\b[Ss]igns?\b(?! (in|off|up)\b)", "a sign"),
    Ban(r"(?<!\.)\.\.(?!\.)", "Wait..", ("screen",)),
    Ban(
        r"\b([Aa]re you sure|[Pp]lease|[Oo]ops|[Ss]orry|successfully|currently)\b",
        "are you sure",
        ("screen",),
    ),
)


class Allowed(NamedTuple):
    """An honest use of a banned phrase."""

    path: str  # the beginning of it
    words: str  # a pattern in the text
    reason: str


ALLOWED: Final = (
    Allowed("docs/voice.md", "", "it lists the phrases"),
    Allowed("docs/cards.md", r" Sign\*\*", "names of cards"),
    Allowed("docs/effects.md", "is no escape", "a note of a card"),
    Allowed("docs/templates/effects.md", "is no escape", "a note of a card"),
    Allowed("data/cards", 'Sign"|Whoever steps|Tick Tock', "names and rules texts of cards"),
    Allowed("data/lessons", r"\blay\b", "a word of the notation"),
    Allowed("data/powerdome/captions.toml", "", "bots on the show talk as they like"),
    Allowed("src/deathdome/model/wire.py", r"\b[Ll]aid |^Reckoned ", "keys of the protocol"),
    Allowed("src/deathdome", r"^lay |[\"' ]lay [A-Z{]", "a word of the notation"),
    Allowed("src/deathdome", r"\bfoes( \[|; | for)|type foes", "a command of plain mode"),
    Allowed("src/deathdome/cli/sessions.py", "^goods ", "a label of derived seeds"),
    Allowed("src/deathdome/arena/counting.py", '"laid"', "a key of the counts"),
    Allowed("tests/support/scenes.py", r"\.lay\(", "a method named after the notation"),
    Allowed("docs/ladder.md", "kept|an own turn", "written by `make tables` from measured rows"),
)

# Files and folders whose texts keep to the guide, by kind of text. Add to them; take none away.
CLEAN: Final[dict[str, tuple[str, ...]]] = {
    "screen": ("src/deathdome", "data"),
    "code": ("src/deathdome", "data", "tests", "lab"),
    "page": ("docs", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"),
}


def _files() -> list[Path]:
    found = {path for places in CLEAN.values() for place in places for path in _below(ROOT / place)}
    return sorted(found)


def _below(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    assert place.is_dir(), place
    return [path for ending in ("py", "md", "toml") for path in place.rglob(f"*.{ending}")]


@cache
def texts() -> tuple[Text, ...]:
    """Every text that has to keep to the guide."""
    return tuple(
        text
        for path in _files()
        for text in texts_of(path)
        if any(Path(text.path).is_relative_to(place) for place in CLEAN[text.kind])
    )


def _allowed(text: Text) -> bool:
    return _listed(text, ALLOWED)


def _listed(text: Text, exceptions: Sequence[Allowed]) -> bool:
    return any(
        text.path.startswith(one.path) and re.search(one.words, text.text) for one in exceptions
    )


@pytest.mark.parametrize("ban", BANNED, ids=[ban.example for ban in BANNED])
def test_no_text_has_a_banned_phrase(ban: Ban) -> None:
    found = [
        str(text)
        for text in texts()
        if text.kind in ban.kinds
        and (text.kind != "screen" or " " in text.text.strip())
        and re.search(ban.pattern, text.readable)
        and not _allowed(text)
    ]
    assert found == []


def test_the_guide_lists_each_banned_phrase() -> None:
    rows = GUIDE.read_text(encoding="utf-8").partition("## Banned phrases")[2].partition("##")[0]
    listed = [row.split(" | ")[0].strip("| ") for row in rows.splitlines() if row.startswith("| ")]
    for row in listed[2:]:
        assert any(re.search(ban.pattern, row) for ban in BANNED), row
    for ban in BANNED:
        assert re.search(ban.pattern, ban.example)
        assert any(re.search(ban.pattern, row) for row in listed[2:]), ban.example


@pytest.mark.parametrize("one", ALLOWED, ids=[f"{one.path} {one.words}" for one in ALLOWED])
def test_every_exception_is_needed(one: Allowed) -> None:
    assert one.reason
    assert any(
        text.path.startswith(one.path)
        and re.search(one.words, text.text)
        and any(re.search(ban.pattern, text.readable) for ban in BANNED)
        for text in texts()
    )


# -- length ----------------------------------------------------------------------------------------


def sentences_of(text: Text) -> list[str]:
    """The sentences of a text; a colon ends one where a list or an example follows."""
    return [part for part in re.split(r"(?<=[.!?])\s+|\n\s*\n", text.readable) if part.strip()]


# Rules and messages for authors may be longer: 25 words.
RULES_VOICE: Final = (
    "data/cards",
    "data/powerdome/tome.toml",
    "data/managers",
    "src/deathdome/text/refusals.py",
)


def test_no_sentence_on_a_screen_is_too_long() -> None:
    long = [
        f"{text} has {words} words"
        for text in texts()
        if text.kind == "screen"
        for sentence in sentences_of(text)
        if (words := len(sentence.split())) > LONGEST
        and not text.path.startswith(RULES_VOICE)
        and not _allowed(text)
    ]
    assert long == []


# -- person ----------------------------------------------------------------------------------------

# Other people in place of "you", and possessives that hide whose base or hand is meant.
THIRD_PERSON: Final = re.compile(
    r"\b([Tt]he|[Aa]|[Ee]ach|[Ee]very) ((current|active|human) )?(player|person|user)\b"
    r"|\b([Hh]e|[Ss]he|[Hh]is|[Hh]im|[Hh]er|[Oo]ne's)\b"
    r"|\b([Ss]ome|[Nn]o|[Ee]very|[Aa]ny)body\b|\b([Ss]ome|[Aa]ny)one\b|\b[Pp]eople\b"
    r"|\b[Ii]ts (owner|base|hand|jail|player)\b"
)
SHOWN: Final = tuple(f"src/deathdome/{part}" for part in ("text", "tui", "plain", "session", "cli"))
OF_OTHERS: Final = (
    Allowed("src/deathdome/text/names.py", "^its base$", "the unit is named before it"),
    Allowed("data/announcer.toml", "", "the dome speaks of others, never to you"),
    Allowed("data/cards", "", "quotes, and rules texts about the bearer"),
    Allowed("data/powerdome/captions.toml", "", "bots on the show talk of each other"),
    Allowed("data/powerdome/tome.toml", "", "rules texts about any player"),
)


def test_screens_say_you_to_the_player() -> None:
    found = [
        str(text)
        for text in texts()
        if text.kind == "screen"
        and (" " in text.text.strip())
        and text.path.startswith((*SHOWN, "data"))
        and THIRD_PERSON.search(text.readable)
        and not any(
            text.path.startswith(one.path) and re.search(one.words, text.text) for one in OF_OTHERS
        )
    ]
    assert found == []


@pytest.mark.parametrize("one", OF_OTHERS, ids=[one.path for one in OF_OTHERS])
def test_every_text_about_others_is_one(one: Allowed) -> None:
    assert one.reason
    assert any(
        text.path.startswith(one.path)
        and re.search(one.words, text.text)
        and THIRD_PERSON.search(text.readable)
        for text in texts()
    )


# -- the scanner -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "kind", "text"),
    [
        ('say = "Wait.."\n', "screen", "Wait.."),
        ('say = f"{unit} waits"\n', "screen", "{} waits"),
        ('"""What it is."""\n', "code", "What it is."),
        ("x = 1  # whoever asks\n", "code", "# whoever asks"),
    ],
)
def test_strings_docstrings_and_comments_are_found(source: str, kind: str, text: str) -> None:
    assert (kind, text) in [(one.kind, one.text) for one in _of_module("x.py", source)]
