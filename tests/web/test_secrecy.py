"""Secrecy: nothing that is sent before an answer depends on what is right. Only the answer is changed; bytes must agree."""

import re
from dataclasses import replace

import pytest
from fastapi import FastAPI

from app.items.answer_key import AnswerKey, ChoiceAnswer, NumberAnswer, NumbersAnswer
from app.items.variant import Variant
from tests.web.conftest import with_services
from tests.web.samples import VARIANTS, WORDS
from tests.web.stand_in import StandIn
from tests.web.visitor import Visitor

CANARY = "canary-7f3a"
_CHANGING = re.compile(r'(name="submission_id" value=|name="csrf_token" value=)"[^"]*"|/practice/[\w-]{16}')


def other_answer(variant: Variant) -> Variant:
    """The same question with another answer: rights and wrongs turned round, and a mark in everything that is kept."""
    solution = tuple(
        replace(step, title=CANARY, rule=CANARY, shown=(CANARY,)) for step in variant.answer_key.solution
    )
    match variant.answer_key.answer:
        case ChoiceAnswer() as answer:
            turned = tuple(
                replace(
                    option,
                    option_id=CANARY,
                    correct=not option.correct,
                    weight=1 - option.weight,
                    rationale=CANARY,
                )
                for option in answer.options
            )
            changed: ChoiceAnswer | NumbersAnswer = replace(answer, options=turned)
        case NumbersAnswer() as answer:
            numbers = tuple(NumberAnswer("7.777", 7.0, 8.0) for _ in answer.numbers)
            changed = replace(answer, numbers=numbers)
    return replace(variant, answer_key=AnswerKey(changed, solution))


def before_answering(app: FastAPI, variant: Variant) -> list[tuple[int, dict[str, str], str]]:
    """Status, headers and body of everything that a learner can ask for before answering this question."""
    visitor = Visitor(with_services(app, StandIn([variant], WORDS)))
    visitor.get("/")
    visitor.send("/practice")
    place = visitor.path
    seen = []
    for address in (
        place,
        place,
        place + "/feedback",
        place.partition("/items/")[0] + "/summary",
        "/",
        "/progress",
    ):
        visitor.get(address)
        headers = {name: value for name, value in visitor.response.headers.items() if name != "x-request-id"}
        seen.append((visitor.status, headers, _CHANGING.sub("-", visitor.response.text)))
    visitor.get(place)
    visitor.send("/response", ("option", "9"), ("number", "1..2"))
    assert visitor.status == 422
    seen.append((visitor.status, {}, _CHANGING.sub("-", visitor.response.text)))
    return seen


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.shown.item_id)
def test_no_byte_before_the_answer_depends_on_the_answer(shared_app: FastAPI, variant: Variant) -> None:
    assert other_answer(variant).answer_key != variant.answer_key
    plain = before_answering(shared_app, variant)
    changed = before_answering(shared_app, other_answer(variant))
    assert plain == changed
    assert not any(CANARY in body for _, _, body in changed)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.shown.item_id)
def test_what_misses_before_the_answer_is_there_after_it(shared_app: FastAPI, variant: Variant) -> None:
    """The test above would pass on an empty page as well; this one shows that the mark is found where it may be."""
    visitor = Visitor(with_services(shared_app, StandIn([other_answer(variant)], WORDS)))
    visitor.get("/")
    visitor.send("/practice")
    form = variant.shown.form
    wanted = getattr(form, "choose", 0)
    given = [("option", str(place)) for place in range(1, wanted + 1)] or [("number", "1")] * 3
    visitor.send("/response", *given)
    assert CANARY in visitor.response.text or "7.777" in visitor.response.text
