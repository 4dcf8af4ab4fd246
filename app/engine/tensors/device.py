"""Which device torch computes on, and why."""

from dataclasses import dataclass

import torch


@dataclass(frozen=True, slots=True)
class Device:
    """A torch device that was tried ("cpu", "cuda", "cuda:1"), and the sentence that says why it was chosen."""

    name: str
    reason: str
    as_wished: bool = True  # False where a device was named and does not work


def _trial(name: str) -> str | None:
    """None when a small computation on the device is right, else what went wrong."""
    try:
        numbers = torch.arange(6, dtype=torch.float64, device=name).reshape(2, 3)
        if float((numbers @ numbers.T).sum().cpu()) != 83.0:
            return "a small product came out wrong"
    except (RuntimeError, AssertionError) as problem:  # torch raises both when CUDA is absent or broken
        return (str(problem).splitlines() or ["no message"])[0]
    return None


def choose_device(wish: str | None = None) -> Device:
    """The device for a wish: "cpu", "cuda", "cuda:N", or None, empty or "auto" to choose.

    Rule: without a wish CUDA is taken where it works. A CUDA device that fails its trial is replaced by the CPU,
    and the reason says so; where it was asked for by name, it is not `as_wished`. Raises ValueError for a wish that names no such device.
    """
    wanted = (wish or "auto").strip().lower()
    if wanted == "cpu":
        return Device("cpu", "the CPU was asked for")
    if wanted == "auto":
        if not torch.cuda.is_available():
            return Device("cpu", "no CUDA device was found")
        failure = _trial("cuda")
        if failure is None:
            return Device("cuda", f"{torch.cuda.get_device_name()} was found and works")
        return Device("cpu", f"a CUDA device was found but does not work ({failure})")
    kind, _, number = wanted.partition(":")
    if kind != "cuda" or (number and not number.isdecimal()) or wanted.endswith(":"):
        raise ValueError(f'the device must be "auto", "cpu", "cuda" or "cuda:N", not "{wish}"')
    failure = _trial(wanted)
    if failure is None:
        return Device(wanted, f"{wanted} was asked for and works")
    return Device("cpu", f"{wanted} was asked for but does not work ({failure})", as_wished=False)
