"""An import as its page shows it: how each question stands, what it becomes, and what it still lacks."""

import json
from collections import Counter
from dataclasses import dataclass, replace

from app.authoring.filling import Need, PartWish, needs
from app.authoring.found import Loss
from app.authoring.import_wishes import ImportWishes, Take, wishes_from
from app.authoring.incoming import Incoming
from app.bank.cross import Known
from app.kit.errors import NotFound
from app.services.authoring.import_standing import (
    Shelf,
    is_undecided,
    names_of,
    published_since,
    take_of,
    takes_of,
)
from app.services.authoring.import_texts import Made, lacks, made_draft, shown
from app.services.authoring.import_views import (
    Became,
    Counts,
    ImportView,
    OneView,
    QuestionView,
    Stand,
    Undone,
)
from app.services.authoring.importing import Found, banks_known, found_of, known_row, same_file
from app.services.authoring.known import known_names
from app.services.objectives import kept_objectives
from app.store.database import Database
from app.store.misconceptions import all_misconceptions
from app.store.question_imports import ImportRow, lines_of
from app.store.unit import Reading, reading

ON_A_PAGE = 50
_COMMON = 4  # questions at least that share a loss before it is told once for all
_NO_QUESTION = "This import has no question of that number."


@dataclass(frozen=True, slots=True)
class Looking:
    """What pages of one import read."""

    database: Database

    def view(self, import_id: str, page: int) -> ImportView:
        """An import with the questions of one page. Raises NotFound."""
        with reading(self.database) as unit:
            desk = _Desk.of(unit, known_row(unit, import_id))
            return desk.view(page)

    def one(self, import_id: str, n: int) -> OneView:
        """One question alone. Raises NotFound."""
        with reading(self.database) as unit:
            desk = _Desk.of(unit, known_row(unit, import_id))
            question = next((one for one in desk.found.file.questions if one.n == n), None)
            if question is None:
                raise NotFound(_NO_QUESTION)
            text = "" if question.refused else desk.made(question).text
            return OneView(import_id, desk.row.name, desk.line(question), shown(question), text)


@dataclass(frozen=True, slots=True)
class _Desk:
    """One import with all that its questions are held against."""

    unit: Reading
    row: ImportRow
    found: Found
    wishes: ImportWishes
    stands: dict[int, Stand]
    takes: dict[int, Take]
    names: dict[int, str]
    became: dict[int, Became]
    known: Known
    drafts: dict[str, str]

    @classmethod
    def of(cls, unit: Reading, row: ImportRow) -> "_Desk":
        found, wishes = found_of(row.found), wishes_from(row.wishes)
        questions = found.file.questions
        shelf = Shelf.of(unit, questions)
        became = {
            line.n: Became(
                line.item_id,
                line.draft_id if line.item_id in shelf.drafts else None,
                published=line.item_id in shelf.names,
            )
            for line in lines_of(unit, row.id)
            if line.item_id is not None
        }
        stands = {one.n: shelf.stand(one) for one in questions}
        drafts = {name: draft.id for name, draft in shelf.drafts.items()}
        takes = {one.n: take_of(one, stands[one.n], wishes, found.likes.get(one.n, ())) for one in questions}
        names = names_of(questions, takes, shelf.taken)
        return cls(unit, row, found, wishes, stands, takes, names, became, known_names(unit), drafts)

    def made(self, question: Incoming) -> Made:
        """The draft that a question becomes by what is wished."""
        return made_draft(question, self.names[question.n], self.wishes)

    def parts(self, question: Incoming) -> tuple[tuple[Need, PartWish], ...]:
        """What a question's parts lack in the file, with what is wished of each alone."""
        wished = self.wishes.of(question.n).parts
        return tuple((one, wished.get(one.name, PartWish())) for one in needs(question.kind, question.body))

    def line(self, question: Incoming) -> QuestionView:
        """One question as its page shows it."""
        stand, n = self.stands[question.n], question.n
        bank, name = self.wishes.bank or "bank", self.names[n]
        made = Made("") if question.refused else self.made(question)
        return QuestionView(
            question=question,
            stand=stand,
            take=self.takes[n],
            takes=takes_of(stand),
            undecided=is_undecided(question, stand, self.wishes),
            item_id=name,
            header=self.wishes.of(n).header,
            effective=self.wishes.header(n, question.category, question.ours),
            likes=self.found.likes.get(n, ()),
            parts=self.parts(question),
            chosen=made.chosen,
            lacks=() if question.refused else lacks(made.text, name, bank, self.known),
            became=self.became.get(n),
        )

    def view(self, page: int) -> ImportView:
        """The whole with the questions of one page."""
        questions, row = self.found.file.questions, self.row
        pages = max(1, -(-len(questions) // ON_A_PAGE))
        page = min(max(page, 1), pages)
        first = (page - 1) * ON_A_PAGE
        categories = Counter(one.category for one in questions if one.category)
        objectives = kept_objectives(self.unit)
        return ImportView(
            import_id=row.id,
            name=row.name,
            format=row.format,
            actor=row.actor,
            at=row.at,
            wishes=self.wishes,
            banks=banks_known(self.unit),
            objectives=tuple(objectives.items()),
            beliefs=tuple(sorted((slug, one.name) for slug, one in all_misconceptions(self.unit).items())),
            categories=tuple(sorted(categories.items())),
            counts=self.counts(),
            common=self.common(),
            questions=tuple(self.line(one) for one in questions[first : first + ON_A_PAGE]),
            page=page,
            pages=pages,
            bad=self.found.file.bad,
            tables=self.found.file.tables,
            sheets=self.found.file.sheets,
            may_reread=bool(self.found.content),
            again=same_file(self.unit, row, self.wishes.digest),
            brought_at=row.brought_at,
            undone_at=row.undone_at,
            undone=_undone(row.report),
            stays=published_since(self.unit, lines_of(self.unit, row.id)),
            drafts=self.drafts,
        )

    def counts(self) -> Counts:
        """How many questions there are of each sort."""
        questions = self.found.file.questions
        refused = sum(self.stands[one.n] is Stand.REFUSED for one in questions)
        coming = sum(self.takes[one.n] is not Take.LEAVE for one in questions)
        undecided = sum(is_undecided(one, self.stands[one.n], self.wishes) for one in questions)
        return Counts(len(questions), refused, coming, len(questions) - refused - coming, undecided)

    def common(self) -> tuple[tuple[Loss, int], ...]:
        """What most questions lose alike, told once; where it stands in the file is left out."""
        coming = [one for one in self.found.file.questions if not one.refused]
        counted = Counter(loss for one in coming for loss in {replace(loss, line=0) for loss in one.losses})
        most = max(_COMMON, (len(coming) + 1) // 2)
        return tuple((loss, count) for loss, count in counted.most_common() if count >= most)


def _undone(report: str | None) -> Undone | None:
    if report is None:
        return None
    record = json.loads(report)
    return Undone(tuple(record["removed"]), tuple((name, why) for name, why in record["kept"]))
