"""<bench-multiple-choice>: draws and orders options, shows them as radio buttons, reads and grades the choice."""

import html
import random
import string

from bench.script_worker import support

OPTIONAL = [
    "order", "weight", "number-answers", "hide-letters", "inline", "size", "placeholder", "none-of-the-above",
    "all-of-the-above", "allow-blank", "builtin-grading",
]  # fmt: skip
ORDERS = ("random", "fixed", "ascend", "descend")


def collect(element, data):
    """The right and the wrong options with feedback and score, from the nested tags."""
    right, wrong = [], []
    for place, child in enumerate(element):
        if child.tag != "bench-answer":
            raise ValueError(f"<{child.tag}> may not stand in <{element.tag}>")
        support.check_attributes(child, [], ["correct", "feedback", "score"])
        text = support.substitute(support.inner_html(child), data["params"])
        correct = support.flag_of(child, "correct", False)
        entry = (place, correct, text, support.text_of(child, "feedback"), support.text_of(child, "score"))
        (right if correct else wrong).append(entry)
    if not right:
        raise ValueError("there is no right option")
    return right, wrong


def pick(right, wrong, count):
    """One right option and as many wrong ones as asked for."""
    chosen = [random.choice(right)]
    count = len(wrong) + 1 if count is None else count
    if count - 1 > len(wrong):
        raise ValueError(f"{count - 1} wrong options are asked for and {len(wrong)} are there")
    return chosen + random.sample(wrong, count - 1)


def arrange(options, order):
    if order == "random":
        random.shuffle(options)
    elif order == "fixed":
        options.sort(key=lambda option: option[0])
    elif order == "ascend":
        options.sort(key=lambda option: option[2])
    else:
        options.sort(key=lambda option: option[2], reverse=True)
    return options


def prepare(element, data):
    support.check_attributes(element, ["answers-name"], OPTIONAL)
    name = support.text_of(element, "answers-name")
    order = support.text_of(element, "order", "random")
    if order not in ORDERS:
        raise ValueError(f'order must be one of {", ".join(ORDERS)}, not "{order}"')
    if name in data["correct_answers"]:
        raise ValueError(f"{name} has a right answer already")
    right, wrong = collect(element, data)
    options = arrange(pick(right, wrong, support.whole_of(element, "number-answers")), order)
    if len({text for _, _, text, _, _ in options}) < len(options):
        raise ValueError("two options are the same")
    shown = []
    for letter, (_, correct, text, feedback, score) in zip(string.ascii_lowercase, options, strict=False):
        entry = {
            "letter": letter,
            "html": text,
            "feedback": feedback,
            "score": 1.0 if correct else float(score or 0),
        }
        shown.append(entry)
        if correct:
            data["correct_answers"][name] = entry
    data["params"][name] = shown


def render_question(element, data, name):
    given = data["submitted_answers"].get(name)
    letters = not support.flag_of(element, "hide-letters", False)
    inline = support.flag_of(element, "inline", False)
    parts = [f'<fieldset class="{"inline" if inline else "block"}"><legend>Choose one</legend>']
    for option in data["params"][name]:
        letter = option["letter"]
        checked = " checked" if given == letter else ""
        shown = f"<kbd>({letter})</kbd> " if letters else ""
        parts.append(
            f'<label><input type="radio" name="{html.escape(name)}" value="{letter}"{checked}>{shown}{option["html"]}</label>'
        )
    return "".join(parts) + "</fieldset>"


def render_submission(data, name):
    given = data["submitted_answers"].get(name)
    if name in data["format_errors"]:
        return f'<p class="invalid">{html.escape(data["format_errors"][name])}</p>'
    option = next((entry for entry in data["params"][name] if entry["letter"] == given), None)
    if option is None:
        return '<p class="invalid">Nothing was chosen.</p>'
    score = data["partial_scores"].get(name, {}).get("score")
    verdict = "" if score is None else ("<b>right</b>" if score >= 1 else "<b>wrong</b>")
    feedback = f"<p>{html.escape(option['feedback'])}</p>" if option["feedback"] else ""
    return f"<p>({given}) {option['html']} {verdict}</p>{feedback}"


def render_answer(data, name):
    correct = data["correct_answers"].get(name)
    return "" if correct is None else f"<p>({correct['letter']}) {correct['html']}</p>"


def render(element, data):
    name = support.text_of(element, "answers-name")
    if data["panel"] == "question":
        return render_question(element, data, name)
    if data["panel"] == "submission":
        return render_submission(data, name)
    return render_answer(data, name)


def parse(element, data):
    name = support.text_of(element, "answers-name")
    given = data["submitted_answers"].get(name)
    if given is None and support.flag_of(element, "allow-blank", False):
        return
    if given is None:
        data["format_errors"][name] = "No option was chosen."
    elif given not in [option["letter"] for option in data["params"][name]]:
        data["format_errors"][name] = "This option does not exist."


def grade(element, data):
    name = support.text_of(element, "answers-name")
    weight = support.whole_of(element, "weight", 1)
    given = data["submitted_answers"].get(name)
    option = next((entry for entry in data["params"][name] if entry["letter"] == given), None)
    score = option["score"] if option else 0.0
    data["partial_scores"][name] = {
        "score": score,
        "weight": weight,
        "feedback": option["feedback"] if option else None,
    }
