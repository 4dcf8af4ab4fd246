"""Items of QTI 2.1 and 2.2 are read by what their processing says of each answer."""

import pytest

from app.authoring.found import FoundChoice, FoundOrder, FoundOther, FoundPairs
from tests.unit.authoring.qti_files import (
    ANSWER,
    CHOICES,
    MAP,
    MATCH,
    TYPED,
    choice,
    declaration,
    item,
    mapping,
    one,
    read,
    read_item,
    rule,
    scored,
    value,
)

SINGLE = declaration("identifier", right=("B",))
CORRECT = '<match><variable identifier="R"/><correct identifier="R"/></match>'


def shares(form: object) -> list[float]:
    assert isinstance(form, FoundChoice)
    return [round(option.share, 6) for option in form.options]


def told(*parts: str) -> list[str]:
    return [loss.part for loss in one(*parts).losses]


@pytest.mark.parametrize(
    "processing", [MATCH, rule(CORRECT), rule(f"<match>{ANSWER}{value('B', 'identifier')}</match>")]
)
def test_one_option_is_right(processing: str) -> None:
    found = one(SINGLE, choice(), processing)
    assert (found.name, found.outer_id, found.line, found.losses) == ("Roles", "i1", 1, ())
    assert found.stem.text == "<p>Which one asks?</p>"
    assert isinstance(found.form, FoundChoice)
    assert not found.form.several
    assert [option.text.text for option in found.form.options] == ["Q", "K", "V"]
    assert shares(found.form) == [0.0, 1.0, 0.0]


def test_points_of_a_mapping_are_shares_of_the_highest() -> None:
    """Values that are not named earn the default, and bounds hold."""
    form = one(
        declaration("identifier", mapping=mapping({"A": 4, "B": 1}, defaultValue="-3", upperBound="2")),
        choice(),
        MAP,
    )
    assert shares(form.form) == [1.0, 0.5, -1.0]
    assert [loss.part for loss in form.losses] == ["points", "points"]


def test_several_right_options_are_all_or_nothing_by_match_correct() -> None:
    found = one(declaration("identifier", "multiple", right=("A", "C")), choice(2))
    assert isinstance(found.form, FoundChoice)
    assert (found.form.several, found.form.all_or_nothing) == (True, True)
    assert (shares(found.form), found.losses) == ([0.5, 0.0, 0.5], ())


def test_several_options_earn_their_sum_by_a_mapping_within_bounds() -> None:
    declared = declaration(
        "identifier", "multiple", mapping=mapping({"A": 1, "B": -1, "C": 1}, lowerBound="0")
    )
    found = one(declared, choice(0), MAP)
    assert isinstance(found.form, FoundChoice)
    assert (found.form.several, found.form.all_or_nothing) == (True, False)
    assert shares(found.form) == [0.5, -0.5, 0.5]
    assert [loss.why[:20] for loss in found.losses] == ["At most 2 points are"]


@pytest.mark.parametrize(
    ("entries", "attributes", "words"),
    [
        ({"A": 1, "B": -1}, {}, "A sum below 0"),
        ({"A": 1, "B": -1}, {"lowerBound": "0.5"}, "At least 0.5 points"),
        ({"A": 2, "B": -1}, {"lowerBound": "0", "upperBound": "1"}, "makes up for wrong ones"),
    ],
)
def test_bounds_that_cannot_be_kept_are_told(
    entries: dict[str, float], attributes: dict[str, str], words: str
) -> None:
    declared = declaration("identifier", "multiple", mapping=mapping(entries, **attributes))
    assert any(words in loss.why for loss in one(declared, choice(0), MAP).losses)


def test_the_usual_processing_of_a_mapping_written_out() -> None:
    processing = (
        '<responseProcessing><responseCondition><responseIf><isNull><variable identifier="R"/></isNull>'
        f"{scored(0)}</responseIf><responseElse>"
        '<setOutcomeValue identifier="SCORE"><mapResponse identifier="R"/></setOutcomeValue>'
        "</responseElse></responseCondition></responseProcessing>"
    )
    declared = declaration("identifier", "multiple", mapping=mapping({"A": 0.5, "C": 0.5}))
    assert shares(one(declared, choice(0), processing).form) == [0.5, 0.0, 0.5]


def test_a_sum_with_the_points_so_far_and_the_highest_points_is_understood() -> None:
    highest = '<outcomeDeclaration identifier="MAX"><defaultValue><value>3</value></defaultValue></outcomeDeclaration>'
    processing = (
        f"<responseProcessing>{scored(0)}<responseCondition><responseIf>{CORRECT}"
        '<setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><variable identifier="MAX"/></sum>'
        "</setOutcomeValue></responseIf></responseCondition></responseProcessing>"
    )
    found = one(SINGLE, choice(), processing, highest)
    assert shares(found.form) == [0.0, 1.0, 0.0]
    assert [loss.why for loss in found.losses] == [
        "At most 3 points are earned there; here every question is worth one."
    ]


def test_what_is_not_said_of_grading_is_taken_from_the_declaration_and_told() -> None:
    found = one(SINGLE, choice(), "")
    assert shares(found.form) == [0.0, 1.0, 0.0]
    assert "does not say how it is graded" in found.losses[0].why


def test_a_fixed_order_and_a_limit_of_choices_are_told() -> None:
    assert told(SINGLE, choice(shuffle="false")) == ["order"]
    assert told(
        SINGLE, choice(choices=CHOICES.replace("simpleChoice id", 'simpleChoice fixed="true" id', 1))
    ) == ["order"]
    assert told(declaration("identifier", "multiple", right=("A", "C")), choice(3)) == ["choices"]


def test_a_choice_within_a_sentence_leaves_a_gap() -> None:
    inside = CHOICES.replace("simpleChoice", "inlineChoice")
    body = f'<p>A <inlineChoiceInteraction responseIdentifier="R" shuffle="true">{inside}</inlineChoiceInteraction> asks.</p>'
    found = one(SINGLE, body)
    assert found.stem.text == "<p>A _____ asks.</p>"
    assert [loss.part for loss in found.losses] == ["stem"]
    assert shares(found.form) == [0.0, 1.0, 0.0]


def test_lines_are_put_in_order_as_a_whole() -> None:
    body = choice().replace("choiceInteraction", "orderInteraction")
    form = one(declaration("identifier", "ordered", right=("C", "A", "B")), body).form
    assert isinstance(form, FoundOrder)
    assert form.all_or_nothing
    assert [entry.text for entry in form.entries] == ["V", "Q", "K"]


def matching(kind: str = "matchInteraction") -> str:
    def side(names: str) -> str:
        return "".join(
            f'<simpleAssociableChoice identifier="{name}" matchMax="1">{name} text</simpleAssociableChoice>'
            for name in names
        )

    inside = f"<simpleMatchSet>{side('AB')}</simpleMatchSet><simpleMatchSet>{side('XYZ')}</simpleMatchSet>"
    inside = inside if kind == "matchInteraction" else side("ABXYZ")
    return f'<{kind} responseIdentifier="R" shuffle="true"><prompt>Match.</prompt>{inside}</{kind}>'


def sides(form: object) -> list[tuple[str, str]]:
    assert isinstance(form, FoundPairs)
    return [(left.text[:1], right.text[:1]) for left, right in form.pairs]


def test_pairs_as_a_whole_and_by_parts() -> None:
    whole = one(declaration("directedPair", "multiple", right=("A Y", "B X")), matching())
    assert sides(whole.form) == [("A", "Y"), ("B", "X"), ("", "Z")]
    assert isinstance(whole.form, FoundPairs)
    assert whole.form.all_or_nothing
    parts = one(
        declaration("directedPair", "multiple", mapping=mapping({"A Y": 0.5, "B X": 0.5})), matching(), MAP
    )
    assert isinstance(parts.form, FoundPairs)
    assert (sides(parts.form), parts.form.all_or_nothing, parts.losses) == (sides(whole.form), False, ())


def test_pairs_of_different_worth_or_with_a_price_for_wrong_ones_are_told() -> None:
    entries = {"A Y": 0.75, "B X": 0.25, "A X": -1}
    losses = one(
        declaration("directedPair", "multiple", mapping=mapping(entries, lowerBound="0")), matching(), MAP
    ).losses
    assert [loss.why[:11] for loss in losses] == ["Pairs earn ", "Wrong pairs"]


def test_pairs_of_one_set() -> None:
    found = one(declaration("pair", "multiple", right=("A Y", "B X")), matching("associateInteraction"))
    assert sides(found.form) == [("A", "Y"), ("B", "X"), ("", "Z")]
    assert [loss.part for loss in found.losses] == ["pairs"]


def test_feedback_finds_the_option_that_it_is_for() -> None:
    more = (
        '<setOutcomeValue identifier="F"><variable identifier="R"/></setOutcomeValue>'
        '<responseCondition><responseIf><match><variable identifier="R"/><correct identifier="R"/></match>'
        '<setOutcomeValue identifier="G"><baseValue baseType="identifier">good</baseValue></setOutcomeValue>'
        "</responseIf></responseCondition>"
    )
    modal = '<modalFeedback outcomeIdentifier="{}" identifier="{}" showHide="show">{}</modalFeedback>'
    feedback = (
        modal.format("F", "A", "Q asks.")
        + modal.format("G", "good", "Yes.")
        + modal.format("H", "h", "To whom?")
    )
    inline = CHOICES.replace(
        "V</",
        '<feedbackInline outcomeIdentifier="F" identifier="C" showHide="show">V carries.</feedbackInline>V</',
    )
    found = one(SINGLE, choice(choices=inline), rule(CORRECT, more=more), feedback)
    assert isinstance(found.form, FoundChoice)
    said = [option.feedback.text if option.feedback else "" for option in found.form.options]
    assert said == ["Q asks.", "Yes.", "V carries."]
    assert [option.text.text for option in found.form.options] == ["Q", "K", "V"]
    assert [(loss.part, "To whom?" in loss.why) for loss in found.losses] == [("feedback", True)]


@pytest.mark.parametrize(
    ("attributes", "declared", "body", "words"),
    [
        ('adaptive="true"', SINGLE, choice(), "adaptive"),
        ("", SINGLE + '<templateDeclaration identifier="T"/>', choice(), "template variables"),
        ("", SINGLE, '<p><printedVariable identifier="T"/></p>' + choice(), "template variables"),
        ("", "", choice(), "Nothing declares"),
        ("", declaration("identifier"), choice(), "No option earns points"),
        ("", SINGLE, choice(choices=""), "nothing to choose from"),
        ("", SINGLE, choice(choices='<simpleChoice identifier="B"/>'), "has no text"),
        ("", declaration("identifier", "multiple", right=("A", "D")), choice(0), "not among the options"),
        (
            "",
            declaration("identifier", "ordered", right=("A",)),
            choice().replace("choiceI", "orderI"),
            "every entry once",
        ),
        ("", declaration("directedPair", "multiple", right=("A Y",)), matching(), "belongs with nothing"),
        (
            "",
            declaration("directedPair", "multiple", right=("A W", "B X")),
            matching(),
            "'W' is none of the choices",
        ),
        ("", declaration("directedPair", "multiple", right=("A",)), matching(), "does not name two"),
    ],
)
def test_items_that_cannot_be_represented_are_refused(
    attributes: str, declared: str, body: str, words: str
) -> None:
    content = item(declared, body, attributes=attributes).replace(
        b'adaptive="false" adaptive="true"', b'adaptive="true"'
    )
    (bad,) = read_item(content).bad
    assert words in bad.sentence


@pytest.mark.parametrize(
    ("processing", "words"),
    [
        ('<responseProcessing template="http://example.org/mine.xml"/>', "the template 'mine'"),
        (rule(f"<notEqual>{ANSWER}{value('A')}</notEqual>"), "<notEqual>"),
        (rule("<match><random/><correct identifier='R'/></match>"), "does not compare the answer"),
        ("<responseProcessing><exitResponse/></responseProcessing>", "no rule sets SCORE"),
        (
            rule(CORRECT).replace("</responseProcessing>", scored(1) + "</responseProcessing>"),
            "several rules set SCORE",
        ),
        (
            rule(CORRECT).replace('<baseValue baseType="float">1</baseValue>', "<randomFloat/>"),
            "<randomFloat>",
        ),
    ],
)
def test_processing_that_is_not_known_for_sure_is_refused_with_its_line(processing: str, words: str) -> None:
    (bad,) = read(SINGLE, choice(), processing).bad
    assert words in bad.sentence
    assert bad.line == 5


def test_points_that_begin_with_something_are_refused() -> None:
    begins = (
        SINGLE
        + '<outcomeDeclaration identifier="SCORE"><defaultValue><value>1</value></defaultValue></outcomeDeclaration>'
    )
    (bad,) = read(begins, choice()).bad
    assert "does not begin with 0" in bad.sentence


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("<p>Read this.</p>", "text"),
        ('<p>Why?</p><extendedTextInteraction responseIdentifier="R"/>', "extendedTextInteraction"),
        ('<p>Where?</p><hotspotInteraction responseIdentifier="R"/>', "hotspotInteraction"),
        ('<p>What?</p><thoughtInteraction responseIdentifier="R"/>', "thoughtInteraction"),
        (TYPED + TYPED, "several interactions"),
    ],
)
def test_kinds_that_have_no_form_are_named_with_a_reason(body: str, kind: str) -> None:
    form = one(SINGLE, body).form
    assert isinstance(form, FoundOther)
    assert (form.kind, form.why.endswith((".", "here."))) == (kind, True)


def test_another_namespace_or_root_is_refused() -> None:
    other = item(SINGLE, choice()).replace(b"imsqti_v2p2", b"imsqti_v9")
    assert "is not QTI 2.1 or 2.2" in read_item(other).bad[0].sentence
    assert "not with <assessmentItem>" in read_item(b"<a/>").bad[0].sentence
    assert "DOCTYPE" in read_item(b"<!DOCTYPE a><a/>").bad[0].sentence


def kept_between(low: str, high: str) -> str:
    """Rules by which points beyond a value become that value, as several programs write them."""
    found = ""
    for name, end in (("gt", high), ("lt", low)):
        to = f'<baseValue baseType="float">{end}</baseValue>'
        found += (
            f'<responseCondition><responseIf><{name}><variable identifier="SCORE"/>{to}</{name}>'
            f'<setOutcomeValue identifier="SCORE">{to}</setOutcomeValue></responseIf></responseCondition>'
        )
    return found


def test_points_that_are_kept_between_two_values_by_rules_of_their_own() -> None:
    given = (
        '<responseProcessing><responseCondition><responseIf><not><isNull><variable identifier="R"/></isNull></not>'
        '<setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><mapResponse identifier="R"/></sum>'
        f"</setOutcomeValue></responseIf></responseCondition>{kept_between('0', '1')}</responseProcessing>"
    )
    declared = declaration("identifier", "multiple", mapping=mapping({"A": 0.5, "B": -1, "C": 0.5}))
    found = one(declared, choice(2), given)
    assert (shares(found.form), found.losses) == ([0.5, -1.0, 0.5], ())
    whole = rule(CORRECT, 3, kept_between("0", "2"))
    assert [loss.why for loss in one(SINGLE, choice(), whole).losses] == [
        "At most 2 points are earned there; here every question is worth one."
    ]


def test_a_bound_that_sets_something_else_is_no_bound() -> None:
    odd = kept_between("0", "1").replace(
        '<baseValue baseType="float">1</baseValue></setO', "<randomFloat/></setO", 1
    )
    assert "<randomFloat>" in read(SINGLE, choice(), rule(CORRECT, more=odd)).bad[0].sentence


def test_one_of_several_values() -> None:
    values = f"<multiple>{value('A', 'identifier')}{value('C', 'identifier')}</multiple>"
    processing = rule(f'<member><variable identifier="R"/>{values}</member>')
    assert shares(one(SINGLE, choice(), processing).form) == [1.0, 0.0, 1.0]


def test_a_part_of_the_points_for_another_order_is_told() -> None:
    def order(names: str) -> str:
        values = "".join(value(name, "identifier") for name in names)
        return f'<match><variable identifier="R"/><ordered>{values}</ordered></match>'

    body = choice().replace("choiceInteraction", "orderInteraction")
    less = f"<responseElseIf>{order('CBA')}{scored(1)}</responseElseIf>"
    processing = rule(order("CAB"), 2).replace("<responseElse>", less + "<responseElse>")
    found = one(declaration("identifier", "ordered"), body, processing)
    assert isinstance(found.form, FoundOrder)
    assert [entry.text for entry in found.form.entries] == ["V", "Q", "K"]
    assert [loss.why[:14] for loss in found.losses] == ["At most 2 poin", "Other answers "]


@pytest.mark.parametrize("named", ["CC2_match", "CC2_match_basic.xml"])
def test_the_templates_of_common_cartridge_are_known(named: str) -> None:
    processing = MATCH.replace("match_correct", named)
    modal = (
        '<modalFeedback outcomeIdentifier="FEEDBACKBASIC" identifier="{}" showHide="show">{}</modalFeedback>'
    )
    said = modal.format("correct", "Yes.") + modal.format("incorrect", "No.") if "basic" in named else ""
    found = one(SINGLE, choice(), processing, said)
    assert isinstance(found.form, FoundChoice)
    told = [option.feedback.text if option.feedback else "" for option in found.form.options]
    assert told == (["No.", "Yes.", "No."] if said else ["", "", ""])
    assert found.losses == ()


def test_what_belongs_with_several_is_refused() -> None:
    (bad,) = read(declaration("directedPair", "multiple", right=("A X", "B X", "B Y")), matching()).bad
    assert "belongs with several" in bad.sentence
