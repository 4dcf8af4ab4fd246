"""Five thousand questions of an instructor: the whole bank checked, listed and searched."""

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from starlette.testclient import TestClient

from app.settings import Settings
from app.wiring import open_house, web_application
from bench.authoring import come_in, timed
from bench.measure import Figure

ROOT = Path(__file__).resolve().parent.parent
ITEMS = 5_000
_WORD = re.compile(r"[a-z]{3,}")


def measure(folder: Path, *, runs: int) -> Sequence[Figure]:
    """A bank of five thousand questions beside the shipped facts."""
    questions = folder / "questions"
    shutil.copytree(ROOT / "questions" / "_facts", questions / "_facts")
    write(questions, ITEMS)
    checked = []
    for _ in range(max(min(runs, 3), 1)):
        began = perf_counter()
        subprocess.run(
            [sys.executable, "-m", "app", "bank", "check", str(questions)],
            cwd=ROOT,
            capture_output=True,
            check=False,
        )
        checked.append(perf_counter() - began)
    settings = Settings(data=folder / "data", questions=questions, bake=False, _env_file=None)  # type: ignore[call-arg]
    began = perf_counter()
    house = open_house(settings, lambda _sentence: None)
    loaded = perf_counter() - began
    with TestClient(web_application(house), base_url="http://127.0.0.1:8000") as client:
        come_in(client, house)
        pages = {
            address: timed(lambda address=address: client.get(address).raise_for_status(), runs)  # type: ignore[misc]
            for address in (
                "/authoring/items", "/authoring/items?q=attention", "/authoring/items?q=zzz",
                "/authoring/items?page=40", "/authoring/banks/many",
            )
        }  # fmt: skip
    return [
        Figure(f"`keyed bank check` of {ITEMS:,} questions, aim 10 s", tuple(checked), "s"),
        Figure(f"Loading {ITEMS:,} questions", (loaded,), "s"),
        *(
            Figure(f"{address}, aim {300 if '?q=' not in address else 200} ms", values, "ms")
            for address, values in pages.items()
        ),
    ]


def write(questions: Path, count: int) -> None:
    """Questions of four options each, made of the shipped bank's words, all different."""
    chance = random.Random(1)
    texts = " ".join(path.read_text() for path in sorted((ROOT / "questions" / "attention").rglob("*.yaml")))
    words = sorted(set(_WORD.findall(texts)))
    beliefs = re.findall(
        r"^- slug: (\S+)",
        (ROOT / "questions/_facts/misconceptions").joinpath(_a_registry()).read_text(),
        re.M,
    )
    bank = questions / "many"
    (bank / "1.2").mkdir(parents=True)
    (bank / "bank.yaml").write_text("id: many\ntitle: Many\ndescription: Made of words\nlicence: none\n")

    def some(least: int, most: int) -> str:
        return " ".join(chance.choice(words) for _ in range(chance.randint(least, most)))

    for n in range(count):
        options = "".join(
            f"  - id: option-{place}\n    text: {some(5, 8)}\n"
            + ('    correct: "true"\n' if place == 1 else f"    misconception: {chance.choice(beliefs)}\n")
            + f"    rationale: {some(8, 20)}\n"
            for place in range(1, 5)
        )
        (bank / "1.2" / f"question-{n:05}.yaml").write_text(
            f'id: question-{n:05}\nkind: single_choice\nobjectives: ["1.2"]\nlevel: mechanism\nshape: role\ndifficulty: 0.5\n'
            f'source:\n  citation: Words of the bank\n  as_of: "2026-11-30"\nstem: What {some(8, 16)}?\noptions:\n{options}'
        )


def _a_registry() -> str:
    return sorted(path.name for path in (ROOT / "questions/_facts/misconceptions").glob("*.yaml"))[0]
