"""Parses one file of the bank into the records of the items, or into all of its faults at once."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from app.bank.build import (
    authored_of,
    blueprint_of,
    matching_of,
    misconception_of,
    numbers_of,
    ordering_of,
    recipe_of,
)
from app.bank.cross import Known, dollars, item_complaints
from app.bank.faults import BankFaults, Fault, FieldPath
from app.bank.fields import Complaint, is_drawn, members, repeated, text_of
from app.bank.reader import Data, Document, read
from app.bank.schema import (
    AuthoredForm,
    BankForm,
    BlueprintForm,
    Form,
    MatchingForm,
    MisconceptionForm,
    NumbersForm,
    OrderingForm,
    RecipeForm,
)
from app.bank.sentences import sentence
from app.items.item import Item
from app.items.misconceptions import Misconception
from app.items.objectives import Blueprint

F = TypeVar("F", bound=Form)


@dataclass(frozen=True, slots=True)
class Bank:
    """A bank of items; `id` is the name of its folder."""

    id: str
    title: str
    description: str
    licence: str


@dataclass(frozen=True, slots=True)
class ParsedItem:
    """An item with the document it came from, which knows where each field stands, and its own text where it was a file."""

    item: Item
    document: Document
    source: str = ""


def parse_item(content: bytes | str, path: str, known: Known) -> ParsedItem:
    """The item in a text whose path ends in <bank>/<objective>/<id>.yaml. Raises BankFaults with all faults."""
    if len(PurePosixPath(path).parts) < 3:
        raise BankFaults(
            [Fault(path, 1, 1, "", "lies outside a bank. Move it to <bank>/<objective>/<id>.yaml.")]
        )
    document, faults = mapping(content, path)
    if document is None:
        raise BankFaults(faults)
    form, more = fill(_form_class(fields(document)), document)
    complaints = [*_place_complaints(document), *item_complaints(fields(document), known)]
    faults = merged(document, (*faults, *more), complaints)
    if faults or form is None:
        raise BankFaults(faults)
    bank = PurePosixPath(path).parts[-3]
    match form:
        case RecipeForm():
            return ParsedItem(recipe_of(form, bank), document)
        case AuthoredForm():
            return ParsedItem(authored_of(form, bank), document)
        case MatchingForm():
            return ParsedItem(matching_of(form, bank), document)
        case OrderingForm():
            return ParsedItem(ordering_of(form, bank), document)
        case NumbersForm():
            return ParsedItem(numbers_of(form, bank), document)
    raise AssertionError(form)


ItemForm = RecipeForm | AuthoredForm | MatchingForm | OrderingForm | NumbersForm
_CLASSES: Mapping[str | None, type[ItemForm]] = {
    "matching": MatchingForm,
    "ordering": OrderingForm,
    "numbers": NumbersForm,
}


def _form_class(data: dict[str, Data]) -> type[ItemForm]:
    """The form that an item's fields are read into: by its recipe, or what only recipes have, else by its kind."""
    return RecipeForm if is_drawn(data) else _CLASSES.get(text_of(data, "kind"), AuthoredForm)


def parse_bank(content: bytes | str, path: str) -> Bank:
    """The bank in a text whose path ends in <bank>/bank.yaml. Raises BankFaults with all faults."""
    if len(PurePosixPath(path).parts) < 2:
        raise BankFaults([Fault(path, 1, 1, "", "lies outside a bank. Move it to <bank>/bank.yaml.")])
    document, faults = mapping(content, path)
    if document is None:
        raise BankFaults(faults)
    form, more = fill(BankForm, document)
    folder, given = PurePosixPath(path).parts[-2], text_of(fields(document), "id")
    complaints: list[Complaint] = []
    if given is not None and given != folder:
        complaints.append((("id",), f"is {given!r} in the folder {folder!r}. Make them the same."))
    faults = merged(document, (*faults, *more), complaints)
    if faults or form is None:
        raise BankFaults(faults)
    return Bank(form.id, form.title, form.description, form.licence)


def parse_misconceptions(content: bytes | str, path: str) -> tuple[tuple[Misconception, ...], Document]:
    """The entries of one registry file, a list. Raises BankFaults with all faults."""
    document, faults = read(content, path)
    if document is None:
        raise BankFaults(faults)
    if not isinstance(document.data, list):
        entry = document.fault(
            (), "the registry is a list. Start each entry in a line with - slug: and its name."
        )
        raise BankFaults((*faults, entry))
    found: list[Misconception] = []
    more: list[Fault] = []
    for place, data in enumerate(document.data):
        form, wrong = fill(MisconceptionForm, document, data, (place,))
        more.extend(wrong)
        if form is not None:
            found.append(misconception_of(form))
    faults = merged(document, (*faults, *more), list(dollars(document.data)))
    if faults:
        raise BankFaults(faults)
    return tuple(found), document


def parse_blueprint(content: bytes | str, path: str) -> Blueprint:
    """The exam's blueprint. Raises BankFaults with all faults."""
    document, faults = mapping(content, path)
    if document is None:
        raise BankFaults(faults)
    form, more = fill(BlueprintForm, document)
    faults = merged(document, (*faults, *more), list(_blueprint_complaints(fields(document))))
    if faults or form is None:
        raise BankFaults(faults)
    return blueprint_of(form)


def merged(document: Document, faults: Iterable[Fault], complaints: Iterable[Complaint]) -> tuple[Fault, ...]:
    """All faults in the order of the file; where a field has a fault already, complaints about it are left out."""
    found = list(faults)
    taken = {fault.field for fault in found}
    for where, words in complaints:
        fault = document.fault(where, words)
        if fault.field not in taken:
            found.append(fault)
    return tuple(sorted(found))


def mapping(content: bytes | str, path: str) -> tuple[Document | None, tuple[Fault, ...]]:
    """The document of a file that has to be a mapping, or none, with the faults of reading it."""
    document, faults = read(content, path)
    if document is not None and not isinstance(document.data, dict):
        wrong = document.fault((), "the file is not a mapping. Write each field in a line like id: its-name.")
        return None, (*faults, wrong)
    return document, faults


def fields(document: Document) -> dict[str, Data]:
    """The fields of a document that `mapping` gave."""
    assert isinstance(document.data, dict)  # noqa: S101 - mapping has looked
    return document.data


def fill(
    form_class: type[F], document: Document, data: Data | None = None, where: FieldPath = ()
) -> tuple[F | None, tuple[Fault, ...]]:
    """The filled form, or a fault for each thing that the schema refuses."""
    try:
        return form_class.model_validate(document.data if data is None else data), ()
    except ValidationError as error:
        return None, tuple(_schema_faults(error, form_class, document, where))


def _schema_faults(
    error: ValidationError, form_class: type[BaseModel], document: Document, where: FieldPath
) -> Iterator[Fault]:
    for one in error.errors(include_url=False):
        place = (*where, *(part for part in one["loc"] if part != "[key]"))
        yield document.fault(place, sentence(one, form_class), of_name=one["type"] == "extra_forbidden")


def _place_complaints(document: Document) -> Iterator[Complaint]:
    """How the file's name and folder must agree with what is in it."""
    path, data = PurePosixPath(document.path), fields(document)
    given, numbers = text_of(data, "id"), data.get("objectives")
    if given is not None and given != path.stem:
        yield ("id",), f"is {given!r} in the file {path.name}. Make them the same."
    folder = path.parts[-2]
    if isinstance(numbers, list) and numbers and isinstance(numbers[0], str) and numbers[0].strip() != folder:
        yield (
            ("objectives", 0),
            f"is {numbers[0].strip()!r} in the folder {folder}. Move the file, or name its objective first.",
        )


def _blueprint_complaints(data: dict[str, Data]) -> Iterator[Complaint]:
    domains = members(data, "domains")
    yield from repeated([(("domains", n, "number"), text_of(d, "number")) for n, d in domains], "a domain")
    objectives = [
        (n, m, text_of(one, "number")) for n, domain in domains for m, one in members(domain, "objectives")
    ]
    yield from repeated(
        [(("domains", n, "objectives", m, "number"), number) for n, m, number in objectives], "an objective"
    )
    for n, m, number in objectives:
        of_domain = text_of(domains[n][1], "number") if n < len(domains) else None
        if number and of_domain and number.split(".")[0] != of_domain:
            yield (
                ("domains", n, "objectives", m, "number"),
                f"is not of domain {of_domain}. Move or renumber it.",
            )
    shares = [text_of(domain, "percent") or "" for _, domain in domains]
    if all(share.isascii() and share.isdigit() for share in shares):
        total = sum(int(share[:4]) for share in shares)
        if total != 100:
            yield ("domains",), f"have {total} percent together. Let them add up to 100."
    facts = members(data, "facts")
    yield from repeated([(("facts", n, "slug"), text_of(fact, "slug")) for n, fact in facts], "a fact")
