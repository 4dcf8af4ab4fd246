"""An authored item with the order of its options drawn: a variant."""

from app.items.answer_key import AnswerKey, ChoiceAnswer, OptionKey
from app.items.item import AuthoredItem, Revision
from app.items.option import AuthoredOption
from app.items.public import ChoiceForm, PublicVariant, ShownOption
from app.items.variant import Variant
from app.kit.draws import Draws
from app.kit.ids import content_hash
from app.variants.encode import variant_name

_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four"}


def realise(revision: Revision, seed: str) -> Variant:
    """The variant of an authored item whose order of options the seed draws, every order equally likely.

    The twin is the same for all orders of one revision. Raises TypeError for a recipe item, which is baked.
    """
    item = revision.item
    if not isinstance(item, AuthoredItem):
        raise TypeError(f"{item.header.id} has a recipe: its variants are baked")
    order = Draws(seed).shuffled("order", item.options)
    shown = _shown(item, order)
    answer_key = AnswerKey(
        ChoiceAnswer(tuple(_behind(option, item) for option in order), item.scoring.all_or_nothing)
    )
    return Variant(
        id=variant_name(revision.id, shown, answer_key),
        item_id=item.header.id,
        revision_id=revision.id,
        twin=content_hash(f"authored|{revision.id}".encode()),
        seed=seed,
        shown=shown,
        answer_key=answer_key,
    )


def _shown(item: AuthoredItem, order: list[AuthoredOption]) -> PublicVariant:
    header = item.header
    return PublicVariant(
        item_id=header.id,
        kind=header.kind,
        level=header.level,
        shape=header.shape,
        objectives=header.objectives,
        stem=item.stem,
        matrices=(),
        conventions="",
        legend=f"Choose {_COUNTS.get(item.choose, item.choose)}",
        form=ChoiceForm(tuple(ShownOption(option.text) for option in order), item.choose),
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
