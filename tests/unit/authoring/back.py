"""What the readers must give back of a question that was written, up to what its report says."""

import re
from collections.abc import Sequence

from app.authoring.found import (
    FoundChoice,
    FoundForm,
    FoundNumber,
    FoundNumbers,
    FoundPairs,
    FoundQuestion,
    FoundText,
    Markup,
)
from app.authoring.outgoing.question import OutChoice, OutField, OutNumber, OutNumbers, OutPairs, OutQuestion
from app.authoring.outgoing.report import Ledger
from app.authoring.outgoing.shares import fraction, fractions
from app.authoring.outgoing.splitting import as_pairs, one_by_one
from app.authoring.outgoing.tables import whole_stem
from app.authoring.outgoing.texts import html, plain
from app.authoring.outgoing.told import afterwards, reasons_apart


def asked(question: OutQuestion) -> list[OutQuestion]:
    """The questions that one becomes in the formats of Moodle."""
    return list(one_by_one(as_pairs(question)))


def line(text: str | FoundText) -> str:
    """A text on one line, with the entities by which GIFT keeps a share and a mark from being read as such."""
    found = text.text if isinstance(text, FoundText) else text
    return " ".join(re.sub("&#37;", "%", re.sub(r"&#91;", "[", found)).split())


def same_as_written(found: FoundQuestion, question: OutQuestion) -> None:
    """Assert that what came back is what Moodle holds of the question."""
    assert found.outer_id == question.id
    assert line(found.stem) == line(html(whole_stem(question)))
    assert found.tags == question.tags
    assert found.category == "/".join(question.category)
    told = afterwards(question, Ledger(), told=reasons_apart(question.form))
    assert line(found.feedback or "") == line(html(told))
    same_form(found.form, question.form)


def same_form(found: FoundForm, form: object) -> None:
    match form:
        case OutChoice():
            same_choice(found, form)
        case OutPairs():
            same_pairs(found, form)
        case OutNumbers():
            same_numbers(found, form.fields[0])
        case other:
            raise TypeError(other)


def same_choice(found: FoundForm, form: OutChoice) -> None:
    assert isinstance(found, FoundChoice)
    assert found.several == (form.choose > 1)
    assert [line(one.text) for one in found.options] == [line(html(one.text)) for one in form.options]
    shares = [float(one) / 100 for one in fractions(form, Ledger())]
    assert [one.share for one in found.options] == shares
    whys = [line(one.feedback) if one.feedback else "" for one in found.options]
    assert whys == [line(html(one.why)) for one in form.options]


def same_pairs(found: FoundForm, form: OutPairs) -> None:
    assert isinstance(found, FoundPairs)
    wanted = [(line(html(one.text)), plain(form.choices[one.choice - 1].text)) for one in form.prompts]
    used = {one.choice for one in form.prompts}
    wanted += [("", plain(one.text)) for n, one in enumerate(form.choices, 1) if n not in used]
    assert [(line(left), right.text) for left, right in found.pairs] == wanted
    assert {right.markup for _, right in found.pairs} == {Markup.PLAIN}


def same_numbers(found: FoundForm, field: OutField) -> None:
    """Every number is accepted in exactly its range, for its share, right ones first; known wrong ones are told."""
    assert isinstance(found, FoundNumbers)
    wanted = []
    for number in field.right:
        share = float(fraction(number.share)[0]) / 100
        wanted.append((*ends(number), share))
    right, wrong = (
        found.accepted[: -len(field.wrong) or None],
        found.accepted[len(found.accepted) - len(field.wrong) :],
    )
    assert merged(right) == wanted
    assert right[0].target in (None, float(field.right[0].printed or "nan"), middle(field.right[0]))
    assert [(one.low, one.high, one.share) for one in wrong] == [(*ends(one), 0.0) for one in field.wrong]
    assert [line(one.feedback) if one.feedback else "" for one in wrong] == [
        line(html(one.why)) for one in field.wrong
    ]


def middle(number: OutNumber) -> float:
    return float((number.low + number.high) / 2)


def merged(numbers: Sequence[FoundNumber]) -> list[tuple[float, float, float]]:
    """Ranges with their shares; two for one number, which lie in each other and say the same, as one."""
    found: list[tuple[float, float, float]] = []
    for one in numbers:
        if found and found[-1][2] == one.share and one.low <= found[-1][0] and found[-1][1] <= one.high:
            found.pop()
        found.append((one.low, one.high, one.share))
    return found


def ends(number: OutNumber) -> tuple[float, float]:
    return float(number.low), float(number.high)
