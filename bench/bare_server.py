"""The bare page: FastAPI with one Jinja2 template of a question's size, ready values, no database."""

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from jinja2 import DictLoader, Environment

SHELL = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title></head><body>
<main><p>{{ objective }}</p><h1>{{ stem }}</h1>
{% for matrix in matrices %}<table><caption>{{ matrix.name }}</caption>{% for row in matrix.rows %}<tr><th scope="row">{{ row.name }}</th>
{% for entry in row.entries %}<td>{{ entry }}</td>{% endfor %}</tr>{% endfor %}</table>{% endfor %}
<form method="post"><fieldset><legend>{{ legend }}</legend>{% for option in options %}
<label><input type="radio" name="choice" value="{{ loop.index }}"><span>{{ option }}</span></label>{% endfor %}
</fieldset><button>Answer</button></form></main></body></html>"""

VALUES = {
    "title": "Question 3 of 10",
    "objective": "Objective 1.2, mechanism",
    "stem": "Three tokens A, B and C have these queries and keys. Which attention weights does token A give to A, B and C?",
    "matrices": [
        {"name": name, "rows": [{"name": row, "entries": ["1", "0", "-2", "3"]} for row in "ABC"]}
        for name in "QKV"
    ],
    "legend": "Weights of token A",
    "options": [
        "[0.506, 0.186, 0.307]",
        "[0.665, 0.090, 0.245]",
        "[0.419, 0.254, 0.326]",
        "[0.667, 0.000, 0.333]",
    ],
}

app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
_page = Environment(loader=DictLoader({"page": SHELL}), autoescape=True).get_template("page")


@app.get("/page")
def page() -> HTMLResponse:
    return HTMLResponse(_page.render(VALUES))
