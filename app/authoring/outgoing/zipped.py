"""Several files in one: a zip whose bytes depend on what is in it alone."""

import io
import zipfile
from collections.abc import Iterable

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first day that a zip can name


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """The files, by path and bytes, in this order, compressed."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files:
            archive.writestr(zipfile.ZipInfo(path, _LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return held.getvalue()
