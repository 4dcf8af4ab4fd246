"""What is right of a written item, part by part, with the reasons that its author gave."""

from collections.abc import Mapping
from typing import assert_never

from app.items.item import AuthoredItem, Item, MatchingItem, OrderingItem, RecipeItem
from app.items.misconceptions import Misconception
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


def _name(slug: str | None, names: Mapping[str, Misconception]) -> str:
    if not slug:
        return ""
    found = names.get(slug)
    return found.name if found else slug
