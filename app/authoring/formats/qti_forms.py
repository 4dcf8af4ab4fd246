"""How an item of QTI is answered: its interaction, with what its processing says of each answer."""

from collections.abc import Callable
from dataclasses import dataclass, field

from app.authoring.formats.qti_declared import BadItem, Declared, truth
from app.authoring.formats.qti_points import (
    highest_told,
    is_mapped,
    mapping_of,
    single_points,
    sums,
    whole,
)
from app.authoring.formats.qti_program import Echo, Program
from app.authoring.formats.qti_texts import Body
from app.authoring.formats.xml import Element, children, descendants, line_of, local_name
from app.authoring.found import (
    Fate,
    FoundChoice,
    FoundForm,
    FoundOption,
    FoundOrder,
    FoundPairs,
    FoundText,
    Loss,
)

OTHER = {
    "extendedTextInteraction": "An essay is read by a person, and nothing here can grade it.",
    "hottextInteraction": "Words are marked within a text, which has no form here.",
    "gapMatchInteraction": "Words are dragged into a text. Write it as matching.",
    "graphicGapMatchInteraction": "Things are dragged onto an image, which has no form here.",
    "hotspotInteraction": "Places of an image are chosen, which has no form here.",
    "graphicOrderInteraction": "Places of an image are put in order, which has no form here.",
    "graphicAssociateInteraction": "Places of an image are joined, which has no form here.",
    "selectPointInteraction": "Points of an image are chosen, which has no form here.",
    "positionObjectInteraction": "Things are put onto an image, which has no form here.",
    "sliderInteraction": "A number is set with a slider. Write it as a typed number.",
    "drawingInteraction": "Something is drawn, which nothing here can grade.",
    "uploadInteraction": "A file is handed in, which nothing here can grade.",
    "mediaInteraction": "Sound or film is played, which has no form here.",
    "endAttemptInteraction": "A button ends the attempt, which has no form here.",
    "customInteraction": "It is answered by a program of its own, which does not run here.",
    "portableCustomInteraction": "It is answered by a program of its own, which does not run here.",
}


@dataclass(slots=True)
class Asked:
    """All that says how an item is answered and graded; `said` gives the feedback to who gave an answer."""

    interaction: Element
    answer: Declared
    program: Program
    body: Body
    said: Callable[[str | None], FoundText | None]
    losses: list[Loss] = field(default_factory=list)

    def lose(self, part: str, why: str, line: int, fate: Fate = Fate.CHANGED) -> None:
        self.losses.append(Loss(fate, part, why, line))


def choice_form(asked: Asked) -> FoundChoice:
    """One or several of the options. Raises BadItem."""
    choices = list(children(asked.interaction, "simpleChoice", "inlineChoice"))
    if not choices:
        raise BadItem(
            "There is nothing to choose from. Write each option in <simpleChoice>.",
            line_of(asked.interaction),
        )
    order_told(asked, choices)
    if asked.answer.cardinality == "single":
        return _single(asked, choices)
    return _several(asked, choices)


def order_told(asked: Asked, choices: list[Element]) -> None:
    """That options keep their order there."""
    fixed = any(truth(one.get("fixed")) for one in choices)
    if truth(asked.interaction.get("shuffle")) is not True or fixed:
        which = "Some options keep their place" if fixed else "The options keep their order"
        asked.lose("order", f"{which} there; here the order is drawn each time.", line_of(asked.interaction))


def _said_within(one: Element, asked: Asked) -> FoundText | None:
    """Feedback that stands within an option and is shown to who takes it."""
    for within in descendants(one, "feedbackInline"):
        outcome = asked.program.outcomes(one.get("identifier"), asked.answer).get(
            within.get("outcomeIdentifier") or ""
        )
        if (isinstance(outcome, Echo) and within.get("identifier") == one.get("identifier")) or (
            isinstance(outcome, str) and within.get("identifier") == outcome
        ):
            return asked.body.text(within)
    return None


def _option(one: Element, share: float, asked: Asked) -> FoundOption:
    within = _said_within(one, asked)
    before = len(asked.body.losses)
    text = asked.body.text(one)
    if within is not None:
        asked.body.losses[before:] = [
            loss for loss in asked.body.losses[before:] if loss.part != "feedback within the text"
        ]
    if not text.text:
        raise BadItem("This option has no text. Write one, or remove the option.", line_of(one))
    return FoundOption(text, share, within or asked.said(one.get("identifier")))


def _single(asked: Asked, choices: list[Element]) -> FoundChoice:
    points = [single_points(asked.program, one.get("identifier") or "", asked.answer) for one in choices]
    highest = max(points)
    if highest <= 0:
        raise BadItem("No option earns points. Say which one is correct.", line_of(asked.interaction))
    asked.losses.extend(highest_told(highest, asked.answer.line))
    if min(points) < -highest:
        asked.lose(
            "points", "A wrong option costs more there than all points; here it costs all.", asked.answer.line
        )
    options = (
        _option(one, max(earned / highest, -1.0), asked) for one, earned in zip(choices, points, strict=True)
    )
    return FoundChoice(tuple(options))


def _several(asked: Asked, choices: list[Element]) -> FoundChoice:
    line = asked.answer.line
    names = [one.get("identifier") or "" for one in choices]
    if is_mapped(asked.program):
        mapping = mapping_of(asked.answer, line)
        top, losses = sums(mapping)
        asked.losses.extend(losses)
        earned = {entry.value: entry.points for entry in mapping.entries}
        shares = [max(min(earned.get(name, mapping.otherwise) / top, 1.0), -1.0) for name in names]
        together = False
    else:
        found = whole(asked.program, asked.answer)
        asked.losses.extend(found.losses)
        right = [name for name in names if name in found.values]
        if len(right) != len(found.values) or not right:
            raise BadItem(
                "What is declared as correct is not among the options. Name their identifiers.", line
            )
        shares = [1 / len(right) if name in right else 0.0 for name in names]
        together = True
    options = tuple(_option(one, share, asked) for one, share in zip(choices, shares, strict=True))
    most = asked.interaction.get("maxChoices") or "0"
    count = sum(share > 0 for share in shares)
    if most.isdigit() and int(most) not in (0, count):
        asked.lose("choices", f"At most {int(most)} may be chosen there.", line_of(asked.interaction))
    return FoundChoice(options, several=True, all_or_nothing=together)


def order_form(asked: Asked) -> FoundOrder:
    """All entries in their right order. Raises BadItem."""
    choices = {one.get("identifier") or "": one for one in children(asked.interaction, "simpleChoice")}
    line = asked.answer.line
    found = whole(asked.program, asked.answer)
    asked.losses.extend(found.losses)
    if sorted(found.values) != sorted(choices):
        raise BadItem(
            "The correct order does not name every entry once. Here all of them are put in order.", line
        )
    return FoundOrder(tuple(asked.body.text(choices[name]) for name in found.values), all_or_nothing=True)


def pairs_form(asked: Asked) -> FoundPairs:
    """What belongs together, of two sets or of one. Raises BadItem."""
    sets = list(children(asked.interaction, "simpleMatchSet"))
    sides = [list(children(one, "simpleAssociableChoice")) for one in sets or [asked.interaction]]
    names = {one.get("identifier") or "": one for side in sides for one in side}
    pairs = _right_pairs(asked)
    unknown = [name for pair in pairs for name in pair if name not in names]
    if unknown or not pairs:
        what = f"{unknown[0][:40]!r} is none of the choices" if unknown else "There are no correct pairs"
        raise BadItem(f"{what}. Name two identifiers in each pair.", asked.answer.line)
    lefts = {one.get("identifier") or "" for one in sides[0]}
    if len(sides) == 2:
        pairs = [(left, right) if left in lefts else (right, left) for left, right in pairs]
        alone = lefts - {left for left, _ in pairs}
        if alone:
            line = line_of(names[min(alone)])
            raise BadItem(
                "Something on the left belongs with nothing. Here everything on the left has its match.", line
            )
        firsts = [left for left, _ in pairs]
        if twice := next((left for left in firsts if firsts.count(left) > 1), ""):
            why = "Something on the left belongs with several. Here it has one match: write a question for each."
            raise BadItem(why, line_of(names[twice]))
    else:
        asked.lose(
            "pairs",
            "Any two may be joined there; here one of each pair is on the left.",
            line_of(asked.interaction),
        )
    used = {name for pair in pairs for name in pair}
    spare = [
        name
        for name, one in names.items()
        if name not in used and one not in (sides[0] if len(sides) == 2 else ())
    ]
    texts = {name: asked.body.text(one) for name, one in names.items()}
    found = [(texts[left], texts[right]) for left, right in pairs]
    found += [(FoundText("", texts[name].markup), texts[name]) for name in spare]
    return FoundPairs(tuple(found), all_or_nothing=not is_mapped(asked.program))


def _right_pairs(asked: Asked) -> list[tuple[str, str]]:
    line = asked.answer.line
    if not is_mapped(asked.program):
        found = whole(asked.program, asked.answer)
        asked.losses.extend(found.losses)
        written = list(found.values)
    else:
        mapping = mapping_of(asked.answer, line)
        top, losses = sums(mapping)
        asked.losses.extend(losses)
        good = [entry for entry in mapping.entries if entry.points > 0]
        written = [entry.value for entry in good]
        if any(abs(entry.points - top / len(good)) > 1e-9 for entry in good):
            asked.lose(
                "points", "Pairs earn different points there; here each earns the same share.", mapping.line
            )
        if len(good) < len(mapping.entries) or mapping.otherwise < 0:
            asked.lose("points", "Wrong pairs cost points there; here they earn nothing.", mapping.line)
    pairs = [tuple(one.split()) for one in written]
    if any(len(pair) != 2 for pair in pairs):
        raise BadItem("A pair does not name two choices. Write the identifiers of both.", line)
    return [(pair[0], pair[1]) for pair in pairs]


FORMS: dict[str, Callable[[Asked], FoundForm]] = {
    "choiceInteraction": choice_form,
    "inlineChoiceInteraction": choice_form,
    "orderInteraction": order_form,
    "matchInteraction": pairs_form,
    "associateInteraction": pairs_form,
}


def interaction_name(element: Element) -> str:
    """The kind of interaction."""
    return local_name(element)
