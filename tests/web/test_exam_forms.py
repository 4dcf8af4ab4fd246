"""Forms over the whole bank: unseen first, each right option at its place, and put together again from what is stored."""

from collections import Counter

from app.exams.assembly import Slot
from app.items.answer_key import ChoiceAnswer
from app.services.exams.remaking import form_again
from app.services.exams.starting import Wish
from app.store.answer_keys import keyed_variant
from app.store.sittings import SlotRow, sitting_row, slot_rows
from app.store.unit import reading
from tests.web.product import Product

QUIZ = Wish("lesson-quiz", 10)
EXAM = Wish("attention-exam", 20)


def form(product: Product, learner: int, wish: Wish, *, begins: bool = True) -> list[SlotRow]:
    """The form of a new sitting; that it is put together again exactly is looked at on the way."""
    starting = product.house.services.exams.starting
    name = starting.create(learner, wish)
    if begins:
        starting.begin(learner, name)
    with reading(product.house.database) as unit:
        row, slots = sitting_row(unit, learner, name), slot_rows(unit, name)
        assert row is not None
        stored = tuple(Slot(one.n, one.item_id, one.section, one.place, one.reason) for one in slots)
        assert form_again(unit, row) == stored
    return slots


def test_what_was_asked_in_one_exam_is_asked_last_in_another(product: Product) -> None:
    learner = product.house.services.guests.welcome().learner_id
    quiz = {one.item_id for one in form(product, learner, QUIZ)}
    exam = form(product, learner, EXAM)
    assert len(quiz) == 10
    assert not quiz & {one.item_id for one in exam}
    assert all("not met yet" in one.reason for one in exam)


def test_right_options_stand_where_the_form_wants_them_and_evenly(product: Product) -> None:
    guests = product.house.services.guests
    forms = [form(product, guests.welcome().learner_id, EXAM, begins=False) for _ in range(12)]
    placed: Counter[int] = Counter()
    with reading(product.house.database) as unit:
        for one in (slot for slots in forms for slot in slots):
            answer = keyed_variant(unit, one.variant_id).answer_key.answer
            right = sorted(answer.correct) if isinstance(answer, ChoiceAnswer) else []
            if len(right) == 1:
                assert right == [one.place]
                placed[right[0]] += 1
            else:
                assert one.place is None
    total = sum(placed.values())
    assert total > 60
    assert all(0.15 * total < placed[place] < 0.35 * total for place in (1, 2, 3, 4))
