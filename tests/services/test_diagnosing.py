"""The report on diagnosis counts what it should, and sees what is wrong: a narrow interval, slips that are alike."""

from collections.abc import Mapping

import numpy as np
import pytest

from app.engine.byhand.person import EXACT, Person, Turns
from app.engine.families.reach import Hand
from app.engine.plain_engine import PlainEngine
from app.items.answer_key import NumbersAnswer
from app.items.item import Kind, RecipeItem
from app.items.variant import Variant
from app.kit.draws import Draws
from app.services.diagnosing.lines import diagnosis_lines, summary_lines
from app.services.diagnosing.tally import DiagnosisReport, Effort, SlipTally
from app.services.diagnosing.trials import Trials
from app.variants.bake import bake, bake_given
from app.variants.by_hand import by_hand
from app.variants.decode import decode
from app.variants.encode import EncodedVariant
from app.variants.recipe import RECIPES
from tests.changing import replace
from tests.unit.variants.samples import revision, seeds

FEW = Effort(right=60, single=20, pair=5)


def trials(recipe: str, *variants: Variant) -> Trials:
    of = revision(recipe, Kind.NUMBERS)
    assert isinstance(of.item, RecipeItem)
    return Trials.of(of.item, variants or bake(of, seeds(12), PlainEngine()).variants)


def chosen(recipe: str, givens: Mapping[str, object]) -> Variant:
    """The variant of givens that a person chose, in which slips may be alike."""
    found = bake_given(revision(recipe, Kind.NUMBERS), givens, PlainEngine(), seed="chosen")
    assert isinstance(found, EncodedVariant)
    return decode(found)


def with_numbers(variant: Variant, unit: float) -> Variant:
    """The variant with an interval of so much to either side, whatever rounding may do."""
    answer = variant.answer_key.answer
    assert isinstance(answer, NumbersAnswer)
    narrow = [
        replace(one, low=float(one.printed) - unit, high=float(one.printed) + unit) for one in answer.numbers
    ]
    return replace(
        variant, answer_key=replace(variant.answer_key, answer=replace(answer, numbers=tuple(narrow)))
    )


def test_a_report_adds_up() -> None:
    found = trials("masked-weight").report(FEW)
    assert found == trials("masked-weight").report(FEW)
    assert found.right == found.accepted == 60
    assert [one.people for one in found.singles] == [20] * 6
    assert all(sum(one.first.values()) == one.people for one in (*found.singles, *found.pairs))
    assert found.singles_first == found.pairs_among == 1
    assert found.well
    assert "no-exponential+plain-mean" in [one.name for one in found.alike]


def test_an_interval_that_is_too_narrow_is_found() -> None:
    good = trials("weights-row")
    narrow = [with_numbers(one, 0.0002) for one in good.variants]
    found = trials("weights-row", *narrow).report(FEW)
    assert found.accepted < found.right
    assert not found.well


def test_slips_that_are_alike_are_found_and_said() -> None:
    """With n = d_k² the root of n and d_k are one number: both slips divide by 2."""
    rows = [[1, 2], [2, 0], [3, 1], [0, 2]]
    alike = chosen("scaled-row", {"Q": rows, "K": [[1, 1], [2, 3], [0, 1], [3, 2]], "V": rows, "row": "A"})
    found = trials("scaled-row", alike).report(FEW)
    (named,) = [one for one in found.singles if one.name == "root-of-tokens"]
    assert named.first == {"divide-by-d-k": 20}
    assert named.among == 20
    assert found.singles_first < 0.99
    told = "\n".join(diagnosis_lines(found))
    assert "named first" in told
    assert "below an aim: scaled-row-typed" in "\n".join(summary_lines([found]))


@pytest.mark.parametrize("recipe", [slug for slug, one in RECIPES.items() if Kind.NUMBERS in one.kinds])
def test_somebody_who_never_rounds_gets_the_stored_values(recipe: str) -> None:
    """The person computes every way as the slip table has it: nothing of one is taken from the other."""
    for variant in trials(recipe).variants[:4]:
        table = variant.answer_key.slip_table
        assert table is not None
        of = trials(recipe, variant)
        for reading in table.readings():
            person = Person(Turns(Draws("exact"), recipe), 3)
            person.habit = EXACT
            found = by_hand(of.recipe, of.givens[variant.id], reading.slugs, person)
            assert found == pytest.approx(reading.values, rel=1e-9, abs=1e-12), reading.slugs


def test_people_round_in_every_way() -> None:
    people = [Person(Turns(Draws(str(turn)), "habits"), 2) for turn in range(300)]
    written = {person.write(0.125) for person in people} | {person.write(0.1249) for person in people}
    assert written == {0.12, 0.13, 0.125, 0.1249}
    assert {person.type(-0.5) for person in people} >= {"−0.50", "-0.50", "-0.500"}
    assert {person.write(1e300) for person in people} == {1e300}


def test_givens_that_nobody_can_work_are_a_fault() -> None:
    with pytest.raises(TypeError, match="nobody works weights-row by hand from dict"):
        by_hand(RECIPES["weights-row"], {}, (), Person(Turns(Draws("one"), "one"), 3))


def test_a_report_on_nothing_is_not_well() -> None:
    assert DiagnosisReport("none", 0, 0, 0, (), ()).faults == ("no variant was made",)


def test_all_questions_together_have_a_thousand_right_answers_for_each_of_the_people() -> None:
    for questions in (1, 36, 37):
        assert 100_000 <= Effort.by(100, questions).right * questions < 100_000 + questions


def test_a_slip_that_is_the_answer_for_no_reason_fails_the_report() -> None:
    """As one that was baked before anybody looked: its numbers are nowhere stored, and it may not be right."""
    good = trials("masked-weight")
    found = good.report(FEW)
    assert found.well
    dead = [without(one, ("base-two",)) for one in good.variants]
    found = trials("masked-weight", *dead).report(FEW)
    assert found.faults == ("never with numbers of their own, for no reason: base-two",)
    assert "base-two has no numbers of its own, and nothing makes it so" in "\n".join(diagnosis_lines(found))
    told = "\n".join(summary_lines([found]))
    assert f"below an aim: {found.item_id}: never with numbers of their own, for no reason: base-two" in told
    assert "every question" not in told


def without(variant: Variant, slugs: tuple[str, ...]) -> Variant:
    """The variant whose table has no numbers for a slip."""
    table = variant.answer_key.slip_table
    assert table is not None
    place, wide = table.layout.readings.index(slugs), 24 * table.layout.width
    numbers = (
        table.numbers[: place * wide]
        + np.full(wide // 8, np.nan).tobytes()
        + table.numbers[(place + 1) * wide :]
    )
    return replace(
        variant, answer_key=replace(variant.answer_key, slip_table=replace(table, numbers=numbers))
    )


def pair(people: int, among: int, crowded: int = 0, crowded_among: int = 0) -> SlipTally:
    return SlipTally(
        ("a", "b"), 9, 9, people, among, {"a+b": among}, crowded=crowded, crowded_among=crowded_among
    )


def test_each_pair_counts_by_itself_where_few_enough_have_its_numbers() -> None:
    assert pair(200, 190).is_named
    assert pair(200, 186).is_named  # within what 200 people say
    assert not pair(200, 180).is_named
    assert pair(200, 150, crowded=50, crowded_among=3).is_named
    assert not pair(200, 150, crowded=10, crowded_among=3).is_named
    lost = DiagnosisReport("one", 9, 10, 10, (), (pair(200, 180), pair(4000, 4000)))
    assert lost.pairs_among > 0.99
    assert lost.faults == ("not named among three: a+b",)
    crowded = DiagnosisReport("two", 9, 10, 10, (), (pair(200, 150, 50, 3), pair(4000, 4000)))
    assert crowded.well
    told = "\n".join([*diagnosis_lines(crowded), *summary_lines([crowded])])
    assert (
        "crowded a+b: 75% of 200, 50 of them where more than three pairs have its numbers; 98% elsewhere"
        in told
    )
    assert "two: 1 pair below 95%" in told
    assert "1 question: 10 of 10" in told


def test_pairs_with_the_numbers_of_more_than_three_are_found_to_be_crowded() -> None:
    found = trials(
        "weights-row", *bake(revision("weights-row", Kind.NUMBERS), seeds(60), PlainEngine()).variants
    )
    report = found.report(Effort(right=1, single=1, pair=30))
    crowded = [one for one in report.pairs if one.crowded]
    assert crowded
    assert all(one.crowded_among <= one.crowded <= one.people for one in crowded)
    lost = sum(one.people - one.among for one in report.pairs)
    assert sum(one.crowded - one.crowded_among for one in crowded) > 0.8 * lost > 0


def test_a_family_that_forgets_to_round_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The intervals then hold the last rounding alone, and people who round on the way to a factor fall out of them."""
    with monkeypatch.context() as patched:
        patched.setattr(Hand, "write", lambda self, number: number)
        forgetful = trials("dominance-factor")
    found = forgetful.report(Effort(right=400, single=1, pair=1))
    assert found.accepted < found.right
