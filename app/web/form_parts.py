"""A draft as a form: every field with its value, its hint and its fault, distractors with what is known of their belief."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.authoring.check_plan import WAY, way_of
from app.authoring.checks.tried import Tried
from app.authoring.paths import Data, anchor, value_at
from app.authoring.plan import Field, Members, Plan, Widget, input_name
from app.authoring.posted import MOST_MEMBERS, Fields
from app.authoring.range_fields import TITLE
from app.authoring.sent import NAMES, line_of
from app.bank.faults import Fault
from app.services.authoring.editing_views import BeliefNote, Checked, Choices, DraftView

_TITLE = 60  # signs of a member's text by which other fields name it


@dataclass(frozen=True, slots=True)
class InputPart:
    """One field as it stands on the page. A value that is none of the `choices` is among them all the same."""

    name: str
    label: str
    widget: str
    value: str = ""
    hint: str = ""
    fault: str = ""
    choices: Choices = ()
    checked: bool = False
    needed: bool = True
    belief: BeliefNote | None = None
    rare: bool = False
    of: str = ""  # the member that it belongs to, in words
    when: str = ""  # the way of answering under which it is asked for

    @property
    def called(self) -> str:
        """The label with the member that it belongs to: "Option 2, reason"."""
        return f"{self.of}, {self.label[:1].lower()}{self.label[1:]}" if self.of else self.label

    @property
    def id(self) -> str:
        """The name as it can stand in an address."""
        return input_id(self.name)

    @property
    def picked(self) -> frozenset[str]:
        """The choices that are ticked, where any can be."""
        return frozenset(self.value.split())


@dataclass(frozen=True, slots=True)
class MemberPart:
    """One member of a list; `place` counts from 1."""

    name: str
    place: int
    inputs: tuple[InputPart, ...]
    fault: str
    right: bool
    outer: str = ""  # its name in the text
    tried: Tried | None = None

    @property
    def usual(self) -> tuple[InputPart, ...]:
        """The fields that are filled in."""
        return tuple(one for one in self.inputs if not one.rare)

    @property
    def rare(self) -> tuple[InputPart, ...]:
        """The fields that hardly anybody changes."""
        return tuple(one for one in self.inputs if one.rare)

    @property
    def rare_fault(self) -> bool:
        """Whether one of them has a fault."""
        return any(one.fault for one in self.rare)


@dataclass(frozen=True, slots=True)
class MembersPart:
    """A list of members."""

    name: str
    title: str
    noun: str
    hint: str
    fault: str
    members: tuple[MemberPart, ...]
    full: bool
    tried: bool = False

    @property
    def id(self) -> str:
        """The name as it can stand in an address."""
        return f"list-{anchor(self.name)}"


@dataclass(frozen=True, slots=True)
class GroupPart:
    """Fields below a title."""

    title: str
    inputs: tuple[InputPart, ...]


@dataclass(frozen=True, slots=True)
class DraftFormPart:
    """The whole form, the registry that misconceptions are chosen from, and the faults that are at none of its fields.

    `drawn` are the fields of the recipe, which may become others while the page is open.
    """

    asked: tuple[InputPart, ...]
    lists: tuple[MembersPart, ...]
    drawn: GroupPart | None
    groups: tuple[GroupPart, ...]
    registry: tuple[tuple[str, Choices], ...]
    elsewhere: tuple[Fault, ...]

    @property
    def inputs(self) -> Iterator[InputPart]:
        """All fields in the order of the page."""
        yield from self.asked
        for many in self.members:
            for member in many.members:
                yield from member.inputs
        for group in (*([self.drawn] if self.drawn else ()), *self.groups):
            yield from group.inputs
        for many in self.checks:
            for member in many.members:
                yield from member.inputs

    @property
    def members(self) -> tuple[MembersPart, ...]:
        """The lists that make up the question."""
        return tuple(one for one in self.lists if not one.tried)

    @property
    def checks(self) -> tuple[MembersPart, ...]:
        """The list of what is tried, which comes last."""
        return tuple(one for one in self.lists if one.tried)

    @property
    def faulty(self) -> tuple[InputPart, ...]:
        """The fields that have a fault."""
        return tuple(one for one in self.inputs if one.fault)


def input_id(name: str) -> str:
    """The address of a field on the page."""
    return f"f-{anchor(name)}"  # the preview beside it has names of its own


def draft_form(view: DraftView) -> DraftFormPart | None:
    """The form of a draft; None where its text has no form."""
    checked = view.checked
    if checked.fields is None or checked.plan is None:
        return None
    return _Builder(checked, checked.plan, checked.fields, view).form()


def drawn_part(checked: Checked) -> GroupPart | None:
    """The fields of the recipe that a text names; None where there are none."""
    if checked.fields is None or checked.plan is None:
        return None
    return _Builder(checked, checked.plan, checked.fields).drawn()


class _Builder:
    """Lays faults at the fields that they are about, and keeps those that are left over."""

    def __init__(self, checked: Checked, plan: Plan, fields: Fields, view: DraftView | None = None) -> None:
        self._checked = checked
        self._plan = plan
        self._fields = fields
        self._choices_of = view.choices if view else {}
        self._beliefs = view.beliefs if view else {}
        self._registry = tuple(view.registry) if view else ()
        self._left = list(checked.faults)

    def form(self) -> DraftFormPart:
        asked = self._inputs(self._plan.asked)
        lists = tuple(self._list(many) for many in self._plan.lists)
        drawn = self.drawn()
        groups = tuple(
            GroupPart(one.title, self._inputs(one.fields)) for one in self._plan.groups if one.title != TITLE
        )
        return DraftFormPart(asked, lists, drawn, groups, self._registry, tuple(self._left))

    def drawn(self) -> GroupPart | None:
        """The group of the recipe's fields, where it has any."""
        found = (one for one in self._plan.groups if one.title == TITLE)
        return next((GroupPart(one.title, self._inputs(one.fields)) for one in found), None)

    def _inputs(self, fields: tuple[Field, ...]) -> tuple[InputPart, ...]:
        found: list[InputPart] = []
        for one in fields:
            if one.name == "objectives":
                found += self._objectives(one)
            else:
                found.append(self._input(one, one.name, value_at(self._fields, one.path) or ""))
        return tuple(found)

    def _objectives(self, one: Field) -> Iterator[InputPart]:
        numbers = NAMES.split(line_of(self._fields.get(one.name, [])).strip())
        yield self._input(one, one.name, numbers[0] if numbers else "")
        yield InputPart(
            f"{one.name}.more",
            "Further objectives",
            Widget.NAMES,
            " ".join(numbers[1:]),
            "Numbers with blanks between, such as 1.4 2.1.",
            needed=False,
        )

    def _list(self, many: Members) -> MembersPart:
        value = value_at(self._fields, many.path)
        found = value if isinstance(value, list) else []
        members = tuple(self._member(many, place, one) for place, one in enumerate(found))
        return MembersPart(
            many.name,
            many.title,
            many.noun,
            many.hint,
            self._taken(many.name),
            members,
            len(members) >= min(many.most, MOST_MEMBERS),
            many.tried,
        )

    def _member(self, many: Members, place: int, member: Data) -> MemberPart:
        fields = member if isinstance(member, dict) else {}
        called = f"{many.noun.capitalize()} {place + 1}"
        inputs = tuple(
            replace(
                self._input(one, input_name(many.name, place, one.name), _value_in(fields, one)), of=called
            )
            for one in many.fields
        )
        name = input_name(many.name, place)
        told = [self._taken(name)]
        if many.tried:  # of an answer that the form has no field for
            inside = [fault.field for fault in self._left if fault.field.startswith(f"{name}.")]
            told += [self._taken(field) for field in dict.fromkeys(inside)]
        tried = self._checked.tried
        return MemberPart(
            name=f"list-{anchor(many.name)}-{place + 1}",
            place=place + 1,
            inputs=inputs,
            fault=" ".join(one for one in told if one),
            right=fields.get("correct") == "true",
            outer=name,
            tried=tried[place] if many.tried and place < len(tried) else None,
        )

    def _input(self, one: Field, name: str, value: Data) -> InputPart:
        text = line_of(value, "\n" if one.widget is Widget.LINES else " ")
        return InputPart(
            name=name,
            label=one.label,
            widget=one.widget,
            value=text,
            hint=one.hint,
            fault=self._taken(name) or self._taken_inside(one, name),
            choices=self._choices(one, text),
            checked=text.strip() == ("true" if one.widget is Widget.TICK else "false"),
            needed=one.needed,
            belief=self._beliefs.get(text.strip()) if one.widget is Widget.MISCONCEPTION else None,
            rare=one.rare,
            when=one.when,
        )

    def _choices(self, one: Field, value: str) -> Choices:
        match one.widget:
            case Widget.CHOICE:
                found = one.choices or self._choices_of.get(one.of, ())
            case Widget.MEMBER:
                found = tuple(_named(self._fields.get(one.of, [])))
            case Widget.PICKS:  # whose labels have room for formulas
                found = tuple(_worded(self._fields.get(one.of, [])))
            case _:
                return ()
        known = {name for name, _ in found}
        values = value.split() if one.widget is Widget.PICKS else [value] if value else []
        odd = tuple((one, f"{one} (there is none)") for one in dict.fromkeys(values) if one not in known)
        return (*found, *odd)

    def _taken(self, name: str) -> str:
        """What is wrong with a field, which is then said nowhere else."""
        here = [fault for fault in self._left if fault.field == name]
        self._left = [fault for fault in self._left if fault.field != name]
        return " ".join(_sentence(fault) for fault in here)

    def _taken_inside(self, one: Field, name: str) -> str:
        """What is wrong with what a field stands for: a member of its names, or the mapping that it is the first of."""
        if one.name.endswith("[1]"):  # the first of a list stands for it
            return self._taken(name.removesuffix("[1]"))
        if one.widget in (Widget.NAMES, Widget.PICKS, Widget.LINES) or one.name == "objectives":
            inside = [fault.field for fault in self._left if fault.field.startswith(f"{name}[")]
            return " ".join(self._taken(field) for field in dict.fromkeys(inside))
        outer, dot, _ = name.partition(".")
        return self._taken(outer) if dot and "[" not in outer else ""


def _sentence(fault: Fault) -> str:
    """A fault beside its field: "is missing. …" begins with a capital letter."""
    return fault.sentence[:1].upper() + fault.sentence[1:]


def _value_in(member: Fields, one: Field) -> Data:
    """What a member has for a field; how a check is answered stands in the names of its text."""
    return way_of(member) if one.name == WAY else value_at(member, one.path) or ""


def _named(members: Data) -> Iterator[tuple[str, str]]:
    """The members of a list by their ids, each with the beginning of its text."""
    for name, text in _worded(members):
        plain = text.replace("$", "")
        yield name, name if text == name else f"{plain[:_TITLE]} ({name})"


def _worded(members: Data) -> Iterator[tuple[str, str]]:
    """The members of a list by their ids, each with its text as it was written, or its id where it has none."""
    for member in members if isinstance(members, list) else ():
        name = member.get("id") if isinstance(member, dict) else None
        if isinstance(member, dict) and isinstance(name, str):
            yield name, " ".join(line_of(member.get("text", "")).split()) or name
