"""Bytes of a text file as text: UTF-8 with or without a mark, or what older programs of Windows wrote."""

LARGEST = 8 * 1024 * 1024


def decoded(content: bytes) -> str:
    """The text with plain line ends. Raises ValueError with a sentence where the bytes are no text.

    Rule: a byte order mark says what it is; else UTF-8; else Windows-1252, which older systems export.
    """
    if len(content) > LARGEST:
        raise ValueError("This text is larger than 8 MiB. Send fewer questions at a time.")
    for mark, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if content.startswith(mark):
            return _plain(content[len(mark) :], (name,))
    return _plain(content, ("utf-8", "cp1252"))


def _plain(content: bytes, encodings: tuple[str, ...]) -> str:
    for name in encodings:
        try:
            text = content.decode(name)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text.replace("\r\n", "\n").replace("\r", "\n")
    raise ValueError("This is no text file. Save it as UTF-8, and send it again.")
