"""The states of an item's text on its way to learners, who may take it further, and what takes an approval back."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from app.kit.errors import Conflict


class Stage(StrEnum):
    """How a text stands: draft → in review → approved → published → retired, and back to published by reviving."""

    DRAFT = "draft"
    IN_REVIEW = "in_review"
    APPROVED = "approved"
    PUBLISHED = "published"
    RETIRED = "retired"


class NotNow(Conflict):
    """An act that the state of the item, or who wants it, does not allow; the sentence says what could be done."""


_SUBMITTED = "This draft is in review already, so nothing was changed."
_NOT_IN_REVIEW = "This draft is not in review, so nothing was changed. Submit it for review first."
_OWN = (
    "You wrote some of this text, so somebody else has to approve it. Ask a second person to look at it; "
    "this house does not let one person alone publish."
)
_APPROVED = "This version is approved already, so nothing was changed."
_NOT_APPROVED = (
    "This version is not approved, so it cannot be published. A second person has to approve it first."
)


def folded(name: str) -> str:
    """A typed name as it is compared: two spellings of one name fold to the same text.

    Rule: compatibility forms are made plain (NFKC), case is folded, and blanks and signs that are not seen are left
    out, so that "Ada  Lovelace", "ADA LOVELACE" and "Ａｄａ Lovelace" are one person. Accents still tell names apart.
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(sign for sign in plain if unicodedata.category(sign)[0] not in "ZC")
    return unicodedata.normalize("NFKC", seen)


def is_same_person(one: str, other: str) -> bool:
    """Whether two typed names are one person's."""
    return folded(one) == folded(other)


@dataclass(frozen=True, slots=True)
class Approval:
    """Who approved which version; `second` is False where it was one of those who wrote it."""

    version: int
    by: str
    second: bool


@dataclass(frozen=True, slots=True)
class Case:
    """A draft on its way: its version, who wrote any of it, whether it is in review, and the last approval."""

    version: int
    writers: tuple[str, ...]
    in_review: bool = False
    approval: Approval | None = None

    @property
    def stage(self) -> Stage:
        """How it stands. An approval is of one version and is worth nothing for another."""
        if not self.in_review:
            return Stage.DRAFT
        return Stage.APPROVED if self._holds else Stage.IN_REVIEW

    @property
    def _holds(self) -> bool:
        return self.approval is not None and self.approval.version == self.version

    def wrote(self, name: str) -> bool:
        """Whether somebody wrote any of it."""
        return any(is_same_person(name, one) for one in self.writers)


def changed(case: Case, by: str) -> Case:
    """The text is another now: one version further, perhaps one more who wrote it, and in no review any more.

    An approval is of a text and not of what became of it, so it is gone with the text.
    """
    return Case(case.version + 1, _with(case.writers, by))


def submitted(case: Case) -> Case:
    """The draft waits for a second person. Raises NotNow where it does already."""
    if case.in_review:
        raise NotNow(_SUBMITTED)
    return replace(case, in_review=True, approval=None)


def approved(case: Case, by: str, *, lone: bool) -> Case:
    """The version is approved.

    Rule: by somebody who wrote none of it; where one person is alone in the house (`lone`), by anybody, and then it is
    remembered that there was no second person. Raises NotNow where that is not so, or where it is not in review.
    """
    if not case.in_review:
        raise NotNow(_NOT_IN_REVIEW)
    if case.stage is Stage.APPROVED:
        raise NotNow(_APPROVED)
    second = not case.wrote(by)
    if not (second or lone):
        raise NotNow(_OWN)
    return replace(case, approval=Approval(case.version, by, second))


def sent_back(case: Case) -> Case:
    """The draft goes back to those who write it, whoever sends it. Raises NotNow where it is not in review."""
    if not case.in_review:
        raise NotNow(_NOT_IN_REVIEW)
    return replace(case, in_review=False, approval=None)


def clearance(case: Case) -> Approval:
    """The approval by which this version may be published. Raises NotNow where there is none."""
    if case.stage is not Stage.APPROVED or case.approval is None:
        raise NotNow(_NOT_APPROVED)
    return case.approval


def item_stage(*, published: bool, retired: bool) -> Stage:
    """How an item stands, whatever becomes of its draft: nothing of it published yet, asked, or asked no more."""
    if not published:
        return Stage.DRAFT
    return Stage.RETIRED if retired else Stage.PUBLISHED


def _with(writers: Iterable[str], name: str) -> tuple[str, ...]:
    known = tuple(writers)
    return known if any(is_same_person(name, one) for one in known) else (*known, name)
