"""Every recipe item that is answered by typing: people who round and slip are told what they did.

`make test` lets a tenth of the gate's people try.
"""

from pathlib import Path

import pytest

from app.bank.cross import Known
from app.bank.dump import revision_of
from app.bank.parse import parse_item
from app.engine.tensors.batch import TorchEngine
from app.engine.tensors.device import choose_device
from app.items.item import TYPED, Kind, RecipeItem, Revision
from app.services.diagnosing.lines import diagnosis_lines
from app.services.diagnosing.run import diagnosed
from app.services.diagnosing.tally import RIGHT, Effort
from app.variants.bake import bake
from app.variants.recipe import RECIPES
from tests.conftest import GATE

FOLDER = Path(__file__).resolve().parents[2] / "questions" / "attention" / "1.2"
RIGHT_ANSWERS = 100_000 if GATE else 10_000  # of all items together
SEEDS = 400 if GATE else 40
PEOPLE = 200 if GATE else 10  # for each slip
PAIRED = 40 if GATE else 3  # for each pair; fewer for the hundred pairs of a computation in steps
PAIRED_IN_STEPS = 10 if GATE else 1


def revisions() -> list[Revision]:
    known = Known(None, None, RECIPES)
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        text = path.read_bytes()
        if b"\nrecipe:" in text:
            found.append(revision_of(parse_item(text, f"attention/1.2/{path.name}", known).item))
    return [one for one in found if one.item.header.kind in TYPED]


ASKED = revisions()


@pytest.mark.parametrize("revision", ASKED, ids=[one.item.header.id for one in ASKED])
def test_slips_are_named_and_right_answers_accepted(revision: Revision) -> None:
    assert isinstance(revision.item, RecipeItem)
    seeds = [f"diagnosis {place}" for place in range(SEEDS)]
    variants = bake(revision, seeds, TorchEngine(choose_device("cpu"))).variants
    in_steps = revision.item.header.kind is Kind.STEPS
    effort = Effort(-(-RIGHT_ANSWERS // len(ASKED)), PEOPLE, PAIRED_IN_STEPS if in_steps else PAIRED)
    found = diagnosed(revision.item, variants, effort)
    told = "\n".join(diagnosis_lines(found))
    assert found.accepted == found.right == effort.right, told
    assert found.faults == (), told
    never = [one for one in found.singles if not one.told_apart]  # drop-signs, where no number is negative
    assert [one.name for one in never if one.first != {RIGHT: one.people}] == [], told
