"""Rows of somebody's table as questions, by what its columns are taken for."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from app.authoring.columns import OURS
from app.authoring.formats.own_numbers import BadRow, tolerance_fields
from app.authoring.formats.right_options import options_in, right_places, without_letters
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
    "choice": ("multiple choice", "multichoice"),  # some mean one right option by it, others any number
    "single_choice": ("mc", "mcq", "single choice", "sc", "single", "singlechoice", "radio", "dropdown", "single select", "one correct"),
    "multiple_select": ("multiple select", "multiple answer", "multiple answers", "ma", "multi select", "checkbox", "checkboxes",
                        "multiple response", "select all that apply", "ms", "mr", "multiple correct"),
    "truth": ("true false", "true/false", "tf", "t/f", "truefalse", "boolean"),
    "numbers": ("numbers", "number", "numeric", "numerical", "num"),
    "words": ("words", "short answer", "fill in the blank", "fill in", "fib", "sa", "text", "open ended", "fill-in", "fill in the blanks"),
    "matching": ("matching", "match", "mat"),
    "ordering": ("ordering", "order", "ord", "sequence"),
    "essay": ("essay", "long answer", "written response", "ess"),
}  # fmt: skip
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in (kind, *words)}
_TRUTH = {"true": True, "t": True, "yes": True, "false": False, "f": False, "no": False}


@dataclass(slots=True)
class _Reading:
    """The values of a row by their fields, and what was lost on the way."""

    values: Mapping[str, Sequence[str]]
    markup: Markup
    from_zero: bool = False
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
    line: int,
    values: Mapping[str, Sequence[str]],
    markup: Markup = Markup.AUTO,
    *,
    from_zero: bool = False,
) -> FoundQuestion:
    """The question of a row whose values stand under our fields. Raises BadRow.

    `from_zero` says that the table counts its options from 0.
    """
    row = _Reading(values, markup, from_zero)
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
        return _options(row, row.values["option"], kind)
    if row.one("options"):
        return _options(row, options_in(row.one("options")), kind)
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
    right = row.all("right")
    return _choice(row, [*right, *row.all("wrong_option")], set(range(len(right))))


def _choice(row: _Reading, options: Sequence[str], right: set[int], *, several: bool = False) -> FoundChoice:
    many = several or len(right) > 1
    found = [_option(row, n, one, 1 / len(right) if n in right else 0.0) for n, one in enumerate(options)]
    return FoundChoice(tuple(found), many, all_or_nothing=many)


def _options(row: _Reading, written: Sequence[str], kind: str) -> FoundChoice:
    right = right_places(row.all("right"), written, from_zero=row.from_zero)
    if kind in ("single_choice", "truth") and len(right) > 1:
        raise BadRow(
            f"{'; '.join(row.all('right'))[:40]!r} names {len(right)} options, and the kind says that one is right."
        )
    if row.from_zero:
        row.lose(
            "options", "The options of this table are counted from 0, since 0 is one of its right answers."
        )
    places = [place for place, text in enumerate(written) if text]
    texts = [written[place] for place in places]
    if bare := without_letters(texts):
        row.lose("options", "The letters before the options are left out, as the order is drawn each time.")
        texts = bare
    found = [
        _option(row, place, text, 1 / len(right) if place in right else 0.0)
        for place, text in zip(places, texts, strict=True)
    ]
    many = kind == "multiple_select" or len(right) > 1
    return FoundChoice(tuple(found), many, all_or_nothing=many)


def _typed(row: _Reading, kind: str) -> FoundForm:
    right = row.one("right")
    words = [*row.all("right"), *row.all("word")]
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
