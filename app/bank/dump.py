"""Writes an item as canonical YAML: one way of writing it, so that its hash says what it is."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from app.bank.build import usual_weight
from app.bank.written import Written, mapping_lines, member_lines
from app.items.field import AcceptedNumber, NumberField, WrongNumber
from app.items.item import (
    AuthoredItem,
    FixedVariant,
    Header,
    Item,
    MatchingItem,
    NumbersItem,
    OrderingItem,
    RecipeItem,
    Revision,
    Scoring,
    Tolerance,
    ToleranceKind,
)
from app.items.misconceptions import Misconception
from app.items.option import AuthoredOption
from app.items.own_check import (
    CheckedAnswer,
    Chosen,
    Ordered,
    OwnCheck,
    Paired,
    Slipped,
    Typed,
    Word,
)
from app.items.pairing import MatchChoice
from app.items.tolerance import Span
from app.kit.decimals import written as digits
from app.kit.ids import content_hash


def dump(item: Item) -> str:
    """The canonical text of an item. Law: parsing it under the item's own path gives an equal item."""
    return "\n".join(mapping_lines(item_fields(item), 0)) + "\n"


def item_fields(item: Item) -> dict[str, Written]:
    """The fields of an item's file in their canonical order."""
    return _fields_of(item) | _checks(item.header.checks)


def _fields_of(item: Item) -> dict[str, Written]:
    match item:
        case AuthoredItem():
            return _authored(item)
        case RecipeItem():
            return _recipe(item)
        case MatchingItem():
            return _matching(item)
        case OrderingItem():
            return _ordering(item)
        case NumbersItem():
            return _numbers(item)


def item_path(item: Item) -> str:
    """Where an item's file lies below the folder of questions."""
    return f"{item.header.bank}/{item.header.objectives[0]}/{item.header.id}.yaml"


def revision_of(item: Item) -> Revision:
    """The item as an immutable revision, named by the hash of its canonical text."""
    text = dump(item)
    return Revision(content_hash(text.encode()), item, text)


def dump_misconceptions(registry: Iterable[Misconception]) -> str:
    """The canonical text of a file of the registry. Law: parsing it gives equal entries."""
    entries: list[Written] = [
        {"slug": one.slug, "name": one.name, "belief": one.belief, "truth": one.truth} for one in registry
    ]
    return "\n".join(member_lines(entries, 0)) + "\n"


def _header(header: Header) -> dict[str, Written]:
    fields: dict[str, Written] = {
        "id": header.id,
        "kind": header.kind.value,
        "objectives": list(header.objectives),
        "level": header.level.value,
        "shape": header.shape.value,
        "difficulty": _number(header.difficulty),
        "source": {"citation": header.source.citation, "as_of": header.source.as_of},
    }
    if header.experiment:
        fields["experiment"] = header.experiment
    if header.enemies:
        fields["enemies"] = list(header.enemies)
    return fields


def _checks(checks: Sequence[OwnCheck]) -> dict[str, Written]:
    return {"checks": [_check(one) for one in checks]} if checks else {}


def _check(check: OwnCheck) -> dict[str, Written]:
    fields: dict[str, Written] = {"name": check.name} if check.name else {}
    fields |= _answer(check.answer)
    if check.variant:
        fields["variant"] = check.variant
    fields["expect"] = check.expect.value
    if check.slips:
        fields["slips"] = list(check.slips)
    if check.points is not None:
        fields["points"] = _number(check.points)
    return fields


def _answer(answer: CheckedAnswer) -> dict[str, Written]:
    match answer:
        case Word():
            return {"given": answer.value}
        case Slipped():
            return {"slip": answer.slug}
        case Chosen():
            return {"chosen": list(answer.options)}
        case Typed():
            return {"typed": list(answer.texts)}
        case Paired():
            return {"pairs": dict(answer.pairs)}
        case Ordered():
            return {"order": list(answer.entries)}


def _authored(item: AuthoredItem) -> dict[str, Written]:
    fields = _header(item.header)
    if item.choose != 1:
        fields["choose"] = str(item.choose)
    fields |= _scoring(item.scoring)
    fields["stem"] = item.stem
    fields["options"] = [_option(option, item.choose) for option in item.options]
    return fields


def _option(option: AuthoredOption, choose: int) -> dict[str, Written]:
    fields: dict[str, Written] = {"id": option.id, "text": option.text}
    if option.correct:
        fields["correct"] = "true"
    if option.misconception is not None:
        fields["misconception"] = option.misconception
    if option.weight != usual_weight(option.correct, choose):
        fields["weight"] = _number(option.weight)
    fields["rationale"] = option.rationale
    return fields


def _scoring(scoring: Scoring) -> dict[str, Written]:
    return {} if scoring.all_or_nothing else {"scoring": {"all_or_nothing": "false"}}


def _matching(item: MatchingItem) -> dict[str, Written]:
    fields = _header(item.header) | _scoring(item.scoring) | {"stem": item.stem}
    fields["prompts"] = [
        {"id": one.id, "text": one.text, "choice": one.choice, "rationale": one.rationale}
        for one in item.prompts
    ]
    fields["choices"] = [_match_choice(choice) for choice in item.choices]
    if item.cells:
        fields["cells"] = [
            {
                "prompt": one.prompt,
                "choice": one.choice,
                "misconception": one.misconception,
                "rationale": one.rationale,
            }
            for one in item.cells
        ]
    return fields


def _match_choice(choice: MatchChoice) -> dict[str, Written]:
    fields: dict[str, Written] = {"id": choice.id, "text": choice.text}
    if choice.misconception is not None:
        fields["misconception"] = choice.misconception
    if choice.rationale is not None:
        fields["rationale"] = choice.rationale
    return fields


def _ordering(item: OrderingItem) -> dict[str, Written]:
    fields = _header(item.header) | _scoring(item.scoring) | {"stem": item.stem}
    fields["entries"] = [{"id": one.id, "text": one.text, "rationale": one.rationale} for one in item.entries]
    fields["reversals"] = [
        {
            "earlier": one.earlier,
            "later": one.later,
            "misconception": one.misconception,
            "rationale": one.rationale,
        }
        for one in item.reversals
    ]
    return fields


def _numbers(item: NumbersItem) -> dict[str, Written]:
    fields = _header(item.header)
    if item.head_workable:
        fields["head_workable"] = "true"
    fields |= _scoring(item.scoring) | {"stem": item.stem}
    if item.rounding:
        fields["rounding"] = item.rounding
    return fields | {"fields": [_field(one) for one in item.fields]}


def _field(field: NumberField) -> dict[str, Written]:
    fields: dict[str, Written] = {"label": field.label}
    if field.unit:
        fields["unit"] = field.unit
    if field.decimals is not None:
        fields["decimals"] = str(field.decimals)
    fields["accepted"] = [_typed(one) for one in field.accepted]
    if field.wrong:
        fields["wrong"] = [_typed(one) for one in field.wrong]
    return fields


def _typed(number: AcceptedNumber | WrongNumber) -> dict[str, Written]:
    fields = _span(number.span)
    match number:
        case AcceptedNumber():
            if number.share != 1.0:
                fields["share"] = _number(number.share)
        case WrongNumber():
            fields["misconception"] = number.misconception
    return fields | {"rationale": number.rationale}


def _span(span: Span) -> dict[str, Written]:
    fields: dict[str, Written] = {}
    if span.value is not None:
        fields["value"] = digits(span.value)
    if span.within is not None:
        within = span.within
        amounts = (("amount", within.amount), ("low", within.low), ("high", within.high))
        tolerance: dict[str, Written] = {"kind": within.kind.value}
        tolerance |= {name: digits(number) for name, number in amounts if number is not None}
        fields["tolerance"] = tolerance
    return fields


def _recipe(item: RecipeItem) -> dict[str, Written]:
    fields = _header(item.header) | {"recipe": item.recipe, "decimals": str(item.decimals)}
    if item.settings:
        fields["settings"] = dict(sorted(item.settings.items()))
    if item.tolerance.kind is not ToleranceKind.FAIR:
        fields["tolerance"] = _tolerance(item.tolerance)
    if item.fixed:
        fields["fixed"] = [_fixed(variant) for variant in item.fixed]
    return fields


def _tolerance(tolerance: Tolerance) -> dict[str, Written]:
    fields: dict[str, Written] = {"kind": tolerance.kind.value}
    if tolerance.kind is ToleranceKind.RANGE:
        return fields | {"low": _number(tolerance.low), "high": _number(tolerance.high)}
    return fields | {"amount": _number(tolerance.amount)}


def _fixed(variant: FixedVariant) -> dict[str, Written]:
    givens: dict[str, Written] = {name: _thawed(value) for name, value in variant.givens.items()}
    return {"name": variant.name, "citation": variant.citation, "givens": givens}


def _thawed(value: object) -> Written:
    match value:
        case tuple():
            return [_thawed(member) for member in value]
        case Mapping():
            return {str(name): _thawed(member) for name, member in value.items()}
    return str(value)


def _number(value: float) -> str:
    """The shortest plain digits that give the same float again."""
    digits = format(Decimal(repr(value)), "f")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits
