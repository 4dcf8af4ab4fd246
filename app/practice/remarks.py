"""What a learner may remark on a question: a flag, a note to oneself, and a fault in the question itself."""

from enum import StrEnum

from app.kit.errors import BadInput

LONGEST = 2_000  # characters of a note, of a report and of its answer
_TOO_LONG = "This is longer than {0} characters, so it was not saved. Shorten it and send it again."
_EMPTY = "Nothing was written. Say what is meant in a few words and send it again."
_NO_KIND = "Choose what kind of fault it is, and send it again."


class FaultKind(StrEnum):
    """What somebody thinks is wrong with a question."""

    ANSWER = "answer"
    UNCLEAR = "unclear"
    WORDING = "wording"
    DISPLAY = "display"
    OTHER = "other"


def read_text(text: str, *, required: bool = False) -> str:
    """A remark as it is kept: plain text, one kind of line end, no space around it. Raises BadInput."""
    kept = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if len(kept) > LONGEST:
        raise BadInput(_TOO_LONG.format(LONGEST))
    if required and not kept:
        raise BadInput(_EMPTY)
    return kept


def read_kind(kind: str) -> FaultKind:
    """The kind of fault that a form names. Raises BadInput for any other text."""
    if kind not in list(FaultKind):
        raise BadInput(_NO_KIND)
    return FaultKind(kind)
