"""<bench-panel>: shows what is inside it in the question panel and nothing elsewhere."""

from bench.script_worker import support


def prepare(element, data):
    support.check_attributes(element, [], [])


def render(element, data):
    support.check_attributes(element, [], [])
    if data["panel"] != "question":
        return ""
    return '<div class="panel">' + support.inner_html(element) + "</div>"
