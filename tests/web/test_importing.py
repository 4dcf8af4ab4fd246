"""The pages of imports without script: a file becomes drafts, choices survive, and nobody else gets a byte of it."""

import pytest
from fastapi import FastAPI

from app.services.authoring.import_process import LARGEST, ReadingProcess
from app.store.drafts import all_drafts
from app.store.unit import reading
from tests.conftest import GATE
from tests.services.authoring.mutations import FILES, mutated
from tests.unit.authoring.workbooks import rows, workbook
from tests.web.importing import GIFT, IMPORTS, Importer
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.visitor import SAME_ORIGIN, Visitor


@pytest.fixture
def importer(app: FastAPI, product: Product) -> Importer:
    return Importer(app, product)


def drafts(product: Product) -> dict[str, str]:
    with reading(product.house.database) as unit:
        return {one.item_id: one.text for one in all_drafts(unit)}


def test_nobody_else_gets_a_byte_of_it(importer: Importer, visitor: Visitor) -> None:
    importer.send()
    address = importer.visitor.path
    visitor.begin()
    for path in (IMPORTS, address, f"{address}/questions/1"):
        visitor.get(path)
        assert visitor.status == 403
        assert "Why the root" not in visitor.response.text
    for path in (IMPORTS, address, *(f"{address}/{act}" for act in ("bring", "undo", "columns", "give-up"))):
        visitor.post(path, [("csrf_token", ""), ("text", GIFT)])
        assert visitor.status == 403
    importer.visitor.post(f"{address}/bring", [("csrf_token", "x")])
    assert importer.visitor.status == 403


def test_capital_letters_make_no_other_kind_of_form(importer: Importer) -> None:
    """RFC 9110, 8.3.1. A form without its token is known by its kind and refused for the token."""
    sent = {
        "application/x-www-form-urlencoded": (b"text=a", ("/authoring/new", f"{IMPORTS}/{'0' * 16}/bring")),
        "multipart/form-data; boundary=x": (
            b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\na\r\n--x--\r\n',
            (IMPORTS,),
        ),
    }
    for kind, (body, addresses) in sent.items():
        for address in addresses:
            for written in (kind, kind.replace("form", "FORM").replace("a", "A", 1)):
                found = importer.visitor.client.post(
                    address, content=body, headers={**SAME_ORIGIN, "Content-Type": written}
                )
                assert found.status_code == 403, (address, written)
            found = importer.visitor.client.post(
                address, content=body, headers={**SAME_ORIGIN, "Content-Type": f"{kind[:9]}x"}
            )
            assert found.status_code == 415


def test_a_file_is_looked_through_brought_in_and_taken_back(importer: Importer, product: Product) -> None:
    visitor = importer.visitor
    importer.send()
    assert importer.figures() == {
        "Found": "3",
        "Coming in": "2",
        "Left out": "0",
        "Cannot come in": "1",
        "Not readable": "1",
    }
    text = importer.text
    assert "line 13" in text
    assert "typed words" in text
    assert "The page says that 2 are to be chosen" in text
    address = visitor.path
    visitor.send(address, ("all-objective", "1.2"), ("all-level", "mechanism"), ("q2-level", "intuition"))
    assert "Your choices are kept." in importer.text
    visitor.get(address)
    assert importer.value("all-objective") == "1.2"
    assert importer.value("all-level") == "mechanism"
    assert importer.value("q2-level") == "intuition"
    importer.press("bring", ("q1-take", "leave"), ("actor", "Grace"))
    assert (visitor.status, visitor.path) == (200, address)
    assert list(drafts(product)) == ["two-of-them"]
    assert "level: intuition" in drafts(product)["two-of-them"]
    assert "objectives: ['1.2']" in drafts(product)["two-of-them"]
    visitor.send("/undo")
    assert "One draft was taken away." in importer.text
    assert not drafts(product)


def test_one_question_is_shown_as_learners_see_it(importer: Importer) -> None:
    visitor = importer.visitor
    importer.send()
    visitor.get(f"{visitor.path}/questions/1")
    assert visitor.page.all("math")
    assert [one.attrs["type"] for one in visitor.page.all("input", name="option")] == ["radio"] * 3
    assert "kind: single_choice" in importer.text
    visitor.get(f"{visitor.path.rpartition('/')[0]}/99")
    assert visitor.status == 404
    visitor.get(f"{IMPORTS}/{'x' * 16}")
    assert visitor.status == 404


def test_the_same_file_again_brings_nothing_and_says_why(importer: Importer, product: Product) -> None:
    visitor = importer.visitor
    importer.send()
    importer.press("bring")
    before = drafts(product)
    assert len(before) == 2
    importer.send()
    assert "The same file came before" in importer.text
    assert "It came in before, and the file says the same." in importer.text
    importer.press("bring")
    assert visitor.status == 400
    assert "every question is left out" in importer.text
    assert drafts(product) == before
    importer.send(GIFT.replace("The spread", "The variance"))
    assert "left out until you decide" in importer.text


def test_what_is_wrong_is_a_sentence_and_what_was_typed_stays(importer: Importer) -> None:
    visitor = importer.visitor
    importer.send(b"", "")
    assert visitor.status == 400
    assert "Choose a file" in importer.text
    importer.send(b"\x00\x01\x02\x03", "a.bin")
    assert visitor.status == 400
    assert visitor.page.all("p", id="import-fault")
    visitor.get(IMPORTS)
    fields = dict(visitor.page.form(IMPORTS).fields)
    importer.send(b"", "empty.gift")
    assert "The file is empty. Choose another one" in importer.text
    pasted = {**fields, "text": "Who {=a ~b", "actor": ""}
    visitor.response = visitor.client.post(
        IMPORTS, data=pasted, files={"file": ("", b"")}, headers=SAME_ORIGIN
    )
    assert visitor.response.status_code == 400
    assert "Who {=a ~b" in visitor.response.text
    big = visitor.client.post(
        IMPORTS, content=b"x", headers={**SAME_ORIGIN, "Content-Length": str(LARGEST * 2)}
    )
    assert big.status_code == 413
    assert "larger than 20 MB" in big.text


def test_a_text_can_be_pasted(importer: Importer) -> None:
    visitor = importer.visitor
    importer.send(b"", "", text="Which is so?\nA. one\nB. two\nANSWER: A\n")
    assert visitor.status == 200
    assert importer.figures()["Found"] == "1"
    importer.press("give-up")
    assert visitor.path == IMPORTS
    assert "pasted.txt" not in importer.text


def test_columns_of_a_table_can_be_said_anew(importer: Importer) -> None:
    visitor = importer.visitor
    importer.send("x,y,z\nWhich sums to one?,each row,each column\n", "table.csv")
    assert importer.figures()["Found"] == "0"
    address = visitor.path
    fields = [(f"field-{n}", name) for n, name in enumerate(("stem", "right_option", "wrong_option"))]
    visitor.send("/columns", *fields)
    assert (visitor.status, visitor.path) == (200, address)
    assert importer.figures()["Coming in"] == "2"  # no name in the first row is known, so that it counts too
    assert "each column" in importer.text
    chosen = [one.attrs["value"] for one in visitor.page.all("option") if "selected" in one.attrs]
    assert {"stem", "right_option", "wrong_option"} <= set(chosen)


def sheet(importer: Importer) -> str:
    """The sheet that is chosen on the page."""
    return dict(importer.visitor.page.form(f"{importer.visitor.path}/columns").fields)["sheet"]


def test_the_sheet_that_was_read_is_the_one_that_is_chosen(importer: Importer) -> None:
    sheets = {
        "Read me": rows(("Course", "Autumn")),
        "Asked": rows(("Question", "A", "B", "Right"), ("Who?", "Q", "K", "A")),
    }
    importer.send(workbook(sheets), "table.xlsx")
    assert (sheet(importer), importer.figures()["Coming in"]) == ("Asked", "1")
    importer.visitor.send("/columns", ("sheet", "Read me"))
    assert (sheet(importer), importer.figures()["Found"]) == ("Read me", "0")


PAYLOADS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    "[x](javascript:alert(1))",
    "<svg onload=alert(1)></svg>",
    r"\(\href{javascript:alert(1)}{x}\)",
)


def test_nothing_of_a_file_runs_on_its_page(importer: Importer) -> None:
    questions = []
    for payload in PAYLOADS:
        held = payload
        for sign in "\\~=#{}:":
            held = held.replace(sign, f"\\{sign}")
        questions.append(f"::{held}:: [html]<p>{held} which?</p> {{={held} a~[markdown]{held} b#{held}}}")
    visitor = importer.visitor
    importer.send("\n\n".join(questions))
    assert importer.figures()["Coming in"] == str(len(PAYLOADS))
    address = visitor.path
    for path in (address, *(f"{address}/questions/{n}" for n in range(1, len(PAYLOADS) + 1))):
        page = visitor.get(path)
        assert visitor.status == 200
        assert not [one for one in page.all("script") if "alert" in one.text]
        assert not page.all("svg", onload="alert(1)")
        assert not [one for one in page.all("a") if one.attrs.get("href", "").startswith("javascript")]
        assert not [one for one in page.all("img") if "onerror" in one.attrs]


def test_mutated_files_cost_a_sentence_and_never_a_page(importer: Importer, product: Product) -> None:
    """More of each with KEYED_GATE=1; all 20,000 go the same way without the pages in the tests of services."""
    statuses = set()
    with ReadingProcess() as process:
        object.__setattr__(product.house.services.authoring.importing, "read", process.read)
        for name in FILES:
            for seed in range(10_000, 10_000 + (20 if GATE else 2)):
                importer.send(mutated(name, seed), f"{name}-{seed}")
                statuses.add(importer.visitor.status)
                if importer.visitor.status == 200 and importer.visitor.page.all("section", id="q1"):
                    importer.visitor.get(f"{importer.visitor.path}/questions/1")
                    statuses.add(importer.visitor.status)
        assert process.starts == 1
    assert statuses == {200, 400}


def test_the_ways_of_instructors_lead_here(app: FastAPI, product: Product) -> None:
    instructor = instructor_of(app, product)
    instructor.get("/authoring")
    assert instructor.page.all("a", href=IMPORTS)
