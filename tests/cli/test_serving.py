"""Serving as people start it: the first start from nothing, the second one, the secret, the link, and the end."""

import os
import re
import signal
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.house.sources import ROOT

LIMIT = 60


@contextmanager
def serving(data: Path, **settings: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server on a free port with the lines that it printed until it was ready."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KEYED_")}
    environment |= {"KEYED_DATA": str(data), "KEYED_DEVICE": "cpu", "PYTHONUNBUFFERED": "1", **settings}
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "serve", "--port", "0"], cwd=ROOT, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    lines = []
    try:
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("Instructors:"):
                break
        yield process, lines
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(LIMIT)
        process.stdout.close()


def address(lines: list[str]) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+", "\n".join(lines))
    assert found, lines
    return found.group()


def fetch(address: str) -> tuple[int, str]:
    """Status and text of a page, tried until the server listens."""
    for _ in range(LIMIT * 10):
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode()
        except urllib.error.URLError:
            time.sleep(0.1)
    raise AssertionError(f"{address} did not answer")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("serving")


def test_a_first_start_serves_and_bakes(data: Path) -> None:
    with serving(data, KEYED_VARIANTS="3") as (process, lines):
        assert any("questions are loaded" in line for line in lines)
        assert fetch(address(lines))[0] == 200
        assert fetch(address(lines) + "/readyz")[0] == 200
        assert process.stdout is not None
        rest = []
        for line in process.stdout:
            rest.append(line.strip())
            if "All variants are prepared." in line:
                break
        assert any("Preparing numbers" in line for line in rest)
        items = sum("\nrecipe: " in path.read_text() for path in (ROOT / "questions").glob("*/*/*.yaml"))
        assert f"{3 * items} sets of numbers" in fetch(address(lines))[1].replace("\n", " ")
    assert process.returncode in {0, -signal.SIGTERM}


def test_ctrl_c_ends_it_without_a_word(data: Path) -> None:
    with serving(data, KEYED_BAKE="false") as (process, lines):
        assert fetch(address(lines))[0] == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(LIMIT) == 0
        assert process.stdout is not None
        assert process.stdout.read() == ""


def test_the_secret_is_its_owners_and_stays(data: Path) -> None:
    secret = data / "secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    before = secret.read_bytes()
    assert len(before) >= 32
    with serving(data, KEYED_BAKE="false") as (_, lines):
        assert before.decode() not in "\n".join(lines)
    assert secret.read_bytes() == before


def test_a_second_server_on_the_same_data_is_refused(data: Path) -> None:
    with serving(data, KEYED_BAKE="false") as (_, lines):
        assert fetch(address(lines))[0] == 200
        with serving(data, KEYED_BAKE="false") as (second, told):
            assert second.wait(LIMIT) == 1
        assert told == [
            f"Another server already serves the data in {data}. Stop it, or set KEYED_DATA to another folder."
        ]
        assert fetch(address(lines))[0] == 200


def test_each_start_prints_a_link_that_works_once(data: Path) -> None:
    links = []
    for _ in range(2):
        with serving(data, KEYED_BAKE="false") as (_, lines):
            link = re.search(r"http://\S+/instructor/\S+", "\n".join(lines))
            assert link
            links.append(link.group().rsplit("/", 1)[1])
            assert fetch(link.group())[0] == 200
    assert links[0] != links[1]


@pytest.mark.parametrize("device", ["missing", "crashing"])
def test_a_broken_torch_costs_a_sentence_and_no_page(device: str, data: Path, tmp_path: Path) -> None:
    """A package of that name in front of the real one breaks at import."""
    broken = {"missing": "raise ImportError('no torch here')", "crashing": "import os; os.abort()"}[device]
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text(broken)
    with serving(data, KEYED_VARIANTS="5", PYTHONPATH=str(tmp_path)) as (process, lines):
        assert fetch(address(lines))[0] == 200
        assert fetch(address(lines) + "/healthz")[0] == 200
        assert process.stdout is not None
        told = next(line for line in process.stdout if "New numbers cannot be prepared now" in line)
        assert "Traceback" not in told
        assert fetch(address(lines) + "/practice")[0] == 200
