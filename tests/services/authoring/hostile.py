"""Files that somebody made to do harm: entities, bombs, paths out, depths, and signs that readers choke on."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator

DEEP = 20_000


def zipped(**files: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return held.getvalue()


def lying(content: bytes) -> bytes:
    """A zip whose directory says that its file is small."""
    packed = bytearray(zipped(**{"a.yaml": content}))
    for mark, at in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        place = packed.index(mark) + at
        packed[place : place + 4] = struct.pack("<I", 10)
    return bytes(packed)


def many(count: int) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for n in range(count):
            archive.writestr(f"a/1.2/item-{n}.yaml", b"id: x\n")
    return held.getvalue()


def hostile(port: int) -> Iterator[tuple[str, bytes]]:
    """The files by name; whoever calls at the port has gone outside."""
    quiz = b"<quiz><question type='multichoice'><name><text>%s</text></name><questiontext><text>%s</text></questiontext></question></quiz>"
    for scheme in (b"file:///etc/passwd", b"http://127.0.0.1:%d/canary" % port, b"php://filter/x"):
        yield "xxe.xml", b"<!DOCTYPE q [<!ENTITY x SYSTEM '%s'>]>" % scheme + quiz % (b"&x;", b"&x;")
        yield (
            "parameter.xml",
            b"<!DOCTYPE q [<!ENTITY %% x SYSTEM '%s'> %%x;]>" % scheme + quiz % (b"a", b"b"),
        )
        yield (
            "include.xml",
            quiz
            % (
                b"a",
                b"<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='%s'/>" % scheme,
            ),
        )
        yield "schema.xml", b"<?xml-stylesheet href='%s'?>" % scheme + quiz % (b"a", b"b")
        yield "image.xml", quiz % (b"a", b"<![CDATA[<img src='%s'>]]>" % scheme)
    laughs = b"".join(b"<!ENTITY l%d '%s'>" % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))
    yield "laughs.xml", b"<!DOCTYPE q [<!ENTITY l0 'ha'>%s]>" % laughs + quiz % (b"&l9;", b"&l9;")
    yield "deep.xml", b"<quiz>" + b"<a>" * DEEP + b"</a>" * DEEP + b"</quiz>"
    yield "deep-html.xml", quiz % (b"a", b"<![CDATA[" + b"<b><div>" * DEEP + b"]]>")
    yield "wide.xml", quiz % (b"a" * 1_000_000, b"b" * 1_000_000)
    yield "attributes.xml", b"<quiz " + b" ".join(b"a%d='1'" % n for n in range(DEEP)) + b"/>"
    yield (
        "utf16.xml",
        ("<?xml version='1.0' encoding='UTF-16'?>" + (quiz % (b"a", b"b")).decode()).encode("utf-16"),
    )
    yield "utf7.xml", b"<?xml version='1.0' encoding='UTF-7'?>" + quiz % (b"a", b"+ADw-b")
    for sign in (b"[", b"{", b"- ", b"? ", b"(", b"&a [*a, "):
        yield "deep.yaml", b"id: a\nkind: single_choice\nobjectives: " + sign * DEEP
    yield "tags.yaml", b"id: a\nkind: single_choice\nobjectives: !!python/object/apply:os.system ['true']\n"
    yield "aliases.yaml", b"id: &a [x]\nkind: single_choice\nobjectives: [*a, *a]\n"
    yield "long.yaml", b"id: a\nkind: b\nobjectives: " + b"x" * 5_000_000
    for text in (
        b"{=" * DEEP,
        b"::" * DEEP,
        b"\\" * DEEP,
        b"{#1e999..1e9999}",
        b"{#" + b"9" * DEEP + b"}",
        b"~%100%" * DEEP,
    ):
        yield "hard.gift", b"What? " + text
        yield "hard.gift", b"What? {=a ~b} " + text
    for text in (
        rb"\(" * 30_000,
        rb"\[" * 30_000,
        b"$$ " * 20_000,
        b"[latex]" * 8_000,
        b"<" * 50_000,
        b"&#" * 25_000,
    ):
        yield "slow.gift", b"What \\" + text.replace(b"=", b"") + b" {=a ~b}"
    yield (
        "formula.gift",
        rb"::a:: [html]\\(\\input\{/etc/passwd\}\\immediate\\write18\{true\}\\) {#__import__('os').system('true')}",
    )
    yield "cells.csv", b"stem,option_1\n" + b'"' * 100_000
    yield "columns.csv", b",".join(b"c%d" % n for n in range(DEEP)) + b"\n"
    yield "formula.csv", b"stem,option_1,option_2,right\n=cmd|'/c calc'!A1,@SUM(1),+1,1\n"
    yield "nulls.txt", b"\0" * 100_000
    yield "random.bin", zlib.compress(b"a" * 1_000_000) * 20
    yield "surrogates.txt", "::a:: b \ud800 {=c ~d}".encode("utf-8", "surrogatepass")
    yield "json.json", b"[" * DEEP
    for name in ("../../out.yaml", "/out.yaml", "..\\..\\out.yaml", "a/../../out.yaml", "C:/out.yaml"):
        yield "slip.zip", zipped(**{name: b"id: a\nkind: b\nobjectives: []\n"})
    yield "bomb.zip", zipped(**{"a__1.2__a.yaml": b"id: a\n" + b"#" * 60_000_000})
    yield "bombs.zip", zipped(**{f"a__1.2__{n}.yaml": b"#" * 300_000 for n in range(150)})
    yield "lying.zip", lying(b"id: a\n" + b"#" * 5_000_000)
    yield "many.zip", many(6_000)
    yield "nested.zip", zipped(**{"a.zip": zipped(**{"a.zip": zipped(**{"a.yaml": b"id: a"})})})
    yield "cut.zip", zipped(**{"a.yaml": b"id: a"})[:40]
    yield "twice.zip", zipped(**{"a__1.2__a.yaml": b"id: a\nkind: x\n"}) * 2
    yield (
        "sheet.xlsx",
        zipped(**{"xl__workbook.xml": b"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"}),
    )
    yield (
        "notes.apkg",
        zipped(**{"collection.anki2": b"SQLite format 3\0" + b"\xff" * 100_000, "media": b"{}"}),
    )
    yield (
        "notes.apkg",
        zipped(**{"collection.anki21b": b"\x28\xb5\x2f\xfd" + b"\xff" * 1000, "media": b"\x28\xb5\x2f\xfd"}),
    )
