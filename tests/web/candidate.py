"""A candidate before a sitting whose questions a test chose."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from fastapi import FastAPI

from app.exams.encode import encode_exam, exam_name
from app.exams.sitting import Sitting
from app.items.exam import Aid, Exam, Navigation, Part, PassMark, Section, When
from app.items.item import Kind, Source
from app.kit.ids import new_id
from app.store.answer_keys import VariantRow
from app.store.exams import put_exams
from app.store.sittings import SittingRow, SlotRow, add_sitting
from app.store.unit import writing
from tests.web.html_page import HtmlPage
from tests.web.product import Given, Product
from tests.web.visitor import Visitor

# One question of every way of answering: one option, two options, numbers, a matching, an ordering, a matrix, steps.
EVERY_KIND = (
    "weights-row-choice",
    "two-facts-about-a-query",
    "weights-row-typed",
    "three-vectors-three-jobs",
    "one-row-step-by-step",
    "weights-matrix-grid",
    "pipeline-steps",
)
MINUTES = 20
EXAM = Exam(
    id="made-for-tests",
    bank="attention",
    title="Made for tests",
    description="Questions that a test chose.",
    source=Source("made for tests", "2026-11-30"),
    minutes=MINUTES,
    counts=(len(EVERY_KIND),),
    sections=(Section("First", 50), Section("Second", 50)),
    kinds=frozenset(Kind),
    pass_mark=PassMark(70, "unofficial"),
    review=dict.fromkeys(Part, When.AT_THE_END),
    aids=frozenset(Aid),
)
ONE_WAY = replace(EXAM, navigation=Navigation.ONE_WAY)


@dataclass
class Candidate:
    """A browser without scripts, and the sitting that was made for it."""

    visitor: Visitor
    sitting_id: str
    variants: tuple[VariantRow, ...]

    @property
    def root(self) -> str:
        return f"/exams/sittings/{self.sitting_id}"

    @property
    def page(self) -> HtmlPage:
        return self.visitor.page

    @property
    def at(self) -> str:
        """Where the browser stands within the sitting."""
        return self.visitor.path.removeprefix(self.root)

    def go(self, tail: str = "") -> HtmlPage:
        """Open an address within the sitting."""
        return self.visitor.get(self.root + tail)

    def begin(self) -> HtmlPage:
        """Press the button that starts the clock."""
        self.go()
        return self.visitor.send("/begin")

    def press(self, go: str, *changes: tuple[str, str]) -> HtmlPage:
        """Press a button of the page's own form, with fields chosen or typed by hand."""
        return self.visitor.send(self.page.one("form", id="sheet").attrs["action"], *changes, ("go", go))

    def give(self, given: Given, go: str = "stay", *more: tuple[str, str]) -> HtmlPage:
        """Fill the question in and press a button."""
        return self.press(go, *fields(self.page, given), *more)


def fields(page: HtmlPage, given: Given) -> list[tuple[str, str]]:
    """The fields by which a question is answered: options at these positions, numbers, positions or places."""
    if page.all("select", name="place-1"):
        return [(f"place-{n}", text) for n, text in enumerate(given, 1)]
    name = "number" if page.all("input", name="number") else "option"
    return [(name, text) for text in given]


def candidate(
    app: FastAPI, product: Product, items: Sequence[str | VariantRow] = EVERY_KIND, exam: Exam = EXAM
) -> Candidate:
    """A new guest with a sitting of these questions, the first half of them in the first section; not begun."""
    visitor = Visitor(app)
    guest = product.house.services.guests.welcome()
    visitor.client.cookies.set("keyed_guest", guest.fresh_token or "")
    return Candidate(visitor, *chosen(product, guest.learner_id, items, exam))


def chosen(
    product: Product, learner_id: int, items: Sequence[str | VariantRow], exam: Exam
) -> tuple[str, tuple[VariantRow, ...]]:
    """The name of a new sitting of these questions, and their variants."""
    variants = tuple(product.variants(one)[0] if isinstance(one, str) else one for one in items)
    name = new_id()
    now = product.clock.now()
    row = SittingRow(
        id=name,
        learner_id=learner_id,
        exam_id=exam.id,
        exam_revision_id=exam_name(encode_exam(exam)),
        count=len(variants),
        seed="made for tests",
        factor=100,
        created_at=now,
        clock=Sitting(timedelta(minutes=exam.minutes)),
    )
    half = (len(variants) + 1) // 2
    slots = [
        SlotRow(n, one.item_id, one.id, 0 if n <= half else 1, None, "") for n, one in enumerate(variants, 1)
    ]
    with writing(product.house.database) as unit:
        put_exams(unit, [exam], now=now)
        add_sitting(unit, row, slots)
        unit.commit()
    return name, variants
