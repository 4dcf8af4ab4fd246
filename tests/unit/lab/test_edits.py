"""The buttons change the draft as they say, stop at the limits, and lose nothing that was typed."""

import pytest

from app.lab.address import Wish, read_wish
from app.lab.draft import Draft
from app.lab.edits import EDITS, carried_out
from app.lab.matrix_text import cells_of

DRAFT = Draft(Q=cells_of("1 x;3 4"), K=cells_of("5 6;7 8"), V=cells_of("9;10"), hide=("B",), row="B")


def after(act: str, draft: Draft = DRAFT) -> Draft:
    return carried_out(Wish(draft, act=act), "seed")[0]


def sizes(draft: Draft) -> tuple[tuple[int, int], ...]:
    return tuple((len(rows), len(rows[0])) for rows in (draft.Q, draft.K, draft.V))


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("more-tokens", ((3, 2), (3, 2), (3, 1))),
        ("fewer-tokens", ((1, 2), (1, 2), (1, 1))),
        ("more-queries", ((3, 2), (2, 2), (2, 1))),
        ("fewer-queries", ((1, 2), (2, 2), (2, 1))),
        ("wider", ((2, 3), (2, 3), (2, 1))),
        ("narrower", ((2, 1), (2, 1), (2, 1))),
        ("wider-values", ((2, 2), (2, 2), (2, 2))),
        ("narrower-values", ((2, 2), (2, 2), (2, 1))),
        ("compute", ((2, 2), (2, 2), (2, 1))),
    ],
)
def test_sizes(act: str, expected: tuple[tuple[int, int], ...]) -> None:
    assert sizes(after(act)) == expected


@pytest.mark.parametrize("act", EDITS)
def test_buttons_stop_at_the_limits_and_keep_what_is_typed(act: str) -> None:
    draft = DRAFT
    for _ in range(12):
        draft = after(act, draft)
    assert all(1 <= rows <= 6 and 1 <= width <= 8 for rows, width in sizes(draft))
    assert after(act, draft) == draft
    assert draft.Q[0][0] == "1"
    if act not in ("narrower", "fewer-tokens", "fewer-queries"):
        assert draft.Q[0][1] == "x"


def test_what_is_said_of_a_token_that_is_gone_is_taken_back() -> None:
    fewer = after("fewer-tokens")
    assert (fewer.row, fewer.hide) == ("A", ())
    assert after("fewer-queries").row == "A"


def test_fresh_numbers_have_the_same_sizes_and_another_seed_gives_others() -> None:
    first, again = after("draw"), carried_out(Wish(DRAFT, act="draw"), "seed")[0]
    other = carried_out(Wish(DRAFT, act="draw"), "another")[0]
    assert sizes(first) == sizes(DRAFT)
    assert first == again
    assert first.Q != other.Q or first.K != other.K
    assert {text for rows in (first.Q, first.K, first.V) for row in rows for text in row} <= set(
        map(str, range(-2, 4))
    )


def test_pasted_text_takes_the_place_of_the_cells_and_goes() -> None:
    draft, faults = carried_out(
        read_wish([("paste-q", "[[1, 2], [3, 4]]"), ("k", "1 1~0 1"), ("do", "paste")]), "seed"
    )
    assert draft.Q == (("1", "2"), ("3", "4"))
    assert (draft.pasted, faults) == (("", "", ""), ())


def test_pasted_text_that_is_no_matrix_stays_with_one_sentence() -> None:
    draft, faults = carried_out(read_wish([("paste-v", "1 2\n3"), ("do", "paste")]), "seed")
    assert draft.pasted == ("", "", "1 2\n3")
    assert [(fault.field, "Row 2 of V" in fault.sentence) for fault in faults] == [("paste-v", True)]
    kept, told = carried_out(read_wish([("v", "1 2~3")]), "seed")
    assert kept.pasted == ("", "", "1 2~3")
    assert len(told) == 1
