"""A matching and an ordering in text, and what they may refer to."""

from app.bank.cross import Known

KNOWN = Known(
    misconceptions={
        "value-asks",
        "value-compared",
        "key-asks",
        "key-carries-content",
        "no-exponential",
        "knows-word-order",
    },
    objectives={"1.2"},
    recipes={},
)
MATCHING_PATH = "questions/attention/1.2/jobs.yaml"
ORDERING_PATH = "questions/attention/1.2/steps.yaml"

MATCHING = """\
id: jobs
kind: matching
objectives: ["1.2"]
level: intuition
shape: role
difficulty: 0.7
source: {citation: "Vaswani et al. 2017, section 3.2.1", as_of: "2026-11-29"}
scoring: {all_or_nothing: false}
stem: Match each vector with its job.
prompts:
  - {id: query, text: The $q$ of a token, choice: asks, rationale: It is compared with every Key of the sequence.}
  - {id: key, text: The $k$ of a token, choice: fits, rationale: Each Query is held against it to give a score.}
  - {id: value, text: The $v$ of a token, choice: gives, rationale: The output is a weighted sum of these vectors.}
choices:
  - {id: asks, text: Searches the sequence, misconception: key-asks, rationale: Searching is the job of the Query alone.}
  - {id: fits, text: Is found by searches}
  - id: gives
    text: Is handed on at last
    misconception: key-carries-content
    rationale: What is handed on is the Value and nothing else.
  - {id: place, text: Numbers the sequence, misconception: knows-word-order, rationale: No vector says where its token stands.}
cells:
  - {prompt: query, choice: fits, misconception: key-asks, rationale: Searches are made with it and do not find it.}
  - {prompt: value, choice: fits, misconception: value-compared, rationale: Values stay out of the comparison.}
  - {prompt: value, choice: asks, misconception: value-asks, rationale: The Value looks for nothing at all.}
"""

ORDERING = """\
id: steps
kind: ordering
objectives: ["1.2"]
level: mechanism
shape: formula
difficulty: 0.7
source: {citation: "Vaswani et al. 2017, section 3.2.1", as_of: "2026-11-29"}
stem: Put the steps in order.
entries:
  - {id: scores, text: Scores are taken, rationale: Everything else is made from them.}
  - {id: powers, text: Powers of $e$ are taken, rationale: The softmax begins with them.}
  - {id: shares, text: Shares are taken, rationale: They end the softmax of the row.}
  - {id: sum, text: Values are summed, rationale: They need the finished weights.}
reversals:
  - {earlier: scores, later: powers, misconception: knows-word-order, rationale: Powers are taken of the scores.}
  - {earlier: powers, later: shares, misconception: no-exponential, rationale: Shares are made of powers.}
  - {earlier: shares, later: sum, misconception: value-compared, rationale: The sum needs its weights.}
  - {earlier: scores, later: sum, misconception: value-asks, rationale: Values come into it at the end.}
"""
