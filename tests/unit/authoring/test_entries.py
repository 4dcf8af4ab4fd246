"""Banks and misconceptions on both sides: the three-way rule, and no word of anybody's that goes unseen."""

from hypothesis import given
from hypothesis import strategies as st

from app.authoring.agreement import Sides, Verdict, synchronised, verdict
from app.authoring.entries import Entries, Made

WORDS = st.sampled_from(["one", "two", "three"])
FILES = st.dictionaries(st.sampled_from("abc"), WORDS)
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("files"), FILES),
        st.tuples(st.just("here"), st.tuples(st.sampled_from("abc"), WORDS)),
        st.tuples(st.just("export"), st.none()),
    ),
    max_size=8,
)


@given(ACTS)
def test_whatever_happens_each_entry_stands_as_the_three_way_rule_says(
    acts: list[tuple[str, object]],
) -> None:
    """Against a model that keeps the three sides of each entry by itself."""
    entries: Entries[str] = Entries()
    model = {name: Sides(None, None, None) for name in "abc"}
    for _, told in acts:
        if isinstance(told, dict):
            entries = entries.with_files(told)
            model = {
                n: synchronised(Sides(one.common, told.get(n), one.database)) for n, one in model.items()
            }
        elif isinstance(told, tuple):
            name, word = told
            entries = entries.with_mine(name, word)
            sides = Sides(model[name].common, model[name].file, word)
            model[name] = synchronised(sides) if verdict(sides) is Verdict.TAKE else sides
        else:
            folder = {
                name: one.mine if entries.said(name) is Verdict.KEEP else entries.files.get(name, "")
                for name, one in entries.made.items()
            }
            kept = {name: one for name, one in model.items() if verdict(one) is Verdict.KEEP}
            entries = entries.written({**entries.files, **{n: w for n, w in folder.items() if w}})
            model |= {n: Sides(one.database, one.database, one.database) for n, one in kept.items()}
        assert entries.served == {n: one.database for n, one in model.items() if one.database is not None}
        expected = tuple(n for n in "abc" if verdict(model[n]) is Verdict.CONFLICT)
        assert entries.conflicts == expected


def test_a_person_decides_for_either_side() -> None:
    entries = Entries({"a": "theirs"}, {"a": Made("ours", "before")})
    assert entries.conflicts == ("a",)
    assert entries.with_files_side("a").served == {"a": "theirs"}
    ours = entries.with_our_side("a")
    assert (ours.served, ours.conflicts, ours.said("a")) == ({"a": "ours"}, (), Verdict.KEEP)
