"""Rows of our own sheet as the fields of an item; its columns stand in docs/import-export.md."""

import re
from collections.abc import Iterator, Sequence

from app.authoring.formats.own_numbers import BadRow, Row, counted, number_fields, parts, put
from app.bank.reader import Data

OWN = frozenset(("id", "kind", "objectives", "stem", "right"))
_GUARDED = re.compile(r"''*[=+\-@\t\r\n]")
_LIST = re.compile(r"[;\n]")
_PAIR = re.compile(r"\s*(\d{1,2})\s*>\s*(\d{1,2})\s*")


def is_own(columns: Sequence[str]) -> bool:
    """Whether the columns are those of our own sheet."""
    return {name.strip().casefold() for name in columns} >= OWN


def unguarded(text: str) -> str:
    """The text without the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return text[1:] if _GUARDED.match(text) else text


def parts_of(written: str) -> list[str]:
    """The words between semicolons."""
    return [part.strip() for part in _LIST.split(written) if part.strip()]


def own_fields(row: Row) -> dict[str, Data]:
    """The fields of the row's item as they stand in YAML; what the row leaves empty is left out. Raises BadRow."""
    kind = row.get("kind", "").strip()
    fields: dict[str, Data] = {}
    put(fields, "id", row.get("id", ""))
    put(fields, "kind", kind)
    for name in ("objectives", "enemies"):
        if parts := parts_of(row.get(name, "")):
            fields[name] = list(parts)
    for name in ("level", "shape", "difficulty", "experiment"):
        put(fields, name, row.get(name, ""))
    source: dict[str, Data] = {}
    put(source, "citation", row.get("source", ""))
    put(source, "as_of", row.get("source_as_of", ""))
    if source:
        fields["source"] = source
    put(fields, "stem", row.get("stem", ""))
    fields["scoring"] = {"all_or_nothing": "false" if row.get("scoring", "").strip() == "parts" else "true"}
    match kind:
        case "single_choice" | "multiple_select":
            return fields | _choice(row, several=kind == "multiple_select")
        case "matching":
            return fields | _matching(row)
        case "ordering":
            return fields | _ordering(row)
        case "numbers":
            return fields | number_fields(row)
        case _:
            raise BadRow(
                f"The kind {kind[:40]!r} is not known. Write single_choice, multiple_select, matching, ordering or numbers."
            )


def group(row: Row, name: str) -> Iterator[tuple[int, str]]:
    """The numbered columns of one name that hold something, in the order of their numbers."""
    for n in counted(row, name):
        if text := row.get(f"{name}_{n}", "").strip():
            yield n, text


def right_numbers(row: Row) -> list[int]:
    """The numbers of what is right. Raises BadRow."""
    parts = parts_of(row.get("right", "").replace(",", ";"))
    if not all(re.fullmatch(r"\d{1,2}", part) for part in parts):
        raise BadRow(
            f"right says {row.get('right', '')[:40]!r}. Write the numbers of what is right, such as 2 or 1; 3."
        )
    return [int(part) for part in parts]


def _name(row: Row, column: str, usual: str) -> str:
    return row.get(f"{column}_id", "").strip() or usual


def _choice(row: Row, *, several: bool) -> dict[str, Data]:
    right = right_numbers(row)
    options: list[Data] = []
    there = [n for n, _ in group(row, "option")]
    if not right or not set(right) <= set(there):
        raise BadRow("right does not name options of this row. Write their numbers, such as 2 or 1; 3.")
    for n, text in group(row, "option"):
        column = f"option_{n}"
        option: dict[str, Data] = {"id": _name(row, column, f"option-{n}"), "text": text}
        if n in right:
            option["correct"] = "true"
        options.append(parts(row, column, option, "misconception", "rationale", "weight"))
    fields: dict[str, Data] = {"choose": str(len(right))} if several else {}
    return {**fields, "options": options}


def _matching(row: Row) -> dict[str, Data]:
    right = right_numbers(row)
    prompts, choices = list(group(row, "prompt")), list(group(row, "choice"))
    names = {n: _name(row, f"choice_{n}", f"choice-{n}") for n, _ in choices}
    if not prompts or len(right) != len(prompts) or not set(right) <= set(names):
        raise BadRow(
            "right does not name a choice for each prompt. Write their numbers in the prompts' order, as 2; 1; 3."
        )
    found: list[Data] = []
    prompt_names = {n: _name(row, f"prompt_{n}", f"prompt-{n}") for n, _ in prompts}
    for (n, text), choice in zip(prompts, right, strict=True):
        prompt: dict[str, Data] = {"id": prompt_names[n], "text": text, "choice": names[choice]}
        found.append(parts(row, f"prompt_{n}", prompt, "rationale"))
    all_choices: list[Data] = [
        parts(row, f"choice_{n}", {"id": names[n], "text": text}, "misconception", "rationale")
        for n, text in choices
    ]
    cells = _wrong(row, "cell", ("prompt", prompt_names), ("choice", names))
    return {"prompts": found, "choices": all_choices, **({"cells": cells} if cells else {})}


def _ordering(row: Row) -> dict[str, Data]:
    entries = list(group(row, "entry"))
    if not entries:
        raise BadRow("This row has no lines to be put in order. Write them in entry_1, entry_2 and so on.")
    names = {n: _name(row, f"entry_{n}", f"entry-{n}") for n, _ in entries}
    found: list[Data] = [
        parts(row, f"entry_{n}", {"id": names[n], "text": text}, "rationale") for n, text in entries
    ]
    reversals = _wrong(row, "reversal", ("earlier", names), ("later", names))
    return {"entries": found, "reversals": reversals}


def _wrong(
    row: Row, name: str, first: tuple[str, dict[int, str]], second: tuple[str, dict[int, str]]
) -> list[Data]:
    """Wrong pairs by their numbers, each with what is believed by who takes it."""
    found: list[Data] = []
    for n, text in group(row, name):
        pair = _PAIR.fullmatch(text)
        if pair is None or int(pair[1]) not in first[1] or int(pair[2]) not in second[1]:
            raise BadRow(f"{name}_{n} says {text[:40]!r}. Write two numbers of this row, as 2 > 1.")
        fields: dict[str, Data] = {first[0]: first[1][int(pair[1])], second[0]: second[1][int(pair[2])]}
        found.append(parts(row, f"{name}_{n}", fields, "misconception", "rationale"))
    return found
