"""Paths of categories, as Moodle writes them in both of its formats."""

CONTEXTS = ("$course$", "$system$", "$module$", "$coursecat$", "top")


def category_path(written: str) -> str:
    """The path without what says where in Moodle it hangs; a slash within a name stays doubled."""
    parts = category_parts(written)
    return "/".join(part.replace("/", "//") for part in parts)


def category_parts(written: str) -> tuple[str, ...]:
    """The names along a path, outermost first, their doubled slashes undone."""
    parts = [part.strip() for part in written.replace("//", "\0").split("/")]
    while parts and parts[0] in CONTEXTS:
        parts.pop(0)
    return tuple(part.replace("\0", "/") for part in parts if part)
