"""The code of a receipt, checked by an instructor: it holds, it was typed wrong, or it was made up."""

from fastapi import FastAPI

from app.exams.receipt import Receipt, receipt_code
from app.services.exams.finishing import By
from app.wiring import read_secret
from tests.loops import run
from tests.web.instructing import instructor_of, sitting_of
from tests.web.product import Product
from tests.web.visitor import Visitor


def graded_code(product: Product) -> tuple[str, str, Receipt]:
    """A graded sitting, the code of its receipt, and what that is of."""
    learner, name = sitting_of(product)
    exams = product.house.services.exams
    run(exams.finishing.finish(name, learner, by=By.CANDIDATE))
    secret = read_secret(product.house.settings)
    blank = receipt_code(secret, Receipt(name, "", None, 0, product.clock.now(), ""))
    receipt = exams.receipts.named_by(blank)
    assert receipt is not None
    return name, str(receipt_code(secret, receipt)), receipt


def told(visitor: Visitor, code: str) -> str:
    visitor.get("/exams/receipts")
    visitor.send("/exams/receipts", ("code", code))
    return visitor.page.one("main").text


def test_a_code_holds_however_it_is_typed(app: FastAPI, product: Product) -> None:
    name, code, receipt = graded_code(product)
    instructor = instructor_of(app, product)
    for typed in (code, code.lower().replace("-", " ")):
        text = told(instructor, typed)
        assert instructor.status == 200
        assert "The code holds" in text
        assert f"of {receipt.out_of} points" in text
        assert instructor.page.all("a", href=f"/exams/watch/{name}")


def test_a_slip_of_the_typing_and_a_code_that_was_made_up_are_told_apart(
    app: FastAPI, product: Product
) -> None:
    _, code, receipt = graded_code(product)
    instructor = instructor_of(app, product)
    assert "no whole code" in told(instructor, code[:-1])
    assert instructor.status == 422
    assert instructor.page.one("input", id="code").attrs["value"] == code[:-1]
    assert "does not hold" in told(instructor, str(receipt_code(b"another secret" * 3, receipt)))


def test_learners_do_not_open_it(visitor: Visitor) -> None:
    visitor.begin()
    visitor.get("/exams/receipts")
    assert visitor.status == 403
