"""An address holds the whole state, short and readable, and any address at all is read without breaking."""

from dataclasses import replace
from fractions import Fraction
from urllib.parse import parse_qsl

from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.mechanism import Scale
from app.engine.problem import matrix
from app.engine.slips import SLIPS
from app.lab.address import link_of, link_to_start, number_text, read_wish
from app.lab.draft import Fault
from app.lab.edits import carried_out
from app.lab.reading import read_state
from app.lab.starts import STARTS
from app.lab.state import LabState

NUMBERS = st.one_of(
    st.integers(-1000, 1000),
    st.integers(-100_000, 100_000).map(lambda n: Fraction(n, 10_000)),
    st.builds(Fraction, st.integers(-50, 50), st.integers(1, 30)),
)


def read(link: str) -> LabState | tuple[Fault, ...]:
    wish = read_wish(parse_qsl(link.partition("?")[2], keep_blank_values=True))
    assert wish.faults == ()
    return read_state(wish.draft, {})


@st.composite
def states(draw: st.DrawFn) -> LabState:
    n_q, n, d_k, d_v = (draw(st.integers(1, most)) for most in (6, 6, 8, 8))
    rows = [
        [[draw(NUMBERS) for _ in range(width)] for _ in range(count)]
        for count, width in ((n_q, d_k), (n, d_k), (n, d_v))
    ]
    Q, K, V = map(matrix, rows)
    by = draw(st.sampled_from([None, Fraction(1, 2), 3, Fraction("0.0625")]))
    return LabState(
        Q, K, V,
        row=draw(st.integers(0, n_q - 1)),
        decimals=draw(st.integers(1, 6)),
        hidden=frozenset(draw(st.sets(st.integers(0, n - 1), max_size=n - 1))),
        scale=Scale.CHOSEN if by else draw(st.sampled_from([Scale.ROOT_D_K, Scale.NONE, Scale.ROOT_N, Scale.D_K])),
        divisor=by,
        slips=tuple(draw(st.sampled_from([(), ("no-exponential",), ("base-two", "plain-mean")]))),
    )  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(states())
def test_a_state_comes_back_from_its_link(state: LabState) -> None:
    assert read(link_of(state)) == state


def test_a_link_is_short_and_readable() -> None:
    first = read("/lab?start=example-1")
    assert isinstance(first, LabState)
    assert (
        link_of(first) == "/lab?q=1+0+1+0~0+1+0+1~1+1+0+0&k=1+0+1+0~0+1+0+1~1+1+0+0&v=1+2+0+0~0+1+2+0~0+0+1+2"
    )
    slipped = replace(first, slips=("no-scale",), decimals=4, row=1)
    assert link_of(slipped).endswith("&row=B&decimals=4&slip=no-scale")
    assert read(link_to_start("example-1", ("no-scale",))) == replace(first, slips=("no-scale",))


def test_the_largest_link_is_far_below_the_limit() -> None:
    rows = matrix([[Fraction("-999.9999")] * 8] * 6)
    assert len(link_of(LabState(rows, rows, rows))) < 2_000


def test_numbers_are_written_as_one_types_them() -> None:
    assert [number_text(one) for one in (2, Fraction(-1, 2), Fraction(1, 3), Fraction("0.0625"))] == [
        "2",
        "-0.5",
        "1/3",
        "0.0625",
    ]


def test_the_fields_of_the_form_are_read_and_lead_to_the_short_link() -> None:
    pairs = [
        ("qs", "1x2"),
        ("q", "1"),
        ("q", "0,5"),
        ("ks", "2x2"),
        *[("k", text) for text in "1234"],
        ("vs", "2x1"),
        ("v", "7"),
        ("v", "8"),
    ]
    wish = read_wish(pairs)
    assert wish.by_cells
    assert (wish.draft.Q, wish.draft.K, wish.draft.V) == (
        (("1", "0,5"),),
        (("1", "2"), ("3", "4")),
        (("7",), ("8",)),
    )


def test_what_is_no_matrix_stays_in_the_field_for_pasting() -> None:
    for text, part in (("1 2~3", "Row 2 of Q has 1 number"), ("~".join("1" * 7), "7 rows"), ("", "no numbers"), ("1 " * 9, "9 numbers"), ("1" * 1501, "1501 signs")):  # fmt: skip
        wish = read_wish([("q", text)])
        assert [fault.field for fault in wish.faults] == ["paste-q"]
        assert part in wish.faults[0].sentence
        assert wish.draft.pasted == (text, "", "")


FIELDS = st.sampled_from(
    ["q", "k", "v", "qs", "ks", "vs", "row", "decimals", "mask", "hide", "scale", "by", "slip", "start", "do", "paste-q", "paste-v", "x"]
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "1 2~3 4",
            "9x9",
            "0x0",
            "2x3",
            "-1x2",
            "²x²",
            "causal",
            "by",
            "B",
            "S1",
            "draw",
            "wider",
            "fewer-tokens",
            "1" * 3000,
            "example-2",
            *SLIPS,
        ]
    ),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(FIELDS, TEXTS), max_size=14))
def test_no_address_breaks_it(pairs: list[tuple[str, str]]) -> None:
    """Whatever it says, it is a state, or faults with names of fields; and what was typed is still there."""
    wish = read_wish(pairs)
    draft, faults = carried_out(wish, "seed")
    found = read_state(draft, {})
    if isinstance(found, LabState):
        assert found.problem.shape.n <= 6
        assert found.slipped is None or found.slipped != found.base or found.slips
        assert read(link_of(found)) == found
    else:
        assert all(fault.field and fault.sentence for fault in (*faults, *found))


def test_starting_points_are_all_named_by_their_address() -> None:
    for start, draft in STARTS.items():
        assert read_wish([("start", start)]).draft == draft
