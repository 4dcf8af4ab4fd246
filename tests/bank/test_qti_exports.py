"""The bank as a package of QTI 2.2: every item has the structure of the standard, and comes back as it was."""

import io
import zipfile
from decimal import Decimal
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from lxml import etree

from app.authoring.found import FoundForm, FoundOrder, FoundPairs, FoundQuestion, FoundText
from app.authoring.outgoing.qti import LOM, PACKAGE, write_qti
from app.authoring.outgoing.question import (
    OutChoice,
    OutField,
    OutForm,
    OutNumber,
    OutNumbers,
    OutOrder,
    OutPairs,
    OutQuestion,
)
from app.authoring.outgoing.report import Ledger
from app.authoring.outgoing.splitting import one_by_one
from app.authoring.outgoing.tables import whole_stem
from app.authoring.outgoing.texts import html
from app.authoring.outgoing.told import afterwards
from app.items.tolerance import Span, ToleranceKind, Within
from app.services.authoring.reading import read_questions
from tests.bank.leaving import bank_questions
from tests.unit.authoring.back import same_numbers
from tests.unit.authoring.leaving import HEADER, questions, some

QTI = {"q": "http://www.imsglobal.org/xsd/imsqti_v2p2"}
SCHEMA = etree.RelaxNG(etree.parse(Path(__file__).resolve().parents[1] / "judges" / "qti22.rng"))


def package(questions: tuple[OutQuestion, ...]) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(write_qti(questions).content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def bank() -> dict[str, bytes]:
    return package(bank_questions())


def test_every_item_has_the_structure_of_the_standard(bank: dict[str, bytes]) -> None:
    """Held against our own schema of what is written; the standard's may not be kept here."""
    wrong = []
    for name, content in bank.items():
        if name != "imsmanifest.xml" and not SCHEMA.validate(etree.fromstring(content)):
            wrong.append(f"{name}: {SCHEMA.error_log}")
    assert wrong == []


def test_the_manifest_names_every_file_once_in_the_order_of_its_schema(bank: dict[str, bytes]) -> None:
    root = etree.fromstring(bank["imsmanifest.xml"])
    assert [etree.QName(one).localname for one in root] == ["metadata", "organizations", "resources"]
    names = {"p": PACKAGE, "l": LOM}
    resources = root.findall("p:resources/p:resource", names)
    assert {one.get("href") for one in resources} | {"imsmanifest.xml"} == bank.keys()
    assert len({one.get("identifier") for one in resources}) == len(resources)
    for one in resources:
        assert [etree.QName(part).localname for part in one] == ["metadata", "file"]
        general = one.find("p:metadata/l:lom/l:general", names)
        assert general is not None
        order = [etree.QName(part).localname for part in general]
        assert order[:2] == ["identifier", "title"]
        assert set(order[2:]) == {"keyword"}


def test_items_name_what_they_declare(bank: dict[str, bytes]) -> None:
    for name, content in bank.items():
        if name == "imsmanifest.xml":
            continue
        root = etree.fromstring(content)
        outcomes = {one.get("identifier") for one in root.findall("q:outcomeDeclaration", QTI)}
        assert {one.get("outcomeIdentifier") for one in root.findall("q:modalFeedback", QTI)} <= outcomes
        assert {one.get("identifier") for one in root.iterfind(".//q:setOutcomeValue", QTI)} <= outcomes
        choices = {one.get("identifier") for one in root.iterfind(".//q:simpleChoice", QTI)}
        if choices:
            assert {one.text for one in root.iterfind(".//q:correctResponse/q:value", QTI)} <= choices


def test_the_bank_comes_back_from_qti() -> None:
    found = read_questions("bank.zip", write_qti(bank_questions()).content)
    assert found.bad == ()
    written = [one for question in bank_questions() for one in one_by_one(question)]
    for one, question in zip(found.questions, written, strict=True):
        assert (one.outer_id, one.losses) == (question.id, ())
        assert one.tags == (f"bank-{question.header.bank}", *question.tags)
        assert line(one.stem.text.removesuffix("<p></p>")) == line(html(whole_stem(question), block=True))
        told = None if isinstance(question.form, OutChoice | OutNumbers) else question.form
        assert line(one.feedback) == line(html(afterwards(question, Ledger(), told=told)))
        same_form(one.form, question.form, one)


@some
@given(questions())
def test_generated_questions_have_the_structure_and_come_back(question: OutQuestion) -> None:
    content = write_qti([question]).content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            root = etree.fromstring(archive.read(name))
            assert name == "imsmanifest.xml" or SCHEMA.validate(root), SCHEMA.error_log
    found = read_questions("one.zip", content)
    assert found.bad == ()
    for one, asked in zip(found.questions, one_by_one(question), strict=True):
        assert line(one.stem.text.removesuffix("<p></p>")) == line(html(whole_stem(asked), block=True))
        same_form(one.form, asked.form, one)


def same_form(found: FoundForm, form: OutForm, question: FoundQuestion) -> None:
    match form:
        case OutChoice():
            options = getattr(found, "options", ())
            assert [line(one.text) for one in options] == [line(html(one.text)) for one in form.options]
            assert [one.share > 0 for one in options] == [one.correct for one in form.options]
            if form.choose > 1:
                assert getattr(found, "all_or_nothing", None) == form.all_or_nothing
            else:
                said = [line(one.feedback) for one in options]
                assert said == [line(html(one.why)) for one in form.options]
        case OutNumbers():
            field = form.fields[0]
            same_numbers(found, field)
        case OutPairs():
            assert isinstance(found, FoundPairs)
            choices = [line(html(one.text)) for one in form.choices]
            wanted = [(line(html(one.text)), choices[one.choice - 1]) for one in form.prompts]
            assert [(line(left), line(right)) for left, right in found.pairs][: len(wanted)] == wanted
            assert len(found.pairs) == len(choices)
        case OutOrder():
            assert isinstance(found, FoundOrder), question
            assert [line(one) for one in found.entries] == [line(html(one.text)) for one in form.entries]


def line(text: str | FoundText | None) -> str:
    found = text.text if isinstance(text, FoundText) else text or ""
    return " ".join(unescape(found).split())


def number(within: Within, printed: str = "200") -> OutQuestion:
    low, high = Span(Decimal(printed) if printed else None, within).bounds()
    one = OutNumber(printed, low, high, tolerance=within)
    return OutQuestion("q-1", HEADER, "How many?", OutNumbers((OutField("Count", (one,)),)))


def test_the_right_number_comes_first_in_a_relative_comparison() -> None:
    """Bounds lie around the first operand: five percent of what is right, and not of what was typed."""
    within = Within(ToleranceKind.RELATIVE, amount=Decimal("0.05"))
    root = etree.fromstring(package((number(within),))["items/q-1.xml"])
    (equal,) = root.iterfind(".//q:equal", QTI)
    assert (equal.get("toleranceMode"), equal.get("tolerance")) == ("relative", "5 5")
    assert [etree.QName(one).localname for one in equal] == ["correct", "variable"]


def test_no_number_is_compared_exactly() -> None:
    alone = OutNumber("0.3", Fraction("0.3"), Fraction("0.3"))
    question = OutQuestion("q-1", HEADER, "How much?", OutNumbers((OutField("Share", (alone,)),)))
    content = package((question,))["items/q-1.xml"]
    assert b"exact" not in content
    assert b'toleranceMode="absolute" tolerance="0 0"' in content


def test_a_range_stays_one() -> None:
    within = Within(ToleranceKind.RANGE, low=Decimal(3), high=Decimal(4))
    content = package((number(within, ""),))["items/q-1.xml"].decode()
    assert "<gte>" in content
    assert "<lte>" in content


def test_every_entry_of_a_mapping_says_whether_case_counts(bank: dict[str, bytes]) -> None:
    entries = [one for name, content in bank.items() if name != "imsmanifest.xml"
               for one in etree.fromstring(content).iterfind(".//q:mapEntry", QTI)]  # fmt: skip
    assert entries
    assert {one.get("caseSensitive") for one in entries} == {"true"}
    for one in entries:
        mapping = one.getparent()
        assert mapping is not None
        assert (mapping.get("lowerBound"), mapping.get("upperBound")) == ("0", "1")
