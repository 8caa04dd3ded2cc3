#!/usr/bin/env python3
"""Whether the tables of tests/fixtures/reals say what is so: both sides of every rule computed by oracle.py at many
points. Prints what is not, and exits with 1."""

import os
import random
import re
import sys

import stress
from oracle import UNKNOWN, Expression, differ

FOLDER = os.path.join(os.path.dirname(__file__), "../../tests/fixtures/reals")


def plain(text):
    """With signs between factors, and what the oracle does not have written out."""
    text = re.sub(r"(?<![a-z\d])(\d+) ?([a-z(])", r"\1*\2", text)
    for name, meaning in (("sec", "1/cos"), ("csc", "1/sin"), ("log1p", "log(1+{})"), ("expm1", "(exp({})-1)")):
        shown = meaning if "{}" in meaning else meaning + "({})"
        text = re.sub(rf"{name}\((-?\w)\)", lambda found: f"({shown.format(found[1])})", text)
    text = re.sub(r"cot\((\w)\)", r"(cos(\1)/sin(\1))", text)
    text = re.sub(r"hypot\((\w),(\w)\)", r"sqrt(\1**2+\2**2)", text)
    return re.sub(r"log\((\w),(\w)\)", r"(log(\1)/log(\2))", text)


def main():
    generator = random.Random(1)
    wrong = 0
    for name, equal in (("true.tsv", True), ("false.tsv", False)):
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            for line in file:
                if line.startswith("#"):
                    continue
                sides = [Expression(plain(text)) for text in line.rstrip("\n").split("\t")]
                names = sorted(set(sides[0].variables()) | set(sides[1].variables()))
                compared, different = 0, None
                for point in stress.points(names, generator, 60):
                    values = [side.at(point) for side in sides]
                    if None in values or UNKNOWN in values:
                        continue
                    compared += 1
                    if differ(*values):
                        different = point
                if compared == 0 or (different is None) != equal:
                    wrong += 1
                    print(name, line.rstrip(), different, compared)
    print(f"wrong: {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
