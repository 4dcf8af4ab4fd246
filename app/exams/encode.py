"""An exam as text and back, so that a sitting keeps the exam as it was when its form was made."""

from collections.abc import Mapping
from typing import Any

import orjson

from app.items.exam import Aid, Attempts, Exam, Navigation, Part, PassMark, Section, When
from app.items.kinds import Kind, Shape, Source
from app.kit.ids import content_hash

Json = Mapping[str, Any]


def encode_exam(exam: Exam) -> str:
    """The exam as JSON, equal for equal exams; `decode_exam` gives back an equal exam."""
    record = {
        "id": exam.id,
        "bank": exam.bank,
        "title": exam.title,
        "description": exam.description,
        "source": exam.source,
        "minutes": exam.minutes,
        "counts": exam.counts,
        "sections": [_section_record(section) for section in exam.sections],
        "kinds": sorted(exam.kinds),
        "pass_mark": exam.pass_mark,
        "navigation": exam.navigation,
        "review": {part.value: when.value for part, when in exam.review.items()},
        "attempts": exam.attempts,
        "aids": sorted(exam.aids),
        "extra_time": exam.extra_time,
        "head_workable": exam.head_workable,
    }
    return orjson.dumps(record, option=orjson.OPT_SORT_KEYS).decode()


def decode_exam(text: str) -> Exam:
    """The exam of a text that `encode_exam` made."""
    record: Json = orjson.loads(text)
    return Exam(
        id=record["id"],
        bank=record["bank"],
        title=record["title"],
        description=record["description"],
        source=Source(**record["source"]),
        minutes=record["minutes"],
        counts=tuple(record["counts"]),
        sections=tuple(_section(section) for section in record["sections"]),
        kinds=frozenset(map(Kind, record["kinds"])),
        pass_mark=PassMark(**record["pass_mark"]),
        navigation=Navigation(record["navigation"]),
        review={Part(part): When(when) for part, when in record["review"].items()},
        attempts=Attempts(**record["attempts"]),
        aids=frozenset(map(Aid, record["aids"])),
        extra_time=tuple(record["extra_time"]),
        head_workable=record["head_workable"],
    )


def exam_name(text: str) -> str:
    """The name of this state of an exam: the hash of its text."""
    return content_hash(text.encode())


def _section_record(section: Section) -> Json:
    return {
        "name": section.name,
        "percent": section.percent,
        "objectives": sorted(section.objectives),
        "shapes": sorted(section.shapes),
        "domain": section.domain,
    }


def _section(record: Json) -> Section:
    return Section(
        record["name"],
        record["percent"],
        frozenset(record["objectives"]),
        frozenset(map(Shape, record["shapes"])),
        record["domain"],
    )
