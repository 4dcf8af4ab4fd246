"""What a list of questions is asked for: which of them, in which order, and which page of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlencode

PAGE = 50  # rows of one page
_MOST_WORDS = 8
_LONGEST = 200
_PAGE_NUMBER = re.compile(r"[1-9][0-9]{0,5}")


class Standing(StrEnum):
    """Where a question stands. One that is published may have a draft beside it, and then stands in both lists."""

    PUBLISHED = "published"
    DRAFT = "draft"
    IN_REVIEW = "in_review"
    RETIRED = "retired"


class Noted(StrEnum):
    """What learners and answers say of a question."""

    REPORTED = "reported"  # an open report of a fault
    FLAGGED = "flagged"  # by a learner
    SUSPICIOUS = "suspicious"  # by its statistics
    WEAK = "weak"  # discrimination below 0.2
    EASY = "easy"  # right more often than 0.9
    HARD = "hard"  # right less often than 0.3
    UNANSWERED = "unanswered"


class Hardness(StrEnum):
    """The author's guess of the share right, in three parts."""

    EASY = "easy"  # 0.75 and more
    MIDDLE = "middle"
    HARD = "hard"  # less than 0.5


SPANS: Mapping[Hardness, tuple[float, float]] = {
    Hardness.HARD: (0.0, 0.5),
    Hardness.MIDDLE: (0.5, 0.75),
    Hardness.EASY: (0.75, 1.01),
}


class Sort(StrEnum):
    """By what the list is sorted."""

    NAME = "name"
    CHANGED = "changed"  # the last one first
    DIFFICULTY = "difficulty"  # the hardest first
    FACILITY = "facility"  # the one that is right least often first
    DISCRIMINATION = "discrimination"  # the weakest first
    REPORTS = "reports"  # the one with most open reports first


@dataclass(frozen=True, slots=True)
class Wish:
    """A list as it is asked for; an empty text asks for nothing. `page` counts from 1."""

    words: str = ""
    bank: str = ""
    objective: str = ""
    misconception: str = ""
    kind: str = ""
    standing: Standing | None = None
    hardness: Hardness | None = None
    noted: Noted | None = None
    sort: Sort = Sort.NAME
    page: int = 1

    @property
    def terms(self) -> tuple[str, ...]:
        """The words that are looked for, all of which must be found."""
        return tuple(dict.fromkeys(self.words.split()))[:_MOST_WORDS]

    @property
    def narrows(self) -> bool:
        """Whether anything is left out."""
        return replace(self, sort=Sort.NAME, page=1) != Wish()

    @property
    def address(self) -> str:
        """The part of an address behind the question mark that asks for this list; "" for the whole list."""
        return urlencode(self.fields())

    def fields(self) -> list[tuple[str, str]]:
        """The same field by field, without those that ask for nothing."""
        named = [
            ("q", self.words), ("bank", self.bank), ("objective", self.objective),
            ("misconception", self.misconception), ("kind", self.kind), ("status", self.standing or ""),
            ("difficulty", self.hardness or ""), ("noted", self.noted or ""),
            ("sort", "" if self.sort is Sort.NAME else self.sort),
            ("page", "" if self.page == 1 else str(self.page)),
        ]  # fmt: skip
        return [(name, str(value)) for name, value in named if value]

    def at(self, page: int) -> "Wish":
        """Another page of the same list."""
        return replace(self, page=page)

    def sorted_by(self, sort: Sort) -> "Wish":
        """The same list in another order, from its beginning."""
        return replace(self, sort=sort, page=1)


def read_wish(sent: Mapping[str, str]) -> Wish:
    """The list that an address asks for. What it says that there is not asks for nothing."""

    def text(name: str) -> str:
        return " ".join(sent.get(name, "")[:_LONGEST].replace("\x00", "").split())

    page = text("page")
    return Wish(
        words=text("q"),
        bank=text("bank"),
        objective=text("objective"),
        misconception=text("misconception"),
        kind=text("kind"),
        standing=next((one for one in Standing if one == text("status")), None),
        hardness=next((one for one in Hardness if one == text("difficulty")), None),
        noted=next((one for one in Noted if one == text("noted")), None),
        sort=next((one for one in Sort if one == text("sort")), Sort.NAME),
        page=int(page) if _PAGE_NUMBER.fullmatch(page) else 1,
    )
