"""Writes GIFT, the text format of Moodle."""

import re
from collections.abc import Iterator, Sequence

from app.authoring.outgoing.parts import Part, note_missing, parts_of
from app.authoring.outgoing.question import OutChoice, OutForm, OutNumbers, OutOrder, OutPairs, OutQuestion
from app.authoring.outgoing.report import Ledger, OutFile, OutLine
from app.authoring.outgoing.shares import fractions, shared
from app.authoring.outgoing.splitting import as_pairs, note_pairs, one_by_one
from app.authoring.outgoing.tables import whole_stem
from app.authoring.outgoing.texts import html, plain
from app.authoring.outgoing.told import afterwards, reasons_apart
from app.kit.decimals import in_full

HOLDS = frozenset(
    (
        Part.STEM,
        Part.FORM,
        Part.RIGHT,
        Part.TOLERANCE,
        Part.REASONS,
        Part.SCORING,
        Part.SOLUTION,
        Part.SOURCE,
        Part.TAGS,
    )
)
_MARKED = re.compile(r"\[(?=(?:html|markdown|plain|moodle)\])")
_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"})


def write_gift(questions: Sequence[OutQuestion]) -> OutFile:
    """A file of all questions, with a report of each.

    Rules of the format: see `app/authoring/formats/gift.py`. Texts are HTML with formulas between \\( and \\), each on
    one line; every backslash is doubled, since Moodle reads \\n as the end of a line, in \\neq too.
    """
    parts: list[str] = []
    lines: list[OutLine] = []
    category, count = ("", ""), 0
    for question in questions:
        if question.category != category:
            category = question.category
            parts.append(f"$CATEGORY: top/{'/'.join(_step(one) for one in category)}\n")
        ledger = Ledger(list(question.losses))
        for one in one_by_one(as_pairs(question)):
            ledger.losses += [loss for loss in one.losses if loss not in ledger.losses]
            parts.append(_question(one, ledger))
            count += 1
        note_missing(ledger, question, "GIFT", holds=HOLDS)
        lines.append(ledger.line(question.id, parts_of(question)))
    return OutFile("\n".join(parts).encode(), tuple(lines), count)


def _step(name: str) -> str:
    """One step of a category's path; a stroke within a name is doubled."""
    return _one_line(name).replace("/", "//")


def _question(question: OutQuestion, ledger: Ledger) -> str:
    name = _one_line(question.id)
    tags = "".join(f" [tag:{tag}]" for tag in question.tags)
    answers = "\n".join(f"\t{line}" for line in _answers(question.form, ledger))
    general = afterwards(question, ledger, told=reasons_apart(question.form))
    told = f"\n\t####{_html(general)}" if general else ""
    return (
        f"// [id:{name}]{tags}\n"
        f"::{_escaped(name)}::[html]{_html(whole_stem(question))}{{\n{answers}{told}\n}}\n"
    )


def _answers(form: OutForm, ledger: Ledger) -> Iterator[str]:
    match form:
        case OutChoice():
            yield from _options(form, ledger)
        case OutPairs():
            yield from _pairs(form, ledger)
        case OutNumbers():
            yield "#"
            for one in shared(form.fields[0], ledger):
                weight = "" if one.share == "100" else f"%{one.share}%"
                low, high = in_full(one.number.low), in_full(one.number.high)
                span = f"{one.value}:{one.reach}" if one.number.printed else f"{low}..{high}"
                yield f"={weight}{span}{_said(one.number.why)}"
        case OutOrder():
            raise TypeError("an ordering is written as pairs")


def _options(form: OutChoice, ledger: Ledger) -> Iterator[str]:
    for option, share in zip(form.options, fractions(form, ledger), strict=True):
        sign = "=" if share == "100" and form.choose == 1 else "~"
        weight = f"%{share}%" if sign == "~" and (share != "0" or form.choose > 1) else ""
        yield f"{sign}{weight}{_html(option.text)}{_said(option.why)}"


def _pairs(form: OutPairs, ledger: Ledger) -> Iterator[str]:
    note_pairs(form, ledger)
    used = {prompt.choice for prompt in form.prompts}
    for prompt in form.prompts:
        yield f"={_html(prompt.text)} -> {_escaped(plain(form.choices[prompt.choice - 1].text))}"
    for place, choice in enumerate(form.choices, 1):
        if place not in used:
            yield f"= -> {_escaped(plain(choice.text))}"


def _said(why: str) -> str:
    return f"#{_html(why)}" if why else ""


def _html(markdown: str) -> str:
    """A text as HTML; one that begins as a share or a mark of the format would is begun with an entity."""
    text = html(markdown).strip()
    if text.startswith("%") or _MARKED.match(text):
        text = f"&#{ord(text[0])};{text[1:]}"
    return _escaped(text)


def _escaped(text: str) -> str:
    return _one_line(text).translate(_ESCAPED)


def _one_line(text: str) -> str:
    return " ".join(text.split())
