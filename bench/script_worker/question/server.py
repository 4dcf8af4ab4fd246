"""The question's own script: draws the givens, computes the right row and three wrong ones, redraws when they coincide."""

import math
import random

import numpy as np


def softmax(row):
    shifted = np.exp(row - np.max(row))
    return shifted / shifted.sum()


def output_row(q, k, v, *, divisor):
    return softmax(q[0] @ k.T / divisor) @ v


def printed(row):
    return "[" + ", ".join(f"{value:.3f}" for value in row) + "]"


def generate(data):
    n, d_k = 3, 4
    while True:
        q, k, v = (
            np.array([[random.randint(-3, 3) for _ in range(d_k)] for _ in range(n)], dtype=float)
            for _ in range(3)
        )
        ways = {
            "right": output_row(q, k, v, divisor=math.sqrt(d_k)),
            "no_scale": output_row(q, k, v, divisor=1.0),
            "by_width": output_row(q, k, v, divisor=float(d_k)),
            "swapped": output_row(v, k, v, divisor=math.sqrt(d_k)),
        }
        texts = {name: printed(row) for name, row in ways.items()}
        if len(set(texts.values())) == len(texts):
            break
    data["params"].update(texts)
    data["params"].update({"Q": q.tolist(), "K": k.tolist(), "V": v.tolist(), "d_k": d_k, "decimals": 3})


def grade(data):
    data["feedback"]["general"] = "See how the scale changes the weights." if data["score"] < 1 else "Right."
