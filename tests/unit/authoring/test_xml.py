"""XML comes in without a DTD, without the network, and only so large."""

import pytest

from app.authoring.formats.xml import BadXml, parsed, root_name

ENTITY = '<!DOCTYPE quiz [<!ENTITY a "haha"><!ENTITY f SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    "content",
    [
        f'<?xml version="1.0"?>{ENTITY}<quiz>&a;</quiz>'.encode(),
        f"<!-- first a word -->\n<?pi?>\n {ENTITY}<quiz/>".encode(),
        b"\xef\xbb\xbf" + f"{ENTITY}<quiz/>".encode(),
        f'<?xml version="1.0" encoding="UTF-16"?>{ENTITY}<quiz/>'.encode("utf-16"),
        f'<?xml version="1.0"?>{ENTITY}<quiz/>'.encode("utf-16-le"),
        b'<!DOCTYPE quiz SYSTEM "quiz.dtd"><quiz/>',
        b"<!DOCTYPE quiz><quiz/>",
    ],
)
def test_every_document_type_is_refused(content: bytes) -> None:
    with pytest.raises(BadXml, match="DOCTYPE"):
        parsed(content)


def test_the_word_may_stand_within_a_text() -> None:
    assert parsed(b"<quiz><![CDATA[<!DOCTYPE html>]]></quiz>").text == "<!DOCTYPE html>"


def test_comments_and_instructions_are_no_text() -> None:
    assert parsed(b"<quiz>one<!-- two --><?three?> four</quiz>").text == "one four"


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b"<quiz>\n<question></quiz>", 2, "cannot be read here"),
        (b"<quiz>\n\n&nbsp;</quiz>", 3, "nbsp"),
        (b"", 1, "cannot be read here"),
        (b'<?xml version="1.0" encoding="martian"?><quiz/>', 1, "encoding"),
        (b"<a>" * 101 + b"</a>" * 101, 1, "more than 100 deep"),
        (b"<quiz>" + b"<a/>" * 400_000 + b"</quiz>", 1, "too many elements"),
        (b"<quiz" + b' a=""' * 1_000_001 + b"/>", 1, "too many elements"),
        (b" " * (20 * 1024 * 1024 + 1), 1, "20 MiB"),
    ],
    ids=lambda value: str(value)[:12] if isinstance(value, bytes) else None,
)
def test_what_is_broken_or_too_large_is_told_with_its_line(content: bytes, line: int, words: str) -> None:
    with pytest.raises(BadXml, match=words) as fault:
        parsed(content)
    assert fault.value.line == line


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"<quiz>", ("", "quiz")),
        (
            b"<?xml version='1.0'?><!-- a --><!DOCTYPE b [ <!ELEMENT c (d)> ]>\n<a xmlns='u:v' e=''/>",
            ("u:v", "a"),
        ),
        (b'<q:item xmlns:q="u:w" xmlns="u:x">', ("u:w", "item")),
        (b"words", ("", "")),
        (b"<", ("", "")),
        (b"<!DOCTYPE", ("", "")),
    ],
)
def test_the_first_element_is_seen_without_parsing(content: bytes, expected: tuple[str, str]) -> None:
    assert root_name(content) == expected
