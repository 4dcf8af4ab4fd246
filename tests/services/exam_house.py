"""A small exam over the four sample questions, for the tests of sittings on a real database."""

from dataclasses import replace
from datetime import timedelta

from app.items.exam import Aid, Exam, Part, PassMark, Section, When
from app.items.item import Kind, Source
from app.services.exams.starting import Wish
from app.store.exams import ExamItemRow, put_exams, replace_exam_items
from app.store.items import live_items
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.services.house import House

COUNT = 4
MINUTES = 10
SMALL = Exam(
    id="small-exam",
    bank="attention",
    title="Small exam",
    description="All four sample questions.",
    source=Source("made for tests", "2026-11-30"),
    minutes=MINUTES,
    counts=(COUNT,),
    sections=(Section("All of it", 100),),
    kinds=frozenset(Kind),
    pass_mark=PassMark(70, "unofficial"),
    review=dict.fromkeys(Part, When.AT_THE_END),
    aids=frozenset(Aid),
    extra_time=(1.25, 2),
)
LIMIT = timedelta(minutes=MINUTES)


def offer(house: House, exam: Exam = SMALL) -> None:
    """Put an exam into a filled house; every sample question may be asked in it, each in a camp of its own."""
    with writing(house.database) as unit:
        put_exams(unit, [exam], now=NOW)
        replace_exam_items(
            unit,
            [
                ExamItemRow(one.id, one.id, True, 4 if one.kind == Kind.SINGLE_CHOICE else 0)
                for one in live_items(unit)
            ],
        )
        unit.commit()


def created(house: House, learner_id: int, exam: Exam = SMALL) -> str:
    """A sitting whose clock has not started."""
    return house.services.exams.starting.create(learner_id, Wish(exam.id, exam.counts[0]))


def running(house: House, learner_id: int, exam: Exam = SMALL) -> str:
    """A sitting whose clock has just started."""
    name = created(house, learner_id, exam)
    house.services.exams.starting.begin(learner_id, name)
    return name


def with_review(when: When, *parts: Part) -> Exam:
    """The small exam, of which these parts are shown then and all others at the end."""
    return replace(SMALL, review=dict.fromkeys(Part, When.AT_THE_END) | dict.fromkeys(parts, when))


def item_count(house: House) -> int:
    with reading(house.database) as unit:
        return len(live_items(unit))
