"""The fields of every file of the bank: which there are, which must be there, and what each holds.

How many members a list has, and how fields agree with each other, is checked in `cross.py`.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.bank.values import (
    Day,
    Exact,
    Line,
    LongText,
    Number,
    ObjectiveNumber,
    Slug,
    Text,
    Truth,
    Typing,
    Whole,
)
from app.items.exam import MOST_MINUTES, MOST_QUESTIONS, Aid, Navigation, Part, When
from app.items.item import Kind, Level, Shape, ToleranceKind
from app.items.own_check import Expected, Word


class Form(BaseModel):
    """A mapping with known fields only; all text loses the blanks at its ends."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class SourceForm(Form):
    """Where the claim stands and when it was read there."""

    citation: Line
    as_of: Day


class ScoringForm(Form):
    """How option weights become points."""

    all_or_nothing: Truth = True


class OptionForm(Form):
    """One option; the right ones say `correct: true`, the others name their misconception."""

    id: Slug
    text: Text
    correct: Truth = False
    rationale: Text
    misconception: Slug | None = None
    weight: Annotated[Number, Field(ge=-1, le=1)] | None = None


class CheckForm(Form):
    """An answer with what is expected of it. Of the first six fields it has exactly one."""

    given: Word | None = None
    slip: Slug | None = None
    chosen: tuple[Slug, ...] | None = None
    typed: tuple[Typing, ...] | None = None
    pairs: dict[Slug, Slug] | None = None
    order: tuple[Slug, ...] | None = None
    expect: Expected
    slips: tuple[Slug, ...] = ()
    points: Annotated[Number, Field(ge=0, le=1)] | None = None
    variant: Slug | None = None
    name: Line | None = None


class HeaderForm(Form):
    """What every item has."""

    id: Slug
    objectives: tuple[ObjectiveNumber, ...]
    level: Level
    shape: Shape
    difficulty: Annotated[Number, Field(gt=0, lt=1)]
    source: SourceForm
    experiment: Slug | None = None
    enemies: tuple[Slug, ...] = ()
    checks: tuple[CheckForm, ...] = ()


class AuthoredForm(HeaderForm):
    """An item whose options an author wrote. The three last kinds have forms of their own and stand here to be named."""

    kind: Literal["single_choice", "multiple_select", "matching", "ordering", "numbers"]
    stem: LongText
    options: tuple[OptionForm, ...]
    choose: Annotated[Whole, Field(ge=1, le=5)] | None = None
    scoring: ScoringForm = ScoringForm()


class MatchPromptForm(Form):
    """One thing to be matched, with the id of the choice that belongs with it."""

    id: Slug
    text: Text
    choice: Slug
    rationale: Text


class MatchChoiceForm(Form):
    """What can be matched, with what stands behind every wrong pair with it for which no cell says otherwise."""

    id: Slug
    text: Text
    misconception: Slug | None = None
    rationale: Text | None = None


class CellForm(Form):
    """A wrong pair with a misconception and a rationale of its own."""

    prompt: Slug
    choice: Slug
    misconception: Slug
    rationale: Text


class MatchingForm(HeaderForm):
    """An item in which each prompt gets one of the choices."""

    kind: Literal["matching"]
    stem: LongText
    prompts: tuple[MatchPromptForm, ...]
    choices: tuple[MatchChoiceForm, ...]
    cells: tuple[CellForm, ...] = ()
    scoring: ScoringForm = ScoringForm()


class EntryForm(Form):
    """One entry of an ordering; the file has them in their right order."""

    id: Slug
    text: Text
    rationale: Text


class ReversalForm(Form):
    """What one believes who puts a later entry before an earlier one."""

    earlier: Slug
    later: Slug
    misconception: Slug
    rationale: Text


class OrderingForm(HeaderForm):
    """An item whose entries are put in order."""

    kind: Literal["ordering"]
    stem: LongText
    entries: tuple[EntryForm, ...]
    reversals: tuple[ReversalForm, ...]
    scoring: ScoringForm = ScoringForm()


class WithinForm(Form):
    """How near one must come to a number that an author wrote."""

    kind: Literal["absolute", "relative", "significant_figures", "decimals", "range"]
    amount: Annotated[Exact, Field(ge=0)] | None = None
    low: Exact | None = None
    high: Exact | None = None


class AcceptedForm(Form):
    """Numbers that earn a share of the points: a value, within a tolerance or not, or a range."""

    value: Exact | None = None
    tolerance: WithinForm | None = None
    share: Annotated[Number, Field(ge=-1, le=1)] = 1.0
    rationale: Text


class WrongForm(Form):
    """Numbers that a misconception leads to."""

    value: Exact | None = None
    tolerance: WithinForm | None = None
    misconception: Slug
    rationale: Text


class FieldForm(Form):
    """One field for a typed number."""

    label: Line
    unit: Annotated[Line, Field(max_length=20)] | None = None
    decimals: Annotated[Whole, Field(ge=0, le=10)] | None = None
    accepted: tuple[AcceptedForm, ...]
    wrong: tuple[WrongForm, ...] = ()


class NumbersForm(HeaderForm):
    """An item in which numbers are typed, with what an author says of them."""

    kind: Literal["numbers"]
    stem: LongText
    rounding: Text | None = None
    head_workable: Truth = False
    fields: tuple[FieldForm, ...]
    scoring: ScoringForm = ScoringForm()


class ToleranceForm(Form):
    """How near a typed number must come."""

    kind: ToleranceKind = ToleranceKind.FAIR
    amount: Annotated[Number, Field(ge=0)] | None = None
    low: Number | None = None
    high: Number | None = None


class FixedForm(Form):
    """A variant that stands from the start."""

    name: Slug
    citation: Line
    givens: dict[Line, object]


class RecipeForm(HeaderForm):
    """An item whose numbers a recipe draws."""

    kind: Literal["single_choice", "multiple_select", "numbers", "grid", "steps"]
    recipe: Slug
    decimals: Annotated[Whole, Field(ge=0, le=10)]
    settings: dict[Line, Line] = Field(default_factory=dict)
    tolerance: ToleranceForm = ToleranceForm()
    fixed: tuple[FixedForm, ...] = ()


class MisconceptionForm(Form):
    """One entry of the registry of misconceptions."""

    slug: Slug
    name: Line
    belief: Text
    truth: Text


class BankForm(Form):
    """What a bank says of itself."""

    id: Slug
    title: Line
    description: Text
    licence: Line


class ObjectiveForm(Form):
    """An objective in the vendor's wording."""

    number: ObjectiveNumber
    wording: Text


class DomainForm(Form):
    """A domain with its share of the exam."""

    number: Annotated[Whole, Field(ge=1, le=99)]
    name: Line
    percent: Annotated[Whole, Field(ge=1, le=100)]
    summary: Text
    objectives: tuple[ObjectiveForm, ...]


class FactForm(Form):
    """A fact about the exam with its grade."""

    slug: Slug
    name: Line
    value: Text
    grade: Line
    source: Line
    as_of: Day


class BlueprintForm(Form):
    """The exam: its domains, objectives and facts."""

    exam: Line
    title: Line
    source: Line
    as_of: Day
    domains: tuple[DomainForm, ...]
    facts: tuple[FactForm, ...] = ()


class SectionForm(Form):
    """A part of an exam, with the objectives and shapes of its questions; either may be left out."""

    name: Line
    percent: Annotated[Whole, Field(ge=1, le=100)]
    objectives: tuple[ObjectiveNumber, ...] = ()
    shapes: tuple[Shape, ...] = ()


class PassMarkForm(Form):
    """The share of points that passes, and on whose word."""

    percent: Annotated[Whole, Field(ge=1, le=100)]
    grade: Line


class AttemptsForm(Form):
    """How often an exam may be sat (0: as often as one likes), and the days between."""

    most: Annotated[Whole, Field(ge=0, le=100)] = 0
    wait_days: Annotated[Whole, Field(ge=0, le=365)] = 0


class ExamForm(Form):
    """An exam: by sections of its own, or by the weights of the blueprint's domains."""

    id: Slug
    title: Line
    description: Text
    source: SourceForm
    minutes: Annotated[Whole, Field(ge=1, le=MOST_MINUTES)]
    counts: Annotated[tuple[Annotated[Whole, Field(ge=1, le=MOST_QUESTIONS)], ...], Field(min_length=1)]
    weights: Literal["official"] | None = None
    sections: tuple[SectionForm, ...] = ()
    kinds: Annotated[tuple[Kind, ...], Field(min_length=1)]
    head_workable: Truth = False
    pass_mark: PassMarkForm
    navigation: Navigation = Navigation.FREE
    review: dict[Part, When]
    attempts: AttemptsForm = AttemptsForm()
    aids: tuple[Aid, ...] = ()
    extra_time: tuple[Annotated[Number, Field(gt=1, le=3)], ...] = ()
