"""The fields of every file of the bank: which there are, which must be there, and what each holds.

How many members a list has, and how fields agree with each other, is checked in `cross.py`.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.bank.values import Day, Line, LongText, Number, ObjectiveNumber, Slug, Text, Truth, Whole
from app.items.item import Level, Shape, ToleranceKind


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


class HeaderForm(Form):
    """What every item has."""

    id: Slug
    objectives: tuple[ObjectiveNumber, ...]
    level: Level
    shape: Shape
    difficulty: Annotated[Number, Field(gt=0, lt=1)]
    source: SourceForm
    experiment: Slug | None = None


class AuthoredForm(HeaderForm):
    """An item whose options an author wrote. The two last kinds have forms of their own and stand here to be named."""

    kind: Literal["single_choice", "multiple_select", "matching", "ordering"]
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

    kind: Literal["single_choice", "numbers"]
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
