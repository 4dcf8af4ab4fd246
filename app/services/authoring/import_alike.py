"""Which questions of a file ask nearly what the bank asks already, or another question of the file."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.authoring.incoming import Incoming
from app.bank.reader import Data
from app.bank.rules.similar import Runs, likeness, runs

SAME = 0.98
ALIKE = 0.7
_FEWEST = 6  # runs of a stem; shorter ones may be alike
_COMMON = 50
_STEM = re.compile(r"^stem:[ ]?(?:[|>][-+0-9]*\n((?:[ \t]+.*\n|\n)+)|(.*)\n)", re.M)
_TEXT = re.compile(r"^[ -]+text:[ ]?(?:[|>][-+0-9]*\n((?:[ \t]+.*\n|\n)+)|(.*)\n)", re.M)


@dataclass(frozen=True, slots=True)
class Like:
    """Something that a question is like: its name, by which share of its runs of words, and whether the bank has it."""

    name: str
    share: float
    in_bank: bool = True


@dataclass(frozen=True, slots=True)
class _Sketch:
    """The runs of words of a question: of its stem, and of all that is read of it."""

    name: str
    stem: Runs
    whole: Runs

    def like(self, other: "_Sketch") -> float:
        """How alike two questions are: their stems, or all their words."""
        stems = likeness(self.stem, other.stem) if len(self.stem) >= _FEWEST else 0.0
        return max(stems * 0.97, likeness(self.whole, other.whole))


def alike(questions: Sequence[Incoming], texts: Iterable[tuple[str, str]]) -> dict[int, tuple[Like, ...]]:
    """For each question by its number, what it is like: questions of the bank by name and text, and earlier ones of the file.

    Rule: seven in ten runs of three tokens are shared by the stems (from six runs on) or by all their words.
    """
    sketches = [_sketch(name, text) for name, text in texts]
    holders: dict[tuple[str, ...], list[_Sketch]] = defaultdict(list)
    for sketch in sketches:
        for run in sketch.whole:
            holders[run].append(sketch)
    found: dict[int, tuple[Like, ...]] = {}
    before: dict[tuple[str, ...], list[_Sketch]] = defaultdict(list)
    for question in questions:
        if question.refused:
            continue
        mine = _of_question(question)
        found[question.n] = (*_likes(mine, holders, in_bank=True), *_likes(mine, before, in_bank=False))
        for run in mine.whole:
            before[run].append(mine)
    return {n: likes for n, likes in found.items() if likes}


def _likes(mine: _Sketch, holders: dict[tuple[str, ...], list[_Sketch]], *, in_bank: bool) -> Iterable[Like]:
    near: Counter[str] = Counter()
    sketches: dict[str, _Sketch] = {}
    for run in mine.whole:
        held = holders.get(run, ())
        if len(held) <= _COMMON:
            for sketch in held:
                near[sketch.name] += 1
                sketches[sketch.name] = sketch
    likes = [Like(name, mine.like(sketches[name]), in_bank) for name, _ in near.most_common(20)]
    close = sorted((one for one in likes if one.share >= ALIKE), key=lambda one: (-one.share, one.name))
    return close[:3]


def _of_question(question: Incoming) -> _Sketch:
    stem = question.body.get("stem")
    words = [stem] if isinstance(stem, str) else []
    return _Sketch(question.slug, runs(" ".join(words)), runs(" ".join([*words, *_texts(question.body)])))


def _texts(data: Data) -> Iterable[str]:
    """All texts of options, prompts, choices and entries."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name == "text" and isinstance(value, str):
                yield value
            elif not isinstance(value, str):
                yield from _texts(value)
    elif isinstance(data, list):
        for one in data:
            yield from _texts(one)


def _sketch(name: str, text: str) -> _Sketch:
    """The runs of an item's YAML, found by its lines and without reading it as YAML, which would take seconds for a bank."""
    stem = " ".join(_value(match) for match in _STEM.finditer(text))
    return _Sketch(
        name, runs(stem), runs(" ".join([stem, *(_value(match) for match in _TEXT.finditer(text))]))
    )


def _value(match: re.Match[str]) -> str:
    one_line = (match[2] or "").strip()
    if one_line[:1] == one_line[-1:] == "'" and len(one_line) > 1:
        one_line = one_line[1:-1].replace("''", "'")
    return match[1] or one_line
