"""Writing an item and reading it again gives the same item, whatever its text."""

import string
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.bank.cross import Known
from app.bank.dump import dump, item_path, revision_of
from app.bank.parse import parse_item
from app.items.field import AcceptedNumber, NumberField, WrongNumber
from app.items.item import (
    AuthoredItem,
    FixedVariant,
    Header,
    Item,
    Kind,
    Level,
    NumbersItem,
    RecipeItem,
    Scoring,
    Shape,
    Source,
    Tolerance,
    ToleranceKind,
)
from app.items.option import AuthoredOption
from app.items.settings import canonical
from app.items.tolerance import Span, Within
from app.kit.decimals import tidy
from tests.unit.bank.samples import AUTHORED, KNOWN, PATH, RECIPE, RECIPE_PATH

SIGNS = (
    string.ascii_letters + string.digits + " .,:;#-|>&*!%@`'\"\\{}[]()?~=+_/<^éß−²中𝒬😀\u00a0\u200b\u3000\n"
)
TRICKY = [
    "no",
    "012",
    "0.50",
    "~",
    "null",
    "---",
    "...",
    ": ",
    " #",
    "\\sqrt{d}",
    "\n  ",
    "\n\n",
    "''",
    "\ufffd",
    "true",
]
ONE_LINE = st.text(SIGNS.replace("\n", ""), min_size=1, max_size=12).map(str.strip).filter(bool)
TEXT = (
    st.lists(st.sampled_from(TRICKY) | st.text(SIGNS, max_size=8), max_size=4)
    .map("x".join)
    .map(str.strip)
    .filter(bool)
)
SLUG = st.lists(st.sampled_from(["a", "no", "7", "on-y", "true", "q2", "key"]), min_size=1, max_size=4).map(
    "-".join
)
SHARE = st.integers(1, 999).map(lambda n: n / 1000)


@st.composite
def headers(draw: st.DrawFn, kind: Kind) -> Header:
    numbers = draw(st.lists(st.sampled_from(["1.2", "4.6"]), min_size=1, max_size=2, unique=True))
    return Header(
        id=draw(SLUG),
        bank="attention",
        kind=kind,
        objectives=tuple(numbers),
        level=draw(st.sampled_from(Level)),
        shape=draw(st.sampled_from(Shape)),
        difficulty=draw(SHARE),
        source=Source(draw(ONE_LINE), "2026-02-28"),
    )


@st.composite
def authored_items(draw: st.DrawFn) -> AuthoredItem:
    choose = draw(st.integers(1, 2))
    count = draw(st.integers(3, 5) if choose == 1 else st.integers(5, 6))
    ids = draw(st.lists(SLUG, min_size=count, max_size=count, unique=True))
    weights = draw(st.lists(st.none() | SHARE.map(lambda x: 1 - 2 * x), min_size=count, max_size=count))
    options = tuple(
        AuthoredOption(
            id=option_id,
            text=draw(TEXT),
            correct=place < choose,
            rationale=draw(TEXT),
            misconception=None
            if place < choose
            else draw(st.sampled_from(sorted(KNOWN.misconceptions or ()))),
            weight=1 / choose if place < choose else weights[place] or 0.0,
        )
        for place, option_id in enumerate(ids)
    )
    order = draw(st.permutations(options))
    header = draw(headers(Kind.SINGLE_CHOICE if choose == 1 else Kind.MULTIPLE_SELECT))
    return AuthoredItem(header, draw(TEXT), tuple(order), choose, Scoring(draw(st.booleans())))


@st.composite
def number_fields(draw: st.DrawFn, label: str) -> NumberField:
    """A field whose spans stand one beside the other: each takes place k, and reaches less far than a half."""
    counts = draw(st.tuples(st.integers(1, 3), st.integers(0, 3)))
    spans = [draw(spans_at(10 * place)) for place in range(sum(counts))]
    accepted = tuple(
        AcceptedNumber(span, draw(TEXT), 1.0 if place == 0 else draw(SHARE.map(lambda x: 1 - 2 * x)))
        for place, span in enumerate(spans[: counts[0]])
    )
    slugs = st.sampled_from(sorted(KNOWN.misconceptions or ()))
    wrong = tuple(WrongNumber(span, draw(slugs), draw(TEXT)) for span in spans[counts[0] :])
    return NumberField(
        label, accepted, wrong, draw(st.just("") | ONE_LINE), draw(st.none() | st.integers(4, 6))
    )


@st.composite
def spans_at(draw: st.DrawFn, place: int) -> Span:
    value = tidy(Decimal(place + 1) + draw(st.integers(0, 999).map(lambda n: Decimal(n) / 1000)))
    amount = draw(st.integers(1, 999).map(lambda n: tidy(Decimal(n) / 1000)))
    return draw(
        st.sampled_from(
            [
                Span(value),
                Span(value, Within(ToleranceKind.ABSOLUTE, amount)),
                Span(value, Within(ToleranceKind.RELATIVE, tidy(amount / 1000))),
                Span(value, Within(ToleranceKind.DECIMALS, Decimal(4))),
                Span(value, Within(ToleranceKind.SIGNIFICANT_FIGURES, Decimal(7))),
                Span(None, Within(ToleranceKind.RANGE, low=value, high=tidy(value + amount))),
            ]
        )
    )


@st.composite
def numbers_items(draw: st.DrawFn) -> NumbersItem:
    labels = draw(st.lists(ONE_LINE, min_size=1, max_size=3, unique=True))
    fields = tuple(draw(number_fields(label)) for label in labels)
    rounding, by_head = draw(st.just("") | TEXT), draw(st.booleans())
    return NumbersItem(draw(headers(Kind.NUMBERS)), draw(TEXT), fields, rounding, by_head, Scoring(False))


GIVENS = st.recursive(
    TEXT, lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(SLUG, inner, max_size=2)
)
TOLERANCES = (
    st.just(Tolerance())
    | st.builds(Tolerance, st.sampled_from([ToleranceKind.ABSOLUTE, ToleranceKind.RELATIVE]), SHARE)
    | st.builds(Tolerance, st.just(ToleranceKind.DECIMALS), st.integers(0, 5).map(float))
    | SHARE.map(lambda low: Tolerance(ToleranceKind.RANGE, low=-low, high=low))
)


@st.composite
def recipe_items(draw: st.DrawFn) -> RecipeItem:
    names = draw(st.lists(SLUG, max_size=2, unique=True))
    fixed = tuple(
        FixedVariant(name, draw(ONE_LINE), draw(st.dictionaries(SLUG, GIVENS, min_size=1, max_size=3)))
        for name in names
    )
    return RecipeItem(
        header=draw(headers(Kind.NUMBERS)),
        recipe=draw(st.sampled_from(sorted(KNOWN.recipes or ()))),
        decimals=draw(st.integers(0, 10)),
        settings=canonical(draw(st.dictionaries(SLUG, ONE_LINE, max_size=2))),
        tolerance=draw(TOLERANCES),
        fixed=fixed,
    )


@settings(max_examples=100, derandomize=True, deadline=None)
@given(authored_items() | recipe_items() | numbers_items())
def test_reading_what_was_written_gives_the_same_item(item: Item) -> None:
    text = dump(item)
    again = parse_item(text, f"questions/{item_path(item)}", KNOWN).item
    assert again == item
    assert dump(again) == text


@pytest.mark.parametrize(("text", "path"), [(AUTHORED, PATH), (RECIPE, RECIPE_PATH)])
def test_a_revision_is_named_by_its_canonical_text(text: str, path: str) -> None:
    item = parse_item(text, path, KNOWN).item
    revision = revision_of(item)
    assert revision.text == dump(item)
    loose = "# a remark\n" + text.replace("level: mechanism", 'level:   "mechanism"')
    assert revision_of(parse_item(loose, path, KNOWN).item) == revision
    other = text.replace("level: mechanism", "level: derivation")
    assert revision_of(parse_item(other, path, KNOWN).item).id != revision.id


def test_the_canonical_text_can_be_read_by_people() -> None:
    item = parse_item(AUTHORED, PATH, Known()).item
    assert dump(item).splitlines()[:12] == [
        "id: what-is-mixed",
        "kind: single_choice",
        "objectives: ['1.2']",
        "level: mechanism",
        "shape: role",
        "difficulty: 0.7",
        "source:",
        "  citation: Vaswani et al. 2017, section 3.2.1",
        "  as_of: '2026-11-29'",
        "stem: 'Which rows are mixed with the weights of token $i$?'",
        "options:",
        "  - id: values",
    ]
