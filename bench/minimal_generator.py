"""A minimal generator without proof: draws, right and wrong ways in one batch, text, a stored row, HTML, a grade; the floor."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import jinja2
import numpy as np
import torch

TOKENS, WIDTH = 3, 4
WAYS = 4  # the right one and three wrong ones
NAMES = ("Raw scores", "Scaled scores", "Weights", "Output")
_PAGE = jinja2.Environment(autoescape=True).from_string("""<article class="question">
<h1>Scaled dot-product attention</h1>
<p>One head of attention has the Queries, Keys and Values below, with d_k = {{ width }}. Rows are tokens. Which output row does the first token get, to three decimals?</p>
{% for name, matrix in matrices %}<table class="matrix"><caption>{{ name }}</caption>
{% for row in matrix %}<tr><th scope="row">{{ loop.index }}</th>{% for entry in row %}<td>{{ entry }}</td>{% endfor %}</tr>
{% endfor %}</table>
{% endfor %}<form method="post"><fieldset><legend>Choose one</legend>
{% for option in options %}<label><input type="radio" name="option" value="{{ loop.index }}"><span>[{% for number in option %}{{ number }}{% if not loop.last %}, {% endif %}{% endfor %}]</span></label>
{% endfor %}</fieldset><button>Answer</button></form>
<table class="steps"><caption>Worked, step by step</caption>
{% for name, numbers in steps %}<tr><th scope="row">{{ name }}</th>{% for number in numbers %}<td>{{ number }}</td>{% endfor %}</tr>
{% endfor %}</table></article>""")


def _outputs(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor
) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
    """The asked row's output the right way and three wrong ways, and the steps of the right way."""
    raw = torch.einsum("bd,bnd->bn", q[:, 0], k)
    scaled = raw / WIDTH**0.5
    weights = torch.softmax(scaled, -1)
    wrong = (torch.softmax(raw, -1), torch.softmax(raw / WIDTH, -1))
    outputs = [torch.einsum("bn,bnd->bd", way, v) for way in (weights, *wrong)]
    outputs.append(torch.einsum("bn,bnd->bd", weights, k))
    return outputs, [raw, scaled, weights, outputs[0]]


def _made(count: int, generator: np.random.Generator) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """What is shown of each item, and what is right."""
    drawn = generator.integers(-3, 4, size=(3, count, TOKENS, WIDTH))
    q, k, v = (torch.from_numpy(part.astype(np.float64)) for part in drawn)
    outputs, steps = _outputs(q, k, v)
    options = torch.stack(outputs, 1).tolist()
    stages = [step.tolist() for step in steps]
    givens = drawn.transpose(1, 0, 2, 3).tolist()
    made = []
    for place, (given, ways) in enumerate(zip(givens, options, strict=True)):
        printed = [[f"{value:.3f}" for value in way] for way in ways]
        if len({tuple(way) for way in printed}) == WAYS:
            worked = [[f"{value:.3f}" for value in stage[place]] for stage in stages]
            made.append(({"givens": given, "options": printed}, {"right": 0, "steps": worked}))
    return made


def _page(shown: dict[str, Any], answer: dict[str, Any]) -> str:
    """The question with all its steps."""
    return _PAGE.render(
        width=WIDTH,
        matrices=list(zip("QKV", shown["givens"], strict=True)),
        options=shown["options"],
        steps=list(zip(NAMES, answer["steps"], strict=True)),
    )


def _graded(answer: dict[str, Any], sent: str) -> float:
    """The points of a choice as it is sent."""
    return float(int(sent) - 1 == answer["right"])


def generate(path: Path, count: int, *, seed: int) -> int:
    """Makes, stores (in groups of 100), draws and grades `count` items, fewer where options coincide; how many it were."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY, shown TEXT, answer TEXT)")
    made = _made(count, np.random.default_rng(seed))
    for start in range(0, len(made), 100):
        rows = [(json.dumps(shown), json.dumps(answer)) for shown, answer in made[start : start + 100]]
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO items (shown, answer) VALUES (?, ?)", rows)
        connection.execute("COMMIT")
    connection.close()
    points = sum(_graded(answer, "1") for shown, answer in made if _page(shown, answer))
    assert points == len(made)
    return len(made)
