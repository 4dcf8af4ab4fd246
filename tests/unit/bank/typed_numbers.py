"""An item with typed numbers in text, and what it may refer to."""

from app.bank.cross import Known

KNOWN = Known(
    misconceptions={"divide-by-d-k", "no-scale", "multiply-by-root"}, objectives={"1.2", "4.6"}, recipes={}
)
PATH = "questions/attention/1.2/scaled-score-typed.yaml"

NUMBERS = """\
id: scaled-score-typed
kind: numbers
objectives: ["1.2"]
level: mechanism
shape: computation
difficulty: 0.7
source: {citation: "Vaswani et al. 2017, section 3.2.1", as_of: "2026-11-29"}
scoring: {all_or_nothing: false}
stem: A Query and a Key of width 64 have the product 12. What is the scaled score?
rounding: Round once, at the end, with halves away from zero.
fields:
  - label: Scaled score
    unit: bits
    decimals: 2
    accepted:
      - value: 1.50
        tolerance: {kind: absolute, amount: 0.005}
        rationale: The product is divided by $\\sqrt{64} = 8$.
      - tolerance: {kind: range, low: 1.4, high: 1.6}
        share: 0.5
        rationale: It is near, and too coarse for the weights that come of it.
    wrong:
      - value: 0.1875
        tolerance: {kind: decimals, amount: 2}
        misconception: divide-by-d-k
        rationale: This divides by 64 itself and not by its root.
      - value: 12
        misconception: no-scale
        rationale: This is the product as it was, before any scale.
      - value: 96
        misconception: multiply-by-root
        rationale: This multiplies by the root in place of dividing.
"""
