"""What the files of the banks offer to exams: each question as a candidate, and which may not stand together."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from app.bank.findings import BankReport
from app.bank.load import LoadedBanks, LoadedItem, load_tree
from app.bank.rules.similar import alike
from app.exams.candidates import Candidate, camps, enemies_by_recipe
from app.exams.outlook import Outlook, outlooks
from app.items.item import AuthoredItem, Item, Kind, NumbersItem, RecipeItem
from app.items.settings import DIFFICULTY
from app.kit.side_by_side import side_by_side
from app.services.authoring.trying import bank_findings
from app.variants.distractors import DISTRACTORS
from app.variants.recipe import RECIPES

HEAD = "1"  # the difficulty of a recipe at which its numbers come out by hand


def checked_folder(root: Path, today: date, *, seeds: int = 0) -> tuple[BankReport, tuple[Outlook, ...]]:
    """The report on the folder of questions at `root`, and what its exams can be filled with; nothing where it has faults.

    The checks of drawn items are tried on so many draws more. A large bank is read and checked by several processes:
    not for a process that runs threads.
    """
    loaded = load_tree(root, RECIPES, side_by_side)
    if isinstance(loaded, tuple):
        return BankReport(loaded, (), (), 0), ()
    return bank_findings(loaded.items, today, seeds=seeds, each=side_by_side), exam_outlooks(loaded)


def exam_outlooks(loaded: LoadedBanks) -> tuple[Outlook, ...]:
    """Every length of every exam of the banks; an exam draws from all of them."""
    candidates = [candidate_of(item.revision.item) for item in loaded.items]
    return outlooks(loaded.exams, candidates, camps_of(loaded.items))


def candidate_of(item: Item) -> Candidate:
    """A question as an exam looks at it, before anybody has met it."""
    header = item.header
    return Candidate(
        id=header.id,
        kind=header.kind,
        objective=header.objectives[0],
        shape=header.shape,
        difficulty=header.difficulty,
        head_workable=_by_head(item),
        places=_places(item),
    )


def _by_head(item: Item) -> bool:
    """Whether it asks for nothing that wants a calculator; of typed numbers their author must say so."""
    match item:
        case RecipeItem():
            return item.settings.get(DIFFICULTY) == HEAD
        case NumbersItem():
            return item.head_workable
        case _:
            return True


def _places(item: Item) -> tuple[int, ...]:
    """The places at which the right option can stand; none where there is not exactly one."""
    if item.header.kind is not Kind.SINGLE_CHOICE:
        return ()
    options = len(item.options) if isinstance(item, AuthoredItem) else DISTRACTORS + 1
    return tuple(range(1, options + 1))


def camps_of(items: Sequence[LoadedItem]) -> dict[str, str]:
    """Camps of questions of one recipe, of questions that are much alike, and of those whose authors say so."""
    written = [one.revision.item for one in items]
    recipes = {item.header.id: item.recipe for item in written if isinstance(item, RecipeItem)}
    named = [(item.header.id, enemy) for item in written for enemy in item.header.enemies]
    return camps([item.header.id for item in written], [*enemies_by_recipe(recipes), *alike(items), *named])
