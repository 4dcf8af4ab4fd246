"""The bench says what it needs, and what may have been meant, before it measures anything."""

import importlib
import importlib.util

import pytest

import bench
from bench.__main__ import main


def refused(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2
    return " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("runs", ["0", "-3"])
def test_no_run_is_too_few(runs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"--runs must be 1 or more, not {runs}" in refused("demand", "--runs", runs, capsys=capsys)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("on_demand", "demand"), ("baking", "bake"), ("serch", "search"), ("author", "authoring")],
)
def test_a_part_that_is_not_there_names_the_nearest(
    name: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refused(name, capsys=capsys)
    assert f"There is no part {name}; {meant} may be meant." in told
    assert "There are start, serve" in told


def test_a_part_like_no_other_is_only_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "There is no part xyzzy. There are start" in refused("xyzzy", capsys=capsys)


def test_missing_packages_are_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="The bench needs packages that serving does not"):
        importlib.reload(bench)
