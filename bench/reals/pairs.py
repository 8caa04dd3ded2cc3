#!/usr/bin/env python3
"""Pairs of expressions of 9 nodes, half of them equivalent by construction: valid laws applied to the left side.

    bench/reals/pairs.py rational|elementary [PAIRS] [SEED] > pairs.tsv

A line is left, tab, right, tab, "same" or "other"; `cut -f1,2` is what `eqnet equiv --batch` reads. A pair has values at
some point at least."""

import random
import sys

import stress
from oracle import UNKNOWN, Expression

RATIONAL = ["A+B = B+A", "A*B = B*A", "(A+B)+C = A+(B+C)", "(A*B)*C = A*(B*C)", "A*(B+C) = A*B+A*C", "A-B = A+(-B)",
            "A/B = A*(1/B)", "A = A+0", "A = A*1", "(A+B)*(A-B) = A*A-B*B", "1/A+1/B = (A+B)/(A*B)", "A = (A*B)/B",
            "A/(B/C) = A*C/B", "-(A-B) = B-A", "(A+B)/C = A/C+B/C", "2*A = A+A", "A/B*C = A*C/B"]


def main():
    kind, count, seed = sys.argv[1], int((sys.argv + ["", "10000"])[2] or 10000), int((sys.argv + ["", "", "1"])[3] or 1)
    rational = kind == "rational"
    laws = stress.rules("; ".join(RATIONAL)) if rational else stress.rules("; ".join(RATIONAL)) + stress.LAWS
    if not rational:
        known = ("asin", "acos", "atan", "tan", "sinh", "cosh", "tanh", "max", "min", "abs", "cbrt", "log2", "pi", "**")
        laws = [law for law in laws if not any(word in side for side in law for word in known)]
        laws += stress.rules("sqrt(A)*sqrt(A) = A; sin(A)*sin(A)+cos(A)*cos(A) = 1+0*A; exp(A)*exp(A) = exp(2*A)")
    stress.UNARY[:] = [] if rational else ["sqrt", "exp", "log", "sin", "cos"]
    stress.BINARY[:] = ["+", "-", "*", "/"]
    stress.LEAVES[:] = ["x", "y", "z", "x", "y", "z", "1", "2"]
    trees = stress.Trees(seed)
    generator = random.Random(seed)

    def tree(nodes):
        """Of exactly that many nodes."""
        while True:
            made = trees.tree(nodes)
            if sum(1 for _ in stress.subtrees(made)) == nodes:
                return made

    def valued(text):
        expression = Expression(text)
        found = 0
        for point in stress.points(["x", "y", "z"], generator, 16):
            value = expression.at(point)
            found += value is not None and value != UNKNOWN
        return found >= 4

    written = 0
    while written < count:
        left = tree(9)
        if not valued(stress.written(left)):
            continue
        same = written % 2 == 0
        right = left
        if same:
            for _ in range(trees.random.randrange(1, 4)):
                right = trees.rewritten(right, laws)
        else:
            right = tree(9)
        if not valued(stress.written(right)):
            continue
        print(stress.written(left), stress.written(right), "same" if same else "other", sep="\t")
        written += 1


if __name__ == "__main__":
    main()
