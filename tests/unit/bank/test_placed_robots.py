"""Robots that match and sort by form: what they expect is what trying it out gives, and form that tells is found."""

from dataclasses import replace
from itertools import pairwise, permutations

import pytest

from app.bank.rules.placed import Pairs, Steps
from app.bank.rules.placed_robots import (
    MATCHERS,
    SORTERS,
    like_forms,
    like_lengths,
    matched_share,
    placed_figures,
    shared_words,
    sorted_share,
)
from app.kit.draws import Draws

EVEN = Pairs(("One vector", "Two vector", "Six vector"), ("Asks one", "Asks two", "Asks six", "Asks ten"))


def test_what_tells_is_matched_and_what_does_not_is_a_guess() -> None:
    right = [0, 1, 2]
    assert matched_share([[1, 0, 0], [0, 1, 0], [0, 0, 1]], right) == 3
    assert matched_share([[0, 1, 0], [0, 0, 1], [1, 0, 0]], right) == 0
    assert matched_share([[0.0] * 4] * 3, right) == pytest.approx(3 / 4)
    assert matched_share([[1, 1, 0], [1, 1, 0], [0, 0, 1]], right) == pytest.approx(2)


def test_the_scores_see_length_words_and_formulas() -> None:
    prompts, choices = ("a", "bbb", "ccccc"), ("11111", "2", "333")
    assert matched_share(like_lengths(prompts, choices), [1, 2, 0]) == 3
    assert shared_words(("the scaled row", "a sum"), ("scales", "sums of rows"))[0] == [1.0, 0.0]
    assert like_forms(("$q$", "Key"), ("Asks", "$k$ waits")) == [[0.0, 1.0], [1.0, 0.0]]


def test_the_share_of_a_sorter_is_what_all_draws_among_equals_give() -> None:
    for scores in ([3, 2, 1], [1, 2, 3], [2, 2, 1], [1, 1, 1, 1], [5, 2, 2, 7], [0, 1, 1, 0]):
        orders = [
            order
            for order in permutations(range(len(scores)))
            if all(scores[one] >= scores[two] for one, two in pairwise(order))
        ]
        tried = sum(sum(place == entry for place, entry in enumerate(order)) for order in orders)
        assert sorted_share([float(one) for one in scores]) == pytest.approx(tried / len(orders)), scores


def test_the_limit_is_that_of_a_blind_guess() -> None:
    """One pair of three to four: mean 3/4, and two standard errors as trying every guess gives them."""
    figure = next(iter(placed_figures([EVEN.item()], "all", whole=False)))
    hits = [sum(map(int.__eq__, guess, (0, 1, 2))) for guess in permutations(range(4), 3)]
    mean = sum(hits) / len(hits)
    error = (sum((one - mean) ** 2 for one in hits) / len(hits)) ** 0.5
    assert figure.limit == pytest.approx((mean + 2 * error) / 3)


def test_form_that_tells_fails_and_even_form_passes() -> None:
    told = Pairs(("a", "bb bb", "cc cc cc"), ("1", "22 22", "33 33 33"))
    steps = Steps(("a", "bb", "ccc", "dddd"))
    found = {
        one.name: one for one in placed_figures([told.item()] * 9 + [steps.item()] * 9, "all", whole=True)
    }
    assert not found["robot: matching lengths"].passed
    assert not found["robot: from short to long"].passed
    assert found["robot: from long to short"].passed
    assert found["robot: keeping the order shown"].passed
    assert len(found) == len(MATCHERS) + len(SORTERS) + 1
    even = [EVEN.item()] * 9 + [Steps(("aa", "bb", "cc", "dd")).item()] * 9
    assert all(one.passed for one in placed_figures(even, "all", whole=True))


def test_thirty_questions_have_five_points() -> None:
    draws = Draws("thirty")
    items = [replace(EVEN.item(), stem=str(draws.words(str(n)))) for n in range(30)]
    figure = next(iter(placed_figures(items, "all", whole=True)))
    assert figure.limit == pytest.approx(0.25 + 0.05)
    assert next(iter(placed_figures(items, "domain 1", whole=False))).limit > 0.3
