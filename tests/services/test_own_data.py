"""One's own data: the file holds all of it and no secret, comes back whole and once, and forgetting forgets."""

import csv
import io
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import func, select, text

from app.kit.errors import TooOften
from app.kit.ids import token_hash
from app.practice.choice import PracticeChoice
from app.services.own_export import csv_of
from app.services.own_limits import LARGEST
from app.services.own_views import Imported, Unreadable
from app.store.forgetting import answers_kept
from app.store.own_rows import rows_of
from app.store.own_tables import EXPORTED, NOT_EXPORTED
from app.store.schema import METADATA
from app.store.study_plans import StudyPlanRow, put_study_plan, study_plan
from app.store.time_zones import put_zone, zone_name
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.services.house import COMPUTATIONS, CONCEPTS, House
from tests.services.left_sitting import graded

CANARY = "canary-5b1e"
EXAM = date(2027, 1, 9)


def fill(house: House, learner_id: int) -> list[str]:
    """Two practices with answers right and wrong, one open question each, a flag, a note and a report."""
    made = []
    for choice in (COMPUTATIONS, CONCEPTS):
        practice_id = house.services.practise.start(learner_id, choice)
        for n in (1, 2):
            house.answer(learner_id, practice_id, n, right=n == 1)
            house.services.practise.open_next(learner_id, practice_id)
            house.clock.move_to(house.clock.now() + timedelta(seconds=20))
        made.append(practice_id)
    remarks = house.services.remarks
    remarks.flag(learner_id, made[0], 1, on=True)
    remarks.note(learner_id, made[1], 1, f"{CANARY} note")
    remarks.report(learner_id, (made[0], 1), kind="answer", text=f"{CANARY} report")
    with writing(house.database) as unit:
        now = house.clock.now()
        put_study_plan(unit, learner_id, StudyPlanRow(EXAM, 30, now, f"{CANARY} mark", now))
        put_zone(unit, learner_id, "Asia/Kathmandu", now=now)
        unit.commit()
    return made


def exported(house: House, learner_id: int) -> dict[str, Any]:
    """The file, an hour after whatever was exported before."""
    house.clock.move_to(house.clock.now() + timedelta(hours=1))
    return dict(orjson.loads(house.services.own_data.export.as_json(learner_id).content))


def take_in(house: House, learner_id: int, file: object) -> Imported | Unreadable:
    return house.services.own_data.imports.take_in(learner_id, orjson.dumps(file))


def everything(house: House, learner_id: int) -> dict[str, list[dict[str, Any]]]:
    with reading(house.database) as unit:
        return {name: rows_of(unit, table, learner_id) for name, table in EXPORTED.items()}


def counts(house: House, learner_id: int) -> dict[str, int]:
    return {name: len(rows) for name, rows in everything(house, learner_id).items() if name != "acts"}


def core(file: dict[str, Any], *sections: str) -> dict[str, list[dict[str, Any]]]:
    """What must come back the same on another device."""
    left = {"submission_id"}
    return {
        name: [{field: value for field, value in row.items() if field not in left} for row in file[name]]
        for name in sections
    }


def test_every_table_that_names_a_learner_is_in_the_file_or_left_out_on_purpose() -> None:
    named = {table.name for table in METADATA.sorted_tables if "learner_id" in table.c}
    known = {table.name for table in (*EXPORTED.values(), *NOT_EXPORTED)}
    assert named == known


def test_the_file_holds_every_row_with_every_column(house: House) -> None:
    guest = house.guest()
    fill(house, guest)
    tried = house.services.practise.start(guest, PracticeChoice(CONCEPTS.kind, length=5, tries=2))
    house.answer(guest, tried, 1, right=False)
    graded(house, guest)
    file = exported(house, guest)
    rows = everything(house, guest)
    inner = {"id", "learner_id", "presentation_id", "practice_id", "response_id", "sitting_id", "ruling_id"}
    for name, found in rows.items():
        assert len(file[name]) == len(found) > 0, name
        for record, row in zip(file[name], found, strict=True):
            assert row.keys() - inner <= record.keys(), name
    assert f"{CANARY} note" in str(file["notes"])
    assert f"{CANARY} report" in str(file["reports"])
    assert file["responses"][0]["given"].keys() == {"positions", "typed"}


def test_the_file_holds_nothing_of_what_is_right_about_an_open_question(house: House) -> None:
    """Every answer key is marked, and no mark is in the file; nor is anything read that holds one."""
    guest = house.guest()
    made = fill(house, guest)
    seen: list[str] = []
    house.database.watch(seen.append)
    file = exported(house, guest)
    house.services.own_data.export.as_csv(guest)
    assert not [one for one in seen if "answer_key" in one or "slip_layouts" in one]
    open_ones = [one for one in file["presentations"] if one["n"] == 3]
    assert {one["practice"] for one in open_ones} == set(made)
    for one in open_ones:
        assert one.keys() == {"practice", "n", "item_id", "variant_id", "why", "presented_at", "shown"}
        assert one["shown"]
    answered = {(one["practice"], one["n"]) for one in file["responses"]}
    assert not answered & {(one["practice"], one["n"]) for one in open_ones}


def test_answers_as_csv(house: House) -> None:
    guest = house.guest()
    fill(house, guest)
    made = house.services.own_data.export.as_csv(guest)
    lines = list(csv.reader(io.StringIO(made.content.decode(), newline="")))
    assert lines[0][:4] == ["received_at", "practice", "n", "item"]
    assert len(lines) == 5
    assert {line[8] for line in lines[1:]} == {"yes", "no"}
    assert made.content.count(b"\r\n") >= 5
    assert made.name == "keyed-2026-12-01.csv"


def test_no_cell_is_a_formula_and_numbers_stay_numbers() -> None:
    risky = ["=1+1", "+1", "-1", "@a", "\ta", "\ra"]
    written = csv_of([[*risky, -1, 0.5, 'say "a, b"', "a\r\nb"]])
    (line,) = csv.reader(io.StringIO(written.decode(), newline=""))
    assert line[:6] == [f"'{one}" for one in risky]
    assert line[6:] == ["-1", "0.5", 'say "a, b"', "a\r\nb"]
    assert b'"say ""a, b"""' in written


def test_five_exports_an_hour(house: House) -> None:
    guest, other = house.guest(), house.guest()
    export = house.services.own_data.export
    for act in (export.as_json, export.as_csv, export.as_json, export.as_csv, export.as_json):
        act(guest)
        house.clock.move_to(house.clock.now() + timedelta(minutes=1))
    with pytest.raises(TooOften, match="Wait 55 minutes") as refused:
        export.as_csv(guest)
    assert refused.value.wait == 55 * 60
    export.as_csv(other)
    house.clock.move_to(NOW + timedelta(hours=1))
    export.as_csv(guest)


def test_on_another_device_everything_is_there_again_and_only_once(house: House) -> None:
    old, new = house.guest(), house.guest()
    fill(house, old)
    file = exported(house, old)
    done = take_in(house, new, file)
    assert done == Imported(new=4, other=len(file["memories"]) + 4, reports=1)
    assert house.services.own_data.imports.last(new) == done
    before = counts(house, new)
    again = take_in(house, new, file)
    assert again == Imported(known=4, reports=1)
    assert counts(house, new) == before
    sections = ("practices", "presentations", "responses", "slips", "memories", "flags", "notes")
    ordered = core(exported(house, new), *sections)
    assert ordered.keys() == set(sections)
    for name, records in core(file, *sections).items():
        assert sorted(map(str, ordered[name])) == sorted(map(str, records)), name
    progress = house.services.overview.progress
    assert progress(new).by_level == progress(old).by_level
    assert progress(new).slips == progress(old).slips
    for line in progress(new).practices:
        house.services.practise.summary(new, line.practice_id)
        assert house.services.practise.feedback(new, line.practice_id, 2)
        assert house.services.practise.open_next(new, line.practice_id) == 3


def test_what_went_on_on_both_devices_is_kept(house: House) -> None:
    old, new = house.guest(), house.guest()
    (practice_id, _) = fill(house, old)
    take_in(house, new, exported(house, old))
    lines = {line.choice: line.practice_id for line in house.services.overview.progress(new).practices}
    there = lines[PracticeChoice(COMPUTATIONS.kind, None, 5)]
    for learner, practice in ((old, practice_id), (new, there)):
        house.answer(learner, practice, 3)
        house.clock.move_to(house.clock.now() + timedelta(seconds=20))
        house.services.practise.open_next(learner, practice)
    back = take_in(house, old, exported(house, new))
    assert back == Imported(known=5, other=1)  # what the other device remembers is later
    file = exported(house, old)
    of_one = [one for one in file["presentations"] if one["practice"] == practice_id]
    assert [one["n"] for one in of_one] == [1, 2, 3, 4, 5]
    assert house.services.practise.open_next(old, practice_id) == 4
    assert take_in(house, old, exported(house, new)) == Imported(known=5)
    assert take_in(house, old, file) == Imported(known=5, reports=1)


def test_answers_to_questions_that_are_not_here_are_left_out_and_counted(house: House) -> None:
    old, new = house.guest(), house.guest()
    fill(house, old)
    file = exported(house, old)
    gone = file["presentations"][0]
    gone["variant_id"], place = "f" * 32, (gone["practice"], gone["n"])
    file["flags"] = [{"item_id": "no-such-item", "flagged_at": "2026-12-01T09:30:00Z"}]
    assert place in {(one["practice"], one["n"]) for one in file["responses"]}
    done = take_in(house, new, file)
    assert isinstance(done, Imported)
    assert (done.new, done.left_out) == (3, 1)
    assert counts(house, new)["flags"] == 0


def test_the_plan_and_the_zone_come_along_and_a_later_one_stays(house: House) -> None:
    old, new, third = house.guest(), house.guest(), house.guest()
    fill(house, old)
    file = exported(house, old)
    take_in(house, new, file)
    with reading(house.database) as unit:
        found = study_plan(unit, new)
        assert found is not None
        assert (found.exam_day, found.minutes, found.mark) == (EXAM, 30, None)
        assert zone_name(unit, new) == "Asia/Kathmandu"
    later = {**file["plans"][0], "minutes": 45, "made_at": "2026-12-01T23:00:00Z"}
    take_in(house, new, {**file, "plans": [later]})
    take_in(house, new, file)
    unknown = {**file["time_zones"][0], "name": "Mars/Olympus"}
    take_in(house, third, {**file, "time_zones": [unknown]})
    with reading(house.database) as unit:
        found = study_plan(unit, new)
        assert found is not None
        assert found.minutes == 45
        assert zone_name(unit, third) is None


def test_a_file_of_before_has_no_plan_and_is_read(house: House) -> None:
    old, new = house.guest(), house.guest()
    fill(house, old)
    file = exported(house, old)
    del file["plans"], file["time_zones"]
    assert isinstance(take_in(house, new, file), Imported)
    with reading(house.database) as unit:
        assert study_plan(unit, new) is None


def test_a_file_cannot_claim_points_touch_others_or_answer_reports(house: House) -> None:
    old, new = house.guest(), house.guest()
    fill(house, old)
    file = exported(house, old)
    before = everything(house, old)
    for one in file["responses"]:
        one["points"], one["correct"] = 1.0, True
        one["judged"] = {"fields": [], "candidates": [], "coarse": False}
    file["reports"] = [{"answer": "forged", "learner_id": old}]
    take_in(house, new, file)
    assert {one["correct"] for one in everything(house, new)["responses"]} == {True, False}
    assert counts(house, new)["reports"] == 0
    assert {one["learner_id"] for rows in everything(house, new).values() for one in rows} == {new}
    assert everything(house, old) == before
    foreign = {**file["practices"][0], "learner_id": old}
    outcome = take_in(house, new, {**file, "practices": [foreign, *file["practices"][1:]]})
    assert outcome == Unreadable(("practices[0].learner_id: is no part of such a record.",))


BAD: list[tuple[str, Any, str]] = [
    ("practices", {"id": "short"}, "practices[0].id: is not the name of a practice."),
    ("practices", {"kind": "exam"}, "practices[0]: is a practice of a kind"),
    ("practices", {"length": 10**9}, "practices[0].length: is not a whole number"),
    ("practices", {"length": True}, "practices[0].length: is not a whole number"),
    ("practices", {"started_at": "2031-01-01T00:00:00Z"}, "practices[0].started_at: lies in the future."),
    ("practices", {"started_at": "yesterday"}, "practices[0].started_at: is not a moment in UTC"),
    ("practices", {"started_at": "2026-02-30T00:00:00Z"}, "practices[0].started_at: is no moment"),
    ("presentations", {"practice": "A" * 16}, "presentations[0].practice: names no practice"),
    ("presentations", {"n": -1}, "presentations[0].n: is not a whole number"),
    ("presentations", {"why": "x" * 17}, "presentations[0].why: is longer than 16 characters."),
    ("presentations", {"item_id": "a\x00b"}, "presentations[0].item_id: holds a character"),
    ("responses", {"given": []}, "responses[0].given: is not a record"),
    ("responses", {"given": {"positions": ["99"], "typed": []}}, "responses[0].given: is no answer"),
    ("responses", {"given": {"positions": [7], "typed": []}}, "responses[0].given: holds something else"),
    ("responses", {"n": 77}, "responses[0].n: names no question"),
    ("memories", {"seen": -1}, "memories[0].seen: is not a whole number"),
    ("memories", {"last_right": "yes"}, "memories[0].last_right: is neither true nor false."),
    ("notes", {"text": None}, "notes[0].text: is not a text."),
    ("plans", {"exam_day": "2026-02-30"}, "plans[0]: is no plan with a day"),
    ("plans", {"exam_day": "9999-12-31"}, "plans[0]: is no plan with a day"),
    ("plans", {"exam_day": "0001-01-01"}, "plans[0]: is no plan with a day"),
    ("plans", {"minutes": 241}, "plans[0]: is no plan with a day"),
    ("time_zones", {"name": 5}, "time_zones[0].name: is not a text."),
    ("flags", {"rights": "all"}, "flags[0].rights: is no part of such a record."),
]


@pytest.mark.parametrize(("section", "change", "problem"), BAD, ids=[one[2][:50] for one in BAD])
def test_one_fault_and_nothing_is_imported(
    sqlite_house: House, section: str, change: dict[str, Any], problem: str
) -> None:
    house = sqlite_house
    old, new = house.guest(), house.guest()
    fill(house, old)
    file = exported(house, old)
    file[section][0] |= change
    outcome = take_in(house, new, file)
    assert isinstance(outcome, Unreadable)
    assert any(one.startswith(problem) for one in outcome.problems), outcome
    assert sum(counts(house, new).values()) == 0
    assert house.services.own_data.imports.last(new) is None


def test_all_problems_are_told_at_once_and_long_lists_are_cut(sqlite_house: House) -> None:
    house = sqlite_house
    guest = house.guest()
    file = exported(house, guest)
    file["flags"] = [{"colour": "red"}] * 40
    file["extra"] = 1
    del file["notes"]
    outcome = take_in(house, guest, file)
    assert isinstance(outcome, Unreadable)
    assert outcome.problems[0] == "extra: is no part of an export."
    assert (len(outcome.problems), outcome.more) == (50, 122 - 50)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b'{"format": "other"}', b"\xff\xfe", b"[" * 100_000, b" " * (LARGEST + 1)],
    ids=lambda content: content[:12].decode("latin-1"),
)  # fmt: skip
def test_what_is_no_export_is_refused(sqlite_house: House, content: bytes) -> None:
    house = sqlite_house
    guest = house.guest()
    outcome = house.services.own_data.imports.take_in(guest, content)
    assert isinstance(outcome, Unreadable)
    assert len(outcome.problems) == 1


def test_ten_imports_an_hour(sqlite_house: House) -> None:
    guest = sqlite_house.guest()
    for _ in range(10):
        take_in(sqlite_house, guest, {})
    with pytest.raises(TooOften, match="60 minutes"):
        take_in(sqlite_house, guest, {})


def test_forgetting_leaves_no_row_of_the_learner_and_nothing_else_changes(house: House) -> None:
    welcome = house.services.guests.welcome
    gone, stays = welcome(), welcome()
    fill(house, gone.learner_id)
    fill(house, stays.learner_id)
    take_in(house, gone.learner_id, exported(house, stays.learner_id))
    house.services.own_data.export.as_json(gone.learner_id)
    before = everything(house, stays.learner_id)
    answered = len(everything(house, gone.learner_id)["responses"])
    house.services.own_data.forget(gone.learner_id)
    with reading(house.database) as unit:
        for table in METADATA.sorted_tables:
            if "learner_id" in table.c:
                mine = select(func.count()).where(table.c.learner_id == gone.learner_id)
                assert unit.connection.scalar(mine) == 0, table.name
        learners = METADATA.tables["learners"]
        assert unit.connection.scalar(select(func.count()).where(learners.c.id == gone.learner_id)) == 0
        assert sum(count for count, _ in answers_kept(unit).values()) == answered
        assert sum(right for _, right in answers_kept(unit).values()) == answered // 2
        if house.database.is_sqlite:
            assert unit.connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall() == []
    assert everything(house, stays.learner_id) == before
    reports = house.services.remarks.reports()
    assert [one.text for one in reports] == [f"{CANARY} report"] * 2
    assert house.services.remarks.shown_report(reports[-1].report_id).variant
    assert house.services.guests.find(gone.fresh_token, house.clock.now()) is None
    assert house.services.guests.find(stays.fresh_token, house.clock.now()) is not None


def test_nothing_that_was_forgotten_is_left_in_the_files(sqlite_house: House) -> None:
    house = sqlite_house
    guest = house.services.guests.welcome()
    fill(house, guest.learner_id)
    names = [row["id"] for row in everything(house, guest.learner_id)["practices"]]
    marks = [f"{CANARY} note", token_hash(guest.fresh_token or ""), *names]
    path = house.database.path
    assert path is not None

    def written() -> bytes:
        return b"".join(one.read_bytes() for one in Path(path.parent).glob(f"{path.name}*"))

    assert all(mark.encode() in written() for mark in marks)
    house.services.own_data.forget(guest.learner_id)
    assert [mark for mark in marks if mark.encode() in written()] == []


def test_a_response_still_cannot_be_changed(house: House) -> None:
    guest = house.guest()
    fill(house, guest)
    with writing(house.database) as unit, pytest.raises(Exception, match="keeps what it holds"):
        unit.connection.execute(text("UPDATE responses SET points = 1"))
