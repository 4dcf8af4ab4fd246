"""A small item in text, a recipe item, and what they may refer to."""

from collections.abc import Mapping

from app.bank.cross import Known


class AnyRecipe:
    """A recipe that takes every setting but the difficulty 9, and is asked by options or typed numbers."""

    kinds = ("single_choice", "numbers")

    def at(self, settings: Mapping[str, str]) -> object:
        """Raises ValueError for that one."""
        if settings.get("difficulty") == "9":
            raise ValueError("'9' is no difficulty here. Write one of: 1, 2.")
        return self


KNOWN = Known(
    misconceptions={"plain-mean", "carry-keys", "output-is-scores"},
    objectives={"1.2", "4.6"},
    recipes={"weights-row": AnyRecipe(), "spread": AnyRecipe()},
)
PATH = "questions/attention/1.2/what-is-mixed.yaml"
RECIPE_PATH = "questions/attention/1.2/weights-row-numbers.yaml"

AUTHORED = """\
id: what-is-mixed
kind: single_choice
objectives: ["1.2"]
level: mechanism
shape: role
difficulty: 0.7
source:
  citation: Vaswani et al. 2017, section 3.2.1
  as_of: "2026-11-29"
stem: |
  Which rows are mixed with the weights of token $i$?
options:
  - id: values
    text: The rows of $V$
    correct: true
    rationale: The output is the sum of the Values with these weights.
  - id: keys
    text: The rows of $K$
    misconception: carry-keys
    rationale: The Keys have done their part once the weights are known.
  - id: scores
    text: The rows of $QK^\\top$
    misconception: output-is-scores
    rationale: The scores have become weights before anything is mixed.
  - id: mean
    text: The mean row of $V$, for every token
    misconception: plain-mean
    rationale: This would need no weights at all.
"""

RECIPE = """\
id: weights-row-numbers
kind: numbers
objectives: ["1.2"]
level: mechanism
shape: computation
difficulty: 0.6
source: {citation: "Vaswani et al. 2017, section 3.2.1", as_of: "2026-11-29"}
recipe: weights-row
decimals: 3
settings: {tokens: "3"}
tolerance: {kind: absolute, amount: 0.01}
fixed:
  - name: lesson-example-1
    citation: Lesson M1-01, first worked example
    givens: {Q: [[1, 0], [0.5, 1]], K: [[1, 1], [0, 1]], row: A}
"""
