"""EqNet written with PyTorch, the way one would without this project. Prints one line of JSON.

    /usr/bin/python3 bench/peers/torch_eqnet.py DATASET MODE [--seconds S] [--threads N] [--batch B]

Needs Debian's python3-torch. DATASET: lines class<TAB>expression, as eqnet generate --format text writes them. Modes:

    level      whole training steps over the distinct nodes of a batch, one (height, operator) group after the other:
               the straightforward program
    step       the same, tuned as far as it goes while autograd finds the gradients
    recursive  the same loss tree by tree and node by node, nothing shared or batched, as in the paper's own program
    embed      from text to vectors: parsing, then the vectors of all distinct nodes without gradients

Both kinds of step make the schedule by numpy, have W0 and Wi in one matrix, a margin loss that touches only two class
vectors an expression, and an optimiser on one flat vector. The tuned one also normalises a height as a whole and runs the
autoencoder over all heights at once.
"""
import argparse
import json
import math
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
from torch.nn.functional import linear

UNARY = ["~"]
BINARY = {"&": 40, "^": 30, "|": 20, ">>": 10, "*": 5, "+": 4, "-": 4}  # how tightly they bind
RIGHT = {">>"}
TOKEN = re.compile(r"\w+|>>|[~&^|*+()-]")

D, HIDDEN, CODE = 64, 8, 8
RATE, RHO, MOMENTUM, EPSILON = 10**-2.1, 0.88, 0.88, 1e-8
CLIP, DEVIATION, DROPOUT, KAPPA, MARGIN = 1.82, 10**-2.05, 0.11, 0.61, 0.5
MU = 1e-4  # of the first epoch; the time does not depend on it

RECURSIVE_BATCH = 20
EMBED_ROWS = 4096  # at a time, so that a block's arrays stay in the cache


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
    """The distinct nodes of a batch by height and operator, and the autoencoder's by operator."""

    def __init__(self, forest, roots):
        nodes = forest.reachable(roots)
        forest.row[nodes] = np.arange(len(nodes))
        arity, symbol = forest.arity[nodes], forest.symbol[nodes]
        left, right = forest.row[forest.left[nodes]], forest.row[forest.right[nodes]]
        operators = len(forest.operators)
        counts = np.bincount(forest.group[nodes], minlength=forest.heights * operators).reshape(-1, operators)
        self.rows = len(nodes)
        self.leaves = int(counts[0].sum())
        self.counts = counts[1:].tolist()
        self.symbols = torch.from_numpy(symbol[: self.leaves])
        self.roots = torch.from_numpy(forest.row[roots])
        self.children = torch.from_numpy(children_of(arity, left, right))
        # In weights a node counts 1 / (nodes that are not leaves) for each of its occurrences in each tree.
        root_rows, inner = forest.row[roots], forest.inner[roots]
        weights = np.bincount(root_rows, 1 / np.maximum(inner, 1), self.rows)
        end = self.rows
        for row in self.counts[:0:-1]:
            begin = end - sum(row)
            binary = begin + sum(row[: forest.unary])
            children = np.concatenate((left[begin:end], right[binary:end]))
            weights += np.bincount(children, np.concatenate((weights[begin:end], weights[binary:end])), self.rows)
            end = begin
        by_operator = self.leaves + np.argsort(symbol[self.leaves :], kind="stable")
        self.totals = counts[1:].sum(axis=0).tolist()
        self.by_operator = torch.from_numpy(by_operator)
        self.children_by_operator = torch.from_numpy(
            children_of(arity[by_operator], left[by_operator], right[by_operator])
        )
        self.row_weights = torch.from_numpy(weights.astype(np.float32))
        self.weights = self.row_weights[self.by_operator]


# ---- The network ----


class Operator:
    """An operator's part of the flat vector."""

    def __init__(self, w, w1, encoder, bias):
        self.w, self.w1, self.encoder, self.bias = w, w1, encoder, bias


class Network:
    def __init__(self, forest, labels):
        self.arities = [1 if name in UNARY else 2 for name in forest.operators]
        matrices = [(max(self.arities) * D, CODE)]
        for arity in self.arities:
            matrices += [(D + HIDDEN, arity * D), (D, HIDDEN), (CODE, (1 + arity) * D)]
        sizes = np.bincount(labels)
        vectors = [(len(forest.leaf_names), D), (len(sizes), D)] + [(D + HIDDEN,)] * len(self.arities)
        self.shapes = matrices + vectors
        self.lengths = [math.prod(shape) for shape in self.shapes]
        self.weights = sum(math.prod(shape) for shape in matrices)  # what dropout may touch
        self.flat = torch.randn(sum(self.lengths)) * DEVIATION
        self.flat[-len(self.arities) * (D + HIDDEN) :] = 0
        self.flat.requires_grad_()
        self.mean_square = torch.zeros_like(self.flat)
        self.velocity = torch.zeros_like(self.flat)
        self.log_frequency = torch.from_numpy(np.log(sizes / len(labels)).astype(np.float32))
        self.bits = np.random.Generator(np.random.SFC64(1))
        self.use(self.flat.detach())

    def use(self, flat):
        parts = [part.view(shape) for part, shape in zip(flat.split(self.lengths), self.shapes)]
        n = len(self.arities)
        self.decoder = parts[0]
        self.leaves, self.classes = parts[1 + 3 * n : 3 + 3 * n]
        self.operators = [Operator(*parts[1 + 3 * i : 4 + 3 * i], parts[3 + 3 * n + i]) for i in range(n)]

    def use_dropped(self):
        mask = torch.ones_like(self.flat)
        mask[: self.weights] = self.mask(self.weights, DROPOUT) / (1 - DROPOUT)
        self.use(self.flat * mask)

    def mask(self, n, dropped):
        # Cheaper than torch's own random numbers.
        words = np.frombuffer(self.bits.bytes(2 * n), np.uint16)
        return torch.from_numpy((words >= round(dropped * 65536)).astype(np.float32))

    def noisy_leaves(self):
        return normalise(self.leaves + DEVIATION * torch.randn(self.leaves.shape))

    def combine(self, operator, x):
        """Combine before its normalisation."""
        linear_part, hidden = linear(x, operator.w, operator.bias).split((D, HIDDEN), dim=1)
        return torch.addmm(linear_part, hidden.sigmoid(), operator.w1.t())

    def autoencode(self, operators, counts, r, x, weights):
        """SubexpAE of rows of operators of one arity, counts[i] of operators[i] one after the other."""
        width = x.shape[1]
        e = torch.cat((r, x), dim=1)
        e = e * self.mask(e.numel(), KAPPA).view(e.shape)
        u = by_parts(lambda operator, rows: linear(rows, operator.encoder), operators, counts, e).tanh()
        # The children's vectors have length 1.
        y = normalise(linear(u, self.decoder[:width]).tanh()) * math.sqrt(width / D)
        q = normalise(by_parts(self.combine, operators, counts, y))
        return -torch.dot(weights, (y * x).sum(dim=1) + (q * r).sum(dim=1))

    def margin(self, roots, labels):
        with torch.no_grad():
            scores = torch.addmm(self.log_frequency, roots, self.classes.t())
            scores.scatter_(1, labels[:, None], -math.inf)
            best = scores.argmax(dim=1)
        difference = ((self.classes[best] - self.classes[labels]) * roots).sum(dim=1)
        return (difference + self.log_frequency[best] - self.log_frequency[labels] + MARGIN).relu().mean()

    def update(self, loss):
        """RMSProp with Nesterov momentum."""
        (gradient,) = torch.autograd.grad(loss, self.flat)
        with torch.no_grad():
            gradient.clamp_(-CLIP, CLIP)
            self.mean_square.mul_(RHO).addcmul_(gradient, gradient, value=1 - RHO)
            step = gradient.div_((self.mean_square + EPSILON).sqrt_()).mul_(RATE)
            self.velocity.mul_(MOMENTUM).sub_(step)
            self.flat.add_(self.velocity, alpha=MOMENTUM).sub_(step)


def normalise(rows):
    return rows / torch.linalg.vector_norm(rows, dim=1, keepdim=True)


def by_parts(work, operators, counts, rows):
    """work on each operator's rows, which follow each other; the results in one piece."""
    parts = zip(operators, counts, rows.split(counts))
    return torch.cat([work(operator, part) for operator, count, part in parts if count > 0])


# ---- Modes ----


def split_by_arity(forest, counts, children):
    """(operators, counts, children's vectors in rows) for the unary and for the binary operators."""
    unary = sum(counts[: forest.unary])
    if unary:
        yield slice(0, forest.unary), counts[: forest.unary], children[:unary]
    if sum(counts) > unary:
        yield slice(forest.unary, None), counts[forest.unary :], children[unary:].view(-1, 2 * D)


def vectors(network, forest, schedule):
    table = network.noisy_leaves()[schedule.symbols]
    begin = 0
    for counts in schedule.counts:
        if sum(counts) == 0:
            break
        end = begin + sum(counts) * 2 - sum(counts[: forest.unary])
        groups = split_by_arity(forest, counts, table[schedule.children[begin:end]])
        made = [by_parts(network.combine, network.operators[which], n, x) for which, n, x in groups]
        table = torch.cat((table, normalise(torch.cat(made))))
        begin = end
    return table


def batched_loss(network, forest, schedule, labels):
    table = vectors(network, forest, schedule)
    r = table[schedule.by_operator]
    children = table[schedule.children_by_operator]
    reconstruction = 0
    begin = 0
    for which, counts, x in split_by_arity(forest, schedule.totals, children):
        end = begin + len(x)
        weights = schedule.weights[begin:end]
        reconstruction += network.autoencode(network.operators[which], counts, r[begin:end], x, weights)
        begin = end
    return network.margin(table[schedule.roots], labels) + MU / len(labels) * reconstruction


def level_loss(network, forest, schedule, labels):
    table = network.noisy_leaves()[schedule.symbols]
    reconstruction = 0
    row, child = schedule.leaves, 0
    for counts in schedule.counts:
        made = [table]
        for operator, arity, count in zip(network.operators, network.arities, counts):
            if count == 0:
                continue
            x = table[schedule.children[child : child + count * arity]].view(count, -1)
            made.append(normalise(network.combine(operator, x)))
            weights = schedule.row_weights[row : row + count]
            reconstruction += network.autoencode([operator], [count], made[-1], x, weights)
            row, child = row + count, child + count * arity
        table = torch.cat(made)
    return network.margin(table[schedule.roots], labels) + MU / len(labels) * reconstruction


def tree_loss(network, forest, node, losses):
    """The node's vector as a row; puts the autoencoder's loss of each node that is not a leaf into losses."""
    symbol = forest.symbol[node]
    if forest.arity[node] == 0:
        leaf = network.leaves[symbol : symbol + 1]
        return normalise(leaf + DEVIATION * torch.randn(1, D))
    children = [forest.left[node], forest.right[node]][: forest.arity[node]]
    x = torch.cat([tree_loss(network, forest, child, losses) for child in children], dim=1)
    operator = network.operators[symbol]
    r = normalise(network.combine(operator, x))
    losses.append(network.autoencode([operator], [1], r, x, torch.ones(1)))
    return r


def recursive_loss(network, forest, roots, labels):
    rows, reconstruction = [], 0
    for root in roots:
        losses = []
        rows.append(tree_loss(network, forest, root, losses))
        if losses:
            reconstruction += sum(losses) / len(losses)
    return network.margin(torch.cat(rows), labels) + MU / len(labels) * reconstruction


def train(network, labels, batch, seconds, loss_of):
    """Steps on random batches; loss_of gets the batch's members and labels. Median rate, steps, losses."""
    random = np.random.default_rng(1)
    times, losses = [], []
    while len(times) < 3 or sum(times[2:]) < seconds:  # two to warm up
        start = time.perf_counter()
        members = random.integers(len(labels), size=batch)
        network.use_dropped()
        loss = loss_of(members, torch.from_numpy(labels[members]))
        network.update(loss)
        times.append(time.perf_counter() - start)
        losses.append(loss.item())
    times = times[2:]
    return {
        "seconds": sum(times),
        "expressions": batch * len(times),
        "expressions_per_s": batch / statistics.median(times),
        "steps": len(times),
        "batch": batch,
        "loss_first": losses[0],
        "loss_last": losses[-1],
    }


def step(network, forest, labels, options):
    sizes = []
    loss_of = level_loss if options.mode == "level" else batched_loss

    def loss(members, own):
        schedule = Schedule(forest, forest.roots[members])
        sizes.append(schedule.rows)
        return loss_of(network, forest, schedule, own)

    result = train(network, labels, options.batch, options.seconds, loss)
    return {**result, "distinct_nodes": statistics.mean(sizes[2:])}


def recursive(network, forest, labels, options):
    def loss(members, own):
        return recursive_loss(network, forest, forest.roots[members].tolist(), own)

    return train(network, labels, RECURSIVE_BATCH, options.seconds, loss)


def embed(texts, labels):
    start = time.perf_counter()
    pool = Pool()
    roots = [pool.parse(text) for text in texts]
    parsed = time.perf_counter()
    forest = Forest(pool, roots)
    network = Network(forest, labels)
    with torch.no_grad():
        found = all_vectors(network, forest)[torch.from_numpy(forest.roots)]
    end = time.perf_counter()
    assert abs(float(torch.linalg.vector_norm(found, dim=1).mean()) - 1) < 1e-4
    return {
        "seconds": end - start,
        "seconds_parse": parsed - start,
        "seconds_embed": end - parsed,
        "expressions": len(texts),
        "expressions_per_s": len(texts) / (end - start),
        "distinct_nodes": len(pool.nodes),
    }


def all_vectors(network, forest):
    table = torch.empty(len(forest.group), D)
    left, right = torch.from_numpy(forest.left), torch.from_numpy(forest.right)
    starts = np.flatnonzero(np.diff(forest.group, prepend=-1)).tolist()
    for begin, end in zip(starts, [*starts[1:], len(table)]):
        if forest.height[begin] == 0:
            table[begin:end] = normalise(network.leaves[torch.from_numpy(forest.symbol[begin:end])])
            continue
        operator = network.operators[forest.symbol[begin]]
        for at in range(begin, end, EMBED_ROWS):
            to = min(at + EMBED_ROWS, end)
            children = [left[at:to], right[at:to]][: forest.arity[begin]]
            x = table[torch.stack(children, dim=1)].view(to - at, -1)
            table[at:to] = normalise(network.combine(operator, x))
    return table


def read(path):
    numbers, labels, texts = {}, [], []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, text = line.rstrip("\n").split("\t")
            labels.append(numbers.setdefault(name, len(numbers)))
            texts.append(text)
    return np.array(labels), texts


def main():
    parser = argparse.ArgumentParser(description="EqNet written with PyTorch, to compare with.")
    parser.add_argument("dataset")
    parser.add_argument("mode", choices=["level", "step", "recursive", "embed"])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batch", type=int, default=900, help="expressions of one step of level and step")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    labels, texts = read(options.dataset)
    if options.mode == "embed":
        result = embed(texts, labels)
    else:
        pool = Pool()
        forest = Forest(pool, [pool.parse(text) for text in texts])
        work = recursive if options.mode == "recursive" else step
        result = work(Network(forest, labels), forest, labels, options)
    print(json.dumps({"mode": options.mode, "threads": options.threads, **result}))


if __name__ == "__main__":
    main()
