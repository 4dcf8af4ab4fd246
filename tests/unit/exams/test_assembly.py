"""Forms: exact counts, no enemies, unseen first, and refused only when no form exists."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.exams.assembly import CAP, Refusal, assemble, assemble_from, pool_of
from app.exams.candidates import Candidate, camps, enemies_by_recipe
from app.exams.quotas import quotas
from app.items.exam import Exam, Navigation, PassMark, Section
from app.items.item import Kind, Shape, Source
from app.kit.draws import Draws
from tests.conftest import GATE

FORMS = 10_000 if GATE else 600
SHAPES = (Shape.FORMULA, Shape.ROLE, Shape.DERIVATION)


def exam(sections, counts=(6,), navigation=Navigation.FREE, head=False):
    return Exam(
        id="sample",
        bank="attention",
        title="Sample",
        description="A sample.",
        source=Source("a test", "2026-11-30"),
        minutes=10,
        counts=counts,
        sections=sections,
        kinds=frozenset((Kind.SINGLE_CHOICE, Kind.NUMBERS)),
        pass_mark=PassMark(70, "unofficial"),
        navigation=navigation,
        head_workable=head,
    )


def candidate(n, shape, **more):
    given_more = {
        "kind": Kind.SINGLE_CHOICE,
        "difficulty": 0.5,
        "head_workable": True,
        "places": (1, 2, 3, 4),
    }
    return Candidate(id=f"item-{n:03}", objective="1.2", shape=shape, **{**given_more, **more})


THREE = tuple(
    Section(shape.value, percent, shapes=frozenset((shape,)))
    for shape, percent in zip(SHAPES, (50, 30, 20), strict=True)
)


def drawn(draws, count):
    """A bank of random questions and enemies."""
    found = [
        candidate(
            n,
            draws.choice(f"shape {n}", SHAPES),
            difficulty=draws.integer(f"difficulty {n}", 1, 99) / 100,
            seen=draws.integer(f"seen {n}", 0, 2),
            exposure=draws.integer(f"exposure {n}", 0, 40) / 100,
            kind=draws.choice(f"kind {n}", (Kind.SINGLE_CHOICE, Kind.NUMBERS, Kind.ORDERING)),
            places=draws.choice(f"places {n}", ((), (1, 2, 3, 4), (2, 3))),
        )
        for n in range(count)
    ]
    pairs = [(draws.choice(f"a{n}", found).id, draws.choice(f"b{n}", found).id) for n in range(count // 9)]
    return found, camps([one.id for one in found], pairs)


def test_laws_of_many_forms():
    """Over thousands of forms: quotas are exact, no camp twice, only allowed kinds, each with a reason."""
    refused = 0
    for seed in range(FORMS):
        draws = Draws(f"bank {seed}")
        bank, of_camp = drawn(draws, 90)
        of = exam(THREE, counts=(20,))
        found = assemble(of, 20, bank, camps=of_camp, seed=f"form {seed}")
        if isinstance(found, Refusal):
            refused += 1
            continue
        by_id = {one.id: one for one in bank}
        items = [by_id[slot.item_id] for slot in found]
        assert [slot.n for slot in found] == list(range(1, 21))
        assert Counter(slot.section for slot in found) == dict(enumerate(quotas((50, 30, 20), 20)))
        assert all(
            THREE[slot.section].takes(one.objective, one.shape)
            for slot, one in zip(found, items, strict=True)
        )
        assert len({of_camp[one.id] for one in items}) == 20
        assert all(one.kind in of.kinds for one in items)
        assert all(slot.reason.startswith(THREE[slot.section].name) for slot in found)
        assert all(
            (slot.place in one.places) if one.places else slot.place is None
            for slot, one in zip(found, items, strict=True)
        )
        assert assemble(of, 20, list(reversed(bank)), camps=of_camp, seed=f"form {seed}") == found
    assert refused < FORMS / 10


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.booleans())
def test_a_pool_gives_the_form_that_its_candidates_give(seed, some_sections_short):
    """What a learner met and how often others were asked may be said beside a pool, or stand in its candidates."""
    bank, of_camp = drawn(Draws(f"pool {seed}"), 30 if some_sections_short else 90)
    of = exam(THREE, counts=(20,))
    plain = pool_of(of, [replace(one, seen=0, exposure=0.0) for one in bank], of_camp)
    seen = {one.id: one.seen for one in bank if one.seen}
    exposure = {one.id: one.exposure for one in bank if one.exposure > CAP}
    found = assemble_from(plain, 20, seed=str(seed), seen=seen, exposure=exposure)
    assert found == assemble(of, 20, bank, camps=of_camp, seed=str(seed))


def test_right_places_are_even():
    """Where every question can be turned, the right option stands at each place as often as at any other."""
    bank = [candidate(n, SHAPES[n % 3]) for n in range(90)]
    for seed in range(40):
        found = assemble(exam(THREE, counts=(20,)), 20, bank, camps={}, seed=str(seed))
        assert set(Counter(slot.place for slot in found).values()) == {5}


def test_difficulties_are_spread():
    """Each third of a section by difficulty gives its share, give or take one question."""
    bank = [candidate(n, SHAPES[0], difficulty=n / 100) for n in range(1, 91)]
    one = exam((Section("all", 100),), counts=(20,))
    for seed in range(40):
        found = assemble(one, 20, bank, camps={}, seed=str(seed))
        thirds = Counter((int(slot.item_id[-3:]) - 1) // 30 for slot in found)
        assert all(6 <= thirds[third] <= 7 for third in range(3))


def test_unseen_first_then_least_seen_then_over_the_cap():
    bank = [candidate(n, SHAPES[0], seen=n) for n in range(8)]
    bank.append(candidate(8, SHAPES[0], exposure=CAP + 0.01))
    one = exam((Section("all", 100),))
    found = assemble(one, 6, bank, camps={}, seed="x")
    assert {slot.item_id for slot in found} == {f"item-{n:03}" for n in range(6)}
    last = exam((Section("all", 100),), counts=(9,))
    reasons = {slot.item_id: slot.reason for slot in assemble(last, 9, bank, camps={}, seed="x")}
    assert reasons["item-008"].endswith("asked in 26% of sittings, and nothing else fitted.")
    assert "met once" in reasons["item-001"]


def test_a_form_is_found_where_one_exists():
    """Against every way of choosing: sections that overlap and enemies that are of two sections."""
    sections = (
        Section("formula or role", 50, shapes=frozenset(SHAPES[:2])),
        Section("role or why", 50, shapes=frozenset(SHAPES[1:])),
    )
    of = exam(sections, counts=(4,))
    refused = 0
    for seed in range(300):
        draws = Draws(f"small {seed}")
        bank = [candidate(n, draws.choice(f"s{n}", SHAPES)) for n in range(7)]
        pairs = [(draws.choice(f"a{n}", bank).id, draws.choice(f"b{n}", bank).id) for n in range(4)]
        of_camp = camps([one.id for one in bank], pairs)
        found = assemble(of, 4, bank, camps=of_camp, seed=str(seed))
        assert isinstance(found, Refusal) is not exists(sections, bank, of_camp)
        refused += isinstance(found, Refusal)
    assert 10 < refused < 290


def exists(sections, bank, of_camp):
    """Whether some four questions of different camps fill two and two, tried one by one."""
    for four in combinations(bank, 4):
        if len({of_camp[one.id] for one in four}) == 4:
            for two in combinations(four, 2):
                rest = [one for one in four if one not in two]
                if all(sections[0].takes(one.objective, one.shape) for one in two) and all(
                    sections[1].takes(one.objective, one.shape) for one in rest
                ):
                    return True
    return False


def test_what_is_missing_is_named():
    """Sections without any question, and the one that lacks the fewest."""
    bank = [candidate(n, SHAPES[0]) for n in range(2)] + [candidate(9, SHAPES[1])]
    found = assemble(exam(THREE, counts=(10,)), 10, bank, camps={}, seed="x")
    assert isinstance(found, Refusal)
    assert [(one.section.name, one.needed, one.found) for one in found.unmet] == [
        ("formula", 5, 2),
        ("role", 3, 1),
        ("derivation", 2, 0),
    ]
    assert found.missing == ("derivation",)
    assert found.smallest.section.name == "role"
    with pytest.raises(ValueError, match="sample has 6 questions, not 7"):
        assemble(exam(THREE), 7, bank, camps={}, seed="x")


def test_sections_in_order_where_there_is_no_way_back():
    bank = [candidate(n, SHAPES[n % 3]) for n in range(60)]
    found = assemble(exam(THREE, counts=(20,), navigation=Navigation.ONE_WAY), 20, bank, camps={}, seed="x")
    assert [slot.section for slot in found] == sorted(slot.section for slot in found)
    free = assemble(exam(THREE, counts=(20,)), 20, bank, camps={}, seed="x")
    assert [slot.section for slot in free] != sorted(slot.section for slot in free)


def test_only_what_can_be_worked_in_the_head():
    bank = [candidate(n, SHAPES[0], head_workable=n >= 6) for n in range(12)]
    found = assemble(exam((Section("all", 100),), head=True), 6, bank, camps={}, seed="x")
    assert {int(slot.item_id[-3:]) for slot in found} == set(range(6, 12))


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=12))
def test_camps(pairs):
    """Enemies are of one camp, and camps hold nobody who is not tied to them."""
    names = [f"{n:02}" for n in range(10)]
    found = camps(names, [(f"{one:02}", f"{other:02}") for one, other in pairs])
    assert set(found) == set(names)
    for one, other in pairs:
        if one < 10 and other < 10:
            assert found[f"{one:02}"] == found[f"{other:02}"]
    tied = {name for one, other in pairs if one != other for name in (f"{one:02}", f"{other:02}")}
    for name in names:
        if name not in tied:
            assert [other for other in names if found[other] == found[name]] == [name]


def test_one_recipe_is_one_camp():
    assert enemies_by_recipe({"b": "r", "a": "r", "c": "s", "d": "r"}) == [("a", "b"), ("b", "d")]
