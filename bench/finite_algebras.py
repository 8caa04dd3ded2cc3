#!/usr/bin/env python3
"""Twenty-four finite algebras: a dataset of each, a training with defaults, and what it comes to.

  bench/finite_algebras.py PROGRAM FOLDER [NAME...]

Writes each as FOLDER/NAME.toml, makes all expressions of three variables up to a size (at most 60 of a class, and the first
size with more than 5,000), trains for 60 s at most on one core, and prints a Markdown table: score_5 on UnseenEqClass and
among random trees of 21 nodes, as a share of the ceiling. Python's standard library only.
"""
import itertools
import json
import math
import random
import re
import subprocess
import sys
from pathlib import Path


def table(function, values, arity, names):
    def rows(arguments):
        if len(arguments) == arity:
            return names[function(*arguments)]
        return [rows(arguments + [value]) for value in range(values)]

    return rows([])


def toml(name, values, operators):
    names = [f"v{value}" for value in range(values)]
    text = f'name = "{name}"\nvalues = {json.dumps(names)}\n'
    for operator, arity, function in operators:
        text += f'[[operator]]\nname = "{operator}"\ntable = {json.dumps(table(function, values, arity, names))}\n'
    return text


def field_product(modulus, degree):
    def product(a, b):
        result = 0
        for i in range(degree):
            if b >> i & 1:
                result ^= a << i
        for i in range(2 * degree - 2, degree - 1, -1):
            if result >> i & 1:
                result ^= modulus << (i - degree)
        return result

    return product


def nine(a, b):  # a + b i with i^2 = -1, modulo 3
    return (a % 3 * (b % 3) - a // 3 * (b // 3)) % 3 + 3 * ((a % 3 * (b // 3) + a // 3 * (b % 3)) % 3)


def matrix_product(a, b):  # two rows of bits, modulo 2
    x, y = [a >> i & 1 for i in range(4)], [b >> i & 1 for i in range(4)]
    cells = [x[0] * y[0] + x[1] * y[2], x[0] * y[1] + x[1] * y[3], x[2] * y[0] + x[3] * y[2], x[2] * y[1] + x[3] * y[3]]
    return sum(cell % 2 << i for i, cell in enumerate(cells))


PERMUTATIONS = list(itertools.permutations(range(3)))


def compose(a, b):
    return PERMUTATIONS.index(tuple(PERMUTATIONS[a][PERMUTATIONS[b][k]] for k in range(3)))


def invert(a):
    return PERMUTATIONS.index(tuple(PERMUTATIONS[a].index(k) for k in range(3)))


def quaternion_product(a, b):  # a sign and one of 1, i, j, k
    sign, x, y = a >> 2 ^ b >> 2, a & 3, b & 3
    if x == 0 or y == 0:
        return sign << 2 | x | y
    if x == y:
        return (sign ^ 1) << 2
    return (sign ^ ((x, y) in ((2, 1), (3, 2), (1, 3)))) << 2 | 6 - x - y


def meet(a, b):  # of the diamond: 0 below 1, 2 and 3, below 4
    return a if a == b or b == 4 else b if a == 4 else 0


def join(a, b):
    return a if a == b or b == 0 else b if a == 0 else 4


DIVISORS = [1, 2, 3, 4, 6, 12]
FOUR = random.Random(1)
MADE_UP = [[FOUR.randrange(4) for _ in range(4)] for _ in range(4)], [FOUR.randrange(4) for _ in range(4)]

# name: values, operators
ALGEBRAS = {
    "modulo-5": (5, [("Add", 2, lambda a, b: (a + b) % 5), ("Mul", 2, lambda a, b: a * b % 5), ("Sub", 2, lambda a, b: (a - b) % 5)]),
    "modulo-8": (8, [("Add", 2, lambda a, b: (a + b) % 8), ("Mul", 2, lambda a, b: a * b % 8)]),
    "modulo-12": (12, [("Add", 2, lambda a, b: (a + b) % 12), ("Mul", 2, lambda a, b: a * b % 12)]),
    "field-of-4": (4, [("Add", 2, lambda a, b: a ^ b), ("Mul", 2, field_product(0b111, 2))]),
    "field-of-8": (8, [("Add", 2, lambda a, b: a ^ b), ("Mul", 2, field_product(0b1011, 3))]),
    "field-of-9": (9, [("Add", 2, lambda a, b: (a + b) % 3 + (a // 3 + b // 3) % 3 * 3), ("Mul", 2, nine)]),
    "matrices-modulo-2": (16, [("Add", 2, lambda a, b: a ^ b), ("Mul", 2, matrix_product),
                               ("T", 1, lambda a: a & 9 | (a & 2) << 1 | (a & 4) >> 1)]),
    "permutations-of-3": (6, [("Mul", 2, compose), ("Inv", 1, invert)]),
    "quaternion-group": (8, [("Mul", 2, quaternion_product), ("Inv", 1, lambda a: a if a & 3 == 0 else a ^ 4)]),
    "dihedral-5": (10, [("Mul", 2, lambda a, b: (a % 5 + (b % 5 if a < 5 else -b % 5)) % 5 + 5 * (a // 5 ^ b // 5)),
                        ("Inv", 1, lambda a: a if a >= 5 else -a % 5)]),
    "lukasiewicz-5": (5, [("And", 2, lambda a, b: max(0, a + b - 4)), ("Not", 1, lambda a: 4 - a), ("Or", 2, lambda a, b: min(4, a + b))]),
    "goedel-4": (4, [("And", 2, min), ("Imp", 2, lambda a, b: 3 if a <= b else b), ("Or", 2, max)]),
    "post-3": (3, [("Max", 2, max), ("Next", 1, lambda a: (a + 1) % 3)]),
    "belnap": (4, [("And", 2, lambda a, b: a & b), ("Consensus", 2, lambda a, b: a & b & 1 | (a | b) & 2),
                   ("Not", 1, lambda a: (a >> 1 | (a & 1) << 1) ^ 3)]),
    "tropical-to-5": (6, [("Min", 2, min), ("Plus", 2, lambda a, b: min(5, a + b))]),
    "saturating-7": (8, [("Add", 2, lambda a, b: min(7, a + b)), ("Sub", 2, lambda a, b: max(0, a - b))]),
    "signed-saturating-2": (5, [("Add", 2, lambda a, b: max(-2, min(2, a + b - 4)) + 2), ("Neg", 1, lambda a: 4 - a)]),
    "bits-rotated": (8, [("And", 2, lambda a, b: a & b), ("Or", 2, lambda a, b: a | b), ("Rot", 1, lambda a: a >> 1 | (a & 1) << 2)]),
    "choice-of-3": (3, [("If", 3, lambda c, a, b: [b, a, c][c]), ("Rot", 1, lambda a: (a + 1) % 3)]),
    "median-of-5": (5, [("Med", 3, lambda a, b, c: sorted((a, b, c))[1]), ("Not", 1, lambda a: 4 - a)]),
    "rock-paper-scissors": (3, [("Beats", 2, lambda a, b: a if (a - b) % 3 < 2 else b)]),
    "divisors-of-12": (6, [("Gcd", 2, lambda a, b: DIVISORS.index(math.gcd(DIVISORS[a], DIVISORS[b]))),
                           ("Lcm", 2, lambda a, b: DIVISORS.index(math.lcm(DIVISORS[a], DIVISORS[b])))]),
    "diamond-lattice": (5, [("Join", 2, join), ("Meet", 2, meet)]),
    "made-up-4": (4, [("F", 2, lambda a, b: MADE_UP[0][a][b]), ("G", 1, lambda a: MADE_UP[1][a])]),
}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)

    def eqnet(*arguments):
        return subprocess.run([program, *map(str, arguments), "--threads", "1"], capture_output=True, text=True, check=True)

    def share(*arguments):
        unseen = json.loads(eqnet("evaluate", *arguments, "--scores-only", "--json", "-q").stdout)["unseen"]
        return 100 * unseen["score"][4] / unseen["ceiling"][4]

    print("| algebra | what was found | score | training, s |\n|---|---|---:|---:|")
    for name in sys.argv[3:] or ALGEBRAS:
        file, model = folder / f"{name}.toml", folder / f"{name}.eqnet"
        file.write_text(toml(name, *ALGEBRAS[name]), encoding="utf-8")
        space = ["generate", "--domain", file, "--name", name, "--vars", 3, "--per-class", 60]
        for size in range(5, 14):
            expressions = json.loads(eqnet(*space, "--max-size", size, "--count", "--json", "-q").stdout)["expressions"]
            if expressions > 5000:
                break
        eqnet(*space, "--max-size", size, "-o", folder / "data", "-q")
        data = folder / "data" / f"{name}.json.gz"
        training = eqnet("train", data, "-o", model, "--time", 60, "--force")
        found = re.search(r"eqnet: ([^:]*):", training.stderr)
        seconds = re.search(r" in ([\d.]+) s", training.stdout)
        scores = f"{share(model, data):.1f} / {share(model, '--random-size', 21):.1f}"
        print(f"| {name} | {found[1] if found else '-'} | {scores} | {seconds[1] if seconds else '-'} |", flush=True)


if __name__ == "__main__":
    main()
