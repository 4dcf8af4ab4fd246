"""Files that were made to take long: nothing grows with the square of what was sent."""

import time

import pytest

from app.services.authoring.reading import read_questions
from tests.services.authoring.mutations import CHOICE
from tests.unit.authoring.moodle_files import choice, quiz
from tests.unit.authoring.qti_files import manifest, package, resource

SECONDS = 5.0  # of the processor's time, on a slow machine; each takes less than one on an ordinary one


def stem(inside: str, markup: str = "html") -> bytes:
    return quiz(
        choice(stem=f'<questiontext format="{markup}"><text><![CDATA[{inside}]]></text></questiontext>')
    )


@pytest.mark.parametrize(
    "content",
    [
        b"{" * 2_000_000,
        b"a {=" + b"~b" * 40_000 + b"}",
        b"// " + b"[id:" * 300_000 + b"\na {T}",
        b"a" + b"<" * 90_000 + b" {T}",
        b"a\nA. b\n" + b"c\n" * 500_000 + b"ANSWER: A",
        stem("<img " * 200_000),
        stem("![" * 400_000, "markdown"),
        quiz(choice('<answer fraction="100"><text>a</text></answer>' * 20_000)),
        package({"imsmanifest.xml": manifest(*[resource("a.xml", inside="<b/>")] * 2_000), "a.xml": CHOICE}),
        b"Question," + b",".join(b"c%d" % n for n in range(5_000)) + b",Answer\n" + b"x\n" * 2_000,
        b'Question,Answer\n"' + b"a\n" * 500_000,
        b"#separator:tab\n#html:true\n" + b"[$]" * 30_000 + b"\tc\n",
        b"#separator:tab\n#html:true\n" + b"[sound:" * 14_000 + b"\tc\n",
        b"#separator:tab\n" + b"{{c1::a" * 2_500 + b"\tc\n",
        (b" " * 1_000 + b"ANSWER ") * 1_000,
        b"<quiz " + b" ".join(b'a%d=""' % n for n in range(200_000)) + b"/>",
    ],
    ids=lambda content: (
        content[:4].decode("latin-1").replace("\n", " ")
    ),  # what follows in an archive is the time
)
def test_it_does_not_take_long(content: bytes) -> None:
    begun = time.process_time()
    found = read_questions("a", content)
    assert time.process_time() - begun < SECONDS
    assert found.questions or found.bad
