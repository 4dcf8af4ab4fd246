"""Worked attention examples that others published, as numbers with their sources; some of the answers are wrong."""

from dataclasses import dataclass

Rows = list[list[float]]


@dataclass(frozen=True)
class Example:
    """What a source gives, what it prints at how many decimals, and the exact result to ten decimals.

    `scaled` is False where the source does not divide by √d_k. `seen` has 1 where a token may be looked at.
    Published weights or outputs are None where the source prints none.
    """

    name: str
    source: str
    Q: Rows
    K: Rows
    V: Rows
    decimals: int
    weights: Rows | None = None
    output: Rows | None = None
    exact_weights: Rows | None = None
    exact_output: Rows | None = None
    scaled: bool = True
    seen: Rows | None = None
    right: bool = True


def times(X: Rows, W: Rows) -> Rows:
    """X W, for sources that give embeddings and projections."""
    return [
        [sum(x * w for x, w in zip(row, column, strict=True)) for column in zip(*W, strict=True)] for row in X
    ]


_IDENTITY: Rows = [[1, 0], [0, 1]]
_KARIM: Rows = [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]]
_CRISTINA: Rows = [[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]]
_CHRISTOS: Rows = [[0.2, 0.9, 0.1, 0.5], [0.8, 0.3, 0.7, 0.2], [0.4, 0.6, 0.3, 0.9]]
_TF_K: Rows = [[10, 0, 0], [0, 10, 0], [0, 0, 10], [0, 0, 10]]
_TF_V: Rows = [[1, 0], [10, 0], [100, 5], [1000, 6]]

EXAMPLES = (
    Example(
        name="deep-ml-53",
        source='Deep-ML problem 53 "Implement Self-Attention Mechanism" (Open-Deep-ML/DML-OpenProblem)',
        Q=_IDENTITY,
        K=_IDENTITY,
        V=[[1, 2], [3, 4]],
        decimals=6,
        output=[[1.660477, 2.660477], [2.339523, 3.339523]],
        exact_weights=[[0.6697615493, 0.3302384507], [0.3302384507, 0.6697615493]],
        exact_output=[[1.6604769013, 2.6604769013], [2.3395230987, 3.3395230987]],
    ),
    Example(
        name="amanailab-case-1",
        source="amanailab.com/code-lab/scaled-dot-product-attention, case 1; wrong in the fourth decimal",
        Q=_IDENTITY,
        K=_IDENTITY,
        V=[[1, 2], [3, 4]],
        decimals=5,
        output=[[1.66082, 2.66082], [2.33918, 3.33918]],
        exact_output=[[1.6604769013, 2.6604769013], [2.3395230987, 3.3395230987]],
        right=False,
    ),
    Example(
        name="click4ai-2",
        source="click4ai.perfionixai.com/problems/scaled-dot-product-attention, test case 2",
        Q=[[1, 1], [1, 1]],
        K=[[1, 1], [1, 1]],
        V=[[1, 1], [1, 1]],
        decimals=1,
        output=[[1, 1], [1, 1]],
        exact_weights=[[0.5, 0.5], [0.5, 0.5]],
    ),
    Example(
        name="leyaa-13",
        source="leyaa.ai/codefly/learn/nlp/part-2/nlp-attention-mechanism-basics/puzzle/13; not scaled",
        Q=[[1, 0]],
        K=_IDENTITY,
        V=[[10, 0], [0, 20]],
        decimals=2,
        weights=[[0.731, 0.269]],
        output=[[7.31, 5.38]],
        exact_weights=[[0.7310585786, 0.2689414214]],
        exact_output=[[7.3105857863, 5.3788284274]],
        scaled=False,
    ),
    Example(
        name="codefun-p3457",
        source="codefun2000.com/p/P3457, sample",
        Q=[[1, 0]],
        K=[[1, 0]],
        V=[[5, 5]],
        decimals=6,
        output=[[5, 5]],
        exact_weights=[[1]],
    ),
    Example(
        name="tensorflow-one-query",
        source='TensorFlow tutorial "Transformer model for language understanding", temp_q = [[0, 10, 0]]',
        Q=[[0, 10, 0]],
        K=_TF_K,
        V=_TF_V,
        decimals=4,
        weights=[[0, 1, 0, 0]],
        output=[[10, 0]],
    ),
    Example(
        name="tensorflow-three-queries",
        source='TensorFlow tutorial "Transformer model for language understanding", three queries',
        Q=[[0, 0, 10], [0, 10, 0], [10, 10, 0]],
        K=_TF_K,
        V=_TF_V,
        decimals=4,
        weights=[[0, 0, 0.5, 0.5], [0, 1, 0, 0], [0.5, 0.5, 0, 0]],
        output=[[550, 5.5], [10, 0], [5.5, 0]],
    ),
    Example(
        name="keras-mask",
        source="Keras attention_test.py, test_attention_with_mask, first row; not scaled",
        Q=[[1, 0]],
        K=[[1, 1], [1, 1]],
        V=[[1, 1], [1, 1]],
        decimals=4,
        weights=[[1, 0]],
        output=[[1, 1]],
        scaled=False,
        seen=[[1, 0]],
    ),
    Example(
        name="karim-illustrated",
        source='R. Karim, "Illustrated: Self-Attention", 2019, code comments; not scaled, though the text says so',
        Q=times(_KARIM, [[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]]),
        K=times(_KARIM, [[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]]),
        V=times(_KARIM, [[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]]),
        decimals=4,
        weights=[
            [0.063379, 0.46831, 0.46831],
            [6.0337e-06, 0.98201, 0.017986],
            [0.00029539, 0.88054, 0.11917],
        ],
        output=[[1.9366, 6.6831, 1.5951], [2.0, 7.964, 0.054], [1.9997, 7.7599, 0.3584]],
        exact_weights=[
            [0.0633789383, 0.4683105308, 0.4683105308],
            [0.0000060337, 0.9820078649, 0.0179861014],
            [0.0002953872, 0.8805369018, 0.119167711],
        ],
        exact_output=[
            [1.9366210617, 6.6831053083, 1.5950684075],
            [1.9999939663, 7.9639915951, 0.0539764053],
            [1.9997046128, 7.7598922547, 0.3583892947],
        ],
        scaled=False,
    ),
    Example(
        name="cristina-from-scratch",
        source='S. Cristina, "The Attention Mechanism from Scratch", machinelearningmastery.com',
        Q=times(_CRISTINA, [[2, 0, 2], [2, 0, 0], [2, 1, 2]]),
        K=times(_CRISTINA, [[2, 2, 2], [0, 2, 1], [0, 1, 1]]),
        V=times(_CRISTINA, [[1, 1, 0], [0, 1, 1], [0, 0, 0]]),
        decimals=8,
        weights=[
            [0.236089863, 0.00738987555, 0.749130386, 0.00738987555],
            [0.454826323, 0.0451736775, 0.454826323, 0.0451736775],
            [0.239275049, 0.000743870015, 0.759237211, 0.000743870015],
            [0.0899501754, 0.00281554063, 0.905653685, 0.00158059922],
        ],
        output=[
            [0.98522025, 1.74174051, 0.75652026],
            [0.90965265, 1.40965265, 0.5],
            [0.99851226, 1.75849334, 0.75998108],
            [0.99560386, 1.90407309, 0.90846923],
        ],
        exact_output=[
            [0.9852202489, 1.74174051, 0.7565202611],
            [0.909652645, 1.409652645, 0.5],
            [0.99851226, 1.7584933413, 0.7599810813],
            [0.9956038602, 1.9040730856, 0.9084692254],
        ],
    ),
    Example(
        name="christoschr97-row-1",
        source="christoschr97, article on Medium, first row of the weights",
        Q=times(_CHRISTOS[:1], [[0.9 if i == j else 0.1 for j in range(4)] for i in range(4)]),
        K=times(_CHRISTOS, [[0.9 if i == j else 0.1 for j in range(4)] for i in range(4)]),
        V=times(
            _CHRISTOS,
            [[0.8, 0.2, 0.1, 0.1], [0.2, 0.8, 0.2, 0.1], [0.1, 0.2, 0.8, 0.1], [0.1, 0.1, 0.1, 0.9]],
        ),
        decimals=8,
        weights=[[0.33567137, 0.30004505, 0.36428358]],
        exact_weights=[[0.3356713732, 0.3000450486, 0.3642835782]],
        exact_output=[[0.5753029415, 0.7052738075, 0.5053029415, 0.6417754637]],
    ),
    Example(
        name="lexailabs-2",
        source="prof.lexailabs.com/practice/scaled-dot-product-attention, example 2, causal",
        Q=[[0], [0]],
        K=[[0], [0]],
        V=[[10], [20]],
        decimals=4,
        output=[[10], [15]],
        exact_weights=[[1, 0], [0.5, 0.5]],
        seen=[[1, 0], [1, 1]],
    ),
    Example(
        name="onpoint-week-5",
        source="AI Course, week05_attention/week5_attention.ipynb; not scaled, and the printed numbers are wrong",
        Q=[[1.0, 0.5]],
        K=[[1.4, 0.6], [0.1, 0.2], [0.7, 0.2]],
        V=[[0.9, 0.1], [0.2, 0.8], [0.5, 0.1]],
        decimals=4,
        weights=[[0.5898, 0.1316, 0.2786]],
        output=[[0.7313, 0.1687]],
        exact_weights=[[0.6136099347, 0.136914883, 0.2494751823]],
        exact_output=[[0.704369509, 0.1958404181]],
        scaled=False,
        right=False,
    ),
    Example(
        name="deep-sets",
        source="xl402/deep-sets, tests/test_attention.py",
        Q=[[0, 10, 0]],
        K=_TF_K,
        V=_TF_V,
        decimals=4,
        output=[[10, 0]],
        exact_weights=[[0, 1, 0, 0]],
    ),
)

# S. Raschka, "Build a Large Language Model", notebook of chapter 3, causal attention at four decimals. The first
# matrix are weights before the mask, which are masked and made to add up again; the second are raw scores with
# d_k = 2, of which the lower triangle is printed; both lead to the third.
RASCHKA_UNMASKED: Rows = [
    [0.1921, 0.1646, 0.1652, 0.155, 0.1721, 0.151],
    [0.2041, 0.1659, 0.1662, 0.1496, 0.1665, 0.1477],
    [0.2036, 0.1659, 0.1662, 0.1498, 0.1664, 0.148],
    [0.1869, 0.1667, 0.1668, 0.1571, 0.1661, 0.1564],
    [0.183, 0.1669, 0.167, 0.1588, 0.1658, 0.1585],
    [0.1935, 0.1663, 0.1666, 0.1542, 0.1666, 0.1529],
]
RASCHKA_SCORES: Rows = [
    [0.2899, 0, 0, 0, 0, 0],
    [0.4656, 0.1723, 0, 0, 0, 0],
    [0.4594, 0.1703, 0.1731, 0, 0, 0],
    [0.2642, 0.1024, 0.1036, 0.0186, 0, 0],
    [0.2183, 0.0874, 0.0882, 0.0177, 0.0786, 0],
    [0.3408, 0.127, 0.129, 0.0198, 0.129, 0.0078],
]
RASCHKA_CAUSAL: Rows = [
    [1, 0, 0, 0, 0, 0],
    [0.5517, 0.4483, 0, 0, 0, 0],
    [0.38, 0.3097, 0.3103, 0, 0, 0],
    [0.2758, 0.246, 0.2462, 0.2319, 0, 0],
    [0.2175, 0.1983, 0.1984, 0.1888, 0.1971, 0],
    [0.1935, 0.1663, 0.1666, 0.1542, 0.1666, 0.1529],
]
