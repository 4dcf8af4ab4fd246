"""ZIP archives, read within limits and without a path that leads outside."""

import io
import stat
import zipfile
import zlib
from dataclasses import dataclass

MOST_MEMBERS = 2000
MOST_BYTES = 200 * 1024 * 1024
HIGHEST_RATIO = 100
SMALL = 4 * 1024 * 1024  # below it no ratio counts: a short file of blanks is no bomb
_BLOCK = 64 * 1024
_PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    RuntimeError,
    NotImplementedError,  # what zipfile raises for a way of packing that it does not know
    KeyError,
    IndexError,
)


class BadArchive(Exception):
    """Why an archive is refused, in a sentence that says what to do."""


@dataclass(slots=True)
class Archive:
    """The members of an archive by their names; what has been unpacked is counted over all of them."""

    _zip: zipfile.ZipFile
    _members: dict[str, zipfile.ZipInfo]
    _packed: int
    _unpacked: int = 0

    def names(self) -> tuple[str, ...]:
        """The names of all files, in their order."""
        return tuple(self._members)

    def holds(self, name: str) -> bool:
        """Whether there is a file of that name."""
        return name in self._members

    def read(self, name: str) -> bytes:
        """The content of a file, counted while it is read, whatever the archive says of its size. Raises BadArchive."""
        found = io.BytesIO()
        try:
            with self._zip.open(self._members[name]) as member:
                while block := member.read(_BLOCK):
                    self._unpacked += len(block)
                    self._bounded()
                    found.write(block)
        except _BROKEN:
            raise BadArchive(f"The file {name[:80]!r} in the archive is damaged. Pack it again.") from None
        return found.getvalue()

    def _bounded(self) -> None:
        if self._unpacked > MOST_BYTES:
            raise BadArchive("The archive holds more than 200 MiB. Send fewer questions at a time.")
        if self._unpacked > SMALL and self._unpacked > self._packed * HIGHEST_RATIO:
            raise BadArchive("The archive unpacks to more than a hundred times its size, and is not read.")


def opened(content: bytes) -> Archive:
    """The archive that these bytes are.

    Rules: at most 2,000 files and 200 MiB, at most a hundred times what was sent; no name that is absolute or leads
    up, no link, no password, nothing twice. Archives within it are not opened. Raises BadArchive.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        members = archive.infolist()
    except _BROKEN:
        raise BadArchive("This ZIP file is damaged. Pack it again.") from None
    if len(members) > MOST_MEMBERS:
        raise BadArchive(f"The archive holds more than {MOST_MEMBERS} files. Send fewer questions at a time.")
    found: dict[str, zipfile.ZipInfo] = {}
    for member in members:
        name = _checked(member)
        if name.endswith("/"):
            continue
        if name in found:
            raise BadArchive(f"The archive holds {name[:80]!r} twice. Pack it again.")
        found[name] = member
    return Archive(archive, found, len(content))


def _checked(member: zipfile.ZipInfo) -> str:
    """The member's name, with slashes where some programs of Windows write them backwards."""
    name = member.filename.replace("\\", "/")
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or ":" in parts[0] or "\0" in member.orig_filename:
        raise BadArchive(
            f"The name {name[:80]!r} leads outside of the archive, which is refused. Pack it again."
        )
    if stat.S_ISLNK(member.external_attr >> 16):
        raise BadArchive(
            f"{name[:80]!r} in the archive is a link, which is refused. Put the file itself there."
        )
    if member.flag_bits & 0x1:
        raise BadArchive("The archive is protected by a password. Pack it without one.")
    if member.compress_type not in _PLAIN:
        raise BadArchive(f"{name[:80]!r} is packed in a way that is not read. Pack it as usual (deflate).")
    return name
