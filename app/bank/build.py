"""Makes the items' records from filled forms; nothing can fail here."""

from decimal import Decimal

from app.bank.schema import (
    AuthoredForm,
    BlueprintForm,
    CheckForm,
    FieldForm,
    HeaderForm,
    MatchingForm,
    MisconceptionForm,
    NumbersForm,
    OptionForm,
    OrderingForm,
    RecipeForm,
    ToleranceForm,
    WithinForm,
)
from app.items.field import AcceptedNumber, NumberField, WrongNumber
from app.items.item import (
    AuthoredItem,
    FixedVariant,
    Header,
    Kind,
    MatchingItem,
    NumbersItem,
    OrderingItem,
    RecipeItem,
    Scoring,
    Source,
    Tolerance,
)
from app.items.misconceptions import Misconception
from app.items.objectives import Blueprint, Domain, Fact, Objective
from app.items.option import AuthoredOption
from app.items.own_check import CheckedAnswer, Chosen, Ordered, OwnCheck, Paired, Slipped, Typed, Word
from app.items.pairing import Cell, MatchChoice, MatchPrompt, OrderEntry, Reversal
from app.items.settings import canonical
from app.items.tolerance import Span, ToleranceKind, Within


def header_of(form: HeaderForm, kind: str, bank: str) -> Header:
    """The part that all items have."""
    return Header(
        id=form.id,
        bank=bank,
        kind=Kind(kind),
        objectives=form.objectives,
        level=form.level,
        shape=form.shape,
        difficulty=form.difficulty,
        source=Source(form.source.citation, form.source.as_of),
        experiment=form.experiment or "",
        enemies=form.enemies,
        checks=tuple(map(_check_of, form.checks)),
    )


def _check_of(form: CheckForm) -> OwnCheck:
    return OwnCheck(
        answer=_answer_of(form),
        expect=form.expect,
        slips=form.slips,
        points=form.points,
        variant=form.variant or "",
        name=form.name or "",
    )


def _answer_of(form: CheckForm) -> CheckedAnswer:
    """The one answer that a check has; which is looked at before."""
    if form.slip is not None:
        return Slipped(form.slip)
    if form.chosen is not None:
        return Chosen(form.chosen)
    if form.typed is not None:
        return Typed(form.typed)
    if form.pairs is not None:
        return Paired(tuple(form.pairs.items()))
    if form.order is not None:
        return Ordered(form.order)
    return form.given or Word.NOTHING


def authored_of(form: AuthoredForm, bank: str) -> AuthoredItem:
    """An authored item. A right option without a weight earns 1 / choose, another one 0."""
    choose = form.choose or 1
    return AuthoredItem(
        header=header_of(form, form.kind, bank),
        stem=form.stem,
        options=tuple(_option_of(option, choose) for option in form.options),
        choose=choose,
        scoring=Scoring(form.scoring.all_or_nothing),
    )


def usual_weight(correct: bool, choose: int) -> float:
    """The weight of an option whose author gave none."""
    return 1 / choose if correct else 0.0


def _option_of(form: OptionForm, choose: int) -> AuthoredOption:
    weight = usual_weight(form.correct, choose) if form.weight is None else form.weight
    return AuthoredOption(form.id, form.text, form.correct, form.rationale, form.misconception, weight)


def matching_of(form: MatchingForm, bank: str) -> MatchingItem:
    """A matching item."""
    return MatchingItem(
        header=header_of(form, form.kind, bank),
        stem=form.stem,
        prompts=tuple(MatchPrompt(one.id, one.text, one.choice, one.rationale) for one in form.prompts),
        choices=tuple(
            MatchChoice(one.id, one.text, one.misconception, one.rationale) for one in form.choices
        ),
        cells=tuple(Cell(one.prompt, one.choice, one.misconception, one.rationale) for one in form.cells),
        scoring=Scoring(form.scoring.all_or_nothing),
    )


def ordering_of(form: OrderingForm, bank: str) -> OrderingItem:
    """An ordering item."""
    return OrderingItem(
        header=header_of(form, form.kind, bank),
        stem=form.stem,
        entries=tuple(OrderEntry(one.id, one.text, one.rationale) for one in form.entries),
        reversals=tuple(
            Reversal(one.earlier, one.later, one.misconception, one.rationale) for one in form.reversals
        ),
        scoring=Scoring(form.scoring.all_or_nothing),
    )


def numbers_of(form: NumbersForm, bank: str) -> NumbersItem:
    """An item of typed numbers."""
    return NumbersItem(
        header=header_of(form, form.kind, bank),
        stem=form.stem,
        fields=tuple(map(_field_of, form.fields)),
        rounding=form.rounding or "",
        head_workable=form.head_workable,
        scoring=Scoring(form.scoring.all_or_nothing),
    )


def _field_of(form: FieldForm) -> NumberField:
    return NumberField(
        label=form.label,
        accepted=tuple(
            AcceptedNumber(span_of(one.value, one.tolerance), one.rationale, one.share)
            for one in form.accepted
        ),
        wrong=tuple(
            WrongNumber(span_of(one.value, one.tolerance), one.misconception, one.rationale)
            for one in form.wrong
        ),
        unit=form.unit or "",
        decimals=form.decimals,
    )


def span_of(value: Decimal | None, form: WithinForm | None) -> Span:
    """The numbers around a value, or of a range."""
    if form is None:
        return Span(value)
    return Span(value, Within(ToleranceKind(form.kind), form.amount, form.low, form.high))


def recipe_of(form: RecipeForm, bank: str) -> RecipeItem:
    """A recipe item; in the givens lists become tuples and every number stays text."""
    fixed = tuple(
        FixedVariant(one.name, one.citation, {name: frozen(value) for name, value in one.givens.items()})
        for one in form.fixed
    )
    return RecipeItem(
        header=header_of(form, form.kind, bank),
        recipe=form.recipe,
        decimals=form.decimals,
        settings=canonical(form.settings),
        tolerance=_tolerance_of(form.tolerance),
        fixed=fixed,
    )


def frozen(value: object) -> object:
    """The value with tuples for lists, and text without the blanks at its ends, all the way down."""
    if isinstance(value, list):
        return tuple(frozen(member) for member in value)
    if isinstance(value, dict):
        return {name: frozen(member) for name, member in value.items()}
    return value.strip() if isinstance(value, str) else value


def _tolerance_of(form: ToleranceForm) -> Tolerance:
    return Tolerance(form.kind, form.amount or 0.0, form.low or 0.0, form.high or 0.0)


def misconception_of(form: MisconceptionForm) -> Misconception:
    """One entry of the registry."""
    return Misconception(form.slug, form.name, form.belief, form.truth)


def blueprint_of(form: BlueprintForm) -> Blueprint:
    """The exam's blueprint."""
    return Blueprint(
        exam=form.exam,
        title=form.title,
        source=form.source,
        as_of=form.as_of,
        domains=tuple(
            Domain(
                number=domain.number,
                name=domain.name,
                percent=domain.percent,
                summary=domain.summary,
                objectives=tuple(Objective(one.number, one.wording) for one in domain.objectives),
            )
            for domain in form.domains
        ),
        facts=tuple(
            Fact(fact.slug, fact.name, fact.value, fact.grade, fact.source, fact.as_of) for fact in form.facts
        ),
    )
