#!/usr/bin/env python3
"""Open data of algebras beside those of examples/algebras/open.py, and how well eqnet-mul learns them.

    bench/more_algebras.py PROGRAM FOLDER [NAME…]

Makes data of each, trains with defaults (seed 1, one thread, 60 s at most), and prints a Markdown table: what was found, and
score_5 on UnseenEqClass / among random trees of 21 nodes as a share of the ceiling.
"""

import itertools
import json
import random
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples" / "algebras"))
import open as base  # noqa: E402  examples/algebras/open.py

LETTERS = base.FreeGroup.names


class PlusAndOption(base.RegularExpressions):
    """Regular expressions with one or more, and one or none."""

    operators = {"union": 2, "concatenation": 2, "plus": 1, "option": 1}

    def plus(self, own):
        return self.concatenation(own, self.star(own))

    def option(self, own):
        return self.union(own, self.star(self.minimal(0, lambda _: False, lambda *_: 0)))


class Reversal(base.RegularExpressions):
    operators = {"union": 2, "concatenation": 2, "star": 1, "reverse": 1}

    def reverse(self, own):
        """States: from where the end could have been reached."""
        return self.minimal(
            frozenset(q for q, state in enumerate(own) if state[0]),
            lambda states: 0 in states,
            lambda states, letter: frozenset(q for q, state in enumerate(own) if state[1][letter] in states),
        )


class Intersection(base.RegularExpressions):
    operators = {"union": 2, "concatenation": 2, "intersection": 2, "star": 1}

    def intersection(self, left, right):
        return self.minimal(
            (0, 0),
            lambda pair: left[pair[0]][0] and right[pair[1]][0],
            lambda pair, letter: (left[pair[0]][1][letter], right[pair[1]][1][letter]),
        )


class AtAssignments:
    """What comes out under each of some assignments of the variables."""

    names = LETTERS

    def apply(self, op, children):
        return tuple(self.result(op, *values) for values in zip(*children))


class MaximumAndSum(AtAssignments):
    operators = {"max": 2, "add": 2}

    def __init__(self, variables):
        rng = random.Random(1)
        self.variables = [tuple(rng.randrange(-(10**6), 10**6) for _ in range(400)) for _ in range(variables)]

    def result(self, op, x, y):
        return max(x, y) if op == "max" else x + y


class PartialInjections(AtAssignments):
    """Of 3 points; 3 stands for nowhere. All assignments."""

    operators = {"product": 2, "inverse": 1}

    def __init__(self, variables):
        maps = [f for f in itertools.product(range(4), repeat=3) if len({x for x in f if x < 3}) == sum(x < 3 for x in f)]
        self.variables = [tuple(one[i] for one in itertools.product(maps, repeat=variables)) for i in range(variables)]

    def result(self, op, f, g=None):
        if op == "product":
            return tuple(3 if x == 3 else g[x] for x in f)
        return tuple(f.index(x) if x in f else 3 for x in range(3))


class Relations(AtAssignments):
    """On 3 points, under 150 random assignments."""

    operators = {"union": 2, "meet": 2, "compose": 2, "converse": 1}

    def __init__(self, variables):
        rng, pairs = random.Random(2), list(itertools.product(range(3), repeat=2))
        self.variables = [
            tuple(frozenset(pair for pair in pairs if rng.random() < 0.4) for _ in range(150)) for _ in range(variables)
        ]

    def result(self, op, x, y=None):
        if op == "union":
            return x | y
        if op == "meet":
            return x & y
        if op == "converse":
            return frozenset((j, i) for i, j in x)
        return frozenset((i, j) for i, k in x for l, j in y if k == l)


class Multisets:
    operators = {"join": 2, "meet": 2}
    names = LETTERS

    def __init__(self, variables):
        self.variables = [tuple(int(i == j) for j in range(variables)) for i in range(variables)]

    def apply(self, op, children):
        return tuple(x + y if op == "join" else min(x, y) for x, y in zip(*children))


class Conjugation(base.FreeGroup):
    operators = {"conjugate": 2, "back": 2}

    def apply(self, op, children):
        x, y = children
        inverse = super().apply("inverse", (y,))
        first, last = (y, inverse) if op == "conjugate" else (inverse, y)
        return super().apply("product", (super().apply("product", (first, x)), last))


class ComplexNumbers(AtAssignments):
    """Modulo a prime, under two random assignments."""

    operators = {"+": 2, "*": 2, "conjugate": 1}
    prime = 2**61 - 1

    def __init__(self, variables):
        rng = random.Random(3)
        self.variables = [
            tuple((rng.randrange(self.prime), rng.randrange(self.prime)) for _ in range(2)) for _ in range(variables)
        ]

    def result(self, op, x, y=None):
        if op == "conjugate":
            pair = (x[0], -x[1])
        elif op == "+":
            pair = (x[0] + y[0], x[1] + y[1])
        else:
            pair = (x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0])
        return tuple(part % self.prime for part in pair)


class Derivatives:
    """Polynomials and their derivative by the first variable, as sums of exponents and coefficients."""

    operators = {"+": 2, "*": 2, "D": 1}
    names = "xyz"

    def __init__(self, variables):
        self.variables = [((tuple(int(i == j) for j in range(variables)), 1),) for i in range(variables)]

    def apply(self, op, children):
        terms = []
        if op == "+":
            terms = [*children[0], *children[1]]
        elif op == "*":
            for (one, k), (other, l) in itertools.product(*children):
                terms.append((tuple(a + b for a, b in zip(one, other)), k * l))
        else:
            terms = [((one[0] - 1, *one[1:]), k * one[0]) for one, k in children[0] if one[0] > 0]
        total = {}
        for exponents, k in terms:
            total[exponents] = total.get(exponents, 0) + k
        return tuple(sorted(term for term in total.items() if term[1]))


# name: algebra, variables, most nodes, most expressions of a class
DATA = {
    "three-letters": (base.RegularExpressions, 3, 8, 100),
    "plus-and-option": (PlusAndOption, 2, 8, 100),
    "partial-injections": (PartialInjections, 2, 9, 50),
    "relations": (Relations, 2, 8, 60),
    "conjugation": (Conjugation, 3, 9, 50),
    "multisets": (Multisets, 3, 9, 50),
    "complex-numbers": (ComplexNumbers, 2, 8, 50),
    "derivatives": (Derivatives, 2, 8, 50),
    "intersection": (Intersection, 2, 8, 100),
    "reversal": (Reversal, 2, 8, 100),
    "maximum-and-sum": (MaximumAndSum, 3, 9, 100),
}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)

    def eqnet(*arguments):
        return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=True)

    def share(model, data):
        output = eqnet("evaluate", model, data, "--domain", "open", "--scores-only", "--json", "-q").stdout
        unseen = json.loads(output)["unseen"]
        return 100 * unseen["score"][4] / unseen["ceiling"][4]

    print("| algebra | what was found | score | training, s |\n|---|---|---:|---:|")
    for name in sys.argv[3:] or DATA:
        algebra, variables, most, each = DATA[name]
        base.ALGEBRAS[name] = algebra
        data, model = folder / f"{name}.txt", folder / f"{name}.eqnet"
        numbers = ["--vars", variables, "--max-size", most, "--per-class", each, "--random-size", 21, "--count", 10000]
        sys.argv = ["open.py", name, *map(str, numbers), "--output", str(data)]
        with open(folder / f"{name}.log", "w", encoding="utf-8") as log:
            sys.stdout, screen = log, sys.stdout
            base.main()
            sys.stdout = screen
        eqnet("split", data, "--domain", "open", "-o", folder, "--force", "-q")
        training = eqnet("train", data, "--domain", "open", "-o", model, "--time", 60, "--threads", 1, "--force")
        found = re.search(r"eqnet: ([^:]*):", training.stderr)
        seconds = re.search(r" in ([\d.]+) s", training.stdout)
        scores = f"{share(model, data):.1f} / {share(model, folder / f'{name}-random21.txt'):.1f}"
        print(f"| {name} | {found[1] if found else '-'} | {scores} | {seconds[1] if seconds else '-'} |", flush=True)


if __name__ == "__main__":
    main()
