"""The words of the experiments: what each shows, in one paragraph, and where the lesson speaks of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class ExperimentWords:
    """A paragraph (Markdown), and a section of the lesson with its name."""

    paragraph: str
    section: str
    section_name: str


WORDS: Mapping[str, ExperimentWords] = MappingProxyType(
    {
        "variance": ExperimentWords(
            r"The dot product of a Query and a Key adds up $d_k$ products. If their entries are independent with mean 0, "
            r"the variances add up too, so that $\operatorname{Var}(q \cdot k) = d_k\, \sigma_q^2\, \sigma_k^2$. It does "
            r"not matter by which law the entries are drawn. Divided by $\sqrt{d_k}$ the variance is the same at every "
            "width, and that is what the scale is for.",
            "variance",
            "why the divisor is the square root of $d_k$",
        ),
        "saturation": ExperimentWords(
            r"Scores that spread as widely as $\sqrt{d_k}$ make one weight nearly 1 and the others nearly 0, and there "
            r"softmax lets almost nothing of a gradient through. With $\sqrt{d_k}$ below the scores the weights "
            r"look the same at every width but the narrowest. With $d_k$ itself they flatten out until every token weighs the same.",
            "saturation",
            "what a wide spread does",
        ),
        "pair": ExperimentWords(
            r"For two tokens only the gap between their scores counts: the weight is $1/(1 + e^{-\Delta})$. Dividing by "
            r"$\sqrt{d_k}$ stretches this curve sideways, so that a gap of raw scores that would have settled the matter "
            "leaves both tokens a say, and leaves the weight a slope by which it can be learned.",
            "saturation",
            "what a wide spread does",
        ),
        "unusual": ExperimentWords(
            r"A raw score of 16 says little by itself. In a head with $d_k = 64$ it is two standard deviations out, with "
            r"$d_k = 4$ it is eight. The curve shows how many scores lie further out than so many standard deviations "
            r"$\sqrt{d_k}$, against what a normal law would give. Sums of many products come near to it.",
            "variance",
            "why the divisor is the square root of $d_k$",
        ),
        "constant": ExperimentWords(
            r"Softmax looks at differences of scores only. A constant that is added to every score of a row turns up as "
            r"the factor $e^{c}$ above and below, and cancels. Added to one score alone it moves every weight.",
            "formula",
            "the formula in four steps",
        ),
        "swap": ExperimentWords(
            r"Query and Value have the same size, so that exchanging them raises no error: "
            r"$\mathrm{softmax}(V K^\top / \sqrt{d_k})\, Q$ can be computed as well. It is another computation. The "
            "weights are no longer those that the Queries ask for, and what is carried is not the content.",
            "swapped",
            "what a swap of roles does",
        ),
        "order": ExperimentWords(
            "The same tokens in another order have the same outputs, each token its own; only the rows change places. "
            "So attention by itself cannot tell the first word from the last.",
            "boundaries",
            "where it ends",
        ),
        "positions": ExperimentWords(
            "What tells the order is added to the embeddings before attention. Here sinusoids are, from none of them to "
            "twice their strength; then the tokens are put into another order and each token's output is compared with "
            "the one it had. Attention is the same throughout.",
            "boundaries",
            "where it ends",
        ),
        "causal": ExperimentWords(
            "Under a causal mask a row sees itself and what comes before it. When one token is changed, rows before it "
            "stay exactly as they are, and rows from it on move. All rows come out of one product all the same: each row "
            "computed alone gives the same numbers.",
            "parallel",
            "all rows at once",
        ),
        "timing": ExperimentWords(
            "All rows of attention can be computed at once, because none waits for another. The same numbers can be had "
            "row by row, as a sequential model would have to, and that takes longer, the more so the more tokens there "
            "are and the more the machine can do at once.",
            "parallel",
            "all rows at once",
        ),
    }
)
