"""Whatever becomes of a file, reading it ends soon, with questions that make sense or with sentences that say why not."""

import math
import os
import re
import time

import pytest

from app.authoring.found import (
    IMAGE,
    FoundChoice,
    FoundFile,
    FoundNumbers,
    FoundOption,
    FoundOrder,
    FoundOther,
    FoundPairs,
    FoundQuestion,
    FoundText,
    FoundWords,
)
from app.services.authoring.reading import read_questions
from tests.services.authoring.mutations import FILES, mutated, seeds

COUNT = 2_000 if os.environ.get("KEYED_GATE") else 200
SECONDS = 2.0  # of the processor's time for one small file, on a slow machine


@pytest.mark.parametrize("name", FILES)
def test_a_file_without_accidents_is_read(name: str) -> None:
    found = read_questions("a", FILES[name])
    assert found.questions
    assert_sensible(found)


@pytest.mark.parametrize("name", FILES)
def test_a_file_with_accidents_is_read_or_refused(name: str) -> None:
    read = 0
    for seed in seeds(COUNT):
        content = mutated(name, seed)
        begun = time.process_time()
        found = read_questions("a", content)
        assert time.process_time() - begun < SECONDS, seed
        assert_sensible(found)
        read += bool(found.questions)
    assert read > COUNT / 50  # some are still good: the accidents reach further than the first sign


def assert_sensible(found: FoundFile) -> None:
    """What every file that was read keeps."""
    assert found.questions or found.bad
    for bad in found.bad:
        assert bad.line >= 1
        assert 10 < len(bad.sentence) < 500, bad
    images = {image.id for image in found.images}
    for question in found.questions:
        assert question.line >= 1
        for text in texts_of(question):
            assert set(re.findall(rf"src=\"{IMAGE}([0-9a-f]+)", text.text)) <= images
        assert_form(question)


def assert_form(question: FoundQuestion) -> None:
    match question.form:
        case FoundChoice(options) | FoundWords(options):
            assert options
            assert all(-1 <= option.share <= 1 and option.text.text for option in options)
            assert any(option.share > 0 for option in options) or isinstance(question.form, FoundWords)
        case FoundNumbers(accepted):
            assert accepted
            assert all(
                math.isfinite(one.low) and math.isfinite(one.high) and one.low <= one.high for one in accepted
            )
        case FoundPairs(pairs):
            assert pairs
        case FoundOrder(entries):
            assert entries
        case FoundOther(kind):
            assert kind


def texts_of(question: FoundQuestion) -> list[FoundText]:
    found = [question.stem]
    if isinstance(question.form, FoundChoice):
        options: tuple[FoundOption, ...] = question.form.options
        found += [option.text for option in options]
    return found
