"""The process that reads foreign files: it is given bytes, gives JSON back, and may do nothing else.

It knows no database and no network. What it may use of time, memory and disk is limited before the first byte is read.
"""

import os
import resource
import sys
from contextlib import suppress
from typing import BinaryIO

from app.authoring.found import ReadWishes
from app.authoring.incoming_wire import as_json, wishes_of
from app.services.authoring.taking_in import take_in

SECONDS = 20  # of the processor, for one file
MEMORY = 768 * 1024 * 1024  # of addresses, all libraries included
LARGEST_SCRATCH = 64 * 1024 * 1024  # of a file that a reader writes into its scratch folder
LARGEST_RESULT = 48 * 1024 * 1024
_TOO_MUCH = "This file needs more memory than an import may have. Split it into several."
_NESTED = "This file is nested too deep to be read. Write it flatter."
_LONG = "What this file holds is more than one import can show. Split it into several."
_FORBIDDEN = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.kill", "ctypes.",
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.symlink", "os.link", "os.chmod", "os.chown", "shutil.",
    "ftplib.", "http.client", "urllib.Request", "smtplib.", "webbrowser.",
)  # fmt: skip


class NotAllowed(Exception):
    """Something was tried that reading a file has no need of."""


def main() -> None:
    """Reads files from standard input, one after the other, until it closes; answers each on standard output."""
    scratch = sys.argv[1]
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    limit_everything(scratch)
    while header := source.readline():
        name_size, wishes_size, content_size = map(int, header.split())
        name = source.read(name_size).decode("utf-8", "replace")
        wishes = wishes_of(source.read(wishes_size).decode())
        content = source.read(content_size)
        _more_seconds()
        _answer(sink, *_taken_in(name, content, wishes))


def _taken_in(name: str, content: bytes, wishes: ReadWishes) -> tuple[bool, str]:
    """Whether the file could be read, with what it holds, or the sentence why not."""
    try:
        taken = take_in(name, content, wishes)
        if isinstance(taken, str):
            return False, taken
        text = as_json(taken)
    except MemoryError:
        return False, _TOO_MUCH
    except RecursionError:
        return False, _NESTED
    return (True, text) if len(text) <= LARGEST_RESULT else (False, _LONG)


def _answer(sink: BinaryIO, read: bool, text: str) -> None:
    content = text.encode("utf-8", "replace")
    sink.write(b"%d %d\n" % (read, len(content)))
    sink.write(content)
    sink.flush()


def limit_everything(scratch: str) -> None:
    """Bind this process: memory, open files, written files, children; and what it may open, by an audit hook."""
    with suppress(ValueError, OSError):  # some systems know no such limit
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_SCRATCH, LARGEST_SCRATCH))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    inside = os.path.realpath(scratch) + os.sep

    def watch(event: str, args: tuple[object, ...]) -> None:
        if event == "open":
            _watch_open(args, inside)
        elif event == "sqlite3.connect":
            _watch_path(args[0], inside)
        elif event.startswith(_FORBIDDEN) and not _stays_inside(args, inside):
            raise NotAllowed(event)

    sys.addaudithook(watch)


def _watch_open(args: tuple[object, ...], inside: str) -> None:
    """Files are written in the scratch folder alone, and read there or where Python's own files lie."""
    path, mode, flags = args[0], args[1], args[2]
    writes = bool(isinstance(mode, str) and set(mode) & set("wax+")) or (
        isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
    )
    if not isinstance(path, str | bytes):
        return  # a file that is open already
    real = os.path.realpath(os.fsdecode(path))
    if real.startswith(inside) or (not writes and real.startswith(_OWN_FILES)):
        return
    raise NotAllowed(f"open {real}")


def _watch_path(path: object, inside: str) -> None:
    text = os.fsdecode(path) if isinstance(path, str | bytes) else str(path)
    if text not in (":memory:", "") and not os.path.realpath(text).startswith(inside):
        raise NotAllowed(f"sqlite3 {text[:200]}")


def _stays_inside(args: tuple[object, ...], inside: str) -> bool:
    """Whether an act on files is about the scratch folder alone."""
    paths = [os.path.realpath(os.fsdecode(one)) for one in args if isinstance(one, str | bytes)]
    return bool(paths) and all(f"{path}{os.sep}".startswith(inside) for path in paths)


def _more_seconds() -> None:
    """The processor's time for one more file."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime)
    resource.setrlimit(resource.RLIMIT_CPU, (spent + SECONDS, resource.RLIM_INFINITY))


_OWN_FILES = tuple(
    dict.fromkeys(
        os.path.realpath(one) + os.sep
        for one in (*sys.path, sys.prefix, sys.base_prefix, os.path.dirname(os.path.dirname(__file__)))
        if one
    )
)

if __name__ == "__main__":
    main()
