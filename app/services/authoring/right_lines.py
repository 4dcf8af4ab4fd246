"""What is right of a written item, part by part, with the reasons that its author gave."""

from collections.abc import Mapping
from typing import assert_never

from app.items.field import AcceptedNumber, NumberField, WrongNumber, is_whole
from app.items.item import AuthoredItem, Item, MatchingItem, NumbersItem, OrderingItem, RecipeItem
from app.items.misconceptions import Misconception
from app.kit.decimals import in_full
from app.services.authoring.reviewing_views import RightLine


def right_lines(item: Item, names: Mapping[str, Misconception]) -> tuple[RightLine, ...]:
    """Options, pairs or entries in the author's order; nothing of a computation, which proves its own."""
    match item:
        case AuthoredItem():
            return tuple(
                RightLine(one.text, one.correct, one.rationale, _name(one.misconception, names))
                for one in item.options
            )
        case MatchingItem():
            return _pairs(item, names)
        case OrderingItem():
            entries = [
                RightLine(f"{place}. {one.text}", True, one.rationale, "")
                for place, one in enumerate(item.entries, 1)
            ]
            texts = {one.id: one.text for one in item.entries}
            reversals = [
                RightLine(
                    f"{texts[one.later]} before {texts[one.earlier]}",
                    False,
                    one.rationale,
                    _name(one.misconception, names),
                )
                for one in item.reversals
            ]
            return (*entries, *reversals)
        case NumbersItem():
            return _numbers(item, names)
        case RecipeItem():
            return ()
        case _:
            assert_never(item)


def _pairs(item: MatchingItem, names: Mapping[str, Misconception]) -> tuple[RightLine, ...]:
    prompts = {one.id: one.text for one in item.prompts}
    choices = {one.id: one.text for one in item.choices}
    right = [RightLine(f"{one.text}: {choices[one.choice]}", True, one.rationale, "") for one in item.prompts]
    wrong = [
        RightLine(
            f"{prompts[pair.prompt]}: {choices[pair.choice]}",
            False,
            pair.rationale,
            _name(pair.misconception, names),
        )
        for pair in item.wrong_pairs()
    ]
    return (*right, *wrong)


def _numbers(item: NumbersItem, names: Mapping[str, Misconception]) -> tuple[RightLine, ...]:
    lines = []
    for field in item.fields:
        for accepted in field.accepted:
            lines.append(RightLine(_span(field, accepted), True, accepted.rationale, _share(accepted.share)))
        for wrong in field.wrong:
            lines.append(
                RightLine(_span(field, wrong), False, wrong.rationale, _name(wrong.misconception, names))
            )
    return tuple(lines)


def _span(field: NumberField, number: AcceptedNumber | WrongNumber) -> str:
    """The numbers behind a field, with what it is called and measured in."""
    low, high = map(in_full, number.span.bounds())
    told = low if low == high else f"{low} to {high}"
    unit = f" {field.unit}" if field.unit else ""
    return f"{field.label}: {told}{unit}" if field.label else f"{told}{unit}"


def _share(share: float) -> str:
    return "" if is_whole(share) else f"Earns {share:.0%}"


def _name(slug: str | None, names: Mapping[str, Misconception]) -> str:
    if not slug:
        return ""
    found = names.get(slug)
    return found.name if found else slug
