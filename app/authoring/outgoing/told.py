"""What is said to everybody after a question: its reasons, where they have no place of their own, the worked solution, the source."""

from collections.abc import Iterator

from app.authoring.outgoing.parts import Part, whys
from app.authoring.outgoing.question import OutChoice, OutForm, OutNumbers, OutOrder, OutPairs, OutQuestion
from app.authoring.outgoing.report import Ledger
from app.authoring.outgoing.texts import is_bare


def afterwards(question: OutQuestion, ledger: Ledger, *, told: OutForm | None = None) -> str:
    """The reasons of what is right, the worked solution, and the source, as Markdown; what moved is noted.

    `told` is the form whose parts have no place for their reasons; none where all of them have.
    """
    source = question.header.source
    ledger.changed(Part.SOURCE, "It stands at the end of what is said to everybody afterwards.")
    reasons = "\n".join(_reasons(told)) if told is not None else ""
    if told is not None and any(whys(question)):
        ledger.changed(
            Part.REASONS,
            "Reasons of what is right stand together in what is said to everybody afterwards; others are left out.",
        )
    said = f"Source: {source.citation} (read on {source.as_of})"
    return "\n\n".join(part for part in (reasons, question.explanation, said) if part)


def _reasons(form: OutForm) -> Iterator[str]:
    """A list of what is right, part by part, with its reason; only of parts that fit on a line."""
    match form:
        case OutPairs():
            lines = [
                (f"{_inline(one.text)}: {_inline(form.choices[one.choice - 1].text)}", one.why)
                for one in form.prompts
            ]
        case OutOrder():
            lines = [(_inline(one.text), one.why) for one in form.entries]
        case OutChoice():
            lines = [(_inline(one.text), one.why) for one in form.options if one.correct]
        case OutNumbers():
            lines = [(one.name, one.right[0].why) for one in form.fields]
    if any(why for _, why in lines):
        for place, (text, why) in enumerate(lines, 1):
            mark = f"{place}." if isinstance(form, OutOrder) else "-"
            yield f"{mark} {text.rstrip('.')}. {_inline(why)}"


def _inline(markdown: str) -> str:
    """A text on one line of Markdown; what has blocks of its own is put in as its words."""
    return " ".join(markdown.split()) if is_bare(markdown) else " ".join(markdown.replace("|", " ").split())


def reasons_apart(form: OutForm) -> OutForm | None:
    """The form, where the formats of Moodle have no place for the reasons behind its parts."""
    return form if isinstance(form, OutPairs) else None
