"""Reads the fields of a computation in steps: any may stay empty, and each that is filled is one number."""

from app.grading.response import FieldFault, Invalid, ReadNumber, StepsResponse
from app.grading.together import read_together
from app.items.public import StepsForm

_NOTHING = "Nothing is typed yet; type at least one number, in whichever step you like."
_STRAY = "This answer has more fields than the page; load the page again and type it once more."


def parse_steps(form: StepsForm, sent: tuple[str, ...]) -> StepsResponse | Invalid:
    """A number or nothing for every field; at least one number in all."""
    width = len(form.labels)
    fields = (*sent[:width], *("",) * (width - len(sent)))
    if any(text.strip() for text in sent[width:]):
        return Invalid((FieldFault(0, _STRAY),), typed=fields)
    filled = [place for place, text in enumerate(fields) if text.strip()]
    if not filled:
        return Invalid((FieldFault(0, _NOTHING),), typed=fields)
    numbers: list[ReadNumber | None] = [None] * width
    faults = []
    for place, found in zip(filled, read_together([fields[place] for place in filled]), strict=True):
        if isinstance(found, str):
            faults.append(FieldFault(place + 1, found))
        else:
            numbers[place] = found
    return Invalid(tuple(faults), typed=fields) if faults else StepsResponse(tuple(numbers))
