"""An item of QTI 2.1 or 2.2: one question with one interaction, and the processing that grades it."""

from dataclasses import replace

from app.authoring.formats.images import Images, Lookup
from app.authoring.formats.qti_declared import BadItem, Declared, declared, number, truth
from app.authoring.formats.qti_forms import FORMS, OTHER, Asked
from app.authoring.formats.qti_program import SCORE, Echo, Program, Value, program_of
from app.authoring.formats.qti_texts import GAP, Body
from app.authoring.formats.qti_typed import typed_form
from app.authoring.formats.xml import (
    BadXml,
    Element,
    all_text,
    child,
    children,
    descendants,
    line_of,
    local_name,
    parsed,
    space_of,
)
from app.authoring.found import (
    BadPart,
    Fate,
    Format,
    FoundFile,
    FoundForm,
    FoundOther,
    FoundQuestion,
    FoundText,
    Loss,
)

SPACES = ("http://www.imsglobal.org/xsd/imsqti_v2p1", "http://www.imsglobal.org/xsd/imsqti_v2p2", "")
MOST_ELEMENTS = 3_000
_TEMPLATES = (
    "templateDeclaration",
    "templateProcessing",
    "printedVariable",
    "templateBlock",
    "templateInline",
)


def read_item(content: bytes) -> FoundFile:
    """The question of a single item, and what cannot be read of it. Its images lie elsewhere, and are told as lost."""
    images = Images()
    found = item_of(content, images, lambda _: None, file="")
    if isinstance(found, BadPart):
        return FoundFile(bad=(found,), format=Format.QTI)
    return FoundFile((found,), format=Format.QTI, images=images.all())


def item_of(content: bytes, images: Images, lookup: Lookup, *, file: str) -> FoundQuestion | BadPart:
    """The question of an item, or why there is none.

    Rules of the format: adaptive items and items with template variables cannot come in; points are those of SCORE,
    and become shares of the highest ones; what is correct is what the processing says, never a guess.
    """
    try:
        return _item(parsed(content), Body(images, lookup), file)
    except BadXml as fault:
        return BadPart(fault.line, fault.sentence, file)
    except BadItem as fault:
        return BadPart(fault.line, fault.sentence, file)


def _item(root: Element, body: Body, file: str) -> FoundQuestion:
    line = line_of(root)
    if sum(1 for _ in root.iter()) > MOST_ELEMENTS:
        raise BadItem(f"This item has more than {MOST_ELEMENTS:,} elements. Make several of it.", line)
    if local_name(root) != "assessmentItem":
        raise BadItem(f"The file begins with <{local_name(root)[:40]}> and not with <assessmentItem>.", line)
    if space_of(root) not in SPACES:
        raise BadItem(f"{space_of(root)[:80]!r} is not QTI 2.1 or 2.2. Export one of these.", line)
    if truth(root.get("adaptive")):
        raise BadItem("This item is adaptive: it changes while it is answered, which has no form here.", line)
    for template in descendants(root, *_TEMPLATES):
        why = "Its numbers are drawn by template variables, which are not computed here. Export it with fixed numbers."
        raise BadItem(why, line_of(template))
    element = child(root, "itemBody")
    if element is None:
        raise BadItem("This item has no text. Write one in <itemBody>.", line)
    stem = body.text(element)
    form, feedback, losses = _form(root, body)
    if GAP in stem.text:
        why = "The answer stood within the sentence; a gap stands in its place now."
        losses = (*losses, Loss(Fate.CHANGED, "stem", why))
    if not stem.text and not isinstance(form, FoundOther):
        raise BadItem("This item asks nothing. Write what is asked before the answers.", line_of(element))
    return FoundQuestion(
        line=line,
        stem=stem,
        form=form,
        name=" ".join((root.get("title") or "").split()),
        outer_id=root.get("identifier") or "",
        feedback=feedback,
        losses=tuple(dict.fromkeys((*losses, *body.losses))),
        file=file,
    )


def _form(root: Element, body: Body) -> tuple[FoundForm, FoundText | None, tuple[Loss, ...]]:
    """How the item is answered, what is said to everybody, and what that loses."""
    if not body.interactions:
        return (
            FoundOther("text", "It asks nothing; there is nothing to choose, to type or to order."),
            None,
            (),
        )
    name = local_name(body.interactions[0])
    if len(body.interactions) > 1:
        why = f"It asks {len(body.interactions)} things at once. Write each as a question of its own."
        return FoundOther("several interactions", why), None, ()
    if name in OTHER or (name not in FORMS and name != "textEntryInteraction"):
        return FoundOther(name, OTHER.get(name, f"<{name[:60]}> has no form here.")), None, ()
    asked = _asked(root, body)
    form = typed_form(asked) if name == "textEntryInteraction" else FORMS[name](asked)
    general = _to_everybody(root, asked)
    return form, general, (*asked.losses, *_unsaid(root, asked, [*_feedbacks(form), general]))


def _asked(root: Element, body: Body) -> Asked:
    interaction = body.interactions[0]
    named = interaction.get("responseIdentifier") or ""
    for outcome in children(root, "outcomeDeclaration"):
        usual = child(outcome, "defaultValue")
        begins = all_text(usual).strip()
        if outcome.get("identifier") == SCORE and begins and number(begins, line_of(outcome)) != 0:
            raise BadItem("How it is graded cannot be read: SCORE does not begin with 0.", line_of(outcome))
    for one in children(root, "responseDeclaration"):
        if one.get("identifier") == named:
            answer = declared(one)
            program = program_of(child(root, "responseProcessing"), answer)
            if answer.mapping is not None:
                answer = replace(answer, mapping=answer.mapping.within(program.low, program.high))
            return Asked(
                interaction, answer, program, body, _Said(root, program, answer, body).to, _unprocessed(root)
            )
    raise BadItem(
        f"Nothing declares the response {named[:40]!r}. Write its <responseDeclaration>.",
        line_of(interaction),
    )


def _unprocessed(root: Element) -> list[Loss]:
    if child(root, "responseProcessing") is not None:
        return []
    why = "The item does not say how it is graded; what it declares of its answer is taken."
    return [Loss(Fate.CHANGED, "points", why, line_of(root))]


class _Said:
    """The feedback that follows an answer, by the outcomes that the processing sets."""

    def __init__(self, root: Element, program: Program, answer: Declared, body: Body) -> None:
        always = program.always()
        self._parts = [one for one in children(root, "modalFeedback") if not _is_always(one, always)]
        self._program, self._answer, self._body = program, answer, body

    def to(self, response: str | None) -> FoundText | None:
        """What is said to who gives this answer; None is one that nobody foresaw."""
        outcomes = self._program.outcomes(response, self._answer)
        for part in self._parts:
            value = outcomes.get(part.get("outcomeIdentifier") or "")
            shown = response if isinstance(value, Echo) else value
            if part.get("showHide") != "hide" and isinstance(shown, str) and shown == part.get("identifier"):
                text = self._body.text(part)
                return text if text.text else None
        return None


def _is_always(part: Element, always: dict[str, Value]) -> bool:
    shown = part.get("showHide") != "hide"
    return shown and always.get(part.get("outcomeIdentifier") or "") == part.get("identifier")


def _to_everybody(root: Element, asked: Asked) -> FoundText | None:
    """What is said whatever the answer is: the feedback that the processing chooses without a condition."""
    always = asked.program.always()
    for part in children(root, "modalFeedback"):
        if _is_always(part, always) and (text := asked.body.text(part)).text:
            return text
    return None


def _unsaid(root: Element, asked: Asked, told: list[FoundText | None]) -> list[Loss]:
    """The feedbacks that nobody was found for."""
    said = {text.text for text in told if text is not None}
    losses = []
    for part in children(root, "modalFeedback"):
        text = asked.body.text(part).text
        if text and text not in said:
            why = f"It is not clear whom this feedback is for: {' '.join(all_text(part).split())[:120]!r}."
            losses.append(Loss(Fate.DROPPED, "feedback", why, line_of(part)))
    return losses


def _feedbacks(form: FoundForm) -> list[FoundText | None]:
    found: list[FoundText | None] = []
    for one in (*getattr(form, "options", ()), *getattr(form, "accepted", ())):
        found.append(one.feedback)
    found.append(getattr(form, "otherwise", None))
    return found
