"""How a misconception's distractors do elsewhere, question by question, as the editor shows it beside the misconception."""

import orjson

from app.services.authoring.astray import led_astray

TEXT = """options:
  - id: right
    correct: true
  - id: first
    misconception: no-scale
  - id: second
    misconception: base-two
"""


def kept(answers: int, **taken: int) -> str:
    options = [{"name": name.replace("_", "-"), "taken": count} for name, count in taken.items()]
    return orjson.dumps({"options": options, "first": {"answers": answers}}).decode()


def test_each_question_is_told_apart() -> None:
    computed = orjson.dumps(
        {
            "options": [{"name": "no-scale + base-two", "taken": 3}, {"name": "base-two", "taken": 9}],
            "first": {"answers": 20},
        }
    ).decode()
    records = [
        ("written", kept(40, right=20, first=12, second=8), TEXT),
        ("computed", computed, "recipe: weights-row\n"),
        ("unanswered", kept(0, right=0, first=0), TEXT),
        ("of-another", kept(10, right=5, third=5), TEXT),
    ]
    assert list(led_astray(records, "no-scale")) == [("written", 12, 40), ("computed", 3, 20)]
