"""GIFT, the text format of Moodle: questions parted by empty lines, their answers in braces."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.authoring.formats.categories import category_path
from app.authoring.formats.gift_answers import BadAnswer, answers
from app.authoring.formats.gift_marks import cut, first, marked, plain
from app.authoring.found import (
    BadPart,
    Fate,
    Format,
    FoundFile,
    FoundForm,
    FoundOther,
    FoundQuestion,
    FoundText,
    Loss,
)

GAP = "_____"
LONGEST = 100_000  # signs of one question
LARGEST = 4_000_000  # signs of a file
_CATEGORY = re.compile(r"\$CATEGORY:\s*(.*)")
_ID = re.compile(r"\[id:([^\[\]\n]*)\]")
_TAG = re.compile(r"\[tag:([^\[\]\n]*)\]")


@dataclass(frozen=True, slots=True)
class _Chunk:
    """The lines of one question, with what comments above it say, and the category that holds."""

    line: int
    text: str
    comments: str
    category: str


def read_gift(text: str) -> FoundFile:
    """All questions of the text, and what cannot be read of it; each bad question is left out alone.

    Rules of the format: an empty line ends a question; // begins a comment line; $CATEGORY: holds for what follows;
    ::name:: may come first; {…} holds the answers; a backslash protects ~ = # { } : and itself.
    """
    if len(text) > LARGEST:
        sentence = f"This file has more than {LARGEST:,} signs. Send fewer questions at a time."
        return FoundFile(bad=(BadPart(1, sentence),), format=Format.GIFT)
    questions: list[FoundQuestion] = []
    bad: list[BadPart] = []
    for chunk in _chunks(text):
        try:
            questions.append(_question(chunk))
        except BadAnswer as fault:
            bad.append(BadPart(chunk.line, str(fault)))
    return FoundFile(tuple(questions), tuple(bad), Format.GIFT)


def _chunks(text: str) -> Iterator[_Chunk]:
    category, comments = "", ""
    lines: list[str] = []
    start = 0
    for number, raw in enumerate([*text.split("\n"), ""], 1):
        line = raw.strip()
        if not line:
            if lines:
                yield _Chunk(start, "\n".join(lines), comments, category)
            lines, comments = [], "" if lines else comments
        elif line.startswith("//"):
            comments += f"{line}\n"
        elif match := _CATEGORY.match(line):
            category = category_path(plain(match[1].strip()))
        else:
            start = number if not lines else start
            lines.append(raw.rstrip())


def _question(chunk: _Chunk) -> FoundQuestion:
    if len(chunk.text) > LONGEST:
        raise BadAnswer(f"This question has more than {LONGEST:,} signs. Part questions by an empty line.")
    name, rest = _name(chunk.text.strip())
    before, form_text, after = _braces(rest)
    stem = marked(before)
    losses: tuple[Loss, ...] = ()
    feedback: FoundText | None = None
    form: FoundForm = FoundOther("description")
    if form_text is not None:
        form_text, general = _general(form_text)
        feedback = marked(general, stem.markup) if general else None
        form = answers(form_text, stem.markup)
        if after.strip(" .\n"):
            stem = replace(stem, text=f"{stem.text} {GAP} {plain(after).strip()}")
            losses = (
                Loss(
                    Fate.CHANGED,
                    "stem",
                    "The answers stood within the sentence; a gap stands in their place now.",
                ),
            )
    return FoundQuestion(
        line=chunk.line,
        stem=stem,
        form=form,
        name=name or _first_words(stem.text),
        outer_id=" ".join(_ID.findall(chunk.comments)[:1]),
        category=chunk.category,
        tags=tuple(tag.strip() for tag in _TAG.findall(chunk.comments)),
        feedback=feedback,
        losses=losses,
    )


def _name(text: str) -> tuple[str, str]:
    """The name between double colons at the start, and the rest."""
    if not text.startswith("::"):
        return "", text
    name, rest = cut(text[2:], "::")
    if rest is None:
        raise BadAnswer("The name begins with :: and does not end. Write :: after it.")
    return " ".join(plain(name).split()), rest


def _braces(text: str) -> tuple[str, str | None, str]:
    """What stands before the answers, the answers, and what stands after them."""
    start = first(text, "{")
    if start < 0:
        if first(text, "}") >= 0:
            raise BadAnswer(
                "A brace is closed that was not opened. Write { before the answers, or \\} for the sign."
            )
        return text, None, ""
    inside = text[start + 1 :]
    end = first(inside, "}")
    if end < 0:
        raise BadAnswer(
            "The answers begin with { and do not end. Write } after them, with no empty line between."
        )
    after = inside[end + 1 :]
    if first(after, "{") >= 0:
        raise BadAnswer("There are two groups of answers. Keep one, and protect other braces as \\{ and \\}.")
    return text[:start], inside[:end], after


def _general(text: str) -> tuple[str, str]:
    """The answers, and what is said to everybody, which follows ####."""
    before, after = cut(text, "####")
    return before, (after or "").strip()


def _first_words(text: str) -> str:
    return " ".join(re.sub(r"<[^<>]*>", " ", text).split())[:80]
