"""The table of what each format keeps says what the code does."""

from app.authoring.outgoing import aiken, anki, gift, moodle, qti
from app.authoring.outgoing.parts import Part
from tests.house.sources import ROOT

HOLDS = {
    "Moodle XML": moodle.HOLDS,
    "GIFT": gift.HOLDS,
    "Aiken": aiken.HOLDS,
    "QTI 2.2": qti.HOLDS,
    "Anki": anki.HOLDS,
    "CSV": frozenset(Part) - {Part.IMAGES},
    "Our files": frozenset(Part),
}


def test_what_is_dropped_is_said_to_be() -> None:
    lines = [
        line for line in (ROOT / "docs" / "import-export.md").read_text().splitlines() if line.startswith("|")
    ]
    start = next(n for n, line in enumerate(lines) if line.startswith("| Part |"))
    formats = cells(lines[start])[1:]
    assert set(formats) == set(HOLDS)
    rows = {cells(line)[0]: cells(line)[1:] for line in lines[start + 2 : start + 2 + len(Part)]}
    assert rows.keys() == {str(part) for part in Part}
    for part in Part:
        said = dict(zip(formats, rows[part], strict=True))
        assert {name for name, sign in said.items() if sign == "–"} == {
            name for name, holds in HOLDS.items() if part not in holds
        }


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]
