"""Files of Moodle XML for the tests, put together from questions."""

from app.authoring.formats.moodle import read_moodle
from app.authoring.found import FoundFile, FoundQuestion

STEM = '<questiontext format="html"><text><![CDATA[<p>What sums to one?</p>]]></text></questiontext>'
RIGHT = '<answer fraction="100"><text>each row</text></answer>'
WRONG = '<answer fraction="0"><text>each column</text></answer>'


def quiz(*parts: str) -> bytes:
    """A file of these parts, each on lines of its own from the third line on."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{}\n</quiz>\n'.format("\n".join(parts)).encode()


def question(kind: str, inside: str, stem: str = STEM) -> str:
    return f'<question type="{kind}"><name><text>Rows</text></name>{stem}{inside}</question>'


def choice(inside: str = RIGHT + WRONG, single: str = "true", stem: str = STEM) -> str:
    return question("multichoice", f"<single>{single}</single>{inside}", stem)


def read(*parts: str) -> FoundFile:
    return read_moodle(quiz(*parts))


def one(*parts: str) -> FoundQuestion:
    found = read(*parts)
    assert found.bad == (), found.bad
    (question_,) = found.questions
    return question_
