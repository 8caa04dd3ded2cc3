"""eqnet-mul written with PyTorch, the way one would without this project. Prints one line of JSON.

    /usr/bin/python3 bench/peers/torch_eqnet_mul.py DATASET step [--block K] [--algebras G] [--seconds S] [--batch B]
    /usr/bin/python3 bench/peers/torch_eqnet_mul.py DATASET check --model MODEL --eqnet PROGRAM [--rows N]

Needs Debian's python3-torch. DATASET: lines class<TAB>expression, as eqnet generate --format text writes them. Modes:

    step   whole training steps over the distinct nodes of a batch: each (height, operator) group is one Combine, a height is
           normalised as a whole; supervised contrastive loss within each half of the batch; Adam on one flat vector
    check  whether it is the same model: the largest difference between its vectors and those of `eqnet embed`, for the
           parameters of a trained model

docs/eqnet-mul.md has the formulas.
"""
import argparse
import json
import math
import subprocess
import tempfile
from pathlib import Path

from torch_trees import UNARY, Forest, Pool, Schedule, normalise, read, timed_steps

import numpy as np
import torch

D = 64
RATE, BETA1, BETA2, EPSILON, CLIP, DECAY = 0.02, 0.9, 0.95, 1e-8, 1000, 0.05
DEVIATION, LEAF_DEVIATION, NOISE = 0.5, 1, 0.2 * 0.5
TEMPERATURE, GROUP, PARTS = 0.01, 4, 2
NAMES = {"~": "Not", "&": "And", "|": "Or", "^": "Xor", ">>": "Implies", "+": "Add", "-": "Subtract", "*": "Multiply"}


class Network:
    """block = 1 and algebras = 0: values at points, each with its own coefficients; else blocks."""

    def __init__(self, leaf_names, arities, block, algebras):
        self.block = block
        self.count = (D - 1) // block
        self.sets = min(algebras, self.count) if algebras else self.count
        self.points = block == 1 and self.sets == self.count
        # Neighbours share a set.
        set_of = np.arange(self.count) * self.sets // self.count
        self.blocks_of_set = np.bincount(set_of, minlength=self.sets).tolist()
        self.scale = 1 / math.sqrt(D - 1)
        self.shapes = [(len(leaf_names), self.count * block)]
        for arity in arities:
            terms = (block + 1) ** arity
            self.shapes.append((terms, D - 1) if self.points else (self.sets, block, terms))
        self.lengths = [math.prod(shape) for shape in self.shapes]
        self.flat = torch.randn(sum(self.lengths)) * DEVIATION
        self.flat[: self.lengths[0]] *= LEAF_DEVIATION / DEVIATION
        self.flat.requires_grad_()
        self.mean = torch.zeros_like(self.flat)
        self.mean_square = torch.zeros_like(self.flat)
        self.steps = 0
        self.combine = self.combine_points if self.points else self.combine_blocks

    def parts(self):
        """Leaves, then the operators' coefficients."""
        return [part.view(shape) for part, shape in zip(self.flat.split(self.lengths), self.shapes)]

    def leaf_vectors(self, leaves, symbols, noise):
        rows = leaves[symbols]
        unused = rows.new_zeros(len(rows), D - 1 - rows.shape[1])
        rows = torch.cat((rows, unused, rows.new_full((len(rows), 1), math.sqrt(D - 1))), dim=1)
        return normalise(rows + noise * torch.randn(rows.shape) if noise else rows)

    def combine_points(self, a, x):
        """x: rows, children, D. Before the division by the length."""
        u, w = x[:, :, :-1], x[:, :, -1:] * self.scale
        if x.shape[1] == 1:
            return torch.cat((torch.addcmul(a[0] * w[:, 0], a[1], u[:, 0]), x[:, 0, -1:]), dim=1)
        left, right, wl, wr = u[:, 0], u[:, 1], w[:, 0], w[:, 1]
        without = torch.addcmul(a[0] * wl, a[1], left)
        with_right = torch.addcmul(a[2] * wl, a[3], left)
        return torch.cat((torch.addcmul(wr * without, right, with_right), wl * x[:, 1, -1:]), dim=1)

    def combine_blocks(self, a, x):
        n, arity, k = len(x), x.shape[1], self.block
        weight = (x[:, :, -1:] * self.scale)[:, :, None].expand(-1, -1, self.count, -1)
        factors = torch.cat((weight, x[:, :, : self.count * k].unflatten(2, (self.count, k))), dim=3)
        terms = factors[:, 0]
        if arity == 2:  # the first child's number changes fastest
            terms = (factors[:, 1, :, :, None] * terms[:, :, None]).flatten(2)
        if self.sets == self.count:
            made = torch.bmm(terms.transpose(0, 1), a.transpose(1, 2)).transpose(0, 1).reshape(n, -1)
        else:
            own = terms.split(self.blocks_of_set, dim=1)
            made = torch.cat([(t.reshape(-1, t.shape[2]) @ s.t()).view(n, -1) for t, s in zip(own, a)], dim=1)
        last = weight[:, :, 0].prod(dim=1) / self.scale
        return torch.cat((made, made.new_zeros(n, D - 1 - made.shape[1]), last), dim=1)

    def vectors(self, schedule, arities, noise):
        """All rows of a schedule."""
        leaves, *operators = self.parts()
        table = self.leaf_vectors(leaves, schedule.symbols, noise)
        begin = 0
        for counts in schedule.counts:
            used = [(a, n, arity) for a, n, arity in zip(operators, counts, arities) if n]
            if not used:
                break
            sizes = [n * arity for _, n, arity in used]
            children = table[schedule.children[begin : begin + sum(sizes)]].split(sizes)
            begin += sum(sizes)
            made = [self.combine(a, x.view(n, arity, D)) for (a, n, arity), x in zip(used, children)]
            table = torch.cat((table, normalise(torch.cat(made))))
        return table

    def update(self, loss):
        """Adam with element-wise clipping, and decoupled weight decay of the coefficients."""
        (gradient,) = torch.autograd.grad(loss, self.flat)
        self.steps += 1
        with torch.no_grad():
            gradient.clamp_(-CLIP, CLIP)
            self.mean.mul_(BETA1).add_(gradient, alpha=1 - BETA1)
            self.mean_square.mul_(BETA2).addcmul_(gradient, gradient, value=1 - BETA2)
            root = math.sqrt(1 - BETA2**self.steps)
            length = self.mean_square.sqrt().add_(EPSILON * root)
            self.flat.addcdiv_(self.mean, length, value=-RATE * root / (1 - BETA1**self.steps))
            self.flat[self.lengths[0] :].mul_(1 - RATE * DECAY)


def contrastive(rows, labels):
    """The sum over the rows that have others of their class."""
    units = normalise(rows)
    scores = (units @ units.t()) / TEMPERATURE
    same = (labels[:, None] == labels).float().fill_diagonal_(0)
    others = same.sum(dim=1)
    own = (scores * same).sum(dim=1) / others.clamp(min=1)
    every = torch.logsumexp(scores.fill_diagonal_(-math.inf), dim=1)
    return torch.dot(every - own, (others > 0).float())


def contrastive_of_parts(roots, labels):
    n = len(labels)
    ends = [n * part // PARTS for part in range(PARTS + 1)]
    return sum(contrastive(roots[a:b], labels[a:b]) for a, b in zip(ends, ends[1:])) / n


def batches_of(labels, batch):
    """Endless: the classes cut into groups, which are shuffled."""
    random = np.random.default_rng(1)
    while True:
        order = random.permutation(len(labels))
        order = order[np.argsort(labels[order], kind="stable")]
        first = np.searchsorted(labels[order], labels[order])  # of the own class
        group = (np.arange(len(order)) - first) // GROUP
        _, group = np.unique(labels[order] * len(order) + group, return_inverse=True)
        order = order[np.argsort(random.permutation(group.max() + 1)[group], kind="stable")]
        for begin in range(0, len(order) - batch + 1, batch):
            yield order[begin : begin + batch]


def step(forest, labels, options):
    arities = [1 if name in UNARY else 2 for name in forest.operators]
    network = Network(forest.leaf_names, arities, options.block, options.algebras)
    batches = batches_of(labels, options.batch)
    members = next(batches)
    sizes = []

    def one():
        schedule = Schedule(forest, forest.roots[members])
        sizes.append(schedule.rows)
        roots = network.vectors(schedule, arities, NOISE)[schedule.roots]
        loss = contrastive_of_parts(roots, torch.from_numpy(labels[members]))
        network.update(loss)
        return loss

    def draw():
        nonlocal members
        members = next(batches)

    result = timed_steps(one, options.batch, options.seconds, draw)
    return {**result, "distinct_nodes": sum(sizes) / len(sizes)}


def read_model(path):
    """The metadata and the tensors of a safetensors file."""
    data = Path(path).read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__")
    tensors = {}
    for name, entry in header.items():
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        tensors[name] = np.frombuffer(data[begin:end], "<f4").reshape(entry["shape"])
    return metadata, tensors


def check(forest, texts, options):
    metadata, tensors = read_model(options.model)
    arities = [1 if name in UNARY else 2 for name in forest.operators]
    block, algebras = (int(metadata["setting." + name]) for name in ("block", "algebras"))
    network = Network(forest.leaf_names, arities, block, algebras)
    vocabulary = json.loads(metadata["vocabulary"])
    rows = sorted(vocabulary["variables"]) + sorted(vocabulary["constants"])
    found = [tensors["leaves"][[rows.index(name) for name in forest.leaf_names]]]
    for name in forest.operators:
        found.append(tensors[NAMES[name] + (".points" if network.points else ".blocks")])
    with torch.no_grad():
        for part, own in zip(network.parts(), found):
            part.copy_(torch.from_numpy(own.copy()))
        schedule = Schedule(forest, forest.roots)
        ours = network.vectors(schedule, arities, 0)[schedule.roots].numpy()
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/vectors.npy"
        command = [options.eqnet, "embed", options.model, "--npy", path, "--quiet"]
        subprocess.run(command, input="\n".join(texts) + "\n", text=True, check=True)
        theirs = np.load(path)
    return {"block": block, "algebras": algebras, "expressions": len(texts),
            "largest_difference": float(np.abs(ours - theirs).max())}


def main():
    parser = argparse.ArgumentParser(description="eqnet-mul written with PyTorch, to compare with.")
    parser.add_argument("dataset")
    parser.add_argument("mode", choices=["step", "check"])
    parser.add_argument("--block", type=int, default=1, help="of step; check takes the model's")
    parser.add_argument("--algebras", type=int, default=0, help="the same")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batch", type=int, default=900)
    parser.add_argument("--model", help="of check: a trained eqnet-mul")
    parser.add_argument("--eqnet", help="of check: the program")
    parser.add_argument("--rows", type=int, default=20000, help="of check: expressions at most, spread over DATASET")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)  # as the program does
    torch.manual_seed(1)
    labels, texts = read(options.dataset)
    if options.mode == "check":
        texts = texts[:: -(-len(texts) // options.rows)]
    pool = Pool()
    forest = Forest(pool, [pool.parse(text) for text in texts])
    result = check(forest, texts, options) if options.mode == "check" else step(forest, labels, options)
    print(json.dumps({"mode": options.mode, "threads": options.threads, **result}))


if __name__ == "__main__":
    main()
