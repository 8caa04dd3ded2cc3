#!/usr/bin/env python3
"""The same pairs decided by SymPy and by the program.

    bench/reals/pairs.py rational > pairs.tsv; bench/reals/peer_sympy.py pairs.tsv [PAIRS] [--program build/eqnet]

SymPy says `simplify(a - b) == 0` with real symbols, at most 5 seconds a pair. Prints seconds, wrong and undecided pairs
of both; a pair is wrong where it is called different and was made equivalent, or the other way round and a value at a
random point says otherwise."""

import argparse
import random
import signal
import subprocess
import time

import stress
from oracle import UNKNOWN, Expression, differ


class Late(Exception):
    pass


def late(*_):
    raise Late


def really_differ(left, right, generator):
    sides = Expression(left), Expression(right)
    for point in stress.points(["x", "y", "z"], generator, 60):
        values = [side.at(point) for side in sides]
        if None not in values and UNKNOWN not in values and differ(*values):
            return True
    return False


def main():
    options = argparse.ArgumentParser()
    options.add_argument("file")
    options.add_argument("pairs", nargs="?", type=int, default=200)
    options.add_argument("--program", default="build/eqnet")
    given = options.parse_args()
    with open(given.file, encoding="utf-8") as file:
        pairs = [line.rstrip("\n").split("\t") for line in file][: given.pairs]
    generator = random.Random(1)
    truth = [not really_differ(left, right, generator) for left, right, _ in pairs]
    text = "".join(f"{left}\t{right}\n" for left, right, _ in pairs)
    begin = time.perf_counter()
    answers = subprocess.run([given.program, "equiv", "--domain", "real", "--batch", "-", "--quiet", "--threads", "1"],
                             input=text, capture_output=True, text=True, check=False).stdout.splitlines()
    own = time.perf_counter() - begin
    own_wrong = sum(a.startswith("equivalent") != t for a, t in zip(answers, truth) if not a.startswith("undecided"))
    own_open = sum(a.startswith("undecided") for a in answers)

    import sympy

    names = {name: sympy.Symbol(name, real=True) for name in "xyz"}
    signal.signal(signal.SIGALRM, late)
    seconds = wrong = hung = failed = 0
    for (left, right, _), true in zip(pairs, truth):
        begin = time.perf_counter()
        signal.alarm(5)
        try:
            equal = sympy.simplify(sympy.sympify(left, names) - sympy.sympify(right, names)) == 0
            wrong += bool(equal) != true
        except Late:
            hung += 1
        except Exception:  # what SymPy raises is of many kinds
            failed += 1
        finally:
            signal.alarm(0)
        seconds += time.perf_counter() - begin
    print("| | seconds | wrong | undecided | over 5 s | failed |\n|---|---:|---:|---:|---:|---:|")
    print(f"| eqnet | {own:.3f} | {own_wrong} | {own_open} | 0 | 0 |")
    print(f"| SymPy {sympy.__version__} | {seconds:.1f} | {wrong} | 0 | {hung} | {failed} |")
    print(f"ratio {seconds / own:.0f}")


if __name__ == "__main__":
    main()
