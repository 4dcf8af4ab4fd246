"""What a database's complaint means for a person, in one sentence that says what to do."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError

from app.kit.errors import NotReady, Problem, SetupFault

_SENTENCES: tuple[tuple[str, type[Problem], str], ...] = (
    ("disk is full", SetupFault, "The disk is full: nothing was saved. Free some space and send it again."),
    (
        "readonly database",
        SetupFault,
        "The data folder cannot be written: nothing was saved. Give this user the right to write to it.",
    ),
    (
        "unable to open database file",
        SetupFault,
        "The database file cannot be opened. Check that the data folder exists and can be written.",
    ),
    (
        "disk i/o error",
        SetupFault,
        "The disk refused to read or write: nothing was saved. Check the disk and its free space.",
    ),
    (
        "file is not a database",
        SetupFault,
        "The database file is not one of ours. Move it away or restore a backup.",
    ),
    ("malformed", SetupFault, "The database file is damaged. Stop the server and restore the last backup."),
    ("locked", NotReady, "The database is busy: nothing was saved. Wait a moment and send it again."),
    ("deadlock", NotReady, "The database is busy: nothing was saved. Wait a moment and send it again."),
    ("no such table", SetupFault, "The database has not been set up. Run `keyed migrate` once."),
)
UNREACHABLE = "The database cannot be reached: nothing was saved. Check that it runs, and try again."


def problem_of(message: str) -> Problem | None:
    """The kind of error that a driver's message stands for, or None where it is a fault of our own."""
    lowered = message.lower()
    for part, kind, sentence in _SENTENCES:
        if part in lowered:
            return kind(sentence)
    return None


@contextmanager
def spoken() -> Iterator[None]:
    """Turn a database's complaint about its surroundings into a sentence; let our own faults pass as they are."""
    try:
        yield
    except sqlite3.Error as fault:
        problem = problem_of(str(fault))
        if problem is None:
            raise
        raise problem from fault
    except OperationalError as fault:
        raise (problem_of(str(fault.orig)) or NotReady(UNREACHABLE)) from fault
    except DBAPIError as fault:
        problem = problem_of(str(fault.orig))
        if problem is None:
            raise
        raise problem from fault


@contextmanager
def spoken_files(place: str) -> Iterator[None]:
    """Turn the file system's refusals about `place` into a sentence."""
    try:
        yield
    except PermissionError as fault:
        raise SetupFault(
            f"{place} cannot be written. Give this user the right to, or set KEYED_DATA."
        ) from fault
    except OSError as fault:
        if fault.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise SetupFault(f"The disk that holds {place} is full. Free some space.") from fault
        raise SetupFault(
            f"{place} cannot be used ({fault.strerror or fault}). Set KEYED_DATA to a folder that can be written."
        ) from fault
