"""Items and packages of QTI for the tests, put together from their parts."""

import io
import zipfile

from app.authoring.formats.qti import read_item
from app.authoring.found import FoundFile, FoundQuestion

SPACE = "http://www.imsglobal.org/xsd/imsqti_v2p2"
TEMPLATES = "http://www.imsglobal.org/question/qti_v2p2/rptemplates"
MATCH = f'<responseProcessing template="{TEMPLATES}/match_correct"/>'
MAP = f'<responseProcessing template="{TEMPLATES}/map_response.xml"/>'
CHOICES = "".join(
    f'<simpleChoice identifier="{name}">{text}</simpleChoice>'
    for name, text in zip("ABC", "QKV", strict=True)
)


def declaration(
    base: str, cardinality: str = "single", *, right: tuple[str, ...] = (), mapping: str = ""
) -> str:
    values = "".join(f"<value>{one}</value>" for one in right)
    correct = f"<correctResponse>{values}</correctResponse>" if right else ""
    return (
        f'<responseDeclaration identifier="R" cardinality="{cardinality}" baseType="{base}">'
        f"{correct}{mapping}</responseDeclaration>"
    )


def mapping(entries: dict[str, float], **attributes: str) -> str:
    inside = "".join(
        f'<mapEntry mapKey="{name}" mappedValue="{points}"/>' for name, points in entries.items()
    )
    written = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<mapping{written}>{inside}</mapping>"


def choice(most: int = 1, choices: str = CHOICES, shuffle: str = "true") -> str:
    return (
        f'<choiceInteraction responseIdentifier="R" shuffle="{shuffle}" maxChoices="{most}">'
        f"<prompt>Which one asks?</prompt>{choices}</choiceInteraction>"
    )


TYPED = '<p>How much?</p><p><textEntryInteraction responseIdentifier="R"/></p>'


def item(declared: str, body: str, processing: str = MATCH, more: str = "", attributes: str = "") -> bytes:
    """The body begins on the third line, the processing on the fifth."""
    return f"""<assessmentItem xmlns="{SPACE}" identifier="i1" title="Roles" adaptive="false" {attributes}>
{declared}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
<itemBody>{body}</itemBody>

{processing}{more}</assessmentItem>""".encode()


def read(*parts: str) -> FoundFile:
    return read_item(item(*parts))


def one(*parts: str) -> FoundQuestion:
    found = read(*parts)
    assert found.bad == (), found.bad
    (question,) = found.questions
    return question


def rule(condition: str, points: float = 1, more: str = "") -> str:
    """Processing with one condition that earns points, and nothing in every other case."""
    return (
        f"<responseProcessing><responseCondition><responseIf>{condition}{scored(points)}</responseIf>"
        f"<responseElse>{scored(0)}</responseElse></responseCondition>{more}</responseProcessing>"
    )


def scored(points: float) -> str:
    return f'<setOutcomeValue identifier="SCORE"><baseValue baseType="float">{points}</baseValue></setOutcomeValue>'


ANSWER = '<variable identifier="R"/>'


def value(written: str, base: str = "float") -> str:
    return f'<baseValue baseType="{base}">{written}</baseValue>'


def manifest(*resources: str) -> str:
    inside = "\n".join(resources)
    return f'<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources>\n{inside}\n</resources></manifest>'


def resource(file: str, kind: str = "imsqti_item_xmlv2p2", inside: str = "") -> str:
    return f'<resource identifier="r" type="{kind}" href="{file}"><file href="{file}"/>{inside}</resource>'


def package(files: dict[str, bytes | str]) -> bytes:
    """A ZIP file of these files."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return found.getvalue()
