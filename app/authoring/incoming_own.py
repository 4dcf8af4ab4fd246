"""A row of our own sheet on its way in: the whole item as it was written, and not only what other systems know of one."""

from collections.abc import Iterator
from dataclasses import replace

from app.authoring.found import Fate, FoundQuestion, FoundText, Loss, Markup
from app.authoring.incoming import Incoming, joined
from app.authoring.incoming_names import own_name
from app.authoring.incoming_notes import Notes
from app.authoring.incoming_signs import tidy
from app.authoring.incoming_text import markdown_of
from app.bank.reader import Data
from app.bank.written import mapping_lines

_TEXTS = ("stem", "text", "rationale", "rounding", "label", "citation")
HEADER = ("objectives", "level", "shape", "difficulty", "source", "experiment", "enemies")


def own_incoming(question: FoundQuestion, bare: Incoming) -> Incoming:
    """The question with the fields of its item, under the item's own id.

    What is said to everybody has no field of its own: it joins the reason of the first right part. Raises ValueError
    with a sentence where a text in HTML is too large to be converted.
    """
    notes = Notes("texts")
    own = {name: _tidied(value) for name, value in question.own.items()}
    if question.stem.markup is Markup.HTML:
        own = {name: _as_markdown(value, notes, name=name) for name, value in own.items()}
    losses = question.losses
    if question.feedback is not None:
        own = _with_reason(own, markdown_of(question.feedback, notes))
        why = "What is said to everybody is in the reason of the first right part now."
        losses = (*losses, Loss(Fate.CHANGED, "feedback to everybody", why))
    name = str(own.get("id", "")) or bare.slug
    return replace(
        bare,
        name=name,
        slug=own_name(name, bare.slug),
        kind=str(own["kind"]),
        body={field: value for field, value in own.items() if field not in ("id", "kind", *HEADER)},
        ours={field: own[field] for field in HEADER if field in own},
        text="\n".join(mapping_lines({"id": name, **own}, 0)) + "\n",
        kept=("the whole item",),
        losses=(*losses, *notes.losses()),
    )


def _tidied(data: Data) -> Data:
    """The fields without signs that no file of ours may hold, and without blanks at the ends of texts."""
    if isinstance(data, dict):
        return {name: _tidied(value) for name, value in data.items()}
    return [_tidied(one) for one in data] if isinstance(data, list) else tidy(data).strip()


def _as_markdown(data: Data, notes: Notes, *, name: str) -> Data:
    """The fields with their texts as Markdown."""
    if isinstance(data, dict):
        return {inner: _as_markdown(value, notes, name=inner) for inner, value in data.items()}
    if isinstance(data, list):
        return [_as_markdown(one, notes, name=name) for one in data]
    return markdown_of(FoundText(data, Markup.HTML), notes) if name in _TEXTS else data


def _with_reason(own: dict[str, Data], said: str) -> dict[str, Data]:
    """The fields with what is said joined to the reason of the first right part."""
    found = {name: _copied(value) for name, value in own.items()}
    part = next(_right_parts(found), None)
    if part is not None:
        part["rationale"] = joined((str(part.get("rationale", "")), said))
    return found


def _right_parts(own: dict[str, Data]) -> Iterator[dict[str, Data]]:
    for name in ("options", "prompts", "entries", "fields"):
        for one in _dicts(own.get(name)):
            if name == "fields":
                yield from _dicts(one.get("accepted"))
            elif name != "options" or "correct" in one:
                yield one


def _dicts(data: Data | None) -> list[dict[str, Data]]:
    return [one for one in data if isinstance(one, dict)] if isinstance(data, list) else []


def _copied(data: Data) -> Data:
    if isinstance(data, dict):
        return {name: _copied(value) for name, value in data.items()}
    return [_copied(one) for one in data] if isinstance(data, list) else data
