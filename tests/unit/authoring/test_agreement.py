"""The three-way rule: nothing is overwritten that the other side has not seen, and order matters only where it must."""

from itertools import product

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from app.authoring.agreement import Choice, Sides, Verdict, exported, settled, synchronised, verdict

VALUES = (None, "a", "b", "c")
EVERY = [Sides(*three) for three in product(VALUES, repeat=3)]
TURNED = {
    Verdict.SAME: Verdict.SAME,
    Verdict.TAKE: Verdict.KEEP,
    Verdict.KEEP: Verdict.TAKE,
    Verdict.CONFLICT: Verdict.CONFLICT,
}


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        (Sides(None, None, None), Verdict.SAME),  # retired, and its file gone
        (Sides(None, "a", None), Verdict.TAKE),  # a new file, or one that came back
        (Sides(None, None, "a"), Verdict.KEEP),  # written here and never in a file
        (Sides(None, "a", "a"), Verdict.SAME),
        (Sides(None, "a", "b"), Verdict.CONFLICT),  # new on both sides under one name
        (Sides("a", "a", "a"), Verdict.SAME),
        (Sides("a", "b", "a"), Verdict.TAKE),
        (Sides("a", "a", "b"), Verdict.KEEP),
        (Sides("a", "b", "b"), Verdict.SAME),
        (Sides("a", "b", "c"), Verdict.CONFLICT),
        (Sides("a", None, "a"), Verdict.TAKE),  # the file is gone: retire it
        (Sides("a", "a", None), Verdict.KEEP),  # retired here: it stays so
        (Sides("a", None, "b"), Verdict.CONFLICT),  # gone from the files, changed here
        (Sides("a", "b", None), Verdict.CONFLICT),  # changed in the file, retired here
        (Sides("a", None, None), Verdict.SAME),
    ],
)
def test_what_is_said(sides: Sides, said: Verdict) -> None:
    assert verdict(sides) is said


@pytest.mark.parametrize("sides", EVERY, ids=str)
def test_laws_of_one_step(sides: Sides) -> None:
    """Idempotent; neither side is preferred; syncing first or exporting first comes to the same."""
    assert synchronised(synchronised(sides)) == synchronised(sides)
    assert exported(exported(sides)) == exported(sides)
    assert verdict(Sides(sides.common, sides.database, sides.file)) is TURNED[verdict(sides)]
    assert exported(synchronised(sides)) == synchronised(exported(sides))
    assert (exported(synchronised(sides)) == sides) or verdict(sides) is not Verdict.CONFLICT


@pytest.mark.parametrize("sides", [one for one in EVERY if verdict(one) is Verdict.CONFLICT], ids=str)
def test_a_conflict_is_left_alone_until_it_is_settled(sides: Sides) -> None:
    assert synchronised(sides) == exported(sides) == sides
    kept, taken = settled(sides, Choice.DATABASE), settled(sides, Choice.FILE)
    assert synchronised(kept).database == sides.database
    assert exported(kept).file == sides.database
    assert synchronised(taken).database == exported(taken).file == sides.file


class TwoSides(RuleBasedStateMachine):
    """People write on both sides while files are brought in and written out; every act of a person has a number.

    A side knows the acts of its own people, and those of the other side that it took, or that somebody settled.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sides = Sides(None, None, None)
        self.acts = 0
        self.file_act = self.database_act = 0
        self.known_to_files, self.known_to_database = {0}, {0}
        self.agreed: str | None = None

    @rule(value=st.sampled_from(VALUES))
    def somebody_edits_the_file(self, value: str | None) -> None:
        self.acts += 1
        self.file_act = self.acts
        self.known_to_files.add(self.acts)
        self.sides = Sides(self.sides.common, value, self.sides.database)

    @rule(value=st.sampled_from(VALUES))
    def somebody_publishes_or_retires(self, value: str | None) -> None:
        self.acts += 1
        self.database_act = self.acts
        self.known_to_database.add(self.acts)
        self.sides = Sides(self.sides.common, self.sides.file, value)

    @rule()
    def sync(self) -> None:
        before, self.sides = self.sides, synchronised(self.sides)
        assert self.sides.file == before.file
        if self.sides.database != before.database:
            assert self.database_act in self.known_to_files or before.database == self.agreed
            self.database_act = self.file_act
        self._compare()

    @rule()
    def export(self) -> None:
        before, self.sides = self.sides, exported(self.sides)
        assert self.sides.database == before.database
        if self.sides.file != before.file:
            assert self.file_act in self.known_to_database or before.file == self.agreed
            self.file_act = self.database_act
        self._compare()

    @precondition(lambda self: verdict(self.sides) is Verdict.CONFLICT)
    @rule(choice=st.sampled_from(Choice))
    def somebody_settles(self, choice: Choice) -> None:
        self.sides = settled(self.sides, choice)
        self.known_to_database.add(self.file_act)
        self.agreed = self.sides.file
        if choice is Choice.FILE:
            self.known_to_files.add(self.database_act)
            self.database_act = self.file_act

    def _compare(self) -> None:
        """Where both are alike, each has seen the other."""
        if self.sides.file == self.sides.database:
            self.known_to_files.add(self.database_act)
            self.known_to_database.add(self.file_act)
            self.agreed = self.sides.file

    @invariant()
    def what_is_common_is_what_was_agreed(self) -> None:
        assert self.sides.common == self.agreed


TestTwoSides = TwoSides.TestCase
TestTwoSides.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
