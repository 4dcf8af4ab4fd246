"""Workbooks for the tests, as small as XLSX can be."""

from xml.sax.saxutils import escape

from tests.unit.authoring.qti_files import package

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = """<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>"""
_ROOT = f"""<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="{RELATED}/officeDocument" Target="xl/workbook.xml"/></Relationships>"""


def workbook(sheets: dict[str, str]) -> bytes:
    """A workbook whose sheets have these rows, written as XML."""
    listed = related = ""
    files: dict[str, bytes | str] = {"[Content_Types].xml": _TYPES, "_rels/.rels": _ROOT}
    for number, (name, rows) in enumerate(sheets.items(), 1):
        listed += f'<sheet name="{name}" sheetId="{number}" r:id="rId{number}"/>'
        related += f'<Relationship Id="rId{number}" Type="{RELATED}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        files[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
        )
    files["xl/workbook.xml"] = (
        f'<workbook xmlns="{MAIN}" xmlns:r="{RELATED}"><sheets>{listed}</sheets></workbook>'
    )
    files["xl/_rels/workbook.xml.rels"] = (
        f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{related}</Relationships>'
    )
    return package(files)


def rows(*values: tuple[object, ...]) -> str:
    """Rows of texts and numbers; a text that begins with = is a formula whose last result was 0.5."""
    found = ""
    for line, row in enumerate(values, 1):
        cells = "".join(_cell(f"{'ABCDEFGH'[place]}{line}", value) for place, value in enumerate(row))
        found += f'<row r="{line}">{cells}</row>'
    return found


def _cell(place: str, value: object) -> str:
    match value:
        case bool():
            return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
        case int() | float():
            return f'<c r="{place}"><v>{value}</v></c>'
        case str() if value.startswith("="):
            return f'<c r="{place}"><f>{value[1:]}</f><v>0.5</v></c>'
        case _:
            return f'<c r="{place}" t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'
