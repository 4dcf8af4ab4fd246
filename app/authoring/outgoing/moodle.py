"""Writes Moodle XML, the file in which Moodle keeps questions."""

import re
from base64 import b64encode
from collections.abc import Sequence

from lxml import etree

from app.authoring.outgoing.parts import Part, note_missing, parts_of
from app.authoring.outgoing.question import OutChoice, OutNumbers, OutOrder, OutPairs, OutPicture, OutQuestion
from app.authoring.outgoing.report import Ledger, OutFile, OutLine
from app.authoring.outgoing.shares import fractions, shared
from app.authoring.outgoing.splitting import as_pairs, note_pairs, one_by_one
from app.authoring.outgoing.tables import whole_stem
from app.authoring.outgoing.texts import html, plain
from app.authoring.outgoing.told import afterwards, reasons_apart

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
        Part.IMAGES,
    )
)
_BESIDE = "@@PLUGINFILE@@/"
_PICTURE = re.compile(r'<img src="image:([0-9a-f]{32})" alt="([^"]*)" />')
_TYPES = {OutChoice: "multichoice", OutPairs: "matching", OutNumbers: "numerical"}


def write_moodle(questions: Sequence[OutQuestion]) -> OutFile:
    """A file of all questions, with a report of each.

    Rules of the format: `fraction` is one of those that Moodle allows; numbers have an absolute tolerance that counts at
    both ends; a category holds for what follows, and a stroke in its name is doubled; no document type.
    """
    quiz = etree.Element("quiz")
    lines: list[OutLine] = []
    category, count = ("", ""), 0
    for question in questions:
        if question.category != category:
            category = question.category
            _category(quiz, category)
        ledger = Ledger(list(question.losses))
        for one in one_by_one(as_pairs(question)):
            ledger.losses += [loss for loss in one.losses if loss not in ledger.losses]
            _question(quiz, one, ledger)
            count += 1
        note_missing(ledger, question, "Moodle XML", holds=HOLDS)
        lines.append(ledger.line(question.id, parts_of(question)))
    etree.indent(quiz)
    content = etree.tostring(quiz, xml_declaration=True, encoding="UTF-8")
    return OutFile(content + b"\n", tuple(lines), count)


def _category(quiz: etree._Element, category: tuple[str, str]) -> None:
    path = "/".join(" ".join(one.split()).replace("/", "//") for one in category)
    _text(_add(_add(quiz, "question", type="category"), "category"), f"top/{path}")


def _question(quiz: etree._Element, question: OutQuestion, ledger: Ledger) -> None:
    form = question.form
    element = _add(quiz, "question", type=_TYPES[type(form)])
    name = " ".join(question.id.split())
    _text(_add(element, "name"), name)
    _html(element, "questiontext", whole_stem(question))
    _html(element, "generalfeedback", afterwards(question, ledger, told=reasons_apart(form)))
    for field, value in (("defaultgrade", "1"), ("penalty", "0"), ("hidden", "0"), ("idnumber", name)):
        _add(element, field).text = value
    match form:
        case OutChoice():
            _choice(element, form, ledger)
        case OutPairs():
            _pairs(element, form, ledger)
        case OutNumbers():
            _number(element, form, ledger)
        case OutOrder():
            raise TypeError("an ordering is written as pairs")
    _with_pictures(element, question)
    tags = _add(element, "tags")
    for tag in question.tags:
        _text(_add(tags, "tag"), tag)


def _choice(element: etree._Element, form: OutChoice, ledger: Ledger) -> None:
    single = "true" if form.choose == 1 else "false"
    for field, value in (("single", single), ("shuffleanswers", "true"), ("answernumbering", "abc")):
        _add(element, field).text = value
    for option, share in zip(form.options, fractions(form, ledger), strict=True):
        answer = _add(element, "answer", fraction=share, format="html")
        _text(answer, html(option.text, pictures=True))
        _html(answer, "feedback", option.why)


def _pairs(element: etree._Element, form: OutPairs, ledger: Ledger) -> None:
    note_pairs(form, ledger)
    _add(element, "shuffleanswers").text = "true"
    used = {prompt.choice for prompt in form.prompts}
    left_over = [("", choice.text) for place, choice in enumerate(form.choices, 1) if place not in used]
    pairs = [(prompt.text, form.choices[prompt.choice - 1].text) for prompt in form.prompts]
    for prompt, choice in (*pairs, *left_over):
        held = _add(element, "subquestion", format="html")
        _text(held, html(prompt, pictures=True))
        _text(_add(held, "answer"), plain(choice))


def _number(element: etree._Element, form: OutNumbers, ledger: Ledger) -> None:
    for one in shared(form.fields[0], ledger):
        answer = _add(element, "answer", fraction=one.share, format="moodle_auto_format")
        _text(answer, one.value)
        _html(answer, "feedback", one.number.why)
        _add(answer, "tolerance").text = one.reach
    _add(element, "showunits").text = "3"  # there are none


def _add(parent: etree._Element, name: str, **attributes: str) -> etree._Element:
    return etree.SubElement(parent, name, attributes)


def _text(parent: etree._Element, text: str) -> None:
    etree.SubElement(parent, "text").text = text


def _html(parent: etree._Element, name: str, markdown: str) -> None:
    _text(_add(parent, name, format="html"), html(markdown, pictures=True))


def _with_pictures(element: etree._Element, question: OutQuestion) -> None:
    """Lay the images that a text shows beside it, and tell of those that are not there in words."""
    pictures = {picture.id: picture for picture in question.pictures}
    for text in list(element.iter("text")):
        if "image:" not in (text.text or ""):
            continue
        used: dict[str, OutPicture] = {}

        def shown(found: re.Match[str], used: dict[str, OutPicture] = used) -> str:
            picture = pictures.get(found[1])
            if picture is None:
                return f"[image: {found[2]}]"
            used[picture.id] = picture
            return f'<img src="{_BESIDE}{picture.name}" alt="{found[2]}" />'

        text.text = _PICTURE.sub(shown, text.text or "")
        parent = text.getparent()
        for picture in used.values():
            if parent is not None:
                about = {"name": picture.name, "path": "/", "encoding": "base64"}
                file = etree.SubElement(parent, "file", about)
                file.text = b64encode(picture.content).decode()
