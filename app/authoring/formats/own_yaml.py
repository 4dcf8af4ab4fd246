"""Our own files: one item as YAML."""

from app.authoring.found import BadPart
from app.authoring.incoming import Incoming
from app.authoring.incoming_names import item_name, own_name
from app.bank.reader import Data, read

HEADER = ("id", "kind", "objectives", "level", "shape", "difficulty", "source", "experiment", "enemies")


def is_own_text(text: str) -> bool:
    """Whether a text begins its lines with the fields that every item of ours has."""
    starts = {line.split(":", 1)[0] for line in text.split("\n") if line[:1].isalpha() and ":" in line}
    return {"id", "kind"} <= starts


def own_item(text: str, n: int, file: str) -> Incoming | BadPart:
    """One of our items as its author wrote it. One with faults comes in as a draft too, if its id can be read."""
    document, faults = read(text, file)
    if document is None or not isinstance(document.data, dict):
        first = faults[0] if faults else None
        sentence = (
            first.sentence if first else "the file holds no fields. Write each in a line like id: its-name."
        )
        return BadPart(first.line if first else 1, f"{sentence[:1].upper()}{sentence[1:]}", file)
    fields = document.data
    name = fields.get("id", "")
    if not isinstance(name, str) or not name.strip():
        return BadPart(1, "This item has no id. Write one in a line like id: its-name.", file)
    kind = fields.get("kind", "")
    body: dict[str, Data] = {name: _written(value) for name, value in fields.items() if name not in HEADER}
    ours: dict[str, Data] = {name: _written(value) for name, value in fields.items() if name in HEADER[2:]}
    return Incoming(
        n=n,
        line=1,
        file=file,
        name=name.strip()[:200],
        slug=own_name(name.strip(), item_name(name, text)),
        kind=kind.strip() if isinstance(kind, str) else "",
        body=body,
        ours=ours,
        text=text if text.endswith("\n") else f"{text}\n",
        kept=("the whole text with its comments",),
        before=(text[:4_000],),
    )


def _written(data: Data) -> Data:
    if isinstance(data, str):
        return data.strip()
    if isinstance(data, list):
        return [_written(one) for one in data]
    return {name: _written(value) for name, value in data.items()}
