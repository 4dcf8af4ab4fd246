"""What a candidate is asked, read from the database, and answers that fit; right or wrong is not asked here."""

import random
import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from typing import assert_never

from app.items.public import ChoiceForm, Form, GridForm, MatchingForm, NumbersForm, OrderingForm, StepsForm
from app.settings import Settings
from app.store.pages import Pages
from app.wiring import opened_database

Paper = tuple[Form, ...]  # what is asked, question by question


def looking_at(folder: Path) -> sqlite3.Connection:
    """The product's database file, to be read only."""
    return sqlite3.connect(f"file:{folder / 'keyed.sqlite3'}?mode=ro", uri=True, timeout=20)


def papers(folder: Path) -> dict[str, Paper]:
    """The paper of every sitting in a data folder."""
    with closing(looking_at(folder)) as connection:
        slots = connection.execute(
            "SELECT sitting_id, variant_id FROM sitting_slots ORDER BY sitting_id, n"
        ).fetchall()
    database = opened_database(Settings(data=folder))
    pages = Pages(database)
    found: dict[str, list[Form]] = defaultdict(list)
    for sitting, variant in slots:
        found[sitting].append(pages.shown(variant).form)
    database.close()
    return {sitting: tuple(forms) for sitting, forms in found.items()}


def some_answer(form: Form, chance: random.Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Positions and typed texts that can be read as an answer to a question."""
    match form:
        case ChoiceForm():
            chosen = chance.sample(range(1, len(form.options) + 1), form.choose)
            return tuple(map(str, sorted(chosen))), ()
        case MatchingForm():
            places = chance.sample(range(1, len(form.choices) + 1), len(form.prompts))
            return (), tuple(map(str, places))
        case OrderingForm():
            count = len(form.entries)
            return (), tuple(map(str, chance.sample(range(1, count + 1), count)))
        case NumbersForm() | GridForm() | StepsForm():
            return (), tuple(f"{chance.uniform(-9, 9):.3f}" for _ in form.labels)
        case _:
            assert_never(form)


def some_strikes(form: Form, chance: random.Random) -> tuple[int, ...]:
    """Positions of options that are struck through: some of a choice, none of anything else."""
    if not isinstance(form, ChoiceForm):
        return ()
    return tuple(n for n in range(1, len(form.options) + 1) if chance.random() < 0.2)
