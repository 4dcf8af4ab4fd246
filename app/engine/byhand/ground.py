"""Attention, two weights and the spread of q·k as a person computes them: under any mechanism, written at each step."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.engine.byhand.person import Person
from app.engine.mechanism import (
    Axis,
    Carried,
    Comparison,
    Mask,
    Mechanism,
    Normaliser,
    Product,
    Reading,
    Scale,
    Weighting,
    Written,
)
from app.engine.problem import LogitProblem, Problem
from app.engine.spread_rule import Answer, SpreadProblem, SpreadRule, Terms, Variances
from app.engine.stages import Stage

Rows = Mapping[int, list[float]]  # by the token that asks


@dataclass(frozen=True, slots=True)
class ByHand:
    """Computes with a person who writes the numbers down: rows of matrices, a pair of weights, a spread."""

    person: Person

    def write(self, number: float) -> float:
        """The number as the person writes it."""
        return self.person.write(number)

    def compare(self, a: list[float], b: list[float], comparison: Comparison) -> float:
        """Two vectors as one number."""
        products = [x * y for x, y in zip(a, b, strict=True)]
        match comparison:
            case Comparison.SIGNLESS:
                return sum(map(abs, products))
            case Comparison.DOT:
                return sum(products)
            case Comparison.COSINE:
                return self._cosine(sum(products), a, b)

    def _cosine(self, product: float, a: list[float], b: list[float]) -> float:
        """A product divided by both lengths."""
        lengths = self.write(math.sqrt(sum(x * x for x in a))) * self.write(math.sqrt(sum(y * y for y in b)))
        if not lengths:
            return math.nan  # nobody divides by the length of a vector of zeros
        return self.write(product / self.write(lengths))

    def divide(self, s: float, scale: Scale, d_k: int, n: int) -> float:
        """A logit under the scale."""
        match scale:
            case Scale.ROOT_D_K:
                return self.write(s / self.write(math.sqrt(d_k)))
            case Scale.D_K:
                return self.write(s / d_k)
            case Scale.TIMES_ROOT_D_K:
                return self.write(s * self.write(math.sqrt(d_k)))
            case Scale.ROOT_N:
                return self.write(s / self.write(math.sqrt(n)))
            case Scale.NONE | Scale.ROOT_D_K_AFTER:
                return s
            case Scale.CHOSEN:
                raise TypeError("a divisor that somebody chose belongs to the lab")

    def make(self, x: float, normaliser: Normaliser) -> float:
        """What is made of a scaled logit before it is divided by the sum."""
        match normaliser:
            case Normaliser.EXP:
                return self.write(math.exp(x))
            case Normaliser.TWO:
                return self.write(2.0**x)
            case Normaliser.NONE | Normaliser.LARGEST:
                return x

    def share(self, mine: float, together: list[float], normaliser: Normaliser) -> float:
        """One of the numbers that are summed together, divided by the sum."""
        if normaliser is Normaliser.LARGEST:
            return self.write(1 / together.count(mine)) if mine == max(together) else 0.0
        if len(together) == 1:
            return 1.0  # a lone number is its own sum
        return self.write(mine / self.write(sum(together)))

    def weights(self, rows: Rows, i: int, mechanism: Mechanism, d_k: int) -> list[float]:
        """The weights of row i from the scaled rows."""
        columns = range(len(rows[i]))
        places = [(r, j) for r in rows for j in columns if mechanism.mask is Mask.NONE or j <= r]
        if mechanism.weighting is Weighting.PLAIN_MEAN:
            count = sum(r == i for r, _ in places)
            return [self.write(1 / count) if (i, j) in places else 0.0 for j in columns]
        made = {(r, j): self.make(rows[r][j], mechanism.normaliser) for r, j in places}
        found = []
        for j in columns:
            together = [
                number
                for (r, m), number in made.items()
                if (r == i or mechanism.axis is not Axis.ROW)
                and (m == j or mechanism.axis is not Axis.COLUMN)
            ]
            found.append(self.share(made[i, j], together, mechanism.normaliser) if (i, j) in made else 0.0)
        if mechanism.scale is Scale.ROOT_D_K_AFTER:
            root = self.write(math.sqrt(d_k))
            return [self.write(weight / root) for weight in found]
        return found

    def pair(self, problem: LogitProblem, mechanism: Mechanism, column: int) -> list[float]:
        """One weight of two, under the mechanism's own scale and under none."""
        d_k, n = problem.d_k, len(problem.scores)
        found = []
        for scale in (mechanism.scale, Scale.NONE):
            way = replace(mechanism, scale=scale)
            row = [self.divide(float(s), scale, d_k, n) for s in problem.scores]
            found.append(self.weights({0: row}, 0, way, d_k)[column])
        return found

    def spread(self, problem: SpreadProblem, rule: SpreadRule) -> float:
        """The spread of q·k, by one root or as a product of rounded roots."""
        counts = {
            Terms.D_K: problem.d_k,
            Terms.D_MODEL: problem.d_model,
            Terms.ROOT_BEFORE_SPLIT: problem.d_model,
            Terms.HEADS: problem.heads,
            Terms.ONE: 1,
        }
        q, k = float(problem.var_q), float(problem.var_k)
        under, factor = [float(counts[rule.terms])], 1.0
        match rule.variances:
            case Variances.MULTIPLIED:
                under += [q, k]
            case Variances.ADDED:
                under.append(q + k)
            case Variances.OUTSIDE_ROOT:
                factor = q * k
            case Variances.IGNORED:
                pass
        share = problem.heads if rule.terms is Terms.ROOT_BEFORE_SPLIT else 1
        if rule.answer is Answer.VARIANCE:
            return factor**2 * math.prod(under) / share**2
        if self.person.chance.below(2):
            return factor * self.write(math.sqrt(math.prod(under))) / share
        first, *others = (self.write(math.sqrt(number)) for number in under)
        for root in others:
            first = self.write(first) * root
        return factor * first / share

    def answer(self, problem: Problem, mechanism: Mechanism, stage: Stage) -> list[float]:
        """The numbers of the asked step of one token under a mechanism."""
        Q, K, V = (
            [[float(x) for x in row] for row in rows] for rows in (problem.Q, problem.K, problem.V or ())
        )
        asks, against = {
            Product.QUERY_KEY: (Q, K),
            Product.VALUE_KEY: (V, K),
            Product.KEY_QUERY: (K, Q),
        }[mechanism.product]
        i = problem.row if mechanism.reading is Reading.ASKED else (problem.row + 1) % len(asks)
        n, d_k = len(against), len(K[0])
        together = [i] if mechanism.axis is Axis.ROW else range(len(asks))
        logits = {r: [self.compare(asks[r], b, mechanism.comparison) for b in against] for r in together}
        rows = {r: [self.divide(s, mechanism.scale, d_k, n) for s in row] for r, row in logits.items()}
        if stage is Stage.RAW:
            return rows[i] if mechanism.written is Written.DIVIDED else logits[i]
        if stage is Stage.SCALED:
            return rows[i]
        weights = self.weights(rows, i, mechanism, d_k)
        if stage is Stage.WEIGHTS:
            return weights
        carried = V if mechanism.carried is Carried.VALUES else K
        parts = [[self.write(w * x) for x in row] for w, row in zip(weights, carried, strict=True)]
        return [self.write(sum(column)) for column in zip(*parts, strict=True)]
