"""The robots, lengths, positions and likenesses give the figures that can be worked out by hand."""

import math
from dataclasses import replace

import pytest
from scipy.stats import chi2

from app.bank.dump import revision_of
from app.bank.load import LoadedItem
from app.bank.reader import Document
from app.bank.rules.bankwide import bank_figures, chi_square_999, form_figures, position_figure, shuffled
from app.bank.rules.base import Example, printed
from app.bank.rules.numbers import numbers_in
from app.bank.rules.robots import (
    NUMBER_ROBOTS,
    ROBOTS,
    Posed,
    chance,
    commonness,
    expected_hit,
    middle_number,
    robot_figures,
)
from app.bank.rules.similar import likeness, near_duplicates, runs
from app.items.item import AuthoredItem


@pytest.mark.parametrize(
    ("scores", "right", "expected"),
    [
        ((3, 1, 1, 1), {1}, 1.0),
        ((1, 3, 1, 1), {1}, 0.0),
        ((1, 1, 1, 1), {1}, 0.25),
        ((2, 2, 1, 1), {2}, 0.5),
        ((5, 4, 1, 1, 1), {1, 2}, 1.0),
        ((5, 1, 1, 1, 1), {1, 3}, 0.25),
        ((5, 1, 1, 1, 1), {2, 3}, 0.0),
        ((0, 0, 0, 0, 0), {2, 3}, 0.1),
        ((2, 2, 2, 0, 0), {1, 3}, 1 / 3),
        ((2, 2, 2, 0, 0), {1, 4}, 0.0),
    ],
)
def test_expected_hit(scores: tuple[float, ...], right: set[int], expected: float) -> None:
    assert expected_hit(scores, frozenset(right)) == pytest.approx(expected)


def test_expected_hits_of_all_answers_add_up_to_one() -> None:
    """Law: over all answers that could be right, the robot's chances add up to one."""
    scores = (2.0, 5.0, 2.0, 2.0, 7.0)
    pairs = [frozenset({a, b}) for a in range(1, 6) for b in range(a + 1, 6)]
    assert sum(expected_hit(scores, pair) for pair in pairs) == pytest.approx(1)
    assert sum(expected_hit(scores, frozenset({a})) for a in range(1, 6)) == pytest.approx(1)


def pick(robot: str, stem: str, *options: str) -> set[int]:
    """Where a robot's highest scores stand."""
    question = Posed(stem, options, frozenset({1}))
    scores = {**ROBOTS, **NUMBER_ROBOTS}[robot](question, commonness([question]))
    assert scores is not None
    return {place for place, score in enumerate(scores, 1) if score == max(scores)}


def test_each_robot_by_hand() -> None:
    assert pick("always the longest", "?", "one", "one two", r"$\sqrt{d}$") == {2}
    assert pick("always the most hedged", "?", "always so", "often so", "so") == {2}
    assert pick(
        "always the one most like the stem", "Why scale scores?", "a mask", "scaled scores", "a sum"
    ) == {2}
    assert pick("always the most technical", "?", "a sum", r"$QK^\top / 2$", "a mean") == {2}
    assert pick("always the middle number", "?", "0.1", "0.9", "0.4") == {3}
    assert pick("always the middle number", "?", "0.1", "0.9", "0.4", "0.5") == {3, 4}
    assert pick("always the middle number", "?", "[0.1, 0.9]", "[0.2, 0.8]", "[0.3, 0.7]") == {2}
    assert middle_number(Posed("?", ("1", "two"), frozenset({1})), {}) is None


def test_robots_for_numbers_by_hand() -> None:
    multiple, roundest = "always one of which another is a simple multiple", "always the roundest number"
    assert pick(multiple, "?", "1.50", "0.75", "4.10", "2.31") == {1, 2}
    assert pick(multiple, "?", "1.00", "1.41", "1.73", "2.60") == {1}
    assert pick(multiple, "?", "[0.500, −0.250]", "[1.000, −0.501]", "[1.000, 0.500]", "[0, 0]") == {1, 2}
    assert pick(roundest, "?", "4.00", "3.50", "−12.00", "0.07") == {1, 4}
    assert pick(roundest, "?", "[0.500, 1.000]", "[0.310, 0.120]", "100", "[0.333, 1]") == {1}
    shared = "always the one that shares most numbers"
    assert pick(shared, "?", "[5, 7, 3]", "[7, 5, 3]", "[5, 9, 3]", "[5, 7, 12]") == {1}
    assert pick(shared, "?", "0.1", "0.2", "0.3", "0.4") == {1, 2, 3, 4}
    assert NUMBER_ROBOTS[shared](Posed("?", ("1", "[1, 2]"), frozenset({1})), {}) is None
    assert NUMBER_ROBOTS[multiple](Posed("?", ("1", "two"), frozenset({1})), {}) is None
    assert NUMBER_ROBOTS[roundest](Posed("?", ("1", "two"), frozenset({1})), {}) is None


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0.506", (0.506,)),
        ("$8$", (8,)),
        ("$-0.5$", (-0.5,)),
        ("−2", (-2,)),
        ("[0.506, 0.186, 0.307]", (0.506, 0.186, 0.307)),
        (r"$(7.2,\ 2.7)$", (7.2, 2.7)),
        (r"$\frac{1}{4}$", (0.25,)),
        ("1/8", (0.125,)),
        ("8 GB", (8,)),
        ("40 %", (40,)),
        (r"$\sqrt{64}$", ()),
        ("two", ()),
        ("8 tokens of it", ()),
        ("1 or 2", ()),
        ("$d_k = 8$", ()),
        ("", ()),
    ],
)
def test_numbers_in(text: str, numbers: tuple[float, ...]) -> None:
    assert numbers_in(text) == pytest.approx(numbers)


def test_printed_length_counts_what_a_reader_sees() -> None:
    assert printed(r"$\sqrt{d_k}$") == "·dk"
    assert printed(r"$\mathrm{softmax}(x)$, **bold**") == "softmax(x), bold"


def test_chance_and_limits() -> None:
    four = Posed("?", ("aaaa", "b", "c", "d"), frozenset({1}))
    two_of_five = Posed("?", tuple("abcde"), frozenset({1, 2}))
    assert chance(four) == 0.25
    assert chance(two_of_five) == 0.1
    few = next(iter(robot_figures([four] * 12, "all", {}, whole=True)))
    assert few.value == 1.0
    assert few.limit == pytest.approx(0.25 + 2 * math.sqrt(0.25 * 0.75 / 12))
    assert not few.passed
    many = next(iter(robot_figures([four] * 30, "all", {}, whole=True)))
    assert many.limit == pytest.approx(0.30)
    domain = next(iter(robot_figures([four] * 30, "domain 1", {}, whole=False)))
    assert domain.limit == pytest.approx(0.25 + 2 * math.sqrt(0.25 * 0.75 / 30))


def test_shares_of_longest_and_shortest() -> None:
    long = Posed("?", ("aaaa", "b", "c", "d"), frozenset({1}))
    short = Posed("?", ("a", "bb", "cc", "dd"), frozenset({1}))
    even = Posed("?", ("aa", "bb", "c", "dd"), frozenset({1}))
    figures = {figure.name: figure for figure in form_figures([long] * 4 + [short] * 4 + [even] * 4, "all")}
    assert figures["right option strictly the longest"].value == pytest.approx(1 / 3)
    assert not figures["right option strictly the longest"].passed
    assert figures["right option strictly the shortest"].passed
    assert len(list(form_figures([long] * 9, "all"))) == 1


def test_positions() -> None:
    first = Posed("?", tuple("abcd"), frozenset({1}))
    skewed = position_figure([first] * 40, "all")
    assert skewed.value == pytest.approx(120)  # (40 − 10)²/10 + 3 · (0 − 10)²/10
    assert not skewed.passed
    drawn = list(shuffled([first] * 40))
    assert position_figure(drawn, "all").passed
    for one in drawn[:50]:
        assert sorted(one.options) == list("abcd")
        assert one.options[min(one.right) - 1] == "a"


@pytest.mark.parametrize("freedom", [2, 3, 4, 7, 12, 30])
def test_chi_square_point(freedom: int) -> None:
    assert chi_square_999(freedom) == pytest.approx(chi2.ppf(0.999, freedom), rel=0.03)


def numbered(example: Example, item_id: str, *objectives: str) -> AuthoredItem:
    item = example.item()
    return replace(item, header=replace(item.header, id=item_id, objectives=objectives or ("1.2",)))


def test_scopes() -> None:
    example = Example(("One", "Two", "Three", "Four"))
    items = [numbered(example, f"item-{n}", "1.2", "4.6") for n in range(12)]
    scopes = {figure.scope for figure in bank_figures(items)}
    assert scopes == {"all", "domain 1", "domain 4"}
    other = replace(items[0], header=replace(items[0].header, bank="other"))
    assert {"bank examples", "bank other"} <= {figure.scope for figure in bank_figures([*items, other])}
    assert bank_figures([]) == ()


def loaded(item: AuthoredItem) -> LoadedItem:
    return LoadedItem(
        revision_of(item), Document(f"{item.header.id}.yaml", {}, {}, {(): (1, 1), ("stem",): (9, 3)})
    )


def test_near_duplicates() -> None:
    stem = "Why are the scores of a row divided by the root of the width before the softmax is taken?"
    near = stem.replace("divided", "all divided")
    one = numbered(Example(("It keeps the variance at one", "b", "c", "d"), stem), "one")
    two = numbered(Example(("It cancels a growth", "b", "c", "d"), near), "two")
    generic = [
        numbered(Example((f"Claim {n} on {n}", "b", "c", "d"), "Which is so?"), f"g-{n}") for n in "xyz"
    ]
    found = list(near_duplicates([loaded(item) for item in (one, two, *generic)]))
    assert [(finding.item_id, finding.line) for finding in found] == [("two", 9)]
    assert "that of one" in found[0].message


def test_runs_and_likeness() -> None:
    assert runs("a b c d") == {("a", "b", "c"), ("b", "c", "d")}
    assert likeness(runs("a b c d"), runs("a b c e")) == pytest.approx(1 / 3)
    assert likeness(runs(""), runs("")) == 0
    assert runs("$d_k$ is") != runs("$d_v$ is")
