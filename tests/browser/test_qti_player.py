"""The bank as QTI in a player that is not ours: the same questions and options, and the points that we say an answer earns."""

import json
import re
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import assert_never

import pytest
from playwright.sync_api import Browser

from app.authoring.outgoing.qti import write_qti
from app.authoring.outgoing.qti_items import named
from app.authoring.outgoing.question import OutChoice, OutForm, OutNumbers, OutOrder, OutPairs, OutQuestion
from app.authoring.outgoing.splitting import one_by_one
from app.authoring.outgoing.tables import whole_stem
from app.authoring.outgoing.texts import html
from tests.bank.leaving import GATE, bank_questions

ROOT = Path(__file__).resolve().parents[2]
JUDGES = ROOT / ".judges"
PLAYER = JUDGES / "npm" / "node_modules" / "@citolab" / "qti-components" / "cdn" / "index.global.js"
Answer = str | list[str]


def test_another_player_shows_the_same_and_gives_the_same_points(browser: Browser, tmp_path: Path) -> None:
    package = tmp_path / "bank.zip"
    asked = played()
    package.write_bytes(write_qti(asked).content)
    command = [JUDGES / "bin" / "python", ROOT / "tests" / "judges" / "upgrade.py", package]
    upgraded = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    questions = [one for question in asked for one in one_by_one(question)]
    assert upgraded.keys() == {f"items/{named(one)}.xml" for one in questions}
    page = browser.new_page()
    page.set_content("<!doctype html><title>Judge</title>")
    page.add_script_tag(path=PLAYER)
    page.add_script_tag(path=ROOT / "tests" / "judges" / "player.js")
    for question in questions:
        wanted = dict(answers(question.form))
        told = page.evaluate(
            "(order) => played(order)",
            {"xml": upgraded[f"items/{named(question)}.xml"], "answers": [json.loads(one) for one in wanted]},
        )
        assert told["stem"] == text(whole_stem(question)), question.id
        assert told["options"] == {name: text(one) for name, one in options(question)}
        got = dict(zip(wanted, told["scores"], strict=True))
        assert got == pytest.approx(wanted, abs=1e-9), question.id
        assert json.dumps(told["declared"]) == next(iter(wanted)), question.id
    page.close()


def played() -> list[OutQuestion]:
    """Every question with KEYED_GATE=1, else one of each sort, and one in eight."""
    found = bank_questions()
    sorts = {(type(one.form), getattr(one.form, "choose", 1), one.form.all_or_nothing): one for one in found}
    return list(found) if GATE else list({one.id: one for one in (*sorts.values(), *found[::8])}.values())


def text(markdown: str) -> str:
    """What is read of a text, with its formulas as LaTeX."""
    shown = re.sub(r'<img [^>]*alt="([^"]*)"[^>]*>', r"\1", html(markdown, block=True, pictures=True))
    return " ".join(unescape(re.sub(r"<[a-z/][^>]*>", "", shown)).split())


def options(question: OutQuestion) -> Iterator[tuple[str, str]]:
    """What is chosen from, by the names in the file."""
    match question.form:
        case OutChoice(options=found):
            yield from ((f"c{n}", one.text) for n, one in enumerate(found, 1))
        case OutPairs(prompts=prompts, choices=choices):
            yield from ((f"p{n}", one.text) for n, one in enumerate(prompts, 1))
            yield from ((f"m{n}", one.text) for n, one in enumerate(choices, 1))
        case OutOrder(entries=entries):
            yield from ((f"e{n}", one.text) for n, one in enumerate(entries, 1))
        case OutNumbers():
            pass
        case form:
            assert_never(form)


def answers(form: OutForm) -> Iterator[tuple[str, float]]:
    """Answers as JSON, the right one first, each with what it earns."""
    match form:
        case OutChoice():
            yield from ((json.dumps(given), points) for given, points in chosen(form))
        case OutNumbers():
            yield from ((json.dumps(given), points) for given, points in typed(form))
        case OutPairs(prompts=prompts, choices=choices):
            right = [one.choice for one in prompts]
            for shift in range(len(choices)):
                given = [(one - 1 + shift) % len(choices) + 1 for one in right]
                share = sum(a == b for a, b in zip(given, right, strict=True)) / len(right)
                points = float(share == 1) if form.all_or_nothing else share
                yield json.dumps([f"p{n} m{choice}" for n, choice in enumerate(given, 1)]), points
        case OutOrder(entries=entries):
            names = [f"e{n}" for n in range(1, len(entries) + 1)]
            yield json.dumps(names), 1.0
            yield json.dumps([names[1], names[0], *names[2:]]), 0.0
        case _:
            assert_never(form)


def chosen(form: OutChoice) -> Iterator[tuple[Answer, float]]:
    """The right choice, and each wrong option in the place of a right one."""
    right = [n for n, one in enumerate(form.options) if one.correct]
    for places in (right, *([*right[1:], n] for n in range(len(form.options)) if n not in right)):
        names = [f"c{n + 1}" for n in places]
        points = min(1.0, max(0.0, sum(form.options[n].weight for n in places)))
        earned = float(places == right) if form.all_or_nothing else points
        yield (names if form.choose > 1 else names[0]), earned


def typed(form: OutNumbers) -> Iterator[tuple[str, float]]:
    """What is right as printed, what is known to be wrong, and a number from far away."""
    (field,) = form.fields
    ranges = (*field.right, *field.wrong)
    first = field.right[0]
    middle = (first.low + first.high) / 2
    numbers = [
        first.printed or str(float(middle)),
        *(one.printed for one in ranges[1:] if one.printed),
        "987654321",
    ]
    for number in dict.fromkeys(numbers):
        share = next((one.share for one in ranges if one.low <= Fraction(number) <= one.high), 0.0)
        yield number, max(0.0, share)
