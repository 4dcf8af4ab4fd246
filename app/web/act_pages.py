"""What an instructor does to many questions at once: asked once more before it is done, then told of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.services.authoring.retiring import Fate
from app.web.listing_pages import LinePart
from app.web.pages import Frame


class Act(StrEnum):
    """What can be done to many questions."""

    RETIRE = "retire"
    REVIVE = "revive"
    SUBMIT = "submit"


@dataclass(frozen=True, slots=True)
class ActWords:
    """An act in words: its button, what is asked before it, what comes of it, and what is said when it is done."""

    button: str
    title: str
    outcome: str
    done: str


WORDS: Mapping[Act, ActWords] = {
    Act.RETIRE: ActWords(
        "Retire",
        "Retire {what}?",
        "Nobody is asked them any more. Sittings that run keep them, answers stay, and they can be revived.",
        "Retired",
    ),
    Act.REVIVE: ActWords(
        "Revive",
        "Revive {what}?",
        "Learners are asked them again, as they were last published.",
        "Revived",
    ),
    Act.SUBMIT: ActWords(
        "Submit to review",
        "Submit the drafts of {what} to review?",
        "They wait for a second person. A draft with faults stays where it is.",
        "Submitted to review",
    ),
}
FATES: Mapping[Fate, str] = {
    Fate.DONE: "done",
    Fate.AS_IT_WAS: "it stood so already",
    Fate.MISSING: "it was never published, so there is nothing to do",
}


@dataclass(frozen=True, slots=True)
class SurePage:
    """An act with the questions that it is for, before it is done."""

    frame: Frame
    instructor: str
    act: Act
    lines: tuple[LinePart, ...]
    actor: str
    note: str = ""
    fault: str = ""

    @property
    def words(self) -> ActWords:
        """The act in words."""
        return WORDS[self.act]

    @property
    def what(self) -> str:
        """How many questions it is for."""
        count = len(self.lines)
        return "this question" if count == 1 else f"{count} questions"


@dataclass(frozen=True, slots=True)
class ActDonePage:
    """What came of an act, question by question."""

    frame: Frame
    instructor: str
    title: str
    fates: Sequence[tuple[str, str]]
