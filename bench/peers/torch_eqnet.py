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
import statistics
import time

from torch_trees import UNARY, Forest, Pool, Schedule, children_of, normalise, read, timed_steps

import numpy as np
import torch
from torch.nn.functional import linear

D, HIDDEN, CODE = 64, 8, 8
RATE, RHO, MOMENTUM, EPSILON = 10**-2.1, 0.88, 0.88, 1e-8
CLIP, DEVIATION, DROPOUT, KAPPA, MARGIN = 1.82, 10**-2.05, 0.11, 0.61, 0.5
MU = 1e-4  # of the first epoch; the time does not depend on it

RECURSIVE_BATCH = 20
EMBED_ROWS = 4096  # at a time, so that a block's arrays stay in the cache


# ---- Schedule ----


class EqNetSchedule(Schedule):
    """And the autoencoder's nodes by operator."""

    def __init__(self, forest, roots):
        super().__init__(forest, roots)
        # In weights a node counts 1 / (nodes that are not leaves) for each of its occurrences in each tree.
        weights = np.bincount(self.root_rows, 1 / np.maximum(forest.inner[roots], 1), self.rows)
        end = self.rows
        for row in self.counts[:0:-1]:
            begin = end - sum(row)
            binary = begin + sum(row[: forest.unary])
            children = np.concatenate((self.left[begin:end], self.right[binary:end]))
            weights += np.bincount(children, np.concatenate((weights[begin:end], weights[binary:end])), self.rows)
            end = begin
        by_operator = self.leaves + np.argsort(self.symbol[self.leaves :], kind="stable")
        self.totals = [sum(column) for column in zip(*self.counts)]
        self.by_operator = torch.from_numpy(by_operator)
        self.children_by_operator = torch.from_numpy(
            children_of(self.arity[by_operator], self.left[by_operator], self.right[by_operator])
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
    """Steps on random batches; loss_of gets the batch's members and labels."""
    random = np.random.default_rng(1)

    def step():
        members = random.integers(len(labels), size=batch)
        network.use_dropped()
        loss = loss_of(members, torch.from_numpy(labels[members]))
        network.update(loss)
        return loss

    return timed_steps(step, batch, seconds)


def step(network, forest, labels, options):
    sizes = []
    loss_of = level_loss if options.mode == "level" else batched_loss

    def loss(members, own):
        schedule = EqNetSchedule(forest, forest.roots[members])
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


def main():
    parser = argparse.ArgumentParser(description="EqNet written with PyTorch, to compare with.")
    parser.add_argument("dataset")
    parser.add_argument("mode", choices=["level", "step", "recursive", "embed"])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batch", type=int, default=900, help="expressions of one step of level and step")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)  # as the program does
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
