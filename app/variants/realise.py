"""A written item with its order drawn (of options, of prompts and choices, or of entries): a variant."""

from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from app.items.answer_key import (
    AnswerKey,
    CellKey,
    ChoiceAnswer,
    FieldKey,
    FieldsAnswer,
    MatchingAnswer,
    NumberKey,
    OptionKey,
    OrderingAnswer,
    ReversalKey,
)
from app.items.field import AcceptedNumber, NumberField, WrongNumber
from app.items.item import (
    AuthoredItem,
    Header,
    MatchingItem,
    NumbersItem,
    OrderingItem,
    RecipeItem,
    Revision,
    WrittenItem,
)
from app.items.option import AuthoredOption
from app.items.public import (
    ChoiceForm,
    FieldForm,
    FieldsForm,
    Form,
    MatchingForm,
    OrderingForm,
    PublicVariant,
    ShownOption,
)
from app.items.variant import Variant
from app.kit.decimals import fixed, in_full
from app.kit.draws import Draws
from app.kit.ids import content_hash
from app.variants.encode import variant_name

_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four"}
MATCH = "Choose a letter for each line"
ORDER = "Give each line its place"
TYPE = "Type the number"
TYPE_EACH = "Type the numbers"


def realise(revision: Revision, seed: str) -> Variant:
    """The variant of a written item whose order the seed draws, every order that may be shown equally likely.

    Options, and the prompts and choices of a matching, may come in any order; entries in any but the right one; the
    fields of typed numbers stand as written.
    The twin is the same for all orders of one revision. Raises TypeError for a recipe item, which is baked.
    """
    item = revision.item
    match item:
        case AuthoredItem():
            shown, answer_key = _choice(item, seed)
        case MatchingItem():
            shown, answer_key = _matching(item, seed)
        case OrderingItem():
            shown, answer_key = _ordering(item, seed)
        case NumbersItem():
            shown, answer_key = _numbers(item)
        case RecipeItem():
            raise TypeError(f"{item.header.id} has a recipe: its variants are baked")
        case _:
            assert_never(item)
    return Variant(
        id=variant_name(revision.id, shown, answer_key),
        item_id=item.header.id,
        revision_id=revision.id,
        twin=content_hash(f"authored|{revision.id}".encode()),
        seed=seed,
        shown=shown,
        answer_key=answer_key,
    )


def arrangement(item: WrittenItem, seed: str) -> tuple[tuple[int, ...], ...]:
    """The places, from 0 as written, in the order in which the seed shows them: one row for each list of the item.

    Two seeds give the same variant exactly where they give the same rows.
    """
    match item:
        case AuthoredItem():
            return (_order("order", len(item.options), seed),)
        case MatchingItem():
            return _order("prompts", len(item.prompts), seed), _order("choices", len(item.choices), seed)
        case OrderingItem():
            return (_disorder(len(item.entries), seed),)
        case NumbersItem():
            return ()
        case _:
            assert_never(item)


@lru_cache(maxsize=1 << 12)
def _order(label: str, count: int, seed: str) -> tuple[int, ...]:
    return tuple(Draws(seed).shuffled(label, range(count)))


def _disorder(count: int, seed: str) -> tuple[int, ...]:
    """Any order but the one that is right, which is as written."""
    turn = 0
    while (order := _order(f"entries:{turn}", count, seed)) == tuple(range(count)):
        turn += 1
    return order


def _choice(item: AuthoredItem, seed: str) -> tuple[PublicVariant, AnswerKey]:
    (places,) = arrangement(item, seed)
    order = [item.options[place] for place in places]
    form = ChoiceForm(tuple(ShownOption(option.text) for option in order), item.choose)
    answer = ChoiceAnswer(tuple(_behind(option, item) for option in order), item.scoring.all_or_nothing)
    legend = f"Choose {_COUNTS.get(item.choose, item.choose)}"
    return _shown(item.header, item.stem, legend=legend, form=form), AnswerKey(
        answer, experiment=item.header.experiment
    )


def _behind(option: AuthoredOption, item: AuthoredItem) -> OptionKey:
    """What stands behind one option. A right one without a weight of its own earns its share of the whole."""
    share = 1.0 / item.choose if option.correct else 0.0
    return OptionKey(
        option_id=option.id,
        correct=option.correct,
        weight=option.weight or share,
        rationale=option.rationale,
        slips=() if option.misconception is None else (option.misconception,),
    )


def _matching(item: MatchingItem, seed: str) -> tuple[PublicVariant, AnswerKey]:
    above, below = arrangement(item, seed)
    prompts = [item.prompts[place] for place in above]
    choices = [item.choices[place] for place in below]
    names = tuple(choice.id for choice in choices)
    form = MatchingForm(tuple(one.text for one in prompts), tuple(one.text for one in choices))
    behind = {
        (pair.prompt, pair.choice): CellKey(pair.rationale, (pair.misconception,))
        for pair in item.wrong_pairs()
    } | {(prompt.id, prompt.choice): CellKey(prompt.rationale) for prompt in prompts}
    answer = MatchingAnswer(
        prompt_ids=tuple(prompt.id for prompt in prompts),
        choice_ids=names,
        right=tuple(names.index(prompt.choice) + 1 for prompt in prompts),
        cells=tuple(tuple(behind[prompt.id, choice.id] for choice in choices) for prompt in prompts),
        all_or_nothing=item.scoring.all_or_nothing,
    )
    return _shown(item.header, item.stem, legend=MATCH, form=form), AnswerKey(
        answer, experiment=item.header.experiment
    )


def _ordering(item: OrderingItem, seed: str) -> tuple[PublicVariant, AnswerKey]:
    (places,) = arrangement(item, seed)
    entries = [item.entries[place] for place in places]
    place_of = {entry.id: place for place, entry in enumerate(item.entries, 1)}
    answer = OrderingAnswer(
        entry_ids=tuple(entry.id for entry in entries),
        places=tuple(place_of[entry.id] for entry in entries),
        rationales=tuple(entry.rationale for entry in entries),
        reversals=tuple(
            ReversalKey(place_of[one.earlier], place_of[one.later], one.rationale, (one.misconception,))
            for one in item.reversals
        ),
        all_or_nothing=item.scoring.all_or_nothing,
    )
    form = OrderingForm(tuple(entry.text for entry in entries))
    return _shown(item.header, item.stem, legend=ORDER, form=form), AnswerKey(
        answer, experiment=item.header.experiment
    )


def _numbers(item: NumbersItem) -> tuple[PublicVariant, AnswerKey]:
    form = FieldsForm(tuple(FieldForm(one.label, one.unit, one.decimals) for one in item.fields))
    answer = FieldsAnswer(tuple(map(_field, item.fields)), item.scoring.all_or_nothing)
    legend = TYPE if len(item.fields) == 1 else TYPE_EACH
    shown = _shown(item.header, item.stem, legend=legend, form=form, conventions=item.rounding)
    return shown, AnswerKey(answer, experiment=item.header.experiment)


def _field(field: NumberField) -> FieldKey:
    return FieldKey(
        accepted=tuple(_number(one, field.decimals) for one in field.accepted),
        wrong=tuple(_number(one, field.decimals) for one in field.wrong),
        decimals=field.decimals,
    )


def _number(number: AcceptedNumber | WrongNumber, decimals: int | None) -> NumberKey:
    """The numbers with their ends in full; a value is printed to the field's decimals, where it says so."""
    low, high = map(in_full, number.span.bounds())
    value = "" if number.span.value is None else in_full(Fraction(number.span.value))
    if not value:
        printed = f"{low} to {high}"
    else:
        printed = value if decimals is None else fixed(Fraction(value), decimals)
    match number:
        case AcceptedNumber():
            return NumberKey(printed, value, low, high, number.share, number.rationale)
        case WrongNumber():
            slips = (number.misconception,)
            return NumberKey(printed, value, low, high, 0.0, number.rationale, slips)


def _shown(header: Header, stem: str, *, legend: str, form: Form, conventions: str = "") -> PublicVariant:
    return PublicVariant(
        item_id=header.id,
        kind=header.kind,
        level=header.level,
        shape=header.shape,
        objectives=header.objectives,
        stem=stem,
        matrices=(),
        conventions=conventions,
        legend=legend,
        form=form,
    )
