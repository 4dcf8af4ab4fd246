"""Rows of somebody's table as questions, by what its columns are taken for."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from app.authoring.columns import OURS
from app.authoring.formats.own_numbers import BadRow, tolerance_fields
from app.authoring.formats.spans import NUMBER, decimal_of, span
from app.authoring.found import (
    Fate,
    FoundChoice,
    FoundForm,
    FoundNumber,
    FoundNumbers,
    FoundOption,
    FoundOrder,
    FoundOther,
    FoundPairs,
    FoundQuestion,
    FoundText,
    FoundWords,
    Loss,
    Markup,
)
from app.items.item import ToleranceKind

_KINDS = {
    "single_choice": ("single choice", "multiple choice", "mc", "mcq", "sc", "single", "singlechoice", "multichoice"),
    "multiple_select": ("multiple select", "multiple answer", "multiple answers", "ma", "multi select", "checkbox", "checkboxes",
                        "multiple response", "select all that apply", "ms"),
    "truth": ("true false", "true/false", "tf", "t/f", "truefalse", "boolean"),
    "numbers": ("numbers", "number", "numeric", "numerical", "num"),
    "words": ("words", "short answer", "fill in the blank", "fill in", "fib", "sa", "text", "open ended", "fill-in", "fill in the blanks"),
    "matching": ("matching", "match", "mat"),
    "ordering": ("ordering", "order", "ord", "sequence"),
    "essay": ("essay", "long answer", "written response", "ess"),
}  # fmt: skip
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in (kind, *words)}
_TRUTH = {"true": True, "t": True, "yes": True, "false": False, "f": False, "no": False}
_PLACE = re.compile(r"\b(?:option|answer|choice)s?\b")
_PARTS = re.compile(r"[,;/|&\s]+")
_WHOLE = re.compile(r"[;|\n]")


@dataclass(slots=True)
class _Reading:
    """The values of a row by their fields, and what was lost on the way."""

    values: Mapping[str, Sequence[str]]
    markup: Markup
    losses: list[Loss] = field(default_factory=list)

    def all(self, name: str) -> list[str]:
        return [one for one in self.values.get(name, ()) if one]

    def one(self, name: str) -> str:
        return next(iter(self.all(name)), "")

    def text(self, text: str) -> FoundText:
        return FoundText(text, self.markup)

    def lose(self, part: str, why: str, fate: Fate = Fate.CHANGED) -> None:
        self.losses.append(Loss(fate, part, why))


def question_of(
    line: int, values: Mapping[str, Sequence[str]], markup: Markup = Markup.AUTO
) -> FoundQuestion:
    """The question of a row whose values stand under our fields. Raises BadRow."""
    row = _Reading(values, markup)
    if not row.one("stem"):
        raise BadRow("This row says nothing of what is asked. Write it, or say which column holds it.")
    form = _form(row)
    feedback = "\n\n".join(row.all("feedback"))
    return FoundQuestion(
        line=line,
        stem=row.text(row.one("stem")),
        form=form,
        name=row.one("name"),
        outer_id=row.one("id"),
        category=row.one("category"),
        tags=tuple(tag.strip() for tag in re.split(r"[,;]", row.one("tags")) if tag.strip()),
        feedback=row.text(feedback) if feedback else None,
        losses=tuple(row.losses),
        ours=tuple((name, row.one(name)) for name in sorted(OURS) if row.one(name)),
    )


def _form(row: _Reading) -> FoundForm:
    named = " ".join(row.one("kind").casefold().replace("-", " ").split())
    kind = _KIND_OF.get(named, "") or _KIND_OF.get(named.replace(" ", "_"), "")
    if named and not kind:
        row.lose(
            "kind",
            f"The kind {row.one('kind')[:40]!r} is not known; it is found out by the columns that are filled.",
        )
    if kind == "essay":
        return FoundOther("essay", "An essay is read by a person, and nothing here can grade it.")
    if row.all("prompt") or row.all("match"):
        return _pairs(row)
    if row.all("entry"):
        return FoundOrder(tuple(row.text(one) for one in row.all("entry")), all_or_nothing=True)
    if row.all("right_option"):
        return _apart(row)
    if row.all("wrong_option"):
        return _beside_wrong(row)
    if row.all("option") and kind == "words":
        return FoundWords(tuple(FoundOption(FoundText(one, Markup.PLAIN), 1.0) for one in row.all("option")))
    if row.all("option"):
        return _options(row, several=kind == "multiple_select", single=kind in ("single_choice", "truth"))
    return _typed(row, kind)


def _pairs(row: _Reading) -> FoundPairs:
    prompts, matches = row.values.get("prompt", ()), row.values.get("match", ())
    pairs = []
    for place in range(max(len(prompts), len(matches))):
        left = prompts[place] if place < len(prompts) else ""
        right = matches[place] if place < len(matches) else ""
        if left and not right:
            raise BadRow(f"Nothing belongs with {left[:40]!r}. Write it in the column beside.")
        if right:
            pairs.append((row.text(left), row.text(right)))
    return FoundPairs(tuple(pairs))


def _option(row: _Reading, place: int, text: str, share: float) -> FoundOption:
    said = row.values.get("rationale", ())
    return FoundOption(
        row.text(text), share, row.text(said[place]) if place < len(said) and said[place] else None
    )


def _apart(row: _Reading) -> FoundChoice:
    """Right and wrong options in columns of their own."""
    right, wrong = row.all("right_option"), row.all("wrong_option")
    if not wrong:
        row.lose("options", "There are no wrong options in this row. Write some before it is published.")
    return _choice(row, [*right, *wrong], set(range(len(right))))


def _beside_wrong(row: _Reading) -> FoundChoice:
    """Wrong options in columns of their own, and one right one whose text stands where the right answer does."""
    if not row.one("right"):
        raise BadRow("No option is right. Write it, or say which column holds it.")
    return _choice(row, [row.one("right"), *row.all("wrong_option")], {0})


def _choice(row: _Reading, options: Sequence[str], right: set[int], *, several: bool = False) -> FoundChoice:
    many = several or len(right) > 1
    found = [_option(row, n, one, 1 / len(right) if n in right else 0.0) for n, one in enumerate(options)]
    return FoundChoice(tuple(found), many, all_or_nothing=many)


def _options(row: _Reading, *, several: bool, single: bool) -> FoundChoice:
    written = list(row.values.get("option", ()))
    right = right_places(row.one("right"), written)
    if single and len(right) > 1:
        raise BadRow(
            f"{row.one('right')[:40]!r} names {len(right)} options, and the kind says that one is right."
        )
    places = [place for place, text in enumerate(written) if text]
    found = [
        _option(row, place, written[place], 1 / len(right) if place in right else 0.0) for place in places
    ]
    many = several or len(right) > 1
    return FoundChoice(tuple(found), many, all_or_nothing=many)


def right_places(written: str, options: Sequence[str]) -> set[int]:
    """Which options are right, counted from 0, by their texts, letters or numbers. Raises BadRow.

    Rule: where a word names one option by its text and another one by its number, nothing is guessed.
    """
    if not written:
        raise BadRow(
            "No option is right. Write its letter, its number or its text, or say which column holds it."
        )
    by_text = _by_text([written], options) or _by_text(_WHOLE.split(written), options)
    by_place = _by_bits(written, options) or _by_place(written, options)
    if by_text and by_place and by_text != by_place:
        raise BadRow(
            f"{written[:40]!r} is the text of one option and the place of another. Write the option's letter."
        )
    found = by_text or by_place
    if not found:
        raise BadRow(
            f"{written[:40]!r} names none of the {sum(map(bool, options))} options. Write a letter, a number or a text."
        )
    return found


def _by_text(words: Sequence[str], options: Sequence[str]) -> set[int]:
    plain = [" ".join(option.casefold().split()) for option in options]
    asked = [" ".join(word.casefold().split()) for word in words if word.strip()]
    if any(plain.count(word) != 1 for word in asked):
        return set()
    return {plain.index(word) for word in asked}


def _by_bits(written: str, options: Sequence[str]) -> set[int]:
    """Which options are right by a 1 for each that is and a 0 for each that is not, as 0 0 1 0."""
    bits = written.split()
    there = [place for place, option in enumerate(options) if option]
    if len(bits) != len(there) or "0" not in bits or not set(bits) <= {"0", "1"}:
        return set()
    return {place for place, bit in zip(there, bits, strict=True) if bit == "1"}


def _by_place(written: str, options: Sequence[str]) -> set[int]:
    words = [
        word.strip("().:") for word in _PARTS.split(_PLACE.sub(" ", written.casefold())) if word.strip("().:")
    ]
    if (
        len(words) == 1
        and re.fullmatch("[a-h]{2,8}", words[0])
        and "".join(sorted(set(words[0]))) == words[0]
    ):
        words = list(words[0])
    places = set()
    for word in words:
        if re.fullmatch("[a-z]", word):
            places.add(ord(word) - ord("a"))
        elif re.fullmatch(r"\d{1,2}", word):
            places.add(int(word) - 1)
        else:
            return set()
    fits = all(0 <= place < len(options) and options[place] for place in places)
    return places if fits else set()


def _typed(row: _Reading, kind: str) -> FoundForm:
    right = row.one("right")
    words = [*([right] if right else []), *row.all("word")]
    if not words:
        raise BadRow("This row has neither options nor an answer. Write one, or say which column holds it.")
    truth = _TRUTH.get(right.casefold().strip("."))
    if truth is not None and (kind == "truth" or right.casefold().strip(".") in ("true", "false")):
        row.lose("options", "True and False became the options, since the answer is one of them.")
        return _choice(row, ["True", "False"], {0 if truth else 1})
    if kind != "words" and all(NUMBER.fullmatch(word.strip()) for word in words):
        return FoundNumbers(tuple(_number(row, word) for word in words))
    if kind == "numbers":
        raise BadRow(f"{right[:40]!r} is no number. Write one such as 3.14, with a point.")
    return FoundWords(tuple(FoundOption(FoundText(word, Markup.PLAIN), 1.0) for word in words))


def _number(row: _Reading, written: str) -> FoundNumber:
    value = decimal_of(written)
    if not row.one("tolerance"):
        row.lose("tolerance", f"How near to {written} is near enough is not said: only this number is right.")
        return span(value, ToleranceKind.ABSOLUTE, Decimal(0))
    fields = tolerance_fields(row.one("tolerance"))
    if fields["kind"] == "range":
        low, high = decimal_of(str(fields["low"])), decimal_of(str(fields["high"]))
        if low > high:
            raise BadRow(f"The range {low}..{high} runs backwards. Write the smaller number first.")
        return FoundNumber(float(low), float(high), target=float(value))
    return span(value, ToleranceKind(str(fields["kind"])), Decimal(str(fields["amount"])))
