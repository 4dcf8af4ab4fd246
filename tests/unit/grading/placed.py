"""A matching and an ordering by hand, with the words behind them."""

from app.grading.words import Words
from app.items.answer_key import AnswerKey, CellKey, MatchingAnswer, OrderingAnswer, ReversalKey
from app.items.item import Kind, Level, Shape
from app.items.misconceptions import Misconception
from app.items.public import Form, MatchingForm, OrderingForm, PublicVariant


def shown(kind: Kind, form: Form) -> PublicVariant:
    return PublicVariant(
        item_id="placed",
        kind=kind,
        level=Level.MECHANISM,
        shape=Shape.ROLE,
        objectives=("1.2",),
        stem="Which goes where?",
        matrices=(),
        conventions="",
        legend="Places",
        form=form,
    )


WORDS = Words(
    misconceptions={
        slug: Misconception(slug, f"name of {slug}", f"Belief of {slug}.", f"Truth of {slug}.")
        for slug in ("one", "two", "three", "four")
    },
    phrases={},
)
PAIRS_FORM = MatchingForm(("$q$", "$k$", "$v$"), ("gives", "asks", "$d_k$", "fits"))
PAIRS = MatchingAnswer(
    prompt_ids=("query", "key", "value"),
    choice_ids=("gives", "asks", "width", "fits"),
    right=(2, 4, 1),
    cells=(
        (
            CellKey("Not given.", ("one",)),
            CellKey("It asks."),
            CellKey("A number.", ("three",)),
            CellKey("Asks.", ("two",)),
        ),
        (
            CellKey("Not given.", ("one",)),
            CellKey("No search.", ("two",)),
            CellKey("A number.", ("three",)),
            CellKey("It fits."),
        ),
        (
            CellKey("It gives."),
            CellKey("No search.", ("two",)),
            CellKey("A number.", ("three",)),
            CellKey("Not fit.", ("four",)),
        ),
    ),
    all_or_nothing=False,
)
PAIRS_SHOWN, PAIRS_KEY = shown(Kind.MATCHING, PAIRS_FORM), AnswerKey(PAIRS)
# The right order is a, b, c, d; shown are c, a, d, b.
ORDER_FORM = OrderingForm(("c", "a", "d", "b"))
ORDER = OrderingAnswer(
    entry_ids=("c", "a", "d", "b"),
    places=(3, 1, 4, 2),
    rationales=("c is third.", "a is first.", "d is last.", "b is second."),
    reversals=(
        ReversalKey(1, 2, "b needs a.", ("one",)),
        ReversalKey(2, 3, "c needs b.", ("two",)),
        ReversalKey(3, 4, "d needs c.", ("three",)),
        ReversalKey(1, 4, "d needs a.", ("four",)),
    ),
    all_or_nothing=False,
)
ORDER_SHOWN, ORDER_KEY = shown(Kind.ORDERING, ORDER_FORM), AnswerKey(ORDER)


def places(order: str) -> tuple[int, ...]:
    """The places that an order such as "abdc" gives to the entries as shown."""
    return tuple(order.index(entry) + 1 for entry in ORDER_FORM.entries)
