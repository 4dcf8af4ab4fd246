"""A paper to be printed: what it is drawn from, how long it is, in which order, and what is right in it, in one line each."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.authoring.outgoing.wish import ExportWish, read_export

MOST = 200  # questions of one paper
USUAL = 10
LONGEST_TITLE = 100
_COUNT = re.compile(r"[0-9]{1,4}")
_EXAM = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")


class PaperOrder(StrEnum):
    """In which order the questions of a paper stand."""

    MIXED = "mixed"
    NAMES = "names"


@dataclass(frozen=True, slots=True)
class PaperWish:
    """A paper as it is asked for: a form of an exam, or so many of the chosen questions."""

    title: str = ""
    exam: str = ""
    chosen: ExportWish = field(default_factory=ExportWish)
    count: int = USUAL
    order: PaperOrder = PaperOrder.MIXED


def read_paper(sent: Mapping[str, str]) -> PaperWish:
    """The paper that a form asks for. What it says that there is not asks for nothing."""
    count, exam = sent.get("count", "").strip(), sent.get("exam", "").strip()
    return PaperWish(
        title=" ".join(sent.get("title", "").split())[:LONGEST_TITLE],
        exam=exam if _EXAM.fullmatch(exam) else "",
        chosen=read_export(sent),
        count=min(max(int(count), 1), MOST) if _COUNT.fullmatch(count) else USUAL,
        order=next((one for one in PaperOrder if one == sent.get("order", "")), PaperOrder.MIXED),
    )
