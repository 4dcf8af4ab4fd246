"""Incoming forms as they may be sent: each field with its longest length, and text that no store chokes on."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, TypeVar
from urllib.parse import parse_qsl

from fastapi import Form, Path
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.items.item import Kind, Level, Shape
from app.practice.choice import LENGTHS, MINUTES, MOST, TRIES, PracticeChoice, PracticeKind
from app.scheduling.memory import State
from app.web.comfort import DEFAULT, Comfort, chosen_from
from app.web.quick import FORM, kind_of
from app.web.storable import clean as clean

E = TypeVar("E", bound=StrEnum)
_FIELDS = 65  # of one name, that are looked at; no page has as many
_LONGEST = 200
_LONGEST_NUMBER = 1000  # signs of a typed text that are looked at; far fewer can be read
_LONGEST_OPTION = 20
_PLACE = re.compile(r"place-([1-9][0-9]?)")
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
_NUMBER = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")

PracticeId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Slug = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9-]{0,99}$")]
LinkToken = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,100}$")]
QuestionNumber = Annotated[int, Path(ge=1, le=100_000)]
CsrfToken = Annotated[str, Form(max_length=100)]
ShortText = Annotated[str, Form(max_length=_LONGEST)]


class StartPost(BaseModel):
    """What a practice is to be about, as sent by any of the buttons that start one."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = Field("", max_length=100)
    kind: str = Field("", max_length=_LONGEST)
    level: str = Field("", max_length=_LONGEST)
    length: str = Field("", max_length=_LONGEST)
    misconception: str = Field("", max_length=_LONGEST)
    shape: str = Field("", max_length=_LONGEST)
    state: str = Field("", max_length=_LONGEST)
    schedule: str = Field("", max_length=_LONGEST)
    objective: str = Field("", max_length=_LONGEST)
    form: str = Field("", max_length=_LONGEST)
    feedback: str = Field("", max_length=_LONGEST)
    tries: str = Field("", max_length=_LONGEST)

    def choice(self) -> PracticeChoice:
        """The choice that these texts say.

        A text that is empty or unknown to us falls back to the default, so that one click starts. A length is a number
        of questions, or a number of minutes with an m behind it.
        """
        default = PracticeChoice()
        chosen = PracticeChoice(
            kind=_known(PracticeKind, self.kind) or default.kind,
            level=_known(Level, self.level),
            misconception=self.misconception if _SLUG.fullmatch(self.misconception) else None,
            shape=_known(Shape, self.shape),
            state=_known(State, self.state) or default.state,
            scheduled=self.schedule != "off",
            objective=self.objective if _NUMBER.fullmatch(self.objective) else None,
            form=_known(Kind, self.form),
            late=self.feedback == "end",
            tries=next((one for one in TRIES if str(one) == self.tries), default.tries),
        )
        minutes = next((one for one in MINUTES if f"{one}m" == self.length), None)
        if minutes is not None:
            return replace(chosen, length=MOST, minutes=minutes)
        lengths = {str(known): known for known in LENGTHS}
        usual = LENGTHS[0] if chosen.is_narrow else default.length
        return replace(chosen, length=lengths.get(self.length, usual))


def _known(kind: type[E], text: str) -> E | None:
    """The member that a text names, or None."""
    return next((one for one in kind if one.value == text), None)


class SettingsPost(BaseModel):
    """Reading comfort as sent. Nothing is refused: a value that is none of ours counts as not chosen."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = ""
    text: str = ""
    spacing: str = ""
    contrast: str = ""
    scheme: str = ""
    motion: str = ""
    shortcuts: str = ""
    calculator: str = ""
    timer: str = ""
    reset: str = ""

    def comfort(self) -> Comfort:
        """The choices that these texts say; all as it was set where that button was pressed."""
        return DEFAULT if self.reset else chosen_from(self.model_dump())


class AskPost(BaseModel):
    """A state of the lab, as its address says it, and which question is to be made of it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = Field("", max_length=100)
    state: str = Field("", max_length=20_000)
    question: str = Field("", max_length=_LONGEST)


class AnswerPost(BaseModel):
    """An answer as sent: the positions of chosen options, or the typed numbers, field by field.

    In `place` are the fields of a matching or an ordering, which are numbered by their names ("place-2" is the second),
    as the page may put them in another order.

    `submission_id` names the rendering of the form, so that the same form sent twice is one answer. `confidence` is how
    sure one is; whatever is none of its words counts as nothing said.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    submission_id: str = Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")
    csrf_token: str = Field("", max_length=100)
    confidence: str = ""
    option: list[str] = Field(default_factory=list)
    number: list[str] = Field(default_factory=list)
    place: list[str] = Field(default_factory=list)

    @property
    def typed(self) -> list[str]:
        """The texts of all fields that are no options; a page has one kind of them."""
        return self.number or self.place


async def read_answer(request: Request) -> AnswerPost:
    """The answer in a request's body. Raises HTTPException (415, 422) where it is not one of our forms.

    What can be no answer (too many fields, too many signs, signs that are none) is not refused here but cut down to
    what still is none, so that the question comes back with the rest and with a sentence.
    The form is read here and not by FastAPI's own parameters, which take longer than saving the answer does.
    """
    if kind_of(request.scope["headers"]) != FORM:
        raise HTTPException(415)
    body = (await request.body()).decode("utf-8", "replace")
    pairs = parse_qsl(body, keep_blank_values=True, errors="replace")
    options, numbers, places = _answer_in(pairs)
    fields: dict[str, object] = dict(pairs)
    fields |= {"option": options, "number": numbers, "place": places}
    try:
        return AnswerPost.model_validate(fields)
    except ValidationError:
        raise HTTPException(422) from None


def given_in(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The answer among the fields of a form: positions of options, and the texts of all other fields, cut and cleaned."""
    options, numbers, places = _answer_in(list(pairs))
    return clean(options), clean(numbers or places)


def _answer_in(pairs: Sequence[tuple[str, str]]) -> tuple[list[str], list[str], list[str]]:
    """The options, the typed numbers and the numbered fields of a form."""
    options = [text[:_LONGEST_OPTION] for name, text in pairs if name == "option"]
    numbers = [text[:_LONGEST_NUMBER] for name, text in pairs if name == "number"]
    return options[:_FIELDS], numbers[:_FIELDS], _places(pairs)


def _places(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """The texts of the numbered fields in the order of their numbers, empty where one is missing."""
    found = {int(match[1]): text for name, text in pairs if (match := _PLACE.fullmatch(name))}
    last = min(max(found, default=0), _FIELDS)
    return [found.get(number, "")[:_LONGEST_OPTION] for number in range(1, last + 1)]
