"""The editor: a draft as a form and as text, saved version by version, undone, given up; nothing typed is lost.

Loading this loads the recipes with their arithmetic, so it is made at its first use (`AuthoringRoom.editing`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from app.authoring.paths import Data
from app.authoring.posted import Fields, acted, sent_alone, taken
from app.authoring.range_fields import with_sent
from app.authoring.thinning import spare
from app.bank.rewrite import bare, rewrite
from app.engine.experiments.catalogue import EXPERIMENTS
from app.items.item import Kind
from app.kit.clock import Clock
from app.kit.errors import NotFound
from app.services.authoring.astray import led_astray
from app.services.authoring.checking import Typed, check_typed, form_of
from app.services.authoring.drafting import Drafting
from app.services.authoring.editing_views import BeliefNote, Checked, Choices, DraftView, VersionLine
from app.services.objectives import kept_objectives
from app.services.vocabulary import Vocabulary
from app.store.database import Database
from app.store.drafts import (
    DraftRow,
    all_versions,
    draft_row,
    draft_version,
    drop_versions,
    saves_of,
)
from app.store.item_history import versions_named
from app.store.item_statistics import kept_records
from app.store.misconceptions import items_using
from app.store.published import item_state
from app.store.unit import Reading, reading, writing
from app.variants.recipe import RECIPES

USES_SHOWN = 6
THINS_AT = 25  # saves after which older ones are looked through
DIFFICULTIES: Mapping[str, str] = {
    "1": "By hand",
    "2": "With a calculator",
    "3": "Harder",
}
KINDS: Mapping[Kind, str] = {
    Kind.SINGLE_CHOICE: "Choosing one of several options",
    Kind.MULTIPLE_SELECT: "Choosing those of several options that are right",
    Kind.NUMBERS: "Typing the numbers",
    Kind.GRID: "Typing a whole matrix",
    Kind.STEPS: "Typing every step",
}
_NO_VERSION = "There is no such version of this draft."


@dataclass(frozen=True, slots=True)
class FormSent:
    """What the form sent, and the button that sent it: "save", or what is done to a list."""

    fields: Mapping[str, str]
    act: str = "save"


@dataclass(frozen=True, slots=True)
class Look:
    """How a draft is looked at: by which order of its options, at which version after an undoing, with which unsaved text."""

    order: int = 0
    at: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Editing:
    """What the editor does. Every save names the version that it started from (`drafting.Stale` where it is older)."""

    database: Database
    clock: Clock
    vocabulary: Vocabulary
    drafting: Drafting

    def view(self, draft_id: str, look: Look = Look()) -> DraftView:
        """A draft as it stands, or with the text of `look` in its place. Raises NotFound."""
        draft, at = self.drafting.draft(draft_id), look.at
        with reading(self.database) as unit:
            saves = saves_of(unit, draft_id)
            state = item_state(unit, draft.item_id)
            earlier = None if at is None else draft_version(unit, draft_id, at)
        last = saves[-1]
        numbers = [one.version for one in saves]
        shown = at if at and earlier and earlier.text == draft.text else draft.version
        place = numbers.index(shown)
        checked = self.checked(draft, draft.text if look.text is None else look.text, order=look.order)
        return DraftView(
            draft_id=draft.id,
            item_id=draft.item_id,
            bank=draft.bank,
            version=draft.version,
            state=draft.state,
            author=draft.author,
            saved_by=last.actor,
            saved_at=draft.saved_at,
            is_new=state is None,
            is_retired=state is not None and not state.live,
            checked=checked,
            choices=self.choices(checked),
            beliefs=self.beliefs(named_in(checked.fields), draft.item_id),
            registry=self.registry(),
            before=numbers[place - 1] if place else None,
            after=numbers[place + 1] if shown != draft.version else None,
        )

    def checked(self, draft: DraftRow, text: str, *, order: int = 0) -> Checked:
        """What is found in a text that may come to stand in this draft. Nothing is stored."""
        typed = Typed(text, draft.item_id, draft.bank, order)
        words = self.vocabulary.words()
        return check_typed(self.database, typed, words=words, today=self.clock.now().date())

    def save_form(self, draft_id: str, version: int, sent: FormSent, *, actor: str) -> DraftRow:
        """Save what the form says. Raises Stale, NotFound, BadInput."""
        text = self.text_of_form(draft_id, version, sent)
        return self.drafting.save(draft_id, version, text, actor=actor)

    def text_of_form(self, draft_id: str, version: int, sent: FormSent) -> str:
        """The text of that version with what the form says; its comments stay. Raises NotFound."""
        with reading(self.database) as unit:
            base = draft_version(unit, draft_id, version)
            draft = draft_row(unit, draft_id)
        if draft is None:
            raise NotFound(_NO_VERSION)
        text = draft.text if base is None else base.text
        fields, plan = form_of(text)
        if fields is None or plan is None:
            return text
        wanted = acted(plan, taken(with_sent(plan, sent.fields), fields, sent.fields), sent.act)
        same = bare(dict(wanted)) == bare(dict(fields))
        return text if same and list(wanted) == list(fields) else rewrite(text, wanted)

    def put(self, draft_id: str, name: str, value: str, *, actor: str) -> bool:
        """Give one field of a draft this value, as the form would; whether the form has such a field.

        Raises NotFound, and Stale where somebody else saved in between.
        """
        draft = self.drafting.draft(draft_id)
        fields, plan = form_of(draft.text)
        if fields is None or plan is None or name not in plan.names(fields):
            return False
        wanted = taken(plan, fields, sent_alone(plan, fields, name, value))
        if wanted != fields:
            text = rewrite(draft.text, wanted)
            self.drafting.save(draft_id, draft.version, text, actor=actor)
        return True

    def versions(self, draft_id: str) -> tuple[DraftRow, tuple[VersionLine, ...]]:
        """A draft with all its versions, the last one first. Raises NotFound."""
        draft = self.drafting.draft(draft_id)
        with reading(self.database) as unit:
            found = all_versions(unit, draft_id)
        lines, before = [], list[str]()
        for one in found:
            now = one.text.splitlines()
            added, removed = _changed(before, now)
            lines.append(VersionLine(one.version, one.actor, one.saved_at, len(now), added, removed))
            before = now
        return draft, tuple(reversed(lines))

    def thin(self, draft: DraftRow) -> None:
        """Take away versions that say nothing that the next one does not, once in many saves."""
        if draft.version % THINS_AT:
            return
        now = self.clock.now()
        with writing(self.database) as unit:
            named = versions_named(unit, draft.item_id)
            gone = spare(saves_of(unit, draft.id), named, now)
            if gone:
                drop_versions(unit, draft.id, gone)
                unit.commit()

    def go_back(self, draft_id: str, version: int, to: int, *, actor: str) -> DraftRow:
        """Let the draft be again what it was in the version `to`, as a new version. Raises Stale and NotFound."""
        with reading(self.database) as unit:
            wanted = draft_version(unit, draft_id, to)
        if wanted is None:
            raise NotFound(_NO_VERSION)
        return self.drafting.save(draft_id, version, wanted.text, actor=actor)

    def registry(self) -> tuple[tuple[str, Choices], ...]:
        """All misconceptions by theme, each by its name."""
        themes: dict[str, list[tuple[str, str]]] = {}
        for slug, one in self.vocabulary.words().misconceptions.items():
            themes.setdefault(one.theme, []).append((slug, one.name))
        return tuple(
            (theme, tuple(sorted(found, key=lambda one: one[1].lower())))
            for theme, found in sorted(themes.items())
        )

    def beliefs(self, slugs: Iterable[str], item_id: str) -> dict[str, BeliefNote]:
        """What there is to say of these misconceptions beside the question that names them."""
        with reading(self.database) as unit:
            return {slug: self._belief(unit, slug, item_id) for slug in slugs if slug in self._known}

    @property
    def _known(self) -> Mapping[str, object]:
        return self.vocabulary.words().misconceptions

    def _belief(self, unit: Reading, slug: str, item_id: str) -> BeliefNote:
        one = self.vocabulary.words().misconceptions[slug]
        uses = sorted(items_using(unit, slug) - {item_id})
        astray = {name: (taken, shown) for name, taken, shown in led_astray(kept_records(unit, uses), slug)}
        uses.sort(key=lambda name: (name not in astray, name))  # of those something is known
        shown = sum(answers for _, answers in astray.values())
        return BeliefNote(
            slug=slug,
            name=one.name,
            belief=one.belief,
            truth=one.truth,
            uses=tuple(uses[:USES_SHOWN]),
            more=max(0, len(uses) - USES_SHOWN),
            chosen=sum(taken for taken, _ in astray.values()) if astray else None,
            shown=shown,
            taken=astray,
        )

    def choices(self, checked: Checked) -> dict[str, Choices]:
        """What fields choose from that the house has: objectives, experiments, recipes, and what the recipe takes."""
        with reading(self.database) as unit:
            objectives = kept_objectives(unit)
        found: dict[str, Choices] = {
            "objectives": tuple((number, f"{number} {wording}") for number, wording in objectives.items()),
            "experiments": tuple((slug, one.title) for slug, one in EXPERIMENTS.items()),
            "recipes": tuple((slug, slug) for slug in sorted(RECIPES)),
        }
        named = checked.fields.get("recipe") if checked.fields else None
        recipe = RECIPES.get(named.strip()) if isinstance(named, str) else None
        kinds = recipe.kinds if recipe else KINDS
        found["kinds"] = tuple((kind.value, KINDS[kind]) for kind in kinds)
        found["difficulties"] = tuple(
            (value, name) for value, name in DIFFICULTIES.items() if recipe is None or _takes(named, value)
        )
        return found


def _takes(recipe: object, difficulty: str) -> bool:
    try:
        RECIPES[str(recipe).strip()].at({"difficulty": difficulty})
    except ValueError:
        return False
    return True


def named_in(fields: Fields | None) -> frozenset[str]:
    """The misconceptions that a text names, in whichever of its lists."""
    return frozenset(_named_in(fields or {}))


def _named_in(data: Data) -> Iterator[str]:
    if isinstance(data, list):
        for one in data:
            yield from _named_in(one)
    elif isinstance(data, dict):
        for name, value in data.items():
            if name in ("misconception", "slip", "slips"):
                slugs = value if isinstance(value, list) else [value]
                yield from (slug.strip() for slug in slugs if isinstance(slug, str))
            else:
                yield from _named_in(value)


def _changed(before: list[str], now: list[str]) -> tuple[int, int]:
    """How many lines came and went."""
    added = removed = 0
    for what, low, high, low_now, high_now in SequenceMatcher(
        None, before, now, autojunk=False
    ).get_opcodes():
        if what != "equal":
            removed += high - low
            added += high_now - low_now
    return added, removed
