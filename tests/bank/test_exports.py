"""The bank itself is written in every format, read again as it was, and judged by programs that are not ours."""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.authoring.formats.gift import read_gift
from app.authoring.formats.moodle import read_moodle
from app.authoring.found import FoundChoice, FoundFile, FoundNumbers, FoundOrder, FoundPairs
from app.authoring.incoming_notes import Notes
from app.authoring.incoming_text import markdown_of
from app.authoring.outgoing.aiken import write_aiken
from app.authoring.outgoing.anki import MOST, write_anki
from app.authoring.outgoing.gift import write_gift
from app.authoring.outgoing.moodle import write_moodle
from app.authoring.outgoing.qti import write_qti
from app.authoring.outgoing.question import OutChoice, OutNumbers, OutOrder, OutPairs, OutQuestion
from app.authoring.outgoing.report import OutFile
from app.authoring.outgoing.sheet import write_sheet
from app.authoring.outgoing.splitting import one_by_one
from app.authoring.outgoing.tables import whole_stem
from app.authoring.outgoing.texts import html
from app.bank.cross import Known
from app.bank.dump import item_path
from app.bank.parse import parse_item
from app.bank.written import mapping_lines
from app.services.authoring.reading import read_questions
from app.store.packages import database_file
from tests.bank.leaving import bank_items, bank_questions
from tests.unit.authoring.back import asked, ends, line, same_as_written

ROOT = Path(__file__).resolve().parents[2]
NODE, ANKI = ROOT / ".venv" / "bin" / "node", ROOT / ".judges" / "bin" / "python"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_the_bank_comes_back_from_gift() -> None:
    all_back(read_gift(write_gift(bank_questions()).content.decode()))


def test_the_bank_comes_back_from_moodle_xml() -> None:
    all_back(read_moodle(write_moodle(bank_questions()).content))


def all_back(found: FoundFile) -> None:
    assert found.bad == ()
    written = [one for question in bank_questions() for one in asked(question)]
    for one, question in zip(found.questions, written, strict=True):
        same_as_written(one, question)


@pytest.mark.parametrize(
    ("name", "write", "split"),
    [
        ("bank.gift", write_gift, asked),
        ("bank.xml", write_moodle, asked),
        ("bank.zip", write_qti, one_by_one),
    ],
)
def test_texts_come_in_as_what_they_showed(
    name: str,
    write: Callable[[Sequence[OutQuestion]], OutFile],
    split: Callable[[OutQuestion], Sequence[OutQuestion]],
) -> None:
    """What an import makes of a text is drawn as the text that left: formulas, tables, lists and marks."""
    found = read_questions(name, write(bank_questions()).content)
    written = [one for question in bank_questions() for one in split(question)]
    for one, question in zip(found.questions, written, strict=True):
        assert drawn(markdown_of(one.stem, Notes())) == drawn(whole_stem(question))
        if isinstance(one.form, FoundChoice) and isinstance(question.form, OutChoice):
            for option, wanted in zip(one.form.options, question.form.options, strict=True):
                assert drawn(markdown_of(option.text, Notes())) == drawn(wanted.text)


def drawn(markdown: str) -> str:
    """The text as HTML, without the blanks between its blocks."""
    return " ".join(
        re.sub(
            r"\s*(</?(?:p|ol|ul|li|table|thead|tbody|tr|td|th)>)\s*", r"\1", html(markdown, block=True)
        ).split()
    )


def test_another_parser_of_gift_finds_the_same(tmp_path: Path) -> None:
    file = tmp_path / "bank.gift"
    file.write_bytes(write_gift(bank_questions()).content)
    judged = run([NODE, ROOT / "tests" / "judges" / "gift.cjs", ROOT / "node_modules" / "gift-pegjs", file])
    written = [one for question in bank_questions() for one in asked(question)]
    assert [one["title"] for one in judged] == [one.id for one in written]
    kinds = {OutChoice: "MC", OutNumbers: "Numerical"}
    assert [one["type"] for one in judged] == [kinds.get(type(one.form), "Matching") for one in written]
    for one, question in zip(judged, written, strict=True):
        if isinstance(question.form, OutChoice) and question.form.choose == 1:
            right = [choice["isCorrect"] for choice in one["choices"]]
            assert right == [option.correct for option in question.form.options]


def test_anki_imports_a_package_once_and_updates_it_later(tmp_path: Path) -> None:
    """N new, then N duplicates, then N updated where it was made later; never a note twice."""
    questions = bank_questions()
    first, later = tmp_path / "first.apkg", tmp_path / "later.apkg"
    first.write_bytes(package(questions, NOW))
    later.write_bytes(package(questions, NOW + timedelta(days=1)))
    judged = run([ANKI, ROOT / "tests" / "judges" / "packages.py", tmp_path, first, first, later])
    count = len(questions)
    once, again, updated = ({fate: n for fate, n in one.items() if n} for one in judged["imports"])
    assert (once, again, updated) == ({"new": count}, {"duplicate": count}, {"updated": count})
    assert judged["notes"].keys() == {one.id for one in questions}
    for question in questions:
        front, back = judged["notes"][question.id]
        assert "(read on " in back
        assert "✓" not in front


def package(questions: Sequence[OutQuestion], made_at: datetime) -> bytes:
    return write_anki(questions, made_at, database_file).content


def test_written_items_come_back_whole_from_the_sheet_and_frozen_numbers_exactly() -> None:
    found = read_questions("bank.csv", write_sheet(bank_questions()).content)
    assert found.bad == ()
    for one, question in zip(found.questions, bank_questions(), strict=True):
        assert one.outer_id == question.id
        if not question.variant:
            item = bank_items()[question.id]
            text = "\n".join(mapping_lines(one.own, 0))  # type: ignore[arg-type]
            assert parse_item(text, item_path(item), Known()).item == item
            assert one.losses == ()
            continue
        assert one.stem.text == whole_stem(question)
        match question.form:
            case OutChoice() as form:
                assert isinstance(one.form, FoundChoice)
                assert [option.text.text for option in one.form.options] == [
                    option.text for option in form.options
                ]
                assert [option.share > 0 for option in one.form.options] == [
                    option.correct for option in form.options
                ]
            case OutNumbers() as form:
                fields = one.own["fields"]
                assert isinstance(fields, list)
                assert [field["accepted"][0]["value"] for field in fields] == [  # type: ignore[call-overload, index]
                    field.right[0].printed for field in form.fields
                ]
                assert [len(field.get("wrong", ())) for field in fields] == [  # type: ignore[union-attr, arg-type]
                    len(field.wrong) for field in form.fields
                ]


def test_notes_of_anki_come_back_as_questions() -> None:
    """Every form is what it was, as far as notes have fields for its parts."""
    found = read_questions("bank.apkg", package(bank_questions(), NOW))
    assert found.bad == ()
    questions = {question.id: question for question in bank_questions()}
    assert [one.outer_id for one in found.questions] == list(questions)
    for one in found.questions:
        question = questions[one.outer_id]
        assert line(one.stem) == line(html(whole_stem(question)))
        match question.form:
            case OutChoice() as form:
                assert isinstance(one.form, FoundChoice)
                shown = {
                    line(option.text): (option.share > 0, line(option.feedback or ""))
                    for option in one.form.options
                }
                assert shown == {
                    line(html(each.text)): (each.correct, line(html(each.why))) for each in form.options
                }
            case OutPairs() as form:
                assert isinstance(one.form, FoundPairs)
                pairs = {line(left): line(right) for left, right in one.form.pairs if left.text}
                assert pairs == {
                    line(html(each.text)): line(html(form.choices[each.choice - 1].text))
                    for each in form.prompts
                }
                assert len(one.form.pairs) == len(form.choices)
            case OutOrder() as form:
                assert isinstance(one.form, FoundOrder)
                assert [line(entry) for entry in one.form.entries] == [
                    line(html(each.text)) for each in form.entries
                ]
            case OutNumbers() as form if len(form.fields) == 1:
                assert isinstance(one.form, FoundNumbers)
                (number,), right = one.form.accepted, form.fields[0].right[0]
                assert (number.low, number.high) == ends(right)
            case OutNumbers() as form:
                fields = one.own["fields"]
                assert isinstance(fields, list)
                assert (
                    [field["accepted"][0]["value"] for field in fields]
                    == [  # type: ignore[call-overload, index]
                        field.right[0].printed for field in form.fields[: MOST["number"]]
                    ]
                )


def test_aiken_takes_what_has_one_right_option_and_tells_of_the_rest() -> None:
    file = write_aiken(bank_questions())
    single = [one for one in bank_questions() if isinstance(one.form, OutChoice) and one.form.choose == 1]
    assert file.questions == len(single)
    assert Counter(bool(line.left_out) for line in file.lines)[True] == len(bank_questions()) - len(single)


def run(command: Sequence[Path]) -> Any:
    """What a program of others prints, as JSON."""
    done = subprocess.run(list(map(str, command)), capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return json.loads(done.stdout)
