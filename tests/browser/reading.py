"""What a screen reader says of a page: Chromium's accessibility tree, put into lines in the order of reading."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from playwright.sync_api import Page

CONTROLS = {
    "button", "link", "textbox", "radio", "checkbox", "combobox", "listbox", "spinbutton", "slider", "searchbox",
    "DisclosureTriangle", "switch", "menuitem", "tab", "PopUpButton", "ComboBoxMenuButton",
    "ComboBoxSelect", "progressbar", "meter",
}  # fmt: skip
LANDMARKS = {"banner", "navigation", "main", "complementary", "contentinfo", "region", "search"}
_LINES = {"paragraph", "LabelText", "Legend", "DescriptionListTerm", "term", "definition", "caption", "Figcaption", "blockquote"}  # fmt: skip
_STATES = {"checked": {"true": "checked", "false": "not checked"}, "expanded": {True: "open", False: "folded"},
           "invalid": {"true": "invalid"}, "disabled": {True: "disabled"}, "required": {True: "required"}}  # fmt: skip
_TEXTS = ("StaticText",)


@dataclass
class Node:
    """One thing that is read: its role, name and description, its states, and what is inside."""

    role: str
    name: str = ""
    description: str = ""
    value: str = ""
    states: dict[str, object] = field(default_factory=dict)
    parts: list["Node"] = field(default_factory=list)

    def all(self) -> Iterator["Node"]:
        """This and everything inside, in the order of reading."""
        yield self
        for part in self.parts:
            yield from part.all()

    def of(self, *roles: str) -> list["Node"]:
        """Everything inside of these roles."""
        return [one for one in self.all() if one.role in roles]

    @property
    def text(self) -> str:
        """All that is said of it, as running text; a formula by its name in words."""
        if self.role in _TEXTS:
            return self.name
        if self.role == "MathMLMath" and self.name:
            return f"⟨{self.name}⟩"
        if self.role == "LineBreak":
            return " "
        inner = "".join(part.text for part in self.parts)
        return f" {inner} " if self.role in _LINES else inner


def tree(page: Page) -> Node:
    """The accessibility tree of a page, without what Chromium ignores."""
    client = page.context.new_cdp_session(page)
    client.send("Accessibility.enable")
    nodes = {one["nodeId"]: one for one in client.send("Accessibility.getFullAXTree")["nodes"]}
    client.detach()
    (root,) = _made(next(one for one in nodes.values() if "parentId" not in one), nodes)
    return root


def _made(raw: dict, nodes: dict[str, dict]) -> list[Node]:  # type: ignore[type-arg]
    parts = [one for name in raw.get("childIds", []) if name in nodes for one in _made(nodes[name], nodes)]
    role = raw.get("role", {}).get("value", "")
    if raw.get("ignored") or role in ("InlineTextBox", "none", "ListMarker"):
        return [] if role in ("InlineTextBox", "ListMarker") else parts
    states = {one["name"]: one["value"].get("value") for one in raw.get("properties", [])}
    said = {name: str(raw.get(name, {}).get("value", "")) for name in ("name", "description", "value")}
    return [Node(role, said["name"], said["description"], said["value"], states, parts)]


def reading(root: Node) -> list[str]:
    """The page line by line."""
    lines: list[str] = []
    for part in root.parts:
        _read(part, lines)
    return [line for line in (" ".join(one.split()) for one in lines) if line]


def _read(node: Node, lines: list[str]) -> None:
    match node.role:
        case "heading":
            lines.append(f"heading {node.states['level']}: {node.text}")
        case "table":
            _table(node, lines)
        case "list":
            lines.append(f"list of {len(node.of('listitem'))} {node.name}")
            _all(node.parts, lines)
        case "StaticText" | "MathMLMath":
            lines.append(node.text)
        case "progressbar":
            lines.append(f"progress: {node.name}, {node.value} of {node.states['valuemax']}")
        case role if role in LANDMARKS:
            lines.append(f"[{role}{' ' + node.name if node.name else ''}]")
            _all(node.parts, lines)
        case role if role in CONTROLS:
            lines.append(control(node))
        case "group" | "alert" | "status" | "dialog" | "form" | "figure" if node.name or node.role in (
            "alert",
            "status",
        ):
            told = f" ({node.description})" if node.description else ""
            lines.append(f"{node.role}: {node.name}{told}")
            _all([one for one in node.parts if one.role != "Legend"], lines)
        case _ if _is_run(node):
            lines.append(node.text)
        case _:
            _all(node.parts, lines)


def _all(parts: list[Node], lines: list[str]) -> None:
    for part in parts:
        if part.role == "LabelText" and any(one.role in CONTROLS for one in part.all()):
            lines += [control(one) for one in part.all() if one.role in CONTROLS]
        else:
            _read(part, lines)


def _is_run(node: Node) -> bool:
    """Whether this is a line of text, perhaps with formulas, and without anything to act on."""
    return node.role in _LINES and not any(one.role in CONTROLS for one in node.all())


def control(node: Node) -> str:
    """A control with its name, its states, what it holds and what is said to it."""
    words = [word for name, words in _STATES.items() if (word := words.get(node.states.get(name)))]  # type: ignore[arg-type, attr-defined]
    value = [f"holds “{node.value}”"] if node.value and node.role != "link" else []
    told = [f"({node.description})"] if node.description else []
    return f"{node.role}: {', '.join([node.name, *words, *value])} {' '.join(told)}".rstrip()


def _table(node: Node, lines: list[str]) -> None:
    """Each cell with the headings that are announced with it."""
    rows = list(node.of("row"))
    lines.append(f"table: {node.name}")
    columns: list[str] = []
    for row in rows:
        cells = [one for one in row.parts if one.role in ("cell", "gridcell", "rowheader", "columnheader")]
        if all(one.role == "columnheader" or not one.text.strip() for one in cells):
            columns = [_of_cell(one) for one in cells]
            continue
        first = next((_of_cell(one) for one in cells if one.role == "rowheader"), "")
        for place, one in enumerate(cells):
            if one.role == "rowheader":
                continue
            names = ", ".join(filter(None, (first, columns[place] if place < len(columns) else "")))
            fields = [control(inside) for inside in one.all() if inside.role in CONTROLS]
            lines.append(f"{names}: {', '.join(fields) or _of_cell(one)}")


def _of_cell(cell: Node) -> str:
    """What stands in a cell, each piece by itself."""
    inside = {id(part) for one in cell.of("MathMLMath") for part in one.all() if part is not one}
    pieces = (one.text.strip() for one in cell.of("StaticText", "MathMLMath") if id(one) not in inside)
    return " ".join(filter(None, pieces)).replace(" ,", ",").replace(" .", ".")


def faults(root: Node) -> list[str]:
    """What would leave a reader without a way: by the rules that hold for every page."""
    return [*_headings(root), *_landmarks(root), *_names(root), *_tables(root), *_formulas(root)]


def _headings(root: Node) -> Iterator[str]:
    levels = [int(str(one.states["level"])) for one in root.of("heading")]
    if levels.count(1) != 1 or levels[0] != 1:
        yield f"headings begin with {levels[:3]}"
    for before, after in pairwise(levels):
        if after > before + 1:
            yield f"a heading jumps from {before} to {after}"
    yield from (
        f"a heading {one.states['level']} says nothing" for one in root.of("heading") if not one.text.strip()
    )


def _landmarks(root: Node) -> Iterator[str]:
    for role in ("banner", "main", "contentinfo"):
        if len(root.of(role)) != 1:
            yield f"{len(root.of(role))} of {role}"
    names = [(one.role, one.name) for one in root.of("navigation", "complementary", "region", "search")]
    yield from (f"{role} has no name" for role, name in names if not name)
    yield from (f"{role} twice: {name}" for role, name in set(names) if names.count((role, name)) > 1)


def _names(root: Node) -> Iterator[str]:
    yield from (
        f"{one.role} has no name" for one in root.all() if one.role in CONTROLS and not one.name.strip()
    )
    for one in root.all():
        # Lists that are required and empty are called invalid by the browser itself.
        if one.role == "textbox" and one.states.get("invalid") == "true" and not one.description:
            yield f"{one.role} {one.name} is invalid and does not say why"


def _tables(root: Node) -> Iterator[str]:
    for table in root.of("table"):
        if not table.name.strip():
            yield "a table has no name"
        if not table.of("columnheader"):
            yield f"table {table.name} has no column headings"
        for row in table.of("row"):
            if row.of("cell") and not row.of("rowheader") and any(one.text.strip() for one in row.of("cell")):
                yield f"table {table.name}: a row has no heading: {row.text[:40]}"


def _formulas(root: Node) -> Iterator[str]:
    for one in root.of("MathMLMath"):
        if not any(sign.isalnum() for sign in one.name):
            yield f"a formula says nothing: {''.join(part.name for part in one.of('StaticText'))}"
