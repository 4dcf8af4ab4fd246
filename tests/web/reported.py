"""A graded sitting in the tests of reports, under whatever rules its exam has."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from app.items.answer_key import OrderingAnswer
from app.items.exam import Part, When
from app.store.answer_keys import VariantRow
from app.store.exams import live_exams, put_exams
from app.store.unit import writing
from tests.databases import NOW
from tests.loops import run
from tests.web.product import Product, right_answer, wrong_answer
from tests.web.sitting import Candidate, candidate

Rules = Mapping[Part, When]
ALL = dict.fromkeys(Part, When.AT_THE_END)
SECOND = timedelta(seconds=1)


def with_rules(product: Product, rules: Rules) -> None:
    """Let the lesson quiz show its parts by other rules."""
    with writing(product.house.database) as unit:
        found = [one.exam for one in live_exams(unit)]
        changed = [replace(one, review=dict(rules)) if one.id == "lesson-quiz" else one for one in found]
        put_exams(unit, changed, now=NOW)
        unit.commit()


@dataclass
class Sat:
    """A candidate of the lesson quiz: question 1 right, 2 wrong at last after right at first, 3 wrong, the rest open."""

    mine: Candidate

    @property
    def report(self) -> str:
        return f"{self.mine.path}/report"

    def get(self, ending: str = "") -> Any:
        return self.mine.client.get(f"{self.report}{ending}", follow_redirects=False)

    def given(self, n: int, *, right: bool) -> tuple[str, ...]:
        return (right_answer if right else worthless)(self.variant(n))

    def variant(self, n: int) -> Any:
        return self.mine.variant(n)

    def answer(self, n: int, seq: int, *, right: bool, spent: int) -> None:
        variant = self.variant(n)
        field = "positions" if hasattr(variant.shown.form, "options") else "typed"
        change = {"n": n, "seq": seq, field: list(self.given(n, right=right)), "spent_ms": 1000 * spent}
        sent = self.mine.send(change)
        assert sent.json()["acks"][0]["fate"] == "taken", sent.text

    def wait(self, seconds: int) -> None:
        clock = self.mine.product.clock
        clock.move_to(clock.now() + seconds * SECOND)

    def finish(self) -> None:
        exams = self.mine.product.house.services.exams
        run(exams.finishing.finish(self.mine.name, self.mine.learner))


def sat(product: Product) -> Sat:
    one = Sat(candidate(product))
    one.answer(1, 1, right=True, spent=60)
    one.wait(60)
    one.answer(2, 1, right=True, spent=200)
    one.wait(200)
    one.answer(2, 2, right=False, spent=230)
    one.wait(30)
    one.answer(3, 1, right=False, spent=10)
    one.wait(10)
    one.finish()
    return one


def told(product: Product, rules: Rules) -> Sat:
    with_rules(product, rules)
    return sat(product)


def worthless(variant: VariantRow) -> tuple[str, ...]:
    """Something wrong that earns nothing, not even for a single place."""
    answer = variant.answer_key.answer
    if isinstance(answer, OrderingAnswer):
        return tuple(str(place % len(answer.places) + 1) for place in answer.places)
    return wrong_answer(variant)
