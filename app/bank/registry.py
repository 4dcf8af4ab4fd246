"""Entries of shared files as typed in a browser: banks and misconceptions, read as their files are; and written into them."""

from collections.abc import Mapping

from app.bank.dump import dump_misconceptions
from app.bank.faults import BankFaults, Fault
from app.bank.parse import Bank, parse_bank, parse_misconceptions
from app.bank.reader import Document
from app.bank.rewrite import rewrite
from app.bank.written import written
from app.items.misconceptions import Misconception

_EMPTY = "is empty, and is needed."
BANK_FILE = "bank.yaml"


def read_bank(bank: Bank) -> Bank | dict[str, str]:
    """The bank as its file would be read, or what is wrong by field."""
    try:
        return parse_bank(written(bank_fields(bank)), f"{bank.id}/{BANK_FILE}")
    except BankFaults as found:
        return _by_field(found.faults, bank_fields(bank))


def read_misconception(one: Misconception) -> Misconception | dict[str, str]:
    """The misconception as its file would be read, or what is wrong by field. Its theme is kept as it is."""
    try:
        entries, _ = parse_misconceptions(dump_misconceptions([one]), "")
    except BankFaults as found:
        return _by_field(found.faults, misconception_fields(one))
    (entry,) = entries
    return Misconception(entry.slug, entry.name, entry.belief, entry.truth, one.theme)


def bank_fields(bank: Bank) -> dict[str, str]:
    """A bank's fields in the order of its file."""
    return {"id": bank.id, "title": bank.title, "description": bank.description, "licence": bank.licence}


def misconception_fields(one: Misconception) -> dict[str, str]:
    """A misconception's fields in the order of its file."""
    return {"slug": one.slug, "name": one.name, "belief": one.belief, "truth": one.truth}


def with_bank(text: str | None, bank: Bank) -> str:
    """A bank's file with what the bank says now; its comments stay. Raises ValueError where it cannot be read."""
    return written(bank_fields(bank)) if text is None else rewrite(text, dict(bank_fields(bank)))


def with_misconception(text: str | None, one: Misconception) -> str:
    """A registry's file with this entry as it is now, in its place or at the end; all else stays as it stands.

    Law: parsing it gives the entries of before, with this one. Raises ValueError where the file cannot be read.
    """
    if text is None or not text.strip():
        return dump_misconceptions([one])
    found = text if text.endswith("\n") else f"{text}\n"
    entries, document = _parsed(found)
    place = next((nth for nth, entry in enumerate(entries) if entry.slug == one.slug), None)
    if place is None:
        changed = found + dump_misconceptions([one])
        wanted = [*entries, one]
    else:
        changed = _with_block(found, document, place, one)
        wanted = [one if entry.slug == one.slug else entry for entry in entries]
    if [misconception_fields(entry) for entry in _parsed(changed)[0]] != list(
        map(misconception_fields, wanted)
    ):
        raise ValueError("the file is laid out in a way that allows no such change")
    return changed


def _parsed(text: str) -> tuple[tuple[Misconception, ...], Document]:
    try:
        return parse_misconceptions(text, "")
    except BankFaults as found:
        raise ValueError(f"the file cannot be read: {found}") from found


def _with_block(text: str, document: Document, place: int, one: Misconception) -> str:
    """The text with the lines of one entry rewritten: a mapping of its own once its dash is taken away."""
    lines = text.split("\n")
    start = document.place((place,))[0] - 1
    after = document.values.get((place + 1,))
    end = after[0] - 1 if after else len(lines)
    while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
        end -= 1  # what stands before the next entry is that one's
    first = lines[start]
    indent = len(first) - len(first.lstrip(" -"))
    if "-" not in first[:indent]:
        raise ValueError("the entry begins elsewhere than behind its dash")
    block = "\n".join([first[indent:], *(line[indent:] for line in lines[start + 1 : end])]) + "\n"
    made = rewrite(block, dict(misconception_fields(one))).rstrip("\n").split("\n")
    inside = [first[:indent] + made[0], *(" " * indent + line if line else line for line in made[1:])]
    return "\n".join([*lines[:start], *inside, *lines[end:]])


def _by_field(faults: tuple[Fault, ...] | list[Fault], fields: Mapping[str, str]) -> dict[str, str]:
    """Sentences by the field that they are about; "" for those about none of them."""
    found: dict[str, str] = {}
    for fault in faults:
        name = fault.field.rpartition(".")[2]
        at = name if name in fields else ""
        found.setdefault(at, fault.sentence if not at or fields[at].strip() else _EMPTY)
    return found
