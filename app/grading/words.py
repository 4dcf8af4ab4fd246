"""What the feedback is built from: the judged answer, and the words for every slip."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.engine.phrases import joined
from app.grading.counts import count_word as count_word
from app.grading.counts import counted as counted
from app.grading.counts import counted_word as counted_word
from app.grading.feedback import SlipNote
from app.grading.response import Response
from app.grading.result import Result
from app.items.misconceptions import Misconception

_BRACED = re.compile(r"\{([^{}]*)\}")
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True, slots=True)
class Judged:
    """A response with the result that `grade` gave it."""

    response: Response
    result: Result


@dataclass(frozen=True, slots=True)
class Words:
    """The language of slips, by slug.

    `phrases` complete "0.665 is what comes out …" ("without dividing by $\\sqrt{d_k}$"); the slips of the engine
    have one, the misconceptions of authored options have none. `misconceptions` is the registry. A stored variant
    may outlive an entry: its slug then stands in for the name, and no note is made of it.
    """

    misconceptions: Mapping[str, Misconception]
    phrases: Mapping[str, str]

    def name(self, slug: str) -> str:
        """The name of a slip, or its slug in words where the registry has none."""
        found = self.misconceptions.get(slug)
        return found.name if found else slug.replace("-", " ")

    def notes(self, slugs: Iterable[str]) -> tuple[SlipNote, ...]:
        """The registry's entries for these slugs, each once, in order."""
        found = (self.misconceptions[slug] for slug in dict.fromkeys(slugs) if slug in self.misconceptions)
        return tuple(SlipNote(one.slug, one.name, one.belief, one.truth) for one in found)

    def beliefs(self, slugs: Iterable[str]) -> list[str]:
        """The registry's beliefs behind these slugs, each once and as a sentence."""
        return [sentence(note.belief) for note in self.notes(slugs)]

    def phrase(self, slugs: Sequence[str]) -> str:
        """What completes "… is what comes out" for a slip, or for several at once."""
        if joined(slugs) in self.phrases:
            return self.phrases[joined(slugs)]
        parts = [self.phrases.get(slug) or f"by this slip: {self.name(slug)}" for slug in slugs]
        if len(parts) == 1:
            return parts[0]
        return f"with {count_word(len(parts))} slips at once: {', and '.join(parts)}"


def plain(markdown: str) -> str:
    """A short text with formulas as it can stand in a title: √d_k for $\\sqrt{d_k}$."""
    return _BRACED.sub(r"\1", markdown.replace("$", "").replace(r"\sqrt", "√")).replace("\\", "")


def as_row(numbers: Sequence[str]) -> str:
    """One number as it is, several as a row in brackets."""
    return numbers[0] if len(numbers) == 1 else f"[{', '.join(numbers)}]"


def one_line(text: str) -> str:
    """Markdown without its line breaks."""
    return " ".join(text.split())


def sentence(text: str) -> str:
    """The text on one line, with a full stop where it has no end of its own."""
    line = one_line(text)
    return line if line.endswith((".", "?", "!")) else f"{line}."


def place_words(places: Sequence[int]) -> str:
    """Places in words, 1 is the first: "first", "first and third", "first, second and fourth"."""
    words = [_PLACES[place - 1] if place <= len(_PLACES) else f"{place}th" for place in places]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
