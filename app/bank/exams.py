"""Parses the file of an exam into its record, or into all of its faults at once."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from app.bank.faults import BankFaults, Fault, FieldPath
from app.bank.fields import Complaint, members, repeated, text_of
from app.bank.parse import fields, fill, mapping, merged
from app.bank.reader import Data
from app.bank.schema import ExamForm
from app.items.exam import Attempts, Exam, PassMark, Section
from app.items.item import Source
from app.items.objectives import Blueprint

FOLDER = "exams"
RESERVED = ("receipts", "rulings", "sittings", "tutorial", "watch")  # pages beside those of the exams


def parse_exam(content: bytes | str, path: str, blueprint: Blueprint | None) -> Exam:
    """The exam in a text whose path ends in <bank>/exams/<id>.yaml. Raises BankFaults with all faults.

    `blueprint` is None where its own file has faults; then nothing that rests on it is looked at.
    """
    if len(PurePosixPath(path).parts) < 3:
        raise BankFaults(
            [Fault(path, 1, 1, "", f"lies outside a bank. Move it to <bank>/{FOLDER}/<id>.yaml.")]
        )
    document, faults = mapping(content, path)
    if document is None:
        raise BankFaults(faults)
    form, more = fill(ExamForm, document)
    faults = merged(document, (*faults, *more), list(_complaints(fields(document), path, blueprint)))
    if faults or form is None:
        raise BankFaults(faults)
    return _exam_of(form, PurePosixPath(path).parts[-3], blueprint)


def _exam_of(form: ExamForm, bank: str, blueprint: Blueprint | None) -> Exam:
    return Exam(
        id=form.id,
        bank=bank,
        title=form.title,
        description=form.description,
        source=Source(form.source.citation, form.source.as_of),
        minutes=form.minutes,
        counts=form.counts,
        sections=_official(blueprint) if form.weights else _own(form),
        kinds=frozenset(form.kinds),
        pass_mark=PassMark(form.pass_mark.percent, form.pass_mark.grade),
        navigation=form.navigation,
        review=dict(form.review),
        attempts=Attempts(form.attempts.most, form.attempts.wait_days),
        aids=frozenset(form.aids),
        extra_time=form.extra_time,
        head_workable=form.head_workable,
    )


def _own(form: ExamForm) -> tuple[Section, ...]:
    return tuple(
        Section(one.name, one.percent, frozenset(one.objectives), frozenset(one.shapes))
        for one in form.sections
    )


def _official(blueprint: Blueprint | None) -> tuple[Section, ...]:
    """A section for each domain of the blueprint, with its weight."""
    domains = blueprint.domains if blueprint else ()
    return tuple(
        Section(
            domain.name,
            domain.percent,
            frozenset(objective.number for objective in domain.objectives),
            domain=domain.number,
        )
        for domain in domains
    )


def _complaints(data: dict[str, Data], path: str, blueprint: Blueprint | None) -> Iterator[Complaint]:
    """Everything about an exam that goes across its fields."""
    given, stem = text_of(data, "id"), PurePosixPath(path).stem
    if given is not None and given != stem:
        yield ("id",), f"is {given!r} in the file {stem}.yaml. Make them the same."
    if given in RESERVED:
        yield ("id",), f"is {given!r}, which is the address of another page. Choose another name."
    if ("weights" in data) is ("sections" in data):
        where = "sections" if "sections" in data else "id"
        yield (where,), "an exam has sections of its own, or weights: official. Write one of the two."
    yield from _sections(data, blueprint)
    for name in ("counts", "kinds", "aids", "extra_time"):
        listed = data.get(name)
        if isinstance(listed, list):
            texts: list[tuple[FieldPath, str | None]] = [
                ((name, n), one.strip()) for n, one in enumerate(listed) if isinstance(one, str)
            ]
            yield from repeated(texts, f"one of {name}")


def _sections(data: dict[str, Data], blueprint: Blueprint | None) -> Iterator[Complaint]:
    found = members(data, "sections")
    yield from repeated([(("sections", n, "name"), text_of(one, "name")) for n, one in found], "a section")
    shares = [text_of(one, "percent") or "" for _, one in found]
    if found and all(share.isascii() and share.isdigit() for share in shares):
        total = sum(int(share[:4]) for share in shares)
        if total != 100:
            yield ("sections",), f"have {total} percent together. Let them add up to 100."
    for n, one in found:
        numbers = one.get("objectives")
        for place, number in enumerate(numbers if isinstance(numbers, list) else ()):
            if blueprint and isinstance(number, str) and blueprint.objective(number.strip()) is None:
                yield (
                    ("sections", n, "objectives", place),
                    f"{number.strip()!r} is not in the blueprint. Write one of its objectives.",
                )
