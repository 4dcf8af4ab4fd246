"""Files of every format, and what becomes of them when bytes are lost, doubled, turned or put in."""

import io
import random
import zipfile
from collections.abc import Iterator

from tests.unit.authoring import anki_files, qti_files
from tests.unit.authoring.moodle_files import choice, question, quiz
from tests.unit.authoring.qti_files import ANSWER, MATCH, TYPED, declaration, item, mapping, rule, value
from tests.unit.authoring.test_own_sheet import MATCHING, ORDERING, sheet
from tests.unit.authoring.workbooks import rows, workbook

GIFT = b"""$CATEGORY: $course$/top/A//B
// [id:q1] [tag:x]
::Rows::[html]What <b>sums</b> {=each row#yes ~%-50%column#no ~%50%a\\~b####all}

How much? {#=3.14:0.01#near =%50%3..4 ~#far} and {T#a#b}

Match {=a -> b =c -> d} $\\frac\\{1\\}\\{2\\}$
"""
AIKEN = b"What sums to one?\nA. Each row\nB) Each column\nANSWER: A\n\nWho?\nA. Q\nB. K\nANSWER: B\n"
MOODLE = quiz(
    '<question type="category"><category><text>$course$/top/A//B</text></category></question>',
    choice(),
    question("numerical", '<answer fraction="100"><text>3.14</text><tolerance>0.01</tolerance></answer>'),
    question("shortanswer", '<answer fraction="100"><text>soft*</text></answer><usecase>1</usecase>'),
    question("matching", "<subquestion><text>a</text><answer><text>b</text></answer></subquestion>"),
    choice(
        stem='<questiontext format="html"><text><![CDATA[<img src="@@PLUGINFILE@@/a.png">]]></text>'
        '<file name="a.png" encoding="base64">QUFB</file></questiontext>'
    ),
)
CHOICE = item(declaration("identifier", right=("B",)), qti_files.choice(), MATCH)
NUMBER = item(
    declaration("float", mapping=mapping({"1": 1, "2": 0.5}, lowerBound="0")),
    TYPED,
    rule(f'<equal toleranceMode="relative" tolerance="5 5">{value("200")}{ANSWER}</equal>'),
)
PACKAGE = qti_files.package(
    {
        "imsmanifest.xml": qti_files.manifest(qti_files.resource("a.xml"), qti_files.resource("b.xml")),
        "a.xml": CHOICE,
        "b.xml": NUMBER,
    }
)
BOOK = workbook(
    {"One": rows(("Question", "A", "B", "Answer"), ("What?", "Q", 2, "A"), ("How much?", "", "", "=1/2"))}
)
SHEET = sheet(
    {}, MATCHING, ORDERING, {"kind": "numbers", "right": "", "number_1": "3", "number_1_tolerance": "1%"}
)
TABLE = b'Question;Option A;Option B;Correct;Tags\n"What; is\nit?";Q;K;B;a, b\nWho?;1;2;2;\n'
NOTES = b"#separator:tab\n#html:true\n#tags column:3\nWho {{c1::asks::x}}?\tQ\ta b\nHow?\t3\t\n"

FILES = {
    "gift": GIFT, "aiken": AIKEN, "moodle": MOODLE, "qti": CHOICE, "qti-number": NUMBER, "package": PACKAGE,
    "xlsx": BOOK, "csv": TABLE, "own": SHEET.encode(), "anki-text": NOTES,
    "anki-old": anki_files.old_package(), "anki-new": anki_files.new_package(),
}  # fmt: skip
_WORDS = (
    b"<", b">", b"&", b"]]>", b"<!DOCTYPE a [", b"&a;", b'"', b"'", b"{", b"}", b"{{c1::", b"}}", b"::", b"\\", b"=", b"~", b"#",
    b"->", b"%", b"\0", b"\n", b"\t", b",", b";", b"1e999", b"-1", b"..", b"NaN", b"inf", b"9" * 400, b"\xff\xfe", b"\xef\xbb\xbf",
    b"<img src=", b"data:image/png;base64,", b"[latex]", b"[$]", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"0 0 1", b"../../", b"XFD1048576",
    b"<text>", b"<answer fraction='100'>", b"<simpleChoice>", b"<mapEntry/>", b"tolerance='a b'", b"figures='99'", b"  " * 500,
)  # fmt: skip


def mutated(name: str, seed: int) -> bytes:
    """The file after a few accidents; the same seed gives the same bytes. Half of the packages are packed anew."""
    return changed(FILES[name], f"{name} {seed}")


def changed(content: bytes, seed: str) -> bytes:
    """The content after a few accidents."""
    chance = random.Random(seed)
    if content[:2] == b"PK" and chance.random() < 0.6:
        return _packed_anew(content, chance)
    return _with_accidents(content, chance)


def _packed_anew(content: bytes, chance: random.Random) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files: dict[str, bytes | str] = {name: archive.read(name) for name in archive.namelist()}
    name = chance.choice(list(files))
    before = files[name]
    assert isinstance(before, bytes)
    if before[:4] == b"\x28\xb5\x2f\xfd" and chance.random() < 0.7:
        files[name] = anki_files.squeezed(_with_accidents(anki_files.new_database(), chance))
    else:
        files[name] = _with_accidents(before, chance)
    return qti_files.package(files)


def _with_accidents(content: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 1, 2, 4, 12))):
        content = chance.choice(_ACCIDENTS)(content, chance)
    return content


def _turned(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content) or 1)
    return content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :]


def _lost(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content) or 1)
    return content[:at] + content[at + chance.choice((1, 3, 20, 200)) :]


def _doubled(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content) or 1)
    part = content[at : at + chance.choice((2, 20, 200))]
    return content[:at] + part * chance.choice((2, 3, 50)) + content[at:]


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content) or 1)]


def _put_in(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content) or 1)
    return content[:at] + chance.choice(_WORDS) + content[at:]


def _moved(content: bytes, chance: random.Random) -> bytes:
    one, two = sorted((chance.randrange(len(content) or 1), chance.randrange(len(content) or 1)))
    return content[two:] + content[one:two] + content[:one]


def _in_place_of(content: bytes, chance: random.Random) -> bytes:
    word = chance.choice(_WORDS)
    at = chance.randrange(len(content) or 1)
    return content[:at] + word + content[at + len(word) :]


_ACCIDENTS = (_turned, _lost, _doubled, _cut, _put_in, _put_in, _in_place_of, _in_place_of, _moved)


def seeds(count: int) -> Iterator[int]:
    """So many seeds."""
    yield from range(count)
