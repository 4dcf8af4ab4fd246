"""Moodle XML: a quiz of questions, each with its kind, texts, answers and settings, and categories between them."""

from app.authoring.formats.categories import category_path
from app.authoring.formats.images import Images
from app.authoring.formats.moodle_answers import OTHER, form_of
from app.authoring.formats.moodle_settings import setting_losses
from app.authoring.formats.moodle_texts import BadQuestion, Texts
from app.authoring.formats.xml import BadXml, Element, all_text, child, children, line_of, local_name, parsed
from app.authoring.found import BadPart, Format, FoundFile, FoundQuestion, FoundText, Markup


def read_moodle(content: bytes) -> FoundFile:
    """All questions of the file, and what cannot be read of it; each bad question is left out alone.

    Rules of the format: shares are percentages from -100 to 100; a category holds for what follows it; the tolerance of
    a number is absolute and its ends are included; of several matching answers the first one counts.
    """
    try:
        root = parsed(content)
    except BadXml as fault:
        return FoundFile(bad=(BadPart(fault.line, fault.sentence),), format=Format.MOODLE)
    if local_name(root) != "quiz":
        wrong = (
            f"The file begins with <{local_name(root)[:40]}> and not with <quiz>. Export it as Moodle XML."
        )
        return FoundFile(bad=(BadPart(line_of(root), wrong),), format=Format.MOODLE)
    images, questions, bad = Images(), [], []
    category = ""
    for element in children(root):
        if local_name(element) != "question":
            wrong = f"<{local_name(element)[:40]}> is no question, and is left out."
            bad.append(BadPart(line_of(element), wrong))
        elif element.get("type") == "category":
            category = category_path(all_text(child(element, "category")).strip())
        else:
            try:
                questions.append(_question(element, category, images))
            except BadQuestion as fault:
                bad.append(BadPart(fault.line or line_of(element), fault.sentence))
    return FoundFile(tuple(questions), tuple(bad), Format.MOODLE, images.all())


def _question(element: Element, category: str, images: Images) -> FoundQuestion:
    texts = Texts(images)
    kind = (element.get("type") or "").strip().lower()
    if not kind:
        raise BadQuestion(
            'This question has no type. Give it one, such as type="multichoice".', line_of(element)
        )
    stem = texts.of(child(element, "questiontext"), Markup.AUTO)
    if stem is None and kind not in OTHER:
        raise BadQuestion("This question has no text. Write one in <questiontext>.", line_of(element))
    stem = stem or FoundText("")
    form, losses = form_of(kind, element, texts, stem.markup)
    feedback = texts.of(child(element, "generalfeedback"), stem.markup)
    name = " ".join(all_text(child(element, "name")).split())
    tags = child(element, "tags")
    return FoundQuestion(
        line=line_of(element),
        stem=stem,
        form=form,
        name=name,
        outer_id=all_text(child(element, "idnumber")).strip(),
        category=category,
        tags=tuple(
            tag
            for one in (children(tags, "tag") if tags is not None else ())
            if (tag := " ".join(all_text(one).split()))
        ),
        feedback=feedback,
        losses=(*losses, *setting_losses(element), *texts.losses),
    )
