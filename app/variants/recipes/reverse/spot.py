"""Spot the slip: a computation worked by hand is shown with at most one wrong step, which is to be named."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

import numpy as np
from flint import arb, fmpq

from app.engine.batching import Batch, NumericEngine
from app.engine.certify import printed
from app.engine.formulas import formula
from app.engine.handwork import LINES, Desk, Line, Unwritten, Working
from app.engine.mechanism import RIGHT, Mechanism, NotDefined
from app.engine.precision import BITS
from app.engine.problem import Shape
from app.engine.slips import SLIPS, apply
from app.engine.stages import Stage
from app.items.answer_key import Claim, Evidence, Proof, WorkedStep
from app.kit.draws import Draws
from app.variants.block import Reading
from app.variants.certified import ball_text
from app.variants.recipes.givens import TOKENS
from app.variants.recipes.ranges import Limits
from app.variants.recipes.reverse import words
from app.variants.recipes.reverse.givens import (
    OFFERED,
    Pools,
    ReverseGivens,
    asked_row,
    columns_of,
    different_matrices,
    shapes_in,
    tokens_of,
)
from app.variants.recipes.reverse.posed import NEAR, Posed, PoseResult, Told, betrayed, shown_row
from app.variants.recipes.settings import BY_CALCULATOR, BY_HAND
from app.variants.rounding import Floats, typographic

SHAPES = {BY_HAND: ((2, 4),), BY_CALCULATOR: ((3, 4), (3, 2))}
_TURNS = {BY_HAND: 1500, BY_CALCULATOR: 80}
_TRIED = 80  # matrices, after which these slips are taken not to be told apart within the ranges
DECIMALS = 3  # those with which a draw is tried
_LARGEST = 1000  # no number of a working that is drawn is larger
_BY_HAND_SCALED = (-1, 0, 1, 2)  # whose exponentials the page gives
_NOT_BY_HAND = frozenset(("plain-mean", "softmax-over-matrix", "root-of-tokens"))
POOLS: Pools = MappingProxyType({Stage.OUTPUT: tuple(words.ACTS)})
ROUTES = (
    "float64 with intervals, each line from the one written above it",
    "fractions and ball arithmetic (Arb), each line backward by formulas of its own",
)


@dataclass(frozen=True, slots=True)
class Spotting:
    """Three steps that may have gone wrong, and that none did: each as likely to be so.

    What is offered is drawn first, then what is so, then matrices in which each of the four can be told from the three
    others. Nothing about the options depends on what is so, so whoever looks at them alone is right in one of four
    draws. "No step is wrong" is offered always and right as often as any other: each number is made of the written ones
    above it, so that there is no wrong digit that could be mistaken for a slip.
    """

    slug: str = "spot-the-slip"
    difficulties: tuple[int, ...] = (BY_HAND, BY_CALCULATOR)
    offers: int = OFFERED

    @property
    def pools(self) -> Pools:
        """The slips that are seen in a line of their own."""
        return POOLS

    def shapes(self, difficulty: int) -> tuple[tuple[int, int], ...]:
        """Tokens and d_k."""
        return SHAPES[difficulty]

    def draw(self, draws: Draws, difficulty: int, limits: Limits) -> ReverseGivens:
        """Slips, the one that was made or none, and matrices."""
        n, d_k = draws.choice("shape", shapes_in(limits, SHAPES[difficulty]))
        shape = Shape(n_q=n, n=n, d_k=d_k, d_v=d_k)
        by_hand = difficulty == BY_HAND
        pool = [
            slug
            for slug in self.pools[Stage.OUTPUT]
            if not SLIPS[slug].coincides(shape) and not (by_hand and slug in _NOT_BY_HAND)
        ]
        drawn = draws.sample("slips", pool, OFFERED - 1)
        offered = ((), *((slug,) for slug in pool if slug in drawn))
        by = draws.choice("by", offered)
        row, tried = asked_row(draws, n, offered), 0
        for base in different_matrices(draws, (n, d_k), row, limits, turns=_TURNS[difficulty]):
            givens = ReverseGivens(base, Stage.OUTPUT, offered, by)
            if by_hand and not _tied(givens):
                continue
            tried += 1
            if _all_told_apart(givens) or tried == _TRIED:
                break
        return givens

    def check(self, givens: ReverseGivens) -> None:
        """One slip for each option, and the right way among them."""
        if () not in givens.offered or any(len(slugs) > 1 for slugs in givens.offered):
            raise ValueError(
                "a working is asked about with one slip for each option, and none for one of them"
            )

    def by_hand(self, givens: ReverseGivens) -> bool:
        """Whether the right way comes out in the head: two equal scores whose exponential the page gives."""
        return _tied(givens) and len(givens.base.Q) == 2

    def pose(self, group: Sequence[ReverseGivens], engine: NumericEngine, decimals: int) -> list[PoseResult]:
        """The questions of draws of one shape, each with its proof, or why it is refused."""
        return pose_workings(group, engine, decimals)


def pose_workings(group: Sequence[ReverseGivens], engine: NumericEngine, decimals: int) -> list[PoseResult]:
    """Workings by hand, each with what is offered as wrong in it, and its proof; or why it is refused."""
    ways = list(dict.fromkeys([(), *(givens.by for givens in group)]))
    batch = Batch.of([givens.problem for givens in group])
    tables: dict[Stage, Floats] = {
        stage: engine.run(
            batch, [apply(slugs) for slugs in ways], stage=stage, decimals=decimals, stepped=1
        ).table
        for stage in LINES
    }
    found: list[PoseResult] = []
    for place, givens in enumerate(group):
        way = ways.index(givens.by)
        rows = {stage: table[place, way] for stage, table in tables.items()}
        try:
            found.append(_posed(givens, rows, engine.name, decimals))
        except Unwritten as refusal:
            found.append(str(refusal))
        except NotDefined:
            found.append("not-finite")
    return found


def step_of(slug: str) -> Stage:
    """The line in which a slip is seen first."""
    first = SLIPS[slug].first_stage
    return Stage.OUTPUT if first is Stage.WEIGHTED else first


def _tied(givens: ReverseGivens) -> bool:
    """Whether the right way has equal scores whose exponentials the page gives."""
    base = givens.base
    scores = {sum(q * k for q, k in zip(base.Q[base.row], other, strict=True)) for other in base.K}
    return len(scores) == 1 and scores.pop() in {2 * scaled for scaled in _BY_HAND_SCALED}


def is_short(working: Working) -> bool:
    """Whether all its numbers are."""
    return all(abs(number) < _LARGEST for line in working.lines for number in line.numbers)


def _all_told_apart(givens: ReverseGivens) -> bool:
    """Whether each of the four may be what is so, with short numbers, and none could be taken for another."""
    desk = Desk(givens.problem, DECIMALS)
    try:
        for by in givens.offered:
            working = desk.work(apply(by))
            if not (is_short(working) and is_told_apart(desk, working, replace(givens, by=by))):
                return False
    except (Unwritten, NotDefined):
        return False
    return True


def is_told_apart(desk: Desk, working: Working, givens: ReverseGivens) -> bool:
    """Whether no other option could be meant: what it says would show other numbers in its step, as would the formula
    in each step that is wrong."""
    return all(
        _as_if(desk, working, other, givens).apart(working.at(_seen_in(other, givens)))
        for other in givens.offered
        if other not in givens.made
    ) and all(desk.line(working, step_of(slug), RIGHT).apart(working.at(step_of(slug))) for slug in givens.by)


def _seen_in(other: Reading, givens: ReverseGivens) -> Stage:
    """The line by which an option is told from what is so: its own, or for the right way that of the slip."""
    (slug,) = other or givens.by
    return step_of(slug)


def _as_if(desk: Desk, working: Working, other: Reading, givens: ReverseGivens) -> Line:
    """What the working would show in that line, from what is written above it, if the option were so."""
    return desk.line(working, _seen_in(other, givens), apply(other))


def _posed(givens: ReverseGivens, rows: dict[Stage, Floats], engine: str, decimals: int) -> PoseResult:
    desk = Desk(givens.problem, decimals)
    working = desk.work(apply(givens.by))
    if not all(_reached(line, rows[line.stage]) for line in working.lines):
        return "routes-disagree"
    if not is_told_apart(desk, working, givens):
        return NEAR
    lines = [(words.LINE_NAMES[line.stage], _text(line, decimals)) for line in working.lines]
    page = words.spot_page(givens, lines, decimals)
    options = tuple(_told(desk, working, slugs, givens) for slugs in givens.offered)
    output = working.at(Stage.OUTPUT)
    return Posed(
        page,
        options,
        _solution(desk, givens),
        _proof(desk, working, givens, engine=engine),
        Evidence(
            values=tuple(float(number) for number in output.numbers),
            low=output.low,
            high=output.high,
            printed=_digits(output, decimals),
            bits=BITS,
            made_by=(),
            claims=_claims(_At(desk, working, givens)),
        ),
    )


@dataclass(frozen=True, slots=True)
class _At:
    """A working on the desk, and what it was made of."""

    desk: Desk
    working: Working
    givens: ReverseGivens


def _claims(at: _At) -> tuple[Claim, ...]:
    """What the formula gives in each line that is wrong, or in all of them where none is, and what each option says."""
    off = {step_of(slug) for slug in at.givens.by} or set(LINES)
    formula = [_claim((), at.desk.line(at.working, stage, RIGHT), at) for stage in LINES if stage in off]
    told = [slugs for slugs in at.givens.offered if slugs]
    return (*formula, *(_claim(slugs, _as_if(at.desk, at.working, slugs, at.givens), at) for slugs in told))


def _claim(slugs: Reading, line: Line, at: _At) -> Claim:
    working, givens = at.working, at.givens
    return Claim(
        option=_name(slugs),
        line=LINES.index(line.stage) + 1,
        names=_names(line.stage, givens),
        values=line.forward,
        enclosures=tuple(map(_enclosed, line.backward)),
        low=line.low,
        high=line.high,
        printed=_digits(line, 0 if line.stage is Stage.RAW else at.desk.decimals),
        apart=_gap(line, working.at(line.stage)),
    )


def _names(stage: Stage, givens: ReverseGivens) -> tuple[str, ...]:
    """What the numbers of a line are called: tokens, the sum, or columns of what is carried."""
    if stage is Stage.SUM:
        return ("the sum",)
    return columns_of("V", len(givens.base.V[0])) if stage is Stage.OUTPUT else tokens_of(givens)


def _enclosed(number: arb | Fraction) -> str:
    """What the second route gave: a ball with its error, or a number that is exact."""
    return ball_text(number if isinstance(number, arb) else arb(fmpq(number.numerator, number.denominator)))


def _reached(line: Line, table: Floats) -> bool:
    """Whether the engine's own computation, from the matrices on, can come to the written numbers by rounding."""
    numbers = np.array([float(number) for number in line.numbers])
    return bool(((table[1] <= numbers) & (numbers <= table[2])).all())


def _text(line: Line, decimals: int) -> str:
    return shown_row(_printed(line, decimals))


def _printed(line: Line, decimals: int) -> tuple[str, ...]:
    """The numbers of a line; raw scores are whole."""
    return tuple(map(typographic, _digits(line, 0 if line.stage is Stage.RAW else decimals)))


def _digits(line: Line, places: int) -> tuple[str, ...]:
    """The numbers of a line, which have no more decimals than these."""
    return tuple(printed(int(number * 10**places), places) for number in line.numbers)


def _told(desk: Desk, working: Working, slugs: Reading, givens: ReverseGivens) -> Told:
    correct = slugs in givens.made
    text = words.NO_STEP
    if slugs:
        text = words.act_text(slugs[0], LINES.index(step_of(slugs[0])) + 1, givens)
    return Told(
        name=_name(slugs),
        text=text,
        correct=correct,
        rationale=_why(desk, working, slugs, givens),
        slips=() if correct else betrayed(slugs, givens.by),
    )


def _name(slugs: Reading) -> str:
    return "+".join(slugs) or "none"


def _why(desk: Desk, working: Working, slugs: Reading, givens: ReverseGivens) -> str:
    """Why an option is right or not, in the numbers of the step that it speaks of."""
    if not slugs and not givens.by:
        return "Every step follows from the one above it by the formula."
    stage = _seen_in(slugs, givens)
    number = LINES.index(stage) + 1
    shown = _text(working.at(stage), desk.decimals)
    if slugs in givens.made:
        other = _text(desk.line(working, stage, RIGHT), desk.decimals)
        return f"Step {number} shows {shown}; by the formula it is {other}."
    other = _text(_as_if(desk, working, slugs, givens), desk.decimals)
    if not slugs:
        return f"Step {number} is wrong: it shows {shown}, and by the formula it is {other}."
    return f"That would give {other} in step {number}, which shows {shown}."


def _solution(desk: Desk, givens: ReverseGivens) -> tuple[WorkedStep, ...]:
    """The right way, worked by hand as well; the title says where the shown one left it."""
    right = desk.work(RIGHT)
    token = TOKENS[givens.base.row]
    names = tuple(TOKENS[: len(givens.base.Q)])
    wrong = {step_of(slug) for slug in givens.by}
    found = []
    for place, line in enumerate(right.lines, 1):
        title = f"Step {place}: {words.LINE_NAMES[line.stage]} of token {token}"
        if line.stage is Stage.SUM:
            title = f"Step {place}: {words.LINE_NAMES[line.stage]}"
        found.append(
            WorkedStep(
                line.stage.value,
                f"{title}, where the working went wrong" if line.stage in wrong else title,
                _rule(RIGHT, line.stage),
                names if line.stage not in (Stage.SUM, Stage.OUTPUT) else (),
                _printed(line, desk.decimals),
            )
        )
    return tuple(found)


def _rule(mechanism: Mechanism, stage: Stage) -> str:
    return r"o = \sum_j w_j\, v_j" if stage is Stage.OUTPUT else formula(mechanism, stage)


def _proof(desk: Desk, working: Working, givens: ReverseGivens, *, engine: str) -> Proof:
    """The written output, how far rounding may move it, and the option that comes nearest in its own step."""
    output = working.at(Stage.OUTPUT)
    gaps = {
        other: _gap(_as_if(desk, working, other, givens), working.at(_seen_in(other, givens)))
        for other in givens.offered
        if other not in givens.made
    }
    nearest = min(gaps, key=lambda slugs: gaps[slugs])
    reach = max(
        max(high - float(number), float(number) - low)
        for number, low, high in zip(output.numbers, output.low, output.high, strict=True)
    )
    return Proof(
        routes=(*ROUTES, f"{engine}, from the matrices on, within what rounding can reach"),
        enclosures=_digits(output, desk.decimals),
        reach=reach,
        nearest=nearest,
        nearest_distance=gaps[nearest],
    )


def _gap(line: Line, other: Line) -> float:
    return max(abs(float(one - two)) for one, two in zip(line.numbers, other.numbers, strict=True))


SPOTTING = Spotting()
