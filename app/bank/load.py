"""Loads the whole folder of questions, all banks with their registries, or reports every fault in it at once."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.bank.cross import Adjustable, Known
from app.bank.dump import revision_of
from app.bank.exams import FOLDER as EXAMS
from app.bank.exams import parse_exam
from app.bank.faults import BankFaults, Fault
from app.bank.images import FOLDER as IMAGES
from app.bank.images import SUFFIXES
from app.bank.parse import (
    Bank,
    parse_bank,
    parse_blueprint,
    parse_item,
    parse_misconceptions,
)
from app.bank.reader import Document
from app.items.exam import Exam
from app.items.item import Revision
from app.items.misconceptions import Misconception
from app.items.objectives import Blueprint
from app.kit.ids import content_hash
from app.kit.side_by_side import Each, in_turn

FORMAT = 3  # raised when the same files would give other records
FACTS = "_facts"
_BLUEPRINT = f"{FACTS}/blueprint.yaml"
_REGISTRY = f"{FACTS}/misconceptions"


@dataclass(frozen=True, slots=True)
class LoadedItem:
    """An item's revision, with the document that knows where each of its fields stands, and the text as its author wrote it."""

    revision: Revision
    document: Document
    source: str = ""


@dataclass(frozen=True, slots=True)
class LoadedBanks:
    """Everything in the folder of questions, in the order of names."""

    banks: tuple[Bank, ...]
    items: tuple[LoadedItem, ...]
    misconceptions: dict[str, Misconception]
    blueprint: Blueprint
    exams: tuple[Exam, ...] = ()
    images: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Folder:
    """The files below one root, sorted into what they should be, with the faults found on the way."""

    root: Path
    shown: str
    faults: list[Fault]

    def files(self) -> Iterator[tuple[str, Path]]:
        """Every file with its path below the root; hidden ones, notes (.md) and the licence are left out."""
        for path in sorted(self.root.rglob("*")):
            inside = path.relative_to(self.root)
            if (
                path.is_file()
                and not path.name.endswith((".md", "LICENSE"))
                and not any(part.startswith(".") for part in inside.parts)
            ):
                yield inside.as_posix(), path

    def path(self, inside: str) -> str:
        """The path as it stands in messages."""
        return f"{self.shown}/{inside}"

    def refuse(self, inside: str, sentence: str) -> None:
        self.faults.append(Fault(self.path(inside), 1, 1, "", sentence))


def tree_digest(root: Path) -> str:
    """SHA-256 over the paths and bytes of all files below `root` and the version of the format."""
    digest = hashlib.sha256(f"format {FORMAT}\n".encode())
    for inside, path in _Folder(root, root.name, []).files():
        content = path.read_bytes()
        digest.update(f"{len(inside.encode())} {inside} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def load_tree(
    root: Path, recipes: Mapping[str, Adjustable], each: Each = in_turn
) -> LoadedBanks | tuple[Fault, ...]:
    """All banks below `root`, or all faults of all files, sorted by path and line. `each` reads the items."""
    if not root.is_dir():
        return (
            Fault(str(root), 0, 0, "", "is no folder. Name the folder that holds the banks and _facts/."),
        )
    folder = _Folder(root, root.name, [])
    files = dict(folder.files())
    blueprint = _load_blueprint(folder, files)
    misconceptions = _load_registry(folder, files)
    objectives = {o.number for d in blueprint.domains for o in d.objectives} if blueprint else None
    images = dict(_load_images(folder, files))
    known = Known(
        misconceptions.keys() if misconceptions is not None else None,
        objectives,
        recipes,
        dict.fromkeys(images),
    )
    banks = tuple(_load_banks(folder, files))
    items = list(_load_items(folder, files, known, each))
    exams = tuple(_load_exams(folder, files, blueprint))
    _refuse_repeated(folder, items)
    _refuse_unknown_enemies(folder, items)
    if folder.faults or blueprint is None or misconceptions is None:
        return tuple(sorted(folder.faults))
    return LoadedBanks(banks, tuple(items), misconceptions, blueprint, exams, images)


def _load_blueprint(folder: _Folder, files: dict[str, Path]) -> Blueprint | None:
    path = files.get(_BLUEPRINT)
    if path is None:
        folder.refuse(_BLUEPRINT, "is missing. Write the exam's domains and objectives there.")
        return None
    try:
        return parse_blueprint(path.read_bytes(), folder.path(_BLUEPRINT))
    except BankFaults as found:
        folder.faults.extend(found.faults)
        return None


def _load_registry(folder: _Folder, files: dict[str, Path]) -> dict[str, Misconception] | None:
    registry: dict[str, Misconception] = {}
    complete = True
    for inside, path in files.items():
        if not inside.startswith(f"{_REGISTRY}/"):
            if inside.startswith(f"{FACTS}/") and inside != _BLUEPRINT:
                folder.refuse(
                    inside, f"is not a file of facts that is known. Use {_BLUEPRINT} or {_REGISTRY}/."
                )
            continue
        try:
            entries, document = parse_misconceptions(path.read_bytes(), folder.path(inside))
        except BankFaults as found:
            folder.faults.extend(found.faults)
            complete = False
            continue
        for place, entry in enumerate(entries):
            if entry.slug in registry:
                sentence = f"{entry.slug!r} is in the registry already. Keep one of the two."
                folder.faults.append(document.fault((place, "slug"), sentence))
            registry[entry.slug] = replace(entry, theme=path.stem)
    return registry if complete else None


def _load_banks(folder: _Folder, files: dict[str, Path]) -> Iterator[Bank]:
    names = sorted({inside.split("/")[0] for inside in files if "/" in inside} - {FACTS})
    for name in names:
        inside = f"{name}/bank.yaml"
        if inside not in files:
            folder.refuse(inside, "is missing. Write the bank's id, title, description and licence there.")
            continue
        try:
            yield parse_bank(files[inside].read_bytes(), folder.path(inside))
        except BankFaults as found:
            folder.faults.extend(found.faults)


def _load_items(folder: _Folder, files: dict[str, Path], known: Known, each: Each) -> Iterator[LoadedItem]:
    places = []
    for inside, path in files.items():
        parts = inside.split("/")
        if parts[0] == FACTS or parts[1:] == ["bank.yaml"] or _is_exam(parts) or _is_image(parts):
            continue
        if len(parts) != 3 or path.suffix != ".yaml":
            folder.refuse(
                inside, "belongs to no bank. Items lie in <bank>/<objective>/<id>.yaml; move or delete it."
            )
            continue
        places.append((folder.path(inside), path))
    for read in each(lambda place: _read_item(*place, known), places):
        if isinstance(read, LoadedItem):
            yield read
        else:
            folder.faults.extend(read)


def _read_item(shown: str, path: Path, known: Known) -> LoadedItem | tuple[Fault, ...]:
    content = path.read_bytes()
    try:
        parsed = parse_item(content, shown, known)
    except BankFaults as found:
        return tuple(found.faults)
    return LoadedItem(revision_of(parsed.item), parsed.document, content.decode())


def _refuse_unknown_enemies(folder: _Folder, items: list[LoadedItem]) -> None:
    """Nothing is said where some item has faults of its own, and so may be the one that is named."""
    names = {loaded.revision.item.header.id for loaded in items}
    if folder.faults:
        return
    for loaded in items:
        header = loaded.revision.item.header
        for place, enemy in enumerate(header.enemies):
            if enemy not in names or enemy == header.id:
                sentence = f"{enemy!r} is no other item. Write the id of an item, or delete it."
                folder.faults.append(loaded.document.fault(("enemies", place), sentence))


def _is_image(parts: Sequence[str]) -> bool:
    return len(parts) == 3 and parts[1] == IMAGES


def _load_images(folder: _Folder, files: dict[str, Path]) -> Iterator[tuple[str, bytes]]:
    """Images by name: each file is called by the hash of what it holds."""
    for inside, path in files.items():
        if not _is_image(inside.split("/")):
            continue
        content = path.read_bytes()
        if path.suffix not in SUFFIXES.values() or path.stem != content_hash(content):
            folder.refuse(
                inside, "is not called by what it holds. Put images here with `keyed bank image FILE BANK`."
            )
            continue
        yield path.stem, content


def _is_exam(parts: Sequence[str]) -> bool:
    return len(parts) == 3 and parts[1] == EXAMS and parts[2].endswith(".yaml")


def _load_exams(folder: _Folder, files: dict[str, Path], blueprint: Blueprint | None) -> Iterator[Exam]:
    first: dict[str, str] = {}
    for inside, path in files.items():
        if not _is_exam(inside.split("/")) or inside.startswith(f"{FACTS}/"):
            continue
        try:
            exam = parse_exam(path.read_bytes(), folder.path(inside), blueprint)
        except BankFaults as found:
            folder.faults.extend(found.faults)
            continue
        if exam.id in first:
            folder.refuse(inside, f"{exam.id!r} is the id of {first[exam.id]} too. Give each exam its own.")
        first.setdefault(exam.id, folder.path(inside))
        yield exam


def _refuse_repeated(folder: _Folder, items: list[LoadedItem]) -> None:
    first: dict[str, str] = {}
    for loaded in items:
        name, path = loaded.revision.item.header.id, loaded.document.path
        if name in first:
            sentence = f"{name!r} is the id of {first[name]} too. Give each item its own."
            folder.faults.append(loaded.document.fault(("id",), sentence))
        first.setdefault(name, path)
