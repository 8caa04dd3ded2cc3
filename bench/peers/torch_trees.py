"""What the PyTorch programs beside this file share: expressions, schedules by numpy, timed steps.

A program imports it before numpy and torch, because of the environment that is set here.
"""
import os
import re
import statistics
import time

# OpenBLAS keeps threads of its own beside torch's; on products as small as these, both at once are far slower. Torch's
# wait by spinning, which is ruinous where another process wants the core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import numpy as np
import torch

UNARY = ["~"]
BINARY = {"&": 40, "^": 30, "|": 20, ">>": 10, "*": 5, "+": 4, "-": 4}  # how tightly they bind
RIGHT = {">>"}
TOKEN = re.compile(r"\w+|>>|[~&^|*+()-]")


# ---- Expressions ----


class Pool:
    """Every distinct subexpression once, children before parents."""

    def __init__(self):
        self.numbers = {}  # (operator, child, child or -1): node
        self.nodes = []

    def add(self, key):
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.nodes)
            self.nodes.append(key)
        return number

    def reduce(self, operator, values):
        right = values.pop()
        if operator in UNARY:
            values.append(self.add((operator, right, -1)))
        else:
            values[-1] = self.add((operator, values[-1], right))

    def parse(self, text):
        values, pending = [], []
        for token in TOKEN.findall(text):
            if token == "(" or token in UNARY:
                pending.append(token)
            elif token == ")":
                while pending[-1] != "(":
                    self.reduce(pending.pop(), values)
                pending.pop()
            elif token in BINARY:
                least = BINARY[token] + (token in RIGHT)
                while pending and (pending[-1] in UNARY or BINARY.get(pending[-1], 0) >= least):
                    self.reduce(pending.pop(), values)
                pending.append(token)
            else:
                values.append(self.add((token, -1, -1)))
        while pending:
            self.reduce(pending.pop(), values)
        return values[0]


class Forest:
    """The nodes of a pool as arrays, sorted by height and then operator: what is sorted by number is grouped."""

    def __init__(self, pool, roots):
        self.leaf_names = [key[0] for key in pool.nodes if key[1] < 0]
        names = {key[0] for key in pool.nodes if key[1] >= 0}
        self.operators = [name for name in (*UNARY, *BINARY) if name in names]
        self.unary = sum(name in UNARY for name in self.operators)  # they come first
        symbols = {name: i for i, name in enumerate(self.operators)}
        symbols.update((name, i) for i, name in enumerate(self.leaf_names))
        heights = []
        for _, left, right in pool.nodes:
            if left < 0:
                heights.append(0)
            elif right < 0:
                heights.append(heights[left] + 1)
            else:
                heights.append(max(heights[left], heights[right]) + 1)
        height = np.array(heights)
        symbol = np.array([symbols[key[0]] for key in pool.nodes])
        left = np.array([key[1] for key in pool.nodes])
        right = np.array([key[2] for key in pool.nodes])
        order = np.lexsort((symbol, height))
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        self.height, self.symbol = height[order], symbol[order]
        self.arity = (left[order] >= 0).astype(np.int64) + (right[order] >= 0)
        # A missing child is the node itself, so that no walk needs to ask.
        self.left = np.where(self.arity > 0, place[left[order]], np.arange(len(order)))
        self.right = np.where(self.arity > 1, place[right[order]], np.arange(len(order)))
        self.roots = place[np.array(roots)]
        self.heights = int(self.height[-1]) + 1
        self.group = np.where(self.height > 0, self.height * len(self.operators) + self.symbol, 0)
        self.inner = np.zeros(len(order), np.int64)  # nodes of the tree that are not leaves
        for at in np.split(np.arange(len(order)), np.cumsum(np.bincount(self.height))[:-1])[1:]:
            binary = self.arity[at] > 1
            self.inner[at] = 1 + self.inner[self.left[at]] + np.where(binary, self.inner[self.right[at]], 0)
        self.marked = np.zeros(len(order), bool)
        self.row = np.zeros(len(order), np.int64)

    def reachable(self, roots):
        """The distinct nodes below the roots, in order."""
        self.marked[roots] = True
        new = roots
        while new.size:
            children = np.concatenate((self.left[new], self.right[new]))
            new = children[~self.marked[children]]
            self.marked[new] = True
        nodes = np.flatnonzero(self.marked)
        self.marked[nodes] = False
        return nodes


def children_of(arity, left, right):
    """One list: the only child of a unary node, both of a binary one."""
    return np.stack((left, right), axis=1)[np.stack((arity > 0, arity > 1), axis=1)]


class Schedule:
    """The distinct nodes of a batch by height and operator; counts[h][i] of operator i at height h + 1."""

    def __init__(self, forest, roots):
        nodes = forest.reachable(roots)
        forest.row[nodes] = np.arange(len(nodes))
        self.arity, self.symbol = forest.arity[nodes], forest.symbol[nodes]
        self.left, self.right = forest.row[forest.left[nodes]], forest.row[forest.right[nodes]]
        self.root_rows = forest.row[roots]
        operators = len(forest.operators)
        counts = np.bincount(forest.group[nodes], minlength=forest.heights * operators).reshape(-1, operators)
        self.rows = len(nodes)
        self.leaves = int(counts[0].sum())
        self.counts = counts[1:].tolist()
        self.symbols = torch.from_numpy(self.symbol[: self.leaves])
        self.roots = torch.from_numpy(self.root_rows)
        self.children = torch.from_numpy(children_of(self.arity, self.left, self.right))


# ---- Vectors and steps ----


def normalise(rows):
    return rows / torch.linalg.vector_norm(rows, dim=1, keepdim=True)


def timed_steps(step, batch, seconds, between=lambda: None):
    """Calls step, which returns a loss, for some seconds, and between, which is not timed. Median rates, steps, losses."""
    times, processor_times, losses = [], [], []
    while len(times) < 3 or sum(times[2:]) < seconds:  # two to warm up
        start, processor_start = time.perf_counter(), time.process_time()
        loss = step()
        times.append(time.perf_counter() - start)
        processor_times.append(time.process_time() - processor_start)
        losses.append(loss.item())
        between()
    times, processor_times = times[2:], processor_times[2:]
    return {
        "seconds": sum(times),
        "expressions": batch * len(times),
        "expressions_per_s": batch / statistics.median(times),
        "expressions_per_processor_s": batch / statistics.median(processor_times),
        "steps": len(times),
        "batch": batch,
        "loss_first": losses[0],
        "loss_last": losses[-1],
    }


def read(path):
    numbers, labels, texts = {}, [], []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, text = line.rstrip("\n").split("\t")
            labels.append(numbers.setdefault(name, len(numbers)))
            texts.append(text)
    return np.array(labels), texts
