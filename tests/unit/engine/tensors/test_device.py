"""The device is the wish where it works, CUDA where it is found, else the CPU with the reason said."""

import pytest
import torch

from app.engine.tensors import device as device_module
from app.engine.tensors.device import Device, choose_device


def test_the_cpu_on_wish() -> None:
    assert choose_device("cpu") == Device("cpu", "the CPU was asked for")
    assert choose_device(" CPU ").name == "cpu"


@pytest.mark.parametrize("wish", [None, "", "auto"])
def test_without_cuda_the_cpu_is_chosen(wish: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert choose_device(wish) == Device("cpu", "no CUDA device was found")


def test_a_wish_for_cuda_that_fails_falls_back_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_module, "_trial", lambda name: f"no kernel image for {name}")
    chosen = choose_device("cuda:1")
    assert chosen.name == "cpu"
    assert chosen.reason == "cuda:1 was asked for but does not work (no kernel image for cuda:1)"
    assert not chosen.as_wished


def test_a_found_device_that_fails_falls_back_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(device_module, "_trial", lambda name: "out of memory")
    chosen = choose_device()
    assert chosen.name == "cpu"
    assert chosen.reason == "a CUDA device was found but does not work (out of memory)"


def test_a_device_that_works_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "H200")
    monkeypatch.setattr(device_module, "_trial", lambda name: None)
    assert choose_device() == Device("cuda", "H200 was found and works")
    assert choose_device("cuda:1") == Device("cuda:1", "cuda:1 was asked for and works")


def test_the_trial_is_a_real_computation() -> None:
    assert device_module._trial("cpu") is None
    assert device_module._trial("cuda:63") is not None  # no machine has so many


@pytest.mark.parametrize("wish", ["gpu", "cuda:", "cuda:x", "cpu:0", "mps"])
def test_a_wish_that_names_no_device_is_refused(wish: str) -> None:
    with pytest.raises(ValueError, match='must be "auto", "cpu", "cuda" or "cuda:N"'):
        choose_device(wish)
