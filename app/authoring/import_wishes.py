"""What an instructor wishes of an import: the bank, what all questions get, and what becomes of each."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from app.authoring.filling import REPEATED, FillWish, PartWish
from app.authoring.found import ColumnWish, ReadWishes
from app.bank.reader import Data


class Take(StrEnum):
    """What becomes of one question."""

    NEW = "new"  # a draft of a new item
    REPLACE = "replace"  # a draft on the item that has its name
    BOTH = "both"  # a draft of a new item beside the one that has its name
    LEAVE = "leave"  # left out


@dataclass(frozen=True, slots=True)
class HeaderWish:
    """What items have and other systems' questions lack, as typed; empty where nothing is said.

    The last three are for parts that lack them: a misconception, a reason, and whether the reason of what is right is
    repeated before that one (`REPEATED`) or not.
    """

    objective: str = ""
    level: str = ""
    shape: str = ""
    difficulty: str = ""
    citation: str = ""
    as_of: str = ""
    misconception: str = ""
    rationale: str = ""
    reasons: str = ""

    def over(self, other: "HeaderWish") -> "HeaderWish":
        """These wishes, and the other's where these say nothing."""
        return HeaderWish(
            **{one.name: getattr(self, one.name) or getattr(other, one.name) for one in fields(self)}
        )


NO_WISH = HeaderWish()
AS_IT_IS = ReadWishes()
HEADER_WISHES = tuple(one.name for one in fields(HeaderWish))
OF_PARTS = ("misconception", "rationale", "reasons")
CALLED: Mapping[str, str] = {
    "objective": "objective",
    "level": "level",
    "shape": "topic",
    "difficulty": "share that will be right",
    "citation": "source",
    "as_of": "day of reading",
}


@dataclass(frozen=True, slots=True)
class QuestionWish:
    """What is wished of one question; without `take` what is usual for its standing."""

    take: Take | None = None
    header: HeaderWish = NO_WISH
    parts: Mapping[str, PartWish] = field(default_factory=dict)  # by the names that `filling.needs` gives


@dataclass(frozen=True, slots=True)
class ImportWishes:
    """All that is wished of an import. `digest` is the hash of the file, `read` how it is to be read."""

    digest: str
    bank: str
    for_all: HeaderWish = NO_WISH
    by_category: Mapping[str, HeaderWish] = field(default_factory=dict)
    each: Mapping[int, QuestionWish] = field(default_factory=dict)
    read: ReadWishes = AS_IT_IS

    def of(self, n: int) -> QuestionWish:
        """What is wished of one question."""
        return self.each.get(n, QuestionWish())

    def header(self, n: int, category: str, ours: Mapping[str, Data]) -> HeaderWish:
        """What one question gets.

        Rule: its own wish goes before what the file says, that before what its category gets, and that before what all
        get.
        """
        return self.of(n).header.over(said_by_file(ours)).over(self._for_many(category))

    def for_many(self, n: int, category: str, ours: Mapping[str, Data]) -> tuple[str, ...]:
        """What of that was chosen for a category or for all, and for no question alone, in words."""
        own, rest = self.of(n).header.over(said_by_file(ours)), self._for_many(category)
        return tuple(
            words for name, words in CALLED.items() if getattr(rest, name) and not getattr(own, name)
        )

    def fill(self, n: int, category: str) -> FillWish:
        """What parts of one question get that lack something."""
        said = self.header(n, category, {})
        return FillWish(said.misconception, said.rationale, said.reasons == REPEATED, self.of(n).parts)

    def _for_many(self, category: str) -> HeaderWish:
        return self.by_category.get(category, NO_WISH).over(self.for_all)


def said_by_file(ours: Mapping[str, Data]) -> HeaderWish:
    """What a file of ours says of the fields that all items have."""
    source = ours.get("source")
    said = {name: ours.get(name) for name in ("level", "shape", "difficulty")}
    if isinstance(source, dict):
        said |= {name: source.get(name) for name in ("citation", "as_of")}
    objectives = ours.get("objectives")
    if isinstance(objectives, list):
        said["objective"] = ", ".join(str(one) for one in objectives)
    return HeaderWish(**{name: value for name, value in said.items() if isinstance(value, str)})


def of_item(wish: HeaderWish) -> HeaderWish:
    """The wish without what is for parts."""
    return replace(wish, **dict.fromkeys(OF_PARTS, ""))


def wishes_as_json(wishes: ImportWishes) -> str:
    """The wishes as JSON text. Law: `wishes_from` gives equal ones back."""
    record = asdict(wishes)
    record["each"] = {str(n): one for n, one in record["each"].items() if one != asdict(QuestionWish())}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def wishes_from(text: str) -> ImportWishes:
    """The wishes that a JSON text holds. It was written by `wishes_as_json`."""
    record: dict[str, Any] = json.loads(text)
    read = record["read"]
    return ImportWishes(
        digest=record["digest"],
        bank=record["bank"],
        for_all=HeaderWish(**record["for_all"]),
        by_category={name: HeaderWish(**one) for name, one in record["by_category"].items()},
        each={
            int(n): QuestionWish(
                Take(one["take"]) if one["take"] else None,
                HeaderWish(**one["header"]),
                {name: PartWish(**part) for name, part in one.get("parts", {}).items()},
            )
            for n, one in record["each"].items()
        },
        read=ReadWishes(read["sheet"], tuple(ColumnWish(**one) for one in read["columns"])),
    )


def digest_words(digest: str) -> str:
    """How a digest stands in the JSON, by which earlier imports of the same file are found."""
    return f'"digest":"{digest}"'


def with_wishes(wishes: ImportWishes, each: Mapping[int, QuestionWish]) -> ImportWishes:
    """The wishes with those of some questions in place of what was wished of them."""
    return replace(wishes, each={**wishes.each, **each})
