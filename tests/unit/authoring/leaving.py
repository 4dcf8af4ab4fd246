"""Questions as they leave, drawn by Hypothesis: every form, with texts that are full of what formats give a meaning."""

from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st

from app.authoring.outgoing.question import (
    OutChoice,
    OutEntry,
    OutField,
    OutMatch,
    OutNumber,
    OutNumbers,
    OutOption,
    OutOrder,
    OutPairs,
    OutPrompt,
    OutQuestion,
    OutWrong,
)
from app.authoring.outgoing.texts import html, plain
from app.items.item import Header, Kind, Level, Shape, Source
from app.kit.decimals import in_full

HEADER = Header(
    "q-1", "attention", Kind.SINGLE_CHOICE, ("1.2",), Level.MECHANISM, Shape.FORMULA, 0.5, Source("A book", "2026-11-29")
)  # fmt: skip
some = settings(max_examples=settings.default.max_examples // 3)  # whole questions take their time
SIGNS = r"~=#{}:%[]->/\n\neq\$ <&>*`'|_\"\t" + "aé√∞−"
WORDS = [
    "row",
    "weights",
    r"$\sqrt{d_k}$",
    r"$a < b$",
    r"$\neq$",
    "-> b",
    "{x}",
    "50%",
    "[html]",
    "**so**",
    "//",
    "A. b",
]
texts = st.one_of(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join),
    st.text(alphabet=SIGNS, min_size=1, max_size=24),
    st.text(min_size=1, max_size=12),
).filter(lambda text: bool(plain(text)) and bool(html(text).strip()))
whys = st.one_of(st.just(""), texts)
places = st.integers(0, 4)
weights = st.sampled_from((-1.0, -0.5, -1 / 3, 0.0, 0.25, 1 / 3))
slugs = st.sampled_from(("no-scale", "swap-query-key"))


@st.composite
def choices(draw: st.DrawFn) -> OutChoice:
    """Two to six options, of which one or more are right."""
    count = draw(st.integers(2, 6))
    choose = draw(st.integers(1, count - 1))
    right = frozenset(draw(st.permutations(range(count)))[:choose])
    return OutChoice(
        tuple(
            OutOption(
                f"o-{n}", draw(texts), n in right, 1 / choose if n in right else draw(weights), draw(whys),
                "" if n in right else draw(slugs),
            )
            for n in range(count)
        ),
        choose,
        draw(st.booleans()),
    )  # fmt: skip


@st.composite
def pairs(draw: st.DrawFn) -> OutPairs:
    """Two to five prompts with as many choices or more."""
    count = draw(st.integers(2, 5))
    order = draw(st.permutations(range(1, count + draw(st.integers(0, 2)) + 1)))
    return OutPairs(
        tuple(OutPrompt(f"p-{n}", draw(texts), order[n], draw(whys)) for n in range(count)),
        tuple(OutMatch(f"m-{n}", draw(texts), draw(slugs), draw(whys)) for n in range(len(order))),
        (OutWrong(1, order[1], draw(slugs), draw(texts)),),
        draw(st.booleans()),
    )


@st.composite
def orders(draw: st.DrawFn) -> OutOrder:
    """Three to six entries."""
    count = draw(st.integers(3, 6))
    entries = tuple(OutEntry(f"e-{n}", draw(texts), draw(whys)) for n in range(count))
    return OutOrder(entries, (OutWrong(1, 2, draw(slugs), draw(texts)),), draw(st.booleans()))


decimals = st.decimals(-1000, 1000, allow_nan=False, allow_infinity=False, places=4)
distances = st.decimals(0, 2, allow_nan=False, allow_infinity=False, places=6)


@st.composite
def fields(draw: st.DrawFn, label: str = "") -> OutField:
    """A number with the range around it, perhaps less exact ones for a share, and a wrong one that is known."""
    value = Fraction(draw(decimals))
    low, high = value - Fraction(draw(distances)), value + Fraction(draw(distances))
    right = [OutNumber(in_full(value) if draw(st.booleans()) else "", low, high, why=draw(whys))]
    if draw(st.booleans()):
        right.append(OutNumber("", low - 1, high + 1, draw(st.sampled_from((0.5, 0.25))), draw(whys)))
    far = value + 10
    wrong = OutNumber(
        in_full(far), far - Fraction("0.5"), far + Fraction("0.5"), 0.0, draw(texts), draw(slugs)
    )
    return OutField(label, tuple(right), (wrong,) if draw(st.booleans()) else ())


@st.composite
def numbers(draw: st.DrawFn) -> OutNumbers:
    """One field, or some with labels."""
    count = draw(st.integers(1, 3))
    if count == 1:
        return OutNumbers((draw(fields()),))
    return OutNumbers(tuple(draw(fields(f"to {n}")) for n in range(count)))


@st.composite
def questions(draw: st.DrawFn) -> OutQuestion:
    """Any question."""
    form = draw(st.one_of(choices(), pairs(), orders(), numbers()))
    return OutQuestion("q-1", HEADER, draw(texts), form, explanation=draw(whys))
