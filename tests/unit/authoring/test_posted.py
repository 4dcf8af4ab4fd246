"""What a form sends becomes the fields of the text: nothing that the form does not know is lost, and buttons move members."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.paths import path_of, value_at, with_value
from app.authoring.plan import Plan, Widget, input_name
from app.authoring.plans import PLANS, plan_of
from app.authoring.posted import COUNT, Fields, acted, list_of, place_of, taken
from app.authoring.sent import clean
from app.authoring.starters import STARTERS, starter_fields
from app.bank.reader import read
from app.bank.written import written


def plan(kind: str = "single_choice") -> Plan:
    found = plan_of(kind, drawn=False)
    assert found is not None
    return found


def sent_as_shown(form: Plan, data: Fields) -> dict[str, str]:
    """What the form sends when nothing in it was touched."""
    sent: dict[str, str] = {}
    for one in form.fields():
        inside = value_at(data, one.path) or ""
        if one.name == "objectives" and isinstance(inside, list):
            first, *more = [str(number) for number in inside]
            sent |= {"objectives": first, "objectives.more": " ".join(more)}
        elif one.widget is Widget.NAMES:
            sent[one.name] = " ".join(map(str, inside)) if isinstance(inside, list) else ""
        elif one.widget in (Widget.TICK, Widget.UNTICK):
            sent |= {f"{one.name}.there": "1"} | ({one.name: "on"} if inside else {})
        else:
            sent[one.name] = str(inside)
    for many in form.lists:
        members = value_at(data, many.path) or []
        assert isinstance(members, list)
        sent[f"{many.name}.{COUNT}"] = str(len(members))
        for place, member in enumerate(members):
            assert isinstance(member, dict)
            for one in many.fields:
                name = input_name(many.name, place, one.name)
                value = str(value_at(member, one.path) or "")
                if one.widget is Widget.TICK:
                    sent |= {f"{name}.there": "1"} | ({name: "on"} if value else {})
                else:
                    sent[name] = value
    return sent


@pytest.mark.parametrize("starter", STARTERS, ids=lambda one: one.name)
def test_a_form_that_nobody_touched_changes_nothing(starter: object) -> None:
    name = getattr(starter, "name", "")
    data = starter_fields(name, "new-one", objective="1.2", today="2026-11-30")
    assert data is not None
    form = plan_of(str(data["kind"]), drawn="recipe" in data)
    assert form is not None
    assert taken(form, data, sent_as_shown(form, data)) == data
    document, faults = read(written(data), "a/1.2/new-one.yaml")
    assert not faults
    assert document is not None
    assert document.data == data


def test_there_is_no_template_of_another_name() -> None:
    assert starter_fields("essay", "new-one", objective="1.2", today="2026-11-30") is None
    assert plan_of("essay", drawn=False) is None


def test_what_the_form_does_not_know_stays() -> None:
    data: Fields = {
        "id": "a", "kind": "single_choice", "note": "mine", "stem": "Old",
        "options": [{"id": "x", "text": "X", "hue": "red"}, "odd"],
    }  # fmt: skip
    sent = {"stem": "New\r\nline", "options.count": "2", "options[1].text": "Y", "options[2].text": "Z"}
    assert taken(plan(), data, sent) == {
        "id": "a",
        "kind": "single_choice",
        "stem": "New\nline",
        "options": [{"id": "x", "text": "Y", "hue": "red"}, {"text": "Z"}],
        "note": "mine",
    }


def test_a_field_that_is_sent_empty_is_left_out_and_one_that_is_not_sent_stays() -> None:
    data: Fields = {
        "stem": "Old",
        "experiment": "variance",
        "source": {"citation": "C", "as_of": "2026-01-01"},
    }
    assert taken(plan(), data, {"experiment": " ", "source.citation": "", "source.as_of": ""}) == {
        "stem": "Old"
    }
    assert taken(plan(), data, {}) == {"stem": "Old"} | {
        name: data[name] for name in ("source", "experiment")
    }


def test_a_line_where_fields_are_stays_until_one_of_them_is_typed() -> None:
    data: Fields = {"source": "a line", "scoring": "a line"}
    assert taken(plan(), data, {"source.citation": "", "source.as_of": " "}) == data
    typed = {"source.citation": "typed", "source.as_of": "", "scoring.all_or_nothing.there": "1"}
    assert taken(plan("matching"), data, typed) == {
        "scoring": "a line",
        "source": {"citation": "typed"},
    }
    ticked = {"scoring.all_or_nothing.there": "1", "scoring.all_or_nothing": "on"}
    assert taken(plan("matching"), data, ticked)["scoring"] == {"all_or_nothing": "false"}


def test_what_is_no_list_of_members_stays_until_a_member_is_there() -> None:
    data: Fields = {"options": "a line"}
    assert taken(plan(), data, {"options.count": "0"}) == data
    assert acted(plan(), data, "add options") == {"options": [{"id": "option-1"}]}
    odd: Fields = {"options": ["a line", {"id": "x"}, ["deep"]]}
    untouched = {
        "options.count": "3",
        "options[1].text": "",
        "options[1].correct.there": "1",
        "options[3].text": "",
    }
    assert taken(plan(), odd, untouched) == odd
    assert taken(plan(), odd, untouched | {"options[1].text": "typed"}) == {
        "options": [{"text": "typed"}, {"id": "x"}, ["deep"]]
    }


def test_what_stands_where_numbers_have_their_fields_goes_for_what_is_typed() -> None:
    form = plan_of("numbers", drawn=False, fields=2)
    assert form is not None
    data: Fields = {"fields": ["a line", {"label": "B", "accepted": [{"value": "1", "tolerance": "near"}]}]}
    shown = {"fields[1].label": "", "fields[1].accepted.count": "0", "fields[2].accepted.count": "1"}
    near = {"fields[2].accepted[1].tolerance.kind": ""}
    assert taken(form, data, shown | near) == data
    typed = {"fields[1].label": "A", "fields[2].accepted[1].tolerance.kind": "absolute"}
    assert taken(form, data, shown | typed) == {
        "fields": [
            {"label": "A"},
            {"label": "B", "accepted": [{"value": "1", "tolerance": {"kind": "absolute"}}]},
        ]
    }
    assert acted(form, data, "add fields[1].wrong")["fields"][0] == {"wrong": [{}]}  # type: ignore[index]


def test_names_and_ticks_that_are_shown_in_part_stay_until_they_are_changed() -> None:
    data: Fields = {"options": [{"correct": "perhaps"}], "enemies": ["a", {"b": "c"}]}
    shown = {"enemies": "a", "options.count": "1", "options[1].correct.there": "1"}
    assert taken(plan(), data, shown) == data
    assert taken(plan(), data, shown | {"enemies": "a, d", "options[1].correct": "on"}) == {
        "options": [{"correct": "true"}],
        "enemies": ["a", "d"],
    }
    lines: Fields = {"objectives": "1.2", "enemies": "a, b"}
    assert taken(plan(), lines, {"objectives": "1.2", "objectives.more": "", "enemies": "a, b"}) == {
        "objectives": ["1.2"],
        "enemies": ["a", "b"],
    }


def test_ticks_count_only_where_they_were_shown() -> None:
    data: Fields = {"scoring": {"all_or_nothing": "false"}}
    matching = plan("matching")
    assert taken(matching, data, {}) == data
    assert taken(matching, data, {"scoring.all_or_nothing.there": "1"}) == {}
    shown = {"scoring.all_or_nothing.there": "1", "scoring.all_or_nothing": "on"}
    assert taken(matching, {}, shown) == data


def test_objectives_are_one_that_is_chosen_and_more_that_are_typed() -> None:
    sent = {"objectives": "1.2", "objectives.more": "2.1, 3.4"}
    assert taken(plan(), {}, sent) == {"objectives": ["1.2", "2.1", "3.4"]}
    assert taken(plan(), {"objectives": ["1.1"]}, {"objectives": ""}) == {}


def test_members_are_added_with_a_new_id_moved_and_dropped() -> None:
    data: Fields = {"options": [{"id": "option-1"}, {"id": "option-3"}]}
    more = acted(plan(), data, "add options")
    assert more["options"] == [{"id": "option-1"}, {"id": "option-3"}, {"id": "option-2"}]
    assert acted(plan(), more, "up options 3")["options"] == [
        {"id": "option-1"}, {"id": "option-2"}, {"id": "option-3"},
    ]  # fmt: skip
    assert acted(plan(), data, "down options 1")["options"] == [{"id": "option-3"}, {"id": "option-1"}]
    assert acted(plan(), data, "drop options 1") == {"options": [{"id": "option-3"}]}
    assert acted(plan(), {"options": [{"id": "x"}]}, "drop options 1") == {}
    for nothing in (
        "up options 1",
        "down options 2",
        "drop options 9",
        "drop cells 1",
        "dance",
        "up options ²",
    ):
        assert acted(plan(), data, nothing) == data


def test_an_act_leads_to_the_member_that_it_was_about() -> None:
    assert place_of("up options 3", 4) == "options-2"
    assert place_of("down options 1", 4) == "options-2"
    assert place_of("add options", 4) == "options-5"
    assert place_of("drop options 2", 4) == "options-2"
    assert place_of("drop options 4", 4) == "options-3"
    assert place_of("drop options 1", 1) == "options"
    assert place_of("save", 0) == list_of("save") == ""
    assert list_of("add fields[1].wrong") == "fields[1].wrong"


@given(st.text(max_size=60))
def test_what_is_typed_can_always_be_read_again(typed: str) -> None:
    data = taken(plan(), {"id": "a"}, {"stem": typed})
    document, faults = read(written(data), "a/1.2/a.yaml")
    assert not faults
    assert document is not None
    assert isinstance(document.data, dict)
    assert str(document.data.get("stem", "")).strip() == clean(typed)


def test_every_plan_names_its_lists_and_fields_in_the_order_of_the_text() -> None:
    numbers = plan_of("numbers", drawn=False, fields=2)
    assert numbers is not None
    for form in (*PLANS.values(), numbers):
        outermost = {one.path[0] for one in form.fields()} | {one.path[0] for one in form.lists}
        assert outermost <= set(form.order)
        for many in form.lists:
            assert {one.path[0] for one in many.fields} <= set(form.inner[str(many.path[-1])])


def test_the_form_of_typed_numbers_reaches_into_its_fields() -> None:
    form = plan_of("numbers", drawn=False, fields=2)
    assert form is not None
    field: Fields = {"label": "A", "accepted": [{"value": "1", "hue": "red"}]}
    data: Fields = {"fields": [dict(field), dict(field)], "note": "mine"}
    sent = {
        "fields[2].decimals": "2", "fields[2].accepted.count": "2", "fields[2].accepted[1].tolerance.kind": "absolute",
        "fields[2].accepted[1].tolerance.amount": "0.1", "fields[2].accepted[1].value": "",
        "fields[2].accepted[2].value": "3", "fields[2].wrong.count": "0",
    }  # fmt: skip
    changed = {
        "label": "A",
        "decimals": "2",
        "accepted": [{"tolerance": {"kind": "absolute", "amount": "0.1"}, "hue": "red"}, {"value": "3"}],
    }
    assert taken(form, data, sent) == {"fields": [field, changed], "note": "mine"}
    more = acted(form, data, "add fields[1].wrong")
    assert value_at(more, path_of("fields[1].wrong")) == [{}]
    assert acted(form, more, "drop fields[1].wrong 1") == data
    assert place_of("up fields[1].accepted 2", 2) == "fields-1-accepted-1"
    assert plan_of("numbers", drawn=False, fields=9) is None


def test_a_list_where_a_line_is_stays_until_something_else_is_typed_there() -> None:
    data: Fields = {"stem": ["one", "two"], "source": {"citation": {"by": "A"}}, "difficulty": ["0.5"]}
    shown = {"stem": "one two", "source.citation": "", "difficulty": "0.5"}
    assert taken(plan(), data, shown) == data
    typed = {"stem": "one to two", "source.citation": "A", "difficulty": ""}
    assert taken(plan(), data, typed) == {"stem": "one to two", "source": {"citation": "A"}}


def test_what_stands_in_the_way_of_a_path_stays() -> None:
    data: Fields = {"fields": [{"label": "A"}], "source": "a line"}
    assert with_value(data, path_of("source.as_of"), "x") == data
    assert with_value(data, path_of("fields[2].label"), "x") == data
    assert with_value(data, path_of("fields[1].label"), "") == {"fields": [{}], "source": "a line"}
    assert value_at(data, path_of("fields[1].label.more")) is None
