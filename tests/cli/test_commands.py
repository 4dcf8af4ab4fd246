"""The command line, run as people run it: a process, its exit status, and what it prints."""

import gc
import json
import os
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from app.cli import app
from tests.conftest import GATE
from tests.house.sources import ROOT

COMPUTED = [
    path
    for path in (ROOT / "questions").glob("*/*/*.yaml")
    if "\nrecipe: " in path.read_text(encoding="utf-8")
]

KEYED = Path(sys.executable).with_name("keyed")


def keyed(*words: str, data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs one command with its data in a folder of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KEYED_")}
    environment |= {"KEYED_DATA": str(data), **settings}
    return subprocess.run(
        [KEYED, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
    )


def keyed_here(*words: str, data: Path, **settings: str) -> Result:
    """The same without a process of its own, for what says the same of many commands."""
    try:
        return CliRunner().invoke(app, words, env={"KEYED_DATA": str(data), **settings}, prog_name="keyed")
    finally:
        gc.enable()  # serving sets it aside until it begins


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the questions in it and two variants of each computation."""
    data = tmp_path_factory.mktemp("data")
    outcome = keyed("variants", "bake", "--count", "2", "--json", data=data)
    assert outcome.returncode == 0, outcome.stderr
    stored = json.loads(outcome.stdout)
    assert len(stored) == len(COMPUTED)
    assert all(one["stored"] >= 2 for one in stored)
    assert outcome.stderr.startswith("Computing on c")  # cpu or cuda, with the reason
    return data


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("serve",),
        ("bank", "check"),
        ("bank", "sync"),
        ("bank", "export"),
        ("variants", "bake"),
        ("variants", "report"),
        ("variants", "verify"),
        ("migrate",),
        ("doctor",),
    ],
)
def test_every_command_has_a_help_text(words: tuple[str, ...], tmp_path: Path) -> None:
    outcome = keyed_here(*words, "--help", data=tmp_path)
    assert outcome.exit_code == 0
    assert "Usage" in outcome.stdout
    assert not list(tmp_path.iterdir())


def test_python_m_app_gives_the_same_commands(tmp_path: Path) -> None:
    module = subprocess.run(
        [sys.executable, "-m", "app", "--help"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    script = keyed("--help", data=tmp_path)
    assert module.returncode == script.returncode == 0
    for command in ("serve", "bank", "variants", "migrate", "doctor"):
        assert command in module.stdout
        assert command in script.stdout


def test_the_banks_pass_their_checks(tmp_path: Path) -> None:
    outcome = keyed("bank", "check", "--json", data=tmp_path)
    report = json.loads(outcome.stdout)
    assert outcome.returncode == 0
    assert report["passed"] is True
    assert report["items"] >= 52
    assert report["faults"] == []
    assert "lesson-quiz: 10 questions in 15 minutes can be filled." in report["exams"]


def test_a_bank_with_a_fault_names_file_and_line(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "questions", tmp_path / "questions")
    spoiled = tmp_path / "questions" / "attention" / "1.2" / "weights-row-choice.yaml"
    spoiled.write_text(spoiled.read_text().replace("difficulty:", "dificulty:"))
    outcome = keyed("bank", "check", str(tmp_path / "questions"), data=tmp_path / "data")
    assert outcome.returncode == 1
    assert "weights-row-choice.yaml:" in outcome.stdout
    assert "dificulty" in outcome.stdout
    assert "Traceback" not in outcome.stderr


def test_a_bank_whose_own_check_fails_names_the_check(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "questions", tmp_path / "questions")
    spoiled = tmp_path / "questions" / "attention" / "1.2" / "weights-row-choice.yaml"
    checks = "checks:\n  - {slip: no-scale, expect: wrong, slips: [no-scale]}\n  - {given: nothing, expect: right}\n"
    spoiled.write_text(f"{spoiled.read_text()}{checks}")
    outcome = keyed("bank", "check", str(tmp_path / "questions"), data=tmp_path / "data")
    line = len(spoiled.read_text().splitlines())
    told = f"weights-row-choice.yaml:{line}: error [own-check] check 2: no answer in lesson-example-1 should be right, and came out refused as no answer."
    assert told in outcome.stdout
    assert "check 1" not in outcome.stdout
    assert outcome.returncode == 1


def test_questions_are_loaded_once(loaded: Path) -> None:
    again = keyed("bank", "sync", data=loaded)
    assert again.returncode == 0
    assert again.stdout == "Nothing has changed since the questions were last loaded.\n"


def test_what_is_published_goes_into_a_folder_and_no_newer_file_is_written_over(
    loaded: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    dry = keyed("bank", "export", str(folder), "--dry-run", data=loaded)
    assert dry.returncode == 0
    assert "would be written" in dry.stdout
    assert not folder.exists()
    outcome = keyed("bank", "export", str(folder), data=loaded)
    assert outcome.returncode == 0
    assert "0 left as they are" in outcome.stdout
    assert keyed("bank", "check", str(folder), data=tmp_path / "none").returncode == 0
    path = folder / "attention" / "1.2" / "state-the-formula.yaml"
    path.write_text(path.read_text().replace("level: intuition", "level: derivation"))
    again = keyed("bank", "export", str(folder), data=loaded)
    assert again.returncode == 1
    assert "attention/1.2/state-the-formula.yaml: left as it is" in again.stdout
    assert "level: derivation" in path.read_text()


def test_migrating_twice_does_nothing(loaded: Path) -> None:
    outcome = keyed("migrate", data=loaded)
    assert (outcome.returncode, outcome.stdout) == (0, "The database has the newest version.\n")


def test_the_doctor_sees_all_parts(loaded: Path) -> None:
    outcome = keyed("doctor", "--json", data=loaded, KEYED_DEVICE="cpu")
    found = {line["name"]: line for line in json.loads(outcome.stdout)["looked_at"]}
    assert outcome.returncode == 0, outcome.stdout
    assert set(found) == {"Python", "Keyed", "Data", "Database", "Questions", "Variants", "Engine"}
    assert "torch 2.13.0" in found["Engine"]["value"]
    assert "cpu" in found["Engine"]["value"]


def test_the_doctor_tells_of_an_empty_folder_and_leaves_it_empty(tmp_path: Path) -> None:
    outcome = keyed("doctor", data=tmp_path, KEYED_DEVICE="cpu")
    assert outcome.returncode == 1
    assert "keyed migrate" in outcome.stdout
    assert list(tmp_path.iterdir()) == []


def test_the_report_names_what_the_house_asks_for(loaded: Path) -> None:
    """Of a few questions; with KEYED_GATE=1 of all."""
    some = () if GATE else ("--item", "saturation-pair")
    outcome = keyed("variants", "report", "--seeds", "20", "--json", *some, data=loaded)
    reports = {report["item_id"]: report for report in json.loads(outcome.stdout)}
    assert outcome.returncode == 0, outcome.stderr
    assert len(reports) == len([one for one in COMPUTED if GATE or one.stem.startswith("saturation-pair")])
    choice = reports["saturation-pair-choice"]
    assert choice["exist"]["exact"] is True
    assert sum(choice["positions"]) == choice["made"]
    assert choice["seconds"] > 0
    printed = keyed("variants", "report", "--seeds", "5", "--item", "output-row", data=loaded).stdout
    for word in ("exist", "searched", "refused", "position", "rank", "ms per variant"):
        assert word in printed


@pytest.mark.parametrize("words", [(), ("--diagnosis",)])
def test_a_report_on_a_question_that_is_not_there_is_no_success(words: tuple[str, ...], loaded: Path) -> None:
    outcome = keyed("variants", "report", *words, "--item", "no-such-item", data=loaded)
    assert (outcome.returncode, outcome.stdout) == (1, "")
    (sentence,) = outcome.stderr.splitlines()
    assert "“no-such-item” in its name" in sentence


def test_the_report_on_diagnosis_names_every_slip(loaded: Path) -> None:
    words = (
        "variants",
        "report",
        "--diagnosis",
        "--seeds",
        "20",
        "--people",
        "5",
        "--item",
        "masked-weight-typed",
    )
    outcome = keyed(*words, "--json", data=loaded)
    (report,) = json.loads(outcome.stdout)
    assert outcome.returncode == 0, outcome.stderr
    assert report["well"]
    right = report["right"]  # its share of a thousand for each of the five, over all typed questions
    assert right == report["accepted"] >= 100
    assert {slip["first"][slip["slips"][0]] for slip in report["singles"]} == {5}
    printed = keyed(*words, data=loaded).stdout
    for word in (
        f"{right} of {right} right answers",
        "named first",
        "5 own-token-apart",
        "no numbers of its own",
    ):
        assert word in printed


def test_verifying_says_by_its_status_whether_all_holds(loaded: Path, tmp_path: Path) -> None:
    outcome = keyed("variants", "verify", "--json", data=loaded)
    assert outcome.stdout, outcome.stderr
    found = json.loads(outcome.stdout)
    assert outcome.returncode == 0, outcome.stdout
    assert (found["holds"], found["broken"], found["older"]) == (True, [], 0)
    assert found["computed"] >= 2 * len(COMPUTED)
    assert found["written"] > 0
    shutil.copytree(loaded, tmp_path / "data")
    with closing(sqlite3.connect(tmp_path / "data" / "keyed.sqlite3")) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        (changed,) = connection.execute(
            "UPDATE variants SET answer_key = CAST(replace(answer_key, '\"bits\":64', '\"bits\":32') AS BLOB) "
            "WHERE id = (SELECT id FROM variants WHERE item_id = 'spread-typed' LIMIT 1) RETURNING id"
        ).fetchone()
    outcome = keyed("variants", "verify", data=tmp_path / "data")
    assert outcome.returncode == 1
    assert outcome.stdout.startswith(f"spread-typed, variant {changed}: ")
    assert "Traceback" not in outcome.stderr


def test_there_is_nothing_to_verify_without_a_database(tmp_path: Path) -> None:
    outcome = keyed("variants", "verify", data=tmp_path)
    assert (outcome.returncode, outcome.stdout) == (1, "")
    assert outcome.stderr == "There is no database yet. `keyed serve` or `keyed bank sync` makes one.\n"
    assert list(tmp_path.iterdir()) == []


def test_a_port_in_use(loaded: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        outcome = keyed("serve", "--port", str(port), data=loaded)
    assert outcome.returncode == 1
    assert outcome.stderr.startswith(f"Port {port} is in use.")
    assert "Traceback" not in outcome.stderr


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("in the way")
    outcome = keyed("serve", "--port", "0", data=tmp_path / "var")
    assert outcome.returncode == 1
    assert "KEYED_DATA" in outcome.stderr
    assert len(outcome.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("migrate",), ("bank", "sync")])
@pytest.mark.parametrize("address", ["x", "mysql://host/name", "postgresql+asyncpg://host/name", "sqlite"])
def test_an_address_that_is_no_database(command: tuple[str, ...], address: str, tmp_path: Path) -> None:
    outcome = keyed_here(*command, data=tmp_path, KEYED_DATABASE_URL=address)
    assert outcome.exit_code == 1
    assert outcome.stderr.startswith("KEYED_DATABASE_URL cannot be used")
    assert len(outcome.stderr.strip().splitlines()) == 1


def test_a_data_folder_that_no_folder_can_be() -> None:
    outcome = keyed("serve", "--port", "0", data=Path("/proc/keyed"))
    assert outcome.returncode == 1
    assert "KEYED_DATA" in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_a_missing_driver_says_how_to_install_it(tmp_path: Path) -> None:
    """A package of that name in front of the real one fails at import."""
    (tmp_path / "psycopg.py").write_text("raise ImportError('not here')")
    address = "postgresql://127.0.0.1:9/keyed"
    outcome = keyed("migrate", data=tmp_path / "data", KEYED_DATABASE_URL=address, PYTHONPATH=str(tmp_path))
    assert outcome.returncode == 1
    assert "pip install" in outcome.stderr
    assert len(outcome.stderr.strip().splitlines()) == 1


def test_a_setting_that_cannot_be_read(tmp_path: Path) -> None:
    outcome = keyed("serve", data=tmp_path, KEYED_PORT="eighty")
    assert outcome.returncode == 1
    assert outcome.stderr.startswith("KEYED_PORT cannot be used")
    assert "eighty" not in outcome.stderr


def test_what_is_made_belongs_to_its_owner_alone(loaded: Path) -> None:
    assert stat.S_IMODE((loaded / "keyed.sqlite3").stat().st_mode) == 0o600


def test_a_device_that_is_not_there_is_one_sentence(loaded: Path) -> None:
    outcome = keyed(
        "variants", "bake", "--count", "9", "--device", "cuda", data=loaded, CUDA_VISIBLE_DEVICES=""
    )
    assert outcome.returncode == 1
    assert outcome.stdout == ""
    (sentence,) = outcome.stderr.splitlines()
    assert "cuda was asked for but does not work" in sentence
    assert "With auto or cpu (--device" in sentence


def test_a_device_in_the_settings_is_meant_as_one_that_is_asked_for(loaded: Path) -> None:
    none = {"CUDA_VISIBLE_DEVICES": ""}
    for words in (("variants", "bake", "--count", "9"), ("variants", "report", "--seeds", "1")):
        outcome = keyed(*words, data=loaded, KEYED_DEVICE="cuda", **none)
        assert (outcome.returncode, outcome.stdout) == (1, "")
        assert "cuda was asked for but does not work" in outcome.stderr
        assert "KEYED_DEVICE" in outcome.stderr
        assert "Computing on" not in outcome.stderr
    outcome = keyed("variants", "bake", "--count", "1", data=loaded, KEYED_DEVICE="auto", **none)
    assert outcome.stderr == "Computing on cpu: no CUDA device was found.\n"
    assert "raw-score-choice: 2 variants, 0 of them new" in outcome.stdout
    outcome = keyed_here("variants", "bake", "--device", "gpu", data=loaded)
    assert outcome.exit_code == 2
    assert "Value error" not in outcome.output
    assert "'gpu' is not one of 'auto', 'cpu', 'cuda'" in " ".join(outcome.output.replace("│", " ").split())


def test_stopping_says_what_is_kept(loaded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("app.services.reporting.bake_all", stop)
    outcome = keyed_here("variants", "bake", "--device", "cpu", data=loaded)
    assert outcome.exit_code == 130
    assert "Every variant that was made so far is kept" in outcome.stderr
    assert outcome.stdout == ""


def test_without_a_device_the_processor_is_taken_and_the_old_name_of_the_count_goes_on(loaded: Path) -> None:
    there = {"KEYED_DEVICE": "cuda", "CUDA_VISIBLE_DEVICES": ""}
    outcome = keyed("variants", "bake", "--number", "1", "--device", "auto", data=loaded, **there)
    assert outcome.returncode == 0
    assert outcome.stderr == "Computing on cpu: no CUDA device was found.\n"
    assert "0 of them new" in outcome.stdout
