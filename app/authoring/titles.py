"""What a question is called in lists: the beginning of its stem, found without reading its text as a whole."""

import re

LONGEST = 160
_STEM = re.compile(r"^stem:[ ]*(.*(?:\n(?:[ ]+.*|[ ]*$))*)", re.MULTILINE)
_BLOCK = re.compile(r"[|>][0-9+-]*[ ]*(?:#.*)?$")
_RECIPE = re.compile(r"^recipe:[ ]*['\"]?([a-z0-9-]+)", re.MULTILINE)
_KIND = re.compile(r"^kind:[ ]*['\"]?([a-z_]+)", re.MULTILINE)


def title_in(text: str) -> str:
    """The first paragraph of the stem in a question's YAML, as Markdown in one line; "" where there is none.

    Rule: at most 160 signs, cut between words and outside of formulas. The text may have faults.
    """
    found = _STEM.search(text)
    if found is None:
        return ""
    first, *more = found[1].split("\n")
    lines = more if _BLOCK.fullmatch(first) else [first, *more]
    paragraph: list[str] = []
    for line in lines:
        if line.strip():
            paragraph.append(line.strip())
        elif paragraph:
            break
    return _cut(_unquoted(" ".join(paragraph)))


def recipe_in(text: str) -> str:
    """The recipe that a question's YAML names, or ""."""
    found = _RECIPE.search(text)
    return found[1] if found else ""


def kind_in(text: str) -> str:
    """The kind that a question's YAML names, or ""."""
    found = _KIND.search(text)
    return found[1] if found else ""


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return text


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    kept = text[:LONGEST].rpartition(" ")[0]
    while kept and kept.replace("\\$", "").count("$") % 2:
        kept = kept.rpartition("$")[0].rstrip()
    return f"{kept}\N{NO-BREAK SPACE}…"
