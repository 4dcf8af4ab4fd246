"""A file's format is found by its content, and what does not come in is refused by name."""

import pytest

from app.authoring.found import Format
from app.authoring.sniffing import format_of
from app.services.authoring.reading import read_questions
from tests.unit.authoring import qti_files
from tests.unit.authoring.moodle_files import choice, quiz
from tests.unit.authoring.workbooks import rows, workbook

GIFT = b"::Rows::What sums to one? {=each row ~each column}"
MOODLE = quiz(choice())
ITEM = qti_files.item(qti_files.declaration("identifier", right=("B",)), qti_files.choice())
AIKEN = b"What sums to one?\nA. Each row\nB. Each column\nANSWER: A\n"


TABLES = [
    (b"Question,A,B,Correct\nIf {x} ~ y?,Q,K,A\n", Format.CSV),
    (b"#separator:tab\nWho asks?\tQuery\n", Format.ANKI_TEXT),
    (b"Who asks?\tQuery\n", Format.ANKI_TEXT),
]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(
    ("content", "form"),
    [(GIFT, Format.GIFT), (AIKEN, Format.AIKEN), (MOODLE, Format.MOODLE), (ITEM, Format.QTI), *TABLES],
)
def test_texts_are_told_apart_by_their_content(content: bytes, form: Format, mark: bytes) -> None:
    """Trap 10: a byte order mark is passed over; and a wrong name of the file changes nothing."""
    found = read_questions("questions.doc", mark + content.replace(b"\n", b"\r\n"))
    assert (found.format, len(found.questions), found.bad) == (form, 1, ())


@pytest.mark.parametrize("content", [b"", b" \n\n "])
def test_an_empty_file_is_said_to_be_empty(content: bytes) -> None:
    (bad,) = read_questions("a.gift", content).bad
    assert bad.sentence == "This file is empty. Send one with questions in it."


@pytest.mark.parametrize("content", [b"just some words", b"\x00\x01\x02 nothing"])
def test_what_is_no_format_is_refused_with_those_that_are(content: bytes) -> None:
    (bad,) = read_questions("a.txt", content).bad
    assert "Send Moodle XML, GIFT, Aiken" in bad.sentence


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'<?xml version="1.0"?><questestinterop/>', "QTI 1.2"),
        (b'<!DOCTYPE questestinterop SYSTEM "a.dtd"><questestinterop>', "QTI 1.2"),
        (b'<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0"/>', "QTI 3"),
        (b"<problem><numericalresponse/></problem>", "OLX"),
        (b"<assessmentTest/>", "whole package"),
        (b'<?xml version="1.0"?>\n<POOL><COURSEID value="x"/></POOL>', "pool of Blackboard"),
        (b"<html><body>1. What?</body></html>", "web page"),
        (b"<?xml version='1.0'?><svg/>", "begins with <svg>"),
    ],
)
def test_xml_that_does_not_come_in_is_refused_by_name(content: bytes, words: str) -> None:
    (bad,) = read_questions("a.xml", content).bad
    assert words in bad.sentence


def test_a_document_type_is_refused() -> None:
    (bad,) = read_questions("a.xml", b'<!DOCTYPE quiz [<!ENTITY a "ha">]><quiz>&a;</quiz>').bad
    assert "DOCTYPE" in bad.sentence


def test_a_package_is_read_by_its_manifest() -> None:
    files: dict[str, bytes | str] = {
        "imsmanifest.xml": qti_files.manifest(qti_files.resource("content.xml")),
        "content.xml": ITEM,
    }
    found = read_questions("a.zip", qti_files.package(files))
    assert (found.format, len(found.questions), found.bad) == (Format.QTI, 1, ())


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"imsmanifest.xml": '<manifest><resource type="imsqti_xmlv1p2"/></manifest>'}, "QTI 1.2"),
        ({"imsmanifest.xml": '<r type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment"/>'}, "Common Cartridge"),
        ({"imsmanifest.xml": "<manifest canvas='1'/>"}, "Canvas"),
        ({"imsmanifest.xml": '<resource type="assessment/x-bb-qti-pool"/>', "res1.dat": ""}, "Blackboard"),
        ({"imsmanifest.xml": "<manifest xmlns:d2l_2p0='http://desire2learn.com'/>"}, "Brightspace"),
        ({"imsmanifest.xml": "<manifest><!-- Respondus --></manifest>"}, "Respondus"),
        ({"imsmanifest.xml": '<resource type="imsqti_item_xmlv3p0"/>'}, "QTI 3"),
        ({"course/course.xml": "<course/>"}, "OLX"),
        ({"moodle_backup.xml": "<moodle_backup/>"}, "backup of Moodle"),
        ({"word/document.xml": "<w/>"}, "Word"),
        ({"a.txt": "a"}, "no questions"),
        ({"a.gift": "What? {=a ~b}"}, "send these themselves"),
        ({"../../evil.xml": "evil"}, "leads outside"),
    ],
)
def test_packages_that_do_not_come_in_are_refused_by_name(files: dict[str, bytes | str], words: str) -> None:
    (bad,) = read_questions("a.zip", qti_files.package(files)).bad
    assert words in bad.sentence


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"%PDF-1.7 ...", "PDF"),
        (b"\x1f\x8b\x08 ...", "gzip"),
        (b"\xd0\xcf\x11\xe0 ...", "old Office"),
        (b"SQLite format 3\0 ...", "export the deck"),
        (b"$CATEGORY: Attention\n", "holds no questions"),
        (b"a" * 8_400_000, "larger than 8 MiB"),
        (b"NewQuestion,MC,\nTitle,A\n", "Brightspace"),
        (b"//Options stand below,,\nNewQuestion,MC,\nTitle,A\n", "Brightspace"),
        (b'{"questions": [{"text": "What?"}]}', "JSON"),
        (b"{\\rtf1\\ansi What?}", "RTF"),
        (b"\\documentclass{exam}\n\\begin{document}", "LaTeX"),
        (b"MC\tWhat?\tQ\tcorrect\tK\tincorrect\n", "Blackboard"),
        (b"Type: MA\nTitle: One\n1. What?\n*a. Q\nb. K\n", "Respondus"),
        (b"1. What?\n*a. Q\nb. K\n", "Respondus"),
        (b"Question\n========\nMeta\n====\nextype: num\nexsolution: 3\n", "R/exams"),
        (b"<pl-question-panel>What?</pl-question-panel>", "PrairieLearn"),
    ],
)
def test_other_files_are_named_too(content: bytes, words: str) -> None:
    (bad,) = read_questions("a", content).bad
    assert words in bad.sentence


def test_a_name_that_ends_in_csv_or_gift_decides_where_several_fit() -> None:
    assert read_questions("a.csv", b"Was,Ja\nWhat?,Q\n").format is Format.CSV
    assert read_questions("a.gift", b"ANSWER: is this GIFT? {T}\nA. no").format is Format.GIFT


def test_our_own_files_are_left_to_whoever_reads_yaml() -> None:
    assert format_of("a.yaml", b"id: a\nkind: single_choice\nobjectives: [x]\n") is Format.KEYED


def test_a_workbook_is_known_by_its_parts() -> None:
    found = read_questions("a.zip", workbook({"One": rows(("Question", "Answer"), ("How many?", 3))}))
    assert (found.format, len(found.questions)) == (Format.XLSX, 1)
