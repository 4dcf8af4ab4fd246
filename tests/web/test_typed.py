"""Matrices and computations in steps without scripts: shown, answered, given back, told, tried again, taken along."""

import random

import orjson
import pytest

from app.items.answer_key import StepsAnswer
from tests.bank.test_steps import Learner
from tests.web.product import Product, right_answer, slip_answer, wrong_answer
from tests.web.test_own_data import bring_in, exported, other_device
from tests.web.typed import (
    GRID,
    MATRIX,
    MIXED,
    NO_SCALE,
    RIGHT_STEPS,
    STEPS,
    put_by_hand,
    slipped_matrix,
)
from tests.web.visitor import Visitor

RIGHT_MATRIX = tuple(one.printed for one in MATRIX.answer_key.answer.numbers)  # type: ignore[union-attr]
RIGHT = {GRID: RIGHT_MATRIX, STEPS: RIGHT_STEPS}
WRONG = {GRID: slipped_matrix(), STEPS: NO_SCALE}


@pytest.fixture
def typed(product: Product) -> Product:
    """The product with both kinds of question."""
    put_by_hand(product)
    return product


def asked(visitor: Visitor, product: Product, item: str, *choice: tuple[str, str]) -> None:
    product.will_ask(item)
    visitor.begin(*choice)


def standing(visitor: Visitor) -> tuple[str, ...]:
    """What stands in the fields."""
    return tuple(one.attrs["value"] for one in visitor.page.all("input", name="number"))


def told(visitor: Visitor) -> str:
    return " ".join(visitor.page.one("main").text.split())


def test_each_field_of_a_matrix_is_named_by_its_row_and_column(visitor: Visitor, typed: Product) -> None:
    asked(visitor, typed, GRID)
    fields = visitor.page.all("input", name="number")
    assert [one.attrs["id"] for one in fields] == [f"number-{place}" for place in range(1, 10)]
    names = [label.text for one in fields if (label := one.inside("label"))]
    assert names == [f"row {row}, column {column}" for row in "ABC" for column in "ABC"]
    headings = [one.text for one in visitor.page.all("th", scope="col")]
    assert "column C" in headings
    assert "W" in visitor.page.one("caption").text
    assert "To three decimals." in visitor.page.one("p", id="hint").text
    assert "calculator" in visitor.response.text.lower()


def test_each_step_is_a_group_with_its_title_and_its_decimals(visitor: Visitor, typed: Product) -> None:
    asked(visitor, typed, STEPS)
    groups = visitor.page.all("fieldset", class_="step")
    assert len(groups) == 4
    legends = [one.text for one in visitor.page.all("legend") if one.inside("fieldset") in groups]
    assert [" ".join(text.split()) for text in legends[1:]] == [
        "2 Take the powers of e to three decimals",
        "3 Add them up to three decimals",
        "4 Divide each by the sum to three decimals",
    ]
    labels = [one.text for one in visitor.page.all("label") if one.attrs.get("for", "").startswith("number-")]
    assert labels == [*"ABC", *"ABC", "sum", *"ABC"]
    assert "An empty field earns nothing and costs nothing else" in visitor.page.one("p", id="hint").text
    assert visitor.page.one("form", action="/calculator")


REFUSED: dict[str, list[tuple[tuple[str, ...], list[int], str]]] = {
    GRID: [
        (("",) * 9, [0], "Nothing is typed yet; type a number into every field"),
        (("0.5", *[""] * 8), [*range(2, 10)], "Row A, column B: This field is still empty"),
        (("0.5", "1..2", "0.3", *["0.1"] * 6), [2], "Row A, column B: There is more than one decimal sign"),
        (("[[1, 2], [3, 4]]", *[""] * 8), [1], "Row A, column A: This is not a matrix of three rows with three numbers"),
    ],
    STEPS: [
        (("",) * 10, [0], "Nothing is typed yet"),
        (("1", "0", "0.5", "2.7.1", "1", "1.6", "six", "", "", ""), [4, 7], "Step 2, A: There is more than one decimal sign"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("item", REFUSED)
def test_what_cannot_be_read_comes_back_whole_with_a_sentence_at_its_field(
    visitor: Visitor, typed: Product, item: str
) -> None:
    asked(visitor, typed, item)
    for given, places, sentence in REFUSED[item]:
        visitor.answer(given)
        assert visitor.status == 422
        assert standing(visitor) == given
        marked = [int(one.attrs["id"][6:]) for one in visitor.page.all("p", class_="fault")]
        assert marked == places
        links = [
            one for one in visitor.page.all("a") if one.inside("div") in visitor.page.all("div", id="faults")
        ]
        assert [one.attrs["href"] for one in links] == [
            f"#number-{place}" if place else "#answer" for place in places
        ]
        assert sentence in " | ".join(one.text for one in links)
        invalid = [one for one in visitor.page.all("input", name="number") if "aria-invalid" in one.attrs]
        assert [one.attrs["id"] for one in invalid] == [f"number-{place}" for place in places if place]
        assert all(f"fault-{one.attrs['id'][7:]}" in one.attrs["aria-describedby"] for one in invalid)
    assert typed.answers() == 0
    visitor.answer(RIGHT[item])
    assert visitor.page.one("h1").text.startswith("✓Right")


def test_a_whole_matrix_in_the_first_field_is_an_answer(visitor: Visitor, typed: Product) -> None:
    asked(visitor, typed, GRID)
    rows = ["[" + ", ".join(RIGHT_MATRIX[at : at + 3]) + "]" for at in (0, 3, 6)]
    visitor.answer((f"[{', '.join(rows)}]", *[""] * 8))
    assert visitor.page.one("h1").text.startswith("✓Right")


def test_a_matrix_with_a_slip_is_told_cell_by_cell(visitor: Visitor, typed: Product) -> None:
    asked(visitor, typed, GRID)
    visitor.answer((*slipped_matrix()[:8], RIGHT_MATRIX[8]))
    cells = [
        " ".join(one.text.split()) for one in visitor.page.all("td") if "cell" in one.attrs.get("class", "")
    ]
    assert len(cells) == 9
    assert [("✓ right" in one) for one in cells].count(True) == 1 + sum(
        one == other for one, other in zip(slipped_matrix()[:8], RIGHT_MATRIX[:8], strict=True)
    )
    assert all(
        f"right is {right}" in cell for cell, right in zip(cells, RIGHT_MATRIX, strict=True) if "✗" in cell
    )
    typed.will_ask(GRID)
    visitor.send("/next")
    visitor.answer(slipped_matrix())
    assert "without dividing by" in visitor.page.one("div", class_="verdict wrong").text
    assert visitor.page.all("a", href="/misconceptions/no-scale")


def test_one_slip_costs_its_own_step_and_each_field_says_how_it_stands(
    visitor: Visitor, typed: Product
) -> None:
    asked(visitor, typed, STEPS)
    visitor.answer(NO_SCALE)
    assert visitor.page.one("h1").text.startswith("≈Partly right")
    first = next(one for one in visitor.page.all("div") if one.attrs.get("class", "").startswith("verdict"))
    assert "step 1" in first.text.lower()
    assert "without dividing by" in first.text
    marks = [one.text for one in visitor.page.all("td", class_="mark")]
    assert marks == [
        "✗ not right", "✓ right", "✗ not right", "✓ right by your own numbers", "✓ right",
        "✓ right by your own numbers", "– left empty", *["✓ right by your own numbers"] * 3,
    ]  # fmt: skip
    steps = [
        " ".join(one.text.split())
        for one in visitor.page.all("li")
        if "told-step" in one.attrs.get("class", "")
    ]
    assert len(steps) == 4
    assert "The first wrong step" in steps[0]
    assert not any("The first wrong step" in one for one in steps[1:])
    assert ["earns its share" in one for one in steps] == [False, True, False, True]
    links = [one for one in visitor.page.all("a", href="/misconceptions/no-scale") if one.inside("li")]
    assert links
    assert "Two of the four steps are right; later steps are judged on your own numbers." in told(visitor)
    assert "Each step earns an equal share" in told(visitor)


def test_what_is_partly_right_is_that_in_the_summary_and_on_the_progress_page(
    visitor: Visitor, typed: Product
) -> None:
    asked(visitor, typed, STEPS)
    visitor.answer(NO_SCALE)
    practice = visitor.path.partition("/items/")[0]
    visitor.get(f"{practice}/summary")
    assert "0 of 1 right, and 1 partly right: 0.5 points in all" in told(visitor)
    (result,) = visitor.page.all("span", class_="part")
    assert result.text.startswith("≈ partly right, 0.5 points")
    assert not visitor.page.all("span", class_="bad")
    visitor.get("/progress")
    assert "0 of 1 answer right, and 1 partly right: 0.5 points in all." in told(visitor)
    assert told(visitor).count("0 of 1 and 1 partly") == 3  # its objective, its level, and its practice
    assert "Partly right" in told(visitor)


def test_a_row_with_a_right_number_is_partly_right_and_has_no_points(
    visitor: Visitor, typed: Product
) -> None:
    asked(visitor, typed, GRID)
    visitor.answer((*RIGHT_MATRIX[:8], "7"))
    assert visitor.page.one("h1").text.startswith("≈Partly right")
    visitor.get(visitor.path.partition("/items/")[0] + "/summary")
    assert "0 of 1 right, and 1 partly right: no points in all" in told(visitor)
    assert [one.text for one in visitor.page.all("span", class_="part")] == ["≈ partly right, no points"]
    visitor.get("/progress")
    assert "and 1 partly right: no points in all." in told(visitor)


def test_too_few_digits_and_a_number_of_no_known_slip(visitor: Visitor, typed: Product) -> None:
    asked(visitor, typed, STEPS)
    visitor.answer(MIXED)
    marks = [one.text for one in visitor.page.all("td", class_="mark")]
    assert marks[3] == "≈ too few digits"
    assert marks[9] == "✗ not right"
    assert marks.count("✓ right") == 8


def test_right_steps_are_right(visitor: Visitor, typed: Product) -> None:
    asked(visitor, typed, STEPS)
    visitor.answer(RIGHT_STEPS)
    assert visitor.page.one("h1").text.startswith("✓Right")
    assert {one.text for one in visitor.page.all("td", class_="mark")} == {"✓ right"}
    assert visitor.page.all("table", class_="worked")
    assert visitor.page.all("details", class_="proof")


@pytest.mark.parametrize("item", [GRID, STEPS])
def test_another_try_keeps_what_was_typed_and_tells_nothing_of_what_is_right(
    visitor: Visitor, typed: Product, item: str
) -> None:
    asked(visitor, typed, item, ("tries", "3"))
    visitor.answer(WRONG[item])
    assert visitor.page.one("section", id="not-yet")
    assert standing(visitor) == WRONG[item]
    page = told(visitor)
    assert "Step by step" not in page
    assert "✓" not in page
    tried = "; ".join(_in_groups(WRONG[item], (3, 3, 3) if item == GRID else (3, 3, 1, 3)))
    assert f"Tried: {tried}." in page
    visitor.answer(RIGHT[item])
    assert visitor.path.endswith("/feedback")
    assert f"Tried before: {tried}." in told(visitor)


def _in_groups(texts: tuple[str, ...], sizes: tuple[int, ...]) -> list[str]:
    rest = [one or "–" for one in texts]
    return [", ".join(rest.pop(0) for _ in range(size)) for size in sizes]


@pytest.mark.parametrize("item", [GRID, STEPS])
def test_an_answer_that_waits_for_the_end_stands_in_the_form_and_is_told_then(
    visitor: Visitor, typed: Product, item: str
) -> None:
    asked(visitor, typed, item, ("feedback", "end"))
    visitor.answer(WRONG[item])
    practice = visitor.path.partition("/items/")[0]
    visitor.get(f"{practice}/items/1")
    assert standing(visitor) == WRONG[item]
    assert "disabled" in visitor.page.one("fieldset", id="answer").attrs
    assert "✗" not in told(visitor)
    visitor.get(f"{practice}/summary")
    visitor.send("/end")
    visitor.get(f"{practice}/items/1/feedback")
    assert "✗ not right" in told(visitor)


def test_a_past_answer_is_told_the_same_again(visitor: Visitor, typed: Product) -> None:
    asked(visitor, typed, STEPS)
    visitor.answer(NO_SCALE)
    once, path = told(visitor), visitor.path
    typed.reopen()
    again = Visitor(typed.application())
    again.client.cookies.update(visitor.client.cookies)
    again.get(path)
    assert told(again) == once
    assert "Divide by" in told(again)
    again.get("/progress")
    assert again.page.all("a", href="/misconceptions/no-scale")


def test_they_are_taken_along_and_graded_anew(visitor: Visitor, typed: Product) -> None:
    typed.will_ask(STEPS, GRID)
    visitor.begin()
    visitor.answer(NO_SCALE)
    visitor.send("/next")
    visitor.answer(slipped_matrix())
    file = orjson.loads(exported(visitor))
    assert [row["given"]["typed"] for row in file["responses"]] == [list(NO_SCALE), list(slipped_matrix())]
    assert [row["points"] for row in file["responses"]] == [0.5, 0.0]
    for row in file["responses"]:
        row["points"], row["correct"], row["judged"] = 1.0, True, {}
    other = other_device(visitor)
    bring_in(other, orjson.dumps(file))
    assert other.status == 200, other.page.one("main").text
    back = orjson.loads(exported(other))
    assert [(row["points"], row["correct"]) for row in back["responses"]] == [(0.5, False), (0.0, False)]
    assert [len(row["judged"].get("steps", ())) for row in back["responses"]] == [4, 0]
    csv_lines = exported(other, "csv").decode().splitlines()
    assert "; ".join(NO_SCALE) in csv_lines[1]


@pytest.mark.parametrize("given", [["1", "x", *[""] * 8], [""] * 10, ["1"] * 11])
def test_a_file_with_what_is_no_answer_to_the_steps_is_refused(
    visitor: Visitor, typed: Product, given: list[str]
) -> None:
    asked(visitor, typed, STEPS)
    visitor.answer(NO_SCALE)
    file = orjson.loads(exported(visitor))
    file["responses"][0]["given"]["typed"] = given
    page = bring_in(other_device(visitor), orjson.dumps(file))
    assert "is no answer to that question" in page.one("main").text


@pytest.mark.parametrize("item", [GRID, STEPS])
def test_an_instructor_sees_them_as_a_learner_does_and_reads_reports_of_them(
    visitor: Visitor, typed: Product, item: str
) -> None:
    asked(visitor, typed, item)
    visitor.answer(WRONG[item])
    visitor.send("/report", ("kind", "answer"), ("text", "The second row"))
    token = typed.house.services.instructor.new_link_token()
    visitor.get(f"/instructor/{token}")
    visitor.send(token, ("name", "Ada"))
    for address in (f"/authoring/items/{item}", "/authoring/reports/1"):
        page = visitor.get(address)
        assert visitor.status == 200
        assert "disabled" in page.one("fieldset", id="answer").attrs
        assert len(page.all("input", name="number")) == len(RIGHT[item])


def test_they_can_be_chosen_as_ways_of_answering(visitor: Visitor, typed: Product) -> None:
    page = visitor.get("/practice")
    offered = {one.attrs["value"]: one.text for one in page.all("option")}
    assert offered["grid"].startswith("A whole matrix")
    assert offered["steps"].startswith("Step by step")
    visitor.send("/practice", ("form", "steps"))
    assert isinstance(typed.at(visitor.path).answer_key.answer, StepsAnswer)
    assert visitor.page.all("input", name="number")


REAL_STEPS = ("pipeline-steps", "pipeline-by-hand-steps")
REAL_GRIDS = ("weights-matrix-grid", "weights-matrix-by-hand-grid")


@pytest.mark.parametrize("item", REAL_STEPS)
def test_a_slip_in_each_step_of_the_real_computation_is_named_at_its_step(
    visitor: Visitor, product: Product, item: str
) -> None:
    variant = product.variants(item)[0]
    answer = variant.answer_key.answer
    assert isinstance(answer, StepsAnswer)
    learner = Learner(answer, random.Random(5))
    slipped = [(place, step, step.slips[-1]) for place, step in enumerate(answer.steps, 1) if step.slips]
    assert len(slipped) >= 3
    for place, step, slip in slipped:
        product.will_ask(variant)
        visitor.begin()
        fields = learner.fields(slip.slug, at=step.slug)
        visitor.answer([one.typed if one else "" for one in fields])
        assert f"Step {place}, " in visitor.page.one("div", class_="verdict partly").text
        steps = [one for one in visitor.page.all("li") if "told-step" in one.attrs.get("class", "")]
        wrong = [n for n, one in enumerate(steps, 1) if one.attrs["class"] == "told-step slip"]
        assert wrong == [place]
        if None not in fields:
            assert sum("earns its share" in one.text for one in steps) == len(steps) - 1
        links = [one.attrs["href"] for one in visitor.page.all("a") if one.inside("li") in steps]
        assert f"/misconceptions/{slip.slug}" in links
        assert visitor.get(f"/misconceptions/{slip.slug}").one("h1")


@pytest.mark.parametrize("item", [*REAL_STEPS, *REAL_GRIDS])
def test_what_is_right_of_a_real_one_is_right_and_what_is_wrong_is_told(
    visitor: Visitor, product: Product, item: str
) -> None:
    variant = product.variants(item)[-1]
    product.will_ask(variant, variant)
    visitor.begin()
    visitor.answer(right_answer(variant))
    assert visitor.page.one("h1").text.startswith("✓Right")
    assert "✗" not in visitor.page.one("main").text
    assert visitor.page.all("table", class_="worked")
    visitor.send("/again")
    other = product.at(visitor.path)
    assert len(visitor.page.all("input", name="number")) == len(right_answer(other))
    visitor.answer(wrong_answer(other))
    assert visitor.page.one("h1").text.startswith("✗Not right")
    said = told(
        visitor
    )  # one number can be what the others lead to: 77.5 times a column of Values that adds up to 1
    assert said.count("✗ not right") + said.count("✓ right by your own numbers") == len(right_answer(other))
    assert said.count("✗ not right") > said.count("✓ right by your own numbers")


def test_a_slip_in_the_real_matrix_is_named(visitor: Visitor, product: Product) -> None:
    variant = product.variants("weights-matrix-grid")[0]
    product.will_ask(variant)
    table = variant.answer_key.slip_table
    assert table is not None
    slug = next(one.slugs[0] for one in table.readings() if len(one.slugs) == 1)
    visitor.begin()
    visitor.answer(slip_answer(variant, slug))
    assert f"/misconceptions/{slug}" in [one.attrs.get("href") for one in visitor.page.all("a")]
