"""What was asked before, judged by what is right now: whether a new text changes the answer, and an old variant by it."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from app.items.answer_key import (
    AnswerKey,
    ChoiceAnswer,
    FieldsAnswer,
    KeyedAnswer,
    MatchingAnswer,
    NumbersAnswer,
    OptionKey,
    OrderingAnswer,
    StepsAnswer,
)
from app.items.item import Item, RecipeItem, Revision
from app.items.public import ChoiceForm, FieldsForm, PublicVariant
from app.variants.realise import realise

_SEED = "an order to compare in"


def changes_answer(old: Item, new: Item) -> bool:
    """Whether an answer to the old text could earn something else by the new one, or cannot be judged by it at all.

    Of a computation only its tolerance counts: its numbers are proven, each for its own givens, whatever is drawn next.
    """
    match old, new:
        case RecipeItem(), RecipeItem():
            return (old.recipe, old.header.kind) != (new.recipe, new.header.kind) or (
                old.tolerance != new.tolerance
            )
        case (RecipeItem(), _) | (_, RecipeItem()):
            return True
        case _:
            asked = realise(Revision("", old, ""), _SEED)
            again = rekeyed(asked.shown, asked.answer_key, new)
            return again is None or _judges(again.answer) != _judges(asked.answer_key.answer)


def rekeyed(shown: PublicVariant, answer_key: AnswerKey, new: Item) -> AnswerKey | None:
    """The answer key of an old variant by a new text; None where the new one says nothing about what was asked.

    Rule: options go by their text, and where that is nowhere in the new text, by their id; one that is gone keeps
    what it was. There must still be as many right ones as are asked for. Prompts, choices and entries go by their ids,
    all of which must be there. Typed numbers go by their places. Of a computation the tolerance alone is taken over.
    The order shown, the proof and the givens stay.
    """
    if new.header.kind is not shown.kind or bool(answer_key.givens) != isinstance(new, RecipeItem):
        return None
    if isinstance(new, RecipeItem):
        return _tolerated(answer_key, new)
    wanted = realise(Revision("", new, ""), _SEED)
    answer = _answer(shown, answer_key.answer, wanted.shown, wanted.answer_key.answer)
    return None if answer is None else replace(answer_key, answer=answer)


def _answer(
    shown: PublicVariant, old: KeyedAnswer, wanted: PublicVariant, new: KeyedAnswer
) -> KeyedAnswer | None:
    match old, new:
        case ChoiceAnswer(), ChoiceAnswer():
            return _choice(shown, old, wanted, new)
        case MatchingAnswer(), MatchingAnswer():
            return _matching(old, new)
        case OrderingAnswer(), OrderingAnswer():
            return _ordering(old, new)
        case FieldsAnswer(), FieldsAnswer():
            return new if _units(shown) == _units(wanted) else None
        case _:
            return None


def _choice(
    shown: PublicVariant, old: ChoiceAnswer, wanted: PublicVariant, new: ChoiceAnswer
) -> ChoiceAnswer | None:
    if not (isinstance(shown.form, ChoiceForm) and isinstance(wanted.form, ChoiceForm)):
        return None
    if shown.form.choose != wanted.form.choose:
        return None
    found = _counterparts(_texts(shown.form), old.options, _texts(wanted.form), new.options)
    options = tuple(
        replace(now, option_id=was.option_id) if (now := found.get(was.option_id)) else was
        for was in old.options
    )
    answer = ChoiceAnswer(options, new.all_or_nothing)
    return answer if len(answer.correct) == shown.form.choose else None


def _units(shown: PublicVariant) -> list[str]:
    """What each typed number is measured in: another unit asks for another number."""
    return [one.unit for one in shown.form.fields] if isinstance(shown.form, FieldsForm) else []


def _texts(form: ChoiceForm) -> list[str]:
    return [" ".join(option.text.split()) for option in form.options]


def _counterparts(
    old_texts: Sequence[str], old: Sequence[OptionKey], new_texts: Sequence[str], new: Sequence[OptionKey]
) -> Mapping[str, OptionKey]:
    """What stands in the new text for each option of the old one, by the old one's id."""
    by_text = dict(zip(new_texts, new, strict=True))
    found = {
        was.option_id: by_text[text] for text, was in zip(old_texts, old, strict=True) if text in by_text
    }
    taken = {one.option_id for one in found.values()}
    by_id = {one.option_id: one for one in new if one.option_id not in taken}
    for was in old:
        if was.option_id not in found and was.option_id in by_id:
            found[was.option_id] = by_id[was.option_id]
    return found


def _matching(old: MatchingAnswer, new: MatchingAnswer) -> MatchingAnswer | None:
    if not (_same(old.prompt_ids, new.prompt_ids) and _same(old.choice_ids, new.choice_ids)):
        return None
    rows = [new.prompt_ids.index(name) for name in old.prompt_ids]
    columns = [new.choice_ids.index(name) for name in old.choice_ids]
    right = [new.choice_ids[new.right[row] - 1] for row in rows]
    return MatchingAnswer(
        prompt_ids=old.prompt_ids,
        choice_ids=old.choice_ids,
        right=tuple(old.choice_ids.index(name) + 1 for name in right),
        cells=tuple(tuple(new.cells[row][column] for column in columns) for row in rows),
        all_or_nothing=new.all_or_nothing,
    )


def _ordering(old: OrderingAnswer, new: OrderingAnswer) -> OrderingAnswer | None:
    if not _same(old.entry_ids, new.entry_ids):
        return None
    places = [new.entry_ids.index(name) for name in old.entry_ids]
    return OrderingAnswer(
        entry_ids=old.entry_ids,
        places=tuple(new.places[place] for place in places),
        rationales=tuple(new.rationales[place] for place in places),
        reversals=new.reversals,
        all_or_nothing=new.all_or_nothing,
    )


def _tolerated(answer_key: AnswerKey, new: RecipeItem) -> AnswerKey | None:
    """The same numbers under the tolerance that holds now; a computation that is not typed has none."""
    match answer_key.answer:
        case NumbersAnswer() as answer:
            return replace(answer_key, answer=replace(answer, tolerance=new.tolerance))
        case _:
            return answer_key


def _same(old: Iterable[str], new: Iterable[str]) -> bool:
    return sorted(old) == sorted(new)


def _judges(answer: KeyedAnswer) -> object:
    """The part of an answer key that decides what is earned."""
    match answer:
        case ChoiceAnswer():
            weights = () if answer.all_or_nothing else tuple(option.weight for option in answer.options)
            return answer.correct, answer.all_or_nothing, weights
        case MatchingAnswer():
            return answer.right, answer.all_or_nothing
        case OrderingAnswer():
            return answer.places, answer.all_or_nothing
        case FieldsAnswer():
            accepted = tuple(
                tuple((one.low, one.high, one.share) for one in field.accepted) for field in answer.fields
            )
            return accepted, answer.all_or_nothing
        case NumbersAnswer() | StepsAnswer():
            return answer
