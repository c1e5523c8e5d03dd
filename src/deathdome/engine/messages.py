"""Messages of the engine service as models, and their published schema.

docs/engine.md describes them; docs/engine.schema.json is `schema()`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.json_schema import models_json_schema

from deathdome.content.positions.files import error_text, most_telling
from deathdome.errors import UsageError, nearest
from deathdome.toml.words import shown

SCHEMA: Final = 1
MAX_LINE: Final = 1 << 20  # bytes of a request
LONGEST_ID: Final = 200  # characters
MAX_ACTIONS: Final = 1_000  # of one request
MAX_POSITIONS: Final = 10_000  # the ones used last are kept

Team: TypeAlias = Literal["red", "blue", "green", "yellow"]
Id: TypeAlias = (
    Annotated[int, Field(ge=0, lt=1 << 53)] | Annotated[str, Field(max_length=LONGEST_ID)]
)
PositionName: TypeAlias = Annotated[
    int | str, Field(description="A number from an earlier reply, or a line DD1 ...")
]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=1 << 128)]
Line: TypeAlias = Annotated[str, Field(max_length=500)]
Part: TypeAlias = Literal["options", "payouts", "pieces", "view", "events", "text"]
Verbs: TypeAlias = Annotated[
    list[Annotated[str, Field(max_length=40)]] | None,
    Field(max_length=40, description="Only options that begin with one of these words."),
]
Parts: TypeAlias = Annotated[list[Part], Field(max_length=6)]

PLAIN_PARTS: Final[tuple[Part, ...]] = ("options", "payouts")


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# -- requests -------------------------------------------------------------------------------------


class Request(_Message):
    """Fields of every request."""

    id: Id | None = Field(None, description="Returned in the reply.")
    position: PositionName


class PositionRequest(Request):
    """Describe a position, and keep it under a number."""

    type: Literal["position"]
    show: Parts = list(PLAIN_PARTS)
    verbs: Verbs = None
    seat: Team | None = Field(None, description="For view and text: as this team sees it.")


class DeterminizeRequest(Request):
    """Deal the cards that the seat of a view cannot see, at random."""

    type: Literal["determinize"]
    seed: Seed = 0
    seat: Team | None = Field(None, description="Of a whole position: whose view is dealt.")
    show: Parts = list(PLAIN_PARTS)
    verbs: Verbs = None


class ApplyRequest(Request):
    """Play actions in a whole position; the result is a new position."""

    type: Literal["apply"]
    actions: Annotated[list[Line], Field(max_length=MAX_ACTIONS)] = []
    settle: Literal["chance", "default", "random"] | None = Field(
        None,
        description="Afterwards answer chance; or every question but purchase, turn and unit phase "
        "too, with its default or at random.",
    )
    seed: Seed = 0
    show: Parts = list(PLAIN_PARTS)
    verbs: Verbs = None
    seat: Team | None = None


class OddsRequest(Request):
    """Count the odds of an attack: of an option, or of the open one."""

    type: Literal["odds"]
    action: Line | None = Field(None, description="An option that begins with attack.")
    staged: Annotated[list[Line], Field(max_length=20)] = Field(
        [], description="The next answers of this seat to the card step, in order."
    )
    seat: Team | None = None


class WhyNotRequest(Request):
    """Return the reason why an action is refused."""

    type: Literal["why_not"]
    action: Line


Asked: TypeAlias = PositionRequest | DeterminizeRequest | ApplyRequest | OddsRequest | WhyNotRequest
REQUESTS: Final[dict[str, type[Asked]]] = {
    "position": PositionRequest,
    "determinize": DeterminizeRequest,
    "apply": ApplyRequest,
    "odds": OddsRequest,
    "why_not": WhyNotRequest,
}


# -- replies --------------------------------------------------------------------------------------


class Reply(_Message):
    """Fields of every reply."""

    id: Id | None = None
    schema_: Literal[1] = Field(alias="schema")


class PositionReply(Reply):
    """A position, and the parts of it that were requested."""

    type: Literal["position"]
    position: int = Field(description="Its number, for later requests.")
    sees: Team | Literal["all"] = Field(description="Whose view it is; all for a whole position.")
    seat: Team | Literal["chance", ""] = Field(description="The team asked.")
    kind: str = Field(description="Of the question; empty if no team is asked.")
    unit: str = Field(description="The unit asked about; empty for none.")
    round: int
    over: bool
    options: list[str] | None = None
    default: str | None = None
    weights: list[int] | None = Field(None, description="Of the options, if chance answers.")
    payouts: dict[str, int] | None = Field(None, description="If the match ended now.")
    pieces: dict[str, Any] | None = Field(None, description="The part of a view that moves.")
    view: dict[str, Any] | None = None
    events: list[dict[str, Any]] | None = None
    text: str | None = Field(None, description="The position as a line DD1 ...")
    outcome: dict[str, Any] | None = Field(None, description="Once the match is over.")


class StruckUnit(_Message):
    """A unit that the attack would hit."""

    unit: str
    attack: int
    defence: int
    vitae: int = Field(description="Left.")
    need: int = Field(description="What its team must add to save it; 0 if it survives anyway.")
    dies: float
    hurt: float
    unhurt: float
    expected: float = Field(description="Wounds.")


class OddsReply(Reply):
    """Odds of an attack."""

    type: Literal["odds"]
    death: Annotated[list[float], Field(min_length=2, max_length=2)] = Field(
        description="Bounds of the chance that the target dies, or that one of several units does."
    )
    units: list[StruckUnit]


class WhyNotReply(Reply):
    """The reason of the rules; refused is empty for a legal action."""

    type: Literal["why_not"]
    refused: str
    code: str
    rules: list[str]
    near: str = Field(description="The nearest legal action; empty for none.")


class ErrorReply(Reply):
    """The request was not carried out."""

    type: Literal["error"]
    kind: Literal["junk", "large", "request", "position", "illegal"]
    text: str
    action: int | None = Field(None, description="Of apply: the place of the action, from 0.")
    code: str | None = None
    rules: list[str] | None = None
    near: str | None = None


REPLIES: Final[tuple[type[Reply], ...]] = (PositionReply, OddsReply, WhyNotReply, ErrorReply)
_ANY_REPLY: Final[TypeAdapter[Any]] = TypeAdapter(
    Annotated[PositionReply | OddsReply | WhyNotReply | ErrorReply, Field(discriminator="type")]
)


def read_request(message: dict[str, Any]) -> Asked:
    """Check a request.

    Raises:
        UsageError: it has no such type, or a field is missing, unknown or wrong.
    """
    kind = message.get("type")
    model = REQUESTS.get(kind) if isinstance(kind, str) else None
    if model is None:
        said = f'no type "{shown(kind)}"' if isinstance(kind, str) else 'no "type"'
        near = nearest(kind, REQUESTS) if isinstance(kind, str) else ""
        raise UsageError(f"{said}; there are {', '.join(REQUESTS)}.{near}")
    unknown = next((key for key in message if key not in model.model_fields), None)
    if unknown is not None:
        fields = list(model.model_fields)
        raise UsageError(
            f'{kind}: no field "{shown(unknown)}"; there are {", ".join(fields)}.'
            + nearest(unknown, fields)
        )
    try:
        return model.model_validate(message)
    except ValidationError as error:
        raise UsageError(f"{kind}: {error_text(most_telling(error))}") from None


def check_reply(message: dict[str, Any]) -> None:
    """Check a reply against its model, as the published schema does.

    Raises:
        ValidationError: it does not fit.
    """
    _ANY_REPLY.validate_python(message)


def schema() -> dict[str, Any]:
    """Return the JSON schema of all requests and replies."""
    models: list[tuple[type[BaseModel], Literal["validation"]]] = [
        (model, "validation") for model in (*REQUESTS.values(), *REPLIES)
    ]
    _, found = models_json_schema(
        models,
        title="deathdome engine",
        description="One request a line, one reply a line.",
    )
    named = {part: {"$ref": f"#/$defs/{part}"} for part in (m.__name__ for m, _ in models)}
    asked = [named[model.__name__] for model in REQUESTS.values()]
    answered = [named[model.__name__] for model in REPLIES]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **found,
        "anyOf": [{"title": "request", "oneOf": asked}, {"title": "reply", "oneOf": answered}],
    }
