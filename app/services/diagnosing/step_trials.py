"""People who work a computation in steps, slip in one of them or in two, and go on from their own numbers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from app.engine.byhand.formulas import Work, worked_steps
from app.engine.byhand.person import EXACT, Person, Turns
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.grading.result import Result
from app.items.answer_key import StepKey, StepsAnswer
from app.items.variant import Variant
from app.kit.draws import Draws
from app.services.diagnosing.tally import (
    NONE,
    RIGHT,
    TOO_FEW,
    UNREAD,
    DiagnosisReport,
    Effort,
    SlipTally,
)

Made = tuple[tuple[int, str], ...]  # which slip is made in which step, by the step's place


@dataclass(frozen=True, slots=True)
class StepTrials:
    """One item whose computations are asked in steps, with variants of it."""

    item_id: str
    variants: tuple[Variant, ...]

    def report(self, effort: Effort) -> DiagnosisReport:
        """What becomes of everybody. A slip is named well when its own step is the first wrong one and it stands first
        there; a pair when each step names its own."""
        where = self._where()
        accepted = sum(
            self._outcome(self.variants[turn % len(self.variants)], (), turn)[0] == RIGHT
            for turn in range(effort.right if self.variants else 0)
        )
        pairs = [(one, two) for (one,), (two,) in combinations(where, 2) if one[0] != two[0]]
        return DiagnosisReport(
            item_id=self.item_id,
            variants=len(self.variants),
            right=effort.right if self.variants else 0,
            accepted=accepted,
            singles=tuple(
                self._tally(made, where[made], len(self.variants), count=effort.single) for made in where
            ),
            pairs=tuple(self._pair(where, pair, effort.pair) for pair in pairs),
        )

    def _where(self) -> dict[Made, list[Variant]]:
        """The variants in which each slip has numbers of its own at its own step."""
        found: dict[Made, list[Variant]] = {}
        for variant in self.variants:
            for place, step in enumerate(_answer(variant).steps):
                for slip in step.slips:
                    found.setdefault(((place, slip.slug),), []).append(variant)
        return found

    def _pair(self, where: dict[Made, list[Variant]], pair: Made, count: int) -> SlipTally:
        """A pair in as many variants as people are wanted, if there are so many in which both can be told apart."""
        kept = {one.id for one in where[pair[1:]]}
        both = [one for one in where[pair[:1]] if one.id in kept]
        apart: list[Variant] = []
        tried: list[Variant] = []
        while len(apart) < count and len(tried) < min(len(both), 3 * count):
            tried.append(both[len(tried)])
            if self._second_shows(tried[-1], pair):
                apart.append(tried[-1])
        return self._tally(pair, apart, len(tried), count=count, otherwise=both)

    def _second_shows(self, variant: Variant, pair: Made) -> bool:
        """Whether the second slip has numbers of its own, from those that the first one led to.

        Where it has none, it is no slip: what was typed follows from what was typed before.
        """
        person = Person(Turns(Draws(f"diagnosis|{variant.id}"), "exact"), 0)
        person.habit = EXACT
        result = self._judged(variant, pair, person)
        return result is not None and result.steps[pair[1][0]].is_wrong

    def _tally(
        self,
        made: Made,
        apart: Sequence[Variant],
        looked: int,
        *,
        count: int,
        otherwise: Sequence[Variant] = (),
    ) -> SlipTally:
        first: Counter[str] = Counter()
        among = 0
        variants = apart or otherwise
        for turn in range(count if variants else 0):
            outcome, named = self._outcome(variants[turn % len(variants)], made, turn)
            first[outcome] += 1
            among += named
        slugs = tuple(_name(self.variants[0], place, slug) for place, slug in made)
        return SlipTally(slugs, len(apart), looked, sum(first.values()), among, dict(first))

    def _outcome(self, variant: Variant, made: Made, turn: int) -> tuple[str, bool]:
        """What stands first, and whether each slip is named in its own step."""
        label = "+".join(f"{place} {slug}" for place, slug in made)
        result = self._judged(
            variant, made, Person(Turns(Draws(f"diagnosis|{variant.id}"), f"{label}|{turn}"), 0)
        )
        if result is None:
            return UNREAD, False
        named = all((slug,) in result.steps[place].candidates for place, slug in made)
        return _first(variant, result), named

    def _judged(self, variant: Variant, made: Made, person: Person) -> Result | None:
        """One person's answer on its way through the product, with empty fields where nobody could go on."""
        answer = _answer(variant)
        works = [_work(step, place, made) for place, step in enumerate(answer.steps)]
        typed = tuple(
            "" if number is None else person.type(number, work.decimals)
            for row, work in zip(worked_steps(answer.givens, works, person), works, strict=True)
            for number in row
        )
        response = parse(variant.shown.form, positions=(), typed=typed)
        return None if isinstance(response, Invalid) else grade(variant.answer_key, response)


def _answer(variant: Variant) -> StepsAnswer:
    answer = variant.answer_key.answer
    if not isinstance(answer, StepsAnswer):
        raise TypeError(f"{variant.item_id} is not asked in steps")
    return answer


def _work(step: StepKey, place: int, made: Made) -> Work:
    """The step as somebody works it who makes these slips."""
    slugs = [slug for where, slug in made if where == place]
    formulas = next((slip.formulas for slip in step.slips if slip.slug in slugs), step.formulas)
    return Work(step.names, formulas, step.decimals, step.counts)


def _name(variant: Variant, place: int, slug: str) -> str:
    return f"{slug} in {_answer(variant).steps[place].slug}"


def _first(variant: Variant, result: Result) -> str:
    """What stands first: that all is right, or the slip of the first wrong step."""
    if result.correct:
        return RIGHT
    for place, step in enumerate(result.steps):
        if step.is_wrong:
            return _name(variant, place, step.candidates[0][0]) if step.candidates else NONE
    return TOO_FEW
