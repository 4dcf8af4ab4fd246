"""People who work a computation in steps, slip in one of them or in two, and go on from their own numbers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from app.engine.byhand.formulas import Work, worked_steps
from app.engine.byhand.person import Person, Turns
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.grading.result import Result
from app.items.answer_key import StepKey, StepsAnswer
from app.items.variant import Variant
from app.kit.draws import Draws
from app.services.diagnosing.tally import (
    NO_NUMBER,
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
        pairs = [
            (one, two)
            for (one,), (two,) in combinations([made for made in where if made], 2)
            if one[0] != two[0]
        ]
        return DiagnosisReport(
            item_id=self.item_id,
            variants=len(self.variants),
            right=effort.right if self.variants else 0,
            accepted=accepted,
            singles=tuple(self._tally(made, where[made], effort.single) for made in where),
            pairs=tuple(self._tally(pair, self._both(where, pair), effort.pair) for pair in pairs),
        )

    def _where(self) -> dict[Made, list[Variant]]:
        """The variants in which each slip has numbers of its own at its own step."""
        found: dict[Made, list[Variant]] = {}
        for variant in self.variants:
            for place, step in enumerate(_answer(variant).steps):
                for slip in step.slips:
                    found.setdefault(((place, slip.slug),), []).append(variant)
        return found

    def _both(self, where: dict[Made, list[Variant]], pair: Made) -> list[Variant]:
        kept = {one.id for one in where[pair[1:]]}
        return [one for one in where[pair[:1]] if one.id in kept]

    def _tally(self, made: Made, variants: Sequence[Variant], count: int) -> SlipTally:
        first: Counter[str] = Counter()
        among = 0
        for turn in range(count if variants else 0):
            variant = variants[turn % len(variants)]
            outcome, named = self._outcome(variant, made, turn)
            first[outcome] += 1
            among += named
        slugs = tuple(_name(self.variants[0], place, slug) for place, slug in made)
        return SlipTally(slugs, len(variants), sum(first.values()), among, dict(first))

    def _outcome(self, variant: Variant, made: Made, turn: int) -> tuple[str, bool]:
        """What stands first, and whether each slip is named in its own step."""
        label = "+".join(f"{place} {slug}" for place, slug in made)
        answer = _answer(variant)
        person = Person(Turns(Draws(f"diagnosis|{variant.id}"), f"{label}|{turn}"), 0)
        works = [_work(step, place, made) for place, step in enumerate(answer.steps)]
        try:
            numbers = worked_steps(answer.givens, works, person)
        except (ZeroDivisionError, OverflowError, ValueError):
            return NO_NUMBER, False
        typed = tuple(
            person.type(number, work.decimals)
            for row, work in zip(numbers, works, strict=True)
            for number in row
        )
        response = parse(variant.shown.form, positions=(), typed=typed)
        if isinstance(response, Invalid):
            return UNREAD, False
        result = grade(variant.answer_key, response)
        named = all((slug,) in result.steps[place].candidates for place, slug in made)
        return _first(variant, result), named


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
