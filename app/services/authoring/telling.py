"""What bringing files into the database came to, and in which sentences it is told."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.kit.counts import sized, verb
from app.services.authoring.writing_back import Fate, Target, WrittenBack
from app.store.database import Database
from app.store.item_conflicts import conflicts
from app.store.unit import reading


@dataclass(frozen=True, slots=True)
class Synchronised:
    """What came of it: items in the files, revisions that were new, items whose files are no longer there.

    `kept` are items that were changed in the database alone, and `conflicts` those that were changed on both sides:
    both stay as they are in the database.
    """

    items: int
    new: int
    retired: int
    kept: int = 0
    conflicts: tuple[str, ...] = ()


def conflicts_now(database: Database) -> tuple[str, ...]:
    """The items that were changed both in their files and in the database, and that nobody has settled."""
    with reading(database) as unit:
        return tuple(one.item_id for one in conflicts(unit))


def sync_lines(done: Synchronised | None, open_conflicts: Sequence[str]) -> list[str]:
    """What came of it, and what waits for somebody."""
    lines = ["Nothing has changed since the questions were last loaded."]
    if done is not None:
        lines = [
            f"{sized(done.items, 'question')} {verb(done.items, 'is', 'are')} loaded, {done.new} of them new or changed; "
            f"{done.retired} {verb(done.retired, 'is', 'are')} gone."
        ]
        if done.kept:
            lines.append(
                f"{_questions(done.kept)} changed here and not in the files: `keyed bank export` writes them back."
            )
    return lines + conflict_lines(open_conflicts)


def conflict_lines(item_ids: Sequence[str]) -> list[str]:
    """Which questions were changed on both sides, and what to do; nothing where none was."""
    if not item_ids:
        return []
    names = ", ".join(item_ids[:5]) + (f" and {len(item_ids) - 5} more" if len(item_ids) > 5 else "")
    return [
        f"{_questions(len(item_ids))} changed both in the files and here: {names}. Learners go on getting what is "
        "published here. Decide at /authoring/conflicts."
    ]


def _questions(count: int) -> str:
    return "One question was" if count == 1 else f"{count} questions were"


_FATES = {
    Fate.WRITTEN: "written",
    Fate.REMOVED: "removed, since the question is retired",
    Fate.NEWER: "left as it is: the file was changed since it was loaded. Run `keyed bank sync` first.",
    Fate.CONFLICT: "left as it is: the question was changed both in the file and here. Decide at /authoring/conflicts.",
    Fate.UNREADABLE: "left as it is: the file has faults. `keyed bank check` tells them.",
    Fate.OUTSIDE: "not written: its place is a link, or lies outside of the folder.",
}
_ELSEWHERE = "left as it is: the file says something that was never published here. Move it away, or export to another folder."


def export_lines(done: WrittenBack, target: Target) -> list[str]:
    """What became of each file that was not right already, and a summary."""
    fates = _FATES if target.served else {**_FATES, Fate.CONFLICT: _ELSEWHERE}
    count = {fate: sum(line.fate is fate for line in done.lines) for fate in Fate}
    would = "would be" if target.dry else "were"
    if target.dry:
        fates = {**fates, Fate.WRITTEN: "to be written", Fate.REMOVED: f"to be {fates[Fate.REMOVED]}"}
    lines = [f"{line.path}: {fates[line.fate]}" for line in done.lines]
    summary = (
        f"{_files(count[Fate.WRITTEN])} {would} written, {count[Fate.REMOVED]} removed; "
        f"{done.same} said the same already, {len(done.refused)} left as they are."
    )
    return [*lines, summary]


def _files(count: int) -> str:
    return f"{count} file" if count == 1 else f"{count} files"
