"""Secrecy: nothing that is sent before an answer depends on what is right. Only the answer is changed; bytes must agree."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.items.answer_key import (
    AnswerKey,
    CellKey,
    ChoiceAnswer,
    KeyedAnswer,
    MatchingAnswer,
    NumberAnswer,
    NumbersAnswer,
    OrderingAnswer,
    ReversalKey,
    StepKey,
    StepsAnswer,
)
from app.items.variant import Variant
from app.variants.encode import encode
from tests.changing import replace
from tests.conftest import GATE
from tests.web.product import Given, Product, change_database
from tests.web.visitor import Visitor

CANARY = "canary-7f3a"
COMPUTED = ("-choice", "-typed", "-grid", "-steps")
PLACED = ("three-vectors-three-jobs", "one-row-step-by-step")
PER_ITEM = None if GATE else 1
_CHANGING = re.compile(r'(name="submission_id" value=|name="csrf_token" value=)"[^"]*"')


def other_answer(answer_key: AnswerKey) -> AnswerKey:
    """Another answer to the same question: rights and wrongs turned round, and a mark in everything that is kept."""
    solution = tuple(
        replace(step, title=CANARY, rule=CANARY, shown=(CANARY,), names=()) for step in answer_key.solution
    )
    match answer_key.answer:
        case ChoiceAnswer() as answer:
            turned = tuple(
                replace(
                    one, option_id=CANARY, correct=not one.correct, weight=1 - one.weight, rationale=CANARY
                )
                for one in answer.options
            )
            changed: KeyedAnswer = replace(answer, options=turned)
        case NumbersAnswer() as answer:
            numbers = tuple(NumberAnswer("7.777", 7.0, 8.0) for _ in answer.numbers)
            changed = replace(answer, numbers=numbers)
        case StepsAnswer() as answer:
            steps = tuple(
                StepKey(
                    slug=CANARY,
                    names=one.names,
                    formulas=tuple("7" for _ in one.formulas),
                    numbers=tuple(NumberAnswer("7.777", 7.0, 8.0) for _ in one.numbers),
                    decimals=3,
                )
                for one in answer.steps
            )
            changed = StepsAnswer(answer.givens, steps)
        case MatchingAnswer() as answer:
            changed = MatchingAnswer(
                prompt_ids=tuple(CANARY for _ in answer.prompt_ids),
                choice_ids=tuple(CANARY for _ in answer.choice_ids),
                right=(*answer.right[1:], answer.right[0]),
                cells=tuple(tuple(CellKey(CANARY, (CANARY,)) for _ in row) for row in answer.cells),
                all_or_nothing=not answer.all_or_nothing,
            )
        case OrderingAnswer() as answer:
            changed = OrderingAnswer(
                entry_ids=tuple(CANARY for _ in answer.entry_ids),
                places=answer.places[::-1],
                rationales=tuple(CANARY for _ in answer.rationales),
                reversals=tuple(
                    ReversalKey(one.earlier, one.later, CANARY, (CANARY,)) for one in answer.reversals
                ),
                all_or_nothing=not answer.all_or_nothing,
            )
    return AnswerKey(changed, solution)


def change_every_answer(product: Product) -> None:
    """Put the other answer into the store for every variant, and take every slip's numbers out."""
    rows = []
    for item in product.items():
        for one in product.variants(item):
            other = other_answer(one.answer_key)
            assert other != one.answer_key
            whole = Variant(
                one.id, one.item_id, one.revision_id, one.twin, one.seed, one.shown, other, one.fixed
            )
            rows.append((encode(whole).answer_key, one.id))
    change_database(
        product.folder,
        ("UPDATE variants SET answer_key = ?, numbers = x'', layout_id = NULL WHERE id = ?", rows),
        "UPDATE misconceptions SET name = 'canary-7f3a', belief = 'canary-7f3a', truth = 'canary-7f3a'",
    )


@dataclass(frozen=True, slots=True)
class Seen:
    """What a learner got at an address: the status, the headers without the number of the request, the body."""

    address: str
    status: int
    headers: dict[str, str]
    body: str


def seen_by(visitor: Visitor, address: str) -> Seen:
    headers = {name: value for name, value in visitor.response.headers.items() if name != "x-request-id"}
    return Seen(address, visitor.status, headers, _CHANGING.sub("-", visitor.response.text))


def before_answering(product: Product, item: str) -> list[Seen]:
    """Everything that a learner can ask for before answering each of these variants."""
    visitor = Visitor(product.application())
    found = []
    for variant in product.variants(item)[:PER_ITEM]:
        product.will_ask(variant)
        visitor.begin()
        place = visitor.path
        practice = place.partition("/items/")[0]
        for address in (place, place, f"{place}/feedback", f"{practice}/summary", "/", "/progress"):
            visitor.get(address)
            found.append(seen_by(visitor, address))
        visitor.get(place)
        visitor.send("/response", ("option", "9"), ("number", "1..2"), ("place-1", "9"))
        assert visitor.status == 422
        found.append(seen_by(visitor, "an answer that came back"))
    return found


def test_no_byte_before_the_answer_depends_on_the_answer(open_product: Callable[..., Product]) -> None:
    """Every variant of every item with KEYED_GATE=1, else one of each computation in one form, and of some concepts."""
    plain = open_product()
    items = [one for n, one in enumerate(plain.items()) if GATE or n % 20 == 0 or one in PLACED]
    items = list(dict.fromkeys([*items, *one_form_each(plain.items())]))
    before = {item: before_answering(plain, item) for item in items}
    changed = open_product()
    change_every_answer(changed)
    for item, pages in before.items():
        after = before_answering(changed, item)
        assert after == pages, item
        assert not any(CANARY in page.body for page in after)


def one_form_each(items: Sequence[str]) -> Iterator[str]:
    """Of each computation one of the forms in which it is asked, each form in its turn."""
    forms: dict[str, list[str]] = {}
    for item in items:
        if item.endswith(COMPUTED):
            forms.setdefault(item.rpartition("-")[0], []).append(item)
    for n, each in enumerate(forms.values()):
        yield each[n % len(each)]


def first_answer(variant_form: object) -> Given:
    """Something to answer with."""
    if placed := getattr(variant_form, "prompts", getattr(variant_form, "entries", ())):
        return tuple(str(n) for n in range(1, len(placed) + 1))
    return ("1",) * len(getattr(variant_form, "labels", ())) or tuple(
        str(place) for place in range(1, getattr(variant_form, "choose", 1) + 1)
    )


def test_what_misses_before_the_answer_is_there_after_it(product: Product) -> None:
    """The test above would pass on an empty page as well; this one shows that the mark is found where it may be."""
    change_every_answer(product)
    visitor = Visitor(product.application())
    for item in (
        "weights-row-choice",
        "weights-row-typed",
        "state-the-formula",
        "two-facts-about-a-query",
        *PLACED,
        "weights-matrix-grid",
        "pipeline-steps",
    ):
        (variant,) = product.will_ask(item)
        visitor.begin()
        visitor.answer(first_answer(variant.shown.form))
        assert visitor.path.endswith("/feedback"), item
        assert CANARY in visitor.response.text or "7.777" in visitor.response.text, item


def test_a_question_is_shown_without_reading_its_answer_key(product: Product) -> None:
    """Every answer key in the store is destroyed, and the page comes out the same, byte for byte."""
    product.will_ask("weights-row-choice")
    visitor = Visitor(product.application())
    visitor.begin()
    before = visitor.get(visitor.path) and seen_by(visitor, visitor.path)
    change_database(product.folder, "UPDATE variants SET answer_key = x'00', numbers = x'00'")
    product.reopen()
    again = Visitor(product.application())
    again.client.cookies.update(visitor.client.cookies)
    again.get(visitor.path)
    assert seen_by(again, visitor.path) == before
