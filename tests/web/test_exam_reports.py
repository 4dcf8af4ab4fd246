"""The report of a sitting: what it says, and that each part is told by its own rule and by no other way."""

import csv
import io
from collections.abc import Callable
from html import unescape
from typing import Any

import orjson
import pytest
from sqlalchemy import insert, select, update

from app.exams.receipt import read_code, receipt_code, told_of
from app.items.exam import Part, When
from app.services.exams.report_reading import receipt_of
from app.services.exams.starting import Wish
from app.store.exams import exam_rulings
from app.store.sitting_reports import reported_rows
from app.store.sittings import sitting_notices, sitting_results, sitting_row, sittings
from app.store.unit import reading, writing
from app.wiring import read_secret
from tests.databases import NOW
from tests.loops import run
from tests.web.product import Product
from tests.web.reported import ALL, Sat, sat, told, with_rules
from tests.web.sitting import candidate


def test_a_report_says_what_came_out(product: Product) -> None:
    one = told(product, ALL)
    page = one.get()
    assert page.status_code == 200
    text = unescape(page.text)
    for said in (
        "1 of 10</b> points",
        "mark of 70\N{NARROW NO-BREAK SPACE}% (this project's choice) was",
        "not reached",
        "The mark lies above all of it.",
        "Practise what you missed",
        "There were 15 minutes for 10 questions, 1 minute 30 seconds for each; you took 5 minutes.",
        "Question 2 took 3 minutes 50 seconds, more than twice its share.",
        "From right to wrong: 1 (2)",
        "ended by you",
    ):
        assert said in text, said
    record = one.get(".json").json()
    assert (record["score"]["points"], record["score"]["out_of"]) == (1.0, 10)
    assert record["changed"]["right_to_wrong"] == [2]
    assert [item["correct"] for item in record["items"]] == [True, *[False] * 9]
    assert record["time"]["long"] == [2]
    assert sum(group["out_of"] for group in record["sections"]) == 10


def test_csv_has_a_line_for_each_question_and_no_formula(product: Product) -> None:
    one = told(product, ALL)
    answer = one.get(".csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    lines = list(csv.reader(io.StringIO(answer.text, newline="")))
    assert [line[0] for line in lines] == ["n", *map(str, range(1, 11))]
    assert not [cell for line in lines[1:] for cell in line if cell.startswith(("=", "+", "-", "@"))]
    assert "\r\n" in answer.text


def test_before_its_end_there_is_no_report(product: Product) -> None:
    with_rules(product, ALL)
    mine = candidate(product)
    for ending in ("report", "report.json", "report.csv", "report/items/1"):
        answer = mine.client.get(f"{mine.path}/{ending}", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, mine.path)
    sent = mine.client.post(
        f"{mine.path}/practise",
        data={"csrf_token": mine.token},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert sent.status_code == 409


def test_looking_closes_what_is_over(product: Product) -> None:
    with_rules(product, ALL)
    one = Sat(candidate(product))
    one.answer(1, 1, right=True, spent=60)
    one.wait(16 * 60)
    page = one.get()
    assert page.status_code == 200
    assert "ended by the clock" in page.text
    assert "The time ran out." in page.text


def test_another_ones_report_does_not_exist(product: Product) -> None:
    one, other = sat(product), candidate(product)
    for ending in ("report", "report.json", "report.csv", "report/items/1"):
        assert other.client.get(f"{one.mine.path}/{ending}").status_code == 404
        assert other.client.get(f"/exams/sittings/{'x' * 16}/{ending}").status_code == 404
    assert one.get("/items/11").status_code == 404


def addresses(one: Sat) -> list[str]:
    return ["", ".json", ".csv", *(f"/items/{n}" for n in range(1, 11)), "/items/2?show=wrong"]


def everything(one: Sat) -> str:
    """All bytes that the report tells of a sitting, with what differs from one sitting to the next left out."""
    found = []
    for address in addresses(one):
        answer = one.get(address)
        assert answer.status_code == 200, address
        found.append(answer.text)
    return "\n".join(found)


def secrets(one: Sat, part: Part) -> set[str]:
    """Texts that only this part may tell."""
    found: set[str] = set()
    for n in range(1, 11):
        variant = one.variant(n)
        answer = variant.answer_key.answer
        if part is Part.REASONS and hasattr(answer, "options"):
            found |= {option.rationale for option in answer.options}
        if part is Part.REASONS and hasattr(answer, "cells"):
            found |= {cell.rationale for row in answer.cells for cell in row}
        if part is Part.REASONS and hasattr(answer, "rationales"):
            found |= set(answer.rationales)
        if part is Part.PROOF and variant.answer_key.proof is not None:
            found |= set(variant.answer_key.proof.routes)
    return {text.split("$")[0].split("`")[0].split("*")[0].strip() for text in found} - {""}


@pytest.mark.parametrize("part", [Part.REASONS, Part.PROOF])
def test_what_is_never_shown_is_nowhere(product: Product, part: Part) -> None:
    shown = everything(told(product, ALL))
    hidden_one = told(product, ALL | {part: When.NEVER})
    hidden = unescape(everything(hidden_one))
    long = {text for text in secrets(hidden_one, part) if len(text) > 30}
    assert long
    assert [text for text in long if text in hidden] == []
    assert shown


CUES = {
    Part.POINTS: ('"points": 1.0', "1 of 10</b> points", "By part", "reached</b>"),
    Part.GIVEN: ("✓ right", "✗ not right", "Not right", "From right to wrong", '"correct": true'),
    Part.RIGHT: ("What is right", "✓ Right", "Worked, step by step"),
    Part.REASONS: ("Slips you made", "why not the others", "Worked, step by step", '"slug"'),
    Part.PROOF: ("How was this checked?",),
}


@pytest.mark.parametrize("part", list(Part))
def test_the_cues_of_a_part_are_there_when_it_is_shown_and_gone_when_it_is_not(
    product: Product, part: Part
) -> None:
    text = everything(told(product, ALL))
    there = [cue for cue in CUES[part] if cue in text]
    assert there
    assert [cue for cue in there if cue in everything(told(product, ALL | {part: When.NEVER}))] == []


@pytest.mark.parametrize("when", [When.NEVER, When.ONCE_RELEASED])
def test_under_silence_no_byte_depends_on_what_is_right(
    open_product: Callable[..., Product], when: When
) -> None:
    """The same answers, once graded as right and once as wrong: every page and file is the same, byte for byte."""
    product = open_product()
    one = told(product, dict.fromkeys(Part, when))
    before = everything(one)
    with writing(product.house.database) as unit:
        unit.connection.execute(
            update(sitting_results)
            .where(sitting_results.c.sitting_id == one.mine.name)
            .values(points=1.0, correct=True)
        )
        unit.commit()
    assert everything(one) == before


def test_an_instructor_releases_what_waits(product: Product) -> None:
    one = told(product, dict.fromkeys(Part, When.ONCE_RELEASED))
    assert "Not shown yet" in one.get().text
    with writing(product.house.database) as unit:
        unit.connection.execute(
            update(sittings).where(sittings.c.id == one.mine.name).values(released_at=product.clock.now())
        )
        unit.commit()
    page = one.get().text
    assert "Not shown yet" not in page
    assert "1 of 10</b> points" in page


def test_a_ruling_is_said_and_counts(product: Product) -> None:
    one = told(product, ALL)
    with writing(product.house.database) as unit:
        number = unit.connection.execute(
            insert(exam_rulings).values(
                item_id=one.variant(3).item_id,
                what="drop",
                accepted="[]",
                reason="Its numbers were printed wrongly.",
                actor="instructor",
                at=NOW,
            )
        ).inserted_primary_key[0]
        unit.connection.execute(
            update(sitting_results)
            .where(sitting_results.c.sitting_id == one.mine.name, sitting_results.c.n == 3)
            .values(ruling_id=number)
        )
        unit.connection.execute(
            insert(sitting_notices).values(
                sitting_id=one.mine.name,
                learner_id=one.mine.learner,
                at=NOW,
                sentence="Question 3 was voided.",
            )
        )
        unit.commit()
    page = one.get().text
    assert "1 of 9</b> points" in page
    assert "Question 3 is not counted. Its numbers were printed wrongly." in page
    assert "Question 3 was voided." in page
    assert "8 questions" in page  # what was dropped is not practised
    with reading(product.house.database) as unit:
        seen = unit.connection.scalar(select(sitting_notices.c.seen_at))
    assert seen == product.clock.now()
    assert "Not counted." in one.get("/items/3").text


def test_the_receipt_holds_and_falls_with_what_it_is_of(product: Product) -> None:
    one = told(product, ALL)
    printed = one.get(".json").json()["receipt"]
    assert printed in one.get().text
    code = read_code(printed)
    assert code is not None
    secret = read_secret(product.house.settings)

    def receipt() -> Any:
        with reading(product.house.database) as unit:
            row = sitting_row(unit, None, one.mine.name)
            assert row is not None
            return receipt_of(row, reported_rows(unit, one.mine.name))

    assert told_of(secret, receipt(), code) == receipt()
    with writing(product.house.database) as unit:
        unit.connection.execute(
            update(sitting_results)
            .where(sitting_results.c.sitting_id == one.mine.name, sitting_results.c.n == 3)
            .values(points=1.0)
        )
        unit.commit()
    assert told_of(secret, receipt(), code) is None
    assert receipt_code(secret, receipt()) != code


@pytest.mark.parametrize(
    ("hidden", "partly", "points"),
    [((), 1, 1), ((Part.POINTS,), 1, 0), ((Part.POINTS, Part.RIGHT, Part.REASONS), 0, 0)],
)
def test_what_earned_a_part_is_partly_right(
    product: Product, hidden: tuple[Part, ...], partly: int, points: int
) -> None:
    """In words and points in the list; without its points, or at all, where these and what is right are not shown."""
    one = told(product, {**ALL, **dict.fromkeys(hidden, When.NEVER)})
    with writing(product.house.database) as unit:
        unit.connection.execute(
            update(sitting_results)
            .where(sitting_results.c.sitting_id == one.mine.name, sitting_results.c.n == 3)
            .values(points=0.5)
        )
        unit.commit()
    page = unescape(one.get().text)
    assert page.count("≈ partly right, 0.5 points") == points
    assert page.count("≈ partly right") == partly
    assert page.count("✗ not right") == 2 - partly


def test_earlier_sittings_are_compared(product: Product) -> None:
    first = told(product, ALL)
    services, mine = product.house.services, first.mine
    first.wait(600)
    second = services.exams.starting.create(mine.learner, Wish("lesson-quiz", 10))
    services.exams.starting.begin(mine.learner, second)
    run(services.exams.finishing.finish(second, mine.learner))
    page = mine.client.get(f"/exams/sittings/{second}/report").text
    assert "Against the sitting before: −10 percentage points" in page
    assert "Chance alone could explain that." in page
    assert f'href="{first.report}"' in page
    record = orjson.loads(mine.client.get(f"/exams/sittings/{second}/report.json").content)
    assert [one["points"] for one in record["earlier"]] == [1.0]
    assert record["difference"]["share"] == -0.1
    assert record["difference"]["low"] < -0.1 < record["difference"]["high"]
    assert orjson.loads(first.get(".json").content)["difference"] is None
    assert "Against the sitting before" not in first.get().text
