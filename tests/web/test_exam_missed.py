"""Practising what was missed in an exam: each question once, and only where the exam shows all that practice tells."""

import pytest

from app.items.exam import Part, When
from tests.web.product import Product, right_answer
from tests.web.reported import ALL, told


@pytest.mark.parametrize("part", [Part.GIVEN, Part.RIGHT, Part.REASONS])
def test_what_was_missed_is_practised_only_where_all_that_it_tells_is_shown(
    product: Product, part: Part
) -> None:
    one = told(product, ALL | {part: When.NEVER})
    assert "Practise what you missed" not in one.get().text
    answer = one.mine.client.post(
        f"{one.mine.path}/practise",
        data={"csrf_token": one.mine.token},
        headers={"Sec-Fetch-Site": "same-origin"},
        follow_redirects=False,
    )
    assert answer.status_code == 409


def test_practice_of_what_was_missed_asks_each_of_these_once(product: Product) -> None:
    one = told(product, ALL)
    answer = one.mine.client.post(
        f"{one.mine.path}/practise",
        data={"csrf_token": one.mine.token},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert answer.status_code == 200
    assert "Question 1 of 9" in answer.text
    assert "missed in an exam" in answer.text
    assert f'href="{one.mine.path}/report"' in answer.text
    asked = []
    practice_id = str(answer.url).partition("/practice/")[2].partition("/")[0]
    missed = {one.variant(n).item_id for n in range(2, 11)}
    for n in range(1, 10):
        variant = product.at(f"/practice/{practice_id}/items/{n}")
        asked.append(variant.item_id)
        field = {"option": list(right_answer(variant))}
        if not hasattr(variant.shown.form, "options"):
            places = hasattr(variant.shown.form, "prompts") or hasattr(variant.shown.form, "entries")
            values = right_answer(variant)
            field = (
                {f"place-{place}": [value] for place, value in enumerate(values, 1)}
                if places
                else {"number": list(values)}
            )
        sent = one.mine.client.post(
            f"/practice/{practice_id}/items/{n}/response",
            data={"csrf_token": one.mine.token, "submission_id": f"s{n}", **field},
            headers={"Sec-Fetch-Site": "same-origin"},
        )
        assert sent.status_code == 200, sent.text
        going = one.mine.client.post(
            f"/practice/{practice_id}/next",
            data={"csrf_token": one.mine.token},
            headers={"Sec-Fetch-Site": "same-origin"},
        )
    assert set(asked) == missed
    assert len(asked) == len(missed)
    assert "Report of the exam" in going.text
    assert (
        product.house.services.offering.last(one.mine.learner) is None
    )  # it is no choice to begin with again


def test_a_computation_is_practised_in_other_numbers(product: Product) -> None:
    one = told(product, ALL)
    missed = {one.variant(n).item_id: one.variant(n).id for n in range(2, 11)}
    answer = one.mine.client.post(
        f"{one.mine.path}/practise",
        data={"csrf_token": one.mine.token},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    practice_id = str(answer.url).partition("/practice/")[2].partition("/")[0]
    variant = product.at(f"/practice/{practice_id}/items/1")
    assert variant.item_id in missed
    if len(product.variants(variant.item_id)) > 1:
        assert variant.id != missed[variant.item_id]
