"""The text of the draft that a question becomes, what it still lacks, and how learners will see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import wrap

from app.authoring.filling import filled
from app.authoring.import_wishes import HeaderWish, ImportWishes, of_item, said_by_file
from app.authoring.incoming import Incoming
from app.bank.cross import Known
from app.bank.faults import BankFaults
from app.bank.reader import Data
from app.bank.rewrite import rewrite
from app.bank.written import mapping_lines
from app.items.item import Kind, Level, Shape
from app.items.public import (
    ChoiceForm,
    Form,
    MatchingForm,
    NumbersForm,
    OrderingForm,
    PublicVariant,
    ShownOption,
)
from app.services.authoring.known import parse_typed
from app.variants.realise import MATCH, ORDER

CHOSEN = "Chosen for several questions or parts at once when this came in:"
_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four"}


@dataclass(frozen=True, slots=True)
class Lack:
    """What a draft lacks before it can be published: the field, and a sentence that says what to do."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Made:
    """The YAML of a draft, and what of it was chosen for several questions or parts at once, in a sentence or ""."""

    text: str
    chosen: str = ""


def made_draft(question: Incoming, item_id: str, wishes: ImportWishes) -> Made:
    """The draft that a question becomes: what the file gives, and what was wished of it.

    A file of our own stays as its author wrote it, but for the fields that are wished otherwise. What was not chosen for
    this question alone is said in a comment at the top of its text.
    """
    n, category, ours = question.n, question.category, question.ours
    header = wishes.header(n, category, ours)
    body, parts = filled(question.kind, question.body, wishes.fill(n, category))
    many = ", ".join(wishes.for_many(n, category, ours))
    chosen = "; ".join((*([many] if many else []), *parts.said))
    as_it_is = not chosen and body == question.body and of_item(header) == said_by_file(ours)
    if question.text and item_id == question.name and as_it_is:
        return Made(question.text)
    fields: dict[str, Data] = {"id": item_id, "kind": question.kind}
    said = {name: ours[name] for name in ("experiment", "enemies", "scoring") if name in ours}
    wanted = fields | header_fields(header) | body | said
    text = _rewritten(question.text, wanted) if question.text else write(wanted)
    return Made(f"{_comment(chosen)}{text}", chosen)


def _comment(chosen: str) -> str:
    """What was chosen for several at once as lines of a comment."""
    if not chosen:
        return ""
    lines = wrap(f"{CHOSEN} {chosen}.", 100, initial_indent="# ", subsequent_indent="# ")
    return "\n".join(lines) + "\n"


def _rewritten(text: str, wanted: dict[str, Data]) -> str:
    """The author's text with these fields; a text that has faults of form is written anew, without its comments."""
    try:
        return rewrite(text, wanted)
    except ValueError:
        return write(wanted)


def write(fields: Mapping[str, Data]) -> str:
    """Fields as YAML, in their order, whether or not they make an item. Law: reading it gives the fields again."""
    return "\n".join(mapping_lines(fields, 0)) + "\n"


def header_fields(header: HeaderWish) -> dict[str, Data]:
    """The fields that all items have, as far as they are known; what is not stays out, and is told as missing."""
    fields: dict[str, Data] = {}
    if header.objective:
        fields["objectives"] = [one.strip() for one in header.objective.split(",") if one.strip()]
    for name in ("level", "shape", "difficulty"):
        if value := getattr(header, name):
            fields[name] = value
    source: dict[str, Data] = {
        name: getattr(header, name) for name in ("citation", "as_of") if getattr(header, name)
    }
    if source:
        fields["source"] = source
    return fields


def lacks(text: str, item_id: str, bank: str, known: Known) -> tuple[Lack, ...]:
    """What keeps a draft from being published, in the order of its text."""
    try:
        parse_typed(text, item_id, bank, known=known)
    except BankFaults as found:
        return tuple(Lack(one.field, one.sentence) for one in found.faults)
    return ()


def shown(question: Incoming) -> PublicVariant | None:
    """The question as learners will see it, its options in the order of the file; None where it has no form yet."""
    form = _form(question.kind, question.body)
    stem = question.body.get("stem")
    if form is None or not isinstance(stem, str):
        return None
    legend = {"matching": MATCH, "ordering": ORDER, "numbers": "Your answer"}.get(question.kind)
    chosen = form.choose if isinstance(form, ChoiceForm) else 1
    return PublicVariant(
        item_id=question.slug,
        kind=Kind(question.kind),
        level=Level.INTUITION,
        shape=Shape.FORMULA,
        objectives=(),
        stem=stem,
        matrices=(),
        conventions="",
        legend=legend or f"Choose {_COUNTS.get(chosen, chosen)}",
        form=form,
    )


def _form(kind: str, body: Mapping[str, Data]) -> Form | None:
    match kind:
        case Kind.SINGLE_CHOICE | Kind.MULTIPLE_SELECT if options := texts_of(body, "options"):
            chosen = body.get("choose", "1")
            choose = int(chosen) if isinstance(chosen, str) and chosen in "123456" and chosen else 1
            return ChoiceForm(tuple(ShownOption(text) for text in options), choose)
        case Kind.MATCHING if (prompts := texts_of(body, "prompts")) and (
            choices := texts_of(body, "choices")
        ):
            return MatchingForm(prompts, choices)
        case Kind.ORDERING if entries := texts_of(body, "entries"):
            return OrderingForm(entries)
        case Kind.NUMBERS if labels := texts_of(body, "fields", "label"):
            return NumbersForm(labels, 0)
        case _:
            return None


def texts_of(body: Mapping[str, Data], name: str, inside: str = "text") -> tuple[str, ...]:
    """The texts of the members of a list field; empty where some member has none."""
    listed = body.get(name)
    if not isinstance(listed, list):
        return ()
    texts = [one.get(inside) if isinstance(one, dict) else None for one in listed]
    return (
        tuple(one for one in texts if isinstance(one, str))
        if all(isinstance(one, str) for one in texts)
        else ()
    )
