"""A value is changed in an author's text, and comments, order and layout stay: over texts of any layout, and our own bank."""

import copy
import difflib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.bank.faults import FieldPath
from app.bank.parse import parse_item
from app.bank.reader import Data, read
from app.bank.rewrite import bare, comments, rewrite, rewrite_item
from app.bank.written import in_flow, mapping_lines
from app.items.item import Item
from tests.conftest import GATE
from tests.unit.bank.placed import KNOWN as PLACED_KNOWN
from tests.unit.bank.placed import MATCHING, MATCHING_PATH, ORDERING, ORDERING_PATH
from tests.unit.bank.samples import AUTHORED, KNOWN, PATH
from tests.unit.bank.test_dump import SLUG, TEXT, authored_items, recipe_items

QUESTIONS = Path(__file__).resolve().parents[3] / "questions"
FILES = sorted(QUESTIONS.glob("attention/1.2/*.yaml"))
REMARKS = ["# why", "#", "# a: b", "# - 'x", '# "', "# {", "#: |", "# é😀"]


def data_of(text: str) -> Data | None:
    document, faults = read(text, "")
    return None if document is None or faults else bare(document.data)


@st.composite
def trees(draw: st.DrawFn, depth: int = 0) -> Data:
    kinds = ["text", "text", "list", "dict"] if depth < 3 else ["text"]
    match draw(st.sampled_from(kinds)):
        case "list":
            named = draw(st.booleans())
            names = draw(st.lists(SLUG, max_size=3, unique=True))
            return [{"id": name, "of": draw(trees(depth + 1))} if named else name for name in names]
        case "dict":
            names = draw(st.lists(SLUG, max_size=3, unique=True))
            return {name: draw(trees(depth + 1)) for name in names}
    return draw(TEXT)


FIELDS = st.dictionaries(SLUG, trees(), min_size=1, max_size=4)


def flowed(data: Data, draw: st.DrawFn, depth: int = 0) -> Iterator[str]:
    """The lines of a mapping in which some values stand between brackets, and lists begin where their names do."""
    assert isinstance(data, dict)
    for name, value in data.items():
        if isinstance(value, dict | list) and draw(st.booleans()):
            yield f"{' ' * depth}'{name}':   {in_flow(value)}"
        elif isinstance(value, dict) and value:
            yield f"{' ' * depth}{in_flow(name)}:"
            yield from flowed(value, draw, depth + draw(st.integers(1, 4)))
        else:
            yield from mapping_lines({name: value}, depth)


@st.composite
def sources(draw: st.DrawFn, fields: dict[str, Data]) -> str:
    """A text that says this in some layout, with comments wherever they change nothing of it."""
    lines = list(flowed(fields, draw))
    said = data_of("\n".join(lines) + "\n")
    assert said == fields
    for _ in range(draw(st.integers(0, 6))):
        at, remark = draw(st.integers(0, len(lines))), draw(st.sampled_from(REMARKS))
        changed = [*lines]
        if draw(st.booleans()) and at < len(lines):
            changed[at] += f"  {remark}"
        else:
            changed.insert(at, " " * draw(st.integers(0, 6)) + draw(st.sampled_from([remark, ""])))
        if data_of("\n".join(changed) + "\n") == fields:
            lines = changed
    return "\n".join(lines) + draw(st.sampled_from(["\n", "", "\n\n"]))


@st.composite
def changed(draw: st.DrawFn, data: Data) -> Data:
    """The data with a few changes: values, names, members, orders, kinds."""
    match draw(st.integers(0, 9)), data:
        case (0, _):
            return draw(trees(1))
        case (1 | 2, list()) if data:
            return list(draw(st.permutations(data)))[: draw(st.integers(1, len(data)))]
        case (3, list()):
            at = draw(st.integers(0, len(data)))
            return [*data[:at], draw(trees(2)), *data[at:]]
        case (4, dict()) if data:
            gone = draw(st.sampled_from(sorted(data)))
            return {name: value for name, value in data.items() if name != gone}
        case (5, dict()):
            return {**data, draw(SLUG): draw(trees(2))}
        case (_, list()) if data:
            at = draw(st.integers(0, len(data) - 1))
            return [draw(changed(one)) if place == at else one for place, one in enumerate(data)]
        case (_, dict()) if data:
            name = draw(st.sampled_from(sorted(data)))
            return {**data, name: draw(changed(data[name]))}
    return draw(TEXT)


@settings(max_examples=4000 if GATE else 100)
@given(st.data())
def test_what_is_rewritten_says_what_was_wanted_and_keeps_every_comment(data: st.DataObject) -> None:
    fields = data.draw(FIELDS)
    source = data.draw(sources(fields))
    wanted = data.draw(changed(fields))
    if not isinstance(wanted, dict) or not wanted:
        wanted = {"a": wanted}
    found = rewrite(source, wanted)
    assert data_of(found) == wanted
    assert comments(found) >= comments(source)
    assert rewrite(found, wanted) == found


@settings(max_examples=2000 if GATE else 40)
@given(st.data())
def test_what_says_the_same_is_left_as_it_is(data: st.DataObject) -> None:
    fields = data.draw(FIELDS)
    source = data.draw(sources(fields))
    again = rewrite(source, fields)
    assert again == source or again == source + "\n"


@settings(max_examples=1000 if GATE else 40)
@given(st.data())
def test_any_item_can_be_written_into_the_text_of_another_one(data: st.DataObject) -> None:
    """Parsing what was rewritten gives the item, with all comments of the text that it was written into."""
    kind = data.draw(st.sampled_from([authored_items(), recipe_items()]))
    before, after = data.draw(kind), data.draw(kind)
    source = rewrite_item("# begun\nid: x  # its name\n", before)
    place = f"questions/{after.header.bank}/{after.header.objectives[0]}/{after.header.id}.yaml"
    found = rewrite_item(source, after)
    assert parse_item(found, place, KNOWN).item == after
    assert comments(found) == comments(source) == {"# begun": 1, "# its name": 1}


@pytest.mark.parametrize(
    ("text", "path", "known"),
    [
        (AUTHORED, PATH, KNOWN),
        (MATCHING, MATCHING_PATH, PLACED_KNOWN),
        (ORDERING, ORDERING_PATH, PLACED_KNOWN),
    ],
    ids=["choice", "matching", "ordering"],
)
def test_an_item_written_into_its_own_text_changes_nothing(text: str, path: str, known: object) -> None:
    item: Item = parse_item(text, path, known).item  # type: ignore[arg-type]
    assert rewrite_item(text, item) == text


def scalars(data: Data, where: FieldPath = ()) -> Iterator[FieldPath]:
    match data:
        case str():
            yield where
        case list():
            for place, value in enumerate(data):
                yield from scalars(value, (*where, place))
        case dict():
            for name, value in data.items():
                yield from scalars(value, (*where, name))


def with_value(data: Data, where: FieldPath, value: Data) -> Data:
    changed = copy.deepcopy(data)
    inner = changed
    for part in where[:-1]:
        inner = inner[part]  # type: ignore[call-overload,index]
    inner[where[-1]] = value  # type: ignore[call-overload,index]
    return changed


@pytest.mark.parametrize("path", FILES if GATE else FILES[::12], ids=lambda path: path.stem)
def test_one_field_of_our_own_bank_is_changed_and_no_other_line(path: Path) -> None:
    source = path.read_text()
    fields = data_of(source)
    assert isinstance(fields, dict)
    document, _ = read(source, "")
    assert document is not None
    for where in scalars(fields):
        new = "Another text: with *signs* and a # in it"
        found = rewrite(source, with_value(fields, where, new))  # type: ignore[arg-type]
        first = document.place(where)[0]
        touched = [
            number
            for opcode, start, end, _, _ in difflib.SequenceMatcher(
                None, source.split("\n"), found.split("\n"), autojunk=False
            ).get_opcodes()
            if opcode != "equal"
            for number in range(start + 1, end + 1)
        ]
        assert touched == list(range(touched[0], touched[-1] + 1)), where
        assert touched[0] in (first, first + 1), where
        assert new in found


COMMENTED = """\
# Written after the talk.
id: a
stem: |   # shorter?
  One line
  and another one
source: {citation: 'The paper', as_of: "2026-01-01"}  # read again in spring

options:
# the right one
- id: x
  text:   "Rows"    # not columns
# the others
- id: y
  text: Columns
# the end
"""


def test_a_text_as_people_write_it() -> None:
    fields = data_of(COMMENTED)
    assert isinstance(fields, dict)
    fields["stem"] = "Something new"
    fields["source"] = {"citation": "The paper", "as_of": "2026-05-01"}
    fields["options"] = [
        {"id": "y", "text": "Columns, or\nanything"},
        {"id": "x", "text": "Every row"},
        {"id": "z", "text": "New"},
    ]
    assert (
        rewrite(COMMENTED, fields)
        == """\
# Written after the talk.
id: a
stem: |   # shorter?
  Something new
source: {citation: 'The paper', as_of: "2026-05-01"}  # read again in spring

options:
# the right one
# the others
- id: y
  text: |
    Columns, or
    anything
- id: x
  text:   "Every row"    # not columns
- id: z
  text: New
# the end
"""
    )


def test_line_ends_stay_as_they_are() -> None:
    found = rewrite("id: a  # x\r\nstem: b\r\n", {"id": "a", "stem": "one\ntwo"})
    assert found == "id: a  # x\r\nstem: |\r\n  one\r\n  two\r\n"


@pytest.mark.parametrize("source", ["", "- a\n", "a: [", "a: &x b\n", "a: b\na: c\n", "a:\tb\n"])
def test_a_text_that_cannot_be_read_cannot_be_rewritten(source: str) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        rewrite(source, {"a": "b"})
