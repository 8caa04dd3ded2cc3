#!/usr/bin/env python3
"""Random pairs of expressions about real numbers, decided by the program and judged by oracle.py.

    bench/reals/stress.py [PAIRS] [SEED] [--nodes N] [--program build/eqnet]

A third of the pairs are equal where both are defined by construction (valid laws), a third nearly so (laws that hold
for some numbers only), a third are small trees that share little. Prints what is wrong, and a table; exit 1 where a
verdict, a witness or a condition is wrong."""

import argparse
import json
import random
import subprocess
import sys
from fractions import Fraction

from oracle import UNKNOWN, Expression, differ, real

UNARY = ["-", "sqrt", "cbrt", "abs", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
         "log2", "sqrt", "abs", "sqrt", "asinh", "acosh", "atanh", "log10"]
BINARY = ["+", "-", "*", "/", "**", "min", "max", "+", "-", "*", "/"]
LEAVES = ["x", "y", "x", "y", "x", "1", "2", "0", "3", "pi", "e", "-1", "(1/2)"]
EXPONENTS = ["2", "3", "-1", "-2", "(1/2)", "(1/3)", "(2/3)", "(-1/2)", "(3/2)", "0", "4", "(1/4)"]

# Equal wherever both sides have a value. A, B, C stand for any expressions.
LAWS = """
A+B = B+A; A*B = B*A; (A+B)+C = A+(B+C); (A*B)*C = A*(B*C); A*(B+C) = A*B+A*C; A-B = A+(-B); A/B = A*(1/B)
A = A+0; A = A*1; A-A = 0*A; (A+B)*(A-B) = A**2-B**2; (A+B)**2 = A**2+2*A*B+B**2; A/B = (A*C)/(B*C); A = (A*B)/B
1/A+1/B = (A+B)/(A*B); A**2 = A*A; A**3 = A*A*A; A**(-1) = 1/A; A/(B/C) = A*C/B; -(A-B) = B-A
sqrt(A)*sqrt(B) = sqrt(A*B); sqrt(A)**2 = A; sqrt(A**2) = abs(A); A**(1/2) = sqrt(A); sqrt(A)/sqrt(B) = sqrt(A/B)
A**(1/3) = cbrt(A); cbrt(A**3) = A; cbrt(A)**3 = A; cbrt(A*B) = cbrt(A)*cbrt(B); A**(3/2) = A*sqrt(A); cbrt(-A) = -cbrt(A)
abs(A*B) = abs(A)*abs(B); abs(-A) = abs(A); abs(A)**2 = A**2; abs(A/B) = abs(A)/abs(B); abs(abs(A)) = abs(A)
max(A,B) = max(B,A); max(A,B)+min(A,B) = A+B; max(A,B) = (A+B+abs(A-B))/2; min(A,B) = -max(-A,-B); max(A,A) = A
exp(A+B) = exp(A)*exp(B); exp(-A) = 1/exp(A); exp(A)**2 = exp(2*A); exp(A-B) = exp(A)/exp(B); exp(log(A)) = A
log(exp(A)) = A; log(A)+log(B) = log(A*B); log(A)-log(B) = log(A/B); log(A**2) = 2*log(abs(A)); log(sqrt(A)) = log(A)/2
log2(A) = log(A)/log(2); log(1/A) = -log(A); A**B = exp(B*log(A)); 2**(A+B) = 2**A*2**B; log(A**3) = 3*log(A)
sin(A)**2+cos(A)**2 = 1+0*A; sin(2*A) = 2*sin(A)*cos(A); cos(2*A) = 1-2*sin(A)**2; tan(A) = sin(A)/cos(A)
sin(-A) = -sin(A); cos(-A) = cos(A); sin(A+B) = sin(A)*cos(B)+cos(A)*sin(B); cos(A+pi) = -cos(A); sin(A+2*pi) = sin(A)
sin(asin(A)) = A; cos(acos(A)) = A; tan(atan(A)) = A; asin(A)+acos(A) = pi/2+0*A; cos(asin(A)) = sqrt(1-A**2)
sinh(A) = (exp(A)-exp(-A))/2; cosh(A)**2-sinh(A)**2 = 1+0*A; tanh(A) = sinh(A)/cosh(A); asin(-A) = -asin(A)
asinh(A) = log(A+sqrt(A**2+1)); acosh(A) = log(A+sqrt(A**2-1)); atanh(A) = log((1+A)/(1-A))/2; sinh(asinh(A)) = A
tan(asin(A)) = A/sqrt(1-A**2); sin(A/50)**2+cos(A/50)**2 = 1+0*A; log10(A) = log(A)/log(10); asinh(-A) = -asinh(A)
sin(pi/2-A) = cos(A); 1+tan(A)**2 = 1/cos(A)**2; atan(-A) = -atan(A); acos(-A) = pi-acos(A); exp(A) = exp(A/2)**2
"""
# Equal for some numbers only; or only nearly.
NEARLY = """
sqrt(A**2) = A; abs(A) = A; abs(A) = -A; asin(sin(A)) = A; acos(cos(A)) = A; atan(tan(A)) = A; max(A,B) = A; min(A,0) = 0*A
sqrt(A*B) = sqrt(abs(A))*sqrt(abs(B)); A = A+sqrt(-B**2); A = A+sqrt(B)+sqrt(-B); A = A*(B/abs(B)); A = A+abs(B)-B
log(A*B) = log(abs(A))+log(abs(B)); A = A+abs(sin(B))-sin(B); log(A**2) = 2*log(A); A = A+abs(B+1)-(B+1)
A = A+sqrt(-B**2*(B+1)); A = A + acos(1+B**2); A*A = abs(A)*A; A**(2/3) = cbrt(A)**2; A+B = A+abs(B)
sqrt(A)*sqrt(B) = -sqrt(A*B); A = A*cos(B-B); A = A*sqrt(B**2*C)/(abs(B)*sqrt(C)); atan(A)+atan(1/A) = pi/2+0*A
A = A+asin(B)+asin(-B); max(A,B) = max(A,abs(B)); A**B = abs(A)**B; abs(A+B) = abs(A)+abs(B); sqrt(A**4) = A**2
sin(A/49)**2+sin(A)**2 = 1+0*A; cos(A)+cos(A/55) = 2*cos(A); asin(A)+asin(B) = asin(A*sqrt(1-B**2)+B*sqrt(1-A**2))
acos(2*A**2-1) = 2*acos(A); asin(2*A*sqrt(1-A**2)) = 2*asin(A); atan(A)+atan(B) = atan((A+B)/(1-A*B)); acosh(A) = asinh(A)
tanh(A) = A/(1+abs(A)); A = A*(1+1/10**30); A = A + 0**2*B; A/B = A/(B+0*C); A = (A**2)**(1/2); A = A*log(exp(1))
"""


def rules(text):
    lines = [line.strip() for part in text.strip().splitlines() for line in part.split(";")]
    return [tuple(side.strip() for side in line.split("=")) for line in lines if line]


LAWS, NEARLY = rules(LAWS), rules(NEARLY)


class Trees:
    """Trees as nested tuples: (operator, children...); a leaf is a text."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def tree(self, nodes):
        if nodes <= 1 or (nodes == 2 and not UNARY):
            return self.random.choice(LEAVES)
        if UNARY and (nodes == 2 or self.random.random() < 0.4):
            return (self.random.choice(UNARY), self.tree(nodes - 1))
        op = self.random.choice(BINARY)
        if op == "**" and self.random.random() < 0.8:
            return (op, self.tree(nodes - 2), self.random.choice(EXPONENTS))
        left = self.random.randrange(1, nodes - 1)
        return (op, self.tree(left), self.tree(nodes - 1 - left))

    def rewritten(self, tree, laws):
        """One law applied somewhere, if one fits."""
        places = [(path, law) for path, part in subtrees(tree) for law in self.random.sample(laws, min(12, len(laws)))]
        self.random.shuffle(places)
        for path, (left, right) in places:
            if self.random.random() < 0.5:
                left, right = right, left
            found = {}
            if matches(parsed(left), at(tree, path), found):
                for name in "ABC":
                    if name not in found:
                        found[name] = self.tree(self.random.choice([1, 1, 2, 3]))
                return replaced(tree, path, filled(parsed(right), found))
        return tree


def parsed(text, cache={}):
    if text not in cache:
        import ast

        def convert(node):
            if isinstance(node, ast.Constant):
                return str(node.value)
            if isinstance(node, ast.Name):
                return node.id
            if isinstance(node, ast.UnaryOp):
                return ("-", convert(node.operand))
            if isinstance(node, ast.Call):
                return (node.func.id, *map(convert, node.args))
            signs = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}
            return (signs[type(node.op)], convert(node.left), convert(node.right))

        cache[text] = convert(ast.parse(text, mode="eval").body)
    return cache[text]


def subtrees(tree, path=()):
    yield path, tree
    if isinstance(tree, tuple):
        for i, child in enumerate(tree[1:], 1):
            yield from subtrees(child, path + (i,))


def at(tree, path):
    for i in path:
        tree = tree[i]
    return tree


def replaced(tree, path, new):
    if not path:
        return new
    i = path[0]
    return tree[:i] + (replaced(tree[i], path[1:], new),) + tree[i + 1:]


def matches(pattern, tree, found):
    if isinstance(pattern, str):
        if pattern in "ABC":
            return found.setdefault(pattern, tree) == tree
        return pattern == tree
    return (isinstance(tree, tuple) and len(tree) == len(pattern) and tree[0] == pattern[0]
            and all(matches(p, t, found) for p, t in zip(pattern[1:], tree[1:])))


def filled(pattern, found):
    if isinstance(pattern, str):
        return found[pattern] if pattern in "ABC" else pattern
    return (pattern[0], *(filled(part, found) for part in pattern[1:]))


def written(tree):
    if isinstance(tree, str):
        return f"({tree})" if tree.startswith("-") else tree
    op, *children = tree
    texts = [written(child) for child in children]
    if op == "-" and len(texts) == 1:
        return f"(-{texts[0]})"
    if op[0].isalpha():
        return f"{op}({', '.join(texts)})"
    return f"({texts[0]} {op} {texts[1]})"


def points(names, generator, count):
    special = [Fraction(n) for n in (0, 1, -1)]
    near = special + [Fraction(1, 2), Fraction(-1, 2), Fraction(2), Fraction(-2), Fraction(3), Fraction(-3)]
    for number in range(count):
        if number < 9 and len(names) <= 2:
            yield {name: special[(number // 3**i) % 3] for i, name in enumerate(names)}
        elif number % 3 == 0:
            yield {name: generator.choice(near) for name in names}
        else:
            reach = generator.choice([1, 1, 3, 10])
            yield {name: Fraction(generator.randrange(-60 * reach, 60 * reach + 1), 60) for name in names}


def holds(clause, point):
    """Whether "x = 1", "f <= 0", "|f| > 1" holds at a point; None where that cannot be told."""
    for sign in (" <= ", " = ", " < ", " > "):
        if sign in clause:
            left, right = clause.rsplit(sign, 1)
            if left.startswith("|") and sign == " > ":
                left = f"abs({left[1:-1]})"
            value, other = Expression(left).at(point), Expression(right).at(point)
            if value is None or isinstance(value, str):
                return None
            value, other = real(value), real(other)
            if abs(value - other) < 1e-40 and value != other:
                return None
            return {" <= ": value <= other, " = ": value == other, " < ": value < other, " > ": value > other}[sign]
    return None


def clauses(condition):
    """By side, what the verdict says where it has no value."""
    sides = {"the first": [], "the second": []}
    for part in condition.split(", the second"):
        side = "the first" if part.startswith("the first") else "the second"
        text = part.split("has no value where ", 1)[1] if "has no value where " in part else ""
        sides[side] += text.split(" or ")
    return sides["the first"], sides["the second"]


def number(text):
    try:
        return Fraction(text)
    except ValueError:
        return None


def judge(left, right, verdict, generator, count, strict):
    """What is wrong with a verdict: nothing, or a text."""
    first, second = Expression(left), Expression(right)
    names = sorted(set(first.variables()) | set(second.variables()))
    if verdict["verdict"] == "different":
        witness = verdict.get("witness") or {}
        point = {name: Fraction(witness.get(name, "1")) for name in names}
        values = first.at(point), second.at(point)
        if UNKNOWN in values:
            return None
        if None in values:
            return None if strict and values.count(None) == 1 else f"no value at the witness {witness}"
        if not differ(*values):
            return f"no difference at the witness {witness}"
        for value, shown in zip(values, (verdict.get("left"), verdict.get("right"))):
            shown = number(shown) if shown else None
            if shown is not None and abs(real(value) - real(shown)) > 1e-4 * abs(real(value)) + 1e-40:
                return f"a value at the witness is {value}, not {shown}"
        return None
    if verdict["verdict"] != "equivalent":
        return None
    condition = verdict.get("condition", "")
    try:
        listed = clauses(condition) if "has no value" in condition else ([], [])
    except IndexError:
        listed = ([], [])
    vague = "worked out" in condition or "shortly" in condition
    for point in points(names, generator, count):
        values = first.at(point), second.at(point)
        if UNKNOWN in values:
            continue
        if None not in values:
            if differ(*values):
                return f"different at {point}"
            continue
        for side in (0, 1):
            if values[side] is not None and not vague:
                for clause in listed[side]:
                    if holds(clause, point):
                        return f"has a value at {point} where {clause}"
            if values[side] is None and values[1 - side] is not None and not listed[side] and not vague:
                return f"no value at {point}, and no word of it"
    return None


def main():
    options = argparse.ArgumentParser()
    options.add_argument("pairs", nargs="?", type=int, default=1000)
    options.add_argument("seed", nargs="?", type=int, default=1)
    options.add_argument("--nodes", type=int, default=9)
    options.add_argument("--points", type=int, default=40)
    options.add_argument("--program", default="build/eqnet")
    options.add_argument("--strict", action="store_true")
    options.add_argument("--gated", action="store_true", help="multiply both sides by what is zero at all points that "
                         "the program tries, so that nothing but its proofs decides")
    options.add_argument("--show", action="store_true", help="print pairs that are equal by construction and undecided")
    given = options.parse_args()
    trees = Trees(given.seed)
    pairs = []
    for i in range(given.pairs):
        tree = trees.tree(trees.random.randrange(3, given.nodes + 1))
        other = tree
        kind = ("law", "nearly", "random")[i % 3]
        if kind == "random":
            other = trees.tree(trees.random.randrange(3, given.nodes + 1))
        else:
            for _ in range(trees.random.randrange(1, 4)):
                other = trees.rewritten(other, LAWS)
            if kind == "nearly":
                other = trees.rewritten(other, NEARLY)
        pairs.append((kind, written(tree), written(other)))
    gate = "{}*(abs(z - 1000) + z - 1000)" if given.gated else "{}"
    command = [given.program, "equiv", "--domain", "real", "--batch", "-", "--json", "--quiet", "--timeout", "1"]
    if given.strict:
        command.append("--strict")
    text = "".join(f"{gate.format(left)}\t{gate.format(right)}\n" for _, left, right in pairs)
    answered = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in answered.stdout.splitlines()]
    if len(lines) != len(pairs):
        sys.exit(f"{len(lines)} answers for {len(pairs)} pairs; {answered.stderr}")
    counts, wrong = {}, 0
    generator = random.Random(given.seed)
    for (kind, left, right), verdict in zip(pairs, lines):
        row = counts.setdefault(kind, {})
        row[verdict["verdict"]] = row.get(verdict["verdict"], 0) + 1
        if given.gated and verdict["verdict"] != "equivalent":
            continue
        fault = judge(left, right, verdict, generator, given.points, given.strict)
        if fault is None and kind == "law" and verdict["verdict"] == "different" and not given.strict:
            fault = "equal by construction"
        if fault:
            wrong += 1
            print(f"WRONG {left}\t{right}\t{json.dumps(verdict)}\t{fault}", flush=True)
        if given.show and kind == "law" and verdict["verdict"] in ("undecided", "error"):
            print(f"OPEN {left}\t{right}\t{verdict.get('method', verdict.get('error'))}")
    print("| pairs | equivalent | different | undecided | unreadable |\n|---|---:|---:|---:|---:|")
    for kind, row in counts.items():
        print(f"| {kind} |" + "".join(f" {row.get(c, 0)} |" for c in ("equivalent", "different", "undecided", "error")))
    print(f"wrong: {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
