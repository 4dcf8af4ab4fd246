"""Options that were found as a single choice or a multiple select, with what each earns."""

from collections.abc import Sequence

from app.authoring.found import SLACK, FoundChoice, FoundOption, is_whole
from app.authoring.incoming import Body, CannotComeIn, counted, decimal, joined, with_reason
from app.authoring.incoming_names import option_names, slug
from app.authoring.incoming_notes import Notes
from app.authoring.incoming_text import markdown_of
from app.bank.reader import Data

_PERCENT = 100


def choice_body(form: FoundChoice, general: str, notes: Notes) -> Body:
    """A choice of ours. `general`, what is said to everybody, joins the reason of the first right option.

    Rules: where one option is taken, the one that earns all points is right, and others keep what they earn. Where
    several are, those that earn anything are right; their shares are weights that add up to 1 (with a slack of 1e-5,
    as three thirds are 99.99999 %), and options that cost points keep their negative weight. Raises CannotComeIn.
    """
    right = _several(form, notes) if form.several else _single(form, notes)
    weights = _weights(form, right, notes)
    several = form.several and len(right) > 1
    if form.several and not several:
        notes.part = "options"
        notes.changed("one option is right, so it is a single choice now")
    if several:
        notes.part = "options"
        notes.changed(
            f"the page says that {len(right)} are to be chosen; there as many as one likes could be"
        )
    options = _options(form.options, right, weights, notes)
    _say_to_everybody(options[right[0]], general, notes)
    fields: dict[str, Data] = {"choose": str(len(right))} if several else {}
    if not form.all_or_nothing and (several or any(form.options[place].share > SLACK for place in weights)):
        fields["scoring"] = {"all_or_nothing": "false"}
    fields["options"] = list(options)
    reasons = sum("rationale" in one for one in options)
    kept = (
        counted(len(options), "option"),
        *((counted(reasons, "reason"),) if reasons else ()),
        *(("what each option earns",) if weights else ()),
    )
    return Body("multiple_select" if several else "single_choice", fields, kept)


def _single(form: FoundChoice, notes: Notes) -> list[int]:
    """The right option of those of which one is taken."""
    notes.part = "points"
    whole = [place for place, option in enumerate(form.options) if is_whole(option.share)]
    if len(whole) > 1:
        notes.changed(
            f"{len(whole)} options earn all the points, and one may be chosen. Here one option is right: decide which"
        )
    if whole:
        return whole
    best = max((option.share for option in form.options), default=0.0)
    if best <= SLACK:
        raise CannotComeIn("No option earns a point. Mark the right one in the file, and send it again.")
    notes.changed(f"no option earns all points; the one that earns {best:.0%} is right now, and earns all")
    return [next(place for place, option in enumerate(form.options) if option.share == best)]


def _several(form: FoundChoice, notes: Notes) -> list[int]:
    """The right options of those of which several may be taken."""
    notes.part = "points"
    right = [place for place, option in enumerate(form.options) if option.share > SLACK]
    if not right:
        raise CannotComeIn("No option earns a point. Mark the right ones in the file, and send it again.")
    total = sum(form.options[place].share for place in right)
    if abs(total - 1) > SLACK and not form.all_or_nothing and len(right) > 1:
        notes.changed(
            f"the right options earned {round(total * _PERCENT, 3):g} % together; their shares are of 100 % now"
        )
    return right


def _weights(form: FoundChoice, right: Sequence[int], notes: Notes) -> dict[int, str]:
    """The weights that are not the usual ones: of right options with unequal shares, and of others that earn or cost."""
    found: dict[int, str] = {}
    shares = [form.options[place].share for place in right]
    total = sum(shares)
    if form.several and len(right) > 1 and max(shares) - min(shares) > SLACK and not form.all_or_nothing:
        parts = [round(share / total, 6) for share in shares]
        parts[-1] += 1 - sum(parts)
        found |= {place: decimal(part) for place, part in zip(right, parts, strict=True)}
    for place, option in enumerate(form.options):
        if place not in right and abs(option.share) > SLACK:
            found[place] = decimal(max(-1.0, min(1.0, option.share)))
    if not form.several and any(option.share < -SLACK for option in form.options):
        notes.part = "points"
        notes.changed("a wrong option cost points there; here a question earns 0 at the least")
    return found


def _options(
    options: Sequence[FoundOption], right: Sequence[int], weights: dict[int, str], notes: Notes
) -> tuple[dict[str, Data], ...]:
    made: list[dict[str, Data]] = []
    texts = [_noted(notes, f"option {place}", option) for place, option in enumerate(options, 1)]
    for place, (option, name) in enumerate(zip(options, option_names(texts, "option"), strict=True)):
        notes.part = f"feedback on option {place + 1}"
        rationale = markdown_of(option.feedback, notes)
        fields: dict[str, Data] = {"id": name, "text": texts[place]}
        if place in right:
            fields["correct"] = "true"
        if place in weights:
            fields["weight"] = weights[place]
        made.append(with_reason(fields, rationale, _belief(option, place, right, notes)))
    return tuple(made)


def _say_to_everybody(option: dict[str, Data], general: str, notes: Notes) -> None:
    """Put what is said to everybody behind an option's own reason."""
    if general:
        notes.part = "feedback to everybody"
        notes.changed("it is in the reason of the right option now")
        option["rationale"] = joined((str(option.get("rationale", "")), general))


def _noted(notes: Notes, part: str, option: FoundOption) -> str:
    notes.part = part
    return markdown_of(option.text, notes)


def _belief(option: FoundOption, place: int, right: Sequence[int], notes: Notes) -> str:
    """The misconception that a table of ours names, in the form of a slug."""
    named = option.misconception.strip()
    if not named:
        return ""
    notes.part = f"misconception of option {place + 1}"
    if place in right:
        notes.dropped(f"{named[:80]!r}, as a right option shows no misconception")
        return ""
    if slug(named, 80) != named:
        notes.changed(f"{named[:80]!r} is written as a name now")
    return slug(named, 80)
