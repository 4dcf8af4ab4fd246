"""What a question of another system becomes: its fields, its name, and what is kept, changed and dropped of it."""

import json
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from app.authoring.formats.aiken import read_aiken
from app.authoring.formats.gift import read_gift
from app.authoring.found import (
    Fate,
    FoundChoice,
    FoundFile,
    FoundForm,
    FoundImage,
    FoundNumber,
    FoundNumbers,
    FoundOption,
    FoundOrder,
    FoundOther,
    FoundPairs,
    FoundQuestion,
    FoundText,
    Loss,
    Markup,
)
from app.authoring.incoming import Incoming
from app.authoring.incoming_names import item_name, option_names, slug, unique
from app.authoring.incoming_notes import Notes
from app.authoring.incoming_questions import incoming, incoming_file
from app.authoring.incoming_wire import as_json, file_of
from app.items.item import Tolerance, ToleranceKind


def plain(text: str) -> FoundText:
    return FoundText(text, Markup.PLAIN)


def choice(*shares: float, several: bool = False, together: bool = False) -> Incoming:
    """A choice whose options earn these shares."""
    options = tuple(FoundOption(plain(f"Option {n}"), share) for n, share in enumerate(shares, 1))
    return became(FoundChoice(options, several, together))


def became(form: FoundForm, **changes: object) -> Incoming:
    return incoming(FoundQuestion(1, plain("What is so?"), form, **changes), 1, Notes("stem"))  # type: ignore[arg-type]


def gift(text: str) -> Incoming:
    return incoming_file(read_gift(text)).questions[0]


def options(question: Incoming) -> list[dict[str, str]]:
    found = question.body["options"]
    assert isinstance(found, list)
    return found  # type: ignore[return-value]


def right(question: Incoming) -> list[int]:
    return [place for place, one in enumerate(options(question), 1) if one.get("correct") == "true"]


def weights(question: Incoming) -> list[str]:
    return [one.get("weight", "") for one in options(question)]


def told(question: Incoming) -> str:
    return " ".join(f"{one.fate} {one.part}: {one.why}" for one in question.losses)


def test_one_right_option_is_a_single_choice_without_a_loss() -> None:
    question = choice(1, 0, 0)
    assert (question.kind, right(question), weights(question)) == ("single_choice", [1], ["", "", ""])
    assert not question.losses
    assert question.kept == ("the question's text", "3 options")


def test_shares_within_the_slack_are_a_whole_and_need_no_weights() -> None:
    """Trap 11: three thirds as other systems write them."""
    question = choice(0.3333333, 0.3333333, 0.3333333, 0, 0, several=True)
    assert (question.kind, question.body["choose"], right(question)) == ("multiple_select", "3", [1, 2, 3])
    assert weights(question) == ["", "", "", "", ""]
    assert "together" not in told(question)


def test_unequal_shares_are_weights_that_add_up_to_one() -> None:
    question = choice(0.5, 0.25, -0.5, 0.25, several=True)
    assert weights(question) == ["0.5", "0.25", "-0.5", "0.25"]
    assert question.body["scoring"] == {"all_or_nothing": "false"}
    question = choice(1, 0.5, 0, several=True)
    assert sum(float(one) for one in weights(question) if one) == pytest.approx(1, abs=1e-9)
    assert "150 % together" in told(question)


def test_all_or_nothing_stays_so() -> None:
    question = choice(1, 1, 0, 0, 0, several=True, together=True)
    assert "scoring" not in question.body
    assert (right(question), weights(question)) == ([1, 2], ["", "", "", "", ""])


def test_two_whole_options_where_one_is_taken_stay_a_single_choice_and_are_told() -> None:
    """Trap 6."""
    question = gift("Which? {=1 =2 ~3}")
    assert (question.kind, right(question)) == ("single_choice", [1, 2])
    assert "decide which" in told(question)


def test_one_right_option_of_several_is_a_single_choice() -> None:
    question = choice(1, -0.5, 0, several=True)
    assert question.kind == "single_choice"
    assert "it is a single choice now" in told(question)


def test_an_option_with_a_part_of_the_points_keeps_it_and_a_cost_is_told() -> None:
    question = choice(1, 0.5, -0.25)
    assert weights(question) == ["", "0.5", "-0.25"]
    assert question.body["scoring"] == {"all_or_nothing": "false"}
    assert "0 at the least" in told(question)


def test_the_best_option_is_right_where_none_is_whole_and_none_is_refused() -> None:
    question = choice(0.9, 0.5, 0)
    assert right(question) == [1]
    assert "90%" in told(question)
    assert choice(0, 0).refused.startswith("No option earns a point.")
    assert choice(0, -1, several=True).refused.startswith("No option earns a point.")


def test_feedback_of_the_wrong_answer_stands_at_the_wrong_option() -> None:
    """Trap 1: in {T#a#b}, a is for who answers wrongly."""
    question = gift("It is so. {T#You missed it.#You saw it.}")
    assert [one.get("rationale") for one in options(question)] == ["You saw it.", "You missed it."]


def test_feedback_to_everybody_joins_the_reason_of_the_right_option() -> None:
    question = gift("Which? {=a#Right. ~b#Wrong. ####See the book.}")
    assert options(question)[0]["rationale"] == "Right.\n\nSee the book."
    assert "reason of the right option" in told(question)


def test_a_range_stays_a_range_to_the_last_digit() -> None:
    """Trap 3."""
    fields = gift("Pi? {#3.141..3.142}").body["fields"]
    assert fields == [
        {"label": "Answer", "accepted": [{"tolerance": {"kind": "range", "low": "3.141", "high": "3.142"}}]}
    ]


@pytest.mark.parametrize(
    ("number", "field"),
    [
        (FoundNumber(3.13, 3.15, target=3.14, tolerance=Tolerance(ToleranceKind.ABSOLUTE, 0.01)),
         {"value": "3.14", "tolerance": {"kind": "absolute", "amount": "0.01"}}),
        (FoundNumber(4, 4, target=4, tolerance=Tolerance(ToleranceKind.ABSOLUTE, 0)), {"value": "4"}),
        (FoundNumber(190, 210, target=200, tolerance=Tolerance(ToleranceKind.RELATIVE, 0.05)),
         {"value": "200", "tolerance": {"kind": "relative", "amount": "0.05"}}),
        (FoundNumber(6.02e40, 6.02e40), {"value": "6.02e40"}),
        (FoundNumber(1, 2, share=0.5), {"tolerance": {"kind": "range", "low": "1", "high": "2"}, "share": "0.5"}),
    ],
)  # fmt: skip
def test_numbers_keep_how_near_is_right(number: FoundNumber, field: dict[str, object]) -> None:
    """Trap 8: a share of the number stays one and becomes no amount."""
    question = became(FoundNumbers((FoundNumber(0, 0), number)))
    assert question.kind == "numbers"
    assert question.body["fields"][0]["accepted"][1] == field  # type: ignore[index, call-overload]


@pytest.mark.parametrize(("share", "by_parts"), [(0.5, True), (-0.5, True), (0.0, False), (1.0, False)])
def test_a_part_of_the_points_needs_points_in_parts(share: float, by_parts: bool) -> None:
    question = became(FoundNumbers((FoundNumber(0, 0), FoundNumber(4, 4, share=share))))
    assert (question.body.get("scoring") == {"all_or_nothing": "false"}) is by_parts


@pytest.mark.parametrize("value", [float("inf"), 1e200])
def test_numbers_beyond_what_is_typed_are_refused(value: float) -> None:
    assert "number" in became(FoundNumbers((FoundNumber(value, value),))).refused.lower()


def test_pairs_are_a_matching_with_choices_left_over() -> None:
    pairs = FoundPairs(((plain("a"), plain("1")), (plain("b"), plain("2")), (plain(""), plain("3"))))
    question = became(pairs)
    assert question.kind == "matching"
    assert question.body["prompts"] == [
        {"id": "a", "text": "a", "choice": "1"},
        {"id": "b", "text": "b", "choice": "2"},
    ]
    assert "1 choice left over" in question.kept


def test_what_was_found_in_order_is_an_ordering() -> None:
    question = became(FoundOrder((plain("first"), plain("second"), plain("third"))))
    assert question.kind == "ordering"
    assert [one["id"] for one in question.body["entries"]] == ["first", "second", "third"]  # type: ignore[index, call-overload, union-attr]


@pytest.mark.parametrize(
    ("text", "words"),
    [("Who? {=Ada}", "typed words"), ("Write. {}", "essay"), ("A mere text.", "without a question")],
)
def test_what_has_no_form_of_ours_is_refused_by_name(text: str, words: str) -> None:
    question = gift(text)
    assert words in question.refused
    assert not question.body


def test_categories_and_tags_are_told_as_dropped() -> None:
    question = gift("// [tag:hard]\n$CATEGORY: top/A\n\n// [tag:hard]\n\nWhich? {=a ~b}")
    assert {one.part for one in question.losses if one.fate is Fate.DROPPED} == {"category", "tags"}


def test_aiken_of_two_right_letters_is_told_and_a_mark_at_the_start_is_none() -> None:
    """Trap 7."""
    text = "Which?\nA. a\nB. b\nANSWER: A,B\n\nWhich else?\nA. a\nB. b\nANSWER: B\n"
    file = incoming_file(read_aiken(text))
    assert [one.name or one.slug for one in file.questions] == ["which-else"]
    assert "one right option" in file.bad[0].sentence


def test_the_same_file_gives_the_same_names_each_once() -> None:
    text = (
        "::Same:: A? {=a ~b}\n\n::Same:: B? {=a ~b}\n\n::Größe der Köpfe:: C? {=a ~b}\n\n::数学:: D? {=a ~b}"
    )
    first, second = incoming_file(read_gift(text)), incoming_file(read_gift(text))
    names = [one.slug for one in first.questions]
    assert names[:3] == ["same", "same-2", "grosse-der-kopfe"]
    assert names == [one.slug for one in second.questions]
    assert names[3] == "d"


@given(st.text(max_size=200), st.text(max_size=50))
def test_names_have_the_form_of_names(name: str, stem: str) -> None:
    found = item_name(name, stem)
    assert found == slug(found)
    assert 0 < len(found) <= 60


@given(st.lists(st.text("aAé-!", max_size=4), max_size=6))
def test_names_of_options_are_each_once(texts: list[str]) -> None:
    found = option_names(texts, "option")
    assert len(set(found)) == len(texts)
    assert unique(found, found) != found or not found


def test_a_file_on_its_way_is_the_same_behind_json() -> None:
    text = "::One:: A? {=%50%a#f ~%-50%b ####g}\n\nB? {#1..2}\n\nC? {=a -> b =c -> d}\n\nbad } one"
    file = incoming_file(read_gift(text))
    assert file.bad
    assert file_of(as_json(file)) == file
    assert json.loads(as_json(file))["format"] == "GIFT"
    assert file_of(as_json(incoming_file(FoundFile()))).questions == ()


def test_a_table_of_ours_gives_the_fields_that_items_have() -> None:
    ours = (
        ("objectives", "1.2; 1.3"),
        ("level", "mechanism"),
        ("citation", "A book"),
        ("all_or_nothing", "false"),
    )
    options = (
        FoundOption(plain("a"), 1, misconception="no-such"),
        FoundOption(plain("b"), 0, None, "Rows Sum"),
    )
    question = became(FoundChoice(options), ours=ours)
    assert question.ours["objectives"] == ["1.2", "1.3"]
    assert question.ours["source"] == {"citation": "A book"}
    assert question.body["options"][1]["misconception"] == "rows-sum"  # type: ignore[index, call-overload]
    assert "no-such" in told(question)


def picture(colour: str = "red") -> FoundImage:
    """A small image as it lies in a file."""
    held = BytesIO()
    Image.new("RGB", (8, 6), colour).save(held, "PNG")
    return FoundImage(f"found-{colour}", f"{colour}.png", held.getvalue())


def test_an_image_of_the_file_is_shown_by_the_name_of_what_it_holds() -> None:
    stem = FoundText('<p>See <img src="image:found-red" alt="A red [box]"> here.</p>', Markup.HTML)
    options = (FoundOption(FoundText("![](image:found-red)", Markup.MARKDOWN), 1), FoundOption(plain("b"), 0))
    question = FoundQuestion(1, stem, FoundChoice(options))
    file = incoming_file(FoundFile((question,), images=(picture(), picture("blue"))))
    (image,) = file.images
    became = file.questions[0]
    assert became.body["stem"] == rf'See ![A red \[box\]](image:{image.id} "8x6") here.'
    assert became.body["options"][0]["text"] == f'![](image:{image.id} "8x6")'  # type: ignore[index, call-overload]
    assert "Write what it shows" in told(became)
    assert file_of(as_json(file)) == file


def test_what_is_no_image_leaves_its_words_and_is_told() -> None:
    stem = FoundText('<img src="image:found" alt="A graph"><img src="https://a.example/b.png">', Markup.HTML)
    question = FoundQuestion(1, stem, FoundChoice((FoundOption(plain("a"), 1),)))
    file = incoming_file(FoundFile((question,), images=(FoundImage("found", "a.png", b"no image"),)))
    assert file.questions[0].body["stem"] == "(image: A graph)(image)"
    assert "no PNG, JPEG or WebP" in told(file.questions[0])
    assert "fetch nothing" in told(file.questions[0])
    assert not file.images


@pytest.mark.parametrize("together", [True, False])
def test_how_pairs_and_lines_earn_points_is_kept(together: bool) -> None:
    """What is right as a whole alone there earns nothing for a part here, and the other way round."""
    pairs = tuple((plain(left), plain(right)) for left, right in (("a", "x"), ("b", "y")))
    for form in (FoundPairs(pairs, together), FoundOrder((plain("a"), plain("b")), together)):
        scoring = became(form).body.get("scoring", {"all_or_nothing": "true"})
        assert scoring == {"all_or_nothing": "true" if together else "false"}


def test_what_is_refused_tells_what_else_it_loses() -> None:
    loss = Loss(Fate.DROPPED, "hints", "It had one.", 7)
    question = became(FoundOther("essay"), losses=(loss,))
    assert (question.refused != "", question.losses) == (True, (loss,))


def test_what_has_no_text_either_is_refused_for_its_kind() -> None:
    found = FoundQuestion(1, plain(""), FoundOther("hottext", "Words are marked."))
    assert incoming(found, 1, Notes("stem")).refused == "Words are marked."
