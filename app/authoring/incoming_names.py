"""Names of items and options out of the words of another system: small letters, digits and hyphens, each once."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

LONGEST = 60
_FEW = 40
_TAG = re.compile(r"\(image:[^)]{0,80}\)|<[^>]{0,200}>|\\[A-Za-z]+|&#?\w{1,31};")
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "đ": "d", "ł": "l", "þ": "th", "ð": "d"})


def slug(words: str, longest: int = LONGEST) -> str:
    """The words as a name, cut at a whole word; "" where none of their signs can stand in one."""
    plain = unicodedata.normalize("NFKD", _TAG.sub(" ", words[:2_000]).lower().translate(_LETTERS))
    parts = re.findall(r"[a-z0-9]+", re.sub(r"[’'`\u0300-\u036f]", "", plain))
    name = ""
    for part in parts:
        longer = f"{name}-{part}" if name else part[:longest]
        if len(longer) > longest:
            break
        name = longer
    return name


def item_name(name: str, stem: str) -> str:
    """The name of an item: by the question's own, else by its first words, else by what its stem hashes to."""
    return slug(name) or slug(stem) or f"question-{hashlib.sha256(stem.encode()).hexdigest()[:8]}"


def own_name(name: str, otherwise: str) -> str:
    """The id that a file of ours gives, where it has the form of one; else one made of it."""
    return (
        name if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) and len(name) <= 80 else slug(name) or otherwise
    )


def option_names(texts: Iterable[str], noun: str) -> tuple[str, ...]:
    """A name for each text, by its words or by its place, no two the same."""
    return unique(slug(text, _FEW) or f"{noun}-{place}" for place, text in enumerate(texts, 1))


def unique(names: Iterable[str], taken: Iterable[str] = ()) -> tuple[str, ...]:
    """The names in order, with -2, -3 and so on behind one that was there before or is taken."""
    seen, found = set(taken), []
    for name in names:
        fresh, count = name, 1
        while fresh in seen:
            count += 1
            fresh = f"{name}-{count}"
        seen.add(fresh)
        found.append(fresh)
    return tuple(found)
