"""A bank of fifty questions as Moodle writes it out: its kinds, its HTML, an image, categories, feedback here and there."""

import base64
import io
from collections.abc import Iterator, Sequence

from PIL import Image

SINGLE = """
Which part of a transformer block mixes the tokens of a sequence?|Self-attention|The feed-forward layer|Layer normalisation|The residual connection
What is divided by the square root of the key width?|The dot products of queries and keys|The values|The weights after the softmax|The output of the block
What does a causal mask hide from a position?|The positions after it|The positions before it|Its own position|The padding alone
Which loss do decoder-only models minimise in pre-training?|Cross-entropy of the next token|Mean squared error of embeddings|Hinge loss of sentence pairs|Contrastive loss of images
What does LoRA train?|Two small matrices beside a frozen weight|The embeddings alone|Every second layer|The optimiser's moments
What does a key-value cache save at decoding?|Computing keys and values of earlier tokens again|Reading the weights|The softmax over the vocabulary|Sampling
Which sampling keeps the smallest set of tokens whose probability reaches p?|Nucleus sampling|Greedy decoding|Beam search|Temperature scaling
What does a temperature above one do to the distribution of tokens?|It flattens it|It sharpens it|It removes its tail|It leaves it alone
What is measured by perplexity?|The exponential of the mean loss for a token|The share of right answers|The length of the output|The number of parameters
What does retrieval add to a prompt?|Passages found for the question|Gradients of the last step|A second tokeniser|More attention heads
Which metric compares n-grams of a translation with references by precision?|BLEU|ROUGE-L|Perplexity|Exact match
What does ROUGE mostly measure?|How much of the reference is covered|How fluent the text is|How fast it was made|How many facts hold
What does byte-pair encoding merge first?|The most frequent pair of symbols|The longest pair|The rarest pair|The first pair of the text
Why is layer normalisation put before attention in many models?|Training is steadier|Inference needs no mask|Fewer heads are needed|The vocabulary shrinks
What does quantising weights to eight bits mainly save?|Memory and its traffic|Layers|Training data|Tokens in the prompt
What does tensor parallelism split?|Single matrices over devices|Batches over devices|Layers over time|The vocabulary over users
What does pipeline parallelism split?|Layers over devices|Single rows over devices|The batch over users|The loss over tokens
Which part of RLHF scores answers?|The reward model|The tokeniser|The reference policy|The scheduler
What does direct preference optimisation do without?|A reward model of its own|Preferences|A reference policy|Gradients
What is the usual cause of an invented citation?|The model continues plausibly without evidence|The cache is full|The mask is causal|The batch is small
What do few-shot prompts put before the question?|Worked examples|Random tokens|The loss|The weights
Which technique asks for steps before an answer?|Chain of thought|Weight decay|Early stopping|Label smoothing
What does gradient checkpointing trade?|Memory for computing again|Accuracy for speed|Data for layers|Heads for width
What does mixed precision keep in thirty-two bits?|A master copy of the weights|All activations|The tokens|Nothing
What does a larger batch at serving raise first?|Throughput|The accuracy of an answer|The context length|The vocabulary
Which request benefits most from continuous batching?|Many answers of unlike length|One long prompt alone|Training with one device|Tokenising a file
""".strip().splitlines()
SEVERAL = """
Which two belong to the feed-forward layer?|+Two linear maps|+A non-linear function|A causal mask|A softmax over tokens|A cache of keys
Which two lower the memory that training needs?|+Gradient checkpointing|+Sharding of optimiser states|A longer context|A larger vocabulary|More heads
Which two are ways to evaluate answers without a reference text?|+A model as judge|+Ratings by people|BLEU|ROUGE|Exact match
Which two reduce harmful output after pre-training?|+Preference tuning|+Filters on the output|A larger batch|Weight decay|Longer warm-up
Which two hold of rotary position embeddings?|+They turn queries and keys|+Scores depend on distance|They are added to values|They need a table of fixed length
""".strip().splitlines()
TRUTHS = (
    ("Softmax weights of one row sum to one.", True),
    ("A decoder-only model has cross-attention.", False),
    ("Weight tying shares embedding and output matrix.", True),
    ("A higher temperature makes greedy decoding random.", False),
    ("An encoder attends in both directions.", True),
    ("Quantisation after training needs labels.", False),
)
NUMBERS = (
    ("What is the root of a key width of 64?", "8", "0"),
    ("How many weights has a linear map from 1024 to 4096, without bias, in millions?", "4.194", "0.01"),
    ("Which probability gives a loss of 0.693 for a token?", "0.5", "0.005"),
    ("How many gigabytes do 7 billion weights of two bytes take?", "14", "0.1"),
)
PAIRS = (
    ("Match each score with its use.", "Perplexity>language models|BLEU>translation|ROUGE>summaries"),
    (
        "Match each part with its input.",
        "Queries>the asking token|Keys>the asked tokens|Values>what is mixed",
    ),
)
ORDERS = (("Put the steps of attention in order.", "Scores|Scaling|Softmax|Weighted sum of values"),)
WORDS = (("Which layer normalises over features?", "LayerNorm"), ("Who is the asking vector?", "query"))
ESSAYS = ("Discuss when retrieval is better than tuning.", "Explain the role of the reward model.")
CLOZE = ("The weights of a row sum to {1:NUMERICAL:=1:0}.", "A mask sets scores to {1:SHORTANSWER:=-inf}.")
CATEGORIES = ("Architecture", "Training", "Evaluation", "Serving")
NO_FORM = len(WORDS) + len(ESSAYS) + len(CLOZE)
COUNT = 50


def moodle_bank() -> str:
    """The whole file."""
    questions = list(_questions())
    assert len(questions) == COUNT
    parts = ['<?xml version="1.0" encoding="UTF-8"?>\n<quiz>']
    for place, question in enumerate(questions):
        if place % 13 == 0:
            name = CATEGORIES[place // 13]
            parts.append(
                '<question type="category"><category><text>$course$/top/Language models/'
                f"{name}</text></category></question>"
            )
        parts.append(question)
    return "\n".join([*parts, "</quiz>\n"])


def _questions() -> Iterator[str]:
    for place, line in enumerate(SINGLE):
        stem, right, *wrong = line.split("|")
        answers = [_answer(right, 100, f"{right} is what the text says." if place % 2 else "")]
        answers += [_answer(one, 0, "Look at the figure again." if place % 3 == 0 else "") for one in wrong]
        general = f"<p>See chapter&nbsp;{place + 1}.</p>" if place % 4 == 0 else ""
        yield _question("multichoice", stem, "<single>true</single>" + "".join(answers), general, place=place)
    for line in SEVERAL:
        stem, *options = line.split("|")
        answers = [_answer(one.lstrip("+"), 50 if one.startswith("+") else -25) for one in options]
        yield _question("multichoice", stem, "<single>false</single>" + "".join(answers))
    for stem, truth in TRUTHS:
        answers = [_answer("true", 100 * truth, "", "moodle_auto_format")]
        answers += [_answer("false", 100 * (not truth), "", "moodle_auto_format")]
        yield _question("truefalse", stem, "".join(answers), "<p>Chapter 3 &amp; 4.</p>")
    for stem, value, near in NUMBERS:
        answer = f'<answer fraction="100"><text>{value}</text><tolerance>{near}</tolerance></answer>'
        yield _question("numerical", stem, answer)
    for stem, pairs in PAIRS:
        yield _question("matching", stem, "".join(_pair(*one.split(">")) for one in pairs.split("|")))
    for stem, entries in ORDERS:
        yield _question("ordering", stem, _lines(entries.split("|")))
    for stem, word in WORDS:
        yield _question("shortanswer", stem, _answer(word, 100))
    for stem in ESSAYS:
        yield _question("essay", stem, "")
    for stem in CLOZE:
        yield _question("cloze", stem, "")


def _question(kind: str, stem: str, inner: str, general: str = "", *, place: int = 1) -> str:
    name = stem.rstrip("?.").split(", ")[0]
    shown = f"<p>{stem}</p>"
    file = ""
    if place % 10 == 0:
        shown += '<p><img src="@@PLUGINFILE@@/block.png" alt="A block of two layers" width="40"></p>'
        file = f'<file name="block.png" path="/" encoding="base64">{_picture(place)}</file>'
    elif place % 5 == 0:
        shown = f'<p dir="ltr" style="text-align: left;"><span style="font-size: 1rem;">{stem}</span><br></p>'
    return (
        f'<question type="{kind}"><name><text>{name}</text></name><questiontext format="html">'
        f"<text><![CDATA[{shown}]]></text>{file}</questiontext>"
        f'<generalfeedback format="html"><text><![CDATA[{general}]]></text></generalfeedback>'
        "<defaultgrade>1.0000000</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden>"
        f"<shuffleanswers>true</shuffleanswers>{inner}</question>"
    )


def _answer(text: str, share: float, feedback: str = "", form: str = "html") -> str:
    shown = f"<![CDATA[<p>{text}</p>]]>" if form == "html" else text
    said = f"<![CDATA[<p>{feedback}</p>]]>" if feedback else ""
    return (
        f'<answer fraction="{share}" format="{form}"><text>{shown}</text>'
        f'<feedback format="html"><text>{said}</text></feedback></answer>'
    )


def _pair(left: str, right: str) -> str:
    return (
        f'<subquestion format="html"><text><![CDATA[<p>{left}</p>]]></text>'
        f"<answer><text>{right}</text></answer></subquestion>"
    )


def _lines(entries: Sequence[str]) -> str:
    return "<selecttype>ALL</selecttype>" + "".join(
        f'<answer fraction="{n}.0" format="html"><text>{one}</text></answer>'
        for n, one in enumerate(entries, 1)
    )


def _picture(place: int) -> str:
    held = io.BytesIO()
    Image.new("RGB", (40, 24), (60 + place, 90, 120)).save(held, "PNG")
    return base64.b64encode(held.getvalue()).decode()
