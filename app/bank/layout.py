"""The layout of a YAML text: where its values, dashes and comments stand, and the same text with other values in it."""

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import yaml

from app.bank.reader import Data
from app.bank.written import in_flow, mapping_lines, member_lines, one_line, quoted, value_lines

_COMMENT = re.compile(r"#[^\n]*")
_HEADER = re.compile(r"\|[-+]?( +#.*)?")
_NAMES = ("id", "name", "slug")  # by which the members of a list are known, before their places
_PAIRS = (("prompt", "choice"), ("earlier", "later"))


def comments_in(text: str) -> Iterator[tuple[int, str]]:
    """Comments with their places: they stand between the tokens, or behind the sign that opens a block of text."""
    end = 0
    for token in yaml.scan(text, Loader=yaml.CSafeLoader):
        start = token.start_mark.index
        for match in _COMMENT.finditer(text, end, max(start, end)):
            yield match.start(), match[0].rstrip()
        end = max(end, token.end_mark.index)
        if isinstance(token, yaml.ScalarToken) and token.style in {"|", ">"}:
            line_end = text.find("\n", start)
            opening = _COMMENT.search(text, start, line_end if line_end >= 0 else len(text))
            if opening:
                yield opening.start(), opening[0].rstrip()


@dataclass(frozen=True, slots=True)
class _Chunk:
    """An entry of a mapping or a member of a list with the lines of comments before it and what ends its last line."""

    lead: str
    body: str
    tail: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """A text with the places of its comments and of the dashes of its lists."""

    text: str
    notes: tuple[tuple[int, str], ...]
    dashes: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Layout":
        tokens = yaml.scan(text, Loader=yaml.CSafeLoader)
        dashes = (one.start_mark.index for one in tokens if isinstance(one, yaml.BlockEntryToken))
        return cls(text, tuple(comments_in(text)), tuple(dashes))

    def rewritten(self, fields: dict[str, Data]) -> str:
        """The text with other fields, as near to the author's layout as can be; it is for the caller to read it again."""
        root = yaml.compose(self.text, Loader=yaml.CSafeLoader)
        body = None if root is None else self._value(root, fields, 0)
        if root is None or body is None:
            return ""
        return self.text[: root.start_mark.index] + body + self.text[self._end(root) :]

    def _value(self, node: yaml.Node, value: Data, indent: int) -> str | None:
        """The text of a node with another value; None where it has to be written anew. `indent` is its parent's."""
        start, end = node.start_mark.index, self._end(node)
        if _data(node) == value:
            return self.text[start:end]
        if start == end:
            return None
        if isinstance(node, yaml.CollectionNode) and node.flow_style:
            return self._flow(node, value)
        match node, value:
            case yaml.ScalarNode(), str():
                return self._scalar(node, value, indent)
            case yaml.MappingNode(), dict() if value:
                return self._joined(self._entries(node, value), self._column(start))
            case yaml.SequenceNode(), list() if value:
                return self._joined(self._members(node, value), self._column(start))
        return None

    def _scalar(self, node: yaml.ScalarNode, text: str, indent: int) -> str:
        old = self.text[node.start_mark.index : self._end(node)]
        opening, _, rest = old.partition("\n")
        if text and (node.style in {"|", ">"} or "\n" in text):
            first = next((line for line in rest.split("\n") if line.strip()), "")
            deep = len(first) - len(first.lstrip(" ")) if node.style in {"|", ">"} and first else indent + 2
            lines = [" " * deep + line if line else "" for line in text.split("\n")]
            sign = opening.rstrip() if _HEADER.fullmatch(opening.rstrip()) and node.style == "|" else "|"
            return "\n".join([sign, *lines])
        match node.style:
            case '"':
                return json.dumps(text, ensure_ascii=False)
            case "'":
                return quoted(text)
        return one_line(text)

    def _flow(self, node: yaml.CollectionNode, value: Data) -> str | None:
        """A value between brackets: single values are exchanged in place, anything else is written in one line."""
        if isinstance(value, str):
            return None
        old = list(_children(node))
        new: dict[object, Data] = {}
        new.update(value if isinstance(value, dict) else enumerate(value))
        if isinstance(value, dict) is not isinstance(node, yaml.MappingNode) or new.keys() != {
            name for name, _ in old
        }:
            return in_flow(value)
        text, at = "", node.start_mark.index
        for name, child in old:
            if _data(child) != new[name]:
                whole = self._flow(child, new[name]) if isinstance(child, yaml.CollectionNode) else None
                text += self.text[at : child.start_mark.index]
                text += whole or self._in_flow(child, new[name])
                at = child.end_mark.index
        return text + self.text[at : node.end_mark.index]

    def _in_flow(self, node: yaml.Node, value: Data) -> str:
        if isinstance(node, yaml.ScalarNode) and node.style == '"' and isinstance(value, str):
            return json.dumps(value, ensure_ascii=False)
        blank = "" if self.text[node.start_mark.index - 1] in " [{" else " "
        return blank + in_flow(value)

    def _entries(self, node: yaml.MappingNode, wanted: dict[str, Data]) -> Iterator[_Chunk]:
        """The entries of a block: the author's in their order, and each new one behind what comes before it."""
        column = self._column(node.start_mark.index)
        new = _followers(wanted, {str(name.value) for name, _ in node.value})
        yield from _new_entries(wanted, new.get(None, []), column)
        before = node.start_mark.index
        for name, value in node.value:
            start, end, title = name.start_mark.index, self._end(value), str(name.value)
            chunk = self._around(before, start, end)
            before = end
            text = self._value(value, wanted[title], column) if title in wanted else None
            if text is not None:
                opening = self.text[start : value.start_mark.index]
                yield self._fitted(chunk, opening + text, self.text[start:end], column)
            else:
                shown = ""
                if title in wanted:
                    lines = value_lines(wanted[title], column + 2)
                    shown = self.text[start : name.end_mark.index] + ":" + "\n".join(lines)
                yield _Chunk(chunk.lead + self._kept(start, end, column), shown)
            yield from _new_entries(wanted, new.get(title, []), column)

    def _members(self, node: yaml.SequenceNode, wanted: list[Data]) -> Iterator[_Chunk]:
        """The members of a list in their new order, each that was there with its own text; then comments of the others."""
        column, before = self._column(node.start_mark.index), node.start_mark.index
        spans: list[tuple[int, int]] = []
        chunks: list[_Chunk] = []
        for member in node.value:
            start = self.dashes[bisect_left(self.dashes, member.start_mark.index) - 1]
            spans.append((start, self._end(member)))
            chunks.append(self._around(before, *spans[-1]))
            before = spans[-1][1]
        pairs = _paired([_data(one) for one in node.value], wanted)
        for place, value in enumerate(wanted):
            at = pairs.get(place)
            text = None if at is None else self._value(node.value[at], value, column)
            if at is None or text is None:
                lead = "" if at is None else chunks[at].lead + self._kept(*spans[at], column)
                yield _Chunk(lead, "\n".join(member_lines([value], column))[column:])
            else:
                start, end = spans[at]
                body = self.text[start : node.value[at].start_mark.index] + text
                yield self._fitted(chunks[at], body, self.text[start:end], column)
        for at in sorted(set(range(len(spans))) - set(pairs.values())):
            yield _Chunk(chunks[at].lead + self._kept(*spans[at], column), "")

    def _around(self, before: int, start: int, end: int) -> _Chunk:
        """What stands around an entry: whole lines of comments and blanks before it, and the rest of its last line."""
        lead = self.text[before:start].partition("\n")[2]
        tail = self.text[end:].partition("\n")[0].rstrip() if end < len(self.text) else ""
        return _Chunk(lead[: lead.rfind("\n") + 1], "", tail)

    def _fitted(self, chunk: _Chunk, body: str, old: str, column: int) -> _Chunk:
        """The entry with another body; a comment that could come to stand in a block of text goes before it."""
        if chunk.tail.strip() and body != old and "\n" in body:
            return _Chunk(f"{chunk.lead}{' ' * column}{chunk.tail.strip()}\n", body)
        return _Chunk(chunk.lead, body, chunk.tail)

    def _kept(self, start: int, end: int, column: int) -> str:
        """The comments of what stands between two places, each in a line of its own."""
        line_end = self.text.find("\n", end)
        until = line_end if line_end >= 0 else len(self.text)
        return "".join(f"{' ' * column}{one}\n" for at, one in self.notes if start <= at < until)

    def _joined(self, chunks: Iterable[_Chunk], column: int) -> str:
        """The chunks one below the other; the first one begins where the block began."""
        text, lead, blanks = "", "", " " * column
        for chunk in chunks:
            lead += chunk.lead
            if chunk.body:
                opening = f"\n{lead}{blanks}" if text else lead.lstrip(" ") + (blanks if lead else "")
                text += opening + chunk.body + chunk.tail
                lead = ""
        return text + (f"\n{lead.rstrip()}" if lead.strip() else "")

    def _column(self, at: int) -> int:
        return at - (self.text.rfind("\n", 0, at) + 1)

    def _end(self, node: yaml.Node) -> int:
        """Where a node ends: without the blank lines below it; a block takes in the comment behind its last value."""
        end: int = node.end_mark.index
        if isinstance(node, yaml.ScalarNode):
            if node.style in {"|", ">"}:
                return node.start_mark.index + len(self.text[node.start_mark.index : end].rstrip())
            return end
        if not isinstance(node, yaml.CollectionNode) or node.flow_style or not node.value:
            return end
        last = node.value[-1]
        inner = self._end(last[1] if isinstance(last, tuple) else last)
        line_end = self.text.find("\n", inner)
        return line_end if line_end >= 0 else len(self.text)


def _data(node: yaml.Node) -> Data:
    """What a node says, without blanks at the ends of texts."""
    match node:
        case yaml.MappingNode():
            return {str(name.value): _data(value) for name, value in node.value}
        case yaml.SequenceNode():
            return [_data(member) for member in node.value]
    return str(node.value).strip()


def _children(node: yaml.CollectionNode) -> Iterator[tuple[object, yaml.Node]]:
    if isinstance(node, yaml.MappingNode):
        yield from ((str(name.value), value) for name, value in node.value)
    else:
        yield from enumerate(node.value)


def _followers(wanted: Iterable[str], there: Set[str]) -> dict[str | None, list[str]]:
    """The new names by the name of the author's that comes before them; None for those before all."""
    found: dict[str | None, list[str]] = {}
    last: str | None = None
    for name in wanted:
        if name in there:
            last = name
        else:
            found.setdefault(last, []).append(name)
    return found


def _new_entries(wanted: Mapping[str, Data], names: Iterable[str], column: int) -> Iterator[_Chunk]:
    for name in names:
        yield _Chunk("", "\n".join(mapping_lines({name: wanted[name]}, column))[column:])


def _paired(old: Sequence[Data], new: Sequence[Data]) -> dict[int, int]:
    """Which member of the old list each of the new one was: by their names where all have one, else by their places."""
    names, before = [name_of(one) for one in new], [name_of(one) for one in old]
    found: dict[int, int] = {}
    if len({*names}) == len(names) and len({*before}) == len(before) and None not in {*names, *before}:
        found = {place: before.index(name) for place, name in enumerate(names) if name in before}
    taken = set(found.values())
    free = (place for place in range(len(new)) if place not in found and place < len(old))
    return found | {place: place for place in free if place not in taken}


def name_of(member: Data) -> object:
    """What a member of a list is known by."""
    match member:
        case str():
            return member
        case dict():
            known = [member[name] for name in _NAMES if isinstance(member.get(name), str)]
            pairs = [(member.get(one), member.get(other)) for one, other in _PAIRS if one in member]
            named = [pair for pair in pairs if all(isinstance(part, str) for part in pair)]
            return next(iter([*known, *named]), None)
    return None
